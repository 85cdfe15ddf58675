"""`quarterdeck evaluate`: captains against captains, with intervals."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from quarterdeck.cli.bars import bar
from quarterdeck.configs import BadInput, check_writable
from quarterdeck.envs.captain import script_names
from quarterdeck.envs.game import Game
from quarterdeck.evaluation import report, suite, tournament

ROOT = Path("results")


def evaluate(
    captains: Annotated[list[str], typer.Argument(help="Captains to evaluate: names, or files of learned ones.")],
    against: Annotated[
        str, typer.Option(help="Their opponents, with commas between them; `all` are the scripted ones.")
    ] = "all",
    game: Annotated[str | None, typer.Option(help="Which game.  [default: the suite's, or HighSeasDuel]")] = None,
    suite_name: Annotated[
        str | None, typer.Option("--suite", help="Which battles: a suite's name or file.  [default: duel]")
    ] = None,
    battles: Annotated[int | None, typer.Option(help="Battles a match, instead of the suite's number.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the results; one that was begun is finished.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first battle; the next ones count on.")] = 0,
    threads: Annotated[int, typer.Option(min=1, help="Battles fought side by side; changes no result.")] = 1,
) -> None:
    """Fight every captain named against every opponent, from both seats over the same ships and dice."""
    battles_of = suite.load(suite_name, game, battles)
    names = opponents(battles_of.game, against)
    for name in dict.fromkeys([*captains, *names]):
        tournament.enlist(battles_of.game, name)
    folder = out or report.new_folder(ROOT, f"evaluate-{battles_of.game.name}")
    check_writable(folder / "report.json")
    results = fight(battles_of, list(dict.fromkeys(captains)), names, seed, threads, folder)
    show(results)
    finish(results, folder)


def opponents(game: Game, against: str) -> list[str]:
    """The captains that `--against` names.

    Raises:
        BadInput: it names nobody.
    """
    if against == "all":
        return list(script_names(game.rules))
    names = [name.strip() for name in against.split(",") if name.strip()]
    if not names:
        raise BadInput("against: names nobody; choose `all` or captains with commas between them")
    return list(dict.fromkeys(names))


def fight(
    battles: suite.Suite, captains: list[str], names: list[str], seed: int, threads: int, folder: Path
) -> tournament.Results:
    """Run a tournament under a progress bar."""
    with bar() as progress:
        task = progress.add_task("battles", total=battles.battles * len(captains) * len(names))
        return tournament.run(
            battles, captains, names, seed, lambda done: progress.advance(task, done), threads, folder
        )


def show(results: tournament.Results) -> None:
    """Print a table for each candidate."""
    said = report.as_json(results)
    console = Console()
    overall = {entry["candidate"]: entry["payoff"] for entry in said["overall"]}
    for candidate in results.candidates:
        table = Table(
            box=SIMPLE_HEAD,
            padding=(0, 1, 0, 0),
            title=f"{candidate} in {said['game']}, suite {said['suite']}, {said['battles']} battles a match",
        )
        for name in ("against", "payoff", "wins", "draws", "losses", "turns"):
            table.add_column(name, justify="left" if name == "against" else "right", no_wrap=True)
        for match in said["matches"]:
            if match["candidate"] == candidate:
                rates = [_rate(match[name]) for name in ("win", "draw", "loss")]
                table.add_row(match["opponent"], _payoff(match["payoff"]), *rates, f"{match['turns']:.1f}")
        table.add_section()
        table.add_row("all", _payoff(overall[candidate]), "", "", "", "")
        console.print(table)
    for entry in said["differences"]:
        more = _payoff(entry["payoff"])
        console.print(f"{entry['candidate']} earns {more} more than {entry['than']} in the same battles")
    console.print("In brackets: the 95% interval. The unit: two battles, same ships and dice, seats exchanged.")


def finish(results: tournament.Results, folder: Path) -> None:
    """Write the report; the last line names its folder."""
    for line in report.save(results, folder):
        print(line)
    print(f"results: {folder}")


def _payoff(value: dict[str, Any]) -> str:
    return f"{value['mean']:+.2f} ({value['low']:+.2f} {value['high']:+.2f})"


def _rate(value: dict[str, Any]) -> str:
    return f"{value['mean']:.0%} ({100 * value['low']:.0f}–{100 * value['high']:.0f})"
