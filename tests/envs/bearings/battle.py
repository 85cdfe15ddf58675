"""Encounters for the tests of the rules: built in a line, played by named orders, with the rolls laid down."""

from collections.abc import Callable, Sequence
from typing import Any

from quarterdeck.envs.bearings import BEARINGS_DUEL as DUEL
from quarterdeck.envs.bearings import record as r
from quarterdeck.envs.bearings import turn
from tests.envs import playing


def built(first: Any = "frigate", second: Any = "frigate", **scenario: Any) -> Any:
    """An encounter that waits to be begun: kinds of ship or ships."""
    ships = [ship if isinstance(ship, dict) else {"ship": ship} for ship in (first, second)]
    states = DUEL.build({"ships": ships, **scenario})
    assert len(states) == 1
    return states[0]


def battle(first: Any = "frigate", second: Any = "frigate", rolls: Sequence[int] = (), **scenario: Any) -> Any:
    """An encounter at its first choice, after exactly these rolls."""
    state = built(first, second, **scenario)
    throw(state, rolls, turn.setup, state)
    return state


def at_sea(first: Any = "frigate", second: Any = "frigate", **scenario: Any) -> Any:
    """An encounter in open water with no other place to go to, before its first check."""
    return built(first, second, **{"places": ["open_sea"], **scenario})


def throw(state: Any, rolls: Sequence[int], rule: Callable[..., Any], *args: Any) -> Any:
    """What a rule gives with exactly these answers to its rolls."""
    with playing.rolling(DUEL, state, rolls):
        return rule(*args)


def legal(state: Any, seat: int) -> list[str]:
    """The names of the legal actions, in their order."""
    return playing.legal(DUEL, state, seat)


def play(state: Any, first: str = "pass", second: str = "pass", rolls: Sequence[int] = ()) -> Any:
    """Play one step in place, with exactly these answers to its rolls."""
    return playing.play(DUEL, state, (first, second), rolls)


def lie(state: Any, bearing: int, picker: int = 0, distance: int = r.SHORT) -> Any:
    """Put two ships at a range and a bearing, each showing what it says, and neither having fired."""
    state.range, state.bearing, state.picker = distance, bearing, picker
    state.outcome = r.TRIUMPH if picker == 0 else r.BAD_FAILURE
    orders = [0, 0]
    orders[picker] = r.FIRST_BEARING + bearing
    turn.play_bearing(state, tuple(orders))
    return state


def to_fire(state: Any, bearing: int = r.SIDE_TO_SIDE, picker: int = 0, distance: int = r.SHORT) -> Any:
    """The same, at the moment in which the captains decide whether to fire, with all officers free."""
    for ship in state.ship:
        turn.forget_turn(ship)
    state.turn = max(1, int(state.turn))
    lie(state, bearing, picker, distance)
    state.phase = r.FIRE
    return state
