"""Which values may stand in the record of a raid."""

from ...compiler import compiled
from ...game import Bound
from .. import bounds
from .. import record as r
from . import record as f
from .turn import nearest_range

# a field of the record without a row here fails a test
BOUNDS = (
    Bound("range", r.CLOSE, r.EXTREME + 1),
    Bound("sight", r.CLOSE, r.EXTREME),
    Bound("turn", 0, "nightfall"),
    Bound("nightfall", 1, 500),
    Bound("phase", 0, len(r.PHASES) - 1),
    Bound("facing", f.FORT, f.TOWN),
    Bound("ending", 0, len(f.ENDINGS) - 1),
    *(bound for bound in bounds.BOUNDS if bound.field.startswith("ship.")),
    Bound("shore.kind", 0, f.A_TOWN),
    Bound("shore.structure", 0, "structure_max", falls=True),
    Bound("shore.structure_max", 0, 1000),
    Bound("shore.guns", 0, 200, falls=True),
    Bound("shore.gunnery", 0, 5),
    Bound("shore.threat", 0, 10),
    Bound("shore.garrison", 0, 1000, falls=True),
    Bound("shore.squads", -1, 200),
    Bound("shore.boarding_threat", 0, 10),
    Bound("shore.over_the_side", 0, 1),
    Bound("shore.fallen", 0, f.YIELDED),
    Bound("shore.fired", 0, 1),
    Bound("shore.aim", 0, r.GRAPE),
)

LAWS = (
    "range: is out of sight, and the raid runs",
    "range: is nearer than the ship's draft lets her come",
    "facing: is not the first work that stands",
    "phase: is none of a raid",
    "ship[0].crew: is less than the hands at sails and guns",
    "shore: a work has fallen without an end, or there is no work",
)


@compiled
def broken(state):
    """0, or 1 + the number of one of `LAWS`."""
    ship, fort, town = state.ship[0], state.shore[f.FORT], state.shore[f.TOWN]
    running = state.ending == r.RUNNING
    if running and state.range > state.sight:
        return 1
    if state.range < nearest_range(ship):
        return 2
    past = fort.kind == f.NONE or (fort.fallen != f.STANDS and town.kind != f.NONE)
    if past != (state.facing == f.TOWN):
        return 3
    if state.phase != r.ORDERS and state.phase != r.GRAPPLE and state.phase != r.FIRE:
        return 4
    if ship.sail_crew + ship.gun_crew > ship.crew:
        return 5
    work = state.shore[state.facing]
    if work.kind == f.NONE or (running and (work.fallen != f.STANDS or work.structure == 0)):
        return 6
    return 0
