"""A run from its beginning to a captain, through Ctrl-C, a kill, and damaged files."""

import json
import math
import signal

import numpy as np
import pytest
import torch

from quarterdeck.agents import learned
from quarterdeck.cli.train import train as cli
from quarterdeck.configs import BadInput
from quarterdeck.training import checkpoint, folders, train
from quarterdeck.training.measure import measure
from quarterdeck.training.progress import Bar, steps_text


class Killed(BaseException):
    """Stands for a process that ends without a word."""


def at(monkeypatch, steps, what):
    """Do something once the run has learned from so many steps."""
    update = Bar.update

    def spy(bar, now):
        update(bar, now)
        if now >= steps:
            monkeypatch.setattr(Bar, "update", update)
            what()

    monkeypatch.setattr(Bar, "update", spy)


def die():
    raise Killed


def test_a_run_ends_in_a_measured_captain(small, tmp_path):
    folder = tmp_path / "run"
    scores = train.train(small(), folder, quiet=True)
    result = json.loads((folder / "result.json").read_text())
    assert result["steps"] == 512 and result["captain"] == "tiny"
    assert [score.facts() for score in scores] == result["scores"]
    captain = learned.load(folder / "tiny", small().found_game)
    assert captain.card.steps == 512 and captain.card.results == result["scores"]
    lines = [json.loads(line) for line in (folder / "evaluations.jsonl").read_text().splitlines()]
    assert [line["steps"] for line in lines] == [256]
    assert checkpoint.read_progress(folder).league == [256, 384]
    assert list((folder / "tensorboard").iterdir())
    assert not list(folder.rglob("*.pkl")) and not list(folder.rglob("*.zip"))


def test_the_same_seed_learns_the_same_and_another_seed_does_not(small, tmp_path):
    runs = {"a": "seed=5", "b": "seed=5", "c": "seed=6"}
    for name, seed in runs.items():
        train.train(small(seed, "total_steps=192"), tmp_path / name, quiet=True)
    first, second, other = ((tmp_path / name / "tiny.safetensors").read_bytes() for name in runs)
    assert first == second != other


def test_a_killed_run_goes_on_from_its_checkpoint(small, tmp_path, monkeypatch):
    folder = tmp_path / "run"
    at(monkeypatch, 320, die)
    with pytest.raises(Killed):
        train.train(small("checkpoint_every=128"), folder, quiet=True)
    stopped = checkpoint.read_progress(folder)
    assert stopped.steps == 256 and stopped.updates == 4 and stopped.league == [128, 256]
    starts = []
    at(monkeypatch, 0, lambda: starts.append(True))
    config, same = folders.prepare(None, out=folder)
    assert same == folder and config == small("checkpoint_every=128")
    begin = Bar.begin
    monkeypatch.setattr(Bar, "begin", lambda bar, steps: (starts.append(steps), begin(bar, steps)))
    train.train(config, folder, quiet=True)
    assert 256 in starts
    ended = checkpoint.read_progress(folder)
    assert ended.steps == 512 and ended.updates == 8 and ended.league == [256, 384]
    assert ended.seconds >= stopped.seconds


def test_a_checkpoint_brings_back_nets_moments_and_schedule(small, tmp_path):
    folder = tmp_path / "run"
    train.train(small("total_steps=256"), folder, quiet=True)
    run = train.Run(small("total_steps=512"), folder, Bar(512, quiet=True))
    again = train.Run(small("total_steps=512"), folder, Bar(512, quiet=True))
    for name, tensor in run.model.policy.state_dict().items():
        assert torch.equal(tensor, again.model.policy.state_dict()[name]), name
    saved = checkpoint.safetensors.torch.load_file(folder / checkpoint.NAME)
    moments = run.model.policy.optimizer.state_dict()["state"]
    assert len(moments) == len(list(run.model.policy.parameters()))
    for number, values in moments.items():
        assert values["step"] == 4
        assert torch.equal(values["exp_avg_sq"], saved[f"optimizer.{number}.exp_avg_sq"])
    assert any(values["exp_avg"].abs().sum() > 0 for values in moments.values())
    rates = []
    learn = run.model.train
    run.model.train = lambda: (learn(), rates.append(run.model.policy.optimizer.param_groups[0]["lr"]))
    with train.StopSignals() as signals:
        run.learn(signals)
    # half of the way is behind it
    assert rates[0] == pytest.approx(train.line(1e-3, 1e-4, 320 / 512)) and rates[-1] == pytest.approx(1e-4)


def test_ctrl_c_saves_says_how_to_go_on_and_exits_130(small_file, tmp_path, monkeypatch, capsys):
    folder = tmp_path / "run"
    handler = signal.getsignal(signal.SIGINT)
    at(monkeypatch, 192, lambda: signal.raise_signal(signal.SIGINT))
    with pytest.raises(SystemExit) as caught:
        cli(str(small_file), [], out=folder)
    assert caught.value.code == 130
    assert f"quarterdeck train --resume {folder}" in capsys.readouterr().err
    assert signal.getsignal(signal.SIGINT) is handler
    assert checkpoint.read_progress(folder).steps == 192
    assert not (folder / "result.json").exists()
    cli(None, resume=folder)
    out = capsys.readouterr().out
    assert out.splitlines()[-1] == f"Result: {folder}" and "random" in out
    assert checkpoint.read_progress(folder).steps == 512


def test_a_second_ctrl_c_ends_the_run_at_once(small, tmp_path, monkeypatch):
    def twice():
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    at(monkeypatch, 64, twice)
    with pytest.raises(KeyboardInterrupt):
        train.train(small(), tmp_path / "run", quiet=True)


def test_a_finished_run_can_be_made_longer(small, tmp_path):
    folder = tmp_path / "run"
    train.train(small("total_steps=128"), folder, quiet=True)
    config, _ = folders.prepare(None, ["total_steps=256"], resume=folder)
    train.train(config, folder, quiet=True)
    assert json.loads((folder / "result.json").read_text())["steps"] == 256
    assert folders.prepare(None, resume=folder)[0].total_steps == 256


def test_folders_that_cannot_be_used_are_refused_in_one_line(small, small_file, tmp_path):
    def refused(text, *args, **kwargs):
        with pytest.raises(BadInput, match=text) as caught:
            folders.prepare(*args, **kwargs)
        assert "\n" not in str(caught.value)

    refused("which config", None)
    refused("holds no checkpoint.safetensors", None, resume=tmp_path)
    refused("is there already and holds no run", str(small_file), out=tmp_path)
    refused("two folders", None, out=tmp_path / "a", resume=tmp_path / "b")
    folder = tmp_path / "run"
    train.train(small("total_steps=64"), folder, quiet=True)
    refused("is a run of HighSeasBroadside, not of HighSeasDuel", "high_seas/duel", resume=folder)
    refused(
        r"learner.policy_layers: \[4\] is not the \[16, 16\]",
        None,
        ["learner.policy_layers=[4]"],
        resume=folder,
    )
    refused("there is no such field", None, ["learner.rate=4"], resume=folder)


def test_a_damaged_checkpoint_is_refused_in_one_line(small, tmp_path):
    folder = tmp_path / "run"
    train.train(small("total_steps=64"), folder, quiet=True)
    path = folder / checkpoint.NAME
    whole = path.read_bytes()
    for damaged in (b"", whole[:100], whole[:-10], b"\xff" * 64, b"\x80\x04."):
        path.write_bytes(damaged)
        with pytest.raises(BadInput, match="damaged or cut short"):
            train.train(small(), folder, quiet=True)
    other = small("learner.value_layers=[4]")
    path.write_bytes(whole)
    with pytest.raises(BadInput, match=r"value_net\.0\.weight: is torch\.float32 \(8, \d+\), not .* as the config"):
        train.train(other, folder, quiet=True)


def test_measuring_alike_captains_gives_0_and_a_fair_interval(small):
    """By symmetry a captain's payoff against her like is 0: she sits in both seats of the same battles."""
    config = small()
    game = config.found_game

    class First:
        """Takes the lowest legal action, as the engine does for an illegal one."""

        def choose(self, game, states, seat):
            return np.full(len(states), -1)

    templates = game.build("broadside")
    scores = measure(game, templates, First(), ["random", "random"], 401, seed=1)
    assert scores[0] == scores[1] and scores[0].battles == 402
    assert scores[0].low < scores[0].payoff < scores[0].high
    again = measure(game, templates, First(), ["random"], 402, seed=1000)
    assert again[0].payoff != scores[0].payoff
    # two estimates of one number: four times the spread of their difference
    spread = math.hypot(scores[0].high - scores[0].low, again[0].high - again[0].low) / 3.92
    assert abs(again[0].payoff - scores[0].payoff) < 4 * spread


def test_steps_are_told_briefly():
    assert [steps_text(n) for n in (99, 1500, 450_000, 12_340_000)] == ["99", "1.5k", "450k", "12.3M"]


@pytest.mark.slow
def test_a_captain_learns_to_beat_random_play(small, tmp_path):
    """Broadside against `random`, from nothing, in some 100,000 decisions.

    The bound: random play against itself has mean payoff 0 by symmetry. The payoff of a pair of battles lies
    in [-1, 1], so by Hoeffding the mean over 500 pairs exceeds its expectation by 0.25 with probability at most
    exp(-500 * 0.25**2 / 2) < 2e-7.
    """
    config = small(
        "total_steps=100_000",
        "learner.num_envs=256",
        "learner.n_steps=16",
        "learner.batch_size=1024",
        "learner.epochs=4",
        "learner.learning_rate=3e-3",
        "learner.policy_layers=[64, 64]",
        "learner.value_layers=[64, 64]",
        "opponents.past_selves=0",
        "evaluation.every=1e6",
        "evaluation.final_battles=1000",
        "checkpoint_every=1e6",
    )
    (score,) = train.train(config, tmp_path / "run", quiet=True)
    assert score.battles == 1000
    assert score.payoff > 0.25
