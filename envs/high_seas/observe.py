"""What a captain sees: named features, her own ship first."""

import numpy as np

from ..compiler import compiled, inlined
from ..memory import copy
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

_HERO_FEATURES: tuple[tuple[str, float, float], ...] = (
    ("heroes", 0, 1),  # heroes aboard / 6
    ("fuse", 0, 1),  # turns until her magazine blows up / 3
)

_LATER_FEATURES: tuple[tuple[str, float, float], ...] = (
    ("enemy_known", 0, 1),  # 0: what her eyes cannot tell of the enemy reads 0
    ("phase_deed", 0, 1),
    ("ropes_cut", 0, 1),  # grappling ropes / 3
)

FEATURES: tuple[tuple[str, float, float], ...] = (
    *((f"own_{name}", low, high) for name, low, high in _SHIP_FEATURES),
    *((f"enemy_{name}", low, high) for name, low, high in _SHIP_FEATURES),
    *_BATTLE_FEATURES,
    *((f"own_{name}", low, high) for name, low, high in _HERO_FEATURES),
    *((f"enemy_{name}", low, high) for name, low, high in _HERO_FEATURES),
    *_LATER_FEATURES,
)

_SHIP = len(_SHIP_FEATURES)
_BATTLE = 2 * _SHIP
_HEROES = _BATTLE + len(_BATTLE_FEATURES)
_ENEMY_HEROES = _HEROES + len(_HERO_FEATURES)
_LATER = _ENEMY_HEROES + len(_HERO_FEATURES)

# what only eyes that have recognised a ship can tell; what she does (wet sails, tactics, bearing) shows in any case
_WET_SAILS, _HINDERED, _CAPTAIN = 21, 22, 23
_PORT_GUNS, _STARBOARD_GUNS = 11, 12

# the whole number of each feature times this is what a captain sees
_SHIP_SCALE = np.array([
    1 / 60, 0, 1 / 40, 0, 1 / 5, 1 / 5, 1 / 4, 1 / 100, 1 / 50, 1 / 3, 1 / 3, 1 / 24, 1 / 24, 1 / 6, 1 / 6, 1, 1, 1, 1,
    1 / 20, 1 / 600, 1 / 2, 1 / 4, 1 / 10, 1, 1, 1, 1 / 5, 1,
], np.float32)  # fmt: skip
_BATTLE_SCALE = np.array([1 / 5, 1, 1 / 6, 1, 1, 1, 1, 1, 1, 1, 1, 1 / 60, 1 / 10], np.float32)
_LATER_SCALE = np.array([1 / 6, 1 / 3, 1 / 6, 1 / 3, 1, 1, 1 / 3], np.float32)
_SCALE = np.concatenate((_SHIP_SCALE, _SHIP_SCALE, _BATTLE_SCALE, _LATER_SCALE))


# Whole numbers are written first and made into fractions all at once, which the processor does eight at a time. Flags
# are counted out of numbers, not compared: a comparison becomes a branch, and which way it goes in the next battle
# cannot be foreseen. Together that takes an observation to a third of its time.


@inlined
def count_ship(state, ship, out):
    """One ship's features as whole numbers, in the order of `_SHIP_FEATURES`, into `out` (int32)."""
    fighting = int(squads(ship)) if ship.squads < 0 else int(ship.squads)
    order = int(ship.order)
    out[0] = ship.hull
    out[2] = ship.rigging
    out[4] = s.speed(state, ship)
    out[5] = max(-10, min(10, s.handling(ship)))
    out[6] = ship["size"]
    out[7] = min(200, int(ship.sail_crew) - int(ship.sail_minimum))
    out[8] = min(50, fighting)
    out[9] = ship.threat
    out[10] = ship.boarding_threat + ship.over_the_side
    out[11] = ship.guns[0]
    out[12] = ship.guns[1]
    out[13] = ship.guns[2]
    out[14] = ship.guns[3]
    out[15] = max(0, int(ship.loaded[0]))
    out[16] = max(0, int(ship.loaded[1]))
    out[17] = max(0, int(ship.loaded[2]))
    out[18] = max(0, int(ship.loaded[3]))
    out[19] = int(ship.gunnery[0]) + int(ship.gunnery[1]) + int(ship.gunnery[2]) + int(ship.gunnery[3])
    out[20] = min(600, int(ship.powder))
    out[21] = ship.wet
    out[22] = int(ship.torn) + int(ship.slowed > 0) + int(ship.fouled) + int(ship.anchor)
    out[23] = ship.wits + ship.tactics
    out[24] = (order >> 1) & ~order & 1  # EVADE is 2
    out[25] = (order >> 1) & order  # BEAR_DOWN is 3
    out[26] = int(ship.desperate) >> 1  # HARD_TURNS is 2
    out[27] = ship.bonus
    out[28] = ship.arcs & r.ARC_BROADSIDE


@inlined
def count_battle(state, out):
    """What both captains see alike, in the order of `_BATTLE_FEATURES`, into `out` (int32)."""
    phase = 1 << int(state.phase)
    out[0] = min(5, int(state.range))
    out[1] = 1 - min(1, int(state.range))  # CLOSE is 0
    out[2] = max(0, state.sight + 1 - state.range)
    out[3] = (phase >> r.ORDERS) & 1
    out[4] = (phase >> r.MANEUVER) & 1
    out[5] = (phase >> r.MISHAP) & 1
    out[6] = (phase >> r.GRAPPLE) & 1
    out[7] = (phase >> r.FIRE) & 1
    out[10] = state.grappled
    out[11] = min(60, state.nightfall + 1 - state.turn)
    out[12] = min(10, int(state.calm))


@inlined
def count_later(state, out):
    """Heroes and sight as the first captain sees them, in the order of the last features, into `out` (int32)."""
    mine, theirs = state.ship[0], state.ship[1]
    out[0] = mine.heroes
    out[1] = mine.fuse
    out[2] = theirs.heroes
    out[3] = theirs.fuse
    out[4] = theirs.known
    out[5] = state.phase == r.DEED
    out[6] = state.ropes


@inlined
def hide(ship, enemy):
    """What the captain who watches this ship cannot see reads 0. HS-TURN-6, HS-MOD-10"""
    if not ship.known:
        for feature in range(_SHIP, _SHIP + _WET_SAILS):
            enemy[feature] = 0
        enemy[_SHIP + _HINDERED] = enemy[_SHIP + _CAPTAIN] = enemy[_ENEMY_HEROES] = 0
    if not ship.shown:
        enemy[_SHIP + _PORT_GUNS] = enemy[_SHIP + _STARBOARD_GUNS] = 0


@compiled
def observe(state, out):
    """Write the features of both seats into `out` (float32, shape (2, features), in the order of `FEATURES`)."""
    first, second = out[0], out[1]
    # the whole numbers lie where the fractions will
    whole = first.view(np.int32)
    for seat in range(r.SEATS):
        count_ship(state, state.ship[seat], whole[seat * _SHIP :])
    count_battle(state, whole[_BATTLE:])
    count_later(state, whole[_HEROES:])
    for feature in range(len(_SCALE)):
        first[feature] = np.float32(whole[feature]) * _SCALE[feature]
    copy(first, _SHIP, second, 0, _SHIP)
    copy(first, 0, second, _SHIP, _SHIP)
    copy(first, _BATTLE, second, _BATTLE, len(_SCALE) - _BATTLE)
    second[_HEROES] = first[_ENEMY_HEROES]
    second[_HEROES + 1] = first[_ENEMY_HEROES + 1]
    second[_ENEMY_HEROES] = first[_HEROES]
    second[_ENEMY_HEROES + 1] = first[_HEROES + 1]
    for seat in range(r.SEATS):
        mine, theirs, ship = out[seat], out[1 - seat], state.ship[seat]
        hull = np.float32(ship.hull) / np.float32(ship.hull_max)
        rigging = np.float32(ship.rigging) / np.float32(ship.rigging_max)
        mine[1] = theirs[_SHIP + 1] = hull
        mine[3] = theirs[_SHIP + 3] = rigging
        mine[_BATTLE + 8] = np.float32(int(ship.mission) & 1)  # HUNT is 1
        mine[_BATTLE + 9] = np.float32(int(ship.mission) >> 1)  # RUN is 2
        theirs[_LATER] = np.float32(ship.known)
        if not (ship.known and ship.shown):
            hide(ship, theirs)
