"""Fights as they are written: what they unfold into, what aboard is what, and what is refused."""

import pytest

from quarterdeck import configs
from quarterdeck.configs import BadInput
from quarterdeck.envs.hex_wind import HEX_WIND_DUEL as DUEL
from quarterdeck.envs.hex_wind import record as r
from quarterdeck.envs.hex_wind.scenario import ship_data
from tests.refused import refused

CARAVEL = {"kind": "caravel"}
TABLES = configs.read_yaml(configs.FOLDER / "hex_wind" / "tables.yaml")


def built(ship, **scenario):
    """The first ship of a fight."""
    return DUEL.build({"ships": [ship, CARAVEL], **scenario})[0].ship[0]


@pytest.mark.parametrize(("name", "number"), [("default", 144), ("hunt", 16), ("ram", 4), ("veterans", 2)])
def test_the_scenarios_that_ship(name, number):
    assert len(DUEL.build(name)) == number


def test_every_scenario_that_ships_is_sound():
    for name in configs.names("hex_wind/scenarios"):
        assert len(DUEL.build(name))


def test_a_list_unfolds():
    states = DUEL.build(
        {
            "ships": [{"kind": ["caravel", "trell"], "fit": "any"}, {"kind": "galleon", "reinforced": [False, True]}],
            "wind": {"strength": ["calm", "good"]},
        }
    )
    assert len(states) == len({state.tobytes() for state in states}) == 5 * 2 * 2


def test_what_is_left_out():
    """HW-MAP-6, HW-TURN-7, HW-WEAPON-5: rolled wind, bearing and headings, 12 hexes apart, 120 quints, all loaded."""
    state = DUEL.build({"ships": [CARAVEL, CARAVEL]})[0]
    assert (state.wind, state.toward, state.bearing, state.apart, state.nightfall) == (-1, -1, -1, 12, 120)
    ship = state.ship[0]
    assert (ship.facing, ship.reaction, ship.crew_skill, ship.captain_skill) == (-1, 5, 0, 0)
    assert (ship.ready == 0).all()


@pytest.mark.parametrize(
    ("kind", "oars"), [("caravel", 4), ("trading_ship", 5), ("merchant_ship", 10), ("trell", 0), ("galleon", 20)]
)
def test_oars_and_what_follows_from_them(kind, oars):
    """HW-SHIP-1, HW-SHIP-2, HW-SHIP-3, HW-TURN-1: the oars of the rules, lengths and damage points made from them."""
    ship = built({"kind": kind})
    assert ship.oars.tolist() == [oars, oars]
    if oars:
        assert ship.length == 10 * int((40 + 5.5 * oars) / 10 + 0.5)
    assert ship.hull == ship.hull_max == 2 * ship.length


def test_larger_ships_are_stronger_and_slower_about():
    """HW-SHIP-1, HW-SHIP-7: the shape of the table."""
    ships = [built({"kind": kind}) for kind in r.CLASSES]
    for field in ("length", "hull", "crew", "hexes"):
        values = [int(ship[field]) for ship in ships]
        assert values == sorted(values)
    assert [int(ship.cut) for ship in ships] == sorted((int(ship.cut) for ship in ships), reverse=True)
    assert all(ship.slow <= ship.rating or ship.kind == r.CARAVEL for ship in ships)
    assert {ship_data()["classes"][kind]["oars"]["source"] for kind in r.CLASSES if kind != "trell"} == {"text"}


def test_a_reinforced_hull():
    """HW-SHIP-5: half as much again, one slower."""
    plain, strong = built({"kind": "trell"}), built({"kind": "trell", "reinforced": True})
    assert (strong.hull, strong.hull_max, strong.rating) == (360, 360, plain.rating - 1)


def test_points_of_loadout():
    """HW-WEAPON-1: of the rules."""
    assert r.LOADOUT == (1, 2, 2, 3)


def test_every_number_of_the_tables_has_its_source():
    """HW-WEAPON-2, HW-WIND-2: heavier weapons do more and load longer; stronger winds are faster."""
    for table in TABLES.values():
        assert {row["source"] for row in table.values()} <= {"text", "found", "near", "derived"}
    for light, heavy in ((r.LIGHT_BALLISTA, r.HEAVY_BALLISTA), (r.LIGHT_CATAPULT, r.HEAVY_CATAPULT)):
        for column in (r.DAMAGE, r.FARTHEST, r.RELOAD, r.LOADOUT):
            assert column[light] < column[heavy]
    assert list(r.STRENGTH[1:]) == sorted(r.STRENGTH[1:]) and r.STRENGTH[r.GOOD] == 0
    assert r.HEADWAY[r.INTO] < r.HEADWAY[r.ACROSS] == 0 < r.HEADWAY[r.WITH]


@pytest.mark.parametrize("fit", ["ballistae", "catapults", "ram"])
def test_fits_fill_the_loadout(fit):
    """HW-SHIP-4, HW-SHIP-6: nothing is left over but a point here and there."""
    for kind in r.CLASSES:
        if kind not in ship_data()["fits"][fit]:
            continue
        ship = built({"kind": kind, "fit": fit})
        points = sum(r.LOADOUT[(int(mount) - 1) % 4] for mount in ship.mount if mount)
        most = ship_data()["classes"][kind]["loadout"]
        assert most - 1 <= points <= most
        assert (ship.ram, ship.blades) == ((1, 1) if fit == "ram" else (0, 0))


def test_weapons_may_be_given_by_arc():
    """HW-SHIP-4, HW-ARC-5: instead of a fit."""
    ship = built({"kind": "trell", "weapons": {"fore": {"heavy_catapult": 1}, "port": {"light_ballista": 6}}})
    assert ship.mount.tolist() == [4, *[9] * 6, *[0] * 5]
    assert ship.power.tolist() == [6, 0, 12, 0] and ship.lobbed == 6


TRELL = {"kind": "trell"}


@pytest.mark.parametrize(
    ("scenario", "line"),
    [
        ({}, "scenario: ships: is missing"),
        ({"ships": [CARAVEL]}, "scenario: ships: a list of 1 does not fit"),
        ({"ships": [{"kind": "caravell"}, CARAVEL]}, "scenario: ships.0.kind: 'caravell' is not known"),
        ({"ships": [{"knid": "caravel"}, CARAVEL]}, "scenario: ships.0.knid: there is no such field; did you mean"),
        (
            {"ships": [{**CARAVEL, "raam": True}, CARAVEL]},
            "scenario: ships.0.raam: there is no such field; did you mean 'ram'?",
        ),
        (
            {"ships": [CARAVEL, {**CARAVEL, "ram": True}]},
            "scenario: ships.1.ram: a caravel is too small for it; choose from trell, galleon",
        ),
        (
            {"ships": [CARAVEL, {"kind": "merchant_ship", "shear_blades": True}]},
            "scenario: ships.1.shear_blades: a merchant_ship is too small for it; choose from trell, galleon",
        ),
        (
            {"ships": [{**CARAVEL, "fit": "ram"}, CARAVEL]},
            "scenario: ships.0.fit: a caravel cannot carry 'ram'; choose from ballistae, catapults",
        ),
        (
            {"ships": [{**TRELL, "weapons": {"fore": {"heavy_ballista": 5}}}, CARAVEL]},
            "scenario: ships.0.weapons: the trell carries at most 9 points of weapons; 10 are too many",
        ),
        (
            {"ships": [{**TRELL, "weapons": {"front": {}}}, CARAVEL]},
            "scenario: ships.0.weapons.front: there is no such field; choose from fore, aft, port, starboard",
        ),
        (
            {"ships": [{**TRELL, "damage_points": 241}, CARAVEL]},
            "scenario: ships.0.damage_points: 241 is over the 240 of this trell",
        ),
        ({"ships": [TRELL, TRELL], "wind": {"strength": "god"}}, "scenario: wind.strength: 'god' is not known"),
        ({"ships": [TRELL, TRELL], "wind": {"toward": 6}}, "scenario: wind.toward: 6 "),
        ({"ships": [TRELL, TRELL], "apart": 4}, "scenario: apart: 4 does not fit"),
        ({"ships": [TRELL, TRELL], "nightfall": 0}, "scenario: nightfall: 0 does not fit"),
        ({"ships": [TRELL, TRELL], "missions": ["hunt", "duel"]}, "scenario: missions: ['hunt', 'duel'] do not fit"),
        ("defalt", "nothing in hex_wind/scenarios is called 'defalt'; did you mean 'default'?"),
        (3, "scenario: 3 is neither a name, a file nor a mapping"),
    ],
)
def test_what_is_refused_in_one_line(scenario, line):
    """HW-RAM-7, HW-BLADES-4: rams and blades need a Trell or a larger ship."""
    assert refused(DUEL.build, scenario).startswith(line)


def test_too_many_fights():
    with pytest.raises(BadInput, match="unfolds into 42250 battles, more than 10000"):
        DUEL.build(
            {
                "ships": [{"kind": ["caravel"] * 65}, {"kind": ["caravel"] * 65, "reinforced": [False, True]}],
                "wind": {"strength": ["calm", "poor", "fair", "good", "good"]},
            }
        )
