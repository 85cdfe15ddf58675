"""What holds in every encounter, however it is played."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.envs.bearings import BEARINGS_DUEL as DUEL
from quarterdeck.envs.bearings import bounds
from quarterdeck.envs.bearings import record as r
from quarterdeck.envs.bearings.observe import COMMON, ENEMY, FEATURES, OWN, observe
from tests.envs.properties import begun, check_battle, check_plain, check_value, steadily, told

STEADILY = steadily(100)

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


def pick(both, rng):
    """A legal action each; seldom one that ends the encounter."""
    chosen = []
    for mask in both:
        may = np.flatnonzero(mask)
        calm = [action for action in may if action not in (r.SAIL_AWAY, r.BOARD_HER)]
        chosen.append(rng.choice(calm if calm and rng.random() < 0.9 else may))
    return np.array(chosen, np.int16)


def check_state(state):
    """No law is broken, and each captain's own ship is the other's enemy."""
    assert bounds.broken(state) == 0, bounds.LAWS[bounds.broken(state) - 1]
    out = np.full((2, len(FEATURES)), np.nan, np.float32)
    observe(state, out)
    assert np.array_equal(out[0, OWN:ENEMY], out[1, ENEMY:]) and np.array_equal(out[1, OWN:ENEMY], out[0, ENEMY:])
    assert np.array_equal(out[0, 1 : COMMON - 4], out[1, 1 : COMMON - 4])


def falls(before, after):
    """A ship gains no more points than are mended; what sank her is another matter."""
    gained = after.ship["hull"].astype(int) - before.ship["hull"]
    assert (gained <= after.ship["mended"].astype(int) - before.ship["mended"]).all() or after.ending == r.SUNK


@STEADILY
@given(scenarios, seeds, st.integers(0, 2**32 - 1))
def test_encounters(scenario, seed, choices):
    """Lawful states, full masks, bounded observations and rolls, an end in time, zero sum."""
    state = begun(DUEL, scenario, seed)
    _, payoffs = check_battle(DUEL, state, np.random.default_rng(choices), check_state, falls, pick)
    assert payoffs[0] in (-1, 0, 1) and state.turn <= state.nightfall


@STEADILY
@given(scenarios, seeds, st.integers(0, 2**32 - 1))
def test_an_encounter_is_a_value(scenario, seed, choices):
    """A copy plays like the original, and bytes restored go on as if nothing had been."""
    check_value(DUEL, begun(DUEL, scenario, seed), np.random.default_rng(choices), 12)


def record_encounters():
    """The final records of a few encounters of each scenario, one after the other."""
    return told(DUEL, ("default", "party", "graveyard", "brand", "hunt"), 10, pick)


def test_compiled_is_plain():
    """The same code plays the same encounters bit for bit with the compiler and without it."""
    check_plain(record_encounters)
