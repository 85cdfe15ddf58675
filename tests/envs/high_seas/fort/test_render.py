"""A raid shown and told: words hold the numbers of the record, the story says what the rules did."""

import numpy as np
import pytest

from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.fort import HIGH_SEAS_FORT as FORT
from quarterdeck.envs.high_seas.fort import record as f
from quarterdeck.envs.high_seas.fort import render
from quarterdeck.envs.high_seas.fort.story import result
from quarterdeck.envs.replay import copied
from quarterdeck.envs.typed_dice import play_typed
from tests.envs import playing
from tests.envs.high_seas.fort.raid import BURST, at_close, before_town, raid, to_fire, to_storm

NAMES = ("Sea Hawk", "Stonehold")


def told(state, ship, shore="pass", rolls=()):
    """The story of one step."""
    return playing.told(FORT, state, (ship, shore), NAMES, rolls)


def test_what_is_shown_are_the_numbers_of_the_record():
    state = to_fire(raid(range="medium"), "bear_down")
    state.shore[f.FORT].structure = 137
    text = FORT.describe(state, NAMES)
    lines = text.splitlines()
    assert lines[0].startswith("── Turn 1 of 60 · fire ") and lines[0].endswith(" range Short ──")
    assert max(map(len, lines)) <= 78
    for words in (
        "Sea Hawk, corsair",
        "Shallow draft   Handling 4",
        "25/25",
        "16 squads to storm",
        "[Short]",
        "To hit   with 2k2: port 0, starboard 0, chasers 0",
        "Stonehold, small fort",
        "24 guns",
        "137/250",
        "Garrison 32: 5 squads",
        "To hit   with 2k2: hull 15, rigging 25",
        "Stonehold, the town",
        "200/200   yields at 0",
    ):
        assert words in text


@pytest.mark.parametrize("distance", ["close", "medium", "extreme"])
def test_no_line_is_wider_than_the_page(distance):
    for names in (NAMES, ("captain_0", "captain_1")):
        assert max(map(len, FORT.describe(raid(range=distance), names).splitlines())) <= 78


def test_an_action_each_has_its_meaning():
    assert len(render.MEANINGS) == len(set(render.MEANINGS)) == len(f.ACTIONS) == 25


def test_the_story_of_the_guns():
    state = raid("large_warship", range="long")
    assert told(state, "bear_down") == ["Sea Hawk: Bear Down; the range shrinks from Long to Medium."]
    assert told(state, "port@walls", "guns@hull", [12, 25, 17, 13]) == [
        "Sea Hawk fires 20 port guns at the walls: 12 against 5, a hit for 25.",
        "Stonehold fires 24 guns from the walls at the hull: 17 against 10, a hit for 13.",
        "Stonehold: Structure 250 to 225.",
        "Sea Hawk: Hull 45 to 32, loses 1 port gun.",
    ]
    assert told(state, "bear_down") == ["Sea Hawk: Bear Down; her deep draft lets her no nearer than Medium."]
    assert told(state, "chasers@walls", "guns@rigging", [BURST, BURST]) == [
        "Sea Hawk fires 2 chasers at the walls: all ones, a miss; a gun bursts and is lost with its crew.",
        "Stonehold fires 24 guns from the walls at the rigging: "
        "all ones, a miss; a gun bursts and is lost with its crew.",
        "Stonehold: 3 men of the garrison killed.",
    ]


def test_the_story_of_a_strained_rudder():
    state = to_fire(raid(range="medium"), "circle+hard_turns")
    assert told(state, "hold", "hold", [9]) == [
        "Sea Hawk's hard turns: 9, her rudder is strained, Handling one less.",
        "Sea Hawk: Hull 25 to 24.",
    ]


def test_the_story_of_a_storm():
    crew = {"hull": "corsair", "crew": {"hands": 36}, "pont_guns": 0}
    state = to_storm(at_close(crew))
    assert told(state, "storm", "pass", [1, 0, 0, 1, 2, 0]) == [
        "Sea Hawk storms the walls with 6 squads; 5 hold them.",
        "Firearms: Sea Hawk kills 1 squad, Stonehold 0; left are 6 and 4.",
        "Storm, exchange 1: Sea Hawk kills 0 squads, Stonehold 1; left are 5 and 4.",
        "Storm, exchange 2: Sea Hawk kills 2 squads, Stonehold 0; left are 5 and 2.",
        "The walls hold; the fight goes on.",
    ]
    told(state, "hold", "hold")
    to_storm(state)
    assert told(state, "storm", "pass", [1, 0]) == [
        "Sea Hawk storms the walls with 5 squads; 2 hold them.",
        "Storm, exchange 1: Sea Hawk kills 1 squad, Stonehold 0; left are 5 and 1.",
        "The garrison yields: Sea Hawk's flag flies over the small fort.",
    ]


def test_the_story_of_a_surly_crew():
    """HS-FLAW-12"""
    state = to_storm(
        at_close({"hull": "corsair", "crew": {"hands": 36}, "pont_guns": 0, "flaws": ["disgruntled_crew"]})
    )
    assert told(state, "storm", "pass", [1, 2, 0, 0, 0, 0, 0])[:3] == [
        "Sea Hawk storms the walls with 6 squads; 5 hold them.",
        "Sea Hawk's crew is surly: 2 squads will not fight.",
        "Firearms: Sea Hawk kills 0 squads, Stonehold 0; left are 4 and 5.",
    ]


def test_the_story_of_a_bombardment():
    state = raid("corsair", range="medium")
    state.shore[f.FORT].structure = 4
    to_fire(state)
    assert told(state, "port@walls", "hold", [5, 4]) == [
        "Sea Hawk fires 8 port guns at the walls: 5 against 5, a hit for 4.",
        "Stonehold: Structure 4 to 0.",
        "The small fort is a heap of rubble.",
        "The town of Stonehold lies open to Sea Hawk's guns.",
    ]
    state.shore[f.TOWN].structure = 11
    to_fire(state)
    assert told(state, "starboard@town", "guns@hull", [10, 3]) == [
        "Sea Hawk fires 8 starboard guns into the town for 10.",
        "Stonehold fires 2 guns from the town at the hull: 3 against 25, a miss.",
        "Stonehold: 1 of 200 points until the town yields.",
    ]
    to_fire(state)
    assert told(state, "port@town", "hold", [1])[-1] == (
        "The town hauls down its flag: Stonehold yields to Sea Hawk and pays her ransom."
    )


def test_the_story_of_the_end():
    state = raid(weather="fog", range="medium")
    assert told(state, "evade") == [
        "Sea Hawk: Evade; the shore sinks below the horizon.",
        "Sea Hawk stands out to sea; Stonehold is left in peace.",
    ]
    assert FORT.describe(state, NAMES).splitlines()[-1] == "Sea Hawk stands out to sea; Stonehold is left in peace."
    state = to_fire(raid(nightfall=1))
    assert told(state, "hold", "hold") == ["Night falls, and Sea Hawk slips away from Stonehold."]
    state = to_fire(before_town())
    state.ship[0].hull = 1
    assert told(state, "hold", "guns@hull", [30, 1])[-1] == "Sea Hawk has sunk before Stonehold."


def test_a_story_that_did_not_happen_is_refused():
    state = raid()
    orders = np.array([f.ACTIONS.index("circle"), 0], np.int16)
    with pytest.raises(ValueError, match="do not lead"):
        FORT.narrate(state, orders, raid(range="far"), [], NAMES)


def test_typed_dice_ask_for_what_a_table_would_roll():
    state = to_fire(raid("large_warship", range="medium"))
    orders = [f.ACTIONS.index("port@walls"), f.ACTIONS.index("guns@hull")]
    faces: list[int] = []
    asked = []
    for more in ([4, 3], [5, 6], [2, 1]):
        _, roll, _ = play_typed(FORT, state, orders, faces, NAMES)
        asked.append(roll.text)
        faces += more
    after, roll, used = play_typed(FORT, state, orders, faces, NAMES)
    assert asked == [
        "Sea Hawk, cannon: roll 2 dice",
        "Sea Hawk, damage: roll 2 dice",
        "Stonehold, cannon: roll 2 dice",
    ]
    assert roll is None and used == 6 and after.shore[f.FORT].structure == 250 - 22


@pytest.mark.parametrize("fate", [f.STANDS, f.DESTROYED, f.STORMED])
def test_pictures(fate):
    """Of steady size, and never the same for another range, fate or end."""
    state = raid(range="medium")
    state.shore[f.FORT].fallen = fate
    picture = FORT.picture(state, NAMES)
    assert picture.shape == (400, 640, 3) and picture.dtype == np.uint8
    for field, value in (("range", r.LONG), ("ending", r.NIGHTFALL), ("phase", r.FIRE)):
        other = copied(state)
        other[field] = value
        assert not np.array_equal(FORT.picture(other, NAMES), picture)


@pytest.mark.parametrize("ending", range(1, len(f.ENDINGS)))
def test_every_end_has_its_sentence(ending):
    state = raid()
    state.ending = ending
    assert result(state, NAMES).endswith(".") and NAMES[0] in result(state, NAMES)
