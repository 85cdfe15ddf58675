"""Compiled loops over battles that are no batch, for captains who are asked from Python."""

from functools import cache
from types import SimpleNamespace

from quarterdeck.envs.captain import script
from quarterdeck.envs.compiler import jit
from quarterdeck.envs.engine import folder_of
from quarterdeck.envs.game import RuleSet, legal, observe


def see_rows(states, seat, scratch, observations, masks):
    """What `seat` sees of each battle, and what it may do."""
    for row in range(len(states)):
        observe(states[row], scratch)
        for feature in range(observations.shape[1]):
            observations[row, feature] = scratch[seat, feature]
        legal(states[row], seat, masks[row])


def script_rows(states, seat, which, mask, actions):
    """What scripted captain number `which` does in each battle."""
    for row in range(len(states)):
        legal(states[row], seat, mask)
        # a seat without a choice passes, as in the batch loop, and draws nothing
        actions[row] = 0 if mask[0] else script(states[row], seat, which, mask)


@cache
def loops(rules: RuleSet) -> SimpleNamespace:
    """The compiled loops for the records of one rule set."""
    folder = folder_of(rules)
    return SimpleNamespace(see=jit(see_rows, folder), script=jit(script_rows, folder))
