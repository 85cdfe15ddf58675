"""Tactics meet: the Brilliant Maneuver, the nine pairs, the chase and its mishaps, who may fire what.

The rules take two ships and the range between them, so that a duel and a fleet play the same ones; `who` and `other`
are the seats that roll.
"""

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
def shifted(distance, steps):
    """The range after so many steps, but never under Close. HS-RANGE-7, HS-TURN-4"""
    return max(r.CLOSE, distance + steps)


@compiled
def out_of_sight(state):
    """Whether the range has grown past the range of sight. HS-RANGE-8"""
    return state.range > state.sight


@compiled
def chase(state, hunting, fleeing, hunter, fled, bonus):
    """How far the range grows when one ship chases another; 0 is a tie, and means a mishap.

    Each rolls her Speed in dice; the winner moves the range a step, one more a full ten. `bonus` is the hunter's net
    bonus.

    HS-CHASE-2, HS-CHASE-3, HS-CHASE-4, HS-CHASE-5, HS-CHASE-6, HS-MANEUVER-6
    """
    hunting_dice, fleeing_dice = s.speed(state, hunting), s.speed(state, fleeing)
    margin = chance.contest(
        state.dice,
        r.ROLL_CHASE,
        hunter,
        fled,
        hunting_dice,
        hunting_dice,
        fleeing_dice,
        fleeing_dice,
        bonus,
        10,
        r.EXTREME,
    )
    if margin > 0:
        return -(1 + margin // 10)
    return 1 + -margin // 10 if margin < 0 else 0


@compiled
def mishap(state, hunting, fleeing, hunter):
    """One die on the mishap table: a chase was tied. HS-MISHAP-1

    A loose sail (HS-MISHAP-2), a swell (HS-MISHAP-4), calm (HS-MISHAP-6), an important hand overboard
    (HS-MISHAP-8), a loose anchor (HS-MISHAP-10). Of two calms at once the longer counts.
    """
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
def clear_the_sail(dice, ship, who):
    """One try a turn, 3k2 against 15. HS-MISHAP-3"""
    if ship.fouled and chance.check(dice, r.ROLL_FOULED, who, 3, 2, 0, 15) == chance.HIT:
        ship.fouled = 0


@compiled
def secure_the_anchor(dice, ship, who):
    """One try a turn, 3k2 against 15. HS-MISHAP-11"""
    if ship.anchor and chance.check(dice, r.ROLL_ANCHOR, who, 3, 2, 0, 15) == chance.HIT:
        ship.anchor = 0


@compiled
def handling_margin(dice, mine, theirs, who, other, bonus, tens):
    """Both ships roll their Handling in dice; the margin of the first. HS-ARC-13, HS-ARC-14"""
    my_dice, their_dice = max(0, s.handling(mine)), max(0, s.handling(theirs))
    return chance.contest(
        dice, r.ROLL_HANDLING, who, other, my_dice, my_dice, their_dice, their_dice, bonus, tens, 1
    )  # fmt: skip


@compiled
def arcs_when_free(arc, distance):
    """The arc that a tactic leaves open, and at Close a broadside instead. HS-ARC-2, HS-ARC-5, HS-ARC-15"""
    return arc | r.ARC_BROADSIDE if distance == r.CLOSE else arc


@compiled
def arcs_bearing(circler_margin):
    """Of a ship that bears down on one that circles: her broadside only if she did not roll lower.

    HS-ARC-8, HS-ARC-9, HS-ARC-10
    """
    return r.ARC_CHASERS if circler_margin > 0 else r.ARC_CHASERS | r.ARC_BROADSIDE


@compiled
def arcs_circling(margin):
    """Of a ship that circles one that circles: a broadside, but beaten by 20 chasers or stern guns.

    HS-ARC-11, HS-ARC-12
    """
    return r.ARC_BROADSIDE if margin > -20 else r.ARC_CHASERS | r.ARC_STERN


@compiled
def meet(state, one, other, mine, theirs, who, whom, distance, bonus, handling):
    """Two tactics meet: what comes of it for the two ships.

    Args:
        state: dice and calm.
        mine, theirs: the two tactics; a pair of which both Evade parts by a step, and each has her stern guns.
        who, whom: the seats of the two ships.
        distance: the range between them before.
        bonus: the first ship's net bonus of a Brilliant Maneuver.
        handling: 1 if the Handling roll is made; without guns nothing hangs on it.

    Returns:
        The range, what the first and the second ship may fire, as bits of `arcs`, and whether a chase was tied.

    Evade against Circle: the range grows by one; a broadside for her who circles, stern guns for her who flees
    (HS-RANGE-3, HS-ARC-3, HS-ARC-6). Evade against Bear Down: a chase; stern guns against chasers
    (HS-RANGE-2, HS-CHASE-1, HS-ARC-1, HS-ARC-4). Both bear down: two steps less (HS-RANGE-4). Bear Down against
    Circle: one step less, and she who circles has a broadside (HS-RANGE-5, HS-ARC-7). Both circle: the range stays
    (HS-RANGE-6). HS-TACTIC-2, HS-TACTIC-3, HS-TACTIC-4, HS-ARC-17
    """
    if mine == r.CIRCLE and theirs == r.CIRCLE:
        margin = handling_margin(state.dice, one, other, who, whom, bonus, 20) if handling else 0
        return distance, arcs_circling(margin), arcs_circling(-margin), False
    if mine == r.EVADE:
        if theirs == r.BEAR_DOWN:
            steps = chase(state, other, one, whom, who, -bonus)
            now = shifted(distance, steps)
            return now, arcs_when_free(r.ARC_STERN, now), arcs_when_free(r.ARC_CHASERS, now), steps == 0
        return shifted(distance, 1), r.ARC_STERN, r.ARC_BROADSIDE if theirs == r.CIRCLE else r.ARC_STERN, False
    if theirs == r.EVADE:
        if mine == r.BEAR_DOWN:
            steps = chase(state, one, other, who, whom, bonus)
            now = shifted(distance, steps)
            return now, arcs_when_free(r.ARC_CHASERS, now), arcs_when_free(r.ARC_STERN, now), steps == 0
        return shifted(distance, 1), r.ARC_BROADSIDE, r.ARC_STERN, False
    if mine == theirs:
        now = shifted(distance, -2)
        return now, arcs_when_free(r.ARC_CHASERS, now), arcs_when_free(r.ARC_CHASERS, now), False
    now = shifted(distance, -1)
    if mine == r.BEAR_DOWN:
        margin = handling_margin(state.dice, other, one, whom, who, -bonus, 0) if handling else 0
        return now, arcs_bearing(margin), r.ARC_BROADSIDE, False
    margin = handling_margin(state.dice, one, other, who, whom, bonus, 0) if handling else 0
    return now, r.ARC_BROADSIDE, arcs_bearing(margin), False


@compiled
def move(state):
    """The pair of tactics decides the range and who may fire what, of the two ships of a duel. HS-CHASE-6"""
    one, other = state.ship[0], state.ship[1]
    guns = (state.phases >> r.FIRE) & 1
    state.range, one.arcs, other.arcs, tied = meet(
        state, one, other, one.order, other.order, 0, 1, state.range, one.bonus - other.bonus, guns
    )
    if tied:
        hunter = 0 if one.order == r.BEAR_DOWN else 1
        mishap(state, state.ship[hunter], state.ship[1 - hunter], hunter)
