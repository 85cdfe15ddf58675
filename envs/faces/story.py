"""What a face shows: the battle as it stands, and what was done since the last look."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from quarterdeck.configs import BadInput, nearest

from ..chance import TAPE, WANT
from ..game import Game, apply

RENDER_MODES = ("ansi", "rgb_array")


def rolls_of(before: Any, orders: np.ndarray, after: Any) -> list[tuple[Any, int]]:
    """What was rolled in a step, and for what.

    The answers lie on the tape of `after`. What each was asked for is found by running the step again with
    one answer laid down, then two, and so on: the ask that finds the tape empty says what it wants.

    Returns:
        (roll, answer) in their order; a roll has the fields of `chance.WANT`.
    """
    rolls: list[tuple[Any, int]] = []
    for place in range(min(int(after["dice"]["position"]), TAPE)):
        again = np.array([before], before.dtype)
        again["dice"]["laid_down"] = 1
        again["dice"]["answers"] = place
        again["dice"]["tape"][0] = after["dice"]["tape"]
        apply(again[0], orders)
        want = dict(zip(WANT, again["dice"]["want"][0].tolist()))
        rolls.append((SimpleNamespace(**want), int(after["dice"]["tape"][place])))
    return rolls


class Story:
    """Keeps the phases of a battle until they are told.

    Attributes:
        witness: what `batch.Batch` tells the phases to; `None` where nobody will ask.
    """

    def __init__(self, game: Game, render_mode: str | None) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadInput(f"render_mode: {render_mode!r} is not known; {nearest(render_mode, RENDER_MODES)}")
        self.game, self.mode = game, render_mode
        self.names = tuple(f"captain_{seat}" for seat in range(game.seats))
        self.witness: Callable[..., None] | None = self._keep if render_mode == "ansi" else None
        self._phases: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []

    def _keep(self, before: np.ndarray, orders: np.ndarray, after: np.ndarray) -> None:
        self._phases.append((before, orders, after))

    def forget(self) -> None:
        """Another battle begins."""
        self._phases.clear()

    def render(self, state: Any) -> Any:
        """As the mode wants it: text, a picture, or `None` without a mode."""
        if self.mode is None:
            return None
        if self.mode == "rgb_array":
            return self.picture(state)
        lines = [line for phase in self._phases for line in self._tell(*phase)]
        self._phases.clear()
        return "\n".join([*lines, self.game.describe(state, self.names)])

    def picture(self, state: Any) -> np.ndarray:
        """uint8, shape (height, width, 3)."""
        if self.game.picture is None:
            raise BadInput(f"render_mode: {self.game.id} has no picture; did you mean 'ansi'?")
        return self.game.picture(state, self.names)

    def _tell(self, before: np.ndarray, orders: np.ndarray, after: np.ndarray) -> list[str]:
        rolls = rolls_of(before[0], orders[0], after[0])
        return self.game.narrate(before[0], orders[0], after[0], rolls, self.names)
