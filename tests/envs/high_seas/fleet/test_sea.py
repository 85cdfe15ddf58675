"""Movement in a large battle: pairs, chases of several, the Brilliant Maneuver, sight, and who is away."""

import numpy as np
import pytest

from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.fleet import record as f
from quarterdeck.envs.high_seas.fleet import turn
from tests.envs.high_seas.fleet.battle import all_choose, battle, legal, move, play, ranges, shots, to_fire, two_on_one

WITS = {"wits": 3, "tactics": 1, "strategy": 2}


def captain(**knacks):
    return {"hull": "corsair", "captain": {**WITS, **knacks}}


# --- pairs ----------------------------------------------------------------------------------------------------


def test_each_pair_has_a_range_of_its_own():
    """HS-FLEET-2"""
    state = battle(
        ["corsair", "corsair"], ["corsair"], range="long", formation="close", ranges=[{"ships": [1, 2], "range": "far"}]
    )
    assert ranges(state, 0) == [r.CLOSE, r.LONG]
    assert ranges(state, 1) == [r.CLOSE, r.FAR]
    assert ranges(state, 2) == [r.LONG, r.FAR]


def test_a_pair_of_which_neither_names_the_other_keeps_its_range():
    """HS-FLEET-6"""
    state = battle(["corsair", "corsair"], ["corsair", "corsair"])
    move(state, "bear_down:2", "circle:3", "circle:0", "circle:1", rolls=[0, 0])
    assert state.ranges[0, 2] == r.MEDIUM
    assert state.ranges[0, 3] == state.ranges[1, 2] == state.ranges[1, 3] == r.LONG
    assert state.ranges[0, 1] == r.SHORT


def test_one_who_is_not_named_back_counts_as_circling():
    """HS-FLEET-7: bear down against circle is one step, and she fires no broadside at whom she did not name."""
    state = two_on_one()
    to_fire(state, "bear_down:2", "circle:2", "circle:1", rolls=[-1, 0])
    assert state.ranges[0, 2] == r.MEDIUM
    assert shots(state, 0) == {"chasers:2", "port:2", "starboard:2"}
    assert shots(state, 2) == {"port:1", "starboard:1"}


def test_both_bear_down_only_if_both_name_each_other():
    """HS-RANGE-4, HS-FLEET-4"""
    state = battle(["corsair", "corsair"], ["corsair", "corsair"])
    move(state, "bear_down:2", "bear_down:3", "bear_down:0", "bear_down:0", rolls=[0, 0])
    assert state.ranges[0, 2] == r.LONG - 2
    assert state.ranges[1, 3] == state.ranges[0, 3] == r.LONG - 1


def test_handling_is_rolled_once_for_each_pair():
    """HS-FLEET-9: two circled ships are two rolls, and each decides for its pair alone."""
    state = two_on_one()
    to_fire(state, "circle:2", "circle:2", "circle:0+1", rolls=[20, 0])
    assert shots(state, 0) == shots(state, 1) == {"port:2", "starboard:2"}
    assert shots(state, 2) == {"chasers:0", "stern:0", "port:1", "starboard:1"}


# --- evade ----------------------------------------------------------------------------------------------------


def test_evade_is_aimed_at_all():
    """HS-FLEET-3: also at her own side."""
    state = battle(["corsair", "corsair"], ["corsair", "corsair"])
    move(state, "evade", "circle:2", "circle:1", "circle:1", rolls=[0, 0])
    assert ranges(state, 0) == [r.MEDIUM, r.FAR, r.FAR]


def test_several_chase_one():
    """HS-CHASE-7: a chase for each pursuer; each moves the range of her own pair."""
    state = two_on_one()
    move(state, "bear_down:2", "bear_down:2", "evade", rolls=[3, -12])
    assert ranges(state, 2) == [r.MEDIUM, r.EXTREME]


def test_a_tie_is_one_mishap_for_each_pair():
    """HS-CHASE-7: after all have moved, so a sail that comes loose does not slow the second chase."""
    state = two_on_one()
    move(state, "bear_down:2", "bear_down:2", "evade", rolls=[0, 0, 1, 9])
    assert ranges(state, 2) == [r.LONG, r.LONG]
    assert state.ship[0].fouled and state.ship[2].anchor and not state.ship[1].fouled


def test_two_who_evade_in_a_battle_that_goes_on_part_by_one_step():
    """HS-RANGE-10, HS-ARC-17: and have their stern guns on each other."""
    state = two_on_one(range="medium")
    to_fire(state, "evade", "circle:2", "evade")
    assert state.ranges[0, 2] == r.LONG
    assert shots(state, 0) == {"stern:2"}
    assert shots(state, 2) == {"stern:0", "stern:1"}
    assert "stern:1" not in shots(state, 0)


def test_stern_guns_only_at_those_who_turn_to_her():
    """HS-FLEET-8"""
    state = battle(["corsair", "corsair"], ["corsair", "corsair"])
    to_fire(state, "evade", "circle:3", "circle:0", "circle:1", rolls=[0])
    assert shots(state, 0) == {"stern:2"}


def test_all_evade_and_the_battle_is_over():
    """HS-RANGE-1, HS-FLEET-13"""
    state = two_on_one()
    all_choose(state, "evade")
    assert f.ENDINGS[state.ending] == "escaped"
    assert legal(state, 0) == ["pass"]


# --- the Brilliant Maneuver -----------------------------------------------------------------------------------


def knack_rolled(state, seat):
    """The dice that this seat rolls for a Brilliant Maneuver if she alone tries and nothing is laid down."""
    asked = []
    for rolls in range(3):
        copy = state.copy()
        copy.dice.laid_down, copy.dice.answers = 1, rolls
        copy.dice.tape[:rolls] = 5
        orders = [f.STEADY if "steady" in legal(copy, k) else f.PASS for k in range(f.SHIPS)]
        orders[seat] = f.ATTEMPT
        turn.apply(copy, np.array(orders, np.int16))
        if copy.dice.short and r.ROLLS[copy.dice.want[1]] == "Brilliant Maneuver":
            asked.append((int(copy.dice.want[2]), int(copy.dice.want[4]), int(copy.dice.want[5])))
    return asked


def test_strategy_counts_against_more_than_one():
    """HS-MANEUVER-2: Strategy for her who has two enemies in sight, Tactics for those who have one."""
    state = battle([captain(), captain()], [captain(tactics=0, strategy=5)])
    play(state, ["circle:2", "circle:2", "circle:0+1"])
    assert knack_rolled(state, 2) == [(0, 4, 3), (1, 4, 3), (2, 8, 3)]


def test_who_is_not_engaged_does_not_roll():
    """HS-MANEUVER-3: she who asks rolls, and those who named her or whom she named."""
    state = battle([captain(), captain()], [captain(), captain()])
    play(state, ["circle:2", "circle:3", "circle:0", "circle:1"])
    assert [seat for seat, *_ in knack_rolled(state, 0)] == [0, 2]


def test_totals_are_compared_pair_by_pair():
    """HS-MANEUVER-2, HS-MANEUVER-5, HS-MANEUVER-7: the middle one has +5 over the last and not over the first."""
    state = two_on_one()
    play(state, ["bear_down:2", "bear_down:2", "evade"])
    play(state, ["steady", "steady", "maneuver"], [20, 8, 12, 0, 0, 1, 1])
    assert [int(total) for total in state.maneuver[:3]] == [20, 8, 12]
    state = two_on_one()
    play(state, ["bear_down:2", "bear_down:2", "evade"])
    # with +5 for ship 0 and +5 against ship 1 in the chases
    copy = state.copy()
    copy.dice.laid_down, copy.dice.answers = 1, 3
    copy.dice.tape[:3] = [20, 8, 12]
    turn.apply(copy, np.array([f.STEADY, f.STEADY, f.ATTEMPT, *[0] * 9], np.int16))
    assert copy.dice.want[8] == 5
    copy = state.copy()
    copy.dice.laid_down, copy.dice.answers = 1, 4
    copy.dice.tape[:4] = [20, 8, 12, 3]
    turn.apply(copy, np.array([f.STEADY, f.STEADY, f.ATTEMPT, *[0] * 9], np.int16))
    assert copy.dice.want[8] == -5


def test_no_raise_between_two_of_whom_neither_asked():
    """HS-MANEUVER-3"""
    state = battle([captain(), captain()], [captain(), captain()])
    play(state, ["circle:2", "circle:2+3", "circle:0+1", "circle:1"])
    play(state, ["maneuver", "steady", "steady", "steady"], [9, 30, 0, 0, 0])
    # ship 2 rolled because of ship 0; ship 1 did not, since she is not engaged with ship 0
    assert [int(total) for total in state.maneuver[:4]] == [9, -1, 30, -1]


# --- out of sight ---------------------------------------------------------------------------------------------


def lost_corsair(**scenario):
    """Two warships of which the first has lost sight of the corsair; the second still sees her."""
    state = two_on_one(range="extreme", **scenario)
    move(state, "circle:2", "bear_down:2", "evade", rolls=[2])
    assert state.ranges[0, 2] == f.OUT and state.ranges[1, 2] == r.FAR
    while state.turn == 1:
        all_choose(state, "hold")
    return state


def test_she_escapes_the_one_out_of_whose_sight_she_is():
    """HS-RANGE-10: and from the other she has not escaped."""
    state = lost_corsair()
    assert not any(name.endswith(":2") for name in legal(state, 0))
    assert "bear_down:2" in legal(state, 1)
    assert state.present[2]


def test_catching_up_by_way_of_a_ship_in_sight():
    """HS-FLEET-11: at the edge of sight."""
    state = lost_corsair()
    assert "rejoin" in legal(state, 0)
    move(state, "rejoin", "circle:2", "circle:1", rolls=[0])
    assert state.ranges[0, 2] == r.EXTREME


def test_no_catching_up_with_those_whom_nobody_in_sight_sees():
    """HS-FLEET-11"""
    state = battle(["corsair", "corsair"], ["corsair", "corsair"], range="medium")
    for one, other in ((0, 2), (0, 3)):
        state.ranges[one, other] = state.ranges[other, one] = f.OUT
    assert "rejoin" in legal(state, 0)  # her sister sees both
    state.ranges[1, 2] = state.ranges[2, 1] = state.ranges[1, 3] = state.ranges[3, 1] = f.OUT
    assert "rejoin" not in legal(state, 0)


def out_of_all_sight(turns):
    """A corsair of three on each side, who has seen nobody for so many turns."""
    state = battle(["corsair", "corsair"], ["corsair", "corsair"], range="medium")
    for other in (1, 2, 3):
        state.ranges[0, other] = state.ranges[other, 0] = f.OUT
    for _ in range(turns):
        move(state, "evade", "circle:2", "circle:1", "circle:1", rolls=[0, 0])
        while state.phase != f.ORDERS:
            all_choose(state, "hold")
    return state


def test_out_of_sight_of_every_other_for_two_turns_she_is_away():
    """HS-FLEET-10: after one she may still come back."""
    state = out_of_all_sight(1)
    assert state.present[0] and state.lost[0] == 1
    assert legal(state, 0) == ["evade", "rejoin"]
    state = out_of_all_sight(2)
    assert not state.present[0] and legal(state, 0) == ["pass"]
    assert state.ending == f.RUNNING and not state.ship[0].sunk and not state.ship[0].taken


def test_a_ship_that_sees_nobody_comes_back_to_the_others():
    """HS-FLEET-10, HS-FLEET-11"""
    state = out_of_all_sight(1)
    move(state, "rejoin", "circle:2", "circle:1", "circle:1", rolls=[0, 0])
    assert ranges(state, 0) == [r.EXTREME] * 3
    assert state.lost[0] == 0


def test_the_battle_ends_when_no_two_enemies_see_each_other():
    """HS-FLEET-13"""
    state = battle(["corsair", "corsair"], ["corsair"], range="extreme")
    move(state, "circle:2", "circle:2", "evade")
    assert f.ENDINGS[state.ending] == "escaped"
    assert all(turn.payoff(state, seat) == 0 for seat in range(3))


def test_night_falls():
    """HS-TURN-11"""
    state = two_on_one(nightfall=1)
    move(state, "circle:2", "circle:2", "circle:0", rolls=[0, 0])
    while state.ending == f.RUNNING:
        all_choose(state, "hold")
    assert f.ENDINGS[state.ending] == "nightfall"


@pytest.mark.parametrize(("roll", "field"), [(1, "fouled"), (7, "adrift")])
def test_a_mishap_is_the_hunters(roll, field):
    """HS-MISHAP-2, HS-MISHAP-8"""
    state = two_on_one()
    move(state, "circle:2", "bear_down:2", "evade", rolls=[0, roll])
    assert state.ship[1][field]
    if field == "adrift":
        play(state, ["pass", "turn_back"])
        assert state.ship[1].slowed == 2
