"""Learned captains: a small net in a safetensors file, and beside it a card that says what it is.

`name.safetensors` holds float32 tensors laid out as torch does it: `policy.0.weight` (outputs, inputs) and
`policy.0.bias`, `policy.1.weight` and so on, of which the last layer gives one logit an action. A second net
may follow as `value.0.weight` and so on; its one output is the payoff that she expects. `name.json` is
the card: what the net fits, how it was made, and the hash of the file of weights.

Loading either can run nobody's code.
"""

import hashlib
import importlib.metadata
import itertools
import json
import math
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import safetensors
import safetensors.numpy
from pydantic import BaseModel, ConfigDict, Field

from quarterdeck import configs
from quarterdeck.configs import BadInput
from quarterdeck.envs.game import Game

from .net import Net, pick
from .rows import loops

FORMAT = 1

MOST_BYTES = 1 << 30  # of a file

Size = Annotated[int, Field(ge=1, le=65536)]
Name = Annotated[str, Field(max_length=100)]


class Card(BaseModel):
    """What is known about a learned captain.

    Attributes:
        format: of card and weights; this module reads `FORMAT`.
        game: the id of the game that was trained on.
        rules: its rule set.
        interface: `Game.interface`, the hash of features and actions. She plays every game that shares it.
        features, actions: their numbers.
        hidden: units of the hidden layers of the policy.
        value_hidden: the same of the value net; `None` without one.
        activation: between the layers.
        temperature: of the softmax that actions are drawn from; 0 plays the most likely one.
        training: how it was trained.
        versions: of the libraries that took part.
        seed: of the training.
        steps: decisions that it was trained on.
        sha256: of the file of weights.
        results: what was measured.
        created: when, ISO 8601.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: int
    game: Name
    rules: Name
    interface: Name
    features: Size
    actions: Size
    hidden: list[Size] = Field(max_length=16)
    value_hidden: list[Size] | None = Field(default=None, max_length=16)
    activation: Literal["tanh", "relu"]
    temperature: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    training: dict[str, Any] = {}
    versions: dict[str, str] = {}
    seed: int | None = None
    steps: int = Field(default=0, ge=0)
    sha256: str
    results: list[dict[str, Any]] = []
    created: str


class LearnedCaptain:
    """A captain who sees only what `observe` shows and does what her net finds best.

    Attributes:
        name: of her files.
        card: what is known about her.
        temperature: 0 plays the most likely action; above, actions are drawn from the softmax.
        policy: her net, features to logits.
        value: her expectation, features to payoff; `None` if she has none.
    """

    def __init__(self, name: str, card: Card, weights: Mapping[str, np.ndarray]) -> None:
        self.name, self.card, self.temperature = name, card, card.temperature
        self.policy = Net(_layers(weights, "policy"), card.activation)
        value = _layers(weights, "value")
        self.value = Net(value, card.activation) if value else None
        self._fits: set[str] = set()

    def choose(self, game: Game, states: np.ndarray, seat: int) -> np.ndarray:
        """Actions (int64, shape (n,)) for `states` (records, shape (n,)) as seen from `seat`.

        Raises:
            BadInput: the game has other features or actions than hers.
        """
        observations, masks = self._see(game, states, seat)
        return self.decide(observations, masks, states["captain"], seat)

    def values(self, game: Game, states: np.ndarray, seat: int) -> np.ndarray:
        """The payoffs that she expects (float32, shape (n,)).

        Raises:
            BadInput: the game has other features or actions than hers, or she has no value net.
        """
        if self.value is None:
            raise BadInput(f"captain {self.name} has no value net; train her with one")
        return self.value(self._see(game, states, seat)[0])[:, 0]

    def decide(self, observations: np.ndarray, masks: np.ndarray, captains: np.ndarray, seat: int = 0) -> np.ndarray:
        """Actions (int64, shape (n,)) for what is seen.

        Args:
            observations: float32, shape (n, features).
            masks: int8 or bool, shape (n, actions), nonzero for a legal action.
            captains: the captains' generators, uint64, shape (n, seats); each draw moves that of `seat`.
            seat: whose turn it is.

        Raises:
            BadInput: a row has no legal action.
        """
        features, legal = int(self.policy.sizes[0]), int(self.policy.sizes[-1])
        observations, masks = np.asarray(observations, np.float32), np.ascontiguousarray(masks, np.int8)
        n = len(observations)
        if observations.shape != (n, features) or masks.shape != (n, legal) or len(captains) != n:
            shapes = f"{observations.shape} and {masks.shape}"
            raise BadInput(f"observations and masks: shapes {shapes} do not fit ({n}, {features}) and ({n}, {legal})")
        actions = np.zeros(n, np.int64)
        empty = pick(self.policy(observations), masks, float(self.temperature), captains, seat, actions)
        if empty >= 0:
            raise BadInput(f"captain {self.name}: row {empty} of the masks has no legal action")
        return actions

    def _see(self, game: Game, states: np.ndarray, seat: int) -> tuple[np.ndarray, np.ndarray]:
        """What she sees of each battle, and what she may do."""
        if game.id not in self._fits:
            check_fit(self.card, game, f"captain {self.name}")
            self._fits.add(game.id)
        scratch = np.empty((game.seats, len(game.features)), np.float32)
        observations = np.empty((len(states), len(game.features)), np.float32)
        masks = np.empty((len(states), len(game.actions)), np.int8)
        loops(game.rules).see(states, seat, scratch, observations, masks)
        return observations, masks


def _layers(weights: Mapping[str, np.ndarray], part: str) -> list[tuple[np.ndarray, np.ndarray]]:
    """The layers of one of the nets, in their order."""
    count = sum(name.startswith(f"{part}.") and name.endswith(".weight") for name in weights)
    return [(weights[f"{part}.{i}.weight"], weights[f"{part}.{i}.bias"]) for i in range(count)]


# --- the files ----------------------------------------------------------------------------------------------


def describe(game: Game, activation: str, **facts: Any) -> dict[str, Any]:
    """The fields of a card that follow from the game, together with `facts`; `save` fills in the rest.

    Args:
        facts: `temperature`, `training`, `seed`, `steps`, `results`.
    """
    return {
        "game": game.id,
        "rules": game.rules.name,
        "interface": game.interface,
        "features": len(game.features),
        "actions": len(game.actions),
        "activation": activation,
        **facts,
    }


def save(path: str | Path, weights: Mapping[str, np.ndarray], card: Mapping[str, Any]) -> Card:
    """Write a captain's two files, each at once or not at all.

    Args:
        path: the captain's name in a folder, with or without a suffix.
        weights: tensors named as this module's head says.
        card: fields of `Card`, as `describe` makes them; hidden sizes, versions, hash and date are filled in.

    Returns:
        The card as written.

    Raises:
        BadInput: the weights do not fit the card, or are not finite.
    """
    weights_path, card_path = files(path)
    arrays = {name: np.ascontiguousarray(array, np.float32) for name, array in weights.items()}
    data = safetensors.numpy.save(arrays)
    filled = {
        "versions": library_versions(),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        **card,
        "format": FORMAT,
        "hidden": _hidden(arrays, "policy"),
        "value_hidden": _hidden(arrays, "value") if "value.0.weight" in arrays else None,
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    checked = configs.check(Card, filled, str(card_path))
    check_weights(checked, arrays, str(weights_path))
    weights_path.parent.mkdir(parents=True, exist_ok=True)
    _write(weights_path, data)
    _write(card_path, (json.dumps(checked.model_dump(), indent=2) + "\n").encode())
    return checked


def load(path: str | Path, game: Game | None = None, temperature: float | None = None) -> LearnedCaptain:
    """Read a captain's two files.

    Args:
        path: her name in a folder, with or without a suffix.
        game: what she is to play.
        temperature: instead of the card's.

    Raises:
        BadInput: a file is missing or damaged, the two do not belong together, or she learned another game.
    """
    weights_path, card_path = files(path)
    card = read_card(card_path)
    if game is not None:
        check_fit(card, game, str(card_path))
    data = _read(weights_path)
    try:
        weights = safetensors.numpy.load(data)
    except (safetensors.SafetensorError, KeyError, TypeError, ValueError):
        raise BadInput(f"{weights_path}: damaged or cut short, not a whole safetensors file") from None
    found = hashlib.sha256(data).hexdigest()
    if found != card.sha256:
        raise BadInput(f"{weights_path}: sha256 is {found[:12]}, but its card says {card.sha256[:12]}")
    check_weights(card, weights, str(weights_path))
    captain = LearnedCaptain(card_path.stem, card, weights)
    if temperature is not None:
        if not isinstance(temperature, int | float) or not 0 <= temperature < math.inf:
            raise BadInput(f"temperature: {temperature!r} is not a number from 0 on")
        captain.temperature = temperature
    return captain


def files(path: str | Path) -> tuple[Path, Path]:
    """The files of weights and card, by the captain's name or by either of them."""
    path = Path(path)
    if not path.name or "\0" in str(path):
        raise BadInput(f"{path!s}: names no captain; give a name, or the file of a learned one")
    stem = path.with_suffix("") if path.suffix in (".json", ".safetensors") else path
    return stem.with_name(f"{stem.name}.safetensors"), stem.with_name(f"{stem.name}.json")


def read_card(path: Path) -> Card:
    """A card, checked by itself.

    Raises:
        BadInput: it is missing or damaged, or of another format.
    """
    text = _read(path)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput(f"{path}: damaged or cut short, not valid JSON") from None
    if not isinstance(data, dict):
        raise BadInput(f"{path}: holds {type(data).__name__}, not the fields of a card")
    if data.get("format") != FORMAT:
        raise BadInput(f"{path}: format: {configs.show(data.get('format'))} is not known; we read format {FORMAT}")
    return configs.check(Card, data, str(path))


def check_fit(card: Card, game: Game, source: str) -> None:
    """Whether a captain can play a game.

    Raises:
        BadInput: its rule set, features or actions are others than those she learned.
    """
    if card.rules != game.rules.name:
        raise BadInput(f"{source}: learned {card.game} ({card.rules}), not {game.id} ({game.rules.name})")
    hers = (card.interface, card.features, card.actions)
    if hers != (game.interface, len(game.features), len(game.actions)):
        raise BadInput(
            f"{source}: learned other features or actions (interface {card.interface}) than {game.id} has "
            f"({game.interface}); train her anew"
        )


def check_weights(card: Card, weights: Mapping[str, np.ndarray], source: str) -> None:
    """Whether the tensors are those that the card speaks of.

    Raises:
        BadInput: one is missing, superfluous, of another shape or dtype, or not finite.
    """
    shapes = _shapes("policy", [card.features, *card.hidden, card.actions])
    if card.value_hidden is not None:
        shapes |= _shapes("value", [card.features, *card.value_hidden, 1])
    for name in sorted(weights):
        if name not in shapes:
            raise BadInput(f"{source}: there should be no tensor {configs.show(name)}; {configs.nearest(name, shapes)}")
    for name, shape in shapes.items():
        if name not in weights:
            raise BadInput(f"{source}: tensor {name!r} is missing")
        array = weights[name]
        if array.shape != shape or array.dtype != np.float32:
            raise BadInput(f"{source}: {name}: is {array.dtype} {array.shape}, not float32 {shape}")
        if not np.isfinite(array).all():
            raise BadInput(f"{source}: {name}: holds a number that is not finite")


def _shapes(part: str, sizes: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """The tensors of a net with layers of these sizes."""
    shapes: dict[str, tuple[int, ...]] = {}
    for i, (inputs, outputs) in enumerate(itertools.pairwise(sizes)):
        shapes |= {f"{part}.{i}.weight": (outputs, inputs), f"{part}.{i}.bias": (outputs,)}
    return shapes


def _hidden(weights: Mapping[str, np.ndarray], part: str) -> list[int]:
    """The hidden sizes that the biases of a net show."""
    sizes: list[int] = []
    while (bias := weights.get(f"{part}.{len(sizes)}.bias")) is not None:
        sizes.append(bias.size)
    return sizes[:-1]


def library_versions() -> dict[str, str]:
    """Python, and those of our libraries that are loaded."""
    versions = {"python": platform.python_version()}
    for name in ("quarterdeck", "numpy", "numba", "gymnasium", "torch", "stable_baselines3", "sb3_contrib"):
        if name in sys.modules:
            try:
                versions[name] = importlib.metadata.version(name)
            except importlib.metadata.PackageNotFoundError:
                continue
    return versions


def _read(path: Path) -> bytes:
    return configs.read(path, MOST_BYTES)


def _write(path: Path, data: bytes) -> None:
    """Write beside the file, then put it in its place at once."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(data)
    os.replace(beside, path)
