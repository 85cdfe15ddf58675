"""`quarterdeck odds`: printed for a person, as JSON for a program, and wrong input in one line."""

import json

import pytest
import typer
from typer.testing import CliRunner

from quarterdeck.cli import odds as verb
from quarterdeck.cli.fight import begin
from quarterdeck.configs import BadInput
from quarterdeck.envs import saved
from quarterdeck.envs.game import find_game
from tests.refused import refused

app = typer.Typer()
app.command()(verb.odds)

# two small ships far apart: few outcomes, so that the test is quick without the compiler too
SCENARIO = """
ships:
  - {hull: corsair, guns: {port: 1, starboard: 1, chasers: 0, stern: 0}}
  - {hull: corsair, guns: {port: 1, starboard: 1, chasers: 0, stern: 0}}
range: long
"""


@pytest.fixture
def scenario(tmp_path):
    path = tmp_path / "small.yaml"
    path.write_text(SCENARIO)
    return str(path)


def asked(*arguments: str):
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_numbers_of_a_turn(scenario):
    """HS-RANGE-5: one Bears Down, one Circles, and the range shrinks by one."""
    told = json.loads(asked(scenario, "--orders", "circle", "bear_down", "--json"))
    assert told["range"]["after the turn"]["Medium"] == pytest.approx(1)
    assert told["may_fire"]["Sea Hawk"]["port"] == pytest.approx(1)
    assert 0.5 < told["may_fire"]["Grey Gull"]["port"] < 0.6
    assert told["damage"]["Grey Gull"]["hull"] > told["damage"]["Sea Hawk"]["hull"] > 0
    assert told["the_battle_is"]["after the turn"]["running"] == pytest.approx(1)
    assert told["total"] == pytest.approx(1, abs=1e-9)
    assert 0 < told["counted_together"]["at_most"] < 1e-9
    assert told["played"]["Sea Hawk"]["port@hull"] == pytest.approx(1)


def test_a_person_reads_it(scenario):
    text = asked(scenario, "--orders", "circle", "bear_down", "--first", "hold", "--second", "maneuver, hold")
    assert "Odds of this turn: HighSeasDuel, scenario" in text
    assert "Sea Hawk plays circle, steady, hold" in text
    assert "Grey Gull plays bear_down, maneuver, hold" in text
    assert "100.00%" in text and "the probabilities add up to 1.0000000000" in text
    assert max(map(len, text.splitlines())) < 140


def test_odds_of_a_saved_battle(scenario, tmp_path):
    game = find_game("HighSeasDuel")
    state = begin(game, scenario, 0)
    file = tmp_path / "fight.json"
    saved.save(file, game, state)
    same = [json.loads(asked(name, "--orders", "evade", "evade", "--json")) for name in (scenario, str(file))]
    assert [told.pop("battle") for told in same] == [f"scenario {scenario}, seed 0", str(file)]
    assert same[0] == same[1]
    assert same[0]["the_battle_is"]["after the turn"]["escaped"] == 1
    with pytest.raises(BadInput, match="is a saved battle, which has its game"):
        asked(str(file), "--orders", "evade", "evade", "--seed", "3")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--orders", "circel", "evade"), "orders: 'circel' is no action of HighSeasDuel; did you mean 'circle'?"),
        (("--orders", "circle", "steady"), "orders: 'steady' of seat 1 is not legal now; "),
        (
            ("--orders", "circle", "evade", "--first", "port@hul"),
            "--first: 'port@hul' is no action of HighSeasDuel; did you mean",
        ),
        (("--orders", "circle", "evade", "--game", "HighSeasDual"), "did you mean 'HighSeasDuel'?"),
    ],
)
def test_wrong_input_is_one_line(scenario, arguments, said):
    assert said in refused(asked, scenario, *arguments)


def test_the_ships_are_those_of_a_duel(scenario):
    assert all(name in asked(scenario, "--orders", "evade", "evade") for name in find_game("HighSeasDuel").names)
