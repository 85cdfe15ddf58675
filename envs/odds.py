"""Exact odds: every battle that a step, or a whole turn, may lead to, with its probability.

A step is walked by running it again and again over copies of the battle, each time with one more answer laid
down, until no ask is left open (`quarterdeck.envs.chance`, `quarterdeck.envs.outcomes`). A turn is walked step by
step: the captains choose by a plan, and battles that are alike are put together after each step.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from quarterdeck.configs import BadInput

from .chance import CONTEST, EXPLODING
from .compiler import jit
from .engine import folder_of
from .game import Game, RuleSet, is_over
from .outcomes import BRANCHES, LIMIT, kept_totals
from .values import Leaf, action_number, as_bytes, checked_orders, copy_of, leaves, signed
from .walk import CLASSES, MET, MOST_ASKS, SIZE, TOO_LONG, Memo, Path, Pool, Tally, walk

MOST_BATTLES = 1 << 20  # different battles that one walk may meet
MOST_STEPS = 64  # of one turn
ROOM = 1 << 16  # battles that there is room for at first

_KEPT = threading.local()


def _memo() -> Memo:
    """What this thread knows of asks; forgotten when there is not much room left."""
    memo: Memo | None = getattr(_KEPT, "memo", None)
    if memo is None or np.count_nonzero(memo.asks[:, SIZE]) > MOST_ASKS // 2:
        memo = _KEPT.memo = Memo(
            np.zeros((MOST_ASKS, MET + 1), np.int64),
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
        ends: the battles that may come of it, records of shape (n,), no two alike; none where they were only counted.
        chances: their probabilities, float64, shape (n,).
        total: what all probabilities add up to: 1 but for rounding, less the paths left out.
        may: how often each captain may choose each action, float64, shape (seats, actions); where a phase comes once
            a turn, that is the probability that she may.
        played: how often she does, likewise.
        asks: the different rolls on the way, as `chance.WANT` names their numbers, int64, shape (m, 12).
        counted: how many ends were counted, equal ones as often as they were met.
        means: of each number that was counted, by its name.
        shares: how likely each of its values is, float64, shape (`CLASSES`,); the last stands for greater ones too.
    """

    ends: np.ndarray
    chances: np.ndarray
    total: float
    may: np.ndarray
    played: np.ndarray
    asks: np.ndarray
    counted: int
    means: dict[str, float]
    shares: dict[str, np.ndarray]

    @property
    def lumped(self) -> float:
        """How likely it is, at most, that some total on the way is one of those counted together at `LIMIT`."""
        pools = [(ask[4], ask[5]) for ask in self.asks if ask[0] in EXPLODING]
        pools += [(ask[6], ask[7]) for ask in self.asks if ask[0] == CONTEST]
        return min(1.0, sum(pools.count(pool) * float(kept_totals(*pool)[LIMIT]) for pool in set(pools)))


def _walked(
    game: Game,
    start: np.ndarray,
    plan: np.ndarray,
    steps: int,
    turn: np.ndarray,
    least: float,
    counted: Sequence[Leaf] = (),
) -> Walked:
    """Walk with as much room as it takes."""
    size = game.rules.dtype.itemsize
    shape, tape = (game.seats, len(game.actions)), game.rules.tape
    fields = np.array([(leaf.offset, signed(leaf)) for leaf in counted], np.int64).reshape(-1, 2)
    room = ROOM
    while room <= MOST_BATTLES:
        pool = _pool(game, start, room)
        tally = Tally(fields, np.zeros(len(fields)), np.zeros((len(fields), CLASSES)), np.zeros(1, np.int64))
        memo = _memo()
        path = Path(np.zeros(tape, np.int64), np.zeros(tape, np.int64), np.zeros(tape + 1))
        may, played = np.zeros(shape), np.zeros(shape)
        found = _walker(game.rules)(
            pool, tally, memo, path, plan, steps, turn, float(least), may, played, np.zeros(shape, np.int8),
            np.zeros(game.seats, np.int16),
        )  # fmt: skip
        if found == TOO_LONG:
            raise ValueError(
                f"{game.id}: a path of this step has more than {tape} rolls, or a roll more than {BRANCHES} "
                "outcomes; leave unlikely paths out with least=1e-9"
            )
        if found >= 0:
            kept = np.flatnonzero(pool.weights[:found])
            return Walked(
                ends=_taken(pool.battles, pool.rows[:, :size], kept),
                chances=pool.weights[kept],
                total=float(pool.weights[kept].sum() + (tally.shares[0].sum() if counted else 0.0)),
                may=may,
                played=played,
                asks=memo.asks[memo.asks[:, MET] == memo.walk[0], :SIZE],
                counted=int(tally.ends[0]),
                means={leaf.name: float(mean) for leaf, mean in zip(counted, tally.means, strict=True)},
                shares={leaf.name: share for leaf, share in zip(counted, tally.shares, strict=True)},
            )
        room *= 4
    raise ValueError(
        f"{game.id}: more than {MOST_BATTLES} battles may come of this; leave unlikely ones out with least=1e-9"
    )


def _pool(game: Game, start: np.ndarray, room: int) -> Pool:
    """Room for so many battles, of which the first is the start; memory that is touched only as far as it is used."""
    size = game.rules.dtype.itemsize
    width = -(-size // 8)
    words = np.zeros((room, width), np.int64)
    battles: np.ndarray = np.ndarray((room,), game.rules.dtype, words, strides=(8 * width,))
    rows = words.view(np.uint8)
    rows[0, :size] = as_bytes(start)[0]
    return Pool(battles, words, rows, np.zeros(room), np.zeros(2 * room, np.int64), np.zeros((2, room), np.int64))


def _taken(battles: np.ndarray, rows: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """Some battles of a pool; those that lie side by side are not copied, which would take longer than the walk."""
    if len(kept) and kept[-1] - kept[0] == len(kept) - 1:
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
        ValueError: some path asks for more rolls than the tape of its dice holds, or there are more than
            `MOST_BATTLES` ends.
    """
    start = copy_of(game, state)
    acts = checked_orders(game, start[0], orders)
    found = _walked(game, start, acts.reshape(-1, 1), 1, np.full(3, -1, np.int64), least)
    return found.ends, found.chances


def walk_turn(
    game: Game, state: Any, plans: Sequence[Sequence[str]], least: float = 0.0, counted: Sequence[str] = ()
) -> Walked:
    """Every battle that the rest of a turn may lead to.

    A turn lasts until the battle's number of the turn changes, or it is over; in a game that counts no turns it is one
    step.

    Args:
        state: one record of the game's rule set; it is left as it is.
        plans: for each seat the names of actions: in each phase she takes the first of them that is legal, or the legal
            action of lowest index where none is.
        least: paths less likely than this are left out.
        counted: fields, as `ship.hull`: then the battles that come of the turn are not kept, and the mean and the
            distribution of these numbers are all that is found; far more outcomes can be walked so.

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
            turn[:] = leaf.offset, signed(leaf), int(start[0]["turn"])
            steps = MOST_STEPS
    wanted = [leaf for leaf in leaves(game.rules.dtype) if leaf.field in counted]
    return _walked(game, start, plan, steps, turn, least, wanted)
