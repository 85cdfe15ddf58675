"""A battle as text and as a picture, and what its actions mean; `story` tells it as it happens."""

from textwrap import wrap
from typing import Any

from . import boarding, gunnery
from . import record as r
from . import ship as s
from .picture import picture
from .story import NAMES, narrate, order_words, result

__all__ = ["MEANINGS", "NAMES", "describe", "narrate", "picture"]

WIDTH = 78
BAR = 20
STEP = 12  # columns of the picture between two ranges
SHAPE = ("  |\\  ", "  |_\\ ", "\\____/")

_ORDER_MEANINGS = (
    "hold the range and turn a broadside to her",
    "flee: the range grows, and the stern guns bear",
    "close in: the chasers bear, and near her a broadside",
)
_STRATEGY_MEANINGS = (
    "",
    "; Speed +2 now and next turn, but on 9 or 10 the sails tear",
    "; Handling +2 this turn, but on 9 or 10 the rudder is strained",
)
_AIM_MEANINGS = (
    "at her hull: at 0 Hull she sinks",
    "at her rigging: harder by 10; it slows her, at 0 she can only circle",
    "with grapeshot at her hands on deck: only at Close",
)

# one line an action, in the order of `ACTIONS`
MEANINGS = (
    "nothing to decide",
    *(tactic + strategy for tactic in _ORDER_MEANINGS for strategy in _STRATEGY_MEANINGS),
    "sail on without a Brilliant Maneuver",
    "try a Brilliant Maneuver: both captains roll, the better has +5 in chase, Handling and to hit this turn",
    "sail on: the hand is lost, or the captain's Tactics and Strategy fall by one",
    "turn back and pick them up: Speed 1 in the next turn",
    "keep clear of her",
    "throw grapples: if they hold, the boarders fight until a side yields",
    "do not fire",
    *(f"fire the {battery} guns {aim}" for battery in r.BATTERIES for aim in _AIM_MEANINGS),
    "a hero cuts down a sail: it falls on two of her squads, or on one of each side",
    "a hero lights her magazine: it blows up at the end of the next turn, and hurts the ship grappled to her",
    "a hero lights her magazine: it blows up at the end of the turn after next",
    "a hero douses the fuse in the own magazine",
    "a hero cuts a grappling rope: with the third the ships drift apart",
    "the heroes wait",
)


def describe(state: Any, names: tuple[str, ...] = NAMES) -> str:
    """The battle as text for a terminal, at most 78 columns wide.

    Args:
        state: one battle.
        names: what the ships are called, one a seat.
    """
    parts = [_heading(state), *_sea(state, names)]
    for seat in range(r.SEATS):
        parts += ["", *_ship_block(state, seat, names[seat])]
    if state.ending != r.RUNNING:
        parts += ["", result(state, names)]
    return "\n".join(line.rstrip() for line in parts)


def _heading(state: Any) -> str:
    """Turn, phase, range and weather in one rule across the page."""
    left = f"── Turn {state.turn} of {state.nightfall} · "
    left += f"{r.PHASES[state.phase]} " if state.ending == r.RUNNING else f"{r.ENDINGS[state.ending]} "
    right = f" {range_words(state)}"
    if state.calm:
        right += f" · calm to the end of turn {state.turn + state.calm - 1}"
    right += " ──"
    return left + "─" * (WIDTH - len(left) - len(right)) + right


def range_words(state: Any) -> str:
    """The range by name, or how it is that there is none."""
    if state.grappled:
        return f"grappled, {state.ropes} of 3 ropes cut" if state.ropes else "grappled"
    if state.range > state.sight:
        return "out of sight"
    return f"range {r.RANGES[state.range]}"


def _sea(state: Any, names: tuple[str, ...]) -> list[str]:
    """Two ships on the water, as far apart as the range says, over the names of the six ranges."""
    gap = 2 + STEP * min(int(state.range), r.EXTREME)
    lost = state.range > state.sight
    water = "##" if state.grappled else ("~ " * gap)[:gap]
    rows = []
    for number, shape in enumerate(SHAPE):
        facing = shape[::-1].translate(str.maketrans("\\/", "/\\"))
        rows.append("  " + shape + (water if number == 2 else " " * gap) + ("" if lost else facing))
    first, second = names
    place = max(8 + gap, len(first) + 4)
    rows.append(("  " + first).ljust(min(place, WIDTH - len(second))) + ("" if lost else second))
    rows.append(_scale(state))
    return rows


def _scale(state: Any) -> str:
    """The ranges, each under its place; the present one in brackets, those out of sight as dots."""
    line = ""
    for number, name in enumerate(r.RANGES):
        if number == state.range and number <= state.sight:
            name = f"[{name}]"
        elif number > state.sight:
            name = "·" * len(name)
        line = line.ljust(13 + STEP * number - len(name) // 2) + name
    return line


def bar(left: int, most: int) -> str:
    """How much is left, as a bar; a ship with one point left still shows a block."""
    full = -(-BAR * left // most)
    return "█" * full + "░" * (BAR - full)


def _ship_block(state: Any, seat: int, name: str) -> list[str]:
    """All that a captain wants to know about one ship."""
    ship = state.ship[seat]
    title = f"{name}, {r.HULLS[ship.kind].replace('_', ' ')}"
    if ship.mission != r.DUEL:
        title += " · hunts" if ship.mission == r.HUNT else " · runs"
    rates = f"Speed {s.speed(state, ship)}   Handling {s.handling(ship)}   Size {ship['size']}"
    lines = [
        title.ljust(WIDTH - len(rates)) + rates,
        f"  Hull     {bar(ship.hull, ship.hull_max)} {ship.hull:>3}/{ship.hull_max}"
        f"   Crew {ship.crew}: {ship.sail_crew} at the sails (needs {ship.sail_minimum})",
        f"  Rigging  {bar(ship.rigging, ship.rigging_max)} {ship.rigging:>3}/{ship.rigging_max}"
        f"   {ship.gun_crew} at the guns, {_squads(ship)}",
        f"  Guns     {_guns(ship)}",
    ]
    if ship.heroes:
        lines.append(f"  Heroes   {_heroes(state, ship)}")
    marks = flags(state, ship)
    if marks:
        lines += wrap(", ".join(marks), WIDTH, initial_indent="  State    ", subsequent_indent=" " * 11)
    orders = order_words(ship)
    if orders:
        lines += wrap(orders, WIDTH, initial_indent="  Orders   ", subsequent_indent=" " * 11)
    if state.phase == r.FIRE and state.ending == r.RUNNING:
        lines += _chances(state, seat)
    return lines


def _squads(ship: Any) -> str:
    """Squads left of a melee, or as many as she could muster."""
    count = boarding.squads(ship) if ship.squads < 0 else ship.squads
    return f"{count} squad{'' if count == 1 else 's'} {'to board' if ship.squads < 0 else 'left'}"


def _heroes(state: Any, ship: Any) -> str:
    """How many there are, what they are good at and what they have done."""
    words = f"{ship.heroes} with Panache {ship.panache}, Fencing {ship.fencing}"
    if state.phase == r.DEED and state.ending == r.RUNNING:
        words += f"; {ship.deeds_left} may still act"
    if ship.deeds:
        words += f"; {ship.deeds} deed{'' if ship.deeds == 1 else 's'} done"
    return words


def _guns(ship: Any) -> str:
    """Guns of each battery; a filled mark is loaded, an open one reloads."""
    parts = []
    for battery, name in enumerate(r.BATTERIES):
        guns = int(ship.guns[battery])
        mark = "●" if ship.loaded[battery] == 1 else "○ reloading"
        parts.append(f"{name} {guns} {mark}" if guns else f"{name} –")
    return "   ".join(parts)


def flags(state: Any, ship: Any) -> list[str]:
    """What is the matter with a ship, in words. HS-DAMAGE-5"""
    found = [
        (ship.sunk, "sunk"),
        (ship.taken, "taken"),
        (state.grappled, "grappled"),
        (s.more_than_half_lost(ship.hull, ship.hull_max), "taking on water"),
        (s.crippled(ship), "crippled: no rigging left"),
        (s.under_manned(ship), "under-manned"),
        (s.becalmed(state, ship), "becalmed"),
        (ship.fouled, "fouled sail"),
        (ship.anchor, "anchor dragging"),
        (ship.torn, "torn sails"),
        (ship.wet, f"wet sails ({ship.wet})"),
        (ship.slowed, "turns back for a man" if ship.slowed == 2 else "slowed"),
        (ship.adrift == r.SWELL, "a hand washed into the sea"),
        (ship.adrift == r.OVERBOARD, "an officer overboard"),
        (ship.bonus, f"Brilliant Maneuver +{ship.bonus}"),
        (ship.fuse, f"her magazine blows up {('', 'this turn', 'next turn', 'in two turns')[ship.fuse]}"),
        (ship.boarders, f"squads left aboard the enemy: {ship.boarders}"),
        (ship.disgruntled, "disgruntled crew"),
        (not ship.known, "not made out by the enemy"),
        (not ship.shown, "gunports hidden"),
        (ship.powder == 0, "no powder"),
        (0 < ship.powder < s.gun_count(ship), f"powder for {ship.powder} guns"),
    ]
    return [words for is_so, words in found if is_so]


def _chances(state: Any, seat: int) -> list[str]:
    """What each battery that may fire must roll, mark by mark."""
    ship, target = state.ship[seat], state.ship[1 - seat]
    lines = []
    for battery, name in enumerate(r.BATTERIES):
        if gunnery.may_fire(ship, battery):
            numbers = [
                f"{r.AIMS[aim]} {gunnery.target_number(ship, target, battery, aim, state.range, state.size_reversed)}"
                for aim in range(3)
                if gunnery.may_aim(state.grappled, state.range, aim)
            ]
            lines.append(f"{name} {', '.join(numbers)}")
    bonus = f"+{ship.bonus}" if ship.bonus else ""
    dice = f"with {ship.threat}k{ship.threat}{bonus}"
    first = [f"  To hit   {dice}: {lines[0]}"] if lines else []
    return first + [" " * (11 + len(dice) + 2) + line for line in lines[1:]]
