"""What the captains see: named features, the same for both, each from her own ship."""

import math

from ..compiler import compiled
from . import crew as c
from . import record as r
from . import sailing, sinking
from . import table as t

# of the own ship and, with `enemy_` before it, of the other
_SHIP: tuple[tuple[str, float, float], ...] = (
    ("length", 0, 1),  # / 12"
    ("resistance", 0, 1),  # / 12
    ("speed", 0, 2),  # inches that she may move this round / 10
    ("sails", 0, 1.5),  # inches that her sails give now / 10
    ("oars", 0, 1),  # / 8
    ("crew", 0, 2),  # men aboard / 50
    ("gunners", 0, 1),  # men at the guns / 30
    ("bailers", 0, 4),  # men at the breach / 25
    ("rope_men", 0, 2),  # men at the ropes / 50
    ("boarders", 0, 2),  # her men on the other deck / 50
    ("combat", 0, 1),  # / 2
    ("armour", 0, 1),  # / 4
    ("railed", 0, 1),
    ("ram", 0, 1),  # fitted and whole
    ("leaks", 0, 1),  # glugs a round / 30, at most 30
    ("unbailed", 0, 1),  # glugs that nobody bails / 12, at most 12
    ("sinking", 0, 1),
    ("under", 0, 1),  # how much of her top level is under
    ("flung", 0, 1),  # her ropes that wait to be tied / 4
    ("ready", 0, 1),  # her ropes to swing on / 4
    ("away", 0, 1),  # her ropes on the other deck / 4
    ("on_rope", 0, 1),  # her men half-way across / 12
    ("stunned", 0, 1),  # her stunned men / 4
    ("catapults", 0, 1),  # whether they are what she has fore
    ("port_loading", 0, 1),  # points of work in her port guns / 24
    ("starboard_loading", 0, 1),
    ("fore_loading", 0, 1),  # / 12
    ("port_bears", 0, 1),  # 1 at short range, 2/3 at medium, 1/3 at long, 0 if it does not bear
    ("starboard_bears", 0, 1),
    ("fore_bears", 0, 1),
    ("edge_ahead", 0, 1),  # inches to the edge of the table ahead / 72, at most 72
    ("edge_port", 0, 1),  # to port
    ("edge_starboard", 0, 1),
    ("enemy_ahead", -1, 1),  # cosine of the direction in which the other lies
    ("enemy_right", -1, 1),  # its sine
)

_BATTLE: tuple[tuple[str, float, float], ...] = (
    ("turns_left", 0, 1),  # rounds to nightfall / 60, at most 1
    ("phase_stations", 0, 1),
    ("phase_initiative", 0, 1),
    ("phase_move", 0, 1),  # the move of who moves first
    ("phase_answer", 0, 1),  # and the other's
    ("phase_fire", 0, 1),
    ("phase_ropes", 0, 1),
    ("wind", -1, 1),  # inches that it adds to the sails / 3
    ("tied", 0, 1),  # ropes that tie the ships / 4
    ("distance", 0, 1),  # between the centres / 90"
    ("gap", 0, 1),  # between the outlines / 30", at most 30
    ("rope_throw", 0, 1),  # within 6"
    ("jump", 0, 1),  # within 3"
    ("high", 0, 1),  # the own die was higher
    ("first", 0, 1),  # the own ship moves first
    ("hunts", 0, 1),
    ("runs", 0, 1),
)

OWN = len(_BATTLE)
EACH = len(_SHIP)
FEATURES = (*_BATTLE, *_SHIP, *((f"other_{name}", low, high) for name, low, high in _SHIP))


@compiled
def edge(ship, quarter):
    """How far the edge of the table is from her centre, in quarter turns to starboard of her heading; at most 72"."""
    heading = (int(ship.heading) + 180 * quarter) % r.ROUND_ABOUT
    return max(0, min(r.WIDTH, t.to_edge(int(ship.x), int(ship.y), heading)))


@compiled
def loading(ship, battery):
    """Points of work in the guns of a battery."""
    points = 0
    for gun in range(r.FIRST_GUN[battery], r.FIRST_GUN[battery] + int(ship.guns[battery])):
        points += int(ship.work[gun])
    return points


@compiled
def observe_ship(state, seat, out):
    """One ship, into the features of `_SHIP`."""
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    out[0] = ship.length / 1200
    out[1] = ship.resistance / 12
    out[2] = ship.speed / 10
    out[3] = sailing.sail_speed(ship, state.wind) / 10
    out[4] = ship.oars / 8
    out[5] = c.crew(ship) / 50
    out[6] = ship.hands[r.GUNS] / 30
    out[7] = ship.hands[r.BREACH] / 25
    out[8] = ship.hands[r.ROPES] / 50
    out[9] = ship.boarders / 50
    out[10] = ship.combat / 2
    out[11] = ship.armour / 4
    out[12] = ship.railed
    out[13] = ship.ram
    out[14] = min(30, c.leaks(ship)) / 30
    out[15] = min(12, c.unbailed(ship)) / 12
    out[16] = ship.sinking
    out[17] = min(1.0, sinking.top_under(ship) / ship.length)
    out[18] = ship.flung / 4
    out[19] = ship.ready / 4
    out[20] = ship.away / 4
    out[21] = ship.on_rope / 12
    out[22] = min(4, int(ship.stunned)) / 4
    out[23] = ship.fore_kind
    for battery in range(3):
        out[24 + battery] = loading(ship, battery) / (12 if battery == r.FORE else 24)
        out[27 + battery] = (3 - ship.band[battery]) / 3 if ship.band[battery] >= 0 else 0.0
    out[30] = edge(ship, 0) / r.WIDTH
    out[31] = edge(ship, 3) / r.WIDTH
    out[32] = edge(ship, 1) / r.WIDTH
    ahead, right = t.seen_from(ship, int(enemy.x), int(enemy.y))
    far = max(1.0, math.sqrt(ahead * ahead + right * right))
    out[33] = ahead / far
    out[34] = right / far
    return far


@compiled
def observe_battle(state, seat, far, out):
    """What does not belong to a ship."""
    mission = state.ship[seat].mission
    out[0] = min(60, state.nightfall + 1 - state.turn) / 60
    for phase in range(6):
        out[1 + phase] = state.phase == phase
    out[7] = max(-3, sailing.wind_shift(state.wind)) / 3
    out[8] = state.tied / 4
    out[9] = min(1.0, far / 9000)
    out[10] = min(3000, int(state.gap)) / 3000
    out[11] = state.gap <= 600
    out[12] = state.gap <= 300
    out[13] = state.high == seat
    out[14] = state.first == seat
    out[15] = mission == r.HUNT
    out[16] = mission == r.RUN


@compiled
def observe(state, out):
    """Write the features of both seats into `out` (float32, shape (2, features), in the order of `FEATURES`)."""
    for seat in range(2):
        far = observe_ship(state, seat, out[seat, OWN:])
        observe_battle(state, seat, far, out[seat])
    for place in range(EACH):
        out[1, OWN + EACH + place] = out[0, OWN + place]
        out[0, OWN + EACH + place] = out[1, OWN + place]
