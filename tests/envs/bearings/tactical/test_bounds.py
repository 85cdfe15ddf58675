"""What no battle on squares can come to is refused by name, and the odds of a round are told."""

import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs import values
from quarterdeck.envs.bearings.tactical import BEARINGS_TACTICAL as TACTICAL
from quarterdeck.envs.bearings.tactical import bounds
from quarterdeck.envs.bearings.tactical import record as r
from quarterdeck.envs.forecast import forecast
from tests.envs.bearings.tactical.battle import BOARDER, RUNNER, battle, play

NAMES = ["Sea Hawk", "Grey Gull"]


@pytest.mark.parametrize(
    ("field", "value", "line"),
    [
        ("x", 101, "ship[0].x: 101 does not fit; it must be from 0 to 100"),
        ("hull", 4, "ship[0].hull: 4 does not fit; it must be from -20 to 3"),
        ("heading", 4, "ship[0].heading: 4 does not fit"),
        ("x", 71, "ship: one lies off the map"),
        ("y", 28, "ship: the two lie on the same squares"),
        ("mission", r.RUN, "ship: they are not one to board and one to run"),
        ("crew", 0, "helm: a ship obeys without a captain or hands"),
        ("down", 1, "helm: a ship obeys"),
    ],
)
def test_a_battle_that_cannot_be(field, value, line):
    state = battle()
    values.check_values(TACTICAL.rules, state)
    state.ship[BOARDER][field] = value
    with pytest.raises(BadInput) as error:
        values.check_values(TACTICAL.rules, state)
    assert line in str(error.value)


def test_rocks_and_saves_that_cannot_be():
    state = battle()
    state.rocks, state.rock[0] = 1, (31, 5, 31, 5)
    assert bounds.LAWS[bounds.broken(state) - 1] == "ship: one lies on a rock"
    state = battle()
    state.ship[RUNNER].down = 1
    assert bounds.LAWS[bounds.broken(state) - 1].startswith("ship: one is going down")


def test_who_has_run_may_lie_over_the_edge():
    """BE-SQUARE-6"""
    state = play(battle(places=((30, 4), (70, 30))), "stop", "ahead")
    values.check_values(TACTICAL.rules, state)
    state.ending = r.OUTLASTED
    assert bounds.LAWS[bounds.broken(state) - 1] == "ship: one lies off the map"


def test_the_odds_of_a_round():
    """BE-FLOOD-2, BE-FLOOD-4: one failure from the end, the odds of going down are even; both sail straight on."""
    state = battle({"kind": "sloop", "hull": 0})
    state.ship[BOARDER].failed = 2
    found = forecast(TACTICAL, state, ["ahead", "pass"], [], NAMES)
    tables = {table.title: table.rows for table in found.tables}
    assert found.walked.total == pytest.approx(1)
    assert tables["a flooding ship is"]["Sea Hawk"] == pytest.approx({"steady": 0.05, "going down": 0.5})
    assert tables["a flooding ship is"]["Grey Gull"] == pytest.approx({"steady": 0, "going down": 0})
    assert tables["squares in her last turn"][""] == pytest.approx({"Sea Hawk": 6, "Grey Gull": 6})
    assert tables["the battle is"]["after the round"]["running"] == pytest.approx(1)
    assert found.played[0]["ahead"] == pytest.approx(6)


def test_the_odds_of_a_boarding():
    """BE-BOARDERS-1"""
    state = battle(places=((30, 10), (30, 15)))
    found = forecast(TACTICAL, state, ["starboard_bow", "pass"], [], NAMES)
    assert found.tables[-1].rows["after the round"]["boarded"] == pytest.approx(1)
