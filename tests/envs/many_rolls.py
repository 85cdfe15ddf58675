"""A game whose one step asks for more rolls than the tape of chance holds."""

import numpy as np

from quarterdeck.envs import chance, game
from quarterdeck.envs.game import Game, RuleSet, add_game

STATE = np.dtype((np.record, [("dice", chance.CHANCE), ("captain", np.uint64, (1,)), ("rolled", np.int16)]))


def setup(state):
    chance.begin(state.dice)


def legal(state, seat, mask):
    mask[0] = state.rolled > 0
    mask[1] = state.rolled == 0


def apply(state, orders):
    chance.begin(state.dice)
    for _ in range(chance.TAPE + 2):
        state.rolled += chance.at_least(state.dice, 0, 0, 10, 10)
    state.rolled += 1


def observe(state, out):
    out[0, 0] = state.rolled > 0


def payoff(state, seat):
    return 0.0


def is_over(state):
    return state.rolled > 0


MANY = add_game(
    Game(
        name="ManyRolls",
        rules=RuleSet("many_rolls", STATE, setup, legal, apply, observe, payoff, is_over),
        seats=1,
        actions=("pass", "roll"),
        features=(("rolled", 0, 1),),
        rolls=("luck",),
        build=lambda scenario: np.zeros(1, STATE),
        longest=1,
        endings=("running", "rolled"),
        ending=lambda state: state["rolled"],
        describe=lambda state, names: str(state["rolled"]),
        narrate=lambda before, orders, after, rolls, names: [],
    )
)
# the generic functions know its records now; who lists the games is not to meet it
del game._GAMES[MANY.id]
