"""Mending, careening and manning a ship between battles."""

from fractions import Fraction

import numpy as np
import pytest

from quarterdeck.envs import chance
from quarterdeck.envs.high_seas import port
from quarterdeck.envs.outcomes import outcomes
from tests.envs.high_seas.battle import waiting


def ship(hull="galleon", **spec):
    return waiting({"hull": hull, **spec}).ship[0]


def battered(hull_damage=0, rigging_damage=0):
    """A galleon (Hull 50, Rigging 30) with so much damage."""
    return ship(hull_points=50 - hull_damage, rigging_points=30 - rigging_damage)


def laid(*answers):
    """Dice whose answers are laid down."""
    dice = np.zeros(1, chance.CHANCE)[0]
    dice.laid_down, dice.answers = 1, len(answers)
    dice.tape[: len(answers)] = answers
    return dice


# --- mending ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("weeks", "rigging"), [(0, 10), (1, 14), (3, 22), (5, 30), (9, 30)])
def test_the_crew_mends_rigging(weeks, rigging):
    """HS-REPAIR-1: four points a week, and no more than she had."""
    made = battered(rigging_damage=20)
    port.mend_rigging(made, weeks)
    assert made.rigging == rigging


@pytest.mark.parametrize(("damage", "mendable"), [(0, 0), (1, 0), (15, 7), (20, 10)])
def test_half_of_the_hull_damage_at_sea(damage, mendable):
    """HS-REPAIR-2: half of what there is when repair starts, rounded down."""
    assert port.mendable_at_sea(battered(damage)) == mendable


@pytest.mark.parametrize(("weeks", "carpenter", "hull"), [(1, False, 32), (1, True, 34), (5, False, 40), (9, True, 40)])
def test_the_crew_mends_hull_at_sea(weeks, carpenter, hull):
    """HS-REPAIR-3: two points a week, four with a carpenter, until half of the damage is mended."""
    made = battered(20)
    left = port.mend_hull(made, weeks, port.mendable_at_sea(made), carpenter)
    assert made.hull == hull
    assert left == 40 - hull


def test_repair_at_sea_in_two_parts():
    """HS-REPAIR-2: the half is reckoned once, not anew each week."""
    made = battered(20)
    left = port.mend_hull(made, 2, port.mendable_at_sea(made))
    left = port.mend_hull(made, 99, left)
    assert (made.hull, left) == (40, 0)


def test_a_port_mends_the_rest():
    """HS-REPAIR-4, HS-REPAIR-5: ten points a week, Hull or Rigging; 50 Guilders a point of Hull."""
    made = battered(hull_damage=15, rigging_damage=8)
    assert port.weeks_in_port(made) == 3
    assert port.mend_in_port(made, 1) == 10 * 50
    assert (made.hull, made.rigging) == (45, 22)
    assert port.mend_in_port(made, 1) == 5 * 50
    assert (made.hull, made.rigging) == (50, 27)
    assert port.mend_in_port(made, 1) == 0
    assert (made.hull, made.rigging, port.weeks_in_port(made)) == (50, 30, 0)


def test_a_strained_rudder():
    """HS-REPAIR-6: it stays strained at sea, and is set right in port."""
    made = ship("corsair")
    made.handling -= 2
    port.mend_rigging(made, 10)
    assert made.handling == 2
    port.mend_rudder(made, 4)
    assert made.handling == 4


# --- careening ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("months", "old", "overdue"),
    [(0, False, 0), (4, False, 0), (5, False, 1), (9, False, 5), (2, True, 0), (4, True, 2)],
)
def test_months_overdue(months, old, overdue):
    """HS-REPAIR-7, HS-FLAW-2: due every four months, every two if she is Old."""
    assert port.months_overdue(months, old) == overdue


def test_a_fouled_hull_is_slow():
    """HS-REPAIR-12: Speed -1 a month, at least 1."""
    assert [port.fouled_speed(3, overdue) for overdue in range(5)] == [3, 2, 1, 1, 1]


@pytest.mark.parametrize(("months", "eaten"), [(5, 0), (6, 7), (7, 7)])
def test_worms(months, eaten):
    """HS-REPAIR-13: from the sixth month on 1K1 Hull a month."""
    made = battered()
    dice = laid(*[7] * (eaten > 0))
    assert port.eat(dice, 0, made, months) == eaten
    assert made.hull == 50 - eaten
    assert dice.position == (eaten > 0) and not dice.short


def test_worms_eat_no_more_than_there_is():
    """HS-REPAIR-13"""
    made = battered(45)
    assert port.eat(laid(19), 0, made, 6) == 5
    assert made.hull == 0


def test_what_worms_ate_waits_for_careening():
    """HS-REPAIR-13: neither the crew nor a port can mend it before."""
    made = battered(20)
    assert port.mendable_at_sea(made, worms=6) == 7
    assert port.weeks_in_port(made, worms=6) == 2
    assert port.mend_in_port(made, 5, worms=6) == 14 * 50
    assert made.hull == 44
    assert port.mend_in_port(made, 5) == 6 * 50
    assert made.hull == 50


def test_where_she_is_careened():
    """HS-REPAIR-8: shallow drafts on any beach."""
    assert port.may_beach(ship("corsair")) and port.may_beach(ship("small_warship"))
    assert not port.may_beach(ship("small_warship", frigate=True))
    assert not port.may_beach(ship("merchantman"))


def test_the_fee_of_a_port():
    """HS-REPAIR-10: a tenth of the hull: 800 for a Small Warship of 8,000."""
    assert port.careening_fee(8000) == 800


@pytest.mark.parametrize(("hands", "days"), [(100, 3), (120, 3), (99, 4), (50, 6), (1, 300), (0, 300)])
def test_days_of_careening(hands, days):
    """HS-REPAIR-11: three with the full hundred of a corsair, longer with fewer."""
    assert port.careening_days(hands, 100) == days


# --- hands --------------------------------------------------------------------------------------------------


def test_berths():
    """HS-HULL-9: player characters come on top of the largest crew."""
    assert port.berths(96, 100) == 4
    assert port.berths(104, 100, heroes=4) == 0
    assert port.berths(100, 100, heroes=4) == 4
    assert port.berths(120, 100) == 0


def test_recruits():
    """HS-SHIP-15, HS-SHIP-16: 1K1+2 a week, and with press gangs another 1K1+2."""
    assert port.recruits(laid(6), 0) == 8
    assert port.recruits(laid(6, 13), 0, press_gangs=True) == 8 + 15


def test_recruits_are_seeded():
    """HS-SHIP-15, HS-DICE-3: at least three a week; a ten is rolled again, so 12 never come."""
    dice = np.zeros(1, chance.CHANCE)[0]
    dice.generator = 5
    weeks = [port.recruits(dice, 0) for _ in range(2000)]
    assert min(weeks) == 3 and 12 not in weeks and max(weeks) > 12


@pytest.mark.parametrize(("gangs", "asks"), [(False, 1), (True, 2)])
def test_dice_of_a_port_can_be_typed_or_enumerated(gangs, asks):
    """HS-SHIP-15, HS-SHIP-16: an ask without an answer says what it wants, and its outcomes can be walked."""
    dice = laid(*[1] * (asks - 1))
    port.recruits(dice, 0, press_gangs=gangs)
    assert dice.short
    assert port.ROLLS[dice.want[1]] == ("hands pressed" if gangs else "hands who sign on")
    answers, chances = outcomes(dice.want)
    assert sum(chances) == pytest.approx(1)
    assert dict(zip(answers.tolist(), chances, strict=True))[11] == pytest.approx(float(Fraction(1, 100)))
