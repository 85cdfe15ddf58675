"""The guns: which battery may fire at what, the roll to hit, what a hit does.

The rules take a ship, her target and the range between them, so that a duel and a fleet play the same ones.
"""

from .. import chance
from ..compiler import compiled
from . import record as r
from . import ship as s


@compiled
def bears(arcs, battery):
    """Whether this turn's tactics let the battery bear on the enemy: either broadside does. HS-FIRE-1"""
    if battery == r.CHASERS:
        return arcs & r.ARC_CHASERS != 0
    if battery == r.STERN:
        return arcs & r.ARC_STERN != 0
    return arcs & r.ARC_BROADSIDE != 0


@compiled
def ready(ship, battery):
    """Loaded, with a gun left and powder for it. HS-FIRE-2, HS-FIRE-25"""
    # `&`, not `and`: no branch to guess, which counts in a function asked eight times a turn
    return (ship.loaded[battery] == 1) & (ship.guns[battery] > 0) & (ship.powder > 0)


@compiled
def may_fire(ship, battery):
    """Whether the captain may choose this battery now."""
    return bears(ship.arcs, battery) & ready(ship, battery)


@compiled
def may_aim(grappled, distance, aim):
    """Hull only while grappled; grapeshot only at Close. HS-FIRE-5, HS-FIRE-22, HS-FIRE-28, HS-GRAPPLE-6"""
    if aim == r.HULL:
        return True
    if aim == r.RIGGING:
        return grappled == 0
    return (grappled == 0) & (distance == r.CLOSE)


@compiled
def target_number(ship, target, battery, aim, distance, size_reversed):
    """What the gun crews must roll at this range.

    Handling (HS-FIRE-8, HS-FIRE-9), range (HS-FIRE-10), aim (HS-FIRE-11), the gunner (HS-FIRE-12) and the
    two sizes (HS-FIRE-13, HS-FIRE-14).
    """
    number = 5 * s.handling(target) + 5 * distance - 5 * ship.gunnery[battery]
    if aim == r.RIGGING:
        number += 10
    # by key: a record of NumPy has a `size` of its own
    step = 5 if target["size"] > ship["size"] else -5 if target["size"] < ship["size"] else 0
    return number + (-step if size_reversed else step)


@compiled
def guns_firing(ship, battery):
    """All guns of the battery, or as many as there is powder for. HS-FIRE-24, HS-FIRE-25"""
    return min(int(ship.guns[battery]), int(ship.powder))


@compiled
def spend(ship, battery):
    """Powder burns and the battery is empty; how many guns have fired. HS-FIRE-24"""
    guns = guns_firing(ship, battery)
    ship.powder -= guns
    ship.loaded[battery] = -1
    return guns


@compiled
def left_of(target, aim):
    """What there is to lose where a shot goes: Hull, Rigging or hands on deck. HS-DAMAGE-12"""
    if aim == r.HULL:
        return int(target.hull)
    return int(target.rigging) if aim == r.RIGGING else int(target.sail_crew)


@compiled
def discharge(dice, ship, battery, number, bonus, most, who):
    """Fire a battery against a target number; the points of damage, 0 for a miss or a mishap, alike from `most` on.

    The roll (HS-FIRE-6, HS-FIRE-15, HS-FIRE-18), a burst gun (HS-FIRE-16, HS-FIRE-17), the damage
    (HS-FIRE-19, HS-FIRE-20), which waits until all ships have fired (HS-TURN-3).
    """
    guns = spend(ship, battery)
    result = chance.check(dice, r.ROLL_CANNON, who, ship.threat, ship.threat, bonus, number)
    if result == chance.MISHAP:
        s.lose_gun(ship, battery)
        return 0
    if result == chance.MISS:
        return 0
    return chance.damage(dice, r.ROLL_DAMAGE, who, 2, 2, guns, most)


@compiled
def volley(dice, ship, target, battery, aim, number, bonus, who):
    """Fire a battery of one ship at another; the points of damage."""
    return discharge(dice, ship, battery, number, bonus, left_of(target, aim), who)


@compiled
def strike(target, aim, points):
    """A hit goes home where it was aimed; grapeshot kills hands on deck. HS-FIRE-21, HS-FIRE-22"""
    if points > 0:
        if aim == r.HULL:
            s.damage_hull(target, points)
        elif aim == r.RIGGING:
            s.damage_rigging(target, points)
        else:
            s.lose_sail_hands(target, points)


@compiled
def fire_at(state, seat):
    """Fire the battery that this captain of a duel chose, if any, at the one enemy."""
    ship, target = state.ship[seat], state.ship[1 - seat]
    if not ship.fired:
        return 0
    battery = ship.fired - 1
    number = target_number(ship, target, battery, ship.aim, state.range, state.size_reversed)
    return volley(state.dice, ship, target, battery, ship.aim, number, ship.bonus, seat)


@compiled
def exchange_fire(state):
    """Both ships fire at once: what one loses in this turn still fires in it. HS-TURN-3, HS-TURN-10"""
    first = fire_at(state, 0)
    second = fire_at(state, 1)
    strike(state.ship[1], state.ship[0].aim, first)
    strike(state.ship[0], state.ship[1].aim, second)


@compiled
def reload(ship):
    """The end of a turn: what fired in it needs the next one to load. HS-FIRE-2"""
    for battery in range(4):
        if ship.loaded[battery] < 1:
            ship.loaded[battery] += 1
