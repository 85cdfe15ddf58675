"""The faces over every game: what the libraries promise their users, and that all play the same battle."""

import ast
import copy
import itertools
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import parallel_api_test

import quarterdeck.envs as envs
from quarterdeck.configs import BadInput
from quarterdeck.envs.batch import Batch
from quarterdeck.envs.captain import lowest_legal
from quarterdeck.envs.engine import LEARNER
from quarterdeck.envs.faces.opponents import find_opponents
from tests.refused import refused
from tests.toy_game import TOY

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


def same_battle(one, two):
    return one.tobytes() == two.tobytes()


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


def test_a_copied_vector_plays_on_alike():
    env = gymnasium.make_vec(TOY.id, num_envs=3, seat="both", threads=2).unwrapped
    env.reset(seed=0)
    twin = copy.deepcopy(env)
    for _ in range(40):
        assert repr(env.step(np.full(3, 2))) == repr(twin.step(np.full(3, 2)))
    assert twin.states.tobytes() == env.states.tobytes()


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


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"seat": 2}, "0, 1, 'both'"),
        ({"seat": "bth"}, "both"),
        ({"opponent": "randm"}, "random"),
        ({"opponent": 3}, "random"),
        ({"opponent": []}, "empty"),
        ({"opponent": [("random", 0)]}, "weight"),
        ({"opponent": [("random", float("nan"))]}, "weight"),
        ({"render_mode": "ansy"}, "ansi"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*render_mode.*")
def test_arguments_that_are_not_known(arguments, words):
    assert words in refused(gymnasium.make, TOY.id, **arguments)


@pytest.mark.parametrize("arguments", [{"threads": 0}, {"num_envs": 0}, {"max_episode_steps": 0}])
def test_numbers_that_do_not_fit(arguments):
    with pytest.raises(BadInput, match=next(iter(arguments))):
        gymnasium.make_vec(TOY.id, **arguments)


@pytest.mark.parametrize("seed", [-1, [1, 2], "a", [1.5, 2, 3]])
def test_seeds_that_do_not_fit(seed):
    env = gymnasium.make_vec(TOY.id, num_envs=3)
    with pytest.raises((BadInput, gymnasium.error.Error), match=r"[Ss]eed"):
        env.reset(seed=seed)


def test_gymnasium_names_the_nearest_id():
    with pytest.raises(gymnasium.error.NameNotFound, match="ToyRace"):
        gymnasium.make("quarterdeck/ToyRce-v0")


def test_pools_and_guests():
    captain = Lowest()
    pool, guests = find_opponents(TOY, ["random", (captain, 3), captain])
    assert pool == [(0, 1.0), (-2, 3.0), (-2, 1.0)] and guests == [captain]


def test_a_learned_captain_is_loaded_when_needed(monkeypatch):
    import quarterdeck.agents as agents

    captain = Lowest()
    asked = []
    monkeypatch.setattr(agents, "load", lambda game, name: asked.append((game, name)) or captain, raising=False)
    assert find_opponents(TOY, "admiral") == ([(-2, 1.0)], [captain]) and asked == [(TOY, "admiral")]


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


@pytest.mark.parametrize("id", IDS)
def test_a_seed_is_the_same_battle_in_every_face(id):
    """The solo face's opponent is a captain who plays what the parallel face is sent."""
    parallel, solo = envs.parallel_env(id), gymnasium.make(id, opponent=Lowest()).unwrapped
    seen, _ = parallel.reset(seed=8)
    solo.reset(seed=8)
    while parallel.agents:
        lowest = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in parallel.agents}
        if "captain_0" in parallel.agents and seen["captain_0"]["action_mask"][0] == 0:
            assert np.array_equal(solo._observation, seen["captain_0"]["observation"])
            solo.step(lowest["captain_0"])
        seen, *_ = parallel.step(lowest)
    assert solo._over and same_battle(solo.state, parallel.battle)


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("opponent", ["random", [("random", 1), (Lowest(), 1)]])
def test_a_witness_changes_nothing(id, opponent):
    game = envs.find_game(id)
    pool, guests = find_opponents(game, opponent)
    phases = []

    def witness(before, orders, after):
        phases.append((before, orders, after))

    seen, alone = (
        Batch(game, game.build("default"), 3, [LEARNER, *[0] * (game.seats - 1)], guests=guests, pool=pool, witness=one)
        for one in (witness, None)
    )
    rng = np.random.default_rng(0)
    for batch in (seen, alone):
        batch.reset([1, 2, 3])
    for _ in range(60):
        actions = envs.sample_actions(alone.masks[:, 0], rng)
        for batch in (seen, alone):
            batch.orders[:, 0] = actions
            batch.step()
        assert seen.slots.tobytes() == alone.slots.tobytes()
        over = alone.ended != 0
        if over.any():
            for batch in (seen, alone):
                batch.reset(rows=over)
            assert seen.slots.tobytes() == alone.slots.tobytes()
    # each phase follows from the one before it by its orders, but in rows that wait for the others meanwhile
    followed = 0
    for before, orders, after in phases[:10]:
        for row in range(3):
            if not same_battle(before[row], after[row]):
                battle = before[row].copy()
                game.rules.apply(battle, orders[row])
                assert same_battle(battle, after[row])
                followed += 1
    assert followed >= 10


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_rendering_changes_nothing(mode):
    plain, shown = gymnasium.make(TOY.id).unwrapped, gymnasium.make(TOY.id, render_mode=mode).unwrapped
    assert alike(play(plain, 1, 50, picker(0)), play(shown, 1, 50, picker(0)))


def test_the_story_tells_every_phase_since_the_last_look():
    env = gymnasium.make(TOY.id, render_mode="ansi").unwrapped
    env.reset(seed=0)
    lines = []
    while not env._over:
        env.step(2)
        lines += env.render().splitlines()[:-1]
    for line in lines:
        first, second, _, answers = line.split(maxsplit=3)
        # a sprint is a roll, and nothing else is
        assert len(ast.literal_eval(answers)) == (first == "2") + (second == "2")
    # the opponent rowed on alone while the own crew rested
    assert any(line.startswith("0") for line in lines)
    assert env.render() == env.game.describe(env.state, ("captain_0", "captain_1"))


def test_pictures():
    env = gymnasium.make(TOY.id, render_mode="rgb_array")
    env.reset(seed=0)
    assert env.render().shape == (2, 12, 3)
    envs_ = gymnasium.make_vec(TOY.id, num_envs=2, render_mode="rgb_array")
    envs_.reset(seed=0)
    assert len(envs_.render()) == 2


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


def test_both_seats_in_turn():
    env = gymnasium.make(TOY.id, seat="both").unwrapped
    seats = []
    for seed in (4, None, None, 5, None):
        env.reset(seed=seed)
        seats.append(env.seat)
    assert seats == [0, 1, 0, 1, 0]
    vector = gymnasium.make_vec(TOY.id, num_envs=4, seat="both").unwrapped
    vector.reset(seed=0)
    assert vector.seats.tolist() == [0, 1, 0, 1]


def test_every_game_is_registered():
    for id, game in envs.games().items():
        env = gymnasium.make(id)
        assert env.unwrapped.game is game and env.observation_space.shape == (len(game.features),)
