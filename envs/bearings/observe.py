"""What a captain sees: named features, her own ship before the enemy's."""

import numpy as np

from ..compiler import compiled, inlined
from . import check, gunnery
from . import record as r
from . import ship as s

_SHIP_FEATURES: tuple[tuple[str, float, float], ...] = (
    ("hull", -1, 1),  # Hull Integrity / 10
    ("hull_left", -1, 1),  # of the full one
    ("defense", 0, 2),  # / 10 over 10, evasive maneuvers included
    ("size", 0, 1),  # step / 5
    ("command", -1, 2),  # in a check of Range now / 20
    ("rigging", 0, 1),  # 0.5 damaged, 0 destroyed
    ("stores", 0, 1),  # miscellaneous components / 5
    ("fore", 0, 1),  # what the arc would add to an attack / 20, 0 for none
    ("port", 0, 1),
    ("starboard", 0, 1),
    ("aft", 0, 1),
    ("brand", 0, 1),
    ("shows_side", 0, 1),
    ("shows_point", 0, 1),
    ("helpless", 0, 1),
    ("sinking", 0, 1),  # 1 in the turn in which she will sink
    ("aground", 0, 1),
    ("hull_to_mend", 0, 1),  # points that engineers may still repair / 5
    ("officers", 0, 1),  # who stand / 5
    ("free", 0, 1),  # who have not acted / 5
    ("captain", 0, 1),  # wounds that the captain can bear / 10; a nameless one bears all
    ("boarders", -1, 2),  # boarding score / 30
    ("hits", 0, 1),  # of the attacks rolled this turn / 5
    ("exposed", 0, 1),
)

FEATURES: tuple[tuple[str, float, float], ...] = (
    ("rolls", 0, 1),  # 1 for the side whose natural 1 and 20 count
    ("opposed", 0, 1),
    ("medium", 0, 1),
    ("short", 0, 1),
    ("turns_left", 0, 1),  # turns to nightfall / 30, at most 1
    *((f"in_{name}", 0.0, 1.0) for name in r.LOCATIONS[1:]),  # 0.5: the winner wants to move there
    ("elsewhere", 0, 1),  # locations to which the encounter may move / 5
    *((f"phase_{name}", 0.0, 1.0) for name in r.PHASES),
    *((f"for_{name}", 0.0, 1.0) for name in r.STAKES),
    ("margin", -1, 1),  # of the check under way, as she sees it / 10
    ("picked", 0, 1),  # she picked the bearing
    ("hunts", 0, 1),
    ("runs", 0, 1),
    *((f"own_{name}", low, high) for name, low, high in _SHIP_FEATURES),
    *((f"enemy_{name}", low, high) for name, low, high in _SHIP_FEATURES),
)

COMMON = 34
OWN = COMMON
ENEMY = OWN + len(_SHIP_FEATURES)
TO_ONE = np.float32(0.1)


@inlined
def within(value, low, high):
    """A number, held between two others."""
    return max(low, min(high, value))


@inlined
def strength(ship, weapon):
    """What a weapon adds to an attack, over -10, as it stands; 0 if it cannot be fired any more."""
    if ship.weapons[weapon] == r.DESTROYED:
        return 0
    return within(10 + ship.attack[weapon] - (5 if ship.weapons[weapon] == r.DAMAGED else 0), 1, 20)


@compiled
def observe_ship(state, seat, out):
    """One ship, into the 24 features of `_SHIP_FEATURES`."""
    ship = state.ship[seat]
    out[0] = within(int(ship.hull), -10, 10) * TO_ONE
    out[1] = within(ship.hull / ship.hull_max, -1.0, 1.0)
    out[2] = within(int(ship.defense) + ship.evading - 10, 0, 20) * TO_ONE
    out[3] = ship["size"] * np.float32(0.2)
    out[4] = within(s.command(ship, r.FOR_RANGE), -20, 40) * np.float32(0.05)
    out[5] = ship.rigging * np.float32(0.5)
    out[6] = ship.stores * np.float32(0.2)
    for weapon in range(5):
        out[7 + weapon] = strength(ship, weapon) * np.float32(0.05)
    showing = gunnery.shows(state, seat)
    out[12] = showing == gunnery.SIDE
    out[13] = showing == gunnery.POINT
    out[14] = s.helpless(ship)
    out[15] = (3 - ship.sinking) * np.float32(0.5) if ship.sinking else np.float32(0.0)
    out[16] = ship.aground
    out[17] = within((int(ship.hull_max) + 1) // 2 - ship.mended, 0, 5) * np.float32(0.2)
    out[18] = ship.officers * np.float32(0.2)
    out[19] = ship.free * np.float32(0.2)
    out[20] = within(int(ship.wounds[r.CAPTAIN]), 0, 10) * TO_ONE if ship.named else np.float32(1.0)
    out[21] = within(s.boarding_score(ship), -30, 60) * np.float32(1 / 30)
    struck = gunnery.hits(int(ship.margin[0])) + gunnery.hits(int(ship.margin[1]))
    out[22] = min(5, struck) * np.float32(0.2)
    out[23] = ship.exposed


@compiled
def observe_common(state, out):
    """What both captains see alike, from `opposed` to the stakes of the check."""
    out[1] = state.opposed
    out[2] = state.range == r.MEDIUM
    out[3] = state.range == r.SHORT
    out[4] = min(30, state.nightfall + 1 - state.turn) * np.float32(1 / 30)
    elsewhere = 0
    for place in range(6):
        if place > 0:
            out[4 + place] = state.location == place
            if state.wish == place and (state.phase == r.ANSWER or state.phase == r.LEAVE):
                out[4 + place] = 0.5
        elsewhere += (state.places >> place) & 1 if place != state.location else 0
    out[10] = elsewhere * np.float32(0.2)
    for phase in range(14):
        out[11 + phase] = state.phase == phase
    checked = state.phase == r.REACT
    for stake in range(5):
        out[25 + stake] = checked and state.stake == stake


@compiled
def observe(state, out):
    """Write the features of both seats into `out` (float32, shape (2, features), in the order of `FEATURES`)."""
    observe_common(state, out[0])
    for feature in range(1, COMMON - 4):
        out[1, feature] = out[0, feature]
    margin = 0
    if state.phase == r.REACT and not state.forced:
        mine = check.side(state)
        margin = within(int(state.total[mine]) - state.total[1 - mine], -10, 10)
    for seat in range(2):
        out[seat, 0] = seat == 0
        mine = seat == (state.roller if state.stake == r.FOR_SEA else 0)
        out[seat, COMMON - 4] = (margin if mine else -margin) * TO_ONE
        out[seat, COMMON - 3] = state.picker == seat
        out[seat, COMMON - 2] = state.ship[seat].mission == r.HUNT
        out[seat, COMMON - 1] = state.ship[seat].mission == r.RUN
        observe_ship(state, seat, out[seat, OWN:])
    for feature in range(ENEMY - OWN):
        out[0, ENEMY + feature] = out[1, OWN + feature]
        out[1, ENEMY + feature] = out[0, OWN + feature]
