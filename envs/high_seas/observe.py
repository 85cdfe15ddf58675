"""What a captain sees: named features, her own ship first."""

import numpy as np

from ..compiler import compiled
from . import record as r
from . import ship as s
from .boarding import squads

_SHIP_FEATURES: tuple[tuple[str, float, float], ...] = (
    ("hull", 0, 1),  # Hull Points / 60
    ("hull_left", 0, 1),  # of her normal Hull Points
    ("rigging", 0, 1),  # Rigging Points / 40
    ("rigging_left", 0, 1),
    ("speed", 0, 2),  # Speed now / 5
    ("handling", -2, 2),  # Handling now / 5, at least -2
    ("size", 0, 1),  # Size / 4
    ("spare_sail_crew", -1, 2),  # hands at the sails over the minimum / 100
    ("squads", 0, 1),  # squads she could muster, or has left / 50
    ("threat", 0, 1),  # dice of the gun crews / 3
    ("boarding_threat", 0, 1.5),  # Threat of her squads / 3, Over the Side adds 1
    ("port_guns", 0, 1),  # guns / 24
    ("starboard_guns", 0, 1),
    ("chaser_guns", 0, 1),  # guns / 6
    ("stern_guns", 0, 1),
    ("port_loaded", 0, 1),
    ("starboard_loaded", 0, 1),
    ("chasers_loaded", 0, 1),
    ("stern_loaded", 0, 1),
    ("gunnery", 0, 1),  # mean Gunnery of the four batteries / 5
    ("powder", 0, 1),  # shots of one gun / 600, at most 1
    ("wet_sails", 0, 1),  # turns / 2
    ("hindered", 0, 1),  # share of: torn, slowed, fouled, anchor
    ("captain", 0, 1),  # dice of the Brilliant Maneuver / 10
    ("evades", 0, 1),  # revealed this turn
    ("bears_down", 0, 1),
    ("turns_hard", 0, 1),
    ("bonus", 0, 1),  # won the Brilliant Maneuver
    ("broadside_bears", 0, 1),
)

_BATTLE_FEATURES: tuple[tuple[str, float, float], ...] = (
    ("range", 0, 1),  # 0 Close to 1 Extreme or beyond
    ("close", 0, 1),
    ("steps_to_escape", 0, 1),  # ranges up to the end of sight / 6
    ("phase_orders", 0, 1),
    ("phase_maneuver", 0, 1),
    ("phase_mishap", 0, 1),
    ("phase_grapple", 0, 1),
    ("phase_fire", 0, 1),
    ("mission_hunt", 0, 1),
    ("mission_run", 0, 1),
    ("grappled", 0, 1),
    ("turns_left", 0, 1),  # turns to nightfall / 60, at most 1
    ("calm", 0, 1),  # turns without wind / 10, at most 1
)

FEATURES: tuple[tuple[str, float, float], ...] = (
    *((f"own_{name}", low, high) for name, low, high in _SHIP_FEATURES),
    *((f"enemy_{name}", low, high) for name, low, high in _SHIP_FEATURES),
    *_BATTLE_FEATURES,
)

_SHIP = len(_SHIP_FEATURES)




@compiled
def observe_ship(state, ship, out):
    """One ship's features into the first places of `out`, in the order of `_SHIP_FEATURES`."""
    out[0] = np.float32(ship.hull) * np.float32(1 / 60)
    out[1] = np.float32(ship.hull) / np.float32(ship.hull_max)
    out[2] = np.float32(ship.rigging) * np.float32(1 / 40)
    out[3] = np.float32(ship.rigging) / np.float32(ship.rigging_max)
    out[4] = np.float32(s.speed(state, ship)) * np.float32(1 / 5)
    out[5] = np.float32(max(-10, s.handling(ship))) * np.float32(1 / 5)
    out[6] = np.float32(ship.size) * np.float32(1 / 4)
    out[7] = np.float32(ship.sail_crew - ship.sail_minimum) * np.float32(1 / 100)
    out[8] = np.float32(squads(ship) if ship.squads < 0 else ship.squads) * np.float32(1 / 50)
    out[9] = np.float32(ship.threat) * np.float32(1 / 3)
    out[10] = np.float32(ship.boarding_threat + ship.over_the_side) * np.float32(1 / 3)
    out[11] = np.float32(ship.guns[0]) * np.float32(1 / 24)
    out[12] = np.float32(ship.guns[1]) * np.float32(1 / 24)
    out[13] = np.float32(ship.guns[2]) * np.float32(1 / 6)
    out[14] = np.float32(ship.guns[3]) * np.float32(1 / 6)
    out[15] = np.float32(ship.loaded[0] == 1)
    out[16] = np.float32(ship.loaded[1] == 1)
    out[17] = np.float32(ship.loaded[2] == 1)
    out[18] = np.float32(ship.loaded[3] == 1)
    gunnery = int(ship.gunnery[0]) + int(ship.gunnery[1]) + int(ship.gunnery[2]) + int(ship.gunnery[3])
    out[19] = np.float32(gunnery) * np.float32(1 / 20)
    out[20] = np.float32(min(600, int(ship.powder))) * np.float32(1 / 600)
    out[21] = np.float32(ship.wet) * np.float32(0.5)
    hindered = int(ship.torn) + int(ship.slowed > 0) + int(ship.fouled) + int(ship.anchor)
    out[22] = np.float32(hindered) * np.float32(0.25)
    out[23] = np.float32(ship.wits + ship.tactics) * np.float32(0.1)
    out[24] = np.float32(ship.order == r.EVADE)
    out[25] = np.float32(ship.order == r.BEAR_DOWN)
    out[26] = np.float32(ship.desperate == r.HARD_TURNS)
    out[27] = np.float32(ship.bonus > 0)
    out[28] = np.float32(ship.arcs & r.ARC_BROADSIDE)


@compiled
def observe_battle(state, mission, out):
    """What both captains see alike, but for their own mission, into the last places of `out`."""
    out[58] = np.float32(min(r.EXTREME, int(state.range))) * np.float32(1 / 5)
    out[59] = np.float32(state.range == r.CLOSE)
    out[60] = np.float32(max(0, state.sight + 1 - state.range)) * np.float32(1 / 6)
    out[61] = np.float32(state.phase == r.ORDERS)
    out[62] = np.float32(state.phase == r.MANEUVER)
    out[63] = np.float32(state.phase == r.MISHAP)
    out[64] = np.float32(state.phase == r.GRAPPLE)
    out[65] = np.float32(state.phase == r.FIRE)
    out[66] = np.float32(mission == r.HUNT)
    out[67] = np.float32(mission == r.RUN)
    out[68] = np.float32(state.grappled)
    out[69] = np.float32(min(60, state.nightfall + 1 - state.turn)) * np.float32(1 / 60)
    out[70] = np.float32(min(10, int(state.calm))) * np.float32(0.1)


@compiled
def observe(state, out):
    """Write the features of both seats into `out` (float32, shape (2, features), in the order of `FEATURES`)."""
    first, second = out[0], out[1]
    observe_ship(state, state.ship[0], first)
    observe_ship(state, state.ship[1], second)
    for i in range(_SHIP):
        first[_SHIP + i] = second[i]
        second[_SHIP + i] = first[i]
    observe_battle(state, state.ship[0].mission, first)
    observe_battle(state, state.ship[1].mission, second)
