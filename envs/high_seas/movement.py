"""Tactics meet: the Brilliant Maneuver, the nine pairs, the chase and its mishaps, who may fire what."""

from .. import chance
from ..compiler import compiled
from . import record as r
from . import ship as s

RAISE = 5


@compiled
def brilliant_maneuver(state):
    """Both captains roll (Wits + Tactics) keep Wits; the better one has a Raise for this turn, a tie nothing.

    HS-MANEUVER-1, HS-MANEUVER-3, HS-MANEUVER-4, HS-MANEUVER-5, HS-MANEUVER-7, HS-DICE-7
    """
    first, second = state.ship[0], state.ship[1]
    margin = chance.contest(
        state.dice,
        r.ROLL_MANEUVER,
        0,
        1,
        first.wits + first.tactics,
        first.wits,
        second.wits + second.tactics,
        second.wits,
        0,
        0,
        1,
    )
    if margin > 0:
        first.bonus = RAISE
    elif margin < 0:
        second.bonus = RAISE


@compiled
def shift(state, steps):
    """Move the range by `steps`, but never under Close. HS-RANGE-7, HS-TURN-4"""
    state.range = max(r.CLOSE, state.range + steps)


@compiled
def out_of_sight(state):
    """Whether the range has grown past the range of sight. HS-RANGE-8"""
    return state.range > state.sight


@compiled
def chase(state, hunter):
    """Each rolls her Speed in dice; the winner moves the range a step, one more a full ten; ties are mishaps.

    HS-CHASE-2, HS-CHASE-3, HS-CHASE-4, HS-CHASE-5, HS-CHASE-6, HS-MANEUVER-6
    """
    hunting, fleeing = state.ship[hunter], state.ship[1 - hunter]
    hunting_dice, fleeing_dice = s.speed(state, hunting), s.speed(state, fleeing)
    margin = chance.contest(
        state.dice,
        r.ROLL_CHASE,
        hunter,
        1 - hunter,
        hunting_dice,
        hunting_dice,
        fleeing_dice,
        fleeing_dice,
        hunting.bonus - fleeing.bonus,
        10,
        r.EXTREME,
    )
    if margin > 0:
        shift(state, -(1 + margin // 10))
    elif margin < 0:
        shift(state, 1 + -margin // 10)
    else:
        mishap(state, hunter)


@compiled
def mishap(state, hunter):
    """One die on the mishap table: a chase was tied. HS-MISHAP-1

    A loose sail (HS-MISHAP-2), a swell (HS-MISHAP-4), calm (HS-MISHAP-6), an important hand overboard
    (HS-MISHAP-8), a loose anchor (HS-MISHAP-10). Of two calms at once the longer counts.
    """
    hunting, fleeing = state.ship[hunter], state.ship[1 - hunter]
    roll = chance.table(state.dice, r.ROLL_MISHAP, hunter, 1, 10)
    if roll <= 2:
        hunting.fouled = 1
    elif roll <= 4:
        fleeing.adrift = r.SWELL
    elif roll <= 6:
        # whole turns after this one: the end of this turn takes one off
        state.calm = max(int(state.calm), 1 + chance.pool(state.dice, r.ROLL_CALM, hunter, 1, 1, 60))
    elif roll <= 8:
        hunting.adrift = r.OVERBOARD
    else:
        fleeing.anchor = 1


@compiled
def turn_back(ship):
    """To pick somebody up makes her Speed 1 in the next turn. HS-SPEED-8"""
    ship.slowed = 2
    ship.adrift = 0


@compiled
def leave_behind(ship):
    """To sail on costs a hand at the sails, or a rank of the captain's Tactics and Strategy.

    HS-MISHAP-4, HS-MISHAP-8
    """
    if ship.adrift == r.SWELL:
        s.lose_sail_hands(ship, 1)
    elif ship.adrift == r.OVERBOARD:
        ship.tactics = max(0, ship.tactics - 1)
        ship.strategy = max(0, ship.strategy - 1)
    ship.adrift = 0


@compiled
def clear_the_sail(state, seat):
    """One try a turn, 3k2 against 15. HS-MISHAP-3"""
    if state.ship[seat].fouled and chance.check(state.dice, r.ROLL_FOULED, seat, 3, 2, 0, 15) == chance.HIT:
        state.ship[seat].fouled = 0


@compiled
def secure_the_anchor(state, seat):
    """One try a turn, 3k2 against 15. HS-MISHAP-11"""
    if state.ship[seat].anchor and chance.check(state.dice, r.ROLL_ANCHOR, seat, 3, 2, 0, 15) == chance.HIT:
        state.ship[seat].anchor = 0


@compiled
def handling_margin(state, seat, tens, limit):
    """Both ships roll their Handling in dice; the margin of `seat`. HS-ARC-13, HS-ARC-14"""
    if (state.phases >> r.FIRE) & 1 == 0:
        return 0  # without guns nothing hangs on it
    mine, theirs = state.ship[seat], state.ship[1 - seat]
    my_dice, their_dice = max(0, s.handling(mine)), max(0, s.handling(theirs))
    return chance.contest(
        state.dice,
        r.ROLL_HANDLING,
        seat,
        1 - seat,
        my_dice,
        my_dice,
        their_dice,
        their_dice,
        mine.bonus - theirs.bonus,
        tens,
        limit,
    )


@compiled
def evade_and_circle(state, fleeing):
    """The range grows by one; a broadside for her who circles, stern guns for her who flees.

    HS-RANGE-3, HS-ARC-3, HS-ARC-6
    """
    shift(state, 1)
    state.ship[fleeing].arcs = r.ARC_STERN
    state.ship[1 - fleeing].arcs = r.ARC_BROADSIDE


@compiled
def evade_and_bear_down(state, fleeing):
    """A chase; stern guns against chasers, and at Close each may fire a broadside instead.

    HS-RANGE-2, HS-CHASE-1, HS-ARC-1, HS-ARC-2, HS-ARC-4, HS-ARC-5, HS-ARC-15
    """
    chase(state, 1 - fleeing)
    broadside = r.ARC_BROADSIDE if state.range == r.CLOSE else 0
    state.ship[fleeing].arcs = r.ARC_STERN | broadside
    state.ship[1 - fleeing].arcs = r.ARC_CHASERS | broadside


@compiled
def bear_down_both(state):
    """The range shrinks by two; chasers, and at Close a broadside instead.

    HS-RANGE-4, HS-ARC-4, HS-ARC-5, HS-ARC-15
    """
    shift(state, -2)
    broadside = r.ARC_BROADSIDE if state.range == r.CLOSE else 0
    state.ship[0].arcs = r.ARC_CHASERS | broadside
    state.ship[1].arcs = r.ARC_CHASERS | broadside


@compiled
def bear_down_and_circle(state, bearing):
    """The range shrinks by one. She who circles has a broadside; the other only if she does not roll lower.

    HS-RANGE-5, HS-ARC-7, HS-ARC-8, HS-ARC-9, HS-ARC-10
    """
    shift(state, -1)
    circling = 1 - bearing
    beaten = handling_margin(state, circling, 0, 1) > 0
    state.ship[circling].arcs = r.ARC_BROADSIDE
    state.ship[bearing].arcs = r.ARC_CHASERS | (0 if beaten else r.ARC_BROADSIDE)


@compiled
def circle_both(state):
    """The range stays. Both have a broadside, but one beaten by 20 has chasers or stern guns.

    HS-RANGE-6, HS-ARC-11, HS-ARC-12
    """
    margin = handling_margin(state, 0, 20, 1)
    state.ship[0].arcs = r.ARC_BROADSIDE if margin > -20 else r.ARC_CHASERS | r.ARC_STERN
    state.ship[1].arcs = r.ARC_BROADSIDE if margin < 20 else r.ARC_CHASERS | r.ARC_STERN


@compiled
def move(state):
    """The pair of tactics decides the range and who may fire what. HS-TACTIC-2, HS-TACTIC-3, HS-TACTIC-4"""
    mine, theirs = state.ship[0].order, state.ship[1].order
    if mine == r.CIRCLE and theirs == r.CIRCLE:
        circle_both(state)
    elif mine == r.BEAR_DOWN and theirs == r.BEAR_DOWN:
        bear_down_both(state)
    elif mine == r.EVADE:
        if theirs == r.CIRCLE:
            evade_and_circle(state, 0)
        else:
            evade_and_bear_down(state, 0)
    elif theirs == r.EVADE:
        if mine == r.CIRCLE:
            evade_and_circle(state, 1)
        else:
            evade_and_bear_down(state, 1)
    elif mine == r.BEAR_DOWN:
        bear_down_and_circle(state, 0)
    else:
        bear_down_and_circle(state, 1)
