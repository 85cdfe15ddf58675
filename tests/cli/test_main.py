"""The command itself: whatever is wrong on its line is one line, with the nearest that would do."""

import json
import os
import subprocess
import sys

import pytest

from quarterdeck.cli import main


def run(monkeypatch, capsys, *arguments):
    """The exit status, and what was printed to the two outputs."""
    monkeypatch.setattr(sys, "argv", ["quarterdeck", *arguments])
    with pytest.raises(SystemExit) as left:
        main.run()
    printed = capsys.readouterr()
    return left.value.code or 0, printed.out, printed.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["dule"], "quarterdeck: no such command 'dule'. Did you mean 'duel'"),
        (["xyzzy"], "quarterdeck: no such command 'xyzzy'; choose from train, evaluate, duel"),
        (
            ["duel", "me", "gunner", "--scenari", "x"],
            "quarterdeck: duel: there is no option --scenari; did you mean '--scenario'?",
        ),
        (["--hlep"], "quarterdeck: there is no option --hlep; did you mean '--help'?"),
        (["duel", "me", "gunner", "--seed", "-1"], "quarterdeck: duel: invalid value for '--seed'"),
        (["duel", "me", "gunner", "--seed", "x"], "quarterdeck: duel: invalid value for '--seed': give a whole number"),
        (
            ["duel", "me", "windrose"],
            "quarterdeck: no captain of quarterdeck/HighSeasDuel-v0 is called 'windrose'; she plays HexWindDuel",
        ),
        (["captains", "hexwindduel"], "quarterdeck: no game is called 'hexwindduel'; did you mean 'HexWindDuel'?"),
        (["duel", "a", "b", "c"], "quarterdeck: duel: got unexpected extra argument"),
        (["duel"], "quarterdeck: duel: who fights? Name two captains"),
        (["odds"], "quarterdeck: odds: missing argument"),
        (["odds", "default"], "quarterdeck: odds: missing option '--orders'"),
        (["odds", "default", "--orders", "circle"], "quarterdeck: option '--orders' requires 2 arguments"),
        (["evaluate"], "quarterdeck: evaluate: missing argument"),
        (["check", "--steps", "0"], "quarterdeck: check: invalid value for '--steps'"),
        (
            ["check", "--game", "HighSeasDual"],
            "quarterdeck: no game is called 'HighSeasDual'; did you mean 'HighSeasDuel'?",
        ),
    ],
)
def test_a_wrong_line_is_answered_by_one_line(monkeypatch, capsys, arguments, said):
    status, out, err = run(monkeypatch, capsys, *arguments)
    assert status == 2 and out == ""
    assert err.startswith(said)
    assert err.count("\n") == 1 and len(err) < 400


def test_help_is_no_error(monkeypatch, capsys):
    status, out, err = run(monkeypatch, capsys, "duel", "--help")
    assert (status, err) == (0, "") and "--resume" in out


def test_no_verb_prints_the_help(monkeypatch, capsys):
    status, out, err = run(monkeypatch, capsys)
    assert status == 2 and "evaluate" in out + err


def test_paths_are_looked_at_before_long_work(monkeypatch, capsys, tmp_path):
    def work(*_, **__):
        raise AssertionError("the long work has begun")

    monkeypatch.setattr("quarterdeck.evaluation.bench.run", work)
    monkeypatch.setattr("quarterdeck.evaluation.tournament.run", work)
    (tmp_path / "file").write_text("")
    for arguments in (
        ["bench", "--json", str(tmp_path / "file" / "bench.json")],
        ["bench", "--json", str(tmp_path)],
        ["evaluate", "random", "--battles", "2", "--out", str(tmp_path / "file")],
    ):
        status, _, err = run(monkeypatch, capsys, *arguments)
        assert status == 2 and "cannot be written" in err and err.count("\n") == 1
    with pytest.raises(AssertionError, match="long work"):
        run(monkeypatch, capsys, "bench", "--json", str(tmp_path / "new" / "bench.json"))
    assert not (tmp_path / "new").exists()


def test_odds_can_be_piped_on(monkeypatch, capsys):
    status, out, _ = run(
        monkeypatch, capsys, "odds", "chase", "--game", "HighSeasChase", "--orders", "evade", "evade", "--json"
    )
    assert status == 0 and json.loads(out)["the_battle_is"]["after the turn"]["escaped"] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["duel", "gunner", "boarder", "--save", "x" * 5000], "cannot be written"),
        (["duel", "gunner", "boarder", "--scenario", ""], "is called ''"),
        (["evaluate", "gunner", "--suite", "quick", "--battles", "1000000000000"], "at most"),
        (["evaluate", "foo"], "is called 'foo'"),
        (["evaluate", "gunner", "--seed", "9" * 30], "seed:"),
        (["evaluate", "gunner", "--game", "HighSeasFleet"], "games of two seats"),
        (["check", "--rows", "1000000000000"], "invalid value for '--rows'"),
        (["train", "high_seas/duel", "learner.num_envs=1e9"], "num_envs"),
        (["train", "high_seas/duel", "[=1"], "[=1"),
        (["train", "high_seas/duel", "--out", "file/run"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_leaves_nothing_behind(monkeypatch, capsys, tmp_path, arguments, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    status, out, err = run(monkeypatch, capsys, *arguments)
    assert (status, out) == (2, "") and said in err and err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_stranger_writes_no_commands_to_the_terminal(monkeypatch, capsys, tmp_path):
    (tmp_path / "fight.yaml").write_text('ships: ["\\e[31m\\n/x", sea_hawk]')
    status, _, err = run(monkeypatch, capsys, "duel", "gunner", "boarder", "--scenario", str(tmp_path / "fight.yaml"))
    assert status == 2 and "\\x1b[31m" in err and err.count("\n") == 1 and "\x1b" not in err


@pytest.mark.parametrize(
    ("error", "said"), [(MemoryError(), "not enough memory"), (OSError(28, "No space"), "No space")]
)
def test_what_the_machine_lacks_is_one_line(monkeypatch, capsys, error, said):
    def work(*_, **__):
        raise error

    monkeypatch.setattr("quarterdeck.evaluation.bench.run", work)
    status, _, err = run(monkeypatch, capsys, "bench", "--quick")
    assert status == 1 and said in err and err.count("\n") == 1


def test_a_terminal_without_our_letters():
    command = [sys.executable, "-c", "from quarterdeck.cli.main import run; run()", "rules", "HS-TURN-6"]
    found = subprocess.run(command, env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=False)
    assert found.returncode == 0 and b"Traceback" not in found.stderr
