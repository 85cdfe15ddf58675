"""`quarterdeck odds`: what may come of one turn, exactly."""

import json
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.fight import begin, complete_game, complete_scenario
from quarterdeck.configs import BadInput
from quarterdeck.envs import saved
from quarterdeck.envs.forecast import LEAST, Forecast, forecast
from quarterdeck.envs.game import Game, find_game
from quarterdeck.envs.outcomes import LIMIT
from quarterdeck.envs.values import action_number

NOTHING = 1e-9  # shares below this are shown as none


def odds(
    scenario: Annotated[
        str,
        typer.Argument(help="A scenario by name, its YAML file, or a saved battle.", autocompletion=complete_scenario),
    ],
    orders: Annotated[tuple[str, str], typer.Option(metavar="FIRST SECOND", help="What each captain orders now.")],
    first: Annotated[str, typer.Option(help="The first captain's later choices, with commas between them.")] = "",
    second: Annotated[str, typer.Option(help="The second captain's.")] = "",
    game: Annotated[
        str | None,
        typer.Option(help="What is fought; without it HighSeasDuel.", autocompletion=complete_game),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Draws the ships, as in `duel`; without it 0.")] = None,
    least: Annotated[float, typer.Option(min=0, max=1, help="Leave out what is less likely than this.")] = LEAST,
    as_json: Annotated[bool, typer.Option("--json", help="Print the numbers as JSON.")] = False,
) -> None:
    """Work out what may come of one turn: every roll, with its exact probability.

    quarterdeck odds corsair_merchantman --orders circle bear_down

    quarterdeck odds fight.json --orders evade circle --first maneuver,stern@rigging

    In the later phases of the turn each captain takes the first of her choices
    that is legal; of whom none is given, or none is legal, sails on, keeps clear
    and fires at the hull what bears. What is played is printed.
    """
    which, state, source = battle(scenario, game, seed)
    if which.seats != 2:
        raise BadInput(f"{which.name} is fought by {which.seats} captains; odds are worked out for two")
    then = [[part.strip() for part in words.split(",") if part.strip()] for words in (first, second)]
    for option, names in zip(("--first", "--second"), then, strict=True):
        for name in names:
            action_number(which, name, option)
    try:
        found = forecast(which, state, orders, then, which.names, least)
    except BadInput:
        raise
    except ValueError as error:
        raise BadInput(str(error).replace("least=", "--least ")) from None
    if as_json:
        typer.echo(json.dumps(plain(which, source, orders, found), indent=1))
    else:
        show(which, source, state, found)


def battle(scenario: str, game: str | None, seed: int | None) -> tuple[Game, Any, str]:
    """The battle that is meant, its game, and what to call it.

    Raises:
        BadInput: there is none, or a saved one is given another game or a seed.
    """
    if scenario.endswith(".json"):
        if game is not None or seed is not None:
            raise BadInput(
                f"{scenario}: is a saved battle, which has its game and its dice; leave out --game and --seed"
            )
        loaded = saved.load(scenario)
        return loaded.game, loaded.state, scenario
    which = find_game("HighSeasDuel" if game is None else game)
    return which, begin(which, scenario, seed or 0), f"scenario {scenario}, seed {seed or 0}"


def plain(game: Game, source: str, orders: tuple[str, str], found: Forecast) -> dict[str, Any]:
    """The numbers for other programs."""
    return {
        "game": game.id,
        "battle": source,
        "orders": dict(zip(game.names, orders, strict=True)),
        "played": dict(zip(game.names, found.played, strict=True)),
        **{table.title.replace(" ", "_"): table.rows for table in found.tables},
        "total": found.walked.total,
        "counted_together": {"from": LIMIT, "at_most": found.walked.lumped},
        "outcomes": outcomes(found),
    }


def outcomes(found: Forecast) -> int:
    """How many ways the turn may go."""
    return found.walked.counted or len(found.walked.ends)


def show(game: Game, source: str, state: Any, found: Forecast) -> None:
    """Print the numbers."""
    console = Console(highlight=False)
    console.print(Text(game.describe(state, game.names)), soft_wrap=True)
    console.print()
    console.print(Text(f"Odds of this turn: {game.name}, {source}", "bold"), soft_wrap=True)
    for name, played in zip(game.names, found.played, strict=True):
        parts = [action if often > 1 - NOTHING else f"{action} {often:.1%}" for action, often in played.items()]
        console.print(Text(f"  {name} plays {', '.join(parts) or 'nothing'}"), soft_wrap=True)
    for table in found.tables:
        console.print(_drawn(table.title, table.unit, table.rows))
    left = max(0.0, 1 - found.walked.total)
    note = f"{outcomes(found):,} outcomes; the probabilities add up to {found.walked.total:.10f}"
    note += f", {left:.1e} was left out" if left > NOTHING else ""
    note += "."
    if found.walked.lumped > 0:
        note += f" Totals from {LIMIT} on count as {LIMIT}: a share of at most {found.walked.lumped:.0e}."
    console.print(Text(note), soft_wrap=True)


def _drawn(title: str, unit: str, rows: dict[str, dict[str, float]]) -> Table:
    """A table without the columns in which there is nothing."""
    columns = [name for name in next(iter(rows.values())) if any(abs(row[name]) >= NOTHING for row in rows.values())]
    drawn = Table(box=SIMPLE_HEAD, padding=(0, 2, 0, 0))
    drawn.add_column(title if unit == "%" else f"{title}, mean", min_width=16)
    for name in columns or ["none"]:
        drawn.add_column(name, justify="right")
    for name, row in rows.items():
        shown = [f"{row[column]:.2%}" if unit == "%" else f"{round(row[column], 2) + 0.0:.2f}" for column in columns]
        drawn.add_row(name, *(shown or ["0"]))
    return drawn
