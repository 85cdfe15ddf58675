"""The state of a training run in one safetensors file: nets, optimizer, and the rest as JSON in its header.

Writing replaces the file at once: a run killed at any moment finds either the old state or the new one.
Reading runs nobody's code.
"""

import json
import os
from pathlib import Path
from typing import Annotated, Any

import safetensors.torch
import torch
from pydantic import BaseModel, ConfigDict, Field
from safetensors import SafetensorError, safe_open
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from quarterdeck import configs
from quarterdeck.configs import BadInput

FORMAT = 1
NAME = "checkpoint.safetensors"

Steps = Annotated[int, Field(ge=0)]


class Progress(BaseModel):
    """What a run knows besides its tensors.

    Attributes:
        steps: decisions learned from.
        updates: passes over collected decisions.
        seconds: spent so far.
        league: steps of the past selves in the pool.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: int = FORMAT
    steps: Steps = 0
    updates: Steps = 0
    seconds: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    league: list[Steps] = []


def save(folder: Path, policy: MaskableActorCriticPolicy, progress: Progress) -> None:
    """Write the checkpoint of a run's folder."""
    tensors = {f"policy.{name}": tensor for name, tensor in policy.state_dict().items()}
    for number, values in policy.optimizer.state_dict()["state"].items():
        tensors |= {f"optimizer.{number}.{name}": torch.as_tensor(value) for name, value in values.items()}
    dense = {name: tensor.detach().contiguous() for name, tensor in tensors.items()}
    data = safetensors.torch.save(dense, {"progress": progress.model_dump_json()})
    beside = folder / f".{NAME}.{os.getpid()}"
    beside.write_bytes(data)
    os.replace(beside, folder / NAME)


def read_progress(folder: Path) -> Progress:
    """What a run's folder says about how far it got.

    Raises:
        BadInput: the checkpoint is missing or damaged.
    """
    path = folder / NAME
    if not path.is_file():
        raise BadInput(f"{folder}: holds no {NAME}, so there is no run to go on with")
    try:
        with safe_open(path, framework="pt") as file:
            facts = json.loads((file.metadata() or {}).get("progress", "null"))
    except (OSError, SafetensorError, ValueError, RecursionError):
        raise BadInput(f"{path}: damaged or cut short, not a whole checkpoint") from None
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise BadInput(f"{path}: format: is not known; this version reads format {FORMAT}")
    return configs.check(Progress, facts, str(path))


def restore(folder: Path, policy: MaskableActorCriticPolicy) -> None:
    """Put nets and optimizer back as they were.

    Raises:
        BadInput: the checkpoint is damaged, or made for nets of other shapes.
    """
    path = folder / NAME
    try:
        tensors = safetensors.torch.load_file(path)
    except (OSError, SafetensorError, ValueError, KeyError):
        raise BadInput(f"{path}: damaged or cut short, not a whole checkpoint") from None
    wanted = policy.state_dict()
    for name, tensor in wanted.items():
        found = tensors.get(f"policy.{name}")
        if found is None or found.shape != tensor.shape or found.dtype != tensor.dtype:
            shape = "missing" if found is None else f"{found.dtype} {tuple(found.shape)}"
            raise BadInput(f"{path}: {name}: is {shape}, not {tensor.dtype} {tuple(tensor.shape)} as the config has it")
    policy.load_state_dict({name: tensors[f"policy.{name}"] for name in wanted})
    policy.optimizer.load_state_dict(
        {
            "state": _moments(tensors, policy, path),
            "param_groups": policy.optimizer.state_dict()["param_groups"],
        }
    )


def _moments(
    tensors: dict[str, torch.Tensor], policy: MaskableActorCriticPolicy, path: Path
) -> dict[int, dict[str, Any]]:
    """The optimizer's state by parameter; empty before the first update."""
    state: dict[int, dict[str, Any]] = {}
    shapes = [parameter.shape for group in policy.optimizer.param_groups for parameter in group["params"]]
    for key, tensor in tensors.items():
        if not key.startswith("optimizer."):
            continue
        _, number, name = key.split(".", 2)
        known = number.isdigit() and int(number) < len(shapes) and name in ("step", "exp_avg", "exp_avg_sq")
        if not known or tensor.shape not in (shapes[int(number)], torch.Size([])):
            raise BadInput(f"{path}: {key}: does not fit the optimizer of these nets")
        state.setdefault(int(number), {})[name] = tensor
    return state
