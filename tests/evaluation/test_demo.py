"""The demo: a table where a pretrained captain is there, one line where none is."""

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from quarterdeck import agents
from quarterdeck.cli import demo as verb
from quarterdeck.envs.captain import script_names
from quarterdeck.evaluation import suite


class Stubborn:
    """Always bears down, else takes the first legal action."""

    def choose(self, game, states, seat):
        return np.full(len(states), game.actions.index("bear_down"))


@pytest.fixture
def run(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    app = typer.Typer()
    app.command()(verb.demo)
    return lambda: CliRunner().invoke(app, ["--quick"], catch_exceptions=False)


def test_it_fights_every_scripted_captain(run, monkeypatch, tmp_path):
    monkeypatch.setattr(agents, "names", lambda game: [verb.CAPTAIN], raising=False)
    monkeypatch.setattr(agents, "load", lambda game, name: Stubborn(), raising=False)
    ran = run()
    assert ran.exit_code == 0
    for name in script_names(suite.load("quick").game.rules):
        assert name in ran.stdout
    assert "bear_down" in ran.stdout
    last = ran.stdout.strip().splitlines()[-1]
    assert last.startswith("results: results/")
    assert (tmp_path / last.removeprefix("results: ") / "report.json").exists()


def test_without_a_pretrained_captain_it_says_so_in_one_line(run, monkeypatch):
    monkeypatch.setattr(agents, "names", lambda game: ["random"], raising=False)
    ran = run()
    assert ran.exit_code == 1
    assert ran.stdout == ""
    assert ran.stderr.strip() == "quarterdeck: no pretrained captain of high_seas is installed"
