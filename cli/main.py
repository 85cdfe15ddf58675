"""The one command, `quarterdeck`, and its verbs: one file a verb."""

import atexit
import gc
import importlib
import io
import os
import re
import sys
from typing import Any

import typer

from quarterdeck.configs import BadInput, nearest

VERBS = ("train", "evaluate", "duel", "odds", "bench", "check", "captains", "rules", "ship", "demo")


def _command() -> typer.Typer:
    """The verbs; where one is called, that one alone, so that nobody waits for what the others import."""
    app = typer.Typer(
        name="quarterdeck",
        help="Tabletop ship battles for learning machines and for game masters.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
    )
    app.callback()(lambda: None)  # a verb stays a verb where it is alone
    called = [verb for verb in VERBS if sys.argv[1:2] == [verb]]
    for verb in called or VERBS:
        app.command(name=verb)(getattr(importlib.import_module(f"quarterdeck.cli.{verb}"), verb))
    return app


def run() -> None:
    """The entry point: what a person got wrong is one line and exit status 2; so is what the machine lacks, with 1."""
    atexit.register(gc.freeze)  # else Python looks through all that was imported once more before it ends
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that has no letters for our pictures
    try:
        status = _command()(prog_name="quarterdeck", standalone_mode=False)
    except BadInput as error:
        _refuse(str(error))
    except typer.Abort:
        sys.exit(130)
    except MemoryError:
        _refuse("there is not enough memory for so many battles at once; ask for fewer", 1)
    except BrokenPipeError:
        # nobody reads on; what is left must not be written when Python ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _refuse(f"{where}{error.strerror or error}", 1)
    except Exception as error:
        # the errors of the command line; Typer's versions keep their classes in different places
        if not hasattr(error, "format_message"):
            raise
        if type(error).__name__ == "NoArgsIsHelpError":
            error.show()  # type: ignore[attr-defined]
            sys.exit(2)
        _refuse(one_line(error))
    sys.exit(status if isinstance(status, int) else 0)


def _refuse(words: str, status: int = 2) -> None:
    # one line, whatever a stranger's file holds
    line = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in words)
    print(f"quarterdeck: {line}", file=sys.stderr)
    sys.exit(status)


def _whole(found: re.Match[str]) -> str:
    return "give a whole number" if found[1] == "integer" else "give a number"


def one_line(error: Any) -> str:
    """An error of the command line, with the nearest option or verb where one is close."""
    words = " ".join(error.format_message().split()).rstrip(".")
    words = re.sub(r"Input should be a valid (integer|number),.*", _whole, words)
    command = getattr(getattr(error, "ctx", None), "command", None)
    if hasattr(error, "option_name") and hasattr(error, "possibilities"):
        known = [name for option in getattr(command, "params", ()) for name in option.opts if name.startswith("--")]
        words = f"there is no option {error.option_name}; {nearest(error.option_name, [*known, '--help'])}"
    elif words.startswith("No such command") and "Did you mean" not in words:
        words += f"; {nearest(words.split(chr(39))[1], VERBS)}"
    path = " ".join(getattr(getattr(error, "ctx", None), "command_path", "").split()[1:])
    return f"{path}: {words[0].lower()}{words[1:]}" if path else f"{words[0].lower()}{words[1:]}"
