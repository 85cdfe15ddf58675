"""Exact odds, held against icepool and against seeded play. HS-DICE-1 to HS-DICE-8"""

import os
import time

import icepool
import numpy as np
import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs import chance, odds, outcomes
from quarterdeck.envs.forecast import forecast
from quarterdeck.envs.game import apply, is_over, legal, setup
from quarterdeck.envs.high_seas import HIGH_SEAS_CHASE, HIGH_SEAS_DUEL
from quarterdeck.envs.high_seas import record as r
from tests.envs.asks import ASKS, told_apart, want
from tests.envs.many_rolls import MANY
from tests.toy_game import TOY

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
    elif kind == chance.GRADED:
        die = icepool.d(numbers["sides"]).map(lambda face: _lowest_alike(ask, face))
    elif kind == chance.COUNT:
        die = dice @ icepool.d(numbers["sides"]).map(lambda face: int(face >= target)) if dice > 0 else icepool.Die([0])
    elif kind == chance.OPPOSED:
        margin = icepool.d(numbers["sides"]) + bonus - icepool.d(numbers["sides"])
        die = icepool.Die({total: margin[total] for total in margin.outcomes() if total != 0})
    elif kind == chance.CONTEST:
        die = keep(dice, numbers["keep"]) + bonus - keep(numbers["other_dice"], numbers["other_keep"])
    elif kind == chance.DAMAGE:
        die = keep(dice, numbers["keep"]).map(lambda total: -(-total * target // 10))
    else:
        die = keep(dice, numbers["keep"]) + bonus
    return {int(total): float(die.probability(total)) for total in die.outcomes()}


def _lowest_alike(ask, face):
    """The lowest face of those that a graded die counts as this one."""
    numbers = dict(zip(chance.WANT, ask))
    first, step, most, sides = numbers["target"], numbers["other_dice"], numbers["limit"], numbers["sides"]
    if numbers["other_keep"] and face in (1, sides):
        return face
    steps = [-1 if one < first else min(most - 1, (one - first) // step) for one in range(1, sides + 1)]
    low = 2 if numbers["other_keep"] else 1
    return next(one for one in range(low, face + 1) if steps[one - 1] == steps[face - 1])


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


# --- a whole turn


LATER = ("steady", "leave", "stand_off", "port@hull", "starboard@hull", "chasers@hull", "stern@hull")
TIMES = 3_000


def seeded_turns(game, state, plans, times):
    """Many seeded turns from the same battle, played by the plans: their ends, and how often each action was legal."""
    ends = np.zeros(times, state.dtype)
    ends[:] = state
    may = np.zeros((game.seats, len(game.actions)))
    mask = np.zeros(len(game.actions), np.int8)
    numbers = [[game.actions.index(name) for name in plan] for plan in plans]
    for i in range(times):
        end = ends[i]
        end.dice.generator = chance.mix(77 + i)
        while end.turn == state.turn and not is_over(end):
            orders = np.zeros(game.seats, np.int16)
            for seat in range(game.seats):
                legal(end, seat, mask)
                may[seat] += mask
                fitting = [action for action in numbers[seat] if mask[action]]
                orders[seat] = fitting[0] if fitting else np.flatnonzero(mask)[0]
            apply(end, orders)
    return ends, may / times


TURNS = {
    "broadsides": ("circle+hard_turns", "circle", "short", ("corsair", "small_warship")),
    "bear down on a broadside": ("bear_down", "circle", "medium", ("corsair", "merchantman")),
    "a chase": ("bear_down", "evade", "medium", ("corsair", "merchantman")),
    "away": ("evade", "circle", "extreme", ("corsair", "corsair")),
    "both away": ("evade", "evade", "long", ("corsair", "corsair")),
}


@pytest.mark.parametrize("name", TURNS)
def test_a_turn_against_seeded_play(name):
    """3,000 seeded turns. The tolerance is six standard errors of what was counted, and three of 3,000 for what is
    rare: with some 50 numbers a turn, chance alone breaks that less than once in a million runs.
    """
    first, second, range_, ships = TURNS[name]
    state = battle(ships=ships, range_=range_)
    plans = [(first, *LATER), (second, "maneuver", *LATER)]
    untouched = state.tobytes()
    found = odds.walk_turn(HIGH_SEAS_DUEL, state, plans, least=1e-14)
    assert state.tobytes() == untouched
    assert found.chances.sum() == pytest.approx(1, abs=1e-9)
    assert len({end.tobytes() for end in found.ends}) == len(found.ends)
    drawn, may = seeded_turns(HIGH_SEAS_DUEL, state, plans, TIMES)

    def agree(exact, seen):
        assert abs(exact @ found.chances - seen.mean()) <= 6 * seen.std() / np.sqrt(TIMES) + 3 / TIMES

    for number in range(r.EXTREME + 1):
        agree(found.ends["range"] == number, drawn["range"] == number)
    for number in range(len(r.ENDINGS)):
        agree(found.ends["ending"] == number, drawn["ending"] == number)
    for field in ("hull", "rigging", "crew", "handling", "torn", "powder"):
        for seat in range(2):
            agree(found.ends["ship"][field][:, seat].astype(float), drawn["ship"][field][:, seat].astype(float))
    assert np.abs(found.may - may).max() <= 6 * 0.5 / np.sqrt(TIMES)
    assert found.played.sum(axis=1) == pytest.approx((found.may > 0).any(axis=1) * found.played.sum(axis=1))


def test_a_turn_ends_where_the_next_begins_or_the_battle_does():
    found = odds.walk_turn(HIGH_SEAS_DUEL, battle(range_="extreme"), [("evade", *LATER), ("bear_down", *LATER)], 1e-13)
    assert set(found.ends["turn"][found.ends["ending"] == r.RUNNING]) == {2}
    assert set(found.ends["turn"][found.ends["ending"] != r.RUNNING]) == {1}
    assert {r.ENDINGS[ending] for ending in found.ends["ending"]} == {"running", "escaped", "sunk"}


def test_a_turn_goes_on_from_its_middle():
    """What is left of a turn, walked from each battle that its first half may lead to, is the whole turn."""
    state = battle(ships=("corsair", "merchantman"))
    plans = [("bear_down", *LATER), ("circle", *LATER)]
    whole = odds.walk_turn(HIGH_SEAS_DUEL, state, plans)
    played(state, ("bear_down", "circle"))
    middle, shares = odds.outcomes_of_step(HIGH_SEAS_DUEL, state, [ACTION("steady"), ACTION("steady")])
    hull = 0.0
    for end, share in zip(middle, shares):
        rest = odds.walk_turn(HIGH_SEAS_DUEL, end, [LATER, LATER])
        hull += share * (rest.chances @ rest.ends["ship"]["hull"][:, 1])
    assert hull == pytest.approx(whole.chances @ whole.ends["ship"]["hull"][:, 1], abs=1e-9)


def test_ends_that_are_counted_are_those_that_are_kept():
    state = battle(ships=("corsair", "corsair"), range_="long")
    plans = [("bear_down", *LATER), ("evade", "chasers@rigging", *LATER)]
    kept = odds.walk_turn(HIGH_SEAS_DUEL, state, plans, least=1e-9)
    counted = odds.walk_turn(HIGH_SEAS_DUEL, state, plans, 1e-9, ("range", "calm", "ship.hull", "ship.loaded"))
    assert len(kept.ends) > 100 and counted.counted >= len(kept.ends) and not len(counted.ends)
    assert counted.total == pytest.approx(kept.total, abs=1e-12) and kept.total == pytest.approx(kept.chances.sum())
    assert (counted.may == pytest.approx(kept.may)) and (counted.played == pytest.approx(kept.played))
    columns = {"range": kept.ends["range"], "calm": kept.ends["calm"]}
    for seat in range(2):
        columns[f"ship[{seat}].hull"] = kept.ends["ship"]["hull"][:, seat]
        columns |= {f"ship[{seat}].loaded[{i}]": kept.ends["ship"]["loaded"][:, seat, i] for i in range(4)}
    assert set(columns) == set(counted.means) == set(counted.shares)
    for name, column in columns.items():
        assert counted.means[name] == pytest.approx(kept.chances @ column.astype(float), abs=1e-9)
        clipped = np.clip(column, 0, odds.CLASSES - 1)
        assert counted.shares[name] == pytest.approx(np.bincount(clipped, kept.chances, odds.CLASSES), abs=1e-12)


def test_what_is_counted_together_is_told():
    found = odds.walk_turn(HIGH_SEAS_DUEL, battle(), [("bear_down", *LATER), ("circle", *LATER)])
    assert 0 < found.lumped < 1e-15
    asks = {chance.WANT[0]: set(found.asks[:, 0].tolist())}
    assert asks == {"kind": {chance.CONTEST, chance.CHECK, chance.DAMAGE}}


def test_a_game_without_turns_is_walked_a_step():
    state = TOY.build("any")[0]
    found = odds.walk_turn(TOY, state, [["sprint"], ["row"]])
    assert sorted(found.chances.tolist()) == pytest.approx([0.3, 0.7])
    assert found.may[0].tolist() == [0, 1, 1]


@pytest.mark.parametrize(
    ("plans", "said"),
    [
        ([["circle"], ["cirle"]], "orders: 'cirle' is no action of HighSeasDuel; did you mean 'circle'"),
        ([["circle"]], "orders: 1 do not fit; HighSeasDuel has 2 captains"),
    ],
)
def test_plans_that_cannot_be_are_refused(plans, said):
    with pytest.raises(BadInput, match=said):
        odds.walk_turn(HIGH_SEAS_DUEL, battle(), plans)


def test_a_battle_that_is_over_has_no_next_turn():
    state = played(battle(range_="long"), ("evade", "evade"))
    with pytest.raises(BadInput, match=r"the battle is over \(escaped\)"):
        odds.walk_turn(HIGH_SEAS_DUEL, state, [["evade"], ["evade"]])


def test_a_forecast_says_it_in_the_words_of_the_game():
    state = battle(ships=("corsair", "merchantman"), range_="medium")
    found = forecast(HIGH_SEAS_DUEL, state, ["circle", "bear_down"], [["hold"]], ("Rose", "Lily"))
    tables = {table.title: table.rows for table in found.tables}
    assert tables["range"]["after the turn"]["Short"] == pytest.approx(1)
    assert tables["may fire"]["Rose"] == pytest.approx({"port": 1, "starboard": 1, "chasers": 0, "stern": 0})
    beaten = outcomes.outcomes(want(chance.CONTEST, 4, 4, 2, 2, limit=1))
    assert tables["may fire"]["Lily"]["port"] == pytest.approx(beaten[1][beaten[0] <= 0].sum())
    # one of a hundred shots of Lily bursts a gun, which kills its three hands
    assert tables["damage"]["Lily"] == pytest.approx({"hull": 0, "rigging": 0, "crew": 0.03}, abs=1e-9)
    assert tables["damage"]["Rose"]["hull"] > 0.1
    # Lily holds no fire, and a chaser may do more damage than a corsair has Hull
    ways = tables["the battle is"]["after the turn"]
    assert ways["sunk"] == pytest.approx(tables["lost"]["Rose"]["sunk"]) and 0 < ways["sunk"] < 0.01
    assert ways["running"] + ways["sunk"] == pytest.approx(1)
    assert found.played[0] == pytest.approx({"circle": 1, "steady": 1, "hold": 1})
    assert found.walked.total == pytest.approx(1, abs=1e-12)
    with pytest.raises(BadInput, match="'steady' of seat 1 is not legal now"):
        forecast(HIGH_SEAS_DUEL, state, ["circle", "steady"])
