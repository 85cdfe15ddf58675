"""Ballistae and catapults: which may fire, what they must roll, and what hits do at the end of the quint."""

from .. import chance
from ..compiler import compiled
from . import record as r
from . import sails

BALLISTA, CATAPULT = 60, 40  # percent to hit
A_HARD_HIT = 20  # damage from which a single hit may do special damage


@compiled
def arc_of(mount):
    """The arc that a mount serves: one only, since it cannot swivel. HW-ARC-5"""
    return (int(mount) - 1) // 4


@compiled
def weapon_of(mount):
    """The weapon on a mount."""
    return (int(mount) - 1) % 4


@compiled
def may_fire(state, ship, place):
    """Whether a weapon is there, loaded, manned, with the enemy in its arc and range. HW-FIRE-1, HW-CREW-1

    HW-WEAPON-3, HW-WEAPON-4
    """
    mount = ship.mount[place]
    if mount == 0 or ship.ready[place] > state.turn:
        return False
    weapon = weapon_of(mount)
    bears = (int(ship.bears) >> arc_of(mount)) & 1 == 1
    within = r.NEAREST[weapon] <= state.range <= r.FARTHEST[weapon]
    return bears and within and sails.spare_hands(ship) >= r.HANDS[weapon]


@compiled
def any_may_fire(state, ship):
    """Whether one of her weapons may fire."""
    for place in range(r.MOUNTS):
        if ship.mount[place] == 0:
            return False
        if may_fire(state, ship, place):
            return True
    return False


@compiled
def mark_shots(state, ship, mask):
    """Write 1 for every shot that she may fire now: arc, weapon and load. HW-FIRE-1, HW-OIL-1"""
    for place in range(r.MOUNTS):
        mount = ship.mount[place]
        if mount == 0:
            return
        if may_fire(state, ship, place):
            weapon = weapon_of(mount)
            shot = r.FIRST_SHOT + 6 * arc_of(mount) + r.STONE_SHOT[weapon]
            mask[shot] = 1
            if weapon >= r.LIGHT_CATAPULT:
                mask[shot + 1] = 1


@compiled
def count_loaded(state, ship):
    """Note how many dice of damage lie loaded in each arc."""
    for arc in range(4):
        ship.loaded[arc] = 0
    for place in range(r.MOUNTS):
        mount = ship.mount[place]
        if mount == 0:
            return
        if ship.ready[place] <= state.turn:
            ship.loaded[arc_of(mount)] += r.DAMAGE[weapon_of(mount)]


@compiled
def percent(state, ship, target, weapon):
    """What she must roll or less of 100: the weapon, crew and captain, 10 off for two hexes, at least 5, at most 95.

    HW-HIT-1, HW-HIT-2, HW-HIT-3, HW-HIT-4, HW-HIT-5, HW-HIT-6, HW-HIT-7
    """
    base = BALLISTA if weapon <= r.HEAVY_BALLISTA else CATAPULT
    base += int(ship.crew_skill) + int(ship.captain_skill) - 10 * (int(state.range) // 2)
    if state.waves:
        base -= 10
    if state.sizes:
        base += 10 * (int(target.hexes) - 2)
    return max(5, min(95, base))


@compiled
def special_percent(damage):
    """How likely a hit of so much damage does special damage. HW-SPECIAL-1, HW-SPECIAL-2"""
    return min(100, 10 + 5 * ((damage - A_HARD_HIT) // 10)) if damage >= A_HARD_HIT else 0


@compiled
def hit(state, seat, damage):
    """A single hit on the other ship; it counts at the end of the quint. HW-TURN-5, HW-SPECIAL-1

    1 to 4 break a mast, 5 springs a leak, 6 to 9 halve the Cut Rating, 10 destroys the steering.
    HW-SPECIAL-3, HW-SPECIAL-4, HW-SPECIAL-5, HW-SPECIAL-6
    """
    target = state.ship[1 - seat]
    target.hurt += damage
    likely = special_percent(damage)
    if likely and chance.at_least(state.dice, r.ROLL_SPECIAL, seat, 101 - likely, 100):
        what = chance.table(state.dice, r.ROLL_WHAT, seat, 1, 10)
        if what <= 4:
            target.new_masts += 1
        elif what == 5:
            target.new_leaks += 1
        elif what <= 9:
            target.new_steering += 1
        else:
            target.new_adrift = 1


@compiled
def shoot(state, seat, shot):
    """Fire the first weapon that this shot of `ACTIONS` means. HW-FIRE-1, HW-WEAPON-2, HW-WEAPON-5, HW-OIL-1"""
    ship, target = state.ship[seat], state.ship[1 - seat]
    number = shot - r.FIRST_SHOT
    weapon = r.FIRES[number % 6]
    place = 0
    while ship.mount[place] != 1 + 4 * (number // 6) + weapon or not may_fire(state, ship, place):
        place += 1
    ship.ready[place] = int(state.turn) + r.RELOAD[weapon]
    ship.loaded[number // 6] -= r.DAMAGE[weapon]
    ship.serving += r.HANDS[weapon]
    if chance.at_least(state.dice, r.ROLL_HIT, seat, 101 - percent(state, ship, target, weapon), 100):
        if r.OIL[number % 6]:
            target.new_fires += 1
        else:
            hit(state, seat, chance.table(state.dice, r.ROLL_DAMAGE, seat, r.DAMAGE[weapon], 10))
