"""The rules as games, and their faces to the ecosystem. Importing it registers the games with Gymnasium."""

from typing import TYPE_CHECKING, Any

import gymnasium

from .pause import no_collecting

with no_collecting():
    from .engine import sample_actions
    from .game import Game, add_game, announce, announced, find_game, games

if TYPE_CHECKING:
    from .faces.parallel import ParallelFace
    from .faces.sb3 import SB3VecEnv

# a rule set each: its folder, and the games that are registered once it is imported
announce("high_seas", "HighSeasDuel-v0", "HighSeasChase-v0", "HighSeasBroadside-v0", "HighSeasBoarding-v0")
announce("high_seas.fleet", "HighSeasFleet-v0")
announce("high_seas.fort", "HighSeasFort-v0")
announce("bearings", "BearingsDuel-v0")
announce("bearings.tactical", "BearingsTactical-v0")
announce("hex_wind", "HexWindDuel-v0")
announce("brick_ships", "BrickShipsDuel-v0")

__all__ = ["find_game", "games", "parallel_env", "register", "sample_actions", "sb3_vec_env"]


def register(game: Game) -> Game:
    """Make a game known to `find_game` and to Gymnasium, one from outside the package as well.

    Raises:
        ValueError: its id or the fields of its record are taken by another.
    """
    add_game(game)
    _tell_gymnasium(game.id)
    return game


def _tell_gymnasium(id: str) -> None:
    if id not in gymnasium.registry:
        gymnasium.register(
            id=id,
            entry_point="quarterdeck.envs.faces.solo:SoloEnv",
            vector_entry_point="quarterdeck.envs.faces.vector:VectorFace",
            kwargs={"game": id},
        )


def parallel_env(id: str, scenario: Any = "default", render_mode: str | None = None) -> "ParallelFace":
    """All captains of a game at one table, as PettingZoo has it.

    Args:
        id: the game, as `quarterdeck/HighSeasDuel-v0` or by its name alone.
        scenario: a scenario by name, its YAML file, or what would be in the file.
        render_mode: `ansi`, `rgb_array` or none.

    Raises:
        BadInput: something is not known; the nearest choice is named.
    """
    from .faces.parallel import ParallelFace

    return ParallelFace(id, scenario, render_mode)


def sb3_vec_env(
    id: str,
    num_envs: int = 1,
    scenario: Any = "default",
    opponent: Any = "random",
    seat: int | str = "both",
    threads: int = 1,
    seed: int | None = None,
    max_episode_steps: int | None = None,
) -> "SB3VecEnv":
    """Many battles of one captain, as Stable-Baselines3 has it; needs the extra `train`.

    Args:
        id: the game, as `quarterdeck/HighSeasDuel-v0` or by its name alone.
        num_envs: battles side by side.
        scenario: a scenario by name, its YAML file, or what would be in the file.
        opponent: who has the other seats: a name, file or captain, or a list of these or (opponent, weight).
        seat: the learner's seat, or `both` in turn.
        threads: threads that share the rows.
        seed: row i begins with the solo battle of seed + i.
        max_episode_steps: steps after which an episode is truncated.

    Raises:
        BadInput: something is not known; the nearest choice is named.
        ImportError: the extra is missing.
    """
    try:
        from .faces.sb3 import SB3VecEnv
    except ImportError as error:
        raise ImportError(f"{error.name} is missing: pip install 'quarterdeck[train]'") from error
    return SB3VecEnv(id, num_envs, scenario, opponent, seat, threads, seed, max_episode_steps)


for _id in announced():
    _tell_gymnasium(_id)
