"""Wind, speed, floundering and oars."""

from .. import chance
from ..compiler import compiled
from . import record as r


@compiled
def heading(state, facing):
    """How a facing stands to the wind, which blows along a spine: 30, 90 or 150 degrees off. HW-WIND-4, HW-WIND-5"""
    off = (facing - state.toward) % 6
    if off <= 1:
        return r.WITH
    return r.INTO if off == 3 or off == 4 else r.ACROSS


@compiled
def half_gone(ship):
    """Whether at least half of her damage points are gone. HW-DAMAGE-3"""
    return 2 * int(ship.hull) <= ship.hull_max


@compiled
def crippled(ship):
    """Whether she is down to a quarter: she sinks, and can no longer move. HW-DAMAGE-1, HW-DAMAGE-4"""
    return 4 * int(ship.hull) <= ship.hull_max


@compiled
def rating(ship):
    """Speed Rating now: less by a share for each mast lost, rounded down, then half for damage, at least 1.

    HW-SPEED-1, HW-DAMAGE-3, HW-SPECIAL-3
    """
    if crippled(ship) or ship.masts == 0:
        return 0
    whole = int(ship.rating) * ship.masts // ship.masts_max
    return max(1, whole // 2) if half_gone(ship) and whole > 0 else whole


@compiled
def top_speed(state, ship, facing):
    """The greatest speed by the wind: rating, strength, facing; none in a calm. HW-WIND-2, HW-WIND-3, HW-SPEED-2"""
    rated = rating(ship)
    if rated == 0 or state.wind == r.CALM:
        return 0
    return max(0, rated + r.STRENGTH[state.wind] + r.HEADWAY[heading(state, facing)])


@compiled
def spare_hands(ship):
    """Hands that neither fight a fire, nor row, nor have served a weapon this quint. HW-CREW-2"""
    rowing = int(ship.oars[0]) + int(ship.oars[1]) if ship.rowing else 0
    return int(ship.crew) - int(ship.fires) * int(ship.fighters) - rowing - int(ship.serving)


@compiled
def oars_gone(ship):
    """Whether half of the oars of one side are gone: nobody rows with the rest. HW-OAR-4"""
    return 2 * min(int(ship.oars[0]), int(ship.oars[1])) <= ship.oars_max


@compiled
def may_row(ship):
    """Without way under sail, with a hand for each oar; not while she flounders or is crippled. HW-OAR-1, HW-OAR-3"""
    if oars_gone(ship) or ship.speed > 0 or ship.flounders or ship.wearing or crippled(ship):
        return False
    return spare_hands(ship) >= int(ship.oars[0]) + int(ship.oars[1])


@compiled
def may_row_to(state, facing):
    """Oars make no way into an Excellent wind. HW-OAR-2"""
    return state.wind != r.EXCELLENT or heading(state, facing) != r.INTO


@compiled
def lose_way(state, seat):
    """She has lost all her speed: facing into the wind she flounders, 1d6 quints; not in a calm.

    HW-FLOUNDER-1, HW-FLOUNDER-3
    """
    ship = state.ship[seat]
    ship.cutting = 0
    if heading(state, ship.facing) == r.INTO and state.wind != r.CALM and rating(ship) > 0:
        ship.flounders = 1 + chance.table(state.dice, r.ROLL_FLOUNDER, seat, 1, 6)


@compiled
def slow_to(state, seat, speed):
    """Her speed falls to so much, if it was more."""
    ship = state.ship[seat]
    if speed < ship.speed:
        ship.speed = speed
        if speed == 0:
            lose_way(state, seat)


@compiled
def recover(state, ship):
    """A quint of floundering is over; after the last she turns her bow and makes a speed of 1. HW-FLOUNDER-2

    Without steering she can only go ahead, if the wind lets her.
    """
    if ship.flounders:
        ship.flounders -= 1
        if ship.flounders == 0 and rating(ship) > 0 and (not ship.adrift or top_speed(state, ship, ship.facing) > 0):
            ship.speed = 1
            ship.wearing = 1
