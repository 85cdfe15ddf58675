"""What a captain of a fleet sees: her own ship, the battle, then every slot in its order, empty where she sees nobody.

The place of a ship among the features is her slot, which is also what actions call her: `bear_down:3` closes with the
ship of `ship_3_...`. Her own slot is empty, since her ship stands first.
"""

from ...compiler import compiled, inner
from .. import boarding
from .. import record as r
from .. import ship as s
from . import record as f
from .orders import names
from .sea import raise_over

_OWN: tuple[tuple[str, float, float], ...] = (
    ("hull", 0, 1),  # Hull Points / 60
    ("hull_left", 0, 1),  # of her normal Hull Points
    ("rigging_left", 0, 1),
    ("speed", 0, 2),  # Speed now / 5
    ("handling", -2, 2),  # Handling now / 5, -10 to 10
    ("size", 0, 1),  # Size / 4
    ("spare_sail_crew", -1, 2),  # hands at the sails over the minimum / 100, at most 200
    ("squads", 0, 1),  # squads she could muster, or has left / 50, at most 50
    ("threat", 0, 1),  # dice of the gun crews / 3
    ("port_guns", 0, 1),  # guns / 24, 0 while they reload
    ("starboard_guns", 0, 1),
    ("chaser_guns", 0, 1),  # guns / 6, 0 while they reload
    ("stern_guns", 0, 1),
    ("powder", 0, 1),  # shots of one gun / 600, at most 1
    ("wet_sails", 0, 1),  # turns / 2
    ("hindered", 0, 1),  # share of: torn, slowed, fouled, anchor
    ("locked", 0, 1),  # grappled
    ("lost", 0, 1),  # she has seen nobody for a turn
)

_BATTLE: tuple[tuple[str, float, float], ...] = (
    ("phase_orders", 0, 1),
    ("phase_maneuver", 0, 1),
    ("phase_mishap", 0, 1),
    ("phase_grapple", 0, 1),
    ("phase_fire", 0, 1),
    ("mission_hunt", 0, 1),
    ("mission_run", 0, 1),
    ("turns_left", 0, 1),  # turns to nightfall / 60, at most 1
    ("calm", 0, 1),  # turns without wind / 10, at most 1
    ("own_side", 0, 1),  # ships of her side in the battle / 12
    ("enemies", 0, 1),  # all others in the battle / 12
)

# what may be known of a ship by whoever can tell what she is
_SHIP: tuple[tuple[str, float, float], ...] = (
    ("hull", 0, 1),  # Hull Points / 60
    ("hull_left", 0, 1),
    ("rigging_left", 0, 1),
    ("speed", 0, 2),  # Speed now / 5
    ("handling", -2, 2),  # Handling now / 5, -10 to 10
    ("size", 0, 1),  # Size / 4
    ("squads", 0, 1),  # / 50, at most 50
    ("broadside_guns", 0, 1),  # guns of the larger broadside / 24
    ("loaded", 0, 1),  # share of her four batteries
    ("evades", 0, 1),  # revealed this turn
    ("locked", 0, 1),
)

# and of a pair
_PAIR: tuple[tuple[str, float, float], ...] = (
    ("there", 0, 1),  # in sight
    ("enemy", 0, 1),
    ("range", 0, 1),  # 0 Close to 1 Extreme
    ("named", 0, 1),  # this turn's order is aimed at her
    ("names_me", 0, 1),
    ("raise", -1, 1),  # 1: she is beaten in the Brilliant Maneuver; -1: she has won it
    ("broadside_bears", 0, 1),  # own guns on her
    ("others_bear", 0, 1),  # own chasers or stern guns on her
    ("aims_broadside", 0, 1),  # her guns on the own ship
)

FEATURES: tuple[tuple[str, float, float], ...] = (
    *((f"own_{name}", low, high) for name, low, high in _OWN),
    *_BATTLE,
    *((f"ship_{k}_{name}", low, high) for k in range(f.SHIPS) for name, low, high in (*_PAIR, *_SHIP)),
)

_FIRST_SLOT = len(_OWN) + len(_BATTLE)
_SLOT = len(_PAIR) + len(_SHIP)
_PAIRS = len(_PAIR)
_BROADSIDE_GUNS = [name for name, _, _ in _SHIP].index("broadside_guns")


@inner
def squads(ship):
    """Squads she has left, or could muster."""
    return int(boarding.squads(ship)) if ship.squads < 0 else int(ship.squads)


@inner
def ready_guns(ship, battery):
    """Guns of a battery that are loaded."""
    return int(ship.guns[battery]) * (ship.loaded[battery] == 1)


@inner
def observe_own(state, seat, out):
    """Her own ship, in the order of `_OWN`."""
    ship = state.ship[seat]
    out[0] = ship.hull / 60
    out[1] = ship.hull / ship.hull_max
    out[2] = ship.rigging / ship.rigging_max
    out[3] = s.speed(state, ship) / 5
    out[4] = max(-10, min(10, s.handling(ship))) / 5
    out[5] = ship["size"] / 4
    out[6] = min(200, int(ship.sail_crew) - int(ship.sail_minimum)) / 100
    out[7] = min(50, squads(ship)) / 50
    out[8] = ship.threat / 3
    out[9] = ready_guns(ship, r.PORT) / 24
    out[10] = ready_guns(ship, r.STARBOARD) / 24
    out[11] = ready_guns(ship, r.CHASERS) / 6
    out[12] = ready_guns(ship, r.STERN) / 6
    out[13] = min(600, int(ship.powder)) / 600
    out[14] = ship.wet / 2
    out[15] = (int(ship.torn) + (ship.slowed > 0) + int(ship.fouled) + int(ship.anchor)) / 4
    out[16] = state.locked[seat] != 0
    out[17] = state.lost[seat]


@inner
def observe_battle(state, seat, out):
    """The battle, in the order of `_BATTLE`."""
    mission = state.ship[seat].mission
    own = others = 0
    for other in range(state.slots):
        if state.present[other]:
            if state.side[other] == state.side[seat]:
                own += 1
            else:
                others += 1
    for phase in range(5):
        out[phase] = state.phase == phase
    out[5] = mission == r.HUNT
    out[6] = mission == r.RUN
    out[7] = max(0, min(60, state.nightfall + 1 - state.turn)) / 60
    out[8] = min(10, int(state.calm)) / 10
    out[9] = own / f.SHIPS
    out[10] = others / f.SHIPS


@inner
def observe_ship(state, seat, out):
    """What whoever recognises a ship sees of her, in the order of `_SHIP`."""
    ship = state.ship[seat]
    loaded = 0
    for battery in range(4):
        loaded += ship.loaded[battery] == 1
    out[0] = ship.hull / 60
    out[1] = ship.hull / ship.hull_max
    out[2] = ship.rigging / ship.rigging_max
    out[3] = s.speed(state, ship) / 5
    out[4] = max(-10, min(10, s.handling(ship))) / 5
    out[5] = ship["size"] / 4
    out[6] = min(50, squads(ship)) / 50
    out[7] = max(int(ship.guns[0]), int(ship.guns[1])) / 24
    out[8] = loaded / 4
    out[9] = ship.order == r.EVADE
    out[10] = state.locked[seat] != 0


@inner
def observe_pair(state, seat, other, out):
    """What lies between a captain and another ship in her sight, in the order of `_PAIR`."""
    arcs = state.arcs[seat, other]
    out[0] = 1
    out[1] = state.side[seat] != state.side[other]
    out[2] = state.ranges[seat, other] / 5
    out[3] = names(state, seat, other)
    out[4] = names(state, other, seat)
    out[5] = (raise_over(state, seat, other) - raise_over(state, other, seat)) / 5
    out[6] = arcs & r.ARC_BROADSIDE
    out[7] = arcs & (r.ARC_CHASERS | r.ARC_STERN) != 0
    out[8] = state.arcs[other, seat] & r.ARC_BROADSIDE


@compiled
def observe(state, out):
    """Write the features of all seats into `out` (float32, shape (12, features), in the order of `FEATURES`).

    Beyond sight a slot is empty; beyond recognition it holds no more than that there is a ship. Hidden broadsides read
    0 to all but her own side. The features of a seat that is out of the battle are 0.

    HS-TURN-5, HS-TURN-6, HS-MOD-10
    """
    for seat in range(f.SHIPS):
        for feature in range(len(out[seat])):
            out[seat, feature] = 0
    for seat in range(state.slots):
        if state.present[seat]:
            observe_own(state, seat, out[seat])
            observe_battle(state, seat, out[seat, len(_OWN) :])
    for other in range(state.slots):
        if not state.present[other]:
            continue
        place = _FIRST_SLOT + _SLOT * other
        mine = out[other, place + _PAIRS :]
        observe_ship(state, other, mine)
        for seat in range(state.slots):
            if state.ranges[seat, other] > state.sight:
                continue
            observe_pair(state, seat, other, out[seat, place:])
            if state.ranges[seat, other] <= state.recognition or state.side[seat] == state.side[other]:
                for feature in range(len(_SHIP)):
                    out[seat, place + _PAIRS + feature] = mine[feature]
                if state.side[seat] != state.side[other] and not state.ship[other].shown:
                    out[seat, place + _PAIRS + _BROADSIDE_GUNS] = 0
        # her own slot stays empty
        for feature in range(len(_SHIP)):
            mine[feature] = 0
