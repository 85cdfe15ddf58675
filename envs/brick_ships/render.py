"""A battle as text, and what its actions mean; `story` tells it as it happens, `picture` paints it."""

import math
from textwrap import wrap
from typing import Any

from . import boarding, gunnery, sailing, sinking
from . import crew as c
from . import record as r
from .picture import picture
from .story import NAMES, heading_words, inches, narrate, result

__all__ = ["MEANINGS", "NAMES", "describe", "narrate", "picture"]

WIDTH = 78
COLUMNS, ROWS = 72, 24  # of the table: an inch a column, two a row
ARROWS = "↑↗→↘↓↙←↖"

_SHARES = ("a quarter of", "half of", "three quarters of", "all of")
_TURNS = (
    "half-way turn as far to port as may be",
    "half-way turn half as far to port",
    "straight on",
    "half-way turn half as far to starboard",
    "half-way turn as far to starboard as may be",
)

# one line an action, in the order of `ACTIONS`
MEANINGS = (
    "nothing to decide",
    "a man at the wheel, then full gun crews, bailers, oars; the rest to the ropes",
    "a man at the wheel, then the oars, gun crews, bailers; the rest to the ropes",
    "a man at the wheel, then as many bailers as it takes, gun crews, oars; the rest to the ropes",
    "a man at the wheel, then as many bailers as it takes, oars, gun crews; the rest to the ropes",
    "a man at the wheel, all others to the ropes, to board or to repel boarders",
    "a man at the wheel, as many bailers as it takes, all others to the ropes",
    "a man at the wheel, the oars, all others to the ropes",
    "all hands to the ropes: nobody steers, and she lies still",
    "move before the other ship this round",
    "let the other ship move first, and see where she goes",
    "lie still",
    *(f"spend {share} the movement: {turn}" for share in _SHARES for turn in _TURNS),
    "do not fire",
    "all cannon that bear at her side: each hit may let in water; catapults at her deck",
    "all cannon that bear at her sails: an inch of speed a hit; catapults at her deck",
    "all cannon that bear at her ram, which has twice her resistance; catapults at her deck",
    "only the catapults, at her deck",
    "leave the ropes alone",
    "throw ropes across, each on 4 or more; they are tied in the next round",
    "throw ropes round a mast, each on 4 or more, to swing on",
    "swing across on the ropes round a mast; these men act in the next round",
    "swing across with a drop-kick: on 4 or more it stuns a man, on a miss the next round is lost",
    "go across: within 3 inches jump, else climb along tied ropes",
    "cut ropes, each on 2 or more",
    "men across throw back the ropes that they swung on, each on 4 or more",
)


def describe(state: Any, names: tuple[str, ...] = NAMES) -> str:
    """The battle as text for a terminal, at most 78 columns wide.

    Args:
        state: one battle.
        names: what the ships are called.
    """
    parts = [_heading(state), *_table(state)]
    for seat, name in enumerate(names):
        parts += [*_ship_block(state, seat, name)]
    if state.ending != r.RUNNING:
        parts += ["", result(state, names)]
    return "\n".join(line.rstrip() for line in parts)


def _heading(state: Any) -> str:
    """Round, phase and distance in one rule across the page."""
    left = f"── Round {state.turn} of {state.nightfall} · "
    left += f"{r.PHASES[state.phase]} " if state.ending == r.RUNNING else f"{r.ENDINGS[state.ending]} "
    right = f" {inches(state.gap)} apart ──"
    if state.tied:
        right = f" {state.tied} tied ropes," + right
    if state.wind:
        right = (" calm," if state.wind == sailing.CALM else f" wind {sailing.wind_shift(state.wind):+d},") + right
    return left + "─" * (WIDTH - len(left) - len(right)) + right


def _table(state: Any) -> list[str]:
    """The table from above: hulls of 0 and 1, an arrow at each bow."""
    rows = [[" "] * COLUMNS for _ in range(ROWS)]
    for seat, ship in enumerate(state.ship):
        steps = max(2, int(ship.length) // 50)
        angle = math.radians(int(ship.heading) / 2)
        for step in range(steps + 1):
            along = int(ship.length) * (step / steps - 0.5)
            column = int((int(ship.x) + along * math.sin(angle)) // r.INCH)
            row = ROWS - 1 - int((int(ship.y) + along * math.cos(angle)) // (2 * r.INCH))
            if 0 <= column < COLUMNS and 0 <= row < ROWS:
                arrow = ARROWS[(int(ship.heading) + 45) // 90 % 8]
                rows[row][column] = arrow if step == steps else str(seat)
    border = "+" + "-" * COLUMNS + "+"
    return [border, *("|" + "".join(row) + "|" for row in rows), border]


def _ship_block(state: Any, seat: int, name: str) -> list[str]:
    """All that a captain wants to know about a ship."""
    ship = state.ship[seat]
    title = f"{seat} {name}, {r.KINDS[ship.kind]}"
    rates = f"Resistance {ship.resistance}   Heading {heading_words(ship)}   Speed {_speed(state, ship)}"
    lines = [
        title.ljust(WIDTH - len(rates)) + rates,
        f"  Crew     {c.crew(ship)}: {_stations(ship)}",
        f"  Loaded   {_guns(ship)}",
    ]
    marks = ", ".join(words for is_so, words in _flags(state, seat) if is_so)
    label = "  State    "
    return lines + wrap(marks, WIDTH, initial_indent=label, subsequent_indent=" " * len(label))


def _stations(ship: Any) -> str:
    """How many stand where."""
    return ", ".join(f"{name} {men}" for name, men in zip(r.STATIONS, ship.hands.tolist()) if men) or "nobody stands"


def _speed(state: Any, ship: Any) -> str:
    """Inches that she moves this round, or the sails alone before the crew are at their stations."""
    if state.phase == r.CREW:
        return f'{sailing.sail_speed(ship, state.wind)}" by sail'
    return f'{ship.speed}"'


def _guns(ship: Any) -> str:
    """Guns of each battery, how many are loaded, and at what range they bear."""
    parts = []
    for battery, name in enumerate(r.BATTERIES):
        if ship.guns[battery]:
            kind = " catapults" if gunnery.is_catapult(ship, battery) else ""
            band = ship.band[battery]
            bears = f" {r.BANDS[band]}" if band >= 0 else ""
            parts.append(f"{name}{kind} {gunnery.loaded(ship, battery)}/{ship.guns[battery]}{bears}")
    return "   ".join(parts) or "no guns"


def _flags(state: Any, seat: int) -> list[tuple[Any, str]]:
    """What may be the matter with a ship, in words."""
    ship = state.ship[seat]
    return [
        (ship.sunk, "sunk"),
        (ship.taken, "taken"),
        (ship.sinking and not ship.sunk, f"sinking, {inches(sinking.top_under(ship))} of the deck under"),
        (c.leaks(ship), f"{c.leaks(ship)} glugs a round, {c.unbailed(ship)} not bailed"),
        (ship.sail_hits, f"{ship.sail_hits} sail hits"),
        (ship.ram, "a ram"),
        (ship.boarders, f"{ship.boarders} men on the enemy's deck"),
        (ship.on_rope, f"{ship.on_rope} men on the ropes"),
        (ship.flung, f"{ship.flung} ropes across"),
        (ship.ready, f"{ship.ready} ropes to swing on"),
        (ship.away, f"{ship.away} ropes swung on"),
        (ship.stunned, f"{ship.stunned} men stunned"),
        (boarding.attackers(ship) < ship.boarders, f"{ship.fresh} just across"),
    ]
