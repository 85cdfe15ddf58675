"""What holds in every battle, however it is played."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.envs.chance import TAPE
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas import turn
from tests.envs.high_seas.battle import BOARDING, BROADSIDE, CHASE, DUEL
from tests.envs.properties import begun, check_battle, check_plain, check_value, masks, outside, steadily, told

GAMES = (DUEL, CHASE, BROADSIDE, BOARDING)
STEADILY = steadily(120)

MODIFICATIONS = ["boarding_party", "concealed_gunports", "oars", "well_trained_crew"]
FLAWS = ["disgruntled_crew", "old", "small_rudder", "sluggish", "warped_rudder"]
KINDS = st.sampled_from(["merchant", "naval", "pirate", "avalon"])
ships = st.fixed_dictionaries(
    {"hull": st.sampled_from(["corsair", "small_warship", "merchantman", "large_warship", "galleon"])},
    optional={
        "fit": st.sampled_from(["heavy", "light"]),
        "crew": st.one_of(
            st.fixed_dictionaries({"kind": KINDS}, optional={"hands": st.integers(0, 100)}),
            st.fixed_dictionaries(
                {"kind": KINDS, "officers": st.integers(0, 5), "marines": st.integers(0, 40)},
                optional={"hands": st.integers(45, 100)},
            ),
        ),
        "powder": st.sampled_from([0, 0.1, 1]),
        "gunnery": st.integers(0, 5),
        "captain": st.fixed_dictionaries({"wits": st.integers(1, 5), "over_the_side": st.booleans()}),
        "modifications": st.lists(
            st.sampled_from([*MODIFICATIONS, {"reinforced_hull": 5}, {"reinforced_rigging": 5}, "extra_crew_quarters"]),
            unique_by=str,
        ),
        "flaws": st.lists(st.sampled_from(FLAWS), unique=True),
        "heroes": st.one_of(
            st.integers(0, 6),
            st.fixed_dictionaries(
                {"number": st.integers(1, 3), "panache": st.integers(1, 5), "fencing": st.integers(0, 5)}
            ),
        ),
        "hull_points": st.integers(1, 25),
        "rigging_points": st.integers(0, 15),
        "months_since_careening": st.integers(0, 9),
    },
)
scenarios = st.fixed_dictionaries(
    {
        "ships": st.tuples(ships, ships).map(list),
        "range": st.sampled_from(["close", "short", "medium"]),
        "weather": st.sampled_from(["clear", "rough", "storm"]),
        "missions": st.sampled_from([["duel", "duel"], ["run", "hunt"], ["hunt", "run"]]),
        "nightfall": st.integers(1, 25),
        "lookouts": st.booleans(),
    }
)
seeds = st.integers(0, 2**64 - 1)


def wanted(both, *actions):
    """These actions, and the legal one of lowest index in place of an illegal one."""
    return np.array(
        [action if mask[action] else np.flatnonzero(mask)[0] for mask, action in zip(both, actions, strict=True)],
        np.int16,
    )


def check_ship(ship):
    """What may stand in a ship's record at a choice."""
    assert 0 <= ship.hull <= ship.hull_max
    assert 0 <= ship.rigging <= ship.rigging_max
    assert ship.sail_crew >= 0
    assert ship.gun_crew >= 0
    assert ship.sail_crew + ship.gun_crew <= ship.crew
    assert (ship.guns >= 0).all()
    assert 3 * sum(ship.guns) <= ship.gun_crew + 2
    assert set(ship.loaded) <= {0, 1}
    assert ship.powder >= 0
    assert ship.squads >= -1
    assert ship.boarders >= 0
    assert 0 <= ship.fuse <= 3
    assert 0 <= ship.deeds_left <= ship.heroes
    assert ship.wits >= 1
    assert min(ship.tactics, ship.strategy) >= 0
    assert 0 <= ship.wet <= 2
    assert 0 <= ship.slowed <= 2
    assert {int(ship[flag]) for flag in ("torn", "fouled", "anchor", "sunk", "taken", "known", "shown")} <= {0, 1}
    assert ship.bonus in (0, 5)
    assert ship.order in range(4)
    assert ship.desperate in range(3)


def check_state(state):
    """What may stand in a record at a choice."""
    assert state.range >= r.CLOSE
    if state.ending != r.ESCAPED:
        assert state.range <= state.sight
    assert 1 <= state.turn <= state.nightfall
    assert state.phase in range(len(r.PHASES))
    assert state.calm >= 0
    assert state.grappled in (0, 1)
    assert 0 <= state.ropes <= 3
    if state.grappled:
        assert state.range == r.CLOSE
    assert 0 <= state.dice.position <= TAPE
    assert state.dice.short == 0
    for ship in state.ship:
        if state.ending == r.RUNNING:
            check_ship(ship)
            assert ship.hull > 0


def falls(before, after):
    """What never rises in a fight."""
    for one, other in zip(before.ship, after.ship, strict=True):
        for field in ("hull", "rigging", "crew", "sail_crew", "gun_crew", "powder", "handling", "tactics"):
            assert other[field] <= one[field], field
        assert (other.guns <= one.guns).all()


@STEADILY
@given(st.sampled_from(GAMES), scenarios, seeds, st.integers(0, 2**32 - 1))
def test_battles(game, scenario, seed, choices):
    """Legal states, falling numbers, full masks, bounded observations and rolls, an end in time, zero sum."""
    check_battle(game, begun(game, scenario, seed), np.random.default_rng(choices), check_state, falls)


@STEADILY
@given(st.sampled_from(GAMES), scenarios, seeds, st.integers(0, 2**32 - 1))
def test_a_battle_is_a_value(game, scenario, seed, choices):
    """A copy plays like the original, and bytes restored go on as if nothing had been."""
    check_value(game, begun(game, scenario, seed), np.random.default_rng(choices), 12)


@STEADILY
@given(scenarios, seeds, st.lists(st.integers(0, len(r.ACTIONS) - 1), min_size=2, max_size=60))
def test_illegal_play(scenario, seed, actions):
    """Whatever is sent, as the engine plays it (the lowest legal action in place of an illegal one),
    nothing breaks.
    """
    state = begun(DUEL, scenario, seed)
    for pair in zip(actions[::2], actions[1::2], strict=False):
        if turn.is_over(state):
            break
        both = masks(DUEL, state)
        legal = [action if mask[action] else np.flatnonzero(mask)[0] for action, mask in zip(pair, both, strict=True)]
        turn.apply(state, np.array(legal, np.int16))
        check_state(state)


def wild(**ship):
    return {"ships": [{"hull": "galleon", **ship}] * 2, "range": "close", "nightfall": 500}


@pytest.mark.parametrize("seed", range(40))
def test_long_melees(seed):
    """Two ships with hundreds of fighters and no powder: the tape of rolls is never overrun."""
    crew = {"kind": "pirate", "officers": 30, "marines": 220}
    state = begun(DUEL, wild(crew=crew, powder=0, flaws=["poorly_trained_crew"]), seed)
    while not turn.is_over(state):
        both = masks(DUEL, state)
        turn.apply(state, wanted(both, r.THROW, r.THROW))
        assert state.dice.position <= TAPE
        assert outside(DUEL, state) == []


@pytest.mark.parametrize("seed", range(10))
def test_hard_turns_for_ever(seed):
    """A galleon that strains her rudder all day loses Handling without end; what is seen of it stays in
    bounds.
    """
    state = begun(BROADSIDE, wild(rigging_points=0, powder=0, hull_points=50), seed)
    while not turn.is_over(state):
        both = masks(DUEL, state)
        hard = r.ACTIONS.index("circle+hard_turns")
        turn.apply(state, np.array([hard if mask[hard] else np.flatnonzero(mask)[0] for mask in both], np.int16))
        assert outside(DUEL, state) == []


# --- compiled and plain -------------------------------------------------------------------------------------


def record_battles():
    """The final records of a few battles of each game, one after the other."""
    return b"".join(told(game, ["default"], 12) for game in GAMES)


def test_compiled_is_plain():
    """The same code plays the same battles bit for bit with the compiler and without it."""
    check_plain(record_battles)
