"""A fort and the ship before it: how she moves, what may be fired, what it must roll, what a hit does."""

import pytest

from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.fort import record as f
from quarterdeck.envs.high_seas.fort import works
from tests.envs.high_seas.fort.raid import BURST, at_close, hold, legal, play, raid, to_fire

HULLS_DEEP = ["merchantman", "large_warship", "galleon"]


@pytest.mark.parametrize(
    ("kind", "guns", "structure", "garrison"),
    [
        ("log", 12, 150, 4 + 12),
        ("earthworks", 20, 200, 6 + 18),
        ("small", 24, 250, 8 + 24),
        ("medium", 36, 350, 12 + 38),
        ("large", 48, 450, 15 + 50),
    ],
)
def test_what_a_fort_has(kind, guns, structure, garrison):
    """HS-FORT-3, HS-FORT-4: guns, Structure, officers and marines; Threat 2 and Gunnery 1."""
    fort = raid(fort=kind).shore[f.FORT]
    assert (fort.guns, fort.structure, fort.structure_max, fort.garrison) == (guns, structure, structure, garrison)
    assert (fort.threat, fort.boarding_threat, fort.gunnery, fort.fallen) == (2, 2, 1, f.STANDS)


# --- how she moves ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("order", "now"), [("evade", r.LONG), ("circle", r.MEDIUM), ("bear_down", r.SHORT)])
def test_a_fort_always_circles(order, now):
    """HS-FORT-9: Evade +1, Circle 0, Bear Down -1, and no die is thrown for it."""
    state = raid(range="medium")
    assert to_fire(state, order).range == now


def test_nobody_steers_a_warped_rudder():
    """HS-FLAW-14, HS-CREW-1: with too few hands she swings in a bare Circle; without the flaw she may turn hard."""
    few = {"hull": "corsair", "crew": {"hands": 5}}
    assert legal(raid({**few, "flaws": ["warped_rudder"]}), f.RAIDER) == ["circle"]
    assert legal(raid(few), f.RAIDER) == ["circle", "circle+hard_turns"]


@pytest.mark.parametrize("hull", HULLS_DEEP)
def test_a_deep_draft_stops_at_medium(hull):
    """HS-FORT-5, HS-HULL-12: merchantmen, large warships and galleons."""
    state = raid(hull, range="long")
    for _ in range(3):
        hold(to_fire(state, "bear_down"))
    assert state.range == r.MEDIUM


@pytest.mark.parametrize("ship", [{"hull": "corsair"}, {"hull": "small_warship"}])
def test_a_shallow_draft_comes_to_close(ship):
    """HS-FORT-5, HS-HULL-10: corsairs and small warships come under the walls, and no nearer than that."""
    state = raid(ship, range="medium")
    for _ in range(3):
        hold(to_fire(state, "bear_down"))
    assert state.range == r.CLOSE


def test_a_frigate_draws_too_much_and_a_retractable_keel_nothing():
    """HS-HULL-10, HS-HULL-11: the mark makes a small warship deep, the keel makes any ship shallow."""
    frigate = raid({"hull": "small_warship", "frigate": True}, range="medium")
    assert to_fire(frigate, "bear_down").range == r.MEDIUM
    keel = raid({"hull": "merchantman", "modifications": ["retractable_keel"]}, range="medium")
    assert to_fire(keel, "bear_down").range == r.SHORT


def test_out_of_sight_she_is_away_before_anybody_fires():
    """HS-RANGE-8, HS-MISSION-8: nobody has won."""
    state = raid(weather="fog", range="medium")
    play(state, "evade")
    assert state.ending == r.ESCAPED and state.turn == 1
    assert works.stands(state.shore[f.FORT])


@pytest.mark.parametrize("damage", [{"rigging_points": 0}, {"crew": {"hands": 5}}])
def test_crippled_or_undermanned_she_can_only_circle(damage):
    """HS-TACTIC-6, HS-TACTIC-7: hard turns are left to her."""
    state = raid({"hull": "corsair", **damage})
    assert legal(state, 0) == ["circle", "circle+hard_turns"]


def test_neither_chase_nor_maneuver_nor_wet_sails():
    """HS-FORT-11: three tactics, bare or with hard turns; the fort decides nothing before the fire."""
    state = raid()
    assert legal(state, 0) == [
        f"{tactic}{how}" for tactic in ("circle", "evade", "bear_down") for how in ("", "+hard_turns")
    ]
    assert legal(state, 1) == ["pass"]
    play(state, "bear_down")
    assert state.phase == r.FIRE


# --- what may be fired --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "batteries"),
    [
        ("circle", ["port", "starboard"]),
        ("bear_down", ["port", "starboard", "chasers"]),
        ("evade", ["stern"]),
    ],
)
def test_what_bears_on_a_fort(order, batteries):
    """HS-FORT-10: one battery a turn, at the walls."""
    state = to_fire(raid(), order)
    assert legal(state, 0) == ["hold", *(f"{battery}@walls" for battery in batteries)]


def test_grapeshot_at_close_only():
    """HS-FORT-12: the men on the walls, at Close."""
    assert not any("grape" in name for name in legal(to_fire(raid(range="short")), 0))
    state = to_fire(at_close())
    assert legal(state, 0) == ["hold", "port@walls", "port@grape", "starboard@walls", "starboard@grape"]
    assert legal(state, 1) == ["hold", "guns@hull", "guns@rigging", "guns@grape"]


def test_a_fort_fires_its_full_battery_every_turn():
    """HS-FORT-1: 24 guns in the first turn and in the next, whatever the walls have suffered."""
    state = raid("galleon", range="medium")
    state.shore[f.FORT].structure = 100
    for _ in range(3):
        hull = int(state.ship[0].hull)
        # 2k2 of 3 is 24 x 0.3 = 7.2, rounded up
        play(to_fire(state), "port@walls" if state.turn != 2 else "starboard@walls", "guns@hull", [10, 9, 99, 8])
        assert state.ship[0].hull == hull - 8
    assert state.shore[f.FORT].guns == 24


def test_a_ship_reloads_before_a_fort_too():
    """HS-FIRE-2: the battery that fired is not there in the next turn."""
    state = raid()
    play(to_fire(state), "port@walls", "hold", [30, 9])
    assert legal(to_fire(state), 0) == ["hold", "starboard@walls"]


# --- what must be rolled ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("distance", "number"), [("close", 0), ("short", 5), ("medium", 10), ("long", 15), ("extreme", 25)]
)
def test_number_against_a_fort(distance, number):
    """HS-FORT-7: 10, less two Raises, and 5 for each range; the gunner's 5 come off; no step for the sizes."""
    state = raid({"hull": "corsair", "gunnery": {"port": 1, "starboard": 3, "chasers": 0, "stern": 0}}, range=distance)
    ship = state.ship[0]
    assert works.number_against_fort(ship, r.STERN, state.range) == number
    assert works.number_against_fort(ship, r.PORT, state.range) == number - 5
    assert works.number_against_fort(ship, r.STARBOARD, state.range) == number - 15


@pytest.mark.parametrize(("hull", "handling"), [("corsair", 4), ("galleon", 1)])
@pytest.mark.parametrize(("gunnery", "off"), [(0, 0), (1, 5), (3, 15)])
def test_number_of_a_fort(hull, handling, gunnery, off):
    """HS-FORT-8: five times Handling, 10 at Medium, one Raise off; 10 more for the rigging; no size step."""
    state = raid(hull, {"kind": "small", "gunnery": gunnery}, range="medium")
    fort = state.shore[f.FORT]
    assert works.number_ashore(state, fort, r.HULL) == 5 * handling + 10 - 5 - off
    assert works.number_ashore(state, fort, r.RIGGING) == 5 * handling + 10 - 5 - off + 10


def test_hard_turns_make_her_harder_to_hit():
    """HS-FORT-11, HS-STRAT-6: two points of Handling are 10; the strain falls after the fire."""
    state = raid(range="medium")
    plain = works.number_ashore(state, state.shore[f.FORT], r.HULL)
    to_fire(state, "circle+hard_turns")
    assert works.number_ashore(state, state.shore[f.FORT], r.HULL) == plain + 10
    play(state, "hold", "hold", [9])
    assert (state.ship[0].hull, state.ship[0].handling) == (24, 3)


# --- what a hit does ----------------------------------------------------------------------------------------


def test_both_fire_at_once_and_at_their_numbers():
    """HS-FORT-7, HS-FORT-8, HS-TURN-3: a number just met is a hit, one short of it is none."""
    state = raid("large_warship", range="medium")
    play(to_fire(state), "port@walls", "guns@hull", [5, 30, 10, 12])
    assert state.shore[f.FORT].structure == 250 - 30
    assert state.ship[0].hull == 45 - 12
    play(to_fire(state), "starboard@walls", "guns@hull", [4, 9])
    assert state.shore[f.FORT].structure == 250 - 30


def test_a_fort_at_no_structure_is_destroyed():
    """HS-FORT-2: it still fires in that turn, and is then out of the way of the town."""
    state = raid("large_warship", range="medium")
    state.shore[f.FORT].structure = 20
    play(to_fire(state), "port@walls", "guns@hull", [5, 20, 10, 12])
    assert state.shore[f.FORT].fallen == f.DESTROYED
    assert state.ship[0].hull == 45 - 12
    assert state.facing == f.TOWN and state.ending == r.RUNNING


def test_grapeshot_kills_men_of_the_garrison():
    """HS-FORT-12: its damage is men, and the walls are whole."""
    state = at_close()
    play(to_fire(state), "port@grape", "hold", [0, 11])
    assert (state.shore[f.FORT].garrison, state.shore[f.FORT].structure) == (32 - 11, 250)


def test_a_fort_without_men_is_silent():
    """HS-FORT-13: while one lives, the battery is full."""
    state = at_close()
    state.shore[f.FORT].garrison = 2
    play(to_fire(state), "port@grape", "hold", [0, 1])
    assert legal(to_fire(state), 1)[:2] == ["hold", "guns@hull"]
    play(state, "starboard@grape", "guns@hull", [0, 1, 40, 5])
    assert state.ship[0].hull == 20
    assert legal(to_fire(state), 1) == ["pass"]


def test_a_gun_bursts_on_the_walls():
    """HS-FORT-13, HS-FIRE-16: all ones cost a gun and its three hands, as aboard."""
    state = raid("corsair", range="medium")
    play(to_fire(state), "port@walls", "guns@hull", [BURST, BURST])
    assert (state.shore[f.FORT].guns, state.shore[f.FORT].garrison) == (23, 29)
    assert state.ship[0].guns[r.PORT] == 7 and state.shore[f.FORT].structure == 250


def test_grapeshot_from_the_walls_kills_hands_on_deck():
    """HS-FORT-12, HS-FIRE-22"""
    state = at_close()
    hands = int(state.ship[0].sail_crew)
    play(to_fire(state), "hold", "guns@grape", [10, 7])
    assert state.ship[0].sail_crew == hands - 7 and state.ship[0].hull == 25
