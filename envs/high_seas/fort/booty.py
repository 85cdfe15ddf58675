"""What a raid pays once it is over: guns and powder out of a fallen fort, and the ransom of a town that yielded.

Nothing hangs on it in the battle itself. The dice are the battle's own, so the same raid pays the same.
"""

from dataclasses import dataclass
from typing import Any

from quarterdeck.configs import BadInput

from ... import chance
from .. import record as r
from . import record as f
from .scenario import fort_data

MOST = 200  # of a single 1k1; nobody rolls more


@dataclass(frozen=True)
class Plunder:
    """What the stormers carry off from a fort.

    Attributes:
        guns: long guns.
        powder: tons of powder and shot.
    """

    guns: int
    powder: int


def plunder(state: Any) -> Plunder:
    """Half of a fallen fort's guns, rounded down, and 1k1 tons of powder and shot. HS-BOOTY-13

    Args:
        state: a raid that is over; its dice roll on.

    Raises:
        BadInput: it is not over.
    """
    _check_over(state)
    fort = state.shore[f.FORT]
    if fort.fallen == f.STANDS or _lost(state):
        return Plunder(0, 0)
    return Plunder(int(fort.guns) // 2, int(_roll(state, f.ROLL_PLUNDER)))


def ransom(state: Any) -> int:
    """What a town that yielded pays, in Guilders: 1k1 x 1,000, and more for the fort that defended it. HS-BOOTY-12

    Args:
        state: a raid that is over; its dice roll on.

    Raises:
        BadInput: it is not over.
    """
    _check_over(state)
    fort, town = state.shore[f.FORT], state.shore[f.TOWN]
    if town.fallen != f.YIELDED or _lost(state):
        return 0
    data = fort_data()
    guilders = int(_roll(state, f.ROLL_RANSOM)) * data["town"]["ransom"]
    if fort.kind != f.NONE:
        guilders += data["forts"][f.KINDS[fort.kind]]["ransom"]["guilders"]
    return guilders


def _roll(state: Any, purpose: int) -> int:
    """One exploding die, 1k1. HS-DICE-5"""
    chance.begin(state.dice)
    return chance.pool(state.dice, purpose, f.RAIDER, 1, 1, MOST)


def _lost(state: Any) -> bool:
    """Nobody is left to carry anything away."""
    return bool(state.ship[0].sunk or state.ship[0].taken)


def _check_over(state: Any) -> None:
    if state.ending == r.RUNNING:
        raise BadInput("state: the raid is not over, there is nothing to carry off yet")
