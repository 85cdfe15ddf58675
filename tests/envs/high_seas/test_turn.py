"""The turn, its phases in their order, and how a battle ends."""

import numpy as np
import pytest

from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas import turn
from tests.envs.high_seas.battle import battle, grappled, hold, legal, orders, play, to_fire, waiting


def test_phases_in_order():
    """HS-TURN-1, HS-TURN-2: orders, Brilliant Maneuver and movement, grapples, fire; then the next turn."""
    state = battle(range="short")
    seen = [int(state.phase)]
    for step in (
        ("bear_down", "circle"),
        ("steady", "steady", [0]),
        ("stand_off", "stand_off"),
        ("hold", "hold"),
    ):
        play(state, *step)
        seen.append(int(state.phase))
    assert seen == [r.ORDERS, r.MANEUVER, r.GRAPPLE, r.FIRE, r.ORDERS]
    assert state.turn == 2


def test_mishap_phase():
    """HS-TURN-2: hands overboard are seen to between movement and grapples."""
    state = orders(battle(), "evade", "bear_down", [0, 3])
    assert state.phase == r.MISHAP
    play(state, "leave", "pass")
    assert state.phase == r.FIRE


def test_six_ranges():
    """HS-TURN-4, HS-TURN-12: from Close, 0, to Extreme, 5; the scenario sets the first."""
    ranges = ["close", "short", "medium", "long", "far", "extreme"]
    assert [int(battle(range=name).range) for name in ranges] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(("weather", "sight"), [("clear", 5), ("rough", 3), ("storm", 2), ("fog", 2)])
def test_weather(weather, sight):
    """HS-TURN-5, HS-TURN-12: how far ships see, for the whole battle."""
    assert battle(range="medium", weather=weather).sight == sight


def test_fire_is_simultaneous():
    """HS-TURN-3, HS-TURN-10: she who is sunk this turn still fires in it, and both may sink together."""
    state = to_fire(battle())
    play(state, "port@hull", "port@hull", [99, 25, 99, 25])
    assert (state.ending, state.ship[0].sunk, state.ship[1].sunk) == (r.SUNK, 1, 1)
    assert (turn.payoff(state, 0), turn.payoff(state, 1)) == (0, 0)


def test_a_gun_lost_this_turn_still_fires():
    """HS-TURN-3: ten points take a gun from the port battery, after it has fired with all eight."""
    state = to_fire(battle())
    state.dice.laid_down, state.dice.answers = 1, 3
    state.dice.tape[:3] = 99, 10, 99
    copy = state.copy()
    turn.apply(copy, (r.ACTIONS.index("port@hull"), r.ACTIONS.index("port@hull")))
    assert copy.dice.want[9] == 8
    play(state, "port@hull", "port@hull", [99, 10, 99, 3])
    assert list(state.ship[1].guns) == [7, 8, 2, 2]


def test_handling_lost_this_turn_counts_next():
    """HS-TURN-3: the second volley is aimed at the ship as she was before the first."""
    state = to_fire(battle({"hull": "corsair", "hull_points": 13}))
    play(state, "port@hull", "port@hull", [30, 1, 29])
    assert state.ship[0].hull == 13


def test_capture_comes_before_fire():
    """HS-TURN-9: the prize fires no more."""
    state = grappled(rolls=[0, 0, 11, 0])
    assert state.ending == r.TAKEN
    assert legal(state, 0) == legal(state, 1) == ["pass"]
    assert list(state.ship[1].loaded) == [1, 1, 1, 1]


def test_nightfall():
    """HS-TURN-11: after 60 turns, or as many as the scenario says."""
    assert battle().nightfall == 60
    state = battle(nightfall=2)
    hold(to_fire(state))
    assert state.ending == r.RUNNING
    hold(to_fire(state))
    assert (state.ending, state.turn) == (r.NIGHTFALL, 2)


def test_sinking_at_nightfall():
    """HS-TURN-11, HS-DAMAGE-6: a ship that sinks in the last turn is sunk."""
    state = to_fire(battle(nightfall=1))
    play(state, "port@hull", "hold", [99, 25])
    assert state.ending == r.SUNK


def test_strain_comes_before_nightfall():
    """HS-STRAT-9: also in the last turn."""
    state = to_fire(battle(nightfall=1), "circle+hard_turns", "circle")
    hold(state, [9])
    assert (state.ending, state.ship[0].hull) == (r.NIGHTFALL, 24)


def test_record_fields_hide_behind_nothing():
    """Fields are read as attributes, compiled and plain alike; `size` is NumPy's own and is read by its
    key.
    """
    shadowed = {name for dtype in (r.SHIP, r.STATE) for name in dtype.names if hasattr(np.void, name)}
    assert shadowed == {"size"}


def test_record_is_small():
    """A battle is a plain value of a few hundred bytes."""
    assert waiting().nbytes < 500
