"""What the odds of a turn say of a battle of two ships: range, guns, damage, losses."""

from typing import Any

import numpy as np

from . import record as r

# what a captain does of whom nothing else is said: she sails on, keeps clear, and fires at the hull what bears
HABITS = ("steady", "leave", "stand_off", "no_deed", *(f"{battery}@hull" for battery in r.BATTERIES), "hold")

POINTS = ("hull", "rigging", "crew")

Table = tuple[str, str, dict[str, dict[str, float]]]


def forecast(
    before: Any, ends: np.ndarray, chances: np.ndarray, may: np.ndarray, names: tuple[str, ...]
) -> list[Table]:
    """What may come of a turn, as `quarterdeck.envs.forecast` shows it.

    Args:
        before: the battle from which the turn is walked.
        ends: the battles that may come of it, shape (n,).
        chances: how likely each is, shape (n,).
        may: how likely each captain may choose each action, shape (2, actions).
        names: of the ships.
    """
    ships = ends["ship"]
    return [
        ("range", "%", {"after the turn": ranges(ends, chances)}),
        ("may fire", "%", {name: _batteries(may[seat]) for seat, name in enumerate(names)}),
        (
            "damage",
            "points",
            {
                name: {
                    field: float(chances @ (int(before["ship"][field][seat]) - ships[field][:, seat].astype(np.int64)))
                    for field in POINTS
                }
                for seat, name in enumerate(names)
            },
        ),
        (
            "lost",
            "%",
            {
                name: {how: float(chances @ ships[how][:, seat]) for how in ("sunk", "taken")}
                for seat, name in enumerate(names)
            },
        ),
    ]


def ranges(ends: np.ndarray, chances: np.ndarray) -> dict[str, float]:
    """How likely each range is, and to be out of sight."""
    seen = ends["range"] <= ends["sight"]
    found = {name: float(chances @ (seen & (ends["range"] == number))) for number, name in enumerate(r.RANGES)}
    return {**found, "out of sight": float(chances @ ~seen)}


def _batteries(may: np.ndarray) -> dict[str, float]:
    """How likely it is that each battery may fire at the hull, which every battery may that fires at all."""
    return {battery: float(may[r.ACTIONS.index(f"{battery}@hull")]) for battery in r.BATTERIES}
