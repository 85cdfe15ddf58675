"""What the captains see: named features, each from her own deck, ahead and to starboard."""

from ...compiler import compiled
from . import helm
from . import record as r
from . import squares as q

# of one ship, seen by her own captain and by the other
_SHIP = (
    ("obeys", 0, 1),  # would obey her captain in this round
    ("obeys_next", 0, 1),  # in the next round
    ("lost_turn", 0, 1),
    ("astern", 0, 1),  # her gear
    ("still", 0, 1),  # turns that she has lain still fully crewed / 2
    ("way", 0, 1),  # squares in her last turn / 12
    ("speed", 0, 1),  # / 12
    ("length", 0, 1),  # / 60
    ("beam", 0, 1),  # / 12
    ("ready_to_turn", 0, 1),
    ("before_turn", 0, 1),  # squares that she must still go before a turn / 30, at most 1
    ("flooding", 0, 1),
    ("failed", 0, 1),  # saves / 3
    ("going_down", 0, 1),
    ("to_far_edge", 0, 1),  # squares between her and the far edge / 80, at most 1
    ("reaches", 0, 1),  # 1 if she touches the enemy without turning, both staying on course
    ("reach", 0, 1),  # the squares that it takes / 40, at most 1
    ("reaches_now", 0, 1),  # within her speed
)

FEATURES: tuple[tuple[str, float, float], ...] = (
    ("boards", 0, 1),  # 1 for who is out to board
    ("on_turn", 0, 1),
    ("moves_last", 0, 1),  # in a round
    ("rounds_left", 0, 1),  # / 40, at most 1
    ("squares_left", 0, 1),  # that she may still go in this turn / 12
    ("heads_north", 0, 1),
    ("heads_east", 0, 1),
    ("heads_south", 0, 1),
    ("heads_west", 0, 1),
    ("clear_ahead", 0, 1),  # squares until an edge or a rock / 40, at most 1
    ("clear_astern", 0, 1),
    ("clear_to_port", 0, 1),
    ("clear_to_starboard", 0, 1),
    ("alongside", 0, 1),  # ends of turns that they have lain together, of those it takes
    *((f"own_{name}", low, high) for name, low, high in _SHIP),
    *((f"enemy_{name}", low, high) for name, low, high in _SHIP),
    ("enemy_ahead", -1, 1),  # her middle from mine, squares ahead / 80
    ("enemy_to_starboard", -1, 1),  # squares / 80
    ("gap_ahead", -1, 1),  # clear squares between bow or stern and her / 40; 0 where she lies abeam
    ("gap_to_starboard", -1, 1),  # clear squares between my side and her / 40; 0 where she lies ahead or astern
    ("clear", 0, 1),  # clear squares between the ships / 40, at most 1
    ("enemy_same_heading", 0, 1),
    ("enemy_heads_to_starboard", 0, 1),
    ("enemy_opposite_heading", 0, 1),
    ("enemy_heads_to_port", 0, 1),
)
SHIP, OWN = len(_SHIP), 14  # features of a ship, and where the first ones are


@compiled
def share(value, most):
    """A number as a share of the most that is told, from 0 to 1."""
    return min(1.0, max(0, value) / most)


@compiled
def observe_ship(state, seat, mine, other, out):
    """What both captains see of a ship at `mine` with the other at `other`, into `SHIP` features."""
    ship = state.ship[seat]
    out[0] = helm.steered(ship, state.turn)
    out[1] = helm.steered(ship, state.turn + 1)
    out[2] = ship.lost
    out[3] = ship.gear
    out[4] = ship.still / 2
    out[5] = ship.way / 12
    out[6] = ship.speed / 12
    out[7] = ship.length / 60
    out[8] = ship.beam / 12
    out[9] = helm.ready_to_turn(ship)
    out[10] = share(ship.turn_after - ship.run, 30)
    out[11] = ship.hull <= 0 and ship.steady == 0
    out[12] = ship.failed / 3
    out[13] = ship.down > 0
    out[14] = share(state.width - 1 - mine[2], 80)
    need = q.squares_to_reach(ship.heading, mine, other)
    out[15] = need < 99
    out[16] = share(need, 40)
    out[17] = need <= ship.speed


@compiled
def clear_of_rocks(state, lane, heading):
    """Squares along a heading from a place, seen along it, to the first rock that is in its way; 99 if none is."""
    nearest = 99
    for number in range(state.rocks):
        f1, _, t1, t2 = q.seen(heading, helm.rock_place(state, number))
        if f1 > lane[1] and t1 <= lane[3] and t2 >= lane[2]:
            nearest = min(nearest, f1 - lane[1] - 1)
    return nearest


@compiled
def observe_water(state, ship, where, out):
    """The free water around a ship, into the four features from `clear_ahead` on."""
    edges = q.seen(ship.heading, (0, 0, int(state.width) - 1, int(state.height) - 1))
    lane = q.seen(ship.heading, where)
    out[0] = share(edges[1] - lane[1], 40)
    out[1] = share(lane[0] - edges[0], 40)
    out[2] = share(lane[2] - edges[2], 40)
    out[3] = share(edges[3] - lane[3], 40)
    if state.rocks > 0:
        for place, turn in enumerate((0, 2, 3, 1)):
            heading = (ship.heading + turn) & 3
            near = clear_of_rocks(state, q.seen(heading, where), heading)
            out[place] = min(float(out[place]), near / 40)


@compiled
def gap(low, high, other_low, other_high):
    """Clear squares from one stretch to another, with a sign; 0 where they overlap."""
    if other_low > high:
        return other_low - high - 1
    if other_high < low:
        return other_high - low + 1
    return 0


@compiled
def observe_enemy(ship, enemy, mine, other, out):
    """Where the enemy is and how she heads, into the nine features from `enemy_ahead` on."""
    f1, f2, t1, t2 = q.seen(ship.heading, mine)
    g1, g2, u1, u2 = q.seen(ship.heading, other)
    out[0] = max(-1.0, min(1.0, (g1 + g2 - f1 - f2) / 160))
    out[1] = max(-1.0, min(1.0, (u1 + u2 - t1 - t2) / 160))
    ahead, beside = gap(f1, f2, g1, g2), gap(t1, t2, u1, u2)
    out[2] = max(-1.0, min(1.0, ahead / 40))
    out[3] = max(-1.0, min(1.0, beside / 40))
    out[4] = share(max(abs(ahead), abs(beside)), 40)
    turn = (enemy.heading - ship.heading) & 3
    for number in range(4):
        out[5 + number] = turn == number


@compiled
def observe_seat(state, seat, places, out):
    """The features of one captain but for `own_...` and `enemy_...`."""
    ship = state.ship[seat]
    mine, other = places
    sails = state.first ^ state.phase == seat
    out[0] = ship.mission == r.BOARD
    out[1] = sails
    out[2] = state.first != seat
    out[3] = share(state.rounds + 1 - state.turn, 40)
    out[4] = share(helm.allowance(ship, ship.gear) - ship.moved, 12) if sails and state.helm else 0.0
    for heading in range(4):
        out[5 + heading] = ship.heading == heading
    observe_water(state, ship, mine, out[9:13])
    out[13] = min(1.0, state.alongside / state.hold)
    observe_enemy(ship, state.ship[1 - seat], mine, other, out[OWN + 2 * SHIP :])


@compiled
def observe(state, out):
    """Write the features of both seats into `out` (float32, shape (2, features), in the order of `FEATURES`)."""
    places = q.place(state.ship[0]), q.place(state.ship[1])
    first, second = out[0], out[1]
    observe_seat(state, 0, (places[0], places[1]), first)
    observe_seat(state, 1, (places[1], places[0]), second)
    observe_ship(state, 0, places[0], places[1], first[OWN : OWN + SHIP])
    observe_ship(state, 1, places[1], places[0], second[OWN : OWN + SHIP])
    for feature in range(SHIP):
        first[OWN + SHIP + feature] = second[OWN + feature]
        second[OWN + SHIP + feature] = first[OWN + feature]
