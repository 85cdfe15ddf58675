"""Every outcome of one ask that its rule can tell apart, with its exact probability.

An ask has as few outcomes as its rule can tell apart: a check has miss, hit and mishap, not sixty totals.

Nothing is cut off: exploding dice have no largest total, but all totals from `LIMIT` on are counted
together, as if each were `LIMIT`. For ten dice that is a share of 8e-10, for four dice 8e-16, and only a
rule that tells such totals apart would notice it at all.
"""

from collections.abc import Sequence

import numpy as np

from quarterdeck.configs import BadInput

from .chance import AT_LEAST, CHECK, CONTEST, COUNT, DICE, GRADED, MISHAP_TOTAL, OPPOSED, POOL, WANT, least_like
from .compiler import allocating

LIMIT = 200  # totals from here on are counted together; full tens
BRANCHES = 512  # outcomes that one ask may have


@allocating
def exploding_totals():
    """The probability of each total of one exploding ten-sided die: float64, shape (LIMIT + 1,)."""
    totals = np.zeros(LIMIT + 1)
    each = 0.1
    for tens in range(0, LIMIT, 10):
        for face in range(1, 10):
            totals[tens + face] = each
        each *= 0.1
    totals[LIMIT] = 10 * each
    return totals


@allocating
def kept_totals(count, keep):
    """The probability of each total of the best `keep` of `count` exploding dice, shape (LIMIT + 1,).

    Goes through the values of a die from the highest down: `ways[n]` are the totals when n dice have shown
    at least the present value, in any order but without counting orders, which the factorial at the end
    puts right.
    """
    count = max(0, count)
    die = exploding_totals()
    ways = np.zeros((count + 1, LIMIT + 1))
    ways[0, 0] = 1.0
    for value in range(LIMIT, 0, -1):
        if die[value] == 0.0:
            continue
        for n in range(count, 0, -1):
            share = 1.0
            for alike in range(1, n + 1):
                share *= die[value] / alike
                before = n - alike
                gain = value * min(alike, max(0, keep - before))
                for total in range(LIMIT + 1):
                    if ways[before, total] > 0.0:
                        ways[n, min(LIMIT, total + gain)] += share * ways[before, total]
    orders = 1.0
    for n in range(2, count + 1):
        orders *= n
    return ways[count] * orders


@allocating
def plain_totals(count, sides):
    """The probability of each total of `count` plain dice: float64, shape (max(0, count) * sides + 1,)."""
    count = max(0, count)
    totals = np.zeros(count * sides + 1)
    totals[0] = 1.0
    for n in range(count):
        for total in range((n + 1) * sides, -1, -1):
            ways = 0.0
            for face in range(1, min(sides, total) + 1):
                ways += totals[total - face]
            totals[total] = ways / sides
    return totals


@allocating
def hits_of(n, target, limit, sides=10):
    """The probability of each count of `n` dice that show `target` or more, `limit` or more counted
    together: float64."""
    most = max(0, min(n, limit))
    chance = min(sides, max(0, sides + 1 - target)) / sides
    hits = np.zeros(most + 1)
    hits[0] = 1.0
    for _ in range(n):
        for k in range(most, -1, -1):
            stays = hits[k] if k == most and n > most else hits[k] * (1.0 - chance)
            hits[k] = stays + (hits[k - 1] * chance if k > 0 else 0.0)
    return hits


@allocating
def _add(answers, chances, n, answer, chance):
    """Append an outcome, if it can be, or add it to the one before if that has the same answer."""
    if chance <= 0.0:
        return n
    if n > 0 and answers[n - 1] == answer:
        chances[n - 1] += chance
        return n
    answers[n] = answer
    chances[n] = chance
    return n + 1


@allocating
def _check_outcomes(count, keep, bonus, target, answers, chances):
    """Miss, hit, mishap. All ones are a mishap even where their total would have hit."""
    totals = kept_totals(count, keep)
    mishap = 0.0
    if count > 0:
        mishap = 0.1**count
        totals[max(0, min(count, keep))] -= mishap
    miss = hit = 0.0
    for total in range(LIMIT + 1):
        if total + bonus >= target:
            hit += totals[total]
        else:
            miss += totals[total]
    # what is left of a class that held nothing but the mishap is a rounding error
    n = _add(answers, chances, 0, target - 1, miss if miss > 1e-15 else 0.0)
    n = _add(answers, chances, n, target, hit if hit > 1e-15 else 0.0)
    return _add(answers, chances, n, MISHAP_TOTAL, mishap)


@allocating
def _contest_outcomes(want, answers, chances):
    """The sign of the margin and, up to `limit`, its full `tens`."""
    mine = kept_totals(want[4], want[5])
    theirs = kept_totals(want[6], want[7])
    bonus, tens, limit = want[8], want[9], want[10]
    n = 0
    for margin in range(bonus - LIMIT, bonus + LIMIT + 1):
        chance = 0.0
        difference = margin - bonus
        for total in range(max(0, -difference), min(LIMIT, LIMIT - difference) + 1):
            chance += theirs[total] * mine[total + difference]
        steps = min(limit, abs(margin) // tens) if tens > 0 else 0
        size = min(abs(margin), max(1, steps * tens))
        n = _add(answers, chances, n, size if margin > 0 else -size, chance)
    return n


@allocating
def _opposed_outcomes(bonus, sides, answers, chances):
    """The sign of the margin of two plain dice, of which ties are thrown again."""
    lower = higher = 0
    for mine in range(1, sides + 1):
        for theirs in range(1, sides + 1):
            lower += mine + bonus < theirs
            higher += mine + bonus > theirs
    n = _add(answers, chances, 0, -1, lower / (lower + higher))
    return _add(answers, chances, n, 1, higher / (lower + higher))


@allocating
def write_outcomes(want, answers, chances):
    """Write the outcomes of an ask into `answers` and `chances`, shape (BRANCHES,); how many they are."""
    kind, count, keep, target, limit, sides = want[0], want[4], want[5], want[9], want[10], want[11]
    n = 0
    if kind == CHECK:
        return _check_outcomes(count, keep, want[8], target, answers, chances)
    if kind == CONTEST:
        return _contest_outcomes(want, answers, chances)
    if kind == AT_LEAST:
        hit = min(sides, max(0, sides + 1 - target)) / sides
        n = _add(answers, chances, n, min(sides, target - 1), 1.0 - hit)
        return _add(answers, chances, n, max(1, target), hit)
    if kind == OPPOSED:
        return _opposed_outcomes(want[8], sides, answers, chances)
    if kind == COUNT:
        hits = hits_of(count, target, limit, sides)
        for k in range(len(hits)):
            n = _add(answers, chances, n, k, hits[k])
        return n
    if kind == GRADED:
        for face in range(1, sides + 1):
            alike = least_like(face, sides, target, want[6], limit, want[7])
            n = _add(answers, chances, n, alike, 1.0 / sides)
        return n
    if kind == DICE:
        totals = plain_totals(count, sides)
        for total in range(len(totals)):
            n = _add(answers, chances, n, total, totals[total])
        return n
    totals = kept_totals(count, keep)
    for total in range(LIMIT + 1):
        answer = total if kind == POOL else (total * target + 9) // 10
        n = _add(answers, chances, n, min(answer, max(0, limit)), totals[total])
    return n


def outcomes(want: Sequence[int] | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Every outcome of an ask that its rule can tell apart.

    Args:
        want: the twelve numbers that `chance.WANT` names, as an open ask leaves them in `dice.want`.

    Returns:
        The answers to lay down on the tape (int64), one for each outcome, and their probabilities (float64).

    Raises:
        BadInput: an ask of no known kind, or one with more than `BRANCHES` outcomes.
    """
    ask = np.array(want, np.int64)
    if ask.shape != (len(WANT),) or not 0 <= ask[0] <= GRADED:
        raise BadInput(f"want: {ask.tolist()} are not {len(WANT)} numbers of which the first is 0 to {GRADED}")
    if too_wide(ask):
        raise BadInput(f"want: {ask.tolist()} has more than {BRANCHES} outcomes")
    answers, chances = np.empty(BRANCHES, np.int64), np.empty(BRANCHES)
    n = write_outcomes(ask, answers, chances)
    return answers[:n], chances[:n]


@allocating
def too_wide(want):
    """Whether an ask may have more outcomes than there is room for."""
    if want[0] == DICE:
        return want[4] * want[11] >= BRANCHES
    if want[0] == COUNT:
        return min(want[4], want[10]) >= BRANCHES
    return False
