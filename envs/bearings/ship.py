"""How a ship stands: her Command score, whether she can be handled at all, her hands, smoke and fire."""

from ..compiler import compiled, inlined
from . import record as r

TORN = 5  # off Command: damaged rigging or engine
REFUSED = 5  # who would not follow
SPUN = 5  # by a whirlpool
FOGGED = 5


@inlined
def listing(ship):
    """Under half of her full Hull Integrity. BE-LIST-1, BE-LIST-4"""
    return 2 * int(ship.hull) < ship.hull_max


@inlined
def flooded(ship):
    """No Hull Integrity left. BE-SINK-1"""
    return ship.hull <= 0


@inlined
def led(ship):
    """Whether somebody is in command: a captain without a name always is. BE-CREW-6, BE-ROLE-1"""
    return ship.named == 0 or ship.wounds[r.CAPTAIN] > 0


@inlined
def helpless(ship):
    """Whether she fails every Command check: no captain, no rigging, listing, aground, or too few hands.

    BE-ROLE-1, BE-HIT-4, BE-LIST-2, BE-SINK-2, BE-SEA-8, BE-CREW-8
    """
    return (
        ship.rigging == r.DESTROYED or listing(ship) or ship.aground == 1 or not led(ship) or ship.hands < ship.pilots
    )


@inlined
def command(ship, stake):
    """Her captain's Command, the ship's own, and what takes from it in a check of this kind.

    BE-SHIP-4, BE-HIT-3, BE-LOC-6, BE-SEA-5, BE-SEA-7, BE-TRICK-3
    """
    score = int(ship.leader) + ship.command
    if ship.rigging == r.DAMAGED:
        score -= TORN
    score -= SPUN * ship.spun
    if stake == r.FOR_RANGE or stake == r.FOR_BEARING:
        score -= REFUSED * ship.refused
    if stake == r.FOR_BEARING:
        score += ship.trick - FOGGED * ship.fogged
    return score


@compiled
def smoking(ship):
    """Whether smoke lies on her: a weapon is damaged, or the engine destroyed. BE-HIT-7, BE-HIT-9"""
    smoke = ship.steam == 1 and ship.rigging == r.DESTROYED
    for arc in range(5):
        smoke |= (ship.fitted >> arc) & 1 == 1 and ship.weapons[arc] < r.INTACT
    return smoke


@compiled
def burning(ship):
    """Whether she is on fire: a weapon is destroyed. BE-HIT-10"""
    fire = False
    for arc in range(5):
        fire |= (ship.fitted >> arc) & 1 == 1 and ship.weapons[arc] == r.DESTROYED
    return fire


@inlined
def gang(ship):
    """Hands whom an engineer needs at work: five for each step of her size, at least one. BE-REPAIR-4"""
    return max(1, 5 * int(ship["size"]))


@inlined
def short_handed(ship):
    """Whether engineers, or the enemy, have taken hands from the guns. BE-REPAIR-5, BE-CREW-7"""
    return ship.hands - gang(ship) * ship.engineers < ship.watch


@inlined
def may_spare(ship):
    """Whether one more engineer finds hands at work, and enough are left to sail her. BE-REPAIR-4"""
    return ship.hands - gang(ship) * (ship.engineers + 1) >= ship.pilots


@compiled
def doublings(number):
    """How often a number can be halved before it is under 2."""
    times = 0
    while number >= 2:
        number //= 2
        times += 1
    return times


@compiled
def lose_hull(ship, points):
    """Hull Integrity is lost, under 0 too, down to her full number: more could never be repaired. BE-SINK-4"""
    ship.hull = max(-int(ship.hull_max), int(ship.hull) - points)


@compiled
def look(ship):
    """Bring up to date what is seen of a ship at a glance, after her weapons, engine or hands have changed."""
    ship.smoke = smoking(ship)
    ship.fire = burning(ship)
    ship.muscle = doublings(int(ship.hands))


@inlined
def boarding_score(ship):
    """What she is worth in a boarding fight, besides the die.

    Her captain's Command; 1 for each doubling of her hands and for each officer who stands; less 2 for smoke, 3 more
    for fire, and 5 each for fallen rigging, for a sloping deck and for a flooded one. BE-BOARD-3, BE-BOARD-4
    """
    score = int(ship.leader) if led(ship) else 0
    score += ship.muscle + ship.officers - 2 * ship.smoke - 3 * ship.fire
    return score - 5 * (int(ship.rigging == r.DESTROYED) + int(listing(ship)) + int(flooded(ship)))
