"""Battles on squares as they are written: what they unfold into, where the ships lie, and what is refused."""

import numpy as np
import pytest

from quarterdeck import configs
from quarterdeck.configs import BadInput
from quarterdeck.envs.bearings.tactical import BEARINGS_TACTICAL as TACTICAL
from quarterdeck.envs.bearings.tactical import helm
from quarterdeck.envs.bearings.tactical import record as r
from quarterdeck.envs.bearings.tactical import squares as q
from quarterdeck.envs.bearings.tactical.scenario import ship_data
from quarterdeck.envs.values import check_values
from tests.refused import refused

SLOOPS = [{"kind": "sloop"}, {"kind": "sloop"}]


def built(**scenario):
    return TACTICAL.build({"ships": SLOOPS, **scenario})


@pytest.mark.parametrize("name", configs.names("bearings_tactical/scenarios"))
def test_every_scenario_that_ships_is_sound(name):
    states = TACTICAL.build(name)
    assert len(states) == len({state.tobytes() for state in states})
    for state in states[:: max(1, len(states) // 60)]:
        check_values(TACTICAL.rules, state)


def test_the_default_holds_every_pairing_in_both_roles():
    """BE-ORDER-4"""
    states = TACTICAL.build("default")
    kinds, missions = states["ship"]["kind"], states["ship"]["mission"]
    pairings = {tuple(map(int, (*pair, *roles))) for pair, roles in zip(kinds, missions, strict=True)}
    assert len(pairings) == 9 * 9 * 2
    assert {tuple(roles) for roles in missions.tolist()} == {(0, 1), (1, 0)}


def test_the_ships_are_those_of_the_table():
    """BE-SQUARE-1: lengths of 35 and 75 feet are 7 and 15 squares of 5 feet."""
    data = ship_data()
    assert tuple(data) == r.KINDS
    assert [data[kind]["beam"] for kind in r.KINDS] == [1, 3, 3, 4, 4, 5, 8, 10, 9]
    for kind in r.KINDS:
        ship = TACTICAL.build({"ships": [{"kind": kind}, {"kind": "rowboat"}]})[0].ship[0]
        assert (ship.length, ship.beam) == (data[kind]["length"]["squares"], data[kind]["beam"])
        assert data[kind]["length"]["feet"] == 5 * int(ship.length)
        assert ship.turn_after == max(1, ship.length // 2)
    assert [data[kind]["length"]["squares"] for kind in ("excise_cutter", "barquentine")] == [7, 15]


@pytest.mark.parametrize("approach", ["abreast", "meeting", "crossing", "astern"])
@pytest.mark.parametrize("side", ["north", "south"])
def test_where_the_ships_begin(approach, side):
    """BE-ORDER-4: 25 squares apart, the runner heading for the far edge."""
    state = built(approach=approach, side=side)[0]
    boarder, runner = state.ship
    assert helm.apart(state) == 25 and runner.heading == r.EAST
    west, north, east, south = q.place(boarder)
    if approach == "abreast":
        assert east == q.place(runner)[2] and boarder.heading == r.EAST
        assert south < runner.y if side == "north" else north > runner.y
    elif approach == "meeting":
        assert west - q.place(runner)[2] - 1 == 25 and boarder.heading == r.WEST
    elif approach == "crossing":
        assert (
            (north, boarder.heading) == (0, r.SOUTH) if side == "north" else (south, boarder.heading) == (39, r.NORTH)
        )
    else:
        assert runner.x - east - 1 == 25 and boarder.heading == r.EAST


@pytest.mark.parametrize(("lead", "bow"), [(-10, -10), (12, 12), (99, 70)])
def test_the_lead_of_a_boarder_abreast(lead, bow):
    """She begins so many squares ahead of the runner, or as far as the map goes."""
    boarder, runner = (q.place(ship) for ship in built(lead=lead)[0].ship)
    assert boarder[2] - runner[2] == bow and min(boarder[0], runner[0]) == 0


def test_ships_too_broad_begin_nearer():
    """BE-ORDER-4: two ships of the line leave 20 squares between them."""
    great = {"kind": "ship_of_the_line"}
    assert helm.apart(TACTICAL.build({"ships": [great, great]})[0]) == 20


def test_pairings_that_do_not_fit_are_left_out():
    ships = [{"kind": ["armoured_steam_warship", "sloop"]}, {"kind": "sloop"}]
    states = TACTICAL.build({"ships": ships, "approach": "crossing"})
    assert [r.KINDS[state.ship[0].kind] for state in states] == ["sloop"]  # 44 squares do not lie across 40


def test_a_list_unfolds():
    states = built(missions="any", approach=["abreast", "meeting"], lead=[0, 5, 10], side=["north", "south"])
    assert len(states) == len({state.tobytes() for state in states}) == 2 * (3 + 1) * 2
    assert len(TACTICAL.build({"ships": [{"kind": "any"}, {"kind": "any"}]})) == 81


def test_what_is_left_out():
    """BE-BOARDERS-3, BE-BOARDERS-4, BE-ORDER-3"""
    state = built()[0]
    assert (state.width, state.height, state.rounds, state.hold, state.rocks) == (80, 40, 40, 1, 0)
    ship = state.ship[0]
    assert (ship.command, ship.crew, ship.way, ship.hull, ship.run) == (7 + 1, 25, 6, 3, 0)
    assert (ship.wake == -1).all() and not np.any(ship.no_captain) and not np.any(ship.few_hands)


def test_crew_and_captain_and_rocks_as_written():
    """BE-HANDS-2, BE-HANDS-4, BE-SQUARE-7"""
    ships = [{"kind": "sloop", "no_captain": {"first": 3, "last": 5}, "few_hands": {"first": 2}, "crew": 9}, SLOOPS[0]]
    state = built(ships=ships, rocks=[{"at": [40, 20], "size": [3, 2]}])[0]
    ship = state.ship[0]
    assert (ship.no_captain.tolist(), ship.few_hands.tolist(), ship.crew) == ([3, 5], [2, 100], 9)
    assert state.rocks == 1 and state.rock[0].tolist() == [40, 20, 42, 21]


@pytest.mark.parametrize(
    ("scenario", "line"),
    [
        ({}, "scenario: ships: is missing"),
        ({"ships": [{"kind": "slop"}, {"kind": "sloop"}]}, "ships.0.kind: 'slop' is not known; did you mean 'sloop'?"),
        ({"ships": [{"kind": "sloop", "sped": 3}, SLOOPS[0]]}, "ships.0.sped: there is no such field; did you mean"),
        ({"ships": [{"kind": "sloop", "way": 7}, SLOOPS[0]]}, "ships.0.way: 7 is over the 6 of this sloop"),
        ({"ships": [{"kind": "sloop", "crew": 26}, SLOOPS[0]]}, "ships.0.crew: 26 is over the 25 of this sloop"),
        ({"ships": [{"kind": "sloop", "hull": 4}, SLOOPS[0]]}, "ships.0.hull: 4 is over the 3 of this sloop"),
        ({"ships": [{"kind": "sloop", "speed": 13}, SLOOPS[0]]}, "ships.0.speed: 13 does not fit"),
        (
            {"ships": [{"kind": "sloop", "no_captain": {"first": 5, "last": 4}}, SLOOPS[0]]},
            "ships.0.no_captain: last: 4 is before first: 5",
        ),
        ({"missions": ["run", "run"]}, "missions: both are 'run'; choose"),
        ({"approach": "abeam"}, "approach: 'abeam' is not known; did you mean 'abreast'?"),
        ({"side": []}, "side: [] is not known; choose from north, south"),
        ({"apart": 0}, "apart: 0 does not fit"),
        ({"map": [80, 10]}, "map.1: 10 does not fit"),
        ({"rounds": 101}, "rounds: 101 does not fit"),
        (
            {"rocks": [{"at": [79, 3], "size": [2, 2]}]},
            "rocks.0: reaches to column 80, row 4; the map ends at column 79",
        ),
        ({"rocks": [{"at": [20, 20], "size": [60, 3]}] * 5}, "rocks: "),
        ({"rocks": [{"at": [0, 0], "size": [80, 40]}]}, "map: 80 by 40 squares are too few for these ships"),
        ({"map": [20, 20], "approach": "meeting"}, "map: 20 by 20 squares are too few for these ships"),
        (
            {"lead": [0] * 60 + list(range(90)), "ships": [{"kind": "any"}] * 2, "side": ["north", "south"]},
            "unfolds into",
        ),
        ({"hold": 0}, "hold: 0 does not fit"),
    ],
)
def test_what_is_refused(scenario, line):
    assert line in refused(TACTICAL.build, {"ships": SLOOPS, **scenario} if scenario else {})


def test_scenarios_are_found_by_name_or_refused():
    with pytest.raises(BadInput, match="did you mean 'rocks'"):
        TACTICAL.build("rock")
    with pytest.raises(BadInput, match="neither a name, a file nor a mapping"):
        TACTICAL.build(3)
