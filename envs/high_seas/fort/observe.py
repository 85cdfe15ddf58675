"""What the captains of a raid see: named features, the same for both but for the side that they are on."""

from ...compiler import compiled
from .. import record as r
from .. import ship as s
from . import record as f
from . import works

FEATURES: tuple[tuple[str, float, float], ...] = (
    ("raider", 0, 1),  # 1 for who commands the ship
    ("range", 0, 1),  # 0 Close to 1 Extreme
    ("close", 0, 1),
    ("steps_to_escape", 0, 1),  # ranges up to the end of sight / 6
    ("turns_left", 0, 1),  # turns to nightfall / 60, at most 1
    ("phase_orders", 0, 1),
    ("phase_storm", 0, 1),
    ("phase_fire", 0, 1),
    ("facing_town", 0, 1),
    ("hull", 0, 1),  # Hull Points / 60
    ("hull_left", 0, 1),  # of her normal Hull Points
    ("rigging", 0, 1),  # Rigging Points / 40
    ("rigging_left", 0, 1),
    ("handling", -2, 2),  # Handling now / 5, -10 to 10
    ("shallow", 0, 1),
    ("circles_only", 0, 1),
    ("spare_sail_crew", -1, 2),  # hands at the sails over the minimum / 100, at most 200
    ("ship_squads", 0, 1),  # squads that she can send up the walls / 50, at most 50
    ("ship_threat", 0, 1),  # dice of the gun crews / 3
    ("ship_boarding_threat", 0, 1.5),  # Threat of her squads / 3, Over the Side adds 1
    ("pont_guns", 0, 1),  # of one side / 4
    ("port_guns", 0, 1),  # guns / 24
    ("starboard_guns", 0, 1),
    ("chaser_guns", 0, 1),  # guns / 6
    ("stern_guns", 0, 1),
    ("port_loaded", 0, 1),
    ("starboard_loaded", 0, 1),
    ("chasers_loaded", 0, 1),
    ("stern_loaded", 0, 1),
    ("ship_gunnery", 0, 1),  # mean Gunnery of the four batteries / 5
    ("powder", 0, 1),  # shots of one gun / 600, at most 1
    ("evades", 0, 1),  # revealed this turn
    ("bears_down", 0, 1),
    ("turns_hard", 0, 1),
    ("stormed", 0, 1),  # her squads have been up the walls
    ("fort_stands", 0, 1),
    ("fort_structure", 0, 1),  # Structure / 450
    ("fort_structure_left", 0, 1),  # of the normal Structure
    ("fort_guns", 0, 1),  # guns / 48
    ("fort_gunnery", 0, 1),  # / 5
    ("garrison", 0, 1),  # men / 65
    ("fort_squads", 0, 1),  # squads that it can muster, or has left / 10
    ("fort_boarding_threat", 0, 1.5),
    ("town_stands", 0, 1),
    ("town_left", 0, 1),  # points until it yields / 200
    ("town_guns", 0, 1),  # guns / 2
    ("town_gunnery", 0, 1),
)


@compiled
def observe_battle(state, out):
    """What does not belong to ship or shore, from `range` on; `raider` is left as it is."""
    out[1] = min(r.EXTREME, int(state.range)) / 5
    out[2] = state.range == r.CLOSE
    out[3] = max(0, state.sight + 1 - state.range) / 6
    out[4] = min(60, state.nightfall + 1 - state.turn) / 60
    out[5] = state.phase == r.ORDERS
    out[6] = state.phase == r.GRAPPLE
    out[7] = state.phase == r.FIRE
    out[8] = state.facing == f.TOWN


@compiled
def observe_ship(ship, out):
    """The ship, into the 26 features from `hull` to `stormed`."""
    out[0] = ship.hull / 60
    out[1] = ship.hull / ship.hull_max
    out[2] = ship.rigging / 40
    out[3] = ship.rigging / ship.rigging_max
    out[4] = max(-10, min(10, s.handling(ship))) / 5
    out[5] = ship.shallow
    out[6] = s.crippled(ship) or s.under_manned(ship)
    out[7] = min(200, int(ship.sail_crew) - int(ship.sail_minimum)) / 100
    out[8] = min(50, works.squads_to_storm(ship)) / 50
    out[9] = ship.threat / 3
    out[10] = (ship.boarding_threat + ship.over_the_side) / 3
    out[11] = ship.pont_guns / 4
    gunnery = 0
    for battery in range(4):
        out[12 + battery] = ship.guns[battery] / (24 if battery < r.CHASERS else 6)
        out[16 + battery] = ship.loaded[battery] == 1
        gunnery += int(ship.gunnery[battery])
    out[20] = gunnery / 20
    out[21] = min(600, int(ship.powder)) / 600
    out[22] = ship.order == r.EVADE
    out[23] = ship.order == r.BEAR_DOWN
    out[24] = ship.desperate == r.HARD_TURNS
    out[25] = ship.squads >= 0


@compiled
def observe_shore(fort, town, out):
    """Fort and town, into the twelve features from `fort_stands` on; what there is not is 0."""
    out[0] = works.stands(fort)
    out[1] = fort.structure / 450
    out[2] = fort.structure / max(1, int(fort.structure_max))
    out[3] = fort.guns / 48
    out[4] = fort.gunnery / 5
    out[5] = fort.garrison / 65
    out[6] = (works.garrison_squads(fort) if fort.squads < 0 else fort.squads) / 10
    out[7] = (fort.boarding_threat + fort.over_the_side) / 3
    out[8] = works.stands(town)
    out[9] = town.structure / 200
    out[10] = town.guns / 2
    out[11] = town.gunnery / 5


@compiled
def observe(state, out):
    """Write the features of both seats into `out` (float32, shape (2, features), in the order of `FEATURES`)."""
    raider, shore = out[f.RAIDER], out[f.SHORE]
    observe_battle(state, raider)
    observe_ship(state.ship[0], raider[9:35])
    observe_shore(state.shore[f.FORT], state.shore[f.TOWN], raider[35:])
    for feature in range(1, len(raider)):
        shore[feature] = raider[feature]
    raider[0] = 1
    shore[0] = 0
