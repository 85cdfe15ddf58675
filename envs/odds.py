"""Exact odds: every battle that a step, or a whole turn, may lead to, with its probability.

A step is walked by running it again and again over copies of the battle, each time with one more answer laid
down, until no ask is left open (`quarterdeck.envs.chance`, `quarterdeck.envs.outcomes`). A turn is walked step by
step: the captains choose by a plan, and battles that are alike are put together after each step.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from quarterdeck.configs import BadInput

from .captain import lowest_legal
from .chance import CONTEST, EXPLODING, TAPE, WANT
from .compiler import allocating, compiled, inlined, jit
from .engine import folder_of
from .game import Game, RuleSet, apply, is_over, legal
from .outcomes import BRANCHES, LIMIT, kept_totals, too_wide, write_outcomes
from .values import action_number, as_bytes, checked_orders, copy_of, leaves, number

MOST_BATTLES = 1 << 20  # different battles that one walk may meet
MOST_STEPS = 64  # of one turn
ROOM = 1 << 16  # battles that there is room for at first
MOST_ASKS = 1 << 12  # different asks that one walk may meet

_FULL, _TOO_LONG = -1, -2
_HASH = 0x100000001B3
_MASK = 0x7FFFFFFFFFFFFFFF

# the columns of an ask that is known: its numbers, then 1 + how many outcomes it has, then the walk that met it last
_SIZE = len(WANT)
_MET = _SIZE + 1


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


class Path(NamedTuple):
    """The path through one step that is being walked: the ask at each depth, its outcome, how likely it is so far."""

    asks: np.ndarray
    which: np.ndarray
    likely: np.ndarray


@allocating
def _ask_number(want, memo):
    """Where the outcomes of an open ask stand, which are worked out if need be; `_TOO_LONG` if there is no room."""
    key = 0
    for i in range(_SIZE):
        key = (key * 31 + want[i]) & _MASK
    at = (key ^ (key >> 12)) & (MOST_ASKS - 1)
    for _ in range(MOST_ASKS):
        known = memo.asks[at]
        if known[_SIZE] == 0:
            for i in range(_SIZE):
                known[i] = want[i]
            if too_wide(known):
                return _TOO_LONG
            known[_SIZE] = 1 + write_outcomes(known, memo.answers[at], memo.chances[at])
            known[_MET] = memo.walk[0]
            return at
        same = True
        for i in range(_SIZE):
            if known[i] != want[i]:
                same = False
                break
        if same:
            known[_MET] = memo.walk[0]
            return at
        at = (at + 1) & (MOST_ASKS - 1)
    return _TOO_LONG


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
        if path.which[last] >= memo.asks[path.asks[last], _SIZE] - 1:
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
        key = ((key ^ words[row, i]) * _HASH) & _MASK
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


def walk(pool, memo, path, plan, steps, turn, least, may, played, masks, acts):
    """Walk every path of up to `steps` steps from the first battle of the pool, and put equal battles together.

    Args:
        pool: zeros but for the first battle.
        memo: what is known of asks.
        path: zeros.
        plan: int16, shape (seats, n): what each captain does, the first that is legal; -1 for none.
        turn: offset and size of the number of the turn, and the turn that is walked; -1 where there are no turns.
        least: paths less likely than this are left out.
        may, played: float64 zeros, shape (seats, actions): how often each action is legal, and is chosen.
        masks, acts: scratch: int8, shape (seats, actions); int16, shape (seats,).

    Returns:
        How many battles were met; those with a weight are the ends. `_FULL` if there are more than the pool holds,
        `_TOO_LONG` if there are too many rolls in a step, or too many outcomes of a roll.
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
                    return _FULL
                battles[found] = battles[start]
                end = battles[found]
                _lay_down(end.dice, memo, path, depth)
                apply(end, acts)
                if end.dice.short:
                    ask = _ask_number(end.dice.want, memo) if depth < TAPE else _TOO_LONG
                    if ask < 0:
                        return _TOO_LONG
                    path.asks[depth] = ask
                    path.which[depth] = -1
                    depth += 1
                else:
                    end.dice = battles[start].dice
                    place = _place(words, found, pool.heads)
                    if weights[place] == 0.0 and _runs(battles[place], pool.rows[place], turn):
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


_KEPT = threading.local()


def _memo() -> Memo:
    """What this thread knows of asks; forgotten when there is not much room left."""
    memo: Memo | None = getattr(_KEPT, "memo", None)
    if memo is None or np.count_nonzero(memo.asks[:, _SIZE]) > MOST_ASKS // 2:
        memo = _KEPT.memo = Memo(
            np.zeros((MOST_ASKS, _MET + 1), np.int64),
            np.empty((MOST_ASKS, BRANCHES), np.int64),
            np.empty((MOST_ASKS, BRANCHES)),
            np.zeros(1, np.int64),
        )
    memo.walk[0] += 1
    return memo


@cache
def _walker(rules: RuleSet) -> Any:
    return jit(walk, folder_of(rules), allocates=True)


@dataclass(frozen=True)
class Walked:
    """What a walk found.

    Attributes:
        ends: the battles that may come of it, records of shape (n,), no two alike.
        chances: their probabilities, float64, shape (n,).
        may: how often each captain may choose each action, float64, shape (seats, actions); where a phase comes once
            a turn, that is the probability that she may.
        played: how often she does, likewise.
        asks: the different rolls on the way, as `chance.WANT` names their numbers, int64, shape (m, 12).
    """

    ends: np.ndarray
    chances: np.ndarray
    may: np.ndarray
    played: np.ndarray
    asks: np.ndarray

    @property
    def lumped(self) -> float:
        """How likely it is, at most, that some total on the way is one of those counted together at `LIMIT`."""
        pools = [(ask[4], ask[5]) for ask in self.asks if ask[0] in EXPLODING]
        pools += [(ask[6], ask[7]) for ask in self.asks if ask[0] == CONTEST]
        return min(1.0, sum(pools.count(pool) * float(kept_totals(*pool)[LIMIT]) for pool in set(pools)))


def _walked(game: Game, start: np.ndarray, plan: np.ndarray, steps: int, turn: np.ndarray, least: float) -> Walked:
    """Walk with as much room as it takes."""
    size = game.rules.dtype.itemsize
    width = -(-size // 8)
    shape = game.seats, len(game.actions)
    room = ROOM
    while room <= MOST_BATTLES:
        words = np.zeros((room, width), np.int64)
        battles: np.ndarray = np.ndarray((room,), game.rules.dtype, words, strides=(8 * width,))
        rows = words.view(np.uint8)
        rows[0, :size] = as_bytes(start)[0]
        pool = Pool(battles, words, rows, np.zeros(room), np.zeros(2 * room, np.int64), np.zeros((2, room), np.int64))
        memo = _memo()
        path = Path(np.zeros(TAPE, np.int64), np.zeros(TAPE, np.int64), np.zeros(TAPE + 1))
        may, played = np.zeros(shape), np.zeros(shape)
        found = _walker(game.rules)(
            pool, memo, path, plan, steps, turn, float(least), may, played, np.zeros(shape, np.int8),
            np.zeros(game.seats, np.int16),
        )  # fmt: skip
        if found == _TOO_LONG:
            raise ValueError(
                f"{game.id}: a path of this step has more than {TAPE} rolls, or a roll more than {BRANCHES} "
                "outcomes; leave unlikely paths out with least=1e-9"
            )
        if found >= 0:
            kept = np.flatnonzero(pool.weights[:found])
            asks = memo.asks[memo.asks[:, _MET] == memo.walk[0], :_SIZE]
            return Walked(_taken(battles, rows[:, :size], kept), pool.weights[kept], may, played, asks)
        room *= 4
    raise ValueError(
        f"{game.id}: more than {MOST_BATTLES} battles may come of this; leave unlikely ones out with least=1e-9"
    )


def _taken(battles: np.ndarray, rows: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """Some battles of a pool; those that lie side by side are not copied, which would take longer than the walk."""
    if kept[-1] - kept[0] == len(kept) - 1:
        return battles[kept[0] : kept[-1] + 1]
    return np.ascontiguousarray(rows[kept]).view(battles.dtype).reshape(len(kept))


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
        ValueError: some path asks for more than `chance.TAPE` rolls, or there are more than `MOST_BATTLES` ends.
    """
    start = copy_of(game, state)
    acts = checked_orders(game, start[0], orders)
    found = _walked(game, start, acts.reshape(-1, 1), 1, np.full(3, -1, np.int64), least)
    return found.ends, found.chances


def walk_turn(game: Game, state: Any, plans: Sequence[Sequence[str]], least: float = 0.0) -> Walked:
    """Every battle that the rest of a turn may lead to.

    A turn lasts until the battle's number of the turn changes, or it is over; in a game that counts no turns it is one
    step.

    Args:
        state: one record of the game's rule set; it is left as it is.
        plans: for each seat the names of actions: in each phase she takes the first of them that is legal, or the legal
            action of lowest index where none is.
        least: paths less likely than this are left out.

    Raises:
        BadInput: a name is no action of the game, or the battle is over.
        ValueError: as in `outcomes_of_step`.
    """
    start = copy_of(game, state)
    if is_over(start[0]):
        raise BadInput(f"state: the battle is over ({game.endings[game.ending(start[0])]}); it has no next turn")
    if len(plans) != game.seats:
        raise BadInput(f"orders: {len(plans)} do not fit; {game.name} has {game.seats} captains")
    plan = np.full((game.seats, max(map(len, plans), default=0) or 1), -1, np.int16)
    for seat, names in enumerate(plans):
        plan[seat, : len(names)] = [action_number(game, name) for name in names]
    turn = np.full(3, -1, np.int64)
    steps = 1
    for leaf in leaves(game.rules.dtype):
        if leaf.name == "turn":
            turn[:] = leaf.offset, -leaf.dtype.itemsize, int(start[0]["turn"])
            steps = MOST_STEPS
    return _walked(game, start, plan, steps, turn, least)
