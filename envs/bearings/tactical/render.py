"""A battle on squares as text, and what its actions mean; `story` tells it as it happens, `picture` paints it."""

from textwrap import wrap
from typing import Any

from . import helm, turn
from . import record as r
from . import squares as q
from .picture import picture
from .story import NAMES, count, narrate, result

__all__ = ["MEANINGS", "NAMES", "describe", "narrate", "picture"]

WIDTH = 78
SHARE = 2  # squares of the map, either way, that one character stands for
LETTERS = ("A", "B")
BOWS = "^>v<"

# one line an action, in the order of `ACTIONS`
MEANINGS = (
    "nothing to decide",
    "go one square ahead",
    "go one square diagonally, ahead and to port",
    "go one square diagonally, ahead and to starboard",
    "turn 90 degrees to port; she must have gone half her length since the last turn",
    "turn 90 degrees to starboard; she must have gone half her length since the last turn",
    "go one square astern, at half speed; first she must lie still for two turns fully crewed",
    "end the turn where she is",
)


def describe(state: Any, names: tuple[str, ...] = NAMES) -> str:
    """The battle as text for a terminal, at most 78 columns wide.

    A character of the map stands for two by two squares: letters are ships, their arrows the bows, `.` the wakes, `#`
    rocks; the far edge is on the right.

    Args:
        state: one battle.
        names: what the ships are called, by seat.
    """
    parts = [_heading(state), *_map(state), ""]
    for seat in range(r.SEATS):
        parts += _ship_block(state, seat, names[seat])
    if state.ending != r.RUNNING:
        parts += ["", result(state, names)]
    return "\n".join(line.rstrip() for line in parts)


def _heading(state: Any) -> str:
    """Round and distance in one rule across the page."""
    left = f"── Round {state.turn} of {state.rounds} · "
    left += f"{r.PHASES[state.phase]} " if state.ending == r.RUNNING else f"{r.ENDINGS[state.ending]} "
    distance = helm.apart(state)
    right = f" {count(distance, 'square')} apart ──" if distance else " side by side ──"
    return left + "─" * (WIDTH - len(left) - len(right)) + right


def _map(state: Any) -> list[str]:
    """Every second row and column of the map, in a frame."""
    columns, rows = -(-int(state.width) // SHARE), -(-int(state.height) // SHARE)
    page = [[" "] * columns for _ in range(rows)]
    for number in range(int(state.rocks)):
        _paint(page, helm.rock_place(state, number), "#")
    for ship in state.ship:
        for x, y in ship.wake:
            if x >= 0:
                _paint(page, (int(x), int(y), int(x), int(y)), ".")
    for seat, ship in enumerate(state.ship):
        where = q.place(ship)
        _paint(page, where, LETTERS[seat])
        _paint(page, _bow(where, int(ship.heading)), BOWS[ship.heading])
    rim = "  +" + "-" * columns
    return [rim + "+", *("  |" + "".join(line) + ">" for line in page), rim + "+"]


def _bow(where: tuple[int, ...], heading: int) -> tuple[int, ...]:
    """The foremost squares of a place."""
    west, north, east, south = where
    return (
        (west, north, east, north),
        (east, north, east, south),
        (west, south, east, south),
        (west, north, west, south),
    )[heading]


def _paint(page: list[list[str]], where: tuple[int, ...], mark: str) -> None:
    """Put a mark wherever a character stands for one of these squares."""
    for row in range(where[1] // SHARE, where[3] // SHARE + 1):
        for column in range(where[0] // SHARE, where[2] // SHARE + 1):
            if 0 <= row < len(page) and 0 <= column < len(page[0]):
                page[row][column] = mark


def _ship_block(state: Any, seat: int, name: str) -> list[str]:
    """All that a captain wants to know about one ship."""
    ship = state.ship[seat]
    kind = r.KINDS[ship.kind].replace("_", " ")
    title = f"{LETTERS[seat]} {name}, {kind}, {_MISSION_WORDS[ship.mission]}"
    rates = f"Command {ship.command}   Hull {ship.hull}/{ship.hull_max}"
    need = max(0, int(ship.turn_after) - int(ship.run))
    ready = f"may turn after {count(need, 'more square')}" if need else "may turn"
    lines = [
        title.ljust(WIDTH - len(rates)) + rates,
        f"  heads {r.HEADINGS[ship.heading]}, {ready}; speed {ship.speed}, {count(int(ship.way), 'square')} last turn",
    ]
    marks = [words for is_so, words in _flags(state, seat) if is_so]
    return lines + wrap(", ".join(marks), WIDTH, initial_indent="  ", subsequent_indent="  ")


_MISSION_WORDS = ("out to board", "out to get away")


def _flags(state: Any, seat: int) -> list[tuple[Any, str]]:
    """What may be the matter with a ship, in words."""
    ship = state.ship[seat]
    left = helm.allowance(ship, ship.gear) - ship.moved
    sails = state.ending == r.RUNNING and turn.on_turn(state) == seat and state.helm
    return [
        (sails, f"her turn: {count(max(0, int(left)), 'square')} left"),
        (not helm.commanded(ship, state.turn), "nobody in command"),
        (not helm.piloted(ship, state.turn), "too few hands to pilot her"),
        (ship.gear == r.BACKWARD, "going astern"),
        (ship.lost, "loses her next turn"),
        (helm.may_shift(ship), "may go the other way"),
        (turn.must_save(ship), f"flooding, {count(int(ship.failed), 'failure')} of {r.SAVES}"),
        (ship.steady, "flooded, but steady"),
        (ship.failed >= r.SAVES, f"going down: {(int(ship.freeboard) - int(ship.down)) * 5} feet left"),
    ]
