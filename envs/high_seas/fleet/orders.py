"""Who has a choice in a phase, and which; sealed orders name the ships at which they are aimed."""

from ...compiler import compiled, inner
from .. import gunnery
from .. import record as r
from .. import ship as s
from . import record as f


@inner
def sees(state, seat, other):
    """Whether two ships are in sight of each other; one that has left the battle is out of every sight."""
    return state.ranges[seat, other] <= state.sight


@inner
def seen(state, seat):
    """The ships in her sight, as bits."""
    bits = 0
    for other in range(state.slots):
        bits |= sees(state, seat, other) << other
    return bits


@inner
def enemies(state, seat, distance):
    """The enemies at this range or nearer, as bits."""
    bits = 0
    for other in range(state.slots):
        if state.ranges[seat, other] <= distance and state.side[other] != state.side[seat]:
            bits |= 1 << other
    return bits


@compiled
def names(state, seat, other):
    """Whether this turn's order of a ship is aimed at another. HS-FLEET-6"""
    return (state.named[seat] >> other) & 1 != 0


@inner
def can_rejoin(state, seat, other):
    """Whether she can come back to the sight of a ship that she has lost.

    There must be a ship in sight of both. A ship that sees nobody at all finds the way back to those who still see
    another. HS-FLEET-10, HS-FLEET-11
    """
    if state.present[other] == 0 or other == seat or sees(state, seat, other):
        return False
    theirs = seen(state, other)
    mine = seen(state, seat)
    return theirs != 0 if mine == 0 else mine & theirs != 0


@inner
def may_rejoin(state, seat):
    """Whether there is anybody to come back to."""
    for other in range(state.slots):
        if can_rejoin(state, seat, other):
            return True
    return False


# --- orders -------------------------------------------------------------------------------------------------


@inner
def has_orders(state, seat):
    """Locked ships have no tactics; who can only Circle needs an enemy to circle. HS-TACTIC-9"""
    if state.locked[seat]:
        return False
    return not s.circles_only(state, state.ship[seat]) or enemies(state, seat, state.sight) != 0


@inner
def allow(mask, first, sails, helm):
    """One tactic, bare, with wet sails and with hard turns. HS-STRAT-10"""
    mask[first] = 1
    mask[first + r.WET_SAILS] = sails
    mask[first + r.HARD_TURNS] = helm


@inner
def legal_orders(state, seat, mask):
    """Evade from all, bear down on one enemy in sight, circle one or two of them, or come back to those out of sight.

    A ship that nobody steers Circles without hard turns.

    HS-FLEET-3, HS-FLEET-4, HS-FLEET-5, HS-FLEET-11, HS-TACTIC-6, HS-TACTIC-7, HS-TACTIC-8, HS-FLAW-14
    """
    sails = not s.circles_only(state, state.ship[seat])
    helm = not s.nobody_steers(state.ship[seat])
    if sails:
        company = seen(state, seat) != 0
        allow(mask, f.FIRST_EVADE, company, company)
        mask[f.REJOIN_ORDER] = may_rejoin(state, seat)
    marks = enemies(state, seat, state.sight)
    for one in range(state.slots):
        if (marks >> one) & 1:
            if sails:
                allow(mask, f.FIRST_BEAR_DOWN + 3 * one, True, True)
            allow(mask, f.FIRST_CIRCLE + 3 * one, sails, helm)
            for other in range(one + 1, state.slots):
                if (marks >> other) & 1:
                    allow(mask, f.FIRST_CIRCLE_TWO + 3 * f.PAIR_PLACE[one, other], sails, helm)


@inner
def reveal_order(state, seat, action):
    """Open a sealed order: tactic, strategy, and whom it is aimed at; who had none to give Circles nobody.

    HS-FLEET-3, HS-FLEET-4, HS-FLEET-5
    """
    ship = state.ship[seat]
    ship.order = r.CIRCLE
    if action == f.REJOIN_ORDER:
        ship.order = f.REJOIN
    elif action >= f.FIRST_CIRCLE_TWO:
        place = (action - f.FIRST_CIRCLE_TWO) // 3
        state.named[seat] = (1 << f.PAIR_SHIPS[place, 0]) | (1 << f.PAIR_SHIPS[place, 1])
    elif action >= f.FIRST_CIRCLE:
        state.named[seat] = 1 << ((action - f.FIRST_CIRCLE) // 3)
    elif action >= f.FIRST_BEAR_DOWN:
        ship.order = r.BEAR_DOWN
        state.named[seat] = 1 << ((action - f.FIRST_BEAR_DOWN) // 3)
    elif action >= f.FIRST_EVADE:
        ship.order = r.EVADE
        state.named[seat] = seen(state, seat)
    if f.FIRST_EVADE <= action < f.REJOIN_ORDER:
        ship.desperate = (action - f.FIRST_EVADE) % 3
        if ship.desperate == r.WET_SAILS:
            ship.wet = 2


# --- maneuver, grapple, fire --------------------------------------------------------------------------------


@inner
def opponents(state, seat):
    """The enemies in sight whom she named or who named her, as bits."""
    bits = 0
    for other in range(state.slots):
        if sees(state, seat, other) and state.side[other] != state.side[seat]:
            if names(state, seat, other) or names(state, other, seat):
                bits |= 1 << other
    return bits


@inner
def may_grapple(state, seat, other):
    """An enemy at Close, and neither of the two locked with another. HS-GRAPPLE-1, HS-GRAPPLE-10, HS-FLEET-12"""
    if state.parting[seat] == 1:
        return state.locked[seat] == other + 1
    if state.locked[seat] or state.locked[other]:
        return False
    return state.ranges[seat, other] == r.CLOSE and state.side[other] != state.side[seat]


@inner
def may_fire_at(state, seat, battery, other):
    """Whether this battery may fire at that ship now: it bears, and no other of hers fires at the same ship.

    HS-FIRE-1, HS-FIRE-3, HS-FLEET-8
    """
    if not gunnery.bears(state.arcs[seat, other], battery) or state.shots[seat, battery]:
        return False
    for fired in range(4):
        if state.shots[seat, fired] and (state.shots[seat, fired] - 1) // 3 == other:
            return False
    return True


@inner
def powder_is_spoken_for(state, seat):
    """Whether the batteries that are laid already will use up all her powder. HS-FIRE-25"""
    ship = state.ship[seat]
    left = int(ship.powder)
    for battery in range(4):
        if state.shots[seat, battery]:
            left -= int(ship.guns[battery])
    return left <= 0


@inner
def may_fire(state, seat):
    """Whether she has a battery left to fire at anybody, and powder for it."""
    ship = state.ship[seat]
    if powder_is_spoken_for(state, seat):
        return False
    for battery in range(4):
        if gunnery.ready(ship, battery):
            for other in range(state.slots):
                if state.arcs[seat, other] and may_fire_at(state, seat, battery, other):
                    return True
    return False


@inner
def legal_fire(state, seat, mask):
    """One battery at hull, rigging or hands of one ship, or hold. HS-FIRE-5"""
    ship = state.ship[seat]
    mask[f.HOLD] = 1
    for battery in range(4):
        if not gunnery.ready(ship, battery):
            continue
        for other in range(state.slots):
            if state.arcs[seat, other] and may_fire_at(state, seat, battery, other):
                locked = state.locked[seat] == other + 1
                for aim in range(3):
                    action = f.FIRST_SHOT + f.SHIPS * (3 * battery + aim) + other
                    mask[action] = gunnery.may_aim(locked, state.ranges[seat, other], aim)


@inner
def has_choice(state, seat):
    """Whether this captain has anything to decide in the phase that begins."""
    if state.present[seat] == 0:
        return False
    if state.phase == f.ORDERS:
        return has_orders(state, seat)
    if state.phase == f.MANEUVER:
        return state.locked[seat] == 0 and opponents(state, seat) != 0
    if state.phase == f.MISHAP:
        return state.ship[seat].adrift != 0
    if state.phase == f.GRAPPLE:
        for other in range(state.slots):
            if may_grapple(state, seat, other):
                return True
        return False
    if state.phase == f.FIRE:
        return (state.silent >> seat) & 1 == 0 and may_fire(state, seat)
    return False


@inner
def ask(state):
    """Note who has a choice now, so that nobody needs to look again."""
    bits = 0
    for seat in range(state.slots):
        bits |= has_choice(state, seat) << seat
    state.asked = bits


@inner
def is_asked(state, seat):
    """Whether this captain has a choice now."""
    return (state.asked >> seat) & 1 != 0


@compiled
def legal(state, seat, mask):
    """Write 1 for each legal action into the int8 `mask`; `pass` is legal when nothing else is."""
    for action in range(len(mask)):
        mask[action] = 0
    if state.ending != f.RUNNING or not is_asked(state, seat):
        mask[f.PASS] = 1
    elif state.phase == f.ORDERS:
        legal_orders(state, seat, mask)
    elif state.phase == f.MANEUVER:
        mask[f.STEADY] = mask[f.ATTEMPT] = 1
    elif state.phase == f.MISHAP:
        mask[f.LEAVE] = mask[f.TURN_BACK] = 1
    elif state.phase == f.GRAPPLE:
        mask[f.STAND_OFF] = 1
        for other in range(state.slots):
            mask[f.FIRST_GRAPPLE + other] = may_grapple(state, seat, other)
    else:
        legal_fire(state, seat, mask)
