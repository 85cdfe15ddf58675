"""The parallel face over every game: what PettingZoo promises its users."""

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test

import quarterdeck.envs as envs
from quarterdeck.configs import BadInput
from tests.envs.faces.answers import IDS
from tests.toy_game import TOY


@pytest.mark.parametrize("id", IDS)
def test_pettingzoo_accepts_it(id):
    parallel_api_test(envs.parallel_env(id), num_cycles=400)


def parallel_game(env, steps, seed=None):
    """Everything a parallel environment answers, battle after battle."""
    rng = np.random.default_rng(3)
    seen, _ = env.reset(seed=seed)
    told = [seen]
    for _ in range(steps):
        answers = env.step({agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents})
        told.append(answers)
        seen = answers[0]
        if not env.agents:
            seen, _ = env.reset()
    return told


@pytest.mark.parametrize("id", IDS)
def test_a_long_parallel_game_is_the_same_again(id):
    steps = 1200 // envs.find_game(id).seats
    one, two = (parallel_game(envs.parallel_env(id), steps, seed=11) for _ in range(2))
    flat = [repr(step) for step in one]
    assert flat == [repr(step) for step in two] and len(set(flat)) > steps // 6
    assert flat != [repr(step) for step in parallel_game(envs.parallel_env(id), steps, seed=12)]


@pytest.mark.parametrize("id", IDS)
def test_parallel_spaces_masks_and_ends(id):
    env = envs.parallel_env(id)
    rng = np.random.default_rng(0)
    ends = 0
    seen, _ = env.reset(seed=0)
    for _ in range(800):
        assert any(one["action_mask"][0] == 0 for one in seen.values())
        actions = {}
        for agent, one in seen.items():
            assert env.observation_space(agent).contains(one) and one["action_mask"].any()
            assert env.observation_space(agent) is env.observation_space(agent)
            if one["action_mask"][0] == 0:
                # whoever has no choice may leave the action out
                actions[agent] = int(rng.choice(np.flatnonzero(one["action_mask"])))
        acted = env.agents
        seen, rewards, over, cut, info = env.step(actions)
        assert env.state() in env.state_space and set(cut.values()) == {False}
        assert not any(one["illegal"] for one in info.values())
        assert set(seen) == set(rewards) == set(over) == set(info) == set(acted)
        assert env.agents == [agent for agent in acted if not over[agent]]
        assert env.game.empty is not None or len(set(over.values())) == 1
        seen = {agent: seen[agent] for agent in env.agents}
        if not env.agents:
            ends += 1
            assert all("ending" in one for one in info.values())
            payoffs = info[acted[0]]["payoffs"]
            assert set(payoffs) == set(env.possible_agents) and {agent: payoffs[agent] for agent in acted} == rewards
            assert env.step({}) == ({}, {}, {}, {}, {})
            if env.game.zero_sum:
                assert sum(payoffs.values()) == 0
            seen, _ = env.reset()
    assert ends


@pytest.mark.parametrize("id", IDS)
def test_parallel_get_and_set_state(id):
    env = envs.parallel_env(id)
    seen, _ = env.reset(seed=1)
    saved = env.get_state()
    lowest = {agent: int(np.flatnonzero(one["action_mask"])[0]) for agent, one in seen.items()}
    first = env.step(lowest)
    env.set_state(saved)
    assert repr(env.step(lowest)) == repr(first)
    env.set_state(saved)
    wrong = {agent: 0 for agent in lowest}
    again = env.step(wrong)
    assert repr(again[0]) == repr(first[0])
    assert [one["illegal"] for one in again[4].values()] == [bool(action) for action in lowest.values()]


def test_parallel_refuses_in_one_line():
    env = envs.parallel_env(TOY.id)
    env.reset(seed=0)
    for actions, words in (
        ({"captain_0": 1}, "captain_1"),
        ({"captain_0": 1, "captain_1": 1, "captain_3": 1}, "captain_3"),
        ({"captain_0": 1.5, "captain_1": 1}, "1.5"),
    ):
        with pytest.raises(BadInput, match=words):
            env.step(actions)
