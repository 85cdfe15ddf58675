"""The end of a quint: what hit the ships counts, then fires burn, leaks run and sinking ships settle."""

from .. import chance
from ..compiler import compiled
from . import record as r
from . import sails


@compiled
def lose(ship, points):
    """Damage points are lost, as far as there are any."""
    ship.hull = max(0, int(ship.hull) - points)


@compiled
def fight_fires(state, seat):
    """Each fire is put out at 10 % a man, at most 95 %. HW-OIL-3, HW-OIL-4"""
    ship = state.ship[seat]
    likely = min(95, 10 * int(ship.fighters))
    out = 0
    if likely:
        for _ in range(ship.fires):
            if chance.at_least(state.dice, r.ROLL_QUENCH, seat, 101 - likely, 100):
                out += 1
    ship.fires -= out


@compiled
def settle(state, seat, sinking):
    """Fires burn 1d10 each and are then fought, leaks take 1d10 each, sinking 1d20: all that began in earlier quints.

    HW-OIL-2, HW-SPECIAL-4, HW-DAMAGE-1, HW-DAMAGE-5
    """
    ship = state.ship[seat]
    if ship.fires:
        lose(ship, chance.table(state.dice, r.ROLL_BURN, seat, int(ship.fires), 10))
        fight_fires(state, seat)
    if ship.leaks:
        lose(ship, chance.table(state.dice, r.ROLL_LEAK, seat, int(ship.leaks), 10))
    if sinking:
        lose(ship, chance.table(state.dice, r.ROLL_SINK, seat, 1, 20))


@compiled
def take_hits(ship):
    """What hit her this quint. HW-TURN-5, HW-SPECIAL-3, HW-SPECIAL-5, HW-SPECIAL-6"""
    lose(ship, int(ship.hurt))
    ship.masts = max(0, int(ship.masts) - int(ship.new_masts))
    ship.steering = min(7, int(ship.steering) + int(ship.new_steering))
    ship.adrift |= ship.new_adrift
    ship.hurt = ship.new_masts = ship.new_steering = ship.new_adrift = 0


@compiled
def catch_fire(ship):
    """Fires and leaks of this quint begin to do harm in the next. HW-OIL-2"""
    ship.fires += ship.new_fires
    ship.leaks += ship.new_leaks
    ship.new_fires = ship.new_leaks = 0


@compiled
def end_of_quint(state, seat):
    """All of it for one ship; damage cuts her speed to the new maximum at once. HW-DAMAGE-2, HW-SPEED-5"""
    ship = state.ship[seat]
    if not (ship.hurt or ship.fires or ship.leaks or ship.new_fires or sails.crippled(ship)):
        return
    sinking = sails.crippled(ship)
    before = sails.top_speed(state, ship, ship.facing)
    take_hits(ship)
    if ship.hull > 0:
        settle(state, seat, sinking)
    catch_fire(ship)
    after = sails.top_speed(state, ship, ship.facing)
    if after < before:
        sails.slow_to(state, seat, after)
    if ship.hull == 0:
        ship.sunk = 1
