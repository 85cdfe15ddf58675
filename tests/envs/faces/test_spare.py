"""Arrays that faces hand out for keeps are used again only when nobody holds them."""

import gymnasium
import numpy as np

from quarterdeck import envs
from quarterdeck.envs.faces.spare import MOST, Spare


def test_an_array_that_somebody_holds_is_never_handed_out_again():
    spare = Spare((3, 2), np.float32)
    held = spare.take()
    view = spare.take()[1:]
    assert not np.shares_memory(held, view)
    for _ in range(3):
        other = spare.take()
        assert not np.shares_memory(other, held)
        assert not np.shares_memory(other, view)


def test_an_array_that_nobody_holds_is_handed_out_again():
    spare = Spare((3, 2), np.float32)
    address = spare.take().ctypes.data
    assert spare.take().ctypes.data == address


def test_whoever_keeps_many_arrays_gets_fresh_ones():
    spare = Spare((2,), np.int8)
    kept = [spare.take() for _ in range(3 * MOST)]
    assert len({array.ctypes.data for array in kept}) == len(kept)


def test_a_filled_one_is_zero_but_for_its_rows():
    spare = Spare((4, 2), np.float32)
    first = spare.filled(np.array([3, 1]), np.float32([[1, 2], [3, 4]]))
    assert first.tolist() == [[0, 0], [3, 4], [0, 0], [1, 2]]
    address = first.ctypes.data
    del first
    again = spare.filled(np.array([0]), np.float32([[5, 6]]))
    assert again.ctypes.data == address
    assert again.tolist() == [[5, 6], [0, 0], [0, 0], [0, 0]]


def test_a_shared_one_is_always_the_same():
    spare = Spare((3,), np.int8, shared=True)
    assert spare.take() is spare.take()


def test_a_new_beginning_leaves_what_was_handed_out_alone():
    env = gymnasium.make_vec("quarterdeck/HighSeasDuel-v0", num_envs=3)
    _, info = env.reset(seed=1)
    seen, *_ = env.step(envs.sample_actions(info["action_mask"], np.random.default_rng(0)))
    kept = seen.copy()
    env.reset(options={"reset_mask": np.array([True, False, True])})
    assert (seen == kept).all()


def test_without_copies_a_new_beginning_is_seen_in_the_same_memory():
    env = gymnasium.make_vec("quarterdeck/HighSeasDuel-v0", num_envs=3, copy=False)
    first, _ = env.reset(seed=1)
    again, _ = env.reset(seed=2)
    assert np.shares_memory(first, again)
