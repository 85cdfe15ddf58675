"""The compiled walk over every path of a step, or of the steps of a turn (`quarterdeck.envs.odds` has its faces)."""

from typing import NamedTuple

import numpy as np

from .captain import lowest_legal
from .chance import WANT
from .compiler import allocating, compiled, inlined
from .game import apply, is_over, legal
from .outcomes import too_wide, write_outcomes
from .values import number

CLASSES = 64  # values of a number that are told apart where ends are counted
MOST_ASKS = 1 << 12  # different asks that one walk may meet

FULL, TOO_LONG = -1, -2
_HASH = 0x100000001B3
_MASK = 0x7FFFFFFFFFFFFFFF

# the columns of an ask that is known: its numbers, then 1 + how many outcomes it has, then the walk that met it last
SIZE = len(WANT)
MET = SIZE + 1


class Memo(NamedTuple):
    """The asks that this thread's walks have met, their outcomes, and the number of the present walk."""

    asks: np.ndarray
    answers: np.ndarray
    chances: np.ndarray
    walk: np.ndarray


class Pool(NamedTuple):
    """The battles that a walk has met: the same memory as records, words and bytes; how likely each is; where a hash
    of it is found; and which are to be walked on from, in this step and in the next.
    """

    battles: np.ndarray
    words: np.ndarray
    rows: np.ndarray
    weights: np.ndarray
    heads: np.ndarray
    queue: np.ndarray


class Tally(NamedTuple):
    """Where the ends of a walk are counted instead of kept: offset and size of each number that is wanted; its mean;
    how likely each of its values is, those from `CLASSES` - 1 on together; and how many ends were counted.
    """

    fields: np.ndarray
    means: np.ndarray
    shares: np.ndarray
    ends: np.ndarray


class Path(NamedTuple):
    """The path through one step that is being walked: the ask at each depth, its outcome, how likely it is so far."""

    asks: np.ndarray
    which: np.ndarray
    likely: np.ndarray


@allocating
def _ask_number(want, memo):
    """Where the outcomes of an open ask stand, which are worked out if need be; `TOO_LONG` if there is no room."""
    key = 0
    for i in range(SIZE):
        key = (key * 31 + int(want[i])) & _MASK
    at = (key ^ (key >> 12)) & (MOST_ASKS - 1)
    for _ in range(MOST_ASKS):
        known = memo.asks[at]
        if known[SIZE] == 0:
            for i in range(SIZE):
                known[i] = want[i]
            if too_wide(known):
                return TOO_LONG
            known[SIZE] = 1 + write_outcomes(known, memo.answers[at], memo.chances[at])
            known[MET] = memo.walk[0]
            return at
        same = True
        for i in range(SIZE):
            if known[i] != want[i]:
                same = False
                break
        if same:
            known[MET] = memo.walk[0]
            return at
        at = (at + 1) & (MOST_ASKS - 1)
    return TOO_LONG


@compiled
def _lay_down(dice, memo, path, depth):
    """Put the answers of the present path on the tape."""
    dice.laid_down = 1
    dice.answers = depth
    for place in range(depth):
        dice.tape[place] = memo.answers[path.asks[place], path.which[place]]


@compiled
def _next_path(memo, path, least, depth):
    """Go on to the next path that is likely enough; its length, or -1 after the last."""
    while depth > 0:
        last = depth - 1
        path.which[last] += 1
        if path.which[last] >= memo.asks[path.asks[last], SIZE] - 1:
            depth = last
            continue
        path.likely[depth] = path.likely[last] * memo.chances[path.asks[last], path.which[last]]
        if path.likely[depth] >= least:
            return depth
    return -1


@compiled
def _place(words, row, heads):
    """Where the bytes of `row` already lie, or `row` itself, which is then remembered in `heads`."""
    key = 0
    for i in range(words.shape[1]):
        key = ((key ^ int(words[row, i])) * _HASH) & _MASK
        key ^= key >> 32
    at = key & (len(heads) - 1)
    while heads[at] > 0:
        known = heads[at] - 1
        same = True
        for i in range(words.shape[1]):
            if words[known, i] != words[row, i]:
                same = False
                break
        if same:
            return known
        at = (at + 1) & (len(heads) - 1)
    heads[at] = row + 1
    return row


@inlined
def _choose(state, seat, plan, mask):
    """The first action of a plan that is legal, else the legal one of lowest index; `mask` tells what is legal."""
    legal(state, seat, mask)
    if mask[0] == 1:
        return 0
    for action in plan:
        if action >= 0 and mask[action] == 1:
            return action
    return lowest_legal(mask)


@inlined
def _runs(state, row, turn):
    """Whether a battle is to be walked on from: it is not over, and the turn is the same."""
    return not is_over(state) and (turn[0] < 0 or number(row, turn[0], turn[1]) == turn[2])


@inlined
def _count(tally, row, share):
    """Count an end of the walk."""
    tally.ends[0] += 1
    for i in range(len(tally.fields)):
        value = number(row, tally.fields[i, 0], tally.fields[i, 1])
        tally.means[i] += share * value
        tally.shares[i, min(max(value, 0), CLASSES - 1)] += share


def walk(pool, tally, memo, path, plan, steps, turn, least, may, played, masks, acts):
    """Walk every path of up to `steps` steps from the first battle of the pool, and put equal battles together.

    Args:
        pool: zeros but for the first battle.
        tally: zeros; with fields the ends are counted here and not kept.
        memo: what is known of asks.
        path: zeros.
        plan: int16, shape (seats, n): what each captain does, the first that is legal; -1 for none.
        turn: offset and size of the number of the turn, and the turn that is walked; -1 where there are no turns.
        least: paths less likely than this are left out.
        may, played: float64 zeros, shape (seats, actions): how often each action is legal, and is chosen.
        masks, acts: scratch: int8, shape (seats, actions); int16, shape (seats,).

    Returns:
        How many battles were met; those with a weight are the ends. `FULL` if there are more than the pool holds,
        `TOO_LONG` if there are too many rolls in a step, or too many outcomes of a roll.
    """
    battles, words, weights = pool.battles, pool.words, pool.weights
    found, waiting = 1, 1
    weights[0] = 1.0
    for step in range(steps):
        following = 0
        for turn_of in range(waiting):
            start = pool.queue[step & 1, turn_of]
            path.likely[0] = weights[start]
            weights[start] = 0.0
            for seat in range(len(acts)):
                acts[seat] = _choose(battles[start], seat, plan[seat], masks[seat])
                played[seat, acts[seat]] += path.likely[0]
                for action in range(masks.shape[1]):
                    may[seat, action] += path.likely[0] * masks[seat, action]
            depth = 0
            while depth >= 0:
                if found == len(battles):
                    return FULL
                battles[found] = battles[start]
                end = battles[found]
                _lay_down(end.dice, memo, path, depth)
                apply(end, acts)
                if end.dice.short:
                    ask = _ask_number(end.dice.want, memo) if depth < len(path.asks) else TOO_LONG
                    if ask < 0:
                        return TOO_LONG
                    path.asks[depth] = ask
                    path.which[depth] = -1
                    depth += 1
                else:
                    runs = _runs(end, pool.rows[found], turn)
                    if len(tally.fields) > 0 and not runs:
                        _count(tally, pool.rows[found], path.likely[depth])
                    else:
                        end.dice = battles[start].dice
                        place = _place(words, found, pool.heads)
                        if weights[place] == 0.0 and runs:
                            pool.queue[(step + 1) & 1, following] = place
                            following += 1
                        weights[place] += path.likely[depth]
                        if place == found:
                            found += 1
                depth = _next_path(memo, path, least, depth)
        waiting = following
        if waiting == 0:
            break
    return found
