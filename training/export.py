"""From the learner's policy to a captain's files."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from quarterdeck.agents import learned
from quarterdeck.envs.game import Game

ACTIVATION = "relu"


def layers(policy: MaskableActorCriticPolicy) -> dict[str, list[tuple[np.ndarray, np.ndarray]]]:
    """The (weight, bias) pairs of the two nets, float32, weight of shape (outputs, inputs).

    `policy` gives one logit an action, `value` the payoff that is expected.
    """
    nets = policy.mlp_extractor
    return {
        "policy": [_arrays(layer) for layer in (*_linear(nets.policy_net), policy.action_net)],
        "value": [_arrays(layer) for layer in (*_linear(nets.value_net), policy.value_net)],
    }


def weights(policy: MaskableActorCriticPolicy) -> dict[str, np.ndarray]:
    """The same as tensors by name, as a captain's file holds them: `policy.0.weight`, `policy.0.bias`, ..."""
    return {
        f"{net}.{place}.{kind}": array
        for net, pairs in layers(policy).items()
        for place, pair in enumerate(pairs)
        for kind, array in zip(("weight", "bias"), pair)
    }


def save(path: Path, policy: MaskableActorCriticPolicy, game: Game, **facts: Any) -> None:
    """Write the policy as a captain: `path` with `.safetensors`, and her card beside it.

    Args:
        facts: further fields of her card: `temperature`, `training`, `seed`, `steps`, `results`.
    """
    learned.save(path, weights(policy), learned.describe(game, ACTIVATION, **facts))


def _linear(net: nn.Module) -> Iterator[nn.Linear]:
    return (layer for layer in net.children() if isinstance(layer, nn.Linear))


def _arrays(layer: nn.Module) -> tuple[np.ndarray, np.ndarray]:
    assert isinstance(layer, nn.Linear)
    weight, bias = layer.weight.detach().cpu().numpy(), layer.bias.detach().cpu().numpy()
    # copies: the optimizer goes on writing to the originals
    return weight.astype(np.float32, copy=True), bias.astype(np.float32, copy=True)
