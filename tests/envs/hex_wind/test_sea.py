"""The map: hexes, arcs, distances, how a ship lies and turns, and where it ends."""

import math

import pytest

from quarterdeck.envs.hex_wind import helm, sea
from quarterdeck.envs.hex_wind import record as r
from tests.envs.hex_wind.fight import EAST, NORTH_EAST, NORTH_WEST, SOUTH_EAST, WEST, fight, legal, play, sail, where


def angle_off(ship, q, row, back):
    """Degrees between her heading and a hex, seen from her bow or so many hexes behind it; positive to port."""
    dq, dr = q - (ship.q - back * sea.DQ[ship.facing]), row - (ship.r - back * sea.DR[ship.facing])
    x, y = math.sqrt(3) * (dq + dr / 2), -1.5 * dr
    return (math.degrees(math.atan2(y, x)) - 60 * int(ship.facing) + 180.0) % 360 - 180


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("kind", ["caravel", "trell", "galleon"])
def test_arcs_are_those_of_the_compass(kind, facing):
    """HW-ARC-1, HW-ARC-2, HW-ARC-3, HW-MAP-3: fore and aft 60 degrees from bow and stern, borders included."""
    state = fight(kind, at=((20, 20, facing), (35, 20, EAST)))
    ship = state.ship[0]
    back = int(ship.hexes) - 1
    seen = set()
    for q in range(int(ship.q) - 9, int(ship.q) + 10):
        for row in range(11, 30):
            if sea.lies_on(ship, q, row):
                continue
            bow, stern = angle_off(ship, q, row, 0), angle_off(ship, q, row, back)
            if abs(bow) <= 30 + 1e-6:
                expected = r.FORE
            elif abs(stern) >= 150 - 1e-6:
                expected = r.AFT
            else:
                expected = r.PORT if bow > 0 else r.STARBOARD
            assert sea.arc(ship, q, row) == expected
            seen.add(expected)
    assert seen == {r.FORE, r.AFT, r.PORT, r.STARBOARD}


def test_distance_is_from_nearest_hex_to_nearest_hex():
    """HW-HIT-4, HW-MAP-1: a galleon's stern lies two hexes behind her bow."""
    state = fight("galleon", "caravel", at=((10, 20, EAST), (4, 20, EAST)))
    assert state.range == 4
    state = fight("caravel", "galleon", at=((10, 20, EAST), (17, 20, EAST)))
    assert state.range == 5


def test_a_long_ship_may_lie_in_two_arcs():
    """HW-ARC-4: a hex in an arc is enough for its weapons to bear."""
    state = fight("caravel", "galleon", at=((10, 20, EAST), (12, 19, EAST)))
    assert state.ship[0].bears == (1 << r.FORE) | (1 << r.PORT)


@pytest.mark.parametrize(("kind", "hexes"), [("caravel", 1), ("trading_ship", 2), ("trell", 2), ("galleon", 3)])
def test_a_ship_lies_behind_her_bow(kind, hexes):
    """HW-MAP-4: a hex for each 60 feet begun, in line with her heading."""
    ship = fight(kind).ship[0]
    lies = [sea.lies_on(ship, ship.q - back, ship.r) for back in range(-1, 5)]
    assert lies == [False, *[True] * hexes, *[False] * (5 - hexes)]
    assert hexes == math.ceil(int(ship.length) / 60)


def test_a_step_turns_about_the_bow_and_goes_a_hex():
    """HW-STEP-1: ahead, or one hexside and ahead; the stern follows."""
    steps = {}
    for step in ("ahead", "port", "starboard"):
        state = sail(fight(speed=(1, 0), wind="good"), rolls=())
        assert legal(state, 0) == ["ahead", "port", "starboard"] and legal(state, 1) == ["pass"]
        play(state, step, rolls=[1])
        steps[step] = where(state.ship[0])
    assert steps == {"ahead": (11, 20, EAST), "port": (10, 19, NORTH_EAST), "starboard": (10, 21, SOUTH_EAST)}


def test_off_the_map_she_has_fled():
    """HW-MAP-2, HW-MISSION-1: nobody has won a duel."""
    state = sail(fight(speed=(1, 0), at=((40, 20, EAST), (20, 20, EAST))), rolls=())
    play(state, "ahead")
    assert r.ENDINGS[state.ending] == "escaped"


def test_the_edges_of_the_map():
    """HW-MAP-2: 41 rows of 41 hexes."""
    inside = [sea.on_map(col - (row >> 1), row) for row in range(-1, 42) for col in range(-1, 42)]
    assert sum(inside) == 41 * 41


def test_a_stern_that_would_strike_a_ship_does_not_swing():
    """HW-MAP-5: a galleon beside another ship cannot turn away from her."""
    state = fight("galleon", "caravel", at=((20, 20, EAST), (19, 21, EAST)))
    ship, other = state.ship[0], state.ship[1]
    assert not helm.swings_free(ship, other, NORTH_EAST)
    assert helm.swings_free(ship, other, SOUTH_EAST)
    alone = fight("galleon", "caravel", at=((20, 20, EAST), (30, 21, EAST)))
    assert helm.swings_free(alone.ship[0], alone.ship[1], NORTH_EAST)


@pytest.mark.parametrize("bearing", range(6))
def test_two_galleons_stern_to_stern_begin_on_hexes_of_their_own(bearing):
    """HW-MAP-4, HW-MAP-6: as near as a scenario may put them."""
    from quarterdeck.envs.hex_wind import HEX_WIND_DUEL, bounds, turn
    from quarterdeck.envs.hex_wind.scenario import LEAST_APART

    ships = [{"kind": "galleon", "facing": (bearing + 3) % 6}, {"kind": "galleon", "facing": bearing}]
    state = HEX_WIND_DUEL.build({"ships": ships, "bearing": bearing, "apart": LEAST_APART})[0]
    turn.setup(state)
    assert not bounds.overlap(*state.ship) and state.range == 1


@pytest.mark.parametrize("bearing", range(6))
def test_where_the_ships_begin(bearing):
    """HW-MAP-6: so many hexes apart on a bearing, about the middle of the map."""
    from quarterdeck.envs.hex_wind import HEX_WIND_DUEL, turn

    state = HEX_WIND_DUEL.build({"ships": [{"kind": "caravel"}, {"kind": "caravel"}], "bearing": bearing})[0]
    turn.setup(state)
    one, other = state.ship[0], state.ship[1]
    assert (other.q - one.q, other.r - one.r) == (12 * sea.DQ[bearing], 12 * sea.DR[bearing])
    assert state.range == 12
    assert sea.column(one.q + 6 * sea.DQ[bearing], one.r + 6 * sea.DR[bearing]) == 20


def test_facings_count_to_port():
    """HW-MAP-3: three turns to port come about."""
    assert [helm.facing_after(facing, r.TO_PORT) for facing in (EAST, SOUTH_EAST)] == [NORTH_EAST, EAST]
    assert [helm.facing_after(facing, r.TO_STARBOARD) for facing in (EAST, WEST)] == [SOUTH_EAST, NORTH_WEST]
