"""Battles on squares for the tests of the rules: ships put where a test wants them, and named orders."""

from collections.abc import Sequence
from typing import Any

from quarterdeck.envs.bearings.tactical import BEARINGS_TACTICAL as TACTICAL
from quarterdeck.envs.bearings.tactical import record as r
from quarterdeck.envs.bearings.tactical import turn
from tests.envs import playing

BOARDER, RUNNER = 0, 1  # seats


def battle(
    boarder: Any = "sloop",
    runner: Any = "sloop",
    places: Sequence[tuple[int, int]] = ((30, 4), (30, 30)),
    headings: Sequence[int] = (r.EAST, r.EAST),
    **scenario: Any,
) -> Any:
    """A battle at its first choice, the boarder's: her captain has the lower Command unless the ships say otherwise.

    Args:
        boarder, runner: a kind, or a ship as a scenario has it.
        places: north-western squares of the two.
        headings: of the two.
    """
    first = {"command": 0} | ({"kind": boarder} if isinstance(boarder, str) else boarder)
    second = {"command": 9} | ({"kind": runner} if isinstance(runner, str) else runner)
    states = TACTICAL.build({"ships": [first, second], **scenario})
    assert len(states) == 1
    state = states[0]
    for ship, (x, y), heading in zip(state.ship, places, headings, strict=True):
        ship.x, ship.y, ship.heading = x, y, heading
    turn.setup(state)
    return state


def legal(state: Any, seat: int | None = None) -> list[str]:
    """The names of the legal actions of a seat, by default of the one on turn, in their order."""
    return playing.legal(TACTICAL, state, int(turn.on_turn(state)) if seat is None else seat)


def play(state: Any, *names: str, rolls: Sequence[int] = ()) -> Any:
    """Play steps of whoever is on turn, in place; the last has exactly these answers to its rolls."""
    for number, name in enumerate(names):
        orders = ["pass"] * r.SEATS
        orders[int(turn.on_turn(state))] = name
        playing.play(TACTICAL, state, orders, rolls if number == len(names) - 1 else ())
    return state


def at(state: Any, seat: int) -> tuple[int, int]:
    """Where a ship lies: her north-western square."""
    return int(state.ship[seat].x), int(state.ship[seat].y)
