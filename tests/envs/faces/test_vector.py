"""The vector face: each row is a solo battle, whatever the other rows are."""

import copy

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import quarterdeck.envs as envs
from quarterdeck.configs import BadInput
from tests.envs.faces.answers import IDS, Lowest, alike, picker, play, vector_rows
from tests.refused import refused
from tests.toy_game import TOY


def test_a_copied_vector_plays_on_alike():
    env = gymnasium.make_vec(TOY.id, num_envs=3, seat="both", threads=2).unwrapped
    env.reset(seed=0)
    twin = copy.deepcopy(env)
    for _ in range(40):
        assert repr(env.step(np.full(3, 2))) == repr(twin.step(np.full(3, 2)))
    assert twin.states.tobytes() == env.states.tobytes()


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("arguments", [{}, {"seat": "both"}, {"opponent": [("random", 2), Lowest()]}])
def test_a_row_is_the_solo_battle_whatever_the_batch(id, arguments):
    solo = {row: play(gymnasium.make(id, **arguments).unwrapped, 10 + row, 80, picker(10 + row)) for row in (0, 3, 6)}
    seven = vector_rows(id, 7, 80, (0, 3, 6), **arguments)
    assert all(alike(solo[row], seven[row]) for row in solo)
    assert alike(solo[0], vector_rows(id, 1, 80, (0,), **arguments)[0])


@pytest.mark.parametrize("id", IDS)
def test_batches_of_4096_and_threads(id):
    rows = (0, 3, 4095)
    one = vector_rows(id, 4096, 60, rows, seat="both")
    two = vector_rows(id, 4096, 60, rows, seat="both", threads=2)
    small = vector_rows(id, 7, 60, (0, 3), seat="both")
    assert all(alike(one[row], two[row]) for row in rows)
    assert all(alike(one[row], small[row]) for row in small)


@pytest.mark.parametrize("id", IDS)
def test_reset_mask_leaves_other_rows_alone(id):
    env = gymnasium.make_vec(id, num_envs=6, seat="both").unwrapped
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(5):
        *_, info = env.step(envs.sample_actions(info["action_mask"], rng))
    mask = np.array([True, False, False, True, False, True])
    before, masks = env._batch.slots.copy(), info["action_mask"]
    observation, info = env.reset(seed=[9] * 6, options={"reset_mask": mask})
    after = env._batch.slots
    assert all((before[row].tobytes() == after[row].tobytes()) != mask[row] for row in range(6))
    assert np.array_equal(info["action_mask"][~mask], masks[~mask])
    solo, _ = gymnasium.make(id, seat="both").unwrapped.reset(seed=9)
    assert np.array_equal(observation[3], solo)


def test_vector_contract():
    env = gymnasium.make_vec(TOY.id, num_envs=5)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observation, info = env.reset(seed=[5, 4, 3, 2, 1])
    assert observation in env.observation_space
    solo, _ = gymnasium.make(TOY.id).unwrapped.reset(seed=3)
    assert np.array_equal(observation[2], solo)
    over = np.zeros(5, bool)
    while not over.any():
        observation, reward, over, cut, info = env.step(np.full(5, 2))
    assert not cut.any() and reward.dtype == np.float64 and over.dtype == bool
    final = info["final_info"]
    assert np.array_equal(info["_final_obs"], over) and np.array_equal(final["_action_mask"], over)
    assert (final["action_mask"][over, 0] == 1).all() and (info["action_mask"][:, 0] == 0).all()
    assert set(final["ending"][over]) == {"finished"} and not final["ending"][~over].any()
    assert (info["final_obs"][over].max(axis=1) == 1).all() and (observation[over] == 0).all()
    assert info["final_obs"].dtype == np.float32
    *_, info = env.step(np.zeros(5, int))
    assert info["illegal"].all()


def test_time_limits():
    env = gymnasium.make_vec(TOY.id, num_envs=2, max_episode_steps=3)
    env.reset(seed=0)
    cuts = [env.step(np.ones(2, int))[2:4] for _ in range(6)]
    assert [cut.tolist() for _, cut in cuts] == [[False] * 2, [False] * 2, [True] * 2] * 2
    assert not any(over.any() for over, _ in cuts)


def test_copy():
    env, lent = (gymnasium.make_vec(TOY.id, num_envs=3, copy=copies) for copies in (True, False))
    first, _ = env.reset(seed=0)
    lent_first, lent_info = lent.reset(seed=0)
    kept = first.copy()
    second, *_, info = env.step(np.ones(3, int))
    lent_second, *_ = lent.step(np.ones(3, int))
    assert np.array_equal(first, kept) and not np.shares_memory(first, second)
    assert np.shares_memory(lent_first, lent_second) and np.array_equal(second, lent_second)
    assert np.array_equal(lent_info["action_mask"], info["action_mask"])


@pytest.mark.parametrize(
    "actions",
    [np.zeros(3), np.zeros(2, int), np.zeros((3, 1), int), [0, 0, 3], [0, -1, 0], ["a", "b", "c"], 1],
)
def test_wrong_batches_of_actions_are_refused_in_one_line(actions):
    env = gymnasium.make_vec(TOY.id, num_envs=3)
    env.reset(seed=0)
    assert refused(env.step, actions).startswith("actions")


@pytest.mark.parametrize("arguments", [{"threads": 0}, {"num_envs": 0}, {"max_episode_steps": 0}])
def test_numbers_that_do_not_fit(arguments):
    with pytest.raises(BadInput, match=next(iter(arguments))):
        gymnasium.make_vec(TOY.id, **arguments)


@pytest.mark.parametrize("seed", [-1, [1, 2], "a", [1.5, 2, 3]])
def test_seeds_that_do_not_fit(seed):
    env = gymnasium.make_vec(TOY.id, num_envs=3)
    with pytest.raises((BadInput, gymnasium.error.Error), match=r"[Ss]eed"):
        env.reset(seed=seed)
