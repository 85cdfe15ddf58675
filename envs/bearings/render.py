"""An encounter as text, and what its actions mean; `story` tells it as it happens, `picture` paints it."""

from typing import Any

from . import check, gunnery
from . import record as r
from . import ship as s
from .picture import picture
from .story import narrate
from .words import BEARINGS, NAMES, PLACES, STATES, WEAPONS, count, engine_or_rigging, kind, result

__all__ = ["MEANINGS", "NAMES", "describe", "narrate", "picture"]

WIDTH = 78
BAR = 20
GAPS = (2, 20, 48)  # columns between the ships
SHAPE = ("  |\\  ", "  |_\\ ", "\\____/")

_DANGERS = (
    "no danger there",
    "15 on a Command check each turn, or 1 Hull Integrity",
    "15 on a Command check each turn, or a hit; attacks at Medium -5",
    "20 on a Command check each turn, or Short range and -5 Command in the next turn",
    "Medium at most; 15 on a check each turn, or -5 in Bearing",
    "10 on a Command check each turn, 20 for large ships, or aground",
)

# one line an action, in the order of `ACTIONS`
MEANINGS = (
    "nothing to decide",
    "keep the encounter at this place",
    *(f"move the encounter to {place}: {danger}" for place, danger in zip(PLACES, _DANGERS, strict=True)),
    "go along to the place that the enemy has chosen",
    "refuse to move: the enemy may sail away, or fight on with -5 on you in Range and Bearing",
    "sail away: the encounter is over",
    "fight on against a ship at -5 in Range and Bearing",
    "close in by one range",
    "keep the range",
    "open the range by one",
    "your side to her tail: you fire a broadside, she her stern guns",
    "your side to her point: you fire a broadside, she her fore guns",
    "your point to her tail: you fire your fore guns and may ram, she fires her stern guns",
    "point to point: both fire their fore guns, and you may ram",
    "side to side: both fire broadsides",
    "let the check or the shot stand",
    "the navigator rolls too, and the better of the two counts; once a turn",
    "the look-out rolls too, and the better of the two counts",
    "the bosun adds 2 to the roll; once a turn",
    "no trick",
    "an officer feigns something against the enemy's Sense Motive: +5 in Bearing if it works",
    "an officer looks out for tricks: they must deceive him too",
    "show her your port side",
    "show her your starboard side",
    "hold your fire: damaged guns can fire again next turn",
    "fire the damaged guns: they cannot fire again next turn",
    "the next officer stands by, for the bosun's or the navigator's work",
    "the next officer takes cover below",
    "the next officer evades as navigator: more Defense this turn",
    "the next officer lays the guns: the attack is rolled twice, and he places the first hit",
    "the next officer makes a personal attack on those on the enemy's deck",
    *(f"the next officer goes to mend the {name.replace('_', ' ')}: 10 or more on a d20" for name in r.MENDS),
    *(f"the first hit strikes the {spot}" for spot in r.SPOTS),
    "do not ram",
    "ram her: 2 Hull Integrity, 1 more for each step of size, and 1 to you; worse if the check fails",
    "do not board",
    "board her: d20, Command, hands, officers against hers; 10 ahead takes a ship, else they are thrown back",
)


def bar(now: int, most: int) -> str:
    """So much of a whole, as a bar."""
    filled = 0 if now <= 0 else max(1, round(BAR * now / most))
    return "█" * filled + "░" * (BAR - filled)


def describe(state: Any, names: tuple[str, ...] = NAMES) -> str:
    """The encounter as text for a terminal, at most 78 columns wide.

    Args:
        state: one encounter.
        names: what the ships are called.
    """
    parts = [_heading(state), *_sea(state, names)]
    for seat in range(2):
        parts += ["", *_ship_block(state, seat, names[seat])]
    if state.ending != r.RUNNING:
        parts += ["", result(state, names)]
    elif state.phase == r.REACT:
        parts += ["", _check(state, names)]
    return "\n".join(line.rstrip() for line in parts)


def _heading(state: Any) -> str:
    """Turn, phase, place and range in one rule across the page."""
    phase = r.PHASES[state.phase] if state.ending == r.RUNNING else r.ENDINGS[state.ending]
    left = f"── Turn {state.turn} of {state.nightfall} · {phase} "
    right = f" {r.LOCATIONS[state.location].replace('_', ' ')}, range {r.RANGES[state.range]} ──"
    return left + "─" * (WIDTH - len(left) - len(right)) + right


def _sea(state: Any, names: tuple[str, ...]) -> list[str]:
    """Both ships on the water, as far apart as the range says, and how they lie."""
    gap = GAPS[state.range]
    rows = []
    for number, shape in enumerate(SHAPE):
        water = ("~ " * gap)[:gap] if number == 2 else " " * gap
        rows.append("  " + shape + water + shape.translate(str.maketrans("\\/", "/\\"))[::-1])
    place = max(8 + gap, len(names[0]) + 4)
    rows.append(("  " + names[0]).ljust(min(place, WIDTH - len(names[1]))) + names[1])
    if gunnery.in_range(state):
        rows.append(f"  {BEARINGS[state.bearing]}, as {names[state.picker]} picked it")
    return rows


def _ship_block(state: Any, seat: int, name: str) -> list[str]:
    """All that a captain wants to know about a ship."""
    ship = state.ship[seat]
    title = f"{name}, {kind(ship)}"
    rates = f"Command {s.command(ship, r.FOR_RANGE):+d}   Defense {ship.defense + ship.evading}   Size {ship['size']}"
    lines = [
        title.ljust(WIDTH - len(rates)) + rates,
        f"  Hull     {bar(int(ship.hull), int(ship.hull_max))} {ship.hull:>3}/{ship.hull_max}"
        f"   {engine_or_rigging(ship).capitalize()} {STATES[ship.rigging]}   Stores {ship.stores}/{ship.stores_max}",
        f"  Guns     {_guns(ship)}",
        f"  Crew     {ship.hands} hands (needs {ship.pilots})   {_officers(ship)}",
    ]
    marks = [words for is_so, words in _flags(ship) if is_so]
    if marks:
        lines.append(f"  State    {', '.join(marks)}")
    return lines


def _guns(ship: Any) -> str:
    """Each weapon with its bonus; damaged and destroyed ones marked."""
    parts = []
    for weapon, name in enumerate(WEAPONS):
        if (ship.fitted >> weapon) & 1:
            mark = ("destroyed", "damaged", "")[ship.weapons[weapon]]
            parts.append(f"{name.removesuffix(' guns')} {ship.attack[weapon]:+d}{' ' + mark if mark else ''}")
    return "   ".join(parts) or "none"


def _officers(ship: Any) -> str:
    """Who has a name aboard."""
    if not ship.named:
        return "no named officers"
    standing = count(int(ship.officers), "officer")
    return f"captain {ship.wounds[r.CAPTAIN]} wounds, {standing}, {ship.free} free"


def _flags(ship: Any) -> list[tuple[Any, str]]:
    """What may be the matter with a ship, in words."""
    return [
        (ship.sunk, "sunk"),
        (ship.taken, "taken"),
        (ship.sinking, f"sinks in {ship.sinking}"),
        (s.listing(ship) and not ship.sinking, "listing"),
        (ship.aground, "aground"),
        (not s.led(ship), "nobody in command"),
        (ship.smoke and not ship.fire, "smoke"),
        (ship.fire, "smoke and fire"),
        (ship.spun, "spun round, -5"),
        (ship.refused, "refused to follow, -5"),
        (ship.fogged, "blind in the fog"),
    ]


def _check(state: Any, names: tuple[str, ...]) -> str:
    """The check that is under way."""
    seat = check.side(state)
    words = ("nothing", "badly failed", "failed", "a tie", "a success", "a critical success")[state.outcome]
    about = r.STAKES[state.stake]
    return f"Check, {about}: {names[seat]} {state.total[seat]} against {state.total[1 - seat]}, {words}."
