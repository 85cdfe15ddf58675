"""Suites: read from YAML, refused in one line that names file and field."""

import pytest

from quarterdeck.configs import BadInput
from quarterdeck.evaluation import suite
from tests.refused import refused


def _refused(tmp_path, text):
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    message = refused(suite.load, str(path))
    assert str(path) in message
    return message


def test_the_default_is_every_pairing_of_ships():
    found = suite.load()
    assert (found.name, found.game.name, len(found.templates)) == ("duel", "HighSeasDuel", 100)
    assert len(found.seeds(3)) == found.battles // 2
    assert found.seeds(3)[0] == 3


def test_a_suite_brings_its_game_and_a_game_its_default():
    assert suite.load("chase").game.name == "HighSeasChase"
    assert suite.load(game="HighSeasBroadside").scenarios == ("default",)
    assert suite.load(game="HighSeasDuel").name == "duel"


def test_of_a_name_in_two_rule_sets_that_of_the_default_game_is_meant():
    for name in ("quick", "hunt", "duel"):
        assert suite.load(name).game.name == suite.DEFAULT_GAME
        assert suite.load(name, "HexWindDuel").game.name == "HexWindDuel"


def test_scenarios_are_added_up(tmp_path):
    path = tmp_path / "two.yaml"
    path.write_text(
        "game: HighSeasDuel\nscenarios: [hunt, {ships: [{hull: galleon}, {hull: corsair}]}]\nbattles: 20\n",
        encoding="utf-8",
    )
    found = suite.load(str(path))
    assert found.scenarios == ("hunt", "inline")
    assert len(found.templates) == 8 + 1


def test_errors_name_the_place_and_the_nearest_choice(tmp_path):
    assert "battles: is missing" in _refused(tmp_path, "game: HighSeasDuel\nscenarios: [default]\n")
    assert "battles: 7 does not fit" in _refused(tmp_path, "game: HighSeasDuel\nscenarios: [default]\nbattles: 7\n")
    said = _refused(tmp_path, "game: HighSeasDuel\nscenario: [default]\nscenarios: [default]\nbattles: 8\n")
    assert "did you mean 'scenarios'" in said
    assert "did you mean 'hunt'" in _refused(tmp_path, "game: HighSeasDuel\nscenarios: [hunnt]\nbattles: 8\n")
    assert "did you mean 'HighSeasDuel'" in _refused(tmp_path, "game: HighSeasDul\nscenarios: [hunt]\nbattles: 8\n")
    assert "scenarios" in _refused(tmp_path, "game: HighSeasDuel\nscenarios: []\nbattles: 8\n")


def test_what_does_not_fit_together_is_refused():
    with pytest.raises(BadInput, match="did you mean 'duel'"):
        suite.load("dual")
    with pytest.raises(BadInput, match="even number"):
        suite.load("duel", battles=5)
    with pytest.raises(BadInput, match="HighSeasChase is not the HighSeasDuel"):
        suite.load("chase", "HighSeasDuel")
