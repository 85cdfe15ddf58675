"""Legal values: what may stand in each field of a record, and the checks of battles and orders handed in.

A rule set lists the bounds of its fields beside its record (`RuleSet.bounds`). The same list judges a battle that a
person puts in place or reads from a file, and every step of random play (`quarterdeck.envs.fuzz`).
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from quarterdeck.configs import BadInput, nearest, show

from .compiler import compiled, inlined
from .game import Bound, Game, RuleSet, broken, legal, observe

# what every record has: no dice lie ready in a battle that waits for orders
DICE_BOUNDS = (
    Bound("dice.laid_down", 0, 0),
    Bound("dice.answers", 0, 32767),
    Bound("dice.position", 0, 32767),
    Bound("dice.short", 0, 0),
)

NO_END = 1 << 62
LOW, HIGH = 2, 3  # columns of `Table.numbers`


class Table(NamedTuple):
    """Bounds as numbers for compiled code, a row for each of `bounded`.

    Attributes:
        numbers: offset, size (negative: with a sign), least and greatest value: int64, shape (n, 4).
        linked: where another field is the end: which row, `LOW` or `HIGH`, that field's offset and size: shape (m, 4).
        falls: the rows of fields that never rise, shape (k,).
    """

    numbers: np.ndarray
    linked: np.ndarray
    falls: np.ndarray


class Leaf(NamedTuple):
    """One number of a record.

    Attributes:
        name: where it stands, as `ship[1].guns[2]`.
        field: the same without places, as `ship.guns`.
        offset: of its first byte.
        dtype: of the number.
    """

    name: str
    field: str
    offset: int
    dtype: np.dtype


@cache
def leaves(dtype: np.dtype) -> tuple[Leaf, ...]:
    """Every number of a record, in the order of the fields."""
    return tuple(_leaves(dtype, "", "", 0))


def _leaves(dtype: np.dtype, name: str, field: str, offset: int) -> list[Leaf]:
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        parts = enumerate(np.ndindex(shape))
        return [
            leaf
            for number, place in parts
            for leaf in _leaves(base, f"{name}[{','.join(map(str, place))}]", field, offset + number * base.itemsize)
        ]
    if dtype.names is None:
        return [Leaf(name, field, offset, dtype)]
    dot = "." if name else ""
    return [
        leaf
        for inner in dtype.names
        for leaf in _leaves(
            dtype.fields[inner][0],  # type: ignore[index]
            f"{name}{dot}{inner}",
            f"{field}{dot}{inner}",
            offset + dtype.fields[inner][1],  # type: ignore[index]
        )
    ]


@cache
def bounded(rules: RuleSet) -> tuple[tuple[Leaf, Bound], ...]:
    """Every number of a rule set's record that has bounds, with them.

    Raises:
        ValueError: the bounds name a field that is not there, or one too wide for a table.
    """
    known: dict[str, list[Leaf]] = {}
    for leaf in leaves(rules.dtype):
        known.setdefault(leaf.field, []).append(leaf)
    found = []
    for bound in (*DICE_BOUNDS, *rules.bounds):
        if bound.field not in known:
            raise ValueError(f"{rules.name}: bounds of {bound.field}, which is no field of the record")
        for leaf in known[bound.field]:
            if leaf.dtype.kind not in "iu" or leaf.dtype == np.uint64:
                raise ValueError(f"{rules.name}: bounds of {bound.field}, which is {leaf.dtype}")
            found.append((leaf, bound))
    return tuple(found)


@cache
def table(rules: RuleSet) -> Table:
    """The bounds of a rule set as numbers.

    Raises:
        ValueError: as in `bounded`.
    """
    numbers, linked, falls = [], [], []
    for row, (leaf, bound) in enumerate(bounded(rules)):
        ends = [-NO_END, NO_END]
        for column, end in ((LOW, bound.low), (HIGH, bound.high)):
            if isinstance(end, int):
                ends[column - LOW] = end
            else:
                other = _sibling(rules, leaf, end)
                linked.append((row, column, other.offset, signed(other)))
        numbers.append((leaf.offset, signed(leaf), *ends))
        if bound.falls:
            falls.append(row)
    return Table(np.array(numbers, np.int64), np.array(linked, np.int64).reshape(-1, 4), np.array(falls, np.int64))


def signed(leaf: Leaf) -> int:
    """The size of a number, negative where it has a sign."""
    return -leaf.dtype.itemsize if leaf.dtype.kind == "i" else leaf.dtype.itemsize


def _sibling(rules: RuleSet, leaf: Leaf, name: str) -> Leaf:
    """The number of another field that bounds this one: of the same part and place, of the same part, of the record."""
    by_name = {other.name: other for other in leaves(rules.dtype)}
    part, _, own = leaf.name.rpartition(".")
    place = own[own.find("[") :] if own.endswith("]") else ""
    front = f"{part}." if part else ""
    for candidate in (f"{front}{name}{place}", f"{front}{name}", name):
        if candidate in by_name:
            return by_name[candidate]
    raise ValueError(f"{rules.name}: {leaf.name} is bounded by {name}, which is no field of the record")


@inlined
def number(row, offset, size):
    """The number at a place of a record's bytes; a negative size says that it has a sign."""
    if size == -2:  # nearly every field is one of these
        pair = np.int64(row[offset]) | np.int64(row[offset + 1]) << 8
        return pair - ((pair & 0x8000) << 1)
    value = np.int64(0)
    for i in range(abs(size)):
        value |= np.int64(row[offset + i]) << (8 * i)
    bits = 8 * abs(size)
    if size < 0 and bits < 64:
        value -= (value >> (bits - 1)) << bits
    return value


@compiled
def first_outside(table, row):
    """The first bound that a record's bytes (uint8) break, or -1."""
    numbers = table.numbers
    for i in range(len(numbers)):
        value = number(row, numbers[i, 0], numbers[i, 1])
        if value < numbers[i, LOW] or value > numbers[i, HIGH]:
            return i
    for link in table.linked:
        i = link[0]
        value, end = number(row, numbers[i, 0], numbers[i, 1]), number(row, link[2], link[3])
        if value < end if link[1] == LOW else value > end:
            return i
    return -1


@compiled
def first_risen(table, before, after):
    """The first field that may only fall and rose between two records, or -1."""
    for i in table.falls:
        offset, size = table.numbers[i, 0], table.numbers[i, 1]
        if number(after, offset, size) > number(before, offset, size):
            return i
    return -1


def as_bytes(records: np.ndarray) -> np.ndarray:
    """The same memory as bytes: uint8, shape (n, size of a record)."""
    return records.view(np.uint8).reshape(len(records), records.dtype.itemsize)


# --- what people hand in ------------------------------------------------------------------------------------


def copy_of(game: Game, state: Any) -> np.ndarray:
    """A copy of the battle in an array of shape (1,).

    Raises:
        BadInput: it is no record of the game's rule set.
    """
    if getattr(state, "dtype", None) != game.rules.dtype or np.size(state) != 1:
        raise BadInput(f"state: is not one record of {game.rules.name}, which {game.id} is played with")
    box = np.zeros(1, game.rules.dtype)
    box[0] = state if np.ndim(state) == 0 else state[0]
    return box


def _value(row: np.ndarray, leaf: Leaf) -> int:
    return int(number(row, leaf.offset, signed(leaf)))


def check_values(rules: RuleSet, state: Any, source: str = "state") -> None:
    """Check that every number of a battle is one that the rules can come to.

    Args:
        source: what the battle is called in an error line.

    Raises:
        BadInput: the first that is not: field, value, bounds.
    """
    box = np.zeros(1, rules.dtype)
    box[0] = state if np.ndim(state) == 0 else state[0]
    row = as_bytes(box)[0]
    wrong = first_outside(table(rules), row)
    if wrong >= 0:
        leaf, bound = bounded(rules)[wrong]
        low, high = (
            end if isinstance(end, int) else _value(row, _sibling(rules, leaf, end)) for end in (bound.low, bound.high)
        )
        value = _value(row, leaf)
        raise BadInput(f"{source}: {leaf.name}: {value} does not fit; it must be from {low} to {high}")
    law = broken(box[0])
    if law:
        raise BadInput(f"{source}: {rules.laws[law - 1]}")


def check_seen(game: Game, state: Any, source: str = "state") -> None:
    """Check that every feature of a battle whose values are legal lies within its bounds.

    A field may hold more than any ship of the tables has, which no captain has ever seen.

    Raises:
        BadInput: the first that does not: feature, seat, value, bounds.
    """
    seen = np.zeros((game.seats, len(game.features)), np.float32)
    observe(state if np.ndim(state) == 0 else state[0], seen)
    low, high = game.feature_bounds
    within = (seen >= low) & (seen <= high)
    if not within.all():
        seat, place = np.argwhere(~within)[0].tolist()
        bounds = f"it must be from {low[place]:g} to {high[place]:g}"
        name, value = game.feature_names[place], seen[seat, place]
        raise BadInput(f"{source}: seat {seat} would see {name} as {value:g}; {bounds}")


def action_number(game: Game, name: str, field: str = "orders") -> int:
    """The number of an action by its name.

    Args:
        field: what an error line calls the place where the name stands.

    Raises:
        BadInput: the game has none of that name; the nearest is given.
    """
    if name not in game.actions:
        raise BadInput(f"{field}: {show(name)} is no action of {game.name}; {nearest(name, game.actions)}")
    return game.actions.index(name)


def checked_orders(game: Game, state: Any, orders: Sequence[int] | np.ndarray) -> np.ndarray:
    """The orders as int16, one a seat.

    Raises:
        BadInput: there are too few or too many of them, or one is not legal.
    """
    acts = np.asarray(orders)
    if acts.shape != (game.seats,) or acts.dtype.kind not in "iu":
        raise BadInput(f"orders: {orders!r} are not {game.seats} action numbers, one for each seat")
    mask = np.zeros(len(game.actions), np.int8)
    for seat, act in enumerate(acts.tolist()):
        legal(state, seat, mask)
        if not 0 <= act < len(mask) or not mask[act]:
            name = game.actions[act] if 0 <= act < len(mask) else act
            allowed = [game.actions[i] for i in np.flatnonzero(mask)]
            raise BadInput(f"orders: {name!r} of seat {seat} is not legal now; {nearest(name, allowed)}")
    return acts.astype(np.int16)
