"""What the tests of the faces share: a captain from Python, and what an environment answers, battle after battle."""

import gymnasium
import numpy as np

import quarterdeck.envs as envs
from quarterdeck.envs.captain import lowest_legal

IDS = sorted(envs.games())


class Lowest:
    """A captain from Python who always takes the legal action of lowest index."""

    def choose(self, game, states, seat):
        mask = np.zeros(len(game.actions), np.int8)
        actions = []
        for state in states:
            game.rules.legal(state, seat, mask)
            actions.append(lowest_legal(mask))
        return np.array(actions)


def play(env, seed, steps, pick):
    """Everything a solo environment answers, battle after battle."""
    observation, info = env.reset(seed=seed)
    told = [(observation, 0.0, False, info["action_mask"])]
    for _ in range(steps):
        observation, reward, over, _, info = env.step(pick(info["action_mask"]))
        told.append((observation, reward, over, info["action_mask"]))
        if over:
            observation, info = env.reset()
            told.append((observation, 0.0, False, info["action_mask"]))
    return told


def picker(seed):
    """Legal actions, the same for the same seed and masks."""
    rng = np.random.default_rng(seed)
    return lambda mask: int(rng.choice(np.flatnonzero(mask)))


def alike(first, second):
    return all(np.array_equal(a, b) for one, two in zip(first, second, strict=True) for a, b in zip(one, two))


def same_battle(one, two):
    return one.tobytes() == two.tobytes()


def vector_rows(id, size, steps, rows, **arguments):
    """What some rows of a vector environment answer; each row picks by its own seed."""
    env = gymnasium.make_vec(id, num_envs=size, **arguments)
    observation, info = env.reset(seed=10)
    picks = {row: picker(10 + row) for row in rows}
    told = {row: [(observation[row], 0.0, False, info["action_mask"][row])] for row in rows}
    actions = np.zeros(size, np.int64)
    others = np.random.default_rng(1)
    for _ in range(steps):
        actions[:] = envs.sample_actions(info["action_mask"], others)
        for row in rows:
            actions[row] = picks[row](info["action_mask"][row])
        observation, reward, over, _, info = env.step(actions)
        for row in rows:
            if over[row]:
                told[row].append((info["final_obs"][row], reward[row], True, info["final_info"]["action_mask"][row]))
                told[row].append((observation[row], 0.0, False, info["action_mask"][row]))
            else:
                told[row].append((observation[row], reward[row], False, info["action_mask"][row]))
    return told
