"""How a ship moves, hex by hex: turns, what cutting costs, and what happens when she comes upon the other ship."""

from .. import chance
from ..compiler import compiled
from . import gunnery, sails, sea
from . import record as r


@compiled
def halvings(ship):
    """How often the hexside that she may turn in a quint is halved: she needs twice as long each time. HW-CUT-3"""
    return int(ship.steering) - 1 if ship.cut >= 120 else int(ship.steering)


@compiled
def may_turn(state, ship):
    """By her Cut Rating, or a hexside a hex where she cuts slowly; never without steering. HW-CUT-1, HW-CUT-2, HW-CUT-4

    HW-SPECIAL-6
    """
    if ship.adrift:
        return False
    if ship.wearing or ship.rowing or ship.speed <= ship.slow:
        return True
    times = halvings(ship)
    if times < 0:
        return ship.turned < 2
    return ship.turned == 0 and state.turn - ship.last_turn >= 1 << min(times, 9)


@compiled
def swings_free(ship, other, facing):
    """Whether her stern can swing round the bow to this facing without striking the other ship. HW-MAP-5"""
    for place in range(1, int(ship.hexes)):
        if sea.lies_on(other, ship.q - place * sea.DQ[facing], ship.r - place * sea.DR[facing]):
            return False
    return True


@compiled
def facing_after(facing, step):
    """The facing after a step."""
    if step == r.AHEAD:
        return facing
    return (facing + (1 if step == r.TO_PORT else 5)) % 6


@compiled
def may_step(state, seat, step):
    """Whether she may enter the next hex with this step. HW-STEP-1, HW-OAR-2"""
    ship = state.ship[seat]
    facing = facing_after(int(ship.facing), step)
    if step != r.AHEAD and not swings_free(ship, state.ship[1 - seat], facing):
        return False
    return not ship.rowing or sails.may_row_to(state, facing)


@compiled
def steps(state, seat):
    """The steps that she may take, as bits from `AHEAD` on; after floundering she turns if she can. HW-FLOUNDER-2"""
    ship = state.ship[seat]
    if ship.left == 0:
        return 0
    bits = 0
    if may_turn(state, ship):
        for step in (r.TO_PORT, r.TO_STARBOARD):
            if may_step(state, seat, step):
                bits |= 1 << (step - r.AHEAD)
    if may_step(state, seat, r.AHEAD) and (bits == 0 or not ship.wearing):
        bits |= 1
    return bits


@compiled
def turn_bow(state, ship, step):
    """Turn one hexside about the bow; a turn to a facing that is no faster adds to the cutting run. HW-CUT-5"""
    facing = facing_after(int(ship.facing), step)
    if step != r.AHEAD:
        ship.turned += 1
        ship.last_turn = state.turn
    pays = step == r.AHEAD or sails.top_speed(state, ship, facing) > sails.top_speed(state, ship, ship.facing)
    ship.facing = facing
    if pays or ship.rowing:
        ship.cutting = 0
    elif ship.cutting == 1:
        ship.cutting = 0
        ship.lost_way += 1
    else:
        ship.cutting = 1


@compiled
def stop(state, seat):
    """She stops where she is."""
    ship = state.ship[seat]
    ship.left = ship.lost_way = 0
    sails.slow_to(state, seat, 0)


@compiled
def ram_dice(ship):
    """Dice of a ram: two for each ten feet of length. HW-RAM-1, HW-RAM-4"""
    return 2 * (int(ship.length) // 10)


@compiled
def ram_times(moved):
    """What the hexes moved this quint make of it: once, from 3 on twice, from 5 on three times. HW-RAM-2"""
    return 1 if moved <= 2 else 2 if moved <= 4 else 3


@compiled
def collide(state, seat):
    """She has come upon the other ship: with a ram she strikes, and both stop; without one she stops, unharmed.

    HW-RAM-3, HW-RAM-5, HW-RAM-6
    """
    ship = state.ship[seat]
    if ship.ram:
        damage = chance.table(state.dice, r.ROLL_RAM, seat, ram_dice(ship), 10) * ram_times(int(ship.moved))
        gunnery.hit(state, seat, damage)
        stop(state, 1 - seat)
    stop(state, seat)


@compiled
def shear(state, seat):
    """Her blades on the oars of a ship that she passes alongside, parallel or opposite: 70 % each; else 2d10 damage.

    HW-BLADES-1, HW-BLADES-2, HW-BLADES-3
    """
    ship, other = state.ship[seat], state.ship[1 - seat]
    if not ship.blades or ship.sheared or state.range != 1 or (ship.facing - other.facing) % 3 != 0:
        return
    dq, dr = int(ship.q) - int(other.q), int(ship.r) - int(other.r)
    _, across = sea.ahead_of(dq, dr, int(other.facing))
    if across != 1 and across != -1:
        return
    ship.sheared = 1
    side = 0 if across < 0 else 1
    if other.rowing:
        oars = int(other.oars[side])
        other.oars[side] -= chance.count(state.dice, r.ROLL_OARS, seat, oars, 4, oars)
        if sails.oars_gone(other):
            other.left = 0
    else:
        gunnery.hit(state, seat, chance.table(state.dice, r.ROLL_BLADES, seat, 2, 10))


@compiled
def take_step(state, seat, step):
    """Turn, then enter the hex ahead; off the map she has fled. HW-STEP-1, HW-MAP-2"""
    ship, other = state.ship[seat], state.ship[1 - seat]
    turn_bow(state, ship, step)
    ship.left -= 1
    ship.moved += 1
    q, row = ship.q + sea.DQ[ship.facing], ship.r + sea.DR[ship.facing]
    if sea.lies_on(other, q, row):
        collide(state, seat)
    elif not sea.on_map(q, row):
        state.ending = r.ESCAPED
        return
    else:
        ship.q = q
        ship.r = row
    sea.take_bearings(state)
    shear(state, seat)


@compiled
def pay_for_cutting(state, seat):
    """After the move: a speed less for every two hexes in a row that were cut in vain. HW-CUT-5, HW-CUT-6"""
    ship = state.ship[seat]
    if ship.lost_way:
        sails.slow_to(state, seat, max(0, int(ship.speed) - int(ship.lost_way)))
    ship.lost_way = 0
