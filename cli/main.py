"""The one command, `quarterdeck`, and its verbs: one file a verb."""

import importlib
import sys

import typer

from quarterdeck.configs import BadInput

app = typer.Typer(
    name="quarterdeck",
    help="Tabletop ship battles for learning machines and for game masters.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)

VERBS = ("train", "evaluate", "duel", "bench", "captains", "rules", "ship", "demo")

for verb in VERBS:
    app.command(name=verb)(getattr(importlib.import_module(f"quarterdeck.cli.{verb}"), verb))


def run() -> None:
    """The entry point: what a person got wrong is one line and exit status 2."""
    try:
        app()
    except BadInput as error:
        print(f"quarterdeck: {error}", file=sys.stderr)
        sys.exit(2)
