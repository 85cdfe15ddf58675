"""One compiled loop steps many battles. Every face, the trainer and the evaluation harness stand on it.

A row's battle depends on nothing but its own slot: the same seed gives the same battle in any row of any batch on any
number of threads.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from .captain import Captain, lowest_legal, random_legal, script
from .chance import advance, below, mix
from .compiler import FOLDER, cache_folder, jit
from .game import Game, RuleSet, apply, is_over, legal, observe, payoff, setup

RESET, STEP, GO_ON = range(3)  # what the loop does

LEARNER = -1  # controllers: whose orders come from outside, step by step
GUEST = -2  # and below: captains played from Python; zero and above: scripted captains

TERMINATED, TRUNCATED = 1, 2


def slot_dtype(game: Game) -> np.dtype:
    """Everything that belongs to one row, side by side in memory."""
    seats = game.seats
    return np.dtype(
        (
            np.record,
            [
                ("state", game.rules.dtype),
                ("generator", np.uint64),  # draws scenarios, opponents and the seeds of battles
                ("masks", np.int8, (seats, len(game.actions))),
                ("ended", np.int8),
                ("todo", np.int8),
                ("illegal", np.int8, (seats,)),
                ("controllers", np.int16, (seats,)),
                ("orders", np.int16, (seats,)),
                ("steps", np.int32),
                ("rewards", np.float32, (seats,)),
                ("observations", np.float32, (seats, len(game.features))),
            ],
        )
    )


def inner(function):
    """Compile a part of the loops; it is kept on disk only as a part of them."""
    return jit(function, None)


@inner
def _write_masks(slot):
    for seat in range(len(slot.orders)):
        legal(slot.state, seat, slot.masks[seat])


@inner
def _awaits(slot):
    """Who must decide from outside: 0 nobody, 1 only guests, 2 a learner."""
    waiting = 0
    for seat in range(len(slot.orders)):
        if slot.controllers[seat] < 0 and slot.masks[seat][0] == 0:
            waiting = max(waiting, 2 if slot.controllers[seat] == LEARNER else 1)
    return waiting


@inner
def _fill_orders(slot):
    """Scripted seats decide; an illegal order from outside becomes the legal action of lowest index."""
    for seat in range(len(slot.orders)):
        mask = slot.masks[seat]
        which = slot.controllers[seat]
        if mask[0] == 1:
            # a seat without a choice may have sent anything
            slot.orders[seat] = 0
        elif which >= 0:
            slot.orders[seat] = script(slot.state, seat, which, mask)
        else:
            action = slot.orders[seat]
            if action < 0 or action >= len(mask) or mask[action] == 0:
                slot.orders[seat] = lowest_legal(mask)
                slot.illegal[seat] = 1


@inner
def _phase(slot):
    """Play one phase by the orders of everybody."""
    _fill_orders(slot)
    apply(slot.state, slot.orders)
    _write_masks(slot)


@inner
def _run(slot):
    """Play the phases in which nobody outside has a choice."""
    while not is_over(slot.state) and _awaits(slot) == 0:
        _phase(slot)


@inner
def _draw_opponent(slot, pool, pool_weights):
    """Draw this battle's opponent for every seat that is not a learner's."""
    slot.generator = advance(slot.generator)
    drawn = below(slot.generator, 1 << 30) / (1 << 30)
    which = 0
    while which < len(pool) - 1 and drawn >= pool_weights[which]:
        which += 1
    for seat in range(len(slot.orders)):
        if slot.controllers[seat] != LEARNER:
            slot.controllers[seat] = pool[which]


@inner
def _begin(slots, row, templates):
    """Draw the scenario, the dice and the captains' generators of a new battle, and set it up."""
    slot = slots[row]
    generator = advance(slot.generator)
    slot.state = templates[below(generator, len(templates))]
    generator = advance(generator)
    slot.state.dice.generator = mix(int(generator))
    for seat in range(len(slot.orders)):
        generator = advance(generator)
        slot.state.captain[seat] = mix(int(generator))
    slot.generator = generator
    setup(slot.state)
    _write_masks(slot)


@inner
def _score(slot, how):
    """A battle ended: `TERMINATED` by the rules or `TRUNCATED` by the limit of steps."""
    slot.ended = how
    for seat in range(len(slot.orders)):
        slot.rewards[seat] = payoff(slot.state, seat)


def play_rows(low, high, what, at_once, step_limit, slots, templates, pool, pool_weights):
    """Do `what` in the rows that are marked `todo`: `RESET` begins new battles, `STEP` plays one step with the actions
    from outside that lie in `orders`, `GO_ON` plays on within the same step, with the orders of guests.

    With `at_once` the phases that the scripted captains settle among themselves are played too; without it the loop
    stops after each phase. Afterwards `todo` marks the rows in which no learner is asked yet.
    """
    for row in range(low, high):
        slot = slots[row]
        if not slot.todo:
            continue
        if what != GO_ON:
            slot.ended = 0
            for seat in range(len(slot.orders)):
                slot.rewards[seat] = 0
                slot.illegal[seat] = 0
        if what == RESET:
            slot.steps = 0
            if len(pool) > 0:
                _draw_opponent(slot, pool, pool_weights)
            _begin(slots, row, templates)
        elif not is_over(slot.state):
            if what == STEP:
                slot.steps += 1
            _phase(slot)
        if at_once:
            _run(slot)
        slot.todo = 0
        if is_over(slot.state):
            _score(slot, TERMINATED)
        elif _awaits(slot) < 2:
            slot.todo = 1
        elif 0 < step_limit <= slot.steps:
            _score(slot, TRUNCATED)
        observe(slot.state, slot.observations)


def refresh_rows(slots):
    """Masks and observations of battles that were put in place from outside."""
    for row in range(len(slots)):
        _write_masks(slots[row])
        observe(slots[row].state, slots[row].observations)


def send_rows(low, high, slots, seats, actions):
    """Lay down the action of one seat of each row."""
    for row in range(low, high):
        slots[row].orders[seats[row]] = actions[row]


def copy_rows(low, high, raw, seats, start, out):
    """Copy a field of one seat of each row into a dense array, both taken as bytes; the field begins at `start`.

    Bytes side by side are copied ten times as fast as the nested fields of a record.
    """
    size = out.shape[1]
    for row in range(low, high):
        first = start + seats[row] * size
        source = raw[row, first : first + size]
        target = out[row]
        for i in range(size):
            target[i] = source[i]


def sample_rows(masks, generator, actions):
    """One legal action a row, all alike, into `actions`; `generator` is uint64 of shape (1,)."""
    for row in range(len(masks)):
        actions[row] = random_legal(generator, 0, masks[row])


def _folder(rules: RuleSet) -> Any:
    if rules.apply.__module__.startswith("quarterdeck."):
        return FOLDER
    return cache_folder(rules.sources) if rules.sources else None


@cache
def loops(rules: RuleSet) -> SimpleNamespace:
    """The compiled loops for the records of one rule set."""
    folder = _folder(rules)
    return SimpleNamespace(
        play=jit(play_rows, folder),
        refresh=jit(refresh_rows, folder),
        send=jit(send_rows, folder),
    )


_sample = jit(sample_rows, FOLDER)
_copy = jit(copy_rows, FOLDER)


def sample_actions(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A legal action for each row of `masks` (int8, shape (n, actions)), every legal one equally likely."""
    actions = np.empty(len(masks), np.int64)
    _sample(np.ascontiguousarray(masks), rng.integers(0, 2**63, 1).astype(np.uint64), actions)
    return actions


class View(NamedTuple):
    """What concerns one seat of each row of a batch, in dense arrays named as the fields of a slot.

    Attributes:
        observations: float32, shape (size, features).
        masks: int8, shape (size, actions).
        rewards: float32, shape (size,).
        illegal: bool, shape (size,).
    """

    observations: np.ndarray
    masks: np.ndarray
    rewards: np.ndarray
    illegal: np.ndarray


def view(game: Game, size: int) -> View:
    """A view to be filled."""
    return View(
        np.empty((size, len(game.features)), np.float32),
        np.empty((size, len(game.actions)), np.int8),
        np.empty(size, np.float32),
        np.empty(size, bool),
    )


class Batch:
    """`size` battles side by side, one slot each.

    Attributes:
        slots: records of `slot_dtype(game)`, shape (size,). The fields below are views of it.
        states: the battles, shape (size,).
        observations: float32, shape (size, seats, features).
        masks: int8, shape (size, seats, actions).
        orders: int16, shape (size, seats): written by the caller for seats commanded from outside.
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
        self.slots = np.zeros(size, slot_dtype(game))
        self.slots["controllers"] = controllers
        self.set_pool(pool)
        self._bind()

    def _bind(self) -> None:
        """Make what a copy or a saved batch makes anew: the views, the loops, the threads."""
        for name in ("orders", "masks", "observations", "rewards", "illegal", "ended", "controllers"):
            setattr(self, name, self.slots[name])
        self.states = self.slots["state"]
        self._todo = self.slots["todo"]
        self._raw = self.slots.view(np.uint8).reshape(self.size, -1)
        fields = self.slots.dtype.fields or {}
        self._starts = [int(fields[name][1]) for name in View._fields]
        self._loops = loops(self.game.rules)
        self._executor = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        cuts = np.linspace(0, self.size, self.threads + 1).astype(int)
        self._ranges = [(int(low), int(high)) for low, high in pairwise(cuts)]

    def __getstate__(self) -> dict[str, Any]:
        kept = ("game", "size", "step_limit", "witness", "threads", "guests", "templates", "slots")
        return {name: getattr(self, name) for name in (*kept, "_pool", "_pool_weights")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    orders: np.ndarray
    masks: np.ndarray
    observations: np.ndarray
    rewards: np.ndarray
    illegal: np.ndarray
    ended: np.ndarray
    controllers: np.ndarray

    def set_pool(self, pool: Sequence[tuple[int, float]]) -> None:
        """Change whom the next battles are fought against: (controller, weight) pairs."""
        weights = np.array([weight for _, weight in pool], np.float64)
        self._pool = np.array([which for which, _ in pool], np.int16)
        self._pool_weights = np.cumsum(weights) / weights.sum() if len(weights) else weights

    def _play(self, what: int) -> None:
        witness = self.witness if what != RESET else None
        if witness is not None:
            before = self.states.copy()
        self._in_ranges(
            self._loops.play,
            what,
            self.witness is None,
            self.step_limit,
            self.slots,
            self.templates,
            self._pool,
            self._pool_weights,
        )
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
        if seeds is not None:
            self.seed(seeds, rows)
        self._todo[:] = 1 if rows is None else rows
        self._play(RESET)
        self._go_on()

    def seed(self, seeds: Sequence[int] | np.ndarray, rows: np.ndarray | None = None) -> None:
        """Set the generators of `rows` (bool mask, default all) to one seed a row; battles that run go on as they are."""
        which = range(self.size) if rows is None else np.flatnonzero(rows)
        self.slots["generator"][which] = [mix(int(seeds[int(row)]) & 0xFFFFFFFFFFFFFFFF) for row in which]

    def step(self, rows: np.ndarray | None = None) -> None:
        """Play one step with the learners' actions in `orders`, in `rows` (bool mask, default all)."""
        self._todo[:] = 1 if rows is None else rows
        if self.guests:
            self._ask_guests()
        self._play(STEP)
        self._go_on()

    def send(self, seats: np.ndarray, actions: np.ndarray) -> None:
        """Lay down one action a row (int64, shape (size,)) for seat `seats[row]` (int64, shape (size,))."""
        self._in_ranges(self._loops.send, self.slots, seats, actions)

    def look(self, seats: np.ndarray, view: View) -> None:
        """Copy what concerns seat `seats[row]` (int64, shape (size,)) of each row into the arrays of `view`."""
        for start, array in zip(self._starts, view):
            self._in_ranges(_copy, self._raw, seats, start, array.reshape(self.size, -1).view(np.uint8))

    def _ask_guests(self) -> None:
        """Fill the orders of guests in the rows that are about to step."""
        for number, guest in enumerate(self.guests):
            for seat in range(self.game.seats):
                theirs = (self.controllers[:, seat] == GUEST - number) & (self._todo == 1)
                rows = np.flatnonzero(theirs & (self.masks[:, seat, 0] == 0))
                if len(rows):
                    self.orders[rows, seat] = ask(guest, self.game, self.states, rows, seat)

    def _go_on(self) -> None:
        """Play on where no learner has a choice, until one has or the battle is over."""
        while (self.guests or self.witness is not None) and self._todo.any():
            self._ask_guests()
            self._play(GO_ON)

    def refresh(self) -> None:
        """Bring masks and observations up to date after `states` was written to."""
        self._loops.refresh(self.slots)


def ask(captain: Captain, game: Game, states: np.ndarray, rows: np.ndarray, seat: int) -> np.ndarray:
    """A captain's actions for some rows: the dice are hidden from it, its own generator is written back."""
    shown = states[rows]
    shown["dice"] = np.zeros(1, shown["dice"].dtype)
    actions = np.asarray(captain.choose(game, shown, seat), np.int64)
    states["captain"][rows, seat] = shown["captain"][:, seat]
    return actions
