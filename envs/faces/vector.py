"""Many battles of one captain side by side: `gymnasium.vector.VectorEnv`."""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from quarterdeck.configs import BadInput

from ..batch import Finals
from ..engine import TERMINATED, TRUNCATED
from ..game import find_game
from .battles import Battles, action_row, box, row_seeds
from .docs import docs_page
from .spare import Spare
from .story import RENDER_MODES, Story

Step = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]


class VectorFace(gymnasium.vector.VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """`num_envs` battles stepped by one compiled loop; row i of `reset(seed=s)` is the solo battle of seed s + i.

    A row that ends begins its next battle in the same step (`AutoresetMode.SAME_STEP`): its last observation lies in
    `info["final_obs"]`, what belongs to it in `info["final_info"]`.

    Attributes:
        game: the facts of the game.
        seats: the learner's seat in each row, int64, shape (num_envs,).
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: Any,
        num_envs: int = 1,
        scenario: Any = "default",
        opponent: Any = "random",
        seat: int | str = 0,
        threads: int = 1,
        copy: bool = True,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = find_game(game)
        self.__doc__ = docs_page(self.game)
        self.render_mode, self.num_envs, self.copy = render_mode, num_envs, copy
        self._story = Story(self.game, render_mode)
        self._battles = Battles(self.game, scenario, opponent, seat, num_envs, threads, max_episode_steps)
        self._batch, self.seats = self._battles.batch, self._battles.seats
        self.single_observation_space = box(self.game)
        self.single_action_space = spaces.Discrete(len(self.game.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        names = np.array(["", *self.game.endings])
        self._letters, self._name = names.view(np.int32).reshape(len(names), -1), names.dtype
        features, masks = (num_envs, len(self.game.features)), (num_envs, len(self.game.actions))
        self._spare = Spare(features, np.float32)
        self._spare_final = Spare(features, np.float32, not copy), Spare(masks, np.int8, not copy)
        self._spare_endings = Spare((num_envs, self._letters.shape[1]), np.int32, not copy)

    @property
    def states(self) -> np.ndarray:
        """The battles, live records, shape (num_envs,)."""
        return self._batch.states

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin new battles.

        Args:
            seed: row i gets seed + i; or one seed a row; or none, and each row's generator goes on.
            options: `{"reset_mask": bool array, shape (num_envs,)}` begins anew in these rows alone.

        Raises:
            BadInput: seeds or mask do not fit.
        """
        rows = None
        if isinstance(options, dict) and "reset_mask" in options:
            rows = self._checked_mask(options["reset_mask"])
        seeds = row_seeds(seed, self.num_envs)
        if isinstance(seed, int):
            super().reset(seed=seed)
        if self.copy and not self._battles.has_side:
            # the last step handed out the memory that it wrote to
            self._batch.mine = self._batch.mine.copy()
        self._battles.reset(lambda: self.np_random, seeds, rows)
        return self._battles.seen(), {
            "action_mask": self._look(self._batch.masks),
            "_action_mask": np.ones(self.num_envs, bool),
        }

    def step(self, actions: np.ndarray) -> Step:
        """Play one action in each row, and on to the next choice of its seat.

        Raises:
            BadInput: shape, dtype or a value of the actions is wrong.
            ResetNeeded: no battle has begun.
        """
        if not self._battles.begun:
            raise ResetNeeded("no battle has begun: call reset() before the first step()")
        batch, battles = self._batch, self._battles
        actions = action_row(actions, self.num_envs, self.game)
        seats = self.seats.copy() if battles.moves else self.seats
        if self.copy and not battles.has_side:
            batch.mine = self._spare.take()
        finals = battles.step(actions)
        ended = batch.ended
        rewards, illegal = (
            array[self._rows, seats] if battles.moves else array[:, seats[0]]
            for array in (batch.rewards, batch.illegal)
        )
        info: dict[str, Any] = {"illegal": illegal.view(bool).copy(), "_illegal": np.ones(self.num_envs, bool)}
        if len(finals.battles):
            self._finish(finals, info)
        info["action_mask"], info["_action_mask"] = self._look(batch.masks), np.ones(self.num_envs, bool)
        return battles.seen(), rewards.astype(np.float64), ended == TERMINATED, ended == TRUNCATED, info

    def _finish(self, finals: Finals, info: dict[str, Any]) -> None:
        """Put what belongs to the battles that just ended into `info`."""
        ended, rows = self._batch.ended, finals.battles["row"].copy()
        over, terminated = ended != 0, ended == TERMINATED
        observations, masks = (
            spare.filled(rows, source)
            for spare, source in zip(self._spare_final, (finals.observations, finals.masks), strict=True)
        )
        # one that was cut short has no name
        letters = self._letters[(self.game.ending(finals.battles["state"]) + 1) * terminated[rows]]
        endings = self._spare_endings.filled(rows, letters).view(self._name).reshape(-1)
        info["ending"], info["_ending"] = endings, terminated
        info["final_obs"], info["_final_obs"] = observations, over
        info["final_info"] = {
            "action_mask": masks,
            "_action_mask": over.copy(),
            "illegal": info["illegal"] & over,
            "_illegal": over.copy(),
            "ending": endings,
            "_ending": terminated.copy(),
        }
        info["_final_info"] = over.copy()

    def _look(self, array: np.ndarray) -> np.ndarray:
        """What belongs to the learner in an array of the batch: her own, but with `copy=False`."""
        mine = self._battles.of_seats(array)
        return mine.copy() if self.copy and mine.base is not None else mine

    def action_masks(self) -> np.ndarray:
        """Which actions are legal now: bool, shape (num_envs, actions)."""
        return self._batch.masks[self._rows, self.seats].astype(bool)

    def set_opponents(self, opponent: Any) -> None:
        """Change whom the next battles are fought against; those that run go on as they are."""
        self._battles.set_opponents(opponent)

    def render(self) -> tuple[Any, ...] | None:
        """Each battle as text or as a picture."""
        if self.render_mode is None:
            return None
        return tuple(self._story.render(state) for state in self.states)

    def _checked_mask(self, mask: Any) -> np.ndarray:
        if not (isinstance(mask, np.ndarray) and mask.dtype == bool and mask.shape == (self.num_envs,) and mask.any()):
            raise BadInput(f"reset_mask: give a bool array of shape ({self.num_envs},) with at least one True")
        if not self._battles.begun:
            raise BadInput("reset_mask: no battle has begun; reset without it first")
        return mask
