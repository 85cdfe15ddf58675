"""Fights told: the text with its map, the picture, the story of a step, and the odds of a quint."""

import numpy as np
import pytest

from quarterdeck.envs.forecast import forecast
from quarterdeck.envs.hex_wind import HEX_WIND_DUEL as DUEL
from quarterdeck.envs.hex_wind import picture, render
from quarterdeck.envs.hex_wind import record as r
from quarterdeck.envs.typed_dice import play_typed
from tests.envs import playing
from tests.envs.hex_wind.fight import EAST, FIRST, NORTH_EAST, WEST, fight, play, sail, to_fire

NAMES = ("Sea Hawk", "Rover")
SHOOTS = {"kind": "galleon", "weapons": {"fore": {"heavy_catapult": 1}}}


def told(state, first="pass", second="pass", rolls=()):
    """Play a step; what is said of it."""
    return playing.told(DUEL, state, (first, second), NAMES, rolls)


def test_the_text_shows_both_ships_on_the_map():
    state = fight({"kind": "galleon", "fit": "ram"}, "caravel", at=((10, 20, EAST), (15, 18, WEST)))
    text = DUEL.describe(state, NAMES)
    assert max(len(line) for line in text.splitlines()) <= render.WIDTH
    rows = [line for line in text.splitlines() if "·" in line]
    assert sum("A-A-A→" in row for row in rows) == 1 and sum("B←" in row for row in rows) == 1
    for words in ("Wind good from north, blowing S", "galleon at 11,21 heading east", "ram", "range 6", "oars 20+20"):
        assert words in text


def test_what_is_the_matter_is_said():
    state = fight()
    ship = state.ship[0]
    ship.fires, ship.leaks, ship.adrift, ship.masts, ship.hull = 2, 1, 1, 0, 30
    text = DUEL.describe(state, NAMES)
    for words in ("2 on fire", "taking water", "steering destroyed", "dismasted", "sinking"):
        assert words in text


def test_every_action_has_a_meaning():
    assert len(DUEL.meanings) == len(r.ACTIONS) == len(set(DUEL.meanings))


def test_the_picture_shows_wind_ships_and_arcs():
    state = fight(SHOOTS, "trell", at=((10, 20, EAST), (30, 20, WEST)))
    shown = DUEL.picture(state, NAMES)
    assert shown.shape == (picture.HEIGHT, picture.WIDTH, 3) and shown.dtype == np.uint8
    for seat in range(2):
        ship = state.ship[seat]
        x, y = picture.centre(int(ship.q), int(ship.r))
        assert tuple(shown[round(y), round(x)]) == picture.COATS[seat]
    reach = picture.centre(int(state.ship[0].q) + 6, int(state.ship[0].r))
    behind = picture.centre(int(state.ship[0].q) - 6, int(state.ship[0].r))
    inside, outside = (tuple(shown[round(y), round(x)]) for x, y in (reach, behind))
    assert outside == picture.SEA and inside != picture.SEA
    state.toward = NORTH_EAST
    assert not np.array_equal(shown, DUEL.picture(state, NAMES))


def test_a_move_is_told():
    state = sail(fight(speed=(2, 0)), rolls=())
    assert told(state, "port") == ["Sea Hawk turns to port and sails 1 hex to 11,20 heading north-east."]
    lines = told(state, "starboard", rolls=[FIRST])
    assert lines[0] == "Sea Hawk turns to starboard and sails 1 hex to 12,20 heading east."
    assert lines[-1] == "Quint 2: Sea Hawk has the initiative, moves last and fires first."


def test_a_shot_is_told():
    state = to_fire(fight(SHOOTS, "galleon", at=((10, 20, EAST), (15, 20, EAST))))
    lines = told(state, "fore:heavy_catapult", rolls=[80, 25, 95, 5, FIRST])
    assert lines[:3] == [
        "Sea Hawk fires a heavy catapult, fore: 80 against 71, a hit for 25.",
        "A hard hit on Rover: 5, she springs a leak.",
        "Rover: damage points 300 to 275.",
    ]
    state = to_fire(fight(SHOOTS, "galleon", at=((10, 20, EAST), (15, 20, EAST))))
    assert told(state, "fore:heavy_catapult+oil", rolls=[1, FIRST])[0].endswith("oil, fore: 1 against 71, a miss.")


def test_a_ram_is_told():
    ship = {"kind": "trell", "weapons": {}, "ram": True}
    state = sail(fight(ship, "galleon", at=((10, 20, EAST), (12, 20, NORTH_EAST)), speed=(2, 0)), rolls=())
    play(state, "ahead")
    lines = told(state, "ahead", rolls=[120, 1, FIRST])
    assert "Sea Hawk rams Rover at 2 hexes: 120 x 1; both stop." in lines


@pytest.mark.parametrize(
    ("ending", "words"), [(r.NIGHTFALL, "Night falls, and the ships part."), (r.SUNK, "Rover sinks.")]
)
def test_the_end_is_told(ending, words):
    state = fight()
    state.ending, state.ship[1].sunk = ending, ending == r.SUNK
    assert words in DUEL.describe(state, NAMES)


def test_an_escape_is_told_with_the_right_name():
    state = sail(fight(speed=(0, 1), at=((10, 20, EAST), (40, 20, EAST))), rolls=())
    assert told(state, second="ahead")[-1] == "Rover leaves the map and is away."


def test_dice_of_the_table():
    """HW-TURN-2: a die each for the initiative, and again for a tie."""
    state = fight()
    orders = [r.STEADY, r.STEADY]
    texts = []
    for faces in ([], [4], [4, 4], [4, 4, 0], [4, 4, 0, 3]):
        after, roll, used = play_typed(DUEL, state, orders, faces, NAMES)
        texts.append(roll.text if roll else (int(after.first), used))
    assert texts == [
        "Sea Hawk, initiative: roll 1 die",
        "Rover, initiative: roll 1 die",
        "Sea Hawk, initiative: a tie: roll 1 die",
        "Rover, initiative: a tie: roll 1 die",
        (0, 4),
    ]


def test_the_odds_of_a_quint():
    """HW-HIT-1, HW-DAMAGE-1: of a shot at 4 hexes with 20 of 100, 21 points a hit and a fire that does not come."""
    state = fight(SHOOTS, "galleon", at=((10, 20, EAST), (16, 20, EAST)))
    assert state.range == 4
    found = forecast(DUEL, state, ["steady", "steady"], [["fore:heavy_catapult"], []], NAMES)
    tables = {table.title: table.rows for table in found.tables}
    assert found.walked.total == pytest.approx(1)
    assert tables["range"]["after the quint"] == {"4": pytest.approx(1)}
    assert tables["damage"]["Rover"]["points"] == pytest.approx(0.2 * 33)
    assert tables["damage"]["Sea Hawk"]["points"] == pytest.approx(0, abs=1e-9)
    special = tables["may happen"]["Rover"]
    assert special["a mast lost"] == pytest.approx(4 * special["a leak"]) and special["a new fire"] == 0
    assert tables["the fight is"]["after the quint"]["running"] == pytest.approx(1)
    burning = forecast(DUEL, state, ["steady", "steady"], [["fore:heavy_catapult+oil"], []], NAMES)
    assert burning.tables[2].rows["Rover"]["a new fire"] == pytest.approx(0.2)
