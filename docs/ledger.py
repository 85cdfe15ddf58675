"""The rule ledgers as data: one row a rule, read from the tables of `docs/rules/*.md`."""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

STATES = ("played", "table only", "not a game rule", "later")

_HEADING = re.compile(r"^## [A-Z]+(?:, [A-Z]+)*: (.+)$")
_ID = re.compile(r"^[A-Z]+-[A-Z]+-\d+$")
_BAR = re.compile(r"(?<!\\)\|")  # a bar inside a cell is written \|


@dataclass(frozen=True)
class Row:
    """One rule.

    Attributes:
        id: as in `HS-FIRE-2`.
        rule: in our words.
        source: section and paragraph of the rules.
        ruling: what was decided where they are silent, or empty.
        state: one of `STATES`.
        rule_set: the ledger it stands in, as in `high_seas`.
        chapter: the heading over it.
    """

    id: str
    rule: str
    source: str
    ruling: str
    state: str
    rule_set: str
    chapter: str


def parse(text: str, rule_set: str) -> list[Row]:
    """The rows of one ledger, in its order.

    Raises:
        ValueError: a row does not have five cells; the message names its line.
    """
    rows = []
    chapter = ""
    for number, line in enumerate(text.splitlines(), 1):
        heading = _HEADING.match(line)
        if heading:
            chapter = heading[1]
        cells = [cell.strip().replace("\\|", "|") for cell in _BAR.split(line.strip())[1:-1]]
        if not cells or not _ID.match(cells[0]):
            continue
        if len(cells) != 5:
            raise ValueError(f"{rule_set}.md, line {number}: {cells[0]} has {len(cells)} cells, not 5")
        rule, source, ruling, state = cells[1:]
        ruling = "" if ruling in ("–", "-") else ruling.removeprefix("Ruling: ")
        rows.append(Row(cells[0], rule, source, ruling, state, rule_set, chapter))
    return rows


@cache
def rows() -> tuple[Row, ...]:
    """The rows of every ledger that ships with the package."""
    folder = files("quarterdeck.docs") / "rules"
    found: list[Row] = []
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.name.endswith(".md"):
            found += parse(path.read_text(encoding="utf-8"), path.name.removesuffix(".md"))
    return tuple(found)
