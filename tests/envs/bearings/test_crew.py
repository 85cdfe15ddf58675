"""Where officers go, what splinters do to them, tricks, personal attacks, and what engineers mend."""

import pytest

from quarterdeck.envs.bearings import check, crew, gunnery, stations, turn
from quarterdeck.envs.bearings import record as r
from quarterdeck.envs.bearings import ship as s
from tests.envs.bearings.battle import at_sea, battle, built, legal, play, throw, to_fire

OFFICERS = {"ship": "frigate", "officers": 3}


def at_stations(first=OFFICERS, second="frigate", distance=r.SHORT, bearing=r.SIDE_TO_SIDE, **scenario):
    """The moment in which officers are sent to their stations."""
    state = to_fire(at_sea(first, second, **scenario), bearing, 0, distance)
    turn.play_fire(state, (0, 0))
    return state


# --- stations -----------------------------------------------------------------------------------------------


def test_officers_are_sent_one_after_the_other_before_the_attacks():
    """BE-CREW-1, BE-ROLE-2, BE-ROLE-4: gunner on the gunnery deck, navigator on the main deck, who stands by at the
    guns; who goes below takes cover.
    """
    state = at_stations()
    assert legal(state, 0) == ["stand_by", "below", "evasive", "gunner"] and legal(state, 1) == ["pass"]
    play(state, "gunner")
    assert legal(state, 0) == ["stand_by", "below", "evasive"]
    play(state, "evasive")
    assert legal(state, 0) == ["stand_by", "below"]
    play(state, "stand_by", rolls=[2, 1, 10])
    ship = state.ship[0]
    assert ship.spot[:4].tolist() == [r.MAIN_DECK, r.GUN_DECK, r.MAIN_DECK, r.GUN_DECK]
    assert (ship.gunners, ship.navigated, ship.free) == (1, 1, 1)


def test_who_has_acted_stays_where_he_did():
    """BE-CREW-1: the navigator of the Range check is on the main deck when the ships fire."""
    state = battle(OFFICERS, "frigate", [2], places=["open_sea"], range="short")
    play(state, "navigator", rolls=[20])
    play(state, "keep_range")
    assert state.ship[0].spot[:4].tolist() == [r.MAIN_DECK, r.MAIN_DECK, r.NOWHERE, r.NOWHERE]


def test_below_is_no_action():
    """BE-CREW-1: he is in the stores, and can do nothing more."""
    state = at_stations({"ship": "frigate", "officers": 1})
    play(state, "below", rolls=[2, 2])
    assert state.ship[0].spot[1] == r.STORES and state.ship[0].free == 0


def test_evasion_adds_to_defense_for_the_turn():
    """BE-ROLE-6, BE-ROLE-7: the modifier, against every attack; not in the next turn, not after the reroll."""
    state = at_stations({"ship": "frigate", "officers": {"number": 2, "modifier": 3}}, "armoured_steam_warship")
    before = [gunnery.needed(state, 1, attack) for attack in range(2)]
    stations.post(state, 0, r.EVASIVE)
    assert [gunnery.needed(state, 1, attack) for attack in range(2)] == [number + 3 for number in before]
    assert not stations.may_post(state, 0, r.EVASIVE)
    turn.forget_turn(state.ship[0])
    assert state.ship[0].evading == 0


def test_a_gunner_for_each_attack():
    """BE-ROLE-9: a second one serves the Brand, a third has nothing to do."""
    state = at_stations({"ship": "armoured_steam_warship", "officers": 3})
    stations.post(state, 0, r.GUNNER)
    assert state.ship[0].gunners == 1
    stations.post(state, 0, r.GUNNER)
    assert state.ship[0].gunners == 3 and not stations.may_post(state, 0, r.GUNNER)
    throw(state, [9, 3, 2, 14, 2], gunnery.shoot_all, state)
    assert [gunnery.hits(int(margin)) for margin in state.ship[0].margin] == [2, 3]


def test_the_gunner_places_the_first_hit():
    """BE-ROLE-10: after the dice, one of his attack; the others fall where they may."""
    state = at_stations({"ship": "frigate", "officers": 1})
    play(state, "gunner", rolls=[9, 3, 2])
    assert state.phase == r.AIM
    assert legal(state, 0) == ["aim_rigging", "aim_main_deck", "aim_stores", "aim_gunnery_deck", "aim_hull"]
    play(state, "aim_rigging", rolls=[10])
    assert (state.ship[1].rigging, state.ship[1].hull) == (r.DAMAGED, 5)


def test_without_a_gunner_nobody_chooses():
    """BE-ROLE-10, BE-HIT-1."""
    state = at_stations("frigate")
    throw(state, [4, 2, 9], turn.run_on, state)
    assert state.ship[1].hull == 5 and state.phase == r.BOARD


def test_the_bosun_betters_an_attack_after_the_roll():
    """BE-ROLE-11: where 2 points bring a hit."""
    state = at_stations({"ship": "frigate", "officers": 1})
    play(state, "stand_by", rolls=[2, 2])
    assert state.phase == r.SHOTS and legal(state, 0) == ["let_stand", "bosun"]
    play(state, "bosun", rolls=[10])
    assert state.ship[1].hull == 5 and state.ship[0].piped == r.TO_SHOT
    state = at_stations({"ship": "frigate", "officers": 1})
    play(state, "stand_by", rolls=[4, 2, 10])
    assert state.phase == r.BOARD


# --- splinters ----------------------------------------------------------------------------------------------


def test_splinters_strike_the_captain_first():
    """BE-CREW-2, BE-CREW-3: two wounds, one with a saving throw of 10; nobody in other places is struck."""
    state = at_sea(OFFICERS)
    ship = state.ship[0]
    turn.forget_turn(ship)
    ship.spot[1], ship.spot[2] = r.MAIN_DECK, r.GUN_DECK
    throw(state, [9], gunnery.strike, state, 0, r.MAIN_DECK)
    throw(state, [10], gunnery.strike, state, 0, r.MAIN_DECK)
    throw(state, [], gunnery.strike, state, 0, r.STORES)
    throw(state, [9], gunnery.strike, state, 0, r.GUN_DECK)
    assert ship.wounds[:4].tolist() == [3, 6, 4, 6]


def test_an_engineer_in_the_hull_is_struck_there():
    """BE-CREW-2."""
    state = at_sea(OFFICERS)
    ship = state.ship[0]
    turn.forget_turn(ship)
    throw(state, [], gunnery.strike, state, 0, r.HULL)
    ship.spot[1] = r.HULL
    throw(state, [1], gunnery.strike, state, 0, r.HULL)
    assert ship.wounds[1] == 4 and ship.hull == 4


def test_an_officer_who_is_down_leaves_his_work():
    """BE-CREW-4: an engineer under the last splinter mends nothing."""
    state = at_sea(OFFICERS)
    ship = state.ship[0]
    turn.forget_turn(ship)
    ship.rigging, ship.wounds[1] = r.DAMAGED, 2
    stations.post(state, 0, r.FIRST_MEND + r.MEND_RIGGING)
    throw(state, [5], crew.burst, state, 0, r.RIGGING, True)
    assert (ship.wounds[1], ship.officers, ship.free, ship.task[1]) == (0, 2, 2, 0)
    throw(state, [], stations.mend_all, state)
    assert ship.rigging == r.DAMAGED


def test_another_follows_the_captain_in_the_next_turn():
    """BE-ROLE-1, BE-ROLE-3: with a Command of his own; until then all checks fail."""
    state = at_sea({"ship": "frigate", "captain": 9, "officers": {"number": 2, "command": 4, "wounds": 3}})
    ship = state.ship[0]
    turn.forget_turn(ship)
    ship.wounds[1] = 2
    for _ in range(2):
        throw(state, [1], gunnery.strike, state, 0, r.MAIN_DECK)
    assert ship.wounds[r.CAPTAIN] == 0 and s.helpless(ship) and ship.officers == 2
    turn.forget_turn(ship)
    assert (ship.wounds[r.CAPTAIN], ship.officers, ship.leader) == (2, 1, 4)
    assert not s.helpless(ship) and ship.spot[r.CAPTAIN] == r.MAIN_DECK


def test_hands_are_counted_if_a_scenario_asks():
    """BE-CREW-5: four a burst; without it none."""
    for counted, hands in ((True, 156), (False, 160)):
        state = at_sea(count_crew=counted)
        gunnery.strike(state, 0, r.MAIN_DECK)
        gunnery.strike(state, 0, r.HULL)
        assert state.ship[0].hands == hands


def test_ships_without_names_have_no_officers():
    """BE-CREW-6: nobody reacts, nobody is struck."""
    state = battle(rolls=[2])
    assert state.ship[0].named == 0 and legal(state, 1)[0] == "stay"
    throw(state, [], gunnery.strike, state, 0, r.MAIN_DECK)


@pytest.mark.parametrize(("hands", "harder", "helpless"), [(95, 0, False), (94, 5, False), (14, 5, True)])
def test_too_few_hands(hands, harder, helpless):
    """BE-CREW-7, BE-CREW-8: a frigate needs 15 and half of 160 for sails and guns, 15 to sail at all."""
    state = to_fire(at_sea({"ship": "frigate", "hands": hands}))
    assert gunnery.needed(state, 0, 0) == 4 + harder and s.helpless(state.ship[0]) == helpless


# --- tricks -------------------------------------------------------------------------------------------------


def at_trick(first=OFFICERS, second="frigate"):
    """The moment before the check for the bearing."""
    state = battle(first, second, [20], places=["open_sea"], range="medium")
    if "let_stand" in legal(state, 1):
        play(state, second="let_stand")
    return play(state, "keep_range")


@pytest.mark.parametrize(("face", "works"), [(9, True), (8, False)])
def test_a_trick_must_beat_the_captains_sense_motive(face, works):
    """BE-TRICK-1, BE-TRICK-2, BE-TRICK-3: 7 and the die over 15; then 5 in Bearing, of this turn only."""
    state = at_trick()
    assert legal(state, 0) == ["no_trick", "trick"] and legal(state, 1) == ["pass"]
    play(state, "trick", rolls=[face, 12])
    assert state.ship[0].trick == (5 if works else 0) and state.ship[0].free == 2
    assert s.command(state.ship[0], r.FOR_BEARING) == (12 if works else 7)
    turn.forget_turn(state.ship[0])
    assert state.ship[0].trick == 0


@pytest.mark.parametrize(("face", "works"), [(11, True), (10, False)])
def test_and_that_of_the_look_out(face, works):
    """BE-TRICK-2: his skill of 7 is the higher one."""
    state = at_trick(OFFICERS, OFFICERS)
    assert legal(state, 1) == ["no_trick", "trick", "watch"]
    play(state, "trick", "watch", rolls=[face, 12])
    assert state.ship[0].trick == (5 if works else 0) and state.ship[1].watched == 1


# --- personal attacks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reach", "distance", "may"),
    [("short", r.MEDIUM, False), ("medium", r.MEDIUM, True), ("medium", r.LONG, False), ("long", r.LONG, True)],
)
def test_how_far_a_personal_attack_reaches(reach, distance, may):
    """BE-POWER-1, BE-POWER-2: and one a turn, at somebody who can be hurt."""
    state = at_stations({"ship": "frigate", "officers": {"number": 2, "reach": reach}}, OFFICERS, distance)
    assert stations.may_shoot(state, 0) == may
    state.ship[1].named = 0
    assert not stations.may_shoot(state, 0)


@pytest.mark.parametrize(("face", "left"), [(10, 6), (9, 5)])
def test_what_a_personal_attack_does(face, left):
    """BE-POWER-1, BE-POWER-3: a wound on the main deck unless the captain saves; nothing to the ship."""
    state = at_stations({"ship": "frigate", "officers": 2}, {"ship": "frigate", "officers": 1})
    for seat, action in ((0, r.SHOOT), (0, r.STAND_BY), (1, r.STAND_BY)):
        stations.post(state, seat, action)
    assert not stations.may_shoot(state, 0)
    throw(state, [face], gunnery.strike_all, state)
    assert state.ship[1].wounds[r.CAPTAIN] == left and state.ship[1].hull == 6


# --- engineers ----------------------------------------------------------------------------------------------


def mended(face, component, engineers=1, **damage):
    """A frigate after so many engineers worked on a component, each with this face."""
    state = at_sea({"ship": "frigate", "officers": 5})
    ship = state.ship[0]
    turn.forget_turn(ship)
    for field, value in damage.items():
        ship[field] = value
    s.look(ship)
    for _ in range(engineers):
        stations.post(state, 0, r.FIRST_MEND + component)
    throw(state, [face] * engineers, stations.mend_all, state)
    return ship


@pytest.mark.parametrize(("face", "rigging"), [(9, r.DAMAGED), (10, r.INTACT)])
def test_10_on_a_bare_d20(face, rigging):
    """BE-REPAIR-1."""
    assert mended(face, r.MEND_RIGGING, rigging=r.DAMAGED).rigging == rigging


def test_one_step_for_each_engineer():
    """BE-REPAIR-1, BE-REPAIR-2: destroyed to damaged; two make it whole; stores come back; fire goes out."""
    assert mended(10, r.MEND_RIGGING, rigging=r.DESTROYED).rigging == r.DAMAGED
    assert mended(10, r.MEND_RIGGING, 2, rigging=r.DESTROYED).rigging == r.INTACT
    assert mended(10, r.MEND_STORES, stores=2).stores == 3
    ship = mended(10, r.MEND_PORT, weapons=[2, 0, 2, 2, 0])
    assert ship.weapons[r.PORT] == r.DAMAGED and (ship.smoke, ship.fire) == (1, 0)


def test_only_what_is_damaged_can_be_mended():
    """BE-REPAIR-1: no arc that was never fitted, nothing that is whole."""
    state = at_sea({"ship": "sloop", "officers": 1})
    ship = state.ship[0]
    assert not any(stations.broken(ship, component) for component in range(8))
    ship.weapons[r.FORE] = r.DAMAGED
    assert [c for c in range(8) if stations.broken(ship, c)] == [r.MEND_FORE]


@pytest.mark.parametrize(
    ("kind", "cap"), [("excise_cutter", 1), ("sloop", 2), ("frigate", 3), ("armoured_steam_warship", 5)]
)
def test_half_of_the_hull_an_encounter(kind, cap):
    """BE-REPAIR-3: rounded up, however many engineers."""
    state = at_sea({"ship": kind, "officers": 5})
    ship = state.ship[0]
    ship.hull = -5
    for point in range(cap):
        assert stations.broken(ship, r.MEND_HULL)
        stations.mend(ship, r.MEND_HULL)
        assert (ship.hull, ship.mended) == (point - 4, point + 1)
    assert not stations.broken(ship, r.MEND_HULL)


@pytest.mark.parametrize(
    ("kind", "most", "pressed"), [("excise_cutter", 2, 1), ("sloop", 2, 2), ("barquentine", 2, 1), ("frigate", 5, 4)]
)
def test_engineers_take_hands(kind, most, pressed):
    """BE-REPAIR-4, BE-REPAIR-5, BE-CREW-7: so many find work; from so many on the guns are short of hands."""
    state = to_fire(at_sea({"ship": kind, "officers": 5}))
    ship = state.ship[0]
    whole = gunnery.needed(state, 0, 0)
    ship.rigging = r.DESTROYED
    for number in range(1, most + 1):
        assert stations.may_post(state, 0, r.FIRST_MEND + r.MEND_RIGGING)
        stations.post(state, 0, r.FIRST_MEND + r.MEND_RIGGING)
        assert gunnery.needed(state, 0, 0) == whole + (5 if number >= pressed else 0)
    assert most == 5 or not stations.may_post(state, 0, r.FIRST_MEND + r.MEND_RIGGING)


def test_repairs_come_before_sinking():
    """BE-REPAIR-6, BE-LIST-4, BE-SINK-3: a point mended in the last turn keeps her afloat."""
    state = at_sea({"ship": "frigate", "officers": 1}, range="medium")
    ship = state.ship[0]
    turn.forget_turn(ship)
    ship.hull, ship.sinking = 0, 1
    stations.post(state, 0, r.FIRST_MEND + r.MEND_HULL)
    throw(state, [10], turn.finish_turn, state)
    assert (ship.hull, ship.sinking, ship.sunk) == (1, 0, 0)


def test_what_is_left_of_a_check_for_who_stands_by():
    """BE-ROLE-5, BE-ROLE-11, BE-RAM-3: in a ram he may still be navigator or bosun."""
    state = at_stations({"ship": "frigate", "officers": 1}, bearing=r.POINT_TO_TAIL)
    play(state, "stand_by", rolls=[2, 2])
    play(state, "ram", rolls=[8])
    assert legal(state, 0) == ["let_stand", "navigator", "bosun"]
    play(state, "bosun")
    assert [ship.hull for ship in state.ship] == [5, 4]
    assert check.asked(state) == -1 or state.phase == r.BOARD


def test_named_officers_of_a_scenario():
    """BE-CREW-6, BE-CREW-3: number, skill, wounds."""
    ship = built({"ship": "frigate", "officers": {"number": 2, "skill": 9, "wounds": 4, "reach": None}}).ship[0]
    assert (ship.named, ship.officers, ship.skill, ship.reach) == (1, 2, 9, 0)
    assert ship.wounds.tolist() == [4, 4, 4, 0, 0, 0]
