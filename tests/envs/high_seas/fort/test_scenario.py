"""Raids as they are written: what they unfold into, and what is refused."""

import pytest

from quarterdeck import configs
from quarterdeck.configs import BadInput
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.fort import HIGH_SEAS_FORT as FORT
from quarterdeck.envs.high_seas.fort import record as f
from quarterdeck.envs.high_seas.fort.scenario import fort_data
from tests.refused import refused

CORSAIR = {"hull": "corsair"}


@pytest.mark.parametrize(
    ("name", "number"),
    [("default", 50), ("fort_small", 1), ("fort_large", 4), ("storm", 6), ("bombardment", 20)],
)
def test_the_scenarios_that_ship(name, number):
    assert len(FORT.build(name)) == number


def test_every_scenario_that_ships_is_sound():
    for name in configs.names("high_seas_fort/scenarios"):
        assert len(FORT.build(name))


def test_a_list_unfolds():
    states = FORT.build(
        {
            "ship": {"hull": ["corsair", "galleon"], "fit": ["heavy", "light"]},
            "fort": {"kind": ["small", "large"]},
            "town": {"guns": [1, 2]},
            "range": ["long", "far"],
            "weather": ["clear"],
        }
    )
    assert len(states) == len({state.tobytes() for state in states}) == 32
    assert len(FORT.build({"ship": {"hull": "any"}, "fort": {"kind": "any"}})) == 25


def test_what_is_left_out():
    """A small fort, a town of two guns behind it, Long range in clear weather, till nightfall after 60 turns."""
    state = FORT.build({"ship": CORSAIR})[0]
    fort, town = state.shore
    assert (f.KINDS[fort.kind], f.KINDS[town.kind], town.guns) == ("small", "town", 2)
    assert (state.range, state.sight, state.nightfall, state.facing) == (r.LONG, r.EXTREME, 60, f.FORT)
    assert FORT.build({"ship": CORSAIR, "weather": "fog"})[0].range == r.MEDIUM


def test_a_fort_may_be_weaker_than_its_kind():
    fort = {"kind": "large", "structure": 200, "guns": 30, "officers": 2, "marines": 10, "gunnery": 3}
    work = FORT.build({"ship": CORSAIR, "fort": fort})[0].shore[f.FORT]
    assert (work.structure, work.structure_max, work.guns, work.garrison, work.gunnery) == (200, 450, 30, 12, 3)


def test_a_ship_of_ours_by_name():
    state = FORT.build({"ship": "sea_hawk"})[0]
    assert r.HULLS[state.ship[0].kind] == "corsair"


@pytest.mark.parametrize(
    ("scenario", "line"),
    [
        ({}, "scenario: ship: is missing"),
        ({"ship": CORSAIR, "fort": None, "town": None}, "scenario: fort: there is neither a fort nor a town"),
        (
            {"ship": CORSAIR, "fort": {"kind": "smal"}},
            "scenario: fort.kind: 'smal' is not known; did you mean 'small'?",
        ),
        ({"ship": CORSAIR, "fort": {"gun": 3}}, "scenario: fort.gun: there is no such field; did you mean 'guns'?"),
        ({"ship": CORSAIR, "fort": {"guns": 25}}, "scenario: fort.guns: 25 is over the 24 of a small fort"),
        (
            {"ship": CORSAIR, "fort": {"structure": 251}},
            "scenario: fort.structure: 251 is over the 250 of a small fort",
        ),
        ({"ship": CORSAIR, "town": {"guns": 3}}, "scenario: town.guns: 3 does not fit"),
        ({"ship": CORSAIR, "towns": 1}, "scenario: towns: there is no such field; did you mean 'town'?"),
        (
            {"ship": {"hull": "galleon"}, "range": "short"},
            "scenario: range: 'short' is too near for the deep draft of a galleon; the nearest is 'medium'",
        ),
        (
            {"ship": CORSAIR, "range": "far", "weather": "fog"},
            "scenario: range: 'far' is out of sight in 'fog'; the farthest is 'medium'",
        ),
        ({"ship": CORSAIR, "nightfall": 0}, "scenario: nightfall: 0 does not fit"),
        ({"ship": {"hull": "corsair", "guns": {}}}, "scenario: ship.guns.port: is missing"),
        ({"ship": "see_hawk"}, "ship: nothing in high_seas/ships is called 'see_hawk'; did you mean 'sea_hawk'?"),
        ("fort_smal", "nothing in high_seas_fort/scenarios is called 'fort_smal'; did you mean 'fort_small'?"),
        (3, "scenario: 3 is neither a name, a file nor a mapping"),
    ],
)
def test_what_is_refused_in_one_line(scenario, line):
    assert refused(FORT.build, scenario).startswith(line)


def test_too_many_raids():
    every = ["close", "short", "medium", "long", "far", "extreme"]
    with pytest.raises(BadInput, match="unfolds into 21600 battles, more than 10000"):
        FORT.build(
            {
                "ship": {"hull": ["corsair"] * 3, "fit": ["heavy", "light"]},
                "fort": {"kind": ["small"] * 10},
                "town": {"guns": [0, 1, 2]},
                "range": every,
                "weather": ["clear"] * 20,
            }
        )


def test_the_table_of_forts():
    """HS-FORT-3, HS-BOOTY-12: every number has its source; more guns go with thicker walls and dearer ransoms."""
    forts = [fort_data()["forts"][kind] for kind in f.FORTS]
    assert {fort["source"] for fort in forts} <= {"text", "found", "derived"}
    for field in ("guns", "structure", "officers", "marines"):
        values = [fort[field] for fort in forts]
        assert values == sorted(values)
    ransoms = [(fort["ransom"]["guilders"], fort["ransom"]["source"]) for fort in forts]
    assert ransoms == [(0, "derived"), (0, "derived"), (1500, "text"), (3000, "text"), (5000, "text")]
    assert fort_data()["town"]["points"] == 200
