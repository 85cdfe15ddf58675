"""Exact odds, held against icepool and against seeded play. HS-DICE-1 to HS-DICE-8"""

import time

import icepool
import numpy as np
import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs import chance, odds, outcomes
from quarterdeck.envs.game import apply, setup
from quarterdeck.envs.high_seas import HIGH_SEAS_CHASE, HIGH_SEAS_DUEL
from quarterdeck.envs.high_seas import record as r
from tests.envs.asks import ASKS, told_apart, want
from tests.envs.many_rolls import MANY

D10 = icepool.d10.explode(depth=12)  # leaves out less than 1e-13
EXACT = 1e-12
ACTION = HIGH_SEAS_DUEL.actions.index


def keep(dice, kept):
    """The distribution of the best `kept` of `dice`, by icepool."""
    if dice <= 0:
        return icepool.Die([0])
    return D10.highest(dice, min(kept, dice)) if kept < dice else dice @ D10


def by_icepool(ask):
    """The odds of an ask worked out independently: {what stands on the tape, in its class: probability}."""
    numbers = dict(zip(chance.WANT, ask))
    dice, bonus, target = numbers["dice"], numbers["bonus"], numbers["target"]
    kind = ask[0]
    if kind == chance.DICE:
        die = dice @ icepool.d(numbers["sides"]) if dice > 0 else icepool.Die([0])
    elif kind == chance.AT_LEAST:
        die = icepool.d(numbers["sides"]).map(lambda face: target if face >= target else target - 1)
    elif kind == chance.COUNT:
        die = dice @ icepool.d10.map(lambda face: int(face >= target)) if dice > 0 else icepool.Die([0])
    elif kind == chance.CONTEST:
        die = keep(dice, numbers["keep"]) + bonus - keep(numbers["other_dice"], numbers["other_keep"])
    elif kind == chance.DAMAGE:
        die = keep(dice, numbers["keep"]).map(lambda total: -(-total * target // 10))
    else:
        die = keep(dice, numbers["keep"]) + bonus
    return {int(total): float(die.probability(total)) for total in die.outcomes()}


def in_classes(ask, totals):
    """Put totals that the rule cannot tell apart together; all ones are a mishap."""
    classes = {}
    for total, share in totals.items():
        if ask[0] == chance.CHECK:
            name = ask[9] if total >= ask[9] else ask[9] - 1
        elif ask[0] == chance.AT_LEAST:
            name = total if ask[9] <= ask[11] else ask[11]
        else:
            name = int(told_apart(ask, np.int64(total)))
        classes[name] = classes.get(name, 0.0) + share
    if ask[0] == chance.CHECK and ask[4] > 0:
        all_ones = ask[9] if min(ask[4], ask[5]) + ask[8] >= ask[9] else ask[9] - 1
        classes[chance.MISHAP_TOTAL] = 0.1 ** ask[4]
        classes[all_ones] -= 0.1 ** ask[4]
    return {name: share for name, share in classes.items() if share > EXACT}


@pytest.mark.parametrize("name", ASKS)
def test_every_kind_of_ask_against_icepool(name):
    ask = ASKS[name]
    answers, chances = outcomes.outcomes(ask)
    mine = {answer: share for answer, share in zip(answers.tolist(), chances.tolist()) if share > EXACT}
    assert mine == pytest.approx(in_classes(ask, by_icepool(ask)), abs=EXACT)
    assert len(set(answers.tolist())) == len(answers)
    assert chances.sum() == pytest.approx(1, abs=EXACT)


@pytest.mark.parametrize(("dice", "kept"), [(1, 1), (2, 2), (3, 2), (5, 3), (6, 1), (4, 4), (8, 8), (10, 3)])
def test_totals_of_roll_and_keep_against_icepool(dice, kept):
    totals = outcomes.kept_totals(dice, kept)
    oracle = keep(dice, kept)
    expected = np.zeros(outcomes.LIMIT + 1)
    for total in oracle.outcomes():
        expected[min(outcomes.LIMIT, total)] += float(oracle.probability(total))
    assert totals == pytest.approx(expected, abs=EXACT)


def test_means_of_the_reference_rolls():
    """5k3 has a mean of 24.51 and 2k2 of 12.2: two dice of 5.5 / 0.9 each."""
    points = np.arange(outcomes.LIMIT + 1)
    assert outcomes.kept_totals(5, 3) @ points == pytest.approx(24.51, abs=0.005)
    assert outcomes.kept_totals(2, 2) @ points == pytest.approx(2 * 5.5 / 0.9, abs=1e-9)


def test_little_is_counted_together_at_the_limit():
    assert outcomes.kept_totals(10, 10)[outcomes.LIMIT] < 1e-8
    assert outcomes.kept_totals(4, 4)[outcomes.LIMIT] < 1e-13


def test_a_check_has_three_branches_and_a_chase_as_many_as_it_tells_apart():
    assert outcomes.outcomes(want(chance.CHECK, 2, 2, target=20))[0].tolist() == [19, 20, chance.MISHAP_TOTAL]
    assert outcomes.outcomes(want(chance.CONTEST, 2, 2, 2, 2, limit=1))[0].tolist() == [-1, 0, 1]
    chase = outcomes.outcomes(want(chance.CONTEST, 2, 2, 2, 2, target=10, limit=2))[0]
    assert chase.tolist() == [-20, -10, -1, 0, 1, 10, 20]


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        ((1, 2, 3), "are not 12 numbers"),
        (want(99), "are not 12 numbers"),
        (want(chance.DICE, 20, 20, sides=100), "more than 512 outcomes"),
        (want(chance.COUNT, 900, 900, target=5, limit=900), "more than 512 outcomes"),
    ],
)
def test_an_ask_that_is_none_is_refused(ask, said):
    with pytest.raises(BadInput, match=said):
        outcomes.outcomes(ask)


# --- whole steps


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


def test_a_heavy_turn_takes_milliseconds():
    """Bear Down against Circle, then both broadsides: the walk is compiled, not driven from Python."""
    state = played(battle(), ("bear_down", "circle"), ("steady", "steady"))
    orders = [ACTION("port@hull"), ACTION("port@hull")]
    times = []
    for _ in range(5):
        start = time.perf_counter()
        odds.outcomes_of_step(HIGH_SEAS_DUEL, state, orders)
        times.append(time.perf_counter() - start)
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
