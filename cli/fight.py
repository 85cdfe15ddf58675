"""A fight at the terminal as it stands: who fights, what has happened, real dice, and the file that keeps it."""

import textwrap
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.text import Text

from quarterdeck import agents, configs
from quarterdeck.configs import BadInput, show
from quarterdeck.envs import saved, typed_dice
from quarterdeck.envs.batch import Batch
from quarterdeck.envs.captain import Captain
from quarterdeck.envs.engine import LEARNER
from quarterdeck.envs.game import Game, apply, games, legal
from quarterdeck.envs.values import copy_of

__all__ = ["Fight", "Left", "TakeBack", "begin", "complete_game", "complete_scenario", "resume"]

ME = "me"
WIDTH = 78


class TakeBack(Exception):
    """The person wants her last choice back."""


class Left(Exception):
    """The person leaves the fight."""


@dataclass
class Fight:
    """A fight and who watches it.

    Attributes:
        game: what is fought.
        who: who commands each ship, as typed.
        captains: a captain a seat; `None` where a person commands.
        state: the battle as it stands, one record.
        console: where it is shown.
        dice: whether every roll is typed in from dice on the table.
        scenario: as it was named.
        file: where the fight is kept after every step.
        start: the battle as it began.
        steps: all that has happened since.
        past: the battle at each earlier choice of a person, and how many steps had been played then.
    """

    game: Game
    who: tuple[str, str]
    captains: list[Captain | None]
    state: Any
    console: Console
    dice: bool = False
    scenario: str = "default"
    file: Path | None = None
    start: Any = None
    steps: list[saved.Step] = field(default_factory=list)
    past: list[tuple[Any, int]] = field(default_factory=list)

    def say(self, words: str, style: str = "", indent: str = "  ") -> None:
        """Print one paragraph."""
        filled = textwrap.fill(words, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")
        self.console.print(Text(filled, style), soft_wrap=True)

    def read(self, prompt: str) -> str:
        """One line that the person types; `u` and `q` are heard everywhere."""
        typed = self.console.input(Text(prompt, "bold")).strip()
        if typed.lower() == "q":
            raise Left
        if typed.lower() == "u":
            raise TakeBack
        return typed

    def keep(self) -> None:
        """Write the fight to its file, if it has one."""
        if self.file is not None:
            notes = {"captains": list(self.who), "dice": self.dice}
            saved.save(self.file, self.game, self.state, self.scenario, notes, self.start, self.steps)

    def take_back(self, now: Any) -> None:
        """Go back to the person's last choice, or to this battle where she has made none."""
        if not self.past:
            self.say("There is nothing to take back.")
            self.state = now
            return
        self.say("Taken back.")
        self.state, played = self.past.pop()
        del self.steps[played:]
        self.keep()


# --- beginning and going on ---------------------------------------------------------------------------------


def begin(game: Game, scenario: str, seed: int) -> Any:
    """The battle that `seed` draws from a scenario: the same as in every other face."""
    batch = Batch(game, game.build(scenario), 1, [LEARNER] * game.seats)
    batch.reset([seed])
    return copy_of(game, batch.states[0])[0]


def resume(path: Path, who: tuple[str | None, str | None], console: Console, dice: bool) -> Fight:
    """The fight that a file keeps, as it stood.

    Args:
        path: of the file.
        who: captains that take the place of those in the file, if any.
        dice: type the rolls even if the fight began without.

    Raises:
        BadInput: the file cannot be used, or a captain is not known.
    """
    found = saved.load(path)
    known = found.notes.get("captains")
    if not (isinstance(known, list) and len(known) == 2 and all(isinstance(name, str) for name in known)):
        raise BadInput(f"{path}: captains: {show(known)} are no two names; the file is not from `quarterdeck duel`")
    names = (who[0] or known[0], who[1] or known[1])
    captains = [commander(found.game, name) for name in names]
    dice = dice or found.notes.get("dice") is True
    fight = Fight(found.game, names, captains, found.state, console, dice, str(found.scenario), path)
    fight.start = found.state if found.start is None else found.start
    fight.steps = list(found.steps)
    fight.past = [(state, number) for number, state in enumerate(found.battles()) if asks_person(fight, state)]
    for old, new in zip(known, names, strict=True):
        if old != new:
            fight.say(f"{new} takes the place of {old}.", indent="")
    return fight


def commander(game: Game, name: str) -> Captain | None:
    """A captain by name; `None` for the person herself."""
    return None if name == ME else agents.load(game, name)


def asks_person(fight: Fight, state: Any) -> bool:
    """Whether a person has a choice in this battle."""
    return any(
        captain is None and legal_actions(fight.game, state, seat) != [0] for seat, captain in enumerate(fight.captains)
    )


def legal_actions(game: Game, state: Any, seat: int) -> list[int]:
    """The actions that a seat may choose now."""
    mask = np.zeros(len(game.actions), np.int8)
    legal(state, seat, mask)
    return [int(action) for action in np.flatnonzero(mask)]


def complete_game(incomplete: str) -> list[str]:
    """The games of two ships, for the shell."""
    return [game.name for game in games().values() if game.seats == 2 and game.name.startswith(incomplete)]


def complete_scenario(incomplete: str) -> list[str]:
    """The scenarios that ship with the package, for the shell."""
    return [name for name in configs.names("high_seas/scenarios") if name.startswith(incomplete)]


# --- a step, and real dice ----------------------------------------------------------------------------------


def play(fight: Fight, orders: np.ndarray) -> Any:
    """The battle after one step, with the seeded dice or those on the table."""
    if fight.dice:
        return play_typed(fight, orders)
    after = copy_of(fight.game, fight.state)[0]
    apply(after, orders)
    return after


def play_typed(fight: Fight, orders: np.ndarray) -> Any:
    """The battle after one step; asks for the faces of each roll that the rules want."""
    faces: list[int] = []
    while True:
        after, wanted, _ = typed_dice.play_typed(fight.game, fight.state, orders, faces, fight.game.names)
        if after is not None:
            return after
        assert wanted is not None
        faces += read_faces(fight, wanted)


def read_faces(fight: Fight, wanted: typed_dice.Roll) -> list[int]:
    """Faces that a person rolled for this roll: all of them or some, but none that belongs to another."""
    fight.say(wanted.text, "bold", "")
    while True:
        typed = fight.read("faces> ").replace(",", " ").split()
        if not typed or not all(part.isdecimal() and len(part) < 4 for part in typed):
            example = "3 0 7 (0 is a ten)" if wanted.sides == 10 else "3 1 4"
            fight.say(f"type the faces with spaces between, as {example}; u goes back to the orders")
            continue
        try:
            return list(wanted.more([int(part) for part in typed]))
        except BadInput as error:
            fight.say(str(error))
