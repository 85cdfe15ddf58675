"""What strangers may send: one clear line, whatever it is."""

import os

import gymnasium
import numpy as np
import pytest

from quarterdeck import agents, configs, envs
from quarterdeck.envs import saved
from quarterdeck.envs.batch import Batch
from quarterdeck.envs.engine import LEARNER
from quarterdeck.envs.high_seas.fleet import scenario as fleet
from quarterdeck.envs.high_seas.fort import scenario as fort
from quarterdeck.envs.high_seas.scenario import battles
from tests.refused import refused


@pytest.mark.parametrize(
    "text",
    [
        "range: " + "[" * 3000,
        "range: !!bool x",
        "range: !!int ''",
        "range: !!float x",
        "range: !!timestamp x",
        "range: 2024-13-45",
        "nightfall: " + "9" * 5000,
        "range: !!python/object/apply:os.getcwd []",
        "range: !!python/name:os.system",
        '"a\\nb": 1',
        "- ships",
        "",
        "ships: [&a {hull: *a}]",
        "\0",
    ],
)
def test_yaml_of_every_kind(text, tmp_path):
    path = tmp_path / "fight.yaml"
    path.write_text(text)
    assert "fight.yaml" in refused(battles, str(path))


def test_aliases_that_unfold_without_end(tmp_path):
    path = tmp_path / "fight.yaml"
    levels = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for name, inner in zip("bcdefgh", "abcdefg"):
        levels.append(f"{name}: &{name} [{', '.join(['*' + inner] * 9)}]")
    path.write_text("\n".join([*levels, "ships:", "  - {hull: *h}", "  - {hull: corsair}"]))
    refused(battles, str(path))
    path.write_text("\n".join(["ships:", "  - hull: &a [x]", "  - hull: [*a, *a]"]))
    assert "ships.0.hull" in refused(battles, str(path))


def test_a_long_value_is_cut_short():
    assert "..." in refused(battles, {"ships": [{"hull": "x" * 10_000}, {"hull": "corsair"}]})
    refused(battles, {"ships": [{"hull": "corsair", "hull_points": 10**20}, {"hull": "corsair"}]})


def test_a_name_that_is_no_file():
    assert "there is no such file" in refused(battles, "x" * 5000 + ".yaml")
    for name in ("/", "./", "a\0b"):
        refused(agents.load, envs.find_game("HighSeasDuel"), name)


def test_masks_without_a_legal_action():
    """They would be read past their end."""
    rng = np.random.default_rng(0)
    for masks in (np.zeros((2, 29), np.int8), np.ones(29, np.int8), np.ones((2, 29)), "masks"):
        assert refused(envs.sample_actions, masks, rng).startswith("masks:")


def test_observations_of_another_shape():
    game = envs.find_game("HighSeasDuel")
    commodore = agents.load(game, "commodore")
    captains = np.zeros((2, 2), np.uint64)
    good = np.zeros((2, len(game.features)), np.float32), np.ones((2, len(game.actions)), np.int8)
    assert commodore.decide(*good, captains).shape == (2,)
    for observations, masks in ((good[0][:, :3], good[1]), (good[0], good[1][:, :3]), (good[0], good[1][:1])):
        assert "do not fit" in refused(commodore.decide, observations, masks, captains)


def test_an_unknown_game_names_those_there_are():
    assert "HighSeasDuel" in refused(envs.find_game, "Foo")
    assert "did you mean" in refused(envs.find_game, "HighSeaDuel")


def test_values_are_shown_short():
    assert len(configs.show("x" * 1000)) < 100 and len(configs.show(10**1000)) < 100


@pytest.mark.parametrize(
    "text",
    ["range: long\nrange: close", "ships: [{hull: corsair, hull: galleon}, {hull: corsair}]", "{a: {<<: {}, <<: {}}}"],
)
def test_a_field_that_stands_twice(text, tmp_path):
    """The last would win silently."""
    path = tmp_path / "fight.yaml"
    path.write_text(text)
    assert "stands there twice" in refused(battles, str(path))


def test_what_is_merged_may_be_written_over(tmp_path):
    path = tmp_path / "fight.yaml"
    path.write_text("a: &a {x: 1, y: 2}\nc: {<<: *a, y: 3}")
    assert configs.read_yaml(path)["c"] == {"x": 1, "y": 3}


def test_yaml_that_holds_itself_or_is_too_deep(tmp_path):
    path = tmp_path / "fight.yaml"
    for text in ("a: &a {b: *a}", "a: &a [*a]", "a: " + "[" * 60 + "]" * 60):
        path.write_text(text)
        assert "nested more than" in refused(configs.read_yaml, path)
    path.write_text("a: &a [1, 2]\nb: [*a, *a]")
    assert configs.read_yaml(path)["b"] == [[1, 2], [1, 2]]


def test_a_file_that_is_too_long_or_none(tmp_path):
    path = tmp_path / "fight.yaml"
    path.write_text("range: [" + "close," * 20_000 + "]")
    assert "is longer than" in refused(battles, str(path))
    os.mkfifo(tmp_path / "pipe.json")
    assert "no plain file" in refused(saved.load, tmp_path / "pipe.json")
    assert "no plain file" in refused(agents.load, envs.find_game("HighSeasDuel"), str(tmp_path / "pipe.json"))


def test_a_ship_that_is_not_found_says_where(tmp_path):
    path = tmp_path / "fight.yaml"
    path.write_text("ships: [sea_hawk, sea_hawkk]")
    assert refused(battles, str(path)).startswith(f"{path}: ships.1: ")
    path.write_text("sides: [{ships: [sea_hawk]}, {ships: [sea_hawk, sea_hawkk]}]")
    assert refused(fleet.battles, str(path)).startswith(f"{path}: sides.1.ships.1: ")
    path.write_text("ship: sea_hawkk")
    assert refused(fort.raids, str(path)).startswith(f"{path}: ship: ")


def test_a_pair_of_ships_whose_range_is_said_twice():
    sides = [{"ships": ["sea_hawk"]}, {"ships": ["sea_hawk"]}]
    pairs = [{"ships": [0, 1], "range": "long"}, {"ships": [1, 0], "range": "close"}]
    assert "ranges.1.ships" in refused(fleet.battles, {"sides": sides, "ranges": pairs})


def test_more_battles_than_memory_holds():
    game = envs.find_game("HighSeasDuel")
    for size in (2**40, 2**62):
        assert f"{size} battles" in refused(Batch, game, game.build("default"), size, LEARNER)


def test_values_of_the_wrong_kind():
    id = "quarterdeck/HighSeasDuel-v0"
    assert refused(gymnasium.make_vec, id, num_envs=None).startswith("num_envs:")
    assert "no game" in refused(envs.parallel_env, np.zeros(2))
    env = gymnasium.make(id).unwrapped
    for seed in ("x", 1.5, -1):
        assert refused(env.reset, seed=seed).startswith("seed:")
    for seed in ("x", [1], -1):
        assert refused(envs.sb3_vec_env, id, seed=seed).startswith("seed:")


@pytest.mark.parametrize("answer", [None, "x", np.zeros(5, np.int64), 0])
def test_a_captain_who_gives_no_orders(answer):
    class Mute:
        def choose(self, game, states, seat):
            return answer

    env = gymnasium.make("quarterdeck/HighSeasDuel-v0", opponent=Mute()).unwrapped
    env.reset(seed=0)
    assert "captain Mute" in refused(env.step, int(np.argmax(env.action_masks())))


def test_notes_that_could_not_be_read_again(tmp_path):
    game = envs.find_game("HighSeasDuel")
    env = gymnasium.make(game.id).unwrapped
    env.reset(seed=0)
    for notes in ({"a": object()}, {"a": float("nan")}, {1: 2}):
        assert refused(saved.save, tmp_path / "fight.json", game, env.state, None, notes).startswith("notes:")
    assert not (tmp_path / "fight.json").exists()


def test_a_look_whether_a_file_can_be_written_leaves_nothing(tmp_path):
    configs.check_writable(tmp_path / "a" / "b" / "c.json")
    assert not list(tmp_path.iterdir())


def test_a_slip_of_the_pen_is_named_not_the_field_that_it_leaves_out():
    line = refused(battles, {"ships": [{"hul": "corsair"}, {"hull": "galleon"}]})
    assert line == "scenario: ships.0.hul: there is no such field; did you mean 'hull'?"


@pytest.mark.parametrize(
    ("field", "value", "wanted"),
    [
        ("crew", "pirate", "a mapping of kind, hands, officers, marines"),
        ("months_since_careening", "x", "a whole number"),
        ("guns", [1, 2], "a mapping of port, starboard, chasers, stern"),
        ("captain", 3, "a mapping of "),
    ],
)
def test_a_value_of_another_kind_is_told_what_would_fit(field, value, wanted):
    line = refused(battles, {"ships": [{"hull": "corsair", field: value}, {"hull": "galleon"}]})
    assert line.startswith(f"scenario: ships.0.{field}: {value!r} does not fit; give {wanted}")
