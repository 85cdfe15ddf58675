"""Small measurements of a captain against scripted ones, cheap enough to be taken while it learns."""

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from quarterdeck.envs.batch import Batch
from quarterdeck.envs.captain import Captain, script_number
from quarterdeck.envs.engine import GUEST
from quarterdeck.envs.game import Game
from quarterdeck.evaluation.stats import estimate


@dataclass(frozen=True)
class Score:
    """A captain's mean payoff against one opponent, with the ends of its 95% interval."""

    opponent: str
    battles: int
    payoff: float
    low: float
    high: float

    def facts(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return asdict(self)


def measure(
    game: Game, templates: np.ndarray, captain: Captain, opponents: Iterable[str], battles: int, seed: int
) -> list[Score]:
    """Scores of `captain` against scripted opponents.

    Every battle is fought twice, once from each seat with the same ships and dice, and each opponent gets the
    same battles: luck in the draw of ships falls on both sides alike. Each row is one battle, so long battles
    count no less than short ones.

    Args:
        templates: the scenario's battles, as `game.build` makes them.
        battles: against each opponent; an odd number is rounded up.
        seed: of the first battle.
    """
    pairs = math.ceil(battles / game.seats)
    rows = np.arange(pairs * game.seats)
    scores = []
    for name in opponents:
        controllers = np.full((len(rows), game.seats), script_number(game.rules, name))
        seats = rows % game.seats
        controllers[rows, seats] = GUEST
        batch = Batch(game, templates, len(rows), controllers, guests=[captain])
        # with nobody to wait for, the battles are fought to the end at once
        batch.reset(seed + rows // game.seats)
        found = estimate(batch.rewards[rows, seats].astype(np.float64).reshape(pairs, game.seats), game.payoffs)
        scores.append(Score(name, len(rows), found.mean, found.low, found.high))
    return scores
