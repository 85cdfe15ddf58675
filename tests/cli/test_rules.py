"""The ledgers as data, and the verb that prints a row."""

import re
from importlib.resources import files

import pytest
import typer
from typer.testing import CliRunner

from quarterdeck.cli.rules import complete, find, rules
from quarterdeck.docs import ledger
from tests.refused import refused

app = typer.Typer()
app.command()(rules)


def printed(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def flat(text: str) -> str:
    return " ".join(text.split())


def test_every_line_of_a_table_becomes_a_row():
    text = (files("quarterdeck.docs") / "rules" / "high_seas.md").read_text(encoding="utf-8")
    ids = re.findall(r"^\| (HS-[A-Z]+-\d+) \|", text, re.MULTILINE)
    found = [row.id for row in ledger.rows() if row.rule_set == "high_seas"]
    assert found == ids and len(set(ids)) == len(ids) > 300
    for row in ledger.rows():
        assert row.rule and row.source and row.chapter and row.state in ledger.STATES


def test_a_row_is_taken_apart():
    rows = ledger.parse(
        "## FIRE: gunfire\n\n| id | rule | source | ruling | state |\n|---|---|---|---|---|\n"
        "| HS-FIRE-1 | This \\| that. | IV 1 | Ruling: this. | played |\n"
        "| HS-FIRE-2 | More. | IV 2 | – | later |\n",
        "high_seas",
    )
    assert rows == [
        ledger.Row("HS-FIRE-1", "This | that.", "IV 1", "this.", "played", "high_seas", "gunfire"),
        ledger.Row("HS-FIRE-2", "More.", "IV 2", "", "later", "high_seas", "gunfire"),
    ]


def test_a_row_with_a_cell_too_few_is_an_error():
    with pytest.raises(ValueError, match="line 2: HS-FIRE-1 has 3 cells"):
        ledger.parse("\n| HS-FIRE-1 | Rule. | IV 1 |\n", "high_seas")


def test_a_row_is_printed_whole_within_eighty_columns():
    text = printed("hs-mishap-3")
    row = find("HS-MISHAP-3")[0]
    assert text.splitlines()[0] == "HS-MISHAP-3  the mishap table of a tied chase  [played]"
    for words in (row.rule, f"Ruling: {row.ruling}", f"Source: {row.source}"):
        assert words in flat(text)
    assert max(len(line) for line in text.splitlines()) <= 80


def test_a_chapter_and_a_word_print_all_that_fits():
    assert [row.id for row in find("HS-CHASE")] == [row.id for row in ledger.rows() if row.id.startswith("HS-CHASE-")]
    assert find("be-") == find("BE") == [row for row in ledger.rows() if row.id.startswith("BE-")]
    assert {"HS-CHASE-1"} < {row.id for row in find("HS-CHASE")}
    found = find("Grapeshot")
    assert len(found) > 1
    assert all("grapeshot" in f"{row.rule} {row.ruling} {row.chapter}".lower() for row in found)
    text = printed("Grapeshot")
    assert all(row.id in text for row in found)


def test_several_words_are_one_phrase():
    assert printed("wet", "sails") == printed("wet sails") != printed("sails")


def test_whole_ids_only():
    """HS-FIRE-2 is not HS-FIRE-22."""
    assert [row.id for row in find("HS-FIRE-2")] == ["HS-FIRE-2"]


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("HS" + "-FIER-2", "did you mean 'HS-FIRE-2'?"),
        ("HS" + "-CHASE-99", "did you mean 'HS-CHASE-8'?"),
        ("zzzz", "rules are called as HS-FIRE-2 is"),
        (" ", "rules are called as"),
    ],
)
def test_an_unknown_id_names_the_nearest(typed, hint):
    assert hint in refused(find, typed)


def test_the_shell_completes_ids():
    assert ("HS-GRAPPLE-1", find("HS-GRAPPLE-1")[0].rule) in complete("hs-grap")
    assert all(name.startswith("HS-GRAPPLE-") for name, _ in complete("hs-grap"))
