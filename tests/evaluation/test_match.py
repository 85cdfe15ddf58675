"""Matches: both seats, the same ships and dice for every candidate, nothing left to chance."""

import numpy as np
import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs.batch import Batch
from quarterdeck.envs.chance import advance, below
from quarterdeck.envs.game import find_game
from quarterdeck.evaluation import match, suite
from quarterdeck.evaluation.stats import estimate

GAME = find_game("HighSeasDuel")


class Stubborn:
    """Always bears down, else takes the first legal action."""

    def choose(self, game, states, seat):
        return np.full(len(states), game.actions.index("bear_down"))


class Dreamer:
    """Draws any action from its own generator; illegal ones become the first legal one."""

    def choose(self, game, states, seat):
        actions = []
        for row in range(len(states)):
            states["captain"][row, seat] = advance(states["captain"][row, seat])
            actions.append(below(states["captain"][row, seat], len(game.actions)))
        return np.array(actions)


class Witness(Stubborn):
    """Notes what the battles look like when first seen."""

    def __init__(self):
        self.first = None

    def choose(self, game, states, seat):
        if self.first is None and seat == 0:
            self.first = states.copy()
        return super().choose(game, states, seat)


@pytest.fixture(scope="module")
def templates():
    return GAME.build("default")


def test_a_captain_is_as_good_as_herself(templates):
    records = match.play(GAME, "random", "random", templates, np.arange(300))
    found = estimate(match.score(records), GAME.payoffs)
    assert found.low <= 0 <= found.high
    # the two battles of a pair are one battle, seen from both sides
    assert (records["ending"][0::2] == records["ending"][1::2]).all()


def test_exchanging_the_captains_exchanges_the_payoffs(templates):
    seeds = np.arange(100)
    there = match.play(GAME, Stubborn(), "random", templates, seeds)
    back = match.play(GAME, "random", Stubborn(), templates, seeds)
    assert np.array_equal(match.score(there), -match.score(back)[:, ::-1])
    assert match.score(there).any()
    assert set(np.unique(there["payoffs"].sum(axis=1))) == {0.0}


def test_guests_and_scripts_agree_on_seat_and_payoff(templates):
    """A battle of a match is the battle that the engine plays from the same template and seed."""
    records = match.play(GAME, Dreamer(), "random", templates, [7, 8, 9])
    for record in records:
        controllers = [-2, 0] if record["seat"] == 0 else [0, -2]
        batch = Batch(GAME, templates[record["template"]][None], 1, controllers, [Dreamer()])
        batch.reset(seeds=[int(record["seed"])])
        assert np.array_equal(batch.rewards[0], record["payoffs"])
        assert batch.states["turn"][0] == record["turns"]
        assert GAME.endings[record["ending"]] == GAME.endings[GAME.ending(batch.states[0])]


def test_every_candidate_meets_the_same_ships_and_dice(templates):
    """Of two candidates who order the same, the battles are the same; whatever they order, the ships are."""
    one = match.play(GAME, Stubborn(), "random", templates, np.arange(60))
    two = match.play(GAME, Stubborn(), "random", templates, np.arange(60))
    other = match.play(GAME, Dreamer(), Stubborn(), templates, np.arange(60))
    assert np.array_equal(one, two)
    for field in ("pair", "template", "seed", "seat"):
        assert np.array_equal(one[field], other[field])


def test_exchanged_seats_begin_with_the_same_ships_and_generators(templates):
    witness = Witness()
    match.play(GAME, witness, witness, templates, np.arange(20))
    begun = witness.first
    assert begun is not None
    assert np.array_equal(begun["ship"]["kind"][0::2], begun["ship"]["kind"][1::2])
    assert np.array_equal(begun["captain"][0::2], begun["captain"][1::2])


def test_results_depend_neither_on_chunks_nor_on_threads(templates, monkeypatch):
    whole = match.play(GAME, Dreamer(), "random", templates, np.arange(80), threads=2)
    monkeypatch.setattr(match, "FEWEST_ROWS", 6)
    monkeypatch.setattr(match, "MOST_ROWS", 10)
    parts = []
    pieces = match.play(GAME, Dreamer(), "random", templates, np.arange(80), progress=parts.append)
    assert np.array_equal(whole, pieces)
    assert sum(parts) == 160
    assert max(parts) == 10


def test_whole_rounds_fight_every_template_equally_often(templates):
    records = match.play(GAME, "random", "random", templates, np.arange(2 * len(templates)))
    assert (np.bincount(records["template"]) == 4).all()


def test_few_battles_are_a_mixed_lot():
    first = match.template_order(100)[:20]
    assert len(set(first // 20)) == 5  # hulls of seat 0
    assert len(set(first % 10)) > 5  # ships of seat 1


def test_suites_that_ship_can_be_fought():
    for name in ("broadside", "chase", "corsair_merchantman", "duel", "hunt", "quick"):
        found = suite.load(name)
        records = match.play(found.game, "random", Stubborn(), found.templates, found.seeds(5)[:10])
        assert records["seed"].max() == 14
        assert (records["ending"] > 0).all()


def test_nobody_of_that_name(templates):
    with pytest.raises(BadInput, match="did you mean 'random'"):
        match.play(GAME, "randon", "random", templates, [1])
