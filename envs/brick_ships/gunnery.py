"""Cannon and catapults: cones, ranges, loading, shots, and what they do where they strike. BR-GUN-1"""

import math

from .. import chance
from ..compiler import compiled
from . import crew as c
from . import record as r
from . import table as t

CONE = 6786  # the tangent of half of 45 degrees, in 1/16384
TO_HIT = 4


@compiled
def is_catapult(ship, battery):
    """Only fore batteries may be catapults."""
    return battery == r.FORE and ship.fore_kind == r.CATAPULT


@compiled
def base_range(ship, battery):
    """18" for a catapult, 24" for a cannon. BR-GUN-7"""
    return 1800 if is_catapult(ship, battery) else 2400


@compiled
def damage_bonus(ship, battery):
    """What is added to 1D: 2 for a catapult, 4 for a cannon. BR-GUN-9"""
    return 2 if is_catapult(ship, battery) else 4


# --- aiming ---


@compiled
def band_of(ship, battery, distance):
    """The range band: up to the base, twice or three times it; `NO_AIM` beyond. A border is inside. BR-GUN-7"""
    base = base_range(ship, battery)
    if distance > 3 * base:
        return r.NO_AIM
    return r.SHORT if distance <= base else r.MEDIUM if distance <= 2 * base else r.LONG


@compiled
def aim(ship, enemy, battery):
    """Lay a battery: the band in which it bears on the enemy, or `NO_AIM`, and where on her keel.

    The mount is in the middle of its side, or at the bow; the part of the enemy's keel that lies in the cone of 45
    degrees is aimed at, as near to her centre as may be. BR-GUN-5, BR-GUN-6
    """
    turn = (int(enemy.heading) - int(ship.heading)) % r.ROUND_ABOUT
    ahead, right = t.seen_from(ship, int(enemy.x), int(enemy.y))
    keel_ahead = t.part(int(enemy.length) >> 1, t.cosine(turn))
    keel_right = t.part(int(enemy.length) >> 1, t.sine(turn))
    # as the gun sees it: `out` from its mount, `aside` of its line
    if battery == r.FORE:
        out, aside, keel_out, keel_aside = ahead - (int(ship.length) >> 1), right, keel_ahead, keel_right
    else:
        side = 1 if battery == r.STARBOARD else -1
        out, keel_out = side * right - (int(ship.beam) >> 1), side * keel_right
        aside, keel_aside = ahead, keel_ahead
    low, high = -1.0, 1.0  # which part of the keel, from stern to bow
    for border in range(-1, 2, 2):
        start = float(border * aside * t.ONE - CONE * out)
        slope = float(border * keel_aside * t.ONE - CONE * keel_out)
        if slope > 0:
            high = min(high, -start / slope)
        elif slope < 0:
            low = max(low, -start / slope)
        elif start > 0:
            high = -2.0
    if low > high:
        return r.NO_AIM, 0
    place = max(low, min(high, 0.0))
    away, across = out + place * keel_out, aside + place * keel_aside
    distance = int(math.sqrt(away * away + across * across))
    return band_of(ship, battery, distance), math.floor(place * (int(enemy.length) >> 1) + 0.5)


@compiled
def lay_guns(state):
    """After a move: what bears on whom."""
    for seat in range(2):
        ship, enemy = state.ship[seat], state.ship[1 - seat]
        for battery in range(3):
            ship.band[battery], ship.point[battery] = r.NO_AIM, 0
            if ship.guns[battery] > 0:
                ship.band[battery], ship.point[battery] = aim(ship, enemy, battery)


@compiled
def loaded(ship, battery):
    """Guns of a battery that are loaded."""
    guns = 0
    for gun in range(r.FIRST_GUN[battery], r.FIRST_GUN[battery] + int(ship.guns[battery])):
        guns += ship.work[gun] == r.LOADED
    return guns


@compiled
def may_fire(ship, battery):
    """Whether a battery is loaded, bears, and has a man. BR-GUN-2, BR-GUN-5, BR-SINK-9"""
    return ship.band[battery] != r.NO_AIM and ship.hands[r.GUNS] > 0 and not ship.sinking and loaded(ship, battery) > 0


@compiled
def any_cannon(ship):
    """Whether a cannon may fire."""
    for battery in range(3):
        if not is_catapult(ship, battery) and may_fire(ship, battery):
            return True
    return False


@compiled
def any_catapult(ship):
    """Whether a catapult may throw."""
    return is_catapult(ship, r.FORE) and may_fire(ship, r.FORE)


# --- loading ---


@compiled
def load_battery(ship, battery, men):
    """Three men at a gun do 2 points of its 6 a round, two men 1, one man none; the men that are left.

    BR-GUN-2, BR-GUN-3
    """
    for gun in range(r.FIRST_GUN[battery], r.FIRST_GUN[battery] + int(ship.guns[battery])):
        if ship.work[gun] < r.LOADED and men > 0:
            here = min(men, c.GUN_CREW)
            ship.work[gun] = min(r.LOADED, int(ship.work[gun]) + here - 1)
            men -= here
    return men


@compiled
def load(ship, enemy):
    """The gunners load, first on the side that the enemy is on, then at the bow, then on the other. BR-GUN-4"""
    if ship.sinking or ship.hands[r.GUNS] == 0:
        return
    _, right = t.seen_from(ship, int(enemy.x), int(enemy.y))
    near = r.STARBOARD if right >= 0 else r.PORT
    men = load_battery(ship, near, int(ship.hands[r.GUNS]))
    men = load_battery(ship, r.FORE, men)
    load_battery(ship, 1 - near, men)


# --- firing ---


@compiled
def fire_guns(ship, mark):
    """Note the shots of the batteries that fire, and unload their guns: a gun a man. BR-GUN-2, BR-GUN-10"""
    men = int(ship.hands[r.GUNS])
    for battery in range(3):
        ship.shots[battery] = 0
        if may_fire(ship, battery) and (mark != r.AT_DECK or is_catapult(ship, battery)):
            for gun in range(r.FIRST_GUN[battery], r.FIRST_GUN[battery] + int(ship.guns[battery])):
                if ship.work[gun] == r.LOADED and men > 0:
                    ship.work[gun] = 0
                    ship.shots[battery] += 1
                    men -= 1


@compiled
def number_to_hit(ship, band):
    """4 at short range, 5 at medium, 6 at long, less Combat; a natural 1 misses. BR-GUN-8"""
    return max(2, TO_HIT + band - int(ship.combat))


@compiled
def glugs_of(dice, who, hits, bonus, resistance):
    """What so many hits on a side let in: each 1D and the bonus over the resistance; a tie lets in nothing.

    Where no die can fall short the dice are added, where none can reach nothing is rolled.

    BR-WATER-1, BR-WATER-4, BR-WATER-5
    """
    if hits == 0 or 6 + bonus <= resistance:
        return 0
    if 1 + bonus >= resistance:
        return chance.table(dice, r.ROLL_DAMAGE, who, hits, 6) + hits * (bonus - resistance)
    glugs = 0
    for _ in range(hits):
        glugs += max(0, chance.table(dice, r.ROLL_DAMAGE, who, 1, 6) + bonus - resistance)
    return glugs


@compiled
def wins(dice, who, bonus, resistance):
    """Whether 1D and the bonus beat a resistance; not rolled where it is certain. BR-WATER-1"""
    if 6 + bonus <= resistance:
        return False
    if 1 + bonus > resistance:
        return True
    return chance.at_least(dice, r.ROLL_DAMAGE, who, resistance - bonus + 1, 6)


@compiled
def struck_level(ship, point):
    """The level that a shot from above strikes: through earlier holes within 3" it falls deeper. BR-HIT-6"""
    level = c.top(ship)
    while level > 0 and ship.holes[level] != r.NO_HOLE and abs(int(ship.holes[level]) - point) <= c.BLAST:
        level -= 1
    return level


@compiled
def break_deck(state, seat, level, point, bonus):
    """What a shot does to the deck it strikes: a hole that lays the level below open, or water where there is none.

    BR-HIT-5, BR-HIT-7, BR-WATER-8
    """
    ship = state.ship[seat]
    if level > 0:
        if wins(state.dice, 1 - seat, bonus, int(ship.resistance)):
            ship.holes[level] = point
        return
    glugs = glugs_of(state.dice, 1 - seat, 1, bonus, int(ship.resistance))
    if glugs > 0:
        ship.deck_glugs = min(1000, int(ship.deck_glugs) + glugs)
        ship.holes[0] = point


@compiled
def strike_deck(state, seat, hits, point, bonus):
    """Shots strike one place of the open deck: damage to the deck, and to the men on it and on the level below.

    Whom a shot has killed, the next on the same place does not find. BR-HIT-4, BR-HIT-5, BR-HIT-6, BR-FALL-1
    """
    level, left, above = c.top(state.ship[seat]), hits, 0
    while left + above > 0 and level >= 0:
        here = 0  # shots that strike this level; those on the one above it strike its men too
        while left > 0 and struck_level(state.ship[seat], point) == level:
            break_deck(state, seat, level, point, bonus)
            here += 1
            left -= 1
        if here + above > 0:
            c.blast(state, seat, level, point, c.BLAST, here + above)
        level, above = level - 1, here
    for _ in range(hits):
        c.falls(state, seat)


@compiled
def strike_side(state, seat, hits, point, bonus):
    """Shots strike the side at the waterline: water, and the men on the lowest level. BR-HIT-2, BR-HIT-3"""
    ship = state.ship[seat]
    if hits > 0:
        c.blast(state, seat, 0, point, c.BLAST, hits)
    for _ in range(hits):
        c.falls(state, seat)
    ship.glugs = min(1000, int(ship.glugs) + glugs_of(state.dice, 1 - seat, hits, bonus, int(ship.resistance)))


@compiled
def strike_ram(state, seat, hits, bonus):
    """A shot that beats twice the ship's resistance splinters her ram. BR-RAM-6, BR-FALL-1"""
    ship = state.ship[seat]
    for _ in range(hits):
        c.falls(state, seat)
        if ship.ram and wins(state.dice, 1 - seat, bonus, 2 * int(ship.resistance)):
            ship.ram = 0


@compiled
def scatter_offset(dice, purpose, who, count):
    """How far a miss goes along or across: even forward or right, odd back or left. BR-GUN-11"""
    inches = chance.table(dice, purpose, who, count, 6)
    return inches * r.INCH if inches % 2 == 0 else -inches * r.INCH


@compiled
def mount_of(ship, battery):
    """Where a battery stands on the table: in the middle of its side, or at the bow. BR-GUN-5"""
    if battery == r.FORE:
        return t.point_of(ship, int(ship.length) >> 1, 0)
    half = int(ship.beam) >> 1
    return t.point_of(ship, 0, half if battery == r.STARBOARD else -half)


@compiled
def on_deck(start, slope, limit, low, high):
    """The part of (low, high) in which |start + slope * way| is at most a limit."""
    if slope == 0.0:
        return low, (high if abs(start) <= limit else low - 1.0)
    one, two = (-limit - start) / slope, (limit - start) / slope
    return max(low, min(one, two)), min(high, max(one, two))


@compiled
def scatter(state, seat, battery):
    """A miss by `seat` scatters round its aim; on the enemy's outline it strikes her deck, else it only splashes.

    What cannot fall on her is not rolled. BR-GUN-11, BR-GUN-12, BR-HIT-1, BR-HIT-8
    """
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    count = max(1, 2 + int(ship.band[battery]) - int(ship.combat))
    x, y = mount_of(ship, battery)
    start_ahead, start_right = t.seen_from(enemy, x, y)
    point = int(ship.point[battery])
    length, beam = int(enemy.length) >> 1, int(enemy.beam) >> 1
    # the line of the shot, as the enemy sees it: ahead and to the right
    line_ahead, line_right = float(point - start_ahead), float(-start_right)
    far = math.sqrt(line_ahead * line_ahead + line_right * line_right)
    if far == 0.0:
        return
    line_ahead, line_right = line_ahead / far, line_right / far
    along_reach = abs(point) + length * abs(line_ahead) + beam * abs(line_right)
    across_reach = abs(point) + length * abs(line_right) + beam * abs(line_ahead)
    if along_reach < count * r.INCH or across_reach < count * r.INCH:
        return
    along = scatter_offset(state.dice, r.ROLL_ALONG, seat, count)
    ahead, right = point + along * line_ahead, along * line_right
    low, high = on_deck(ahead, -line_right, float(length), -1e6, 1e6)
    low, high = on_deck(right, line_ahead, float(beam), low, high)
    if low > high or max(-low, high) < count * r.INCH:
        return
    across = scatter_offset(state.dice, r.ROLL_ACROSS, seat, count)
    # to the right of the line, seen along it
    ahead = math.floor(ahead - across * line_right + 0.5)
    right = math.floor(right + across * line_ahead + 0.5)
    if abs(ahead) <= length and abs(right) <= beam:
        strike_deck(state, 1 - seat, 1, int(ahead), damage_bonus(ship, battery))


@compiled
def play_shots(state, seat, battery):
    """The shots of a battery: hits do as they were aimed, misses scatter. BR-GUN-8, BR-GUN-10, BR-SAIL-3"""
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    shots = int(ship.shots[battery])
    if shots == 0:
        return
    number = number_to_hit(ship, int(ship.band[battery]))
    hits = chance.count(state.dice, r.ROLL_HIT, seat, shots, number, shots, 6)
    bonus, point = damage_bonus(ship, battery), int(ship.point[battery])
    if is_catapult(ship, battery):
        strike_deck(state, 1 - seat, hits, point, bonus)
    elif ship.mark - 1 == r.AT_HULL:
        strike_side(state, 1 - seat, hits, point, bonus)
    elif ship.mark - 1 == r.AT_SAILS:
        enemy.sail_hits = min(100, int(enemy.sail_hits) + hits)
    else:
        strike_ram(state, 1 - seat, hits, bonus)
    for _ in range(shots - hits):
        scatter(state, seat, battery)


@compiled
def exchange_fire(state):
    """Both ships fire at once: what falls in this round still fires in it. BR-TURN-4"""
    for seat in range(2):
        ship = state.ship[seat]
        if ship.mark:
            fire_guns(ship, ship.mark - 1)
    for seat in range(2):
        for battery in range(3):
            play_shots(state, seat, battery)
