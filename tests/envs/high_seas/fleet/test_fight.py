"""Guns and grapples in a large battle."""

import numpy as np
import pytest

from quarterdeck.envs.chance import WANT
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.fleet import record as f
from quarterdeck.envs.high_seas.fleet import turn
from tests.envs.high_seas.fleet.battle import all_choose, battle, legal, move, play, shots, to_fire, two_on_one


def held(state, seat):
    """Whom she is locked with."""
    return int(state.locked[seat]) - 1


# --- guns -----------------------------------------------------------------------------------------------------


def test_two_broadsides_at_two_ships():
    """HS-FIRE-3, HS-FIRE-1: one from each side, at different enemies, asked one after the other."""
    state = two_on_one()
    to_fire(state, "circle:2", "circle:2", "circle:0+1", rolls=[0, 0])
    play(state, ["hold", "hold", "port@hull:0"])
    assert shots(state, 2) == {"starboard:1"}
    assert legal(state, 0) == ["pass"]
    hull = [int(ship.hull) for ship in state.ship[:3]]
    play(state, ["pass", "pass", "starboard@hull:1"], [99, 10, 99, 12])
    assert [before - int(ship.hull) for before, ship in zip(hull, state.ship[:3])] == [10, 12, 0]


def test_no_two_batteries_at_one_ship():
    """HS-FIRE-1"""
    state = two_on_one(range="close")
    to_fire(state, "bear_down:2", "circle:2", "evade", rolls=[1])
    assert {"chasers:2", "port:2", "starboard:2"} == shots(state, 0)
    play(state, ["chasers@hull:2", "hold", "hold"], [0])
    assert state.turn == 2


def test_fire_waits_for_all():
    """HS-TURN-3: a ship that is shot to 0 Hull still fires in that turn."""
    state = battle([{"hull": "corsair", "hull_points": 1}, "corsair"], ["corsair", "corsair"], range="close")
    to_fire(state, "circle:2", "circle:3", "circle:0", "circle:1", rolls=[0, 0])
    play(state, ["port@hull:2", "hold", "port@hull:0", "hold"], [99, 9, 99, 9])
    assert state.ship[0].sunk and not state.present[0] and state.ship[2].hull == 25 - 9
    assert state.ending == f.RUNNING
    assert legal(state, 0) == ["pass"] and "bear_down:0" not in legal(state, 2)


def test_the_first_battery_fired_loses_the_gun():
    """HS-DAMAGE-2: of several in the order port, starboard, chasers, stern."""
    state = two_on_one()
    to_fire(state, "circle:2", "circle:2", "circle:0+1", rolls=[0, 0])
    play(state, ["port@hull:2", "hold", "starboard@hull:0"])
    play(state, ["pass", "pass", "port@hull:1"], [99, 10, 0, 0])
    assert state.ship[2].guns.tolist() == [7, 8, 2, 2]


def short_of_powder(shots):
    """A corsair with so many shots of one gun, ready to fire at two others."""
    state = battle([{"hull": "corsair", "powder": shots / 120}], ["corsair", "corsair"], range="close")
    return to_fire(state, "evade", "bear_down:0", "bear_down:0", rolls=[1, 1])


def test_no_battery_is_laid_without_powder():
    """HS-FIRE-25: six shots are for the port guns alone; ten leave two for the starboard guns."""
    state = play(short_of_powder(6), ["port@hull:1", "hold", "hold"], [99, 5])
    assert state.turn == 2 and state.ship[0].powder == 0 and state.ship[0].loaded.tolist() == [0, 1, 1, 1]
    state = play(short_of_powder(10), ["port@hull:1", "hold", "hold"])
    assert shots(state, 0) == {"starboard:2", "stern:2"}
    play(state, ["starboard@hull:2"], [99, 12, 99, 3])
    assert [25 - int(state.ship[seat].hull) for seat in (1, 2)] == [12, 3]


def test_a_battery_for_which_no_powder_is_left_does_not_fire():
    """HS-FIRE-25, HS-FIRE-16: the port guns burn all of it, and no stern gun can burst."""
    state = play(short_of_powder(6), ["stern@hull:1", "hold", "hold"])
    play(state, ["port@hull:2"], [99, 5])
    assert state.ship[0].guns.tolist() == [8, 8, 2, 2] and state.ship[0].loaded.tolist() == [0, 1, 1, 1]
    assert [25 - int(state.ship[seat].hull) for seat in (1, 2)] == [0, 5]


def test_captains_who_hold_are_asked_no_more():
    state = two_on_one()
    to_fire(state, "circle:2", "circle:2", "circle:0+1", rolls=[0, 0])
    play(state, ["hold", "port@hull:2", "starboard@hull:1"])
    assert legal(state, 0) == ["pass"] and legal(state, 1) == ["pass"]
    assert shots(state, 2) == {"port:0"}


# --- grapples -------------------------------------------------------------------------------------------------


def grappled(third="circle:2"):
    """Corsair 0 has grappled corsair 2; warship 1, on the side of 0, is a step nearer than Medium of both at most."""
    state = battle(
        ["corsair", "small_warship"], ["corsair"], range="medium", ranges=[{"ships": [0, 2], "range": "close"}]
    )
    move(state, "circle:2", third, "circle:0", rolls=[0, 0])
    return play(state, ["grapple:2", "pass", "stand_off"], [10, *[0] * 6])


def test_grappled_ships_fire_at_each_other_alone():
    """HS-BOARD-29, HS-FIRE-28: and hull only; in the turn of the grapple as their tactics let them."""
    state = battle(["corsair"], ["corsair", "corsair"], range="close")
    move(state, "circle:1+2", "circle:0", "circle:0", rolls=[0, 0])
    play(state, ["grapple:1", "stand_off", "stand_off"], [10, *[0] * 6])
    assert held(state, 0) == 1 and held(state, 1) == 0
    assert legal(state, 0) == ["hold", "port@hull:1", "starboard@hull:1"]
    assert shots(state, 1) == {"port:0", "starboard:0"}
    assert shots(state, 2) == {"port:0", "starboard:0"}


def test_only_circling_ships_fire_into_a_melee():
    """HS-FIRE-30, HS-BOARD-29"""
    state = grappled("bear_down:2")
    assert held(state, 0) == 2
    assert legal(state, 1) == ["pass"]
    assert shots(grappled(), 1) == {"port:2", "starboard:2"}


@pytest.mark.parametrize(("total", "hits"), [(4, False), (5, True)])
def test_fire_into_a_melee_is_easier_and_shared(total, hits):
    """HS-FIRE-30: Handling 4 is 20, Medium 10, Gunnery 1 -5, the smaller ship -5, the melee -15: 5. The odd point goes
    to the ship aimed at."""
    state = grappled()
    play(state, ["hold", "port@hull:2", "hold"], [total, 7] if hits else [total])
    lost = [25 - int(state.ship[seat].hull) for seat in (0, 2)]
    assert lost == ([3, 4] if hits else [0, 0])


def test_shared_damage_is_told_apart_up_to_what_both_have_left():
    """HS-FIRE-30: of 50 points the damaged ship takes 25 and so does the other, whatever little the first has left."""
    state = grappled()
    state.ship[2].hull = 4
    state.dice.laid_down, state.dice.answers, state.dice.tape[0] = 1, 1, 99
    given = [f.ACTIONS.index(name) for name in ("hold", "port@hull:2", "hold", *["pass"] * 9)]
    turn.apply(state, np.array(given, np.int16))
    want = dict(zip(WANT, state.dice.want.tolist(), strict=True))
    assert (r.ROLLS[want["purpose"]], want["limit"]) == ("damage", 50)


def test_locked_ships_have_no_orders():
    """HS-TACTIC-9, HS-GRAPPLE-7: and the others may circle them."""
    state = grappled()
    while state.turn == 1:
        all_choose(state, "hold")
    assert legal(state, 0) == legal(state, 2) == ["pass"]
    assert "circle:2" in legal(state, 1)
    assert state.ranges[0, 2] == r.CLOSE


def test_a_locked_ship_cannot_turn():
    """HS-FLEET-9: no Handling roll with her."""
    state = grappled()
    while state.turn == 1:
        all_choose(state, "hold")
    play(state, ["pass", "circle:2"])
    play(state, ["pass", "steady"], [0] * 4)  # the melee's two exchanges alone
    assert shots(state, 1) == {"port:2", "starboard:2"}


def test_two_are_locked_at_most():
    """HS-FLEET-12: the third is not asked, or throws in vain when the first has her."""
    state = battle(["corsair", "corsair"], ["corsair"], range="close")
    move(state, "circle:2", "circle:2", "circle:0", rolls=[0, 0])
    play(state, ["grapple:2", "grapple:2", "stand_off"], [10, *[0] * 6])
    assert held(state, 0) == 2 and held(state, 1) == -1
    while state.turn == 1:
        all_choose(state, "hold")
    move(state, "pass", "circle:2", "pass", rolls=[0] * 4)
    assert state.phase == f.FIRE  # ship 1 had nobody to grapple


def test_second_throw_when_the_first_slips():
    """HS-FLEET-12"""
    state = battle(["corsair", "corsair"], ["corsair"], range="close")
    move(state, "circle:2", "circle:2", "circle:0", rolls=[0, 0])
    play(state, ["grapple:2", "grapple:2", "stand_off"], [1, 10, *[0] * 6])
    assert held(state, 1) == 2 and held(state, 0) == -1


def test_a_ship_taken_is_out_and_her_captor_free():
    """HS-FLEET-10, HS-BOARD-24"""
    state = battle(["corsair"], ["corsair", "corsair"], range="close")
    move(state, "circle:1", "circle:0", "circle:0", rolls=[0, 0])
    play(state, ["grapple:1", "stand_off", "stand_off"], [10, 16, 0, 0])
    assert state.ship[1].taken and not state.present[1] and held(state, 0) == -1
    assert state.ending == f.RUNNING
    while state.turn == 1:
        all_choose(state, "hold")
    assert "bear_down:2" in legal(state, 0) and "bear_down:1" not in legal(state, 0)


def test_capture_of_the_last_enemy_ends_the_battle_before_fire():
    """HS-TURN-9, HS-FLEET-13"""
    state = battle(["corsair", "corsair"], ["corsair"], range="close")
    move(state, "circle:2", "circle:2", "circle:0", rolls=[0, 0])
    play(state, ["grapple:2", "stand_off", "stand_off"], [10, 16, 0, 0])
    assert f.ENDINGS[state.ending] == "decided"
    assert [turn.payoff(state, seat) for seat in range(3)] == [1, 1, -1]


def test_cut_apart_when_neither_has_a_squad():
    """HS-GRAPPLE-9, HS-GRAPPLE-10: one try to grapple again, else Short with a broadside each."""
    state = battle(["corsair"], ["corsair", "corsair"], range="close")
    move(state, "circle:1", "circle:0", "circle:0", rolls=[0, 0])
    state.ship[0].squads = state.ship[1].squads = 1
    play(state, ["grapple:1", "stand_off", "stand_off"], [10, 1, 1])
    assert state.parting[0] == state.parting[1] == 2
    all_choose(state, "hold")
    assert state.phase == f.ORDERS and legal(state, 0) == ["pass"]
    play(state, ["pass", "pass", "circle:0"])
    all_choose(state, "steady")
    assert legal(state, 0) == ["stand_off", "grapple:1"] and legal(state, 2) == ["pass"]
    play(state, ["stand_off", "grapple:0"], [1])
    assert state.ranges[0, 1] == r.SHORT and held(state, 0) == -1
    assert shots(state, 0) == {"port:1", "starboard:1"}


def sinking(squads, rolls):
    """The corsair that another has grappled is shot to 0 Hull by the third ship."""
    state = grappled()
    state.ship[2].hull = 3
    state.ship[0].squads, state.ship[2].squads = squads
    return play(state, ["hold", "port@hull:2", "hold"], [99, 8, *rolls])


def test_a_locked_ship_that_sinks_frees_the_other():
    """HS-DAMAGE-6, HS-DAMAGE-7: her crew has two turns left to fight on, four exchanges without guns."""
    state = sinking((16, 16), [1, 0, 0, 1, 1, 0, 0, 1])
    assert [int(state.ship[seat].squads) for seat in (0, 2)] == [14, 14]
    assert state.ship[2].sunk and held(state, 0) == -1 and f.ENDINGS[state.ending] == "decided"
    assert [turn.payoff(state, seat) for seat in range(3)] == [1, 1, -1]


def test_the_sunken_crew_takes_the_other_ship():
    """HS-DAMAGE-7, HS-BOARD-22: of the three ships one is left."""
    state = sinking((9, 9), [0, 6])
    assert state.ship[2].sunk and state.ship[0].taken and not state.ship[2].taken
    assert state.present[:3].tolist() == [0, 1, 0]
    assert [turn.payoff(state, seat) for seat in range(3)] == [0.5, 0.5, -0.5]


@pytest.mark.parametrize("squads", [(0, 16), (16, 0)])
def test_nobody_left_to_fight_aboard_a_sinking_ship(squads):
    """HS-DAMAGE-7"""
    assert sinking(squads, []).ship[2].sunk


def test_many_volleys_on_one_ship_add_up():
    """HS-TURN-3"""
    state = battle(["corsair"], ["corsair"] * 3)
    to_fire(state, "circle:1", "circle:0", "circle:0", "circle:0", rolls=[0, 0, 0])
    play(state, ["hold", *["port@hull:0"] * 3], [99, 8, 99, 8, 99, 8])
    assert state.ship[0].hull == 1
    assert np.sum(state.ship[0].guns) == 20 - 2
