"""Arrays that faces hand out for keeps are used again only when nobody holds them."""

import numpy as np

from quarterdeck.envs.faces.spare import MOST, Spare, rows_of


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


def test_zeros_are_zero_but_for_the_rows_of_the_caller():
    spare = Spare((4, 2), np.float32)
    first = spare.zeros(np.array([1, 3]))
    first[[1, 3]] = 7
    del first
    again = spare.zeros(np.array([0]))
    assert (again == 0).all()


def test_names_are_cleared_too():
    spare = Spare((3,), np.dtype("U9"))
    names = spare.zeros(np.array([2]))
    names[2] = "sunk"
    del names
    assert spare.zeros(np.array([0])).tolist() == ["", "", ""]


def test_a_shared_one_is_always_the_same():
    spare = Spare((3,), np.int8, shared=True)
    assert spare.take() is spare.take()


def test_rows_are_copied_whole():
    source = np.arange(12, dtype=np.float32).reshape(3, 4)
    target = np.zeros_like(source)
    rows_of(target)[[2, 0]] = rows_of(source)[:2]
    assert (target[[2, 0]] == source[:2]).all()
    assert (target[1] == 0).all()
