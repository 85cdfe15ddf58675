"""An encounter as text, as a picture and as a story."""

import numpy as np
import pytest

from quarterdeck.envs.bearings import BEARINGS_DUEL as DUEL
from quarterdeck.envs.bearings import record as r
from quarterdeck.envs.bearings import render, story
from quarterdeck.envs.captain import random_legal
from quarterdeck.envs.chance import mix
from quarterdeck.envs.typed_dice import retell
from tests.envs.bearings.battle import at_sea, battle, built, play, to_fire

NAMES = ("Otter", "Grey Widow")


def test_every_action_has_a_meaning():
    assert len(render.MEANINGS) == len(r.ACTIONS) == len(set(r.ACTIONS))


def test_an_encounter_as_text():
    state = battle({"ship": "steam_cutter", "officers": 3}, "armoured_steam_warship", [15], location="shoals")
    text = render.describe(state, NAMES)
    assert "Turn 1 of 30 · location" in text and "shoals, range Long" in text
    assert "Otter, steam cutter" in text and "Grey Widow, armoured steam warship" in text
    assert "Engine whole" in text and "Brand +10" in text and "3 officers, 3 free" in text
    assert max(map(len, text.splitlines())) <= 78


def test_what_is_the_matter_is_told():
    state = to_fire(at_sea({"ship": "frigate", "officers": 1}))
    ship = state.ship[0]
    ship.hull, ship.rigging, ship.sinking, ship.wounds[0] = 0, r.DESTROYED, 2, 0
    ship.weapons[r.PORT] = 0
    render.s.look(ship)
    text = render.describe(state, NAMES)
    for words in ("0/6", "Rigging destroyed", "port +9 destroyed", "sinks in 2", "nobody in command", "smoke and fire"):
        assert words in text
    assert "side to side, as Otter picked it" in text


def test_a_check_under_way_is_told():
    state = battle({"ship": "frigate", "officers": 1}, "frigate", [8])
    assert "Check, location: Otter 15 against 17, failed." in render.describe(state, NAMES)


@pytest.mark.parametrize("distance", ["short", "medium", "long"])
def test_pictures_are_of_steady_size(distance):
    for bearing in range(5):
        state = built("sloop", "armoured_steam_warship", range=distance)
        state.bearing = bearing
        image = render.picture(state, NAMES)
        assert image.shape == (400, 640, 3) and image.dtype == np.uint8
        state.ship[0].hull = 1
        assert not np.array_equal(image, render.picture(state, NAMES))


def told(state, rolls, first="pass", second="pass"):
    """The story of a step with these rolls."""
    before = state.copy()
    orders = [r.ACTIONS.index(first), r.ACTIONS.index(second)]
    play(state, first, second, rolls)
    return story.narrate(before, orders, state, retell(DUEL, before, orders, state, NAMES), NAMES)


def test_the_story_of_a_broadside():
    state = to_fire(at_sea())
    state.ship[0].weapons[r.PORT] = r.DAMAGED
    assert told(state, [14, 3, 1, 10], "fire") == [
        "Otter fires her damaged guns.",
        "Otter fires her port guns: 14, needs 9, 2 hits.",
        "Grey Widow fires her port guns: 3, needs 4, a miss.",
        "Otter, hit location: 1, the rigging.",
        "Otter, hit location: 10, the hull.",
        "Grey Widow: Hull Integrity 6 to 5, rigging damaged.",
    ]


def test_the_story_of_a_check():
    state = battle(rolls=[15])
    assert told(state, [], "to_shoals") == ["Otter wants to move to the shoals."]
    assert told(state, [8, 3, 12], second="follow") == [
        "Grey Widow follows to the shoals.",
        "Otter, Command check, dangers of the sea: 8 on the die, 15 against 15.",
        "Grey Widow, Command check, dangers of the sea: 3 on the die, 10 against 15.",
        "Otter, Command check, range: 12 on the die, 19 against 17.",
        "Grey Widow: Hull Integrity 6 to 5.",
    ]


def test_the_story_tells_what_the_bosun_gave_to_a_navigator():
    """BE-ROLE-11: a tie, and then 9, 7 and the bosun's 2."""
    state = battle({"ship": "frigate", "officers": 2}, rolls=[17], places=["open_sea"], range="medium")
    play(state, "keep_range")
    play(state, "no_trick", rolls=[8])
    play(state, "bosun")
    lines = told(state, [9], "navigator")
    assert "Otter, navigator: 9 on the die, 18 in all." in lines


@pytest.mark.parametrize("scenario", ["default", "party", "graveyard", "brand", "hunt"])
def test_every_step_can_be_told(scenario):
    """Random encounters: lines without holes, an end that is told, and no story for the wrong rolls."""
    templates = DUEL.build(scenario)
    masks = np.zeros((2, len(r.ACTIONS)), np.int8)
    for seed in range(6):
        state = templates[(seed * 37) % len(templates)].copy()
        state.dice.generator = mix(seed)
        DUEL.rules.setup(state)
        while not DUEL.rules.is_over(state):
            for seat in range(2):
                DUEL.rules.legal(state, seat, masks[seat])
            orders = [random_legal(state.captain, seat, masks[seat]) for seat in range(2)]
            before = state.copy()
            DUEL.rules.apply(state, np.array(orders, np.int16))
            lines = story.narrate(before, orders, state, retell(DUEL, before, orders, state, NAMES), NAMES)
            assert lines and all(line[-1] in ".!" and "  " not in line for line in lines)
        assert lines[-1] == render.result(state, NAMES)
        assert lines[-1] in render.describe(state, NAMES)


def test_no_story_leads_elsewhere():
    state = battle(rolls=[15])
    after = state.copy()
    after.turn = 7
    with pytest.raises(ValueError, match="do not lead"):
        story.narrate(state, [r.STAY, 0], after, [], NAMES)
