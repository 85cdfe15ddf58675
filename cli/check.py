"""`quarterdeck check`: random play in which everything that must always hold is checked."""

import os
from typing import Annotated

import typer

from quarterdeck.cli.bars import bar
from quarterdeck.envs import fuzz
from quarterdeck.envs.game import find_game, games


def check(
    game: Annotated[list[str] | None, typer.Option(help="Which games.  [default: all]")] = None,
    steps: Annotated[int, typer.Option(min=1, help="How many steps in all, as 100_000_000.")] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0, help="Row k plays as row 0 of SEED + k.")] = 0,
    rows: Annotated[
        int | None, typer.Option(min=1, max=1 << 22, help="Battles side by side.  [default: 2048 a thread]")
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, max=1024, help="Threads.  [default: one a processor]")] = None,
    scenario: Annotated[
        str | None, typer.Option(help="Which battles.  [default: all scenarios that suit the game]")
    ] = None,
) -> None:
    """Play random steps, legal and illegal, and check after each all that must always hold.

    Values in their bounds, falling where they must; masks never empty; illegal
    orders replaced; payoffs of zero sum; battles that end in time; the same
    battle in a batch, alone, copied, and restored from a file.

    A fault is one line that says how to meet it again; exit status 1.
    """
    chosen = [find_game(name) for name in game] if game else list(games().values())
    workers = threads or os.cpu_count() or 1
    side_by_side = rows or fuzz.ROWS * workers
    share = -(-steps // len(chosen))
    faults = 0
    with bar() as progress:
        for which in chosen:
            task = progress.add_task(which.name, total=share)

            def advance(done: int, task: int = task) -> None:
                progress.advance(task, done)  # type: ignore[arg-type]

            report = fuzz.fuzz(which, share, seed, side_by_side, workers, scenario, advance)
            progress.remove_task(task)
            ends = ", ".join(f"{name} {number:,}" for name, number in report.endings.most_common()) or "none yet"
            line = f"{which.name}: {report.steps:,} steps, {report.illegal:,} illegal orders replaced, ended: {ends}"
            progress.console.print(line, soft_wrap=True, highlight=False)
            if report.fault is not None:
                faults += 1
                tell(report.fault, scenario)
    if faults:
        raise typer.Exit(1)
    typer.echo("Everything held.")


def tell(fault: fuzz.Fault, scenario: str | None) -> None:
    """Say what is wrong, and how to meet it again."""
    name = fault.game.name
    typer.echo(f"{name}: seed {fault.seed}, row {fault.row}, step {fault.step}: {fault.words}", err=True)
    which = f" --scenario {scenario}" if scenario else ""
    command = f"quarterdeck check --game {name}{which} --seed {fault.seed} --rows 1 --threads 1 --steps {fault.step}"
    typer.echo(f"  again: {command}", err=True)
