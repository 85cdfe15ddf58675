"""Asks of every kind, and a compiled way to put them, for the tests of chance."""

import json

import numpy as np

from quarterdeck.envs import chance
from quarterdeck.envs.compiler import jit


def want(kind, dice=0, keep=0, other_dice=0, other_keep=0, bonus=0, target=0, limit=0, sides=10):
    """The numbers that `chance.WANT` names."""
    return (kind, 0, 0, 1, dice, keep, other_dice, other_keep, bonus, target, limit, sides)


ASKS = {
    "one table die": want(chance.DICE, 1, 1),
    "two table dice": want(chance.DICE, 2, 2),
    "three dice of six": want(chance.DICE, 3, 3, sides=6),
    "no table die": want(chance.DICE),
    "grapple": want(chance.AT_LEAST, 1, 1, target=8),
    "at least a 1": want(chance.AT_LEAST, 1, 1, target=1),
    "at least an 11": want(chance.AT_LEAST, 1, 1, target=11),
    "5 on a d6": want(chance.AT_LEAST, 1, 1, target=5, sides=6),
    "turns of calm": want(chance.POOL, 1, 1, limit=60),
    "5k3": want(chance.POOL, 5, 3, limit=200),
    "2k2, alike from 5": want(chance.POOL, 2, 2, limit=5),
    "empty pool": want(chance.POOL, 0, 2, limit=60),
    "negative pool": want(chance.POOL, -3, -3, limit=60),
    "1k3, keep more than there are": want(chance.POOL, 1, 3, limit=30),
    "3k2 against 15": want(chance.CHECK, 3, 2, target=15),
    "cannon with a bonus": want(chance.CHECK, 2, 2, bonus=5, target=15),
    "a mishap that would hit": want(chance.CHECK, 2, 2, target=-5),
    "a check of one die": want(chance.CHECK, 1, 1, target=1),
    "a check that cannot hit": want(chance.CHECK, 1, 1, target=150),
    "a check without dice": want(chance.CHECK, 0, 0, target=5),
    "a check without dice that hits": want(chance.CHECK, -1, -1, target=-2),
    "chase": want(chance.CONTEST, 4, 4, 2, 2, target=10, limit=5),
    "chase with a bonus": want(chance.CONTEST, 2, 2, 3, 3, bonus=-5, target=10, limit=5),
    "who rolls higher": want(chance.CONTEST, 3, 2, 3, 2, limit=1),
    "beaten by 20": want(chance.CONTEST, 3, 3, 2, 2, target=20, limit=1),
    "against no dice": want(chance.CONTEST, 2, 2, -1, -1, limit=1),
    "no dice against none": want(chance.CONTEST, 0, 0, 0, 0, target=10, limit=3),
    "broadside of 17": want(chance.DAMAGE, 2, 2, target=17, limit=30),
    "one gun": want(chance.DAMAGE, 2, 2, target=1, limit=50),
    "at a wreck": want(chance.DAMAGE, 2, 2, target=20, limit=0),
    "melee": want(chance.COUNT, 12, 12, target=9, limit=5),
    "few squads": want(chance.COUNT, 3, 3, target=8, limit=9),
    "hopeless melee": want(chance.COUNT, 4, 4, target=11, limit=9),
    "sure melee": want(chance.COUNT, 4, 4, target=1, limit=9),
    "men who are saved": want(chance.COUNT, 5, 5, target=3, limit=9, sides=6),
    "nobody": want(chance.COUNT, 0, 0, target=9, limit=9),
    "initiative": want(chance.OPPOSED, 1, 1, 1, 1),
    "initiative with a bonus": want(chance.OPPOSED, 1, 1, 1, 1, bonus=3),
    "who cannot lose": want(chance.OPPOSED, 1, 1, 1, 1, bonus=6, sides=6),
    "hits of a d20": want(chance.GRADED, 1, 1, other_dice=5, other_keep=1, target=9, limit=40, sides=20),
    "hits that cannot miss": want(chance.GRADED, 1, 1, other_dice=5, other_keep=1, target=-3, limit=40, sides=20),
    "hits of a 20 alone": want(chance.GRADED, 1, 1, other_dice=5, other_keep=1, target=30, limit=40, sides=20),
    "where a hit strikes": want(chance.GRADED, 1, 1, other_dice=2, target=3, limit=4),
    "under, even, over": want(chance.GRADED, 1, 1, other_dice=1, target=11, limit=2, sides=20),
}


def put(dice, ask, out):
    """Put one ask again and again: `out` gets what the rule gets (a truth value counts as 0 or 1)."""
    kind, who, other, count, keep = ask[0], ask[2], ask[3], ask[4], ask[5]
    target, limit, sides = ask[9], ask[10], ask[11]
    for i in range(len(out)):
        chance.begin(dice)
        if kind == chance.DICE:
            out[i] = chance.table(dice, ask[1], who, count, sides)
        elif kind == chance.AT_LEAST:
            out[i] = chance.at_least(dice, ask[1], who, target, sides)
        elif kind == chance.POOL:
            out[i] = chance.pool(dice, ask[1], who, count, keep, limit)
        elif kind == chance.CHECK:
            out[i] = chance.check(dice, ask[1], who, count, keep, ask[8], target)
        elif kind == chance.CONTEST:
            out[i] = chance.contest(dice, ask[1], who, other, count, keep, ask[6], ask[7], ask[8], target, limit)
        elif kind == chance.DAMAGE:
            out[i] = chance.damage(dice, ask[1], who, count, keep, target, limit)
        elif kind == chance.OPPOSED:
            out[i] = chance.opposed(dice, ask[1], who, other, ask[8], sides)
        elif kind == chance.GRADED:
            out[i] = chance.graded(dice, ask[1], who, sides, target, ask[6], limit, ask[7])
        else:
            out[i] = chance.count(dice, ask[1], who, count, target, limit, sides)


_put = jit(put, None)


def seeded(seed):
    """The dice of a battle, an array of shape (1,)."""
    dice = np.zeros(1, chance.CHANCE)
    dice[0].generator = chance.mix(seed)
    return dice


def put_ask(dice, ask, times=1):
    """What the rule gets, `times` in a row."""
    out = np.zeros(times, np.int64)
    _put(dice[0], np.array(ask, np.int64), out)
    return out


def told_apart(ask, got):
    """What the rule got, as far as it can tell it apart: totals in classes, each by its least member."""
    kind, target, limit = ask[0], ask[9], ask[10]
    if kind in (chance.POOL, chance.DAMAGE, chance.COUNT):
        return np.minimum(got, limit)
    if kind == chance.OPPOSED:
        return np.sign(got)
    if kind == chance.CONTEST:
        steps = np.minimum(np.abs(got) // target, limit) * target if target else 0 * got
        return np.sign(got) * np.minimum(np.abs(got), np.maximum(1, steps))
    return got


def thousand():
    """The answers to 1,000 asks of all kinds off one generator, and how it stands afterwards."""
    dice = seeded(11)
    asks = list(ASKS.values())
    answers = [int(put_ask(dice, asks[i % len(asks)])[0]) for i in range(1000)]
    return [answers, int(dice["generator"][0])]


def print_thousand():
    """For another process."""
    print(json.dumps(thousand()))
