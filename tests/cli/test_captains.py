"""The list of captains: scripted ones by name, learned ones with what was measured of them."""

from types import SimpleNamespace

import pytest
import typer
from typer.testing import CliRunner

from quarterdeck import agents
from quarterdeck.cli.captains import captains
from quarterdeck.configs import BadInput
from quarterdeck.envs.captain import script_names
from quarterdeck.envs.game import find_game

app = typer.Typer()
app.command()(captains)


def listed(*arguments: str) -> list[str]:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout.splitlines()


def test_every_scripted_captain_is_listed():
    lines = listed()
    assert lines[0] == "Captains of quarterdeck/HighSeasDuel-v0"
    for name in script_names(find_game("HighSeasDuel").rules):
        assert [line.split() for line in lines].count([name, "scripted"]) == 1


def test_a_learned_captain_stands_with_her_results(monkeypatch):
    card = SimpleNamespace(
        game="quarterdeck/HighSeasChase-v0",
        steps=1_500_000,
        results=[{"opponent": "gunner", "score": 0.61234, "interval": [0.58, 0.64], "battles": 2000}],
    )
    monkeypatch.setattr(agents, "names", lambda game: ["random", "admiral"], raising=False)
    monkeypatch.setattr(agents, "load", lambda game, name: SimpleNamespace(card=card), raising=False)
    assert listed("HighSeasChase")[1:] == [
        "  random   scripted",
        "  admiral  learned",
        "           trained on quarterdeck/HighSeasChase-v0, 1,500,000 decisions",
        "           opponent gunner, score 0.612, interval 0.58 to 0.64, battles 2000",
    ]


def test_an_unknown_game_is_one_line():
    with pytest.raises(BadInput, match="did you mean 'HighSeasDuel'"):
        CliRunner().invoke(app, ["HighSeasDuell"], catch_exceptions=False)
