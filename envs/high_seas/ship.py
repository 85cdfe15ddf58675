"""What a ship can do as she stands: Handling, Speed, hands, and what damage takes from her."""

from ..compiler import compiled
from . import record as r


@compiled
def more_than_half_lost(left, normal):
    """Exactly half lost is not yet more than half. HS-DAMAGE-4, HS-DAMAGE-9"""
    return 2 * (normal - left) > normal


@compiled
def half(number):
    """Half, rounded up, and never under 1. HS-DICE-9"""
    return max(1, (number + 1) // 2)


@compiled
def crippled(ship):
    """No rigging left. HS-DAMAGE-10"""
    return ship.rigging == 0


@compiled
def under_manned(ship):
    """Fewer hands at the sails than the hull needs. HS-CREW-1"""
    return ship.sail_crew < ship.sail_minimum


@compiled
def nobody_steers(ship):
    """Too few hands to spare one for the helm, and a warped rudder swings her round by itself. HS-FLAW-14"""
    return (ship.warped != 0) & under_manned(ship)


@compiled
def becalmed(state, ship):
    """No wind, and no oars to do without it. HS-MISHAP-7"""
    return state.calm > 0 and ship.oars == 0


@compiled
def circles_only(state, ship):
    """Whether the only tactic left to her is to Circle. HS-TACTIC-6, HS-TACTIC-7, HS-TACTIC-8"""
    return crippled(ship) or under_manned(ship) or becalmed(state, ship)


@compiled
def handling(ship):
    """Her Handling this turn; it may be negative.

    HS-HULL-7, HS-DAMAGE-4, HS-DAMAGE-11, HS-STRAT-5, HS-STRAT-6
    """
    now = int(ship.handling)
    if more_than_half_lost(ship.hull, ship.hull_max):
        now -= 1
    if crippled(ship):
        now -= 5
    if ship.desperate == r.HARD_TURNS:
        now += 2
    return now


@compiled
def speed(state, ship):
    """Her Speed this turn, which is her dice in a chase; the changes come in this order. HS-SPEED-1

    Damage (HS-SPEED-2, HS-CHASE-8), a tear (HS-SPEED-3, HS-STRAT-4), wet sails (HS-SPEED-4, HS-STRAT-1),
    oars in a calm (HS-SPEED-5, HS-MOD-9), a dragging anchor (HS-SPEED-6, HS-MISHAP-10), a fouled sail
    (HS-SPEED-7, HS-MISHAP-2) or hands to pick up (HS-SPEED-8).
    """
    now = int(ship.speed)
    if more_than_half_lost(ship.rigging, ship.rigging_max):
        now = half(now)
    if ship.torn:
        now = half(now)
    if ship.wet > 0:
        now += 2
    if state.calm > 0 and ship.oars:
        now = max(1, now - 2)
    if ship.anchor:
        now = max(1, now - 1)
    if ship.fouled or ship.slowed == 1:
        now = 1
    return now


@compiled
def gun_count(ship):
    """Guns left on all four batteries."""
    return int(ship.guns[0]) + int(ship.guns[1]) + int(ship.guns[2]) + int(ship.guns[3])


@compiled
def largest_battery(ship):
    """The battery with most guns; a tie goes to port, starboard, chasers, stern in this order. HS-DAMAGE-3"""
    best = 0
    for battery in range(1, 4):
        if ship.guns[battery] > ship.guns[best]:
            best = battery
    return best


@compiled
def engaged_battery(ship):
    """The battery from which a gun is lost: the one she fires, else the one her tactic shows.

    Without a tactic, grappled, she counts as Circling; a battery without guns gives way to the largest.
    HS-DAMAGE-2, HS-DAMAGE-3
    """
    if ship.fired:
        battery = ship.fired - 1
    elif ship.order == r.EVADE:
        battery = r.STERN
    elif ship.order == r.BEAR_DOWN:
        battery = r.CHASERS
    else:
        battery = r.STARBOARD if ship.guns[r.STARBOARD] > ship.guns[r.PORT] else r.PORT
    return battery if ship.guns[battery] > 0 else largest_battery(ship)


@compiled
def lose_hands(ship, hands):
    """Hands are gone, whatever they served: `crew` counts them all. HS-CREW-9"""
    ship.crew = max(0, ship.crew - hands)


@compiled
def lose_gun(ship, battery):
    """One gun of the battery and its three hands. HS-DAMAGE-1, HS-CREW-2"""
    if ship.guns[battery] > 0:
        ship.guns[battery] -= 1
        hands = min(3, int(ship.gun_crew))
        ship.gun_crew -= hands
        lose_hands(ship, hands)


@compiled
def lose_sail_hands(ship, hands):
    """Hands on deck or in the rigging are killed; there are only as many as there are.

    HS-FIRE-23, HS-DAMAGE-12
    """
    killed = min(hands, int(ship.sail_crew))
    ship.sail_crew -= killed
    lose_hands(ship, killed)


@compiled
def damage_hull(ship, points):
    """Hull damage; every tenth point in all takes a gun, and what is beyond zero is lost.

    HS-DAMAGE-1, HS-DAMAGE-12
    """
    before = (ship.hull_max - ship.hull) // 10
    ship.hull = max(0, ship.hull - points)
    for _ in range((ship.hull_max - ship.hull) // 10 - before):
        lose_gun(ship, engaged_battery(ship))


@compiled
def damage_rigging(ship, points):
    """Rigging damage; every fifth point in all takes a hand at the sails. HS-DAMAGE-8, HS-DAMAGE-12"""
    before = (ship.rigging_max - ship.rigging) // 5
    ship.rigging = max(0, ship.rigging - points)
    lose_sail_hands(ship, (ship.rigging_max - ship.rigging) // 5 - before)
