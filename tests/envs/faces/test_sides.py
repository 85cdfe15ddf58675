"""The faces of a large battle: one captain commands a side, or each ship has her own."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quarterdeck.envs as envs
from quarterdeck.configs import BadInput
from tests.envs.faces.answers import alike, picker, play, vector_rows

FLEET = "quarterdeck/HighSeasFleet-v0"


def side_of(env):
    """The seats that a solo environment is asked for in one battle, in their order, and its last reward."""
    pick, seats = picker(1), []
    _, info = env.reset(seed=3)
    while True:
        seats.append(env.seat)
        observation, reward, over, _, info = env.step(pick(info["action_mask"]))
        assert observation in env.observation_space and not info["illegal"]
        if over:
            return seats, reward
        assert reward == 0


@pytest.mark.parametrize(("side", "ships"), [("side_0", [0, 1, 2, 3]), ("side_1", [4, 5, 6])])
def test_one_captain_commands_a_side(side, ships):
    """HS-MISSION-7: she is asked for each of her ships, and gets the side's payoff once."""
    env = gymnasium.make(FLEET, scenario="convoy", opponent="admiral", seat=side).unwrapped
    seats, reward = side_of(env)
    assert seats[: 2 * len(ships)] == ships * 2 and set(seats) == set(ships)
    assert reward == env.game.rules.payoff(env.state, ships[0])


def test_a_side_is_checked_like_any_seat():
    check_env(
        gymnasium.make(FLEET, scenario="convoy", seat="side_1", disable_env_checker=True).unwrapped,
        skip_render_check=True,
    )


def test_a_side_in_a_row_is_the_solo_side():
    arguments = {"scenario": "convoy", "opponent": "admiral", "seat": "side_1"}
    solo = play(gymnasium.make(FLEET, **arguments).unwrapped, 13, 150, picker(13))
    assert alike(solo, vector_rows(FLEET, 5, 150, (3,), **arguments)[3])


def test_an_illegal_order_of_one_ship_of_a_side():
    env = gymnasium.make(FLEET, scenario="convoy", seat="side_1").unwrapped
    env.reset(seed=1)
    assert env.seat == 4
    _, _, _, _, info = env.step(0)
    assert info["illegal"] is True and env.seat == 5
    _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert info["illegal"] is False and env.seat == 6
    lowest = next(name for name in env.game.actions if name.startswith("evade"))
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert env.game.actions[env._batch.orders[0, 4]] == lowest


@pytest.mark.parametrize("seat", [7, -1, "side_2", "sidee_0", [1], True])
def test_seats_without_a_ship_are_refused(seat):
    with pytest.raises(BadInput, match=r"choose from 0, 1, 2, 3, 4, 5, 6, 'both', 'side_0', 'side_1'"):
        gymnasium.make(FLEET, scenario="convoy", seat=seat)


def test_all_ships_of_a_fleet_in_turn():
    env = gymnasium.make(FLEET, scenario="convoy", seat="both").unwrapped
    seats = []
    for seed in (6, None, 7, None):
        env.reset(seed=seed)
        seats.append(env.seat)
    assert seats == [6, 0, 0, 1]


def test_the_captains_of_a_scenario_sit_at_the_table():
    env = envs.parallel_env(FLEET, "convoy")
    assert env.possible_agents == [f"captain_{seat}" for seat in range(7)]
    mixed = [{"ships": [{"hull": "corsair"}]}] * 2
    assert envs.parallel_env(FLEET, {"sides": mixed}).possible_agents == ["captain_0", "captain_1"]


def test_a_ship_that_is_out_never_comes_back():
    """HS-FLEET-10"""
    env = envs.parallel_env(FLEET, "convoy")
    rng = np.random.default_rng(0)
    seen, _ = env.reset(seed=1)
    gone: set[str] = set()
    while env.agents:
        seen, _, over, _, _ = env.step(
            {agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents}
        )
        assert not gone & set(over)
        gone |= {agent for agent in over if over[agent]}
        assert gone.isdisjoint(env.agents)
    assert gone == set(env.possible_agents)
