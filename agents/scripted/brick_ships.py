"""The captains of brick ships: how each shares out her crew, sails, fires and boards.

At the helm every captain looks at each plan that she may choose, sees where it would leave her, and takes the one that
she likes best; they differ in what they like. None likes the edge of the table unless she means to leave.
"""

import math

from quarterdeck.envs.brick_ships import boarding, gunnery, sailing
from quarterdeck.envs.brick_ships import crew as c
from quarterdeck.envs.brick_ships import record as r
from quarterdeck.envs.brick_ships import table as t
from quarterdeck.envs.captain import lowest_legal
from quarterdeck.envs.compiler import compiled, inner

NAMES = ("gunner", "boarder", "rammer", "prudent")
GUNNER, BOARDER, RAMMER, PRUDENT = range(1, len(NAMES) + 1)

# what she is about at the helm
SHOOT, CLOSE, RAM, LEAVE = range(4)

ROOM = 900.0  # that she likes to have ahead of her before the edge of the table
CLEAR = 500.0  # and on every side
GOOD_RANGE = 1500.0  # for her guns, out of reach of ropes


# --- what she reckons with ----------------------------------------------------------------------------------


@inner
def can_breach(ship, enemy):
    """Whether a cannon of hers can let water into the other."""
    cannon = ship.guns[r.PORT] > 0 or (ship.guns[r.FORE] > 0 and ship.fore_kind == r.CANNON)
    return cannon and enemy.resistance < 6 + 4


@inner
def has_guns(ship):
    """Whether there is anything to fire with."""
    return ship.guns[r.PORT] > 0 or ship.guns[r.FORE] > 0


@inner
def fighting_power(ship, enemy):
    """What her men are worth in a melee beside the other's: their number, more for Combat and armour."""
    skill = 7 - boarding.number_to_strike(ship, enemy)
    hide = 6.0 / (6 - int(ship.armour))
    return c.standing(ship) * c.standing(ship) * skill * hide


@inner
def odds_in_melee(ship, enemy):
    """Her power over the other's."""
    return fighting_power(ship, enemy) / max(1.0, fighting_power(enemy, ship))


@inner
def good_odds(ship, enemy, which):
    """From what odds on who rather shoots goes over: sooner where her guns let in no water, or she has none."""
    if not has_guns(ship):
        return 0.8
    return 1.6 if which == PRUDENT or can_breach(ship, enemy) else 1.15


@inner
def beset(state, seat):
    """Whether the enemy is on her deck or may be there this round."""
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    if enemy.boarders > 0 or enemy.on_rope > 0 or enemy.ready > 0:
        return True
    reach = boarding.JUMP + (int(enemy.canvas) + int(enemy.oars)) * 50
    return state.gap <= reach and odds_in_melee(ship, enemy) < 1.5


@inner
def is_failing(ship):
    """Whether more pours in than her men can bail, or soon will."""
    leaks = c.leaks(ship)
    return leaks > 2 * c.crew(ship) * 2 // 3 or leaks - int(ship.resistance) >= 4


# --- stations -----------------------------------------------------------------------------------------------


@inner
def bails(ship, least):
    """Whether she sends men to the breach: from so many glugs on."""
    return c.leaks(ship) >= least


@inner
def to_close(ship, water):
    """All that row or board; bailers first where water is high."""
    if water:
        return r.TO_BAIL_ROW if ship.oars > 0 and c.crew(ship) > 12 else r.TO_BAIL_BOARD
    return r.TO_ROW_BOARD if ship.oars > 0 else r.TO_BOARD


@inner
def stations(state, seat, which, about):
    """Who fights deck to deck mans the ropes; who shoots mans the guns; the prudent one bails the first glug."""
    ship = state.ship[seat]
    water = bails(ship, 1 if which == PRUDENT else 2)
    if beset(state, seat) or (about == CLOSE and state.gap <= boarding.ROPE):
        return r.TO_BAIL_BOARD if water else r.TO_BOARD
    if about == LEAVE:
        return r.TO_BAIL_ROW if water else r.TO_ROW
    if about == CLOSE or not has_guns(ship):
        return to_close(ship, water)
    if about == RAM:
        return r.TO_BAIL_ROW if water else r.TO_ROW
    return r.TO_BAIL if water else r.TO_GUNS


# --- the helm -----------------------------------------------------------------------------------------------


@inner
def after_plan(ship, plan):
    """Where a plan would leave her, and on what heading, if nothing is in the way."""
    speed, share = int(ship.speed), sailing.share_of(plan)
    way = share * speed * 25
    heading = int(ship.heading)
    x = int(ship.x) + t.part(way // 2, t.sine(heading))
    y = int(ship.y) + t.part(way // 2, t.cosine(heading))
    if way >= sailing.LEAST_WAY:
        heading = sailing.turned(heading, speed, sailing.halves_of(plan))
    x += t.part(way - way // 2, t.sine(heading))
    y += t.part(way - way // 2, t.cosine(heading))
    return x, y, heading


@inner
def room_ahead(x, y, heading):
    """How far the edge of the table is ahead, and how near the nearest edge is."""
    return t.to_edge(x, y, heading), min(min(x, r.WIDTH - x), min(y, r.HEIGHT - y))


@inner
def shuns_edge(x, y, heading):
    """What she would give not to be there: the edge is close, or close ahead."""
    far, near = room_ahead(x, y, heading)
    cost = 0.0
    if near <= 0:
        cost += 100.0
    if far < ROOM:
        cost += 10.0 * (ROOM - far) / ROOM
    if near < CLEAR:
        cost += 5.0 * (CLEAR - near) / CLEAR
    return cost


@inner
def sees_at(x, y, heading, her_x, her_y):
    """Distance to a point, and the cosine and sine of its direction, from such a place and heading."""
    s, n = t.sine(heading) / t.ONE, t.cosine(heading) / t.ONE
    east, north = float(her_x - x), float(her_y - y)
    far = max(1.0, math.sqrt(east * east + north * north))
    return far, (east * s + north * n) / far, (east * n - north * s) / far


@inner
def likes_to_shoot(ship, far, ahead, right, wary):
    """A loaded battery that bears, at a good range; the wary one stays further off."""
    worth = 0.0
    side = r.STARBOARD if right > 0 else r.PORT
    if ship.guns[side] > 0:
        ready = 0.5 + 0.5 * gunnery.loaded(ship, side) / ship.guns[side]
        worth = ready * ship.guns[side] * (1.0 if abs(right) > 0.9 else abs(right))
    if ship.guns[r.FORE] > 0:
        ready = 0.5 + 0.5 * gunnery.loaded(ship, r.FORE) / ship.guns[r.FORE]
        worth = max(worth, ready * ship.guns[r.FORE] * (1.0 if ahead > 0.9 else ahead))
    wanted = GOOD_RANGE * (1.4 if wary else 1.0)
    return 2.0 * worth - abs(far - wanted) / 500.0


@inner
def likes_plan(ship, enemy, plan, about, wary, her_x, her_y):
    """How well she likes a plan."""
    x, y, heading = after_plan(ship, plan)
    far, ahead, right = sees_at(x, y, heading, her_x, her_y)
    if about == LEAVE:
        room, near = room_ahead(x, y, heading)
        return far / 1000.0 - room / 300.0 - near / 300.0 + (50.0 if near <= 0 else 0.0)
    worth = -shuns_edge(x, y, heading)
    if about == SHOOT:
        worth += likes_to_shoot(ship, far, ahead, right, wary)
        touch = (int(ship.length) + int(enemy.length)) / 2 + boarding.JUMP
        return worth - (4.0 if far < touch else 0.0)
    if about == RAM:
        return worth - far / 200.0 + 3.0 * ahead
    return worth - far / 200.0 + ahead


@inner
def steers(state, seat, mask, about, wary):
    """The plan that she likes best; of an enemy who has not moved yet she expects half a move straight on."""
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    her_x, her_y = int(enemy.x), int(enemy.y)
    if state.phase == r.MOVE:
        her_x += t.part(int(enemy.speed) * 50, t.sine(int(enemy.heading)))
        her_y += t.part(int(enemy.speed) * 50, t.cosine(int(enemy.heading)))
    best, most = r.FIRST_PLAN, -1e9
    for plan in range(r.PLANS):
        if mask[r.FIRST_PLAN + plan]:
            worth = likes_plan(ship, enemy, plan, about, wary, her_x, her_y)
            if worth > most:
                best, most = r.FIRST_PLAN + plan, worth
    return best


# --- guns ---------------------------------------------------------------------------------------------------


@inner
def fires(state, seat, mask, about):
    """At the side while that lets in water, then at the sails, else at the deck; who leaves fires at the sails.

    While she has men on that deck her catapults are still.
    """
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    hull, sails, deck = r.FIRST_MARK + r.AT_HULL, r.FIRST_MARK + r.AT_SAILS, r.FIRST_MARK + r.AT_DECK
    if ship.boarders > 0 and mask[deck]:
        return r.HOLD
    if about == LEAVE and mask[sails]:
        return sails
    if can_breach(ship, enemy) and mask[hull]:
        return hull
    if mask[sails]:
        return sails
    if mask[deck]:
        return deck
    return hull if mask[hull] else r.HOLD


# --- ropes --------------------------------------------------------------------------------------------------


@inner
def boards(mask):
    """Across as fast as may be: jump or climb, swing, then throw ropes to hold her, or round a mast."""
    cross, swing = r.FIRST_DEED + r.CROSS, r.FIRST_DEED + r.SWING
    if mask[cross]:
        return cross
    if mask[swing]:
        return swing
    if mask[r.FIRST_DEED + r.THROW_BACK]:
        return r.FIRST_DEED + r.THROW_BACK
    if mask[r.FIRST_DEED + r.THROW]:
        return r.FIRST_DEED + r.THROW
    if mask[r.FIRST_DEED + r.WRAP]:
        return r.FIRST_DEED + r.WRAP
    return r.KEEP


@inner
def keeps_clear(mask):
    """Cut what can be cut."""
    return r.FIRST_DEED + r.CUT if mask[r.FIRST_DEED + r.CUT] else r.KEEP


@inner
def at_ropes(state, seat, which, mask):
    """Boarders go over against even odds, others when the odds are good; from a sinking ship all go."""
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    least = 0.7 if which in (BOARDER, RAMMER) else good_odds(ship, enemy, which)
    if ship.sinking or odds_in_melee(ship, enemy) > least:
        return boards(mask)
    return keeps_clear(mask)


# --- the captains -------------------------------------------------------------------------------------------


@inner
def gunner(ship, enemy):
    """Stands off and shoots what she can breach; what she cannot she boards, once the odds are good."""
    if can_breach(ship, enemy) or odds_in_melee(ship, enemy) < good_odds(ship, enemy, GUNNER):
        return SHOOT
    return CLOSE


@inner
def boarder(ship, enemy):
    """Closes, unless the other crew is far stronger: then she shoots first."""
    if odds_in_melee(ship, enemy) < 0.4 and has_guns(ship):
        return SHOOT
    return CLOSE


@inner
def rammer(ship, enemy):
    """Rams while she has a ram that bites; without one she boards."""
    return RAM if ship.ram and 6 + ship.resistance > enemy.resistance else boarder(ship, enemy)


@inner
def prudent(ship, enemy):
    """Leaves what she can neither breach nor board while it may hurt her, and when she is failing; else she shoots.

    A hunter has nothing to win by leaving.
    """
    odds = odds_in_melee(ship, enemy)
    hopeless = not can_breach(ship, enemy) and odds < 1.0 and (can_breach(enemy, ship) or odds < 0.5)
    if not enemy.sinking and ship.mission != r.HUNT and (hopeless or is_failing(ship)):
        return LEAVE
    if not can_breach(ship, enemy) and odds > good_odds(ship, enemy, PRUDENT):
        return CLOSE
    return SHOOT


@inner
def is_about(state, seat, which):
    """What captain number `which` is about; who is out to escape leaves."""
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    if ship.mission == r.RUN:
        return LEAVE
    if enemy.sinking and not ship.sinking:
        return SHOOT  # keep off, and let her go down
    if which == GUNNER:
        return gunner(ship, enemy)
    if which == BOARDER:
        return boarder(ship, enemy)
    if which == RAMMER:
        return rammer(ship, enemy)
    return prudent(ship, enemy)


@compiled
def choose(state, seat, which, mask):
    """The action of captain number `which` (1 is the first of `NAMES`), always a legal one."""
    about = is_about(state, seat, which)
    if state.phase == r.CREW:
        action = r.FIRST_STATION + stations(state, seat, which, about)
    elif state.phase == r.FIRST:
        action = r.MOVE_SECOND
    elif state.phase == r.FIRE:
        action = fires(state, seat, mask, about)
    elif state.phase == r.BOARD:
        action = at_ropes(state, seat, which, mask)
    else:
        action = steers(state, seat, mask, about, which == PRUDENT)
    if mask[action]:
        return action
    return lowest_legal(mask)
