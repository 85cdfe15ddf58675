"""Which batteries each pair of tactics lets bear. Seat 0 has the first tactic of a pair."""

import pytest

from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas import turn
from tests.envs.high_seas.battle import batteries, battle, grappled, hold, legal, play, to_fire

SIDES = {"port", "starboard"}
CHASERS, STERN = {"chasers"}, {"stern"}


def arcs(pair, rolls, start):
    state = to_fire(battle(range=start), *pair, rolls)
    return batteries(state, 0), batteries(state, 1)


def test_evade_beyond_close():
    """HS-ARC-1, HS-ARC-4: stern guns against chasers."""
    assert arcs(("evade", "bear_down"), [1], "long") == (STERN, CHASERS)


def test_evade_caught_at_close():
    """HS-ARC-2, HS-ARC-5, HS-ARC-15: a broadside each, or still stern guns and chasers."""
    assert arcs(("evade", "bear_down"), [1], "short") == (SIDES | STERN, SIDES | CHASERS)


def test_evade_out_of_close():
    """HS-ARC-1, HS-RANGE-9: the new range decides; from Close to Short there is no broadside."""
    assert arcs(("evade", "bear_down"), [-1], "close") == (STERN, CHASERS)


@pytest.mark.parametrize("start", ["close", "long"])
def test_evade_and_circle(start):
    """HS-ARC-3, HS-ARC-6: stern guns against a broadside, without a Handling roll."""
    assert arcs(("evade", "circle"), [], start) == (STERN, SIDES)
    assert arcs(("circle", "evade"), [], start) == (SIDES, STERN)


def test_both_bear_down():
    """HS-ARC-4, HS-ARC-5, HS-ARC-15: chasers; at Close broadsides too."""
    assert arcs(("bear_down", "bear_down"), [], "long") == (CHASERS, CHASERS)
    assert arcs(("bear_down", "bear_down"), [], "medium") == (SIDES | CHASERS, SIDES | CHASERS)


@pytest.mark.parametrize("start", ["close", "long"])
@pytest.mark.parametrize("margin", [1, 30])
def test_circling_ship_rolls_higher(margin, start):
    """HS-ARC-7, HS-ARC-8, HS-ARC-10: her broadside, and only chasers back, at Close as well."""
    assert arcs(("circle", "bear_down"), [margin], start) == (SIDES, CHASERS)
    assert arcs(("bear_down", "circle"), [margin], start) == (CHASERS, SIDES)


@pytest.mark.parametrize("margin", [0, -1, -30])
def test_bearing_ship_rolls_as_high(margin):
    """HS-ARC-9: on a tie or better, broadsides from both; her chasers stay legal."""
    assert arcs(("circle", "bear_down"), [margin], "long") == (SIDES, SIDES | CHASERS)


@pytest.mark.parametrize("margin", [19, 0, -19])
def test_both_circle(margin):
    """HS-ARC-12: under 20, broadsides and nothing else."""
    assert arcs(("circle", "circle"), [margin], "long") == (SIDES, SIDES)


@pytest.mark.parametrize("margin", [20, 45])
def test_beaten_by_twenty(margin):
    """HS-ARC-11: chasers or stern guns for the loser, a broadside for the winner."""
    assert arcs(("circle", "circle"), [margin], "long") == (SIDES, CHASERS | STERN)
    assert arcs(("circle", "circle"), [-margin], "long") == (CHASERS | STERN, SIDES)


def handling_ask(first, second, *orders):
    """Who rolls how many dice, and with which bonus."""
    state = play(battle(first, second), *orders)
    state.dice.laid_down, state.dice.answers = 1, 0
    turn.apply(state, (r.STEADY, r.STEADY))
    want = state.dice.want
    assert want[1] == r.ROLL_HANDLING
    assert (want[4], want[6]) == (want[5], want[7])
    return {int(want[2]): int(want[4]), int(want[3]): int(want[6])}


def test_handling_dice():
    """HS-ARC-13: Handling in dice, all kept; two more for hard turns."""
    assert handling_ask("corsair", "galleon", "circle", "circle") == {0: 4, 1: 1}
    assert handling_ask("corsair", "galleon", "circle+hard_turns", "bear_down+hard_turns") == {0: 6, 1: 3}


def test_no_handling_dice():
    """HS-ARC-14, HS-DICE-5: a crippled merchantman, Handling -3, rolls nothing."""
    wreck = {"hull": "merchantman", "rigging_points": 0}
    assert handling_ask("corsair", wreck, "circle", "circle") == {0: 4, 1: 0}


def test_turn_of_the_grapple():
    """HS-ARC-16: the batteries follow that turn's tactics; afterwards each side has her broadsides."""
    state = battle(range="close")
    play(state, "circle", "circle")
    play(state, "steady", "steady", [20])
    play(state, "grapple", "stand_off", [10, 0, 0, 0, 0, 0, 0])
    assert (batteries(state, 0), batteries(state, 1)) == (SIDES, CHASERS | STERN)
    hold(state, [0, 0, 0, 0])
    assert (batteries(state, 0), batteries(state, 1)) == (SIDES, SIDES)


def test_nothing_bears():
    """HS-FIRE-1: a ship without stern guns has nothing to say while she flees."""
    bare = {"hull": "corsair", "guns": {"port": 8, "starboard": 8, "chasers": 2, "stern": 0}}
    state = to_fire(battle(bare), "evade", "circle", [])
    assert legal(state, 0) == ["pass"]


def test_grapple_helper():
    """HS-GRAPPLE-7: locked ships lie at Close."""
    assert grappled(rolls=[0] * 6).range == r.CLOSE
