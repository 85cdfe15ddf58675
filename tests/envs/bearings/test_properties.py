"""What holds in every encounter, however it is played."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quarterdeck.envs.bearings import BEARINGS_DUEL as DUEL
from quarterdeck.envs.bearings import bounds, ending, turn
from quarterdeck.envs.bearings import record as r
from quarterdeck.envs.bearings.observe import COMMON, ENEMY, FEATURES, OWN, observe

STEADILY = settings(
    derandomize=True,
    deadline=None,
    max_examples=100,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
LOW = np.array([low for _, low, _ in FEATURES], np.float32)
HIGH = np.array([high for _, _, high in FEATURES], np.float32)

ships = st.fixed_dictionaries(
    {"ship": st.sampled_from(r.KINDS)},
    optional={
        "captain": st.integers(0, 20),
        "sense_motive": st.integers(0, 20),
        "officers": st.one_of(
            st.integers(0, 5),
            st.fixed_dictionaries(
                {"number": st.integers(0, 5), "skill": st.integers(0, 20), "wounds": st.integers(1, 8)},
                optional={"reach": st.sampled_from(["short", "long", None]), "modifier": st.integers(0, 10)},
            ),
        ),
        "hull": st.just(1),
        "rigging": st.sampled_from(["intact", "damaged", "destroyed"]),
        "hands": st.just(2),
    },
)
scenarios = st.fixed_dictionaries(
    {
        "ships": st.lists(ships, min_size=2, max_size=2),
        "missions": st.sampled_from([("duel", "duel"), ("run", "hunt"), ("hunt", "run")]),
        "range": st.sampled_from(["short", "medium"]),
        "location": st.sampled_from(r.LOCATIONS),
        "opposed": st.booleans(),
        "count_crew": st.booleans(),
        "nightfall": st.integers(1, 12),
    },
    optional={"places": st.lists(st.sampled_from(r.LOCATIONS), max_size=3)},
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
    """A legal action each; seldom one that ends the encounter."""
    chosen = []
    for mask in both:
        may = np.flatnonzero(mask)
        calm = [action for action in may if action not in (r.SAIL_AWAY, r.BOARD_HER)]
        chosen.append(rng.choice(calm if calm and rng.random() < 0.9 else may))
    return np.array(chosen, np.int16)


def check_observation(state):
    """Within its bounds, and each captain's own ship is the other's enemy."""
    out = np.full((2, len(FEATURES)), np.nan, np.float32)
    observe(state, out)
    assert [FEATURES[i][0] for i in np.flatnonzero(~((out >= LOW) & (out <= HIGH)).all(axis=0))] == []
    assert np.array_equal(out[0, OWN:ENEMY], out[1, ENEMY:]) and np.array_equal(out[1, OWN:ENEMY], out[0, ENEMY:])
    assert np.array_equal(out[0, 1 : COMMON - 4], out[1, 1 : COMMON - 4])


@STEADILY
@given(scenarios, seeds, st.integers(0, 2**32 - 1))
def test_encounters(scenario, seed, choices):
    """Lawful states, full masks, bounded observations and rolls, an end in time, zero sum."""
    rng = np.random.default_rng(choices)
    state = begun(scenario, seed)
    steps = 0
    while True:
        assert bounds.broken(state) == 0, bounds.LAWS[bounds.broken(state) - 1]
        both = masks(state)
        for mask in both:
            assert set(mask.tolist()) <= {0, 1} and mask[r.PASS] == (not mask[1:].any())
        assert both[:, r.PASS].all() == (state.ending != r.RUNNING)
        check_observation(state)
        assert 0 <= state.dice.position <= r.TAPE and state.dice.short == 0
        payoffs = ending.payoff(state, 0), ending.payoff(state, 1)
        assert sum(payoffs) == 0 and payoffs[0] in (-1, 0, 1)
        if turn.is_over(state):
            break
        assert payoffs == (0, 0)
        hull, mended = state.ship["hull"].astype(int), state.ship["mended"].astype(int)
        turn.apply(state, pick(both, rng))
        assert (state.ship["hull"] - hull <= state.ship["mended"] - mended).all() or state.ending == r.SUNK
        steps += 1
    assert steps <= DUEL.longest and state.turn <= state.nightfall


@STEADILY
@given(scenarios, seeds, st.integers(0, 2**32 - 1))
def test_an_encounter_is_a_value(scenario, seed, choices):
    """A copy plays like the original, and bytes restored go on as if nothing had been."""
    rng = np.random.default_rng(choices)
    state = begun(scenario, seed)
    for _ in range(12):
        if turn.is_over(state):
            break
        action = pick(masks(state), rng)
        restored = np.frombuffer(bytearray(state.tobytes()), r.STATE)[0]
        turn.apply(restored, action)
        turn.apply(state, action)
        assert restored.tobytes() == state.tobytes()


def record_encounters():
    """The final records of a few encounters of each scenario, one after the other."""
    rng = np.random.default_rng(7)
    told = b""
    for name in ("default", "party", "graveyard", "brand", "hunt"):
        templates = DUEL.build(name)
        for seed in range(10):
            state = templates[int(rng.integers(len(templates)))].copy()
            state.dice.generator = 1000 + seed
            turn.setup(state)
            while not turn.is_over(state):
                turn.apply(state, pick(masks(state), rng))
            told += state.tobytes()
    return told


def test_compiled_is_plain():
    """The same code plays the same encounters bit for bit with the compiler and without it."""
    root = Path(__file__).resolve().parents[3]
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "from tests.envs.bearings.test_properties import record_encounters;"
        "sys.stdout.buffer.write(record_encounters())"
    )
    plain = "0" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-c", script, str(root)],
        env={**os.environ, "NUMBA_DISABLE_JIT": plain},
        capture_output=True,
        check=True,
        timeout=600,
    )
    assert done.stdout == record_encounters()
