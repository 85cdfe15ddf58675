"""All faces: they play the same battle, show it, and know the same games, seats and opponents."""

import ast

import gymnasium
import numpy as np
import pytest

import quarterdeck.envs as envs
from quarterdeck.envs.batch import Batch
from quarterdeck.envs.engine import LEARNER
from quarterdeck.envs.faces.opponents import find_opponents
from tests.envs.faces.answers import IDS, Lowest, alike, picker, play, same_battle
from tests.refused import refused
from tests.toy_game import TOY


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
