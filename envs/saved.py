"""Battles in files: saved half-way through, restored, and gone on with as if nothing had been.

A file is JSON that a person can read: the game and the version of its rules, the battle field by field, and, for who
wants to take steps back, the battle's beginning with the orders and rolls of every step since. Nothing in it is
executed. Whatever is not as it was written is refused in one line.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from quarterdeck.configs import BadInput, read, show, write

from .game import Game, apply, find_game
from .typed_dice import play_rolls
from .values import check_seen, check_values, checked_orders, copy_of, leaves

WHAT = "a battle of quarterdeck"
FORMAT = 1
MOST_BYTES = 1 << 26

_FIELDS = ("what", "format", "game", "rules", "scenario", "notes", "battle", "start", "steps", "checksum")
_STEP = ("orders", "typed", "rolls", "captain")


@dataclass(frozen=True)
class Step:
    """One step of a battle, as far as it takes to play it again.

    Attributes:
        orders: the action of each seat.
        typed: whether the rolls were typed in; else the battle's generator rolled.
        rolls: the answers on the tape.
        captain: the captains' generators when the orders were given, one a seat.
    """

    orders: tuple[int, ...]
    typed: bool
    rolls: tuple[int, ...]
    captain: tuple[int, ...]


@dataclass(frozen=True)
class Saved:
    """What a file holds.

    Attributes:
        game: what is fought.
        state: the battle, one record.
        scenario: as it was named, or `None`.
        notes: what whoever saved it wanted to find again: plain JSON.
        start: the battle before the first of `steps`, or `None`.
        steps: what has happened since.
    """

    game: Game
    state: Any
    scenario: Any = None
    notes: Mapping[str, Any] = field(default_factory=dict)
    start: Any = None
    steps: Sequence[Step] = ()

    def battles(self) -> list[Any]:
        """The battle before each of the steps, in their order.

        Raises:
            BadInput: the steps do not lead from the start to the battle as it stands.
        """
        return self._replayed("steps")

    def _replayed(self, source: str) -> list[Any]:
        found: list[Any] = []
        now = self.start if self.start is not None else self.state
        for number, step in enumerate(self.steps):
            found.append(now)
            try:
                now = replay(self.game, now, step)
            except ValueError as error:
                raise BadInput(f"{source}: step {number}: {error}") from None
        if now.tobytes() != self.state.tobytes():
            raise BadInput(f"{source}: do not lead from the start to the battle as it stands")
        return found


def step_of(game: Game, state: Any, orders: Sequence[int] | np.ndarray, after: Any, typed: bool = False) -> Step:
    """The step from one battle to the next, to be kept.

    Args:
        state: the battle when the orders were given.
        after: the battle after them.
        typed: whether the rolls were typed in.
    """
    rolls = after["dice"]["tape"][: int(after["dice"]["position"])]
    return Step(tuple(map(int, orders)), typed, tuple(map(int, rolls)), tuple(map(int, state["captain"])))


def replay(game: Game, state: Any, step: Step) -> Any:
    """The battle after a step, played again.

    Raises:
        BadInput: an order is not legal.
        ValueError: the rolls are others.
    """
    before = copy_of(game, state)[0]
    before["captain"] = step.captain
    if step.typed:
        return play_rolls(game, before, step.orders, step.rolls)
    orders = checked_orders(game, before, step.orders)
    apply(before, orders)
    if step_of(game, before, orders, before).rolls != step.rolls:
        raise ValueError("its rolls are not those of the battle's own dice")
    return before


def fingerprint(game: Game) -> str:
    """What a file must share with the rules that read it: the game, its version, its actions, its record."""
    parts = [game.id, game.actions, [(leaf.name, leaf.offset, leaf.dtype.str) for leaf in leaves(game.rules.dtype)]]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


# --- writing ------------------------------------------------------------------------------------------------


def save(
    path: str | Path,
    game: Game,
    state: Any,
    scenario: Any = None,
    notes: Mapping[str, Any] | None = None,
    start: Any = None,
    steps: Sequence[Step] = (),
) -> None:
    """Write a battle to a file, which is there whole or not at all.

    Args:
        path: of the file; one that is there already is replaced.
        game: what is fought.
        state: the battle, one record of the game's rule set.
        scenario: how it was named, if that is known: plain JSON.
        notes: anything else to find again: plain JSON.
        start: the battle before the first of `steps`.
        steps: how it came from there to here.

    Raises:
        BadInput: it is no battle of this game, or the file cannot be written.
    """
    for name, given in (("scenario", scenario), ("notes", dict(notes or {}))):
        if not _is_plain(given):
            raise BadInput(f"{name}: {show(given)} is no plain JSON, so it could not be read again")
    data = text(Saved(game, copy_of(game, state)[0], scenario, notes or {}, start, steps)).encode()
    try:
        write(Path(path), data)
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be written ({getattr(error, 'strerror', None) or error})") from None


def _is_plain(value: Any) -> bool:
    """Whether a value comes back from JSON as it was."""
    try:
        return bool(json.loads(json.dumps(value, allow_nan=False)) == value)
    except (TypeError, ValueError, RecursionError):
        return False


def text(saved: Saved) -> str:
    """What the file of a battle holds."""
    game = saved.game
    plain = {
        "what": WHAT,
        "format": FORMAT,
        "game": game.id,
        "rules": fingerprint(game),
        "scenario": saved.scenario,
        "notes": dict(saved.notes),
        "battle": to_plain(saved.state),
        "start": None if saved.start is None else to_plain(saved.start),
        "steps": [
            {
                "orders": [game.actions[order] for order in step.orders],
                "typed": step.typed,
                "rolls": list(step.rolls),
                "captain": list(step.captain),
            }
            for step in saved.steps
        ],
    }
    return _render({**plain, "checksum": _checksum(plain)})


def to_plain(value: Any) -> Any:
    """A record as mappings, lists and whole numbers."""
    if value.dtype.names:
        if value.ndim:
            return [to_plain(part) for part in value]
        return {name: to_plain(value[name]) for name in value.dtype.names}
    return value.tolist()


def _checksum(plain: Any) -> str:
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def _render(plain: Any) -> str:
    return _lines(plain, "") + "\n"


def _lines(value: Any, indent: str) -> str:
    """JSON in which a list of plain values stands in one line, as does each step."""
    if isinstance(value, dict) and tuple(value) != _STEP:
        inner = [f"{indent} {json.dumps(name)}: {_lines(part, indent + ' ')}" for name, part in value.items()]
        return "{\n" + ",\n".join(inner) + f"\n{indent}}}" if inner else "{}"
    if isinstance(value, list) and any(isinstance(part, dict) for part in value):
        return "[\n" + ",\n".join(f"{indent} {_lines(part, indent + ' ')}" for part in value) + f"\n{indent}]"
    return json.dumps(value)


# --- reading ------------------------------------------------------------------------------------------------


def load(path: str | Path) -> Saved:
    """Read a battle from a file that `save` wrote.

    Raises:
        BadInput: it cannot be read, is cut short or changed, belongs to another game or version, or holds a value that
            no battle can come to.
    """
    data = read(Path(path), MOST_BYTES)
    try:
        written = data.decode().replace("\r\n", "\n")
    except ValueError:
        raise BadInput(f"{path}: cannot be read (no text)") from None
    return from_text(written, str(path))


def from_text(written: str, source: str) -> Saved:
    """The battle in the text of a file, every part of it looked at.

    Args:
        source: what the file is called in an error line.

    Raises:
        BadInput: as in `load`.
    """
    plain = _parsed(written, source)
    if not isinstance(plain, dict) or plain.get("what") != WHAT:
        raise BadInput(f"{source}: is no saved battle")
    if plain.get("format") != FORMAT:
        raise BadInput(f"{source}: format: {show(plain.get('format'))} is not {FORMAT}, the one that is read here")
    # another version first: its checksum may be made otherwise
    try:
        game = find_game(plain.get("game"))  # type: ignore[arg-type]
    except BadInput as error:
        raise BadInput(f"{source}: game: {error}") from None
    if plain.get("rules") != fingerprint(game):
        said = show(plain.get("rules"))
        raise BadInput(f"{source}: rules: {said} are not those of {game.id} as it is played here, {fingerprint(game)}")
    rest = {name: part for name, part in plain.items() if name != "checksum"}
    if tuple(plain) != _FIELDS or plain["checksum"] != _checksum(rest) or _render(plain) != written:
        raise BadInput(f"{source}: was changed after it was saved: its checksum does not fit")
    state = _record(game, plain["battle"], f"{source}: battle")
    start = None if plain["start"] is None else _record(game, plain["start"], f"{source}: start")
    if not isinstance(plain["notes"], dict):
        raise BadInput(f"{source}: notes: are no mapping")
    saved = Saved(game, state, plain["scenario"], plain["notes"], start, _steps(game, plain["steps"], source))
    saved._replayed(f"{source}: steps")
    return saved


def _parsed(written: str, source: str) -> Any:
    try:
        plain = json.loads(written)
        _render(plain)  # what is nested too deeply for this is none of ours
        return plain
    except json.JSONDecodeError as error:
        end = "is cut short" if error.pos >= len(written.rstrip()) else f"line {error.lineno}: is not JSON"
        raise BadInput(f"{source}: {end}; it is no whole saved battle") from None
    except (ValueError, RecursionError):
        raise BadInput(f"{source}: is not JSON that can be read; it is no saved battle") from None


def _record(game: Game, plain: Any, source: str) -> Any:
    """A record from what `to_plain` made of one."""
    box = np.zeros(1, game.rules.dtype)
    _fill(box[0], plain, game.rules.dtype, f"{source}: ")
    check_values(game.rules, box[0], source)
    check_seen(game, box[0], source)
    return box[0]


def _fill(target: Any, plain: Any, dtype: np.dtype, front: str) -> None:
    """Write mappings and lists into a record; `front` is what an error line says before the name of a field."""
    names = dtype.names or ()
    if not isinstance(plain, dict):
        raise BadInput(f"{front.rstrip('.: ')}: {show(plain)} does not fit; it must be a mapping of fields")
    for name in (*names, *plain):
        if name not in plain or name not in names:
            what = "is missing" if name in names else "is no field of it"
            raise BadInput(f"{front.rstrip('.: ')}: {show(name)} {what}")
    for name in names:
        base, shape = dtype[name].subdtype or (dtype[name], ())
        for place, value in _places(plain[name], shape, f"{front}{name}"):
            where = f"{front}{name}" + (f"[{','.join(map(str, place))}]" if place else "")
            if base.names:
                _fill(target[name][place] if place else target[name], value, base, f"{where}.")
                continue
            limits = np.iinfo(base)
            if type(value) is not int or not limits.min <= value <= limits.max:
                raise BadInput(f"{where}: {show(value)} is not a whole number from {limits.min} to {limits.max}")
            if place:
                target[name][place] = value
            else:
                target[name] = value


def _places(plain: Any, shape: tuple[int, ...], source: str) -> list[tuple[tuple[int, ...], Any]]:
    """The values of nested lists of this shape, each with its place."""
    if not shape:
        return [((), plain)]
    if not isinstance(plain, list) or len(plain) != shape[0]:
        raise BadInput(f"{source}: {show(plain)} is no list of {shape[0]}")
    found = []
    for i, part in enumerate(plain):
        found += [((i, *place), value) for place, value in _places(part, shape[1:], f"{source}[{i}]")]
    return found


def _steps(game: Game, plain: Any, source: str) -> tuple[Step, ...]:
    if not isinstance(plain, list):
        raise BadInput(f"{source}: steps: are no list")
    return tuple(_step(game, step, f"{source}: steps: {number}") for number, step in enumerate(plain))


def _step(game: Game, plain: Any, source: str) -> Step:
    if not isinstance(plain, dict) or tuple(plain) != _STEP or not isinstance(plain["typed"], bool):
        raise BadInput(f"{source}: is no step of a battle")
    for name, low, high in (("rolls", -(1 << 15), 1 << 15), ("captain", 0, 1 << 64)):
        values = plain[name]
        if not isinstance(values, list) or not all(type(one) is int and low <= one < high for one in values):
            raise BadInput(f"{source}: {name}: {show(values)} are no whole numbers that fit")
    orders = plain["orders"]
    if not isinstance(orders, list) or not all(order in game.actions for order in orders):
        raise BadInput(f"{source}: orders: {show(orders)} are none of {game.id}")
    if len(plain["captain"]) != game.seats:
        raise BadInput(f"{source}: captain: {show(plain['captain'])} are not {game.seats} numbers")
    numbers = tuple(game.actions.index(order) for order in orders)
    return Step(numbers, plain["typed"], tuple(plain["rolls"]), tuple(plain["captain"]))
