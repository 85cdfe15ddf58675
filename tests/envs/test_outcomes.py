"""The outcomes of every kind of roll, held against icepool. HS-DICE-1 to HS-DICE-8"""

import icepool
import numpy as np
import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs import chance, outcomes
from tests.envs.asks import ASKS, told_apart, want

D10 = icepool.d10.explode(depth=12)  # leaves out less than 1e-13
EXACT = 1e-12


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
