"""Water: when a ship begins to sink, and how she goes under, section by section."""

from .. import chance
from ..compiler import compiled
from . import crew as c
from . import record as r

SECTION = 300  # goes under each round
HEAVY = 2  # points of armour with which a man sinks


@compiled
def gives_way(dice, seat, number):
    """2D at or under a number; not rolled where it cannot be, or must. BR-SINK-3"""
    if number < 2:
        return False
    return number >= 12 or chance.table(dice, r.ROLL_SINK, seat, 2, 6) <= number


@compiled
def begins_to_sink(dice, ship, seat):
    """2D against the unbailed glugs, and 2D against what pours in over her resistance, bailed or not.

    BR-SINK-1, BR-SINK-2, BR-SINK-3
    """
    if gives_way(dice, seat, c.unbailed(ship)):
        return True
    return gives_way(dice, seat, c.leaks(ship) - int(ship.resistance))


@compiled
def lose_section(ship, enemy):
    """The lowest level's first section floods: heavy armour among the men there, boarders too, drowns. BR-SINK-7"""
    for place in range(c.BOARDERS + 1):
        armour = enemy.armour if place == c.BOARDERS else ship.armour
        if armour >= HEAVY and c.level_of(ship, place) == 0:
            men, length = c.men_at(ship, enemy, place), int(ship.length)
            c.lose_at(ship, enemy, place, (men * min(SECTION, length) + (length >> 1)) // length)


@compiled
def top_under(ship):
    """How much of her highest level is under: each level floods 3" later than the one below. BR-SINK-5"""
    return max(0, int(ship.under) - SECTION * c.top(ship))


@compiled
def mast_stands(ship):
    """Whether her mast is there: it goes under when the water is half its height past its foot, amidships. BR-SINK-8"""
    return ship.mast > 0 and top_under(ship) < (int(ship.length) >> 1) + (int(ship.mast) >> 1)


@compiled
def settle(state, seat):
    """A ship's round in the water: she may begin to sink, or sinks on by 3"; wholly under she is lost.

    BR-SINK-1, BR-SINK-4, BR-SINK-6, BR-END-2
    """
    ship = state.ship[seat]
    if not ship.sinking:
        if not begins_to_sink(state.dice, ship, seat):
            return
        ship.sinking = 1
        ship.speed = 0
        lose_section(ship, state.ship[1 - seat])
    ship.under += SECTION
    if top_under(ship) >= ship.length:
        ship.sunk = 1
