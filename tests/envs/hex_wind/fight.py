"""Fights for the tests of the rules: two ships put on the map, played by named orders, with the rolls laid down."""

from collections.abc import Sequence
from typing import Any

from quarterdeck.envs.hex_wind import HEX_WIND_DUEL as DUEL
from quarterdeck.envs.hex_wind import record as r
from quarterdeck.envs.hex_wind import sea, turn
from tests.envs import playing

EAST, NORTH_EAST, NORTH_WEST, WEST, SOUTH_WEST, SOUTH_EAST = range(6)

# hit or miss of 100, initiative to seat 0 or 1
HIT, MISS = 100, 1
FIRST, SECOND = 1, -1


def fight(
    first: Any = "trading_ship",
    second: Any = "trading_ship",
    wind: str = "good",
    toward: int = SOUTH_WEST,
    at: Sequence[tuple[int, int, int]] = ((10, 20, EAST), (30, 20, EAST)),
    speed: tuple[int, int] = (0, 0),
    **scenario: Any,
) -> Any:
    """A fight at its first orders for speed, seat 0 with the initiative.

    Args:
        first, second: a class without weapons, or a ship as in a scenario.
        toward: the wind blows between this facing and the next one to port; by default due south, so that east and
            west lie across it, the two northern facings into it and the two southern ones with it.
        at: column, row and facing of each bow.
        speed: of each ship.
    """
    ships = [ship if isinstance(ship, dict) else {"kind": ship, "weapons": {}} for ship in (first, second)]
    states = DUEL.build({"ships": ships, "wind": {"strength": wind, "toward": toward}, "bearing": 0, **scenario})
    assert len(states) == 1
    state = states[0]
    turn.setup(state)
    for ship, (column, row, facing), way in zip(state.ship, at, speed, strict=True):
        ship.q, ship.r, ship.facing, ship.speed = column - (row >> 1), row, facing, way
    state.first = 0
    sea.take_bearings(state)
    return state


def legal(state: Any, seat: int) -> list[str]:
    """The names of the legal actions, in their order."""
    return playing.legal(DUEL, state, seat)


def play(state: Any, first: str = "pass", second: str = "pass", rolls: Sequence[int] = ()) -> Any:
    """Play one step in place, with exactly these answers to its rolls."""
    return playing.play(DUEL, state, (first, second), rolls)


def sail(state: Any, first: str = "steady", second: str = "steady", rolls: Sequence[int] = (FIRST,)) -> Any:
    """Both set their speed; by default the quint then runs to its end, seat 0 winning the next initiative."""
    return play(state, first, second, rolls)


def where(ship: Any) -> tuple[int, int, int]:
    """Column, row and facing of the bow."""
    return sea.column(ship.q, ship.r), int(ship.r), int(ship.facing)


def to_fire(state: Any) -> Any:
    """Go to the fire of this quint with the ships as they lie."""
    state.phase, state.acted = r.FIRE, 0
    return state
