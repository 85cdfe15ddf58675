"""The fight under sail as a game: two ships on hexes, by the whole quint."""

from typing import Any

from ..game import Game, RuleSet, add_game
from . import bounds, forecast, render, turn
from . import record as r
from .observe import FEATURES, observe
from .scenario import battles

RULES = RuleSet(
    name="hex_wind",
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


HEX_WIND_DUEL = add_game(
    Game(
        name="HexWindDuel",
        rules=RULES,
        seats=r.SEATS,
        actions=r.ACTIONS,
        features=FEATURES,
        rolls=r.ROLLS,
        build=battles,
        # a quint: hands, speed, seven hexes and twelve shots of either ship, and their last word
        longest=500 * (2 + 2 * (7 + r.MOUNTS + 1)),
        endings=r.ENDINGS,
        ending=_ending,
        describe=render.describe,
        narrate=render.narrate,
        picture=render.picture,
        meanings=render.MEANINGS,
        phases=r.PHASES,
        names=render.NAMES,
        kinds=r.CLASSES,
        habits=forecast.HABITS,
        counted=forecast.COUNTED,
        forecast=forecast.forecast,
        about="Two ships fight under sail on a map of hexes, quint by quint: speed by the wind, the moves hex by hex "
        "in ascending initiative, ballistae, catapults and flaming oil in descending, rams and shear blades, leaks, "
        "broken masts and fire aboard.",
    )
)
