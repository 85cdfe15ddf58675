"""The rule ledger against the code and the tests that cite it."""

import re
from collections import Counter
from pathlib import Path

import pytest

from quarterdeck.docs import ledger

ROOT = Path(__file__).resolve().parents[2]
ID = re.compile(r"\b[A-Z]{2,3}-[A-Z]+-\d+\b")
ROW = re.compile(r"^\| ([A-Z]{2,3}-[A-Z]+-\d+) \|.*\| ([a-z ]+) \|$")
STATES = {"played", "table only", "not a game rule", "later"}


def rows():
    """(id, state) of every row of every ledger, in order."""
    lines = [line for page in sorted((ROOT / "docs" / "rules").glob("*.md")) for line in page.read_text().splitlines()]
    return [match.groups() for match in map(ROW.match, lines) if match]


def cited(*folders):
    """Every id that a Python file in these folders mentions, with one file that does."""
    here = Path(__file__).resolve()
    found = {}
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path != here:
                found.update(dict.fromkeys(ID.findall(path.read_text()), str(path.relative_to(ROOT))))
    return found


PREFIXES = {name.split("-")[0] for name, _ in rows()}
PLAYED = [name for name, state in rows() if state == "played"]


def test_ledger_is_read():
    assert "HS" in PREFIXES
    assert len(PLAYED) > 150
    assert {state for _, state in rows()} <= STATES


def test_no_id_twice():
    assert [name for name, times in Counter(name for name, _ in rows()).items() if times > 1] == []


@pytest.mark.parametrize("folders", [("envs", "agents"), ("tests",)])
def test_played_rules_are_cited(folders):
    """Every rule that is played is named by the code that plays it and by a test that holds it."""
    assert sorted(set(PLAYED) - set(cited(*folders))) == []


def test_citations_exist():
    """No id is cited that has no row."""
    known = {name for name, _ in rows()}
    citations = cited("envs", "agents", "tests", "cli", "table", "evaluation", "training")
    strays = {name: file for name, file in citations.items() if name not in known}
    assert {name: file for name, file in strays.items() if name.split("-")[0] in PREFIXES} == {}


def test_every_rule_stands_under_its_own_heading():
    """A heading may name several families of ids: each rule is told with the chapter in which it stands."""
    heading = re.compile(r"^## (?P<families>[A-Z, ]+): (?P<chapter>.+)$", re.MULTILINE)
    for path in (ROOT / "docs" / "rules").glob("*.md"):
        families = {}
        for found in heading.finditer(path.read_text()):
            families |= dict.fromkeys(found["families"].split(", "), found["chapter"])
        for row in ledger.rows():
            if row.rule_set == path.stem:
                assert families[row.id.split("-")[1]] == row.chapter, row.id
