"""Battles as they are written: what they unfold into, and what is refused."""

import pytest

from quarterdeck import configs
from quarterdeck.configs import BadInput
from quarterdeck.envs.brick_ships import BRICK_SHIPS_DUEL as DUEL
from quarterdeck.envs.brick_ships import record as r
from quarterdeck.envs.brick_ships.scenario import resistance_of, ship_data
from tests.envs.brick_ships.fight import fight
from tests.refused import refused

PAIR = [{"kind": "frigate"}, {"kind": "frigate"}]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("default", 4 * 4 * 64),
        ("sizes", 6 * 4 * 64),
        ("frigates", 1),
        ("galleon_frigate", 3),
        ("hunt", 8),
        ("boarding", 2),
        ("boats", 4),
    ],
)
def test_the_scenarios_that_ship(name, number):
    assert len(DUEL.build(name)) == number


def test_every_scenario_that_ships_is_sound():
    """And no two battles of one are alike."""
    for name in configs.names("brick_ships/scenarios"):
        states = DUEL.build(name)
        assert len({state.tobytes() for state in states}) == len(states)


def test_the_table_of_ships():
    """BR-SHIP-1, BR-SHIP-2, BR-SHIP-3: resistance follows from the decks; the frigate is found, the rest our own."""
    ships = ship_data()
    assert tuple(ships) == r.KINDS
    for ship in ships.values():
        assert ship["resistance"] == resistance_of(ship["length"], ship["beam"], ship["levels"])
        assert ship["source"] == "derived" and set(ship.get("found", [])) <= set(ship)
    frigate = ships["frigate"]
    assert set(frigate["found"]) == {"length", "beam", "levels", "resistance"}
    assert [frigate[field] for field in ("length", "beam", "levels", "resistance")] == [9, 2.8, 3, 5]
    for field in ("length", "beam", "resistance", "crew", "mast"):
        values = [ship[field] for ship in ships.values()]
        assert values == sorted(values)


@pytest.mark.parametrize(("area", "resistance"), [(5, 1), (7, 1), (22.4, 1), (22.5, 2), (37.5, 3), (180, 12)])
def test_an_exact_half_rounds_up(area, resistance):
    """BR-SHIP-1"""
    assert resistance_of(area, 1, 1) == resistance


def test_a_ship_as_she_is_built():
    """BR-SHIP-3, BR-SHIP-4, BR-START-1"""
    ship = fight("galleon").ship[0]
    assert (ship.length, ship.beam, ship.levels, ship.resistance) == (1200, 400, 3, 10)
    assert (ship.canvas, ship.oars, ship.mast, ship.railed, ship.ram) == (2, 6, 1200, 1, 0)
    assert ship.guns.tolist() == [4, 4, 2] and ship.fore_kind == r.CATAPULT
    assert ship.work.tolist() == [6] * 10 and ship.hands.tolist() == [0, 0, 0, 0, 50]
    boat = fight("longboat").ship[0]
    assert (boat.canvas, boat.oars, boat.mast, boat.railed, boat.guns.sum(), boat.hands.sum()) == (0, 8, 0, 0, 0, 8)


def test_where_they_begin():
    """BR-START-1, BR-START-2"""
    state = fight("cutter", "frigate", headings=[45, 300])
    assert [(ship.x, ship.y, ship.heading) for ship in state.ship] == [(2100, 2400, 90), (5100, 2400, 600)]


def test_what_a_scenario_may_change():
    """BR-CREW-4, BR-SHIP-4"""
    state = fight({"kind": "frigate", "crew": 12, "combat": 2, "armour": 4, "ram": True, "railed": False})
    ship = state.ship[0]
    assert (ship.hands.sum(), ship.combat, ship.armour, ship.ram, ship.railed) == (12, 2, 4, 1, 0)


def test_lists_unfold():
    """BR-START-2"""
    ships = [{"kind": ["cutter", "frigate"], "ram": [True, False]}, {"kind": "any"}]
    assert len(DUEL.build({"ships": ships, "headings": ["any", [0, 90]]})) == 2 * 2 * 4 * 8 * 2
    assert len(DUEL.build({"ships": ships, "pairs": "alike"})) == 2 * 2
    assert len(DUEL.build({"ships": ships, "pairs": "near"})) == 2 * 4


@pytest.mark.parametrize(
    ("scenario", "line"),
    [
        ({}, "scenario: ships: is missing"),
        ({"ships": [{"kind": "frigat"}, {"kind": "cutter"}]}, "scenario: ships.0.kind: 'frigat' is not known; did you"),
        ({"ships": [{}, {"kind": "cutter"}]}, "scenario: ships.0.kind: is missing"),
        ({"ships": PAIR[:1]}, "scenario: ships: "),
        ({"ships": PAIR, "wnd": True}, "scenario: wnd: there is no such field; did you mean 'wind'?"),
        ({"ships": PAIR, "apart": 90}, "scenario: apart: 90 does not fit"),
        ({"ships": PAIR, "headings": [0, 360]}, "scenario: headings.1: 360 does not fit"),
        ({"ships": PAIR, "nightfall": 0}, "scenario: nightfall: 0 does not fit"),
        ({"ships": PAIR, "pairs": "near"}, "scenario: pairs: 'near' leaves no pairing of these kinds; choose 'all'"),
        (
            {"ships": PAIR, "apart": 4, "headings": [90, 270]},
            "scenario: apart: 4 inches are too few, the ships lie on each other",
        ),
        (
            {"ships": PAIR, "missions": ["hunt", "duel"]},
            "scenario: missions: ['hunt', 'duel'] do not fit each other; choose [duel, duel]",
        ),
        ({"ships": [{"kind": "cutter", "crew": 0}, *PAIR[1:]]}, "scenario: ships.0.crew: 0 does not fit"),
        ({"ships": [{"kind": "cutter", "armour": 9}, *PAIR[1:]]}, "scenario: ships.0.armour: 9 does not fit"),
        ("frigate", "nothing in brick_ships/scenarios is called 'frigate'; did you mean 'frigates'?"),
        (3, "scenario: 3 is neither a name, a file nor a mapping"),
    ],
)
def test_what_is_refused_in_one_line(scenario, line):
    assert refused(DUEL.build, scenario).startswith(line)


def test_too_many_battles():
    ships = [{"kind": ["cutter"] * 40}] * 2
    with pytest.raises(BadInput, match="unfolds into 102400 battles, more than 10000"):
        DUEL.build({"ships": ships, "headings": ["any", "any"]})
