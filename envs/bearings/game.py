"""The encounter of two ships as a game."""

from typing import Any

from ..game import Game, RuleSet, add_game
from . import bounds, choices, ending, forecast, render, turn
from . import record as r
from .observe import FEATURES, observe
from .scenario import battles

RULES = RuleSet(
    name="bearings",
    dtype=r.STATE,
    setup=turn.setup,
    legal=choices.legal,
    apply=turn.apply,
    observe=observe,
    payoff=ending.payoff,
    is_over=turn.is_over,
    bounds=bounds.BOUNDS,
    laws=bounds.LAWS,
    broken=bounds.broken,
)

STEPS_A_TURN = 60  # phases with a choice, and no more than five officers a ship to send to their stations


def _ending(state: Any) -> Any:
    return state["ending"]


BEARINGS_DUEL = add_game(
    Game(
        name="BearingsDuel",
        rules=RULES,
        seats=r.SEATS,
        actions=r.ACTIONS,
        features=FEATURES,
        rolls=r.ROLLS,
        build=battles,
        longest=STEPS_A_TURN * 200,
        endings=r.ENDINGS,
        ending=_ending,
        describe=render.describe,
        narrate=render.narrate,
        picture=render.picture,
        meanings=render.MEANINGS,
        phases=r.PHASES,
        names=render.NAMES,
        kinds=tuple(name.replace("_", " ") for name in r.KINDS),
        habits=forecast.HABITS,
        counted=forecast.COUNTED,
        forecast=forecast.forecast,
        about="Two ships fight it out in turns of a minute: where the encounter goes, how far apart they are, how they "
        "lie to each other, and what their guns then do. Captains contest each step with a Command check, and who wins "
        "chooses after the dice; officers, where they have names, do what their posts allow.",
    )
)
