"""What the odds of a turn say of an encounter: range, damage, losses, and how it may end."""

from typing import Any

import numpy as np

from . import record as r

# what a captain does of whom nothing else is said: she stays, follows, fights on, keeps the range, shows her side,
# fires, sends officers to the guns, and neither rams nor boards
HABITS = (
    "let_stand",
    "stay",
    "follow",
    "fight_on",
    "keep_range",
    "no_trick",
    "side_to_tail",
    "side_to_point",
    "side_to_side",
    "port",
    "fire",
    "gunner",
    "stand_by",
    "aim_hull",
    "no_ram",
    "stand_off",
)

POINTS = ("hull", "rigging", "stores")
LOSSES = ("sunk", "taken")
COUNTED = ("range", "ending", *(f"ship.{field}" for field in (*POINTS, *LOSSES, "weapons")))

Table = tuple[str, str, dict[str, dict[str, float]]]


def forecast(
    before: Any, means: dict[str, float], shares: dict[str, np.ndarray], may: np.ndarray, names: tuple[str, ...]
) -> list[Table]:
    """What may come of a turn, as `quarterdeck.envs.forecast` shows it.

    Args:
        before: the encounter from which the turn is walked.
        means: of the numbers in `COUNTED` after the turn, by name.
        shares: how likely each of their values is.
        may: how likely each captain may choose each action, shape (2, actions).
        names: of the ships.
    """
    seats = dict(enumerate(names))
    return [
        ("range", "%", {"after the turn": {name: float(shares["range"][i]) for i, name in enumerate(r.RANGES)}}),
        ("damage", "points", {name: _damage(before, means, seat) for seat, name in seats.items()}),
        (
            "lost",
            "%",
            {name: {how: means[f"ship[{seat}].{how}"] for how in LOSSES} for seat, name in seats.items()},
        ),
        (
            "the encounter is",
            "%",
            {"after the turn": {name: float(shares["ending"][i]) for i, name in enumerate(r.ENDINGS)}},
        ),
    ]


def _damage(before: Any, means: dict[str, float], seat: int) -> dict[str, float]:
    """The mean loss of hull, rigging, stores and of steps of all weapons together."""
    ship = before["ship"][seat]
    lost = {field: float(ship[field]) - means[f"ship[{seat}].{field}"] for field in POINTS}
    left = sum(means[f"ship[{seat}].weapons[{weapon}]"] for weapon in range(5))
    return {**lost, "guns": float(ship["weapons"].sum()) - left}
