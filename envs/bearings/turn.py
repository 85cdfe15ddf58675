"""The turn: location, range, bearing, attack, then ram, repairs and boarding.

Whoever wins a check chooses after the dice, so one turn is many short phases. BE-TURN-1, BE-TURN-2
"""

from .. import chance
from ..compiler import compiled, inlined
from . import check, choices, crew, ending, gunnery, sea, stations
from . import record as r
from . import ship as s

LURED = 5  # what a trick adds in Bearing


# --- from phase to phase ---


@compiled
def forget_turn(ship):
    """What was of the last turn only; a captain who fell is followed by another. BE-ROLE-3, BE-SEA-5, BE-HIT-6"""
    crew.succeed_captain(ship)
    crew.muster(ship)
    ship.spun = ship.spins
    ship.spins = 0
    ship.fired = ship.fires
    ship.exposed = ship.stores > 0
    ship.fires = ship.gunners = ship.shoots = ship.engineers = 0
    ship.navigated = ship.watched = ship.piped = ship.refused = ship.fogged = ship.trick = ship.evading = 0


@compiled
def start_turn(state):
    """A turn begins with the check for the location, if there is another to choose. BE-TURN-2, BE-LOC-1, BE-LOC-2"""
    state.wish = 0
    for seat in range(2):
        forget_turn(state.ship[seat])
    if choices.other_places(state):
        check.contest(state, r.FOR_LOCATION, 0)
    else:
        begin_dangers(state)


@compiled
def begin_dangers(state):
    """Each ship meets the danger of the place, in open water none does. BE-LOC-7, BE-SEA-1"""
    if state.location == r.OPEN_SEA:
        check.contest(state, r.FOR_RANGE, 0)
    else:
        sea.face_dangers(state, 0)


@compiled
def after_range(state):
    """In range the bearing follows; at Long it could lead to nothing, and only the officers go to work. BE-BEAR-1"""
    state.phase = r.TRICK if gunnery.in_range(state) else r.STATIONS


@compiled
def settle(state):
    """A check is over: go on to what it decides. BE-TURN-6, BE-RAM-3"""
    nobody = state.outcome == r.NOTHING
    state.total[0] = state.total[1] = 0
    state.natural = state.stood = state.forced = 0
    if state.stake == r.FOR_LOCATION:
        if nobody:
            begin_dangers(state)
        else:
            state.phase = r.LOCATION
    elif state.stake == r.FOR_SEA:
        sea.suffer(state)
        if state.roller == 0:
            sea.face_dangers(state, 1)
        else:
            check.contest(state, r.FOR_RANGE, 0)
    elif state.stake == r.FOR_RANGE:
        if nobody:
            after_range(state)
        else:
            state.phase = r.CLOSING
    elif state.stake == r.FOR_BEARING:
        state.phase = r.FIRE if nobody else r.BEARING
    else:
        gunnery.ram(state)
        finish_turn(state)


@compiled
def finish_turn(state):
    """Repairs, then sinking; at Short a boarding may end the turn. BE-REPAIR-6, BE-SINK-3, BE-BOARD-1"""
    stations.mend_all(state)
    ending.sink(state)
    if state.ending == r.RUNNING:
        if state.range == r.SHORT:
            state.phase = r.BOARD
        else:
            next_turn(state)


@compiled
def next_turn(state):
    """Night falls, or another turn starts. BE-MISSION-3"""
    if state.turn >= state.nightfall:
        state.ending = r.NIGHTFALL
    else:
        state.turn += 1
        start_turn(state)


# --- the phases ---


@compiled
def play_react(state, orders):
    """One officer acts on the check, or the side that is asked lets it stand. BE-ROLE-11"""
    if state.ship[0].free == 0 and state.ship[1].free == 0:
        settle(state)
        return
    seat = check.asked(state)
    if seat >= 0:
        check.react(state, seat, orders[seat])
    if check.asked(state) < 0:
        settle(state)


@compiled
def play_location(state, orders):
    """The winner stays or wants to move; a ship that cannot be handled cannot follow. BE-LOC-3, BE-LOC-4, BE-LIST-2"""
    seat = check.winner(state)
    if orders[seat] == r.STAY:
        begin_dangers(state)
        return
    state.wish = orders[seat] - r.FIRST_PLACE
    state.phase = r.LEAVE if s.helpless(state.ship[1 - seat]) else r.ANSWER


@compiled
def play_answer(state, orders):
    """The loser follows or refuses. BE-LOC-4"""
    if orders[1 - check.winner(state)] == r.FOLLOW:
        sea.enter(state, int(state.wish))
        begin_dangers(state)
    else:
        state.phase = r.LEAVE


@compiled
def play_leave(state, orders):
    """The winner sails away, or fights on against a ship at -5. BE-LOC-5, BE-LOC-6"""
    seat = check.winner(state)
    if orders[seat] == r.SAIL_AWAY:
        state.ending, state.away = r.ESCAPED, seat
    else:
        state.ship[1 - seat].refused = 1
        begin_dangers(state)


@compiled
def play_closing(state, orders):
    """One step closer, as it is, or one farther. BE-RANGE-5"""
    state.range += orders[check.winner(state)] - r.KEEP
    state.outcome = r.NOTHING
    after_range(state)


@compiled
def play_trick(state, orders):
    """Feints and look-outs, then the check for the bearing. BE-TRICK-1, BE-TRICK-2, BE-TRICK-3"""
    for seat in range(2):
        if orders[seat] == r.WATCH:
            state.ship[seat].watched = 1
            crew.take_officer(state.ship[seat], r.MAIN_DECK)
    for seat in range(2):
        if orders[seat] == r.FEIGN:
            ship, mark = state.ship[seat], state.ship[1 - seat]
            crew.take_officer(ship, r.MAIN_DECK)
            eyes = max(int(mark.sense), int(mark.skill)) if mark.watched else int(mark.sense)
            if chance.at_least(state.dice, r.ROLL_TRICK, seat, 11 + eyes - ship.skill, 20):
                ship.trick = LURED
    check.contest(state, r.FOR_BEARING, 0)


@compiled
def play_bearing(state, orders):
    """The winner picks how the ships lie. BE-BEAR-3"""
    seat = check.winner(state)
    state.bearing = orders[seat] - r.FIRST_BEARING
    state.picker = seat
    for each in range(2):
        ship = state.ship[each]
        showing = gunnery.shows(state, each)
        if showing == gunnery.POINT:
            ship.facing = r.FORE
        elif showing == gunnery.TAIL:
            ship.facing = r.AFT
        elif ship.facing != r.STARBOARD:
            ship.facing = r.PORT
    state.outcome = r.NOTHING
    state.phase = r.SIDE


@compiled
def play_side(state, orders):
    """Who shows her side may choose which. BE-ATTACK-7"""
    for seat in range(2):
        if orders[seat] == r.SHOW_PORT:
            state.ship[seat].facing = r.PORT
        elif orders[seat] == r.SHOW_STARBOARD:
            state.ship[seat].facing = r.STARBOARD
    state.phase = r.FIRE


@compiled
def play_fire(state, orders):
    """What bears fires; a damaged arc may be saved for the next turn. BE-ATTACK-1, BE-HIT-8, BE-BRAND-1"""
    for seat in range(2):
        ship = state.ship[seat]
        if orders[seat] != r.HOLD and gunnery.can_fire(ship, int(ship.facing)):
            ship.fires |= 1 << ship.facing
        if gunnery.can_fire(ship, r.BRAND):
            ship.fires |= 1 << r.BRAND
    state.phase = r.STATIONS


@compiled
def play_stations(state, orders):
    """One officer of each ship goes to work; when all are there, the ships fire. BE-CREW-1"""
    for seat in range(2):
        stations.post(state, seat, orders[seat])
    if not stations.waiting(state):
        gunnery.shoot_all(state)
        state.phase = r.SHOTS


@compiled
def play_shots(state, orders):
    """The bosun may better an attack. BE-ROLE-11"""
    for seat in range(2):
        if orders[seat] == r.BOSUN:
            gunnery.pipe(state, seat)
    state.phase = r.AIM


@compiled
def play_aim(state, orders):
    """Gunners place their first hits; then all hits count. BE-ROLE-10, BE-ATTACK-6"""
    for seat in range(2):
        attack = gunnery.aims(state.ship[seat])
        if attack >= 0:
            state.ship[seat].aim[attack] = orders[seat] - r.FIRST_AIM
    if gunnery.aims(state.ship[0]) < 0 and gunnery.aims(state.ship[1]) < 0:
        gunnery.strike_all(state)
        state.phase = r.RAM


@compiled
def play_ram(state, orders):
    """Who may ram does so or not. BE-RAM-1"""
    for seat in range(2):
        if orders[seat] == r.RAM_HER:
            check.contest(state, r.FOR_RAM, seat)
            return
    finish_turn(state)


@compiled
def play_board(state, orders):
    """Either side may bring on the boarding. BE-BOARD-1"""
    if orders[0] == r.BOARD_HER or orders[1] == r.BOARD_HER:
        ending.board(state)
    if state.ending == r.RUNNING:
        next_turn(state)


# The phase is handed on, so that the compiler asks once which it is: it cannot tell that to look for a choice changes
# nothing.


@inlined
def play(state, phase, orders):
    """Play a phase with these orders, one a seat."""
    if phase == r.REACT:
        play_react(state, orders)
    elif phase == r.LOCATION:
        play_location(state, orders)
    elif phase == r.ANSWER:
        play_answer(state, orders)
    elif phase == r.LEAVE:
        play_leave(state, orders)
    elif phase == r.CLOSING:
        play_closing(state, orders)
    elif phase == r.TRICK:
        play_trick(state, orders)
    elif phase == r.BEARING:
        play_bearing(state, orders)
    elif phase == r.SIDE:
        play_side(state, orders)
    elif phase == r.FIRE:
        play_fire(state, orders)
    elif phase == r.STATIONS:
        play_stations(state, orders)
    elif phase == r.SHOTS:
        play_shots(state, orders)
    elif phase == r.AIM:
        play_aim(state, orders)
    elif phase == r.RAM:
        play_ram(state, orders)
    else:
        play_board(state, orders)


@compiled
def play_phase(state, orders):
    """Play the present phase with these orders, one a seat."""
    play(state, int(state.phase), orders)


@inlined
def idle(state, phase):
    """Whether nobody has anything to decide in a phase."""
    return not choices.chooses(state, phase, 0) and not choices.chooses(state, phase, 1)


@compiled
def nobody_has_a_choice(state):
    """Such a phase is played at once and is no step."""
    return state.ending == r.RUNNING and idle(state, int(state.phase))


@compiled
def run_on(state):
    """Play the phases in which nobody has a choice; turns end, so this ends."""
    phase = int(state.phase)
    while state.ending == r.RUNNING and idle(state, phase):
        play(state, phase, (r.PASS, r.PASS))
        phase = int(state.phase)


@compiled
def setup(state):
    """Begin the encounter that lies in the record, up to the first choice. BE-TURN-2"""
    chance.begin(state.dice)
    state.turn = 1
    start_turn(state)
    run_on(state)


@compiled
def apply(state, orders):
    """Play the present phase with legal `orders` (one a seat), and on to the next choice."""
    chance.begin(state.dice)
    play_phase(state, (int(orders[0]), int(orders[1])))
    run_on(state)


@compiled
def is_over(state):
    """Whether the encounter has ended."""
    return state.ending != r.RUNNING
