"""Which values may stand in the record of an encounter."""

from ..compiler import compiled
from ..game import Bound
from . import record as r
from . import ship as s

# a field of the record without a row here fails a test
BOUNDS = (
    Bound("turn", 0, "nightfall"),
    Bound("nightfall", 1, 200),
    Bound("phase", 0, len(r.PHASES) - 1),
    Bound("opposed", 0, 1),
    Bound("count_crew", 0, 1),
    Bound("location", 0, len(r.LOCATIONS) - 1),
    Bound("places", 1, 63),
    Bound("range", r.SHORT, r.LONG),
    Bound("bearing", 0, len(r.BEARINGS) - 1),
    Bound("picker", 0, 1),
    Bound("ending", 0, len(r.ENDINGS) - 1),
    Bound("away", -1, 1),
    Bound("stake", 0, len(r.STAKES) - 1),
    Bound("roller", 0, 1),
    Bound("outcome", 0, r.TRIUMPH),
    Bound("forced", 0, 1),
    Bound("natural", 0, 20),
    Bound("total", -60, 100),
    Bound("stood", 0, 3),
    Bound("wish", 0, len(r.LOCATIONS) - 1),
    Bound("ship.kind", 0, len(r.KINDS) - 1),
    Bound("ship.mission", 0, len(r.MISSIONS) - 1),
    Bound("ship.size", 0, 5),
    Bound("ship.hull", -20, "hull_max"),
    Bound("ship.hull_max", 1, 20),
    Bound("ship.defense", 5, 30),
    Bound("ship.command", -10, 10),
    Bound("ship.leader", 0, 20),
    Bound("ship.mate", 0, 20),
    Bound("ship.sense", 0, 20),
    Bound("ship.steam", 0, 1),
    Bound("ship.rigging", r.DESTROYED, r.INTACT),
    Bound("ship.stores", 0, "stores_max"),
    Bound("ship.stores_max", 0, 5),
    Bound("ship.fitted", 0, 31),
    Bound("ship.attack", 0, 15),
    Bound("ship.weapons", r.DESTROYED, r.INTACT),
    Bound("ship.fired", 0, 31),
    Bound("ship.hands", 0, 1000, falls=True),
    Bound("ship.watch", 0, 1000),
    Bound("ship.pilots", 1, 100),
    Bound("ship.smoke", 0, 1),
    Bound("ship.fire", 0, 1),
    Bound("ship.muscle", 0, 9),
    Bound("ship.mended", 0, 10),
    Bound("ship.sinking", 0, 2),
    Bound("ship.aground", 0, 1),
    Bound("ship.spun", 0, 1),
    Bound("ship.spins", 0, 1),
    Bound("ship.drawn", 0, 1),
    Bound("ship.sunk", 0, 1),
    Bound("ship.taken", 0, 1),
    Bound("ship.named", 0, 1),
    Bound("ship.officers", 0, r.MOST_OFFICERS, falls=True),
    Bound("ship.skill", 0, 20),
    Bound("ship.knack", 0, 10),
    Bound("ship.reach", 0, 3),
    Bound("ship.wounds", 0, 20),
    Bound("ship.free", 0, "officers"),
    Bound("ship.spot", r.NOWHERE, r.HULL),
    Bound("ship.acted", 0, 1),
    Bound("ship.task", 0, len(r.MENDS)),
    Bound("ship.navigated", 0, 1),
    Bound("ship.watched", 0, 1),
    Bound("ship.piped", 0, r.TO_SHOT),
    Bound("ship.exposed", 0, 1),
    Bound("ship.refused", 0, 1),
    Bound("ship.fogged", 0, 1),
    Bound("ship.trick", 0, 5),
    Bound("ship.evading", 0, 10),
    Bound("ship.facing", r.FORE, r.AFT),
    Bound("ship.fires", 0, 31),
    Bound("ship.gunners", 0, 3),
    Bound("ship.shoots", 0, 1),
    Bound("ship.engineers", 0, r.MOST_OFFICERS),
    Bound("ship.margin", r.MISSED, 40),
    Bound("ship.aim", -1, r.HULL),
)

LAWS = (
    "ship: a weapon stands where none was fitted",
    "ship: the officers are not as many as can still bear wounds",
    "ship: a captain without a name has officers",
    "location: is none that the encounter may be in",
    "range: is greater than one sees in fog",
    "ending: a ship is lost, and the encounter runs",
    "ship: more hull is mended than may be",
    "ship: fires a weapon that she has not",
    "ship: smoke, fire or hands are not as her weapons and crew are",
)


@compiled
def broken(state):
    """0, or 1 + the number of one of `LAWS`."""
    for seat in range(2):
        ship = state.ship[seat]
        for weapon in range(5):
            if (ship.fitted >> weapon) & 1 == 0 and ship.weapons[weapon] != r.DESTROYED:
                return 1
        standing = 0
        for officer in range(1, 1 + r.MOST_OFFICERS):
            standing += int(ship.wounds[officer] > 0)
        if standing != ship.officers:
            return 2
        if ship.named == 0 and (ship.officers > 0 or ship.wounds[r.CAPTAIN] > 0):
            return 3
        if 2 * ship.mended > ship.hull_max + 1:
            return 7
        if ship.fires & ~ship.fitted:
            return 8
        if ship.smoke != s.smoking(ship) or ship.fire != s.burning(ship) or ship.muscle != s.doublings(ship.hands):
            return 9
    if (state.places >> state.location) & 1 == 0:
        return 4
    if state.location == r.FOG and state.range == r.LONG:
        return 5
    gone = state.ship[0].sunk + state.ship[1].sunk + state.ship[0].taken + state.ship[1].taken > 0
    if gone != (state.ending == r.SUNK or state.ending == r.TAKEN):
        return 6
    return 0
