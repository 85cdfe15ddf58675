"""Which values may stand in the record of a battle."""

from ..compiler import compiled
from ..game import Bound
from . import crew as c
from . import record as r
from . import sailing

# a field of the record without a row here fails a test
BOUNDS = (
    Bound("turn", 0, "nightfall"),
    Bound("nightfall", 1, 200),
    Bound("phase", 0, len(r.PHASES) - 1),
    Bound("high", 0, 1),
    Bound("first", 0, 1),
    Bound("wind_rule", 0, 1),
    Bound("wind", 0, 12),
    Bound("tied", 0, r.MAST_ROPES),
    Bound("gap", 0, 9999),
    Bound("ending", 0, len(r.ENDINGS) - 1),
    Bound("ship.kind", 0, len(r.KINDS) - 1),
    Bound("ship.length", 300, 2000),
    Bound("ship.beam", 100, 800),
    Bound("ship.levels", 1, 3),
    Bound("ship.resistance", 1, 12),
    Bound("ship.canvas", 0, 12),
    Bound("ship.oars", 0, 8),
    Bound("ship.mast", 0, 2000),
    Bound("ship.railed", 0, 1),
    Bound("ship.fore_kind", 0, 1),
    Bound("ship.guns", 0, 4),
    Bound("ship.combat", 0, 2),
    Bound("ship.armour", 0, 4),
    Bound("ship.mission", 0, len(r.MISSIONS) - 1),
    Bound("ship.x", -1600, r.WIDTH + 1600),
    Bound("ship.y", -1600, r.HEIGHT + 1600),
    Bound("ship.heading", 0, r.ROUND_ABOUT - 1),
    Bound("ship.hands", 0, 100),
    Bound("ship.boarders", 0, 100),
    Bound("ship.sail_hits", 0, 100),
    Bound("ship.glugs", 0, 1000),
    Bound("ship.deck_glugs", 0, 1000),
    Bound("ship.holes", r.NO_HOLE, 1000),
    Bound("ship.work", 0, r.LOADED),
    Bound("ship.ram", 0, 1, falls=True),
    Bound("ship.sinking", 0, 1),
    Bound("ship.under", 0, 3000),
    Bound("ship.sunk", 0, 1),
    Bound("ship.taken", 0, 1),
    Bound("ship.flung", 0, r.MAST_ROPES),
    Bound("ship.ready", 0, r.MAST_ROPES),
    Bound("ship.away", 0, r.MAST_ROPES),
    Bound("ship.on_rope", 0, 12),
    Bound("ship.fresh", 0, "boarders"),
    Bound("ship.late", 0, "boarders"),
    Bound("ship.stunned", 0, 8),
    Bound("ship.band", r.NO_AIM, r.LONG),
    Bound("ship.point", -1000, 1000),
    Bound("ship.speed", 0, 23),
    Bound("ship.moved", 0, 2300),
    Bound("ship.rammed", 0, 1),
    Bound("ship.shots", 0, 4),
    Bound("ship.stationed", 0, len(r.ALLOCATIONS)),
    Bound("ship.plan", 0, r.PLANS),
    Bound("ship.mark", 0, len(r.MARKS)),
    Bound("ship.deed", 0, len(r.DEEDS)),
)

LAWS = (
    "ship: more men on ropes than they bear",
    "ship: more hands at a station than there is room for",
    "ship: she sinks and has way, or is under and does not sink",
    "ship: a gun is loaded that she does not have",
    "ship: she is off the table, and the battle runs",
    "ship: nobody stands, and a round begins",
    "ship: more ropes are out than a crew has",
)


@compiled
def broken(state):
    """0, or 1 + the number of one of `LAWS`."""
    running = state.ending == r.RUNNING
    if sailing.room_on_ropes(state) < 0:
        return 1
    for seat in range(2):
        ship = state.ship[seat]
        if ship.hands[r.WHEEL] > 1 or ship.hands[r.OARS] > ship.oars:
            return 2
        if (ship.sinking and ship.speed > 0) or (ship.under > 0 and not ship.sinking):
            return 3
        for battery in range(3):
            end = r.FIRST_GUN[battery] + r.MOST_GUNS[battery]
            for gun in range(r.FIRST_GUN[battery] + int(ship.guns[battery]), end):
                if ship.work[gun] > 0:
                    return 4
        if running and (ship.x < 0 or ship.x > r.WIDTH or ship.y < 0 or ship.y > r.HEIGHT):
            return 5
        if running and state.phase == r.CREW and c.standing(ship) == 0:
            return 6
        if ship.ready + ship.away > r.MAST_ROPES:
            return 7
    return 0
