"""The card of a ship."""

import json

import pytest
import typer
from typer.testing import CliRunner

from quarterdeck import configs
from quarterdeck.cli.ship import complete, find, ship
from quarterdeck.envs.high_seas import record as r
from tests.refused import refused

app = typer.Typer()
app.command()(ship)


def printed(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def card(*arguments: str):
    return json.loads(printed(*arguments, "--json"))


def flat(text: str) -> str:
    return " ".join(text.split())


def line(*arguments: str) -> str:
    """The one line of an error."""
    return refused(CliRunner().invoke, app, list(arguments), catch_exceptions=False)


def test_a_hull_by_its_name():
    """HS-HULL-1, HS-SHIP-11, HS-SHIP-12: a bare corsair, fully armed."""
    text = flat(printed("corsair"))
    assert "Corsair, corsair, heavily armed, shallow draft" in text
    assert "port 8, starboard 8, chasers 2, stern 2: 20; 1 pont gun a side" in text
    assert "20 long guns 8,000" in text
    assert "2 pont guns 240" in text
    assert "careened every 4 months: 3 days" in text and "on a beach" in text


def test_a_small_warship_in_full():
    """HS-SHIP-8, HS-REPAIR-10: the costs that the rules state."""
    made = card("small_warship", "--fit", "light")
    assert made["cost"]["lines"][0] == {"what": "hull", "number": 1, "guilders": 8000}
    assert made["upkeep"]["careening_guilders"] == 800
    assert sum(made["guns"].values()) == 19
    assert made["bare"] == made["ratings"]
    assert made["cost"]["total"] == sum(line["guilders"] for line in made["cost"]["lines"])


@pytest.mark.parametrize("name", [*r.HULLS, *configs.names("high_seas/ships")])
def test_every_card_fits_the_page(name):
    text = printed(name)
    assert max(len(line) for line in text.splitlines()) <= 80
    made = card(name)
    assert f"{made['cost']['total']:,}" in text
    assert all(field in made for field in ("ratings", "crew", "hold", "changes", "months", "upkeep"))
    assert made["hold"]["free"] >= 0


def test_what_each_modification_changes(tmp_path):
    """HS-MOD-4, HS-MOD-2, HS-FLAW-9: before and after, beside what it costs."""
    path = tmp_path / "swift.yaml"
    path.write_text(
        "hull: small_warship\nmodifications: [streamlined, reinforced_hull: 3]\nflaws: [awkward_cargo_space]\n"
    )
    made = card(str(path))
    assert made["changes"]["streamlined"] == {
        "ratings": {"speed": [3, 4], "miles_a_day": [made["bare"]["miles_a_day"], made["bare"]["miles_a_day"] + 10]},
        "does": "",
        "months": 1,
    }
    assert made["changes"]["awkward_cargo_space"]["ratings"] == {"cargo": [16, 15]}
    text = flat(printed(str(path)))
    assert "Swift, small warship" in text
    assert "reinforced hull (3) Hull 35 to 38 1,200" in text
    assert "Speed 3 to 4" in text and "5,000" in text
    assert "awkward cargo space Cargo 16 to 15 -500" in text


def test_a_colonial_port_takes_a_month_more():
    """HS-SHIP-10"""
    assert card("galleon", "--colonial")["months"] == card("galleon")["months"] + 1
    assert "in a colonial port" in printed("galleon", "--colonial")


def test_damage_and_months_overdue(tmp_path):
    """HS-REPAIR-2, HS-REPAIR-4, HS-REPAIR-5, HS-REPAIR-12: a worn ship's card says what mending takes."""
    path = tmp_path / "worn.yaml"
    path.write_text("hull: small_warship\nhull_points: 20\nrigging_points: 14\nmonths_since_careening: 5\n")
    text = flat(printed(str(path)))
    assert "Hull 20 of 35, Rigging 14 of 20. At sea the crew mends 7 Hull and the Rigging in 4 weeks" in text
    assert "a port all in 3, for 750" in text
    assert "careening, by 1 month: Speed 2" in text


def test_who_pays_the_hands():
    """HS-SHIP-23"""
    assert "out of the booty" in printed("corsair")
    assert "her government pays" in flat(printed("large_warship"))
    assert "her owner pays" in flat(printed("merchantman"))


def test_who_is_aboard():
    """HS-CREW-6, HS-MOD-17, HS-HULL-11: a frigate's quarters hold more than 160, officers and marines among them."""
    text = flat(printed("steadfast"))
    assert "Steadfast, frigate, heavily armed, deep draft" in text
    assert "173 naval hands, of them 6 officers and 12 marines: 20 at the sails (needs 10), 114 at the guns" in text
    assert "Captain Wits 3, Tactics 2, Strategy 2" in text
    assert "Over the Side" in printed("sea_hawk")


def test_flaws_over_half_of_the_hull(tmp_path):
    """HS-FLAW-1"""
    path = tmp_path / "wreck.yaml"
    path.write_text("hull: corsair\nflaws: [old, sluggish, small_rudder, vermin, cramped, awkward_cargo_space]\n")
    off = [line["guilders"] for line in card(str(path))["cost"]["lines"] if line["guilders"] < 0]
    assert sum(off) < -3000
    assert "flaws: half of the hull at most" in flat(printed(str(path)))


def test_all_that_there_are():
    text = printed()
    assert all(name in text for name in (*r.HULLS, *configs.names("high_seas/ships")))
    assert "8,000" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("corsiar",), "no hull or ship is called 'corsiar'; did you mean 'corsair'?"),
        (("see_hawk",), "did you mean 'sea_hawk'?"),
        (("none.yaml",), "none.yaml: there is no such file"),
        (("corsair", "--fit", "hevy"), "corsair: fit: 'hevy' is not known; did you mean 'heavy'?"),
    ],
)
def test_what_there_is_not(arguments, says):
    assert says in line(*arguments)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hull: any\n", "unfolds into several ships"),
        ("hull: corsair\nfit: [heavy, light]\n", "unfolds into several ships"),
        ("hull: corsair\nguns: {port: 9, starboard: 8, chasers: 2, stern: 2}\n", "guns.port: 9 is over the 8"),
        ("hull: corsair\nflaws: [sluggish]\nmodifications: [streamlined]\n", "sluggish does not go with streamlined"),
        ("hull: corsair\nsails: 3\n", "sails: there is no such field"),
        ("- 1\n", "not a mapping"),
    ],
)
def test_files_that_are_wrong(tmp_path, text, says):
    """The line names the file."""
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    said = line(str(path))
    assert "mine" in said and says in said


def test_the_shell_completes_names():
    assert complete("cor") == ["corsair"]
    assert "sea_hawk" in complete("s")


def test_find_is_the_ship_of_a_scenario():
    assert find("sea_hawk").modifications.aboard() == {"reinforced_rigging": 3, "streamlined": 1, "boarding_party": 60}
