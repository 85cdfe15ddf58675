"""What holds in every raid, however it is played."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.envs.chance import TAPE
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.fort import HIGH_SEAS_FORT as FORT
from quarterdeck.envs.high_seas.fort import record as f
from quarterdeck.envs.high_seas.fort import turn
from quarterdeck.envs.high_seas.fort.observe import FEATURES, observe
from quarterdeck.envs.odds import outcomes_of_step
from tests.envs.high_seas.fort.raid import raid
from tests.envs.properties import begun, check_battle, check_plain, check_value, steadily, told

STEADILY = steadily(120)

ships = st.fixed_dictionaries(
    {"hull": st.sampled_from(r.HULLS)},
    optional={
        "fit": st.sampled_from(["heavy", "light"]),
        "crew": st.fixed_dictionaries(
            {"kind": st.sampled_from(["merchant", "naval", "pirate"])}, optional={"hands": st.integers(0, 100)}
        ),
        "powder": st.sampled_from([0, 0.1, 1]),
        "gunnery": st.integers(0, 5),
        "captain": st.fixed_dictionaries({"over_the_side": st.booleans()}),
        "modifications": st.lists(st.sampled_from(["retractable_keel", "well_trained_crew"]), unique=True),
        "hull_points": st.integers(1, 25),
        "rigging_points": st.integers(0, 15),
    },
)
forts = st.fixed_dictionaries(
    {"kind": st.sampled_from(f.FORTS)},
    optional={
        "gunnery": st.integers(0, 5),
        "structure": st.integers(1, 150),
        "guns": st.integers(0, 12),
        "officers": st.integers(0, 4),
        "marines": st.integers(0, 12),
        "over_the_side": st.booleans(),
    },
)
towns = st.fixed_dictionaries({"guns": st.integers(0, 2), "gunnery": st.integers(0, 5)})
scenarios = st.fixed_dictionaries(
    {"ship": ships, "weather": st.sampled_from(["clear", "rough", "storm"]), "nightfall": st.integers(1, 40)},
    optional={"range": st.just("medium")},
).flatmap(
    lambda given: st.one_of(
        st.fixed_dictionaries({"fort": forts, "town": st.one_of(st.none(), towns)}),
        st.fixed_dictionaries({"fort": st.none(), "town": towns}),
    ).map(lambda shore: {**given, **shore})
)
seeds = st.integers(0, 2**64 - 1)


def check_state(state):
    """What may stand in a record at a choice."""
    ship = state.ship[0]
    if state.ending != r.ESCAPED:
        assert (r.CLOSE if ship.shallow else r.MEDIUM) <= state.range <= state.sight
    assert 1 <= state.turn <= state.nightfall
    assert state.phase in (r.ORDERS, r.GRAPPLE, r.FIRE)
    assert 0 <= state.dice.position <= TAPE and state.dice.short == 0
    assert 0 <= ship.hull <= ship.hull_max and 0 <= ship.rigging <= ship.rigging_max
    assert ship.sail_crew >= 0 and ship.gun_crew >= 0 and ship.sail_crew + ship.gun_crew <= ship.crew
    assert (ship.guns >= 0).all() and set(ship.loaded) <= {0, 1} and ship.powder >= 0
    assert ship.bonus == ship.wet == 0
    for work in state.shore:
        assert 0 <= work.structure <= work.structure_max
        assert work.guns >= 0 and work.garrison >= 0 and work.squads >= -1
    seen = np.full((2, len(FEATURES)), np.nan, np.float32)
    observe(state, seen)
    assert np.array_equal(seen[0, 1:], seen[1, 1:]) and seen[:, 0].tolist() == [1, 0]
    fort, town = state.shore
    assert (state.facing == f.TOWN) == (town.kind != f.NONE and (fort.kind == f.NONE or fort.fallen != f.STANDS))
    if state.ending == r.RUNNING:
        work = state.shore[state.facing]
        assert ship.hull > 0 and work.fallen == f.STANDS and work.structure > 0


def falls(before, after):
    """What never rises in a raid."""
    for field in ("hull", "rigging", "crew", "sail_crew", "gun_crew", "powder", "handling"):
        assert after.ship[0][field] <= before.ship[0][field], field
    assert (after.ship[0].guns <= before.ship[0].guns).all()
    for one, other in zip(before.shore, after.shore, strict=True):
        for field in ("structure", "guns", "garrison"):
            assert other[field] <= one[field], field


@STEADILY
@given(scenarios, seeds, st.integers(0, 2**32 - 1))
def test_raids(scenario, seed, choices):
    """Legal states, falling numbers, full masks, bounded observations and rolls, an end in time, zero sum."""
    _, payoffs = check_battle(FORT, begun(FORT, scenario, seed), np.random.default_rng(choices), check_state, falls)
    assert payoffs[0] in (-1, 0, 1)


@STEADILY
@given(scenarios, seeds, st.integers(0, 2**32 - 1))
def test_a_raid_is_a_value(scenario, seed, choices):
    """A copy plays like the original, and bytes restored go on as if nothing had been."""
    check_value(FORT, begun(FORT, scenario, seed), np.random.default_rng(choices), 12)


# --- how long it takes --------------------------------------------------------------------------------------


def battered(gunnery, seed):
    """The turns in which a large warship at Medium, her broadsides in turn, levels a small fort that is silent."""
    state = raid({"hull": "large_warship", "gunnery": gunnery}, {"kind": "small", "guns": 0}, None, range="medium")
    state.dice.generator = seed
    circle = f.FIRST_ORDER
    while not turn.is_over(state):
        turn.apply(state, (circle, f.PASS))
        broadside = f.FIRST_SHOT + 3 * int(state.ship[0].loaded[r.PORT] != 1)
        turn.apply(state, (broadside, f.PASS))
    assert f.ENDINGS[state.ending] == "fallen"
    return int(state.turn)


def sunk(gunnery, seed):
    """The turns in which the fort sinks the warship that lies there and does not fire."""
    state = raid("large_warship", {"kind": "small", "gunnery": gunnery}, None, range="medium")
    state.dice.generator = seed
    while not turn.is_over(state):
        turn.apply(state, (f.FIRST_ORDER, f.PASS))
        turn.apply(state, (f.HOLD, f.FIRST_ANSWER))
    assert f.ENDINGS[state.ending] == "sunk"
    return int(state.turn)


def mean_loss(state, orders, left):
    """What a turn's fire takes on average, by every outcome of its dice; `left` reads it off a raid."""
    turn.apply(state, (f.FIRST_ORDER, f.PASS))
    ends, chances = outcomes_of_step(FORT, state, orders)
    return left(state) - sum(chance * left(end) for end, chance in zip(ends, chances, strict=True))


@pytest.mark.parametrize(("gunnery", "turns"), [(0, 16), (1, 11)])
def test_how_long_a_small_fort_stands(gunnery, turns):
    """HS-FORT-3, HS-FORT-7: about 16 turns under the broadsides of a large warship at Medium with Gunnery 0, 11 with 1.

    That is 250 points over the mean damage of a turn, within a tenth; a fight lasts up to a turn more, since the last
    broadside does not count in full.
    """
    state = raid({"hull": "large_warship", "gunnery": gunnery}, "small", None, range="medium")
    damage = mean_loss(state, [f.FIRST_SHOT, f.HOLD], lambda raid: float(raid.shore[f.FORT].structure))
    assert 250 / damage == pytest.approx(turns, rel=0.1)
    assert np.mean([battered(gunnery, seed) for seed in range(600)]) == pytest.approx(turns, abs=1)


@pytest.mark.parametrize(("gunnery", "turns"), [(0, 6), (1, 2.4)])
def test_how_long_a_large_warship_floats(gunnery, turns):
    """HS-FORT-3, HS-FORT-8: about 6 turns before a small fort at Medium with Gunnery 0, 2.4 with 1: 45 points over the
    mean damage of a turn, within a tenth; a fight lasts up to a turn more.
    """
    state = raid("large_warship", {"kind": "small", "gunnery": gunnery}, None, range="medium")
    state.ship[0].hull = state.ship[0].hull_max = 1000  # so that no hit is too big for her
    damage = mean_loss(state, [f.HOLD, f.FIRST_ANSWER], lambda raid: float(raid.ship[0].hull))
    assert 45 / damage == pytest.approx(turns, rel=0.1)
    assert np.mean([sunk(gunnery, seed) for seed in range(600)]) == pytest.approx(turns, abs=1)


# --- compiled and plain -------------------------------------------------------------------------------------


def record_raids():
    """The final records of a few raids of each scenario, one after the other."""
    return told(FORT, ("default", "storm", "bombardment"), 12)


def test_compiled_is_plain():
    """The same code plays the same raids bit for bit with the compiler and without it."""
    check_plain(record_raids)
