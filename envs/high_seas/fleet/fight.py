"""Grapples and guns in a fleet: pairs lock, third ships fire into them, all volleys strike together."""

from ...compiler import inner
from .. import boarding, gunnery
from .. import record as r
from . import record as f
from .orders import is_asked
from .sea import leave, raise_over

INTO_MELEE = 15  # what is taken off the number to hit a ship that is locked with another


@inner
def lock(state, seat, other):
    """Two ships are locked: they fire at each other alone, and only Circling ships fire at them.

    HS-BOARD-29, HS-FIRE-30
    """
    state.locked[seat], state.locked[other] = other + 1, seat + 1
    state.parting[seat] = state.parting[other] = 0
    for third in range(state.slots):
        if third != seat and third != other:
            state.arcs[seat, third] = state.arcs[other, third] = 0
            if state.ship[third].order != r.CIRCLE:
                state.arcs[third, seat] = state.arcs[third, other] = 0


@inner
def throw_grapples(state, seat, other):
    """One try; whether the grapples hold. A ship that another has locked meanwhile is not tried. HS-FLEET-12"""
    mine, theirs = state.locked[seat], state.locked[other]
    if (mine and mine != other + 1) or (theirs and theirs != seat + 1):
        return False
    return boarding.throw_grapples(state.dice, state.ship[seat], state.ship[other], seat)


@inner
def broadsides_at_each_other(state, seat, other):
    """Without tactics either ship of a pair may fire one broadside. HS-ARC-16, HS-GRAPPLE-10"""
    state.arcs[seat, other] = state.arcs[other, seat] = r.ARC_BROADSIDE


@inner
def cut_apart(state, seat, other):
    """The one try to grapple again has failed: the range is Short. HS-GRAPPLE-10"""
    state.locked[seat] = state.locked[other] = 0
    state.parting[seat] = state.parting[other] = 0
    state.ranges[seat, other] = state.ranges[other, seat] = r.SHORT
    broadsides_at_each_other(state, seat, other)


@inner
def board(state, seat, other, first_turn):
    """The melee of a pair; who is taken is out of the battle, and her captor free. HS-FLEET-10, HS-BOARD-24"""
    one, two = state.ship[seat], state.ship[other]
    if one.order == 0:
        broadsides_at_each_other(state, seat, other)
    boarding.melee(state.dice, one, two, seat, other, first_turn)
    if one.taken or two.taken:
        leave(state, seat if one.taken else other)
    elif one.squads == 0 and two.squads == 0:
        state.parting[seat] = state.parting[other] = 2


@inner
def grapple_and_board(state, orders):
    """Grapples are thrown, pairs whose melee is over are cut apart, the others fight on.

    HS-GRAPPLE-5, HS-GRAPPLE-9, HS-GRAPPLE-10
    """
    fresh = 0
    for seat in range(state.slots):
        if is_asked(state, seat) and orders[seat] >= f.FIRST_GRAPPLE:
            other = int(orders[seat]) - f.FIRST_GRAPPLE
            if throw_grapples(state, seat, other):
                lock(state, seat, other)
                fresh |= (1 << seat) | (1 << other)
    for seat in range(state.slots):
        other = int(state.locked[seat]) - 1
        if other > seat:
            new = (fresh >> seat) & 1 != 0
            if state.parting[seat] == 1 and not new:
                cut_apart(state, seat, other)
            else:
                board(state, seat, other, new)


@inner
def sinking_crews(state):
    """Who sinks in the middle of a melee fights on for the two turns that her crew has left. HS-DAMAGE-7"""
    for seat in range(state.slots):
        other = int(state.locked[seat]) - 1
        if other > seat and state.parting[seat] == 0:
            one, two = state.ship[seat], state.ship[other]
            if one.sunk != two.sunk and one.squads > 0 and two.squads > 0:
                boarding.last_stand(state.dice, one, two, seat, other)


# --- guns ---------------------------------------------------------------------------------------------------


@inner
def note_shot(state, seat, action):
    """Lay the guns as the captain says, or be done with it; `fired` is the battery that a hit may cost a gun.

    HS-DAMAGE-2
    """
    if action == f.HOLD:
        state.silent |= 1 << seat
        return
    shot = action - f.FIRST_SHOT
    battery, aim, target = shot // (3 * f.SHIPS), shot // f.SHIPS % 3, shot % f.SHIPS
    state.shots[seat, battery] = 1 + 3 * target + aim
    ship = state.ship[seat]
    ship.fired = 1 + battery if ship.fired == 0 else min(int(ship.fired), 1 + battery)


@inner
def fire_battery(state, seat, battery):
    """One volley; a locked target that is not her own is easier by 15 and shares the damage with the other.

    A broadside shows the guns of both sides. HS-FIRE-30, HS-FIRE-15, HS-MOD-10
    """
    shot = int(state.shots[seat, battery]) - 1
    target, aim = shot // 3, shot % 3
    ship, enemy = state.ship[seat], state.ship[target]
    number = gunnery.target_number(ship, enemy, battery, aim, state.ranges[seat, target], state.size_reversed)
    most = gunnery.left_of(enemy, aim)
    partner = int(state.locked[target]) - 1
    shared = partner >= 0 and partner != seat
    if shared:
        number -= INTO_MELEE
        # each of the two takes half
        most = 2 * max(most, gunnery.left_of(state.ship[partner], aim))
    bonus = raise_over(state, seat, target)
    points = gunnery.discharge(state.dice, ship, battery, number, bonus, most, seat)
    if battery == r.PORT or battery == r.STARBOARD:
        ship.shown = 1
    if shared:
        state.damage[partner, aim] += points // 2
        points -= points // 2
    state.damage[target, aim] += points


@inner
def fire_all(state):
    """All batteries fire, then all damage is done: what a ship loses this turn still fires in it.

    With powder for a part of her guns they fire in the order of the batteries. HS-TURN-3, HS-FIRE-25
    """
    for seat in range(state.slots):
        if state.ship[seat].fired:
            for battery in range(4):
                if state.shots[seat, battery] and gunnery.guns_firing(state.ship[seat], battery) > 0:
                    fire_battery(state, seat, battery)
    for seat in range(state.slots):
        for aim in range(3):
            if state.damage[seat, aim]:
                gunnery.strike(state.ship[seat], aim, int(state.damage[seat, aim]))
                state.damage[seat, aim] = 0
