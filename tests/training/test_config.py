"""What a training run is told, and what it says to mistakes."""

import pytest
import yaml

from quarterdeck.configs import BadInput
from quarterdeck.training import config as configuration
from quarterdeck.training import folders


def load(*overrides):
    return configuration.load(configuration.find("high_seas/duel"), overrides)


def test_every_shipped_config_is_valid_and_found_by_name():
    assert "high_seas/duel" in configuration.names()
    for name in configuration.names():
        config = configuration.load(configuration.find(name))
        assert config.scripted(), name


def test_overrides_change_what_they_name_and_nothing_else():
    before = load().model_dump()
    after = load("total_steps=1e6", "learner.learning_rate=3e-4", "opponents.scripted={random: 2}").model_dump()
    assert after["total_steps"] == 1_000_000 and isinstance(after["total_steps"], int)
    assert after["learner"]["learning_rate"] == 3e-4
    assert after["opponents"]["scripted"] == {"random": 2.0}
    after["total_steps"] = before["total_steps"]
    after["learner"]["learning_rate"] = before["learner"]["learning_rate"]
    after["opponents"]["scripted"] = before["opponents"]["scripted"]
    assert after == before


def test_the_echo_reads_back_as_the_same_config(tmp_path):
    config = load("seed=7", "opponents.scripted={random: 0.5}", "learner.policy_layers=[8, 8]")
    path = tmp_path / "config.yaml"
    path.write_text(configuration.dump(config))
    assert configuration.load(path) == config


def test_left_out_every_scripted_captain_counts_alike():
    weights = load().scripted()
    assert "random" in weights and set(weights.values()) == {1.0}
    assert load("opponents.scripted={random: 1, gunner: 0}").scripted() == {"random": 1.0}


@pytest.mark.parametrize(
    ("override", "message"),
    [
        (
            "learner.learnin_rate=3",
            "learner.learnin_rate: there is no such field; did you mean 'learning_rate'?",
        ),
        ("total_step=3", "total_step: there is no such field; did you mean 'total_steps'?"),
        ("total_steps=1.5", "total_steps: 1.5 does not fit"),
        ("total_steps=many", "total_steps: 'many' does not fit"),
        ("learner.gamma=1.5", "learner.gamma: 1.5 does not fit"),
        ("learner.gamma=.nan", "learner.gamma: nan is not a finite number"),
        ("learner.batch_size=1e6", "batch_size: 1000000 is over the 32768"),
        ("learner=3", "learner: 3 does not fit"),
        ("captain=../../etc", "captain: '../../etc' does not fit"),
        ("game=HighSeaDuel", "game: no game is called 'HighSeaDuel'; did you mean 'HighSeasDuel'?"),
        ("scenario=defalt", "'defalt'; did you mean 'default'?"),
        (
            "opponents.scripted={randm: 1}",
            "opponents.scripted.randm: high_seas has no such scripted captain; did you mean",
        ),
        ("opponents.scripted={random: 0}", "opponents.scripted: give at least one a weight over 0"),
        ("opponents.scripted={random: -1}", "opponents.scripted.random: -1 does not fit"),
        ("total_steps", "'total_steps' is not key=value"),
        ("=3", "'=3' is not key=value"),
        ("learner=[1", "'learner=[1': "),
        ("captain=${oc.env:HOME}", "captain: holds ${...}, and nothing in a config is evaluated"),
    ],
)
def test_a_wrong_override_is_one_line_that_names_it(override, message):
    with pytest.raises(BadInput) as caught:
        load(override)
    text = str(caught.value)
    assert text.startswith("command line: ") and message in text and "\n" not in text


def test_a_wrong_file_is_named(tmp_path):
    path = tmp_path / "mine.yaml"
    data = yaml.safe_load(configuration.find("high_seas/duel").read_text())
    path.write_text(yaml.safe_dump(data | {"sede": 3}))
    with pytest.raises(BadInput, match=r"mine\.yaml: sede: there is no such field; did you mean 'seed'\?"):
        configuration.load(configuration.find(str(path)))


@pytest.mark.parametrize("place", ["captain", "scenario", "key"])
def test_a_file_with_an_interpolation_is_refused_unevaluated(tmp_path, place, monkeypatch):
    monkeypatch.setenv("A_SECRET", "told")
    path = tmp_path / "mine.yaml"
    data = yaml.safe_load(configuration.find("high_seas/duel").read_text())
    text = "${oc.env:A_SECRET}"
    path.write_text(yaml.safe_dump(data | {"key": {text: 1}} if place == "key" else data | {place: text}))
    with pytest.raises(BadInput, match="nothing in a config is evaluated") as caught:
        configuration.load(path)
    assert "told" not in str(caught.value)


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(BadInput, match=r"'high_seas/dual'; did you mean 'high_seas/duel'\?"):
        configuration.find("high_seas/dual")
    with pytest.raises(BadInput, match="there is no such file"):
        configuration.find("nowhere/mine.yaml")


def test_a_run_that_was_broken_off_at_once_can_begin_again(tmp_path):
    folders.prepare("high_seas/duel", (), tmp_path / "run")
    assert not (tmp_path / "run").exists()
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / folders.CONFIG).write_text("captain: x")
    folders.prepare("high_seas/duel", (), tmp_path / "run")
    (tmp_path / "run" / "other").write_text("")
    with pytest.raises(BadInput, match="holds no run"):
        folders.prepare("high_seas/duel", (), tmp_path / "run")
