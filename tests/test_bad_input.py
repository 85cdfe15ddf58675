"""What strangers may send: one clear line, whatever it is."""

import numpy as np
import pytest

from quarterdeck import agents, configs, envs
from quarterdeck.configs import BadInput
from quarterdeck.envs.high_seas.scenario import battles


def line(call, *args, **kwargs):
    """The one line of an error."""
    with pytest.raises(BadInput) as error:
        call(*args, **kwargs)
    said = str(error.value)
    assert "\n" not in said and len(said) < 600
    return said


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
    assert "fight.yaml" in line(battles, str(path))


def test_aliases_that_unfold_without_end(tmp_path):
    path = tmp_path / "fight.yaml"
    levels = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for name, inner in zip("bcdefgh", "abcdefg"):
        levels.append(f"{name}: &{name} [{', '.join(['*' + inner] * 9)}]")
    path.write_text("\n".join([*levels, "ships:", "  - {hull: *h}", "  - {hull: corsair}"]))
    line(battles, str(path))
    path.write_text("\n".join(["ships:", "  - hull: &a [x]", "  - hull: [*a, *a]"]))
    assert "ships.0.hull" in line(battles, str(path))


def test_a_long_value_is_cut_short():
    assert "..." in line(battles, {"ships": [{"hull": "x" * 10_000}, {"hull": "corsair"}]})
    line(battles, {"ships": [{"hull": "corsair", "hull_points": 10**20}, {"hull": "corsair"}]})


def test_a_name_that_is_no_file():
    assert "there is no such file" in line(battles, "x" * 5000 + ".yaml")
    for name in ("/", "./", "a\0b"):
        line(agents.load, envs.find_game("HighSeasDuel"), name)


def test_masks_without_a_legal_action():
    """They would be read past their end."""
    rng = np.random.default_rng(0)
    for masks in (np.zeros((2, 29), np.int8), np.ones(29, np.int8), np.ones((2, 29)), "masks"):
        assert line(envs.sample_actions, masks, rng).startswith("masks:")


def test_observations_of_another_shape():
    game = envs.find_game("HighSeasDuel")
    commodore = agents.load(game, "commodore")
    captains = np.zeros((2, 2), np.uint64)
    good = np.zeros((2, len(game.features)), np.float32), np.ones((2, len(game.actions)), np.int8)
    assert commodore.decide(*good, captains).shape == (2,)
    for observations, masks in ((good[0][:, :3], good[1]), (good[0], good[1][:, :3]), (good[0], good[1][:1])):
        assert "do not fit" in line(commodore.decide, observations, masks, captains)


def test_an_unknown_game_names_those_there_are():
    assert "HighSeasDuel" in line(envs.find_game, "Foo")
    assert "did you mean" in line(envs.find_game, "HighSeaDuel")


def test_values_are_shown_short():
    assert len(configs.show("x" * 1000)) < 100 and len(configs.show(10**1000)) < 100
