"""Wind, speed, the sailing plan, towing, and the ram."""

from .. import chance
from ..compiler import compiled
from . import crew as c
from . import record as r
from . import table as t

TURN = 10  # half degrees an inch of speed: 5 degrees
LEAST_WAY = 200  # for a turn, and for a ram
CALM = 2
SQUALL = 12
RAM_ROOM = 200  # around a rammer


# --- wind ---


@compiled
def wind_shift(wind):
    """Inches that the wind adds to the sails; a dead calm takes all of them. BR-WIND-2"""
    if wind == 0 or wind == 7:
        return 0
    if wind <= 4:
        return -3 if wind > CALM else -100
    if wind <= 6:
        return -1
    return 1 if wind <= 9 else 3


@compiled
def roll_wind(state):
    """2D for the wind of the round; in a squall men fall from edges without a railing. BR-WIND-1, BR-WIND-3"""
    if state.wind_rule:
        state.wind = chance.table(state.dice, r.ROLL_WIND, 0, 2, 6)
        if state.wind == SQUALL:
            for seat in range(2):
                c.falls(state, seat)


# --- speed ---


@compiled
def sail_speed(ship, wind):
    """12 less her resistance, an inch less for each sail hit, then the wind; no canvas gains nothing from it.

    BR-MOVE-1, BR-SAIL-1, BR-SAIL-4, BR-WIND-2
    """
    sails = max(0, int(ship.canvas) - int(ship.sail_hits))
    return max(0, sails + wind_shift(wind)) if sails > 0 else 0


@compiled
def speed_of(ship, wind):
    """Inches that she may move: her sails and a man's inch for each that rows; nothing without a helmsman.

    BR-MOVE-2, BR-MOVE-3, BR-MOVE-9, BR-SAIL-2, BR-SINK-9
    """
    if ship.sinking or ship.hands[r.WHEEL] == 0:
        return 0
    return sail_speed(ship, wind) + int(ship.hands[r.OARS])


@compiled
def may_turn(speed, share):
    """A turn takes 2" of travel, counted over the whole plan. BR-MOVE-6"""
    return share * speed * 25 >= LEAST_WAY


@compiled
def share_of(plan):
    """The quarters of her movement that a plan spends."""
    return (plan + 4) // 5


@compiled
def halves_of(plan):
    """Its turn in halves of what she may turn, to starboard; -2 to 2."""
    return 0 if plan == 0 else (plan - 1) % 5 - 2


@compiled
def turned(heading, speed, halves):
    """Her heading after a turn of so many halves of 5 degrees an inch. BR-MOVE-4, BR-MOVE-5"""
    return (heading + halves * speed * (TURN // 2)) % r.ROUND_ABOUT


# --- ropes between the ships ---


@compiled
def strain_ropes(state, seat):
    """A tied ship moves: once a round each rope breaks on a 3 or less of 1D, and whom it no longer bears falls.

    BR-TOW-3, BR-ROPE-8
    """
    if share_of(int(state.ship[1 - seat].plan) - 1) > 0:
        return  # the other has tried before her
    ropes = int(state.tied)
    state.tied = chance.count(state.dice, r.ROLL_STRAIN, seat, ropes, 4, ropes, 6)
    drop_from_ropes(state)


@compiled
def weight(ship):
    """What one of her men weighs on a rope: one person, and one for each 2 points of armour, rounded up. BR-ROPE-9"""
    return 1 + (int(ship.armour) + 1) // 2


@compiled
def room_on_ropes(state):
    """How many persons the tied ropes still bear: three each. BR-ROPE-8"""
    used = 0
    for seat in range(2):
        used += int(state.ship[seat].on_rope) * weight(state.ship[seat])
    return 3 * int(state.tied) - used


@compiled
def drop_from_ropes(state):
    """Men for whom there is no rope any more fall into the sea, of both crews in turn. BR-ROPE-8"""
    seat = 0
    while room_on_ropes(state) < 0:
        if state.ship[seat].on_rope > 0:
            state.ship[seat].on_rope -= 1
        seat = 1 - seat


@compiled
def towing_speed(ship, enemy):
    """The larger of two tied ships moves by her speed less the other's resistance, the smaller is held; alike, the
    mover counts as the larger. BR-TOW-1, BR-TOW-2
    """
    if ship.resistance < enemy.resistance:
        return 0
    return max(0, int(ship.speed) - int(enemy.resistance))


# --- the ram ---


@compiled
def stem_meets(ship, enemy):
    """Whether it is her stem that has met the other, not her side. BR-RAM-2"""
    x, y = t.point_of(ship, int(ship.length) >> 1, 0)
    return t.distance_to(enemy, x, y) <= 2 * t.SNUG + int(ship.beam) * 2 // 5


@compiled
def ram(state, seat):
    """1D and the rammer's resistance against the other's; men within 2" of the rammer on the struck deck and below.

    The struck deck is the rammer's highest level, or the other's if that is lower. Who has lost her helmsman or rowers
    moves as she still can. BR-RAM-1, BR-RAM-3, BR-RAM-4, BR-MOVE-2, BR-MOVE-9
    """
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    ship.rammed = 1
    x, y = t.point_of(ship, int(ship.length) >> 1, 0)
    point, _ = t.seen_from(enemy, x, y)
    half = int(enemy.length) >> 1
    point = max(-half, min(half, point))
    # the stem's breadth, as it lies along the other's keel: all of it from abeam, nothing from ahead
    stem = t.part(int(ship.beam) >> 1, abs(t.sine((int(ship.heading) - int(enemy.heading)) % r.ROUND_ABOUT)))
    level = min(c.top(ship), c.top(enemy))
    while level >= 0:
        c.blast(state, 1 - seat, level, point, RAM_ROOM + stem, 1)
        level -= 1
    c.falls(state, 1 - seat)
    enemy.speed = min(int(enemy.speed), speed_of(enemy, state.wind))
    damage = chance.table(state.dice, r.ROLL_DAMAGE, seat, 1, 6) + int(ship.resistance) - int(enemy.resistance)
    enemy.glugs = min(1000, int(enemy.glugs) + max(0, damage))


# --- the plan ---


@compiled
def leg(state, seat, way):
    """A straight part of her way. She stops where she meets the other, and rams if she can; whether she came through.

    BR-MOVE-12, BR-RAM-2
    """
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    free = t.free_way(ship, enemy, way)
    t.advance_along(ship, free)
    ship.moved += free
    if free < way and ship.ram and ship.moved >= LEAST_WAY and stem_meets(ship, enemy):
        ram(state, seat)
    return free == way


@compiled
def tow(state, seat, way):
    """A straight part of her way with the other ship in tow: both stop where that one comes to the edge. BR-TOW-4"""
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    x, y = int(ship.x), int(ship.y)
    way = min(way, t.to_edge(int(enemy.x), int(enemy.y), int(ship.heading)))
    t.advance_along(ship, way)
    ship.moved += way
    enemy.x = max(0, min(r.WIDTH, int(enemy.x) + int(ship.x) - x))
    enemy.y = max(0, min(r.HEIGHT, int(enemy.y) + int(ship.y) - y))
    return not t.off_table(ship)


@compiled
def turn_about(ship, enemy, speed, halves):
    """Turn her about her centre, unless her outline would cut into the other. BR-MOVE-7, BR-MOVE-13"""
    before = int(ship.heading)
    ship.heading = turned(before, speed, halves)
    if halves != 0 and t.overlap(ship, enemy):
        ship.heading = before


@compiled
def sail(state, seat, plan):
    """Carry out a plan: half of the way, the turn, the other half. BR-MOVE-7, BR-MOVE-8, BR-TURN-3"""
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    share, halves = share_of(plan), halves_of(plan)
    ship.moved = 0
    speed, towing = int(ship.speed), False
    if share > 0 and state.tied > 0:
        strain_ropes(state, seat)
        if state.tied > 0:
            speed, towing = towing_speed(ship, enemy), True
    way = share * speed * 25
    if way < LEAST_WAY:
        halves = 0
    if towing:
        if tow(state, seat, way // 2):
            turn_about(ship, enemy, speed, halves)
            tow(state, seat, way - way // 2)
    elif leg(state, seat, way // 2) and not t.off_table(ship):
        turn_about(ship, enemy, speed, halves)
        leg(state, seat, way - way // 2)
