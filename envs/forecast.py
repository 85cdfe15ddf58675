"""The odds of a turn in the words of its game: for the table, the terminal and other programs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from .game import Game
from .odds import Walked, walk_turn
from .values import action_number, checked_orders, copy_of

# paths less likely than this are left out of a forecast: all of them together are a share of less than 1e-9
LEAST = 1e-15


class Table(NamedTuple):
    """Some numbers that belong together.

    Attributes:
        title: what they are of.
        unit: `%` for probabilities from 0 to 1, else what they count.
        rows: row name -> column name -> number.
    """

    title: str
    unit: str
    rows: dict[str, dict[str, float]]


@dataclass(frozen=True)
class Forecast:
    """What may come of a turn.

    Attributes:
        walked: what was counted.
        tables: what it says; the last is how the battle may end.
        played: for each seat what she does in the turn, and how likely.
    """

    walked: Walked
    tables: list[Table]
    played: list[dict[str, float]]


def forecast(
    game: Game,
    state: Any,
    orders: Sequence[str],
    then: Sequence[Sequence[str]] = (),
    names: Sequence[str] = (),
    least: float = LEAST,
) -> Forecast:
    """What may come of a turn that begins with these orders.

    Args:
        game: which game.
        state: one record of the game's rule set; it is left as it is.
        orders: the name of an action for each seat, legal now; `pass` where a seat has no choice.
        then: for each seat the names of actions for the later phases: in each the first that is legal is played, and
            after these the game's `habits`.
        names: of the ships, by seat; without them they are `captain_0`, `captain_1`, ...
        least: paths less likely than this are left out.

    Raises:
        BadInput: an order is unknown or not legal; the nearest is given.
        ValueError: the turn has more outcomes than can be walked.
    """
    checked_orders(game, copy_of(game, state)[0], [action_number(game, order) for order in orders])
    later = [then[seat] if seat < len(then) else () for seat in range(game.seats)]
    plans = [[order, *rest, *game.habits] for order, rest in zip(orders, later, strict=True)]
    walked = walk_turn(game, state, plans, least, game.counted)
    called = tuple(names) or tuple(f"captain_{seat}" for seat in range(game.seats))
    if game.forecast is not None:
        # what was left out is too little to be shown; the means are those of the rest
        means = {name: mean / walked.total for name, mean in walked.means.items()}
        tables = [Table(*table) for table in game.forecast(state, means, walked.shares, walked.may, called)]
    else:
        endings = np.asarray(game.ending(walked.ends))
        ways = {name: float(walked.chances @ (endings == number)) for number, name in enumerate(game.endings)}
        tables = [Table("the battle is", "%", {"after the turn": ways})]
    played = [
        {game.actions[action]: float(often) for action, often in enumerate(row) if often > 0 and action > 0}
        for row in walked.played
    ]
    return Forecast(walked, tables, played)
