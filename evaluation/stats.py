"""Means and rates with honest intervals.

The unit is the pair of battles that share ships and dice and differ by who sits in which seat: its two
results hang together (the better seat is the better seat for both captains), so they are never counted as
two independent ones.

Every interval is a score interval of Wilson over a mean that lies between two bounds (a rate between 0 and
1, a payoff between the game's least and greatest). Its number of observations is the effective one of Korn
and Graubard: the number of pairs, divided by how much the pairs really vary compared with a coin of the
same mean. Seats that cancel each other out make the interval narrower than so many coins would, seats that
agree make it wider, and a captain who won every battle is still not given an interval of no width, as a
bootstrap would do. The formula is exact arithmetic: no random resampling, the same records give the same
interval.
"""

import math
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from quarterdeck.envs.game import Game

from .match import score

CONFIDENCE = 0.95
# pairs of independent battles mixed into the estimate of how much pairs vary: a few pairs prove little
_IMAGINED = 2


@dataclass(frozen=True)
class Estimate:
    """A mean and the 95% interval around it."""

    mean: float
    low: float
    high: float

    def as_dict(self) -> dict[str, float]:
        """Ready for JSON."""
        return asdict(self)


def t_quantile(probability: float, freedom: int) -> float:
    """The quantile of Student's distribution (the expansion of Abramowitz and Stegun, 26.7.5).

    Good to 1% from 3 degrees of freedom on, to four digits from 10 on.
    """
    z = NormalDist().inv_cdf(probability)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def wilson(rate: float, n: float, z: float) -> tuple[float, float]:
    """The score interval of Wilson (1927) for a rate seen over `n` observations, `z` standard errors to
    each side.
    """
    middle = rate + z * z / (2 * n)
    reach = z * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def estimate(values: np.ndarray, bounds: tuple[float, float] = (0.0, 1.0)) -> Estimate:
    """The mean of values between `bounds`, and its interval.

    Args:
        values: shape (pairs, battles of a pair); the pairs are independent of each other, the battles of a
            pair are not.

    Raises:
        ValueError: there is no pair.
    """
    if not len(values):
        raise ValueError("no battles, no estimate")
    low, high = bounds
    pairs = (np.asarray(values, np.float64).reshape(len(values), -1).mean(axis=1) - low) / (high - low)
    rate, n = float(pairs.mean()), len(pairs)
    coin = rate * (1 - rate)
    # how much pairs vary, in units of a coin; where nothing varied it is unknown and taken to be the coin's
    spread = 1.0
    if n > 1 and coin > 0:
        seen = float(pairs.var(ddof=1)) / coin
        spread = (n * seen + _IMAGINED / values[0].size) / (n + _IMAGINED)
    least, most = wilson(rate, n / spread, t_quantile(0.5 + CONFIDENCE / 2, max(n - 1, 3)))
    return Estimate(low + rate * (high - low), low + least * (high - low), low + most * (high - low))


def difference(one: np.ndarray, other: np.ndarray, bounds: tuple[float, float]) -> Estimate:
    """How much more `one` earns than `other` in the same battles; `bounds` are those of a payoff.

    Both have shape (pairs, battles of a pair) and were fought over the same templates with the same seeds:
    what the ships and the dice decide falls out of the difference, so it is told more surely than from two
    separate intervals.
    """
    reach = bounds[1] - bounds[0]
    return estimate(one - other, (-reach, reach))


def summary(game: Game, records: np.ndarray) -> dict[str, Any]:
    """What a match says, ready for JSON: the mean payoff of the first captain, the rates of wins, losses
    and draws, how the battles ended, each with its interval, and the mean number of turns.

    A win is a payoff above the other's, a draw an equal one.
    """
    mine = score(records)
    theirs = records["payoffs"][np.arange(len(records)), 1 - records["seat"]].reshape(-1, 2)
    ending = records["ending"].reshape(-1, 2)
    rates = {"win": mine > theirs, "loss": mine < theirs, "draw": mine == theirs}
    seen = [number for number in range(len(game.endings)) if (ending == number).any()]
    return {
        "battles": len(records),
        "payoff": estimate(mine, game.payoffs).as_dict(),
        **{name: estimate(happened).as_dict() for name, happened in rates.items()},
        "endings": {game.endings[number]: estimate(ending == number).as_dict() for number in seen},
        "turns": float(records["turns"].mean()),
    }
