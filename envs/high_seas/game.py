"""The games of high_seas: one record, one set of rules, played by more or fewer phases of the turn."""

from functools import partial
from typing import Any

import numpy as np

from ..game import Game, RuleSet, add_game
from . import bounds, forecast, render, turn
from . import record as r
from .observe import FEATURES, observe
from .outfit import MOST_HEROES as HEROES
from .scenario import battles

RULES = RuleSet(
    name="high_seas",
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


def _build(default: str, phases: tuple[int, ...], scenario: Any) -> np.ndarray:
    states = battles(default if scenario == "default" else scenario)
    states["phases"] = sum(1 << phase for phase in phases)
    return states


def _ending(state: Any) -> Any:
    return state["ending"]


def _game(name: str, scenario: str, phases: tuple[int, ...], steps_a_turn: int, about: str) -> Game:
    return add_game(
        Game(
            name=name,
            rules=RULES,
            seats=r.SEATS,
            actions=r.ACTIONS,
            features=FEATURES,
            rolls=r.ROLLS,
            build=partial(_build, scenario, phases),
            longest=500 * steps_a_turn,
            endings=r.ENDINGS,
            ending=_ending,
            describe=render.describe,
            narrate=render.narrate,
            picture=render.picture,
            meanings=render.MEANINGS,
            about=about,
            phases=r.PHASES,
            names=render.NAMES,
            kinds=r.HULLS,
            habits=forecast.HABITS,
            counted=forecast.COUNTED,
            forecast=forecast.forecast,
        )
    )


HIGH_SEAS_DUEL = _game(
    "HighSeasDuel",
    "default",
    (r.ORDERS, r.MANEUVER, r.MISHAP, r.GRAPPLE, r.DEED, r.FIRE),
    5 + HEROES,
    "Two ships fight by the whole turn: sealed orders, Brilliant Maneuver, chase and mishaps, grappling and boarding, "
    "gunfire.",
)
HIGH_SEAS_CHASE = _game(
    "HighSeasChase",
    "chase",
    (r.ORDERS, r.MISHAP),
    2,
    "One ship runs and the other hunts her: Evade and Bear Down, bare or with wet sails, until she is out of sight or "
    "caught at Close.",
)
HIGH_SEAS_BROADSIDE = _game(
    "HighSeasBroadside",
    "broadside",
    (r.ORDERS, r.FIRE),
    2,
    "Two ships circle at a fixed range, bare or with hard turns, and choose which battery to fire at what.",
)

HIGH_SEAS_BOARDING = _game(
    "HighSeasBoarding",
    "boarding",
    (r.GRAPPLE, r.DEED, r.FIRE),
    2 + HEROES,
    "Two ships side by side: grapples or grapeshot, the melee of their squads, the deeds of heroes aboard, and gunfire "
    "into the hull that one is locked to. Ships that are cut apart bear down on each other again.",
)
