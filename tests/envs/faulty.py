"""A game that can be told to break a promise, for the tests of those who look for broken ones.

Two rafts drift for six turns. The scenario is the number of the fault that shows in the third turn, 0 for none.
"""

from pathlib import Path

import numpy as np

from quarterdeck.envs import chance, game
from quarterdeck.envs.compiler import inlined
from quarterdeck.envs.game import Bound, Game, RuleSet, add_game

(
    NONE, OUTSIDE, ROSE, LAW, PASS_BESIDE, NO_ACTION, EARLY_PAYOFF, NO_ZERO_SUM, UNSEEN, ENDLESS, CHOICE_AT_THE_END,
) = range(11)  # fmt: skip
TURNS = 6
WHEN = 3

STATE = np.dtype(
    (
        np.record,
        [
            ("dice", chance.CHANCE),
            ("captain", np.uint64, (2,)),
            ("fault", np.int16),
            ("turn", np.int16),
            ("logs", np.int16, (2,)),
            ("logs_max", np.int16),
            ("lost", np.int16),
        ],
    )
)


def setup(state):
    chance.begin(state.dice)
    state.logs_max = 20
    state.logs[0] = state.logs[1] = 20
    state.turn = 1


def is_over(state):
    return state.turn > TURNS and state.fault != ENDLESS


@inlined
def shows(state, fault):
    """Whether the fault shows now."""
    return state.fault == fault and state.turn == WHEN


@inlined
def ended(state):
    return state.turn > TURNS and state.fault != ENDLESS


def legal(state, seat, mask):
    over = ended(state) and state.fault != CHOICE_AT_THE_END
    mask[0] = over or (seat == 1 and shows(state, PASS_BESIDE))
    mask[1] = mask[2] = not over
    if seat == 0 and shows(state, NO_ACTION):
        mask[1] = mask[2] = 0


def apply(state, orders):
    chance.begin(state.dice)
    state.turn = min(state.turn + 1, 1000)
    for seat in range(2):
        if orders[seat] == 2 and chance.at_least(state.dice, 0, seat, 8, 10) and state.logs[seat] > 0:
            state.logs[seat] -= 1
    if shows(state, OUTSIDE):
        state.logs[1] = -3
    if shows(state, ROSE):
        state.logs_max = 21
    if shows(state, LAW):
        state.lost = 5


def observe(state, out):
    for seat in range(2):
        out[seat, 0] = state.logs[seat] / 20
        out[seat, 1] = 2.0 if shows(state, UNSEEN) else 0.0


def payoff(state, seat):
    if shows(state, EARLY_PAYOFF):
        return 1.0 if seat == 0 else -1.0
    if not ended(state) or (seat == 1 and state.fault == NO_ZERO_SUM):
        return 0.0
    return 1.0 if seat == 0 else -1.0


def broken(state):
    return 1 if state.lost > 4 else 0


def build(scenario):
    states = np.zeros(1, STATE)
    states["fault"] = 0 if scenario == "default" else scenario
    return states


RULES = RuleSet(
    "faulty",
    STATE,
    setup,
    legal,
    apply,
    observe,
    payoff,
    is_over,
    sources=(Path(__file__),),
    bounds=(Bound("turn", 0, 1000), Bound("logs", 0, "logs_max", falls=True), Bound("logs_max", 0, 30, falls=True)),
    laws=("lost: is over 4",),
    broken=broken,
)
FAULTY = add_game(
    Game(
        name="Faulty",
        rules=RULES,
        seats=2,
        actions=("pass", "drift", "row"),
        features=(("logs", 0, 1), ("mist", 0, 1)),
        rolls=("luck",),
        build=build,
        longest=TURNS,
        endings=("running", "arrived"),
        ending=lambda state: (state["turn"] > TURNS) * 1,
        describe=lambda state, names: str(state["logs"]),
        narrate=lambda before, orders, after, rolls, names: [],
    )
)
# the generic functions know its records now; who lists the games is not to meet it
del game._GAMES[FAULTY.id]
