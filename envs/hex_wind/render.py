"""A fight as text with its map, and what its actions mean; `story` tells it as it happens, `picture` paints it."""

from typing import Any

from . import gunnery, sails, sea
from . import record as r
from .picture import picture
from .story import COMPASS, FROM, NAMES, narrate, place_words, result

__all__ = ["MEANINGS", "NAMES", "describe", "narrate", "picture"]

WIDTH = 78
COLUMNS = 37  # of the map that a line has room for
MARGIN = 3  # hexes of sea about the ships
BOWS = ("→", "↗", "↖", "←", "↙", "↘")
BLOWS = ("ENE", "N", "WNW", "WSW", "S", "ESE")

_SHOTS = (
    "a light ballista: 2d10 up to 6 hexes",
    "a heavy ballista: 3d10 up to 8 hexes",
    "a light catapult with stone: 4d10 from 3 to 6 hexes",
    "a light catapult with flaming oil: no damage now, a fire of 1d10 each quint",
    "a heavy catapult with stone: 6d10 from 3 to 8 hexes",
    "a heavy catapult with flaming oil: no damage now, a fire of 1d10 each quint",
)

# one line an action, in the order of `ACTIONS`
MEANINGS = (
    "nothing to decide",
    "put nobody to the fires",
    *(f"put {men} men to each fire: {min(95, 10 * men)} % to put it out; they do nothing else" for men in r.MEN[1:]),
    "lose a point of speed",
    "keep your speed, or lie still",
    "gain a point of speed",
    "take to the oars: one hex this quint",
    "go a hex straight ahead",
    "turn one hexside to port and go a hex ahead",
    "turn one hexside to starboard and go a hex ahead",
    "fire no more this quint",
    *(f"{arc}: fire {shot}" for arc in r.ARCS for shot in _SHOTS),
)


def describe(state: Any, names: tuple[str, ...] = NAMES) -> str:
    """The fight as text for a terminal, at most 78 columns wide.

    Args:
        state: one fight.
        names: what the ships are called, one a seat.
    """
    parts = [_heading(state), _wind(state), *_map(state)]
    for seat in range(r.SEATS):
        parts += ["", *_ship_block(state, seat, names[seat])]
    if state.ending != r.RUNNING:
        parts += ["", result(state, names)]
    return "\n".join(line.rstrip() for line in parts)


def _heading(state: Any) -> str:
    """Quint, phase and range in one rule across the page."""
    left = f"── Quint {state.turn} of {state.nightfall} · "
    left += f"{r.PHASES[state.phase] if state.ending == r.RUNNING else r.ENDINGS[state.ending]} "
    right = f" range {state.range} ──"
    return left + "─" * (WIDTH - len(left) - len(right)) + right


def _wind(state: Any) -> str:
    if state.wind == r.CALM:
        return "  Calm: nobody sails"
    return f"  Wind {r.WINDS[state.wind]} from {FROM[state.toward]}, blowing {BLOWS[state.toward]}"


def _map(state: Any) -> list[str]:
    """The part of the map about the ships: each hex two signs, a letter for a ship and an arrow for her bow."""
    marks = {}
    for letter, ship in zip("AB", state.ship, strict=True):
        for place in range(ship.hexes):
            row = int(ship.r) - place * sea.DR[ship.facing]
            col = sea.column(int(ship.q) - place * sea.DQ[ship.facing], row)
            marks[row, col] = letter + (BOWS[ship.facing] if place == 0 else "-")
    rows, cols = [row for row, _ in marks], [col for _, col in marks]
    top, bottom = max(0, min(rows) - MARGIN), min(r.SIDE - 1, max(rows) + MARGIN)
    spread = max(0, COLUMNS - (max(cols) - min(cols) + 1)) // 2
    left = max(0, min(r.SIDE - COLUMNS, min(cols) - spread))
    lines = []
    for row in range(top, bottom + 1):
        hexes = (marks.get((row, col), "· ") for col in range(left, min(r.SIDE, left + COLUMNS)))
        lines.append("  " + " " * (row % 2) + "".join(hexes))
    return lines


def _ship_block(state: Any, seat: int, name: str) -> list[str]:
    """All that a captain wants to know about one ship."""
    ship = state.ship[seat]
    title = f"{'AB'[seat]}  {name}, {r.CLASSES[ship.kind].replace('_', ' ')} at {place_words(ship)}"
    top = sails.top_speed(state, ship, ship.facing)
    rates = f"Speed {ship.speed} of {top}"
    heading = r.HEADINGS[sails.heading(state, ship.facing)]
    full, rest = int(ship.hull_max), int(ship.hull)
    filled = max(1, round(20 * rest / full)) if rest else 0
    lines = [
        title.ljust(WIDTH - len(rates)) + rates,
        f"   Damage points {'█' * filled}{'░' * (20 - filled)} {rest:>3}/{full}   {heading} the wind",
        f"   Rating {sails.rating(ship)}   Cut {ship.cut}°, slow to {ship.slow}   "
        f"masts {ship.masts}/{ship.masts_max}   hands {sails.spare_hands(ship)}/{ship.crew}"
        + (f"   oars {ship.oars[0]}+{ship.oars[1]}" if ship.oars_max else ""),
        f"   Weapons  {_weapons(state, ship)}",
    ]
    marks = [words for is_so, words in _flags(ship) if is_so]
    if marks:
        lines.append(f"   State    {', '.join(marks)}")
    if state.phase == r.FIRE and state.ending == r.RUNNING:
        percents = [gunnery.percent(state, ship, state.ship[1 - seat], weapon) for weapon in (0, r.LIGHT_CATAPULT)]
        arcs = ", ".join(arc for place, arc in enumerate(r.ARCS) if ship.bears >> place & 1)
        lines.append(f"   To hit   ballista {percents[0]} %, catapult {percents[1]} %; the enemy lies {arcs}")
    return lines


def _weapons(state: Any, ship: Any) -> str:
    """What stands in each arc, with the quints until it is loaded."""
    parts = []
    for arc, name in enumerate(r.ARCS):
        found = []
        for place in range(r.MOUNTS):
            mount = int(ship.mount[place])
            if mount and gunnery.arc_of(mount) == arc:
                short = "".join(word[0].upper() for word in r.WEAPONS[gunnery.weapon_of(mount)].split("_"))
                wait = int(ship.ready[place]) - int(state.turn)
                found.append(short + ("●" if wait <= 0 else f"({wait})"))
        if found:
            parts.append(f"{name} {' '.join(found)}")
    return "  ".join(parts) or "none"


def _flags(ship: Any) -> list[tuple[Any, str]]:
    """What may be the matter with the ship, in words."""
    return [
        (ship.ram, "ram"),
        (ship.blades, "shear blades"),
        (ship.sunk, "sunk"),
        (sails.crippled(ship) and not ship.sunk, "sinking"),
        (ship.flounders, f"flounders, free in {ship.flounders}"),
        (ship.rowing, "at the oars"),
        (ship.fires, f"{ship.fires} on fire" if ship.fires > 1 else "on fire"),
        (ship.leaks, "taking water"),
        (ship.masts == 0, "dismasted"),
        (ship.steering and not ship.adrift, f"steering damaged ({ship.steering})"),
        (ship.adrift, "steering destroyed"),
    ]


assert len(COMPASS) == len(BOWS)
