"""What each captain may choose in each phase of the turn."""

from ..compiler import compiled, inlined
from . import check, gunnery, sea, stations
from . import record as r
from . import ship as s


@inlined
def other_places(state):
    """The locations, as bits, to which the encounter may move from here. BE-LOC-1"""
    return state.places & ~(1 << state.location)


@compiled
def may_trick(state, seat):
    """An officer is free to feign something, and it could matter in the check that follows. BE-TRICK-1"""
    return state.ship[seat].free > 0 and not s.helpless(state.ship[0]) and not s.helpless(state.ship[1])


@compiled
def may_watch(state, seat):
    """An officer is free to look out for tricks that the enemy may try. BE-TRICK-2"""
    return may_trick(state, seat) and state.ship[seat].watched == 0 and state.ship[1 - seat].free > 0


@compiled
def may_pick(state, bearing):
    """Whether whoever has won the check may pick this bearing.

    Any on a natural 20 (or where the loser rolled a 1) and against a flooded ship, the last four on a success, the last
    two on a tie. BE-BEAR-3, BE-BEAR-4, BE-SINK-2
    """
    if state.outcome == r.TIE:
        return bearing >= r.POINT_TO_POINT
    if state.outcome == r.TRIUMPH or state.outcome == r.BAD_FAILURE:
        return True
    return bearing > r.SIDE_TO_TAIL or s.flooded(state.ship[1 - check.winner(state)])


@compiled
def may_hold(state, seat):
    """Whether holding fire saves a damaged arc for the next turn; where both ships are helpless, every captain who can
    fire is asked, so that no turn in which guns speak goes by without a choice. BE-HIT-8
    """
    ship = state.ship[seat]
    arc = int(ship.facing)
    if not (gunnery.in_range(state) and gunnery.can_fire(ship, arc)):
        return False
    return ship.weapons[arc] == r.DAMAGED or (s.helpless(state.ship[0]) and s.helpless(state.ship[1]))


@inlined
def chooses(state, phase, seat):
    """Whether this captain has anything to decide in a phase."""
    if state.ending != r.RUNNING:
        return False
    if phase == r.REACT:
        return state.ship[seat].free > 0 and check.asked(state) == seat and check.reacts(state, seat)
    if phase == r.LOCATION or phase == r.LEAVE or phase == r.CLOSING or phase == r.BEARING:
        return check.winner(state) == seat
    if phase == r.ANSWER:
        return check.winner(state) == 1 - seat
    if phase == r.TRICK:
        return may_trick(state, seat)
    if phase == r.SIDE:
        return gunnery.shows(state, seat) == gunnery.SIDE and not gunnery.alike(state.ship[seat], r.PORT, r.STARBOARD)
    if phase == r.FIRE:
        return may_hold(state, seat)
    if phase == r.STATIONS:
        return stations.has_choice(state, seat)
    if phase == r.SHOTS:
        return gunnery.may_pipe(state, seat)
    if phase == r.AIM:
        return gunnery.aims(state.ship[seat]) >= 0
    if phase == r.RAM:
        return gunnery.may_ram(state, seat)
    return True


@compiled
def has_choice(state, seat):
    """Whether this captain has anything to decide in the present phase."""
    return chooses(state, int(state.phase), seat)


@compiled
def legal_checked(state, seat, mask):
    """What officers may make of a check, and what its winner and loser may choose.

    BE-LOC-3, BE-LOC-4, BE-LOC-5, BE-RANGE-5, BE-BEAR-3, BE-BEAR-4
    """
    phase = state.phase
    if phase == r.REACT:
        mask[r.LET_STAND] = 1
        for action in range(r.NAVIGATOR, r.BOSUN + 1):
            mask[action] = check.may_react(state, seat, action)
    elif phase == r.LOCATION:
        mask[r.STAY] = 1
        for place in range(len(r.LOCATIONS)):
            mask[r.FIRST_PLACE + place] = (other_places(state) >> place) & 1
    elif phase == r.ANSWER:
        mask[r.FOLLOW] = mask[r.REFUSE] = 1
    elif phase == r.LEAVE:
        mask[r.SAIL_AWAY] = mask[r.FIGHT_ON] = 1
    elif phase == r.CLOSING:
        mask[r.CLOSER] = state.range > r.SHORT
        mask[r.KEEP] = 1
        mask[r.FARTHER] = state.range < sea.farthest(state)
    else:
        for bearing in range(5):
            mask[r.FIRST_BEARING + bearing] = may_pick(state, bearing)


@compiled
def legal_fight(state, seat, mask):
    """Tricks, sides, stations, shots, ram and boarding."""
    phase = state.phase
    if phase == r.TRICK:
        mask[r.NO_TRICK] = mask[r.FEIGN] = 1
        mask[r.WATCH] = may_watch(state, seat)
    elif phase == r.SIDE:
        mask[r.SHOW_PORT] = mask[r.SHOW_STARBOARD] = 1
    elif phase == r.FIRE:
        mask[r.HOLD] = mask[r.DISCHARGE] = 1
    elif phase == r.STATIONS:
        for action in range(r.STAND_BY, stations.LAST_POST):
            mask[action] = stations.may_post(state, seat, action)
    elif phase == r.SHOTS:
        mask[r.LET_STAND] = mask[r.BOSUN] = 1
    elif phase == r.AIM:
        for spot in range(5):
            mask[r.FIRST_AIM + spot] = 1
    elif phase == r.RAM:
        mask[r.NO_RAM] = mask[r.RAM_HER] = 1
    else:
        mask[r.STAND_OFF] = mask[r.BOARD_HER] = 1


@compiled
def legal(state, seat, mask):
    """Write 1 for each legal action into the int8 `mask`; `pass` is legal when nothing else is."""
    for action in range(len(mask)):
        mask[action] = 0
    if not has_choice(state, seat):
        mask[r.PASS] = 1
    elif state.phase == r.TRICK or state.phase > r.BEARING:
        legal_fight(state, seat, mask)
    else:
        legal_checked(state, seat, mask)
