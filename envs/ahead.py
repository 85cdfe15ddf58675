"""The first start in less time: two processes compile what the loop of a rule set needs, and meet in the cache on disk.

Numba compiles one function at a time. So another Python compiles the captains, the masks and the observations, while
this one compiles the rules of a step; the loop itself then finds both ready. Where no second processor, no folder or no
second Python is to be had, this one compiles all, as it would have.
"""

import os
import subprocess
import sys
from typing import Any

import numpy as np
from numba import config, typeof

from .compiler import FOLDER, PART, jit
from .engine import fill_orders, folder_of, slot_dtype, write_masks
from .game import Game, apply, find_game, observe, setup

_CHILD = "from quarterdeck.envs.ahead import compile_captains; compile_captains({!r})"
_READY: set[str] = set()


def step_rows(slots):
    """The rules of a step."""
    for row in range(len(slots)):
        setup(slots[row].state)
        apply(slots[row].state, slots[row].orders)


def captain_rows(slots, masks, observations):
    """What lies around a step: the captains, and what they are told."""
    for row in range(len(slots)):
        fill_orders(slots[row], masks[row])
        write_masks(slots[row], masks[row])
        observe(slots[row].state, observations[row])


def compile_captains(rules: str) -> None:
    """What the other process does."""
    import quarterdeck.envs  # noqa: F401  registers the games

    game = find_game(rules)
    masks = np.zeros((0, game.seats, len(game.actions)), np.int8)
    observations = np.zeros((0, game.seats, len(game.features)), np.float32)
    _compile_part(captain_rows, np.zeros(0, slot_dtype(game)), masks, observations)


def compile_ahead(game: Game) -> None:
    """Have all that the loop of a rule set needs compiled; at once where that was done before."""
    if game.rules.name not in _READY:  # asked at every reset, so by name: a rule set takes its time to be hashed
        _READY.add(game.rules.name)
        _compile(game)


def _compile(game: Game) -> None:
    rules = game.rules
    folder = folder_of(rules)
    done = folder / f"{rules.name}.compiled" if folder else None
    if done is None or folder != FOLDER or done.exists() or not _worth_while():
        return
    path = os.pathsep.join(place for place in sys.path if place)
    quiet: Any = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    command = [sys.executable, "-c", _CHILD.format(rules.name)]
    try:
        other = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, **quiet)
    except OSError:
        return
    _compile_part(step_rows, np.zeros(0, slot_dtype(game)))
    if other.wait() == 0:
        done.touch()


def _compile_part(function: Any, *args: np.ndarray) -> None:
    """Have all that a function calls compiled, for arguments like these; it is not called."""
    part: Any = jit(function, None, **PART)
    part.compile(tuple(typeof(arg) for arg in args))


def _worth_while() -> bool:
    """Whether there is another processor and another Python to use it, and anything to compile at all."""
    settings: Any = config
    return not settings.DISABLE_JIT and bool(sys.executable) and (os.cpu_count() or 1) > 1
