"""Movement in a fleet: the Brilliant Maneuver against several, every pair by the rules of a duel, who loses whom."""

from ... import chance
from ...compiler import compiled, inner
from .. import movement, sight
from .. import record as r
from . import record as f
from .orders import can_rejoin, enemies, is_asked, names, opponents, seen, sees


@inner
def maneuver_knack(state, seat):
    """The knack that counts: Tactics against a single enemy in sight, Strategy against more. HS-MANEUVER-2"""
    ship = state.ship[seat]
    marks = enemies(state, seat, state.sight)
    return int(ship.strategy) if marks & (marks - 1) else int(ship.tactics)


@inner
def brilliant_maneuvers(state, orders):
    """Who tries rolls once, and so do the enemies who are engaged with her; the totals are compared pair by pair.

    HS-MANEUVER-2, HS-MANEUVER-3, HS-MANEUVER-4, HS-MANEUVER-8
    """
    for seat in range(state.slots):
        if is_asked(state, seat) and orders[seat] == f.ATTEMPT:
            state.tried |= 1 << seat
    for seat in range(state.slots):
        if is_asked(state, seat) and state.tried & (opponents(state, seat) | (1 << seat)):
            wits = int(state.ship[seat].wits)
            dice = wits + maneuver_knack(state, seat)
            state.maneuver[seat] = min(f.ALIKE, chance.pool(state.dice, r.ROLL_MANEUVER, seat, dice, wits, f.ALIKE))


@compiled
def raise_over(state, seat, other):
    """The Raise that a captain has over another this turn: 5 or 0; a tie gives nothing.

    HS-MANEUVER-5, HS-MANEUVER-7
    """
    if state.tried & ((1 << seat) | (1 << other)) == 0:
        return 0
    lower = state.maneuver[other]
    return movement.RAISE if lower >= 0 and state.maneuver[seat] > lower else 0


@inner
def tactic_toward(state, seat, other):
    """What her order means for one other ship: whom she did not name she Circles. HS-FLEET-7"""
    order = state.ship[seat].order
    if order == r.EVADE or (order == r.BEAR_DOWN and names(state, seat, other)):
        return int(order)
    return r.CIRCLE


@inner
def may_use(state, seat, other, arcs):
    """What of the arcs that the tactics give her she may use against that ship.

    Only against an enemy whom she named, and who Evades only against those who turned to her (HS-FLEET-7,
    HS-FLEET-8); into a locked pair only a Circling third ship fires (HS-BOARD-29).
    """
    if not names(state, seat, other) or state.side[seat] == state.side[other]:
        return 0
    order = state.ship[seat].order
    if order == r.EVADE and not names(state, other, seat):
        return 0
    if state.locked[other] and order != r.CIRCLE:
        return 0
    return arcs


@inner
def move_pair(state, seat, other):
    """One pair: its range moves if either named the other. HS-FLEET-6, HS-FLEET-9, HS-CHASE-7, HS-RANGE-10"""
    mine, theirs = tactic_toward(state, seat, other), tactic_toward(state, other, seat)
    free = state.locked[seat] == 0 and state.locked[other] == 0 and state.side[seat] != state.side[other]
    bonus = raise_over(state, seat, other) - raise_over(state, other, seat)
    distance, arcs, their_arcs, tied = movement.meet(
        state, state.ship[seat], state.ship[other], mine, theirs, seat, other, state.ranges[seat, other], bonus, free
    )
    if distance > state.sight:
        distance = f.OUT
        arcs = their_arcs = 0
    state.ranges[seat, other] = state.ranges[other, seat] = distance
    state.arcs[seat, other] = may_use(state, seat, other, arcs)
    state.arcs[other, seat] = may_use(state, other, seat, their_arcs)
    if tied:
        if mine == r.BEAR_DOWN:
            state.tied[seat] |= 1 << other
        else:
            state.tied[other] |= 1 << seat


@inner
def mishaps(state):
    """One mishap for each chase that was tied, once all ships have moved. HS-CHASE-7"""
    for hunter in range(state.slots):
        if state.tied[hunter]:
            for fled in range(state.slots):
                if (state.tied[hunter] >> fled) & 1:
                    movement.mishap(state, state.ship[hunter], state.ship[fled], hunter)


@inner
def rejoin(state):
    """Who made for those she had lost is back at the edge of their sight. HS-FLEET-11"""
    edge = f.OUT - 1  # not yet in sight, so that nobody comes back by way of one who comes back
    for seat in range(state.slots):
        if state.ship[seat].order == f.REJOIN:
            for other in range(state.slots):
                if can_rejoin(state, seat, other):
                    state.ranges[seat, other] = state.ranges[other, seat] = edge
    for seat in range(state.slots):
        for other in range(state.slots):
            if state.ranges[seat, other] == edge:
                state.ranges[seat, other] = state.sight


@inner
def move(state):
    """Every pair in sight of which either ship named the other moves, then come mishaps and those who rejoin.

    HS-FLEET-2, HS-RANGE-9
    """
    for seat in range(state.slots):
        for other in range(seat + 1, state.slots):
            if (names(state, seat, other) or names(state, other, seat)) and sees(state, seat, other):
                move_pair(state, seat, other)
    mishaps(state)
    rejoin(state)


@inner
def leave(state, seat):
    """She is out of the battle, and out of everybody's sight. HS-FLEET-10"""
    state.present[seat] = 0
    if state.locked[seat]:
        partner = int(state.locked[seat]) - 1
        state.locked[partner] = state.parting[partner] = 0
    state.locked[seat] = state.parting[seat] = 0
    for other in range(state.slots):
        state.ranges[seat, other] = state.ranges[other, seat] = f.OUT
        state.arcs[seat, other] = state.arcs[other, seat] = 0


@inner
def lose_sight(state):
    """Who has seen nobody for two turns has got away. HS-FLEET-10"""
    for seat in range(state.slots):
        if state.present[seat]:
            state.lost[seat] = 0 if seen(state, seat) else state.lost[seat] + 1
            if state.lost[seat] == 2:
                leave(state, seat)


@inner
def watchers(state, seat):
    """How many enemies are near enough to look for hidden gunports."""
    number = 0
    for other in range(state.slots):
        number += state.ranges[other, seat] == r.CLOSE and state.side[other] != state.side[seat]
    return number


@inner
def find_gunports(state, seat):
    """The enemies at Close look for hidden gunports, one after the other, until one has seen and told. HS-MOD-11"""
    ship = state.ship[seat]
    for other in range(state.slots):
        if ship.shown == 0 and state.ranges[other, seat] == r.CLOSE and state.side[other] != state.side[seat]:
            wits = state.ship[other].wits
            if chance.check(state.dice, r.ROLL_PORTS, other, wits, wits, 0, sight.PORTS) == chance.HIT:
                ship.shown = 1


@inner
def end_if_parted(state):
    """The battle is over when no two enemies are left, or none of them see each other. HS-FLEET-13"""
    sides = losses = 0
    for seat in range(state.slots):
        losses |= int(state.ship[seat].sunk) | int(state.ship[seat].taken)
        if state.present[seat]:
            sides |= 1 << int(state.side[seat])
            if enemies(state, seat, state.sight):
                return
    state.ending = f.DECIDED if losses and sides & (sides - 1) == 0 else f.ESCAPED
