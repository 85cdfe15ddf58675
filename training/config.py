"""What a training run is told: YAML found by name, `key=value` laid over it, and every field checked.

Nothing in a config is evaluated: interpolations (`${...}`) are refused before OmegaConf sees them.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import yaml
from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from quarterdeck import configs
from quarterdeck.envs.captain import script_names
from quarterdeck.envs.game import Game, find_game

MOST_DECISIONS = 10_000_000
NO_INTERPOLATION = "holds ${...}, and nothing in a config is evaluated; write the value itself"


def _plain_number(value: Any) -> Any:
    """`1e6`, which YAML reads as a text, is a number to a person."""
    if isinstance(value, bool):
        raise ValueError(f"{value} is no number")
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return value
    return value


Count = Annotated[int, BeforeValidator(_plain_number), Field(ge=1)]
Share = Annotated[float, Field(ge=0, le=1)]
Rate = Annotated[float, Field(gt=0, le=1)]
Weight = Annotated[float, Field(ge=0)]
Layers = Annotated[list[Annotated[int, Field(ge=1, le=2048)]], Field(min_length=1, max_length=4)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Learner(_Strict):
    """The settings of PPO. Rates and entropy go in a straight line from their value to `..._end`.

    Attributes:
        num_envs: battles side by side.
        n_steps: decisions of each battle between two updates.
        batch_size: decisions a gradient step, at most `num_envs * n_steps`.
        epochs: passes over the decisions of an update.
        policy_layers, value_layers: widths of the hidden layers (ReLU) of the two nets.
    """

    num_envs: Count = 512
    n_steps: Count = 64
    batch_size: Count = 4096
    epochs: Count = 3
    learning_rate: Rate = 1e-3
    learning_rate_end: Rate = 1e-4
    entropy: Share = 0.01
    entropy_end: Share = 0.003
    gamma: Rate = 0.997
    gae_lambda: Share = 0.95
    clip_range: Rate = 0.2
    max_grad_norm: Weight = 0.5
    value_weight: Weight = 0.5
    policy_layers: Layers = [128, 128]
    value_layers: Layers = [128, 128]

    @model_validator(mode="after")
    def _batch_fits(self) -> "Learner":
        most = self.num_envs * self.n_steps
        if most > MOST_DECISIONS:
            raise ValueError(f"num_envs * n_steps: {most} is over the {MOST_DECISIONS} that are kept at once")
        if self.batch_size > most:
            raise ValueError(f"batch_size: {self.batch_size} is over the {most} of num_envs * n_steps")
        return self


class Opponents(_Strict):
    """Whom the learner fights.

    Attributes:
        scripted: weights of scripted captains by name; left out, every one of the rule set alike.
        past_selves: share of the battles fought against snapshots of the learner, once there is one.
        snapshot_every: steps between two snapshots.
        keep: snapshots kept; of more, the oldest leaves.
    """

    scripted: dict[str, Weight] | None = None
    past_selves: Share = 0.25
    snapshot_every: Count = 1_000_000
    keep: Count = 4


class Evaluation(_Strict):
    """How the learner is measured against each scripted captain.

    Attributes:
        every: steps between two small measurements.
        battles: battles against each captain in a small measurement.
        final_battles: the same at the end of the run.
    """

    every: Count = 1_000_000
    battles: Annotated[Count, Field(le=1_000_000)] = 128
    final_battles: Annotated[Count, Field(le=1_000_000)] = 2_000


class TrainingConfig(_Strict):
    """A training run.

    Attributes:
        captain: the name of her files.
        game, scenario: what she learns.
        seed: drives torch, NumPy and the engine.
        total_steps: decisions to learn from.
        threads: of torch.
        temperature: of the finished captain: 1 draws actions as the learner did, 0 takes the likeliest.
        checkpoint_every: steps between two checkpoints.
    """

    captain: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
    game: str
    scenario: str | dict[str, Any] = "default"
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0
    total_steps: Count
    threads: Annotated[int, Field(ge=1, le=64)] = 1
    temperature: Annotated[float, Field(ge=0, le=10)] = 1.0
    learner: Learner = Learner()
    opponents: Opponents = Opponents()
    evaluation: Evaluation = Evaluation()
    checkpoint_every: Count = 500_000

    @property
    def found_game(self) -> Game:
        """The game that `game` names."""
        return find_game(self.game)

    def scripted(self) -> dict[str, float]:
        """Weights of the scripted captains that have one."""
        chosen = self.opponents.scripted
        if chosen is None:
            return dict.fromkeys(script_names(self.found_game.rules), 1.0)
        return {name: weight for name, weight in chosen.items() if weight > 0}


def names() -> list[str]:
    """The training configs that ship with the package, as in `high_seas/duel`."""
    return sorted(f"{path.parts[-3]}/{path.stem}" for path in configs.FOLDER.glob("*/training/*.yaml"))


def find(name: str) -> Path:
    """A training config by its name or its path.

    Raises:
        BadInput: there is neither; the nearest name is given.
    """
    if name in names():
        folder, stem = name.split("/")
        return configs.FOLDER / folder / "training" / f"{stem}.yaml"
    if name.endswith((".yaml", ".yml")):
        return configs.find("", name)
    raise configs.BadInput(f"no training config is called {name!r}; {configs.nearest(name, names())}")


def load(path: Path, overrides: Sequence[str] = ()) -> TrainingConfig:
    """Read a config, lay `key=value` overrides over it and check everything.

    Raises:
        BadInput: the first thing that is wrong: file or command line, field, value, nearest valid choice.
    """
    data = configs.read_yaml(path)
    _refuse_interpolation(data, str(path))
    config = _check(data, str(path))
    if not overrides:
        return config
    return _check(_merge(data, overrides), "command line")


def dump(config: TrainingConfig) -> str:
    """The config as YAML with every field written out, to lie beside the result."""
    return yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False)


def _merge(data: dict[str, Any], overrides: Sequence[str]) -> dict[str, Any]:
    for text in overrides:
        key, sign, _ = text.partition("=")
        if not sign or not key:
            raise configs.BadInput(f"command line: {configs.show(text)} is not key=value, as in total_steps=1e6")
        if "${" in text:
            raise configs.BadInput(f"command line: {key[:60]}: {NO_INTERPOLATION}")
    merged = OmegaConf.create(data)
    for text in overrides:
        try:
            merged = OmegaConf.merge(merged, OmegaConf.from_dotlist([text]))  # type: ignore[assignment]
        except (OmegaConfBaseException, yaml.YAMLError, ValueError, IndexError, RecursionError) as error:
            reason = (str(error).strip() or "cannot be read").splitlines()[0]
            raise configs.BadInput(f"command line: {configs.show(text)}: {reason[:200]}") from None
    plain = OmegaConf.to_container(merged, resolve=False)
    assert isinstance(plain, dict)
    return {str(key): value for key, value in plain.items()}


def _refuse_interpolation(value: Any, source: str, where: str = "") -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            _refuse_interpolation(str(key), source, where)
            _refuse_interpolation(inner, source, f"{where}.{key}".lstrip("."))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            _refuse_interpolation(inner, source, f"{where}.{place}")
    elif isinstance(value, str) and "${" in value:
        raise configs.BadInput(f"{source}: {where}: {NO_INTERPOLATION}")


def _check(data: dict[str, Any], source: str) -> TrainingConfig:
    """Check the fields, then what they name: game, scenario, captains."""
    config = configs.check(TrainingConfig, data, source)
    try:
        game = config.found_game
    except configs.BadInput as error:
        raise configs.BadInput(f"{source}: game: {error}") from None
    try:
        game.build(config.scenario)
    except configs.BadInput as error:
        raise configs.BadInput(f"{source}: scenario: {error}") from None
    known = script_names(game.rules)
    for name in config.opponents.scripted or ():
        if name not in known:
            hint = configs.nearest(name, known)
            where = f"{source}: opponents.scripted.{name}"
            raise configs.BadInput(f"{where}: {game.rules.name} has no such scripted captain; {hint}")
    if not config.scripted():
        raise configs.BadInput(f"{source}: opponents.scripted: give at least one a weight over 0")
    return config
