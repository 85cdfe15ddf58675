"""What a rule set provides, and how everything else finds it.

A rule set is a NumPy record dtype and plain functions over one record of it. The functions below (`setup`, `legal`,
`apply`, ...) are generic: they look at the dtype of the record and go on to the functions of the rule set that
registered it. Compiled code resolves that once, when it is compiled; plain Python does at every call.
"""

import hashlib
import importlib
import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

from quarterdeck.configs import BadInput, nearest, show

from .compiler import compiled_as
from .pause import no_collecting


class Bound(NamedTuple):
    """Which values may stand in a field of a record.

    Attributes:
        field: as `ship.hull`; in an array it counts for every place.
        low, high: the least and the greatest, or the name of the field that holds it: of the same part of the record
            first (`hull_max`), else of the record.
        falls: whether it never rises while a battle runs.
    """

    field: str
    low: int | str
    high: int | str
    falls: bool = False


@dataclass(frozen=True)
class RuleSet:
    """The functions of one rule set, over one record of `dtype`.

    Attributes:
        name: as in `high_seas`; the folder of its scenarios.
        dtype: `np.dtype((np.record, [...]))` with a field `dice` (`chance.CHANCE`) and a field `captain` (uint64, one a
            seat). No two rule sets may have the same fields.
        setup: `(state)`, begins the battle that lies in the record, up to its first choice.
        legal: `(state, seat, mask)`, writes 1 into the int8 mask for each legal action, 0 elsewhere.
        apply: `(state, orders)`, plays legal orders (one a seat) and runs on to the next choice or the end.
        observe: `(state, out)`, writes the float32 features of every seat, out[seat, feature]. All at once, since what
            one captain sees of her own ship another sees of an enemy's.
        payoff: `(state, seat) -> float`, 0 until the end.
        is_over: `(state) -> bool`.
        sources: files that hold its compiled code, for rule sets from outside the package: with them their compiled
            loops are kept on disk, without them they are compiled anew in each process.
        bounds: the legal values of the fields; a field without any may hold what it likes.
        laws: what else must hold in a battle, each as the line that says how it is broken.
        broken: `(state) -> int`, 0, or 1 + the number of a law that does not hold.
    """

    name: str
    dtype: np.dtype
    setup: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    observe: Callable[..., Any]
    payoff: Callable[..., Any]
    is_over: Callable[..., Any]
    sources: tuple[Path, ...] | None = None
    bounds: tuple[Bound, ...] = ()
    laws: tuple[str, ...] = ()
    broken: Callable[..., Any] | None = None

    @property
    def tape(self) -> int:
        """How many rolls one step may ask for."""
        return self.dtype["dice"]["tape"].shape[0]


@dataclass(frozen=True)
class Game:
    """The facts of one game: a rule set played by certain phases, or certain numbers of ships.

    Attributes:
        name: as in the id `quarterdeck/<name>-v<version>`.
        version: goes up when the same orders and dice lead elsewhere than before.
        rules: the rule set.
        seats: number of captains.
        actions: the names of the flat discrete actions; 0 is `pass`.
        features: name, least and greatest value of every observation feature.
        rolls: what rolls are for, indexed by an ask's `purpose`.
        build: `(scenario) -> array of records`: one template battle a choice of the scenario, not yet begun.
        longest: an upper bound of the number of steps of a battle.
        payoffs: smallest and largest payoff.
        zero_sum: whether the payoffs of a battle always add up to 0.
        endings: the names of how a battle ends, and `ending` tells which: `(state) -> int`, or the same for an array.
        describe: `(state, names) -> str`, the battle as text.
        narrate: `(before, orders, after, rolls, names) -> list of lines`, what one step did.
        meanings: what each action means, a line each.
        picture: `(state, names) -> uint8 array (height, width, 3)`, the battle as a picture.
        about: one paragraph for the docs.
        habits: what a captain of whom nothing else is said does in the odds of a turn: the first of these actions that
            is legal.
        counted: the fields of which a forecast is made.
        forecast: `(before, means, shares, may, names) -> list of (title, unit, rows)`, what the odds of a turn say in
            the words of the game, as `quarterdeck.envs.forecast` has it.
        empty: `(states) -> bool array (..., seats)`, the seats that have no ship in a battle, or none any more; `None`
            where every seat stays to the end.
        sides: `(states) -> int array (..., seats)`, the side of each seat, -1 for one that was never taken; `None`
            where every seat is a side of its own.
        phases: the names of `state.phase`.
        names: what each seat's ship is called, where nobody says otherwise; by default `captain_0` and so on.
        feature_names, feature_bounds: of `features`; the bounds are float32, shape (2, features).
        kinds: the names of `state.ship[seat].kind`, where results are worth telling apart by the kind of ship.
    """

    name: str
    rules: RuleSet
    seats: int
    actions: tuple[str, ...]
    features: tuple[tuple[str, float, float], ...]
    rolls: tuple[str, ...]
    build: Callable[[Any], np.ndarray]
    longest: int
    endings: tuple[str, ...]
    ending: Callable[[Any], Any]
    describe: Callable[[Any, tuple[str, ...]], str]
    narrate: Callable[..., list[str]]
    version: int = 0
    payoffs: tuple[float, float] = (-1.0, 1.0)
    zero_sum: bool = True
    meanings: tuple[str, ...] = ()
    picture: Callable[..., np.ndarray] | None = None
    about: str = ""
    habits: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    forecast: Callable[..., list[Any]] | None = None
    empty: Callable[[Any], np.ndarray] | None = None
    sides: Callable[[Any], np.ndarray] | None = None
    phases: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    feature_names: tuple[str, ...] = field(init=False)
    feature_bounds: np.ndarray = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "feature_names", tuple(name for name, _, _ in self.features))
        ends = np.array([(low, high) for _, low, high in self.features], np.float32).T
        object.__setattr__(self, "feature_bounds", ends)
        if not self.names:
            object.__setattr__(self, "names", tuple(f"captain_{seat}" for seat in range(self.seats)))

    @property
    def id(self) -> str:
        """As `gymnasium.make` takes it."""
        return f"quarterdeck/{self.name}-v{self.version}"

    @property
    def interface(self) -> str:
        """A hash of features and actions: a learned captain fits every game that shares it."""
        text = repr((self.rules.name, self.actions, self.features))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __reduce__(self) -> tuple[Any, ...]:
        # a game is never copied, and is saved by its name
        return find_game, (self.id,)

    def __str__(self) -> str:
        return self.id


_GAMES: dict[str, Game] = {}
_RULES: dict[np.dtype, RuleSet] = {}
_RULES_BY_TYPE: dict[Any, RuleSet] = {}
_HOMES: dict[str, str] = {}  # of the games that ship with the package: which module adds them, once it is imported


def announce(folder: str, *names: str) -> None:
    """Say which games a rule set of the package adds, without importing it: nobody waits for rules not played.

    Args:
        folder: of the rule set, `high_seas.fort` for one within another; the rule set is called `high_seas_fort`.
        names: of its games with their versions, as `HighSeasFort-v0`.
    """
    for name in names:
        _HOMES[f"quarterdeck/{name}"] = folder


def announced() -> list[str]:
    """The ids of the games that ship with the package."""
    return list(_HOMES)


def add_game(game: Game) -> Game:
    """Make a game known. Several games may share a rule set; no two rule sets may share a dtype.

    Raises:
        ValueError: another rule set has a record with the same fields, or the id is taken.
    """
    rules = game.rules
    known = _RULES_BY_TYPE.get(from_dtype(rules.dtype))
    if known is not None and known is not rules:
        raise ValueError(f"{rules.name}: its record has the same fields as that of {known.name}")
    if game.id in _GAMES and _GAMES[game.id] is not game:
        raise ValueError(f"{game.id} is registered already")
    _RULES[rules.dtype] = _RULES_BY_TYPE[from_dtype(rules.dtype)] = rules
    _GAMES[game.id] = game
    return game


def games() -> dict[str, Game]:
    """All known games by id, those of the package first."""
    for folder in dict.fromkeys(_HOMES.values()):
        _import(folder)
    return {id: _GAMES[id] for id in dict.fromkeys([*_HOMES, *_GAMES])}


def _import(folder: str) -> None:
    name = f"{__package__}.{folder}"
    with nullcontext() if name in sys.modules else no_collecting():
        importlib.import_module(name)


def _names(id: str, rules: str) -> tuple[str, ...]:
    """All by which a game is found."""
    name = id.removeprefix("quarterdeck/")
    return id, name.rpartition("-v")[0], rules, name


def find_game(which: "Game | str") -> Game:
    """A game by itself, by id, by name, or by rule set (then the first game registered for it).

    Raises:
        BadInput: nothing is called so; the nearest name is given.
    """
    if isinstance(which, Game):
        return which
    for id, folder in _HOMES.items():
        if isinstance(which, str) and which in _names(id, folder.replace(".", "_")):
            _import(folder)
            return _GAMES[id]
    for game in _GAMES.values():
        if isinstance(which, str) and which in _names(game.id, game.rules.name):
            return game
    names = [name for game in games().values() for name in _names(game.id, game.rules.name)[:3]]
    hint = nearest(which, dict.fromkeys(names))
    if not hint.startswith("did you mean"):
        hint = nearest(which, [game.name for game in games().values()])  # one name for each is enough to choose from
    raise BadInput(f"no game is called {show(which)}; {hint}")


def rules_of(state: Any) -> RuleSet:
    """The rule set whose record this is, or whose dtype or Numba type."""
    if isinstance(state, types.Record):
        return _RULES_BY_TYPE[state]
    return _RULES[state.dtype if hasattr(state, "dtype") else state]


# The generic functions. Their Python bodies serve plain calls and the uncompiled tests.


def setup(state):
    """Begin the battle in the record."""
    rules_of(state).setup(state)


def legal(state, seat, mask):
    """Write the legal actions of a seat."""
    rules_of(state).legal(state, seat, mask)


def apply(state, orders):
    """Play one step."""
    rules_of(state).apply(state, orders)


def observe(state, out):
    """Write the features of every seat."""
    rules_of(state).observe(state, out)


def payoff(state, seat):
    """What the end is worth to a seat."""
    return rules_of(state).payoff(state, seat)


def is_over(state):
    """Whether the battle has ended."""
    return rules_of(state).is_over(state)


def broken(state):
    """0, or 1 + the number of a law that the battle breaks."""
    function = rules_of(state).broken
    return function(state) if function else 0


# Compiled, each becomes the rule set's own function; its arguments must therefore be named as above.


def _function(state: Any, name: str) -> Callable[..., Any]:
    function = getattr(rules_of(state), name)
    return getattr(function, "py_func", function)


@compiled_as(setup)
def _setup(state):
    return _function(state, "setup")


@compiled_as(legal)
def _legal(state, seat, mask):
    return _function(state, "legal")


@compiled_as(apply)
def _apply(state, orders):
    return _function(state, "apply")


@compiled_as(observe)
def _observe(state, out):
    return _function(state, "observe")


@compiled_as(payoff)
def _payoff(state, seat):
    return _function(state, "payoff")


@compiled_as(is_over)
def _is_over(state):
    return _function(state, "is_over")


@compiled_as(broken)
def _broken(state):
    return _function(state, "broken") if rules_of(state).broken else lambda state: 0
