"""`quarterdeck duel`: one fight in the terminal, between two captains or against one."""

import re
import shlex
import textwrap
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.text import Text

from quarterdeck import agents, configs
from quarterdeck.cli.fight import (
    ME,
    WIDTH,
    Fight,
    Left,
    TakeBack,
    asks_person,
    begin,
    commander,
    complete_game,
    complete_scenario,
    legal_actions,
    play,
    resume,
)
from quarterdeck.configs import BadInput
from quarterdeck.envs import saved, typed_dice
from quarterdeck.envs.batch import ask
from quarterdeck.envs.game import find_game, is_over, payoff
from quarterdeck.envs.values import copy_of

_HOW = "type a number from 1 to {}, or the front of a name"


# --- orders -------------------------------------------------------------------------------------------------


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
    fight.console.print(Text(fight.game.describe(fight.state, fight.game.names)), soft_wrap=True)
    fight.console.print()


def ask_person(fight: Fight, seat: int, sealed: bool) -> int:
    """A person's order; asks again until it is one."""
    actions = legal_actions(fight.game, fight.state, seat)
    end = f" ({fight.game.names[1 - seat]}'s is sealed)" if sealed else ""
    fight.say(f"{fight.game.names[seat]}, your order{end}:", "bold", "")
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


# --- the fight ----------------------------------------------------------------------------------------------


def fight_on(fight: Fight, pause: bool) -> None:
    """Play and show the fight to its end."""
    shown = 0
    while not is_over(fight.state):
        if turn_of(fight) != shown:
            if shown and pause:
                wait(fight)
            shown = turn_of(fight)
            show_battle(fight)
        before = copy_of(fight.game, fight.state)[0]
        try:
            orders = choose(fight)
            after = play(fight, orders)
        except TakeBack:
            fight.take_back(before)
            shown = 0
            continue
        if asks_person(fight, before):
            fight.past.append((before, len(fight.steps)))
        rolls = typed_dice.retell(fight.game, before, orders, after, fight.game.names)
        for line in fight.game.narrate(before, orders, after, rolls, fight.game.names):
            fight.say(line)
        fight.steps.append(saved.step_of(fight.game, fight.state, orders, after, fight.dice))
        fight.state = after
        fight.keep()


def turn_of(fight: Fight) -> int:
    """The number of the turn; in a game that counts none, that of the step."""
    return int(fight.state["turn"]) if "turn" in fight.state.dtype.names else len(fight.steps) + 1


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
    how = f"{game.endings[game.ending(state)]} in turn {turn_of(fight)}"
    scores = [payoff(state, seat) for seat in range(game.seats)]
    if scores[0] == scores[1]:
        return f"Nobody wins: {how}."
    winner = 0 if scores[0] > scores[1] else 1
    shown = [f"{game.names[seat]} ({fight.who[seat]})" for seat in range(game.seats)]
    return f"{shown[winner]} beats {shown[1 - winner]}: {how}."


def complete_captain(incomplete: str) -> list[str]:
    """Who may command, for the shell."""
    return [name for name in (ME, *agents.names("HighSeasDuel")) if name.startswith(incomplete)]


CAPTAIN = "`me`, a captain by name (`quarterdeck captains` lists them), or the file of a trained one."


def duel(
    first: Annotated[
        str | None, typer.Argument(help=CAPTAIN, autocompletion=complete_captain, show_default=False)
    ] = None,
    second: Annotated[
        str | None, typer.Argument(help="Her enemy, likewise.", autocompletion=complete_captain, show_default=False)
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(help="What is fought; without it HighSeasDuel.", autocompletion=complete_game),
    ] = None,
    scenario: Annotated[
        str | None,
        typer.Option(
            help="A scenario by name, or a YAML file; without it that called default.", autocompletion=complete_scenario
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="Draws ships and dice: the same seed, the same battle; without it 0."),
    ] = None,
    pause: Annotated[bool, typer.Option("--pause", help="Wait for Enter after each turn.")] = False,
    dice: Annotated[bool, typer.Option("--dice", help="Roll real dice, and type their faces.")] = False,
    save: Annotated[Path | None, typer.Option(help="Keep the fight in this file, after every step.")] = None,
    resumed: Annotated[Path | None, typer.Option("--resume", help="Go on with the fight that this file keeps.")] = None,
) -> None:
    """Watch two captains fight turn by turn, or fight one yourself.

    quarterdeck duel gunner boarder --pause

    quarterdeck duel me gunner --scenario corsair_merchantman --save fight.json

    quarterdeck duel --resume fight.json

    Orders are sealed: your enemy's is fixed before you are asked for yours.
    Type an order by its number or the front of its name; ? explains them,
    u takes your last choice back, q leaves.
    """
    console = Console(highlight=False)
    if resumed is not None:
        given = {"--game": game, "--scenario": scenario, "--seed": seed, "--save": save}
        for name, value in given.items():
            if value is not None:
                raise BadInput(f"{name}: the fight in {resumed} has its own; leave it out")
        fight = resume(resumed, (first, second), console, dice)
    else:
        fight = new_fight((first, second), game, scenario, seed or 0, dice, save, console)
    if ME in fight.who:
        fight.say(
            "Type an order by its number or the front of its name. ? explains, Enter shows the battle, "
            "u takes your last choice back, q leaves.",
            indent="",
        )
    watch(fight, pause)


def new_fight(
    who: tuple[str | None, str | None],
    game: str | None,
    scenario: str | None,
    seed: int,
    dice: bool,
    file: Path | None,
    console: Console,
) -> Fight:
    """A fight at its beginning.

    Raises:
        BadInput: a captain is missing or unknown, the game is not one of two ships, or the file is there already.
    """
    first, second = who
    if first is None or second is None:
        raise BadInput(f"duel: who fights? Name two captains, as in `quarterdeck duel {first or ME} gunner`")
    which = find_game("HighSeasDuel" if game is None else game)
    if which.seats != 2:
        raise BadInput(f"--game: {which.name} is fought by {which.seats} captains; duel shows fights of two")
    captains = [commander(which, name) for name in (first, second)]
    if file is not None:
        configs.check_writable(file)
        if file.exists():
            raise BadInput(f"{file}: is there already; go on with --resume {file}, or give another name")
    scenario = "default" if scenario is None else scenario
    state = begin(which, scenario, seed)
    fight = Fight(which, (first, second), captains, state, console, dice, scenario, file, state)
    fight.keep()
    fight.say(f"{which.names[0]} ({first}) against {which.names[1]} ({second})", "bold", "")
    fight.say(f"{which.name}, scenario {fight.scenario}, seed {seed}", "", "")
    return fight


def watch(fight: Fight, pause: bool) -> None:
    """Fight to the end, or until the person leaves; what is kept in a file stays there."""
    status = 0
    try:
        fight_on(fight, pause)
    except Left:
        fight.say("You leave the fight.", "", "")
    except EOFError:
        fight.say("The input has ended, and the fight with it.", "", "")
        status = 1
    except KeyboardInterrupt:
        fight.console.print()
        status = 130
    else:
        show_battle(fight)
        fight.say(verdict(fight), "bold", "")
        return
    if fight.file is not None:
        # to be copied, so it is not filled into lines
        fight.console.print(Text(f"To go on: quarterdeck duel --resume {shlex.quote(str(fight.file))}"), soft_wrap=True)
    if status:
        raise typer.Exit(status)
