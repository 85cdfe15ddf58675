"""What the odds of a round say: where the ships lie, water, men, losses, and how the battle may end."""

from typing import Any

import numpy as np

from . import record as r

# what a captain does of whom nothing else is said: guns before all, straight on, fire at the side, hold the ropes
HABITS = ("guns", "row", "move_first", "half", "stay", "fire@hull", "fire@deck", "hold", "keep")

LOSSES = ("sinking", "sunk", "taken")
COUNTED = (
    "gap",
    "ending",
    "tied",
    "high",
    *(f"ship.{field}" for field in ("glugs", "deck_glugs", "sail_hits", "boarders", "on_rope", "hands", *LOSSES)),
)

Table = tuple[str, str, dict[str, dict[str, float]]]


def forecast(
    before: Any, means: dict[str, float], shares: dict[str, np.ndarray], may: np.ndarray, names: tuple[str, ...]
) -> list[Table]:
    """What may come of a round, as `quarterdeck.envs.forecast` shows it.

    Args:
        before: the battle from which the round is walked.
        means: of the numbers in `COUNTED` after the round, by name.
        shares: how likely each of their values is.
        may: how likely each captain may choose each action, shape (2, actions).
        names: of the ships.
    """
    seats = dict(enumerate(names))
    endings = {name: float(shares["ending"][number]) for number, name in enumerate(r.ENDINGS)}
    return [
        ("the ships are apart", "inches", {"after the round": {"gap": means["gap"] / r.INCH}}),
        ("may fire", "%", {name: _marks(may[seat]) for seat, name in seats.items()}),
        ("damage", "glugs, hits, men", {name: _damage(before, means, seat) for seat, name in seats.items()}),
        (
            "lost",
            "%",
            {name: {how: means[f"ship[{seat}].{how}"] for how in LOSSES} for seat, name in seats.items()},
        ),
        ("the battle is", "%", {"after the round": endings}),
    ]


def _marks(may: np.ndarray) -> dict[str, float]:
    """How likely it is that she may fire at each mark."""
    return {mark: float(may[r.ACTIONS.index(f"fire@{mark}")]) for mark in r.MARKS}


def _damage(before: Any, means: dict[str, float], seat: int) -> dict[str, float]:
    """What a ship suffers on the mean: water let in, sail hits, and men, wherever they stand."""
    ship = before["ship"][seat]
    glugs = sum(means[f"ship[{seat}].{field}"] - float(ship[field]) for field in ("glugs", "deck_glugs"))
    men = float(ship["hands"].sum() + ship["boarders"] + ship["on_rope"]) - means[f"ship[{seat}].boarders"]
    men -= means[f"ship[{seat}].on_rope"] + sum(means[f"ship[{seat}].hands[{station}]"] for station in range(5))
    return {
        "glugs": glugs,
        "sail hits": means[f"ship[{seat}].sail_hits"] - float(ship["sail_hits"]),
        "men": men,
    }
