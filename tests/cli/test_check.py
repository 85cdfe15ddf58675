"""`quarterdeck check`: what held is counted, and a fault says how to meet it again."""

import re

import pytest
import typer
from typer.testing import CliRunner

from quarterdeck.cli import check as verb
from quarterdeck.envs import game as known
from quarterdeck.envs.game import find_game
from tests.envs import faulty
from tests.envs.faulty import FAULTY
from tests.toy_game import TOY

app = typer.Typer()
app.command()(verb.check)


@pytest.fixture(autouse=True)
def faulty_is_known(monkeypatch):
    monkeypatch.setitem(known._GAMES, FAULTY.id, FAULTY)


def checked(*arguments: str):
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def test_what_holds():
    result = checked("--game", TOY.name, "--steps", "2_000", "--rows", "20", "--threads", "2")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "Everything held."
    assert re.search(r"ToyRace: 2,000 steps, \d+ illegal orders replaced, ended: finished \d+", result.output)


def test_a_fault_is_told_and_can_be_met_again():
    options = ["--game", FAULTY.name, "--scenario", str(faulty.ROSE)]
    result = checked(*options, "--steps", "500", "--rows", "8", "--threads", "1", "--seed", "70")
    assert result.exit_code == 1 and "Everything held" not in result.output
    found = re.search(r"Faulty: seed (\d+), row (\d), step 2: logs_max rose to 21, and it may only fall", result.stderr)
    assert found is not None and int(found[1]) == 70 + int(found[2])
    again = re.search(r"again: quarterdeck check (.*)", result.stderr)
    assert again is not None
    repeated = checked(*again[1].split())
    assert repeated.exit_code == 1 and "row 0, step 2: logs_max rose to 21" in repeated.stderr


def test_every_game_by_default(monkeypatch):
    games = []
    monkeypatch.setattr(verb.fuzz, "fuzz", lambda game, *_: games.append(game) or verb.fuzz.Report(steps=1))
    assert checked("--steps", "10").exit_code == 0
    assert {find_game("HighSeasDuel"), find_game("HighSeasChase"), FAULTY} <= set(games)
