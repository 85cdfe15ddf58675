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

    An agent without a choice in a phase has only `pass` in its mask, and its action may be left out. Agents are the
    captains who have a ship in the scenario. One whose ship leaves the battle is terminated then and never comes back;
    what the end is worth to all of them lies in the last `info["payoffs"]` of those who are left.

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
        templates = self.game.build(scenario)
        # one pool entry for nobody: the battle of a seed is then the one that the other faces draw
        self._batch = Batch(
            self.game,
            templates,
            1,
            LEARNER,
            pool=[(0, 1.0)],
            witness=self._story.witness,
        )
        self._seated = False
        self._seats = {f"captain_{seat}": seat for seat in self._taken(templates)}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        masks = spaces.Box(0, 1, (len(self.game.actions),), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box(self.game), "action_mask": masks}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.game.actions)) for agent in self.possible_agents}
        one = box(self.game)
        captains = len(self.possible_agents)
        self.state_space = spaces.Box(np.tile(one.low, captains), np.tile(one.high, captains))

    def _taken(self, templates: np.ndarray) -> list[int]:
        """The seats that have a ship, the same in every battle of the scenario."""
        if self.game.empty is None:
            return list(range(self.game.seats))
        empty = self.game.empty(templates)
        if (empty != empty[0]).any():
            raise BadInput(f"scenario: the battles of {self.game.id} differ in who takes part; choose another")
        return np.flatnonzero(~empty[0]).tolist()

    def _still_there(self) -> list[str]:
        """The captains whose ships are in the battle, none once it is over."""
        if is_over(self.battle):
            return []
        if self.game.empty is None:
            return list(self.possible_agents)
        empty = self.game.empty(self.battle)
        return [agent for agent, seat in self._seats.items() if not empty[seat]]

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
        self.agents = self._still_there()
        return self._look(self.agents), {agent: {} for agent in self.agents}

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
        for agent in agents:
            batch.orders[0, self._seats[agent]] = self._order(self._seats[agent], agent, actions)
        for agent in actions:
            if agent not in agents:
                raise BadInput(f"actions: there is no agent {agent!r}; {nearest(agent, agents)}")
        batch.step()
        rewards = {agent: float(batch.rewards[0, seat]) for agent, seat in self._seats.items()}
        infos: dict[str, dict[str, Any]] = {
            agent: {"illegal": bool(batch.illegal[0, self._seats[agent]])} for agent in agents
        }
        if batch.ended[0]:
            for info in infos.values():
                info["ending"] = self.game.endings[self.game.ending(self.battle)]
                info["payoffs"] = dict(rewards)
        self.agents = self._still_there()
        gone = {agent: agent not in self.agents for agent in agents}
        earned = {agent: rewards[agent] for agent in agents}
        return self._look(agents), earned, gone, dict.fromkeys(agents, False), infos

    def _order(self, seat: int, agent: str, actions: dict[str, Any]) -> int:
        if agent in actions:
            return whole_number(actions[agent], self.game)
        if self._batch.masks[0, seat, 0] == 0:
            raise BadInput(f"actions: {agent} has a choice and gave no action")
        return 0

    def _look(self, agents: list[str]) -> dict[str, Any]:
        return {
            agent: {
                "observation": self._batch.observations[0, self._seats[agent]].copy(),
                "action_mask": self._batch.masks[0, self._seats[agent]].copy(),
            }
            for agent in agents
        }

    def state(self) -> np.ndarray:
        """What all captains see, one after another: float32, shape (captains * features,)."""
        return self._batch.observations[0, list(self._seats.values())].flatten()

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
        self.agents = self._still_there()

    def render(self) -> Any:
        """The battle and what was done since the last call; or a picture, uint8 (height, width, 3)."""
        return self._story.render(self.battle)
