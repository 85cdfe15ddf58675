"""Which values may stand in the record of a fight."""

from ..compiler import compiled
from ..game import Bound
from . import record as r
from . import sea
from .scenario import LEAST_APART, LONG_AGO

FLAG = (0, 1)

# a field of the record without a row here fails a test
BOUNDS = (
    Bound("turn", 0, "nightfall"),
    Bound("nightfall", 1, 500),
    Bound("phase", 0, len(r.PHASES) - 1),
    Bound("acted", 0, 2),
    Bound("first", *FLAG),
    Bound("wind", -1, r.EXCELLENT),  # -1 until it is rolled
    Bound("toward", -1, 5),
    Bound("waves", *FLAG),
    Bound("sizes", *FLAG),
    Bound("apart", LEAST_APART, 36),
    Bound("bearing", -1, 5),
    Bound("range", 0, 80),
    Bound("ending", 0, len(r.ENDINGS) - 1),
    Bound("ship.kind", 0, r.GALLEON),
    Bound("ship.hexes", 1, 3),
    Bound("ship.length", 10, 150),
    Bound("ship.hull", 0, "hull_max", falls=True),
    Bound("ship.hull_max", 1, 450),
    Bound("ship.rating", 0, 5),
    Bound("ship.slow", 0, 9),
    Bound("ship.cut", 60, 120),
    Bound("ship.masts", 0, "masts_max", falls=True),
    Bound("ship.masts_max", 1, 3),
    Bound("ship.oars", 0, "oars_max", falls=True),
    Bound("ship.oars_max", 0, 20),
    Bound("ship.crew", 0, 120),
    Bound("ship.ram", *FLAG),
    Bound("ship.blades", *FLAG),
    Bound("ship.crew_skill", -10, 10),
    Bound("ship.captain_skill", -10, 10),
    Bound("ship.reaction", 0, 20),
    Bound("ship.mission", 0, len(r.MISSIONS) - 1),
    Bound("ship.mount", 0, 4 * len(r.ARCS)),
    Bound("ship.ready", 0, 510),
    Bound("ship.power", 0, 24),
    Bound("ship.loaded", 0, "power"),
    Bound("ship.lobbed", 0, 24),
    Bound("ship.q", -20, 40),
    Bound("ship.r", 0, r.SIDE - 1),
    Bound("ship.facing", -1, 5),
    Bound("ship.speed", 0, 7),
    Bound("ship.cutting", *FLAG),
    Bound("ship.flounders", 0, 7),
    Bound("ship.last_turn", LONG_AGO, "turn"),
    Bound("ship.bears", 0, 15),
    Bound("ship.fires", 0, 100),
    Bound("ship.leaks", 0, 100),
    Bound("ship.steering", 0, 7),
    Bound("ship.adrift", *FLAG),
    Bound("ship.sunk", *FLAG),
    Bound("ship.rowing", *FLAG),
    Bound("ship.wearing", *FLAG),
    Bound("ship.fighters", 0, r.MEN[-1]),
    Bound("ship.serving", 0, "crew"),
    Bound("ship.left", 0, 7),
    Bound("ship.moved", 0, 7),
    Bound("ship.turned", 0, "moved"),
    Bound("ship.lost_way", 0, 3),
    Bound("ship.sheared", *FLAG),
    Bound("ship.hurt", 0, 2000),
    Bound("ship.new_fires", 0, 12),
    Bound("ship.new_leaks", 0, 14),
    Bound("ship.new_masts", 0, 14),
    Bound("ship.new_steering", 0, 14),
    Bound("ship.new_adrift", *FLAG),
)

LAWS = (
    "ship: lies off the map",
    "ship: two lie on the same hex",
    "range: is not the distance between the ships",
    "ship: has more hands at work than aboard",
    "ship: is sunk without an end, or sails with no damage points left",
    "ship: has weapons behind an empty mount, or power that is not theirs",
    "turn: the fight has begun, and wind or headings are not rolled",
)


@compiled
def mounted_wrong(ship):
    """Whether a mount behind an empty one is taken, or the dice of the arcs are not those of the mounts."""
    for arc in range(4):
        power = 0
        for place in range(r.MOUNTS):
            mount = int(ship.mount[place])
            if mount > 0 and (mount - 1) // 4 == arc:
                power += r.DAMAGE[(mount - 1) % 4]
        if power != ship.power[arc]:
            return True
    for place in range(1, r.MOUNTS):
        if ship.mount[place] > 0 and ship.mount[place - 1] == 0:
            return True
    return False


@compiled
def overlap(one, other):
    """Whether two ships share a hex."""
    for place in range(one.hexes):
        back = sea.DQ[one.facing], sea.DR[one.facing]
        if sea.lies_on(other, one.q - place * back[0], one.r - place * back[1]):
            return True
    return False


@compiled
def nearest(one, other):
    """The distance between two ships."""
    found = 127
    for mine in range(one.hexes):
        for theirs in range(other.hexes):
            dq = int(one.q) - mine * sea.DQ[one.facing] - int(other.q) + theirs * sea.DQ[other.facing]
            dr = int(one.r) - mine * sea.DR[one.facing] - int(other.r) + theirs * sea.DR[other.facing]
            found = min(found, sea.distance(dq, dr))
    return found


@compiled
def broken(state):
    """0, or 1 + the number of one of `LAWS`."""
    one, other = state.ship[0], state.ship[1]
    if state.turn == 0:
        return 0  # it waits to be begun
    if min(min(state.wind, state.toward), min(state.bearing, min(one.facing, other.facing))) < 0:
        return 7
    if not sea.on_map(one.q, one.r) or not sea.on_map(other.q, other.r):
        return 1
    if overlap(one, other):
        return 2
    if state.ending != r.ESCAPED and state.range != nearest(one, other):
        return 3
    for seat in range(r.SEATS):
        ship = state.ship[seat]
        rowing = int(ship.oars[0]) + int(ship.oars[1]) if ship.rowing else 0
        working = int(ship.fires) * int(ship.fighters) + rowing + int(ship.serving)
        if state.ending == r.RUNNING and working > ship.crew:
            return 4
        if (ship.hull == 0) != (ship.sunk == 1) or (ship.sunk == 1 and state.ending == r.RUNNING):
            return 5
        if mounted_wrong(ship):
            return 6
    return 0
