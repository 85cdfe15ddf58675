"""The captains of bearings: always lawful, in either seat, each with her habits, and none a fool."""

import numpy as np
import pytest

from quarterdeck import agents
from quarterdeck.envs.batch import Batch
from quarterdeck.envs.bearings import gunnery, stations
from quarterdeck.envs.bearings import record as r
from quarterdeck.envs.captain import script_names
from quarterdeck.envs.game import find_game
from tests.agents.choosing import check_alike, phases_met
from tests.envs.bearings.battle import at_sea, battle, built, lie, to_fire

DUEL = find_game("BearingsDuel")
SCRIPTS = script_names(DUEL.rules)[1:]
BATTLES = 1024


def choice(captain, state, seat=0):
    """The name of what a captain does."""
    return DUEL.actions[agents.load(DUEL, captain).choose(DUEL, np.array([state], r.STATE), seat)[0]]


def winning(state, phase, winner=0):
    """The same encounter where one captain has won a check and must choose."""
    state.phase, state.outcome = phase, r.SUCCESS if winner == 0 else r.FAILURE
    return state


def test_every_choice_is_legal():
    """In every phase, and whatever another captain would have done before."""
    scenarios = ("default", "party", "graveyard", "brand", "hunt")
    assert phases_met(DUEL, scenarios, 128, 250) == set(range(len(r.PHASES)))


def test_she_plays_alike_in_the_loop_and_asked_from_python():
    check_alike(DUEL, DUEL.build("default"), ("boarder", "prudent"), 32)


# --- habits -------------------------------------------------------------------------------------------------


def test_the_boarder_and_the_raider_close():
    for captain in ("boarder", "raider"):
        assert choice(captain, winning(at_sea("sloop", "frigate"), r.CLOSING)) == "closer"


def test_the_gunner_keeps_off_who_can_board_her():
    """A crew that is much stronger, or her own ship cut to pieces."""
    state = winning(at_sea("excise_cutter", {"ship": "ship_of_the_line", "officers": 5}, range="medium"), r.CLOSING)
    assert choice("gunner", state) == "keep_range"
    state = winning(at_sea("ship_of_the_line", "excise_cutter", range="medium"), r.CLOSING)
    assert choice("gunner", state) == "closer"


def test_the_prudent_one_leaves_when_she_is_beaten():
    """BE-LOC-5: moves on, and sails away where she may; the others fight on."""
    state = winning(at_sea("excise_cutter", {"ship": "ship_of_the_line", "officers": 5}), r.LEAVE)
    assert choice("prudent", state) == "sail_away"
    assert {choice(captain, state) for captain in SCRIPTS if captain != "prudent"} == {"fight_on"}
    assert choice("prudent", winning(state, r.CLOSING)) == "keep_range"
    state = winning(at_sea("ship_of_the_line", "excise_cutter"), r.LEAVE)
    assert choice("prudent", state) == "fight_on"


@pytest.mark.parametrize("captain", SCRIPTS)
def test_who_runs_runs_and_who_hunts_follows(captain):
    """BE-MISSION-2, BE-LOC-4, BE-LOC-5."""
    state = built("sloop", "frigate", missions=["run", "hunt"], range="medium")
    assert choice(captain, winning(state, r.CLOSING)) == "farther"
    assert choice(captain, winning(state, r.LEAVE)) == "sail_away"
    assert choice(captain, winning(state, r.LOCATION)).startswith("to_")
    state.wish = r.SHALLOWS
    assert choice(captain, winning(state, r.ANSWER), seat=1) == "follow"
    assert choice(captain, winning(state, r.CLOSING, 1), seat=1) == "closer"


def test_the_raider_goes_where_the_sea_is_on_her_side():
    """BE-SEA-8: a sloop draws a frigate into the shallows."""
    assert choice("raider", battle("sloop", "frigate", [20])) == "to_coastal_shallows"
    assert choice("gunner", battle("sloop", "frigate", [20])) == "stay"


def test_they_take_the_bearing_that_gains_most():
    """BE-BEAR-5: a natural 20 rakes a ship without stern guns."""
    state = winning(at_sea("frigate", "sloop", range="medium"), r.BEARING)
    state.outcome = r.TRIUMPH
    assert choice("gunner", state) == "side_to_tail"


def test_who_rams():
    """BE-RAM-2: a frigate a sloop, nobody a greater ship with her last planks."""
    state = lie(at_sea("frigate", "sloop"), r.POINT_TO_TAIL)
    state.phase = r.RAM
    assert choice("boarder", state) == choice("gunner", state) == "ram"
    state = lie(at_sea({"ship": "sloop", "hull": 2}, "frigate"), r.POINT_TO_TAIL)
    state.phase = r.RAM
    assert {choice(captain, state) for captain in SCRIPTS} == {"no_ram"}


@pytest.mark.parametrize(("hull", "officers", "rammed"), [(4, 0, False), (4, 2, True), (2, 2, False)])
def test_who_rams_a_ship_that_sinks(hull, officers, rammed):
    """BE-RAM-2, BE-SINK-3, BE-REPAIR-6: one whose officers may still save her, by a ship that can bear it."""
    state = lie(at_sea({"ship": "barquentine", "hull": hull}, {"ship": "sloop", "officers": officers}), r.POINT_TO_TAIL)
    state.phase, state.ship[1].hull = r.RAM, 0
    assert {choice(captain, state) for captain in SCRIPTS} == {"ram" if rammed else "no_ram"}


def test_when_they_board():
    """BE-BOARD-2: the boarder first; all where the enemy is a wreck; none a whole ship of her own kind."""
    state = at_sea("frigate", "frigate", range="short")
    state.phase = r.BOARD
    assert {choice(captain, state) for captain in SCRIPTS} == {"stand_off"}
    state = at_sea({"ship": "frigate", "officers": 4}, "sloop", range="short")
    state.phase = r.BOARD
    assert choice("boarder", state) == "board" and choice("prudent", state) == "stand_off"
    state.ship[1].rigging, state.ship[1].hull = r.DESTROYED, 1
    assert {choice(captain, state) for captain in SCRIPTS} == {"board"}


@pytest.mark.parametrize(("sense", "skill", "chosen"), [(16, 7, "trick"), (17, 7, "no_trick"), (10, 0, "no_trick")])
def test_no_trick_that_cannot_work(sense, skill, chosen):
    """BE-TRICK-2: 20 and the skill must beat 10 and the captain's Sense Motive."""
    first = {"ship": "frigate", "officers": {"number": 4, "skill": skill}}
    state = to_fire(at_sea(first, {"ship": "frigate", "sense_motive": sense}))
    state.phase = r.TRICK
    assert choice("gunner", state) == chosen


@pytest.mark.parametrize("captain", SCRIPTS)
def test_the_last_turn_before_nightfall(captain):
    """BE-MISSION-2, BE-MISSION-3: a hunter has nothing to lose, a runner nothing to win; a wreck floats so long."""
    for missions, chosen in (("hunt run", "board"), ("run hunt", "stand_off"), ("duel duel", "stand_off")):
        state = at_sea("sloop", "frigate", range="short", missions=missions.split())
        state.phase, state.turn, state.ship[0].hull, state.ship[0].sinking = r.BOARD, state.nightfall, 0, 2
        assert choice(captain, state) == chosen


def test_officers_mend_what_cripples_and_lay_guns():
    """BE-REPAIR-1, BE-ROLE-9."""
    state = to_fire(at_sea({"ship": "frigate", "officers": 2}))
    state.phase, state.ship[0].fires = r.STATIONS, 1 << r.PORT
    assert choice("gunner", state) == "gunner"
    state.ship[0].rigging = r.DESTROYED
    assert {choice(captain, state) for captain in SCRIPTS} == {"mend_rigging"}


def at_work(kind, captain, fires, **damage):
    """Where a captain sends five officers, one after the other."""
    state = to_fire(at_sea({"ship": kind, "officers": 5}))
    state.phase, state.ship[0].fires = r.STATIONS, fires
    for field, value in damage.items():
        state.ship[0][field] = value
    sent = []
    for _ in range(5):
        sent.append(choice(captain, state))
        stations.post(state, 0, r.ACTIONS.index(sent[-1]))
    return sent


@pytest.mark.parametrize("captain", SCRIPTS)
def test_repairs_that_can_wait_take_no_hands_from_the_guns(captain):
    """BE-REPAIR-5, BE-CREW-7: of 10 to spare an engineer wants 15; where nothing fires he goes."""
    starboard = {"weapons": [r.INTACT, r.INTACT, r.DAMAGED, r.INTACT, r.DESTROYED]}
    assert "mend_starboard" not in at_work("barquentine", captain, 1 << r.PORT, **starboard)
    assert at_work("barquentine", captain, 0, **starboard).count("mend_starboard") == 1


@pytest.mark.parametrize("captain", SCRIPTS)
def test_no_more_engineers_than_there_is_to_mend(captain):
    """BE-REPAIR-2, BE-REPAIR-3: one for damaged rigging, two for as many points of hull that may still be mended."""
    assert at_work("frigate", captain, 1 << r.PORT, rigging=r.DAMAGED).count("mend_rigging") == 1
    assert at_work("frigate", captain, 1 << r.PORT, hull=3, mended=1).count("mend_hull") == 2


def test_damaged_guns_are_saved_where_they_would_hardly_hit():
    """BE-HIT-8."""
    state = to_fire(at_sea("sloop", "steam_cutter"), distance=r.MEDIUM)
    state.ship[0].weapons[r.PORT] = r.DAMAGED
    assert choice("gunner", state) == "hold"
    state.range = r.SHORT
    assert choice("gunner", state) == "fire"


def test_where_neither_ship_can_come_nearer_guns_wait_for_nothing():
    """BE-HIT-8, BE-ATTACK-5, BE-TURN-6: a 20 hits, and whole guns fire in every turn."""
    state = to_fire(at_sea("excise_cutter", "armoured_steam_warship"), distance=r.MEDIUM)
    state.ship["rigging"] = r.DESTROYED
    assert gunnery.needed(state, 0, 0) > 20
    assert {choice(captain, state) for captain in SCRIPTS} == {"fire"}


# --- how well they sail -------------------------------------------------------------------------------------


def fought(one, other, scenario="default", battles=BATTLES):
    """Every battle of two captains from both seats: their mean payoff to the first, and how they ended."""
    names = ("random", *SCRIPTS)
    total, endings = 0.0, np.zeros(len(r.ENDINGS))
    for seat in range(2):
        seats = [names.index(one), names.index(other)]
        batch = Batch(DUEL, DUEL.build(scenario), battles, seats if seat == 0 else seats[::-1])
        batch.reset(range(battles))
        assert batch.ended.all()
        total += float(batch.rewards[:, seat].mean()) / 2
        endings += np.bincount(batch.states["ending"], minlength=len(r.ENDINGS)) / (2 * battles)
    return total, endings


@pytest.mark.parametrize("captain", SCRIPTS)
def test_each_beats_random_by_far(captain):
    assert fought(captain, "random")[0] > 0.25


def test_none_is_beaten_by_all():
    """Not one of them loses to every other by more than chance."""
    for one in SCRIPTS:
        others = [fought(one, other)[0] for other in SCRIPTS if other != one]
        assert max(others) > -0.06, one


@pytest.mark.parametrize("captain", SCRIPTS)
def test_they_come_to_a_decision_before_night(captain):
    """Two captains of a kind seldom wait for the night."""
    _, endings = fought(captain, captain)
    assert endings[r.NIGHTFALL] < 0.15 and endings[r.SUNK] + endings[r.TAKEN] > 0.6


@pytest.mark.parametrize("captain", SCRIPTS)
def test_a_hunt_may_end_either_way(captain):
    """Not every runner gets away, and not every one is caught."""
    _, endings = fought(captain, captain, "hunt")
    caught = endings[r.SUNK] + endings[r.TAKEN]
    assert 0.1 < caught < 0.97
