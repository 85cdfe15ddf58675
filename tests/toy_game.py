"""A second game, as small as can be: two rowing boats race. It shows that the faces know no rule set.

Each turn both choose `row` (one length) or `sprint` (two, and on 8 or more of a die the crew must rest a
turn, in which there is nothing to choose). The first over twelve lengths wins.
"""

from pathlib import Path

import numpy as np

from quarterdeck.envs import chance, register
from quarterdeck.envs.game import Bound, Game, RuleSet

PASS, ROW, SPRINT = range(3)
FINISH = 12

STATE = np.dtype(
    (
        np.record,
        [
            ("dice", chance.CHANCE),
            ("captain", np.uint64, (2,)),
            ("lengths", np.int16, (2,)),
            ("spent", np.int16, (2,)),
            ("ending", np.int16),
        ],
    )
)


def setup(state):
    chance.begin(state.dice)


def legal(state, seat, mask):
    rests = state.spent[seat] == 1 or state.ending != 0
    mask[PASS] = rests
    mask[ROW] = mask[SPRINT] = not rests


def apply(state, orders):
    chance.begin(state.dice)
    while True:
        for seat in range(2):
            rests = state.spent[seat] == 1
            state.spent[seat] = 0
            if not rests:
                state.lengths[seat] += orders[seat]
                if orders[seat] == SPRINT and chance.at_least(state.dice, 0, seat, 8, 10):
                    state.spent[seat] = 1
        if max(state.lengths[0], state.lengths[1]) >= FINISH:
            state.ending = 1
        if state.ending != 0 or state.spent[0] == 0 or state.spent[1] == 0:
            break


def observe(state, out):
    for seat in range(2):
        out[seat, 0] = min(1.0, state.lengths[seat] / FINISH)
        out[seat, 1] = min(1.0, state.lengths[1 - seat] / FINISH)
        out[seat, 2] = state.spent[1 - seat]


def payoff(state, seat):
    return float(np.sign(state.lengths[seat] - state.lengths[1 - seat])) if state.ending != 0 else 0.0


def is_over(state):
    return state.ending != 0


TOY = register(
    Game(
        name="ToyRace",
        rules=RuleSet(
            "toy",
            STATE,
            setup,
            legal,
            apply,
            observe,
            payoff,
            is_over,
            sources=(Path(__file__),),
            bounds=(Bound("lengths", 0, FINISH + 1), Bound("spent", 0, 1), Bound("ending", 0, 1)),
        ),
        seats=2,
        actions=("pass", "row", "sprint"),
        features=(("own_lengths", 0, 1), ("enemy_lengths", 0, 1), ("enemy_rests", 0, 1)),
        rolls=("fatigue",),
        build=lambda scenario: np.zeros(1, STATE),
        longest=2 * FINISH,
        endings=("running", "finished"),
        ending=lambda state: state["ending"],
        describe=lambda state, names: " ".join(f"{n} {s}" for n, s in zip(names, state["lengths"])),
        narrate=lambda before, orders, after, rolls, names: [f"{orders[0]} {orders[1]} rolls {[a for _, a in rolls]}"],
        picture=lambda state, names: np.full((2, 12, 3), state["lengths"][0], np.uint8),
        about="Two rowing boats race.",
    )
)
