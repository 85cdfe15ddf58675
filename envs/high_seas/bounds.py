"""Which values may stand in the record of a battle of high_seas."""

from ..compiler import compiled
from ..game import Bound
from . import record as r

FLAGS = (
    *("torn", "fouled", "anchor", "sunk", "taken", "over_the_side", "oars"),
    *("shallow", "disgruntled", "concealed", "warped", "by_shares", "known", "shown"),
)

# a field of the record without a row here fails a test
BOUNDS = (
    Bound("phases", 0, (1 << len(r.PHASES)) - 1),
    Bound("range", r.CLOSE, 100),  # beyond sight it may be any
    Bound("sight", r.CLOSE, r.EXTREME),
    Bound("recognition", r.CLOSE, r.EXTREME),
    Bound("turn", 0, "nightfall"),
    Bound("nightfall", 1, 500),
    Bound("phase", 0, len(r.PHASES) - 1),
    Bound("calm", 0, 1000),
    Bound("grappled", 0, 1),
    Bound("parting", 0, 2),
    Bound("ropes", 0, 100),
    Bound("ending", 0, len(r.ENDINGS) - 1),
    Bound("size_reversed", 0, 1),
    Bound("ship.kind", 0, len(r.HULLS) - 1),
    Bound("ship.hull", 0, "hull_max", falls=True),
    Bound("ship.hull_max", 1, 1000),
    Bound("ship.rigging", 0, "rigging_max", falls=True),
    Bound("ship.rigging_max", 0, 1000),
    Bound("ship.speed", 0, 20),
    Bound("ship.handling", -100, 20, falls=True),
    Bound("ship.size", 0, 20),
    Bound("ship.crew", 0, 2000, falls=True),
    Bound("ship.sail_crew", 0, "crew", falls=True),
    Bound("ship.sail_minimum", 0, 1000),
    Bound("ship.gun_crew", 0, "crew", falls=True),
    Bound("ship.guns", 0, 200, falls=True),
    Bound("ship.loaded", -1, 1),
    Bound("ship.gunnery", 0, 5),
    Bound("ship.powder", 0, 10_000, falls=True),
    Bound("ship.pont_guns", 0, 100, falls=True),
    Bound("ship.threat", 1, 10),
    Bound("ship.boarding_threat", 1, 10),
    # the hand of roll-and-keep holds ten dice
    Bound("ship.wits", 1, 5),
    Bound("ship.tactics", 0, 5, falls=True),
    Bound("ship.strategy", 0, 5, falls=True),
    Bound("ship.fighter_share", 0, 12),
    Bound("ship.fighters_besides", 0, 2000),
    Bound("ship.mission", 0, len(r.MISSIONS) - 1),
    Bound("ship.wet", 0, 2),
    Bound("ship.slowed", 0, 2),
    Bound("ship.squads", -1, 400),
    Bound("ship.heroes", 0, 20),
    Bound("ship.panache", 0, 5),
    Bound("ship.fencing", 0, 5),
    Bound("ship.boarders", 0, 400),
    Bound("ship.fuse", 0, 10),
    Bound("ship.deeds", 0, 32767),
    Bound("ship.deeds_left", 0, "heroes"),
    Bound("ship.order", 0, r.BEAR_DOWN),
    Bound("ship.desperate", 0, r.HARD_TURNS),
    Bound("ship.bonus", 0, 5),
    Bound("ship.arcs", 0, r.ARC_BROADSIDE | r.ARC_CHASERS | r.ARC_STERN),
    Bound("ship.adrift", 0, r.OVERBOARD),
    Bound("ship.fired", 0, len(r.BATTERIES)),
    Bound("ship.aim", 0, r.GRAPE),
    *(Bound(f"ship.{flag}", 0, 1) for flag in FLAGS),
)

LAWS = (
    "range: is out of sight, and the battle runs",
    "grappled: is 1, but the ships are not at Close",
    "ship[0].crew: is less than the hands at sails and guns",
    "ship[1].crew: is less than the hands at sails and guns",
)


@compiled
def broken(state):
    """0, or 1 + the number of one of `LAWS`."""
    if state.ending == r.RUNNING and state.range > state.sight:
        return 1
    if state.grappled and state.range != r.CLOSE:
        return 2
    for seat in range(r.SEATS):
        ship = state.ship[seat]
        if ship.sail_crew + ship.gun_crew > ship.crew:
            return 3 + seat
    return 0
