"""Whom the learner fights: scripted captains and a few of its own past selves."""

from collections.abc import Callable, Sequence
from pathlib import Path

from quarterdeck.agents import learned
from quarterdeck.envs.captain import Captain
from quarterdeck.envs.game import Game

from .config import TrainingConfig

Pool = list[tuple[str | Captain, float]]


class League:
    """A weighted pool of opponents.

    Past selves lie as captains' files in one folder and play as they played then: actions are drawn with the
    odds that the net gives them.

    Attributes:
        steps: of each past self, the learner's steps when it was taken, oldest first.

    Args:
        folder: of the past selves.
        steps: those to begin with, whose files are there already.

    Raises:
        BadInput: a file of a past self is missing or damaged.
    """

    def __init__(self, config: TrainingConfig, game: Game, folder: Path, steps: Sequence[int] = ()) -> None:
        self._scripted, self._rules = config.scripted(), config.opponents
        self._game, self._folder = game, folder
        self.steps = list(steps)
        self._selves = [self._load(step) for step in self.steps]

    def path(self, step: int) -> Path:
        """A past self's files, without suffix."""
        return self._folder / f"step_{step:012d}"

    def pool(self) -> Pool:
        """Every opponent with the share of battles fought against it; the shares add up to 1."""
        share = self._rules.past_selves if self._selves else 0.0
        total = sum(self._scripted.values())
        pool: Pool = [(name, (1 - share) * weight / total) for name, weight in self._scripted.items()]
        pool += [(captain, share / len(self._selves)) for captain in self._selves]
        return [(one, weight) for one, weight in pool if weight > 0]

    def due(self, before: int, now: int) -> bool:
        """Whether a snapshot is to be taken between two step counts."""
        every = self._rules.snapshot_every
        return self._rules.past_selves > 0 and now // every > before // every

    def add(self, step: int, write: Callable[[Path], None]) -> None:
        """Take the learner in as a past self; of more than `keep`, the oldest leaves the pool.

        Args:
            write: writes her files to the path it is given.
        """
        write(self.path(step))
        self.steps.append(step)
        self._selves.append(self._load(step))
        del self.steps[: -self._rules.keep], self._selves[: -self._rules.keep]

    def tidy(self) -> None:
        """Delete the files of those who left the pool, once no checkpoint names them any more."""
        kept = {path for step in self.steps for path in learned.files(self.path(step))}
        for path in self._folder.glob("step_*"):
            if path not in kept:
                path.unlink()

    def _load(self, step: int) -> Captain:
        return learned.load(self.path(step), self._game, temperature=1.0)
