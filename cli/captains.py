"""`quarterdeck captains`: who can command a ship."""

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from quarterdeck import agents
from quarterdeck.envs.captain import script_names
from quarterdeck.envs.game import find_game, games


def complete_game(incomplete: str) -> list[str]:
    """The games, for the shell."""
    return [game.name for game in games().values() if game.name.startswith(incomplete)]


def results(card: Any) -> list[str]:
    """What was measured of a learned captain, a line a measurement."""
    return [", ".join(f"{name} {_shown(value)}" for name, value in row.items()) for row in card.results]


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, list | tuple):
        return " to ".join(_shown(part) for part in value)
    return str(value)


def captains(
    game: Annotated[
        str, typer.Argument(help="The game they are to play.", autocompletion=complete_game)
    ] = "HighSeasDuel",
) -> None:
    """List the captains of a game.

    Any of them can be named wherever a captain is asked for:

        quarterdeck duel gunner boarder

        quarterdeck duel me prudent

    Learned captains stand with what was measured of them. The file of one
    that you trained yourself does as well as a name.
    """
    which = find_game(game)
    console = Console(highlight=False)
    scripted = script_names(which.rules)
    names = agents.names(which)
    console.print(Text(f"Captains of {which.id}", "bold"), soft_wrap=True)
    width = max(len(name) for name in names)
    for name in names:
        card = None if name in scripted else getattr(agents.load(which, name), "card", None)
        kind = "scripted" if name in scripted else "learned" if card else "searching"
        console.print(Text.assemble("  ", (name.ljust(width), "bold"), f"  {kind}"), soft_wrap=True)
        if card:
            for line in (f"trained on {card.game}, {card.steps:,} decisions", *results(card)):
                console.print(Text(" " * (width + 4) + line), soft_wrap=True)
