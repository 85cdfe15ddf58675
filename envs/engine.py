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
from .compiler import FOLDER, cache_folder, inlined, jit
from .game import Game, RuleSet, apply, is_over, legal, observe, payoff, setup

RESET, STEP, GO_ON = range(3)  # what the loop does

LEARNER = -1  # controllers: whose orders come from outside, step by step
GUEST = -2  # and below: captains played from Python; zero and above: scripted captains

TERMINATED, TRUNCATED = 1, 2

TRIES = 1000  # battles begun anew in a row before a scenario counts as one without a choice


def slot_dtype(game: Game) -> np.dtype:
    """What the loop keeps of one row besides its masks and observations."""
    seats = game.seats
    return np.dtype(
        (
            np.record,
            [
                ("state", game.rules.dtype),
                ("generator", np.uint64),  # draws scenarios, opponents and the seeds of battles
                ("orders", np.int16, (seats,)),
                ("controllers", np.int16, (seats,)),
                ("steps", np.int32),
            ],
        )
    )


def row_bytes(game: Game) -> int:
    """What one battle costs in a batch, its masks and observations of all seats included."""
    batch = Batch(game, np.zeros(1, game.rules.dtype), 1, 0)
    arrays = ("slots", "masks", "observations", "orders", "rewards", "illegal", "ended")
    return sum(getattr(batch, name).nbytes for name in arrays)


def final_dtype(game: Game) -> np.dtype:
    """A battle as it ended, the row in which it was fought, and how many steps it took."""
    return np.dtype((np.record, [("row", np.int64), ("steps", np.int64), ("state", game.rules.dtype)]))


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


@inlined
def _write_masks(slot, masks):
    for seat in range(len(slot.orders)):
        legal(slot.state, seat, masks[seat])


@inlined
def _awaits(slot, masks):
    """Who must decide from outside: 0 nobody, 1 only guests, 2 a learner."""
    waiting = 0
    for seat in range(len(slot.orders)):
        if slot.controllers[seat] < 0 and masks[seat, 0] == 0:
            waiting = max(waiting, 2 if slot.controllers[seat] == LEARNER else 1)
    return waiting


@inlined
def _take_orders(slot, masks, orders, illegal):
    """Orders from outside; an illegal one becomes the legal action of lowest index."""
    for seat in range(len(slot.orders)):
        mask = masks[seat]
        if slot.controllers[seat] < 0 and mask[0] == 0:
            action = orders[seat]
            if action < 0 or action >= len(mask) or mask[action] == 0:
                action = lowest_legal(mask)
                illegal[seat] = 1
            slot.orders[seat] = action


@inlined
def _fill_orders(slot, masks):
    """Scripted captains decide; who has no choice passes."""
    for seat in range(len(slot.orders)):
        mask = masks[seat]
        which = slot.controllers[seat]
        if mask[0] == 1:
            slot.orders[seat] = 0
        elif which >= 0:
            slot.orders[seat] = script(slot.state, seat, which, mask)


@inlined
def _phase(slot, masks):
    """Play one phase by the orders in the slot."""
    apply(slot.state, slot.orders)
    _write_masks(slot, masks)


@inlined
def _run(slot, masks):
    """Play the phases in which nobody outside has a choice."""
    while not is_over(slot.state) and _awaits(slot, masks) == 0:
        _fill_orders(slot, masks)
        _phase(slot, masks)


@inlined
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


@inlined
def _begin(slots, row, templates, masks):
    """Draw the scenario, the dice and the captains' generators of a new battle, and set it up.

    Without templates the battle to begin lies in the row already; its dice are those of a drawn one.
    """
    slot = slots[row]
    generator = advance(slot.generator)
    if len(templates) > 0:
        slot.state = templates[below(generator, len(templates))]
    generator = advance(generator)
    slot.state.dice.generator = mix(int(generator))
    for seat in range(len(slot.orders)):
        generator = advance(generator)
        slot.state.captain[seat] = mix(int(generator))
    slot.generator = generator
    setup(slot.state)
    _write_masks(slot, masks)


@inlined
def _next_seat(slot):
    """The learner takes the next seat."""
    seats = len(slot.orders)
    for seat in range(seats):
        if slot.controllers[seat] == LEARNER:
            slot.controllers[seat] = 0
            slot.controllers[(seat + 1) % seats] = LEARNER
            return


@inlined
def _restart(slots, row, templates, pool, pool_weights, masks):
    """Begin a new battle, with opponents drawn anew."""
    slots[row].steps = 0
    if len(pool) > 0:
        _draw_opponent(slots[row], pool, pool_weights)
    _begin(slots, row, templates, masks)


@inlined
def _keep_last(slot, row, masks, observations, final, final_mask, final_observation):
    """Put the last moment of a battle aside, as the learner sees it."""
    observe(slot.state, observations)
    final.row = row
    final.steps = slot.steps
    final.state = slot.state
    for seat in range(len(slot.orders)):
        if slot.controllers[seat] == LEARNER:
            for action in range(len(final_mask)):
                final_mask[action] = masks[seat, action]
            for feature in range(len(final_observation)):
                final_observation[feature] = observations[seat, feature]


def play_rows(
    low, high, what, at_once, follow, seats_alternate, step_limit, todo, slots, templates, pool, pool_weights, masks,
    observations, orders, rewards, illegal, ended, finals, final_masks, final_observations, tally,
):  # fmt: skip
    """Do `what` in the rows that are `todo`: `RESET` begins new battles, `STEP` plays one step with the actions from
    outside that lie in `orders`, `GO_ON` plays on within the same step, with the orders of guests.

    With `at_once` the phases that the scripted captains settle among themselves are played too; without it the loop
    stops after each phase. Afterwards `todo` marks the rows in which no learner is asked yet. With `follow` a battle
    that ends is followed by another in the same pass, while its row is at hand; its last moment goes to `finals`, from
    `low` on, `tally[low]` of them.
    """
    for row in range(low, high):
        if not todo[row]:
            continue
        slot = slots[row]
        if what != GO_ON:
            ended[row] = 0
            for seat in range(len(slot.orders)):
                rewards[row, seat] = 0
                illegal[row, seat] = 0
        begin = what == RESET
        if not begin and not is_over(slot.state):
            if what == STEP:
                slot.steps += 1
            _fill_orders(slot, masks[row])
            _take_orders(slot, masks[row], orders[row], illegal[row])
            for seat in range(len(slot.orders)):
                orders[row, seat] = slot.orders[seat]
            _phase(slot, masks[row])
        following = False
        # one that is over before the learner is asked is followed by yet another
        for _ in range(TRIES):
            if begin:
                if following and seats_alternate:
                    _next_seat(slot)
                _restart(slots, row, templates, pool, pool_weights, masks[row])
            if at_once:
                _run(slot, masks[row])
            over = is_over(slot.state)
            asked = over or _awaits(slot, masks[row]) == 2
            if not over and not (asked and 0 < step_limit <= slot.steps):
                break
            if not following:
                ended[row] = TERMINATED if over else TRUNCATED
                for seat in range(len(slot.orders)):
                    rewards[row, seat] = payoff(slot.state, seat)
                if follow:
                    last = low + tally[low]
                    tally[low] += 1
                    _keep_last(
                        slot, row, masks[row], observations[row], finals[last], final_masks[last],
                        final_observations[last],
                    )  # fmt: skip
            if not follow:
                break
            begin = following = True
        todo[row] = not asked
        observe(slot.state, observations[row])


def refresh_rows(slots, masks, observations):
    """Masks and observations of battles that were put in place from outside."""
    for row in range(len(slots)):
        _write_masks(slots[row], masks[row])
        observe(slots[row].state, observations[row])


def sample_rows(masks, generator, actions):
    """One legal action a row, all alike, into `actions`; `generator` is uint64 of shape (1,)."""
    for row in range(len(masks)):
        actions[row] = random_legal(generator, 0, masks[row])


def folder_of(rules: RuleSet) -> Any:
    """Where loops over the records of a rule set are kept compiled; `None` for nowhere."""
    if rules.apply.__module__.startswith("quarterdeck."):
        return FOLDER
    return cache_folder(rules.sources) if rules.sources else None


@cache
def loops(rules: RuleSet) -> SimpleNamespace:
    """The compiled loops for the records of one rule set."""
    folder = folder_of(rules)
    return SimpleNamespace(
        play=jit(play_rows, folder),
        refresh=jit(refresh_rows, folder),
    )


_sample = jit(sample_rows, FOLDER)


def sample_actions(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A legal action for each row of `masks` (int8, shape (n, actions)), every legal one equally likely."""
    actions = np.empty(len(masks), np.int64)
    _sample(np.ascontiguousarray(masks), rng.integers(0, 2**63, 1).astype(np.uint64), actions)
    return actions


class Batch:
    """`size` battles side by side, one slot each.

    Attributes:
        slots: records of `slot_dtype(game)`, shape (size,), of which states and controllers are views.
        states: the battles, shape (size,).
        observations: float32, shape (size, seats, features).
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
        self.slots = np.zeros(size, slot_dtype(game))
        self.slots["controllers"] = controllers
        self.masks = np.zeros((size, game.seats, len(game.actions)), np.int8)
        self.observations = np.zeros((size, game.seats, len(game.features)), np.float32)
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
        self.set_pool(pool)
        self._bind()

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

    def _play(self, what: int, follow: bool = False, seats_alternate: bool = False) -> None:
        witness = self.witness if what != RESET else None
        if witness is not None:
            before = self.states.copy()
        self._in_ranges(
            self._loops.play, what, self.witness is None, follow, seats_alternate, self.step_limit, self._todo,
            self.slots, self.templates, self._pool, self._pool_weights, self.masks, self.observations, self.orders,
            self.rewards, self.illegal, self.ended, *self._finals, self._tally,
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
        self._step(False, False)

    def step_on(self, seats_alternate: bool = False) -> Finals:
        """Play one step in every row; a battle that ends is followed by another at once.

        Args:
            seats_alternate: the learner takes the next seat in the battle that follows.

        Returns:
            The last moments of those that ended; the arrays are overwritten by the next step.
        """
        self._todo[:] = True
        for low, _ in self._ranges:
            self._tally[low] = 0
        self._step(True, seats_alternate)
        parts = [tuple(array[low : low + self._tally[low]] for array in self._finals) for low, _ in self._ranges]
        return Finals(*parts[0]) if len(parts) == 1 else Finals(*map(join, zip(*parts)))

    def _step(self, follow: bool, seats_alternate: bool) -> None:
        if self.guests:
            self._ask_guests()
        self._play(STEP, follow, seats_alternate)
        self._go_on(follow, seats_alternate)

    def _ask_guests(self) -> None:
        """Fill the orders of guests in the rows that are about to step."""
        for number, guest in enumerate(self.guests):
            for seat in range(self.game.seats):
                theirs = (self.controllers[:, seat] == GUEST - number) & self._todo
                rows = np.flatnonzero(theirs & (self.masks[:, seat, 0] == 0))
                if len(rows):
                    self.orders[rows, seat] = ask(guest, self.game, self.states, rows, seat)

    def _go_on(self, follow: bool = False, seats_alternate: bool = False) -> None:
        """Play on where no learner has a choice, until one has or the battle is over."""
        while (self.guests or self.witness is not None) and self._todo.any():
            self._ask_guests()
            self._play(GO_ON, follow, seats_alternate)

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
    actions = np.clip(np.asarray(captain.choose(game, shown, seat), np.int64), -1, len(game.actions))
    states["captain"][rows, seat] = shown["captain"][:, seat]
    return actions
