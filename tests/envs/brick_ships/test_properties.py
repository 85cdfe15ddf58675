"""What holds in every battle, however it is played."""

import os
from functools import partial

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.envs.brick_ships import BRICK_SHIPS_DUEL as DUEL
from quarterdeck.envs.brick_ships import bounds, turn
from quarterdeck.envs.brick_ships import crew as c
from quarterdeck.envs.brick_ships import record as r
from quarterdeck.envs.brick_ships import table as t
from quarterdeck.envs.brick_ships.observe import FEATURES, observe
from quarterdeck.envs.fuzz import fuzz
from tests.envs.properties import begun, check_battle, check_plain, check_value, masks, steadily, told

STEADILY = steadily(100)

ships = st.fixed_dictionaries(
    {"kind": st.sampled_from(r.KINDS)},
    optional={
        "ram": st.booleans(),
        "crew": st.integers(1, 100),
        "combat": st.integers(0, 2),
        "armour": st.integers(0, 4),
        "railed": st.booleans(),
    },
)
scenarios = st.fixed_dictionaries(
    {
        "ships": st.lists(ships, min_size=2, max_size=2),
        "headings": st.lists(st.integers(0, 359), min_size=2, max_size=2),
        "apart": st.integers(13, 40),
        "wind": st.booleans(),
        "nightfall": st.integers(1, 60),
        "missions": st.sampled_from([["duel", "duel"], ["hunt", "run"], ["run", "hunt"]]),
    }
)
seeds = st.integers(0, 2**64 - 1)


def pick(both, rng, stay=0.0):
    """A legal action each; with `stay` the ships rather keep to the table."""
    orders = [rng.choice(np.flatnonzero(mask)) for mask in both]
    for seat, mask in enumerate(both):
        if mask[r.FIRST_PLAN] and rng.random() < stay:
            orders[seat] = r.FIRST_PLAN
    return np.array(orders, np.int16)


def check_state(state):
    """What may stand in a record at a choice."""
    assert bounds.broken(state) == 0
    assert 1 <= state.turn <= state.nightfall
    assert 0 <= state.dice.position <= r.TAPE and state.dice.short == 0
    assert state.gap == min(9999, t.gap_between(*state.ship))
    # however they move and turn, hulls never cut into each other by more than rounding
    assert min(-t.apart_along(*state.ship), -t.apart_along(*state.ship[::-1])) <= 25
    for ship in state.ship:
        assert (ship.hands >= 0).all() and 0 <= ship.fresh <= ship.boarders and ship.late <= ship.boarders


def falls(before, after):
    """What never rises in a battle."""
    for one, other in zip(before.ship, after.ship, strict=True):
        assert c.standing(other) <= c.standing(one)
        assert other.ram <= one.ram
        assert other.glugs >= one.glugs and other.sail_hits >= one.sail_hits and other.under >= one.under


@STEADILY
@given(scenarios, seeds, st.integers(0, 2**32 - 1))
def test_battles(scenario, seed, choices):
    """Legal states, falling numbers, full masks, bounded observations and rolls, an end in time, zero sum."""
    state = begun(DUEL, scenario, seed)
    rng = np.random.default_rng(choices)
    steps, payoffs = check_battle(DUEL, state, rng, check_state, falls, partial(pick, stay=0.7))
    assert payoffs[0] in (-1, 0, 1) and steps <= 6 * state.nightfall <= DUEL.longest


@STEADILY
@given(scenarios, seeds, st.integers(0, 2**32 - 1))
def test_a_battle_is_a_value(scenario, seed, choices):
    """A copy plays like the original, and bytes restored go on as if nothing had been."""
    check_value(DUEL, begun(DUEL, scenario, seed), np.random.default_rng(choices))


def test_each_captain_sees_the_same_from_her_own_side():
    """The table turned about, with the ships changed over, looks to the one as it did to the other."""
    rng = np.random.default_rng(2)
    state = begun(DUEL, {"ships": [{"kind": "cutter"}, {"kind": "frigate"}], "headings": [100, 300]}, 1)
    for _ in range(25):
        turned = state.copy()
        turned.ship[0], turned.ship[1] = state.ship[1], state.ship[0]
        turned.high, turned.first = 1 - state.high, 1 - state.first
        for ship in turned.ship:
            ship.x, ship.y, ship.heading = r.WIDTH - ship.x, r.HEIGHT - ship.y, (ship.heading + 360) % 720
        out, other = np.zeros((2, 2, len(FEATURES)), np.float32)
        observe(state, out)
        observe(turned, other)
        np.testing.assert_allclose(out, other[::-1], atol=2e-3)
        if turn.is_over(state):
            break
        turn.apply(state, pick(masks(DUEL, state), rng, stay=0.5))


def test_random_play_is_sound():
    """The shipped fuzz over every scenario: bounds, laws, saves, rows."""
    steps = 2_000 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 200_000
    report = fuzz(DUEL, steps, seed=3, rows=64 if steps < 10_000 else 512)
    assert report.fault is None
    assert report.steps >= steps


# --- compiled and plain -------------------------------------------------------------------------------------


def record_battles():
    """The final records of a few battles of each scenario, one after the other."""
    return told(DUEL, ("default", "boarding", "galleon_frigate", "hunt"), 6, partial(pick, stay=0.3))


def test_compiled_is_plain():
    """The same code plays the same battles bit for bit with the compiler and without it."""
    check_plain(record_battles)
