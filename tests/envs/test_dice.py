"""The rolls: the seeded generator against what the rules say of dice."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from quarterdeck.envs import chance
from quarterdeck.envs.high_seas import ship as s

MANY = 4000


def dice(seed=1):
    made = np.zeros(1, chance.CHANCE)[0]
    made.generator = seed
    return made


def laid(*answers):
    made = dice()
    made.laid_down, made.answers = 1, len(answers)
    made.tape[: len(answers)] = answers
    return made


def many(ask, *args):
    """How often each answer comes in MANY rolls."""
    made = dice()
    answers: Counter = Counter()
    for _ in range(MANY):
        chance.begin(made)
        answers[int(ask(made, 0, 0, *args))] += 1
    return answers


def near(count, share):
    """Within five standard deviations of a binomial count."""
    return abs(count - MANY * share) <= 5 * (MANY * share * (1 - share)) ** 0.5


def test_ten_sides():
    """HS-DICE-1: every face from 1 to 10 alike."""
    faces = many(chance.table, 1, 10)
    assert set(faces) == set(range(1, 11))
    assert all(near(count, 0.1) for count in faces.values())


def test_keep():
    """HS-DICE-2: of 3k1 the highest counts, so 1 comes once in a thousand and 5 or less in an eighth."""
    totals = many(chance.pool, 3, 1, 60)
    assert near(sum(count for total, count in totals.items() if total <= 5), 0.125)
    assert near(sum(count for total, count in totals.items() if total >= 10), 1 - 0.9**3)


def test_ten_is_rolled_again():
    """HS-DICE-3: so 10 never comes, and 20 and more once in a hundred."""
    totals = many(chance.pool, 1, 1, 60)
    assert 10 not in totals
    assert near(sum(count for total, count in totals.items() if total > 10), 0.1)
    assert near(sum(count for total, count in totals.items() if total > 20), 0.01)


def test_tables_do_not_explode():
    """HS-DICE-4: two table dice lie between 2 and 20, a die against a number between 1 and 10."""
    totals = many(chance.table, 2, 10)
    assert (min(totals), max(totals)) == (2, 20)
    assert near(many(chance.at_least, 9, 10)[1], 0.2)
    assert max(many(chance.count, 3, 9, 3)) == 3


def test_pool_is_summed_whole():
    """HS-DICE-5: three dice show at least 3; none show 0."""
    assert min(many(chance.pool, 3, 3, 200)) == 3
    assert set(many(chance.pool, 0, 0, 200)) == {0}
    mean = Fraction(sum(total * count for total, count in many(chance.pool, 3, 3, 200).items()), MANY)
    assert abs(mean - Fraction(55, 9) * 3) < Fraction(1, 2)


def test_equal_total_succeeds():
    """HS-DICE-6: 15 against 15 is made, 14 is not."""
    assert chance.check(laid(15), 0, 0, 3, 2, 0, 15) == chance.HIT
    assert chance.check(laid(14), 0, 0, 3, 2, 0, 15) == chance.MISS


def test_raise_is_five():
    """HS-DICE-7: one die reaches 12 nine times in a hundred; with a Raise 7 is enough, forty times."""
    made = many(chance.check, 1, 1, 5, 12)
    plain = many(chance.check, 1, 1, 0, 12)
    assert near(made[chance.HIT], 0.4)
    assert near(plain[chance.HIT], 0.09)


def test_higher_total_wins():
    """HS-DICE-8: the margin is the difference, and no dice total 0."""
    assert min(many(_contest, 2, 0)) == 2
    assert max(many(_contest, 0, 2)) == -2


def _contest(made, purpose, who, mine, theirs):
    return chance.contest(made, purpose, who, 1, mine, mine, theirs, theirs, 0, 0, 1)


@pytest.mark.parametrize(("number", "half"), [(5, 3), (4, 2), (3, 2), (2, 1), (1, 1), (0, 1)])
def test_halves(number, half):
    """HS-DICE-9: rounded up, at least 1."""
    assert s.half(number) == half


def test_all_ones():
    """HS-DICE-6, HS-FIRE-16: two dice show nothing but ones once in a hundred; a bonus does not change
    that.
    """
    made = many(chance.check, 2, 2, 5, 0)
    assert made[chance.MISS] == 0
    assert near(made[chance.MISHAP], 0.01)


def test_damage_is_rounded_up():
    """HS-FIRE-20: a tenth of a roll is at least a point; ten tenths are the roll itself."""
    one = many(chance.damage, 2, 2, 1, 200)
    assert min(one) == 1
    whole = many(chance.damage, 2, 2, 10, 200)
    assert min(whole) == 2
    assert chance.damage(laid(7), 0, 0, 2, 2, 8, 25) == 7


def test_same_seed_same_rolls():
    """The generator is all that the rolls depend on."""
    assert many(chance.pool, 4, 2, 60) == many(chance.pool, 4, 2, 60)


def test_rolls_are_told():
    """Each answer is noted on the tape, up to its end."""
    made = dice()
    chance.begin(made)
    answers = [int(chance.table(made, 0, 0, 1, 10)) for _ in range(chance.TAPE + 2)]
    assert list(made.tape) == answers[: chance.TAPE]
    assert made.position == chance.TAPE + 2


def test_empty_tape():
    """An ask without an answer says what it wants, and only the first does."""
    made = laid(4)
    chance.begin(made)
    assert chance.table(made, 3, 1, 1, 10) == 4
    chance.pool(made, 5, 1, 4, 2, 60)
    chance.table(made, 6, 0, 1, 10)
    assert made.short == 1
    want = dict(zip(chance.WANT, made.want, strict=True))
    assert (want["kind"], want["purpose"], want["who"], want["dice"], want["keep"]) == (
        chance.POOL,
        5,
        1,
        4,
        2,
    )


def test_seeds_are_scrambled_alike():
    """Compiled and plain alike, for every seed of 64 bits."""
    plain = getattr(chance.mix, "py_func", chance.mix)
    for seed in (0, 1, 13, 2**62 + 12345, 2**63 + 5, 2**64 - 1):
        assert int(chance.mix(seed)) == plain(seed)
