"""Recorded battles: text that a person can read, and that changes only when a rule does."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from quarterdeck.envs.bearings import record as b
from quarterdeck.envs.game import Game
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.testing import any_orders, begin

FEW = 4  # places of an array that is shown whole
FOLDER = Path(__file__).resolve().parent
HIDDEN = {"dice", "captain"}
# by the headings and the orders
TOLD = {"turn", "phase", "order", "desperate", "aim", "asked", "tried", "named", "shots", "silent"}
TOLD |= {"stationed", "plan", "mark", "deed"}

# the battles of each game: scenario and seed; the captains play any legal action
BATTLES: dict[str, list[tuple[str, int]]] = {
    "HighSeasDuel": [("corsair_merchantman", 13), ("default", 24), ("hunt", 23)],
    "HighSeasChase": [("chase", 1), ("chase", 5), ("chase", 10)],
    "HighSeasBroadside": [("broadside", 23), ("broadside", 4)],
    "HighSeasFort": [("storm", 23), ("storm", 5), ("default", 40)],
    "HighSeasBoarding": [("boarding", 6), ("heroes", 287), ("heroes", 50)],
    "HighSeasFleet": [("convoy", 2), ("three_sides", 1)],
    "HexWindDuel": [("ram", 110), ("ram", 53), ("fireships", 26)],
    "BearingsDuel": [("party", 9), ("brand", 55), ("graveyard", 47), ("default", 16)],
    "BrickShipsDuel": [("hunt", 56), ("boats", 2), ("boarding", 36), ("galleon_frigate", 38)],
    "BearingsTactical": [("grapple", 1), ("short_of_crew", 3), ("sinking", 10), ("captain_lost", 12)],
}


def path(game: Game) -> Path:
    """Where the recording of a game lies."""
    return FOLDER / f"{game.name}.txt"


def record(game: Game) -> str:
    """The recording of a game as it is played now.

    Raises:
        KeyError: `BATTLES` names no battle of this game.
    """
    return "\n".join(line for scenario, seed in BATTLES[game.name] for line in _battle(game, scenario, seed)) + "\n"


def _battle(game: Game, scenario: str, seed: int) -> Iterator[str]:
    state = begin(game, scenario, seed)
    yield f"# {game.id}, scenario {scenario}, seed {seed}"
    yield from _all(state, "")
    step = turn = 0
    while not game.rules.is_over(state):
        step += 1
        if state.turn != turn:
            turn = int(state.turn)
            yield f"-- turn {turn}: {STATUS[game.rules.name](state)}"
        orders = any_orders(game, state)
        before = state.copy()
        game.rules.apply(state, orders)
        yield f"{step}. {game.phases[before.phase]}: {_orders(game, orders)}"
        if state.dice.position:
            yield f"     rolls {' '.join(str(roll) for roll in state.dice.tape[: state.dice.position])}"
        for line in _changes(before, state, ""):
            yield f"     {line}"
    seats = range(game.seats if game.empty is None else int(state.slots))
    payoffs = " | ".join(f"{game.rules.payoff(state, seat):+g}" for seat in seats)
    yield f"= {game.endings[game.ending(state)]}, payoffs {payoffs}"
    yield ""


def _orders(game: Game, orders: np.ndarray) -> str:
    """The orders of both captains; of many, those who have a choice."""
    if game.seats == 2:
        return " | ".join(game.actions[order] for order in orders)
    return " | ".join(f"{seat} {game.actions[order]}" for seat, order in enumerate(orders) if order)


def _high_seas(state: Any) -> str:
    """The range and how each ship fares."""
    return " | ".join((r.RANGES[state.range], *map(_ship, state.ship)))


def _high_seas_fleet(state: Any) -> str:
    """How each ship fares."""
    return " | ".join(f"{seat} {_ship(state.ship[seat])}" for seat in np.flatnonzero(state.present))


def _ship(ship: Any) -> str:
    return f"hull {ship.hull}, rigging {ship.rigging}, crew {ship.crew}, guns {_show(ship.guns)}"


def _hex_wind(state: Any) -> str:
    """Who has the initiative, and where and how each ship is."""
    ships = (f"hull {s.hull}, speed {s.speed}, bow ({s.q} {s.r}), facing {s.facing}" for s in state.ship)
    return " | ".join((f"initiative {state.first}, range {state.range}", *ships))


def _bearings(state: Any) -> str:
    """Place, range and how each ship fares."""
    ships = (f"hull {ship.hull}, rigging {ship.rigging}, weapons {_show(ship.weapons)}" for ship in state.ship)
    return " | ".join((b.LOCATIONS[state.location], b.RANGES[state.range], *ships))


def _brick_ships(state: Any) -> str:
    """How far the ships are apart, and how each fares."""
    return " | ".join((f"gap {state.gap}", *map(_brick_ship, state.ship)))


def _brick_ship(ship: Any) -> str:
    water = f"glugs {ship.glugs}+{ship.deck_glugs}" + (f", under {ship.under}" if ship.sinking else "")
    return f"at {ship.x} {ship.y} on {ship.heading / 2:g}, hands {_show(ship.hands)}, {water}"


def _bearings_tactical(state: Any) -> str:
    """Where each ship lies, how she heads, and how she fares."""
    return " | ".join(
        f"{'NESW'[ship.heading]} at {ship.x} {ship.y}, way {ship.way}, hull {ship.hull}" for ship in state.ship
    )


# the line at the head of each turn, by rule set
STATUS: dict[str, Callable[[Any], str]] = {
    "high_seas": _high_seas,
    "high_seas_fort": _high_seas,
    "high_seas_fleet": _high_seas_fleet,
    "hex_wind": _hex_wind,
    "bearings": _bearings,
    "brick_ships": _brick_ships,
    "bearings_tactical": _bearings_tactical,
}


def _all(state: Any, place: str) -> Iterator[str]:
    """Every field, a line for each record."""
    nested = [name for name in state.dtype.names if state.dtype[name].base.names]
    plain = [name for name in state.dtype.names if name not in nested and name not in HIDDEN]
    yield f"  {place or 'battle'}: " + ", ".join(f"{name} {_show(state[name])}" for name in plain)
    for name in nested:
        if name not in HIDDEN:
            for i, part in enumerate(state[name][: state.slots] if "slots" in state.dtype.names else state[name]):
                yield from _all(part, f"{place}{name} {i}")


def _changes(before: Any, after: Any, place: str) -> Iterator[str]:
    """Every other field that is not as before, a line for each record that has any."""
    changed = []
    for name in after.dtype.names:
        if name in HIDDEN | TOLD:
            continue
        if after.dtype[name].base.names:
            for i, (one, other) in enumerate(zip(before[name], after[name], strict=True)):
                yield from _changes(one, other, f"{name} {i}: ")
        elif np.size(after[name]) > FEW:
            changed += _cells(name, before[name], after[name])
        elif not np.array_equal(before[name], after[name]):
            changed.append(f"{name} {_show(before[name])} -> {_show(after[name])}")
    if changed:
        yield place + ", ".join(changed)


def _cells(name: str, before: np.ndarray, after: np.ndarray) -> Iterator[str]:
    """What has changed in a large array, place by place; of what lies between two ships each pair once."""
    for place in zip(*np.nonzero(before != after), strict=True):
        forgotten = name in ("arcs", "maneuver") and after[place] <= 0  # with the turn
        if not forgotten and (name != "ranges" or place[0] < place[1]):
            yield f"{name}[{' '.join(map(str, place))}] {before[place]} -> {after[place]}"


def _show(value: Any) -> str:
    if np.ndim(value) == 2:
        return " ".join(f"({' '.join(map(str, row))})" for row in value)
    return str(value) if np.ndim(value) == 0 else f"({' '.join(str(part) for part in value)})"
