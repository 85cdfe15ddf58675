"""The captains on squares: always lawful, in either mission, each with her habits, and none sails foolishly."""

import numpy as np
import pytest

from quarterdeck import agents
from quarterdeck.envs.batch import Batch
from quarterdeck.envs.bearings.tactical import BEARINGS_TACTICAL as TACTICAL
from quarterdeck.envs.bearings.tactical import helm, turn
from quarterdeck.envs.bearings.tactical import record as r
from quarterdeck.envs.captain import script_names
from tests.agents.choosing import phases_met
from tests.envs.bearings.tactical.battle import BOARDER, RUNNER, at, battle, legal, play
from tests.envs.properties import check_plain

SCRIPTS = script_names(TACTICAL.rules)[1:]


def says(captain, state):
    """What a captain does with the ship whose turn it is."""
    states = np.array([state], r.STATE)
    return r.ACTIONS[agents.load(TACTICAL, captain).choose(TACTICAL, states, int(turn.on_turn(state)))[0]]


def sailed(captain, state, turns=1):
    """The battle after some turns of the ship on turn under this captain, the other lying still."""
    seat = int(turn.on_turn(state))
    for _ in range(turns):
        while not turn.is_over(state) and turn.on_turn(state) == seat:
            play(state, says(captain, state))
        if turn.is_over(state):
            break
        play(state, "stop")
    return state


def fought(first, second, scenario="default", battles=240, seat=0):
    """The finished battles of two captains, and the payoffs of the first."""
    numbers = [SCRIPTS.index(name) + 1 if name in SCRIPTS else 0 for name in (first, second)]
    batch = Batch(TACTICAL, TACTICAL.build(scenario), battles, numbers if seat == 0 else numbers[::-1])
    batch.reset(range(battles))
    assert batch.ended.all()
    return batch.states, batch.rewards[:, seat]


def test_every_choice_is_legal():
    scenarios = ("default", "rocks", "grapple", "short_of_crew")
    assert phases_met(TACTICAL, scenarios, 64, 60) == set(range(len(r.PHASES)))


def record_battles():
    """The final records of a few battles of captains against each other."""
    pairs = zip(SCRIPTS, SCRIPTS[1:] + SCRIPTS[:1], strict=True)
    return b"".join(fought(one, other, battles=5)[0].tobytes() for one, other in pairs)


def test_compiled_is_plain():
    """They sail the same courses bit for bit with the compiler and without it."""
    check_plain(record_battles)


# --- habits -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("captain", SCRIPTS)
def test_who_can_lay_her_alongside_does(captain):
    """BE-BOARDERS-1"""
    state = sailed(captain, battle(places=((30, 10), (34, 18))))
    assert r.ENDINGS[state.ending] == "boarded" and state.turn == 1


def test_the_chaser_steers_at_her_and_the_boarder_where_she_will_be():
    """Heading south across the runner's course: she lies on the starboard bow, and will come to lie ahead."""
    state = battle("sloop", "schooner", ((40, 2), (14, 30)), (r.SOUTH, r.EAST))
    chaser, boarder = (int(sailed(name, state.copy()).ship[BOARDER].x) for name in ("chaser", "boarder"))
    assert chaser < boarder <= 41
    state.ship[RUNNER].way = 0  # who lies still is found where she lies
    assert says("boarder", state) == says("chaser", state)


def test_the_boarder_steers_where_a_ship_that_goes_astern_will_be():
    """BE-ASTERN-3: the runner, on the starboard bow of a ship that heads south, makes squares to the east astern."""
    state = battle("sloop", "schooner", ((40, 2), (14, 30)), (r.SOUTH, r.WEST))
    state.ship[RUNNER].gear, state.ship[RUNNER].way = r.BACKWARD, 3
    chaser, boarder = (int(sailed(name, state.copy()).ship[BOARDER].x) for name in ("chaser", "boarder"))
    assert chaser < boarder <= 41


def test_an_abeam_enemy_is_turned_to():
    """BE-HELM-1: as soon as she has gone half her length."""
    state = battle("sloop", "rowboat", places=((30, 4), (36, 36)))
    state.ship[BOARDER].run = 9
    for captain in SCRIPTS:
        assert says(captain, state) == "turn_starboard", captain


@pytest.mark.parametrize("captain", SCRIPTS)
def test_who_runs_crosses_the_edge_when_she_can(captain):
    """BE-BOARDERS-2"""
    state = battle(places=((30, 4), (66, 30)), runner={"kind": "sloop", "command": -9})
    assert turn.on_turn(state) == RUNNER
    assert r.ENDINGS[sailed(captain, state).ending] == "escaped"


def test_the_prudent_runner_keeps_out_of_reach_and_the_chaser_sails_into_it():
    state = battle("schooner", {"kind": "sloop", "command": -9}, ((50, 14), (20, 14)), (r.WEST, r.EAST))
    caught, away = (sailed(name, state.copy()) for name in ("chaser", "prudent"))
    assert helm.apart(away) > helm.apart(caught)


def test_the_prudent_runner_keeps_off_the_edges():
    far = battle("rowboat", {"kind": "schooner", "command": -9}, ((0, 0), (30, 34)))
    kept, held = (int(sailed(name, far.copy(), 2).ship[RUNNER].y) for name in ("prudent", "chaser"))
    assert kept < held == 34


@pytest.mark.parametrize("captain", ["boarder", "prudent"])
def test_who_runs_fears_a_ship_that_will_obey_in_her_next_turn(captain):
    """BE-ORDER-2, BE-DRIFT-1: whether the boarder, who has moved in this round, obeys in the next is what counts."""
    found = {}
    for lost in (None, 1, 2):
        boarder = {"kind": "schooner", "way": 0, "no_captain": lost and {"first": lost, "last": lost}}
        state = battle(boarder, places=((40, 14), (20, 14)), headings=(r.WEST, r.EAST))
        if turn.on_turn(state) == BOARDER:
            play(state, "stop")
        found[lost] = at(sailed(captain, state), RUNNER)
    assert found[1] == found[None] != found[2]


# --- they sail sensibly -------------------------------------------------------------------------------------


@pytest.mark.parametrize("captain", SCRIPTS)
def test_none_dithers(captain):
    """Against each other hardly a battle lasts until the runner has held out, and few turns are spent lying still."""
    states, _ = fought(captain, captain)
    assert (states["ending"] == r.OUTLASTED).mean() < 0.2
    assert states["turn"].mean() < 16


@pytest.mark.parametrize("captain", SCRIPTS)
def test_a_free_runner_sails_straight_for_the_edge(captain):
    """Far from an enemy who lies still she is out within a round of the least that her speed allows."""
    for kind in ("excise_cutter", "schooner", "barquentine"):
        state = battle("rowboat", {"kind": kind, "command": -9}, ((0, 0), (5, 24)))
        squares = 80 - 5 - int(state.ship[RUNNER].length)
        done = sailed(captain, state, 40)
        assert r.ENDINGS[done.ending] == "escaped"
        assert done.turn <= squares / int(done.ship[RUNNER].speed) + 2


@pytest.mark.parametrize("captain", SCRIPTS)
@pytest.mark.parametrize("heading", range(4))
def test_she_finds_her_way_to_a_ship_that_lies_still(captain, heading):
    """From any heading, without circling on the spot or running onto an edge for good."""
    state = battle("sloop", "schooner", places=((40, 14), (10, 4)), headings=(heading, r.EAST))
    done = sailed(captain, state, 40)
    assert r.ENDINGS[done.ending] == "boarded" and done.turn <= 20


@pytest.mark.parametrize("captain", SCRIPTS)
def test_a_plan_beats_chance(captain):
    """BE-BOARDERS-1, BE-BOARDERS-2: in both missions."""
    for seat in range(2):
        states, payoffs = fought(captain, "random", seat=seat)
        boards = states["ship"]["mission"][:, seat] == r.BOARD
        assert payoffs[boards].mean() > 0.8 and payoffs[~boards].mean() > 0.5


def test_none_is_dominated():
    """Each one is the best of them, or nearly, at something: in a mission, or against somebody."""
    means = {}
    for one in SCRIPTS:
        for other in SCRIPTS:
            states, payoffs = fought(one, other, battles=400)
            boards = states["ship"]["mission"][:, 0] == r.BOARD
            means[one, other] = payoffs[boards].mean(), payoffs[~boards].mean()
    for one in SCRIPTS:
        best = [
            means[one, other][role] >= max(means[any_one, other][role] for any_one in SCRIPTS) - 0.05
            for other in SCRIPTS
            for role in range(2)
        ]
        assert any(best), one


def test_a_hemmed_in_ship_has_no_choice():
    state = battle(places=((70, 0), (30, 30)))
    assert legal(state, BOARDER) == ["pass"]
