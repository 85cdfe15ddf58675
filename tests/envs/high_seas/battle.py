"""Battles for the tests of the rules: built in a line, played by named orders, with the rolls laid down."""

from collections.abc import Sequence
from typing import Any

from quarterdeck.envs.high_seas import (
    HIGH_SEAS_BOARDING,
    HIGH_SEAS_BROADSIDE,
    HIGH_SEAS_CHASE,
    HIGH_SEAS_DUEL,
    turn,
)
from quarterdeck.envs.high_seas import record as r
from tests.envs import playing

DUEL, CHASE, BROADSIDE, BOARDING = HIGH_SEAS_DUEL, HIGH_SEAS_CHASE, HIGH_SEAS_BROADSIDE, HIGH_SEAS_BOARDING


def waiting(first: Any = "corsair", second: Any = "corsair", game: Any = DUEL, **scenario: Any) -> Any:
    """A battle that is not begun; a ship is a hull or the mapping of a scenario."""
    ships = [ship if isinstance(ship, dict) else {"hull": ship} for ship in (first, second)]
    states = game.build({"ships": ships, **scenario})
    assert len(states) == 1
    return states[0]


def battle(first: Any = "corsair", second: Any = "corsair", game: Any = DUEL, **scenario: Any) -> Any:
    """A battle at its first choice."""
    state = waiting(first, second, game, **scenario)
    turn.setup(state)
    return state


def legal(state: Any, seat: int) -> list[str]:
    """The names of the legal actions, in their order."""
    return playing.legal(DUEL, state, seat)


def play(state: Any, first: str = "pass", second: str = "pass", rolls: Sequence[int] = ()) -> Any:
    """Play one step in place, with exactly these answers to its rolls."""
    return playing.play(DUEL, state, (first, second), rolls)


def orders(state: Any, first: str, second: str, rolls: Sequence[int] = ()) -> Any:
    """Play the orders and no Brilliant Maneuver; the rolls are those of the movement and what follows
    unasked.
    """
    play(state, first, second)
    if state.phase == r.MANEUVER and state.ending == r.RUNNING:
        play(state, "steady", "steady", rolls)
    return state


def to_fire(state: Any, first: str = "circle", second: str = "circle", rolls: Sequence[int] = (0,)) -> Any:
    """Play a turn up to its gunfire, without a try to grapple."""
    orders(state, first, second, rolls)
    if state.phase == r.GRAPPLE:
        play(state, *("stand_off" if "stand_off" in legal(state, seat) else "pass" for seat in (0, 1)))
    assert state.phase == r.FIRE
    return state


def hold(state: Any, rolls: Sequence[int] = ()) -> Any:
    """End the turn without a shot."""
    return play(state, *("hold" if "hold" in legal(state, seat) else "pass" for seat in (0, 1)), rolls)


def grappled(first: Any = "corsair", second: Any = "corsair", rolls: Sequence[int] = (), **scenario: Any) -> Any:
    """Two ships at Close, of which the first has thrown grapples that hold; `rolls` are those of the
    melee.
    """
    state = battle(first, second, range="close", **scenario)
    orders(state, "circle", "circle", [0])
    return play(state, "grapple", "stand_off", [10, *rolls])


def batteries(state: Any, seat: int) -> set[str]:
    """The batteries that may fire now."""
    return {name.split("@")[0] for name in legal(state, seat) if "@" in name}


def shows(state: Any) -> int:
    """The range."""
    return int(state.range)
