"""What must hold in every battle on squares: hypothesis over scenarios, and compiled code against plain."""

import os

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from quarterdeck.configs import BadInput
from quarterdeck.envs.bearings.tactical import BEARINGS_TACTICAL as TACTICAL
from quarterdeck.envs.bearings.tactical import helm, turn
from quarterdeck.envs.bearings.tactical import record as r
from quarterdeck.envs.bearings.tactical.scenario import ship_data
from quarterdeck.envs.fuzz import fuzz
from quarterdeck.envs.values import check_values
from tests.envs.properties import check_battle, check_plain, check_value, masks, steadily, told

STEADILY = steadily(60)

rounds = st.integers(1, 12).flatmap(
    lambda first: st.fixed_dictionaries({"first": st.just(first), "last": st.integers(first, 20)})
)


def manned(ship):
    """With no more hands than she has room for."""
    most = ship_data()[ship["kind"]]["full_crew"]
    return ship | {"crew": min(ship.get("crew", most), most)}


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
).map(manned)
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


def pick(both, rng):
    """A legal action each, squares more often than stops."""
    return np.array(
        [
            rng.choice(np.flatnonzero(mask[:-1]) if mask[:-1].any() and rng.random() < 0.9 else np.flatnonzero(mask))
            for mask in both
        ],
        np.int16,
    )


def check_step(before, after):
    """What a step may do: one ship sails at a time, no farther than she may."""
    for ship in after.ship:
        assert ship.moved <= max(int(ship.speed), int(ship.way))
        assert ship.hull <= ship.hull_max and 0 <= ship.failed <= r.SAVES
    for field in ("hull_max", "length", "beam", "speed", "turn_after", "mission", "kind"):
        assert np.array_equal(before.ship[field], after.ship[field])
    assert after.turn >= before.turn


def check_state(state):
    """Its values are legal, and one captain at most has a choice."""
    check_values(TACTICAL.rules, state)
    assert masks(TACTICAL, state)[:, r.PASS].any()


@STEADILY
@given(scenarios, st.integers(0, 2**64 - 1), st.integers(0, 2**32 - 1))
def test_battles(scenario, seed, choices):
    """Legal states, full masks for one seat at most, bounded features and rolls, an end in time, zero sum."""
    rng = np.random.default_rng(choices)
    _, payoffs = check_battle(TACTICAL, begun(scenario, seed), rng, check_state, check_step, pick, idle=True)
    assert payoffs in ((1, -1), (-1, 1))


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
        both = masks(TACTICAL, one)
        assert np.array_equal(both[:, swap], masks(TACTICAL, other))
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
    check_value(TACTICAL, begun(scenario, seed), np.random.default_rng(choices))


def test_random_play_meets_no_fault():
    report = fuzz(TACTICAL, 3_000 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 200_000, seed=5, rows=64)
    assert report.fault is None and report.illegal > 0


# --- compiled and plain -------------------------------------------------------------------------------------


def record_battles():
    """The final records of a few battles of each scenario, one after the other."""
    return told(TACTICAL, ("default", "rocks", "grapple", "short_of_crew", "sinking"), 4, pick)


def test_compiled_is_plain():
    """The same code plays the same battles bit for bit with the compiler and without it."""
    check_plain(record_battles)
