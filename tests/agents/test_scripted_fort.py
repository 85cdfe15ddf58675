"""The captains of raids: always lawful, in either seat, each with her habits."""

import pytest

from quarterdeck import agents
from quarterdeck.envs.batch import Batch
from quarterdeck.envs.captain import script_names
from quarterdeck.envs.game import find_game
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.fort import record as f
from quarterdeck.envs.high_seas.fort import turn
from tests.agents.choosing import check_alike, phases_met

FORT = find_game("HighSeasFort")
SCRIPTS = script_names(FORT.rules)[1:]


def raid(ship="corsair", fort="small", **scenario):
    """One raid at its first orders, as an array of one."""
    ship = ship if isinstance(ship, dict) else {"hull": ship}
    fort = fort if isinstance(fort, dict) else {"kind": fort}
    states = FORT.build({"ship": ship, "fort": fort, **scenario})
    turn.setup(states[0])
    return states


def at(states, phase, order=r.CIRCLE):
    """The same raid in a later phase."""
    states["phase"] = phase
    states["ship"]["order"], states["ship"]["arcs"] = order, r.ARC_BROADSIDE
    return states


def choice(captain, states, seat=0):
    """The name of what a captain does."""
    return FORT.actions[agents.load(FORT, captain).choose(FORT, states, seat)[0]]


def test_every_choice_is_legal():
    scenarios = ("default", "storm", "bombardment")
    assert phases_met(FORT, scenarios, 128, 60) == {r.ORDERS, r.GRAPPLE, r.FIRE}


def test_she_plays_alike_in_the_loop_and_asked_from_python():
    check_alike(FORT, FORT.build("storm"), ("stormer", "sweeper"), 32)


# --- at sea -------------------------------------------------------------------------------------------------


def test_the_bombarder_keeps_off_and_batters_the_walls():
    assert choice("bombarder", raid("large_warship", range="extreme")).startswith("bear_down")
    assert choice("bombarder", raid("large_warship", range="long")).startswith("circle")
    assert choice("bombarder", raid("corsair", range="close")).startswith("evade")
    assert choice("bombarder", at(raid("large_warship", range="medium"), r.FIRE)) == "port@walls"


def test_the_stormer_comes_on_and_goes_up():
    """HS-FORT-6: at Close; grapeshot while the walls hold."""
    assert choice("stormer", raid(range="medium")).startswith("bear_down")
    assert choice("stormer", raid(range="close")).startswith("circle")
    assert choice("stormer", at(raid(range="close"), r.GRAPPLE)) == "storm"
    assert choice("stormer", at(raid(range="close"), r.FIRE)) == "port@grape"


def test_a_deep_draft_cannot_storm():
    """HS-FORT-5: then she batters."""
    deep = raid("galleon", range="medium")
    assert choice("stormer", deep) == choice("bombarder", deep)


def test_the_sweeper_waits_until_few_are_left():
    crew = {"hull": "corsair", "crew": {"hands": 40}, "pont_guns": 0}
    states = at(raid(crew, range="close"), r.GRAPPLE)
    assert choice("sweeper", states) == "stand_off"
    assert choice("sweeper", at(raid(crew, range="close"), r.FIRE)) == "starboard@grape"  # port is short of hands
    states["shore"]["garrison"][:, f.FORT] = 12
    assert choice("sweeper", states) == "storm"


def test_the_cautious_one_leaves_what_she_cannot_win():
    assert choice("cautious", raid("large_warship", "large", range="medium")).startswith("evade")
    assert choice("cautious", raid("corsair", "small", range="medium")).startswith("bear_down")
    weak = {"kind": "log", "guns": 2, "gunnery": 0}
    assert choice("cautious", raid("large_warship", weak, range="medium", town=None)) == "circle"


@pytest.mark.parametrize("captain", SCRIPTS)
def test_before_a_town_everyone_circles_and_fires_into_it(captain):
    """HS-TOWN-6"""
    states = FORT.build({"ship": {"hull": "galleon"}, "fort": None, "range": "medium"})
    turn.setup(states[0])
    assert choice(captain, states) == "circle"
    assert choice(captain, at(states, r.FIRE)) == "port@town"


# --- ashore -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("captain", "distance", "shot"),
    [
        ("bombarder", "close", "guns@hull"),
        ("stormer", "medium", "guns@hull"),
        ("stormer", "close", "guns@grape"),
        ("sweeper", "long", "guns@hull"),
        ("sweeper", "short", "guns@rigging"),
        ("cautious", "close", "guns@hull"),
    ],
)
def test_what_the_guns_ashore_are_laid_on(captain, distance, shot):
    assert choice(captain, at(raid("corsair", range=distance), r.FIRE), f.SHORE) == shot


def test_the_cautious_one_thins_out_squads_where_a_hit_would_not_sink_them():
    ship = {"hull": "small_warship", "crew": {"kind": "pirate"}}
    states = at(raid(ship, {"kind": "small", "guns": 12}, range="close"), r.FIRE)
    assert choice("cautious", states, f.SHORE) == "guns@grape"


def test_a_plan_beats_chance():
    """Each of them takes more raids on a small fort from a random garrison than a random captain does."""
    storm = FORT.build("storm")

    def won(captain):
        batch = Batch(FORT, storm, 240, [captain, 0])
        batch.reset(range(240))
        return batch.rewards[:, 0].mean()

    chance = won(0)
    for name in ("stormer", "sweeper", "cautious"):
        assert won(SCRIPTS.index(name) + 1) > chance + 0.5
