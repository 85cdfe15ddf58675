"""A raid as text, and what its actions mean; `story` tells it as it happens, `picture` paints it."""

from typing import Any

from .. import gunnery
from .. import record as r
from .. import ship as s
from ..render import STEP, WIDTH, bar
from . import record as f
from . import works
from .picture import picture
from .story import NAMES, narrate, order_words, result, work_words

__all__ = ["MEANINGS", "NAMES", "describe", "narrate", "picture"]

SHIP = ("  |\\  ", "  |_\\ ", "\\____/")
FORT = ("   |>  ", " n_|_n ", "|_____|")
RUIN = ("       ", "  _  . ", "_/|_/\\_")
HOUSES = ("    +  ", " /\\/|\\ ", "_[]|_|_")

_TACTICS = (
    "hold the range with a broadside to the shore",
    "stand out to sea: the range grows, and the stern guns bear",
    "close in: chasers or a broadside bear; a deep draft stops at Medium",
)
_HARD = "; Handling +2 this turn, but on 9 or 10 the rudder is strained"
_MARKS = (
    "at the walls: at 0 Structure the fort is destroyed",
    "with grapeshot at the men on the walls: only at Close",
    "at the town, which cannot be missed: after 200 points it yields",
)
_AIMS = (
    "at her hull: at 0 Hull she sinks",
    "at her rigging: harder by 10; at 0 she can only circle",
    "with grapeshot at her hands on deck: only at Close",
)

# one line an action, in the order of `ACTIONS`
MEANINGS = (
    "nothing to decide",
    *(tactic + strategy for tactic in _TACTICS for strategy in ("", _HARD)),
    "keep your squads aboard",
    "send your squads up the walls: they fight until a side yields, or you call them off",
    "do not fire",
    *(f"fire the {battery} guns {mark}" for battery in r.BATTERIES for mark in _MARKS),
    *(f"fire all guns {aim}" for aim in _AIMS),
)


def describe(state: Any, names: tuple[str, ...] = NAMES) -> str:
    """The raid as text for a terminal, at most 78 columns wide.

    Args:
        state: one raid.
        names: what ship and shore are called.
    """
    parts = [_heading(state), *_sea(state, names), "", *_ship_block(state, names[0])]
    fort, town = state.shore[f.FORT], state.shore[f.TOWN]
    if fort.kind != f.NONE:
        parts += ["", *_fort_block(state, fort, names[1])]
    if town.kind != f.NONE:
        parts += ["", *_town_block(state, town, names[1])]
    if state.ending != r.RUNNING:
        parts += ["", result(state, names)]
    return "\n".join(line.rstrip() for line in parts)


def _heading(state: Any) -> str:
    """Turn, phase and range in one rule across the page."""
    phase = "storm" if state.phase == r.GRAPPLE else r.PHASES[state.phase]
    left = f"── Turn {state.turn} of {state.nightfall} · "
    left += f"{phase} " if state.ending == r.RUNNING else f"{f.ENDINGS[state.ending]} "
    right = " out of sight ──" if state.range > state.sight else f" range {r.RANGES[state.range]} ──"
    return left + "─" * (WIDTH - len(left) - len(right)) + right


def _sea(state: Any, names: tuple[str, ...]) -> list[str]:
    """The ship on the water, as far from the shore as the range says, over the names of the six ranges."""
    gap = 2 + STEP * min(int(state.range), r.EXTREME)
    lost = state.range > state.sight
    work = state.shore[state.facing]
    shore = HOUSES if state.facing == f.TOWN else RUIN if work.fallen == f.DESTROYED else FORT
    rows = []
    for number, shape in enumerate(SHIP):
        water = ("~ " * gap)[:gap] if number == 2 else " " * gap
        rows.append("  " + shape + water + ("" if lost else shore[number]))
    ship, fort = names[0], names[1]
    place = max(8 + gap, len(ship) + 4)
    rows.append(("  " + ship).ljust(min(place, WIDTH - len(fort))) + ("" if lost else fort))
    scale = ""
    for number, name in enumerate(r.RANGES):
        if number == state.range and not lost:
            name = f"[{name}]"
        elif number > state.sight:
            name = "·" * len(name)
        scale = scale.ljust(13 + STEP * number - len(name) // 2) + name
    return [*rows, scale]


def _ship_block(state: Any, name: str) -> list[str]:
    """All that a captain wants to know about the ship."""
    ship = state.ship[0]
    title = f"{name}, {r.HULLS[ship.kind].replace('_', ' ')}"
    rates = f"{'Shallow' if ship.shallow else 'Deep'} draft   Handling {s.handling(ship)}"
    squads = works.squads_to_storm(ship)
    lines = [
        title.ljust(WIDTH - len(rates)) + rates,
        f"  Hull     {bar(ship.hull, ship.hull_max)} {ship.hull:>3}/{ship.hull_max}"
        f"   Crew {ship.crew}: {ship.sail_crew} at the sails (needs {ship.sail_minimum})",
        f"  Rigging  {bar(ship.rigging, ship.rigging_max)} {ship.rigging:>3}/{ship.rigging_max}"
        f"   {ship.gun_crew} at the guns, {squads} squad{'' if squads == 1 else 's'} to storm",
        f"  Guns     {_guns(ship)}",
    ]
    marks = [words for is_so, words in _flags(ship) if is_so]
    if marks:
        lines.append(f"  State    {', '.join(marks)}")
    if ship.order:
        lines.append(f"  Orders   {order_words(ship)}")
    if state.phase == r.FIRE and state.ending == r.RUNNING:
        lines += _chances(state)
    return lines


def _guns(ship: Any) -> str:
    """Guns of each battery; a filled mark is loaded, an open one reloads."""
    parts = []
    for battery, name in enumerate(r.BATTERIES):
        mark = "●" if ship.loaded[battery] == 1 else "○ reloading"
        parts.append(f"{name} {ship.guns[battery]} {mark}" if ship.guns[battery] else f"{name} –")
    return "   ".join(parts)


def _flags(ship: Any) -> list[tuple[Any, str]]:
    """What may be the matter with the ship, in words."""
    return [
        (ship.sunk, "sunk"),
        (ship.taken, "taken"),
        (s.more_than_half_lost(ship.hull, ship.hull_max), "taking on water"),
        (s.crippled(ship), "crippled: no rigging left"),
        (s.under_manned(ship), "under-manned"),
        (ship.powder == 0, "no powder"),
        (0 < ship.powder < s.gun_count(ship), f"powder for {ship.powder} guns"),
    ]


def _chances(state: Any) -> list[str]:
    """What each battery that may fire must roll."""
    ship = state.ship[0]
    bearing = [battery for battery in range(4) if gunnery.may_fire(ship, battery)]
    if not bearing:
        return []
    if state.facing == f.TOWN:
        return [f"  To hit   the town cannot be missed: {', '.join(r.BATTERIES[battery] for battery in bearing)}"]
    numbers = [f"{r.BATTERIES[b]} {works.number_against_fort(ship, b, state.range)}" for b in bearing]
    return [f"  To hit   with {ship.threat}k{ship.threat}: {', '.join(numbers)}"]


def _answer_chances(state: Any, work: Any) -> list[str]:
    """What the guns ashore must roll, mark by mark."""
    if state.phase != r.FIRE or state.ending != r.RUNNING or not works.manned(work):
        return []
    numbers = [
        f"{r.AIMS[aim]} {works.number_ashore(state, work, aim)}"
        for aim in range(3)
        if gunnery.may_aim(0, works.distance_ashore(state), aim)
    ]
    return [f"  To hit   with {work.threat}k{work.threat}: {', '.join(numbers)}"]


def _fort_block(state: Any, fort: Any, name: str) -> list[str]:
    """All that a captain wants to know about the fort."""
    title, guns = f"{name}, {work_words(fort)}", f"{fort.guns} guns"
    fate = ("", "destroyed", "taken by storm")[fort.fallen]
    squads = works.garrison_squads(fort) if fort.squads < 0 else fort.squads
    lines = [
        title.ljust(WIDTH - len(guns)) + guns,
        f"  Walls    {bar(fort.structure, fort.structure_max)} {fort.structure:>3}/{fort.structure_max}"
        f"   Garrison {fort.garrison}: {squads} squad{'' if squads == 1 else 's'}",
    ]
    if fate:
        lines.append(f"  State    {fate}")
    return lines + (_answer_chances(state, fort) if state.facing == f.FORT else [])


def _town_block(state: Any, town: Any, name: str) -> list[str]:
    """All that a captain wants to know about the town."""
    title, guns = f"{name}, the town", f"{town.guns} gun{'' if town.guns == 1 else 's'}"
    lines = [
        title.ljust(WIDTH - len(guns)) + guns,
        f"  Resists  {bar(town.structure, town.structure_max)} {town.structure:>3}/{town.structure_max}"
        f"   {'has yielded' if town.fallen else 'yields at 0'}",
    ]
    return lines + (_answer_chances(state, town) if state.facing == f.TOWN else [])
