"""The story of a step in words, told from the fight before and after it and from what was rolled."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from . import helm, sails, sea, turn
from . import record as r

NAMES = ("Sea Hawk", "Rover")

Rolls = Sequence[tuple[Any, int]]

COMPASS = ("east", "north-east", "north-west", "west", "south-west", "south-east")
FROM = ("west-south-west", "south", "east-south-east", "east-north-east", "north", "west-north-west")
_SPECIAL = ("a mast is broken", "she springs a leak", "her steering is damaged", "her steering is destroyed")


def narrate(
    before: Any, orders: Sequence[int] | np.ndarray, after: Any, rolls: Rolls, names: tuple[str, ...] = NAMES
) -> list[str]:
    """What one step did, a line each.

    Args:
        before, after: the fight before the step and after it.
        orders: what was played, one a seat.
        rolls: what was rolled, as `quarterdeck.envs.typed_dice.retell` gives it.
        names: what the ships are called, one a seat.
    """
    lines = _tell_orders(before, orders, rolls, names)
    lines += _tell_moves(before, after, names)
    lines += _tell_rolls(before, after, rolls, names)
    lines += _tell_losses(before, after, names)
    if after.ending != r.RUNNING:
        lines.append(result(after, names))
    elif after.turn != before.turn:
        lines.append(f"Quint {after.turn}: {names[int(after.first)]} has the initiative, moves last and fires first.")
    return lines


def result(state: Any, names: tuple[str, ...] = NAMES) -> str:
    """How the fight stands or ended, in a line."""
    if state.ending == r.NIGHTFALL:
        return "Night falls, and the ships part."
    if state.ending == r.ESCAPED:
        return f"{names[turn.active(state)]} leaves the map and is away."
    if state.ending == r.SUNK:
        sunk = [name for name, ship in zip(names, state.ship) if ship.sunk]
        return f"{' and '.join(sunk)} {'sinks' if len(sunk) == 1 else 'sink'}."
    return "The fight goes on."


def place_words(ship: Any) -> str:
    """Where a ship's bow is, by column and row from 1, and her heading."""
    return f"{sea.column(ship.q, ship.r) + 1},{ship.r + 1} heading {COMPASS[ship.facing]}"


def count(number: int, thing: str, many: str = "") -> str:
    """A number of things."""
    return f"{number} {thing if number == 1 else many or thing + 's'}"


# --- what was ordered ---------------------------------------------------------------------------------------


def _tell_orders(was: Any, orders: Any, rolls: Rolls, names: tuple[str, ...]) -> list[str]:
    lines = []
    for seat, order in enumerate(int(order) for order in orders):
        ship = was.ship[seat]
        if r.LET_BURN <= order < r.SLOWER:
            men = r.MEN[order - r.LET_BURN]
            lines.append(f"{names[seat]}: {f'{men} men fight each fire' if men else 'lets it burn'}.")
        elif order == r.OARS:
            lines.append(f"{names[seat]} takes to the oars.")
        elif order in (r.SLOWER, r.FASTER):
            lines.append(f"{names[seat]}: speed {ship.speed} to {ship.speed + (1 if order == r.FASTER else -1)}.")
        elif order == r.STEADY and ship.speed and not ship.wearing:
            lines.append(f"{names[seat]}: speed {ship.speed}.")
        elif order >= r.FIRST_SHOT:
            lines.append(_shot(order, rolls, names[seat]))
    return lines


def _shot(order: int, rolls: Rolls, name: str) -> str:
    arc, shot = divmod(order - r.FIRST_SHOT, 6)
    weapon = r.WEAPONS[r.FIRES[shot]].replace("_", " ")
    load = " with flaming oil" if r.OIL[shot] else ""
    line = f"{name} fires a {weapon}{load}, {r.ARCS[arc]}: "
    roll, face = next((one for one in rolls if one[0].purpose == r.ROLLS[r.ROLL_HIT]), (None, 0))
    if roll is None:
        return line[:-2] + "."
    if face < roll.target:
        return f"{line}{face} against {roll.target}, a miss."
    if r.OIL[shot]:
        return f"{line}{face} against {roll.target}, and the target burns."
    points = next((answer for one, answer in rolls if one.purpose == r.ROLLS[r.ROLL_DAMAGE]), 0)
    return f"{line}{face} against {roll.target}, a hit for {points}."


# --- what was moved -----------------------------------------------------------------------------------------


def moved_hexes(was: Any, now: Any) -> int:
    """How far the bow went."""
    return int(sea.distance(int(now.q) - int(was.q), int(now.r) - int(was.r)))


def _tell_moves(was: Any, now: Any, names: tuple[str, ...]) -> list[str]:
    lines = []
    for name, old, new in zip(names, was.ship, now.ship, strict=True):
        hexes = moved_hexes(old, new)
        turned = "" if old.facing == new.facing else f" turns {'to port' if _to_port(old, new) else 'to starboard'}"
        if hexes:
            how = "rows" if old.rowing else "sails"
            words = f"{turned} and {how}" if turned else f" {how}"
            lines.append(f"{name}{words} {count(hexes, 'hex', 'hexes')} to {place_words(new)}.")
        elif turned:
            lines.append(f"{name}{turned}, {place_words(new)}.")
    return lines


def _to_port(old: Any, new: Any) -> bool:
    return (int(new.facing) - int(old.facing)) % 6 <= 3


# --- what was rolled ----------------------------------------------------------------------------------------


def _tell_rolls(was: Any, now: Any, rolls: Rolls, names: tuple[str, ...]) -> list[str]:
    lines = []
    for roll, answer in rolls:
        seat = names.index(roll.who)
        mine, theirs = names[seat], names[1 - seat]
        if roll.purpose == r.ROLLS[r.ROLL_RAM]:
            hexes = int(was.ship[seat].moved) + moved_hexes(was.ship[seat], now.ship[seat]) + 1
            times = helm.ram_times(hexes)
            lines.append(f"{mine} rams {theirs} at {count(hexes, 'hex', 'hexes')}: {answer} x {times}; both stop.")
        elif roll.purpose == r.ROLLS[r.ROLL_OARS]:
            lines.append(f"{mine}'s blades shear {count(answer, 'oar')} of {theirs}.")
        elif roll.purpose == r.ROLLS[r.ROLL_BLADES]:
            lines.append(f"{mine}'s blades score {theirs}'s side for {answer}.")
        elif roll.purpose == r.ROLLS[r.ROLL_FLOUNDER]:
            lines.append(f"{mine} has lost her way and flounders for {count(answer, 'quint')}.")
        elif roll.purpose == r.ROLLS[r.ROLL_WHAT]:
            what = 0 if answer <= 4 else 1 if answer == 5 else 2 if answer <= 9 else 3
            lines.append(f"A hard hit on {theirs}: {answer}, {_SPECIAL[what]}.")
        elif roll.purpose in _TICKS:
            lines.append(f"{mine} {_TICKS[roll.purpose]} {answer}.")
        elif roll.purpose == r.ROLLS[r.ROLL_QUENCH]:
            lines.append(f"{mine}'s men {'put out a fire' if answer >= roll.target else 'fight a fire in vain'}.")
    return lines


_TICKS = {
    r.ROLLS[r.ROLL_BURN]: "burns for",
    r.ROLLS[r.ROLL_LEAK]: "takes water for",
    r.ROLLS[r.ROLL_SINK]: "settles by",
}


# --- what was lost ------------------------------------------------------------------------------------------


def _tell_losses(was: Any, now: Any, names: tuple[str, ...]) -> list[str]:
    lines = []
    for name, old, new in zip(names, was.ship, now.ship, strict=True):
        parts = []
        if new.hull != old.hull:
            parts.append(f"damage points {old.hull} to {new.hull}")
        if sails.crippled(new) and not sails.crippled(old):
            parts.append("she begins to sink and lies dead in the water")
        elif sails.half_gone(new) and not sails.half_gone(old):
            parts.append("half of them are gone, and half of her Speed Rating")
        if parts:
            lines.append(f"{name}: {', '.join(parts)}.")
    return lines
