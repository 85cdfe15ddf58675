"""One compiled loop steps many battles. Its handle for Python is `quarterdeck.envs.batch.Batch`.

A row's battle depends on nothing but its own slot: the same seed gives the same battle in any row of any batch on any
number of threads.
"""

from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from quarterdeck.configs import BadInput

from .captain import lowest_legal, random_legal, script
from .chance import advance, below, mix
from .compiler import FOLDER, cache_folder, inlined, jit
from .game import Game, RuleSet, apply, is_over, legal, observe, payoff, setup
from .memory import copy, fetch

RESET, STEP, GO_ON = range(3)  # what the loop does

LEARNER = -1  # controllers: whose orders come from outside, step by step
GUEST = -2  # and below: captains played from Python; zero and above: scripted captains

TERMINATED, TRUNCATED = 1, 2

AHEAD = 2  # rows for whose memory the loop asks beforehand
FAR_AHEAD = 8  # where little is done with each

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


def final_dtype(game: Game) -> np.dtype:
    """A battle as it ended, the row in which it was fought, and how many steps it took."""
    return np.dtype((np.record, [("row", np.int64), ("steps", np.int64), ("state", game.rules.dtype)]))


@inlined
def write_masks(slot, masks):
    """The legal actions of every seat."""
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
def fill_orders(slot, masks):
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
    write_masks(slot, masks)


@inlined
def _run(slot, masks):
    """Play the phases in which nobody outside has a choice."""
    while not is_over(slot.state) and _awaits(slot, masks) == 0:
        fill_orders(slot, masks)
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
    write_masks(slot, masks)


@inlined
def _next_seat(slot, among):
    """The learner takes the next seat of those whose bits are set in `among`."""
    seats = len(slot.orders)
    for seat in range(seats):
        if slot.controllers[seat] == LEARNER:
            slot.controllers[seat] = 0
            following = (seat + 1) % seats
            while (among >> following) & 1 == 0:
                following = (following + 1) % seats
            slot.controllers[following] = LEARNER
            return


@inlined
def _restart(slots, row, templates, pool, pool_weights, masks):
    """Begin a new battle, with opponents drawn anew."""
    slots[row].steps = 0
    if len(pool) > 0:
        _draw_opponent(slots[row], pool, pool_weights)
    _begin(slots, row, templates, masks)


@inlined
def _pick(slot, seen, out):
    """What the learner sees, of what all seats see."""
    for seat in range(len(slot.orders)):
        if slot.controllers[seat] == LEARNER:
            copy(seen[seat], 0, out, 0, len(out))


@inlined
def _keep_last(slot, row, masks, observations, final, final_mask, final_observation):
    """Put the last moment of a battle aside, as the learner sees it."""
    observe(slot.state, observations)
    final.row = row
    final.steps = slot.steps
    final.state = slot.state
    for seat in range(len(slot.orders)):
        if slot.controllers[seat] == LEARNER:
            copy(masks[seat], 0, final_mask, 0, len(final_mask))
    _pick(slot, observations, final_observation)


def play_rows(
    low, high, what, at_once, follow, among, step_limit, todo, slots, templates, pool, pool_weights, masks,
    observations, mine, orders, rewards, illegal, ended, finals, final_masks, final_observations, tally,
):  # fmt: skip
    """Do `what` in the rows that are `todo`: `RESET` begins new battles, `STEP` plays one step with the actions from
    outside that lie in `orders`, `GO_ON` plays on within the same step, with the orders of guests.

    With `at_once` the phases that the scripted captains settle among themselves are played too; without it the loop
    stops after each phase. Afterwards `todo` marks the rows in which no learner is asked yet. With `follow` a battle
    that ends is followed by another in the same pass, while its row is at hand; its last moment goes to `finals`, from
    `low` on, `tally[low]` of them. If `among` is not 0, the learner takes the next of these seats in the one that
    follows.

    What all seats see goes to `observations`; or, where there is memory for it, only what the learner sees, to `mine`,
    and the range shares one place in `observations`: memory that is not touched costs no time.
    """
    for row in range(low, high):
        if not todo[row]:
            continue
        fetch(slots, row + AHEAD)
        fetch(masks, row + AHEAD)
        fetch(mine, row + AHEAD)
        slot = slots[row]
        if what != GO_ON:
            ended[row] = 0
            for seat in range(len(slot.orders)):
                rewards[row, seat] = 0
                illegal[row, seat] = 0
        seen = observations[low if len(mine) > 0 else row]
        begin = what == RESET
        if not begin and not is_over(slot.state):
            if what == STEP:
                slot.steps += 1
            fill_orders(slot, masks[row])
            _take_orders(slot, masks[row], orders[row], illegal[row])
            for seat in range(len(slot.orders)):
                orders[row, seat] = slot.orders[seat]
            _phase(slot, masks[row])
        following = False
        # one that is over before the learner is asked is followed by yet another
        for _ in range(TRIES):
            if begin:
                if following and among:
                    _next_seat(slot, among)
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
                    _keep_last(slot, row, masks[row], seen, finals[last], final_masks[last], final_observations[last])
            if not follow:
                break
            begin = following = True
        todo[row] = not asked
        observe(slot.state, seen)
        if len(mine) > 0:
            _pick(slot, seen, mine[row])


def refresh_rows(slots, masks, observations):
    """Masks and observations of battles that were put in place from outside."""
    for row in range(len(slots)):
        write_masks(slots[row], masks[row])
        observe(slots[row].state, observations[row])


def sample_rows(masks, generator, actions):
    """One legal action a row, all alike, into `actions`; `generator` is uint64 of shape (1,)."""
    for row in range(len(masks)):
        actions[row] = random_legal(generator, 0, masks[row])


def scatter_rows(cleared, rows, source, out):
    """Zero the rows `cleared` of `out` and write those of `source` to `rows`, arrays of two dimensions."""
    for place in range(len(cleared)):
        fetch(out, cleared[min(place + FAR_AHEAD, len(cleared) - 1)])
        for i in range(out.shape[1]):
            out[cleared[place], i] = 0
    for place in range(len(rows)):
        fetch(out, rows[min(place + FAR_AHEAD, len(rows) - 1)])
        copy(source[place], 0, out[rows[place]], 0, out.shape[1])


def folder_of(rules: RuleSet) -> Path | None:
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
scatter = jit(scatter_rows, FOLDER)


def sample_actions(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A legal action for each row of `masks` (int8, shape (n, actions)), every legal one equally likely.

    Raises:
        BadInput: `masks` is something else, or a row has no legal action.
    """
    masks = np.asarray(masks)
    if masks.ndim != 2 or masks.dtype.kind not in "bi" or not (masks == 1).any(axis=1).all():
        raise BadInput("masks: give int8 of shape (n, actions) with at least one legal action in every row")
    masks = masks.astype(np.int8, copy=False)
    actions = np.empty(len(masks), np.int64)
    _sample(np.ascontiguousarray(masks), rng.integers(0, 2**63, 1).astype(np.uint64), actions)
    return actions
