"""Many battles side by side: what every face, the trainer and the evaluation harness stand on."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from quarterdeck.configs import BadInput

from .ahead import compile_ahead
from .captain import Captain
from .chance import mix
from .engine import GO_ON, GUEST, RESET, STEP, final_dtype, loops, slot_dtype
from .game import Game


class Finals(NamedTuple):
    """The last moments of the battles that ended in a step and were followed by others.

    Attributes:
        battles: records of `final_dtype(game)`, shape (n,).
        masks: the learner's, int8, shape (n, actions).
        observations: the learner's, float32, shape (n, features).
    """

    battles: np.ndarray
    masks: np.ndarray
    observations: np.ndarray


class Batch:
    """`size` battles side by side, one slot each.

    Attributes:
        slots: records of `slot_dtype(game)`, shape (size,), of which states and controllers are views.
        states: the battles, shape (size,).
        observations: float32, shape (size, seats, features).
        mine: float32, shape (size, features), or no rows at all: memory laid down for what the learner sees, which then
            is all that is written; a row has one learner.
        masks: int8, shape (size, seats, actions).
        orders: int16, shape (size, seats): the caller writes the actions of seats commanded from outside; after a
            step they are the orders with which it began.
        rewards: float32, shape (size, seats), of the last step.
        ended: int8, shape (size,): `TERMINATED`, `TRUNCATED` or 0. Such a row stays as it is until it is reset.
        illegal: int8, shape (size, seats): an illegal action was replaced in the last step.
        controllers: int16, shape (size, seats): `LEARNER`, a scripted captain's number, or `GUEST` and below.

    Args:
        game: which game.
        templates: battles to draw from, as `game.build` makes them.
        controllers: who commands each seat, shape (seats,) or (size, seats).
        guests: captains played from Python; guest number k has the controller `GUEST - k`.
        pool: (controller, weight) pairs: opponents drawn anew for each battle for all seats but the learner's.
        step_limit: steps after which a battle is truncated; 0 for none.
        threads: row ranges stepped side by side.
        witness: is told every phase, `(before, orders, after)`: the battles before it and after it, shape (size,), and
            the orders, shape (size, seats). The battles go the same way as without one, but slower.
    """

    def __init__(
        self,
        game: Game,
        templates: np.ndarray,
        size: int,
        controllers: Any,
        guests: Sequence[Captain] = (),
        pool: Sequence[tuple[int, float]] = (),
        step_limit: int = 0,
        threads: int = 1,
        witness: Callable[[np.ndarray, np.ndarray, np.ndarray], None] | None = None,
    ) -> None:
        self.game, self.size, self.step_limit, self.witness = game, size, step_limit, witness
        self.threads = threads
        self.guests = list(guests)
        self.templates = templates
        try:
            self._lay_out(game, size)
        except (MemoryError, ValueError):
            raise BadInput(f"{size} battles side by side do not fit into the memory; give fewer") from None
        self.slots["controllers"] = controllers
        self.set_pool(pool)
        self._bind()

    def _lay_out(self, game: Game, size: int) -> None:
        """The memory of all rows."""
        self.slots = np.zeros(size, slot_dtype(game))
        self.masks = np.zeros((size, game.seats, len(game.actions)), np.int8)
        self.observations = np.zeros((size, game.seats, len(game.features)), np.float32)
        self.mine = np.zeros((0, len(game.features)), np.float32)
        self.orders = np.zeros((size, game.seats), np.int16)
        self.rewards = np.zeros((size, game.seats), np.float32)
        self.illegal = np.zeros((size, game.seats), np.int8)
        self.ended = np.zeros(size, np.int8)
        self._todo = np.zeros(size, np.bool_)
        # memory that is touched only as far as battles end in one step
        self._finals = Finals(
            np.zeros(size, final_dtype(game)),
            np.zeros((size, len(game.actions)), np.int8),
            np.zeros((size, len(game.features)), np.float32),
        )
        self._tally = np.zeros(size + 1, np.int64)

    def _bind(self) -> None:
        """Make what a copy or a saved batch makes anew: the views, the loops, the threads."""
        self.states, self.controllers = self.slots["state"], self.slots["controllers"]
        self._loops = loops(self.game.rules)
        self._executor = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        cuts = np.linspace(0, self.size, self.threads + 1).astype(int)
        self._ranges = [(int(low), int(high)) for low, high in pairwise(cuts)]

    def __getstate__(self) -> dict[str, Any]:
        made_anew = ("states", "controllers", "_loops", "_executor", "_ranges")
        return {name: value for name, value in self.__dict__.items() if name not in made_anew}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    def set_pool(self, pool: Sequence[tuple[int, float]]) -> None:
        """Change whom the next battles are fought against: (controller, weight) pairs."""
        weights = np.array([weight for _, weight in pool], np.float64)
        self._pool = np.array([which for which, _ in pool], np.int16)
        self._pool_weights = np.cumsum(weights) / weights.sum() if len(weights) else weights

    def _play(self, what: int, follow: bool = False, among: int = 0) -> None:
        witness = self.witness if what != RESET else None
        if witness is not None:
            before = self.states.copy()
        self._in_ranges(
            self._loops.play, what, self.witness is None, follow, among, self.step_limit, self._todo,
            self.slots, self.templates, self._pool, self._pool_weights, self.masks, self.observations, self.mine,
            self.orders, self.rewards, self.illegal, self.ended, *self._finals, self._tally,
        )  # fmt: skip
        if witness is not None:
            # what the captains drew for their orders was drawn before the phase
            before["captain"] = self.states["captain"]
            witness(before, self.orders.copy(), self.states.copy())

    def _in_ranges(self, function: Callable[..., None], *args: Any) -> None:
        """Call a compiled loop for all rows, in as many threads as were asked for."""
        if self._executor is None:
            function(0, self.size, *args)
            return
        for future in [self._executor.submit(function, low, high, *args) for low, high in self._ranges]:
            future.result()

    def reset(self, seeds: Sequence[int] | np.ndarray | None = None, rows: np.ndarray | None = None) -> None:
        """Begin new battles in `rows` (bool mask, default all), from one seed a row or as the generators stand."""
        compile_ahead(self.game)
        if seeds is not None:
            self.seed(seeds, rows)
        self._todo[:] = True if rows is None else rows
        self._play(RESET)
        self._go_on()

    def seed(self, seeds: Sequence[int] | np.ndarray, rows: np.ndarray | None = None) -> None:
        """Set the generators of `rows` (bool mask, default all) to one seed a row; battles that run go on."""
        which = range(self.size) if rows is None else np.flatnonzero(rows)
        self.slots["generator"][which] = [mix(int(seeds[int(row)]) & 0xFFFFFFFFFFFFFFFF) for row in which]

    def step(self, rows: np.ndarray | None = None) -> None:
        """Play one step with the learners' actions in `orders`, in `rows` (bool mask, default all)."""
        self._todo[:] = True if rows is None else rows
        self._step(False)

    def step_on(self, among: int = 0, rows: np.ndarray | None = None) -> Finals:
        """Play one step in `rows` (bool mask, default all); a battle that ends is followed by another at once.

        Args:
            among: seats, as bits, of which the learner takes the next one in the battle that follows; 0: she stays.

        Returns:
            The last moments of those that ended; the arrays are overwritten by the next step.
        """
        self._todo[:] = True if rows is None else rows
        for low, _ in self._ranges:
            self._tally[low] = 0
        self._step(True, among)
        parts = [tuple(array[low : low + self._tally[low]] for array in self._finals) for low, _ in self._ranges]
        return Finals(*parts[0]) if len(parts) == 1 else Finals(*map(join, zip(*parts)))

    def _step(self, follow: bool, among: int = 0) -> None:
        if self.guests:
            self._ask_guests()
        self._play(STEP, follow, among)
        self._go_on(follow, among)

    def _ask_guests(self) -> None:
        """Fill the orders of guests in the rows that are about to step."""
        for number, guest in enumerate(self.guests):
            for seat in range(self.game.seats):
                theirs = (self.controllers[:, seat] == GUEST - number) & self._todo
                rows = np.flatnonzero(theirs & (self.masks[:, seat, 0] == 0))
                if len(rows):
                    self.orders[rows, seat] = ask(guest, self.game, self.states, rows, seat)

    def _go_on(self, follow: bool = False, among: int = 0) -> None:
        """Play on where no learner has a choice, until one has or the battle is over."""
        while (self.guests or self.witness is not None) and self._todo.any():
            self._ask_guests()
            self._play(GO_ON, follow, among)

    def place(self, battles: np.ndarray, seeds: Sequence[int] | np.ndarray) -> None:
        """Begin these battles, as `game.build` makes them, one a row instead of drawing from the templates.

        The dice are those that the row's seed gives to a scenario of this one battle.
        """
        self.states[:] = battles
        templates, self.templates = self.templates, self.templates[:0]
        try:
            self.reset(seeds)
        finally:
            self.templates = templates

    def refresh(self) -> None:
        """Bring masks and observations up to date after `states` was written to."""
        self._loops.refresh(self.slots, self.masks, self.observations)


def join(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Arrays of records or numbers one after the other, copied as plain bytes."""
    dtype = arrays[0].dtype
    if dtype.names is None:
        return np.concatenate(arrays)
    return np.concatenate([array.view(f"V{dtype.itemsize}") for array in arrays]).view(dtype)


def take(states: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """A copy of some records as plain bytes: NumPy would go through their fields one by one."""
    return states.view(f"V{states.dtype.itemsize}")[rows].view(states.dtype)


def ask(captain: Captain, game: Game, states: np.ndarray, rows: np.ndarray, seat: int) -> np.ndarray:
    """A captain's actions for some rows: the dice are hidden from it, its own generator is written back."""
    shown = take(states, rows)
    shown["dice"] = np.zeros(1, shown["dice"].dtype)
    # what is no action at all becomes an illegal one
    chosen = np.asarray(captain.choose(game, shown, seat))
    if chosen.shape != rows.shape or chosen.dtype.kind not in "biuf":
        given = f"{chosen.dtype} {chosen.shape}"
        raise BadInput(f"captain {type(captain).__name__}: chooses {given}; give whole numbers, shape {rows.shape}")
    actions = np.clip(chosen.astype(np.int64), -1, len(game.actions))
    states["captain"][rows, seat] = shown["captain"][:, seat]
    return actions


def row_bytes(game: Game) -> int:
    """What one battle costs in a batch, its masks and observations of all seats included."""
    batch = Batch(game, np.zeros(1, game.rules.dtype), 1, 0)
    arrays = ("slots", "masks", "observations", "orders", "rewards", "illegal", "ended")
    return sum(getattr(batch, name).nbytes for name in arrays)
