"""A battle shown: as text, whose words hold the numbers of the record, and as a picture."""

import itertools

import numpy as np
import pytest

from quarterdeck.envs.game import apply, find_game, is_over, legal, setup
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.picture import picture
from quarterdeck.envs.high_seas.render import MEANINGS, describe
from quarterdeck.envs.high_seas.story import narrate
from quarterdeck.envs.replay import copied
from quarterdeck.envs.typed_dice import retell
from tests.envs.high_seas.test_story import DUEL, NAMES, at_deeds, battle, in_fire

# --- as text ------------------------------------------------------------------------------------------------


def test_a_described_battle_holds_its_numbers():
    state = battle(turn=7)
    hawk, gull = state.ship
    hawk.hull, hawk.rigging, hawk.loaded[r.PORT] = 12, 3, 0
    gull.guns[r.STERN] = 0
    text = describe(state, NAMES)
    assert "Turn 7 of 60 · orders" in text and "range Long" in text and "[Long]" in text
    assert "Sea Hawk, corsair" in text and "Grey Gull, merchantman" in text
    assert " 12/25" in text and "  3/15" in text and " 40/40" in text
    # 12 of 15 Rigging are lost: half of Speed 4; 13 of 25 Hull: one of Handling 4
    assert "Speed 2   Handling 3   Size 1" in text
    assert "Speed 3   Handling 2   Size 3" in text
    assert "port 8 ○ reloading   starboard 8 ●   chasers 2 ●   stern 2 ●" in text
    assert "stern –" in text
    assert f"Crew {hawk.crew}: {hawk.sail_crew} at the sails (needs 6)" in text


def test_bars_are_as_long_as_what_is_left():
    state = battle()
    state.ship[0].hull = 5  # a fifth of 25
    line = next(line for line in describe(state, NAMES).splitlines() if "Hull" in line)
    assert line.count("█") == 4 and line.count("░") == 16
    state.ship[0].hull = 1
    line = next(line for line in describe(state, NAMES).splitlines() if "Hull" in line)
    assert line.count("█") == 1  # afloat is never shown as nothing


def test_the_second_ship_stands_over_the_range():
    places = []
    for distance in range(6):
        lines = describe(battle(range=distance), NAMES).splitlines()
        places.append(lines[3].rindex("\\____/"))
        label = f"[{r.RANGES[distance]}]"
        middle = lines[5].index(label) + len(label) / 2
        assert abs(middle - (places[-1] + 3)) <= 1
    assert [after - before for before, after in itertools.pairwise(places)] == [12] * 5


def test_what_is_out_of_sight_is_not_shown():
    text = describe(battle(sight=r.MEDIUM, range=r.LONG), NAMES)
    assert "out of sight" in text and "Far" not in text
    assert text.splitlines()[3].count("\\____/") == 1


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("wet", 2, "wet sails (2)"),
        ("torn", 1, "torn sails"),
        ("fouled", 1, "fouled sail"),
        ("anchor", 1, "anchor dragging"),
        ("rigging", 0, "crippled: no rigging left"),
        ("sail_crew", 2, "under-manned"),
        ("powder", 0, "no powder"),
        ("bonus", 5, "Brilliant Maneuver +5"),
    ],
)
def test_each_flag_is_said(field, value, words):
    state = battle()
    assert words not in describe(state, NAMES)
    state.ship[1][field] = value
    assert words in describe(state, NAMES).split("Grey Gull, merchantman")[1]


def test_a_ship_past_half_her_hull_takes_on_water():
    """HS-DAMAGE-5: strictly more than half."""
    state = battle()
    state.ship[0].hull = 13
    assert "taking on water" not in describe(state, NAMES)
    state.ship[0].hull = 12
    assert "taking on water" in describe(state, NAMES)


def test_calm_and_grapples_are_said():
    calm = describe(battle(calm=3), NAMES)
    assert "calm to the end of turn 3" in calm and calm.count("becalmed") == 2
    state = battle(grappled=1, range=r.CLOSE)
    state.ship[0].squads = 4
    text = describe(state, NAMES)
    assert "4 squads left" in text and text.count("grappled") == 3 and "\\____/##\\____/" in text


def test_the_numbers_to_hit_are_shown_before_fire():
    """HS-FIRE-5: 5 for each Handling and each step of range, less 5 a Gunnery; 10 more for the rigging."""
    text = describe(in_fire(), NAMES)
    # at Handling 2, Short, Gunnery 1, and +5 as the merchantman is larger
    assert "To hit   with 2k2: port hull 15, rigging 25" in text
    assert "starboard hull 15, rigging 25" in text


def test_every_action_has_a_meaning():
    assert len(MEANINGS) == len(DUEL.actions) == len(set(MEANINGS))
    assert DUEL.meanings == MEANINGS


@pytest.mark.parametrize("name", ["HighSeasDuel", "HighSeasChase", "HighSeasBroadside"])
def test_any_battle_fits_the_page_and_can_be_told(name):
    """Narrate plays each step again and refuses rolls that do not lead to what really came of it."""
    game = find_game(name)
    rng = np.random.default_rng(5)
    mask = np.zeros(len(game.actions), np.int8)
    for seed, state in enumerate(game.build("default")[rng.integers(0, 100, 6)]):
        state.dice.generator = seed
        setup(state)
        lines = []
        while not is_over(state):
            before = copied(state)
            orders = np.zeros(2, np.int16)
            for seat in range(2):
                legal(state, seat, mask)
                orders[seat] = rng.choice(np.flatnonzero(mask))
            apply(state, orders)
            lines += narrate(before, orders, state, retell(game, before, orders, state, NAMES), NAMES)
            assert max(len(line) for line in describe(state, NAMES).splitlines()) <= 80
        assert lines and describe(state, NAMES).endswith(lines[-1])


def test_heroes_sight_and_fuses_are_described():
    """HS-HERO-6, HS-TURN-6, HS-MOD-10"""
    state = at_deeds((3, 0), ropes=1)
    state.ship[0].fuse, state.ship[0].boarders, state.ship[0].deeds = 2, 4, 1
    state.ship[1].known = state.ship[1].shown = 0
    mine, theirs = " ".join(describe(state, NAMES).split()).split("Grey Gull, merchantman")
    assert "grappled, 1 of 3 ropes cut" in mine
    assert "Heroes 3 with Panache 2, Fencing 2; 3 may still act; 1 deed done" in mine
    assert "her magazine blows up next turn" in mine and "squads left aboard the enemy: 4" in mine
    assert "Heroes" not in theirs and "not made out by the enemy" in theirs and "gunports hidden" in theirs
    assert max(len(line) for line in describe(state, NAMES).splitlines()) <= 78


# --- as a picture -------------------------------------------------------------------------------------------


def test_pictures_have_one_size_and_show_what_changes():
    state = battle()
    first = picture(state, NAMES)
    assert first.shape == (400, 640, 3) and first.dtype == np.uint8 and first.flags.writeable
    assert (picture(state, NAMES) == first).all()
    for change in ({"range": r.CLOSE}, {"turn": 9}, {"grappled": 1}, {"ending": r.NIGHTFALL}, {"range": 7}):
        other = picture(battle(**change), NAMES)
        assert other.shape == first.shape and (other != first).any()
    state.ship[1].hull = 20
    different = np.argwhere((picture(state, NAMES) != first).any(axis=2))
    assert len(different) and different[:, 1].min() > 320  # only her own card, on the right
