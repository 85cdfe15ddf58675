"""The captains of brick ships: always lawful, in either seat, each with her habits, and at home on the table."""

import numpy as np
import pytest

from quarterdeck import agents
from quarterdeck.envs.batch import Batch
from quarterdeck.envs.brick_ships import record as r
from quarterdeck.envs.brick_ships import turn
from quarterdeck.envs.captain import script_names
from quarterdeck.envs.game import find_game
from quarterdeck.evaluation import match
from tests.agents.choosing import check_alike, phases_met

DUEL = find_game("BrickShipsDuel")
SCRIPTS = script_names(DUEL.rules)[1:]


def battle(first="frigate", second="frigate", **scenario):
    """One battle at its first choice, as an array of one."""
    ships = [one if isinstance(one, dict) else {"kind": one} for one in (first, second)]
    states = DUEL.build({"ships": ships, **scenario})
    turn.setup(states[0])
    return states


def place(states, seat, x, y, heading):
    """Put a ship on the table, in inches and degrees."""
    ship = states["ship"][0, seat]
    ship["x"], ship["y"], ship["heading"] = 100 * x, 100 * y, 2 * heading
    turn.measure(states[0])
    return states


def man(states, seat, **stations):
    """Set how many stand at each station."""
    states["ship"]["hands"][0, seat] = [stations.get(name, 0) for name in r.STATIONS]
    return states


def choice(captain, states, seat=0):
    """The name of what a captain does."""
    return DUEL.actions[agents.load(DUEL, captain).choose(DUEL, states, seat)[0]]


def test_every_choice_is_legal():
    scenarios = ("default", "boarding", "hunt", "galleon_frigate")
    assert phases_met(DUEL, scenarios, 96, 80) == set(range(len(r.PHASES)))


def test_she_plays_alike_in_the_loop_and_asked_from_python():
    check_alike(DUEL, DUEL.build("default")[::16], ("gunner", "rammer"), 16)


# --- habits -------------------------------------------------------------------------------------------------


def test_the_gunner_mans_her_guns_and_turns_her_side():
    """BR-GUN-5"""
    states = battle()
    assert choice("gunner", states) == "guns"
    states["phase"], states["first"], states["ship"]["speed"] = r.MOVE, 0, 7
    man(states, 0, wheel=1, guns=12, ropes=17)
    assert "@" in choice("gunner", states)  # bow to bow she turns
    place(states, 0, 20, 24, 0)
    states["phase"] = r.FIRE
    assert choice("gunner", states) == "fire@hull"


def test_what_she_cannot_breach_she_slows():
    """BR-WATER-5"""
    states = man(place(battle("frigate", "galleon"), 0, 20, 24, 0), 0, wheel=1, guns=12)
    states["phase"] = r.FIRE
    assert choice("gunner", states) == "fire@sails"


def test_nobody_throws_stones_at_her_own_boarders():
    """BR-HIT-4, BR-GUN-10: with men on the deck that her catapults bear on she holds."""
    states = place(place(battle("galleon", "galleon"), 0, 20, 24, 90), 1, 34, 24, 0)
    man(states, 0, wheel=1, guns=18, ropes=20)
    states["phase"], states["ship"]["sail_hits"] = r.FIRE, 2
    assert choice("gunner", states) == "fire@deck"
    states["ship"]["boarders"][0, 0] = 10
    assert choice("gunner", states) == "hold"


def test_the_boarder_rows_up_and_goes_over():
    """BR-BOARD-1"""
    states = battle()
    assert choice("boarder", states) == "row+board"
    place(place(states, 0, 36, 24, 0), 1, 41, 24, 0)
    assert choice("boarder", states) == "board"
    states["phase"] = r.BOARD
    assert choice("boarder", states) == "cross"
    states = place(states, 1, 44, 24, 0)
    assert choice("boarder", states) == "throw"


def test_others_do_not_go_over_against_odds():
    states = place(place(battle({"kind": "frigate", "crew": 20}, "frigate"), 0, 36, 24, 0), 1, 41, 24, 0)
    states["phase"] = r.BOARD
    assert choice("gunner", states) == choice("prudent", states) == "keep"
    states["tied"] = 2
    assert choice("prudent", states) == "cut"
    states["ship"]["sinking"][0, 0] = 1  # now there is nothing to lose
    assert choice("prudent", states) == "cross"


def test_the_rammer_steers_for_her_side():
    """BR-RAM-2"""
    states = place(place(battle({"kind": "frigate", "ram": True}, "frigate"), 0, 20, 24, 90), 1, 34, 24, 0)
    states["phase"], states["first"] = r.ANSWER, 1
    states["ship"]["speed"] = 13
    assert choice("rammer", states) == "full"


def test_the_prudent_one_bails_the_first_glug():
    """BR-WATER-2"""
    states = battle()
    states["ship"]["glugs"][0, 0] = 1
    assert choice("prudent", states) == "bail" and choice("gunner", states) == "guns"
    states["ship"]["glugs"][0, 0] = 3
    assert choice("gunner", states) == "bail"


def test_the_prudent_one_leaves_what_she_cannot_hurt():
    """BR-WATER-5, BR-END-4: a cutter rows away from a galleon; of a frigate she has no such fear."""
    assert choice("prudent", battle("cutter", "galleon")) == "row"
    assert choice("prudent", battle("cutter", "frigate")) == "guns"
    states = battle("cutter", "galleon")
    states["phase"], states["first"], states["ship"]["speed"] = r.MOVE, 0, 10
    assert "port_full" in choice("prudent", states) or "starboard_full" in choice("prudent", states)


def test_a_prudent_hunter_stays():
    """BR-END-7: to leave would be to lose, however much water she takes in."""
    for missions, station in ((("duel", "duel"), "bail+row"), (("hunt", "run"), "bail")):
        states = battle("frigate", "cutter", missions=missions)
        states["ship"]["glugs"][0, 0] = 12
        assert choice("prudent", states) == station


@pytest.mark.parametrize("captain", SCRIPTS)
def test_who_runs_leaves_the_table(captain):
    """BR-END-4, BR-END-7"""
    fights = match.play(DUEL, captain, "random", DUEL.build("hunt"), range(60))
    runs = fights[fights["seat"] == 1]
    assert (runs["payoffs"][:, 1] > 0).mean() > 0.9


# --- at home on the table -----------------------------------------------------------------------------------


def ended(captain, other, **scenario):
    """Battles between two captains, played out: the last states."""
    seats = [SCRIPTS.index(name) + 1 for name in (captain, other)]
    batch = Batch(DUEL, DUEL.build({"headings": ["any", "any"], **scenario}), 128, seats)
    batch.reset(range(128))
    assert batch.ended.all()
    return batch.states


@pytest.mark.parametrize("captain", ["gunner", "boarder", "rammer"])
@pytest.mark.parametrize("kind", ["cutter", "frigate", "galleon"])
def test_she_does_not_blunder_off_the_table(captain, kind):
    """Who does not mean to leave stays: of 128 battles on all headings at most two end with a ship off the edge."""
    states = ended(captain, captain, ships=[{"kind": kind, "ram": True}] * 2)
    assert (states["ending"] == r.ESCAPED).sum() <= 2


def test_nobody_sails_about_for_ever():
    """Frigates settle it long before nightfall, whoever commands them."""
    for captain in SCRIPTS:
        for other in SCRIPTS:
            states = ended(captain, other, ships=[{"kind": "frigate"}] * 2)
            assert (states["ending"] == r.NIGHTFALL).mean() < 0.2, (captain, other)
            assert states["turn"].mean() < 25


@pytest.mark.parametrize("captain", SCRIPTS)
def test_she_beats_a_captain_who_plays_anything(captain):
    """With a margin that is no luck; most battles against `random` end as she sails off the table."""
    scores = match.score(match.play(DUEL, captain, "random", DUEL.build("default"), range(400))).mean(axis=1)
    assert scores.mean() - 2 * scores.std() / np.sqrt(len(scores)) > 0


def test_each_is_worth_her_place():
    """Nobody loses to everybody else among those who do not play at random: each beats or holds another."""
    templates = DUEL.build("default")
    for captain in SCRIPTS:
        means = [
            match.score(match.play(DUEL, captain, other, templates, range(400))).mean()
            for other in SCRIPTS
            if other != captain
        ]
        assert max(means) > -0.05, (captain, means)


def test_shipwright_beats_each_of_them():
    """The captain that ships, over the battles that she learned from."""
    templates = DUEL.build("default")
    shipwright = agents.load(DUEL, "shipwright")
    for other in (*SCRIPTS, "random"):
        scores = match.score(match.play(DUEL, shipwright, other, templates, range(150))).mean(axis=1)
        assert scores.mean() - 2 * scores.std() / np.sqrt(len(scores)) > 0, other
