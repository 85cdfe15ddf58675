"""`quarterdeck train`: learn a captain."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from quarterdeck.configs import BadInput


def train(
    config: Annotated[
        str | None,
        typer.Argument(help="A config by name, as high_seas/duel, or a YAML file.", show_default=False),
    ] = None,
    overrides: Annotated[
        list[str] | None,
        typer.Argument(metavar="KEY=VALUE...", help="Fields to change: total_steps=1e6.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder of the run; one that was interrupted goes on.  [default: runs/CAPTAIN-DATE-TIME]"),
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Folder of an interrupted run to go on with.")] = None,
) -> None:
    """Train a captain by self-play and against the scripted captains, and measure her.

    Ctrl-C saves what was learned. The last line names the folder of the result.
    """
    try:
        from quarterdeck.training import folders
        from quarterdeck.training import train as training
    except ImportError as error:
        raise BadInput(f"train needs {error.name}: pip install 'quarterdeck[train]'") from None
    fields = overrides or []
    if config is not None and "=" in config:
        fields = [config, *fields]
        config = None
    settings, folder = folders.prepare(config, fields, out, resume)
    typer.echo(f"Training {settings.captain} at {settings.found_game.name} in {folder}", err=True)
    try:
        scores = training.train(settings, folder)
    except training.Stopped as stopped:
        typer.echo(f"Stopped after {stopped.steps:,} steps; all of it is saved. To go on:", err=True)
        typer.echo(f"    quarterdeck train --resume {folder}", err=True)
        sys.exit(128 + stopped.signal)
    typer.echo(f"{settings.captain}: mean payoff with 95% interval, every pairing drawn alike, both seats")
    for score in scores:
        span = f"[{score.low:+.3f}, {score.high:+.3f}]"
        typer.echo(f"  {score.opponent:<12} {score.payoff:+.3f} {span}  {score.battles} battles")
    typer.echo(f"Result: {folder}")
