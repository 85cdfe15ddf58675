"""The captains of a fight under sail: what each is about, and the habits by which they all handle a ship.

A captain looks one hex ahead: she weighs each step by where it would lead if she then held her course for the rest of
the quint, while the enemy holds hers. What she is about says what such a place is worth to her. HW-TURN-3
"""

from quarterdeck.envs.captain import lowest_legal
from quarterdeck.envs.compiler import compiled, inner
from quarterdeck.envs.hex_wind import gunnery, sails, sea
from quarterdeck.envs.hex_wind import record as r
from quarterdeck.envs.hex_wind.observe import edge_ahead

NAMES = ("gunner", "rammer", "prudent")
GUNNER, RAMMER, PRUDENT = range(1, len(NAMES) + 1)

# what she is about
SHOOT, STRIKE, HARRY, FLEE = range(4)

CLOSE, NEAR, FAR = 1, 3, 6  # hexes that a rammer without a ram, a gunner and a prudent captain keep


# --- what she reckons with ----------------------------------------------------------------------------------


@inner
def hit_share(distance):
    """About how many of her shots hit at a distance, in tenths."""
    if distance > 8:
        return 0.0
    return max(0.5, 5.5 - distance // 2)


@inner
def arc_from(q, row, facing, hexes, to_q, to_row):
    """The arc in which a ship on this hex and heading would have another hex."""
    a, b = sea.ahead_of(to_q - q, to_row - row, facing)
    if a >= b >= -a - b:
        return r.FORE
    a += hexes - 1
    if a <= b <= -a - b:
        return r.AFT
    return r.PORT if b < 0 else r.STARBOARD


@inner
def fire_worth(ship, arc, distance):
    """What her weapons in an arc would do at a distance: those that are loaded, and some of the others."""
    return (0.7 * ship.loaded[arc] + 0.3 * ship.power[arc]) * hit_share(distance)


@inner
def losing(state, seat, left):
    """Whether she has less than this share of her damage points left, and less than the enemy has."""
    ship, other = state.ship[seat], state.ship[1 - seat]
    mine, theirs = ship.hull / ship.hull_max, other.hull / other.hull_max
    return mine < left and mine < theirs and not sails.crippled(other)


@inner
def is_about(state, seat, which):
    """What captain number `which` is about: to run if that is her mission, or by her own nature.

    The prudent one leaves a duel when she has the worse of it, the gunner when half of her ship is gone, the rammer
    never.
    """
    mission = state.ship[seat].mission
    if mission == r.RUN:
        return FLEE
    if which == RAMMER:
        return STRIKE
    if which == PRUDENT:
        return FLEE if mission == r.DUEL and losing(state, seat, 0.7) else HARRY
    return FLEE if mission == r.DUEL and losing(state, seat, 0.45) else SHOOT


# --- what a place is worth ----------------------------------------------------------------------------------


@inner
def reaches(state, seat):
    """How far the ship of this seat may strike with her ram in the coming move; 0 without one."""
    ship = state.ship[seat]
    if not ship.ram or sails.crippled(ship) or ship.flounders > 1:
        return 0
    return 2 + min(int(ship.speed) + 1, sails.top_speed(state, ship, ship.facing))


@inner
def wind_worth(state, ship, facing):
    """No luffing: a heading on which she would lose her way, or much of it, is worth less."""
    if ship.rowing:
        return 0.0 if sails.may_row_to(state, facing) else -30.0
    top = sails.top_speed(state, ship, facing)
    if top == 0:
        return -30.0
    return -4.0 if top < ship.speed else 0.5 * top


@inner
def edge_worth(ship, facing, about, q, row):
    """No sailing off the map: less the nearer the edge is ahead; who flees wants it near."""
    col = sea.column(q, row)
    if about == FLEE:
        nearest = min(min(col, r.SIDE - 1 - col), min(row, r.SIDE - 1 - row))
        return -6.0 * nearest
    across = r.SIDE - 1 - col if facing == 0 or facing == 1 or facing == 5 else col
    along = row if facing == 1 or facing == 2 else r.SIDE - 1 - row
    room = across if facing == 0 or facing == 3 else min(2 * across, along)
    wanted = 3 * int(ship.speed) + 3
    return -4.0 * (wanted - room) if room < wanted else 0.0


@inner
def upwind(state, dq, drow):
    """How far to windward a hex lies of another."""
    first, second = int(state.toward), (int(state.toward) + 1) % 6
    x, y = sea.DQ[first] + sea.DQ[second], sea.DR[first] + sea.DR[second]
    # the product of both directions on a map of hexes
    return -(dq * x + drow * y + 0.5 * (dq * y + drow * x)) / 1.5


@inner
def place_worth(state, seat, about, q, row, facing, to_q, to_row):
    """What it is worth to lie on a hex and heading when the enemy lies on another."""
    ship, other = state.ship[seat], state.ship[1 - seat]
    distance = sea.distance(to_q - q, to_row - row)
    arc = arc_from(q, row, facing, int(ship.hexes), to_q, to_row)
    theirs = arc_from(to_q, to_row, int(other.facing), int(other.hexes), q, row)
    worth = wind_worth(state, ship, facing) + edge_worth(ship, facing, about, q, row)
    danger = fire_worth(other, theirs, distance)
    reach = reaches(state, 1 - seat)
    if reach and not (about == STRIKE and ship.ram) and theirs == r.FORE and distance <= reach:
        worth -= 60.0
    if about == FLEE:
        return worth - danger + min(distance, 10)
    mine = fire_worth(ship, arc, distance)
    if about == STRIKE and ship.ram:
        return worth + 0.3 * mine - 5.0 * distance + (12.0 if arc == r.FORE else -4.0 if arc == r.AFT else 0.0)
    if about == STRIKE:
        return worth + 1.5 * mine - 0.7 * danger - 4.0 * abs(distance - CLOSE)
    if about == HARRY:
        gauge = max(-6.0, min(6.0, upwind(state, q - to_q, row - to_row)))
        return worth + mine - 1.3 * danger - 3.0 * abs(distance - FAR) + gauge
    return worth + 1.5 * mine - danger - 3.0 * abs(distance - NEAR)


# --- habits at the helm -------------------------------------------------------------------------------------


@inner
def expected(state, seat, hexes):
    """Where the enemy's bow will be after so many hexes straight ahead: q and r."""
    other = state.ship[1 - seat]
    q = other.q + hexes * sea.DQ[other.facing]
    row = other.r + hexes * sea.DR[other.facing]
    if sea.on_map(q, row):
        return q, row
    return int(other.q), int(other.r)


@inner
def step_worth(state, seat, about, step):
    """What a step leads to if she then goes straight on; a hit with the ram is what a rammer lives for."""
    ship, other = state.ship[seat], state.ship[1 - seat]
    facing = int(ship.facing)
    if step == r.TO_PORT:
        facing = (facing + 1) % 6
    elif step == r.TO_STARBOARD:
        facing = (facing + 5) % 6
    hexes = int(other.left)
    if about == STRIKE and ship.ram and state.range > 6:
        # far off she steers for where the enemy will go in the next quint
        hexes = max(hexes, int(other.speed))
    to_q, to_row = expected(state, seat, hexes)
    q, row, blocked = int(ship.q), int(ship.r), 0
    for gone in range(ship.left):
        next_q, next_row = q + sea.DQ[facing], row + sea.DR[facing]
        if sea.lies_on(other, next_q, next_row):
            blocked = 1 + gone
            break
        if not sea.on_map(next_q, next_row):
            return 400.0 if about == FLEE else -400.0
        q, row = next_q, next_row
    worth = place_worth(state, seat, about, q, row, facing, to_q, to_row)
    if blocked:
        worth += 200.0 if ship.ram and about != FLEE else -30.0
    if step != r.AHEAD and ship.cutting and not ship.rowing:
        worth -= 2.0
    return worth


@inner
def steers(state, seat, about, mask):
    """The step of greatest worth; straight on where that is as good."""
    best, most = r.AHEAD, -1e9
    for step in range(r.AHEAD, r.TO_STARBOARD + 1):
        if mask[step]:
            worth = step_worth(state, seat, about, step)
            if worth > most + 0.01:
                best, most = step, worth
    return best


# --- habits of speed ----------------------------------------------------------------------------------------


@inner
def wanted_speed(state, seat, about):
    """All she can make to flee or to strike; else enough to keep about, and little enough to turn."""
    ship = state.ship[seat]
    top = sails.top_speed(state, ship, ship.facing)
    handy = max(2, min(3, int(ship.slow)))
    if about == FLEE:
        return top
    if about == STRIKE and ship.ram:
        ahead = (int(ship.bears) >> r.FORE) & 1
        return top if ahead or state.range > 8 else min(top, max(1, min(2, int(ship.slow))))
    if state.range > 10:
        return top
    if edge_ahead(ship) < 6:
        return min(top, max(1, int(ship.slow)))
    return min(top, handy)


@inner
def sets_sail(state, seat, about, mask):
    """A point of speed nearer to what is wanted; oars where there is no wind to be had and something to row for."""
    ship = state.ship[seat]
    if mask[r.OARS] and sails.top_speed(state, ship, ship.facing) == 0 and rows(state, seat, about):
        return r.OARS
    wanted = wanted_speed(state, seat, about)
    if ship.speed < wanted and mask[r.FASTER]:
        return r.FASTER
    if ship.speed > wanted and mask[r.SLOWER] and ship.speed > 1:
        return r.SLOWER
    return r.STEADY if mask[r.STEADY] else r.SLOWER


@inner
def rows(state, seat, about):
    """Whether there is anything to row for: to get away, to close, or to bring weapons to bear."""
    if about in (FLEE, STRIKE):
        return True
    ship = state.ship[seat]
    return state.range > (NEAR if about == SHOOT else FAR) or not gunnery.any_may_fire(state, ship)


# --- habits of fire -----------------------------------------------------------------------------------------


@inner
def puts_out(which, mask):
    """Men to the fires: ten each by the prudent, six by the gunner, three by the rammer, or as many as there are."""
    most = 3 if which == PRUDENT else 2 if which == GUNNER else 1
    while most > 0 and not mask[r.LET_BURN + most]:
        most -= 1
    return r.LET_BURN + most


@inner
def fires(state, seat, which, mask):
    """What bears, the heaviest first: the prudent one with oil while nothing burns yet, others with stone."""
    other = state.ship[1 - seat]
    oil = which == PRUDENT and other.fires + other.new_fires == 0
    best, most = r.HOLD, 0
    for shot in range(r.FIRST_SHOT, len(mask)):
        if mask[shot]:
            kind = (shot - r.FIRST_SHOT) % 6
            worth = 2 * r.DAMAGE[r.FIRES[kind]] + (1 if (r.OIL[kind] == 1) == oil else 0)
            if worth > most:
                best, most = shot, worth
    return best


# --- the captains -------------------------------------------------------------------------------------------


@compiled
def choose(state, seat, which, mask):
    """The action of captain number `which` (1 is the first of `NAMES`), always a legal one."""
    if state.phase == r.FIREFIGHTING:
        action = puts_out(which, mask)
    elif state.phase == r.SPEED:
        action = sets_sail(state, seat, is_about(state, seat, which), mask)
    elif state.phase == r.MOVE:
        action = steers(state, seat, is_about(state, seat, which), mask)
    else:
        action = fires(state, seat, which, mask)
    if mask[action]:
        return action
    return lowest_legal(mask)
