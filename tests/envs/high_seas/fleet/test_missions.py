"""What the end of a large battle is worth, and to whom."""

import pytest

from quarterdeck.envs.high_seas.fleet import record as f
from quarterdeck.envs.high_seas.fleet import turn
from tests.envs.high_seas.fleet.battle import battle


def pays(state, sunk=(), taken=(), ending=f.NIGHTFALL):
    """The payoffs of the seats that have a ship, once these are gone."""
    for seat in sunk:
        state.ship[seat].sunk = 1
    for seat in taken:
        state.ship[seat].taken = 1
    state.ending = ending
    return [turn.payoff(state, seat) for seat in range(int(state.slots))]


def test_nothing_before_the_end():
    state = battle(["corsair"], ["corsair"])
    assert pays(state, sunk=[1], ending=f.RUNNING) == [0, 0]


@pytest.mark.parametrize(
    ("sunk", "taken", "worth"),
    [
        ([], [], [0, 0, 0, 0]),
        ([2, 3], [], [1, 1, -1, -1]),
        ([2], [3], [1, 1, -1, -1]),
        ([0], [], [-0.5, -0.5, 0.5, 0.5]),
        ([0, 2], [3], [0.5, 0.5, -0.5, -0.5]),
        ([0, 1, 2, 3], [], [0, 0, 0, 0]),
    ],
)
def test_a_duel_of_sides(sunk, taken, worth):
    """HS-MISSION-7, HS-MISSION-1: the share of the enemies lost less her own; the lost ships are paid too."""
    assert pays(battle(["corsair"] * 2, ["corsair"] * 2), sunk, taken) == worth


@pytest.mark.parametrize(("sunk", "runs"), [([], 1), ([0], 0), ([0, 1], -1), ([2], 1)])
def test_run_and_hunt(sunk, runs):
    """HS-MISSION-7, HS-MISSION-2, HS-MISSION-3: each ship that gets away counts."""
    state = battle(["merchantman"] * 2, ["corsair"], missions=["run", "hunt"])
    assert pays(state, sunk) == [runs, runs, -runs]


def test_three_sides():
    """HS-MISSION-7: all enemies together."""
    state = battle(["corsair"], ["corsair"], ["corsair"])
    assert pays(state, sunk=[1]) == [0.5, -1, 0.5]


def test_an_empty_seat_gets_nothing():
    state = battle(["corsair"], ["corsair"])
    pays(state, sunk=[1])
    assert turn.payoff(state, 5) == 0
