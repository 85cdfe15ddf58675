"""The quint: hands to the fires, speed, the moves in ascending initiative, fire in descending, damage.

HW-TURN-1, HW-TURN-6
"""

from .. import chance
from ..compiler import compiled
from . import damage, gunnery, helm, sails, sea
from . import record as r

# --- what may be chosen ---


@compiled
def active(state):
    """Whose move, or fire, it is: the loser of the initiative moves first and fires last. HW-TURN-3, HW-TURN-4"""
    if state.phase == r.MOVE:
        return int(state.acted) if state.first == 1 else 1 - int(state.acted)
    return int(state.first) if state.acted == 0 else 1 - int(state.first)


@compiled
def may_fight_fire(ship, choice):
    """Whether there are hands for so many men at each fire. HW-OIL-4, HW-CREW-2"""
    return ship.fires > 0 and r.MEN[choice] * int(ship.fires) <= ship.crew


@compiled
def legal_speeds(state, ship, mask):
    """One more, one less or as it is, up to the maximum by the wind; or the oars. HW-SPEED-3, HW-SPEED-4, HW-OAR-3"""
    if ship.flounders or ship.wearing:
        mask[r.STEADY] = 1
        return
    top = sails.top_speed(state, ship, ship.facing)
    mask[r.SLOWER] = ship.speed > 0
    mask[r.STEADY] = ship.speed <= top
    mask[r.FASTER] = ship.speed < top
    mask[r.OARS] = sails.may_row(ship)


@compiled
def has_choice(state, seat):
    """Whether this captain has anything to decide in the present phase; in each quint both are asked for speed."""
    if state.ending != r.RUNNING:
        return False
    if state.phase == r.SPEED:
        return True
    ship = state.ship[seat]
    if state.phase == r.FIREFIGHTING:
        return may_fight_fire(ship, 1)
    if active(state) != seat:
        return False
    if state.phase == r.FIRE:
        return gunnery.any_may_fire(state, ship)
    bits = helm.steps(state, seat)
    return bits & (bits - 1) != 0


@compiled
def legal(state, seat, mask):
    """Write 1 for each legal action into the int8 `mask`; `pass` is legal when nothing else is."""
    for action in range(len(mask)):
        mask[action] = 0
    if not has_choice(state, seat):
        mask[r.PASS] = 1
        return
    ship = state.ship[seat]
    if state.phase == r.SPEED:
        legal_speeds(state, ship, mask)
    elif state.phase == r.MOVE:
        bits = helm.steps(state, seat)
        for step in range(3):
            mask[r.AHEAD + step] = (bits >> step) & 1
    elif state.phase == r.FIRE:
        mask[r.HOLD] = 1
        gunnery.mark_shots(state, ship, mask)
    else:
        for choice in range(len(r.MEN)):
            mask[r.LET_BURN + choice] = may_fight_fire(ship, choice)


# --- the phases ---


@compiled
def roll_initiative(state):
    """Each captain's Reaction and 1d10, ties again; anew every quint. HW-TURN-2"""
    bonus = int(state.ship[0].reaction) - int(state.ship[1].reaction)
    state.first = 0 if chance.opposed(state.dice, r.ROLL_INITIATIVE, 0, 1, bonus, 10) > 0 else 1


@compiled
def begin_quint(state):
    """The last quint's doings are forgotten; initiative is rolled."""
    for seat in range(r.SEATS):
        ship = state.ship[seat]
        ship.rowing = ship.wearing = ship.fighters = ship.serving = 0
        ship.left = ship.moved = ship.turned = ship.lost_way = ship.sheared = 0
        sails.recover(state, ship)
        gunnery.count_loaded(state, ship)
    roll_initiative(state)
    state.acted = 0
    state.phase = r.FIREFIGHTING if state.ship[0].fires or state.ship[1].fires else r.SPEED


@compiled
def play_firefighting(state, orders):
    """Men are put to the fires. HW-OIL-4"""
    for seat in range(r.SEATS):
        if orders[seat] >= r.LET_BURN:
            state.ship[seat].fighters = r.MEN[orders[seat] - r.LET_BURN]
    state.phase = r.SPEED


@compiled
def play_speed(state, orders):
    """Speed changes by one at most, by the facing before the move; or the oars come out.

    HW-SPEED-3, HW-SPEED-6, HW-OAR-1
    """
    for seat in range(r.SEATS):
        ship = state.ship[seat]
        if orders[seat] == r.SLOWER:
            sails.slow_to(state, seat, int(ship.speed) - 1)
        elif orders[seat] == r.FASTER:
            ship.speed += 1
        elif orders[seat] == r.OARS:
            ship.rowing = 1
        ship.left = 1 if ship.rowing else ship.speed
    state.phase = r.MOVE


@compiled
def play_move(state, orders):
    """A step of the ship whose move it is; who has no step left has moved, and after both comes fire. HW-TURN-3"""
    seat = active(state)
    step = orders[seat]
    if step == r.PASS:
        bits = helm.steps(state, seat)
        if bits:
            step = r.AHEAD + bits // 2
    if step != r.PASS:
        helm.take_step(state, seat, step)
        if state.ending != r.RUNNING:
            return
    if step == r.PASS or state.ship[seat].left == 0:
        helm.pay_for_cutting(state, seat)
        state.acted += 1
        if state.acted == r.SEATS:
            state.acted = 0
            state.phase = r.FIRE


@compiled
def play_fire(state, orders):
    """A shot of the ship whose turn it is; after both have fired the quint ends. HW-TURN-4"""
    seat = active(state)
    if orders[seat] >= r.FIRST_SHOT:
        gunnery.shoot(state, seat, orders[seat])
        return
    state.acted += 1
    if state.acted == r.SEATS:
        end_quint(state)


@compiled
def end_quint(state):
    """Damage counts, night may fall, the next quint begins. HW-TURN-5, HW-TURN-6, HW-TURN-7"""
    for seat in range(r.SEATS):
        damage.end_of_quint(state, seat)
    if state.ship[0].sunk or state.ship[1].sunk:
        state.ending = r.SUNK
    elif state.turn >= state.nightfall:
        state.ending = r.NIGHTFALL
    else:
        state.turn += 1
        begin_quint(state)


@compiled
def play_phase(state, orders):
    """Play the present phase, or one step or shot of it, with these orders, one a seat."""
    if state.phase == r.MOVE:
        play_move(state, orders)
    elif state.phase == r.FIRE:
        play_fire(state, orders)
    elif state.phase == r.SPEED:
        play_speed(state, orders)
    else:
        play_firefighting(state, orders)


@compiled
def run_on(state):
    """Play what nobody has a choice in; in every quint both are asked for speed, so this ends."""
    while state.ending == r.RUNNING and not has_choice(state, 0) and not has_choice(state, 1):
        play_phase(state, (r.PASS, r.PASS))


@compiled
def place_ships(state):
    """The ships lie so many hexes apart about the middle of the map, on headings that are given or rolled. HW-MAP-6"""
    if state.bearing < 0:
        state.bearing = chance.table(state.dice, r.ROLL_PLACE, 0, 1, 6) - 1
    bearing, half = int(state.bearing), int(state.apart) // 2
    middle = r.SIDE // 2
    for seat in range(r.SEATS):
        ship = state.ship[seat]
        off = int(state.apart) - half if seat else -half
        ship.q = middle - middle // 2 + off * sea.DQ[bearing]
        ship.r = middle + off * sea.DR[bearing]
        if ship.facing < 0:
            ship.facing = chance.table(state.dice, r.ROLL_PLACE, seat, 1, 6) - 1
        ship.speed = sails.top_speed(state, ship, ship.facing)


@compiled
def wind_of(roll):
    """The wind by one die: 1 calm, 2-3 poor, 4-5 fair, 6-8 good, 9-10 excellent. HW-WIND-1"""
    wind = 0
    while roll > r.UP_TO[wind]:
        wind += 1
    return wind


@compiled
def setup(state):
    """Begin the fight that lies in the record: the wind is rolled once, then the first quint begins.

    HW-WIND-1, HW-WIND-6, HW-MAP-6
    """
    chance.begin(state.dice)
    if state.wind < 0:
        state.wind = wind_of(chance.table(state.dice, r.ROLL_WIND, 0, 1, 10))
    if state.toward < 0:
        state.toward = chance.table(state.dice, r.ROLL_DIRECTION, 0, 1, 6) - 1
    place_ships(state)
    sea.take_bearings(state)
    state.turn = 1
    begin_quint(state)
    run_on(state)


@compiled
def apply(state, orders):
    """Play the present phase with legal `orders` (one a seat), and on to the next choice."""
    chance.begin(state.dice)
    play_phase(state, (int(orders[0]), int(orders[1])))
    run_on(state)


@compiled
def is_over(state):
    """Whether the fight has ended."""
    return state.ending != r.RUNNING


@compiled
def payoff(state, seat):
    """What the end is worth to this seat's mission: -1, 0 or +1. HW-MISSION-1, HW-MISSION-2, HW-MISSION-3"""
    if state.ending == r.RUNNING:
        return 0.0
    mine, theirs = state.ship[seat], state.ship[1 - seat]
    if mine.mission == r.RUN:
        return -1.0 if mine.sunk else 1.0
    if mine.mission == r.HUNT:
        return 1.0 if theirs.sunk else -1.0
    return float(int(theirs.sunk) - int(mine.sunk))
