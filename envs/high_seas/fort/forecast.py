"""What the odds of a turn say of a raid: range, damage, losses."""

from typing import Any

import numpy as np

from .. import record as r
from ..forecast import POINTS, Table, ranges
from . import record as f

# what a captain does of whom nothing else is said: nobody storms, and the guns that bear fire at walls, town and hull
HABITS = (
    "stand_off",
    *(f"{battery}@walls" for battery in r.BATTERIES),
    *(f"{battery}@town" for battery in r.BATTERIES),
    "guns@hull",
    "hold",
)


def forecast(
    before: Any, ends: np.ndarray, chances: np.ndarray, may: np.ndarray, names: tuple[str, ...]
) -> list[Table]:
    """What may come of a turn, as `quarterdeck.envs.forecast` shows it.

    Args:
        before: the raid from which the turn is walked.
        ends: the raids that may come of it, shape (n,).
        chances: how likely each is, shape (n,).
        may: how likely each captain may choose each action, shape (2, actions).
        names: of ship and shore.
    """
    ship, shore = ends["ship"][:, 0], ends["shore"]

    def lost(was: Any, now: np.ndarray) -> float:
        return float(chances @ (int(was) - now.astype(np.int64)))

    ship_loses = {field: lost(before["ship"][0][field], ship[field]) for field in POINTS}
    shore_loses = {
        "walls": lost(before["shore"][f.FORT]["structure"], shore[:, f.FORT]["structure"]),
        "garrison": lost(before["shore"][f.FORT]["garrison"], shore[:, f.FORT]["garrison"]),
        "town": lost(before["shore"][f.TOWN]["structure"], shore[:, f.TOWN]["structure"]),
    }
    falls = {
        "destroyed": float(chances @ (shore[:, f.FORT]["fallen"] == f.DESTROYED)),
        "stormed": float(chances @ (shore[:, f.FORT]["fallen"] == f.STORMED)),
        "town yields": float(chances @ (shore[:, f.TOWN]["fallen"] == f.YIELDED)),
    }
    sinks = {how: float(chances @ ship[how]) for how in ("sunk", "taken")}
    return [
        ("range", "%", {"after the turn": ranges(ends, chances)}),
        ("damage to the ship", "points", {names[f.RAIDER]: ship_loses}),
        ("damage ashore", "points", {names[f.SHORE]: shore_loses}),
        ("lost at sea", "%", {names[f.RAIDER]: sinks}),
        ("fallen ashore", "%", {names[f.SHORE]: falls}),
    ]
