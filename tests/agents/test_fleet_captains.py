"""The captains of large battles: always lawful, each with her habits."""

import numpy as np
import pytest

from quarterdeck.agents.scripted.high_seas_fleet import NAMES
from quarterdeck.envs.captain import script, script_number
from quarterdeck.envs.game import apply, is_over, legal, payoff
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.fleet import HIGH_SEAS_FLEET as FLEET
from quarterdeck.envs.high_seas.fleet import record as f
from quarterdeck.envs.testing import begin
from tests.envs.high_seas.fleet.battle import battle, move, two_on_one


def says(state, seat, name):
    """What a captain would do."""
    mask = np.zeros(len(f.ACTIONS), np.int8)
    legal(state, seat, mask)
    action = script(state, seat, script_number(FLEET.rules, name), mask)
    assert mask[action]
    return f.ACTIONS[action]


def fought(scenario, first, second, seed):
    """The payoff of side 0, whose captains are all the first, against the second."""
    state = begin(FLEET, scenario, seed)
    mask = np.zeros(len(f.ACTIONS), np.int8)
    numbers = [script_number(FLEET.rules, name) for name in (first, second)]
    while not is_over(state):
        orders = np.zeros(f.SHIPS, np.int16)
        for seat in range(int(state.slots)):
            legal(state, seat, mask)
            if mask[0] == 0:
                orders[seat] = script(state, seat, numbers[min(1, int(state.side[seat]))], mask)
                assert mask[orders[seat]]
        apply(state, orders)
    return payoff(state, 0)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scenario", ["convoy", "three_sides"])
def test_always_lawful(name, scenario):
    assert -1 <= fought(scenario, name, "random", 3) <= 1


def test_an_admiral_beats_captains_without_a_plan():
    worth = [fought("default", "admiral", "random", seed) for seed in range(6)]
    assert np.mean(worth) > 0.5


def test_an_admiral_attacks_what_she_recognises():
    """HS-MEET-15"""
    state = battle(["corsair"], ["corsair", "corsair"], range="extreme", ranges=[{"ships": [0, 2], "range": "far"}])
    assert says(state, 0, "admiral") == "bear_down:2"


def test_an_admiral_reinforces():
    """HS-MEET-15: of two enemies alike the one whom her own ships are at."""
    state = battle(
        ["small_warship"] * 3, ["small_warship"] * 2, range="medium", ranges=[{"ships": [1, 4], "range": "short"}]
    )
    assert says(state, 0, "admiral") == "circle:3+4"
    state.ranges[0, 3] = state.ranges[0, 4] = state.ranges[3, 0] = state.ranges[4, 0] = r.LONG
    assert says(state, 0, "admiral") == "bear_down:4"
    assert says(state, 0, "gunner") == "bear_down:3"


def test_an_admiral_keeps_the_mission():
    """HS-MEET-15: merchantmen sail on, their escorts turn on the hunters, and those close with the merchantmen."""
    state = battle(["merchantman", "small_warship"], ["corsair"], missions=["run", "hunt"])
    assert says(state, 0, "admiral").startswith("evade")
    assert not says(state, 1, "admiral").startswith("evade")
    assert says(state, 2, "admiral").startswith("bear_down:0")


def test_a_patrol_attacks_unless_outnumbered():
    """HS-MEET-13, HS-MEET-14"""
    state = battle(["small_warship"], ["small_warship"])
    assert says(state, 0, "patrol") == "bear_down:1"
    state = battle(["small_warship"], ["small_warship"] * 2)
    assert says(state, 0, "patrol").startswith("evade")
    assert says(state, 1, "patrol") == "bear_down:0"


def test_habits():
    """HS-MEET-11: a merchant slips away without a shot, a runner fires at the rigging of who follows."""
    state = two_on_one(range="short")
    assert says(state, 2, "runner").startswith("evade") and says(state, 2, "merchant").startswith("evade")
    assert says(state, 0, "boarder") == "bear_down:2" and says(state, 0, "gunner") == "circle:2"
    move(state, "circle:2", "circle:2", "evade")
    assert says(state, 2, "merchant") == "hold"
    assert says(state, 2, "runner").split("@")[1].startswith("rigging")
    assert says(state, 0, "gunner").split("@")[1] == "hull:2"


def test_a_boarder_grapples_whom_she_can_beat():
    """HS-GRAPPLE-1"""
    pirates, merchants = {"hull": "corsair"}, {"hull": "merchantman", "crew": {"kind": "merchant"}}
    state = battle([pirates], [merchants, pirates], range="close")
    move(state, "circle:1", "circle:0", "circle:0", rolls=[0, 0])
    assert says(state, 0, "boarder") == "grapple:1"
    assert says(state, 1, "boarder") == "stand_off"


def test_who_sees_no_enemy_comes_back():
    """HS-FLEET-11"""
    state = two_on_one(range="extreme")
    move(state, "circle:2", "bear_down:2", "evade", rolls=[2])
    while state.phase != f.ORDERS:
        for seat in (1, 2):
            assert says(state, seat, "admiral")
        apply(state, np.array([f.HOLD if (state.asked >> seat) & 1 else 0 for seat in range(f.SHIPS)], np.int16))
    assert says(state, 0, "admiral") == "rejoin"
