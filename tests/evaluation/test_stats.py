"""Intervals: known values, and coverage by simulation."""

import numpy as np
import pytest

from quarterdeck.envs.game import find_game
from quarterdeck.evaluation.match import RECORD
from quarterdeck.evaluation.stats import difference, estimate, summary, t_quantile, wilson


@pytest.mark.parametrize(("freedom", "value"), [(3, 3.1824), (5, 2.5706), (10, 2.2281), (30, 2.0423), (1000, 1.9623)])
def test_student_quantiles_are_those_of_the_tables(freedom, value):
    assert t_quantile(0.975, freedom) == pytest.approx(value, rel=0.002)


def test_wilson_is_the_textbook_interval():
    # 15 of 20, as in Brown, Cai and DasGupta's comparison: 0.531 to 0.888
    low, high = wilson(15 / 20, 20, 1.959964)
    assert (low, high) == pytest.approx((0.531299, 0.888138), abs=1e-5)
    assert wilson(0.0, 10, 1.959964) == pytest.approx((0.0, 0.277533), abs=1e-5)


def test_a_clean_sweep_is_no_certainty():
    found = estimate(np.ones((20, 2)), (-1.0, 1.0))
    assert found.mean == 1.0
    assert found.high == 1.0
    assert 0.5 < found.low < 0.9


def test_pairs_count_not_battles():
    """Battles of a pair that always agree tell no more than one battle would."""
    rng = np.random.default_rng(1)
    once = (rng.random((400, 1)) < 0.3).astype(float)
    twice = np.repeat(once, 2, axis=1)
    one, two = estimate(once), estimate(twice)
    assert (two.low, two.high) == pytest.approx((one.low, one.high), abs=2e-3)
    apart = estimate((rng.random((400, 2)) < 0.3).astype(float))
    assert apart.high - apart.low < 0.8 * (two.high - two.low)


def test_bounds_only_move_the_scale():
    values = np.random.default_rng(2).random((50, 2))
    plain, moved = estimate(values), estimate(2 * values - 1, (-1.0, 1.0))
    assert [2 * value - 1 for value in (plain.mean, plain.low, plain.high)] == pytest.approx(
        [moved.mean, moved.low, moved.high]
    )


def test_no_battles_give_no_estimate():
    with pytest.raises(ValueError, match="no battles"):
        estimate(np.zeros((0, 2)))


def _pairs(kind, rng, pairs):
    """Payoffs of `pairs` pairs of battles, and their true mean."""
    if kind == "coins":
        return np.where(rng.random((pairs, 2)) < 0.7, 1.0, -1.0), 0.4
    if kind == "rare":
        return np.where(rng.random((pairs, 2)) < 0.02, 1.0, -1.0), -0.96
    if kind == "alike":  # the dice decide: both battles of a pair go the same way
        return np.repeat(np.where(rng.random((pairs, 1)) < 0.7, 1.0, -1.0), 2, axis=1), 0.4
    # the seat decides: what one battle gives, the other mostly takes, and some are drawn
    seat = np.where(rng.random(pairs) < 0.5, 1.0, -1.0)
    both = np.stack([seat, -seat], axis=1)
    both[rng.random((pairs, 2)) < 0.2] = 1.0
    return both, 0.2


@pytest.mark.parametrize("kind", ["coins", "rare", "alike", "seat"])
@pytest.mark.parametrize("pairs", [20, 200])
def test_intervals_cover_the_truth_as_often_as_they_say(kind, pairs):
    rng = np.random.default_rng(3)
    hits = 0
    for _ in range(2000):
        values, truth = _pairs(kind, rng, pairs)
        found = estimate(values, (-1.0, 1.0))
        hits += found.low <= truth <= found.high
    assert 0.93 <= hits / 2000 <= 0.99


def test_a_difference_over_the_same_dice_is_sharper_than_two_intervals():
    rng = np.random.default_rng(4)
    luck = rng.choice([-1.0, 0.0, 1.0], (500, 2))
    better = np.where(rng.random((500, 2)) < 0.1, 1.0, luck)
    found = difference(better, luck, (-1.0, 1.0))
    alone = estimate(better, (-1.0, 1.0))
    assert 0 < found.low < 0.1 < found.high
    assert found.high - found.low < 0.6 * (alone.high - alone.low)


def test_summary_counts_wins_losses_draws_and_endings():
    records = np.zeros(4, RECORD)
    records["pair"] = [0, 0, 1, 1]
    records["seat"] = [0, 1, 0, 1]
    records["payoffs"] = [[1, -1], [1, -1], [0, 0], [-1, 1]]
    records["ending"] = [2, 2, 4, 3]
    records["turns"] = [3, 5, 60, 4]
    said = summary(find_game("HighSeasDuel"), records)
    assert (said["payoff"]["mean"], said["win"]["mean"], said["loss"]["mean"], said["draw"]["mean"]) == (
        0.25,
        0.5,
        0.25,
        0.25,
    )
    assert {name: rate["mean"] for name, rate in said["endings"].items()} == {
        "sunk": 0.5,
        "taken": 0.25,
        "nightfall": 0.25,
    }
    assert said["turns"] == 18
    assert said["battles"] == 4
