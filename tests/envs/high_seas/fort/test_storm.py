"""The storm on a fort: who may, who fights, who yields, and what comes after."""

import pytest

from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.fort import record as f
from quarterdeck.envs.high_seas.fort import turn
from tests.envs.high_seas.fort.raid import at_close, hold, legal, play, raid, to_storm

FEW = {"hull": "corsair", "crew": {"kind": "pirate", "hands": 30}, "pont_guns": 0}  # five squads of six


def sides(state):
    return int(state.ship[0].squads), int(state.shore[f.FORT].squads)


def test_at_close_she_may_storm_without_a_grapple():
    """HS-FORT-6: no die is thrown to get up the walls; farther off there is nothing to decide."""
    assert legal(to_storm(at_close()), 0) == ["stand_off", "storm"]
    state = raid(range="medium")
    play(state, "circle")
    assert state.phase == r.FIRE


def test_the_whole_garrison_fights():
    """HS-FORT-4, HS-BOARD-8: 32 men are five squads; of a corsair's 100 pirates 16 come, which is three to one."""
    state = to_storm(at_close())
    play(state, "storm", "pass", [0, 0, 0, 0])
    assert sides(state) == (16, 5)
    assert state.shore[f.FORT].fallen == f.STORMED


def test_three_to_one_yields_after_an_exchange():
    """HS-FORT-6, HS-BOARD-22: four squads against twelve do, and the fort is taken before it fires."""
    state = to_storm(at_close({**FEW, "crew": {"kind": "pirate", "hands": 72}}))
    play(state, "storm", "pass", [0, 0, 1, 0])
    assert sides(state) == (12, 4)
    assert state.shore[f.FORT].fallen == f.STORMED
    assert (state.facing, state.phase, state.turn) == (f.TOWN, r.FIRE, 1)
    assert legal(state, 0) == ["hold", "port@town", "starboard@town"]


def test_a_fort_without_a_town_is_all_there_is():
    """HS-MISSION-8, HS-BOARD-24: its capture ends the raid, and no gun is fired."""
    state = to_storm(at_close(town=None))
    play(state, "storm", "pass", [0, 0, 1, 0])
    assert state.ending == f.FORT_FELL
    assert (f.ENDINGS[state.ending], state.shore[f.FORT].structure) == ("fallen", 250)


def test_two_exchanges_a_turn_and_the_captain_goes_up_again_or_not():
    """HS-FORT-14, HS-BOARD-19: firearms and pont guns only the first time."""
    state = to_storm(at_close({**FEW, "pont_guns": 1}))
    play(state, "storm", "pass", [0, 0, 1, 0, 0, 1])
    assert sides(state) == (4, 4)
    assert state.ending == r.RUNNING and state.range == r.CLOSE
    hold(state)
    assert legal(to_storm(state), 0) == ["stand_off", "storm"]
    play(state, "storm", "pass", [0, 0, 1, 1])
    assert sides(state) == (3, 3)
    hold(state)
    play(state, "evade")  # nothing holds her
    assert state.range == r.SHORT


def test_the_dice_of_a_storm():
    """HS-BOARD-9, HS-BOARD-16, HS-BOARD-17: a die a squad, one a pont gun the first time, one for five firearms."""
    state = to_storm(at_close({**FEW, "pont_guns": 1}))
    asked = []
    for answers in ([], [0], [0, 0], [0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0, 0]):
        trial = state.copy()
        trial.dice.laid_down, trial.dice.answers = 1, len(answers)
        trial.dice.tape[: len(answers)] = answers
        storm(trial)
        asked.append((f.ROLLS[trial.dice.want[1]], int(trial.dice.want[2]), int(trial.dice.want[4])))
    assert asked == [
        ("firearms", 0, 1),
        ("firearms", 1, 1),
        ("boarding melee", 0, 6),
        ("boarding melee", 1, 5),
        ("boarding melee", 0, 5),
        ("boarding melee", 1, 5),
    ]


def storm(state):
    """Storm, with the rolls that lie on the tape, or as far as they reach."""
    turn.apply(state, (f.STORM, f.PASS))


@pytest.mark.parametrize(("leader", "number"), [({}, 9), ({"over_the_side": True}, 8)], ids=["nobody", "over the side"])
def test_what_kills(leader, number):
    """HS-BOARD-10, HS-BOARD-15: the leader of either side may make it one easier."""
    state = to_storm(at_close(FEW, {"kind": "small", **leader}))
    state.dice.laid_down, state.dice.answers = 1, 1
    state.dice.tape[0] = 0
    storm(state)
    assert (state.dice.want[2], state.dice.want[9]) == (1, number)


def test_a_squad_is_six_men_on_either_side():
    """HS-FORT-14, HS-BOARD-20: of the garrison and of the crew."""
    state = to_storm(at_close(FEW))
    play(state, "storm", "pass", [0, 0, 2, 1, 0, 0])
    assert state.shore[f.FORT].garrison == 32 - 12
    assert state.ship[0].crew == 30 - 6


def test_squads_that_fell_do_not_come_back():
    """HS-FORT-14, HS-BOARD-7: and those whom the guns have killed since do not go up either."""
    state = to_storm(at_close(FEW))
    play(state, "storm", "pass", [0, 0, 1, 1, 0, 0])
    assert sides(state) == (4, 4)
    play(state, *("hold" if "hold" in legal(state, 0) else "pass", "hold"))
    state.shore[f.FORT].garrison = 8
    to_storm(state)
    play(state, "storm", "pass", [0, 0])
    assert sides(state) == (4, 1) and state.shore[f.FORT].fallen == f.STORMED


def test_stormers_who_yield_lose_their_ship():
    """HS-FORT-14, HS-MISSION-8: one squad against three or more."""
    state = to_storm(at_close(FEW))
    play(state, "storm", "pass", [0, 0, 0, 4])
    assert sides(state) == (1, 5)
    assert state.ending == r.TAKEN and state.ship[0].taken
    assert not state.shore[f.FORT].fallen


def test_a_disgruntled_crew_may_sulk_the_first_time():
    """HS-FLAW-12, HS-FORT-14: on a 1, 1k1 squads stay aboard for good."""
    surly = {**FEW, "flaws": ["disgruntled_crew"]}
    state = to_storm(at_close(surly))
    play(state, "storm", "pass", [2, 0, 0, 0, 0, 0, 0])
    assert sides(state) == (5, 5)
    state = to_storm(at_close(surly))
    play(state, "storm", "pass", [1, 2, 0, 0, 0, 0, 0])
    assert sides(state) == (3, 5)
    hold(state)
    play(to_storm(state), "storm", "pass", [0, 0, 0, 0])
    assert sides(state) == (3, 5)


def test_with_nobody_left_on_either_side_the_fort_stands():
    """HS-FORT-14: she has no squad to send again."""
    state = to_storm(at_close(FEW))
    play(state, "storm", "pass", [0, 0, 5, 5])
    assert sides(state) == (0, 0)
    assert state.ending == r.RUNNING and not state.shore[f.FORT].fallen
    if state.phase == r.FIRE:
        hold(state)
    play(state, "circle")
    assert state.phase == r.FIRE


def test_swept_walls_are_only_climbed():
    """HS-FORT-12, HS-FORT-14: grapeshot has killed the last man; nobody strikes back."""
    state = at_close()
    state.shore[f.FORT].garrison = 0
    play(to_storm(state), "storm")
    assert state.shore[f.FORT].fallen == f.STORMED


def test_no_storm_on_a_town():
    """HS-TOWN-6: once the fort has fallen there is nothing more to storm."""
    state = at_close(fort=None)
    play(state, "circle")
    assert state.phase == r.FIRE
    assert legal(state, 0) == ["hold", "port@town", "starboard@town"]


def test_hands_lost_in_the_storm_silence_guns():
    """HS-BOARD-21: three gunners a gun."""
    state = to_storm(at_close(FEW))
    guns = int(state.ship[0].guns.sum())
    play(state, "storm", "pass", [0, 0, 1, 1, 0, 1])
    ship = state.ship[0]
    assert ship.crew == 30 - 12 and 3 * int(ship.guns.sum()) <= ship.gun_crew + 2 and ship.guns.sum() < guns


def test_under_the_walls_the_fight_of_the_guns_goes_on():
    """HS-FORT-1: a storm that is not over stops nobody's fire."""
    state = to_storm(at_close({**FEW, "crew": {"kind": "pirate", "hands": 60}}))
    play(state, "storm", "pass", [0, 0, 0, 0, 0, 0])
    assert state.phase == r.FIRE and legal(state, 1) == ["hold", "guns@hull", "guns@rigging", "guns@grape"]
