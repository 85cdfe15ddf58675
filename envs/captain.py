"""The captain's interface, the table of scripted captains, and the captain who plays any legal action at random.

Scripted captains are compiled and called inside the batch loop. Nothing here imports them: the module that holds them
is called as the rule set is, and is loaded when a battle first needs one. Such a module has

- `NAMES`: the captains' names, in the order of their numbers, `random` (number 0) not among them;
- `choose(state, seat, which, mask) -> action`: compiled, `which` counting from 1.
"""

import difflib
import importlib
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Protocol

import numpy as np

from quarterdeck.configs import BadInput

from .chance import advance, below
from .compiler import compiled, compiled_as
from .game import Game, RuleSet, rules_of

RANDOM = 0

_SCRIPTS = "quarterdeck.agents.scripted"
_MODULES: dict[str, str] = {}  # of rule sets from outside the package


class Captain(Protocol):
    """Anybody who can command a ship."""

    def choose(self, game: Game, states: np.ndarray, seat: int) -> np.ndarray:
        """Actions (int64, shape (n,)) for `states` (records, shape (n,)) as seen from `seat`.

        The dice in `states` are blanked out. A mixed choice is drawn from `states["captain"][:, seat]`, which is
        written back to the battle.
        """
        ...


def add_scripts(rules: str, module: str) -> None:
    """Name the module that holds the scripted captains of a rule set from outside the package."""
    _MODULES[rules] = module
    _module.cache_clear()


@cache
def _module(rules: str) -> ModuleType | None:
    if rules in _MODULES:
        return importlib.import_module(_MODULES[rules])
    return importlib.import_module(f"{_SCRIPTS}.{rules}") if find_spec(f"{_SCRIPTS}.{rules}") else None


def script_names(rules: RuleSet) -> tuple[str, ...]:
    """The scripted captains of a rule set; the place in the list is the captain's number."""
    module = _module(rules.name)
    return ("random", *(module.NAMES if module else ()))


def script_number(rules: RuleSet, name: str) -> int:
    """The number of a scripted captain.

    Raises:
        BadInput: nobody is called so; the nearest name is given.
    """
    names = script_names(rules)
    if name in names:
        return names.index(name)
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(names)}"
    raise BadInput(f"no scripted captain of {rules.name} is called {name!r}; {hint}")


@compiled
def draw(captains, seat, n):
    """A number from 0 to n - 1 off the generator of this seat's captain, which never touches the dice."""
    captains[seat] = advance(captains[seat])
    return below(captains[seat], n)


@compiled
def lowest_legal(mask):
    """The legal action of lowest index."""
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@compiled
def random_legal(captains, seat, mask):
    """Any legal action, all alike."""
    if mask[0] == 1:
        return 0
    legal = 0
    for action in range(len(mask)):
        legal += int(mask[action])
    left = 1 + draw(captains, seat, legal)
    action = 0
    while left > 0:
        action += 1
        left -= int(mask[action])
    return action


def script(state, seat, which, mask):
    """The action of scripted captain number `which`, compiled or plain."""
    if which == RANDOM:
        return random_legal(state.captain, seat, mask)
    module = _module(rules_of(state).name)
    assert module is not None
    return module.choose(state, seat, which, mask)


@compiled_as(script)
def _script(state, seat, which, mask):
    module = _module(rules_of(state).name)
    if module is None:
        return lambda state, seat, which, mask: random_legal(state.captain, seat, mask)
    choose = module.choose

    def scripted(state, seat, which, mask):
        if which == RANDOM:
            return random_legal(state.captain, seat, mask)
        return choose(state, seat, which, mask)

    return scripted
