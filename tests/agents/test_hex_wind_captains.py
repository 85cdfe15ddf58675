"""The captains of a fight under sail: always lawful, in either seat, each with her habits, and sailors all."""

from collections import Counter

import numpy as np
import pytest

from quarterdeck import agents
from quarterdeck.envs.batch import Batch
from quarterdeck.envs.captain import script_names, script_number
from quarterdeck.envs.hex_wind import HEX_WIND_DUEL as DUEL
from quarterdeck.envs.hex_wind import record as r
from quarterdeck.envs.hex_wind import sails, turn
from tests.agents.choosing import phases_met
from tests.envs.hex_wind.fight import EAST, NORTH_EAST, WEST, fight, sail, to_fire

SCRIPTS = script_names(DUEL.rules)[1:]


def boxed(state):
    """One fight as an array of one."""
    states = np.zeros(1, DUEL.rules.dtype)
    states[0] = state
    return states


def choice(captain, state, seat=0):
    """The name of what a captain does."""
    return DUEL.actions[agents.load(DUEL, captain).choose(DUEL, boxed(state), seat)[0]]


def test_their_names():
    assert SCRIPTS == ("gunner", "rammer", "prudent")


def test_every_choice_is_legal():
    scenarios = ("default", "ram", "fireships", "calm", "hunt")
    assert phases_met(DUEL, scenarios, 96, 120) == {r.FIREFIGHTING, r.SPEED, r.MOVE, r.FIRE}


def played(first, second, number, scenario="default", seed=0):
    """Fights of two scripted captains to their end, and what was seen at each change of speed: (seat, still, in irons)
    of ships that could sail, and who left the map unhurt.
    """
    seen = Counter()

    def witness(before, orders, after):
        asked = before[(before["ending"] == r.RUNNING) & (before["phase"] == r.SPEED)]
        for seat in range(2):
            ship = asked["ship"][:, seat]
            able = (asked["wind"] != r.CALM) & (ship["masts"] > 0) & (4 * ship["hull"] > ship["hull_max"])
            seen["asked", seat] += int(able.sum())
            seen["still", seat] += int((able & (ship["speed"] == 0)).sum())
            seen["irons", seat] += int((able & (ship["flounders"] > 0)).sum())
        gone = (before["ending"] == r.RUNNING) & (after["ending"] == r.ESCAPED)
        for one in after[gone]:
            seat = turn.active(one)
            ship = one["ship"][seat]
            whole = 10 * int(ship["hull"]) >= 7 * int(ship["hull_max"]) and not ship["adrift"] and not ship["steering"]
            seen["astray", seat] += int(whole and ship["mission"] == r.DUEL)

    controllers = [script_number(DUEL.rules, name) for name in (first, second)]
    batch = Batch(DUEL, DUEL.build(scenario), number, controllers, witness=witness)
    batch.reset(range(seed, seed + number))
    while (batch.ended == 0).any():
        batch.step(rows=batch.ended == 0)
    return batch, seen


@pytest.mark.parametrize("name", SCRIPTS)
def test_they_sail(name):
    """No luffing for ever, no circling off the map: a ship that can sail seldom lies still, and less often in irons;
    hardly one in twenty leaves the map by mistake.
    """
    number = 150
    _, seen = played(name, name, number)
    for seat in range(2):
        assert seen["still", seat] < 0.2 * seen["asked", seat]
        assert seen["irons", seat] < 0.1 * seen["asked", seat]
    assert seen["astray", 0] + seen["astray", 1] < 0.05 * 2 * number


@pytest.mark.parametrize("name", SCRIPTS)
def test_they_beat_random_play(name):
    number = 288
    payoff = 0.0
    for seats in ((name, "random"), ("random", name)):
        batch, _ = played(*seats, number)
        payoff += float(batch.rewards[:, seats.index(name)].mean()) / 2
    assert payoff > 0.12


def test_a_rammer_with_a_ram_beats_the_others():
    for other in ("gunner", "prudent"):
        batch, _ = played("rammer", other, 120, "ram")
        assert batch.rewards[:, 0].mean() > 0.4


# --- habits -------------------------------------------------------------------------------------------------


def test_a_rammer_goes_for_the_enemy_who_lies_ahead():
    ship = {"kind": "trell", "weapons": {}, "ram": True}
    state = fight(ship, "merchant_ship", at=((10, 20, EAST), (12, 20, NORTH_EAST)), speed=(2, 0))
    sail(state, rolls=())
    assert choice("rammer", state) == "ahead"


def test_who_has_the_wind_ahead_and_no_room_bears_away():
    """In a poor wind the two northern headings make no way at all: nobody turns there from east or west."""
    for name in SCRIPTS:
        for facing, wrong in ((EAST, "port"), (WEST, "starboard")):
            state = fight("galleon", "caravel", "poor", at=((20, 20, facing), (20, 10, EAST)), speed=(1, 0))
            sail(state, rolls=())
            assert choice(name, state) != wrong


def test_nobody_sails_off_the_map_in_a_duel():
    for name in SCRIPTS:
        state = fight("caravel", "caravel", at=((40, 20, EAST), (20, 20, EAST)), speed=(1, 0))
        sail(state, rolls=())
        assert choice(name, state) != "ahead"


def test_the_prudent_and_the_gunner_run_when_hurt_and_the_rammer_does_not():
    for name, runs in (("prudent", True), ("gunner", True), ("rammer", False)):
        state = fight("caravel", "caravel", at=((40, 20, EAST), (30, 20, EAST)), speed=(1, 0))
        state.ship[0].hull = 50
        sail(state, rolls=())
        assert (choice(name, state) == "ahead") == runs


def test_the_prudent_one_sets_fire_once():
    spec = {"kind": "galleon", "weapons": {"fore": {"light_catapult": 2}}}
    state = to_fire(fight(spec, "galleon", at=((10, 20, EAST), (16, 20, EAST))))
    assert choice("prudent", state) == "fore:light_catapult+oil"
    assert choice("gunner", state) == "fore:light_catapult"
    state.ship[1].fires = 1
    assert choice("prudent", state) == "fore:light_catapult"


def test_men_at_a_fire():
    state = fight("galleon", "galleon")
    state.ship[0].fires, state.phase = 1, r.FIREFIGHTING
    assert [choice(name, state) for name in SCRIPTS] == ["fight_fire:6", "fight_fire:3", "fight_fire:10"]


def test_becalmed_they_row_to_where_they_want_to_be():
    state = fight("caravel", "caravel", "calm", at=((10, 20, EAST), (30, 20, EAST)))
    assert [choice(name, state) for name in SCRIPTS] == ["oars"] * 3
    assert sails.may_row(state.ship[0])
