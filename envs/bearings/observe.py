"""What a captain sees: named features, her own ship before the enemy's."""

import numpy as np

from ..compiler import compiled, inlined
from ..memory import copy
from . import gunnery
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
_SHIP = len(_SHIP_FEATURES)
ENEMY = OWN + _SHIP
_HULL_LEFT = 1
_MARGIN, _PICKED, _HUNTS, _RUNS = range(COMMON - 4, COMMON)

# the whole number of each feature times this is what a captain sees
_COMMON_SCALE = np.array(
    [1, 1, 1, 1, 1 / 30, *(0.5 for _ in r.LOCATIONS[1:]), 1 / 5, *(1 for _ in r.PHASES + r.STAKES), 1 / 10, 1, 1, 1],
    np.float32,
)
_SHIP_SCALE = np.array([
    1 / 10, 0, 1 / 10, 1 / 5, 1 / 20, 1 / 2, 1 / 5, 1 / 20, 1 / 20, 1 / 20, 1 / 20, 1 / 20, 1, 1, 1, 1 / 2, 1, 1 / 5,
    1 / 5, 1 / 5, 1 / 10, 1 / 30, 1 / 5, 1,
], np.float32)  # fmt: skip
_SCALE = np.concatenate((_COMMON_SCALE, _SHIP_SCALE, _SHIP_SCALE))

ELSEWHERE = tuple(bin(places).count("1") for places in range(64))


# Whole numbers are written first and made into fractions all at once, which the processor does eight at a time.


@inlined
def within(value, low, high):
    """A number, held between two others."""
    return max(low, min(high, value))


@inlined
def strength(ship, weapon):
    """What a weapon adds to an attack, over -10, as it stands; 0 if it cannot be fired any more."""
    stands = int(ship.weapons[weapon])
    return within(10 + ship.attack[weapon] - 5 * (stands & 1), 1, 20) * min(1, stands)  # DAMAGED is 1


@inlined
def count_ship(state, seat, out):
    """One ship's features as whole numbers, in the order of `_SHIP_FEATURES`, into `out` (int32)."""
    ship = state.ship[seat]
    # a feature written might be a number read, for all the compiler knows: so much is read before the writing
    hull, hull_max, sinking = int(ship.hull), int(ship.hull_max), int(ship.sinking)
    showing, helpless, score = gunnery.shows(state, seat), s.helpless(ship), s.boarding_score(ship)
    struck = gunnery.hits(int(ship.margin[0])) + gunnery.hits(int(ship.margin[1]))
    out[0] = within(hull, -10, 10)
    out[2] = within(int(ship.defense) + ship.evading - 10, 0, 20)
    out[3] = ship["size"]
    out[4] = within(s.command(ship, r.FOR_RANGE), -20, 40)
    out[5] = ship.rigging
    out[6] = ship.stores
    for weapon in range(5):
        out[7 + weapon] = strength(ship, weapon)
    out[12] = showing == gunnery.SIDE
    out[13] = showing == gunnery.POINT
    out[14] = helpless
    out[15] = (3 - sinking) * int(sinking > 0)
    out[16] = ship.aground
    out[17] = within((hull_max + 1) // 2 - ship.mended, 0, 5)
    out[18] = ship.officers
    out[19] = ship.free
    out[20] = within(int(ship.wounds[r.CAPTAIN]), 0, 10) if ship.named else 10
    out[21] = within(score, -30, 60)
    out[22] = min(5, struck)
    out[23] = ship.exposed


@inlined
def count_common(state, out):
    """What both captains see alike, as whole numbers, in the order of `FEATURES`, into `out` (int32)."""
    phase, stake, location, wish = int(state.phase), int(state.stake), int(state.location), int(state.wish)
    distance, elsewhere = int(state.range), ELSEWHERE[state.places & ~(1 << location)]
    out[0] = 0
    out[1] = state.opposed
    out[2] = distance == r.MEDIUM
    out[3] = distance == r.SHORT
    out[4] = min(30, state.nightfall + 1 - state.turn)
    for feature in range(5, COMMON):
        out[feature] = 0
    if location > 0:
        out[4 + location] = 2
    if wish > 0 and (phase == r.ANSWER or phase == r.LEAVE):
        out[4 + wish] = 1
    out[10] = elsewhere
    out[11 + phase] = 1
    if phase == r.REACT:
        out[25 + stake] = 1


@inlined
def margin(state):
    """By how much the first captain is ahead in the check under way, -10 to 10."""
    if state.phase != r.REACT or state.forced:
        return 0
    return within(int(state.total[0]) - state.total[1], -10, 10)


@compiled
def observe(state, out):
    """Write the features of both seats into `out` (float32, shape (2, features), in the order of `FEATURES`)."""
    first, second = out[0], out[1]
    # the whole numbers lie where the fractions will
    whole = first.view(np.int32)
    count_common(state, whole)
    for seat in range(r.SEATS):
        count_ship(state, seat, whole[OWN + seat * _SHIP :])
    for feature in range(len(_SCALE)):
        first[feature] = np.float32(whole[feature]) * _SCALE[feature]
    copy(first, ENEMY, second, OWN, _SHIP)
    copy(first, OWN, second, ENEMY, _SHIP)
    copy(first, 0, second, 0, OWN)
    first[0] = 1
    ahead = margin(state)
    first[_MARGIN], second[_MARGIN] = np.float32(ahead) * _SCALE[_MARGIN], np.float32(-ahead) * _SCALE[_MARGIN]
    for seat in range(r.SEATS):
        mine, theirs, ship = out[seat], out[1 - seat], state.ship[seat]
        mine[OWN + _HULL_LEFT] = theirs[ENEMY + _HULL_LEFT] = np.float32(within(ship.hull / ship.hull_max, -1.0, 1.0))
        mine[_PICKED] = state.picker == seat
        mine[_HUNTS] = ship.mission == r.HUNT
        mine[_RUNS] = ship.mission == r.RUN
