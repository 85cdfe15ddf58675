"""What must hold after every step, compiled, so that random play is checked at the speed at which it is played."""

from functools import cache
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from .captain import draw, lowest_legal, random_legal
from .compiler import inlined, jit
from .engine import folder_of
from .game import RuleSet, apply, broken, is_over, legal, payoff
from .values import Table, first_outside, first_risen

ODD_ORDERS = 4  # one order in so many is any number at all

# what may be wrong
FINE, DIFFERS, OUTSIDE, ROSE, LAW, MASK, STALE, ORDER, PAYOFF, UNSEEN, ENDLESS = range(11)
WORDS = {
    DIFFERS: "{leaf} is {value}, but another number where the rules alone played a copy",
    OUTSIDE: "{bound} is {number}, which no battle can come to",
    ROSE: "{bound} rose to {number}, and it may only fall",
    LAW: "{law}",
    MASK: "seat {place}: no action is legal, or `pass` is beside others",
    STALE: "seat {place}: the mask is not that of the battle",
    ORDER: "seat {place}: a legal order was not taken, or an illegal one not replaced by the lowest legal one",
    PAYOFF: "seat {place}: the payoff is out of bounds, not that of the rules, not 0 before the end, or no zero sum",
    UNSEEN: "seat {place}: feature {feature} is out of its bounds",
    ENDLESS: "the battle is longer than {longest} steps",
}


class Look(NamedTuple):
    """What is looked at after a step: of the batch, and of the copies that the rules alone played."""

    masks: np.ndarray
    observations: np.ndarray
    orders: np.ndarray
    rewards: np.ndarray
    illegal: np.ndarray
    steps: np.ndarray
    before: np.ndarray  # as bytes
    after: np.ndarray  # as bytes
    alone: np.ndarray
    alone_masks: np.ndarray
    sent: np.ndarray
    was: np.ndarray  # the masks before the step


class Facts(NamedTuple):
    """What must hold, in numbers."""

    bounds: Table  # `values.table`
    lows: np.ndarray  # of the features
    highs: np.ndarray
    least: float  # payoff
    most: float
    zero_sum: bool
    longest: int


def draw_orders(generators, masks, orders):
    """An order for every seat of every row: now and then any number at all, else a legal one."""
    for row in range(len(masks)):
        for seat in range(masks.shape[1]):
            if draw(generators, row, ODD_ORDERS) == 0:
                orders[row, seat] = draw(generators, row, masks.shape[2] + 2) - 1
            else:
                orders[row, seat] = random_legal(generators, row, masks[row, seat])


@inlined
def _meant(mask, order):
    """The order that is played where this one was given."""
    if mask[0] == 1:
        return 0
    if order < 0 or order >= len(mask) or mask[order] == 0:
        return lowest_legal(mask)
    return order


def play_alone(states, sent, masks, orders):
    """Play one step of the engine by the rules alone; `masks` are those before it and become those after it."""
    for row in range(len(states)):
        state = states[row]
        for seat in range(masks.shape[1]):
            orders[seat] = _meant(masks[row, seat], sent[row, seat])
        idle = True
        while idle and not is_over(state):
            apply(state, orders)
            # phases in which nobody has a choice are no steps of their own
            for seat in range(masks.shape[1]):
                legal(state, seat, masks[row, seat])
                idle &= masks[row, seat, 0] == 1
                orders[seat] = 0


@inlined
def _state_fault(look, facts, row):
    """Whether values are legal and fall where they must."""
    outside = first_outside(facts.bounds, look.after[row])
    if outside >= 0:
        return OUTSIDE, outside
    risen = first_risen(facts.bounds, look.before[row], look.after[row])
    if risen >= 0:
        return ROSE, risen
    law = broken(look.alone[row])
    if law > 0:
        return LAW, law - 1
    return FINE, 0


@inlined
def _mask_fault(look, row):
    """Whether masks are those of the battle, with `pass` exactly where nothing else is; and the orders as given."""
    for seat in range(look.masks.shape[1]):
        others = 0
        for action in range(look.masks.shape[2]):
            legal_now = look.masks[row, seat, action]
            if legal_now != look.alone_masks[row, seat, action]:
                return STALE, seat
            if legal_now != 0 and legal_now != 1:
                return MASK, seat
            others += legal_now if action > 0 else 0
        if (look.masks[row, seat, 0] == 1) != (others == 0) or (others > 0 and is_over(look.alone[row])):
            return MASK, seat
        mask, sent = look.was[row, seat], look.sent[row, seat]
        meant = _meant(mask, sent)
        replaced = mask[0] == 0 and meant != sent
        if look.orders[row, seat] != meant or (look.illegal[row, seat] == 1) != replaced:
            return ORDER, seat
    return FINE, 0


@inlined
def _end_fault(look, facts, row):
    """Whether payoffs are right, features lie in their bounds, and the battle ends in time."""
    total = 0.0
    over = is_over(look.alone[row])
    for seat in range(look.masks.shape[1]):
        earned = payoff(look.alone[row], seat)
        total += earned
        if earned < facts.least or earned > facts.most or look.rewards[row, seat] != np.float32(earned):
            return PAYOFF, seat
        if not over and earned != 0.0:
            return PAYOFF, seat
        within = True
        for feature in range(len(facts.lows)):
            value = look.observations[row, seat, feature]
            within &= (value >= facts.lows[feature]) & (value <= facts.highs[feature])
        if not within:
            return UNSEEN, seat
    if facts.zero_sum and abs(total) > 1e-6:
        return PAYOFF, 0
    if look.steps[row] > facts.longest or (look.steps[row] == facts.longest and not over):
        return ENDLESS, 0
    return FINE, 0


def first_fault(look, facts):
    """The first row in which something is wrong: (row, what, place), or (-1, `FINE`, 0)."""
    for row in range(len(look.alone)):
        what, place = _state_fault(look, facts, row)
        if what == FINE:
            what, place = _mask_fault(look, row)
        if what == FINE:
            what, place = _end_fault(look, facts, row)
        if what != FINE:
            return row, what, place
    return -1, FINE, 0


@cache
def loops(rules: RuleSet) -> SimpleNamespace:
    """The compiled functions for the records of one rule set: draw orders, play them alone, find a fault."""
    folder = folder_of(rules)
    return SimpleNamespace(
        draw=jit(draw_orders, folder),
        alone=jit(play_alone, folder),
        fault=jit(first_fault, folder),
    )
