"""Who is in the pool, with what share, and whose files remain."""

import pytest

from quarterdeck.configs import BadInput
from quarterdeck.training import export, train
from quarterdeck.training.league import League


@pytest.fixture
def policy(small):
    return train.build(small(), 0, "random").policy


@pytest.fixture
def write(small, policy):
    return lambda path: export.save(path, policy, small().found_game)


def shares(league):
    return {one if isinstance(one, str) else one.name: weight for one, weight in league.pool()}


def test_without_past_selves_the_scripted_captains_share_all_battles_by_weight(small, tmp_path):
    config = small("opponents.scripted={random: 3, gunner: 1, boarder: 0}")
    assert shares(League(config, config.found_game, tmp_path)) == {"random": 0.75, "gunner": 0.25}


def test_past_selves_take_their_share_and_the_oldest_leaves(small, tmp_path, write):
    config = small("opponents.scripted={random: 3, gunner: 1}", "opponents.past_selves=0.4", "opponents.keep=2")
    league = League(config, config.found_game, tmp_path)
    for step in (100, 200, 300):
        league.add(step, write)
    assert league.steps == [200, 300]
    assert shares(league) == pytest.approx(
        {"random": 0.45, "gunner": 0.15, "step_000000000200": 0.2, "step_000000000300": 0.2}
    )
    assert league.path(100).with_suffix(".json").exists(), "an older checkpoint may still name her"
    league.tidy()
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {f"step_{step:012d}.{kind}" for step in (200, 300) for kind in ("json", "safetensors")}


def test_a_league_comes_back_from_its_files(small, tmp_path, write):
    config = small()
    first = League(config, config.found_game, tmp_path)
    first.add(100, write)
    again = League(config, config.found_game, tmp_path, first.steps)
    assert shares(again) == shares(first)
    first.path(100).with_suffix(".safetensors").write_bytes(b"cut short")
    with pytest.raises(BadInput, match="step_000000000100"):
        League(config, config.found_game, tmp_path, first.steps)


def test_past_selves_draw_their_actions(small, tmp_path, write):
    config = small()
    league = League(config, config.found_game, tmp_path)
    league.add(100, write)
    assert league.pool()[-1][0].temperature == 1.0


def test_no_share_means_no_snapshots(small, tmp_path):
    config = small("opponents.past_selves=0")
    assert not League(config, config.found_game, tmp_path).due(0, 10_000)
    config = small("opponents.snapshot_every=128")
    league = League(config, config.found_game, tmp_path)
    assert [league.due(before, now) for before, now in ((0, 127), (127, 128), (128, 255), (100, 400))] == [
        False, True, False, True,
    ]  # fmt: skip
