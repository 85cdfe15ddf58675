"""What the captains are out for, and ships that flood."""

import numpy as np
import pytest

from quarterdeck.envs.bearings.tactical import BEARINGS_TACTICAL as TACTICAL
from quarterdeck.envs.bearings.tactical import record as r
from quarterdeck.envs.bearings.tactical import turn
from quarterdeck.envs.odds import outcomes_of_step
from tests.envs.bearings.tactical.battle import BOARDER, RUNNER, battle, legal, play


def ended(state):
    """How the battle ended, and the payoffs of boarder and runner."""
    return r.ENDINGS[state.ending], turn.payoff(state, BOARDER), turn.payoff(state, RUNNER)


def test_to_board_is_to_lie_together_at_the_end_of_a_turn():
    """BE-BOARDERS-1: of either ship."""
    state = play(battle(places=((30, 10), (30, 15))), "starboard_bow")
    assert ended(state) == ("boarded", 1, -1)
    assert legal(state, BOARDER) == legal(state, RUNNER) == ["pass"]
    state = play(battle(places=((30, 10), (30, 15))), "stop", "port_bow")
    assert ended(state) == ("boarded", 1, -1)


def test_boarders_may_need_longer():
    """BE-BOARDERS-4: ends of turns in a row, of both; apart, they begin anew."""
    state = play(battle(places=((30, 10), (30, 15)), hold=5), "starboard_bow")
    assert state.alongside == 3 and ended(state) == ("running", 0, 0)  # hers, and the two that were lost
    stays = play(state.copy(), "stop", "stop")
    assert ended(stays) == ("boarded", 1, -1)
    leaves = play(state, "starboard_bow", "stop")
    assert leaves.alongside == 0 and ended(leaves) == ("running", 0, 0)


def test_the_far_edge():
    """BE-BOARDERS-2, BE-SQUARE-6: with her first square over it."""
    state = play(battle(places=((30, 4), (69, 30))), "stop", "ahead")
    assert ended(state) == ("running", 0, 0)
    assert ended(play(state, "port_bow")) == ("escaped", -1, 1)


def test_who_runs_has_held_out_when_the_rounds_are_over():
    """BE-BOARDERS-3: 40 of them."""
    state = battle()
    assert state.rounds == 40
    for _ in range(39):
        play(state, "stop", "stop")
    assert state.turn == 40 and ended(state) == ("running", 0, 0)
    assert ended(play(state, "stop", "stop")) == ("outlasted", -1, 1)


# --- flooding -----------------------------------------------------------------------------------------------


def flooding(hull=0, **scenario):
    """The boarder floods."""
    return battle({"kind": "sloop", "hull": hull}, **scenario)


def test_she_saves_at_the_end_of_each_of_her_turns():
    """BE-FLOOD-1, BE-FLOOD-2: 10 fails, 11 passes."""
    state = play(flooding(), "stop", rolls=[10])
    assert state.ship[BOARDER].failed == 1
    play(state, "stop", "stop", rolls=[11])
    assert state.ship[BOARDER].failed == 1 and state.ship[BOARDER].steady == 0
    sound = play(flooding(1), "stop")
    assert sound.ship[BOARDER].failed == 0


def test_a_twenty_steadies_her():
    """BE-FLOOD-3"""
    state = play(flooding(), "stop", rolls=[20])
    assert state.ship[BOARDER].steady == 1
    play(state, "stop", "stop")  # and asks for no roll


def test_after_three_failures_she_goes_down():
    """BE-FLOOD-4, BE-FLOOD-5, BE-FLOOD-6, BE-BOARDERS-5: 15 feet of a sloop, 5 a round, and she sails no more."""
    state = play(flooding(), "stop", rolls=[1])
    play(state, "stop", "stop", rolls=[10])
    play(state, "stop", "stop", rolls=[2])
    assert (state.ship[BOARDER].failed, state.ship[BOARDER].down, state.ship[BOARDER].freeboard) == (3, 0, 3)
    play(state, "stop")
    assert legal(state, BOARDER) != ["pass"]  # she still sails in the turn before she goes down
    play(state, "ahead", "stop")
    assert state.ship[BOARDER].down == 1 and turn.on_turn(state) == RUNNER
    play(state, "stop")
    assert state.ship[BOARDER].down == 2 and turn.on_turn(state) == RUNNER and state.ship[BOARDER].x == 31
    assert ended(play(state, "stop")) == ("sunk", -1, 1)


def test_a_runner_who_sinks_is_lost():
    """BE-BOARDERS-5"""
    state = battle(runner={"kind": "rowboat", "hull": 0})
    state.ship[RUNNER].failed = 3
    assert ended(play(state, "stop", "stop")) == ("sunk", 1, -1)


def test_boarded_before_the_save():
    """BE-FLOOD-1: no roll is asked for."""
    state = play(flooding(places=((30, 10), (30, 15))), "starboard_bow")
    assert ended(state) == ("boarded", 1, -1)


def test_the_odds_of_a_save():
    """BE-FLOOD-2, BE-FLOOD-3: every second fails, one in twenty steadies her."""
    orders = [r.STOP, r.PASS]
    ends, chances = outcomes_of_step(TACTICAL, flooding(), orders)
    found = {
        (int(end.ship[BOARDER].failed), int(end.ship[BOARDER].steady)): chance
        for end, chance in zip(ends, chances, strict=True)
    }
    assert found == pytest.approx({(1, 0): 0.5, (0, 0): 0.45, (0, 1): 0.05})


def test_the_generator_has_the_same_odds():
    """BE-FLOOD-2, BE-FLOOD-3"""
    found = np.zeros(3)
    for seed in range(2000):
        state = flooding()
        state.dice.generator = seed
        turn.apply(state, (r.STOP, r.PASS))
        ship = state.ship[BOARDER]
        found[2 if ship.steady else 1 if ship.failed else 0] += 1
    assert found / 2000 == pytest.approx([0.45, 0.5, 0.05], abs=0.04)


def test_many_rolls_take_several_steps():
    """BE-ORDER-1: two ships adrift that flood roll on and on; no step asks for more rolls than its tape holds."""
    adrift = {"kind": "ship_of_the_line", "hull": 0, "crew": 0}
    most = 0
    for seed in range(12):
        state = battle(adrift, {**adrift, "kind": "frigate"}, places=((20, 0), (20, 30)))
        state.dice.generator = seed
        steps = 0
        while not turn.is_over(state):
            assert legal(state, BOARDER) == legal(state, RUNNER) == ["pass"]
            turn.apply(state, (r.PASS, r.PASS))
            assert state.dice.position <= r.TAPE
            steps += 1
        most = max(most, steps)
    assert most > 1
