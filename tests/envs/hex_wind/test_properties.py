"""What holds in every fight, however it is played."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quarterdeck.configs import BadInput
from quarterdeck.envs import values
from quarterdeck.envs.hex_wind import HEX_WIND_DUEL as DUEL
from quarterdeck.envs.hex_wind import bounds, sea, turn
from quarterdeck.envs.hex_wind import record as r
from quarterdeck.envs.hex_wind.observe import FEATURES, observe
from tests.envs.hex_wind.fight import EAST, WEST, fight

STEADILY = settings(
    derandomize=True,
    deadline=None,
    max_examples=40,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
LOW = np.array([low for _, low, _ in FEATURES], np.float32)
HIGH = np.array([high for _, _, high in FEATURES], np.float32)

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
    {"ships": st.lists(ships, min_size=2, max_size=2), "apart": st.integers(4, 16), "nightfall": st.integers(1, 30)},
    optional={
        "wind": st.fixed_dictionaries({"strength": st.sampled_from(r.WINDS)}),
        "missions": st.sampled_from([["hunt", "run"], ["run", "hunt"]]),
        "house_rules": st.fixed_dictionaries({"large_waves": st.booleans(), "sizes_count": st.booleans()}),
    },
)
seeds = st.integers(0, 2**64 - 1)


def begun(scenario, seed):
    state = DUEL.build(scenario)[0]
    state.dice.generator = seed
    turn.setup(state)
    return state


def masks(state):
    both = np.zeros((2, len(r.ACTIONS)), np.int8)
    turn.legal(state, 0, both[0])
    turn.legal(state, 1, both[1])
    return both


def pick(both, rng):
    """A legal action each."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in both], np.int16)


def outside(state):
    """The features that leave their bounds."""
    out = np.full((2, len(FEATURES)), np.nan, np.float32)
    observe(state, out)
    return [FEATURES[i][0] for i in np.flatnonzero(~((out >= LOW) & (out <= HIGH)).all(axis=0))]


def check_masks(state, both):
    """Never empty; `pass` exactly when there is nothing else; somebody has a choice while it runs."""
    for mask in both:
        assert set(mask) <= {0, 1}
        assert mask[r.PASS] == (not mask[1:].any())
    assert both[:, r.PASS].all() == (state.ending != r.RUNNING)


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
    state = begun(scenario, seed)
    steps = 0
    while True:
        values.check_values(DUEL.rules, state)
        both = masks(state)
        check_masks(state, both)
        assert outside(state) == []
        payoffs = turn.payoff(state, 0), turn.payoff(state, 1)
        assert sum(payoffs) == 0 and payoffs[0] in (-1, 0, 1)
        assert state.dice.position <= r.TAPE
        if turn.is_over(state):
            break
        assert payoffs == (0, 0)
        before = state.copy()
        turn.apply(state, pick(both, rng))
        check_hits(before, state)
        steps += 1
    assert steps <= DUEL.longest
    assert r.ENDINGS[DUEL.ending(state)] != "running"


@STEADILY
@given(scenarios, seeds, st.integers(0, 2**32 - 1))
def test_a_fight_is_a_value(scenario, seed, choices):
    """A copy plays like the original, and bytes restored go on as if nothing had been."""
    rng = np.random.default_rng(choices)
    state = begun(scenario, seed)
    for _ in range(20):
        if turn.is_over(state):
            break
        action = pick(masks(state), rng)
        restored = np.frombuffer(bytearray(state.tobytes()), r.STATE)[0]
        turn.apply(restored, action)
        turn.apply(state, action)
        assert restored.tobytes() == state.tobytes()


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
    state = begun(scenario, seed)
    for _ in range(30):
        if turn.is_over(state):
            break
        turn.apply(state, pick(masks(state), rng))
    seen, other = np.zeros((2, len(FEATURES)), np.float32), np.zeros((2, len(FEATURES)), np.float32)
    observe(state, seen)
    observe(turned_round(state), other)
    assert np.array_equal(seen[0], other[1]) and np.array_equal(seen[1], other[0])


# --- what cannot be -----------------------------------------------------------------------------------------


def test_every_field_has_bounds():
    named = {bound.field for bound in bounds.BOUNDS}
    fields = {leaf.field for leaf in values.leaves(r.STATE) if not leaf.field.startswith(("dice", "captain"))}
    assert named == fields


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
    rng = np.random.default_rng(7)
    told = b""
    for name in ("default", "ram", "fireships"):
        templates = DUEL.build(name)
        for seed in range(4):
            state = templates[int(rng.integers(len(templates)))].copy()
            state.dice.generator = 1000 + seed
            turn.setup(state)
            while not turn.is_over(state):
                turn.apply(state, pick(masks(state), rng))
            told += state.tobytes()
    return told


def test_compiled_is_plain():
    """The same code plays the same fights bit for bit with the compiler and without it."""
    root = Path(__file__).resolve().parents[3]
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "from tests.envs.hex_wind.test_properties import record_fights;"
        "sys.stdout.buffer.write(record_fights())"
    )
    plain = "0" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-c", script, str(root)],
        env={**os.environ, "NUMBA_DISABLE_JIT": plain},
        capture_output=True,
        check=True,
        timeout=900,
    )
    assert done.stdout == record_fights()


def test_distances_are_those_of_steps():
    """HW-HIT-4: as many hexes as the shortest way has."""
    seen = {(0, 0): 0}
    edge = [(0, 0)]
    for steps in range(1, 6):
        edge = [(q + dq, row + dr) for q, row in edge for dq, dr in zip(sea.DQ, sea.DR, strict=True)]
        edge = [place for place in dict.fromkeys(edge) if place not in seen]
        seen.update(dict.fromkeys(edge, steps))
    assert all(sea.distance(q, row) == steps for (q, row), steps in seen.items())
