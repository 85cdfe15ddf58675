"""What the odds of a quint say: range, damage, what may break, how it may end."""

from typing import Any

import numpy as np

from . import record as r

Table = tuple[str, str, dict[str, dict[str, float]]]

# what a captain does of whom nothing else is said: goes straight ahead and fires all that bears, with stone
HABITS = (
    "let_burn",
    "steady",
    "slower",
    "ahead",
    *(f"{arc}:{shot}" for shot in ("heavy_catapult", "light_catapult", *r.WEAPONS[1::-1]) for arc in r.ARCS),
    "hold",
)
FIELDS = ("hull", "fires", "leaks", "masts", "flounders", "adrift", "sunk")
COUNTED = ("range", "ending", *(f"ship.{field}" for field in FIELDS))


def forecast(
    before: Any, means: dict[str, float], shares: dict[str, np.ndarray], may: np.ndarray, names: tuple[str, ...]
) -> list[Table]:
    """What may come of a quint, as `quarterdeck.envs.forecast` shows it.

    Args:
        before: the fight from which the quint is walked.
        means: of the numbers in `COUNTED` after the quint, by name.
        shares: how likely each of their values is.
        may: how likely each captain may choose each action, shape (2, actions).
        names: of the ships.
    """
    ships = range(r.SEATS)
    total = max(1e-300, float(shares["ending"].sum()))

    def now(seat: int, field: str) -> float:
        return float(before["ship"][seat][field])

    def falls(seat: int, field: str) -> float:
        """How likely it is that less of it is left."""
        return float(shares[f"ship[{seat}].{field}"][: int(now(seat, field))].sum()) / total

    def rises(seat: int, field: str) -> float:
        return float(shares[f"ship[{seat}].{field}"][int(now(seat, field)) + 1 :].sum()) / total

    return [
        ("range", "%", {"after the quint": _ranges(shares["range"] / total)}),
        (
            "damage",
            "points",
            {names[seat]: {"points": now(seat, "hull") - means[f"ship[{seat}].hull"]} for seat in ships},
        ),
        (
            "may happen",
            "%",
            {
                names[seat]: {
                    "a new fire": rises(seat, "fires"),
                    "a leak": rises(seat, "leaks"),
                    "a mast lost": falls(seat, "masts"),
                    "steering lost": rises(seat, "adrift"),
                    "flounders": rises(seat, "flounders"),
                    "sunk": means[f"ship[{seat}].sunk"],
                }
                for seat in ships
            },
        ),
        ("the fight is", "%", {"after the quint": {n: float(shares["ending"][i]) for i, n in enumerate(r.ENDINGS)}}),
    ]


def _ranges(shares: np.ndarray) -> dict[str, float]:
    """How likely each distance in hexes is, those that cannot be left out."""
    return {str(hexes): float(share) for hexes, share in enumerate(shares) if share > 0}
