"""The recorded battles against the battles as they are played now."""

import pytest

import quarterdeck.envs  # noqa: F401  registers the games
from quarterdeck.envs.game import games
from tests.golden.recording import BATTLES, FOLDER, path, record

OURS = [game for game in games().values() if game.rules.apply.__module__.startswith("quarterdeck.")]


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_every_game_has_a_recording(game):
    """A new game wants battles in `recording.BATTLES` and a run of `python -m tests.golden`."""
    assert BATTLES.get(game.name)
    assert path(game).is_file()


@pytest.mark.parametrize("game", [game for game in OURS if game.name in BATTLES], ids=lambda game: game.name)
def test_played_as_recorded(game):
    """If it differs on purpose, run `python -m tests.golden` and read the difference."""
    assert record(game) == path(game).read_text(encoding="utf-8")


def test_no_recording_is_left_over():
    assert {file.stem for file in FOLDER.glob("*.txt")} == {game.name for game in OURS} == set(BATTLES)


def test_recordings_show_the_rules_at_work():
    """Between them the battles see mishap, grapple, boarding, deeds and gunfire, and more than one kind of end."""
    text = "".join(file.read_text(encoding="utf-8") for file in FOLDER.glob("*.txt"))
    for word in (
        ". mishap:",
        "grappled 0 -> 1",
        "squads -1 ->",
        "hull 25 ->",
        "fuse 1 -> 0",
        "ropes 2 -> 3",
        "= sunk",
        "= taken",
        "= escaped",
        "= nightfall",
    ):
        assert word in text, word
