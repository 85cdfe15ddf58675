"""The order of a round, stations, initiative, and how a battle ends."""

import numpy as np
import pytest

from quarterdeck.envs.brick_ships import crew as c
from quarterdeck.envs.brick_ships import record as r
from quarterdeck.envs.brick_ships import turn
from quarterdeck.envs.odds import outcomes_of_step
from tests.envs.brick_ships.fight import DUEL, alongside, fight, legal, man, play, put


def stationed(kind, allocation, **fields):
    """Where a crew stands after an order."""
    ship = fight(kind).ship[0]
    for field, value in fields.items():
        ship[field] = value
    c.station_crew(ship, r.ALLOCATIONS.index(allocation))
    return ship.hands.tolist()


# --- stations ---


@pytest.mark.parametrize(
    ("kind", "allocation", "hands"),
    [
        ("frigate", "guns", [1, 12, 6, 4, 7]),
        ("frigate", "row", [1, 12, 6, 4, 7]),
        ("frigate", "bail", [1, 12, 6, 4, 7]),
        ("frigate", "board", [1, 0, 0, 0, 29]),
        ("frigate", "bail+board", [1, 0, 0, 4, 25]),
        ("frigate", "row+board", [1, 0, 6, 0, 23]),
        ("frigate", "all_hands", [0, 0, 0, 0, 30]),
        ("galleon", "guns", [1, 18, 6, 4, 21]),
        ("longboat", "row", [1, 0, 7, 0, 0]),
    ],
)
def test_where_the_crew_stand(kind, allocation, hands):
    """BR-CREW-1, BR-CREW-2: with seven glugs a round in the larger ships."""
    assert stationed(kind, allocation, glugs=0 if kind == "longboat" else 7) == hands


def test_who_comes_first_when_hands_are_few():
    """BR-CREW-2"""
    few = np.array([0, 0, 0, 0, 10], np.int16)
    orders = {name: stationed("frigate", name, glugs=7, hands=few) for name in ("guns", "row", "bail", "bail+row")}
    assert orders == {
        "guns": [1, 9, 0, 0, 0],
        "row": [1, 3, 6, 0, 0],
        "bail": [1, 5, 0, 4, 0],
        "bail+row": [1, 0, 5, 4, 0],
    }


def test_the_orders_that_make_a_difference():
    """BR-CREW-2"""
    state = fight("longboat", "frigate")
    assert legal(state, 0) == ["row", "board", "row+board", "all_hands"]
    assert legal(state, 1) == ["guns", "row", "board", "row+board", "all_hands"]
    state.ship[1].glugs = 1
    assert len(legal(state, 1)) == len(r.ALLOCATIONS)


def test_levels():
    """BR-CREW-3"""
    levels = {kind: [c.level_of(fight(kind).ship[0], place) for place in range(5)] for kind in r.KINDS}
    assert levels == {
        "longboat": [0, 0, 0, 0, 0],
        "cutter": [1, 1, 1, 0, 1],
        "frigate": [2, 1, 1, 0, 2],
        "galleon": [2, 1, 1, 0, 2],
    }


# --- the round ---


def test_a_round_goes_through_its_phases():
    """BR-TURN-1, BR-TURN-2, BR-TURN-3, BR-START-1"""
    state = fight(apart=18, headings=[0, 0])
    assert (state.turn, state.phase, state.gap) == (1, r.CREW, 1800 - 280)
    play(state, "guns", "guns", rolls=[-3])
    assert (state.phase, state.high) == (r.FIRST, 1)
    assert legal(state, 0) == ["pass"] and legal(state, 1) == ["move_first", "move_second"]
    play(state, "pass", "move_second")
    assert state.phase == r.MOVE and legal(state, 1) == ["pass"]
    play(state, "half")
    assert state.phase == r.ANSWER and legal(state, 0) == ["pass"]
    play(state, "pass", "half")
    assert state.phase == r.FIRE
    play(state, "fire@hull", "hold", rolls=[2, 3])
    assert state.turn == 2 and state.phase == r.CREW  # nobody has a choice in the ropes phase
    assert state.ship[1].glugs == 3 - 2 and not state.ship[1].sinking


def test_the_initiative():
    """BR-TURN-2: the higher die, and a fair one."""
    for margin, high in ((2, 0), (-1, 1)):
        state = play(fight(), "guns", "guns", rolls=[margin])
        assert (state.high, state.first) == (high, high)
    ends, chances = outcomes_of_step(DUEL, fight(), [r.ACTIONS.index("guns")] * 2)
    assert [(end.high, chance) for end, chance in zip(ends, chances)] == [(1, 0.5), (0, 0.5)]


def test_who_moves_first_does_not_matter_to_a_ship_that_cannot():
    """BR-TURN-2"""
    state = fight()
    play(state, "all_hands", "guns", rolls=[4])
    assert state.phase == r.ANSWER and legal(state, 0) == ["pass"] and "full" in legal(state, 1)


def test_deeds_are_done_after_the_fire():
    """BR-TURN-7"""
    state = alongside(gap=2)
    play(state, "board", "board", rolls=[4])
    play(state, "move_first", "pass")
    play(state, "stay", "pass")
    play(state, "pass", "stay")
    assert state.phase == r.BOARD and "cross" in legal(state, 0) and "cross" in legal(state, 1)


# --- the end ---


def test_leaving_the_table_is_flight():
    """BR-END-4, BR-END-1, BR-END-6"""
    for sinks, payoffs in ((0, [0, 0]), (1, [1, -1])):
        state = fight()
        put(state, 0, 70, 24, 90)
        state.phase, state.first, state.ship[0].speed = r.MOVE, 0, 7
        state.ship[1].sinking = sinks
        play(state, "full")
        assert r.ENDINGS[state.ending] == "escaped"
        assert [turn.payoff(state, seat) for seat in range(2)] == payoffs


def test_night_falls():
    """BR-END-5, BR-END-6"""
    state = fight(nightfall=3)
    for _ in range(3):
        assert state.ending == r.RUNNING
        play(state, "all_hands", "all_hands", rolls=[-1])
    assert r.ENDINGS[state.ending] == "nightfall" and state.turn == 3
    assert [turn.payoff(state, seat) for seat in range(2)] == [0, 0]
    assert fight().nightfall == 60


@pytest.mark.parametrize(
    ("ending", "fields", "runner"),
    [
        (r.ESCAPED, {}, 1),
        (r.NIGHTFALL, {}, 1),
        (r.NIGHTFALL, {"sinking": 1}, -1),
        (r.SUNK, {"sunk": 1}, -1),
        (r.TAKEN, {"taken": 1}, -1),
    ],
)
def test_hunt_and_run(ending, fields, runner):
    """BR-END-7"""
    state = fight(missions=["hunt", "run"])
    assert [turn.payoff(state, seat) for seat in range(2)] == [0, 0]
    state.ending = ending
    for field, value in fields.items():
        state.ship[1][field] = value
    assert [turn.payoff(state, seat) for seat in range(2)] == [-runner, runner]


def test_the_hunter_lost():
    """BR-END-7"""
    state = fight(missions=["hunt", "run"])
    state.ending, state.ship[0].sunk = r.SUNK, 1
    assert [turn.payoff(state, seat) for seat in range(2)] == [-1, 1]


def test_a_crew_shot_to_the_last_man_is_taken_at_the_end_of_the_round():
    """BR-BOARD-9"""
    state = fight()
    man(state, 0)
    state.phase = r.FIRE
    turn.run_on(state)
    assert state.ship[0].taken and r.ENDINGS[state.ending] == "taken"
