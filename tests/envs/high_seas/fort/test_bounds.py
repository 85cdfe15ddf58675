"""What no raid can come to is refused by name, and the odds of a turn are told in words of the raid."""

import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs import values
from quarterdeck.envs.forecast import forecast
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.fort import HIGH_SEAS_FORT as FORT
from quarterdeck.envs.high_seas.fort import bounds
from quarterdeck.envs.high_seas.fort import record as f
from tests.envs.high_seas.fort.raid import at_close, before_town, raid, to_fire


@pytest.mark.parametrize("begin", [raid, at_close, before_town], ids=lambda begin: begin.__name__)
def test_raids_hold_their_laws(begin):
    state = begin()
    assert bounds.broken(state) == 0
    values.check_values(FORT.rules, state)


@pytest.mark.parametrize(
    ("ship", "change", "law"),
    [
        ("corsair", {"sight": r.SHORT}, "range: is out of sight, and the raid runs"),
        ("galleon", {"range": r.SHORT}, "range: is nearer than the ship's draft lets her come"),
        ("corsair", {"facing": f.TOWN}, "facing: is not the first work that stands"),
        ("corsair", {"phase": r.MANEUVER}, "phase: is none of a raid"),
    ],
)
def test_a_raid_that_cannot_be(ship, change, law):
    state = raid(ship, range="medium")
    for field, value in change.items():
        state[field] = value
    assert bounds.LAWS[bounds.broken(state) - 1] == law
    with pytest.raises(BadInput, match=law.split(":")[1].strip()):
        values.check_values(FORT.rules, state)


def test_hands_and_works_that_cannot_be():
    state = raid()
    state.ship[0].sail_crew = state.ship[0].crew
    assert bounds.LAWS[bounds.broken(state) - 1].startswith("ship[0].crew")
    state = raid(town=None)
    state.shore[f.FORT].fallen = f.STORMED
    assert bounds.LAWS[bounds.broken(state) - 1].startswith("shore")


def test_the_odds_of_a_turn():
    """A corsair that comes on from Long with chasers silent: what is told agrees with the rules' own numbers."""
    state = raid("large_warship", range="long")
    found = forecast(FORT, state, ["bear_down", "pass"], [["port@walls"], ["hold"]], ["Sea Hawk", "Stonehold"])
    tables = {table.title: table.rows for table in found.tables}
    assert found.walked.total == pytest.approx(1)
    assert tables["range"]["after the turn"]["Medium"] == pytest.approx(1)
    # at 5 or more of 2k2 94 of 100 hit, for 2 x 12.2 points
    assert tables["damage ashore"]["Stonehold"]["walls"] == pytest.approx(0.94 * 2 * 12.2222, abs=0.05)
    assert tables["damage to the ship"]["Sea Hawk"]["hull"] == pytest.approx(0, abs=1e-9)
    assert found.played[0] == {"bear_down": 1.0, "port@walls": 1.0}


def test_the_odds_of_a_fall():
    state = to_fire(raid("large_warship", range="medium"))
    state.shore[f.FORT].structure = 1
    found = forecast(FORT, state, ["port@walls", "hold"], [], ["Sea Hawk", "Stonehold"])
    tables = {table.title: table.rows for table in found.tables}
    assert tables["damage ashore"]["Stonehold"] == pytest.approx({"walls": 0.94, "garrison": 0, "town": 0})
    assert tables["the raid is"]["after the turn"]["running"] == pytest.approx(1)
    assert found.walked.total == pytest.approx(1)
