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
ELSEWHERE = tuple(bin(places).count("1") for places in range(64))


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


@inlined
def observe_ship(state, seat, own, enemy):
    """One ship, into the 24 features of `_SHIP_FEATURES`, as her captain sees her and as the other does."""
    ship = state.ship[seat]
    # a feature written might be a number read, for all the compiler knows: so much is read before the writing
    hull, hull_max, officers = int(ship.hull), int(ship.hull_max), int(ship.officers)
    sinking, mended, named = int(ship.sinking), int(ship.mended), int(ship.named)
    showing = gunnery.shows(state, seat)
    helpless = s.helpless(ship)
    score = s.boarding_score(ship)
    struck = gunnery.hits(int(ship.margin[0])) + gunnery.hits(int(ship.margin[1]))
    own[0] = within(hull, -10, 10) * TO_ONE
    own[1] = within(hull / hull_max, -1.0, 1.0)
    own[2] = within(int(ship.defense) + ship.evading - 10, 0, 20) * TO_ONE
    own[3] = ship["size"] * np.float32(0.2)
    own[4] = within(s.command(ship, r.FOR_RANGE), -20, 40) * np.float32(0.05)
    own[5] = ship.rigging * np.float32(0.5)
    own[6] = ship.stores * np.float32(0.2)
    for weapon in range(5):
        own[7 + weapon] = strength(ship, weapon) * np.float32(0.05)
    own[12] = showing == gunnery.SIDE
    own[13] = showing == gunnery.POINT
    own[14] = helpless
    own[15] = (3 - sinking) * np.float32(0.5) if sinking else np.float32(0.0)
    own[16] = ship.aground
    own[17] = within((hull_max + 1) // 2 - mended, 0, 5) * np.float32(0.2)
    own[18] = officers * np.float32(0.2)
    own[19] = ship.free * np.float32(0.2)
    own[20] = within(int(ship.wounds[r.CAPTAIN]), 0, 10) * TO_ONE if named else np.float32(1.0)
    own[21] = within(score, -30, 60) * np.float32(1 / 30)
    own[22] = min(5, struck) * np.float32(0.2)
    own[23] = ship.exposed
    for feature in range(24):
        enemy[feature] = own[feature]


@inlined
def observe_common(state, out):
    """What both captains see alike, from `opposed` to the stakes of the check."""
    phase, stake, location, distance = int(state.phase), int(state.stake), int(state.location), int(state.range)
    wish, elsewhere = int(state.wish), ELSEWHERE[state.places & ~(1 << location)]
    for feature in range(5, COMMON - 4):
        out[feature] = 0
    out[1] = state.opposed
    out[2] = distance == r.MEDIUM
    out[3] = distance == r.SHORT
    out[4] = min(30, state.nightfall + 1 - state.turn) * np.float32(1 / 30)
    if location > 0:
        out[4 + location] = 1
    if wish > 0 and (phase == r.ANSWER or phase == r.LEAVE):
        out[4 + wish] = 0.5
    out[10] = elsewhere * np.float32(0.2)
    out[11 + phase] = 1
    if phase == r.REACT:
        out[25 + stake] = 1


@compiled
def observe(state, out):
    """Write the features of both seats into `out` (float32, shape (2, features), in the order of `FEATURES`)."""
    first, second = out[0], out[1]
    observe_common(state, first)
    for feature in range(1, COMMON - 4):
        second[feature] = first[feature]
    margin = 0
    if state.phase == r.REACT and not state.forced:
        mine = check.side(state)
        margin = within(int(state.total[mine]) - state.total[1 - mine], -10, 10)
        if mine == 1:
            margin = -margin
    picker, missions = int(state.picker), (int(state.ship[0].mission), int(state.ship[1].mission))
    first[0], second[0] = 1, 0
    first[COMMON - 4], second[COMMON - 4] = margin * TO_ONE, -margin * TO_ONE
    first[COMMON - 3], second[COMMON - 3] = picker == 0, picker == 1
    first[COMMON - 2], second[COMMON - 2] = missions[0] == r.HUNT, missions[1] == r.HUNT
    first[COMMON - 1], second[COMMON - 1] = missions[0] == r.RUN, missions[1] == r.RUN
    observe_ship(state, 0, first[OWN:], second[ENEMY:])
    observe_ship(state, 1, second[OWN:], first[ENEMY:])
