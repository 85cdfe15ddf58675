"""What the captains see: named features, from the captain's own seat and on her own heading."""

from ..compiler import compiled
from . import helm, sails, sea
from . import record as r

SHIP_FEATURES: tuple[tuple[str, float, float], ...] = (
    ("damage_points", 0, 1),  # / 450
    ("damage_points_left", 0, 1),  # of those of a whole ship
    ("rating", 0, 1),  # Speed Rating now / 5
    ("speed", 0, 1),  # / 7
    ("top_speed", 0, 1),  # on this heading / 7
    ("into_the_wind", 0, 1),
    ("with_the_wind", 0, 1),
    ("wind_from_port", -1, 1),  # 1 if it comes over the port side, -1 over the starboard side
    ("flounders", 0, 1),  # quints / 7
    ("rows", 0, 1),
    ("may_row", 0, 1),
    ("slow", 0, 1),  # a hexside a hex: Slow Cutting
    ("cut", 0, 1),  # hexsides a quint by the Cut Rating / 2
    ("cutting", 0, 1),  # the last hex was cut in vain
    ("fires", 0, 1),  # / 5, at most 5
    ("leaks", 0, 1),  # / 4, at most 4
    ("sinks", 0, 1),
    ("ram", 0, 1),
    ("blades", 0, 1),
    ("hexes", 0, 1),  # / 3
    ("hands", 0, 1),  # hands that are free / 120
    ("skill", -1, 1),  # of crew and captain to hit / 20
    ("hexes_left", 0, 1),  # to move this quint / 7
    ("power_fore", 0, 1),  # dice of damage in the arc / 24
    ("power_aft", 0, 1),
    ("power_port", 0, 1),
    ("power_starboard", 0, 1),
    ("loaded_fore", 0, 1),  # of these the loaded ones
    ("loaded_aft", 0, 1),
    ("loaded_port", 0, 1),
    ("loaded_starboard", 0, 1),
    ("bears_fore", 0, 1),  # the other ship lies in the arc
    ("bears_aft", 0, 1),
    ("bears_port", 0, 1),
    ("bears_starboard", 0, 1),
    ("along", -1, 1),  # hexes to the other bow along her head / 41
    ("across", -1, 1),  # to port / 41
    ("edge", 0, 1),  # hexes to the nearest edge of the map / 20
    ("edge_ahead", 0, 1),  # hexes to the edge straight ahead / 41, at most 41
    ("hurt", 0, 1),  # damage of this quint / 60, at most 60
    ("lobbed", 0, 1),  # dice of her catapults / 24
    ("reaction", 0, 1),  # / 20
)
FEATURES: tuple[tuple[str, float, float], ...] = (
    *((f"own_{name}", low, high) for name, low, high in SHIP_FEATURES),
    *((f"enemy_{name}", low, high) for name, low, high in SHIP_FEATURES),
    ("same_heading", -1, 1),  # 1 for the same heading, -1 for the opposite one
    ("wind", -1, 1),  # what it does to speed / 2
    ("calm", 0, 1),
    ("range", 0, 1),  # hexes / 41, at most 41
    ("in_range", 0, 1),  # 1 - hexes / 8, at least 0
    ("quints_left", 0, 1),  # to nightfall / 120, at most 1
    ("moves_first", -1, 1),  # -1 for who moves last and fires first
    ("may_hunt", 0, 1),  # the mission
    ("may_run", 0, 1),
    ("phase_hands", 0, 1),
    ("phase_speed", 0, 1),
    ("phase_move", 0, 1),
    ("phase_fire", 0, 1),
)

OWN, ENEMY = 0, len(SHIP_FEATURES)
SHARED = 2 * len(SHIP_FEATURES)
_SAME = (1.0, 0.5, -0.5, -1.0, -0.5, 0.5)
_ROW = 1 / 41
_DIE = 1 / 24


@compiled
def edge_ahead(ship):
    """Hexes that she can go straight ahead before the map ends, about, at most 41."""
    col, row = sea.column(ship.q, ship.r), int(ship.r)
    facing = ship.facing
    across = r.SIDE - 1 - col if facing == 0 or facing == 1 or facing == 5 else col
    if facing == 0 or facing == 3:
        return across
    return min(2 * across, row if facing == 1 or facing == 2 else r.SIDE - 1 - row)


@compiled
def observe_hull(state, ship, out):
    """What is left of her and how she sails, into the features from `damage_points` to `wind_from_port`."""
    hull, hull_max, facing = int(ship.hull), int(ship.hull_max), int(ship.facing)
    out[0] = hull * (1 / 450)
    out[1] = hull / hull_max
    out[2] = sails.rating(ship) * 0.2
    out[3] = ship.speed * (1 / 7)
    out[4] = sails.top_speed(state, ship, facing) * (1 / 7)
    off = (facing - int(state.toward)) % 6
    out[5] = off == 3 or off == 4
    out[6] = off <= 1
    out[7] = 1.0 if 1 <= off <= 3 else -1.0


@compiled
def observe_state(ship, out):
    """What she may do and what is the matter with her, into the features from `flounders` to `hexes_left`."""
    out[8] = ship.flounders * (1 / 7)
    out[9] = ship.rowing
    out[10] = sails.may_row(ship)
    out[11] = ship.speed <= ship.slow and not ship.adrift
    times = helm.halvings(ship)
    out[12] = 0.0 if ship.adrift else 1.0 if times < 0 else 0.5 / (1 << min(times, 9))
    out[13] = ship.cutting
    out[14] = min(5, int(ship.fires)) * 0.2
    out[15] = min(4, int(ship.leaks)) * 0.25
    out[16] = sails.crippled(ship)
    out[17] = ship.ram
    out[18] = ship.blades
    out[19] = ship.hexes * (1 / 3)
    out[20] = max(0, sails.spare_hands(ship)) * (1 / 120)
    out[21] = (int(ship.crew_skill) + int(ship.captain_skill)) * 0.05
    out[22] = ship.left * (1 / 7)


@compiled
def observe_arms(ship, out):
    """Arc by arc, into the features from `power_fore` to `bears_starboard`."""
    bears = int(ship.bears)
    for arc in range(4):
        out[23 + arc] = ship.power[arc] * _DIE
        out[27 + arc] = ship.loaded[arc] * _DIE
        out[31 + arc] = (bears >> arc) & 1


@compiled
def observe_place(ship, other, out):
    """Where the other ship lies and where the map ends, into the features from `along` on."""
    along, down = sea.ahead_of(int(other.q) - int(ship.q), int(other.r) - int(ship.r), int(ship.facing))
    out[35] = max(-41.0, min(41.0, along + 0.5 * down)) * _ROW
    out[36] = max(-41, min(41, -down)) * _ROW
    col, row = sea.column(ship.q, ship.r), int(ship.r)
    out[37] = min(min(col, r.SIDE - 1 - col), min(row, r.SIDE - 1 - row)) * 0.05
    out[38] = edge_ahead(ship) * _ROW
    out[39] = min(60, int(ship.hurt)) * (1 / 60)
    out[40] = ship.lobbed * _DIE
    out[41] = ship.reaction * 0.05


@compiled
def observe_ship(state, seat, out):
    """The features of one ship, in the order of `SHIP_FEATURES`."""
    ship = state.ship[seat]
    observe_hull(state, ship, out)
    observe_state(ship, out)
    observe_arms(ship, out)
    observe_place(ship, state.ship[1 - seat], out)


@compiled
def observe_battle(state, out):
    """What both captains share, in the order of `FEATURES`; initiative and missions are those of seat 0."""
    one, other = state.ship[0], state.ship[1]
    out[0] = _SAME[(int(one.facing) - int(other.facing)) % 6]
    out[1] = r.STRENGTH[state.wind] * 0.5
    out[2] = state.wind == r.CALM
    out[3] = min(41, int(state.range)) * _ROW
    out[4] = max(0, 8 - int(state.range)) * 0.125
    out[5] = min(120, int(state.nightfall) + 1 - int(state.turn)) * (1 / 120)
    out[6] = -1.0 if state.first == 0 else 1.0
    out[7] = one.mission == r.HUNT
    out[8] = one.mission == r.RUN
    for phase in range(4):
        out[9 + phase] = state.phase == phase


@compiled
def observe(state, out):
    """Write the features of both seats into `out` (float32, shape (2, features), in the order of `FEATURES`)."""
    first, second = out[0], out[1]
    observe_ship(state, 0, first[OWN:])
    observe_ship(state, 1, first[ENEMY:])
    observe_battle(state, first[SHARED:])
    for feature in range(ENEMY):
        second[feature] = first[ENEMY + feature]
        second[ENEMY + feature] = first[feature]
    for feature in range(SHARED, len(first)):
        second[feature] = first[feature]
    second[SHARED + 6] = -first[SHARED + 6]
    second[SHARED + 7] = first[SHARED + 8]
    second[SHARED + 8] = first[SHARED + 7]
