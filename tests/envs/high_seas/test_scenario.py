"""Scenarios: what unfolds, and what is refused in one line that says what would do."""

import numpy as np
import pytest

from quarterdeck import configs
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.scenario import battles
from quarterdeck.envs.scenarios import MOST
from tests.envs.high_seas.battle import BROADSIDE, CHASE, DUEL, waiting
from tests.refused import refused

PLAIN = {"hull": "merchantman"}


def ship(**spec):
    return refused(battles, {"ships": [{"hull": "corsair", **spec}, PLAIN]})


def whole(**fields):
    return refused(battles, {"ships": [PLAIN, PLAIN], **fields})


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ({"hull": "corsiar"}, ["ships.0.hull", "'corsiar'", "did you mean 'corsair'?"]),
        ({"hull": []}, ["ships.0.hull", "[]", "corsair"]),
        ({"fit": "heavvy"}, ["ships.0.fit", "'heavvy'", "'heavy'"]),
        ({"crew": {"hands": -1}}, ["ships.0.crew.hands", "-1"]),
        ({"crew": {"hands": 101}}, ["ships.0.crew.hands", "101", "100", "corsair"]),
        ({"crew": {"hands": "many"}}, ["ships.0.crew.hands", "'many'", "whole number"]),
        ({"crew": {"hands": True}}, ["ships.0.crew.hands", "True", "whole number"]),
        ({"crew": {"kind": "piratical"}}, ["ships.0.crew.kind", "'piratical'", "'pirate'"]),
        ({"crew": {"kind": []}}, ["ships.0.crew.kind", "[]"]),
        ({"crew": {"marine": 2}}, ["ships.0.crew.marine", "'marines'"]),
        ({"gunnery": 6}, ["ships.0.gunnery", "6", "5"]),
        ({"gunnery": {"stern": 6}}, ["ships.0.gunnery.stern", "6", "5"]),
        ({"pont_guns": 2}, ["ships.0.pont_guns", "2", "1 a side"]),
        ({"powder": 11}, ["ships.0.powder", "11", "10"]),
        ({"crew": {"hands": 20, "marines": 21}}, ["ships.0.crew", "21", "20"]),
        ({"modifications": ["boarding_party"], "flaws": ["poorly_trained_crew"]}, ["flaws", "boarding_party"]),
        ({"powder": float("nan")}, ["ships.0.powder", "nan", "finite"]),
        ({"hull_points": 26}, ["ships.0.hull_points", "26", "25"]),
        ({"rigging_points": -1}, ["ships.0.rigging_points", "-1"]),
        ({"modifications": ["oar"]}, ["ships.0.modifications", "'oar'", "'oars'"]),
        ({"captain": {"wits": 0}}, ["ships.0.captain.wits", "0", "1"]),
        ({"captain": {"wit": 2}}, ["ships.0.captain.wit", "'wits'"]),
        ({"cannon": 3}, ["ships.0.cannon", "guns"]),
    ],
)
def test_wrong_ships(spec, says):
    line = ship(**spec)
    assert all(part in line for part in says), line


@pytest.mark.parametrize("battery", r.BATTERIES)
def test_guns_over_the_limit(battery):
    """HS-HULL-1: a corsair has room for eight a side and two at each end."""
    guns = {"port": 8, "starboard": 8, "chasers": 2, "stern": 2}
    most = guns[battery]
    guns[battery] += 1
    line = ship(guns=guns)
    assert all(part in line for part in (f"ships.0.guns.{battery}", str(most + 1), str(most), "corsair")), line


def test_contradicting_crew():
    line = ship(modifications=["well_trained_crew"], flaws=["poorly_trained_crew"])
    assert "ships.0" in line
    assert "keep one" in line


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"rnage": "long"}, ["rnage", "'range'"]),
        ({"range": "lng"}, ["range", "'lng'", "'long'"]),
        ({"range": []}, ["range", "[]"]),
        ({"weather": "foggy"}, ["weather", "'foggy'", "'fog'"]),
        ({"range": "far", "weather": "fog"}, ["range", "'far'", "'fog'", "'medium'"]),
        ({"range": "extreme", "weather": "rough"}, ["range", "'extreme'", "'rough'", "'long'"]),
        ({"missions": ["hunt", "hunt"]}, ["missions", "hunt", "[hunt, run]"]),
        ({"missions": ["duel", "run"]}, ["missions", "run", "[duel, duel]"]),
        ({"missions": ["duel", "flee"]}, ["missions.1", "'flee'"]),
        ({"nightfall": 0}, ["nightfall", "0", "1"]),
        ({"nightfall": 501}, ["nightfall", "501", "500"]),
        ({"nightfall": "late"}, ["nightfall", "'late'", "whole number"]),
        ({"house_rules": {"size_step": True}}, ["house_rules.size_step", "size_step_reversed"]),
    ],
)
def test_wrong_fields(fields, says):
    line = whole(**fields)
    assert all(part in line for part in says), line


@pytest.mark.parametrize(("number", "says"), [(0, "ships"), (1, "at least 2"), (3, "at most 2")])
def test_two_ships(number, says):
    assert says in refused(battles, {"ships": [PLAIN] * number})


@pytest.mark.parametrize("wrong", [{"ships": 5}, {"ships": ["corsair", "corsair"]}, {"ships": None}, {}])
def test_wrong_shapes(wrong):
    assert "ships" in refused(battles, wrong)


def test_neither_name_nor_mapping():
    assert "5" in refused(battles, 5)
    assert "[" in refused(battles, [PLAIN])


def test_unknown_name():
    assert "did you mean 'chase'?" in refused(battles, "chaze")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ships: [", "not valid YAML"),
        ("- 1\n- 2\n", "list"),
        ("", "mapping"),
        (
            "ships: [{hull: corsair}, {hull: corsiar}]\n",
            "ships.1.hull: 'corsiar' is not known; did you mean 'corsair'?",
        ),
        ("ships: !!python/object:os.system {}\n", "not valid YAML"),
    ],
)
def test_files(tmp_path, text, says):
    """The line names the file."""
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    line = refused(battles, str(path))
    assert line.startswith(str(path))
    assert says in line


def test_missing_and_unreadable_files(tmp_path):
    assert "no such file" in refused(battles, str(tmp_path / "none.yaml"))
    path = tmp_path / "bytes.yaml"
    path.write_bytes(b"\xff\xfe\xff")
    assert "cannot be read" in refused(battles, path)


def test_too_many_battles():
    line = refused(battles, {"ships": [{"hull": ["corsair"] * (MOST + 1)}, PLAIN]})
    assert str(MOST + 1) in line
    assert str(MOST) in line


def test_unfolding():
    """Every hull, fit, range and weather with every other, each once."""
    states = battles(
        {
            "ships": [{"hull": "any", "fit": ["heavy", "light"]}, {"hull": ["corsair", "galleon"]}],
            "range": ["close", "short"],
            "weather": ["clear", "storm"],
        }
    )
    assert len(states) == 5 * 2 * 2 * 2 * 2
    assert len(np.unique([state.tobytes() for state in states])) == len(states)


@pytest.mark.parametrize("name", configs.names("high_seas/scenarios"))
@pytest.mark.parametrize("game", [DUEL, CHASE, BROADSIDE], ids=lambda game: game.name)
def test_ours(name, game):
    """Every scenario of ours can be built for every game."""
    states = game.build(name)
    assert len(states) >= 1
    assert len(set(states["phases"])) == 1


def test_hull_numbers_follow_the_names():
    assert [int(battles({"ships": [{"hull": hull}, PLAIN]})["ship"]["kind"][0, 0]) for hull in r.HULLS] == [
        0,
        1,
        2,
        3,
        4,
    ]


@pytest.mark.parametrize(
    ("weather", "opens"), [("clear", r.LONG), ("rough", r.LONG), ("storm", r.MEDIUM), ("fog", r.MEDIUM)]
)
def test_a_battle_opens_at_long_or_as_far_as_one_sees(weather, opens):
    """HS-TURN-12: unless the scenario says otherwise."""
    assert waiting(weather=weather).range == opens
