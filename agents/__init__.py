"""Captains: the interface, scripted, searching, learned and solved."""

from pathlib import Path

import numpy as np

from quarterdeck.configs import BadInput, nearest
from quarterdeck.envs.captain import Captain, script_names, script_number
from quarterdeck.envs.game import Game, find_game

from . import learned
from .rows import loops

__all__ = ["Captain", "ScriptedCaptain", "load", "names"]

PRETRAINED = Path(__file__).resolve().parent / "pretrained"


class ScriptedCaptain:
    """A scripted captain who is asked from Python instead of inside the batch loop."""

    def __init__(self, game: Game, name: str) -> None:
        self.name = name
        self._rules, self._number = game.rules, script_number(game.rules, name)

    def choose(self, game: Game, states: np.ndarray, seat: int) -> np.ndarray:
        """Actions (int64, shape (n,)) for `states` (records, shape (n,)) as seen from `seat`.

        Raises:
            BadInput: the game is one of another rule set.
        """
        if game.rules is not self._rules:
            raise BadInput(f"captain {self.name} plays {self._rules.name}, not {game.id}")
        actions = np.empty(len(states), np.int64)
        mask = np.empty(len(game.actions), np.int8)
        loops(game.rules).script(states, seat, self._number, mask, actions)
        return actions


def _pretrained(game: Game) -> list[str]:
    """The learned captains that ship with the package and fit a game."""
    cards = (PRETRAINED / game.rules.name).glob("*.json")
    return sorted(path.stem for path in cards if learned.read_card(path).interface == game.interface)


def names(game: Game | str) -> list[str]:
    """The captains who can play a game: scripted ones, then learned ones.

    Raises:
        BadInput: there is no such game.
    """
    game = find_game(game)
    return [*script_names(game.rules), *_pretrained(game)]


def load(game: Game | str, name_or_path: str | Path, temperature: float | None = None) -> Captain:
    """A captain by name, or a learned one by the path of either of her files.

    Args:
        game: what she is to play: a game, its id, or its rule set.
        name_or_path: one of `names(game)`, or a path, known by its folder or suffix.
        temperature: of a learned captain, instead of her card's; 0 plays the most likely action.

    Raises:
        BadInput: nobody is called so (the nearest name is given), or her files cannot be used.
    """
    game = find_game(game)
    text = str(name_or_path)
    if isinstance(name_or_path, Path) or "/" in text or text.endswith((".json", ".safetensors")):
        return learned.load(name_or_path, game, temperature)
    if text in script_names(game.rules):
        return ScriptedCaptain(game, text)
    if text in _pretrained(game):
        return learned.load(PRETRAINED / game.rules.name / text, game, temperature)
    hint = nearest(text, names(game))
    elsewhere = sorted(card.parent.name for card in PRETRAINED.glob("*/*.json") if card.stem == text)
    if elsewhere and not hint.startswith("did you mean"):
        hint = f"she plays {find_game(elsewhere[0]).name}"
    raise BadInput(f"no captain of {game.id} is called {text!r}; {hint}")
