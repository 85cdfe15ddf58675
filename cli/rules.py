"""`quarterdeck rules`: a row of the rule ledger, or every row that speaks of something."""

import textwrap
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from quarterdeck.configs import BadInput, nearest
from quarterdeck.docs import ledger

WIDTH = 78


def complete(incomplete: str) -> list[tuple[str, str]]:
    """Ids that go on from what is typed, for the shell."""
    return [(row.id, row.rule) for row in ledger.rows() if row.id.startswith(incomplete.upper())]


def find(which: str) -> list[ledger.Row]:
    """The row with this id, the rows whose id begins with it, or else the rows that contain the words.

    Raises:
        BadInput: there is none; the nearest id is given.
    """
    sought = which.strip().upper().rstrip("-")
    found = [row for row in ledger.rows() if row.id == sought]
    if not found and sought:
        found = [row for row in ledger.rows() if row.id.startswith(f"{sought}-")]
    if not found and "-" not in sought and sought:
        found = [row for row in ledger.rows() if sought in f"{row.rule} {row.ruling} {row.chapter}".upper()]
    if not found:
        ids = [row.id for row in ledger.rows()]
        near = nearest(sought, ids)
        hint = near if near.startswith("did") else "rules are called as HS-FIRE-2 is, or give a word"
        raise BadInput(f"no rule is called {which!r} or speaks of it; {hint}")
    return found


def show(console: Console, row: ledger.Row) -> None:
    """Print one row."""
    console.print(Text.assemble((row.id, "bold"), f"  {row.chapter}  ", (f"[{row.state}]", "italic")))
    for title, words in (("", row.rule), ("Ruling: ", row.ruling), ("Source: ", row.source)):
        if words:
            filled = textwrap.fill(title + words, WIDTH, initial_indent="  ", subsequent_indent="  " + " " * len(title))
            console.print(Text(filled), soft_wrap=True)


def rules(
    which: Annotated[
        list[str],
        typer.Argument(
            metavar="ID-OR-WORDS",
            help="As HS-FIRE-2, HS-FIRE for the chapter, or words.",
            autocompletion=complete,
        ),
    ],
) -> None:
    """Look up a rule in the ledger.

    Every rule has an id, which stands in the code and in the tests as well.
    A whole id prints that rule, the front of one prints its chapter,
    and anything else prints every rule that speaks of it:

        quarterdeck rules HS-FIRE-2

        quarterdeck rules HS-GRAPPLE

        quarterdeck rules wet sails
    """
    console = Console(highlight=False)
    for number, row in enumerate(find(" ".join(which))):
        if number:
            console.print()
        show(console, row)
