"""Rams, blades, sinking and what damage does to speed; missions and the end."""

import pytest

from quarterdeck.envs.hex_wind import HEX_WIND_DUEL as DUEL
from quarterdeck.envs.hex_wind import damage, helm, sails, turn
from quarterdeck.envs.hex_wind import record as r
from quarterdeck.envs.odds import outcomes_of_step
from tests.envs.hex_wind.fight import EAST, FIRST, NORTH_EAST, SECOND, WEST, fight, legal, play, sail, to_fire, where

RAM = {"kind": "trell", "fit": "ram", "weapons": {}, "shear_blades": False}
BLADES = {"kind": "trell", "weapons": {}, "shear_blades": True}


# --- rams ---------------------------------------------------------------------------------------------------


def ramming(ship, speed, distance, other="galleon", second=0):
    """A ship that has so many hexes to go and the enemy ahead, beam on."""
    return fight(ship, other, at=((10, 20, EAST), (10 + distance, 20, NORTH_EAST)), speed=(speed, second))


@pytest.mark.parametrize(("length", "dice"), [(120, 24), (150, 30), (60, 12), (65, 12)])
def test_dice_of_a_ram(length, dice):
    """HW-RAM-1, HW-RAM-4: 2d10 for each full ten feet."""
    ship = fight("trell").ship[0]
    ship.length = length
    assert helm.ram_dice(ship) == dice


@pytest.mark.parametrize(("moved", "times"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (7, 3)])
def test_speed_of_a_ram(moved, times):
    """HW-RAM-2: once, twice, three times."""
    assert helm.ram_times(moved) == times


def test_a_ram_strikes_without_a_roll_to_hit():
    """HW-RAM-3, HW-RAM-5: the hex entered counts; both stop, and the rammer stays in the last free hex, unharmed."""
    state = sail(ramming(RAM, 3, 3), rolls=())
    play(state, "ahead")
    play(state, "ahead")
    # 130 points twice are 260, so that special damage is sure
    play(state, "ahead", rolls=[130, 1, 5, FIRST])
    assert where(state.ship[0]) == (12, 20, EAST)
    assert (state.ship[0].hull, state.ship[1].hull) == (240, 300 - 260)
    assert (state.ship[0].speed, state.ship[1].speed) == (0, 0)


def test_a_ship_rammed_before_her_move_does_not_move():
    """HW-RAM-5: her speed is 0 at once."""
    state = ramming(RAM, 1, 1, other="merchant_ship", second=2)
    state.first = 1
    sail(state, rolls=())
    play(state, "ahead", rolls=[90, 56, 5, 4, SECOND])
    # into the wind she flounders at once, for 4 quints; her leak runs from the next quint on
    assert where(state.ship[1]) == (11, 20, NORTH_EAST)
    assert (state.ship[1].hull, state.ship[1].flounders, state.ship[1].leaks) == (110, 4, 1)


def test_without_a_ram_she_stops_unharmed():
    """HW-RAM-6: and does no harm."""
    state = sail(ramming("merchant_ship", 2, 2), rolls=())
    play(state, "ahead")
    play(state, "ahead", rolls=[FIRST])
    assert where(state.ship[0]) == (11, 20, EAST) and state.ship[0].speed == 0
    assert (state.ship[0].hull, state.ship[1].hull) == (200, 300)


def test_a_ram_under_oars():
    """HW-RAM-5: a rowing ship rams as one that has moved one hex."""
    ship = {"kind": "galleon", "fit": "ram", "weapons": {}}
    # the stern of the other lies ahead of the ram
    state = fight(ship, "merchant_ship", wind="calm", at=((10, 20, EAST), (12, 20, EAST)))
    sail(state, "oars", rolls=())
    play(state, "ahead", rolls=[170, 15, FIRST])
    assert state.ship[1].hull == 30


# --- blades -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "left"), [((12, 19, EAST), (10, 5)), ((11, 19, WEST), (5, 10)), ((11, 21, WEST), (10, 5))]
)
def test_blades_shear_oars(place, left):
    """HW-BLADES-1, HW-BLADES-3: alongside, parallel or opposite, on the side that is passed."""
    state = fight(BLADES, "merchant_ship", wind="good", at=((10, 20, EAST), place), speed=(1, 0))
    # she has rowed here, and who moves last passes her
    state.first = 0
    sail(state, "steady", "oars", rolls=())
    state.ship[1].left, state.acted = 0, 1
    play(state, "ahead", rolls=[5, FIRST])
    assert tuple(state.ship[1].oars) == left


def test_seven_of_ten_oars_are_shorn():
    """HW-BLADES-1: 70 of 100 for each, by every outcome."""
    state = fight(BLADES, "merchant_ship", at=((10, 20, EAST), (12, 19, EAST)), speed=(1, 0))
    sail(state, "steady", "oars", rolls=())
    state.ship[1].left, state.acted = 0, 1
    ends, chances = outcomes_of_step(DUEL, state, [r.AHEAD, r.PASS])
    assert 10 - float(chances @ ends["ship"]["oars"][:, 1, 1]) == pytest.approx(7)


def test_blades_take_their_share_once_a_quint():
    """HW-BLADES-1, HW-BLADES-3: 7 of 10 oars gone end the rowing at once. HW-OAR-4"""
    state = fight(BLADES, "merchant_ship", at=((10, 20, EAST), (12, 19, EAST)))
    state.ship[0].speed, state.first = 2, 1
    sail(state, "steady", "oars", rolls=())
    play(state, "ahead", rolls=[7])
    assert tuple(state.ship[1].oars) == (10, 3) and state.ship[1].left == 0
    play(state, "ahead", rolls=[FIRST])
    assert tuple(state.ship[1].oars) == (10, 3)


def test_blades_on_a_ship_whose_oars_are_in():
    """HW-BLADES-2: 2d10 damage."""
    state = fight(BLADES, "merchant_ship", at=((10, 20, EAST), (11, 19, WEST)))
    state.ship[0].speed = 1
    sail(state, rolls=())
    play(state, "ahead", rolls=[14, FIRST])
    assert state.ship[1].hull == 186


@pytest.mark.parametrize("place", [(12, 20, NORTH_EAST), (13, 20, EAST), (12, 19, NORTH_EAST)])
def test_blades_need_a_ship_alongside(place):
    """HW-BLADES-3: not ahead or astern, nor on another heading."""
    state = fight(BLADES, "caravel", at=((10, 20, EAST), place), speed=(1, 0))
    sail(state, rolls=())
    play(state, "ahead", rolls=[FIRST])
    assert state.ship[1].hull == 120 and state.turn == 2


# --- sinking ------------------------------------------------------------------------------------------------


def test_half_the_damage_points_halve_the_rating():
    """HW-DAMAGE-3: at or below a half, rounded down, at least 1."""
    for kind, hull, rating in (("galleon", 151, 3), ("galleon", 150, 1), ("caravel", 60, 2), ("merchant_ship", 100, 2)):
        ship = fight({"kind": kind, "damage_points": hull}).ship[0]
        assert sails.rating(ship) == rating


def test_a_quarter_is_the_end_of_sailing_and_she_sinks():
    """HW-DAMAGE-1, HW-DAMAGE-4: at or below a quarter, 1d20 a quint."""
    state = fight({"kind": "galleon", "damage_points": 75}, speed=(0, 0))
    assert legal(state, 0) == ["steady"]
    sail(state, rolls=[20, FIRST])
    assert state.ship[0].hull == 55
    assert sails.rating(fight({"kind": "galleon", "damage_points": 76}).ship[0]) == 1


def test_sinking_and_leaks_begin_in_the_quint_after():
    """HW-DAMAGE-5, HW-SPECIAL-4: what a hit begins does no harm in the same quint; leak and sinking add."""
    state = fight({"kind": "galleon", "damage_points": 80}, "caravel")
    state.ship[0].hurt, state.ship[0].new_leaks = 10, 2
    to_fire(state)
    state.acted = 1
    turn.play_fire(state, (r.PASS, r.PASS))
    assert (state.ship[0].hull, state.ship[0].leaks) == (70, 2)
    sail(state, rolls=[12, 7, FIRST])
    assert state.ship[0].hull == 51


def test_damage_cuts_speed_at_once():
    """HW-DAMAGE-2, HW-SPEED-5: down to the new maximum, by more than one."""
    state = fight("merchant_ship", speed=(4, 0))
    state.ship[0].hurt = 100
    damage.end_of_quint(state, 0)
    assert (state.ship[0].hull, state.ship[0].speed) == (100, 2)
    faster = fight("merchant_ship", speed=(4, 0), at=((10, 20, NORTH_EAST), (30, 20, EAST)))
    faster.ship[0].hurt = 10
    damage.end_of_quint(faster, 0)
    assert faster.ship[0].speed == 4  # faster than the wind allows, but not for the damage


def test_masts_take_their_share():
    """HW-SPECIAL-3, HW-SPEED-1: a half or a third of the rating for each, rounded down; the last one all of it."""
    for kind, ratings in (("caravel", [5, 2, 0]), ("trading_ship", [4, 0]), ("galleon", [3, 2, 1, 0])):
        ship = fight(kind).ship[0]
        found = []
        for masts in range(int(ship.masts), -1, -1):
            ship.masts = masts
            found.append(sails.rating(ship))
        assert found == ratings


def test_reinforced_first_then_masts_then_damage():
    """HW-SHIP-5, HW-SPEED-1: a galleon of 2 with one mast of three left makes 0, and no half of that is 1."""
    ship = fight({"kind": "galleon", "reinforced": True}).ship[0]
    assert (ship.hull_max, ship.rating) == (450, 2)
    ship.masts = 1
    assert sails.rating(ship) == 0
    ship.hull = 200
    assert sails.rating(ship) == 0


# --- the end ------------------------------------------------------------------------------------------------


def ended(missions, ending, sunk=()):
    """The payoffs of a fight that ended so."""
    state = fight("caravel", "caravel", missions=missions)
    state.ending = ending
    for seat in sunk:
        state.ship[seat].sunk = 1
    return DUEL.rules.payoff(state, 0), DUEL.rules.payoff(state, 1)


def test_payoffs():
    """HW-MISSION-1, HW-MISSION-2, HW-MISSION-3: of every mission and end."""
    assert ended(["duel", "duel"], r.RUNNING) == (0, 0)
    assert ended(["duel", "duel"], r.SUNK, [1]) == (1, -1)
    assert ended(["duel", "duel"], r.SUNK, [0, 1]) == (0, 0)
    assert ended(["duel", "duel"], r.ESCAPED) == (0, 0)
    assert ended(["hunt", "run"], r.SUNK, [1]) == (1, -1)
    assert ended(["hunt", "run"], r.SUNK, [0]) == (-1, 1)
    assert ended(["hunt", "run"], r.ESCAPED) == (-1, 1)
    assert ended(["run", "hunt"], r.NIGHTFALL) == (1, -1)


def test_night_falls():
    """HW-TURN-7: after 120 quints, unless the scenario says otherwise."""
    assert fight().nightfall == 120
    state = fight(nightfall=2)
    sail(state)
    sail(state, rolls=())
    assert r.ENDINGS[state.ending] == "nightfall" and state.turn == 2


def test_hands_to_the_fires_come_before_speed():
    """HW-TURN-6, HW-OIL-4: a quint begins with them where something burns; else with speed."""
    state = fight()
    assert state.phase == r.SPEED
    state.ship[0].new_fires = 1
    to_fire(state)
    state.acted = 1
    turn.play_fire(state, (r.PASS, r.PASS))
    assert state.phase == r.FIREFIGHTING and state.turn == 2
