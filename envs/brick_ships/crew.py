"""The crew at their stations, and what kills them."""

from .. import chance
from ..compiler import compiled
from . import record as r

BLAST = 300  # radius of a shot's damage
EDGE = 100  # so near an edge without a railing men may fall
GUN_CREW = 3
BOARDERS = 5  # place of the enemy's men among those on the top level


@compiled
def crew(ship):
    """Her men who stand aboard."""
    men = 0
    for station in range(5):
        men += int(ship.hands[station])
    return men


@compiled
def standing(ship):
    """All her men who stand, aboard, on ropes and on the enemy's deck. BR-BOARD-9"""
    return crew(ship) + int(ship.boarders) + int(ship.on_rope)


@compiled
def top(ship):
    """Her highest level, counted from 0."""
    return int(ship.levels) - 1


@compiled
def level_of(ship, place):
    """On which level men stand: breach lowest, guns and oars over it, the others on top. BR-CREW-3"""
    if place == r.BREACH:
        return 0
    if place in (r.GUNS, r.OARS):
        return min(1, top(ship))
    return top(ship)


@compiled
def share_within(ship, point, radius):
    """How much of her length lies within a radius of a point on her keel."""
    half = int(ship.length) >> 1
    return max(0, min(half, point + radius) - max(-half, point - radius))


# --- stations ---


@compiled
def guns_at_once(ship):
    """The guns that have a crew at the same time: those of the heavier side, and the fore ones. BR-CREW-2"""
    return max(int(ship.guns[r.PORT]), int(ship.guns[r.STARBOARD])) + int(ship.guns[r.FORE])


@compiled
def wanted_at(ship, station):
    """How many hands a station can use."""
    if station == r.WHEEL:
        return 1
    if station == r.GUNS:
        return GUN_CREW * guns_at_once(ship)
    if station == r.OARS:
        return int(ship.oars)
    return (int(ship.glugs) + int(ship.deck_glugs) + 1) // 2 if station == r.BREACH else crew(ship)


@compiled
def in_turn(allocation, turn):
    """Which station is filled in this turn under an allocation; the ropes have whoever is left. BR-CREW-2"""
    if allocation == r.ALL_HANDS:
        return r.ROPES
    if turn == 0:
        return r.WHEEL
    if allocation == r.TO_BOARD:
        return r.ROPES
    row = allocation in (r.TO_ROW, r.TO_ROW_BOARD)
    bail = allocation in (r.TO_BAIL, r.TO_BAIL_ROW, r.TO_BAIL_BOARD)
    if turn == 1:
        return r.OARS if row else r.BREACH if bail else r.GUNS
    if allocation in (r.TO_BAIL_BOARD, r.TO_ROW_BOARD):
        return r.ROPES
    if turn == 2:
        return r.OARS if allocation == r.TO_BAIL_ROW else r.BREACH if allocation == r.TO_GUNS else r.GUNS
    if allocation == r.TO_ROW:
        return r.BREACH
    return r.GUNS if allocation == r.TO_BAIL_ROW else r.OARS


@compiled
def station_crew(ship, allocation):
    """Send all hands to their stations. BR-CREW-1, BR-CREW-2"""
    left = crew(ship)
    wanted = (
        wanted_at(ship, r.WHEEL),
        wanted_at(ship, r.GUNS),
        wanted_at(ship, r.OARS),
        wanted_at(ship, r.BREACH),
    )
    for station in range(5):
        ship.hands[station] = 0
    for turn in range(4):
        station = in_turn(allocation, turn)
        if station == r.ROPES:
            break
        sent = min(left, wanted[station])
        ship.hands[station] = sent
        left -= sent
    ship.hands[r.ROPES] = left


# --- losses ---


@compiled
def lose_at(ship, enemy, place, men):
    """Men of a station, or of the enemy's boarders, are out of the fight."""
    if place == BOARDERS:
        enemy.boarders -= men
        enemy.fresh = min(int(enemy.fresh), int(enemy.boarders))
        enemy.late = min(int(enemy.late), int(enemy.boarders))
    else:
        ship.hands[place] -= men


@compiled
def men_at(ship, enemy, place):
    """How many stand at a station, or of the enemy's boarders."""
    return int(enemy.boarders) if place == BOARDERS else int(ship.hands[place])


@compiled
def within_blast(ship, enemy, place, level, point, radius):
    """How many of a station stand on this level within the radius: spread evenly, the helmsman 1" from the stern.

    BR-HIT-4
    """
    men = men_at(ship, enemy, place)
    if men == 0 or level_of(ship, place) != level:
        return 0
    if place == r.WHEEL:
        return men if abs(point - r.INCH + (int(ship.length) >> 1)) <= radius else 0
    length = int(ship.length)
    return (men * share_within(ship, point, radius) + (length >> 1)) // length


@compiled
def unsaved(dice, men, armour, who):
    """How many of so many men who are hit fall: armour of r saves on r or less. BR-CREW-5"""
    if men == 0 or armour == 0:
        return men
    return chance.count(dice, r.ROLL_ARMOUR, who, men, armour + 1, men, 6)


@compiled
def killed_by(dice, men, armour, who, strikes):
    """How many of so many men fall to strikes that each of them must be saved from. BR-CREW-5"""
    left = men
    for _ in range(strikes):
        left -= unsaved(dice, left, armour, who)
    return men - left


@compiled
def blast(state, seat, level, point, radius, strikes):
    """Normal damage by strikes on one place to everyone on a level within a radius, the enemy's boarders too.

    BR-HIT-4, BR-CREW-5
    """
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    within = 0
    for station in range(5):
        within += within_blast(ship, enemy, station, level, point, radius)
    fallen = killed_by(state.dice, within, int(ship.armour), seat, strikes)
    for station in range(5):
        hit = within_blast(ship, enemy, station, level, point, radius)
        if hit > 0:
            lost = hit * fallen // within
            lose_at(ship, enemy, station, lost)
            fallen -= lost
            within -= hit
    hit = within_blast(ship, enemy, BOARDERS, level, point, radius)
    lose_at(ship, enemy, BOARDERS, killed_by(state.dice, hit, int(enemy.armour), 1 - seat, strikes))


@compiled
def near_edge(ship, men):
    """How many of so many men on the top level stand within 1" of its edge. BR-FALL-1"""
    length, beam = int(ship.length), int(ship.beam)
    inner = max(0, length - 2 * EDGE) * max(0, beam - 2 * EDGE)
    return (men * (length * beam - inner) + (length * beam >> 1)) // (length * beam)


@compiled
def falls(state, seat):
    """Without a railing, each man within 1" of the edge goes over it on a 1 of 1D. BR-FALL-1, BR-FALL-2"""
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    if ship.railed:
        return
    men = 0
    for station in range(5):
        if level_of(ship, station) == top(ship):
            men += int(ship.hands[station])
    near = near_edge(ship, men)
    if near > 0:
        over = near - chance.count(state.dice, r.ROLL_FALL, seat, near, 2, near, 6)
        for station in range(5):
            if level_of(ship, station) == top(ship) and ship.hands[station] > 0:
                here = int(ship.hands[station])
                lost = here * over // men
                ship.hands[station] -= lost
                over -= lost
                men -= here
    near = near_edge(ship, int(enemy.boarders))
    if near > 0:
        over = near - chance.count(state.dice, r.ROLL_FALL, 1 - seat, near, 2, near, 6)
        lose_at(ship, enemy, BOARDERS, over)


# --- water ---


@compiled
def leaks(ship):
    """Glugs that pour in each round."""
    return int(ship.glugs) + int(ship.deck_glugs)


@compiled
def unbailed(ship):
    """Glugs that nobody bails: 2 a man at the breach; those of a deck only by men within 3" of the hole.

    BR-WATER-2, BR-WATER-3, BR-WATER-8
    """
    bailers = int(ship.hands[r.BREACH])
    left = leaks(ship) - 2 * bailers
    if ship.deck_glugs > 0:
        length = int(ship.length)
        near = (bailers * share_within(ship, int(ship.holes[0]), BLAST) + (length >> 1)) // length
        left = max(left, int(ship.deck_glugs) - 2 * near)
    return max(0, left)
