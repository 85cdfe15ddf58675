"""The one command, `quarterdeck`, and its verbs: one file a verb."""

import importlib
import sys
from typing import Any

import typer

from quarterdeck.configs import BadInput, nearest

app = typer.Typer(
    name="quarterdeck",
    help="Tabletop ship battles for learning machines and for game masters.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)

VERBS = ("train", "evaluate", "duel", "odds", "bench", "check", "captains", "rules", "ship", "demo")

for verb in VERBS:
    app.command(name=verb)(getattr(importlib.import_module(f"quarterdeck.cli.{verb}"), verb))


def run() -> None:
    """The entry point: what a person got wrong is one line and exit status 2."""
    try:
        status = app(prog_name="quarterdeck", standalone_mode=False)
    except BadInput as error:
        _refuse(str(error))
    except typer.Abort:
        sys.exit(130)
    except Exception as error:
        # the errors of the command line; Typer's versions keep their classes in different places
        if not hasattr(error, "format_message"):
            raise
        if type(error).__name__ == "NoArgsIsHelpError":
            error.show()  # type: ignore[attr-defined]
            sys.exit(2)
        _refuse(one_line(error))
    sys.exit(status if isinstance(status, int) else 0)


def _refuse(words: str) -> None:
    print(f"quarterdeck: {words}", file=sys.stderr)
    sys.exit(2)


def one_line(error: Any) -> str:
    """An error of the command line, with the nearest option or verb where one is close."""
    words = " ".join(error.format_message().split()).rstrip(".")
    command = getattr(getattr(error, "ctx", None), "command", None)
    if hasattr(error, "option_name") and hasattr(error, "possibilities"):
        known = [name for option in getattr(command, "params", ()) for name in option.opts if name.startswith("--")]
        words = f"there is no option {error.option_name}; {nearest(error.option_name, [*known, '--help'])}"
    elif words.startswith("No such command") and "Did you mean" not in words:
        words += f"; {nearest(words.split(chr(39))[1], VERBS)}"
    path = " ".join(getattr(getattr(error, "ctx", None), "command_path", "").split()[1:])
    return f"{path}: {words[0].lower()}{words[1:]}" if path else f"{words[0].lower()}{words[1:]}"
