"""A battle on squares shown and told: the map, the picture, and the story of each step."""

import numpy as np
import pytest

from quarterdeck.envs.bearings.tactical import BEARINGS_TACTICAL as TACTICAL
from quarterdeck.envs.bearings.tactical import picture, render, turn
from quarterdeck.envs.bearings.tactical import record as r
from quarterdeck.envs.replay import copied
from quarterdeck.envs.typed_dice import play_typed
from tests.envs import playing
from tests.envs.bearings.tactical.battle import BOARDER, RUNNER, battle, play

NAMES = ("Sea Hawk", "Grey Gull")


def told(state, name, rolls=()):
    """The story of one step of whoever is on turn."""
    orders = ["pass", "pass"]
    orders[int(turn.on_turn(state))] = name
    return playing.told(TACTICAL, state, orders, NAMES, rolls)


def test_the_map_shows_ships_bows_rocks_and_wakes():
    """BE-SQUARE-2: a character stands for two by two squares."""
    state = battle(places=((30, 4), (30, 30)), rocks=[{"at": [60, 20], "size": [2, 2]}])
    play(state, *["ahead"] * 6, "stop", "stop")
    lines = TACTICAL.describe(state, NAMES).splitlines()
    assert lines[0].startswith("── Round 2 of 40 · first ship ") and lines[0].endswith(" 22 squares apart ──")
    assert lines[1] == lines[22] == "  +" + "-" * 40 + "+" and all(line[43] == ">" for line in lines[2:22])
    assert lines[4][3:43] == " " * 18 + "AAAA>" + " " * 17
    assert lines[5][3:43] == " " * 18 + "AAAA>" + " " * 17
    assert lines[17][3:43] == " " * 15 + "BBBB>" + " " * 20
    assert lines[12][3:43] == " " * 30 + "#" + " " * 9
    play(state, *["ahead"] * 6, "stop")
    assert TACTICAL.describe(state).splitlines()[5][3:43] == " " * 18 + ".  AAAA>" + " " * 14


@pytest.mark.parametrize("heading", range(4))
def test_bows_point_where_they_head(heading):
    state = battle(places=((30, 10), (60, 2)))
    state.ship[BOARDER].heading = heading
    page = [line[3:43] for line in TACTICAL.describe(state).splitlines()[2:22]]
    marks = {(x, y) for y, line in enumerate(page) for x, mark in enumerate(line) if mark == "A"}
    bows = {(x, y) for y, line in enumerate(page) for x, mark in enumerate(line) if mark == "^>v<"[heading] and x < 29}
    along = heading % 2 == 0  # 0: a column
    ends = {(point[1] if along else point[0]) for point in bows}
    rest = {(point[1] if along else point[0]) for point in marks}
    assert len(ends) == 1
    assert max(ends) < min(rest) if heading in (r.NORTH, r.WEST) else min(ends) > max(rest)


def test_what_is_the_matter_is_said():
    state = battle({"kind": "sloop", "hull": 0, "crew": 1}, {"kind": "rowboat", "no_captain": {"first": 1}})
    state.ship[BOARDER].failed, state.ship[BOARDER].lost = 1, 1
    state.ship[RUNNER].steady = 1
    text = TACTICAL.describe(state, NAMES)
    for words in (
        "A Sea Hawk, sloop, out to board",
        "Command 1   Hull 0/3",
        "too few hands to pilot her, loses her next turn, flooding, one failure of 3",
        "B Grey Gull, rowboat, out to get away",
        "nobody in command, flooded, but steady",
        "heads east, may turn after 5 more squares; speed 6",
    ):
        assert words in text
    assert max(map(len, text.splitlines())) <= 78


def test_an_action_each_has_its_meaning():
    assert len(render.MEANINGS) == len(set(render.MEANINGS)) == len(r.ACTIONS) == 8


# --- the picture --------------------------------------------------------------------------------------------


def coloured(image, colour):
    """Columns and rows of the pixels of a colour within the map, as squares."""
    rows, columns = np.nonzero((image == np.array(colour, np.uint8)).all(axis=2))
    inside = (rows > picture.TOP) & (rows < picture.TOP + 400)
    return (columns[inside] - picture.LEFT) // 10, (rows[inside] - picture.TOP) // 10


def test_the_picture_shows_ships_where_they_lie():
    state = battle(places=((30, 4), (50, 20)), headings=(r.EAST, r.NORTH))
    image = TACTICAL.picture(state, NAMES)
    assert image.shape == (picture.HEIGHT, picture.WIDTH, 3) and image.dtype == np.uint8
    for seat, (columns, rows) in enumerate(((range(30, 40), range(4, 8)), (range(50, 54), range(20, 30)))):
        x, y = coloured(image, picture.COATS[seat])
        assert set(columns) <= set(x.tolist()) <= {*columns, columns[-1] + 1}  # her outline lies on the grid
        assert set(rows) <= set(y.tolist()) <= {*rows, rows[-1] + 1}


def test_the_picture_changes_with_wakes_rocks_and_ends():
    state = battle()
    before = TACTICAL.picture(state, NAMES)
    assert np.array_equal(before, TACTICAL.picture(state, NAMES))
    play(state, "ahead", "stop", "stop", "ahead", "stop")
    after = TACTICAL.picture(state, NAMES)
    assert not np.array_equal(before, after)
    assert (after == np.array(picture.FOAM, np.uint8)).all(axis=2).any()
    state.rocks, state.rock[0] = 1, (50, 10, 55, 12)
    x, y = coloured(TACTICAL.picture(state, NAMES), picture.ROCK)
    assert x.min() == 50 and y.min() == 10


# --- the story ----------------------------------------------------------------------------------------------


def test_the_story_of_squares_turns_and_stops():
    state = battle(places=((30, 18), (60, 2)))
    assert told(state, "port_bow") == ["Sea Hawk goes a square on the port bow (1 of 6)."]
    state.ship[BOARDER].run = 5
    assert told(state, "turn_starboard") == ["Sea Hawk turns to starboard and heads south."]
    assert told(state, "stop") == ["Sea Hawk stops after one square."]
    assert told(state, "stop") == ["Grey Gull lies still.", "Round 2."]


def test_the_story_of_a_meeting():
    """BE-MEET-1, BE-MEET-2"""
    state = battle(places=((30, 10), (30, 15)), hold=9)
    assert told(state, "starboard_bow") == [
        "Sea Hawk goes a square on the starboard bow (1 of 6).",
        "Sea Hawk and Grey Gull grind together, and both lose their next turn.",
        "Grey Gull loses her turn as hull grinds against hull.",
        "Round 2.",
        "Sea Hawk loses her turn as hull grinds against hull.",
    ]


def test_the_story_of_a_boarding_and_an_escape():
    state = battle(places=((30, 10), (30, 15)))
    assert told(state, "starboard_bow")[-1] == "Sea Hawk's boarders swarm over the rail: Grey Gull is taken."
    assert TACTICAL.describe(state, NAMES).splitlines()[-1] == (
        "Sea Hawk's boarders swarm over the rail: Grey Gull is taken."
    )
    state = play(battle(places=((30, 4), (70, 30))), "stop")
    assert told(state, "ahead") == [
        "Grey Gull goes a square ahead (1 of 6).",
        "Grey Gull is off the map and away from Sea Hawk.",
    ]


def test_the_story_of_a_drift_and_of_going_astern():
    state = battle(runner={"kind": "sloop", "no_captain": {"first": 1, "last": 1}})
    assert told(state, "stop") == [
        "Sea Hawk lies still.",
        "Nobody commands Grey Gull: she drifts 6 squares.",
        "Round 2.",
    ]
    for _ in range(2):
        play(state, "stop", "stop")
    assert told(state, "astern") == ["Sea Hawk backs her sails and goes a square astern (1 of 3)."]
    few = battle(runner={"kind": "sloop", "few_hands": {"first": 1, "last": 1}, "way": 1})
    assert told(few, "stop")[1] == "Too few hands work aboard Grey Gull: she drifts one square."


def test_the_story_of_a_ship_that_sinks():
    """BE-FLOOD-1, BE-FLOOD-5"""
    state = battle({"kind": "sloop", "hull": 0})
    assert told(state, "stop", [10]) == ["Sea Hawk lies still.", "Sea Hawk must be kept afloat: 10, one failure."]
    play(state, "stop")
    assert told(state, "stop", [15])[1] == "Sea Hawk must be kept afloat: 15, and she is."
    play(state, "stop")
    steady = copied(state)
    assert told(steady, "stop", [20])[1] == "Sea Hawk must be kept afloat: 20, and she floats steadily."
    state.ship[BOARDER].failed = 2
    assert told(state, "stop", [3])[1] == "Sea Hawk must be kept afloat: 3, she begins to go down."
    play(state, "stop")
    assert told(state, "stop")[1] == "Sea Hawk goes down 5 feet; 10 more, and she is under."
    assert told(state, "stop") == [
        "Grey Gull lies still.",
        "Round 5.",
        "Sea Hawk is going down and sails no more.",
        "Sea Hawk goes down 5 feet; 5 more, and she is under.",
    ]
    assert told(state, "stop")[-1] == "Sea Hawk is under; Grey Gull is alone on the water."


def test_the_story_of_a_ship_hemmed_in():
    state = battle(places=((70, 0), (30, 30)))
    assert told(state, "stop") == ["Grey Gull lies still.", "Round 2.", "Sea Hawk is hemmed in and lies still."]


def test_a_story_that_does_not_fit_is_refused():
    state = battle()
    after = play(copied(state), "ahead")
    orders = np.array([r.STOP, r.PASS], np.int16)
    with pytest.raises(ValueError, match="do not lead"):
        TACTICAL.narrate(state, orders, after, [], NAMES)


def test_a_roll_can_be_typed():
    """BE-FLOOD-2: a d20, by name."""
    state = battle({"kind": "sloop", "hull": 0})
    orders = np.array([r.STOP, r.PASS], np.int16)
    after, roll, used = play_typed(TACTICAL, state, orders, [], NAMES)
    assert after is None and used == 0
    assert roll.text == "Sea Hawk, staying afloat: roll 1d20"
    after, roll, used = play_typed(TACTICAL, state, orders, [7], NAMES)
    assert roll is None and used == 1 and after.ship[BOARDER].failed == 1
