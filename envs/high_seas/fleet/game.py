"""The game of large battles."""

from typing import Any

from ...game import Game, RuleSet, add_game
from .. import record as r
from . import bounds, orders, turn
from . import record as f
from .observe import FEATURES, observe
from .render import MEANINGS, describe, picture
from .scenario import battles
from .story import NAMES, narrate

RULES = RuleSet(
    name="high_seas_fleet",
    dtype=f.STATE,
    setup=turn.setup,
    legal=orders.legal,
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


def _empty(states: Any) -> Any:
    return states["present"] == 0


def _sides(states: Any) -> Any:
    return states["side"]


HIGH_SEAS_FLEET = add_game(
    Game(
        name="HighSeasFleet",
        rules=RULES,
        seats=f.SHIPS,
        actions=f.ACTIONS,
        features=FEATURES,
        rolls=r.ROLLS,
        build=battles,
        longest=500 * 10,
        endings=f.ENDINGS,
        ending=_ending,
        describe=describe,
        narrate=narrate,
        picture=picture,
        meanings=MEANINGS,
        phases=f.PHASES,
        names=NAMES,
        zero_sum=False,
        empty=_empty,
        sides=_sides,
        about=(
            "Two or more sides, up to twelve ships, a captain for each: whom to close with, whom to circle, when to "
            "flee, at whom to fire which battery. Every two ships have a range of their own. Ships are called by their "
            "slots, which are also the seats: `circle:3+7` circles the ships of seats 3 and 7, `port@hull:3` fires at "
            "that of seat 3, and `ship_3_...` is what is seen of her. Guns are laid one battery a step, until the "
            "captain holds, and fire together. A ship that is sunk, taken or away is out for good; every captain gets "
            "her side's payoff at the end."
        ),
    )
)
