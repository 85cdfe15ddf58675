"""The raid as a game: one ship against a fort and the town behind it."""

from typing import Any

from ...game import Game, RuleSet, add_game
from .. import record as r
from . import bounds, forecast, render, turn
from . import record as f
from .observe import FEATURES, observe
from .scenario import raids

RULES = RuleSet(
    name="high_seas_fort",
    dtype=f.STATE,
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


HIGH_SEAS_FORT = add_game(
    Game(
        name="HighSeasFort",
        rules=RULES,
        seats=f.SEATS,
        actions=f.ACTIONS,
        features=FEATURES,
        rolls=f.ROLLS,
        build=raids,
        longest=3 * 500,
        endings=f.ENDINGS,
        ending=_ending,
        describe=render.describe,
        narrate=render.narrate,
        picture=render.picture,
        meanings=render.MEANINGS,
        phases=r.PHASES,
        names=render.NAMES,
        habits=forecast.HABITS,
        counted=forecast.COUNTED,
        forecast=forecast.forecast,
        about="One ship raids a coast: she batters a fort or storms it, then bombards the town behind it until it "
        "yields. captain_0 commands the ship, captain_1 the guns ashore, first the fort's and then the town's.",
    )
)
