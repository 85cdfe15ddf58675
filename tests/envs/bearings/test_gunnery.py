"""Attacks, hits and what they do, the Brand and the magazine, and the ram."""

import pytest

from quarterdeck.envs.bearings import check, crew, gunnery, turn
from quarterdeck.envs.bearings import record as r
from quarterdeck.envs.bearings import ship as s
from tests.envs.bearings.battle import at_sea, legal, lie, play, throw, to_fire

# --- attacks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "bearing", "distance", "needed"),
    [
        ("frigate", r.SIDE_TO_SIDE, r.SHORT, 13 - 9),
        ("frigate", r.SIDE_TO_SIDE, r.MEDIUM, 13 - 9 + 10),
        ("frigate", r.POINT_TO_POINT, r.SHORT, 13 - 6),
        ("schooner", r.SIDE_TO_SIDE, r.SHORT, 13 - 6),
    ],
)
def test_what_must_be_rolled(kind, bearing, distance, needed):
    """BE-ATTACK-2, BE-ATTACK-3: Defense less the bonus of the arc; 10 more at Medium."""
    state = lie(at_sea(kind), bearing, 0, distance)
    assert gunnery.needed(state, 0, 0) == needed


@pytest.mark.parametrize(("face", "hits"), [(3, 0), (4, 1), (8, 1), (9, 2), (13, 2), (14, 3), (19, 4), (20, 4), (1, 0)])
def test_hits(face, hits):
    """BE-ATTACK-2, BE-ATTACK-5: one, and one more for each full 5 over 4."""
    assert gunnery.hits(gunnery.margin_of(face, 4)) == hits


def test_a_20_always_hits_and_a_1_never():
    """BE-ATTACK-5."""
    assert gunnery.hits(gunnery.margin_of(20, 30)) == 1 and gunnery.hits(gunnery.margin_of(19, 30)) == 0
    assert gunnery.hits(gunnery.margin_of(1, -10)) == 0 and gunnery.hits(gunnery.margin_of(2, -10)) == 3


def test_nothing_is_fired_at_long():
    """BE-ATTACK-4."""
    assert not gunnery.in_range(at_sea()) and gunnery.in_range(at_sea(range="medium"))


def test_one_attack_each_and_all_hits_after_all_attacks():
    """BE-ATTACK-1, BE-ATTACK-6, BE-TURN-1: both broadsides destroy the other's, and both were fired."""
    state = to_fire(at_sea())
    for ship in state.ship:
        ship.weapons[r.PORT] = r.DAMAGED
    play(state, "fire", "fire", rolls=[9, 9, 8, 20, 7, 20])
    assert [ship.weapons[r.PORT] for ship in state.ship] == [r.DESTROYED, r.DESTROYED]


def test_a_damaged_arc_fires_every_other_turn():
    """BE-HIT-8: at -5; she may hold her fire to have it in the next turn."""
    state = to_fire(at_sea())
    ship = state.ship[0]
    ship.weapons[r.PORT] = r.DAMAGED
    assert gunnery.needed(state, 0, 0) == 13 - 9 + 5
    assert legal(state, 0) == ["hold", "fire"]
    play(state, "hold", rolls=[2])
    assert ship.fires == 0
    to_fire(state)
    play(state, "fire", rolls=[2, 2])
    to_fire(state)
    assert ship.fired == 1 << r.PORT and not gunnery.can_fire(ship, r.PORT)
    assert legal(state, 0) == ["pass"]
    to_fire(state)
    assert gunnery.can_fire(ship, r.PORT)


# --- where hits strike --------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", range(1, 11))
def test_hit_locations(face):
    """BE-HIT-1, BE-SHIP-2: two faces each."""
    state = at_sea()
    found = throw(state, [face], gunnery.hit_location, state, 0)
    assert r.SPOTS[found] == ("rigging", "main deck", "stores", "gunnery deck", "hull")[(face - 1) // 2]


def struck(kind, *spots, rolls=(), **ship):
    """A ship after hits at these places."""
    state = lie(at_sea({"ship": kind, **ship}), r.SIDE_TO_SIDE)
    throw(state, rolls, lambda: [gunnery.strike(state, 0, spot) for spot in spots])
    return state.ship[0]


@pytest.mark.parametrize("kind", ["frigate", "steam_cutter"])
def test_rigging_and_engines(kind):
    """BE-HIT-3, BE-HIT-4, BE-HIT-9, BE-HIT-2: -5, then helpless, then the hull."""
    ship = struck(kind, r.RIGGING)
    whole = int(ship.leader) + int(ship.command)
    assert ship.rigging == r.DAMAGED and s.command(ship, r.FOR_RANGE) == whole - 5 and not s.helpless(ship)
    ship = struck(kind, r.RIGGING, r.RIGGING)
    assert ship.rigging == r.DESTROYED and s.helpless(ship) and ship.hull == ship.hull_max
    assert ship.smoke == ship.steam
    assert struck(kind, r.RIGGING, r.RIGGING, r.RIGGING).hull == ship.hull_max - 1


def test_the_main_deck_is_never_destroyed():
    """BE-HIT-5."""
    ship = struck("sloop", *[r.MAIN_DECK] * 9)
    assert ship.hull == 3 and ship.weapons[r.PORT] == r.INTACT


def test_one_miscellaneous_component_a_turn():
    """BE-HIT-6, BE-HIT-2: as many as the size step; the second hit of a turn goes into the hull."""
    state = at_sea()
    ship = state.ship[0]
    assert ship.stores == 4
    for left in (3, 2, 1, 0):
        turn.forget_turn(ship)
        gunnery.strike(state, 0, r.STORES)
        assert (ship.stores, ship.hull) == (left, 6)
    gunnery.strike(state, 0, r.STORES)
    assert ship.hull == 5
    turn.forget_turn(ship)
    gunnery.strike(state, 0, r.STORES)
    assert (ship.stores, ship.hull) == (0, 4)


def test_weapons_of_the_arc_towards_the_enemy():
    """BE-HIT-7, BE-HIT-10, BE-HIT-2: damaged and smoke, destroyed and fire, then the hull."""
    ship = struck("frigate", r.GUN_DECK)
    assert ship.weapons.tolist() == [2, 1, 2, 2, 0] and (ship.smoke, ship.fire) == (1, 0)
    ship = struck("frigate", r.GUN_DECK, r.GUN_DECK, rolls=[3])
    assert ship.weapons[r.PORT] == r.DESTROYED and (ship.smoke, ship.fire) == (1, 1) and ship.hull == 6
    assert struck("frigate", r.GUN_DECK, r.GUN_DECK, r.GUN_DECK, rolls=[3]).hull == 5


def test_no_weapons_on_the_side_that_was_hit():
    """BE-HIT-2, BE-SHIP-5: the hull suffers."""
    state = lie(at_sea("frigate", "sloop"), r.SIDE_TO_TAIL)
    gunnery.strike(state, 1, r.GUN_DECK)
    assert state.ship[1].hull == 2 and state.ship[1].weapons.tolist() == [2, 2, 2, 0, 0]


def test_hull():
    """BE-HIT-11: a point each, under 0 too."""
    assert struck("excise_cutter", *[r.HULL] * 3).hull == -1


# --- the Brand and the magazine -----------------------------------------------------------------------------


def test_a_brand_is_one_more_attack_whatever_the_bearing():
    """BE-BRAND-1: also from a ship that shows her stern, at Medium too."""
    state = to_fire(at_sea("armoured_steam_warship"), r.SIDE_TO_TAIL, 1, r.MEDIUM)
    turn.play_fire(state, (0, 0))
    assert state.ship[0].fires == 1 << r.AFT | 1 << r.BRAND
    assert gunnery.needed(state, 0, 1) == 13 - 10 + 10 and gunnery.needed(state, 0, 0) == 13 - 6 + 10
    throw(state, [17, 18, 2], gunnery.shoot_all, state)
    assert [gunnery.hits(int(margin)) for margin in state.ship[0].margin] == [1, 2]


def test_hits_find_the_brand_behind_the_guns():
    """BE-BRAND-2: once the arc is destroyed."""
    ship = struck("armoured_steam_warship", *[r.GUN_DECK] * 3, rolls=[20])
    assert ship.weapons.tolist() == [2, 0, 2, 2, 1]


@pytest.mark.parametrize(("face", "hull"), [(1, 3), (2, 3), (3, 6)])
def test_powder_blows_up_on_1_and_2(face, hull):
    """BE-BRAND-3, BE-BRAND-4: half of 6."""
    assert struck("frigate", r.GUN_DECK, r.GUN_DECK, rolls=[face]).hull == hull


@pytest.mark.parametrize(("face", "hull"), [(9, 5), (10, 10)])
def test_the_charge_of_a_brand_on_a_failed_saving_throw(face, hull):
    """BE-BRAND-3, BE-BRAND-4: half of 10."""
    assert struck("armoured_steam_warship", *[r.GUN_DECK] * 4, rolls=[3, face]).hull == hull


def test_half_of_an_odd_hull_is_rounded_up():
    """BE-BRAND-4: 2 of a sloop's 3."""
    assert struck("sloop", r.GUN_DECK, r.GUN_DECK, rolls=[1]).hull == 1


# --- the ram ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bearing", range(5))
def test_who_may_ram(bearing):
    """BE-RAM-1, BE-BEAR-7, BE-BEAR-8: at Short, the one who picked a bearing with her point."""
    state = lie(at_sea(), bearing, 1)
    points = bearing in (r.POINT_TO_TAIL, r.POINT_TO_POINT)
    assert gunnery.may_ram(state, 1) == points and not gunnery.may_ram(state, 0)
    state.range = r.MEDIUM
    assert not gunnery.may_ram(state, 1)


def test_who_cannot_be_handled_cannot_ram():
    """BE-RAM-1, BE-SINK-2."""
    state = lie(at_sea(), r.POINT_TO_TAIL)
    state.ship[0].hull = 0
    assert not gunnery.may_ram(state, 0)


@pytest.mark.parametrize(
    ("first", "second", "face", "hulls"),
    [
        ("frigate", "frigate", 10, (5, 4)),
        ("frigate", "frigate", 9, (4, 5)),
        ("frigate", "sloop", 11, (5, -1)),
        ("frigate", "sloop", 9, (4, 1)),
        ("barquentine", "sloop", 2, (2, 2)),
        ("sloop", "frigate", 20, (2, 4)),
    ],
)
def test_ram(first, second, face, hulls):
    """BE-RAM-2, BE-RAM-3: 2 and 1 a size step over the target, 1 to the rammer; halved (down) and doubled."""
    state = lie(at_sea(first, second), r.POINT_TO_TAIL)
    throw(state, [face], check.contest, state, r.FOR_RAM, 0)
    gunnery.ram(state)
    assert tuple(ship.hull for ship in state.ship) == hulls


@pytest.mark.parametrize(("face", "hulls"), [(10, (5, 4)), (9, (4, 5))])
def test_the_players_captain_rolls_when_the_enemy_rams(face, hulls):
    """BE-RAM-4: his success halves his damage and doubles the rammer's."""
    state = lie(at_sea(), r.POINT_TO_TAIL, 1)
    throw(state, [face], check.contest, state, r.FOR_RAM, 1)
    gunnery.ram(state)
    assert tuple(ship.hull for ship in state.ship) == hulls


def test_a_ram_comes_after_the_fire():
    """BE-RAM-1, BE-TURN-2: fore guns, then the choice, then the check, then the boarding."""
    state = to_fire(at_sea(), r.POINT_TO_TAIL)
    turn.play_fire(state, (0, 0))
    state.phase = r.STATIONS
    throw(state, [2, 2], turn.run_on, state)
    assert legal(state, 0) == ["no_ram", "ram"] and legal(state, 1) == ["pass"]
    play(state, "ram", rolls=[15])
    assert [ship.hull for ship in state.ship] == [5, 4] and state.phase == r.BOARD


def test_rigging_shot_away_sweeps_the_deck():
    """BE-HIT-4, BE-CREW-2: the captain saves; an engine harms those near it instead."""
    for kind, saves in (("frigate", [10]), ("steam_cutter", [])):
        state = at_sea({"ship": kind, "officers": 1})
        ship = state.ship[0]
        crew.muster(ship)
        ship.rigging = r.DAMAGED
        throw(state, saves, gunnery.strike, state, 0, r.RIGGING)
        assert ship.wounds[r.CAPTAIN] == 6 - len(saves)
