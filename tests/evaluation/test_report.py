"""Tournaments and what they leave behind."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from quarterdeck.cli.evaluate import evaluate
from quarterdeck.configs import BadInput
from quarterdeck.evaluation import report, suite, tournament

HULLS = 5


@pytest.fixture(scope="module")
def battles():
    return suite.load("quick", battles=100)


@pytest.fixture(scope="module")
def results(battles):
    return tournament.run(battles, ["random"], ["random"], seed=11)


def _is_estimate(value):
    return set(value) == {"mean", "low", "high"} and value["low"] <= value["mean"] <= value["high"]


def test_the_report_holds_what_it_promises(results, tmp_path):
    assert report.save(results, tmp_path) == []
    said = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert set(said) == {
        *("format", "game", "suite", "scenarios", "battles", "seed", "confidence", "unit", "candidates"),
        *("opponents", "matches", "overall", "differences", "hulls", "versions"),
    }
    assert (said["game"], said["suite"], said["battles"], said["seed"]) == (
        "quarterdeck/HighSeasDuel-v0",
        "quick",
        100,
        11,
    )
    (match,) = said["matches"]
    for name in ("payoff", "win", "loss", "draw"):
        assert _is_estimate(match[name])
    assert match["win"]["mean"] + match["loss"]["mean"] + match["draw"]["mean"] == pytest.approx(1)
    assert sum(ending["mean"] for ending in match["endings"].values()) == pytest.approx(1)
    (overall,) = said["overall"]
    assert _is_estimate(overall["payoff"])
    assert [len(row) for row in overall["by_hull"]] == [HULLS] * HULLS
    assert all(cell is None or _is_estimate(cell) for row in overall["by_hull"] for cell in row)
    assert not list(tmp_path.glob(".*"))  # no half-written file
    assert (tmp_path / "report.png").read_bytes().startswith(b"\x89PNG")


def test_hulls_are_told_apart_and_mirror_each_other(results, battles):
    """Of a captain against herself, what one hull earns from another is what that one pays."""
    grid = report.by_hull(battles.game, battles.templates, list(results.matches.values()))
    assert grid is not None
    for i in range(HULLS):
        for j in range(HULLS):
            one, other = grid[i][j], grid[j][i]
            assert one is not None
            assert other is not None
            assert one.mean == pytest.approx(-other.mean)
    assert any(cell is not None and cell.mean != 0 for row in grid for cell in row)


def test_without_matplotlib_one_line_says_so(results, tmp_path, monkeypatch):
    monkeypatch.setattr(report, "find_spec", lambda name: None)
    (line,) = report.save(results, tmp_path)
    assert "quarterdeck[report]" in line
    assert [path.name for path in tmp_path.iterdir()] == ["report.json"]


def test_an_interrupted_tournament_goes_on(battles, results, tmp_path):
    calls = []
    tournament.run(battles, ["random"], ["random"], 11, folder=tmp_path)
    again = tournament.run(battles, ["random"], ["random"], 11, calls.append, folder=tmp_path)
    assert calls == [100]  # read, not fought
    assert np.array_equal(again.matches["random", "random"], results.matches["random", "random"])
    with pytest.raises(BadInput, match="another tournament"):
        tournament.run(battles, ["random"], ["random"], 12, folder=tmp_path)
    (tmp_path / "matches" / "0-0.npy").write_bytes(b"rubbish")
    with pytest.raises(BadInput, match="remove it"):
        tournament.run(battles, ["random"], ["random"], 11, folder=tmp_path)


def test_the_verb_prints_a_table_and_names_its_folder_last(tmp_path):
    import typer

    app = typer.Typer()
    app.command()(evaluate)
    folder = tmp_path / "out"
    args = ["random", "--against", "random", "--suite", "quick", "--battles", "20", "--out", str(folder)]
    ran = CliRunner().invoke(app, args, catch_exceptions=False)
    assert ran.exit_code == 0
    assert any(line.split()[:1] == ["all"] for line in ran.stdout.splitlines())
    assert ran.stdout.strip().splitlines()[-1] == f"results: {folder}"
    assert (folder / "report.json").exists()
