"""The face for Stable-Baselines3: the odd contracts of its VecEnv."""

import gymnasium
import numpy as np
import pytest

import quarterdeck.envs as envs
from quarterdeck.configs import BadInput
from tests.toy_game import TOY

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv

IDS = sorted(envs.games())


class Captain:
    """Always sends the same action; counts how often she is asked."""

    def __init__(self, action):
        self.action, self.asked = action, 0

    def choose(self, game, states, seat):
        self.asked += len(states)
        return np.full(len(states), self.action)


@pytest.mark.parametrize("id", IDS)
def test_sb3_accepts_the_solo_face(id):
    check_env(gymnasium.make(id).unwrapped)


@pytest.mark.parametrize("id", IDS)
def test_rows_are_the_vector_face(id):
    ours = envs.sb3_vec_env(id, num_envs=5, seed=4)
    vector = gymnasium.make_vec(id, num_envs=5, seat="both")
    assert isinstance(ours, VecEnv)
    seen, (expected, info) = ours.reset(), vector.reset(seed=4)
    assert np.array_equal(seen, expected)
    rng = np.random.default_rng(0)
    ends = 0
    lengths, returns = np.zeros(5, int), np.zeros(5)
    for _ in range(200):
        masks = np.stack(ours.env_method("action_masks"))
        assert masks.dtype == bool and np.array_equal(masks, info["action_mask"] == 1)
        actions = envs.sample_actions(info["action_mask"], rng)
        seen, rewards, over, infos = ours.step(actions)
        expected, expected_rewards, terminated, _, info = vector.step(actions)
        assert np.array_equal(seen, expected) and np.array_equal(over, terminated)
        assert np.array_equal(rewards, expected_rewards) and rewards.dtype == np.float32
        lengths += 1
        returns += rewards
        for row in range(5):
            if not over[row]:
                assert infos[row] == {}
                continue
            ends += 1
            assert np.array_equal(infos[row]["terminal_observation"], info["final_obs"][row])
            assert infos[row]["TimeLimit.truncated"] is False
            assert infos[row]["episode"]["r"] == pytest.approx(returns[row], abs=1e-6)
            assert infos[row]["episode"]["l"] == lengths[row]
            assert infos[row]["episode"]["t"] >= 0
            lengths[row], returns[row] = 0, 0
    assert ends


def test_asking_by_name():
    env = envs.sb3_vec_env(TOY.id, num_envs=3, seed=0)
    env.reset()
    assert env.has_attr("action_masks") and not env.has_attr("no_such_thing")
    assert len(env.env_method("action_masks", indices=[1])) == 1
    assert env.get_attr("game", indices=0) == [TOY] and env.get_attr("render_mode") == [None] * 3
    assert env.env_is_wrapped(Monitor) == [True] * 3 and env.env_is_wrapped(gymnasium.Wrapper) == [False] * 3
    with pytest.raises(BadInput):
        env.step(np.zeros(3))
    env.step(np.array([1, 0, 2]))[3]
    env.set_attr("label", 7)
    assert env.get_attr("label") == [7] * 3
    with pytest.raises(BadInput):
        env.set_attr("label", 8, indices=[0])
    assert env.step(np.array([1, 0, 2]))[3][1].get("illegal") in (True, None)


def test_seeds():
    one, two = envs.sb3_vec_env(TOY.id, num_envs=3, seed=6), envs.sb3_vec_env(TOY.id, num_envs=3)
    two.seed(6)
    one.reset()
    two.reset()
    assert one.states.tobytes() == two.states.tobytes()
    one.reset()
    assert one.states.tobytes() != two.states.tobytes()


def test_time_limits_are_told():
    env = envs.sb3_vec_env(TOY.id, num_envs=2, max_episode_steps=2, seed=0)
    env.reset()
    env.step(np.ones(2, int))
    _, _, over, infos = env.step(np.ones(2, int))
    assert over.all() and all(info["TimeLimit.truncated"] is True and "ending" not in info for info in infos)


def test_opponents_change_with_the_next_battle():
    first, second, third = Captain(1), Captain(1), Captain(1)
    env = envs.sb3_vec_env(TOY.id, num_envs=2, opponent=first, seat=0, seed=0)
    env.reset()
    env.step(np.ones(2, int))
    env.set_opponents([second])
    asked = first.asked
    env.step(np.ones(2, int))
    assert first.asked > asked and second.asked == 0
    over = np.zeros(2, bool)
    while not over.all():
        over |= env.step(np.ones(2, int))[2]
    env.step(np.ones(2, int))
    assert second.asked > 0
    # nobody fights the first any more: her place is free
    env.set_opponents([third, (second, 2.0), "random"])
    assert env._batch.guests == [third, second]
    for _ in range(60):
        env.step(np.ones(2, int))
    assert third.asked > 0


def test_evaluate_policy_reads_the_episodes():
    env = envs.sb3_vec_env(TOY.id, num_envs=2, seed=0)
    model = MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=16, seed=0, device="cpu")
    returns, lengths = evaluate_policy(model, env, 20, return_episode_rewards=True)
    assert set(returns) <= {-1.0, 0.0, 1.0} and len(set(lengths)) > 1 and max(lengths) <= TOY.longest


@pytest.mark.slow
def test_maskable_ppo_learns_to_sprint():
    env = envs.sb3_vec_env(TOY.id, num_envs=32, seed=0)
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=512, seed=0, device="cpu")
    model.learn(2048)
    assert len(model.ep_info_buffer) > 0
