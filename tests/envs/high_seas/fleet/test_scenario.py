"""Scenarios of large battles: what they hold, and what is refused in one line."""

import numpy as np
import pytest

from quarterdeck import configs
from quarterdeck.configs import BadInput
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.fleet import record as f
from quarterdeck.envs.high_seas.fleet import turn
from quarterdeck.envs.high_seas.fleet.scenario import FOLDER, battles
from tests.refused import refused

ONE = {"ships": [{"hull": "corsair"}]}


@pytest.mark.parametrize(
    ("scenario", "says"),
    [
        ({"sides": [ONE]}, ["sides", "two sides", "1"]),
        ({"sides": []}, ["sides", "two sides", "0"]),
        ({}, ["sides", "missing"]),
        ({"sides": [ONE, {"ships": []}]}, ["sides.1.ships"]),
        ({"sides": [ONE, {"ships": [{"hull": "corsair", "count": 12}]}]}, ["13 ships", "12"]),
        ({"sides": [ONE, {"ships": [{"hull": "corsair", "count": 0}]}]}, ["sides.1.ships.0.count", "0", "1"]),
        ({"sides": [ONE, {"ships": [{"hull": "corsiar"}]}]}, ["sides.1.ships.0.hull", "did you mean 'corsair'?"]),
        ({"sides": [ONE, ONE], "side": []}, ["side", "did you mean 'sides'?"]),
        ({"sides": [ONE, {**ONE, "misson": "run"}]}, ["sides.1", "misson", "did you mean 'mission'?"]),
        ({"sides": [ONE, {**ONE, "mission": "run"}]}, ["missions", "duel", "hunt"]),
        ({"sides": [{**ONE, "mission": "hunt"}] * 2}, ["missions", "hunt"]),
        ({"sides": [ONE, ONE], "range": "far", "weather": "rough"}, ["'far'", "'rough'", "'long'"]),
        ({"sides": [ONE, {**ONE, "formation": "far"}], "weather": "fog"}, ["sides.1.formation", "'far'", "'medium'"]),
        ({"sides": [ONE, ONE], "ranges": [{"ships": [0, 2], "range": "far"}]}, ["ranges.0.ships", "0 to 1"]),
        ({"sides": [ONE, ONE], "ranges": [{"ships": [1, 1], "range": "far"}]}, ["ranges.0.ships", "[1, 1]"]),
        (
            {"sides": [ONE, ONE], "weather": "storm", "ranges": [{"ships": [0, 1], "range": "far"}]},
            ["ranges.0.range", "'far'", "'medium'"],
        ),
        ({"sides": [{"ships": [{"hull": "any", "fit": ["heavy", "light"]}] * 6}, ONE]}, ["1000000", "10000"]),
        ({"sides": [ONE, {"ships": [{"hull": "corsair", "powder": 40}]}]}, ["sides.1.ships.0", "powder"]),
    ],
)
def test_wrong_scenarios(scenario, says):
    line = refused(battles, scenario)
    assert all(part in line for part in says), line


def test_unknown_names_have_a_neighbour():
    with pytest.raises(BadInput, match="did you mean 'skirmish'"):
        battles("skirmsh")
    with pytest.raises(BadInput, match="neither a name"):
        battles(7)


@pytest.mark.parametrize("name", configs.names(FOLDER))
def test_scenarios_that_ship_with_the_package(name):
    """Everyone sees an enemy or a friend, and somebody has a choice."""
    for state in battles(name):
        slots = int(state["slots"])
        assert 2 <= slots <= f.SHIPS and state["present"].sum() == slots
        assert len(set(state["side"][:slots].tolist())) >= 2
        turn.setup(state)
        assert state["asked"]


def test_ships_stand_side_by_side_in_their_order():
    """HS-FLEET-2"""
    state = battles(
        {
            "sides": [
                {"ships": [{"hull": "galleon"}, {"hull": "corsair", "count": 2}], "formation": "close"},
                {"ships": [{"hull": "merchantman"}], "mission": "duel"},
            ],
            "range": "far",
            "ranges": [{"ships": [3, 1], "range": "short"}],
        }
    )[0]
    assert state["side"].tolist() == [0, 0, 0, 1, *[-1] * 8]
    assert [r.HULLS[kind] for kind in state["ship"]["kind"][:4]] == ["galleon", "corsair", "corsair", "merchantman"]
    out = f.OUT
    assert state["ranges"][:4, :4].tolist() == [
        [out, r.CLOSE, r.CLOSE, r.FAR],
        [r.CLOSE, out, r.CLOSE, r.SHORT],
        [r.CLOSE, r.CLOSE, out, r.FAR],
        [r.FAR, r.SHORT, r.FAR, out],
    ]
    assert (state["ranges"][4:] == out).all()


def test_lists_unfold():
    """HS-TURN-5, HS-TURN-6: and the weather decides how far one sees and recognises."""
    states = battles(
        {
            "sides": [{"ships": [{"hull": ["corsair", "galleon"], "count": 2}]}, ONE],
            "range": ["close", "medium"],
            "weather": ["clear", "storm"],
        }
    )
    assert len(states) == 8
    assert len(np.unique([state.tobytes() for state in states])) == 8
    assert all(state["ship"]["kind"][0] == state["ship"]["kind"][1] for state in states)
    assert {(int(s["sight"]), int(s["recognition"])) for s in states} == {(r.EXTREME, r.FAR), (r.MEDIUM, r.SHORT)}


def test_recognition_can_be_turned_off():
    """HS-TURN-6"""
    state = battles({"sides": [ONE, ONE], "lookouts": False})[0]
    assert state["recognition"] == state["sight"]


def test_a_record_is_small():
    assert f.STATE.itemsize < 2500
