"""Every candidate against every opponent over the battles of one suite."""

import hashlib
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from quarterdeck import agents
from quarterdeck.configs import BadInput, write
from quarterdeck.envs.captain import Captain, script_names
from quarterdeck.envs.compiler import FOLDER
from quarterdeck.envs.game import Game

from .match import RECORD, play
from .suite import Suite


@dataclass(frozen=True)
class Results:
    """What came of a tournament.

    Attributes:
        suite: the battles that were fought.
        seed: the first of their seeds.
        matches: records of `match.play` by (candidate, opponent).
    """

    suite: Suite
    seed: int
    candidates: tuple[str, ...]
    opponents: tuple[str, ...]
    matches: dict[tuple[str, str], np.ndarray]


def enlist(game: Game, name: str) -> str | Captain:
    """A scripted captain by name, to be played inside the compiled loop; any other is loaded.

    Raises:
        BadInput: nobody is called so.
    """
    return name if name in script_names(game.rules) else agents.load(game, name)


def run(
    suite: Suite,
    candidates: Sequence[str],
    opponents: Sequence[str],
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    threads: int = 1,
    folder: Path | None = None,
) -> Results:
    """Fight every candidate against every opponent. All meet the same ships and the same dice.

    Args:
        candidates: names, or files of learned captains.
        progress: called with the number of battles finished since the last call.
        folder: keeps each finished match; a tournament that was interrupted goes on from there.

    Raises:
        BadInput: nobody is called so, or the folder holds another tournament.
    """
    suite.seeds(seed)
    if suite.game.seats != 2:
        raise BadInput(
            f"{suite.game.name}: captains are matched in games of two seats, this one has {suite.game.seats}"
        )
    captains = {name: enlist(suite.game, name) for name in dict.fromkeys([*candidates, *opponents])}
    if folder is not None:
        _claim(folder, suite, candidates, opponents, seed)
    matches = {}
    for row, candidate in enumerate(candidates):
        for column, opponent in enumerate(opponents):
            file = folder / "matches" / f"{row}-{column}.npy" if folder is not None else None
            if file is not None and file.exists():
                records = _read(file, suite)
                if progress is not None:
                    progress(len(records))
            else:
                one, other = captains[candidate], captains[opponent]
                records = play(suite.game, one, other, suite.templates, suite.seeds(seed), progress, threads)
            if file is not None:
                buffer = io.BytesIO()
                np.save(buffer, records, allow_pickle=False)
                write(file, buffer.getvalue())
            matches[candidate, opponent] = records
    return Results(suite, seed, tuple(candidates), tuple(opponents), matches)


def _read(file: Path, suite: Suite) -> np.ndarray:
    try:
        records = np.load(file, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        records = np.zeros(0)
    if records.dtype != RECORD or len(records) != suite.battles:
        raise BadInput(f"{file}: holds no match of this tournament; remove it")
    return records


def _claim(folder: Path, suite: Suite, candidates: Sequence[str], opponents: Sequence[str], seed: int) -> None:
    """Note in the folder what is fought here, or see that it is the same as is noted there."""
    settings = {
        "game": suite.game.id,
        "templates": hashlib.sha256(suite.templates.tobytes()).hexdigest(),
        "battles": suite.battles,
        "seed": seed,
        "candidates": [_fingerprint(name) for name in candidates],
        "opponents": [_fingerprint(name) for name in opponents],
        # the rules and the scripted captains
        "code": FOLDER.name if FOLDER else "",
    }
    path = folder / "tournament.json"
    text = json.dumps(settings, indent=1)
    try:
        if path.exists() and path.read_text(encoding="utf-8") != text:
            raise BadInput(f"{folder}: holds the results of another tournament; give another folder")
        write(path, text.encode())
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written to ({error.strerror})") from None


def _fingerprint(name: str) -> str:
    """A captain's name; for a file what is in it, too."""
    path = Path(name)
    return f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}" if path.is_file() else name
