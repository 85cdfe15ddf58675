"""Many battles of one captain for Stable-Baselines3, whose vector environments are of their own kind.

Needs the extra `train`; `quarterdeck.envs.sb3_vec_env` imports this file when it is called.
"""

import time
from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from quarterdeck.configs import BadInput

from ..batch import Finals
from ..engine import TERMINATED, TRUNCATED
from ..game import find_game
from .battles import Battles, action_row, box, row_seeds
from .docs import docs_page


class SB3VecEnv(VecEnv):
    """`num_envs` battles stepped by one compiled loop, with the masks that sb3-contrib asks for.

    Every finished row tells its episode as SB3's `Monitor` does: `info["episode"]` holds return `r`, length `l` and
    seconds since the start `t`.

    Attributes:
        game: the facts of the game.
        seats: the learner's seat in each row, int64, shape (num_envs,).
    """

    def __init__(
        self,
        game: Any,
        num_envs: int = 1,
        scenario: Any = "default",
        opponent: Any = "random",
        seat: int | str = "both",
        threads: int = 1,
        seed: int | None = None,
        max_episode_steps: int | None = None,
    ) -> None:
        self.game = find_game(game)
        if seed is not None:
            row_seeds([seed], 1)  # refuses what is none
        self.__doc__ = docs_page(self.game)
        self.render_mode = None
        self._battles = Battles(self.game, scenario, opponent, seat, num_envs, threads, max_episode_steps)
        self._batch, self.seats = self._battles.batch, self._battles.seats
        self._actions = np.zeros(num_envs, np.int64)
        self._masks = np.zeros((num_envs, len(self.game.actions)), np.int8)
        self._begun = time.time()
        super().__init__(num_envs, box(self.game), spaces.Discrete(len(self.game.actions)))
        if seed is not None:
            self.seed(seed)

    @property
    def states(self) -> np.ndarray:
        """The battles, live records, shape (num_envs,)."""
        return self._batch.states

    def reset(self) -> np.ndarray:
        """Begin new battles, from the seeds that `seed()` laid down if there are some."""
        seeds = None if any(seed is None for seed in self._seeds) else row_seeds(self._seeds, self.num_envs)
        self._battles.reset(np.random.default_rng, seeds)
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return self._look()

    def step_async(self, actions: np.ndarray) -> None:
        """Take the actions of the next step, one a row.

        Raises:
            BadInput: shape, dtype or a value is wrong.
        """
        self._actions = action_row(actions, self.num_envs, self.game)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play the step; a row that ends begins its next battle at once."""
        batch, battles = self._batch, self._battles
        seats = self.seats.copy()
        finals = battles.step(self._actions)
        rows = np.arange(self.num_envs)
        rewards = batch.rewards[rows, seats]
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(batch.illegal[rows, seats]):
            infos[row]["illegal"] = True
        if len(finals.battles):
            self._finish(finals, rewards, infos)
        return self._look(), rewards, batch.ended != 0, infos

    def _finish(self, finals: Finals, rewards: np.ndarray, infos: list[dict[str, Any]]) -> None:
        """Tell the ends of the episodes that just ended."""
        seconds = round(time.time() - self._begun, 6)
        battles, last = finals.battles, finals.observations.copy()
        ended, steps = self._batch.ended[battles["row"]].tolist(), battles["steps"].tolist()
        endings = self.game.ending(battles["state"]).tolist()
        for i, row in enumerate(battles["row"].tolist()):
            info = infos[row]
            info["terminal_observation"] = last[i]
            info["TimeLimit.truncated"] = ended[i] == TRUNCATED
            if ended[i] == TERMINATED:
                info["ending"] = self.game.endings[endings[i]]
            info["episode"] = {"r": round(float(rewards[row]), 6), "l": steps[i], "t": seconds}

    def _look(self) -> np.ndarray:
        """What the learners see, their own copy; their masks are kept for `action_masks`."""
        self._masks = self._battles.of_seats(self._batch.masks)
        return self._battles.seen().copy()

    def action_masks(self) -> np.ndarray:
        """Which actions are legal now: bool, shape (num_envs, actions)."""
        return self._masks.astype(bool)

    def set_opponents(self, opponent: Any) -> None:
        """Change whom the next battles are fought against; those that run go on as they are.

        Args:
            opponent: as in `quarterdeck.envs.faces.opponents.find_opponents`.
        """
        self._battles.set_opponents(opponent)

    def close(self) -> None:
        """Nothing is held open."""

    # SB3 asks the environments of the rows by name; here all rows are one

    def has_attr(self, attr_name: str) -> bool:
        """Whether the rows have this attribute."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute once for each row."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set the attribute for all rows.

        Raises:
            BadInput: for some rows only.
        """
        if indices is not None:
            raise BadInput(f"{attr_name}: the rows share it; set it for all of them")
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Call a method for all rows; its result by row."""
        result = getattr(self, method_name)(*args, **kwargs)
        rows: Iterable[int] = self._get_indices(indices)
        return [result[row] if isinstance(result, np.ndarray) else result for row in rows]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Rows tell their episodes as under a `Monitor`, and have no other wrapper."""
        return [wrapper_class is Monitor for _ in self._get_indices(indices)]
