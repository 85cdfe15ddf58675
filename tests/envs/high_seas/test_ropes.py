"""Ropes that heroes cut, and boarders left behind when the ships drift apart."""

import pytest

from quarterdeck.envs.high_seas import boarding
from quarterdeck.envs.high_seas import record as r
from tests.envs.high_seas.battle import hold, legal, play
from tests.envs.high_seas.test_heroes import MELEE, melee

# --- ropes --------------------------------------------------------------------------------------------------


def ropes_cut(first=3, second=0, rolls=MELEE):
    """Three heroes of the first ship have cut three ropes in one turn."""
    state = melee(first, second, rolls)
    for _ in range(3):
        assert state.parting == 0
        play(state, "cut_rope", "pass", [15, 15])
    return state


def test_three_ropes():
    """HS-HERO-8: two squads for each rope; with the third the ships drift, which is one deed."""
    state = melee(3)
    play(state, "cut_rope", "pass", [15, 15])
    play(state, "cut_rope", "pass", [15, 15])
    assert (state.ropes, state.parting, state.ship[0].deeds) == (2, 0, 0)
    play(state, "cut_rope", "pass", [15, 15])
    assert (state.ropes, state.parting, state.ship[0].deeds) == (3, 2, 1)
    assert state.phase == r.FIRE


def test_ropes_of_both_sides():
    """HS-HERO-8: they are the same ropes, and stay cut from turn to turn."""
    state = play(melee(1, 1), "cut_rope", "cut_rope", [15, 15, 15, 15])
    hold(state, MELEE[:4])
    assert state.ropes == 2
    play(state, "no_deed", "cut_rope", [15, 15])
    assert (state.parting, state.ship[0].deeds, state.ship[1].deeds) == (2, 0, 1)


def test_one_try_to_grapple_again():
    """HS-HERO-9, HS-GRAPPLE-10: in the next turn, with no order before it; failing, the range is Short."""
    state = hold(ropes_cut())
    assert (state.turn, state.phase, state.grappled) == (2, r.GRAPPLE, 1)
    assert (legal(state, 0), legal(state, 1)) == (["stand_off", "grapple"],) * 2
    play(state, "stand_off", "grapple", [5])
    assert (state.range, state.grappled, state.phase) == (r.SHORT, 0, r.FIRE)


def test_grappled_again_with_new_ropes():
    """HS-HERO-8, HS-HERO-9: the melee starts anew, and three ropes hold."""
    state = play(hold(ropes_cut()), "stand_off", "grapple", [6, *MELEE])
    assert (state.grappled, state.ropes, state.parting) == (1, 0, 0)


# --- boarders left behind -----------------------------------------------------------------------------------


def left_behind():
    """Sixteen squads against ten; eight of the sixteen are aboard the other ship when the ropes are cut."""
    return ropes_cut(rolls=[0, 0, 6, 0, 0, 0])


def test_boarders_stay_where_they_are():
    """HS-BOARD-28: half of the stronger side, rounded up."""
    state = left_behind()
    assert (state.ship[0].boarders, state.ship[0].squads, state.ship[1].squads) == (8, 8, 10)
    even = ropes_cut()
    assert [int(ship.boarders) for ship in even.ship] == [0, 0]


@pytest.mark.parametrize(("mine", "theirs", "left"), [(7, 6, 4), (6, 5, 3), (2, 1, 1), (5, 5, 0)])
def test_half_rounded_up(mine, theirs, left):
    """HS-BOARD-28: from either seat."""
    for seat in (0, 1):
        state = melee()
        state.ship[seat].squads, state.ship[1 - seat].squads = mine, theirs
        boarding.strand(state.ship[0], state.ship[1])
        assert (state.ship[seat].boarders, state.ship[seat].squads) == (left, mine - left)
        assert (state.ship[1 - seat].boarders, state.ship[1 - seat].squads) == (0, theirs)


def drifted(rolls):
    """The next turn: nobody throws, and the boarders fight on."""
    return play(hold(left_behind()), "stand_off", "stand_off", rolls)


def test_they_fight_on():
    """HS-BOARD-28: eight dice against ten, two exchanges a turn; squads at home take no part."""
    state = drifted([2, 1, 1, 0])
    assert (state.range, state.grappled) == (r.SHORT, 0)
    assert (state.ship[0].boarders, state.ship[0].squads, state.ship[1].squads) == (7, 8, 7)
    assert state.ship[0].crew == 100 - 6


def test_they_take_the_ship():
    """HS-BOARD-28, HS-BOARD-22: the other side may yield to them."""
    state = drifted([8, 0])
    assert (state.ending, state.ship[1].taken, state.ship[0].taken) == (r.TAKEN, 1, 0)


def test_they_yield():
    """HS-BOARD-28: they are lost, and their own ship is not taken."""
    state = drifted([0, 5])
    assert (state.ending, state.ship[0].taken, state.ship[0].boarders, state.ship[0].squads) == (r.RUNNING, 0, 0, 8)
    assert state.ship[0].crew == 100 - 6 * 8


def test_a_new_grapple_brings_them_home():
    """HS-BOARD-28: they are counted with their own again."""
    state = play(hold(left_behind()), "grapple", "stand_off", [6, 0, 0, 0, 0, 0, 0])
    assert (state.ship[0].boarders, state.ship[0].squads, state.ship[1].squads) == (0, 16, 10)
