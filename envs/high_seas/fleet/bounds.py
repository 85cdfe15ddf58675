"""Which values may stand in the record of a large battle."""

from ...compiler import compiled
from ...game import Bound
from .. import bounds
from .. import record as r
from . import record as f

# a slot without a ship holds zeros
_SHIP = tuple(
    bound._replace(low=min(0, bound.low) if isinstance(bound.low, int) else bound.low)
    for bound in bounds.BOUNDS
    if bound.field.startswith("ship.") and bound.field != "ship.order"
)
_EVERYBODY = (1 << f.SHIPS) - 1

# a field of the record without a row here fails a test
BOUNDS = (
    Bound("slots", 2, f.SHIPS),
    Bound("turn", 0, "nightfall"),
    Bound("nightfall", 1, 500),
    Bound("phase", 0, len(f.PHASES) - 1),
    Bound("sight", r.CLOSE, r.EXTREME),
    Bound("recognition", r.CLOSE, r.EXTREME),
    Bound("calm", 0, 1000),
    Bound("ending", 0, len(f.ENDINGS) - 1),
    Bound("size_reversed", 0, 1),
    Bound("asked", 0, _EVERYBODY),
    Bound("tried", 0, _EVERYBODY),
    Bound("silent", 0, _EVERYBODY),
    Bound("present", 0, 1, falls=True),
    Bound("side", -1, f.SHIPS - 1),
    Bound("lost", 0, 2),
    Bound("named", 0, _EVERYBODY),
    Bound("tied", 0, _EVERYBODY),
    Bound("maneuver", -1, f.ALIKE),
    Bound("locked", 0, f.SHIPS),
    Bound("parting", 0, 2),
    Bound("ranges", r.CLOSE, 100),  # beyond sight it may be any
    Bound("arcs", 0, r.ARC_BROADSIDE | r.ARC_CHASERS | r.ARC_STERN),
    Bound("shots", 0, 3 * f.SHIPS),
    Bound("damage", 0, 32767),
    Bound("ship.order", 0, f.REJOIN),
    *_SHIP,
)

LAWS = (
    "ranges: are not alike both ways",
    "locked: a ship is grappled with one that is not grappled with her, or not at Close",
    "ship.crew: is less than the hands at sails and guns",
    "ship.hull_max: is 0, and the ship is in the battle",
    "present: is 1 beyond the slots that were taken",
)


@compiled
def broken(state):
    """0, or 1 + the number of one of `LAWS`."""
    for i in range(f.SHIPS):
        ship = state.ship[i]
        if not state.present[i]:
            continue
        if i >= state.slots:
            return 5
        if ship.hull_max == 0:
            return 4
        if ship.sail_crew + ship.gun_crew > ship.crew:
            return 3
        for j in range(i):
            if state.present[j] and state.ranges[i, j] != state.ranges[j, i]:
                return 1
        other = state.locked[i] - 1
        if other >= 0 and (state.locked[other] != i + 1 or state.ranges[i, other] != r.CLOSE):
            return 2
    return 0
