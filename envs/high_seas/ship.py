"""What a ship can do as she stands: Handling, Speed, hands, and what damage takes from her."""

from ..compiler import compiled
from . import record as r


@compiled
def more_than_half_lost(left, normal):
    """Exactly half lost is not yet more than half. HS-DAMAGE-3"""
    return 2 * (normal - left) > normal


@compiled
def half(number):
    """Half, rounded up, and never under 1. HS-DAMAGE-6"""
    return max(1, (number + 1) // 2)


@compiled
def crippled(ship):
    """No rigging left. HS-DAMAGE-7"""
    return ship.rigging == 0


@compiled
def under_manned(ship):
    """Fewer hands at the sails than the hull needs. HS-CREW-1"""
    return ship.sail_crew < ship.sail_minimum


@compiled
def becalmed(state, ship):
    """No wind, and no oars to do without it. HS-MISHAP-5"""
    return state.calm > 0 and ship.oars == 0


@compiled
def circles_only(state, ship):
    """Whether the only tactic left to her is to Circle. HS-DAMAGE-7, HS-CREW-1, HS-MISHAP-5"""
    return crippled(ship) or under_manned(ship) or becalmed(state, ship)


@compiled
def handling(ship):
    """Her Handling this turn; it may be negative. HS-DAMAGE-4, HS-DAMAGE-7, HS-STRAT-4"""
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
    """Her Speed this turn, which is her dice in a chase. HS-SPEED-1"""
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
    """The battery with most guns; a tie goes to port, starboard, chasers, stern in this order. HS-DAMAGE-2"""
    best = 0
    for battery in range(1, 4):
        if ship.guns[battery] > ship.guns[best]:
            best = battery
    return best


@compiled
def engaged_battery(ship):
    """The battery from which a gun is lost: the one she fires, else the one her tactic shows. HS-DAMAGE-2"""
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
    """Hands killed who served neither sails nor guns, as far as `crew` counts them."""
    ship.crew = max(0, ship.crew - hands)


@compiled
def lose_gun(ship, battery):
    """One gun of the battery and its three hands. HS-DAMAGE-1"""
    if ship.guns[battery] > 0:
        ship.guns[battery] -= 1
        hands = min(3, int(ship.gun_crew))
        ship.gun_crew -= hands
        lose_hands(ship, hands)


@compiled
def lose_sail_hands(ship, hands):
    """Hands on deck or in the rigging are killed; there are only as many as there are. HS-DAMAGE-5, HS-FIRE-13"""
    killed = min(hands, int(ship.sail_crew))
    ship.sail_crew -= killed
    lose_hands(ship, killed)


@compiled
def damage_hull(ship, points):
    """Hull damage; every tenth point in all takes a gun and its crew, and what is beyond zero is lost. HS-DAMAGE-1"""
    before = (ship.hull_max - ship.hull) // 10
    ship.hull = max(0, ship.hull - points)
    for _ in range((ship.hull_max - ship.hull) // 10 - before):
        lose_gun(ship, engaged_battery(ship))


@compiled
def damage_rigging(ship, points):
    """Rigging damage; every fifth point in all takes a hand at the sails. HS-DAMAGE-5"""
    before = (ship.rigging_max - ship.rigging) // 5
    ship.rigging = max(0, ship.rigging - points)
    lose_sail_hands(ship, (ship.rigging_max - ship.rigging) // 5 - before)
