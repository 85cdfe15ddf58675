"""What must hold in every battle on squares: hypothesis over scenarios, and compiled code against plain."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from quarterdeck.configs import BadInput
from quarterdeck.envs.bearings.tactical import BEARINGS_TACTICAL as TACTICAL
from quarterdeck.envs.bearings.tactical import helm, turn
from quarterdeck.envs.bearings.tactical import record as r
from quarterdeck.envs.bearings.tactical.observe import FEATURES, observe
from quarterdeck.envs.fuzz import fuzz
from quarterdeck.envs.values import check_values

STEADILY = settings(
    derandomize=True,
    deadline=None,
    max_examples=60,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
LOW = np.array([low for _, low, _ in FEATURES], np.float32)
HIGH = np.array([high for _, _, high in FEATURES], np.float32)

rounds = st.integers(1, 12).flatmap(
    lambda first: st.fixed_dictionaries({"first": st.just(first), "last": st.integers(first, 20)})
)
ships = st.fixed_dictionaries(
    {"kind": st.sampled_from(r.KINDS)},
    optional={
        "crew": st.integers(0, 60),
        "command": st.integers(0, 12),
        "no_captain": rounds,
        "few_hands": rounds,
        "way": st.integers(0, 2),
        "hull": st.integers(-2, 1),
        "speed": st.integers(2, 12),
        "turn_after": st.integers(1, 10),
    },
)
scenarios = st.fixed_dictionaries(
    {
        "ships": st.tuples(ships, ships).map(list),
        "missions": st.sampled_from([["board", "run"], ["run", "board"]]),
        "approach": st.sampled_from(["abreast", "meeting", "crossing", "astern"]),
        "side": st.sampled_from(["north", "south"]),
        "apart": st.integers(1, 25),
        "lead": st.integers(-20, 30),
        "rounds": st.integers(1, 25),
        "hold": st.integers(1, 6),
    },
    optional={
        "map": st.tuples(st.integers(60, 100), st.integers(30, 100)).map(list),
        "rocks": st.lists(
            st.fixed_dictionaries(
                {
                    "at": st.tuples(st.integers(20, 50), st.integers(0, 25)).map(list),
                    "size": st.tuples(st.integers(1, 6), st.integers(1, 5)).map(list),
                }
            ),
            max_size=r.ROCKS,
        ),
    },
)


def begun(scenario, seed):
    try:
        state = TACTICAL.build(scenario)[0]
    except BadInput as error:
        assert "are too few for these ships" in str(error)
        assume(False)
    state.dice.generator = seed
    turn.setup(state)
    return state


def masks(state):
    both = np.zeros((2, len(r.ACTIONS)), np.int8)
    turn.legal(state, 0, both[0])
    turn.legal(state, 1, both[1])
    return both


def pick(both, rng):
    """A legal action each, squares more often than stops."""
    return np.array(
        [
            rng.choice(np.flatnonzero(mask[:-1]) if mask[:-1].any() and rng.random() < 0.9 else np.flatnonzero(mask))
            for mask in both
        ],
        np.int16,
    )


def outside(state):
    """The features that leave their bounds."""
    out = np.full((2, len(FEATURES)), np.nan, np.float32)
    observe(state, out)
    return [FEATURES[i][0] for i in np.flatnonzero(~((out >= LOW) & (out <= HIGH)).all(axis=0))]


def check_step(before, after):
    """What a step may do: one ship sails at a time, no farther than she may."""
    for ship in after.ship:
        assert ship.moved <= max(int(ship.speed), int(ship.way))
        assert ship.hull <= ship.hull_max and 0 <= ship.failed <= r.SAVES
    for field in ("hull_max", "length", "beam", "speed", "turn_after", "mission", "kind"):
        assert np.array_equal(before.ship[field], after.ship[field])
    assert after.turn >= before.turn


@STEADILY
@given(scenarios, st.integers(0, 2**64 - 1), st.integers(0, 2**32 - 1))
def test_battles(scenario, seed, choices):
    """Legal states, full masks for one seat at most, bounded features and rolls, an end in time, zero sum."""
    rng = np.random.default_rng(choices)
    state = begun(scenario, seed)
    steps = 0
    while True:
        check_values(TACTICAL.rules, state)
        both = masks(state)
        assert set(both.ravel()) <= {0, 1}
        assert both[0, r.PASS] + both[1, r.PASS] >= 1
        for mask in both:
            assert mask[r.PASS] == (not mask[1:].any())
        assert outside(state) == []
        payoffs = turn.payoff(state, 0), turn.payoff(state, 1)
        assert sum(payoffs) == 0
        if turn.is_over(state):
            break
        assert payoffs == (0, 0)
        before = state.copy()
        turn.apply(state, pick(both, rng))
        check_step(before, state)
        steps += 1
    assert payoffs in ((1, -1), (-1, 1)) and steps <= TACTICAL.longest


@STEADILY
@given(scenarios, st.integers(0, 2**64 - 1), st.integers(0, 2**32 - 1))
def test_north_and_south_are_alike(scenario, seed, choices):
    """A battle mirrored is the same battle: ports become starboards, and nothing else changes."""
    mirrored = {**scenario, "side": "south" if scenario["side"] == "north" else "north"}
    assume(not scenario.get("rocks"))
    one, other = begun(scenario, seed), begun(mirrored, seed)
    rng = np.random.default_rng(choices)
    swap = np.array([0, 1, 3, 2, 5, 4, 6, 7])
    # an odd height less an odd beam leaves the lanes a square off the middle
    assume(all(int(a.y) == int(one.height) - int(b.y) - high(b) for a, b in zip(one.ship, other.ship, strict=True)))
    while not turn.is_over(one):
        both = masks(one)
        assert np.array_equal(both[:, swap], masks(other))
        orders = pick(both, rng)
        turn.apply(one, orders)
        turn.apply(other, swap[orders].astype(np.int16))
        assert helm.apart(one) == helm.apart(other) and one.turn == other.turn
    assert one.ending == other.ending


def high(ship):
    """The rows that a ship covers."""
    return int(ship.beam if ship.heading & 1 else ship.length)


@STEADILY
@given(scenarios, st.integers(0, 2**64 - 1), st.integers(0, 2**32 - 1))
def test_a_battle_is_a_value(scenario, seed, choices):
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


def test_random_play_meets_no_fault():
    report = fuzz(TACTICAL, 3_000 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 200_000, seed=5, rows=64)
    assert report.fault is None and report.illegal > 0


# --- compiled and plain -------------------------------------------------------------------------------------


def record_battles():
    """The final records of a few battles of each scenario, one after the other."""
    rng = np.random.default_rng(7)
    told = b""
    for name in ("default", "rocks", "grapple", "short_of_crew", "sinking"):
        templates = TACTICAL.build(name)
        for seed in range(4):
            state = templates[int(rng.integers(len(templates)))].copy()
            state.dice.generator = 1000 + seed
            turn.setup(state)
            while not turn.is_over(state):
                turn.apply(state, pick(masks(state), rng))
            out = np.zeros((2, len(FEATURES)), np.float32)
            observe(state, out)
            told += state.tobytes() + out.tobytes()
    return told


def test_compiled_is_plain():
    """The same code plays the same battles bit for bit with the compiler and without it."""
    root = Path(__file__).resolve().parents[4]
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "from tests.envs.bearings.tactical.test_properties import record_battles;"
        "sys.stdout.buffer.write(record_battles())"
    )
    plain = "0" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-c", script, str(root)],
        env={**os.environ, "NUMBA_DISABLE_JIT": plain},
        capture_output=True,
        check=True,
        timeout=600,
    )
    assert done.stdout == record_battles()
