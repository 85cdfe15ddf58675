"""The round: stations, wind and initiative, movement, fire, water, ropes and melee; what may be chosen, and the end.

BR-TURN-1
"""

from .. import chance
from ..compiler import compiled
from . import boarding, gunnery, sailing, sinking
from . import crew as c
from . import record as r
from . import table as t

# --- what may be chosen ---


@compiled
def legal_stations(ship, mask):
    """The ways to share out the crew that make a difference. BR-CREW-2"""
    guns, oars, water = c.guns_at_once(ship) > 0, ship.oars > 0, c.leaks(ship) > 0
    mask[r.FIRST_STATION + r.TO_GUNS] = guns
    mask[r.FIRST_STATION + r.TO_ROW] = oars
    mask[r.FIRST_STATION + r.TO_BAIL] = water
    mask[r.FIRST_STATION + r.TO_BAIL_ROW] = water and oars
    mask[r.FIRST_STATION + r.TO_BOARD] = 1
    mask[r.FIRST_STATION + r.TO_BAIL_BOARD] = water
    mask[r.FIRST_STATION + r.TO_ROW_BOARD] = oars
    mask[r.FIRST_STATION + r.ALL_HANDS] = 1


@compiled
def legal_plans(ship, mask):
    """A share of the movement in quarters, with a turn where there is way enough for one. BR-MOVE-6, BR-TURN-3"""
    mask[r.FIRST_PLAN] = 1
    for share in range(1, 5):
        plan = r.FIRST_PLAN + 5 * share - 2  # straight on
        mask[plan] = 1
        if sailing.may_turn(int(ship.speed), share):
            mask[plan - 2] = mask[plan - 1] = mask[plan + 1] = mask[plan + 2] = 1


@compiled
def legal_marks(ship, enemy, mask):
    """Hold, or all that bears: cannon at side, sails or ram, catapults at the deck with them or alone. BR-GUN-10"""
    cannon = gunnery.any_cannon(ship)
    mask[r.HOLD] = 1
    mask[r.FIRST_MARK + r.AT_HULL] = cannon
    mask[r.FIRST_MARK + r.AT_SAILS] = cannon and enemy.sail_hits < enemy.canvas
    mask[r.FIRST_MARK + r.AT_RAM] = cannon and enemy.ram
    mask[r.FIRST_MARK + r.AT_DECK] = gunnery.any_catapult(ship)


@compiled
def legal_deeds(state, seat, mask):
    """What can be done with ropes and men; nothing always. BR-TURN-7"""
    mask[r.KEEP] = 1
    for deed in range(7):
        mask[r.FIRST_DEED + deed] = boarding.may_do(state, seat, deed)


@compiled
def any_deed(state, seat):
    """Whether there is a choice of deeds."""
    if not boarding.hangs_together(state):
        return False
    for deed in range(7):
        if boarding.may_do(state, seat, deed):
            return True
    return False


@compiled
def mover(state):
    """Whose move it is in the present phase. BR-TURN-2"""
    return state.first if state.phase == r.MOVE else 1 - state.first


@compiled
def both_can_move(state):
    """Whether it matters who moves first."""
    return state.ship[0].speed > 0 and state.ship[1].speed > 0


@compiled
def has_choice(state, seat):
    """Whether this captain has anything to decide in the present phase."""
    if state.ending != r.RUNNING:
        return False
    ship = state.ship[seat]
    if state.phase == r.CREW:
        return not ship.sinking and c.crew(ship) > 0
    if state.phase == r.FIRST:
        return seat == state.high and both_can_move(state)
    if state.phase == r.FIRE:
        return gunnery.any_cannon(ship) or gunnery.any_catapult(ship)
    if state.phase == r.BOARD:
        return any_deed(state, seat)
    return seat == mover(state) and ship.speed > 0


@compiled
def legal(state, seat, mask):
    """Write 1 for each legal action into the int8 `mask`; `pass` is legal when nothing else is."""
    for action in range(len(mask)):
        mask[action] = 0
    ship = state.ship[seat]
    choice = has_choice(state, seat)
    if choice:
        if state.phase == r.CREW:
            legal_stations(ship, mask)
        elif state.phase == r.FIRST:
            mask[r.MOVE_FIRST] = mask[r.MOVE_SECOND] = 1
        elif state.phase == r.FIRE:
            legal_marks(ship, state.ship[1 - seat], mask)
        elif state.phase == r.BOARD:
            legal_deeds(state, seat, mask)
        else:
            legal_plans(ship, mask)
    mask[r.PASS] = not choice


# --- the phases ---


@compiled
def start_turn(state):
    """The orders of the last round are forgotten; who was stunned, or had just swung across, acts again.

    BR-ROPE-2, BR-ROPE-3
    """
    for seat in range(2):
        ship = state.ship[seat]
        ship.stationed = ship.plan = ship.mark = ship.deed = 0
        ship.moved = ship.rammed = ship.stunned = 0
        ship.fresh = ship.late
        ship.late = 0
        for battery in range(3):
            ship.shots[battery] = 0
    state.phase = r.CREW


@compiled
def roll_initiative(state):
    """1D each, ties again: the high side says who moves first, and strikes first. BR-TURN-2"""
    state.high = 0 if chance.opposed(state.dice, r.ROLL_FIRST, 0, 1, 0, 6) > 0 else 1
    state.first = state.high


@compiled
def play_stations(state, orders):
    """All hands to their stations; wind, initiative, loading, and how fast each ship is. BR-TURN-1, BR-CREW-1"""
    for seat in range(2):
        ship = state.ship[seat]
        if orders[seat] != r.PASS:
            ship.stationed = orders[seat]
            c.station_crew(ship, orders[seat] - r.FIRST_STATION)
        elif ship.sinking:
            c.station_crew(ship, r.ALL_HANDS)
    sailing.roll_wind(state)
    roll_initiative(state)
    for seat in range(2):
        ship = state.ship[seat]
        gunnery.load(ship, state.ship[1 - seat])
        ship.speed = sailing.speed_of(ship, state.wind)
    state.phase = r.FIRST


@compiled
def play_first(state, orders):
    """The high side moves first, or lets the other. BR-TURN-2"""
    if orders[state.high] == r.MOVE_SECOND:
        state.first = 1 - state.high
    state.phase = r.MOVE


@compiled
def measure(state):
    """After a move: how far the ships are apart, and what bears."""
    state.gap = min(9999, t.gap_between(state.ship[0], state.ship[1]))
    gunnery.lay_guns(state)


@compiled
def play_move(state, orders):
    """A ship carries out her plan; off the table she is away. BR-TURN-3, BR-END-4"""
    seat = int(mover(state))
    order = orders[seat]
    if order > r.FIRST_PLAN:
        state.ship[seat].plan = 1 + order - r.FIRST_PLAN
        sailing.sail(state, seat, order - r.FIRST_PLAN)
        measure(state)
        if t.off_table(state.ship[seat]):
            state.ending = r.ESCAPED
    elif order == r.FIRST_PLAN:
        state.ship[seat].plan = 1
    state.phase += 1


@compiled
def play_fire(state, orders):
    """All fire at once; then each ship settles by what she has in her. BR-TURN-4, BR-TURN-5, BR-TURN-6"""
    for seat in range(2):
        if orders[seat] >= r.FIRST_MARK:
            state.ship[seat].mark = 1 + orders[seat] - r.FIRST_MARK
    gunnery.exchange_fire(state)
    for seat in range(2):
        sinking.settle(state, seat)
    drown(state)
    state.phase = r.BOARD


@compiled
def drown(state):
    """A ship that is wholly under is lost; where both begin to sink neither outlives the other. BR-END-2, BR-END-3"""
    ships = state.ship
    if ships[0].sinking and ships[1].sinking:
        ships[0].sunk = ships[1].sunk = 1
    if ships[0].sunk or ships[1].sunk:
        state.ending = r.SUNK


@compiled
def play_ropes(state, orders):
    """Ropes, men across, melee; and the round ends. BR-TURN-7, BR-BOARD-9"""
    for seat in range(2):
        if orders[seat] >= r.FIRST_DEED:
            state.ship[seat].deed = 1 + orders[seat] - r.FIRST_DEED
    if boarding.hangs_together(state) or state.ship[0].deed or state.ship[1].deed:
        boarding.play_deeds(state)
    else:
        boarding.lose_slack(state)
    for seat in range(2):
        if boarding.is_taken(state.ship[seat], state.ship[1 - seat]):
            state.ship[seat].taken = 1
            state.ending = r.TAKEN
    end_turn(state)


@compiled
def end_turn(state):
    """Night falls, or the next round begins. BR-END-5"""
    if state.ending == r.RUNNING and state.turn >= state.nightfall:
        state.ending = r.NIGHTFALL
    if state.ending == r.RUNNING:
        state.turn += 1
        start_turn(state)


@compiled
def play_phase(state, orders):
    """Play the present phase with these orders, one a seat."""
    if state.phase == r.CREW:
        play_stations(state, orders)
    elif state.phase == r.FIRST:
        play_first(state, orders)
    elif state.phase == r.FIRE:
        play_fire(state, orders)
    elif state.phase == r.BOARD:
        play_ropes(state, orders)
    else:
        play_move(state, orders)


@compiled
def nobody_has_a_choice(state):
    """Such a phase is played at once and is no step."""
    return state.ending == r.RUNNING and not has_choice(state, 0) and not has_choice(state, 1)


@compiled
def run_on(state):
    """Play the phases in which nobody has a choice; a ship that floats has one each round, so this ends."""
    while nobody_has_a_choice(state):
        play_phase(state, (r.PASS, r.PASS))


@compiled
def setup(state):
    """Begin the battle that lies in the record: its first round, up to the first choice. BR-START-1"""
    chance.begin(state.dice)
    state.turn = 1
    measure(state)
    start_turn(state)


@compiled
def apply(state, orders):
    """Play the present phase with legal `orders` (one a seat), and on to the next choice."""
    chance.begin(state.dice)
    play_phase(state, (int(orders[0]), int(orders[1])))
    run_on(state)


@compiled
def is_over(state):
    """Whether the battle has ended."""
    return state.ending != r.RUNNING


@compiled
def is_lost(ship, ending):
    """Taken, sunk, or left sinking when the enemy is away or night falls. BR-END-2, BR-END-6"""
    doomed = ship.sinking and (ending == r.ESCAPED or ending == r.NIGHTFALL)
    return ship.sunk or ship.taken or doomed


@compiled
def payoff(state, seat):
    """What the end is worth to this seat's mission: -1, 0 or +1; 0 while the battle runs. BR-END-1, BR-END-7"""
    if state.ending == r.RUNNING:
        return 0.0
    mine, theirs = state.ship[seat], state.ship[1 - seat]
    lost, won = is_lost(mine, state.ending), is_lost(theirs, state.ending)
    if mine.mission == r.RUN:
        return -1.0 if lost else 1.0
    if mine.mission == r.HUNT:
        return 1.0 if won else -1.0
    if won and not lost:
        return 1.0
    return -1.0 if lost and not won else 0.0
