"""The sea locations and their dangers. BE-SEA-1"""

from ..compiler import compiled
from . import check, gunnery
from . import record as r
from . import ship as s

# what a captain must reach; the shallows are worse for a large ship
NUMBERS = (0, 15, 15, 20, 15, 10)
LARGE, LARGE_IN_SHALLOWS = 4, 20


@compiled
def number(state, seat):
    """What a ship must reach here. BE-SEA-3, BE-SEA-4, BE-SEA-5, BE-SEA-7, BE-SEA-8"""
    if state.location == r.SHALLOWS and state.ship[seat]["size"] >= LARGE:
        return LARGE_IN_SHALLOWS
    return NUMBERS[state.location]


@compiled
def enter(state, location):
    """The encounter moves; ships in fog see each other at Medium at most, and none stays aground. BE-LOC-3, BE-SEA-6"""
    state.location = location
    for seat in range(2):
        state.ship[seat].aground = state.ship[seat].drawn = 0
    if location == r.FOG:
        state.range = min(int(state.range), r.MEDIUM)


@compiled
def farthest(state):
    """The greatest range that can be kept here. BE-RANGE-3, BE-SEA-6"""
    return r.MEDIUM if state.location == r.FOG else r.LONG


@compiled
def suffer(state):
    """What comes of a ship's check against the danger of this place.

    BE-SEA-3, BE-SEA-4, BE-SEA-5, BE-SEA-7, BE-SEA-8
    """
    seat = int(state.roller)
    ship = state.ship[seat]
    failed = state.outcome < r.SUCCESS
    if state.location == r.SHALLOWS:
        ship.aground = failed
    if not failed:
        return
    if state.location == r.SHOALS:
        s.lose_hull(ship, 2 if state.outcome == r.BAD_FAILURE else 1)
    elif state.location == r.GRAVEYARD:
        gunnery.strike(state, seat, gunnery.hit_location(state, 1 - seat))
    elif state.location == r.WHIRLPOOL:
        state.range = r.SHORT
        ship.spins = 1
        s.lose_hull(ship, int(ship.drawn))
        ship.drawn = 1 - ship.drawn
    elif state.location == r.FOG:
        ship.fogged = 1


@compiled
def face_dangers(state, seat):
    """Begin a ship's check, if there is a danger here."""
    check.danger(state, seat, number(state, seat))
