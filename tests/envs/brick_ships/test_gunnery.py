"""Cones, ranges, loading, hits, scatter, and what a shot does where it strikes."""

import numpy as np
import pytest

from quarterdeck.envs.brick_ships import crew as c
from quarterdeck.envs.brick_ships import gunnery
from quarterdeck.envs.brick_ships import record as r
from quarterdeck.envs.odds import outcomes_of_step
from tests.envs.brick_ships.fight import DUEL, fight, legal, man, play, put, rolling


def broadside(first="frigate", second="frigate", apart=20, **scenario):
    """Both ships heading north, the first with the other straight to starboard, ready to fire."""
    state = fight(first, second, **scenario)
    put(state, 0, 20, 24, 0)
    put(state, 1, 20 + apart, 24, 0)
    state.phase = r.FIRE
    man(state, 0, wheel=1, guns=15, ropes=4)
    return state


def fire(state, mark, *rolls):
    """Let the first ship fire."""
    state.ship[0].mark = 1 + r.MARKS.index(mark)
    with rolling(state, *rolls):
        gunnery.exchange_fire(state)


# --- loading ---


@pytest.mark.parametrize(("men", "rounds"), [(3, 3), (2, 6)])
def test_how_long_a_gun_takes_to_load(men, rounds):
    """BR-GUN-2, BR-GUN-3: three men fire it every third round, two every sixth."""
    state = fight("cutter")
    ship = man(state, 0, guns=men)
    ship.work[:] = 0
    needed = 0
    while gunnery.loaded(ship, r.STARBOARD) + gunnery.loaded(ship, r.PORT) == 0:
        gunnery.load(ship, state.ship[1])
        needed += 1
    assert needed == rounds


def test_one_man_loads_nothing_but_fires_what_is_loaded():
    """BR-GUN-2, BR-GUN-3"""
    state = broadside()
    ship = man(state, 0, guns=1)
    ship.work[4] = 0
    for _ in range(9):
        gunnery.load(ship, state.ship[1])
    assert ship.work[4:7].tolist() == [0, 6, 6]
    gunnery.fire_guns(ship, r.AT_HULL)
    assert ship.shots.tolist() == [0, 1, 0]


def test_gunners_serve_the_near_side_first():
    """BR-GUN-4: eight men at empty guns: 3, 3 and 2 on the side of the enemy; more go to the fore gun."""
    state = broadside()
    ship = man(state, 0, guns=8)
    ship.work[:] = 0
    gunnery.load(ship, state.ship[1])
    assert ship.work.tolist() == [0, 0, 0, 0, 2, 2, 1, 0, 0, 0]
    put(state, 1, 5, 24, 0)
    man(state, 0, guns=14)
    gunnery.load(ship, state.ship[1])
    assert ship.work.tolist() == [2, 2, 2, 0, 3, 2, 1, 0, 2, 0]


# --- cones and ranges ---


@pytest.mark.parametrize(
    ("x", "y", "bearing"), [(40, 24, "starboard"), (4, 24, "port"), (20, 40, "fore"), (20, 8, ""), (34, 38, "")]
)
def test_what_bears(x, y, bearing):
    """BR-GUN-5: a cone of 45 degrees to each side, and ahead."""
    state = fight()
    put(state, 0, 20, 24, 0)
    put(state, 1, x, y, 45)
    found = [name for name, band in zip(r.BATTERIES, state.ship[0].band) if band != r.NO_AIM]
    assert found == ([bearing] if bearing else [])


def test_a_part_of_her_keel_in_the_cone_is_enough():
    """BR-GUN-5, BR-GUN-6: the gunners aim as near to her centre as the cone lets them; its border is inside."""
    state = fight()
    put(state, 0, 20, 24, 0)
    put(state, 1, 40, 24, 0)
    assert state.ship[0].point[r.STARBOARD] == 0
    put(state, 1, 30, 30, 0)  # 8.6" out, 6" ahead: the cone reaches 3.56" ahead there
    assert state.ship[0].band[r.STARBOARD] == r.SHORT
    assert state.ship[0].point[r.STARBOARD] == pytest.approx(-100 * (6 - 8.6 * np.tan(np.pi / 8)), abs=1)
    put(state, 1, 30, 24 + 4.5 + 8.6 * np.tan(np.pi / 8) - 0.02, 0)  # the last of her stern
    assert state.ship[0].band[r.STARBOARD] == r.SHORT and state.ship[0].point[r.STARBOARD] < -440
    put(state, 1, 30, 24 + 4.5 + 8.6 * np.tan(np.pi / 8) + 0.05, 0)
    assert state.ship[0].band[r.STARBOARD] == r.NO_AIM


@pytest.mark.parametrize(
    ("battery", "distance", "band"),
    [
        (r.PORT, 2400, r.SHORT),
        (r.PORT, 2401, r.MEDIUM),
        (r.PORT, 3600, r.MEDIUM),
        (r.PORT, 4800, r.MEDIUM),
        (r.PORT, 7200, r.LONG),
        (r.PORT, 7201, r.NO_AIM),
        (r.FORE, 1800, r.SHORT),
        (r.FORE, 3601, r.LONG),
        (r.FORE, 5401, r.NO_AIM),
    ],
)
def test_range_bands(battery, distance, band):
    """BR-GUN-7: a galleon's cannon and her catapults; a border is inside."""
    assert gunnery.band_of(fight("galleon").ship[0], battery, distance) == band


def test_what_is_needed_to_hit():
    """BR-GUN-8: 4, 5, 6, less Combat; a 1 misses always."""
    ship = fight().ship[0]
    for combat, numbers in ((0, [4, 5, 6]), (1, [3, 4, 5]), (2, [2, 3, 4])):
        ship.combat = combat
        assert [gunnery.number_to_hit(ship, band) for band in range(3)] == numbers


def test_hits_are_as_likely_as_the_dice_say():
    """BR-GUN-8, BR-GUN-10, BR-WATER-1: three guns at short range on 4 or more, 5 of 6 hits breach a frigate."""
    state = broadside()
    ends, chances = outcomes_of_step(DUEL, state, [r.ACTIONS.index("fire@sails"), 0])
    hits = [sum(p for end, p in zip(ends, chances) if end.ship[1].sail_hits == n) for n in range(4)]
    assert hits == pytest.approx([1 / 8, 3 / 8, 3 / 8, 1 / 8])
    ends, chances = outcomes_of_step(DUEL, state, [r.ACTIONS.index("fire@hull"), 0])
    dry = sum(p for end, p in zip(ends, chances) if end.ship[1].glugs == 0)
    assert dry == pytest.approx((1 / 2 + 1 / 2 / 6) ** 3)


# --- hits ---


@pytest.mark.parametrize(
    ("resistance", "breaches"), [(3, 6), (4, 6), (5, 5), (6, 4), (7, 3), (8, 2), (9, 1), (10, 0), (12, 0)]
)
def test_how_many_faces_of_a_cannon_breach(resistance, breaches):
    """BR-GUN-9, BR-WATER-1, BR-WATER-5: 1D + 4; the ship wins ties."""
    state = fight()
    found = []
    for die in range(1, 7):
        rolls = [] if resistance >= 10 else [die]
        with rolling(state, *rolls):
            found.append(gunnery.glugs_of(state.dice, 0, 1, 4, resistance))
    assert found == [max(0, die + 4 - resistance) for die in range(1, 7)]
    assert sum(glugs > 0 for glugs in found) == breaches


def test_the_frigate_of_the_example():
    """BR-WATER-4: a cannon's 3 is 7 against 5: 2 glugs."""
    state = broadside()
    fire(state, "hull", 1, 3)
    assert state.ship[1].glugs == 2


def test_several_hits_add_up():
    """BR-WATER-1"""
    state = broadside()
    fire(state, "hull", 3, 3 + 1 + 6)
    assert state.ship[1].glugs == 2 + 0 + 5
    state.ship[1].resistance, state.ship[1].glugs = 8, 0
    state.ship[0].work[:] = r.LOADED
    fire(state, "hull", 3, 2, 5, 6)
    assert state.ship[1].glugs == 0 + 1 + 2


def test_a_shot_at_the_side_kills_on_the_lowest_level():
    """BR-HIT-2, BR-HIT-3, BR-HIT-4: 6 of a frigate's 9 inches; a second on the same place finds nobody."""
    for hits in (1, 3):
        state = broadside()
        man(state, 1, wheel=1, guns=12, breach=9, ropes=8)
        fire(state, "hull", hits, 2 * hits)
        assert state.ship[1].hands.tolist() == [1, 12, 0, 3, 8]


def test_armour_saves_each_time():
    """BR-CREW-5: armour of 2 on a 1 or 2; two hits roll twice."""
    state = broadside("frigate", {"kind": "frigate", "armour": 2})
    man(state, 1, breach=9)
    fire(state, "hull", 2, 4, 1, 3)  # six within: four fall, then one of the two others
    assert state.ship[1].hands[r.BREACH] == 9 - 4 - 1 and state.ship[1].glugs == 1


def test_sails_and_ram_are_hit_by_name():
    """BR-SAIL-1, BR-SAIL-3, BR-RAM-6"""
    state = broadside("frigate", {"kind": "frigate", "ram": True})
    fire(state, "sails", 3)
    assert state.ship[1].sail_hits == 3 and state.ship[1].glugs == 0
    state.ship[0].work[:] = r.LOADED
    fire(state, "ram", 3)  # 10 at most against 10
    assert state.ship[1].ram == 1
    state.ship[0].work[:], state.ship[1].resistance = r.LOADED, 4
    fire(state, "ram", 3, 4, 5)  # 8 against 8 holds, 9 does not
    assert state.ship[1].ram == 0 and state.ship[1].glugs == 0
    state = broadside("frigate", {"kind": "cutter", "ram": True})
    fire(state, "ram", 3)  # 5 and more against 4: splintered for certain, and not rolled
    assert state.ship[1].ram == 0 and state.ship[1].glugs == 0


def test_the_marks_that_there_are():
    """BR-GUN-10, BR-GUN-1"""
    state = broadside("galleon", "frigate")
    assert legal(state, 0) == ["hold", "fire@hull", "fire@sails"]
    state.ship[1].sail_hits = 7
    state.ship[1].ram = 1
    assert legal(state, 0) == ["hold", "fire@hull", "fire@ram"]
    put(state, 0, 20, 24, 90)
    assert legal(state, 0) == ["hold", "fire@deck"]
    state.ship[0].hands[r.GUNS] = 0
    assert legal(state, 0) == ["pass"]


# --- the deck ---


def catapults(second="frigate", **scenario):
    """A galleon whose catapults bear on the other's deck at short range."""
    state = fight("galleon", second, **scenario)
    put(state, 0, 14, 24, 90)
    put(state, 1, 36, 24, 0)
    state.phase = r.FIRE
    man(state, 0, wheel=1, guns=18)
    return state


def test_a_deck_hit_kills_on_two_levels_and_opens_a_hole():
    """BR-HIT-5, BR-HIT-6, BR-GUN-9, BR-GUN-10: a catapult does 1D + 2, so 4 or more against a frigate."""
    state = catapults()
    man(state, 1, wheel=1, guns=12, breach=9, ropes=6)
    fire(state, "deck", 1, 4)
    ship = state.ship[1]
    assert ship.hands.tolist() == [1, 4, 0, 9, 2]
    assert ship.holes.tolist() == [r.NO_HOLE, r.NO_HOLE, 0] and ship.glugs == 0


def test_through_a_hole_the_next_level_is_struck():
    """BR-HIT-6, BR-HIT-7: the third shot on one place finds no level below, and water comes in."""
    state = catapults()
    man(state, 1, wheel=1, guns=12, breach=9, ropes=6)
    fire(state, "deck", 2, 4, 4)
    assert state.ship[1].holes.tolist() == [r.NO_HOLE, 0, 0]
    assert state.ship[1].hands.tolist() == [1, 4, 0, 3, 2]
    state.ship[0].work[:] = r.LOADED
    fire(state, "deck", 1, 6)
    assert state.ship[1].deck_glugs == 3 and state.ship[1].holes[0] == 0
    # away from the holes the top deck is struck again
    assert gunnery.struck_level(state.ship[1], 300) == 0 and gunnery.struck_level(state.ship[1], 301) == 2


def test_who_is_saved_from_a_shot_on_deck_must_be_saved_from_the_next():
    """BR-HIT-4, BR-CREW-5: of the twelve six stand within the radius; nobody steps in where they fall."""
    for rolls, fallen in ((5, 1), 6), ((2, 0), 2), ((6,), 6):
        state = catapults({"kind": "galleon", "armour": 2})
        man(state, 1, ropes=12)
        fire(state, "deck", 2, *rolls)
        assert state.ship[1].hands[r.ROPES] == 12 - fallen


def test_boarders_and_crew_are_saved_each_by_their_own_armour():
    """BR-HIT-4, BR-CREW-5: six of twelve crew without armour, three of six boarders with it."""
    state = catapults("galleon")
    man(state, 1, ropes=12)
    state.ship[0].boarders, state.ship[0].armour = 6, 3
    fire(state, "deck", 2, 2, 1)
    assert state.ship[1].hands[r.ROPES] == 6 and state.ship[0].boarders == 3


def test_a_boat_has_no_level_below():
    """BR-HIT-7, BR-CREW-3: all her men stand on the level that is struck."""
    state = catapults("longboat")
    man(state, 1, wheel=1, oars=7)
    fire(state, "deck", 1, 5)
    assert state.ship[1].deck_glugs == 6 and c.crew(state.ship[1]) == 0


# --- scatter and falls ---


def test_where_a_miss_goes():
    """BR-GUN-11, BR-GUN-12: even is forward and right, odd back and left; on her outline it strikes her deck."""
    state = catapults("galleon")  # her beam lies along the shot, her length across it
    man(state, 1, ropes=12)
    fire(state, "deck", 0, 2, 4, 3)  # 2" on and 4" to the right: the border of her deck, aft; 3" short: the water
    assert state.ship[1].hands[r.ROPES] == 12 - 5  # those from 7" to 1" aft of the centre, of 12"
    state = catapults("longboat")
    fire(state, "deck", 0)  # 1" of half a beam and scatter from 2" on: neither is rolled
    state = catapults("frigate")
    put(state, 1, 36, 24, 45)
    fire(state, "deck", 0, 2, 3, 4, 12)  # 2" on, 3" left: on deck, which breaks; the second 12" on: into the water
    assert state.ship[1].holes.tolist() == [r.NO_HOLE, r.NO_HOLE, 354]


def test_a_miss_far_off_hurts_nobody():
    """BR-HIT-1, BR-HIT-8"""
    state = catapults("frigate")
    put(state, 1, 36, 24, 45)
    before = state.ship[1].hands.tolist()
    fire(state, "deck", 0, 12, 11)
    assert state.ship[1].hands.tolist() == before and c.leaks(state.ship[1]) == 0


def test_good_gunners_scatter_less():
    """BR-GUN-11: a die fewer for each Combat, at least one."""
    state = catapults("galleon")
    state.ship[0].combat = 2
    fire(state, "deck", 0, 1, 1, 3)  # each 1" short; the first 1" left, on her deck; a 3 falls short of it
    assert c.crew(state.ship[1]) < 50


def test_men_fall_from_edges_without_railings():
    """BR-FALL-1, BR-FALL-2: of a galleon's 12 by 4 inches 28 lie within 1" of the edge."""
    state = broadside("frigate", {"kind": "galleon", "railed": False})
    man(state, 1, wheel=1, guns=12, ropes=11)
    fire(state, "hull", 3, 6, 5, 6)  # seven of the twelve on top stand there, then six twice; one falls, one, none
    assert state.ship[1].hands.sum() == 24 - 1 - 1
    state = broadside("frigate", "galleon")
    man(state, 1, wheel=1, guns=12, ropes=11)
    fire(state, "hull", 3)
    assert state.ship[1].hands.sum() == 24


def test_what_falls_this_round_still_fires():
    """BR-TURN-4, BR-TURN-5: both broadsides sweep both breaches, and both are counted."""
    state = broadside()
    for seat in range(2):
        man(state, seat, wheel=1, guns=9, breach=9)
    play(state, "fire@hull", "fire@hull", rolls=[1, 2, 1, 2])
    assert [ship.glugs for ship in state.ship] == [1, 1]
    assert [ship.hands[r.BREACH] for ship in state.ship] == [3, 3]


def test_who_sinks_fires_no_more():
    """BR-SINK-9"""
    state = broadside()
    state.ship[0].sinking = 1
    assert legal(state, 0) == ["pass"]
