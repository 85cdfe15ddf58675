"""All captains at one table: PettingZoo's `ParallelEnv`."""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from quarterdeck.configs import BadInput, nearest

from ..batch import Batch
from ..engine import LEARNER
from ..game import find_game, is_over
from .battles import box, check_state, row_seeds, whole_number
from .docs import docs_page
from .story import RENDER_MODES, Story


class ParallelFace(ParallelEnv):
    """Every captain is an agent, `captain_0` on; a phase in which anyone has a choice is a step.

    An agent without a choice in a phase has only `pass` in its mask, and its action may be left out.

    Attributes:
        game: the facts of the game.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 4}

    def __init__(self, game: Any, scenario: Any = "default", render_mode: str | None = None) -> None:
        self.game = find_game(game)
        self.__doc__ = docs_page(self.game)
        name = f"{self.game.name}_v{self.game.version}"
        self.metadata = {**type(self).metadata, "name": name}  # type: ignore[misc]
        self.render_mode = render_mode
        self._story = Story(self.game, render_mode)
        # one pool entry for nobody: the battle of a seed is then the one that the other faces draw
        self._batch = Batch(
            self.game,
            self.game.build(scenario),
            1,
            LEARNER,
            pool=[(0, 1.0)],
            witness=self._story.witness,
        )
        self._seated = False
        self.possible_agents = [f"captain_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        masks = spaces.Box(0, 1, (len(self.game.actions),), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box(self.game), "action_mask": masks}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.game.actions)) for agent in self.possible_agents}
        one = box(self.game)
        self.state_space = spaces.Box(np.tile(one.low, self.game.seats), np.tile(one.high, self.game.seats))

    @property
    def battle(self) -> Any:
        """The battle, one live record."""
        return self._batch.states[0]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object at every call."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a battle from `seed`, or as the generator of the one before stands; options are ignored."""
        seeds = row_seeds(seed, 1)
        if seeds is None and not self._seated:
            seeds = [int(np.random.default_rng().integers(2**62))]
        self._seated = True
        self._story.forget()
        self._batch.reset(seeds)
        if self._batch.ended[0]:
            raise BadInput(f"scenario: the battle of {self.game.id} ends before anybody has a choice; choose another")
        self.agents = list(self.possible_agents)
        return self._look(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play one phase.

        An illegal action is replaced by the legal one of lowest index; the agent's `info["illegal"]` says so.

        Raises:
            BadInput: an agent is unknown, has a choice but gave no action, or gave none of the game's.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        batch, agents = self._batch, self.agents
        batch.orders[0] = [self._order(seat, agent, actions) for seat, agent in enumerate(agents)]
        for agent in actions:
            if agent not in agents:
                raise BadInput(f"actions: there is no agent {agent!r}; {nearest(agent, agents)}")
        batch.step()
        over = bool(batch.ended[0])
        infos: dict[str, dict[str, Any]] = {
            agent: {"illegal": bool(batch.illegal[0, seat])} for seat, agent in enumerate(agents)
        }
        if over:
            for info in infos.values():
                info["ending"] = self.game.endings[self.game.ending(self.battle)]
            self.agents = []
        rewards = {agent: float(batch.rewards[0, seat]) for seat, agent in enumerate(agents)}
        return self._look(), rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _order(self, seat: int, agent: str, actions: dict[str, Any]) -> int:
        if agent in actions:
            return whole_number(actions[agent], self.game)
        if self._batch.masks[0, seat, 0] == 0:
            raise BadInput(f"actions: {agent} has a choice and gave no action")
        return 0

    def _look(self) -> dict[str, Any]:
        return {
            agent: {
                "observation": self._batch.observations[0, seat].copy(),
                "action_mask": self._batch.masks[0, seat].copy(),
            }
            for seat, agent in enumerate(self.possible_agents)
        }

    def state(self) -> np.ndarray:
        """What all captains see, one after another: float32, shape (seats * features,)."""
        return self._batch.observations[0].flatten()

    def get_state(self) -> Any:
        """The battle as a value: a record of `game.rules.dtype` with all its generators."""
        return self.battle.copy()

    def set_state(self, state: Any) -> None:
        """Put a battle in place, exactly as it was.

        Raises:
            BadInput: it is no battle of this game.
        """
        self._batch.states[0] = check_state(state, self.game)
        self._batch.refresh()
        self._story.forget()
        self.agents = [] if is_over(self.battle) else list(self.possible_agents)

    def render(self) -> Any:
        """The battle and what was done since the last call; or a picture, uint8 (height, width, 3)."""
        return self._story.render(self.battle)
