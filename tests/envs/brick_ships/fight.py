"""Battles for the tests of the rules: built in a line, ships put in their places, rolls laid down."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from quarterdeck.envs.brick_ships import BRICK_SHIPS_DUEL as DUEL
from quarterdeck.envs.brick_ships import record as r
from quarterdeck.envs.brick_ships import turn
from tests.envs import playing


def fight(first: Any = "frigate", second: Any = "frigate", **scenario: Any) -> Any:
    """A battle at its first choice between two kinds of ships, or two ships; 30 inches apart, bow to bow."""
    ships = [one if isinstance(one, dict) else {"kind": one} for one in (first, second)]
    states = DUEL.build({"ships": ships, **scenario})
    assert len(states) == 1
    turn.setup(states[0])
    return states[0]


def put(state: Any, seat: int, x: float, y: float, heading: float) -> None:
    """Put a ship on the table, in inches and degrees."""
    ship = state.ship[seat]
    ship.x, ship.y, ship.heading = round(100 * x), round(100 * y), round(2 * heading)
    turn.measure(state)


def man(state: Any, seat: int, **stations: int) -> Any:
    """Set how many stand at each station; nobody at those left out. The ship."""
    ship = state.ship[seat]
    for number, name in enumerate(r.STATIONS):
        ship.hands[number] = stations.get(name, 0)
    return ship


def rolling(state: Any, *rolls: int) -> AbstractContextManager[None]:
    """What happens inside rolls exactly these answers."""
    return playing.rolling(DUEL, state, rolls)


def legal(state: Any, seat: int) -> list[str]:
    """The names of the legal actions, in their order."""
    return playing.legal(DUEL, state, seat)


def play(state: Any, one: str = "pass", other: str = "pass", rolls: Sequence[int] = ()) -> Any:
    """Play one step in place, with exactly these answers to its rolls."""
    return playing.play(DUEL, state, (one, other), rolls)


def alongside(first: Any = "frigate", second: Any = "frigate", gap: float = 2.0, **scenario: Any) -> Any:
    """Two ships on the same course, so many inches between their sides."""
    state = fight(first, second, **scenario)
    put(state, 0, 36, 24, 0)
    put(state, 1, 36 + gap + (int(state.ship[0].beam) + int(state.ship[1].beam)) / 200, 24, 0)
    return state


def at_ropes(state: Any) -> Any:
    """The same battle in its ropes phase, where both have all hands at the ropes."""
    state.phase = r.BOARD
    return state
