"""What a person writes as `opponent`, turned into what the engine knows."""

import importlib
import math
from pathlib import Path
from typing import Any

from quarterdeck.configs import BadInput, nearest

from ..captain import Captain, script_names, script_number
from ..engine import GUEST
from ..game import Game

LOADER = "quarterdeck.agents:load"  # (game, name or path) -> Captain; imported when a battle first needs it


def load_captain(game: Game, name: str) -> Captain:
    """A captain who is no script, by name or by file.

    Raises:
        BadInput: there is none, or the file cannot be used.
    """
    module, function = LOADER.split(":")
    load = getattr(importlib.import_module(module), function, None)
    if load is None:
        script_number(game.rules, name)  # says who there is
    return load(game, name)  # type: ignore[misc]


def find_opponents(game: Game, opponent: Any) -> tuple[list[tuple[int, float]], list[Captain]]:
    """The pool and the guests that `batch.Batch` takes.

    Args:
        opponent: the name of a scripted or learned captain, the path of a learned one, a captain (anything
            with `choose`), or a list of these or of (opponent, weight) pairs from which each battle draws.

    Returns:
        (controller, weight) pairs, and the captains played from Python whom they name.

    Raises:
        BadInput: nobody is called so, or a weight is no positive number.
    """
    pool: list[tuple[int, float]] = []
    guests: list[Captain] = []
    for one, weight in _weighted(opponent):
        found = _find(game, one)
        if not isinstance(found, int):
            numbers = [number for number, guest in enumerate(guests) if guest is found]
            if not numbers:
                guests.append(found)
            found = GUEST - (numbers[0] if numbers else len(guests) - 1)
        pool.append((found, weight))
    return pool, guests


def _weighted(opponent: Any) -> list[tuple[Any, float]]:
    """Opponents with their weights; one alone is a pool of one."""
    if not isinstance(opponent, list | tuple):
        return [(opponent, 1.0)]
    pairs = [one if _is_pair(one) else (one, 1.0) for one in opponent]
    if not pairs:
        raise BadInput("opponent: the list is empty; name at least one captain, as in ['random']")
    for one, weight in pairs:
        if not (math.isfinite(weight) and weight > 0):
            raise BadInput(f"opponent: the weight of {one!r} is {weight!r}; it must be a number above 0")
    return [(one, float(weight)) for one, weight in pairs]


def _is_pair(one: Any) -> bool:
    return isinstance(one, list | tuple) and len(one) == 2 and isinstance(one[1], int | float)


def _find(game: Game, one: Any) -> int | Captain:
    """The number of a script, or a captain."""
    if isinstance(one, str | Path):
        name = str(one)
        return script_number(game.rules, name) if name in script_names(game.rules) else load_captain(game, name)
    if callable(getattr(one, "choose", None)):
        return one
    known = script_names(game.rules)
    raise BadInput(f"opponent: {one!r} is no name, file or captain; {nearest(one, known)}")
