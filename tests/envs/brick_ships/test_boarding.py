"""Ropes, the swing, the jump, and the melee."""

import pytest

from quarterdeck.envs.brick_ships import boarding, sailing, turn
from quarterdeck.envs.brick_ships import crew as c
from quarterdeck.envs.brick_ships import record as r
from tests.envs.brick_ships.fight import alongside, at_ropes, fight, legal, man, play, rolling


def deed(state, one, other="pass", *rolls):
    """Play one round's ropes phase without the next round's beginning."""
    for seat, name in enumerate((one, other)):
        state.ship[seat].deed = 1 + r.DEEDS.index(name) if name in r.DEEDS else 0
    with rolling(state, *rolls):
        boarding.play_deeds(state)
    return state


def near(first="frigate", second="frigate", gap=4.0, **scenario):
    """Ships within reach of ropes, ten men at the ropes of each."""
    state = at_ropes(alongside(first, second, gap, **scenario))
    for seat in range(2):
        man(state, seat, wheel=1, ropes=10)
    return state


# --- ropes ---


@pytest.mark.parametrize(
    ("gap", "first", "second", "deeds"),
    [
        (2.9, "frigate", "frigate", {"throw", "wrap", "cross"}),
        (3.1, "frigate", "frigate", {"throw", "wrap"}),
        (6.0, "frigate", "cutter", {"throw", "wrap"}),
        (6.2, "frigate", "frigate", set()),
        (4.0, "cutter", "frigate", {"wrap"}),  # her deck is higher
        (4.0, "longboat", "longboat", {"throw"}),  # there is no mast
        (4.0, "longboat", "cutter", {"wrap"}),
    ],
)
def test_what_can_be_done(gap, first, second, deeds):
    """BR-ROPE-1, BR-ROPE-5, BR-BOARD-1"""
    state = near(first, second, gap)
    assert set(legal(state, 0)) == ({"keep", *deeds} if deeds else {"pass"})


def test_ropes_across_are_tied_in_the_next_round():
    """BR-ROPE-5, BR-ROPE-6: four men throw, each on 4 or more."""
    state = deed(near(), "throw", "pass", 3)
    assert (state.ship[0].flung, state.tied) == (3, 0)
    deed(state, "keep")
    assert (state.ship[0].flung, state.tied) == (0, 3)
    deed(state, "throw", "pass", 1)  # only one more goes out
    assert state.ship[0].flung == 1


def test_a_swing():
    """BR-ROPE-1, BR-ROPE-2: wrapped in one round, across in the next, and after that they fight."""
    state = deed(near(), "wrap", "pass", 2)
    assert state.ship[0].ready == 2
    turn.start_turn(state)
    deed(state, "swing", "pass", 6)  # ten of the crew strike: 4 or more each
    ship = state.ship[0]
    assert (ship.ready, ship.away, ship.boarders, ship.hands[r.ROPES]) == (0, 2, 0, 8)
    state = deed(near(), "wrap", "pass", 2)
    state.high = 1
    turn.start_turn(state)
    deed(state, "swing", "pass", 0)
    assert (state.ship[0].boarders, state.ship[0].fresh) == (2, 2)
    turn.start_turn(state)
    assert state.ship[0].fresh == 0
    deed(state, "keep", "keep", 1, 2)  # the crew strike first, and one man is left to answer
    assert (state.ship[0].boarders, c.crew(state.ship[1])) == (1, 11 - 2)


def test_a_drop_kick():
    """BR-ROPE-3, BR-BOARD-4: who hits stuns a man, who misses loses the next round."""
    state = near()
    state.ship[0].ready, state.high = 3, 1
    deed(state, "drop_kick", "pass", 2, 0)
    assert (state.ship[1].stunned, state.ship[0].late, state.ship[0].fresh) == (2, 1, 3)
    assert boarding.defenders(state.ship[1]) == 10 - 2
    turn.start_turn(state)
    assert (state.ship[1].stunned, state.ship[0].fresh) == (0, 1)
    assert boarding.attackers(state.ship[0]) == 2


def test_ropes_are_thrown_back():
    """BR-ROPE-4: by men across, and caught on 4 or more; else they try again."""
    state = near()
    man(state, 1, wheel=1)
    state.ship[0].away, state.ship[0].boarders = 2, 3
    assert "throw_back" in legal(state, 0)
    deed(state, "throw_back", "pass", 1, 0, 0)
    assert (state.ship[0].ready, state.ship[0].away) == (1, 1)
    # one man can catch but one of three, and without him nobody throws
    state.ship[0].away, state.ship[0].ready = 3, 0
    man(state, 0, wheel=1, ropes=1)
    deed(state, "throw_back", "pass", 1, 0, 0)
    assert (state.ship[0].ready, state.ship[0].away) == (1, 2)
    man(state, 0, wheel=1)
    assert "throw_back" not in legal(state, 0)


def test_along_a_rope():
    """BR-ROPE-7, BR-ROPE-8: three a rope, and across in the next round's ropes phase."""
    state = near()
    state.tied = 2
    assert "cross" in legal(state, 0)
    deed(state, "cross")
    assert (state.ship[0].on_rope, state.ship[0].hands[r.ROPES], state.ship[0].boarders) == (6, 4, 0)
    assert "cross" not in legal(state, 0)
    deed(state, "keep", "keep", 3, 2)
    assert (state.ship[0].on_rope, state.ship[0].boarders) == (0, 6 - 2)
    assert c.crew(state.ship[1]) == 11 - 3


@pytest.mark.parametrize(("armour", "weight", "men"), [(0, 1, 6), (1, 2, 3), (2, 2, 3), (3, 3, 2), (4, 3, 2)])
def test_armour_weighs_on_ropes(armour, weight, men):
    """BR-ROPE-9, BR-ROPE-8: every 2 points count as a person, rounded up for each man."""
    state = near({"kind": "frigate", "armour": armour})
    state.tied = 2
    assert sailing.weight(state.ship[0]) == weight
    deed(state, "cross")
    assert state.ship[0].on_rope == men


def test_who_is_on_a_rope_that_breaks_falls():
    """BR-ROPE-8: of both crews in turn."""
    state = near()
    state.tied, state.ship[0].on_rope, state.ship[1].on_rope = 3, 5, 4
    with rolling(state, 1):
        sailing.strain_ropes(state, 0)
    assert (state.tied, state.ship[0].on_rope, state.ship[1].on_rope) == (1, 2, 1)


def test_ropes_are_cut():
    """BR-ROPE-11, BR-ROPE-8: tied ones first, each on 2 or more; who is on them falls."""
    state = near()
    state.tied, state.ship[0].flung, state.ship[0].ready, state.ship[0].on_rope = 2, 1, 2, 5
    deed(state, "pass", "cut", 4)
    assert (state.tied, state.ship[0].ready) == (0, 1)
    assert (state.ship[0].flung, state.ship[0].on_rope, state.ship[0].boarders) == (0, 0, 0)


def test_loose_ropes_are_lost_when_the_ships_part():
    """BR-ROPE-12"""
    state = near(gap=6.5)
    ship = state.ship[0]
    ship.flung, ship.ready, ship.away = 1, 2, 1
    deed(state, "pass")
    assert (ship.flung, ship.ready, ship.away) == (0, 0, 0)


# --- across ---


def test_who_jumps_fights_at_once():
    """BR-BOARD-1, BR-BOARD-5, BR-BOARD-6: the side of the high die strikes first."""
    for high, crew, boarders in ((0, 11 - 4, 10 - 3), (1, 11 - 3, 10 - 4)):
        state = near(gap=2)
        state.high = high
        deed(state, "cross", "pass", 4, 3)
        assert (c.crew(state.ship[1]), state.ship[0].boarders) == (crew, boarders)


def test_a_side_that_is_struck_down_does_not_strike_back():
    """BR-BOARD-5"""
    state = near(gap=2)
    man(state, 1, ropes=4)
    state.high = 0
    deed(state, "cross", "pass", 4)
    assert c.crew(state.ship[1]) == 0 and state.ship[0].boarders == 10


def test_only_who_comes_to_the_side_in_time_goes_over():
    """BR-BOARD-2: over 3.5" of a galleon's side and 6" aft of it; over 9" of 12 everybody; at her end half of them."""
    state = near("galleon", "cutter", gap=2)
    ship = man(state, 0, ropes=24)
    state.ship[1].y += 600
    assert boarding.reaching(ship, state.ship[1]) == 24 * (6 + 3.5) / 12
    state.ship[1].y -= 600
    assert boarding.reaching(ship, state.ship[1]) == 24
    state.ship[1].y += 1100
    assert boarding.reaching(ship, state.ship[1]) == 24 * 6 / 12


def test_the_high_side_is_over_first():
    """BR-BOARD-7: the others have to fight where they stand."""
    state = near(gap=2)
    state.high = 1
    deed(state, "cross", "cross", 5, 2)
    assert (state.ship[1].boarders, state.ship[0].boarders) == (10 - 2, 0)
    assert "cross" not in legal(state, 0)


# --- melee ---


@pytest.mark.parametrize(("mine", "theirs", "number"), [(0, 0, 4), (1, 0, 3), (2, 0, 2), (0, 1, 5), (0, 2, 6)])
def test_what_a_blow_needs(mine, theirs, number):
    """BR-BOARD-4: Combat against Combat."""
    state = fight({"kind": "frigate", "combat": mine}, {"kind": "frigate", "combat": theirs})
    assert boarding.number_to_strike(*state.ship) == number


def test_armour_saves_in_a_melee():
    """BR-CREW-5: six hits on armour of 3, of which two go through."""
    state = near("frigate", {"kind": "frigate", "armour": 3}, gap=2)
    state.high = 0
    deed(state, "cross", "pass", 6, 2, 0)
    assert c.crew(state.ship[1]) == 11 - 2


def test_first_those_at_the_ropes_then_all_others():
    """BR-BOARD-3, BR-BOARD-6"""
    state = near(gap=2)
    ship = man(state, 1, wheel=1, guns=6, breach=2, ropes=3)
    assert boarding.defenders(ship) == 3
    boarding.lose_crew(ship, 4)
    assert ship.hands.tolist() == [0, 6, 0, 2, 0]
    assert boarding.defenders(ship) == 8


def test_a_ship_without_a_standing_man_is_taken():
    """BR-BOARD-9, BR-END-1"""
    state = near(gap=2)
    man(state, 1, ropes=4)
    state.high = 0
    play(state, "cross", "keep", rolls=[4])
    assert r.ENDINGS[state.ending] == "taken" and state.ship[1].taken
    assert [turn.payoff(state, seat) for seat in range(2)] == [1, -1]


def test_an_empty_ship_is_not_taken_while_nobody_boards_her():
    """BR-BOARD-9: her men may still carry the other."""
    state = near(gap=2)
    man(state, 0)
    state.ship[0].boarders = 5
    assert not boarding.is_taken(state.ship[0], state.ship[1])
    state.ship[1].boarders = 1
    assert boarding.is_taken(state.ship[0], state.ship[1])
    state.ship[1].boarders = state.ship[0].boarders = 0
    assert boarding.is_taken(state.ship[0], state.ship[1])


def test_who_takes_the_enemy_from_a_sinking_ship_has_won():
    """BR-END-2, BR-SINK-3"""
    state = near(gap=2)
    man(state, 1, ropes=4)
    state.high, state.ship[0].sinking = 0, 1
    play(state, "cross", "keep", rolls=[4])
    assert [turn.payoff(state, seat) for seat in range(2)] == [1, -1]
