"""`quarterdeck duel`: one fight in the terminal, between two captains or against one."""

import re
import textwrap
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.text import Text

from quarterdeck import agents, configs
from quarterdeck.configs import BadInput
from quarterdeck.envs import typed_dice
from quarterdeck.envs.batch import Batch, ask
from quarterdeck.envs.captain import Captain
from quarterdeck.envs.engine import LEARNER
from quarterdeck.envs.game import Game, apply, find_game, games, is_over, legal, payoff
from quarterdeck.envs.high_seas.render import NAMES

ME = "me"
WIDTH = 78

_HOW = "type a number from 1 to {}, or the front of a name"


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
        past: the battle at each earlier choice of a person.
    """

    game: Game
    who: tuple[str, str]
    captains: list[Captain | None]
    state: Any
    console: Console
    dice: bool = False
    past: list[Any] = field(default_factory=list)

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


# --- orders -------------------------------------------------------------------------------------------------


def legal_actions(game: Game, state: Any, seat: int) -> list[int]:
    """The actions that a seat may choose now."""
    mask = np.zeros(len(game.actions), np.int8)
    legal(state, seat, mask)
    return [int(action) for action in np.flatnonzero(mask)]


def parts(name: str) -> list[str]:
    """An action's name in its parts: `bear_down+wet_sails` is `bear_down` and `wet_sails`."""
    return re.split(r"[+@:]", name)


def understand(typed: str, actions: list[int], names: tuple[str, ...]) -> int:
    """The action that somebody means by a number of the list or by the front of its name.

    Each part of a name may be shortened: `b+w` is `bear_down+wet_sails`, `b` is the bare `bear_down`.

    Raises:
        BadInput: nothing fits, or more than one action.
    """
    if typed.isdecimal():
        if len(typed) < 4 and 1 <= int(typed) <= len(actions):
            return actions[int(typed) - 1]
        raise BadInput(f"there is no {typed[:20]} here; {_HOW.format(len(actions))}")
    sought = typed.lower().replace(" ", "_")
    by_name = {names[action]: action for action in actions}
    if sought in by_name:
        return by_name[sought]
    wanted = parts(sought)
    fits = [name for name in by_name if len(parts(name)) == len(wanted) and _fronts(wanted, parts(name))]
    fits = fits or [name for name in by_name if sought and name.startswith(sought)]
    if len(fits) == 1:
        return by_name[fits[0]]
    if fits:
        raise BadInput(f"{typed!r} may be {', '.join(fits)}; type more of it")
    hint = configs.nearest(sought, by_name)
    if not hint.startswith("did you mean"):
        hint = _HOW.format(len(actions))
    raise BadInput(f"{typed!r} is no order here; {hint}")


def _fronts(typed: list[str], name: list[str]) -> bool:
    return all(whole.startswith(part) for part, whole in zip(typed, name, strict=True))


def show_choices(fight: Fight, actions: list[int]) -> None:
    """The legal orders with their numbers, those of one kind in a row."""
    rows: dict[str, list[str]] = {}
    for number, action in enumerate(actions, 1):
        name = fight.game.actions[action]
        rows.setdefault(parts(name)[0], []).append(f"{number:>4}  {name:<20}")
    for row in _merged(list(rows.values())):
        fight.console.print(Text("".join(row).rstrip()), soft_wrap=True)


def _merged(rows: list[list[str]]) -> list[list[str]]:
    """Rows of a single order share one."""
    if all(len(row) == 1 for row in rows):
        return [[row[0] for row in rows]]
    return rows


def show_help(fight: Fight, actions: list[int]) -> None:
    """What each legal order means."""
    for number, action in enumerate(actions, 1):
        meaning = fight.game.meanings[action] if fight.game.meanings else ""
        words = f"{number:>4}  {fight.game.actions[action]:<22}{meaning}"
        fight.console.print(Text(textwrap.fill(words, WIDTH, subsequent_indent=" " * 28)), soft_wrap=True)
    fight.say("Parts of a name may be cut short: b is bear_down, b+w is bear_down+wet_sails.")
    fight.say("Enter shows the battle, u takes your last choice back, q leaves the fight.")


def show_battle(fight: Fight) -> None:
    """The battle as it stands, between two empty lines."""
    fight.console.print()
    fight.console.print(Text(fight.game.describe(fight.state, NAMES)), soft_wrap=True)
    fight.console.print()


def ask_person(fight: Fight, seat: int, sealed: bool) -> int:
    """A person's order; asks again until it is one."""
    actions = legal_actions(fight.game, fight.state, seat)
    end = f" ({NAMES[1 - seat]}'s is sealed)" if sealed else ""
    fight.say(f"{NAMES[seat]}, your order{end}:", "bold", "")
    show_choices(fight, actions)
    while True:
        typed = fight.read("> ")
        if typed == "?":
            show_help(fight, actions)
        elif not typed:
            show_battle(fight)
        else:
            try:
                return understand(typed, actions, fight.game.actions)
            except BadInput as error:
                fight.say(str(error))


def choose(fight: Fight) -> np.ndarray:
    """Everybody's orders: the captains' are fixed before a person is asked."""
    orders = np.zeros(fight.game.seats, np.int16)
    choices = [legal_actions(fight.game, fight.state, seat) for seat in range(fight.game.seats)]
    chosen = []
    states = np.array([fight.state], fight.game.rules.dtype)
    for seat, captain in enumerate(fight.captains):
        if captain is not None and choices[seat] != [0]:
            orders[seat] = ask(captain, fight.game, states, np.array([0]), seat)[0]
            chosen.append(seat)
    fight.state = states[0]
    for seat, captain in enumerate(fight.captains):
        if captain is None and choices[seat] != [0]:
            orders[seat] = ask_person(fight, seat, 1 - seat in chosen)
    return orders


# --- dice ---------------------------------------------------------------------------------------------------


def copy_of(state: Any) -> Any:
    """A battle is a value: its copy is a battle of its own."""
    return np.array([state], state.dtype)[0]


def play(fight: Fight, orders: np.ndarray) -> Any:
    """The battle after one step, with the seeded dice or those on the table."""
    if fight.dice:
        return play_typed(fight, orders)
    after = copy_of(fight.state)
    apply(after, orders)
    return after


def play_typed(fight: Fight, orders: np.ndarray) -> Any:
    """The battle after one step; asks for the faces of each roll that the rules want."""
    faces: list[int] = []
    lines: list[list[int]] = []
    while True:
        try:
            after, wanted, _ = typed_dice.play_typed(fight.game, fight.state, orders, faces, NAMES)
        except BadInput as error:
            # the last line typed does not fit: forget it and ask again
            fight.say(str(error))
            if not lines:
                raise
            faces = faces[: -len(lines.pop())]
            continue
        if after is not None:
            return after
        assert wanted is not None
        lines.append(read_faces(fight, wanted.text))
        faces = faces + lines[-1]


def read_faces(fight: Fight, wanted: str) -> list[int]:
    """Faces of ten-sided dice that a person rolled; 0 means 10."""
    fight.say(wanted, "bold", "")
    while True:
        typed = fight.read("faces> ").replace(",", " ").split()
        if typed and all(part.isdecimal() and len(part) < 4 and int(part) <= 10 for part in typed):
            return [int(part) or 10 for part in typed]
        fight.say("type the faces with spaces between, each from 1 to 10 (0 is 10); u goes back to the orders")


# --- the fight ----------------------------------------------------------------------------------------------


def fight_on(fight: Fight, pause: bool) -> None:
    """Play and show the fight to its end."""
    shown = 0
    while not is_over(fight.state):
        if fight.state["turn"] != shown:
            if shown and pause:
                wait(fight)
            shown = int(fight.state["turn"])
            show_battle(fight)
        before = copy_of(fight.state)
        asked = any(
            captain is None and legal_actions(fight.game, before, seat) != [0]
            for seat, captain in enumerate(fight.captains)
        )
        try:
            orders = choose(fight)
            after = play(fight, orders)
        except TakeBack:
            fight.state = take_back(fight, before)
            shown = 0
            continue
        if asked:
            fight.past.append(before)
        rolls = typed_dice.retell(fight.game, before, orders, after, NAMES)
        for line in fight.game.narrate(before, orders, after, rolls, NAMES):
            fight.say(line)
        fight.state = after


def take_back(fight: Fight, before: Any) -> Any:
    """The battle at the person's last choice, or this one where she has made none."""
    if not fight.past:
        fight.say("There is nothing to take back.")
        return before
    fight.say("Taken back.")
    return fight.past.pop()


def wait(fight: Fight) -> None:
    """Stop until the person wants to see the next turn."""
    while True:
        try:
            fight.read("Enter for the next turn, q leaves ")
            return
        except TakeBack:
            fight.say("There is nothing to take back between two turns.")


def verdict(fight: Fight) -> str:
    """Who won and how, in one line."""
    state, game = fight.state, fight.game
    how = f"{game.endings[game.ending(state)]} in turn {state['turn']}"
    scores = [payoff(state, seat) for seat in range(game.seats)]
    if scores[0] == scores[1]:
        return f"Nobody wins: {how}."
    winner = 0 if scores[0] > scores[1] else 1
    shown = [f"{NAMES[seat]} ({fight.who[seat]})" for seat in range(game.seats)]
    return f"{shown[winner]} beats {shown[1 - winner]}: {how}."


def begin(game: Game, scenario: str, seed: int) -> Any:
    """The battle that `seed` draws from a scenario: the same as in every other face."""
    batch = Batch(game, game.build(scenario), 1, [LEARNER] * game.seats)
    batch.reset([seed])
    return copy_of(batch.states[0])


def complete_captain(incomplete: str) -> list[str]:
    """Who may command, for the shell."""
    return [name for name in (ME, *agents.names("HighSeasDuel")) if name.startswith(incomplete)]


def complete_game(incomplete: str) -> list[str]:
    """The games of two ships, for the shell."""
    return [game.name for game in games().values() if game.seats == 2 and game.name.startswith(incomplete)]


def complete_scenario(incomplete: str) -> list[str]:
    """The scenarios that ship with the package, for the shell."""
    return [name for name in configs.names("high_seas/scenarios") if name.startswith(incomplete)]


CAPTAIN = "`me`, a captain by name (`quarterdeck captains` lists them), or the file of a trained one."


def duel(
    first: Annotated[str, typer.Argument(help=CAPTAIN, autocompletion=complete_captain)],
    second: Annotated[str, typer.Argument(help="Her enemy, likewise.", autocompletion=complete_captain)],
    game: Annotated[str, typer.Option(help="What is fought.", autocompletion=complete_game)] = "HighSeasDuel",
    scenario: Annotated[
        str, typer.Option(help="A scenario by name, or a YAML file.", autocompletion=complete_scenario)
    ] = "default",
    seed: Annotated[int, typer.Option(min=0, help="Draws ships and dice: the same seed, the same battle.")] = 0,
    pause: Annotated[bool, typer.Option("--pause", help="Wait for Enter after each turn.")] = False,
    dice: Annotated[bool, typer.Option("--dice", help="Roll real dice, and type their faces.")] = False,
) -> None:
    """Watch two captains fight turn by turn, or fight one yourself.

    quarterdeck duel gunner boarder --pause

    quarterdeck duel me gunner --scenario corsair_merchantman

    Orders are sealed: your enemy's is fixed before you are asked for yours.
    Type an order by its number or the front of its name; ? explains them,
    u takes your last choice back, q leaves.
    """
    which = find_game(game)
    if which.seats != 2:
        raise BadInput(f"--game: {which.name} is fought by {which.seats} captains; duel shows fights of two")
    captains = [None if name == ME else agents.load(which, name) for name in (first, second)]
    console = Console(highlight=False)
    fight = Fight(which, (first, second), captains, begin(which, scenario, seed), console, dice)
    fight.say(f"{NAMES[0]} ({first}) against {NAMES[1]} ({second})", "bold", "")
    fight.say(f"{which.name}, scenario {scenario}, seed {seed}", "", "")
    if ME in (first, second):
        fight.say(
            "Type an order by its number or the front of its name. ? explains, Enter shows the battle, "
            "u takes your last choice back, q leaves.",
            indent="",
        )
    try:
        fight_on(fight, pause)
    except Left:
        fight.say("You leave the fight.", "", "")
        return
    except EOFError:
        fight.say("The input has ended, and the fight with it.", "", "")
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        console.print()
        raise typer.Exit(130) from None
    show_battle(fight)
    fight.say(verdict(fight), "bold", "")
