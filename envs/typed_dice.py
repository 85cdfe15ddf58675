"""Real dice on a table: what to roll, said in words, and typed faces made into the answers that the rules
asked for.

A step is run over a copy of the battle with the faces typed so far. If they run out, the roll that is
wanted next is told, and the step is run again with the longer list: nothing is guessed and nothing is lost,
since the battle itself has not changed. The seeded generator is never touched.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from quarterdeck.configs import BadInput

from .chance import CHECK, CONTEST, COUNT, DAMAGE, EXPLODING, MISHAP_TOTAL, OPPOSED, WANT
from .game import Game, apply
from .values import checked_orders, copy_of

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True)
class Roll:
    """One roll that the rules ask for.

    Attributes:
        kind: `chance.DICE`, `POOL`, `CHECK`, `AT_LEAST`, `CONTEST`, `DAMAGE`, `COUNT` or `OPPOSED`.
        purpose: what it is for, one of `game.rolls`.
        who: the name of the ship that rolls.
        other: the name of the ship that rolls against her in a contest, else "".
        dice, keep: how many dice, and how many of the best are added.
        other_dice, other_keep: the same for the other ship in a contest.
        bonus: added to the total; in a contest the net bonus of `who`.
        target: what a check, or each die of a count, must reach; the tenths of a damage.
        sides: of each die.
        typed: the faces typed for it so far, not enough of them.
    """

    kind: int
    purpose: str
    who: str
    other: str
    dice: int
    keep: int
    other_dice: int
    other_keep: int
    bonus: int
    target: int
    sides: int
    typed: tuple[int, ...] = ()

    @property
    def label(self) -> str:
        """Who rolls for what."""
        return f"{self.who}, {self.purpose}"

    @property
    def text(self) -> str:
        """What to roll next, as in `Sea Hawk, chase: roll 4 dice (keep 2)`; empty if all dice are typed."""
        return self.progress(self.typed)[1]

    def progress(self, faces: Sequence[int]) -> tuple[int, str]:
        """How many of these faces belong to this roll, and what to roll next, empty if it is complete.

        First come all dice of one ship, then one more die for each ten among them, and so on; in a contest
        the other ship's dice follow. On a ten-sided die 0 is a ten.
        """
        if self.kind == OPPOSED:
            return self._throws(faces)
        used = 0
        for side in self._sides():
            size, tens = max(0, side.dice), False
            while size:
                thrown = faces[used : used + size]
                used += len(thrown)
                if len(thrown) < size:
                    return used, self._say(side, size, len(thrown), tens)
                explodes = self.kind in EXPLODING
                size, tens = sum(face in (0, 10) for face in thrown) if explodes else 0, True
        return used, ""

    def _throws(self, faces: Sequence[int]) -> tuple[int, str]:
        """The same for a die each, thrown again for a tie."""
        used = 0
        while True:
            pair = self.checked(faces[used : used + 2])
            if len(pair) < 2:
                who = self.other if pair else self.who
                tie = "a tie: " if used else ""
                return used + len(pair), f"{who}, {self.purpose}: {tie}roll {_dice(1, self.sides)}"
            used += 2
            if pair[0] + self.bonus != pair[1]:
                return used, ""

    def answer(self, faces: Sequence[int]) -> int:
        """What lies on the tape for these faces, given in the order of `progress`.

        Raises:
            BadInput: a face that the die has not, too few faces or too many.
        """
        clean = self.checked(faces)
        used, missing = self.progress(clean)
        if missing:
            raise BadInput(f"{self.label}: too few faces, {len(clean)} typed; {missing}")
        if used < len(clean):
            raise BadInput(f"{self.label}: too many faces, {len(clean)} typed; the roll ends after {used}")
        if self.kind == COUNT:
            return sum(face >= self.target for face in clean)
        if self.kind == OPPOSED:
            return clean[-2] + self.bonus - clean[-1]
        if self.kind not in EXPLODING:
            return sum(clean)
        totals: list[int] = []
        rest: Sequence[int] = clean
        for side in self._sides():
            dice, rest = _split(side.dice, rest)
            totals.append(sum(sorted(dice, reverse=True)[: max(0, side.keep)]))
        return self._result(totals, ones=self.dice > 0 and set(clean) == {1})

    def _result(self, totals: list[int], ones: bool) -> int:
        if self.kind == CONTEST:
            return totals[0] + self.bonus - totals[1]
        if self.kind == CHECK:
            return MISHAP_TOTAL if ones else totals[0] + self.bonus
        if self.kind == DAMAGE:
            return min((totals[0] * self.target + 9) // 10, 30000)
        return totals[0]

    def more(self, faces: Sequence[int]) -> tuple[int, ...]:
        """The faces as numbers, if they go on from those `typed` so far and none is left over.

        Raises:
            BadInput: one is no face of the die, or there are more than the roll has dice.
        """
        clean = self.checked(faces)
        used, _ = self.progress([*self.typed, *clean])
        if used < len(self.typed) + len(clean):
            fit = used - len(self.typed)
            raise BadInput(f"{self.label}: too many faces, {len(clean)} typed and only {fit} fit; none was taken")
        return clean

    def checked(self, faces: Sequence[int]) -> tuple[int, ...]:
        """The faces as numbers from 1 to `sides`.

        Raises:
            BadInput: one is no face of the die.
        """
        clean = []
        for face in faces:
            number = face if isinstance(face, int | np.integer) and not isinstance(face, bool) else -1
            if number == 0 and self.sides == 10:
                number = 10
            if not 1 <= number <= self.sides:
                faces_are = "0 to 9, 0 for a ten" if self.sides == 10 else f"1 to {self.sides}"
                raise BadInput(f"{self.label}: {face!r} is no face of a d{self.sides}; type {faces_are}")
            clean.append(int(number))
        return tuple(clean)

    def _sides(self) -> "list[_Side]":
        """Who rolls, one after the other."""
        mine = _Side(self.who, self.dice, self.keep)
        return [mine, _Side(self.other, self.other_dice, self.other_keep)] if self.kind == CONTEST else [mine]

    def _say(self, side: "_Side", size: int, typed: int, tens: bool) -> str:
        start = f"{side.who}, {self.purpose}: "
        if tens:
            found = f"{_NUMBERS[size] if size < len(_NUMBERS) else size} {'ten' if size == 1 else 'tens'}"
            more = f"{size - typed} more" if not typed else f"{size - typed} more of {size}"
            return f"{start}{found}: roll {more}"
        if typed:
            return f"{start}{typed} of {_dice(size, self.sides)} typed: roll {size - typed} more"
        keep = f" (keep {side.keep})" if side.keep < side.dice else ""
        return f"{start}roll {_dice(size, self.sides)}{keep}"


@dataclass(frozen=True)
class _Side:
    who: str
    dice: int
    keep: int


def _dice(number: int, sides: int) -> str:
    if sides != 10:
        return f"{number}d{sides}"
    return "1 die" if number == 1 else f"{number} dice"


def _split(dice: int, faces: Sequence[int]) -> tuple[list[int], Sequence[int]]:
    """The total of each exploding die, and the faces that are left for others.

    The dice thrown for tens belong to them in the order in which the tens were typed.
    """
    totals = list(faces[: max(0, dice)])
    at = len(totals)
    again = [die for die, total in enumerate(totals) if total == 10]
    while again:
        thrown = list(zip(again, faces[at : at + len(again)]))
        at += len(again)
        for die, face in thrown:
            totals[die] += face
        again = [die for die, face in thrown if face == 10]
    return totals, faces[at:]


def roll_of(game: Game, want: Sequence[int] | np.ndarray, names: Sequence[str] = ()) -> Roll:
    """An open ask (`dice.want`) in words; seats without a name are called `captain_0`, `captain_1`, ..."""
    ask = dict(zip(WANT, (int(number) for number in want)))

    def called(seat: int) -> str:
        return "" if seat < 0 else names[seat] if seat < len(names) else f"captain_{seat}"

    return Roll(
        kind=ask["kind"],
        purpose=game.rolls[ask["purpose"]],
        who=called(ask["who"]),
        other=called(ask["other"]),
        dice=ask["dice"],
        keep=ask["keep"],
        other_dice=ask["other_dice"],
        other_keep=ask["other_keep"],
        bonus=ask["bonus"],
        target=ask["target"],
        sides=ask["sides"],
    )


def _run(game: Game, state: Any, orders: np.ndarray, answers: Sequence[int]) -> Any:
    """Run the step over a copy with these answers laid down; the copy."""
    after = copy_of(game, state)[0]
    after.dice.laid_down = 1
    after.dice.answers = len(answers)
    for place, answer in enumerate(answers):
        after.dice.tape[place] = answer
    apply(after, orders)
    return after


def play_rolls(game: Game, state: Any, orders: Sequence[int] | np.ndarray, answers: Sequence[int]) -> Any:
    """The battle after one step in which exactly these answers were rolled, as `retell` gives them.

    Raises:
        BadInput: an order is not legal.
        ValueError: the step asks for more rolls, or for fewer.
    """
    start = copy_of(game, state)[0]
    if len(answers) > game.rules.tape:
        raise ValueError(
            f"{game.id}: {len(answers)} rolls are more than the {game.rules.tape} that one step can be given"
        )
    after = _run(game, start, checked_orders(game, start, orders), answers)
    if after.dice.short or after.dice.position != len(answers):
        raise ValueError(f"{game.id}: these orders do not ask for {len(answers)} rolls")
    after.dice.laid_down = after.dice.answers = 0
    return after


def play_typed(
    game: Game,
    state: Any,
    orders: Sequence[int] | np.ndarray,
    faces: Sequence[int],
    names: Sequence[str] = (),
) -> tuple[Any | None, Roll | None, int]:
    """Play one step with the faces of real dice.

    Args:
        state: one record of the game's rule set; it is left as it is.
        orders: a legal action for each seat.
        faces: all faces typed for this step so far, in the order of the rolls wanted; 0 is a ten.
        names: of the ships, by seat.

    Returns:
        (next state, None, faces used) once the step is complete; faces beyond those used belong to no roll
        of it. (None, roll, faces used by the rolls before it) while faces are wanting: `roll.text` says
        what to roll next, `roll.typed` are the faces that it has already.

    Raises:
        BadInput: an order that is not legal, a face that a die has not, or a step of more rolls than
            its tape holds.
    """
    start = copy_of(game, state)[0]
    acts = checked_orders(game, start, orders)
    answers: list[int] = []
    used = 0
    while True:
        after = _run(game, start, acts, answers)
        if not after.dice.short:
            after.dice.laid_down = 0
            after.dice.answers = 0
            return after, None, used
        if len(answers) == len(start.dice.tape):
            raise BadInput(f"{game.id}: more than {len(answers)} rolls in one step cannot be typed; let it be rolled")
        roll = roll_of(game, after.dice.want, names)
        length, missing = roll.progress(faces[used:])
        if missing:
            return None, replace(roll, typed=roll.checked(faces[used:])), used
        answers.append(roll.answer(faces[used : used + length]))
        used += length


def retell(
    game: Game, before: Any, orders: Sequence[int] | np.ndarray, after: Any, names: Sequence[str] = ()
) -> list[tuple[Roll, int]]:
    """What each answer on the tape of a step was for: (roll, answer) in the order of the rolls.

    The answer is a total (`CHECK`, with `MISHAP_TOTAL` for all ones; `POOL`, `DICE`), a face (`AT_LEAST`),
    a margin (`CONTEST`), points (`DAMAGE`) or how many hit (`COUNT`).

    Args:
        before: the battle before the step.
        orders: the orders that were played, as they were legal.
        after: the battle after it, by the generator or by typed dice.

    Raises:
        ValueError: the step has more rolls than the tape holds, or does not lead from `before` to `after`.
    """
    start = copy_of(game, before)[0]
    acts = checked_orders(game, start, orders)
    end = copy_of(game, after)[0]
    rolls, noted = int(end.dice.position), len(end.dice.tape)
    if rolls > noted:
        raise ValueError(f"{game.id}: of the {rolls} rolls of this step only {noted} were noted; it cannot be retold")
    answers = [int(answer) for answer in end.dice.tape[:rolls]]
    story = []
    for told in range(rolls):
        run = _run(game, start, acts, answers[:told])
        if not run.dice.short:
            raise ValueError(f"{game.id}: these orders do not lead from the one battle to the other")
        story.append((roll_of(game, run.dice.want, names), answers[told]))
    again = _run(game, start, acts, answers)
    again.dice, again.captain = end.dice, end.captain  # captains may have drawn between the two
    if again.tobytes() != end.tobytes():
        raise ValueError(f"{game.id}: these orders do not lead from the one battle to the other")
    return story
