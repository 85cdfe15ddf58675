"""What the odds of a turn say of a battle of two ships: range, guns, damage, losses, and how it may end."""

from typing import Any

import numpy as np

from . import record as r

# what a captain does of whom nothing else is said: she sails on, keeps clear, and fires at the hull what bears
HABITS = ("steady", "leave", "stand_off", "no_deed", *(f"{battery}@hull" for battery in r.BATTERIES), "hold")

POINTS = ("hull", "rigging", "crew")
LOSSES = ("sunk", "taken")
COUNTED = ("range", "ending", *(f"ship.{field}" for field in (*POINTS, *LOSSES)))

Table = tuple[str, str, dict[str, dict[str, float]]]


def forecast(
    before: Any, means: dict[str, float], shares: dict[str, np.ndarray], may: np.ndarray, names: tuple[str, ...]
) -> list[Table]:
    """What may come of a turn, as `quarterdeck.envs.forecast` shows it.

    Args:
        before: the battle from which the turn is walked.
        means: of the numbers in `COUNTED` after the turn, by name.
        shares: how likely each of their values is.
        may: how likely each captain may choose each action, shape (2, actions).
        names: of the ships.
    """
    seats = dict(enumerate(names))
    endings = {name: float(shares["ending"][number]) for number, name in enumerate(r.ENDINGS)}
    return [
        ("range", "%", {"after the turn": ranges(before, shares)}),
        ("may fire", "%", {name: _batteries(may[seat]) for seat, name in seats.items()}),
        ("damage", "points", {name: _damage(before, means, seat) for seat, name in seats.items()}),
        (
            "lost",
            "%",
            {name: {how: means[f"ship[{seat}].{how}"] for how in LOSSES} for seat, name in seats.items()},
        ),
        ("the battle is", "%", {"after the turn": endings}),
    ]


def ranges(before: Any, shares: dict[str, np.ndarray]) -> dict[str, float]:
    """How likely each range is, and to be out of sight."""
    seen = int(before["sight"]) + 1
    found = {name: float(shares["range"][number]) for number, name in enumerate(r.RANGES) if number < seen}
    return {**found, "out of sight": float(shares["range"][seen:].sum())}


def _damage(before: Any, means: dict[str, float], seat: int) -> dict[str, float]:
    return {field: float(before["ship"][field][seat]) - means[f"ship[{seat}].{field}"] for field in POINTS}


def _batteries(may: np.ndarray) -> dict[str, float]:
    """How likely it is that each battery may fire at the hull, which every battery may that fires at all."""
    return {battery: float(may[r.ACTIONS.index(f"{battery}@hull")]) for battery in r.BATTERIES}
