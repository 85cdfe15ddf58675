"""The game masters of high_seas, as their habits are told in the rules and around the table.

Whoever commands decides in two steps. First, what she is about now: to fight with her guns, to attack, to
board, to flee, or to slip away without a shot: each captain below is a short function that says which. Then
the habits say how such a ship gives her orders, fires and grapples. A captain sees the whole battle
but the orders still sealed, the dice to come, and what her lookouts have not made out: a ship that she has not
recognised she takes for one like her own, and guns behind hidden ports for none.
"""

import numpy as np

from quarterdeck.envs.captain import lowest_legal
from quarterdeck.envs.compiler import compiled, inner
from quarterdeck.envs.high_seas import boarding, gunnery
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas import ship as s

NAMES = ("gunner", "boarder", "runner", "merchant", "corsair", "warship", "prudent")
GUNNER, BOARDER, RUNNER, MERCHANT, CORSAIR, WARSHIP, PRUDENT = range(1, len(NAMES) + 1)

# what a captain is about
GUNS, ATTACK, BOARD, LOOK, FLEE, SLIP_AWAY = range(6)

POINTS_A_GUN = 1.222  # mean damage of a hit, for each gun of the battery
POWDER_SHORT = 10  # broadsides: with less she wastes none
TEAR = 5  # rigging that torn sails cost, about
RUDDER = 1.0  # Hull that hard turns must save on average to be worth the strain


def _hit_table() -> np.ndarray:
    """The chance of a gun crew of Threat t to roll n or more and not all ones: float64, shape (4, 60)."""
    die = np.zeros(60)
    for tens in range(6):
        die[10 * tens + 1 : 10 * tens + 10] = 0.1 ** (tens + 1)
    total = np.zeros(60)
    total[0] = 1.0
    table = np.zeros((4, 60))
    for threat in range(1, 4):
        total = np.convolve(total, die)[:60]
        ones = 0.1**threat
        table[threat] = 1.0 - np.concatenate(([0.0], np.cumsum(total)[:-1])) - ones
        table[threat, threat + 1 :] += ones
    return np.clip(table, 0.0, 1.0)


HITS = _hit_table()


# --- what she reckons with ----------------------------------------------------------------------------------


@inner
def hit_chance(ship, number):
    """How likely her gun crews are to roll `number` or more. HS-FIRE-6, HS-FIRE-16, HS-FIRE-17"""
    return HITS[min(3, int(ship.threat)), min(max(number, 0), 59)]


@inner
def seen(state, seat):
    """The enemy as this captain knows her; unrecognised, she is taken for a ship like her own. HS-TURN-6"""
    return state.ship[1 - seat] if state.ship[1 - seat].known else state.ship[seat]


@inner
def punch(state, ship, target, battery, aim, distance):
    """The share of the target's Hull, Rigging or sail crew that this battery takes on average."""
    left = int(target.hull if aim == r.HULL else target.rigging if aim == r.RIGGING else target.sail_crew)
    if left == 0:
        return 0.0
    number = gunnery.target_number(ship, target, battery, aim, distance, state.size_reversed)
    return hit_chance(ship, number) * min(1.0, POINTS_A_GUN * gunnery.guns_firing(ship, battery) / left)


@inner
def broadside(state, ship, target, distance):
    """The share of the target's Hull that her better broadside takes at a distance, on average."""
    larger = r.PORT if ship.guns[r.PORT] >= ship.guns[r.STARBOARD] else r.STARBOARD
    return punch(state, ship, target, larger, r.HULL, distance)


@inner
def my_broadside(state, seat, distance):
    """What hers takes of the enemy as she knows her."""
    return broadside(state, state.ship[seat], seen(state, seat), distance)


@inner
def their_broadside(state, seat, distance):
    """What the enemy's takes of her; guns behind hidden ports she counts for none. HS-MOD-10"""
    if not state.ship[1 - seat].shown:
        return 0.0
    return broadside(state, seen(state, seat), state.ship[seat], distance)


@inner
def melee_strength(ship):
    """Her weight in a melee: squads to strike, squads to lose, how well they kill. HS-BOARD-9, HS-BOARD-16"""
    squads = boarding.squads(ship)
    if ship.squads >= 0:
        squads = min(squads, int(ship.squads))
    dice = squads + 0.5 * boarding.pont_dice(ship) + 0.5 * (squads // 5)
    return squads * dice * (11 - boarding.kill_number(ship))


@inner
def boards_better(state, seat, times):
    """Whether her melee strength is so many times the enemy's."""
    return melee_strength(state.ship[seat]) > times * melee_strength(seen(state, seat))


@inner
def overmatched(state, seat, times):
    """Whether the enemy would sink her so many times faster than she the enemy, at Medium."""
    return their_broadside(state, seat, r.MEDIUM) > times * my_broadside(state, seat, r.MEDIUM)


@inner
def enemy_flees(state, seat):
    """Whether she expects the enemy to Evade: it is the enemy's mission, or wise."""
    if s.circles_only(state, seen(state, seat)):
        return False
    if state.ship[1 - seat].mission == r.RUN:
        return True
    return my_broadside(state, seat, r.MEDIUM) > 1.5 * their_broadside(state, seat, r.MEDIUM)


@inner
def best_range(state, seat):
    """Where her broadside gains most on the enemy's; not within reach of better boarders."""
    nearest = r.CLOSE if boards_better(state, seat, 1.0) else r.SHORT
    best, most = nearest, -1.0
    for distance in range(nearest, r.LONG + 1):
        gain = my_broadside(state, seat, distance) - their_broadside(state, seat, distance)
        if gain > most + 0.01:
            best, most = distance, gain
    return best


# --- habits: orders -----------------------------------------------------------------------------------------


@inner
def wet_sails_pay(state, seat):
    """In a chase that is not decided, with canvas to spare, and while they are not wet yet. HS-STRAT-2"""
    ship, enemy = state.ship[seat], seen(state, seat)
    if ship.wet > 0 or ship.fouled or ship.slowed == 1 or s.circles_only(state, enemy):
        return False
    return ship.rigging > TEAR and s.speed(state, ship) <= s.speed(state, enemy) + 2


@inner
def hard_turns_pay(state, seat):
    """When they spare her more Hull than the rudder is worth. HS-STRAT-6, HS-STRAT-7"""
    ship, enemy = state.ship[seat], seen(state, seat)
    if not state.ship[1 - seat].shown:
        return False
    larger = r.PORT if enemy.guns[r.PORT] >= enemy.guns[r.STARBOARD] else r.STARBOARD
    number = gunnery.target_number(enemy, ship, larger, r.HULL, state.range, state.size_reversed)
    points = min(POINTS_A_GUN * gunnery.guns_firing(enemy, larger), float(ship.hull))
    return points * (hit_chance(enemy, number) - hit_chance(enemy, number + 10)) > RUDDER


@inner
def order(state, seat, tactic, chase):
    """The order for a tactic: with wet sails where they pay in a chase, or with hard turns where they do."""
    number = r.FIRST_ORDER + 3 * (tactic - 1)
    if chase and wet_sails_pay(state, seat):
        return number + r.WET_SAILS
    return number + r.HARD_TURNS if hard_turns_pay(state, seat) else number


@inner
def tactic(state, seat, about):
    """Flee, bear down on her mark, or hold the range and circle; a sail that is not made out she goes to look at."""
    if about >= FLEE:
        return r.EVADE
    if about == LOOK:
        return r.BEAR_DOWN if state.range > state.recognition else r.CIRCLE
    wanted = r.CLOSE - 1 if about == BOARD else r.SHORT if about == ATTACK else best_range(state, seat)
    if state.range > wanted or (state.range >= state.sight - 1 and enemy_flees(state, seat)):
        return r.BEAR_DOWN
    ship, enemy = state.ship[seat], seen(state, seat)
    if about == GUNS and state.range < wanted and s.speed(state, ship) >= s.speed(state, enemy):
        return r.EVADE
    return r.CIRCLE


@inner
def give_orders(state, seat, about, mask):
    """Sealed orders for the turn: where she may not circle she hunts, where she may not else she circles."""
    choice = tactic(state, seat, about)
    if mask[r.FIRST_ORDER + 3 * (choice - 1)] == 0:
        choice = r.BEAR_DOWN if choice == r.CIRCLE else r.CIRCLE
    chase = choice == r.EVADE or (choice == r.BEAR_DOWN and enemy_flees(state, seat))
    return order(state, seat, choice, chase)


# --- habits: the rest of the turn ---------------------------------------------------------------------------


@inner
def tries_maneuver(state, seat):
    """A Brilliant Maneuver, unless the enemy captain is the better one. HS-MANEUVER-1"""
    ship, enemy = state.ship[seat], seen(state, seat)
    return r.ATTEMPT if ship.wits + ship.tactics >= enemy.wits + enemy.tactics else r.STEADY


@inner
def minds_mishap(ship):
    """She sails on, unless that hand is one that the sails cannot spare. HS-MISHAP-4"""
    return r.TURN_BACK if ship.adrift == r.SWELL and ship.sail_crew <= ship.sail_minimum else r.LEAVE


@inner
def grapples(state, seat, about):
    """A boarder when her squads are better, anybody else when they are much better. HS-GRAPPLE-1"""
    return r.THROW if boards_better(state, seat, 1.2 if about == BOARD else 2.5) else r.STAND_OFF


@inner
def fires(state, seat, mask, hull, rigging, grape):
    """The battery and mark worth most, by what Hull, Rigging and hands are worth to her; or none."""
    ship, target = state.ship[seat], seen(state, seat)
    best, most = r.HOLD, 0.0
    for battery in range(4):
        if ship.powder < POWDER_SHORT * ship.guns[battery]:
            most = max(most, 0.01)
        for aim in range(3):
            action = r.FIRST_SHOT + 3 * battery + aim
            if mask[action]:
                worth = punch(state, ship, target, battery, aim, state.range)
                worth *= hull if aim == r.HULL else rigging if aim == r.RIGGING else grape
                if worth > most:
                    best, most = action, worth
    return best


@inner
def fight(state, seat, about, mask):
    """Hull by default; rigging to shake off a pursuer; grapeshot before boarding. HS-FIRE-5, HS-FIRE-22"""
    away = state.ship[seat].order == r.EVADE and state.range > r.CLOSE
    if about == SLIP_AWAY and away:
        return r.HOLD
    if about == FLEE and away:
        return fires(state, seat, mask, 0.05, 1.0, 0.0)
    if about == BOARD:
        return fires(state, seat, mask, 1.0, 0.5, 1.5)
    return fires(state, seat, mask, 1.0, 0.5, 0.3)


@inner
def sends_hero(state, seat, about, mask):
    """Douse a fuse first of all; cut loose from a ship that will blow up, or whose squads are more.

    Who is beaten two to one lights the enemy's magazine. Else a sail falls on the enemy's squads.
    HS-HERO-3, HS-HERO-5, HS-HERO-8
    """
    mine, theirs = state.ship[seat], state.ship[1 - seat]
    if mask[r.DOUSE_FUSE]:
        return r.DOUSE_FUSE
    if theirs.fuse > 0:
        return r.CUT_ROPE
    if 2 * mine.squads <= theirs.squads and mask[r.LONG_FUSE]:
        return r.LONG_FUSE
    if mine.squads < theirs.squads or about >= FLEE:
        return r.CUT_ROPE
    return r.CUT_SAIL if mask[r.CUT_SAIL] else r.NO_DEED


# --- the captains -------------------------------------------------------------------------------------------


@inner
def is_merchant(ship):
    """Merchantman or galleon: prey."""
    return ship.kind == r.MERCHANTMAN or ship.kind == r.GALLEON


@inner
def boarder(state, seat):
    """Bears down and grapples while her squads are the better ones; else she trusts her guns."""
    if not state.ship[1 - seat].known:
        return LOOK
    return BOARD if boards_better(state, seat, 1.2) else GUNS


@inner
def merchant(state, seat):
    """Flees, and does not fight unless she is caught at Close or can flee no more. HS-MEET-11"""
    return SLIP_AWAY if state.range > r.CLOSE else FLEE


@inner
def corsair(state, seat):
    """Takes merchantmen and galleons, flees from warships, fights her like; first she wants to know. HS-MEET-12"""
    enemy = state.ship[1 - seat]
    if not enemy.known:
        return LOOK
    if is_merchant(enemy):
        return boarder(state, seat)
    return GUNS if enemy.kind == r.CORSAIR else FLEE


@inner
def prudent(state, seat):
    """Breaks off when outmatched, or badly hurt and worse than the enemy; else she fights with her guns.

    A sail that she does not know she keeps in sight.
    """
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    if not enemy.known:
        return LOOK
    hurt = s.more_than_half_lost(ship.hull, ship.hull_max)
    if hurt and ship.hull * enemy.hull_max < enemy.hull * ship.hull_max:
        return FLEE
    return FLEE if overmatched(state, seat, 2.0) else GUNS


@inner
def temper(state, seat, which):
    """What captain number `which` is about, were she free to choose."""
    if which == BOARDER:
        return boarder(state, seat)
    if which == RUNNER:
        return FLEE
    if which == MERCHANT:
        return merchant(state, seat)
    if which == CORSAIR:
        return corsair(state, seat)
    if which == WARSHIP:
        return ATTACK
    if which == PRUDENT:
        return prudent(state, seat)
    return GUNS


@inner
def is_about(state, seat, which):
    """A mission comes before temper: who must run flees, who must hunt closes. HS-MISSION-3"""
    about = temper(state, seat, which)
    mission = state.ship[seat].mission
    if mission == r.RUN and about < FLEE:
        return FLEE
    if mission == r.HUNT and about != BOARD:
        return ATTACK
    return about


@compiled
def choose(state, seat, which, mask):
    """The action of captain number `which` (1 is the first of `NAMES`), always a legal one."""
    about = is_about(state, seat, which)
    if state.phase == r.ORDERS:
        action = give_orders(state, seat, about, mask)
    elif state.phase == r.MANEUVER:
        action = tries_maneuver(state, seat)
    elif state.phase == r.MISHAP:
        action = minds_mishap(state.ship[seat])
    elif state.phase == r.GRAPPLE:
        action = grapples(state, seat, about)
    elif state.phase == r.DEED:
        action = sends_hero(state, seat, about, mask)
    else:
        action = fight(state, seat, about, mask)
    if mask[action]:
        return action
    if r.FIRST_ORDER <= action < r.STEADY:
        bare = action - (action - r.FIRST_ORDER) % 3
        if mask[bare]:
            return bare
    return lowest_legal(mask)
