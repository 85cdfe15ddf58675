"""A battle shown and told: words hold the numbers of the record, the story says what the rules did."""

import numpy as np
import pytest

from quarterdeck.envs.brick_ships import BRICK_SHIPS_DUEL as DUEL
from quarterdeck.envs.brick_ships import picture, render, turn
from quarterdeck.envs.brick_ships import record as r
from quarterdeck.envs.brick_ships.story import result
from quarterdeck.envs.replay import copied
from quarterdeck.envs.typed_dice import play_typed, retell
from tests.envs import playing
from tests.envs.brick_ships.fight import alongside, at_ropes, fight, man, play, put
from tests.envs.brick_ships.test_gunnery import broadside
from tests.envs.brick_ships.test_sailing import ramming

NAMES = ("Sea Hawk", "Santa Lucia")


def told(state, one="pass", other="pass", rolls=()):
    """The story of one step."""
    return playing.told(DUEL, state, (one, other), NAMES, rolls)


def test_what_is_shown_are_the_numbers_of_the_record():
    state = fight(wind=True, headings=[90, 270])
    state.wind = 10
    man(state, 0, wheel=1, guns=12, ropes=17)
    ship = state.ship[0]
    ship.glugs, ship.sail_hits, ship.ram, ship.speed = 5, 2, 1, 8
    state.phase = r.MOVE
    text = DUEL.describe(state, NAMES)
    lines = text.splitlines()
    assert lines[0].startswith("── Round 1 of 60 · first move ") and lines[0].endswith(' wind +3, 21" apart ──')
    assert max(map(len, lines)) <= 78
    for words in (
        "0 Sea Hawk, frigate",
        'Resistance 5   Heading 90°   Speed 8"',
        "Crew     30: wheel 1, guns 12, ropes 17",
        "Loaded   port 3/3   starboard 3/3   fore 1/1 medium",
        "5 glugs a round, 5 not bailed, 2 sail hits, a ram",
        "1 Santa Lucia, frigate",
    ):
        assert words in text


def test_the_table_shows_where_the_ships_are():
    state = fight(headings=[90, 0])
    rows = DUEL.describe(state, NAMES).splitlines()[1:27]
    assert rows[0] == rows[-1] == "+" + "-" * 72 + "+"
    middle = rows[1:-1][render.ROWS - 1 - 12]
    assert middle[1 + 17 : 1 + 26] == "00000000→" and middle[1 + 51] == "1"
    column = "".join(row[1 + 51] for row in rows[1:-1])
    assert column.strip() == "↑11111"


@pytest.mark.parametrize("kind", r.KINDS)
def test_no_line_is_wider_than_the_page(kind):
    state = fight(kind, kind)
    for ship in state.ship:
        ship.glugs, ship.ready, ship.flung, ship.away, ship.boarders, ship.stunned = 99, 2, 2, 2, 20, 4
    text = DUEL.describe(state, ("captain_0", "captain_1"))
    assert max(map(len, text.splitlines())) <= 78


def test_an_action_each_has_its_meaning():
    assert len(render.MEANINGS) == len(set(render.MEANINGS)) == len(r.ACTIONS) == 45


def test_a_picture_shows_hulls_cones_and_water():
    state = fight()
    calm = picture.picture(state, NAMES)
    assert calm.shape == (650, 760, 3) and calm.dtype == np.uint8
    assert (calm == picture.picture(state, NAMES)).all()
    x, y = picture.LEFT + 210, picture.TOP + 240
    assert tuple(calm[y - 20, x - 60]) == picture.SEA and tuple(calm[y - 10, x - 30]) == picture.DECK
    for change in ("heading", "sinking", "ram", "boarders"):
        other = copied(state)
        other.ship[0][change] = 100 if change == "heading" else 1
        assert (picture.picture(other, NAMES) != calm).any(), change


# --- the story ---


def test_stations_wind_and_initiative_are_told():
    lines = told(fight(wind=True), "guns", "row+board", [3, 2])
    assert lines == [
        "Sea Hawk: guns first; 1 at the wheel, 12 at the guns, 6 at the oars, 11 at the ropes.",
        "Santa Lucia: oars and the ropes; 1 at the wheel, 6 at the oars, 23 at the ropes.",
        "The wind: 3, light.",
        "Initiative: Sea Hawk, by 2.",
    ]


def test_a_move_is_told():
    state = fight(headings=[0, 0])
    state.phase, state.first = r.MOVE, 0
    state.ship[0].speed = 7
    lines = told(state, "full@starboard_full")
    assert lines[0].startswith('Sea Hawk sails all her way, hard to starboard: 7", now on 35°; the ships are ')


def test_a_ram_is_told():
    state = ramming()
    for seat in range(2):
        man(state, seat, wheel=1, breach=9)
    state.phase, state.first = r.MOVE, 0
    lines = told(state, "full", rolls=[4])
    assert "Sea Hawk rams Santa Lucia: 4 and 5 against 5." in lines
    assert "Santa Lucia: 4 glugs a round pour in, 7 men lost, 3 stand." in lines


def test_a_broadside_is_told():
    state = broadside()
    man(state, 1, wheel=1, breach=9)
    lines = told(state, "fire@hull", rolls=[2, 7])
    assert lines == [
        "Sea Hawk fires 3 starboard guns at the hull at short range: 2 hits.",
        "Santa Lucia: 5 glugs a round pour in, 6 men lost, 4 stand.",
    ]


def test_a_ship_that_sinks_is_told():
    state = broadside()
    state.ship[1].glugs = 4
    man(state, 1, wheel=1)
    lines = told(state, "fire@hull", rolls=[1, 2, 4])
    assert "Santa Lucia has 5 glugs a round, 5 not bailed: 4 on 2D." in lines
    assert "A section gives way: Santa Lucia begins to sink by the stern." in lines


def test_a_boarding_is_told():
    state = at_ropes(alongside(gap=2))
    man(state, 0, ropes=5)
    man(state, 1, ropes=4)
    state.high = 0
    lines = told(state, "cross", "keep", [4])
    assert "Sea Hawk: men go across." in lines and lines[-1] == "Santa Lucia is taken by Sea Hawk."


def test_ends_are_told():
    state = fight()
    for ending, words in (
        (r.NIGHTFALL, "Night falls"),
        (r.TAKEN, "taken by Santa Lucia"),
        (r.SUNK, "Sea Hawk is under"),
    ):
        state.ending = ending
        state.ship[0].taken = state.ship[0].sunk = 1
        assert words in result(state, NAMES)
    state.ship[1].sunk = state.ship[1].taken = 1
    assert "neither" in result(state, NAMES)
    put(state, 0, -1, 24, 0)
    state.ending = r.ESCAPED
    assert result(state, NAMES) == "Sea Hawk leaves the table."


def test_a_story_that_is_not_of_these_rolls_is_refused():
    state = fight()
    before = copied(state)
    orders = np.array([r.ACTIONS.index("guns")] * 2, np.int16)
    play(state, "guns", "guns", [3])
    state.dice.tape[:1] = [3]
    rolls = retell(DUEL, before, orders, state, NAMES)
    with pytest.raises(ValueError, match="do not lead"):
        DUEL.narrate(before, orders, before, rolls, NAMES)


# --- dice on a table ---


def test_real_dice():
    """BR-GUN-8, BR-WATER-1: the faces of three guns, then of two hits added."""
    state = broadside()
    orders = [r.ACTIONS.index("fire@hull"), 0]
    after, roll, _ = play_typed(DUEL, state, orders, [], NAMES)
    assert after is None and roll.text == "Sea Hawk, to hit: roll 3d6"
    _, roll, _ = play_typed(DUEL, state, orders, [4, 6, 3], NAMES)
    assert roll.text == "Sea Hawk, damage: roll 2d6"
    _, roll, _ = play_typed(DUEL, state, orders, [4, 6, 3, 5, 2], NAMES)
    assert roll.text == "Santa Lucia, sinking: roll 2d6"
    after, roll, used = play_typed(DUEL, state, orders, [4, 6, 3, 5, 2, 6, 6], NAMES)
    assert roll is None and used == 7 and after.ship[1].glugs == 5 and not after.ship[1].sinking
    assert turn.payoff(after, 0) == 0
