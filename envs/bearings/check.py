"""The Command check: the roll, what officers make of it afterwards, and who has won it.

Seat 0 rolls against 10 and the Command of seat 1; `opposed`, both roll. A danger of the sea is met by each ship for
herself.
"""

from .. import chance
from ..compiler import compiled, inlined
from . import crew
from . import record as r
from . import ship as s

BOSUN = 2


@inlined
def side(state):
    """The seat from whose side the outcome is read: who is in danger at sea, else the side that rolls."""
    return int(state.roller) if state.stake == r.FOR_SEA else 0


@compiled
def naturals_count(state):
    """Where a 1 or a 20 on the die means something: in Bearing, and on shoals a 1. BE-BEAR-2, BE-SEA-3"""
    if state.stake == r.FOR_BEARING:
        return True
    return state.stake == r.FOR_SEA and state.location == r.SHOALS


@compiled
def judge(state):
    """How the check stands for the side that rolls. BE-LOC-2, BE-RANGE-5, BE-BEAR-2"""
    if state.stake == r.FOR_BEARING:
        if state.natural == 20:
            return r.TRIUMPH
        if state.natural == 1:
            return r.BAD_FAILURE
        if state.total[0] == state.total[1]:
            return r.TIE
    seat = side(state)
    if state.total[seat] >= state.total[1 - seat]:
        return r.SUCCESS
    return r.BAD_FAILURE if state.natural == 1 else r.FAILURE


@compiled
def roll(state, seat):
    """Throw the die of a check: the total of a side, and the face where it counts. BE-TURN-4"""
    face = chance.table(state.dice, state.stake, seat, 1, 20)
    state.total[seat] = face + s.command(state.ship[seat], state.stake)
    if seat == side(state) and naturals_count(state):
        state.natural = face


@compiled
def clear(state, stake, roller):
    """Forget the last check."""
    state.stake, state.roller = stake, roller
    state.outcome = r.NOTHING
    state.forced = state.natural = state.stood = 0
    state.total[0] = state.total[1] = 0
    state.phase = r.REACT


@compiled
def contest(state, stake, roller):
    """A Command check of ship against ship.

    Who is helpless fails without a roll, and nobody's reroll helps; are both, nothing changes. Against a helpless enemy
    the check is at least a success. BE-TURN-4, BE-TURN-5, BE-TURN-6, BE-ROLE-12
    """
    clear(state, stake, roller)
    mine, theirs = s.helpless(state.ship[0]), s.helpless(state.ship[1])
    if mine or theirs:
        state.forced = 1
        if mine:
            state.outcome = r.NOTHING if theirs else r.FAILURE
        else:
            state.outcome = r.SUCCESS
            if stake == r.FOR_BEARING:
                roll(state, 0)
                if state.natural == 20:
                    state.outcome = r.TRIUMPH
        return
    roll(state, 0)
    if state.opposed:
        roll(state, 1)
    else:
        state.total[1] = 10 + s.command(state.ship[1], stake)
    state.outcome = judge(state)


@compiled
def danger(state, seat, number):
    """One ship's check against a danger of the sea; who is helpless fails it, unless only the ground holds her.

    BE-SEA-1, BE-SEA-2, BE-SEA-8
    """
    clear(state, r.FOR_SEA, seat)
    ship = state.ship[seat]
    aground = ship.aground
    ship.aground = 0
    helpless = s.helpless(ship)
    ship.aground = aground
    state.total[1 - seat] = number
    if helpless:
        state.forced = 1
        state.outcome = r.FAILURE
        return
    roll(state, seat)
    state.outcome = judge(state)


# --- afterwards ---


@compiled
def better(state, seat, face, total):
    """Put in a second roll, if its outcome is the better one: a natural 20 beats a higher total.

    What the bosun has given is given to the check, and so to either roll. BE-ROLE-5, BE-ROLE-11
    """
    if state.ship[seat].piped == 1 + state.stake:
        total += BOSUN
    was_total, was_natural, was = int(state.total[seat]), int(state.natural), judge(state)
    state.total[seat] = total
    rolls = seat == side(state)
    if rolls:
        state.natural = face if naturals_count(state) else 0
    now = judge(state)
    gain = now - was if rolls else was - now
    if gain < 0 or (gain == 0 and total < was_total):
        state.total[seat] = was_total
        state.natural = was_natural


@compiled
def would(state, seat, bonus):
    """The outcome if a side's total were greater by so much."""
    state.total[seat] += bonus
    outcome = judge(state)
    state.total[seat] -= bonus
    return outcome


@compiled
def reaches(state, seat):
    """Whether a second roll may matter: not against a natural 20 of the other side, nor a total out of its reach.

    BE-ROLE-5
    """
    if seat == side(state) and state.natural > 0:
        return True
    return state.natural < 20 and 20 + int(state.ship[seat].skill) + BOSUN >= state.total[1 - seat]


@compiled
def may_react(state, seat, action):
    """Whether an officer can still make something of this check.

    The navigator rolls anew once a turn where a 20 might change the outcome, the look-out in a danger of the sea; the
    bosun adds 2 once a turn where that changes the outcome.
    BE-ROLE-5, BE-ROLE-8, BE-ROLE-11, BE-ROLE-12, BE-ROLE-16
    """
    ship = state.ship[seat]
    if ship.free == 0 or state.forced:
        return False
    if action == r.NAVIGATOR:
        return ship.navigated == 0 and reaches(state, seat)
    if action == r.LOOKOUT:
        return state.stake == r.FOR_SEA and ship.watched == 0
    return ship.piped == 0 and would(state, seat, BOSUN) != state.outcome


@compiled
def reacts(state, seat):
    """Whether this side has anything to put in."""
    return may_react(state, seat, r.NAVIGATOR) or may_react(state, seat, r.LOOKOUT) or may_react(state, seat, r.BOSUN)


@compiled
def asked(state):
    """Who may react next: the side against whom the check stands, as long as she does not let it stand; -1 for nobody.

    On a tie in Bearing the side that rolls, then the other. BE-ROLE-11
    """
    if state.forced:
        return -1
    if state.stake == r.FOR_SEA:
        loses = state.outcome < r.SUCCESS and (state.stood >> state.roller) & 1 == 0
        return int(state.roller) if loses else -1
    behind = 1 if state.outcome >= r.SUCCESS else 0
    if (state.stood >> behind) & 1 == 0:
        return behind
    if state.outcome == r.TIE and (state.stood >> 1) & 1 == 0:
        return 1
    return -1


@compiled
def react(state, seat, action):
    """An officer acts on the check, or she lets it stand. BE-ROLE-5, BE-ROLE-8, BE-ROLE-11"""
    ship = state.ship[seat]
    if action == r.NAVIGATOR:
        ship.navigated = 1
        crew.take_officer(ship, r.MAIN_DECK)
        face = chance.table(state.dice, r.ROLL_NAVIGATOR, seat, 1, 20)
        better(state, seat, face, face + ship.skill)
    elif action == r.LOOKOUT:
        ship.watched = 1
        crew.take_officer(ship, r.MAIN_DECK)
        face = chance.table(state.dice, r.ROLL_LOOKOUT, seat, 1, 20)
        better(state, seat, face, face + ship.skill)
    elif action == r.BOSUN:
        ship.piped = 1 + state.stake
        crew.take_officer(ship, r.MAIN_DECK)
        state.total[seat] += BOSUN
    else:
        state.stood |= 1 << seat
    state.outcome = judge(state)


@compiled
def winner(state):
    """The seat that has won the check; -1 if neither has. BE-LOC-2, BE-RANGE-5, BE-BEAR-3"""
    if state.outcome == r.NOTHING:
        return -1
    return 0 if state.outcome >= r.TIE else 1
