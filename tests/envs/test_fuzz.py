"""Random play over every game, and every kind of fault found where one is planted."""

import numpy as np
import pytest

from quarterdeck.envs import fuzz
from quarterdeck.envs import game as known
from quarterdeck.envs.game import games
from tests.envs import faulty
from tests.envs.faulty import FAULTY
from tests.toy_game import TOY

GAMES = sorted({*games().values(), TOY}, key=lambda game: game.name)


@pytest.fixture(autouse=True)
def faulty_is_known(monkeypatch):
    monkeypatch.setitem(known._GAMES, FAULTY.id, FAULTY)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_everything_holds_in_random_play(game):
    report = fuzz.fuzz(game, 20_000, rows=64, threads=2)
    assert report.fault is None
    assert report.steps == 20_032
    assert report.illegal > 2_000
    assert report.endings.total() > 60 and "running" not in report.endings


def test_a_run_is_told_by_its_seed():
    one, other, third = (
        fuzz.fuzz(TOY, 2_000, seed, rows=16, threads=threads) for seed, threads in ((5, 1), (5, 3), (500, 1))
    )
    assert one == other
    assert one.illegal != third.illegal


def test_nothing_is_wrong_with_the_faulty_game_as_it_is():
    assert fuzz.fuzz(FAULTY, 2_000, rows=16, scenario=faulty.NONE).fault is None


@pytest.mark.parametrize(
    ("planted", "words"),
    [
        (faulty.OUTSIDE, "logs[1] is -3, which no battle can come to"),
        (faulty.ROSE, "logs_max rose to 21, and it may only fall"),
        (faulty.LAW, "lost: is over 4"),
        (faulty.PASS_BESIDE, "seat 1: no action is legal, or `pass` is beside others"),
        (faulty.NO_ACTION, "seat 0: no action is legal"),
        (faulty.EARLY_PAYOFF, "seat 0: the payoff"),
        (faulty.NO_ZERO_SUM, "seat 0: the payoff"),
        (faulty.UNSEEN, "feature mist is out of its bounds"),
        (faulty.ENDLESS, "the battle is longer than 6 steps"),
        (faulty.CHOICE_AT_THE_END, "no action is legal, or `pass` is beside others"),
    ],
)
def test_a_planted_fault_is_found_and_can_be_met_again(planted, words):
    fault = fuzz.fuzz(FAULTY, 10_000, seed=40, rows=16, scenario=planted).fault
    assert fault is not None and words in fault.words
    assert fault.step == (6 if planted in (faulty.ENDLESS, faulty.NO_ZERO_SUM, faulty.CHOICE_AT_THE_END) else 2)
    assert fault.seed == 40 + fault.row
    again = fuzz.fuzz(FAULTY, fault.step, fault.seed, rows=1, scenario=planted).fault
    assert again is not None and (again.words, again.step, again.row) == (fault.words, fault.step, 0)


@pytest.fixture
def rows():
    return fuzz.Rows(FAULTY, FAULTY.build(0), seed=3, first=0, size=4)


def after(rows, meddle, monkeypatch):
    """The fault that is found where something meddles with the engine after its step."""
    step = rows.batch.step

    def meddled():
        step()
        meddle(rows.batch)

    monkeypatch.setattr(rows.batch, "step", meddled)
    report = fuzz.Report()
    for _ in range(5):
        rows.step(report)
        if report.fault is not None:
            break
    return report.fault


@pytest.mark.parametrize(
    ("meddle", "words", "row"),
    [
        (lambda batch: batch.states["logs"].__setitem__((2, 1), 7), "logs[1] is 7, but another number", 2),
        (lambda batch: batch.masks.__setitem__((1, 0, 0), 1), "seat 0: the mask is not that of the battle", 1),
        (lambda batch: batch.illegal.__setitem__((3, 1), 1 - batch.illegal[3, 1]), "seat 1: a legal order", 3),
        (lambda batch: batch.orders.__setitem__((0, 1), 0), "seat 1: a legal order was not taken", 0),
        (lambda batch: batch.rewards.__setitem__((3, 0), 0.5), "seat 0: the payoff", 3),
        (lambda batch: batch.observations.__setitem__((3, 1, 0), np.nan), "feature logs is out of its bounds", 3),
    ],
)
def test_an_engine_that_strays_is_found(rows, monkeypatch, meddle, words, row):
    fault = after(rows, meddle, monkeypatch)
    assert fault is not None and words in fault.words
    assert fault.row == row


def test_a_battle_that_is_not_restored_as_it_was_is_found(rows, monkeypatch):
    text = fuzz.saved.text

    def other(saved):
        saved.state["logs"][0] -= 1
        return text(saved)

    monkeypatch.setattr(fuzz.saved, "text", other)
    report = fuzz.Report()
    rows.step(report)
    assert report.fault is not None and "goes on otherwise" in report.fault.words


def test_a_row_that_depends_on_others_is_found(rows):
    report = fuzz.Report()
    rows.step(report)
    rows.after[2, -6] ^= 1
    for row in range(3):
        assert report.fault is None
        rows.fight_again(FAULTY.build(0), row, report)
    assert report.fault is not None and (report.fault.row, report.fault.seed) == (2, 5)
