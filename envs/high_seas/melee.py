"""Ships side by side: the phases of a turn in which grapples are thrown, squads fight and heroes act."""

from ..compiler import inlined, inner
from . import boarding, deeds
from . import record as r


@inlined
def end_melee(state):
    """A side has yielded, or nobody is left to fight on. HS-BOARD-23, HS-BOARD-24, HS-TURN-9"""
    one, other = state.ship[0], state.ship[1]
    if one.taken or other.taken:
        state.ending = r.TAKEN
    elif state.grappled and one.squads == 0 and other.squads == 0:
        state.parting = 2


@inlined
def lock(state):
    """Grapples hold: three new ropes, and boarders who were left aboard the enemy are with their own again.

    HS-HERO-8, HS-BOARD-28
    """
    state.grappled = 1
    state.ropes = 0
    for seat in range(r.SEATS):
        if state.ship[seat].boarders:
            boarding.come_home(state.ship[seat])


@inlined
def fight_melee(state, locked, first_turn):
    """The exchanges of this turn, of ships that are locked or of boarders left aboard one. HS-GRAPPLE-8, HS-ARC-16"""
    one, other = state.ship[0], state.ship[1]
    if locked:
        if one.order == 0:
            one.arcs = other.arcs = r.ARC_BROADSIDE
        boarding.melee(state.dice, one, other, 0, 1, first_turn)
    elif one.boarders:
        boarding.fight_on(state.dice, one, other, 0, 1)
    else:
        boarding.fight_on(state.dice, other, one, 1, 0)
    end_melee(state)


@inner
def play_grapple(state, orders):
    """Grapples are thrown; a melee begins or goes on; a capture ends the battle before fire.

    HS-GRAPPLE-1, HS-GRAPPLE-9, HS-GRAPPLE-10, HS-TURN-9
    """
    held = state.grappled != 0 and state.parting == 0
    first_turn = False
    for seat in range(r.SEATS):
        ship, target = state.ship[seat], state.ship[1 - seat]
        if orders[seat] == r.THROW and boarding.throw_grapples(state.dice, ship, target, seat):
            first_turn = True
    if state.parting and not first_turn:
        # cut away, and the one try to grapple again has failed (HS-GRAPPLE-10)
        state.range = r.SHORT
        state.ship[0].arcs = state.ship[1].arcs = r.ARC_BROADSIDE
        state.grappled = 0
    state.parting = 0
    if first_turn:
        lock(state)
    if held or first_turn or state.ship[0].boarders or state.ship[1].boarders:
        fight_melee(state, held or first_turn, first_turn)
    state.phase = r.FIRE
    if state.ship[0].heroes or state.ship[1].heroes:
        deeds.begin(state)


@inner
def play_deed(state, orders):
    """One hero a side tries a deed, all together; then the next ones, until nobody has another to send.

    HS-HERO-1, HS-HERO-2, HS-BOARD-22
    """
    locked = deeds.in_melee(state)
    first, second = deeds.in_the_way(state, 0), deeds.in_the_way(state, 1)
    deeds.attempt(state, 0, orders[0], first)
    deeds.attempt(state, 1, orders[1], second)
    if locked and state.parting == 0:
        boarding.surrender(state.ship[0], state.ship[1])
        end_melee(state)
    if state.ending != r.RUNNING or not (deeds.may_act(state, 0) or deeds.may_act(state, 1)):
        state.phase = r.FIRE
