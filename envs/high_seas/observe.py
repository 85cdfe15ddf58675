"""What a captain sees: named features, her own ship first."""

import numpy as np

from ..compiler import compiled, inlined, inner
from . import record as r
from . import ship as s
from .boarding import squads

_SHIP_FEATURES: tuple[tuple[str, float, float], ...] = (
    ("hull", 0, 1),  # Hull Points / 60
    ("hull_left", 0, 1),  # of her normal Hull Points
    ("rigging", 0, 1),  # Rigging Points / 40
    ("rigging_left", 0, 1),
    ("speed", 0, 2),  # Speed now / 5
    ("handling", -2, 2),  # Handling now / 5, -10 to 10
    ("size", 0, 1),  # Size / 4
    ("spare_sail_crew", -1, 2),  # hands at the sails over the minimum / 100, at most 200
    ("squads", 0, 1),  # squads she could muster, or has left / 50, at most 50
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
    ("range", 0, 1),  # 0 Close to 1 Extreme
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

_LATER_FEATURES: tuple[tuple[str, float, float], ...] = (
    ("own_heroes", 0, 1),  # heroes aboard / 6
    ("own_heroes_left", 0, 1),  # heroes who may still try a deed this turn / 6
    ("own_fuse", 0, 1),  # turns until her magazine blows up / 3
    ("own_boarders", 0, 1),  # squads left aboard the enemy / 50, at most 50
    ("enemy_heroes", 0, 1),
    ("enemy_heroes_left", 0, 1),
    ("enemy_fuse", 0, 1),
    ("enemy_boarders", 0, 1),
    ("enemy_known", 0, 1),  # 0: what her eyes cannot tell of the enemy reads 0
    ("phase_deed", 0, 1),
    ("ropes_cut", 0, 1),  # grappling ropes / 3
    ("parting", 0, 1),  # the grapples are cut; one try to grapple again
)

FEATURES: tuple[tuple[str, float, float], ...] = (
    *((f"own_{name}", low, high) for name, low, high in _SHIP_FEATURES),
    *((f"enemy_{name}", low, high) for name, low, high in _SHIP_FEATURES),
    *_BATTLE_FEATURES,
    *_LATER_FEATURES,
)

_SHIP = len(_SHIP_FEATURES)
_LATER = 2 * _SHIP + len(_BATTLE_FEATURES)

# what only eyes that have recognised a ship can tell; what she does (wet sails, tactics, bearing) shows in any case
_WET_SAILS, _HINDERED, _CAPTAIN = 21, 22, 23
_PORT_GUNS, _STARBOARD_GUNS = 11, 12


# Flags are counted out of numbers, not compared: a comparison becomes a branch, and which way it goes in the next
# battle cannot be foreseen. That halves the time of an observation.


@compiled
def observe_ship(state, ship, own, enemy):
    """One ship's features, in the order of `_SHIP_FEATURES`, into `own` and from there on into `enemy`."""
    fighting = int(squads(ship)) if ship.squads < 0 else int(ship.squads)
    gunnery = int(ship.gunnery[0]) + int(ship.gunnery[1]) + int(ship.gunnery[2]) + int(ship.gunnery[3])
    order = int(ship.order)
    hindered = int(ship.torn) + int(ship.slowed > 0) + int(ship.fouled) + int(ship.anchor)
    features = (
        np.float32(ship.hull) * np.float32(1 / 60),
        np.float32(ship.hull) / np.float32(ship.hull_max),
        np.float32(ship.rigging) * np.float32(1 / 40),
        np.float32(ship.rigging) / np.float32(ship.rigging_max),
        np.float32(s.speed(state, ship)) * np.float32(1 / 5),
        np.float32(max(-10, min(10, s.handling(ship)))) * np.float32(1 / 5),
        np.float32(ship["size"]) * np.float32(1 / 4),
        np.float32(min(200, int(ship.sail_crew) - int(ship.sail_minimum))) * np.float32(1 / 100),
        np.float32(min(50, fighting)) * np.float32(1 / 50),
        np.float32(ship.threat) * np.float32(1 / 3),
        np.float32(ship.boarding_threat + ship.over_the_side) * np.float32(1 / 3),
        np.float32(ship.guns[0]) * np.float32(1 / 24),
        np.float32(ship.guns[1]) * np.float32(1 / 24),
        np.float32(ship.guns[2]) * np.float32(1 / 6),
        np.float32(ship.guns[3]) * np.float32(1 / 6),
        np.float32(max(0, int(ship.loaded[0]))),
        np.float32(max(0, int(ship.loaded[1]))),
        np.float32(max(0, int(ship.loaded[2]))),
        np.float32(max(0, int(ship.loaded[3]))),
        np.float32(gunnery) * np.float32(1 / 20),
        np.float32(min(600, int(ship.powder))) * np.float32(1 / 600),
        np.float32(ship.wet) * np.float32(0.5),
        np.float32(hindered) * np.float32(0.25),
        np.float32(ship.wits + ship.tactics) * np.float32(0.1),
        np.float32((order >> 1) & ~order & 1),  # EVADE is 2
        np.float32((order >> 1) & order),  # BEAR_DOWN is 3
        np.float32(int(ship.desperate) >> 1),  # HARD_TURNS is 2
        np.float32(ship.bonus) * np.float32(0.2),
        np.float32(ship.arcs & r.ARC_BROADSIDE),
    )
    (
        own[0], own[1], own[2], own[3], own[4], own[5], own[6], own[7], own[8], own[9],
        own[10], own[11], own[12], own[13], own[14], own[15], own[16], own[17], own[18], own[19],
        own[20], own[21], own[22], own[23], own[24], own[25], own[26], own[27], own[28],
    ) = features  # fmt: skip
    (
        enemy[29], enemy[30], enemy[31], enemy[32], enemy[33], enemy[34], enemy[35], enemy[36], enemy[37], enemy[38],
        enemy[39], enemy[40], enemy[41], enemy[42], enemy[43], enemy[44], enemy[45], enemy[46], enemy[47], enemy[48],
        enemy[49], enemy[50], enemy[51], enemy[52], enemy[53], enemy[54], enemy[55], enemy[56], enemy[57],
    ) = features  # fmt: skip


@compiled
def observe_battle(state, mission, out):
    """What both captains see alike, but for their own mission, into `out`, in the order of `_BATTLE_FEATURES`."""
    phase = 1 << int(state.phase)
    (
        out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7], out[8], out[9], out[10], out[11], out[12],
    ) = (
        np.float32(min(5, int(state.range))) * np.float32(1 / 5),
        np.float32(1 - min(1, int(state.range))),  # CLOSE is 0
        np.float32(max(0, state.sight + 1 - state.range)) * np.float32(1 / 6),
        np.float32((phase >> r.ORDERS) & 1),
        np.float32((phase >> r.MANEUVER) & 1),
        np.float32((phase >> r.MISHAP) & 1),
        np.float32((phase >> r.GRAPPLE) & 1),
        np.float32((phase >> r.FIRE) & 1),
        np.float32(mission & 1),  # HUNT is 1
        np.float32(mission >> 1),  # RUN is 2
        np.float32(state.grappled),
        np.float32(min(60, state.nightfall + 1 - state.turn)) * np.float32(1 / 60),
        np.float32(min(10, int(state.calm))) * np.float32(0.1),
    )  # fmt: skip


@inlined
def hide(ship, enemy):
    """What the captain who watches this ship cannot see reads 0. HS-TURN-6, HS-MOD-10"""
    if not ship.known:
        for feature in range(_SHIP, _SHIP + _WET_SAILS):
            enemy[feature] = 0
        enemy[_SHIP + _HINDERED] = enemy[_SHIP + _CAPTAIN] = 0
        enemy[_LATER + 4] = enemy[_LATER + 5] = 0  # her heroes
    if not ship.shown:
        enemy[_SHIP + _PORT_GUNS] = enemy[_SHIP + _STARBOARD_GUNS] = 0


@inner
def observe_later(state, mine, theirs, out):
    """Heroes and sight, as one captain sees them, into her row, in the order of `_LATER_FEATURES`."""
    phase = 1 << int(state.phase)
    later = out[_LATER:]
    (
        later[0], later[1], later[2], later[3], later[4], later[5], later[6], later[7], later[8], later[9], later[10],
        later[11],
    ) = (
        np.float32(mine.heroes) * np.float32(1 / 6),
        np.float32(mine.deeds_left) * np.float32(1 / 6),
        np.float32(mine.fuse) * np.float32(1 / 3),
        np.float32(min(50, int(mine.boarders))) * np.float32(1 / 50),
        np.float32(theirs.heroes) * np.float32(1 / 6),
        np.float32(theirs.deeds_left) * np.float32(1 / 6),
        np.float32(theirs.fuse) * np.float32(1 / 3),
        np.float32(min(50, int(theirs.boarders))) * np.float32(1 / 50),
        np.float32(theirs.known),
        np.float32((phase >> r.DEED) & 1),
        np.float32(state.ropes) * np.float32(1 / 3),
        np.float32(min(1, int(state.parting))),
    )  # fmt: skip
    if not (theirs.known and theirs.shown):
        hide(theirs, out)


@compiled
def observe(state, out):
    """Write the features of both seats into `out` (float32, shape (2, features), in the order of `FEATURES`)."""
    first, second = out[0], out[1]
    observe_ship(state, state.ship[0], first, second)
    observe_ship(state, state.ship[1], second, first)
    observe_battle(state, int(state.ship[0].mission), first[2 * _SHIP :])
    observe_battle(state, int(state.ship[1].mission), second[2 * _SHIP :])
    observe_later(state, state.ship[0], state.ship[1], first)
    observe_later(state, state.ship[1], state.ship[0], second)
