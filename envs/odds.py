"""Exact odds: every outcome of an ask, and every outcome of a whole step, with its probability.

An ask has as few outcomes as its rule can tell apart: a check has miss, hit and mishap, not sixty totals. A
step is walked by running it again and again over copies of the battle, each time with one more answer laid
down, until no ask is left open (`quarterdeck.envs.chance`).

Nothing is cut off: exploding dice have no largest total, but all totals from `LIMIT` on are counted
together, as if each were `LIMIT`. For ten dice that is a share of 8e-10, for four dice 8e-16, and only a
rule that tells such totals apart would notice it at all.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from quarterdeck.configs import BadInput, nearest

from .chance import AT_LEAST, CHECK, CONTEST, COUNT, DICE, MISHAP_TOTAL, POOL, TAPE, WANT
from .compiler import allocating, jit
from .engine import folder_of
from .game import Game, RuleSet, apply, legal

LIMIT = 200  # totals from here on are counted together; full tens
BRANCHES = 512  # outcomes that one ask may have
MOST_ENDS = 1 << 20  # different ends that one step may have

_FULL, _TOO_LONG = -1, -2
_HASH = 0x100000001B3
_MASK = 0x7FFFFFFFFFFFFFFF


# --- one ask ----------------------------------------------------------------------------------------------


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
def hits_of(n, target, limit):
    """The probability of each count of `n` ten-sided dice that show `target` or more, `limit` or more counted
    together: float64."""
    most = max(0, min(n, limit))
    chance = min(10, max(0, 11 - target)) / 10
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
def _outcomes(want, answers, chances):
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
    if kind == COUNT:
        hits = hits_of(count, target, limit)
        for k in range(len(hits)):
            n = _add(answers, chances, n, k, hits[k])
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
    if ask.shape != (len(WANT),) or not 0 <= ask[0] <= COUNT:
        raise BadInput(f"want: {ask.tolist()} are not {len(WANT)} numbers of which the first is 0 to {COUNT}")
    if _too_wide(ask):
        raise BadInput(f"want: {ask.tolist()} has more than {BRANCHES} outcomes")
    answers, chances = np.empty(BRANCHES, np.int64), np.empty(BRANCHES)
    n = _outcomes(ask, answers, chances)
    return answers[:n], chances[:n]


@allocating
def _too_wide(want):
    """Whether an ask may have more outcomes than there is room for."""
    if want[0] == DICE:
        return want[4] * want[11] >= BRANCHES
    if want[0] == COUNT:
        return min(want[4], want[10]) >= BRANCHES
    return False


# --- a whole step -----------------------------------------------------------------------------------------


@allocating
def _lay_down(dice, answers, which, depth):
    """Put the answers of the present path on the tape."""
    dice.laid_down = 1
    dice.answers = depth
    for place in range(depth):
        dice.tape[place] = answers[place, which[place]]


@allocating
def _open(want, asked, answers, chances):
    """The number of outcomes of an open ask, or -1 if they are too many.

    They are worked out only if the last ask at this place of the tape was another one.
    """
    same = True
    for i in range(len(WANT)):
        same = same and asked[i] == want[i]
        asked[i] = want[i]
    if same:
        return asked[len(WANT)]
    asked[len(WANT)] = -1 if _too_wide(asked) else _outcomes(asked, answers, chances)
    return asked[len(WANT)]


@allocating
def _next_path(which, sizes, chances, likely, least, depth):
    """Go on to the next path that is likely enough; its length, or -1 after the last."""
    while depth > 0:
        which[depth - 1] += 1
        if which[depth - 1] >= sizes[depth - 1]:
            depth -= 1
            continue
        likely[depth] = likely[depth - 1] * chances[depth - 1, which[depth - 1]]
        if likely[depth] >= least:
            return depth
    return -1


@allocating
def _place(words, row, heads):
    """Where the bytes of `row` already lie, or `row` itself, which is then remembered in `heads`."""
    key = 0
    for i in range(words.shape[1]):
        key = ((key ^ int(words[row, i])) * _HASH) & _MASK
        key ^= key >> 32
    at = key & (len(heads) - 1)
    while heads[at] >= 0:
        same = True
        for i in range(words.shape[1]):
            if words[heads[at], i] != words[row, i]:
                same = False
                break
        if same:
            return heads[at]
        at = (at + 1) & (len(heads) - 1)
    heads[at] = row
    return row


def enumerate_step(starts, orders, least, ends, words, weights, heads):
    """Walk every path of a step, depth first, and put equal ends together.

    Args:
        starts: the battle, shape (1,).
        orders: int16, one a seat.
        least: paths less likely than this are left out.
        ends, words: the same memory, as records of shape (n,) and as int64 of shape (n, w), all zeros.
        weights: float64, shape (n,), all zeros.
        heads: int64, all -1, a power of two and more than n.

    Returns:
        How many ends were found; `_FULL` if there are more than n, `_TOO_LONG` if the tape or the room for
        the outcomes of one ask is too small.
    """
    answers = np.empty((TAPE, BRANCHES), np.int64)
    chances = np.empty((TAPE, BRANCHES), np.float64)
    asked = np.full((TAPE, len(WANT) + 1), -1, np.int64)
    sizes = np.zeros(TAPE, np.int64)
    which = np.zeros(TAPE, np.int64)
    likely = np.ones(TAPE + 1, np.float64)
    found = 0
    depth = 0
    while depth >= 0:
        if found == len(ends):
            return _FULL
        ends[found] = starts[0]
        end = ends[found]
        _lay_down(end.dice, answers, which, depth)
        apply(end, orders)
        if end.dice.short:
            if depth == TAPE:
                return _TOO_LONG
            sizes[depth] = _open(end.dice.want, asked[depth], answers[depth], chances[depth])
            if sizes[depth] < 0:
                return _TOO_LONG
            which[depth] = -1
            depth += 1
        else:
            end.dice = starts[0].dice
            place = _place(words, found, heads)
            weights[place] += likely[depth]
            if place == found:
                found += 1
        depth = _next_path(which, sizes, chances, likely, least, depth)
    return found


@cache
def _walker(rules: RuleSet) -> Any:
    return jit(enumerate_step, folder_of(rules), allocates=True)


def outcomes_of_step(
    game: Game, state: Any, orders: Sequence[int] | np.ndarray, least: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Every battle that one step may lead to, with its probability.

    Totals that no rule tells apart count as one: where a ship has sailed out of sight, say, `range` is the
    smallest one of its kind. The dice of every end are those of `state`, untouched: whoever plays on from
    several ends must give each a generator of its own.

    Args:
        state: one record of the game's rule set; it is left as it is.
        orders: a legal action for each seat.
        least: paths less likely than this are left out. The step of a boarding without guns may go on for
            ever; with `least=1e-9` its walk ends.

    Returns:
        The ends (records, shape (n,)), no two alike, and their probabilities (float64, shape (n,)). They
        add up to 1 but for rounding (1e-12), less the paths left out by `least`.

    Raises:
        BadInput: an order is not legal, or the state belongs to another rule set.
        ValueError: some path asks for more than `chance.TAPE` rolls, or there are more than `MOST_ENDS` ends.
    """
    starts = copy_of(game, state)
    acts = checked_orders(game, starts[0], orders)
    width = -(-game.rules.dtype.itemsize // 8)
    room = 1 << 10
    while room <= MOST_ENDS:
        words = np.zeros((room, width), np.int64)
        ends = np.ndarray((room,), game.rules.dtype, words, strides=(8 * width,))
        weights = np.zeros(room)
        heads = np.full(2 * room, -1, np.int64)
        found = _walker(game.rules)(starts, acts, float(least), ends, words, weights, heads)
        if found == _TOO_LONG:
            raise ValueError(
                f"{game.id}: a path of this step has more than {TAPE} rolls, or a roll more than {BRANCHES} "
                "outcomes; leave unlikely paths out with least=1e-9"
            )
        if found >= 0:
            return np.ascontiguousarray(ends[:found]), weights[:found].copy()
        room *= 4
    raise ValueError(f"{game.id}: this step has more than {MOST_ENDS} ends; leave unlikely ones out with least=1e-9")


# --- what typed dice need too -----------------------------------------------------------------------------


def copy_of(game: Game, state: Any) -> np.ndarray:
    """A copy of the battle in an array of shape (1,).

    Raises:
        BadInput: it is no record of the game's rule set.
    """
    if getattr(state, "dtype", None) != game.rules.dtype or np.size(state) != 1:
        raise BadInput(f"state: is not one record of {game.rules.name}, which {game.id} is played with")
    box = np.zeros(1, game.rules.dtype)
    box[0] = state if np.ndim(state) == 0 else state[0]
    return box


def checked_orders(game: Game, state: Any, orders: Sequence[int] | np.ndarray) -> np.ndarray:
    """The orders as int16, one a seat.

    Raises:
        BadInput: there are too few or too many of them, or one is not legal.
    """
    acts = np.asarray(orders)
    if acts.shape != (game.seats,) or acts.dtype.kind not in "iu":
        raise BadInput(f"orders: {orders!r} are not {game.seats} action numbers, one for each seat")
    mask = np.zeros(len(game.actions), np.int8)
    for seat, act in enumerate(acts.tolist()):
        legal(state, seat, mask)
        if not 0 <= act < len(mask) or not mask[act]:
            name = game.actions[act] if 0 <= act < len(mask) else act
            allowed = [game.actions[i] for i in np.flatnonzero(mask)]
            raise BadInput(f"orders: {name!r} of seat {seat} is not legal now; {nearest(name, allowed)}")
    return acts.astype(np.int16)
