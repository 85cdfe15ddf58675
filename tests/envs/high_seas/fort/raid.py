"""Raids for the tests of the rules: built in a line, played by named orders, with the rolls laid down."""

from collections.abc import Sequence
from typing import Any

from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.fort import HIGH_SEAS_FORT as FORT
from quarterdeck.envs.high_seas.fort import turn
from tests.envs import playing

BURST = -1000


def raid(ship: Any = "corsair", fort: Any = "small", town: Any = 2, **scenario: Any) -> Any:
    """A raid at its first choice: a hull or a ship, a kind of fort or a fort or none, a town's guns or none."""
    states = FORT.build(
        {
            "ship": ship if isinstance(ship, dict) else {"hull": ship},
            "fort": {"kind": fort} if isinstance(fort, str) else fort,
            "town": {"guns": town} if isinstance(town, int) else town,
            **scenario,
        }
    )
    assert len(states) == 1
    turn.setup(states[0])
    return states[0]


def legal(state: Any, seat: int) -> list[str]:
    """The names of the legal actions, in their order."""
    return playing.legal(FORT, state, seat)


def play(state: Any, ship: str = "pass", shore: str = "pass", rolls: Sequence[int] = ()) -> Any:
    """Play one step in place, with exactly these answers to its rolls."""
    return playing.play(FORT, state, (ship, shore), rolls)


def hold(state: Any, rolls: Sequence[int] = ()) -> Any:
    """End the turn without a shot."""
    return play(state, *("hold" if "hold" in legal(state, seat) else "pass" for seat in range(2)), rolls)


def to_fire(state: Any, order: str = "circle") -> Any:
    """Play a turn up to its gunfire, without a storm."""
    play(state, order)
    if state.phase == r.GRAPPLE:
        play(state, "stand_off")
    assert state.phase == r.FIRE
    return state


def to_storm(state: Any, order: str = "circle") -> Any:
    """Play a turn up to the storm."""
    play(state, order)
    assert state.phase == r.GRAPPLE
    return state


def at_close(ship: Any = "corsair", fort: Any = "small", **scenario: Any) -> Any:
    """A raid that begins under the walls."""
    return raid(ship, fort, range="close", **scenario)


def before_town(ship: Any = "corsair", guns: int = 2, **scenario: Any) -> Any:
    """A raid on a town without a fort."""
    return raid(ship, None, guns, range="medium", **scenario)
