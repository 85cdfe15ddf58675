"""The guns: which battery may fire at what, the roll to hit, what a hit does."""

from .. import chance
from ..compiler import compiled
from . import record as r
from . import ship as s


@compiled
def bears(ship, battery):
    """Whether this turn's tactics let the battery bear on the enemy: either broadside does. HS-FIRE-1"""
    if battery == r.CHASERS:
        return ship.arcs & r.ARC_CHASERS != 0
    if battery == r.STERN:
        return ship.arcs & r.ARC_STERN != 0
    return ship.arcs & r.ARC_BROADSIDE != 0


@compiled
def ready(ship, battery):
    """Loaded, with a gun left and powder for it. HS-FIRE-2, HS-FIRE-25"""
    # `&`, not `and`: no branch to guess, which counts in a function asked eight times a turn
    return (ship.loaded[battery] == 1) & (ship.guns[battery] > 0) & (ship.powder > 0)


@compiled
def may_fire(ship, battery):
    """Whether the captain may choose this battery now."""
    return bears(ship, battery) & ready(ship, battery)


@compiled
def may_aim(state, aim):
    """Hull only while grappled; grapeshot only at Close. HS-FIRE-5, HS-FIRE-22, HS-FIRE-28, HS-GRAPPLE-6"""
    if aim == r.HULL:
        return True
    if aim == r.RIGGING:
        return state.grappled == 0
    return (state.grappled == 0) & (state.range == r.CLOSE)


@compiled
def target_number(state, ship, target, battery, aim):
    """What the gun crews must roll.

    Handling (HS-FIRE-8, HS-FIRE-9), range (HS-FIRE-10), aim (HS-FIRE-11), the gunner (HS-FIRE-12) and the
    two sizes (HS-FIRE-13, HS-FIRE-14).
    """
    number = 5 * s.handling(target) + 5 * state.range - 5 * ship.gunnery[battery]
    if aim == r.RIGGING:
        number += 10
    # by key: a record of NumPy has a `size` of its own
    step = 5 if target["size"] > ship["size"] else -5 if target["size"] < ship["size"] else 0
    return number + (-step if state.size_reversed else step)


@compiled
def guns_firing(ship, battery):
    """All guns of the battery, or as many as there is powder for. HS-FIRE-24, HS-FIRE-25"""
    return min(int(ship.guns[battery]), int(ship.powder))


@compiled
def volley(state, seat):
    """Fire the chosen battery of one ship; the points of damage, 0 for a miss or a mishap.

    The roll (HS-FIRE-6, HS-FIRE-15, HS-FIRE-18), a burst gun (HS-FIRE-16, HS-FIRE-17), the damage
    (HS-FIRE-19, HS-FIRE-20), which waits until both ships have fired (HS-TURN-3).
    """
    ship, target = state.ship[seat], state.ship[1 - seat]
    if not ship.fired:
        return 0
    battery = ship.fired - 1
    guns = guns_firing(ship, battery)
    ship.powder -= guns
    ship.loaded[battery] = -1
    number = target_number(state, ship, target, battery, ship.aim)
    result = chance.check(state.dice, r.ROLL_CANNON, seat, ship.threat, ship.threat, ship.bonus, number)
    if result == chance.MISHAP:
        s.lose_gun(ship, battery)
        return 0
    if result == chance.MISS:
        return 0
    if ship.aim == r.HULL:
        most = target.hull
    elif ship.aim == r.RIGGING:
        most = target.rigging
    else:
        most = target.sail_crew
    return chance.damage(state.dice, r.ROLL_DAMAGE, seat, 2, 2, guns, most)


@compiled
def strike(ship, target, points):
    """A hit goes home where it was aimed; grapeshot kills hands on deck. HS-FIRE-21, HS-FIRE-22"""
    if points > 0:
        if ship.aim == r.HULL:
            s.damage_hull(target, points)
        elif ship.aim == r.RIGGING:
            s.damage_rigging(target, points)
        else:
            s.lose_sail_hands(target, points)


@compiled
def exchange_fire(state):
    """Both ships fire at once: what one loses in this turn still fires in it. HS-TURN-3, HS-TURN-10"""
    first = volley(state, 0)
    second = volley(state, 1)
    strike(state.ship[0], state.ship[1], first)
    strike(state.ship[1], state.ship[0], second)


@compiled
def reload(ship):
    """The end of a turn: what fired in it needs the next one to load. HS-FIRE-2"""
    for battery in range(4):
        if ship.loaded[battery] < 1:
            ship.loaded[battery] += 1
