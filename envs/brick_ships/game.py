"""The duel as a game: two ships on a table, and how everything else may know of them."""

from typing import Any

from ..game import Game, RuleSet, add_game
from . import bounds, forecast, render, turn
from . import record as r
from .observe import FEATURES, observe
from .scenario import battles

RULES = RuleSet(
    name="brick_ships",
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


BRICK_SHIPS_DUEL = add_game(
    Game(
        name="BrickShipsDuel",
        rules=RULES,
        seats=r.SEATS,
        actions=r.ACTIONS,
        features=FEATURES,
        rolls=r.ROLLS,
        build=battles,
        longest=6 * 200,
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
        about="Two ships of bricks fight on a table of 72 by 48 inches. Each round the captains share out their crews,"
        " sail, fire cannon and catapults, let in water and bail it, throw ropes and board. A ship is lost when she"
        " sinks or nobody of her crew is left aboard.",
    )
)
