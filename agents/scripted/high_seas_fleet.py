"""The game masters of large battles: an admiral's habits, and those of single captains among many.

Whoever commands decides what she is about, picks the enemy she means, and the habits of `high_seas` say the rest. A
captain sees the whole battle but the orders still sealed and the dice to come.
"""

from quarterdeck.envs.captain import lowest_legal
from quarterdeck.envs.compiler import compiled, inner
from quarterdeck.envs.high_seas import gunnery
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas import ship as s
from quarterdeck.envs.high_seas.fleet import orders as o
from quarterdeck.envs.high_seas.fleet import record as f

from .high_seas import (
    ATTACK,
    BOARD,
    FLEE,
    GUNS,
    POINTS_A_GUN,
    POWDER_SHORT,
    SLIP_AWAY,
    TEAR,
    hit_chance,
    is_merchant,
    melee_strength,
)
from .high_seas import minds_mishap as minds

NAMES = ("admiral", "gunner", "boarder", "runner", "merchant", "patrol")
ADMIRAL, GUNNER, BOARDER, RUNNER, MERCHANT, PATROL = range(1, len(NAMES) + 1)

LEAST = 0.01  # the share of a ship that a volley must be good for when powder is short


# --- what she is about --------------------------------------------------------------------------------------


@inner
def ships_near(state, side, other, distance):
    """Ships of a side within so far of a ship, or locked with her."""
    number = 0
    for seat in range(state.slots):
        number += (state.side[seat] == side) & (state.ranges[seat, other] <= distance)
    return number


@inner
def strength(state, side):
    """What is left of a side to fight with: its guns and its Hull."""
    total = 0
    for seat in range(state.slots):
        if state.present[seat] and state.side[seat] == side:
            total += s.gun_count(state.ship[seat]) + state.ship[seat].hull
    return total


@inner
def outnumbered(state, seat):
    """Whether the enemies in her sight are half as strong again as her side. HS-MEET-14"""
    marks = o.enemies(state, seat, state.sight)
    theirs = 0
    for other in range(state.slots):
        if (marks >> other) & 1:
            theirs += s.gun_count(state.ship[other]) + state.ship[other].hull
    return 2 * theirs > 3 * strength(state, state.side[seat])


@inner
def patrol(state, seat):
    """Attacks whoever is an enemy; outnumbered she makes off to fetch help. HS-MEET-13, HS-MEET-14"""
    return FLEE if outnumbered(state, seat) else ATTACK


@inner
def admiral(state, seat):
    """Keeps to the errand: the hunted sail on and their escorts cover them, hunters close, others fight. HS-MEET-15"""
    ship = state.ship[seat]
    if ship.mission == r.RUN:
        return FLEE if is_merchant(ship) or outnumbered(state, seat) else GUNS
    return ATTACK if ship.mission == r.HUNT else GUNS


@inner
def is_about(state, seat, which):
    """What captain number `which` is about; who must run does not attack, but for an admiral's escorts."""
    if which == ADMIRAL:
        return admiral(state, seat)
    if which == MERCHANT:
        return SLIP_AWAY
    if which == RUNNER or state.ship[seat].mission == r.RUN:
        return FLEE
    if which == PATROL:
        return patrol(state, seat)
    return BOARD if which == BOARDER else GUNS


# --- whom she means -----------------------------------------------------------------------------------------


@inner
def appeal(state, seat, other, about, which):
    """How much an enemy draws her: near, known for what she is, weak, and where her own side is engaged already."""
    ship, enemy = state.ship[seat], state.ship[other]
    distance = state.ranges[seat, other]
    guns = max(int(ship.guns[r.PORT]), int(ship.guns[r.STARBOARD]))
    score = 1.0 * (r.EXTREME - distance) + 2.0 * min(1.0, POINTS_A_GUN * guns / max(1, int(enemy.hull)))
    if distance > state.recognition:
        score -= 2.0
    if about == BOARD:
        score += 1.0 if melee_strength(ship) > 1.2 * melee_strength(enemy) else -2.0
    if which == ADMIRAL:
        # reinforce: two or three ships on one enemy, not all of them
        friends = ships_near(state, state.side[seat], other, r.SHORT)
        score += min(2, friends) if friends < 4 else 0
    if ship.mission == r.HUNT:
        score += 1.5 if is_merchant(enemy) else 0.0
    return score


@inner
def pick_mark(state, seat, about, which, but):
    """The enemy in sight who draws her most, other than `but`; -1 if there is none."""
    best, most = -1, -100.0
    marks = o.enemies(state, seat, state.sight)
    for other in range(state.slots):
        if (marks >> other) & 1 and other != but:
            score = appeal(state, seat, other, about, which)
            if score > most:
                best, most = other, score
    return best


# --- habits -------------------------------------------------------------------------------------------------


@inner
def wets_sails(state, seat, mark):
    """In a chase, with canvas to spare and no clear lead in Speed."""
    ship = state.ship[seat]
    if ship.wet > 0 or ship.fouled or ship.slowed == 1 or ship.rigging <= TEAR:
        return False
    return s.speed(state, ship) <= s.speed(state, state.ship[mark]) + 1


@inner
def give_orders(state, seat, about, which, mask):
    """Flee, close with the mark, or circle her and the next best one; back to the others who sees no enemy."""
    mark = pick_mark(state, seat, about, which, -1)
    if mark < 0:
        return f.REJOIN_ORDER if mask[f.REJOIN_ORDER] else f.FIRST_EVADE
    if about >= FLEE and mask[f.FIRST_EVADE]:
        return f.FIRST_EVADE + (r.WET_SAILS if wets_sails(state, seat, mark) else 0)
    wanted = r.CLOSE - 1 if about == BOARD else r.SHORT if about == ATTACK else r.MEDIUM
    closer = f.FIRST_BEAR_DOWN + 3 * mark
    if state.ranges[seat, mark] > wanted and mask[closer]:
        chase = state.ship[mark].mission == r.RUN and wets_sails(state, seat, mark)
        return closer + (r.WET_SAILS if chase else 0)
    second = pick_mark(state, seat, about, which, mark)
    if second >= 0 and state.ranges[seat, second] <= r.FAR:
        return f.FIRST_CIRCLE_TWO + 3 * f.PAIR_PLACE[mark, second]
    return f.FIRST_CIRCLE + 3 * mark


@inner
def tries_maneuver(state, seat):
    """A Brilliant Maneuver, unless most of those she is engaged with have the better captain. HS-MANEUVER-2"""
    ship = state.ship[seat]
    against = o.opponents(state, seat)
    better = 0
    for other in range(state.slots):
        if (against >> other) & 1:
            enemy = state.ship[other]
            better += 1 if ship.wits + ship.strategy >= enemy.wits + enemy.strategy else -1
    return f.ATTEMPT if better >= 0 else f.STEADY


@inner
def grapples(state, seat, about, mask):
    """The weakest crew within reach, if her own is better enough. HS-GRAPPLE-1"""
    mine = melee_strength(state.ship[seat])
    best, most = f.STAND_OFF, 1.2 if about == BOARD else 2.5
    for other in range(state.slots):
        if mask[f.FIRST_GRAPPLE + other]:
            better = mine / max(1.0, 1.0 * melee_strength(state.ship[other]))
            if better > most:
                best, most = f.FIRST_GRAPPLE + other, better
    return best


@inner
def punch(state, seat, battery, aim, other):
    """The share of her Hull, Rigging or sail crew that a battery takes from a ship on average."""
    ship, enemy = state.ship[seat], state.ship[other]
    left = int(enemy.hull if aim == r.HULL else enemy.rigging if aim == r.RIGGING else enemy.sail_crew)
    if left == 0:
        return 0.0
    number = gunnery.target_number(ship, enemy, battery, aim, state.ranges[seat, other], state.size_reversed)
    return hit_chance(ship, number) * min(1.0, POINTS_A_GUN * gunnery.guns_firing(ship, battery) / left)


@inner
def fires(state, seat, about, mask):
    """The battery, mark and ship worth most to her; or none: who slips away holds her fire. HS-FIRE-3, HS-MEET-11"""
    away = state.ship[seat].order == r.EVADE
    if about == SLIP_AWAY and away:
        return f.HOLD
    hull, rigging, grape = (0.05, 1.0, 0.0) if away and about == FLEE else (1.0, 0.5, 1.5 if about == BOARD else 0.3)
    ship = state.ship[seat]
    best, most = f.HOLD, LEAST if ship.powder < POWDER_SHORT * ship.guns[r.PORT] else 0.0
    for other in range(state.slots):
        if state.arcs[seat, other] == 0:
            continue
        for battery in range(4):
            first = f.FIRST_SHOT + f.SHIPS * 3 * battery + other
            if mask[first] == 0:
                continue
            for aim in range(3):
                if mask[first + f.SHIPS * aim]:
                    worth = punch(state, seat, battery, aim, other)
                    worth *= hull if aim == r.HULL else rigging if aim == r.RIGGING else grape
                    if worth > most:
                        best, most = first + f.SHIPS * aim, worth
    return best


@compiled
def choose(state, seat, which, mask):
    """The action of captain number `which` (1 is the first of `NAMES`), always a legal one."""
    about = is_about(state, seat, which)
    if state.phase == f.ORDERS:
        action = give_orders(state, seat, about, which, mask)
    elif state.phase == f.MANEUVER:
        action = tries_maneuver(state, seat)
    elif state.phase == f.MISHAP:
        action = f.TURN_BACK if minds(state.ship[seat]) == r.TURN_BACK else f.LEAVE
    elif state.phase == f.GRAPPLE:
        action = grapples(state, seat, about, mask)
    else:
        action = fires(state, seat, about, mask)
    return action if mask[action] else lowest_legal(mask)
