"""What places, arcs, components and ships are called in a sentence."""

from typing import Any

from . import record as r

NAMES = ("Otter", "Grey Widow")

PLACES = tuple("the " + name.replace("_", " ") for name in r.LOCATIONS)
BEARINGS = tuple(name.replace("_", " ") for name in r.BEARINGS)
WEAPONS = ("fore guns", "port guns", "starboard guns", "stern guns", "Brand")
STATES = ("destroyed", "damaged", "whole")


def engine_or_rigging(ship: Any) -> str:
    """What moves her."""
    return "engine" if ship.steam else "rigging"


def component(ship: Any, number: int) -> str:
    """What an engineer mends."""
    if number == r.MEND_RIGGING:
        return engine_or_rigging(ship)
    if number in (r.MEND_STORES, r.MEND_HULL):
        return r.MENDS[number]
    return WEAPONS[number - r.MEND_FORE]


def kind(ship: Any) -> str:
    """What kind of ship she is."""
    return r.KINDS[ship.kind].replace("_", " ")


def count(number: int, thing: str) -> str:
    """So many of something."""
    return f"{number} {thing if number == 1 else thing + 's'}"


def result(state: Any, names: tuple[str, ...] = NAMES) -> str:
    """How an encounter that is over came out, in one line."""
    if state.ending == r.SUNK:
        sunk = [names[seat] for seat in range(2) if state.ship[seat].sunk]
        return f"{' and '.join(sunk)} {'has' if len(sunk) == 1 else 'have'} sunk."
    if state.ending == r.TAKEN:
        taken = 0 if state.ship[0].taken else 1
        return f"{names[taken]} is boarded and taken by {names[1 - taken]}."
    if state.ending == r.ESCAPED:
        return f"{names[state.away]} sails away from {names[1 - state.away]}."
    return f"Night falls over {names[0]} and {names[1]}."
