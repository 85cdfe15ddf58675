"""The folder of a run: where a new one goes, and what an old one was told."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from quarterdeck import configs
from quarterdeck.configs import BadInput

from . import checkpoint
from . import config as configuration
from .config import TrainingConfig

CONFIG = "config.yaml"
FIXED = ("game", "captain", "learner.policy_layers", "learner.value_layers")


def write_config(folder: Path, config: TrainingConfig) -> None:
    """Write the config, every field of it, beside the result."""
    (folder / CONFIG).write_text(configuration.dump(config), encoding="utf-8")


def prepare(
    name: str | None, overrides: Sequence[str] = (), out: Path | None = None, resume: Path | None = None
) -> tuple[TrainingConfig, Path]:
    """The config and the folder of a run that begins, or goes on.

    A run goes on if `resume`, or `out`, names a folder with a checkpoint. It does so by its own config, with
    the overrides laid over it; `name` may then be left out.

    Raises:
        BadInput: a config is wrong, there is no run to go on with, or it is another than the one named.
    """
    if resume is not None and out is not None and resume != out:
        raise BadInput(f"--out {out} and --resume {resume} are two folders; a run goes on in its own")
    folder = resume or out
    if resume is not None or (folder is not None and (folder / checkpoint.NAME).is_file()):
        assert folder is not None
        return _go_on(folder, name, overrides), folder
    if name is None:
        raise BadInput(f"which config? choose from {', '.join(configuration.names())}, or give the path of one")
    config = configuration.load(configuration.find(name), overrides)
    if folder is None:
        folder = Path("runs") / f"{config.captain}-{datetime.now():%Y%m%d-%H%M%S}"
    # one that was broken off before its first checkpoint holds a config alone
    if folder.exists() and (not folder.is_dir() or any(path.name != CONFIG for path in folder.iterdir())):
        raise BadInput(f"{folder}: is there already and holds no run; choose a new or empty folder")
    configs.check_writable(folder / CONFIG)
    return config, folder


def _go_on(folder: Path, name: str | None, overrides: Sequence[str]) -> TrainingConfig:
    checkpoint.read_progress(folder)
    old = configuration.load(folder / CONFIG)
    config = configuration.load(folder / CONFIG, overrides)
    if name is not None:
        named = configuration.load(configuration.find(name))
        if named.game != old.game:
            raise BadInput(f"{folder}: is a run of {old.game}, not of {named.game} as {name} has it")
    for field in FIXED:
        before, now = _value(old, field), _value(config, field)
        if before != now:
            raise BadInput(f"command line: {field}: {now!r} is not the {before!r} that {folder} was begun with")
    return config


def _value(config: TrainingConfig, field: str) -> object:
    value: object = config
    for part in field.split("."):
        value = getattr(value, part)
    return value
