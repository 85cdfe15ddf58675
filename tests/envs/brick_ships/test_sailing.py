"""Speed, wind, turns, ropes that hold, and the ram."""

import numpy as np
import pytest

from quarterdeck.envs.brick_ships import record as r
from quarterdeck.envs.brick_ships import sailing, table
from quarterdeck.envs.odds import outcomes_of_step
from tests.envs.brick_ships.fight import DUEL, alongside, fight, legal, man, play, put, rolling


def plan(name):
    """The number of a plan."""
    return r.ACTIONS.index(name) - r.FIRST_PLAN


def steer(state, seat, name, *rolls):
    """Let a ship carry out a plan."""
    with rolling(state, *rolls):
        sailing.sail(state, seat, plan(name))


# --- speed ---


@pytest.mark.parametrize(("kind", "speed"), [("longboat", 0), ("cutter", 10), ("frigate", 7), ("galleon", 2)])
def test_sails_give_twelve_less_the_resistance(kind, speed):
    """BR-MOVE-1, BR-MOVE-3, BR-MOVE-5: the frigate moves 7 and turns 35 degrees."""
    ship = man(fight(kind), 0, wheel=1)
    assert sailing.speed_of(ship, 0) == speed
    assert sailing.turned(0, 7, 2) == 2 * 35


def test_each_rower_adds_an_inch_and_nobody_at_the_wheel_none():
    """BR-MOVE-2, BR-MOVE-9, BR-SINK-9"""
    ship = man(fight(), 0, wheel=1, oars=4)
    assert sailing.speed_of(ship, 0) == 11
    ship.sinking = 1
    assert sailing.speed_of(ship, 0) == 0
    ship = man(fight(), 0, oars=6, ropes=20)
    assert sailing.speed_of(ship, 0) == 0


def test_sail_hits_add_up_but_spare_the_rowers():
    """BR-SAIL-1, BR-SAIL-2"""
    ship = man(fight(), 0, wheel=1, oars=3)
    for hits, speed in ((0, 10), (2, 8), (7, 3), (50, 3)):
        ship.sail_hits = hits
        assert sailing.speed_of(ship, 0) == speed


def test_first_hits_then_wind_and_no_canvas_gains_nothing():
    """BR-SAIL-4, BR-WIND-2"""
    ship = man(fight(), 0, wheel=1)
    speeds = [sailing.speed_of(ship, wind) for wind in range(2, 13)]
    assert speeds == [0, 4, 4, 6, 6, 7, 8, 8, 10, 10, 10]
    ship.sail_hits = 5
    assert [sailing.speed_of(ship, wind) for wind in (3, 5, 10)] == [0, 1, 5]
    ship.sail_hits = 7
    assert sailing.speed_of(ship, 12) == 0
    assert sailing.speed_of(man(fight("longboat"), 0, wheel=1, oars=5), 12) == 5


def test_the_wind_is_rolled_only_where_it_is_played():
    """BR-WIND-1, BR-WIND-3: in a squall men fall over edges without a railing."""
    state = fight()
    with rolling(state):
        sailing.roll_wind(state)
    assert state.wind == 0
    state = fight("longboat", wind=True)
    with rolling(state, 12, 6):  # all eight are at the edge; six stay
        sailing.roll_wind(state)
    assert (state.wind, state.ship[0].hands.sum(), state.ship[1].hands.sum()) == (12, 6, 30)


# --- the plan ---


def test_half_way_she_turns():
    """BR-MOVE-4, BR-MOVE-7, BR-MOVE-8, BR-TURN-3"""
    state = fight()
    put(state, 0, 20, 20, 0)
    state.ship[0].speed = 7
    steer(state, 0, "full@starboard_full")
    ship = state.ship[0]
    assert ship.heading == 70 and ship.moved == 700
    assert (ship.x, ship.y) == pytest.approx((2000 + 350 * 0.5736, 2000 + 350 + 350 * 0.8192), abs=2)
    put(state, 0, 20, 20, 90)
    steer(state, 0, "half@port_half")
    assert (ship.heading, ship.moved) == (180 - 35, 350)
    put(state, 0, 20, 20, 90)
    steer(state, 0, "quarter")
    assert (ship.x, ship.y, ship.heading) == (2175, 2000, 180)


@pytest.mark.parametrize(("speed", "least"), [(1, 5), (2, 4), (3, 3), (4, 2), (7, 2), (8, 1), (13, 1)])
def test_a_turn_takes_two_inches(speed, least):
    """BR-MOVE-6: the plan must hold so much way."""
    state = fight()
    state.phase, state.first = r.MOVE, 0
    state.ship[0].speed = speed
    allowed = legal(state, 0)
    for quarters, share in enumerate(r.SHARES, 1):
        assert share in allowed
        assert (f"{share}@port_half" in allowed) == (quarters >= least)


def test_she_may_lie_still_and_without_way_has_no_choice():
    """BR-MOVE-9"""
    state = fight()
    state.phase, state.first = r.MOVE, 0
    assert legal(state, 0) == ["pass"]
    state.ship[0].speed = 7
    assert "stay" in legal(state, 0) and legal(state, 1) == ["pass"]


def test_a_turn_into_the_other_is_not_made():
    """BR-MOVE-13"""
    state = alongside(gap=0.3)
    state.ship[0].speed = 4
    steer(state, 0, "full@starboard_full")
    assert state.ship[0].heading == 0 and state.ship[0].moved == 400


# --- tied ships ---


def tied(first="galleon", second="frigate", ropes=2):
    state = alongside(first, second, gap=4)
    state.tied = ropes
    state.ship[0].speed, state.ship[1].speed = 12, 9
    return state


def test_the_larger_tows_the_smaller():
    """BR-TOW-1, BR-TOW-2, BR-TOW-4, BR-TOW-3: at 12 less 5."""
    state = tied()
    x = int(state.ship[1].x)
    steer(state, 0, "full", 2)
    assert state.ship[0].moved == 700 and state.tied == 2
    assert (state.ship[1].x, state.ship[1].y) == (x, 2400 + 700)


def test_the_smaller_is_held_until_the_ropes_break():
    """BR-TOW-2, BR-TOW-3"""
    state = tied()
    steer(state, 1, "full", 1)
    assert state.ship[1].moved == 0 and state.tied == 1
    steer(state, 1, "full", 0)
    assert state.ship[1].moved == 900 and state.tied == 0


def test_ships_alike_tow_each_other():
    """BR-TOW-2"""
    state = tied("frigate", "frigate")
    steer(state, 1, "full", 1)
    assert state.ship[1].moved == 400 and state.ship[0].y == 2400 + 400


def test_nobody_is_towed_off_the_table():
    """BR-TOW-4, BR-MOVE-12, BR-END-4: she who tows does not sail over the other, and she may herself be away."""
    state = tied()
    put(state, 0, 63, 24, 90)
    put(state, 1, 71, 24, 0)
    steer(state, 0, "full", 2)
    assert state.ship[0].moved == 100 and (state.ship[1].x, state.ship[1].y) == (7200, 2400)
    assert not table.overlap(*state.ship)
    state = tied()
    put(state, 0, 71, 24, 90)
    put(state, 1, 64, 24, 0)
    steer(state, 0, "full", 2)
    assert table.off_table(state.ship[0]) and not table.off_table(state.ship[1])


def test_who_lies_still_strains_no_rope():
    """BR-TOW-3"""
    state = tied()
    steer(state, 0, "stay")
    assert state.tied == 2


def test_ropes_are_strained_once_a_round():
    """BR-TOW-3: the second ship that tries to move rolls only where the first has lain still."""
    for first, rolls, later in (("full", [2], []), ("stay", [], [2])):
        state = tied("frigate", "frigate")
        state.phase, state.first = r.MOVE, 0
        play(state, first, "pass", rolls)
        play(state, "pass", "full", later)
        assert state.tied == 2 and state.ship[1].moved == 400


def test_a_rope_breaks_on_three_or_less():
    """BR-TOW-3: each of two, so the number left is that of two coins."""
    state = tied()
    state.phase, state.first = r.MOVE, 0
    ends, chances = outcomes_of_step(DUEL, state, [r.ACTIONS.index("full"), 0])
    left = {number: sum(chance for end, chance in zip(ends, chances) if end.tied == number) for number in range(3)}
    assert left == pytest.approx({0: 0.25, 1: 0.5, 2: 0.25})


# --- the ram ---


def ramming(first="frigate", second="frigate", angle=90.0, **fit):
    """A ship with a ram 5 inches from the other's side."""
    state = fight({"kind": first, "ram": True, **fit}, second)
    put(state, 1, 40, 24, 0)
    put(state, 0, 40 - (int(state.ship[0].length) + int(state.ship[1].beam)) / 200 - 5, 24, angle)
    state.ship[0].speed = 7
    return state


def test_a_ram_does_one_die_and_the_resistance():
    """BR-RAM-1, BR-RAM-2: between alike ships the die alone."""
    state = ramming()
    steer(state, 0, "full", 4)
    assert state.ship[0].rammed and state.ship[1].glugs == 4
    assert state.ship[0].moved == pytest.approx(490, abs=2)
    state = ramming("galleon", "frigate")
    state.ship[0].speed = 7
    steer(state, 0, "full", 1)
    assert state.ship[1].glugs == 6
    state = ramming("cutter", "galleon")
    steer(state, 0, "full", 6)
    assert state.ship[1].glugs == 0


def test_a_ship_without_a_ram_only_comes_alongside():
    """BR-RAM-1, BR-MOVE-12"""
    state = ramming()
    state.ship[0].ram = 0
    steer(state, 0, "full")
    assert not state.ship[0].rammed and state.ship[1].glugs == 0 and state.ship[0].moved < 500


def test_a_ram_needs_two_inches_of_way_and_the_stem():
    """BR-RAM-2"""
    state = ramming()
    put(state, 0, int(state.ship[0].x) / 100 + 3.5, 24, 90)
    steer(state, 0, "full")  # an inch and a half away
    assert not state.ship[0].rammed
    state = fight({"kind": "frigate", "ram": True}, "frigate")
    put(state, 1, 40, 24, 0)
    put(state, 0, 36.6, 14, 5)  # along her side: the corner of the bow touches
    state.ship[0].speed = 13
    steer(state, 0, "full")
    assert state.ship[0].moved < 1300 and not state.ship[0].rammed


def test_men_near_a_ram_die_on_the_struck_deck_and_below():
    """BR-RAM-3, BR-RAM-4: a frigate's ram amidships sweeps 2 + 2.8 + 2 of a galleon's 12 inches on every level."""
    state = ramming("frigate", "galleon")
    man(state, 1, wheel=1, guns=18, oars=6, breach=10, ropes=16)
    steer(state, 0, "full", 3)
    share = (2.8 + 4) / 12
    lost = [round(men * share) for men in (18, 6, 10, 16)]
    assert state.ship[1].hands.tolist() == [1, 18 - lost[0], 6 - lost[1], 10 - lost[2], 16 - lost[3]]
    # head to head nothing of her beam lies along the keel: 2 of nine inches, and the helmsman is far
    state = fight({"kind": "frigate", "ram": True}, "frigate")
    put(state, 0, 30, 24, 90)
    put(state, 1, 43, 24, 270)
    man(state, 1, wheel=1, breach=9, ropes=9)
    state.ship[0].speed = 7
    steer(state, 0, "full", 3)
    assert state.ship[1].hands.tolist() == [1, 0, 0, 7, 7]
    # a longboat strikes only the lowest level
    state = ramming("longboat", "frigate")
    man(state, 1, wheel=1, guns=12, breach=9, ropes=8)
    steer(state, 0, "full", 3)
    assert state.ship[1].hands.tolist() == [1, 12, 0, 3, 8]


def test_a_ram_may_kill_the_helmsman_before_she_moves():
    """BR-MOVE-9, BR-MOVE-2, BR-RAM-3: struck at the stern she goes nowhere, struck amidships she misses six rowers."""
    for north, speed in ((20.5, 0), (24, 7 + 6 - 5)):
        state = ramming()
        put(state, 0, state.ship[0].x / 100, north, 90)
        ship = man(state, 1, wheel=1, oars=6, ropes=23)
        ship.speed = 13
        steer(state, 0, "full", 3)
        state.phase, state.first = r.ANSWER, 0
        assert ship.speed == speed
        assert ("full" in legal(state, 1)) == (speed > 0)


def test_after_a_ram_the_attackers_may_jump():
    """BR-RAM-5, BR-BOARD-1"""
    state = ramming()
    for seat in range(2):
        man(state, seat, wheel=1, ropes=29)
    state.ship[1].speed = 0
    state.phase, state.first = r.MOVE, 0
    play(state, "full", rolls=[4, 3])
    assert state.phase == r.BOARD and "cross" in legal(state, 0)


def test_a_move_is_the_same_however_often_it_is_made():
    """Whole numbers all the way: no drift between copies."""
    state = fight("cutter")
    state.ship[0].speed = 16
    rng = np.random.default_rng(1)
    for _ in range(50):
        copy = np.array([state], r.STATE)[0]
        which = int(rng.integers(r.PLANS))
        for one in (state, copy):
            sailing.sail(one, 0, which)
        assert copy.tobytes() == state.tobytes()
        put(state, 0, 36, 24, int(state.ship[0].heading) / 2)
