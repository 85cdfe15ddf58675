"""Every roll of every rule set goes through here.

Rules never roll. They ask by meaning (a check against a target number, a contest, a die of a table, the damage of a
battery), and the answer comes from one of two places inside the battle's record:

- the seeded generator: same seed, same battle, bit for bit;
- answers laid down on a short tape: by the faces of real dice (`quarterdeck.envs.typed_dice`), by a test, or by the
  enumerator that walks every outcome with its exact probability (`quarterdeck.envs.odds`). An ask that finds the tape
  empty notes what it wants, raises nothing, and lets the step run on: the caller throws that copy away.

Whatever the source, each answer is noted on the tape, so that the rolls of the last step can be told afterwards.

All dice are ten-sided and a ten is rolled again and added, unless an ask says otherwise.
"""

from typing import Any

import numpy as np

from .compiler import compiled

TAPE = 28


def chance_dtype(tape: int) -> np.dtype:
    """The dice of a battle in which one step may ask for so many rolls."""
    return np.dtype(
        (
            np.record,
            [
                ("generator", np.uint64),
                ("laid_down", np.int16),  # 0: the generator answers; 1: the tape does
                ("answers", np.int16),  # how many answers lie on the tape
                ("position", np.int16),  # how many asks this step has made
                ("short", np.int16),  # 1: an ask found the tape empty; `want` says which
                ("want", np.int16, (12,)),  # otherwise scratch
                ("tape", np.int16, (tape,)),
            ],
        )
    )


CHANCE = chance_dtype(TAPE)

# the kinds of ask, first number of `want`; the others are named by WANT
DICE, POOL, CHECK, AT_LEAST, CONTEST, DAMAGE, COUNT, OPPOSED, GRADED = range(9)
EXPLODING = (POOL, CHECK, CONTEST, DAMAGE)  # those whose dice explode
WANT = (
    "kind",
    "purpose",
    "who",
    "other",
    "dice",
    "keep",
    "other_dice",
    "other_keep",
    "bonus",
    "target",
    "limit",
    "sides",
)

MISS, HIT, MISHAP = 0, 1, 2
MISHAP_TOTAL = -1000  # what stands on the tape for a check whose dice all showed ones

_GOLDEN = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB
_MASK = 0xFFFFFFFFFFFFFFFF


@compiled
def mix(seed):
    """Scramble 64 bits (the finaliser of SplitMix64, Steele and others 2014)."""
    z = int(seed)
    z = ((z ^ (z >> 30)) * _MIX_1) & _MASK
    z = ((z ^ (z >> 27)) * _MIX_2) & _MASK
    return z ^ (z >> 31)


_compiled_mix: Any = mix
if hasattr(_compiled_mix, "compile"):
    # plain Python calls it too, and Numba would take its numbers for signed ones: settle the type
    _compiled_mix.compile("uint64(uint64)")
    _compiled_mix.disable_compile()


@compiled
def advance(generator):
    """The next state of a generator: uint64 in, uint64 out."""
    return (int(generator) + _GOLDEN) & _MASK


@compiled
def below(generator, n):
    """A number from 0 to n - 1 read off the generator's present state; n < 2**31."""
    return int(((mix(int(generator)) >> 32) * n) >> 32)


@compiled
def die(dice, sides):
    """One face, 1 to `sides`, from the seeded generator. HS-DICE-1"""
    dice.generator = advance(dice.generator)
    return 1 + below(dice.generator, sides)


@compiled
def exploding_die(dice):
    """One ten-sided die; a ten is rolled again and added. HS-DICE-3"""
    total = 0
    face = 10
    while face == 10:
        face = die(dice, 10)
        total += face
    return total


@compiled
def begin(dice):
    """Start a step: no answer is used yet."""
    dice.position = 0
    dice.short = 0


@compiled
def _note(dice, answer):
    """Write the answer on the tape, so that the step can be told afterwards."""
    if dice.position < len(dice.tape):
        dice.tape[dice.position] = answer
    dice.position += 1
    return answer


@compiled
def _laid(dice, kind, purpose, who, other, count, keep, other_count, other_keep, bonus, target, limit, sides):
    """The next answer of the tape; if there is none, note what is wanted and answer 0."""
    if dice.position < dice.answers:
        answer = int(dice.tape[dice.position])
        dice.position += 1
        return answer
    if dice.short == 0:
        dice.short = 1
        want = dice.want
        want[0] = kind
        want[1] = purpose
        want[2] = who
        want[3] = other
        want[4] = count
        want[5] = keep
        want[6] = other_count
        want[7] = other_keep
        want[8] = bonus
        want[9] = target
        want[10] = limit
        want[11] = sides
    return 0


@compiled
def _keep(dice, count, keep):
    """Roll `count` exploding dice and add the best `keep`; also whether every die showed a one.

    Zero or fewer dice total 0 and are no mishap. HS-DICE-2, HS-DICE-5
    """
    ones = count > 0
    total = 0
    hand = dice.want  # free while the generator answers; nobody rolls more than ten dice of which some do not count
    for i in range(count):
        roll = exploding_die(dice)
        ones &= roll == 1
        total += roll
        if keep < count:
            hand[i] = roll
    for _ in range(count - keep):
        lowest = 0
        for i in range(1, count):
            if hand[i] < hand[lowest]:
                lowest = i
        total -= int(hand[lowest])
        hand[lowest] = 32767
    return total, ones


@compiled
def table(dice, purpose, who, count, sides):
    """`count` plain dice added (they do not explode): a look-up in a table, count to count * sides.

    HS-DICE-4
    """
    if dice.laid_down:
        return _laid(dice, DICE, purpose, who, -1, count, count, 0, 0, 0, 0, 0, sides)
    total = 0
    for _ in range(count):
        total += die(dice, sides)
    return _note(dice, total)


@compiled
def at_least(dice, purpose, who, target, sides):
    """Whether one plain die shows `target` or more. HS-DICE-4"""
    if dice.laid_down:
        return _laid(dice, AT_LEAST, purpose, who, -1, 1, 1, 0, 0, 0, target, 0, sides) >= target
    return _note(dice, die(dice, sides)) >= target


@compiled
def pool(dice, purpose, who, count, keep, limit):
    """The total of `count` exploding dice of which the best `keep` are added; all totals from `limit` on are alike.

    HS-DICE-5
    """
    if dice.laid_down:
        return _laid(dice, POOL, purpose, who, -1, count, keep, 0, 0, 0, 0, limit, 10)
    total, _ = _keep(dice, count, keep)
    return _note(dice, total)


@compiled
def check(dice, purpose, who, count, keep, bonus, target):
    """Roll and keep against a target number: `MISS`, `HIT` (target or more), or `MISHAP` (all ones).

    HS-DICE-6
    """
    if dice.laid_down:
        total = _laid(dice, CHECK, purpose, who, -1, count, keep, 0, 0, bonus, target, 0, 10)
    else:
        total, ones = _keep(dice, count, keep)
        total = _note(dice, MISHAP_TOTAL if ones else total + bonus)
    if total == MISHAP_TOTAL:
        return MISHAP
    return HIT if total >= target else MISS


@compiled
def contest(dice, purpose, who, other, count, keep, other_count, other_keep, bonus, tens, limit):
    """The margin of `who` over `other` (negative: the other wins); each rolls and keeps, `bonus` is `who`'s net bonus.

    The rule tells apart only the sign and, up to `limit` steps, each full `tens` points of margin: `tens` = 0 asks for
    the sign alone. HS-DICE-8
    """
    if dice.laid_down:
        return _laid(dice, CONTEST, purpose, who, other, count, keep, other_count, other_keep, bonus, tens, limit, 10)
    mine, _ = _keep(dice, count, keep)
    theirs, _ = _keep(dice, other_count, other_keep)
    return _note(dice, mine + bonus - theirs)


@compiled
def damage(dice, purpose, who, count, keep, tenths, limit):
    """`tenths` / 10 times the total of `count` keep `keep`, rounded up; all damages from `limit` on are alike."""
    if dice.laid_down:
        return _laid(dice, DAMAGE, purpose, who, -1, count, keep, 0, 0, 0, tenths, limit, 10)
    total, _ = _keep(dice, count, keep)
    return _note(dice, min((total * tenths + 9) // 10, 30000))


@compiled
def count(dice, purpose, who, n, target, limit, sides=10):
    """How many of `n` plain dice show `target` or more; all counts from `limit` on are alike."""
    if dice.laid_down:
        return _laid(dice, COUNT, purpose, who, -1, n, n, 0, 0, 0, target, limit, sides)
    hits = 0
    for _ in range(n):
        if die(dice, sides) >= target:
            hits += 1
    return _note(dice, hits)


@compiled
def opposed(dice, purpose, who, other, bonus, sides):
    """Who throws higher with one plain die each, `who` with a bonus; ties are thrown again.

    The margin of `who` in the last throw: the rule tells apart only its sign.
    """
    if dice.laid_down:
        return _laid(dice, OPPOSED, purpose, who, other, 1, 1, 1, 1, bonus, 0, 0, sides)
    margin = 0
    while margin == 0:
        margin = die(dice, sides) + bonus - die(dice, sides)
    return _note(dice, margin)


@compiled
def grade(face, sides, first, step, most, naturals):
    """Which class of faces one belongs to: 0 under `first`, one more for each full `step` from there on, up to `most`.

    With `naturals` a one and the highest face are classes of their own.
    """
    if naturals and face == 1:
        return -1
    if naturals and face == sides:
        return most + 1
    return 0 if face < first else min(most, 1 + (face - first) // step)


@compiled
def least_like(face, sides, first, step, most, naturals):
    """The lowest face of the class that a face belongs to."""
    while face > 1 and grade(face - 1, sides, first, step, most, naturals) == grade(
        face, sides, first, step, most, naturals
    ):
        face -= 1
    return face


@compiled
def graded(dice, purpose, who, sides, first, step, most, naturals):
    """One plain die of which a rule tells only the classes of `grade` apart; the lowest face of the class rolled."""
    if dice.laid_down:
        face = _laid(dice, GRADED, purpose, who, -1, 1, 1, step, naturals, 0, first, most, sides)
    else:
        face = _note(dice, die(dice, sides))
    return least_like(face, sides, first, step, most, naturals)
