"""One captain against opponents: `gymnasium.Env`."""

from operator import index
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from ..game import find_game, is_over
from .battles import Battles, box, check_state, row_seeds, whole_number
from .docs import docs_page
from .story import RENDER_MODES, Story


class SoloEnv(gymnasium.Env[np.ndarray, np.int64]):
    """A game for one captain; its own page is in `__doc__` of each environment and in `docs/environments`.

    Attributes:
        game: the facts of the game.
        state: the battle, one live record.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "render_fps": 4,
    }

    def __init__(
        self,
        game: Any,
        scenario: Any = "default",
        opponent: Any = "random",
        seat: int | str = 0,
        render_mode: str | None = None,
    ) -> None:
        self.game = find_game(game)
        self.__doc__ = docs_page(self.game)
        self.render_mode = render_mode
        self.observation_space = box(self.game)
        self.action_space = spaces.Discrete(len(self.game.actions))
        self._story = Story(self.game, render_mode)
        self._battles = Battles(self.game, scenario, opponent, seat, 1, witness=self._story.witness)
        self._over = True
        self._illegal: np.ndarray
        self._reward: np.ndarray
        self._bind()

    def _bind(self) -> None:
        """Look at the battle through views that are made once, so that a step makes none."""
        self._batch = batch = self._battles.batch
        self._actions = len(self.game.actions)
        self.state: Any = batch.states[0]
        self._orders, self._ended = batch.orders[0], batch.ended
        self._look_from_seat()

    def __setstate__(self, state: dict[str, Any]) -> None:
        # the arrays of a copy are views no longer
        self.__dict__.update(state)
        self._bind()

    @property
    def seat(self) -> int:
        """The seat of the present battle; of a side, the one that is asked."""
        return int(self._battles.seats[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a battle from `seed`, or as the generator of the one before stands; options are ignored."""
        seeds = row_seeds(seed, 1)
        super().reset(seed=None if seeds is None else seeds[0])
        self._story.forget()
        self._battles.reset(lambda: self.np_random, seeds)
        self._over = False
        self._look_from_seat()
        return self._observation.copy(), {"action_mask": self._mask.copy()}

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play `action` and on to the next choice of this seat.

        An illegal action is replaced by the legal one of lowest index, and `info["illegal"]` says so.

        Raises:
            BadInput: it is none of the game's actions.
            ResetNeeded: the battle is over.
        """
        try:
            number = index(action)
            known = 0 <= number < self._actions
        except TypeError:
            known = False
        if not known:
            whole_number(action, self.game)
        if self._over:
            raise ResetNeeded("the battle is over: call reset() before the next step()")
        if self._battles.has_side:
            return self._step_side(number)
        self._orders[:] = number
        self._batch.step()
        return self._told()

    def _step_side(self, number: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Give the order of the ship that is asked, and play the phase if it was the last of her side."""
        ready = self._battles.lay_down(np.array([number]))
        if ready[0]:
            self._batch.step()
        illegal, reward = self._illegal, self._reward
        self._battles.ask_first(ready)
        self._look_from_seat()
        self._illegal, self._reward = illegal, reward
        return self._told()

    def _told(self) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """What came of a step."""
        mask = self._mask.copy()
        info: dict[str, Any] = {"action_mask": mask, "illegal": self._illegal.item() == 1}
        if self._ended.item():
            self._over = True
            info["ending"] = self.game.endings[self.game.ending(self.state)]
            return self._observation.copy(), self._reward.item(), True, False, info
        return self._observation.copy(), 0.0, False, False, info

    def action_masks(self) -> np.ndarray:
        """Which actions are legal now, as sb3-contrib wants it: bool, shape (actions,)."""
        return self._mask.astype(bool)

    def get_state(self) -> Any:
        """The battle as a value: a record of `game.rules.dtype` with all its generators."""
        return self.state.copy()

    def set_state(self, state: Any) -> None:
        """Put a battle in place, exactly as it was; the opponents stay who they are.

        Raises:
            BadInput: it is no battle of this game.
        """
        self._batch.states[0] = check_state(state, self.game)
        self._batch.refresh()
        self._story.forget()
        self._over = bool(is_over(self.state))

    def render(self) -> Any:
        """The battle and what was done since the last call; or a picture, uint8 (height, width, 3)."""
        return self._story.render(self.state)

    def _look_from_seat(self) -> None:
        batch, seat = self._batch, self.seat
        self._observation, self._mask = batch.observations[0, seat], batch.masks[0, seat]
        self._illegal, self._reward = batch.illegal[0, seat : seat + 1], batch.rewards[0, seat : seat + 1]
