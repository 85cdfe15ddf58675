"""The other process that compiles at a first start: what it is told, and that nothing depends on it."""

import subprocess
import sys

import pytest

from quarterdeck.envs import ahead
from quarterdeck.envs.game import find_game
from tests.toy_game import TOY

FORT = find_game("HighSeasFort")


@pytest.fixture
def started(monkeypatch, tmp_path):
    """A first start: what is run beside it, with the exit status that a test sets."""

    class Started(list):
        status = 0

    runs = Started()

    class Child:
        def __init__(self, command, **settings):
            runs.append(command)
            if runs.status is None:
                raise OSError("no more processes")

        def wait(self):
            return runs.status

    monkeypatch.setattr(subprocess, "Popen", Child)
    monkeypatch.setattr(ahead, "_compile_part", lambda function, *arrays: None)
    monkeypatch.setattr(ahead, "FOLDER", tmp_path)
    monkeypatch.setattr(ahead, "folder_of", lambda rules: tmp_path)
    monkeypatch.setattr(ahead, "_worth_while", lambda: True)
    ahead._READY.clear()
    yield runs
    ahead._READY.clear()


def again(game):
    """As another process of the same person."""
    ahead._READY.clear()
    ahead.compile_ahead(game)


def test_the_first_start_shares_the_work_and_later_ones_do_not(started):
    again(FORT)
    again(FORT)
    assert started == [[sys.executable, "-c", ahead._CHILD.format("high_seas_fort")]]
    again(find_game("HighSeasDuel"))
    assert len(started) == 2


@pytest.mark.parametrize("status", [1, -9, None])
def test_one_that_fails_is_tried_again_at_the_next_start(started, status):
    started.status = status
    again(FORT)
    again(FORT)
    assert len(started) == 2


def test_nothing_is_started_where_it_would_not_help(started, monkeypatch):
    monkeypatch.setattr(ahead, "_worth_while", lambda: False)
    again(FORT)
    assert started == []


def test_games_from_elsewhere_are_compiled_here(monkeypatch):
    monkeypatch.setattr(subprocess, "Popen", None)
    ahead._compile(TOY)


def test_what_the_other_process_runs():
    ahead.compile_captains("high_seas_fort")
    ahead.compile_captains("high_seas")
