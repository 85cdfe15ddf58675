"""The test that others run over their rule sets: it accepts every game here, and names what is wrong with others."""

from dataclasses import replace

import numpy as np
import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs import captain, testing
from quarterdeck.envs import game as known
from quarterdeck.envs.game import Bound, games
from quarterdeck.envs.testing import api_test
from tests.envs import faulty
from tests.envs.faulty import FAULTY
from tests.toy_game import TOY

GAMES = sorted({*games().values(), TOY}, key=lambda game: game.name)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_keeps_the_contract(game):
    api_test(game, steps=1_000, battles=1)


def test_it_is_asked_by_id():
    api_test(TOY.id, steps=1_000, battles=1)
    with pytest.raises(BadInput, match="ToyRace"):
        api_test("quarterdeck/ToyRaces-v0")


@pytest.fixture
def altered(monkeypatch):
    """Registers a game in the place of the toy."""

    def alter(**facts):
        game = replace(TOY, **facts)
        monkeypatch.setitem(known._GAMES, TOY.id, game)
        return game

    return alter


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"actions": ("row", "pass", "sprint")}, "action 0 is not `pass`"),
        ({"actions": ("pass", "row", "row")}, "two actions have the same name"),
        ({"features": (("a", 0, 1), ("a", 0, 1), ("b", 0, 1))}, "two features have the same name"),
        ({"features": (("a", 1, 1), ("b", 0, 1), ("c", 0, 1))}, "a feature has no finite bounds"),
        ({"features": (("a", 0, np.inf), ("b", 0, 1), ("c", 0, 1))}, "a feature has no finite bounds"),
        ({"payoffs": (0.5, 1.0)}, "the payoffs do not reach"),
        ({"payoffs": (-1.0, 2.0)}, "zero sum"),
        ({"longest": 0}, "`longest` is not above 0"),
        ({"names": ("one",)}, "`names` has none for some seats"),
        ({"meanings": ("nothing",)}, "`meanings` has not a line for each action"),
        ({"habits": ("fly",)}, "`habits` names what is no action"),
        ({"counted": ("wings",)}, "`counted` names what is no field"),
        ({"phases": ("row",)}, "no field `phase`"),
        ({"seats": 3}, "`captain` is not one uint64 a seat"),
        ({"rules": replace(TOY.rules, bounds=(Bound("sails", 0, 1),))}, "bounds of sails, which is no field"),
    ],
)
def test_facts_that_do_not_fit_are_named(altered, facts, words):
    with pytest.raises(AssertionError) as error:
        api_test(altered(**facts))
    assert str(error.value).startswith(("quarterdeck/ToyRace-v0: ", "toy: ")) and words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_game_that_nobody_registered():
    with pytest.raises(AssertionError, match="is not registered"):
        api_test(replace(TOY, name="Unknown"))


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"build": lambda scenario: np.zeros(1)}, "`build` gives records of another dtype"),
        ({"build": lambda scenario: np.zeros(0, TOY.rules.dtype)}, "`build` gives no list of battles"),
        ({"describe": lambda state, names: 3}, "`describe` gives no text"),
        ({"picture": lambda state, names: np.zeros((2, 2))}, "`picture` gives no array of uint8"),
        ({"picture": lambda state, names: state.lengths.fill(0)}, "changes the battle|has no attribute"),
        ({"narrate": lambda *told: [3]}, "`narrate` gives no list of lines"),
        ({"ending": lambda state: 7 * state["ending"]}, "`ending` of a battle that is over is 7"),
    ],
)
def test_builders_and_tellers_that_do_not_fit_are_named(altered, facts, words):
    game = altered(**facts)
    with pytest.raises((AssertionError, AttributeError), match=words):
        testing.check_build(game, "default")
        testing.check_battle(game, "default", 0)


def test_battles_that_are_built_otherwise_each_time(altered):
    lengths = iter(range(100))

    def build(scenario):
        templates = np.zeros(1, TOY.rules.dtype)
        templates["lengths"] = next(lengths)
        return templates

    with pytest.raises(AssertionError, match="other battles the second time"):
        testing.check_build(altered(build=build), "default")


@pytest.mark.parametrize("fault", [faulty.OUTSIDE, faulty.PASS_BESIDE, faulty.NO_ZERO_SUM])
def test_what_random_play_finds_is_told(monkeypatch, fault):
    monkeypatch.setitem(known._GAMES, FAULTY.id, FAULTY)
    monkeypatch.setattr(testing, "check_facts", lambda game: None)
    monkeypatch.setattr(testing, "check_build", lambda game, scenario: None)
    with pytest.raises(AssertionError, match="in random play, seed"):
        api_test(FAULTY, scenario=fault)


def test_a_captain_who_breaks_the_rules_is_named(monkeypatch):
    class Module:
        NAMES = ("mutineer",)

        @staticmethod
        def choose(state, seat, which, mask):
            return 0

    monkeypatch.setattr(captain, "_module", lambda rules: Module)
    with pytest.raises(AssertionError, match="captain mutineer, seat 0, gives order 0, which is not legal"):
        testing.check_captains(TOY, "default", 0)
