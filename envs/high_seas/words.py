"""What the parts of a story share: the rolls of a step, and a few words."""

from collections.abc import Sequence
from dataclasses import dataclass

from .. import chance


@dataclass(frozen=True)
class Roll:
    """What the stories want to know of a roll."""

    purpose: int
    who: int
    target: int


Rolls = Sequence[tuple[Roll, int]]


def count(number: int, thing: str) -> str:
    """As in `1 squad`, `2 squads`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def answers(rolled: Rolls, purpose: int) -> list[tuple[Roll, int]]:
    """The rolls for one purpose, in their order."""
    return [(roll, answer) for roll, answer in rolled if roll.purpose == purpose]


def against(roll: Roll, total: int) -> str:
    """A check and its target number."""
    return "all ones" if total == chance.MISHAP_TOTAL else f"{total} against {roll.target}"


def reached(roll: Roll, total: int) -> bool:
    """Whether a check has succeeded."""
    return total != chance.MISHAP_TOTAL and total >= roll.target
