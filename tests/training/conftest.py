"""A small run, so small that it takes a second or two once the rules are compiled."""

from pathlib import Path

import pytest

pytest.importorskip("sb3_contrib")

from quarterdeck.training import config as configuration
from quarterdeck.training.config import TrainingConfig

SMALL = (
    "game=HighSeasBroadside",
    "scenario=broadside",
    "captain=tiny",
    "threads=1",
    "total_steps=512",
    "learner.num_envs=8",
    "learner.n_steps=8",
    "learner.batch_size=64",
    "learner.epochs=1",
    "learner.policy_layers=[16, 16]",
    "learner.value_layers=[8]",
    "opponents.scripted={random: 1}",
    "opponents.snapshot_every=128",
    "opponents.keep=2",
    "evaluation.every=256",
    "evaluation.battles=4",
    "evaluation.final_battles=8",
    "checkpoint_every=64",
)


@pytest.fixture
def small():
    """Makes the small config, with overrides."""

    def make(*overrides: str) -> TrainingConfig:
        return configuration.load(configuration.find("high_seas/duel"), [*SMALL, *overrides])

    return make


@pytest.fixture
def small_file(small, tmp_path) -> Path:
    """The same as a file."""
    path = tmp_path / "small.yaml"
    path.write_text(configuration.dump(small()))
    return path
