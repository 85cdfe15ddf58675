"""The second half of the rules as a game: two ships on squares, one to board and one to get away."""

from typing import Any

from ...game import Game, RuleSet, add_game
from . import bounds, forecast, render, turn
from . import record as r
from .observe import FEATURES, observe
from .scenario import battles

RULES = RuleSet(
    name="bearings_tactical",
    dtype=r.STATE,
    setup=turn.setup,
    legal=turn.legal,
    apply=turn.apply,
    observe=observe,
    payoff=turn.payoff,
    is_over=turn.is_over,
    bounds=bounds.BOUNDS,
    laws=bounds.LAWS,
    broken=bounds.broken,
)


def _ending(state: Any) -> Any:
    return state["ending"]


BEARINGS_TACTICAL = add_game(
    Game(
        name="BearingsTactical",
        rules=RULES,
        seats=r.SEATS,
        actions=r.ACTIONS,
        features=FEATURES,
        rolls=r.ROLLS,
        build=battles,
        # in a turn every square may be followed by a ship's turning, and one of these may come first; then she stops
        longest=2 * bounds.MOST_ROUNDS * (2 * bounds.FASTEST + 2),
        endings=r.ENDINGS,
        ending=_ending,
        describe=render.describe,
        narrate=render.narrate,
        picture=render.picture,
        meanings=render.MEANINGS,
        phases=r.PHASES,
        names=render.NAMES,
        kinds=r.KINDS,
        habits=forecast.HABITS,
        counted=forecast.COUNTED,
        forecast=forecast.forecast,
        about="Two ships manoeuvre on a map of squares, each a giant piece of terrain that goes ahead or diagonally "
        "ahead, turns by 90 degrees after half her length, and drifts without captain or hands. One is out to lie "
        "alongside and board, the other to get off the far edge in the east, or to hold out. A step is one choice of "
        "the ship whose turn it is: a square, a turn, or a stop.",
    )
)
