"""A step played again phase by phase with the rolls it had, for those who tell it in words.

A story is told from the battle before and after each phase: so it cannot say what the rules did not do.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from . import chance


def copied(state: Any) -> Any:
    """A battle of its own: a record of the same dtype."""
    return np.array([state], state.dtype)[0]


def laid_down(before: Any, rolls: Sequence[tuple[Any, int]]) -> Any:
    """A copy of a battle in which the answers of these rolls lie ready."""
    state = copied(before)
    state.dice.laid_down = 1
    state.dice.answers = len(rolls)
    for place, (_, answer) in enumerate(rolls):
        state.dice.tape[place] = answer
    chance.begin(state.dice)
    return state


def check_end(state: Any, after: Any) -> None:
    """Check that two battles are alike but for the dice and the captains' generators.

    Raises:
        ValueError: they are not.
    """
    left, right = copied(state), copied(after)
    for one in (left, right):
        one["dice"] = np.zeros((), one.dtype["dice"])
        one["captain"] = 0
    if left.tobytes() != right.tobytes():
        raise ValueError("these orders and rolls do not lead from the one battle to the other")


def phases(
    before: Any,
    orders: Sequence[int] | np.ndarray,
    after: Any,
    rolls: Sequence[tuple[Any, int]],
    play: Callable[[Any, Any], None],
    idle: Callable[[Any], bool],
) -> Iterator[tuple[Any, tuple[int, ...], Any, Sequence[tuple[Any, int]]]]:
    """The phases of a step: the battle before each, its orders, the battle after it, what was rolled in it.

    Args:
        before, after: the battle before the step and after it.
        orders: the action of each seat.
        rolls: (roll, answer) in the order of the rolls.
        play: plays the present phase of a battle by orders.
        idle: whether nobody has a choice, so that the step goes on.

    Raises:
        ValueError: these orders and rolls do not lead from `before` to `after`; after the last phase.
    """
    state = laid_down(before, rolls)
    chosen = tuple(int(order) for order in orders)
    while True:
        was = copied(state)
        play(state, chosen)
        yield was, chosen, copied(state), rolls[int(was.dice.position) : int(state.dice.position)]
        if not idle(state):
            break
        chosen = (0,) * len(chosen)
    check_end(state, after)
