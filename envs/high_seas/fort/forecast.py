"""What the odds of a turn say of a raid: range, damage, losses."""

from typing import Any

import numpy as np

from .. import record as r
from ..forecast import LOSSES, POINTS, Table, ranges
from . import record as f

# what a captain does of whom nothing else is said: nobody storms, and the guns that bear fire at walls, town and hull
HABITS = (
    "stand_off",
    *(f"{battery}@walls" for battery in r.BATTERIES),
    *(f"{battery}@town" for battery in r.BATTERIES),
    "guns@hull",
    "hold",
)


COUNTED = ("range", "ending", "shore.structure", "shore.garrison", *(f"ship.{field}" for field in (*POINTS, *LOSSES)))


def forecast(
    before: Any, means: dict[str, float], shares: dict[str, np.ndarray], may: np.ndarray, names: tuple[str, ...]
) -> list[Table]:
    """What may come of a turn, as `quarterdeck.envs.forecast` shows it.

    Args:
        before: the raid from which the turn is walked.
        means: of the numbers in `COUNTED` after the turn, by name.
        shares: how likely each of their values is.
        may: how likely each captain may choose each action, shape (2, actions).
        names: of ship and shore.
    """
    ship, fort, town = before["ship"][0], before["shore"][f.FORT], before["shore"][f.TOWN]
    ship_loses = {field: float(ship[field]) - means[f"ship[0].{field}"] for field in POINTS}
    shore_loses = {
        "walls": float(fort["structure"]) - means[f"shore[{f.FORT}].structure"],
        "garrison": float(fort["garrison"]) - means[f"shore[{f.FORT}].garrison"],
        "town": float(town["structure"]) - means[f"shore[{f.TOWN}].structure"],
    }
    return [
        ("range", "%", {"after the turn": ranges(before, shares)}),
        ("damage to the ship", "points", {names[f.RAIDER]: ship_loses}),
        ("damage ashore", "points", {names[f.SHORE]: shore_loses}),
        ("lost at sea", "%", {names[f.RAIDER]: {how: means[f"ship[0].{how}"] for how in LOSSES}}),
        (
            "the raid is",
            "%",
            {"after the turn": {name: float(shares["ending"][i]) for i, name in enumerate(f.ENDINGS)}},
        ),
    ]
