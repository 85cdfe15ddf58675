"""What the property tests of every rule set share: battles of any scenario, and what must hold in each."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings

from quarterdeck.envs.game import Game

ROOT = Path(__file__).resolve().parents[2]


def steadily(examples: int) -> settings:
    """The same examples in every run."""
    return settings(
        derandomize=True,
        deadline=None,
        max_examples=examples,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


def begun(game: Game, scenario: Any, seed: int) -> Any:
    """The first battle of a scenario at its first choice."""
    state = game.build(scenario)[0]
    state.dice.generator = seed
    game.rules.setup(state)
    return state


def masks(game: Game, state: Any) -> np.ndarray:
    """What every seat may do: int8, shape (seats, actions); 1 or 0, and `pass` exactly where there is nothing else."""
    every = np.full((game.seats, len(game.actions)), 7, np.int8)
    for seat, mask in enumerate(every):
        game.rules.legal(state, seat, mask)
        assert set(mask.tolist()) <= {0, 1}
        assert mask[0] == (not mask[1:].any())
    assert not game.rules.is_over(state) or every[:, 0].all()
    return every


def pick(every: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A legal action each."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in every], np.int16)


def outside(game: Game, state: Any) -> list[str]:
    """The features that leave their bounds."""
    seen = np.full((game.seats, len(game.features)), np.nan, np.float32)
    game.rules.observe(state, seen)
    low, high = game.feature_bounds
    return [game.feature_names[i] for i in np.flatnonzero(~((seen >= low) & (seen <= high)).all(axis=0))]


def check_battle(
    game: Game,
    state: Any,
    rng: np.random.Generator,
    check: Callable[[Any], Any],
    falls: Callable[[Any, Any], Any],
    choose: Callable[..., np.ndarray] = pick,
    idle: bool = False,
) -> tuple[int, tuple[float, ...]]:
    """A battle played to its end: full masks, bounded observations and rolls, zero sum, and an end in time.

    Args:
        check: what the rule set says of every state, `(state)`.
        falls: what it says of every step, `(before, after)`.
        choose: `(masks, rng) -> orders`.
        idle: whether a step of the rules may leave nobody a choice, over which the engine then plays on.

    Returns:
        How many steps it took, and the payoffs.
    """
    steps = 0
    while True:
        check(state)
        every = masks(game, state)
        assert outside(game, state) == []
        assert 0 <= state.dice.position <= game.rules.tape and state.dice.short == 0
        payoffs = tuple(game.rules.payoff(state, seat) for seat in range(game.seats))
        assert sum(payoffs) == 0 and game.payoffs[0] <= min(payoffs) <= max(payoffs) <= game.payoffs[1]
        if game.rules.is_over(state):
            break
        assert not any(payoffs) and (idle or not every[:, 0].all())
        before = state.copy()
        game.rules.apply(state, choose(every, rng))
        falls(before, state)
        steps += 1
    assert steps <= game.longest and game.endings[game.ending(state)] != "running"
    return steps, payoffs


def check_value(game: Game, state: Any, rng: np.random.Generator, steps: int = 20) -> None:
    """A copy plays like the original, and bytes restored go on as if nothing had been."""
    for _ in range(steps):
        if game.rules.is_over(state):
            break
        action = pick(masks(game, state), rng)
        restored = np.frombuffer(bytearray(state.tobytes()), game.rules.dtype)[0]
        game.rules.apply(restored, action)
        game.rules.apply(state, action)
        assert restored.tobytes() == state.tobytes()


def told(game: Game, scenarios: Iterable[str], seeds: int, choose: Callable[..., np.ndarray] = pick) -> bytes:
    """How a few battles of each scenario end, and what is seen then, one after the other."""
    rng = np.random.default_rng(7)
    found = b""
    for name in scenarios:
        templates = game.build(name)
        for seed in range(seeds):
            state = templates[int(rng.integers(len(templates)))].copy()
            state.dice.generator = 1000 + seed
            game.rules.setup(state)
            while not game.rules.is_over(state):
                game.rules.apply(state, choose(masks(game, state), rng))
            seen = np.zeros((game.seats, len(game.features)), np.float32)
            game.rules.observe(state, seen)
            found += state.tobytes() + seen.tobytes()
    return found


def check_plain(record: Callable[[], bytes]) -> None:
    """The same code plays bit for bit alike with the compiler and without it; `record` is a function of a test file."""
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        f"from {record.__module__} import {record.__name__};"
        f"sys.stdout.buffer.write({record.__name__}())"
    )
    plain = "0" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-c", script, str(ROOT)],
        env={**os.environ, "NUMBA_DISABLE_JIT": plain},
        capture_output=True,
        check=True,
        timeout=900,
    )
    assert done.stdout == record()
