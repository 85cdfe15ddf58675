"""Between battles: a ship is mended and careened, and hands are found for her and fed.

The functions work on a ship as she stands in a battle's record. What that does not hold (months since she was
careened, Hull that worms have eaten) is handed in. They roll through `chance`, so that the dice may be seeded, typed or
enumerated.
"""

from typing import Any

from .. import chance

# what a roll is for: `purpose` in every ask
ROLLS = ("hands who sign on", "hands pressed", "worms in the hull")
ROLL_RECRUITS, ROLL_PRESSED, ROLL_WORMS = range(len(ROLLS))

RIGGING_A_WEEK = 4
HULL_A_WEEK, HULL_A_WEEK_WITH_A_CARPENTER = 2, 4
PORT_A_WEEK, PORT_GUILDERS = 10, 50
CAREEN_MONTHS, CAREEN_MONTHS_OLD, CAREEN_DAYS = 4, 2, 3
WORMS_FROM = 6
MOST_DICE = 200  # totals from here on are alike


# --- mending -----------------------------------------------------------------------------------------------


def damage(ship: Any, worms: int = 0) -> tuple[int, int]:
    """Hull and Rigging Points that can be mended; what worms have eaten waits for careening. HS-REPAIR-13"""
    return max(0, int(ship.hull_max) - int(ship.hull) - worms), int(ship.rigging_max) - int(ship.rigging)


def mend_rigging(ship: Any, weeks: int) -> None:
    """The crew mends the rigging, at sea as anywhere. HS-REPAIR-1"""
    _, rigging = damage(ship)
    ship.rigging += min(rigging, RIGGING_A_WEEK * weeks)


def mendable_at_sea(ship: Any, worms: int = 0) -> int:
    """How much Hull the crew can mend, asked when it begins: half of the damage, rounded down. HS-REPAIR-2"""
    hull, _ = damage(ship, worms)
    return hull // 2


def mend_hull(ship: Any, weeks: int, mendable: int, carpenter: bool = False) -> int:
    """The crew mends the hull at sea; what it can still mend after these weeks. HS-REPAIR-3"""
    mended = min(mendable, weeks * (HULL_A_WEEK_WITH_A_CARPENTER if carpenter else HULL_A_WEEK))
    ship.hull += mended
    return mendable - mended


def weeks_in_port(ship: Any, worms: int = 0) -> int:
    """Weeks until a port has mended everything: ten points in each, of Hull or Rigging. HS-REPAIR-5"""
    return -(-sum(damage(ship, worms)) // PORT_A_WEEK)


def mend_in_port(ship: Any, weeks: int, worms: int = 0) -> int:
    """A friendly port mends the hull, then the rigging; what it charges in Guilders, for the hull alone.

    HS-REPAIR-4, HS-REPAIR-5
    """
    hull, rigging = damage(ship, worms)
    points = PORT_A_WEEK * weeks
    hull = min(hull, points)
    ship.hull += hull
    ship.rigging += min(rigging, points - hull)
    return PORT_GUILDERS * hull


def mend_rudder(ship: Any, handling: int) -> None:
    """In port a strained rudder is set right, and she has her own Handling again. HS-REPAIR-6"""
    ship.handling = handling


# --- careening ---------------------------------------------------------------------------------------------


def months_overdue(months: int, old: bool) -> int:
    """By how much careening is overdue, `months` after the last time. HS-REPAIR-7, HS-FLAW-2"""
    return max(0, months - (CAREEN_MONTHS_OLD if old else CAREEN_MONTHS))


def fouled_speed(speed: int, overdue: int) -> int:
    """Speed with a hull that should have been careened so many months ago. HS-REPAIR-12"""
    return max(1, speed - overdue)


def eat(dice: Any, who: int, ship: Any, months: int) -> int:
    """Worms at the end of a month, `months` after the last careening; the Hull Points they eat. HS-REPAIR-13"""
    if months < WORMS_FROM:
        return 0
    eaten = min(int(ship.hull), chance.pool(dice, ROLL_WORMS, who, 1, 1, MOST_DICE))
    ship.hull -= eaten
    return eaten


def may_beach(ship: Any) -> bool:
    """Whether she can be careened on a beach or a river bank, for nothing. HS-REPAIR-8"""
    return bool(ship.shallow)


def careening_fee(hull_cost: int) -> int:
    """Guilders for careening in a friendly port: a tenth of what the bare hull costs. HS-REPAIR-10"""
    return hull_cost // 10


def careening_days(hands: int, full: int) -> int:
    """Days for so many hands, of whom a full crew takes three; fewer take longer in proportion. HS-REPAIR-11"""
    return -(-CAREEN_DAYS * full // min(max(1, hands), full))


# --- hands and boats ---------------------------------------------------------------------------------------


def berths(hands: int, most: int, heroes: int = 0) -> int:
    """Room for more hands; the `heroes` among those aboard take none of it. HS-HULL-9"""
    return max(0, most - (hands - heroes))


def recruits(dice: Any, who: int, press_gangs: bool = False) -> int:
    """New hands in a week in a friendly port, and as many again by press gangs. HS-SHIP-15, HS-SHIP-16"""
    hands = chance.pool(dice, ROLL_RECRUITS, who, 1, 1, MOST_DICE) + 2
    if press_gangs:
        hands += chance.pool(dice, ROLL_PRESSED, who, 1, 1, MOST_DICE) + 2
    return hands
