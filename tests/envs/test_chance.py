"""The seeded generator and the tape. HS-DICE-1 to HS-DICE-6"""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck.envs import chance, outcomes
from tests.envs.asks import ASKS, put_ask, seeded, thousand, told_apart, want

SAMPLES = 200_000


@pytest.mark.parametrize("name", ASKS)
def test_seeded_rolls_follow_the_exact_odds(name):
    """Each class of outcomes comes up as often as the enumerator says, within six standard deviations."""
    ask = ASKS[name]
    got = told_apart(ask, put_ask(seeded(7), ask, SAMPLES))
    answers, chances = outcomes.outcomes(ask)
    classes = [int(told_apart(ask, as_the_rule_gets_it(ask, answer))) for answer in answers]
    assert set(np.unique(got).tolist()) <= set(classes)
    for each, share in zip(classes, chances):
        seen = np.count_nonzero(got == each)
        assert abs(seen - SAMPLES * share) <= 6 * np.sqrt(SAMPLES * share * (1 - share)) + 1, each


def as_the_rule_gets_it(ask, answer):
    """What an answer on the tape becomes."""
    dice = np.zeros(1, chance.CHANCE)
    lay(dice, answer)
    return put_ask(dice, ask)[0]


def lay(dice, *answers):
    dice[0].laid_down = 1
    dice[0].answers = len(answers)
    dice[0].tape[: len(answers)] = answers


def test_means_of_the_reference_rolls():
    """5k3 has a mean of 24.51, 2k2 of 12.2 (twice 5.5 / 0.9). HS-DICE-2, HS-DICE-3"""
    for ask, mean in (
        (want(chance.POOL, 5, 3, limit=300), 24.51),
        (want(chance.POOL, 2, 2, limit=300), 12.22),
    ):
        got = put_ask(seeded(3), ask, SAMPLES)
        assert got.mean() == pytest.approx(mean, abs=6 * got.std() / np.sqrt(SAMPLES) + 0.005)


def test_the_same_seed_rolls_the_same_dice():
    first, again, other = (put_ask(seeded(seed), ASKS["5k3"], 1000) for seed in (4, 4, 5))
    assert (first == again).all()
    assert (first != other).any()


def test_every_face_is_as_likely_and_faces_do_not_depend_on_the_last():
    faces = put_ask(seeded(1), ASKS["one table die"], SAMPLES)
    pairs = np.zeros((10, 10))
    np.add.at(pairs, (faces[:-1] - 1, faces[1:] - 1), 1)
    expected = (SAMPLES - 1) / 100
    assert ((pairs - expected) ** 2 / expected).sum() < 200  # chi-square of 99 degrees: mean 99, sd 14


def test_compiled_and_plain_dice_are_the_same():
    """1,000 asks of every kind, in this process as it is and in another with the compiler switched off."""
    code = "from tests.envs.asks import print_thousand; print_thousand()"
    root = Path(__file__).resolve().parents[2]
    path = os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")])
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    plain = subprocess.run([sys.executable, "-c", code], cwd=root, env=env, capture_output=True, text=True)
    assert plain.returncode == 0, plain.stderr
    assert json.loads(plain.stdout) == thousand()


@settings(deadline=None, max_examples=200)
@given(st.sampled_from(sorted(ASKS)), st.data())
def test_a_laid_down_answer_decides_the_ask(name, data):
    """Whatever outcome is laid down is what the rule gets, and the generator stays as it was."""
    ask = ASKS[name]
    answers, _ = outcomes.outcomes(ask)
    answer = data.draw(st.sampled_from(answers.tolist()))
    dice = seeded(9)
    before = int(dice["generator"][0])
    lay(dice, answer)
    got = put_ask(dice, ask)[0]
    if ask[0] == chance.CHECK:
        expected = chance.MISHAP if answer == chance.MISHAP_TOTAL else chance.HIT if answer >= ask[9] else chance.MISS
    elif ask[0] == chance.AT_LEAST:
        expected = answer >= ask[9]
    else:
        expected = answer
    assert got == expected
    assert int(dice["generator"][0]) == before
    assert (int(dice["short"][0]), int(dice["position"][0])) == (0, 1)


@pytest.mark.parametrize("name", ASKS)
def test_an_ask_without_an_answer_says_what_it_wants(name):
    dice = seeded(9)
    lay(dice)
    put_ask(dice, ASKS[name])
    assert dice["short"][0] == 1
    noted = dict(zip(chance.WANT, dice["want"][0].tolist()))
    asked = dict(zip(chance.WANT, ASKS[name]))
    other = ("other",) if asked["kind"] != chance.CONTEST else ()
    assert {key: noted[key] for key in noted if key not in other} == {
        key: asked[key] for key in asked if key not in other
    }


@pytest.mark.parametrize("name", ASKS)
def test_what_the_generator_rolled_is_noted_and_can_be_laid_down_again(name):
    dice = seeded(13)
    for _ in range(50):
        got = put_ask(dice, ASKS[name])[0]
        noted = int(dice["tape"][0][0])
        again = seeded(1)
        lay(again, noted)
        assert put_ask(again, ASKS[name])[0] == got
