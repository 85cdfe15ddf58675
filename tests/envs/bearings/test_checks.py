"""The Command check, and what officers make of it after the dice."""

import pytest

from quarterdeck.envs.bearings import check, turn
from quarterdeck.envs.bearings import record as r
from quarterdeck.envs.bearings import ship as s
from tests.envs.bearings.battle import at_sea, battle, built, legal, play, throw

OFFICERS = {"ship": "frigate", "officers": 4}


def rolled(face, stake=r.FOR_RANGE, first="frigate", second="frigate", **scenario):
    """A check right after the die."""
    state = at_sea(first, second, **scenario)
    rolls = face if isinstance(face, list) else [face]
    throw(state, rolls, check.contest, state, stake, 0)
    return state


@pytest.mark.parametrize(("face", "outcome"), [(9, r.FAILURE), (10, r.SUCCESS), (20, r.SUCCESS), (1, r.FAILURE)])
def test_d20_against_10_and_the_enemys_command(face, outcome):
    """BE-TURN-4, BE-RANGE-5: 7 and the die against 17; a tie is a success, natural faces mean nothing."""
    state = rolled(face)
    assert (state.total[0], state.total[1], state.outcome) == (face + 7, 17, outcome)


def test_a_ships_command_adds_to_the_captains():
    """BE-SHIP-4, BE-TURN-4: a steam cutter's 5 and a captain's 9 against a ship of the line's -2 and 7."""
    state = rolled(3, first={"ship": "steam_cutter", "captain": 9}, second="ship_of_the_line")
    assert (state.total[0], state.total[1]) == (17, 15)


@pytest.mark.parametrize(("mine", "theirs", "outcome"), [(12, 11, r.SUCCESS), (11, 11, r.SUCCESS), (11, 12, r.FAILURE)])
def test_opposed_both_roll(mine, theirs, outcome):
    """BE-TURN-4: both add 7; ties are the first side's."""
    state = rolled([mine, theirs], opposed=True)
    assert (state.total[0], state.total[1], state.outcome) == (mine + 7, theirs + 7, outcome)


@pytest.mark.parametrize("stake", [r.FOR_LOCATION, r.FOR_RANGE, r.FOR_BEARING, r.FOR_RAM])
def test_who_cannot_be_handled_fails_without_a_roll(stake):
    """BE-TURN-5, BE-TURN-6, BE-ROLE-12: one, the other, both; no officer helps."""
    for helpless, outcome, rolls in (
        ((True, False), r.FAILURE, []),
        ((False, True), r.SUCCESS, [5] if stake == r.FOR_BEARING else []),
        ((True, True), r.NOTHING, []),
    ):
        state = built(OFFICERS, OFFICERS)
        turn.forget_turn(state.ship[0])
        turn.forget_turn(state.ship[1])
        for seat in range(2):
            state.ship[seat].rigging = r.DESTROYED if helpless[seat] else r.INTACT
        throw(state, rolls, check.contest, state, stake, 0)
        assert state.outcome == outcome and check.asked(state) == -1
        assert not check.reacts(state, 0) and not check.reacts(state, 1)


def test_a_natural_20_counts_against_a_helpless_ship():
    """BE-TURN-5, BE-BEAR-4: any bearing."""
    state = at_sea()
    state.ship[1].rigging = r.DESTROYED
    throw(state, [20], check.contest, state, r.FOR_BEARING, 0)
    assert state.outcome == r.TRIUMPH


def test_both_helpless_nothing_changes():
    """BE-TURN-6: no dice for place and range."""
    state = built("frigate", "frigate", location="open_sea", range="medium")
    state.ship[0].rigging = state.ship[1].rigging = r.DESTROYED
    throw(state, [], turn.setup, state)
    assert (state.range, state.location, state.bearing) == (r.MEDIUM, r.OPEN_SEA, r.POINT_TO_POINT)
    assert state.phase == r.FIRE and legal(state, 0) == legal(state, 1) == ["hold", "fire"]


# --- afterwards ---------------------------------------------------------------------------------------------


def failed(face, **more):
    """A captain with officers after a failed check for the location."""
    return battle(OFFICERS, "frigate", [face], **more)


def test_the_navigator_rolls_too_and_the_better_counts():
    """BE-ROLE-5, BE-ROLE-16: skill 7 and the die; once a turn."""
    state = failed(4)
    assert legal(state, 0) == ["let_stand", "navigator"] and legal(state, 1) == ["pass"]
    play(state, "navigator", rolls=[6])
    assert state.phase == r.LOCATION and check.winner(state) == 1
    assert state.ship[0].navigated == 1 and state.ship[0].free == 3
    state = play(failed(4), "navigator", rolls=[15])
    assert check.winner(state) == 0


def test_a_worse_second_roll_is_forgotten():
    """BE-ROLE-5: 4 stays when the navigator throws a 2."""
    state = at_sea(OFFICERS)
    turn.forget_turn(state.ship[0])
    throw(state, [4], check.contest, state, r.FOR_RANGE, 0)
    throw(state, [2], check.react, state, 0, r.NAVIGATOR)
    assert state.total[0] == 11


def test_a_natural_20_beats_a_higher_total_and_a_1_is_rolled_away():
    """BE-ROLE-5, BE-BEAR-2."""
    state = at_sea({"ship": "steam_cutter", "captain": 15, "officers": {"number": 2, "skill": 0}})
    turn.forget_turn(state.ship[0])
    throw(state, [15], check.contest, state, r.FOR_BEARING, 0)
    assert (state.outcome, state.total[0]) == (r.SUCCESS, 35)
    throw(state, [20], check.react, state, 0, r.NAVIGATOR)
    assert (state.outcome, state.total[0], state.natural) == (r.TRIUMPH, 20, 20)
    state.ship[0].navigated = 0
    throw(state, [1], check.contest, state, r.FOR_BEARING, 0)
    assert state.outcome == r.BAD_FAILURE
    throw(state, [2], check.react, state, 0, r.NAVIGATOR)
    assert state.outcome == r.FAILURE


def test_no_navigator_against_what_he_cannot_reach():
    """BE-ROLE-5: a natural 20 in Bearing, a total over his 20, his skill and a bosun's 2; his own die may be a 20."""
    state = at_sea({"ship": "steam_cutter", "captain": 20}, OFFICERS)
    turn.forget_turn(state.ship[1])
    for stake, face, may in ((r.FOR_RANGE, 4, True), (r.FOR_RANGE, 5, False), (r.FOR_BEARING, 20, False)):
        throw(state, [face], check.contest, state, stake, 0)
        assert check.asked(state) == 1 and check.may_react(state, 1, r.NAVIGATOR) == may
    state = at_sea(OFFICERS, {"ship": "steam_cutter", "captain": 20})
    turn.forget_turn(state.ship[0])
    for stake, may in ((r.FOR_RANGE, False), (r.FOR_BEARING, True)):
        throw(state, [2], check.contest, state, stake, 0)
        state.ship[0].skill = 0
        assert check.may_react(state, 0, r.NAVIGATOR) == may


def test_the_bosun_adds_2_after_the_roll_where_it_changes_something():
    """BE-ROLE-11: not for a gap of 3, not twice."""
    assert "bosun" not in legal(failed(7), 0)
    state = failed(8)
    assert legal(state, 0) == ["let_stand", "navigator", "bosun"]
    play(state, "bosun")
    assert check.winner(state) == 0 and state.ship[0].piped and state.ship[0].free == 3
    assert not check.may_react(state, 0, r.BOSUN)


def test_the_bosun_makes_a_tie_of_a_failure_in_bearing():
    """BE-ROLE-11, BE-BEAR-2: 2 short is a tie then; a natural 1 stays what it is."""
    state = at_sea(OFFICERS)
    turn.forget_turn(state.ship[0])
    throw(state, [8], check.contest, state, r.FOR_BEARING, 0)
    assert check.may_react(state, 0, r.BOSUN)
    throw(state, [], check.react, state, 0, r.BOSUN)
    assert state.outcome == r.TIE
    weak = at_sea(OFFICERS, {"ship": "frigate", "captain": 0})
    turn.forget_turn(weak.ship[0])
    throw(weak, [1], check.contest, weak, r.FOR_BEARING, 0)
    assert weak.outcome == r.BAD_FAILURE and not check.may_react(weak, 0, r.BOSUN)


@pytest.mark.parametrize(("face", "outcome"), [(8, r.TIE), (9, r.SUCCESS)])
def test_the_bosuns_2_are_the_checks_whichever_roll_counts(face, outcome):
    """BE-ROLE-5, BE-ROLE-11: the navigator's 7 and his die count 2 more as well; those of the next check do not."""
    state = at_sea(OFFICERS)
    turn.forget_turn(state.ship[0])
    throw(state, [8], check.contest, state, r.FOR_BEARING, 0)
    throw(state, [], check.react, state, 0, r.BOSUN)
    throw(state, [face], check.react, state, 0, r.NAVIGATOR)
    assert (state.total[0], state.outcome) == (face + 7 + 2, outcome)
    state.ship[0].navigated = 0
    throw(state, [2], check.contest, state, r.FOR_RAM, 0)
    throw(state, [face], check.react, state, 0, r.NAVIGATOR)
    assert state.total[0] == face + 7


def test_so_they_are_for_the_side_that_takes_10():
    """BE-ROLE-5, BE-ROLE-11: 17 and 2, then her navigator's 13, 7 and 2."""
    state = at_sea(OFFICERS, OFFICERS)
    for ship in state.ship:
        turn.forget_turn(ship)
    throw(state, [11], check.contest, state, r.FOR_RANGE, 0)
    throw(state, [], check.react, state, 1, r.BOSUN)
    assert (state.total[0], state.total[1], state.outcome) == (18, 19, r.FAILURE)
    throw(state, [14], check.react, state, 0, r.NAVIGATOR)
    throw(state, [13], check.react, state, 1, r.NAVIGATOR)
    assert (state.total[0], state.total[1], state.outcome) == (21, 22, r.FAILURE)


def test_the_side_that_loses_reacts_and_then_the_other():
    """BE-ROLE-11: seat 1's navigator replaces her 10, then seat 0 is asked in her turn."""
    state = battle(OFFICERS, OFFICERS, [12])
    assert legal(state, 0) == ["pass"] and "navigator" in legal(state, 1)
    play(state, second="navigator", rolls=[15])
    assert (state.total[0], state.total[1]) == (19, 22)
    assert "navigator" in legal(state, 0) and legal(state, 1) == ["pass"]
    play(state, "let_stand")
    assert check.winner(state) == 1 and state.phase == r.LOCATION


def test_a_tie_in_bearing_is_offered_to_both():
    """BE-ROLE-11: first to the side that rolls, then to the other."""
    state = at_sea(OFFICERS, OFFICERS)
    for ship in state.ship:
        turn.forget_turn(ship)
    throw(state, [10], check.contest, state, r.FOR_BEARING, 0)
    assert state.outcome == r.TIE and check.asked(state) == 0
    check.react(state, 0, r.LET_STAND)
    assert check.asked(state) == 1
    check.react(state, 1, r.BOSUN)
    assert state.outcome == r.FAILURE and check.asked(state) == -1


def test_the_look_out_helps_in_dangers_of_the_sea_only():
    """BE-ROLE-8: and counts as posted for the rest of the turn."""
    state = battle(OFFICERS, "frigate", [12], location="shoals")
    assert "look_out" not in legal(state, 0)
    play(state, "stay", rolls=[3])
    assert legal(state, 0) == ["let_stand", "navigator", "look_out"]
    play(state, "look_out", rolls=[8, 20, 10])
    assert state.ship[0].watched == 1 and state.ship[0].hull == 6


def test_nobody_commands():
    """BE-ROLE-1, BE-TURN-5: a captain who is down fails all checks; one without a name cannot be down."""
    state = at_sea(OFFICERS)
    state.ship[0].wounds[r.CAPTAIN] = 0
    assert s.helpless(state.ship[0]) and not s.helpless(state.ship[1])


def test_one_action_a_turn_for_each():
    """BE-ROLE-2: four officers act four times; in the next turn they are free again."""
    state = failed(4)
    ship = state.ship[0]
    for number in range(4):
        assert ship.free == 4 - number
        check.crew.take_officer(ship, r.MAIN_DECK)
    assert ship.free == 0 and check.crew.next_officer(ship) == 0 and sorted(ship.acted[1:5]) == [1, 1, 1, 1]
    turn.forget_turn(ship)
    assert ship.free == 4 and not ship.acted.any()
