"""Nobody waits for what she does not use: a rule set is imported when one of its games is asked for."""

import gc
import subprocess
import sys
import weakref

import numba
import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs.game import announced, find_game, games
from quarterdeck.envs.pause import no_collecting

HEAVY = ("torch", "PIL", "pettingzoo", "stable_baselines3", "matplotlib")


def imported_after(code: str) -> set[str]:
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(told.stdout.split())


def test_games_are_known_before_they_are_imported():
    modules = imported_after("import quarterdeck.envs, gymnasium; gymnasium.spec('quarterdeck/HexWindDuel-v0')")
    assert "quarterdeck.envs.game" in modules
    assert not any(name.startswith("quarterdeck.envs.hex_wind") for name in modules)


@pytest.mark.parametrize("asked", ["quarterdeck/HexWindDuel-v0", "HexWindDuel", "HexWindDuel-v0", "hex_wind"])
def test_only_the_game_asked_for_is_imported(asked):
    modules = imported_after(
        f"from quarterdeck.envs import find_game; assert find_game({asked!r}).name == 'HexWindDuel'"
    )
    assert "quarterdeck.envs.hex_wind.game" in modules
    for other in ("high_seas", "bearings", "brick_ships"):
        assert f"quarterdeck.envs.{other}" not in modules


def test_a_game_made_brings_nothing_heavy():
    modules = imported_after(
        "import quarterdeck.envs, gymnasium\ngymnasium.make('quarterdeck/HighSeasDuel-v0').reset(seed=1)"
    )
    assert "quarterdeck.envs.high_seas.game" in modules
    assert modules.isdisjoint(HEAVY)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_what_was_compiled_before_runs_without_a_compiler():
    start = "import quarterdeck.envs, gymnasium\ngymnasium.make('quarterdeck/HighSeasDuel-v0').reset(seed=1)\n"
    imported_after(start)  # compiles what may be missing
    compiler = "numba.np.linalg"  # is among what Numba gets ready before it compiles
    assert compiler not in imported_after(start)
    assert compiler in imported_after(start + "import numba\nassert numba.njit(lambda side: side + 1)(0) == 1\n")


def test_a_verb_imports_nothing_for_the_others():
    modules = imported_after(
        "import sys\nsys.argv = ['quarterdeck', 'rules', '--help']\n"
        "from quarterdeck.cli.main import run\ntry: run()\nexcept SystemExit: pass"
    )
    assert "quarterdeck.cli.rules" in modules
    assert "quarterdeck.cli.duel" not in modules and "numba" not in modules


def test_each_announced_game_comes_from_its_folder():
    assert list(games())[: len(announced())] == announced()
    for id in announced():
        game = games()[id]
        assert game.id == id and find_game(game.rules.name).rules is game.rules


def test_the_nearest_name_is_sought_among_all():
    with pytest.raises(BadInput, match="did you mean 'BrickShipsDuel'"):
        find_game("BrickShipDuel")


@pytest.mark.parametrize("collects", [True, False])
def test_garbage_is_collected_afterwards_as_before(collects):
    before = gc.isenabled()
    try:
        (gc.enable if collects else gc.disable)()
        with no_collecting():
            assert not gc.isenabled()
        assert gc.isenabled() == collects
    finally:
        (gc.enable if before else gc.disable)()


def test_garbage_made_meanwhile_is_collected_later():
    class Ring:
        pass

    with no_collecting():
        ring = Ring()
        ring.itself = ring
        gone = weakref.ref(ring)
        del ring
    assert gc.get_freeze_count() == 0
    gc.collect()
    assert gone() is None
