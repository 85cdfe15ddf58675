"""The bench runs and says what it measured; how fast is not a matter for tests."""

import json

import pytest
import typer
from typer.testing import CliRunner

from quarterdeck.cli.bench import bench
from quarterdeck.envs.game import find_game
from quarterdeck.evaluation import bench as measure


def test_every_face_of_a_game_has_a_row_beside_its_peer():
    game = find_game("HighSeasDuel")
    said = measure.run([game], sizes=(16,), threads=(1, 2), rounds=2, seconds=0.0)
    ours = {(row["face"], row["size"], row["threads"]) for row in said["rows"] if row["library"] == "quarterdeck"}
    assert {
        ("solo", 1, 1),
        ("parallel", 1, 1),
        ("vector", 16, 1),
        ("vector", 16, 2),
        ("both seats", 16, 2),
    } <= ours
    peers = [row for row in said["rows"] if row["library"] == "gymnasium"]
    assert [(row["face"], row["size"]) for row in peers] == [("solo", 1), ("vector", 16)]
    for row in said["rows"]:
        for spread in (row["steps_per_second"], row["ratio_to_cartpole"]):
            assert 0 < spread["least"] <= spread["median"] <= spread["most"]
    for row in peers:
        assert row["ratio_to_cartpole"] == {"median": 1.0, "least": 1.0, "most": 1.0}
    assert said["bytes"]["HighSeasDuel"]["row"] > said["bytes"]["HighSeasDuel"]["battle"] > 0


def test_the_verb_writes_what_it_prints(tmp_path):
    app = typer.Typer()
    app.command()(bench)
    path = tmp_path / "bench.json"
    args = ["--quick", "--game", "HighSeasChase", "--json", str(path)]
    ran = CliRunner().invoke(app, args, catch_exceptions=False)
    assert ran.exit_code == 0
    said = json.loads(path.read_text(encoding="utf-8"))
    assert {"rows", "bytes", "not", "machine", "rounds", "format", "seconds_a_round"} == set(said)
    assert "not a measure" in " ".join(ran.stdout.split())
    assert said["machine"]["libraries"]["gymnasium"]


@pytest.mark.parametrize("sizes", [(8,), (8, 16)])
def test_peers_take_the_sizes_that_ours_do(sizes):
    assert [row.size for row in measure.cartpole_rows(sizes)] == [1, *sizes]
