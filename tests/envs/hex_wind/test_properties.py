"""What holds in every fight, however it is played."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.configs import BadInput
from quarterdeck.envs import values
from quarterdeck.envs.hex_wind import HEX_WIND_DUEL as DUEL
from quarterdeck.envs.hex_wind import bounds, sea, turn
from quarterdeck.envs.hex_wind import record as r
from quarterdeck.envs.hex_wind.observe import FEATURES, observe
from quarterdeck.envs.hex_wind.scenario import LEAST_APART
from tests.envs.hex_wind.fight import EAST, WEST, fight
from tests.envs.properties import begun, check_battle, check_plain, check_value, masks, pick, steadily, told

STEADILY = steadily(40)

crews = st.fixed_dictionaries(
    {}, optional={"skill": st.sampled_from(["raw", "average", "veteran"]), "hands": st.integers(0, 120)}
)
captains = st.fixed_dictionaries({}, optional={"reaction": st.integers(0, 20)})
ships = st.one_of(
    st.fixed_dictionaries(
        {"kind": st.sampled_from(r.CLASSES)},
        optional={
            "fit": st.sampled_from(["ballistae", "catapults"]),
            "reinforced": st.booleans(),
            "crew": crews,
            "captain": captains,
            "damage_points": st.integers(1, 120),
        },
    ),
    st.fixed_dictionaries({"kind": st.sampled_from(["trell", "galleon"]), "fit": st.just("ram")}),
)
scenarios = st.fixed_dictionaries(
    {
        "ships": st.lists(ships, min_size=2, max_size=2),
        "apart": st.integers(LEAST_APART, 16),
        "nightfall": st.integers(1, 30),
    },
    optional={
        "wind": st.fixed_dictionaries({"strength": st.sampled_from(r.WINDS)}),
        "missions": st.sampled_from([["hunt", "run"], ["run", "hunt"]]),
        "house_rules": st.fixed_dictionaries({"large_waves": st.booleans(), "sizes_count": st.booleans()}),
    },
)
seeds = st.integers(0, 2**64 - 1)


def check_hits(before, after):
    """Speed rises by no more than one a step, and nobody enters a hex that is taken."""
    for one, other in zip(before.ship, after.ship, strict=True):
        assert other.speed <= one.speed + 1
        assert other.hull <= one.hull
    assert after.range >= 1 or after.ending == r.ESCAPED


@STEADILY
@given(scenarios, seeds, st.integers(0, 2**32 - 1))
def test_fights(scenario, seed, choices):
    """Legal states, full masks, bounded observations and rolls, an end in time, zero sum."""
    rng = np.random.default_rng(choices)
    lawful = partial(values.check_values, DUEL.rules)
    _, payoffs = check_battle(DUEL, begun(DUEL, scenario, seed), rng, lawful, check_hits)
    assert payoffs[0] in (-1, 0, 1)


@STEADILY
@given(scenarios, seeds, st.integers(0, 2**32 - 1))
def test_a_fight_is_a_value(scenario, seed, choices):
    """A copy plays like the original, and bytes restored go on as if nothing had been."""
    check_value(DUEL, begun(DUEL, scenario, seed), np.random.default_rng(choices))


def turned_round(state):
    """The same fight with the seats exchanged."""
    other = state.copy()
    other.ship[0], other.ship[1] = state.ship[1].copy(), state.ship[0].copy()
    other.first = 1 - state.first
    return other


@STEADILY
@given(scenarios, seeds, st.integers(0, 2**32 - 1))
def test_both_seats_see_alike(scenario, seed, choices):
    """What seat 1 sees is what seat 0 would see in her place."""
    rng = np.random.default_rng(choices)
    state = begun(DUEL, scenario, seed)
    for _ in range(30):
        if turn.is_over(state):
            break
        turn.apply(state, pick(masks(DUEL, state), rng))
    seen, other = np.zeros((2, len(FEATURES)), np.float32), np.zeros((2, len(FEATURES)), np.float32)
    observe(state, seen)
    observe(turned_round(state), other)
    assert np.array_equal(seen[0], other[1]) and np.array_equal(seen[1], other[0])


# --- what cannot be -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "law"),
    [("q", 60, "q: 60"), ("hull", 500, "hull: 500"), ("speed", 9, "speed: 9"), ("serving", 90, "serving: 90")],
)
def test_a_value_that_cannot_be(field, value, law):
    state = fight()
    state.ship[0][field] = value
    with pytest.raises(BadInput, match=law):
        values.check_values(DUEL.rules, state)


def broken(change):
    """The law that a changed fight breaks."""
    state = fight({"kind": "caravel", "fit": "ballistae"}, at=((10, 20, EAST), (13, 20, WEST)))
    assert bounds.broken(state) == 0
    change(state)
    return bounds.LAWS[bounds.broken(state) - 1]


def test_laws():
    def off(state):
        state.ship[0].q = 40

    def together(state):
        state.ship[0].q = state.ship[1].q

    def far(state):
        state.range = 9

    def many(state):
        state.ship[0].serving = 15
        state.ship[0].fires, state.ship[0].fighters = 1, 3

    def sunk(state):
        state.ship[0].hull = 0

    def armed(state):
        state.ship[0].mount[0] = 0

    def unrolled(state):
        state.toward = -1

    for change, law in zip((off, together, far, many, sunk, armed, unrolled), bounds.LAWS, strict=True):
        assert broken(change) == law


# --- compiled and plain -------------------------------------------------------------------------------------


def record_fights():
    """The final records of a few fights of some scenarios, one after the other."""
    return told(DUEL, ("default", "ram", "fireships"), 4)


def test_compiled_is_plain():
    """The same code plays the same fights bit for bit with the compiler and without it."""
    check_plain(record_fights)


def test_distances_are_those_of_steps():
    """HW-HIT-4: as many hexes as the shortest way has."""
    seen = {(0, 0): 0}
    edge = [(0, 0)]
    for steps in range(1, 6):
        edge = [(q + dq, row + dr) for q, row in edge for dq, dr in zip(sea.DQ, sea.DR, strict=True)]
        edge = [place for place in dict.fromkeys(edge) if place not in seen]
        seen.update(dict.fromkeys(edge, steps))
    assert all(sea.distance(q, row) == steps for (q, row), steps in seen.items())
