"""How ships sail on squares: order, steps, turns, drift, crew and captain, going astern."""

import numpy as np
import pytest

from quarterdeck.envs.bearings.tactical import helm, turn
from quarterdeck.envs.bearings.tactical import record as r
from tests.envs.bearings.tactical.battle import BOARDER, RUNNER, at, battle, legal, play

STEPS = ["ahead", "port_bow", "starboard_bow"]


# --- order --------------------------------------------------------------------------------------------------


def test_the_lower_command_moves_first():
    """BE-ORDER-1, BE-ORDER-2, BE-ORDER-3: with the ship's own added: 7 + 5 of a steam cutter after 7 + 2."""
    state = battle({"kind": "steam_cutter", "command": 7}, {"kind": "schooner", "command": 7})
    assert [int(ship.command) for ship in state.ship] == [12, 9]
    assert turn.on_turn(state) == RUNNER and legal(state, BOARDER) == ["pass"]
    play(state, "stop")
    assert turn.on_turn(state) == BOARDER and legal(state, RUNNER) == ["pass"] and state.turn == 1
    play(state, "stop")
    assert turn.on_turn(state) == RUNNER and state.turn == 2


@pytest.mark.parametrize("missions", [["board", "run"], ["run", "board"]])
def test_of_two_alike_the_runner_moves_first(missions):
    """BE-ORDER-2"""
    ships = {"kind": "sloop", "command": 7}
    state = battle(ships, ships, missions=missions)
    assert r.MISSIONS[state.ship[turn.on_turn(state)].mission] == "run"


def test_the_other_seat_passes():
    """BE-ORDER-1: one ship moves at a time."""
    state = battle()
    assert legal(state) == [*STEPS, "stop"] and legal(state, RUNNER) == ["pass"]


# --- squares ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "name", "way"),
    [
        (r.EAST, "ahead", (1, 0)),
        (r.EAST, "port_bow", (1, -1)),
        (r.EAST, "starboard_bow", (1, 1)),
        (r.WEST, "port_bow", (-1, 1)),
        (r.NORTH, "ahead", (0, -1)),
        (r.NORTH, "starboard_bow", (1, -1)),
        (r.SOUTH, "port_bow", (1, 1)),
    ],
)
def test_a_square_ahead_or_diagonally_ahead(heading, name, way):
    """BE-SQUARE-4, BE-QUICK-2"""
    state = play(battle(places=((30, 15), (60, 30)), headings=(heading, r.EAST)), name)
    assert at(state, BOARDER) == (30 + way[0], 15 + way[1])


def test_she_goes_up_to_her_speed_and_may_stop_before():
    """BE-SQUARE-4: a rowboat has 2 squares, and stops sooner if she likes."""
    state = battle("rowboat")
    play(state, "ahead", "port_bow")
    assert at(state, BOARDER) == (32, 3)
    assert legal(state, BOARDER) == ["turn_port", "turn_starboard", "stop"]  # no square is left, but a turn is
    play(state, "stop")
    assert turn.on_turn(state) == RUNNER and state.ship[BOARDER].way == 2
    play(state, "stop", "ahead", "stop")
    assert state.ship[BOARDER].way == 1


def test_a_turn_is_over_with_the_last_square():
    """BE-SQUARE-4: who can neither go on nor turn is not asked."""
    state = play(battle({"kind": "sloop", "speed": 2}), "ahead", "ahead")
    assert turn.on_turn(state) == RUNNER


def test_the_map_is_closed_but_for_the_far_edge():
    """BE-SQUARE-5, BE-SQUARE-6: the runner may cross it, and a turn may not."""
    assert legal(battle(places=((30, 0), (30, 20)))) == ["ahead", "starboard_bow", "stop"]
    assert legal(battle(places=((0, 36), (30, 20)))) == ["ahead", "port_bow", "stop"]
    state = battle(places=((70, 0), (70, 36)))
    assert turn.on_turn(state) == RUNNER  # the boarder lies at the far edge, and has no choice at all
    assert legal(state) == ["ahead", "port_bow", "stop"]
    state = battle(places=((30, 4), (72, 20)), headings=(r.EAST, r.NORTH))
    state.ship[RUNNER].run = 5
    play(state, "stop")
    assert "turn_port" in legal(state) and "turn_starboard" not in legal(state)
    state.ship[RUNNER].x = 60
    assert "turn_starboard" in legal(state)


def test_rocks_are_in_the_way():
    """BE-SQUARE-7"""
    state = battle(places=((30, 10), (30, 30)), rocks=[{"at": [40, 14], "size": [2, 2]}])
    assert legal(state) == ["ahead", "port_bow", "stop"]  # rows 10 to 13 are hers, and starboard a corner
    state.rock[0] = 40, 11, 40, 11
    assert "ahead" not in legal(state) and "port_bow" not in legal(state)
    state.rock[0] = 34, 16, 35, 17
    state.ship[BOARDER].run = 5
    assert legal(state) == [*STEPS, "turn_port", "stop"]


# --- turning ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "half"), [("excise_cutter", 3), ("barquentine", 7), ("sloop", 5), ("rowboat", 1)])
def test_she_turns_after_half_her_length(kind, half):
    """BE-HELM-1: 7 squares long, after 3; 15 long, after 7: the two of the rules' example."""
    state = battle(kind, places=((20, 18), (60, 2)))
    for gone in range(half):
        assert "turn_port" not in legal(state), gone
        if "ahead" not in legal(state):
            play(state, "stop", "stop")
        play(state, "ahead")
    assert {"turn_port", "turn_starboard"} <= set(legal(state, BOARDER))


def test_squares_count_over_several_rounds():
    """BE-HELM-1"""
    state = battle({"kind": "frigate", "speed": 8}, places=((10, 30), (60, 2)))
    assert state.ship[BOARDER].turn_after == 14
    play(state, *["ahead"] * 8, "stop")
    assert turn.on_turn(state) == BOARDER and state.ship[BOARDER].run == 8
    play(state, *["ahead"] * 6)
    assert "turn_port" in legal(state)


def test_a_turn_takes_no_square_and_starts_the_count_again():
    """BE-HELM-2"""
    state = battle("excise_cutter", places=((30, 18), (60, 2)))
    play(state, "ahead", "ahead", "ahead", "turn_port")
    ship = state.ship[BOARDER]
    assert (ship.heading, ship.run, ship.moved) == (r.NORTH, 0, 3)
    assert legal(state) == [*STEPS, "stop"]
    play(state, "ahead")
    assert at(state, BOARDER) == (33, 11) and turn.on_turn(state) == RUNNER


def test_she_turns_about_the_first_free_square_of_her_aft_line():
    """BE-HELM-3: about the inner one, unless a rock lies in that arc."""
    state = battle(places=((30, 18), (60, 2)))
    state.ship[BOARDER].run = 9
    assert helm.axis(state, BOARDER, -1) == 0
    free = play(state.copy(), "turn_port")
    assert at(free, BOARDER) == (30, 9)  # the axis, her port quarter at (30, 18), is now her starboard quarter
    state.rocks = 1
    state.rock[0] = 33, 9, 33, 9  # only the innermost axis brings her there
    assert helm.axis(state, BOARDER, -1) == 1
    assert at(play(state, "turn_port"), BOARDER) == (29, 10)


def test_a_turn_is_refused_where_every_arc_hits_something():
    """BE-HELM-4, BE-HELM-6: a rock in the arc, or a ship that moves, or the edge."""
    state = battle(places=((30, 18), (60, 2)))
    state.ship[BOARDER].run = 9
    assert "turn_port" in legal(state)
    state.rocks, state.rock[0] = 1, (36, 13, 38, 14)
    assert "turn_port" not in legal(state) and "turn_starboard" in legal(state)
    state.rocks = 0
    state.ship[RUNNER].x, state.ship[RUNNER].y = 35, 10
    assert "turn_port" not in legal(state)
    state.ship[RUNNER].x = 60
    state.ship[BOARDER].y = 5
    assert "turn_port" not in legal(state) and "turn_starboard" in legal(state)


def test_traits_change_turns_and_speed():
    """BE-HELM-7"""
    state = battle({"kind": "frigate", "turn_after": 2, "speed": 3}, places=((10, 30), (60, 2)))
    play(state, "ahead", "ahead")
    assert "turn_port" in legal(state)
    assert helm.allowance(state.ship[BOARDER], r.FORWARD) == 3


@pytest.mark.parametrize(
    ("kind", "squares"), [("schooner", 3), ("barquentine", 7), ("frigate", 7), ("steam_cutter", 3)]
)
def test_quick_play_turns(kind, squares):
    """BE-QUICK-3"""
    assert battle(kind, quick_play=True).ship[BOARDER].turn_after == squares


# --- captain and crew ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "pilots", "full"),
    [
        ("rowboat", 1, 2),
        ("excise_cutter", 2, 12),
        ("steam_cutter", 1, 10),
        ("barquentine", 15, 50),
        ("armoured_steam_warship", 8, 200),
    ],
)
def test_hands_that_a_ship_needs(kind, pilots, full):
    """BE-HANDS-3, BE-HANDS-5, BE-QUICK-1: 2, of a big ship 15, of a steam ship half as many."""
    ship = battle(kind, "rowboat").ship[BOARDER]
    assert (ship.pilot_crew, ship.full_crew, ship.crew) == (pilots, full, full)


@pytest.mark.parametrize(
    ("trouble", "steered"),
    [
        ({"crew": 2}, True),
        ({"crew": 1}, False),
        ({"no_captain": {"first": 1, "last": 2}}, False),
        ({"no_captain": {"first": 2}}, True),
        ({"few_hands": {"last": 1}}, False),
    ],
)
def test_captain_and_hands(trouble, steered):
    """BE-HANDS-1, BE-HANDS-2, BE-HANDS-3, BE-HANDS-4"""
    state = battle({"kind": "sloop", **trouble})
    assert bool(helm.steered(state.ship[BOARDER], 1)) == steered
    assert (turn.on_turn(state) == BOARDER) == steered


def test_she_drifts_as_she_last_moved():
    """BE-DRIFT-1: the squares of her last turn, round after round; before the battle she went at her speed."""
    state = battle({"kind": "sloop", "no_captain": {"first": 2, "last": 3}})
    play(state, "ahead", "starboard_bow", "stop", "stop")
    assert turn.on_turn(state) == RUNNER and state.turn == 2
    assert at(state, BOARDER) == (34, 5)  # two more, straight on: BE-DRIFT-2
    play(state, "stop")
    assert at(state, BOARDER) == (36, 5) and state.turn == 3
    play(state, "stop")
    assert turn.on_turn(state) == BOARDER and legal(state) == [*STEPS, "stop"]
    assert at(battle({"kind": "sloop", "crew": 1}), BOARDER) == (36, 4)
    assert at(battle({"kind": "sloop", "crew": 1, "way": 3}), BOARDER) == (33, 4)


def test_drifting_does_not_count_for_a_turn():
    """BE-HELM-5"""
    state = battle({"kind": "excise_cutter", "no_captain": {"first": 1, "last": 1}})
    assert state.ship[BOARDER].way == 4 and state.ship[BOARDER].run == 0
    play(state, "stop")
    assert "turn_starboard" not in legal(state)


def test_what_stops_a_drifting_ship():
    """BE-DRIFT-3: an edge or a rock; she comes to lie before it, and drifts no farther the next time."""
    adrift = {"kind": "sloop", "crew": 0}
    state = battle(adrift, places=((67, 4), (10, 30)))
    assert at(state, BOARDER) == (70, 4) and state.ship[BOARDER].way == 3
    play(state, "stop")
    assert at(state, BOARDER) == (70, 4) and state.ship[BOARDER].way == 0
    rocky = battle(adrift, rocks=[{"at": [43, 6], "size": [1, 1]}])
    assert at(rocky, BOARDER) == (33, 4)


def test_a_runner_may_drift_off_the_map():
    """BE-DRIFT-3, BE-BOARDERS-2"""
    state = battle(places=((10, 4), (66, 30)), runner={"kind": "sloop", "crew": 0})
    play(state, "stop")
    assert r.ENDINGS[state.ending] == "escaped" and turn.payoff(state, RUNNER) == 1


def test_she_drifts_astern_if_she_went_astern():
    """BE-DRIFT-2"""
    state = battle({"kind": "sloop", "crew": 1, "way": 2})
    state.ship[BOARDER].gear = r.BACKWARD
    play(state, "stop")
    assert at(state, BOARDER) == (30, 4)  # two ahead in the first round, and two back


# --- astern -------------------------------------------------------------------------------------------------


def still(rounds, **trouble):
    """The boarder after so many rounds in which both lay still."""
    state = battle({"kind": "schooner", **trouble})
    for _ in range(rounds):
        play(state, "stop", "stop")
    return state


def test_astern_after_two_still_turns():
    """BE-ASTERN-1"""
    assert "astern" not in legal(still(1))
    assert legal(still(2)) == [*STEPS, "astern", "stop"]
    assert legal(still(3)) == [*STEPS, "astern", "stop"]


def test_only_a_full_crew_goes_astern():
    """BE-ASTERN-1, BE-HANDS-5"""
    assert "astern" not in legal(still(3, crew=29))
    assert "astern" in legal(still(3, crew=30))


def test_half_speed_straight_astern():
    """BE-ASTERN-2, BE-ASTERN-3: 3 of her 7 squares; forward again only after two still turns."""
    state = play(still(2), "astern")
    assert at(state, BOARDER) == (29, 4) and legal(state) == ["astern", "stop"]
    play(state, "astern", "astern")
    assert turn.on_turn(state) == RUNNER and at(state, BOARDER) == (27, 4)
    play(state, "stop")
    assert legal(state) == ["astern", "stop"]
    for _ in range(2):
        play(state, "stop", "stop")
    assert legal(state) == [*STEPS, "astern", "stop"]
    play(state, "ahead")
    assert state.ship[BOARDER].gear == r.FORWARD and "astern" not in legal(state)


def test_a_square_ends_her_lying_still():
    """BE-ASTERN-1"""
    state = play(still(1), "ahead", "stop", "stop", "stop", "stop")
    assert turn.on_turn(state) == BOARDER and "astern" not in legal(state)


# --- meeting ------------------------------------------------------------------------------------------------


def side_by_side():
    """The runner one clear square to starboard of the boarder, who would need long to board her."""
    return battle(places=((30, 10), (30, 15)), hold=9)


def test_ships_that_meet_stop_and_lose_a_turn():
    """BE-MEET-1, BE-MEET-2, BE-QUICK-4: the runner's in this round, the boarder's in the next."""
    state = play(side_by_side(), "starboard_bow")
    assert helm.apart(state) == 0 and at(state, BOARDER) == (31, 11)
    assert turn.on_turn(state) == RUNNER and state.turn == 2  # both lost theirs
    assert not state.ship["lost"].any()


def test_then_they_move_as_usual():
    """BE-MEET-3: along each other, never onto each other; together they do not meet anew."""
    state = play(side_by_side(), "starboard_bow")
    assert legal(state) == ["ahead", "starboard_bow", "stop"]
    play(state, "ahead")
    assert helm.apart(state) == 0 and legal(state) == ["ahead", "starboard_bow", "stop"]
    play(state, "stop")
    assert legal(state, BOARDER) == ["ahead", "port_bow", "stop"]


def test_apart_and_together_again_they_meet_anew():
    """BE-MEET-1"""
    state = play(side_by_side(), "starboard_bow")
    play(state, "starboard_bow", "stop")
    assert helm.apart(state) == 1 and turn.on_turn(state) == BOARDER
    play(state, "starboard_bow")
    assert helm.apart(state) == 0 and turn.on_turn(state) == RUNNER and state.turn == 4


def test_a_drifting_ship_meets_too():
    """BE-MEET-1, BE-DRIFT-3"""
    state = battle({"kind": "sloop", "crew": 0}, places=((10, 10), (22, 12)), headings=(r.EAST, r.NORTH), hold=9)
    assert at(state, BOARDER) == (12, 10) and helm.apart(state) == 0
    assert state.turn == 2 and turn.on_turn(state) == RUNNER and state.ship[BOARDER].way == 0  # both lost a turn


def test_a_turn_may_bring_ships_together():
    """BE-MEET-1: her side comes to lie along the other, and nothing was in the arc."""
    state = battle(places=((30, 20), (26, 8)), headings=(r.EAST, r.NORTH), hold=9)
    state.ship[BOARDER].run = 9
    assert helm.apart(state) == 2
    play(state, "turn_port")
    assert helm.apart(state) == 0 and state.turn == 2


def test_an_order_that_is_not_legal_is_refused():
    """BE-HELM-1"""
    state = battle()
    with pytest.raises(AssertionError, match="turn_port is not among"):
        play(state, "turn_port")


def test_wakes_are_kept():
    """Her stern at the ends of her last turns, the newest first."""
    state = play(battle(), "ahead", "stop", "stop", "ahead", "ahead", "stop")
    assert state.ship[BOARDER].wake[:3].tolist() == [[33, 6], [31, 6], [-1, -1]]
    assert np.array_equal(state.ship[RUNNER].wake[0], [30, 32])
