"""What the odds of a round say of a battle on squares: how it may end, and whether a flooding ship stays afloat."""

from typing import Any

import numpy as np

from . import record as r

Table = tuple[str, str, dict[str, dict[str, float]]]

# what a captain does of whom nothing else is said: she sails straight on, as far as she may
HABITS = ("ahead", "astern", "stop")

COUNTED = ("ending", "ship.failed", "ship.steady", "ship.down", "ship.moved", "ship.way")


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
    afloat = {
        names[seat]: {
            "steady": means[f"ship[{seat}].steady"],
            "going down": float(shares[f"ship[{seat}].failed"][r.SAVES]),
        }
        for seat in range(r.SEATS)
    }
    return [
        ("squares in her last turn", "squares", {"": {names[seat]: means[f"ship[{seat}].way"] for seat in range(2)}}),
        ("a flooding ship is", "%", afloat),
        (
            "the battle is",
            "%",
            {"after the round": {name: float(shares["ending"][i]) for i, name in enumerate(r.ENDINGS)}},
        ),
    ]
