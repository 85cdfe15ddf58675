"""Scenarios and ships: what they unfold into, and what is refused in one line."""

from itertools import pairwise

import pytest

from quarterdeck import configs
from quarterdeck.configs import BadInput
from quarterdeck.envs.bearings import BEARINGS_DUEL as DUEL
from quarterdeck.envs.bearings import record as r
from quarterdeck.envs.bearings import scenario as sc
from tests.envs.bearings.battle import built

MARKS = {"text", "found", "near", "derived"}


def test_every_scenario_of_ours_can_be_built():
    names = configs.names("bearings/scenarios")
    assert {"default", "hunt"} <= set(names) and len(names) >= 4
    for name in names:
        assert len(DUEL.build(name)) > 0


def test_the_default_is_every_pairing_of_armed_ships():
    """BE-SHIP-1: eight kinds, with officers and without, in either seat."""
    states = DUEL.build("default")
    assert len(states) == 8 * 8 * 2 * 2
    assert {int(kind) for kind in states["ship"]["kind"][:, 0]} == set(range(1, 9))


def test_ships_stand_in_their_table():
    """BE-SHIP-1, BE-SHIP-2, BE-SHIP-3: every value bears a mark, and what the text says is there."""
    ships = sc.ship_data()
    assert tuple(ships) == r.KINDS
    for data in ships.values():
        assert data["source"] in MARKS
        for mark in ("text", "found"):
            assert set(data.get(mark, [])) <= set(data)
        assert not set(data.get("text", [])) & set(data.get("found", []))
    assert [ships[name]["length"]["feet"] for name in ("excise_cutter", "barquentine")] == [35, 75]
    assert [ships[name]["pilot_crew"] for name in ("excise_cutter", "frigate")] == [2, 15]
    assert ships["excise_cutter"]["speed"] == 4 and ships["barquentine"]["speed"] == 7


def test_what_was_published_of_ships():
    """BE-SHIP-1, BE-SQUARE-1: three boats as their blocks have them, and the warship of 220 by 45 feet."""
    ships = sc.ship_data()
    found = {
        "rowboat": {"length": 2, "beam": 1, "speed": 2, "command": 0, "pilot_crew": 1},
        "excise_cutter": {"beam": 3, "speed": 4, "command": 0},
        "steam_cutter": {"beam": 3, "speed": 4, "command": 5},
        "armoured_steam_warship": {"length": 44, "beam": 45 // 5, "speed": 7},
    }
    for name, values in found.items():
        data = {**ships[name], "length": ships[name]["length"]["squares"]}
        assert set(data["found"]) == set(values)
        assert {field: data[field] for field in values} == values


def test_the_shape_of_what_was_derived():
    """BE-SHIP-1: greater ships are easier to hit, carry more and stand more; the armed ones can list."""
    sail = [data for name, data in sc.ship_data().items() if not data["steam"]]
    for one, other in pairwise(sail):
        assert one["size"] <= other["size"] and one["hull_integrity"] <= other["hull_integrity"]
        assert one["defense"] >= other["defense"] and one["full_crew"] < other["full_crew"]
    for name, data in sc.ship_data().items():
        assert data["hull_integrity"] >= 2 or name == "rowboat"
        assert data["attack"].get("broadside", 0) >= max(data["attack"].values(), default=0)


def test_a_ship_without_weapons():
    """BE-SHIP-5: a rowboat."""
    ship = built("rowboat").ship[0]
    assert ship.fitted == 0 and not ship.weapons.any() and ship.stores == 0


def test_a_captains_command_of_7():
    """BE-SHIP-4: half of level 6 and 4."""
    assert built().ship[0].leader == 6 // 2 + (18 - 10) // 2


def test_a_scenario_unfolds():
    states = DUEL.build(
        {
            "ships": [{"ship": ["sloop", "frigate"], "officers": [0, 2]}, {"ship": "schooner"}],
            "range": ["medium", "long"],
            "location": ["open_sea", "shoals"],
            "opposed": [True, False],
        }
    )
    assert len(states) == 2 * 2 * 2 * 2 * 2


SHIPS = [{"ship": "frigate"}, {"ship": "sloop"}]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"ships": [{"ship": "frigat"}, {"ship": "sloop"}]},
            "ships.0.ship: 'frigat' is not known; did you mean 'frigate'",
        ),
        ({"ships": [{"ship": "sloop", "hull": 4}, {"ship": "sloop"}]}, "ships.0.hull: 4 is over the 3 of a sloop"),
        ({"ships": [{"ship": "sloop"}, {"ship": "sloop", "hands": 99}]}, "ships.1.hands: 99 is over the 25 of a sloop"),
        ({"ships": [{"ship": "sloop", "officers": 6}, {"ship": "sloop"}]}, "officers.number"),
        ({"ships": [{"ship": "sloop", "captian": 6}, {"ship": "sloop"}]}, "did you mean 'captain'"),
        ({"ships": SHIPS[:1]}, "ships"),
        ({"missions": ["hunt", "hunt"]}, "do not fit each other; choose"),
        ({"location": "fog"}, "did you mean 'fog_bank'|choose from"),
        ({"range": "close"}, "range: 'close' is not known"),
        ({"nightfall": 0}, "nightfall"),
        ({"wether": "fog"}, "there is no such field"),
    ],
)
def test_bad_input(change, words):
    """One line that names the field, the value and what would do."""
    with pytest.raises(BadInput, match=words) as error:
        DUEL.build({"ships": SHIPS, **change})
    assert "\n" not in str(error.value)


def test_what_is_no_scenario():
    with pytest.raises(BadInput, match="neither a name, a file nor a mapping"):
        DUEL.build(7)
    with pytest.raises(BadInput, match="did you mean 'hunt'"):
        DUEL.build("hunts")
    with pytest.raises(BadInput, match="more than 10000"):
        DUEL.build({"ships": [{"ship": "any", "officers": [0, 1, 2, 3, 4, 5]}] * 2, "location": ["open_sea"] * 5})
