"""What a face shows: the battle as it stands, and what was done since the last look."""

from collections.abc import Callable
from typing import Any

import numpy as np

from quarterdeck.configs import BadInput, nearest

from ..game import Game
from ..typed_dice import retell

RENDER_MODES = ("ansi", "rgb_array")


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
        rolls = retell(self.game, before[0], orders[0], after[0], self.names)
        return self.game.narrate(before[0], orders[0], after[0], rolls, self.names)
