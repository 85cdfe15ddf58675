"""The solo face over every game: what Gymnasium promises its users."""

import copy
import itertools
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from quarterdeck.configs import BadInput
from tests.envs.faces.answers import IDS, Lowest, alike, picker, same_battle
from tests.refused import refused
from tests.toy_game import TOY


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("seat", [0, 1, "both"])
def test_gymnasium_accepts_it(id, seat):
    check_env(gymnasium.make(id, seat=seat, disable_env_checker=True).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("id", IDS)
def test_types_and_own_memory(id):
    env = gymnasium.make(id).unwrapped
    observation, info = env.reset(seed=3)
    kept, mask = observation.copy(), info["action_mask"]
    assert observation.dtype == np.float32 and mask.dtype == np.int8 and env.action_masks().dtype == bool
    assert np.array_equal(env.action_masks(), mask == 1)
    for _ in range(5):
        after, reward, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        assert type(reward) is float and type(terminated) is bool and type(truncated) is bool
        assert not np.shares_memory(after, observation) and not np.shares_memory(after, env._batch.slots)
        if terminated:
            _, info = env.reset()
    assert np.array_equal(kept, observation)


@pytest.mark.parametrize("id", IDS)
def test_a_long_game_stays_in_its_spaces(id):
    env = gymnasium.make(id, seat="both").unwrapped
    endings = set()
    pick = picker(0)
    _, info = env.reset(seed=0)
    for _ in range(1500):
        assert info["action_mask"].any() and info["action_mask"][0] == 0
        observation, reward, over, _, info = env.step(pick(info["action_mask"]))
        assert observation in env.observation_space
        assert info["illegal"] is False
        assert (info.get("ending") is not None) == over
        if over:
            endings.add(info["ending"])
            low, high = env.game.payoffs
            assert low <= reward <= high and info["action_mask"][0] == 1
            _, info = env.reset()
    assert endings and "running" not in endings


@pytest.mark.parametrize("id", IDS)
def test_an_illegal_action_becomes_the_lowest_legal_one(id):
    env, twin = gymnasium.make(id).unwrapped, gymnasium.make(id).unwrapped
    _, info = env.reset(seed=5)
    twin.reset(seed=5)
    mask = info["action_mask"]
    observation, *_, info = env.step(0)
    expected, *_, legal_info = twin.step(int(np.flatnonzero(mask)[0]))
    assert info["illegal"] is True and legal_info["illegal"] is False
    assert np.array_equal(observation, expected) and env.state.tobytes() != b"" and same_battle(env.state, twin.state)


@pytest.mark.parametrize("action", [1.0, "1", None, -1, 10_000, [1], np.float32(1)])
def test_what_is_no_action_is_refused_in_one_line(action):
    env = gymnasium.make(TOY.id, disable_env_checker=True)
    env.reset(seed=0)
    assert "action" in refused(env.step, action)
    env.step(np.int64(1))
    env.step(np.array(1))


def test_a_finished_battle_wants_a_reset():
    env = gymnasium.make(TOY.id).unwrapped
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(1)
    env.reset(seed=0)
    while not env.step(2)[2]:
        pass
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(2)


def test_reset_without_a_seed():
    one, two = (gymnasium.make(TOY.id).unwrapped for _ in range(2))
    one.reset()
    two.reset()
    assert not same_battle(one.state, two.state)
    one.reset(seed=4, options={"unknown": 1})
    two.reset(seed=4)
    first = one.get_state()
    one.reset()
    two.reset()
    assert same_battle(one.state, two.state) and not same_battle(one.state, first)


def some_way_on(env, seed):
    """A few steps into a battle that is not over."""
    pick = picker(seed)
    _, info = env.reset(seed=seed)
    for _ in range(3):
        *_, over, _, info = env.step(pick(info["action_mask"]))
        if over:
            _, info = env.reset()
    return info["action_mask"]


def onward(env, mask, steps):
    """What the environment answers from here on."""
    told, pick = [], picker(7)
    for _ in range(steps):
        observation, reward, over, _, info = env.step(pick(mask))
        told.append((observation, reward, over, info["action_mask"]))
        if over:
            observation, info = env.reset()
            told.append((observation, info["action_mask"]))
        mask = info["action_mask"]
    return told


@pytest.mark.parametrize("id", IDS)
def test_get_and_set_state_resume_exactly(id):
    env, other = gymnasium.make(id).unwrapped, gymnasium.make(id).unwrapped
    mask = some_way_on(env, 2)
    saved = env.get_state()

    def to_the_end(env):
        env.set_state(saved)
        assert np.array_equal(env.action_masks(), mask == 1)
        return list(itertools.takewhile(lambda one: len(one) == 4, onward(env, mask, 60)))

    kept = saved.copy()
    first = to_the_end(env)
    assert first and alike(first, to_the_end(env)) and alike(first, to_the_end(other))
    assert same_battle(saved, kept)
    with pytest.raises(BadInput):
        env.set_state(np.zeros(1))


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_on_alike(id, how):
    env = gymnasium.make(id, opponent=["random", Lowest()], seat="both").unwrapped
    mask = some_way_on(env, 2)
    twin = how(env)
    assert twin.game is env.game and alike(onward(env, mask, 60), onward(twin, mask, 60))
