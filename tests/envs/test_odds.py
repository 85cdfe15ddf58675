"""Exact odds of whole steps, held against seeded play."""

import os
import time

import numpy as np
import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs import chance, odds
from quarterdeck.envs.forecast import forecast
from quarterdeck.envs.game import apply, setup
from quarterdeck.envs.high_seas import HIGH_SEAS_CHASE, HIGH_SEAS_DUEL
from quarterdeck.envs.high_seas import record as r
from tests.envs.many_rolls import MANY

EXACT = 1e-12
ACTION = HIGH_SEAS_DUEL.actions.index


def battle(game=HIGH_SEAS_DUEL, ships=("large_warship", "galleon"), range_="medium", seed=1):
    """A battle before its first orders."""
    state = game.build({"ships": [{"hull": hull} for hull in ships], "range": range_})[0]
    state.dice.generator = seed
    setup(state)
    return state


def played(state, *steps):
    """The battle after some seeded steps, by the names of the orders."""
    for orders in steps:
        apply(state, np.array([ACTION(order) for order in orders], np.int16))
    return state


def seeded_ends(state, orders, times):
    """The ends of many seeded steps from the same battle, each with other dice."""
    ends = np.zeros(times, state.dtype)
    ends[:] = state
    acts = np.array(orders, np.int16)
    for i in range(times):
        ends[i].dice.generator = chance.mix(i)
        apply(ends[i], acts)
    ends["dice"] = state.dice
    ends["range"] = np.minimum(ends["range"], state.sight + 1)  # out of sight is out of sight
    return ends


def counted(ends, weights):
    table = {}
    for end, weight in zip(ends, weights):
        key = end.tobytes()
        table[key] = table.get(key, 0) + weight
    return table


STEPS = {
    "broadsides": (
        [("bear_down", "circle"), ("steady", "steady")],
        ("port@hull", "starboard@rigging"),
    ),
    "chase with a mishap": ([("bear_down+wet_sails", "evade")], ("maneuver", "steady")),
    "strained sails and rudder": (
        [("bear_down+wet_sails", "circle+hard_turns"), ("steady", "steady")],
        ("hold", "port@hull"),
    ),
}


@pytest.mark.parametrize("name", STEPS)
def test_a_step_against_seeded_play(name):
    """20,000 seeded steps end only where the walk ends, and each end as often as it says."""
    before, orders = STEPS[name]
    state = played(battle(), *before)
    orders = [ACTION(order) for order in orders]
    untouched = state.tobytes()
    ends, chances = odds.outcomes_of_step(HIGH_SEAS_DUEL, state, orders)
    assert state.tobytes() == untouched
    assert len({end.tobytes() for end in ends}) == len(ends) > 10
    assert chances.sum() == pytest.approx(1, abs=EXACT)
    ends["range"] = np.minimum(ends["range"], state.sight + 1)
    walked = counted(ends, chances)
    times = 20_000
    seen = counted(seeded_ends(state, orders, times), np.ones(times))
    assert set(seen) <= set(walked)
    for key, share in walked.items():
        spread = np.sqrt(times * share * (1 - share))
        assert abs(seen.get(key, 0) - times * share) <= 6 * spread + 3


def test_a_boarding_step_against_seeded_play():
    """Grapples, firearms, pont guns and two exchanges: compared by the squads left."""
    state = played(
        battle(ships=("corsair", "small_warship"), range_="close"), ("circle", "circle"), ("steady", "steady")
    )
    assert state.phase == r.GRAPPLE
    orders = [ACTION("grapple"), ACTION("stand_off")]
    ends, chances = odds.outcomes_of_step(HIGH_SEAS_DUEL, state, orders)
    assert chances.sum() == pytest.approx(1, abs=EXACT)
    drawn = seeded_ends(state, orders, 20_000)
    for seat in range(2):
        squads = ends["ship"]["squads"][:, seat].astype(float)
        found = drawn["ship"]["squads"][:, seat]
        assert squads @ chances == pytest.approx(found.mean(), abs=6 * found.std() / np.sqrt(20_000))
    taken = (ends["ending"] == r.TAKEN) @ chances
    assert taken == pytest.approx((drawn["ending"] == r.TAKEN).mean(), abs=0.02)


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="measures compiled code")
@pytest.mark.parametrize("orders", [("bear_down", "circle"), ("bear_down+wet_sails", "circle+hard_turns")])
def test_a_heavy_turn_takes_milliseconds(orders):
    """Both orders, a Handling roll, two broadsides: walked in compiled code, in less than 0.05 s on an idle machine.
    The bound leaves room for a busy one.
    """
    state = battle()
    times = []
    for _ in range(7):
        start = time.perf_counter()
        found = forecast(HIGH_SEAS_DUEL, state, orders)
        times.append(time.perf_counter() - start)
    assert found.walked.total == pytest.approx(1, abs=1e-9)
    assert min(times) < 0.1


def test_a_step_without_rolls_has_one_end():
    state = battle()
    ends, chances = odds.outcomes_of_step(HIGH_SEAS_DUEL, state, [ACTION("circle"), ACTION("circle")])
    assert (len(ends), chances.tolist()) == (1, [1.0])
    assert ends[0].dice == state.dice


def endless():
    """Grappled, and no gun left to fire: the melee is fought out in one step."""
    state = battle(ships=("corsair", "corsair"), range_="close")
    state.grappled = 1
    state.phase = r.FIRE
    state.ship["guns"] = 0
    state.ship["guns"][:, 0] = 1
    state.ship["squads"] = 4
    state.ship["arcs"] = r.ARC_BROADSIDE
    state.ship["powder"] = 1
    return state


def test_a_step_of_too_many_rolls_is_refused():
    with pytest.raises(ValueError, match="more than 28 rolls"):
        odds.outcomes_of_step(MANY, MANY.build("any")[0], [1])


def test_unlikely_paths_can_be_left_out():
    ends, chances = odds.outcomes_of_step(
        HIGH_SEAS_DUEL, endless(), [ACTION("port@hull"), ACTION("port@hull")], least=1e-4
    )
    assert 0.5 < chances.sum() < 1
    assert len(ends) > 1


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        ([ACTION("port@hull"), ACTION("circle")], "'port@hull' of seat 0 is not legal now"),
        ([ACTION("circle"), 99], "99 of seat 1 is not legal now"),
        ([ACTION("circle"), -1], "-1 of seat 1 is not legal now"),
        ([ACTION("circle")], "are not 2 action numbers"),
        ([1.5, 2.5], "are not 2 action numbers"),
    ],
)
def test_orders_that_cannot_be_played_are_refused(orders, said):
    with pytest.raises(BadInput, match=said):
        odds.outcomes_of_step(HIGH_SEAS_DUEL, battle(), orders)


def test_a_state_of_something_else_is_refused():
    with pytest.raises(BadInput, match="is not one record of high_seas"):
        odds.outcomes_of_step(HIGH_SEAS_CHASE, np.zeros(1, np.int64)[0], [1, 1])
