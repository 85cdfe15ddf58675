"""Large battles for the tests of the rules: built in a line, played by named orders, with the rolls laid down."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from quarterdeck.envs.captain import random_legal
from quarterdeck.envs.high_seas.fleet import HIGH_SEAS_FLEET as FLEET
from quarterdeck.envs.high_seas.fleet import orders, turn
from quarterdeck.envs.high_seas.fleet import record as f
from quarterdeck.envs.testing import begin
from tests.envs import playing


def waiting(*sides: Any, missions: Sequence[str] = (), formation: str = "short", **scenario: Any) -> Any:
    """A battle that is not begun. A side is a list of ships, a ship a hull or the mapping of a scenario."""
    given = [
        {
            "ships": [ship if isinstance(ship, dict) else {"hull": ship} for ship in side],
            "mission": missions[number] if missions else "duel",
            "formation": formation,
        }
        for number, side in enumerate(sides)
    ]
    states = FLEET.build({"sides": given, **scenario})
    assert len(states) == 1
    return states[0]


def battle(*sides: Any, **scenario: Any) -> Any:
    """A battle at its first choice."""
    state = waiting(*sides, **scenario)
    turn.setup(state)
    return state


def two_on_one(**scenario: Any) -> Any:
    """Two small warships (0, 1) against a corsair (2)."""
    return battle(["small_warship", "small_warship"], ["corsair"], **scenario)


def legal(state: Any, seat: int) -> list[str]:
    """The names of the legal actions, in their order."""
    return playing.legal(FLEET, state, seat)


def play(state: Any, chosen: Sequence[str], rolls: Sequence[int] = ()) -> Any:
    """Play one step in place, with exactly these answers to its rolls; orders left out are `pass`."""
    return playing.play(FLEET, state, chosen, rolls)


def all_choose(state: Any, choice: str, rolls: Sequence[int] = ()) -> Any:
    """Everybody who has the choice takes it, the others pass."""
    return play(state, [choice if choice in legal(state, seat) else "pass" for seat in range(f.SHIPS)], rolls)


def move(state: Any, *chosen: str, rolls: Sequence[int] = ()) -> Any:
    """Play the orders of a turn and no Brilliant Maneuver; the rolls are those of the movement."""
    play(state, chosen)
    if state.ending == f.RUNNING and state.phase == f.MANEUVER:
        all_choose(state, "steady", rolls)
    return state


def to_fire(state: Any, *chosen: str, rolls: Sequence[int] = ()) -> Any:
    """Play a turn up to its gunfire, without a try to grapple."""
    move(state, *chosen, rolls=rolls)
    if state.phase == f.GRAPPLE:
        all_choose(state, "stand_off")
    assert state.phase == f.FIRE
    return state


def ranges(state: Any, seat: int) -> list[int]:
    """The ranges to the other ships of the battle, in the order of the slots."""
    return [int(state.ranges[seat, other]) for other in range(int(state.slots)) if other != seat]


def shots(state: Any, seat: int) -> set[str]:
    """What a ship may fire at whom now, as `port:2`."""
    return {f"{name.split('@')[0]}:{name.split(':')[1]}" for name in legal(state, seat) if "@" in name}


def begun(scenario: str, seed: int) -> Any:
    """A battle at its first choice."""
    return begin(FLEET, scenario, seed)


def steps(scenario: str, seed: int) -> Iterator[tuple[Any, np.ndarray, Any]]:
    """(battle before, orders, battle after) of each step of a battle of random captains."""
    state = begun(scenario, seed)
    mask = np.zeros(len(f.ACTIONS), np.int8)
    while not turn.is_over(state):
        chosen = np.zeros(f.SHIPS, np.int16)
        for seat in range(f.SHIPS):
            orders.legal(state, seat, mask)
            assert mask.any() and set(np.unique(mask)) <= {0, 1} and mask[0] == (not mask[1:].any())
            chosen[seat] = random_legal(state.captain, seat, mask)
        before = state.copy()
        turn.apply(state, chosen)
        yield before, chosen, state
