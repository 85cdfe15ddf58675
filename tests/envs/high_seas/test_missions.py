"""What the end of a battle is worth."""

import pytest

from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas import turn
from tests.envs.high_seas.battle import battle, hold, play, to_fire, waiting

SAFE, SUNK, TAKEN = (0, 0), (1, 0), (0, 1)


def payoffs(missions, ending, mine, theirs):
    state = waiting(missions=missions)
    state.ending = ending
    for ship, fate in zip(state.ship, (mine, theirs), strict=True):
        ship.sunk, ship.taken = fate
    return turn.payoff(state, 0), turn.payoff(state, 1)


@pytest.mark.parametrize(
    ("ending", "mine", "theirs", "value"),
    [
        (r.RUNNING, SAFE, SAFE, 0),
        (r.SUNK, SAFE, SUNK, 1),
        (r.TAKEN, SAFE, TAKEN, 1),
        (r.SUNK, SUNK, SAFE, -1),
        (r.TAKEN, TAKEN, SAFE, -1),
        (r.SUNK, SUNK, SUNK, 0),
        (r.ESCAPED, SAFE, SAFE, 0),
        (r.NIGHTFALL, SAFE, SAFE, 0),
    ],
)
def test_duel(ending, mine, theirs, value):
    """HS-MISSION-1, HS-MISSION-4: sunk or taken; both, neither, an escape or nightfall are nothing."""
    assert payoffs(["duel", "duel"], ending, mine, theirs) == (value, -value)


@pytest.mark.parametrize(
    ("ending", "runner", "hunter", "value"),
    [
        (r.RUNNING, SAFE, SAFE, 0),
        (r.ESCAPED, SAFE, SAFE, 1),
        (r.NIGHTFALL, SAFE, SAFE, 1),
        (r.SUNK, SUNK, SAFE, -1),
        (r.TAKEN, TAKEN, SAFE, -1),
        (r.SUNK, SAFE, SUNK, 1),
        (r.TAKEN, SAFE, TAKEN, 1),
        (r.SUNK, SUNK, SUNK, -1),
    ],
)
def test_run_and_hunt(ending, runner, hunter, value):
    """HS-MISSION-2, HS-MISSION-3: away or nightfall is won by the runner; the hunter has the negative."""
    assert payoffs(["run", "hunt"], ending, runner, hunter) == (value, -value)
    assert payoffs(["hunt", "run"], ending, hunter, runner) == (-value, value)


def test_played_to_nightfall():
    """HS-MISSION-2, HS-MISSION-4: the same night, by mission."""
    for missions, expected in ((["duel", "duel"], (0, 0)), (["run", "hunt"], (1, -1))):
        state = hold(to_fire(battle(missions=missions, nightfall=1)))
        assert (turn.payoff(state, 0), turn.payoff(state, 1)) == expected


def test_hunter_who_lets_go():
    """HS-MISSION-3: if both Evade the runner is away."""
    state = play(battle(missions=["run", "hunt"]), "evade", "evade")
    assert (turn.payoff(state, 0), turn.payoff(state, 1)) == (1, -1)
