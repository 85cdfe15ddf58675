"""How many steps a second the environments make, beside those of other libraries, in one run.

Every row is measured in short rounds in turn with its peers, because the clock of a machine drifts: a ratio
is taken within a round, and median, least and most over the rounds are told.

What is timed is the step alone: the rules, the opponent's orders, the masks and observations, and the
beginning of a new battle where one ended. Choosing the actions, any legal one at random, is not.
"""

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from itertools import chain
from typing import Any

import gymnasium
import numpy as np

from quarterdeck import envs
from quarterdeck.envs.batch import Batch, row_bytes
from quarterdeck.envs.engine import sample_actions
from quarterdeck.envs.game import Game

FORMAT = 1
SIZES = (1_024, 4_096, 16_384)
THREADS = (1, 2)
NOT = (
    "This is not a measure of how fast anything learns (there the arithmetic of the net is the limit), nor "
    "of which library is better: the games differ in what a step does, and only the ratios of one run can be "
    "compared."
)

Choose = Callable[[], Any]
Step = Callable[[Any], Any]


@dataclass(frozen=True)
class Row:
    """One thing to measure.

    Attributes:
        game: what is played.
        library: whose it is.
        face: how it is stepped; `both seats` steps the engine with orders for both captains.
        size: battles stepped by one call.
        threads: that step them.
        start: makes it, and gives two functions: one chooses the next actions, one steps with them.
    """

    game: str
    library: str
    face: str
    size: int
    threads: int
    start: Callable[[], tuple[Choose, Step]]

    @property
    def key(self) -> tuple[str, str, str, int, int]:
        """What tells it from other rows."""
        return (self.game, self.library, self.face, self.size, self.threads)


def run(
    games: Iterable[Game],
    sizes: tuple[int, ...] = SIZES,
    threads: tuple[int, ...] = THREADS,
    rounds: int = 5,
    seconds: float = 0.2,
    progress: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Measure every face of some games, and the peers that are installed.

    Args:
        seconds: of stepping, a row and round.
        progress: called with a line before each round.

    Returns:
        Ready for JSON: `rows` with steps a second and the ratio to Gymnasium's CartPole of the same face
        and size (the solo one for faces that step one battle), `bytes` a battle, and what it is `not`.
    """
    games = list(games)
    paces: dict[Any, list[float]] = defaultdict(list)
    ratios: dict[Any, list[float]] = defaultdict(list)
    cartpole = cartpole_rows(sizes)
    groups = [list(other_rows(sizes)), *(list(game_rows(game, sizes, threads)) for game in games)]
    for group in groups:
        rows = [*cartpole, *group]
        running = [row.start() for row in rows]
        for place in range(rounds):
            if progress is not None:
                progress(f"{group[0].game if group else 'CartPole'}, round {place + 1} of {rounds}")
            pace = {row.key: _pace(*runner, row.size, seconds) for row, runner in zip(rows, running)}
            base = {row.size: pace[row.key] for row in cartpole}
            for row in rows:
                paces[row.key].append(pace[row.key])
                ratios[row.key].append(pace[row.key] / base[row.size])
    rows = [*cartpole, *chain.from_iterable(groups)]
    return {
        "format": FORMAT,
        "rounds": rounds,
        "seconds_a_round": seconds,
        "rows": [
            {
                **{name: getattr(row, name) for name in ("library", "game", "face", "size", "threads")},
                "steps_per_second": _spread(paces[row.key]),
                "ratio_to_cartpole": _spread(ratios[row.key]),
            }
            for row in rows
        ],
        "bytes": {game.name: {"battle": game.rules.dtype.itemsize, "row": row_bytes(game)} for game in games},
        "not": NOT,
    }


def _pace(choose: Choose, step: Step, size: int, seconds: float) -> float:
    """Steps a second over one round; at least two calls."""
    calls, spent = 0, 0.0
    while spent < seconds or calls < 2:
        actions = choose()
        began = time.perf_counter()
        step(actions)
        spent += time.perf_counter() - began
        calls += 1
    return calls * size / spent


def _spread(values: list[float]) -> dict[str, float]:
    return {"median": statistics.median(values), "least": min(values), "most": max(values)}


def _legal(mask: np.ndarray, rng: np.random.Generator) -> int:
    """Any legal action of one mask."""
    return int(rng.choice(np.flatnonzero(mask)))


# --- ours -------------------------------------------------------------------------------------------------


def game_rows(game: Game, sizes: tuple[int, ...], threads: tuple[int, ...]) -> Iterator[Row]:
    """Every face of one game."""
    yield Row(game.name, "quarterdeck", "solo", 1, 1, partial(_solo, game))
    if game.seats > 1:
        yield Row(game.name, "quarterdeck", "parallel", 1, 1, partial(_parallel, game))
    for size in sizes:
        for count in threads:
            for face, copy in (("vector", True), ("vector, copy=False", False)):
                yield Row(game.name, "quarterdeck", face, size, count, partial(_vector, game, size, count, copy))
            yield Row(
                game.name,
                "quarterdeck",
                "both seats",
                size,
                count,
                partial(_engine, game, size, count),
            )
        if find_spec("stable_baselines3") is not None:
            yield Row(game.name, "quarterdeck", "sb3", size, 1, partial(_sb3, game, size))


def _solo(game: Game) -> tuple[Choose, Step]:
    env: Any = gymnasium.make(game.id, disable_env_checker=True)
    rng = np.random.default_rng(0)
    now = {"info": env.reset(seed=0)[1]}

    def step(action: int) -> None:
        _, _, terminated, truncated, now["info"] = env.step(action)
        if terminated or truncated:
            _, now["info"] = env.reset()

    return lambda: _legal(now["info"]["action_mask"], rng), step


def _parallel(game: Game) -> tuple[Choose, Step]:
    env: Any = envs.parallel_env(game.id)
    rng = np.random.default_rng(0)
    now = {"seen": env.reset(seed=0)[0]}

    def choose() -> dict[str, int]:
        return {agent: _legal(now["seen"][agent]["action_mask"], rng) for agent in env.agents}

    def step(actions: dict[str, int]) -> None:
        now["seen"] = env.step(actions)[0]
        if not env.agents:
            now["seen"] = env.reset()[0]

    return choose, step


def _vector(game: Game, size: int, threads: int, copy: bool) -> tuple[Choose, Step]:
    env: Any = gymnasium.make_vec(game.id, num_envs=size, threads=threads, copy=copy)
    rng = np.random.default_rng(0)
    now = {"info": env.reset(seed=0)[1]}

    def step(actions: np.ndarray) -> None:
        now["info"] = env.step(actions)[4]

    return lambda: sample_actions(now["info"]["action_mask"], rng), step


def _sb3(game: Game, size: int) -> tuple[Choose, Step]:
    env: Any = envs.sb3_vec_env(game.id, num_envs=size)
    rng = np.random.default_rng(0)
    env.seed(0)
    env.reset()
    return lambda: sample_actions(np.asarray(env.action_masks(), np.int8), rng), env.step


def _engine(game: Game, size: int, threads: int) -> tuple[Choose, Step]:
    batch = Batch(game, game.build("default"), size, [-1] * game.seats, threads=threads)
    batch.reset(seeds=np.arange(size))
    rng = np.random.default_rng(0)
    masks = batch.masks.reshape(size * game.seats, -1)

    def step(actions: np.ndarray) -> None:
        batch.orders[:] = actions
        batch.step()
        if batch.ended.any():
            batch.reset(rows=batch.ended != 0)

    return lambda: sample_actions(batch.masks.reshape(len(masks), -1), rng).reshape(size, -1), step


# --- peers ------------------------------------------------------------------------------------------------


def cartpole_rows(sizes: tuple[int, ...]) -> list[Row]:
    """Gymnasium's CartPole, the measure of all: four numbers a row, the hardest peer there is."""
    vector = [Row("CartPole-v1", "gymnasium", "vector", n, 1, partial(_cartpole_vector, n)) for n in sizes]
    return [Row("CartPole-v1", "gymnasium", "solo", 1, 1, _cartpole), *vector]


def other_rows(sizes: tuple[int, ...]) -> Iterator[Row]:
    """Games of the other libraries that happen to be installed."""
    if find_spec("pyspiel") is not None:
        yield Row("tic_tac_toe", "open_spiel", "solo", 1, 1, partial(_spiel, "tic_tac_toe"))
        yield Row(
            "goofspiel",
            "open_spiel",
            "solo",
            1,
            1,
            partial(_spiel, "turn_based_simultaneous_game(game=goofspiel())"),
        )
    for size in sizes:
        if find_spec("pgx") is not None:
            # the smallest of its games, and the one with dice
            for name in ("tic_tac_toe", "backgammon"):
                yield Row(name, "pgx", "vector", size, 0, partial(_pgx, name, size))
        if find_spec("envpool") is not None:
            yield Row("CartPole-v1", "envpool", "vector", size, 0, partial(_envpool, "CartPole-v1", size))


def _cartpole() -> tuple[Choose, Step]:
    env: Any = gymnasium.make("CartPole-v1", disable_env_checker=True)
    rng = np.random.default_rng(0)
    env.reset(seed=0)

    def step(action: int) -> None:
        _, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            env.reset()

    return lambda: int(rng.integers(2)), step


def _cartpole_vector(size: int) -> tuple[Choose, Step]:
    env: Any = gymnasium.make_vec("CartPole-v1", num_envs=size, vectorization_mode="vector_entry_point")
    rng = np.random.default_rng(0)
    env.reset(seed=0)
    return lambda: rng.integers(0, 2, size), env.step


def _spiel(name: str) -> tuple[Choose, Step]:
    """A random playout that also reads the observations of both players and the mask, as ours do."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = np.random.default_rng(0)
    now = {"state": game.new_initial_state()}

    def choose() -> int:
        state = now["state"]
        if state.is_chance_node():
            return int(rng.choice([action for action, _ in state.chance_outcomes()]))
        return int(rng.choice(state.legal_actions()))

    def step(action: int) -> None:
        now["state"].apply_action(action)
        if now["state"].is_terminal():
            now["state"] = game.new_initial_state()
        now["state"].legal_actions_mask()
        now["state"].observation_tensor(0)
        now["state"].observation_tensor(1)

    return choose, step


def _pgx(name: str, size: int) -> tuple[Choose, Step]:
    """Compiled and mapped over the rows on whatever device JAX finds."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    advance = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    sample = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf), axis=-1))
    key = jax.random.PRNGKey(0)
    now = {"key": key, "state": jax.jit(jax.vmap(env.init))(jax.random.split(key, size))}

    def choose() -> Any:
        now["key"], draw, rows = jax.random.split(now["key"], 3)
        chosen = sample(draw, now["state"].legal_action_mask), jax.random.split(rows, size)
        return jax.block_until_ready(chosen)

    def step(chosen: Any) -> None:
        now["state"] = jax.block_until_ready(advance(now["state"], *chosen))

    step(choose())  # compiles
    return choose, step


def _envpool(name: str, size: int) -> tuple[Choose, Step]:
    import envpool

    env = envpool.make_gymnasium(name, num_envs=size)
    rng = np.random.default_rng(0)
    env.reset()
    return lambda: rng.integers(0, env.action_space.n, size).astype(np.int32), env.step
