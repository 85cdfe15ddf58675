"""Bailing, sinking, and how a ship goes under."""

import pytest

from quarterdeck.envs.brick_ships import boarding, sinking, turn
from quarterdeck.envs.brick_ships import crew as c
from quarterdeck.envs.brick_ships import record as r
from quarterdeck.envs.odds import outcomes_of_step
from tests.envs.brick_ships.fight import DUEL, fight, legal, man, play, put, rolling


def settle(state, seat, *rolls):
    """A ship's round in the water."""
    with rolling(state, *rolls):
        sinking.settle(state, seat)


# --- bailing ---


def test_each_man_at_the_breach_stops_two_glugs():
    """BR-WATER-2, BR-WATER-3: while he stands there."""
    ship = man(fight(), 0, wheel=1, breach=3)
    ship.glugs = 7
    assert c.unbailed(ship) == 1
    ship.hands[r.BREACH] = 4
    assert c.unbailed(ship) == 0
    ship.hands[r.BREACH] = 0
    assert c.unbailed(ship) == 7


def test_only_men_near_a_hole_bail_what_comes_through_the_deck():
    """BR-WATER-8: of a galleon's 12 inches 6 lie within 3" of a hole amidships, 4 of one near the bow."""
    ship = man(fight("galleon"), 0, breach=10)
    ship.deck_glugs, ship.holes[0] = 14, 0
    assert c.unbailed(ship) == 14 - 2 * 5
    ship.holes[0] = 500
    assert c.unbailed(ship) == 14 - 2 * 3
    ship.deck_glugs, ship.glugs = 4, 18
    assert c.unbailed(ship) == 2  # now it is the total that counts


# --- when a ship begins to sink ---


@pytest.mark.parametrize(
    ("glugs", "bailers", "rolls", "sinks"),
    [
        (1, 0, [], False),  # one glug never does it
        (2, 0, [2], True),
        (2, 0, [3], False),
        (5, 0, [5], True),
        (5, 3, [], False),  # all is bailed
        (8, 4, [3], True),  # 3 over the resistance, bailed or not
        (8, 4, [4], False),
        (8, 2, [5, 4], False),
        (8, 2, [4], True),
        (12, 0, [], True),
    ],
)
def test_two_rolls_each_round(glugs, bailers, rolls, sinks):
    """BR-SINK-1, BR-SINK-2, BR-SINK-3"""
    state = fight()
    man(state, 0, wheel=1, breach=bailers)
    state.ship[0].glugs = glugs
    settle(state, 0, *rolls)
    assert state.ship[0].sinking == sinks


def test_how_likely_it_is():
    """BR-SINK-1, BR-SINK-2: nine glugs and nobody bails: 2D at 9 or less, or at 9 - 5 or less."""
    state = fight()
    state.phase = r.FIRE
    put(state, 0, 20, 24, 0)
    put(state, 1, 40, 24, 0)
    man(state, 0, wheel=1, guns=3)
    state.ship[0].glugs = 9
    ends, chances = outcomes_of_step(DUEL, state, [r.ACTIONS.index("hold"), 0])
    afloat = sum(chance for end, chance in zip(ends, chances) if not end.ship[0].sinking)
    assert afloat == pytest.approx((6 / 36) * (30 / 36))


# --- how she goes under ---


@pytest.mark.parametrize(("kind", "rounds"), [("longboat", 2), ("cutter", 4), ("frigate", 5), ("galleon", 6)])
def test_three_inches_a_round_and_a_round_later_for_each_level(kind, rounds):
    """BR-SINK-4, BR-SINK-5, BR-SINK-6"""
    state = fight(kind)
    ship = state.ship[0]
    ship.sinking = 1
    for number in range(1, rounds + 1):
        assert not ship.sunk
        settle(state, 0)
        assert ship.under == 300 * number
        assert sinking.top_under(ship) == max(0, 300 * (number - int(ship.levels) + 1))
    assert ship.sunk


def test_the_first_section_goes_in_the_same_round():
    """BR-SINK-4"""
    state = fight()
    state.ship[0].glugs = 12
    settle(state, 0)
    assert (state.ship[0].sinking, state.ship[0].under, state.ship[0].speed) == (1, 300, 0)


def test_heavy_armour_below_drowns_when_a_section_gives_way():
    """BR-SINK-7: three of a frigate's nine inches."""
    for armour, left in ((0, 9), (1, 9), (2, 6)):
        state = fight({"kind": "frigate", "armour": armour})
        man(state, 0, wheel=1, guns=6, breach=9)
        state.ship[0].glugs = 50
        settle(state, 0)
        assert state.ship[0].hands.tolist() == [1, 6, 0, left, 0]


def test_heavy_boarders_drown_with_the_deck_of_a_boat():
    """BR-SINK-7: a longboat has no deck above her lowest; of her five inches three go under at once."""
    for armour, left in ((1, 5), (2, 2)):
        state = fight("longboat", {"kind": "cutter", "armour": armour})
        man(state, 0, wheel=1, ropes=5)
        state.ship[0].glugs, state.ship[1].boarders, state.ship[1].fresh = 50, 5, 3
        settle(state, 0)
        assert state.ship[0].hands.tolist() == [1, 0, 0, 0, 5]
        assert (state.ship[1].boarders, state.ship[1].fresh) == (left, min(3, left))


def test_the_mast_goes_last():
    """BR-SINK-8: half of its 9 inches more than the half ship: as the bow goes under."""
    ship = fight().ship[0]
    assert sinking.mast_stands(ship)
    ship.sinking, ship.under = 1, 600 + 899
    assert sinking.mast_stands(ship)
    ship.under = 600 + 900
    assert not sinking.mast_stands(ship)
    assert not sinking.mast_stands(fight("longboat").ship[0])


def test_slow_towards_the_bow_and_fast_towards_the_stern():
    """BR-SINK-10, BR-BOARD-2: of a galleon's 12 inches those within 6", or 3" aft and 12" fore of a boat that lies
    across, two inches broad.
    """
    state = fight("galleon", "longboat")
    put(state, 0, 36, 24, 0)
    put(state, 1, 41, 27, 270)  # 3" ahead of her centre
    ship = man(state, 0, ropes=48)
    assert boarding.reaching(ship, state.ship[1]) == 48 * (6 + 2 + 2) // 12
    ship.sinking = 1
    assert boarding.reaching(ship, state.ship[1]) == 48 * (3 + 2 + 2) // 12
    put(state, 1, 41, 19, 270)
    assert boarding.reaching(ship, state.ship[1]) == 48 * (0 + 2 + 10) // 12
    ship.under = 600 + 900  # 3" of deck are left, ahead of the place
    assert boarding.reaching(ship, state.ship[1]) == 48


def test_a_sinking_ship_sends_all_hands_to_the_ropes():
    """BR-SINK-9"""
    state = fight()
    man(state, 0, wheel=1, guns=12, breach=9, ropes=8)
    state.ship[0].sinking = 1
    assert legal(state, 0) == ["pass"]
    play(state, "pass", "board", rolls=[1])
    assert state.ship[0].hands.tolist() == [0, 0, 0, 0, 30] and state.ship[0].speed == 0


# --- the end ---


def test_who_is_under_has_lost():
    """BR-END-1, BR-END-2, BR-TURN-6"""
    state = fight("longboat")
    state.ship[0].sinking, state.ship[0].under = 1, 300
    state.phase = r.FIRE
    turn.play_phase(state, (0, 0))
    assert r.ENDINGS[state.ending] == "sunk"
    assert [turn.payoff(state, seat) for seat in range(2)] == [-1, 1]


def test_two_that_sink_are_both_lost():
    """BR-END-3, BR-END-1"""
    state = fight()
    state.ship[0].sinking = state.ship[1].sinking = 1
    state.phase = r.FIRE
    turn.play_phase(state, (0, 0))
    assert r.ENDINGS[state.ending] == "sunk"
    assert [turn.payoff(state, seat) for seat in range(2)] == [0, 0]
