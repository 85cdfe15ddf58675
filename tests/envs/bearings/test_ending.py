"""Listing, sinking, boarding, missions and the night."""

import pytest

from quarterdeck.envs.bearings import ending, turn
from quarterdeck.envs.bearings import record as r
from quarterdeck.envs.bearings import ship as s
from tests.envs.bearings.battle import at_sea, battle, built, legal, play, throw


@pytest.mark.parametrize(
    ("kind", "hull", "lists"), [("frigate", 3, 0), ("frigate", 2, 1), ("sloop", 2, 0), ("sloop", 1, 1)]
)
def test_listing(kind, hull, lists):
    """BE-LIST-1, BE-LIST-2, BE-LIST-4: under half; at half she is upright again."""
    ship = built(kind).ship[0]
    ship.hull = hull
    assert s.listing(ship) == lists == s.helpless(ship)


def test_she_sinks_at_the_end_of_the_second_turn_after():
    """BE-SINK-1, BE-SINK-3: with the turn in which she came to 0 that makes three ends of a turn."""
    state = at_sea()
    ship = state.ship[1]
    ship.hull = 0
    assert s.flooded(ship) and s.helpless(ship)
    for left in (2, 1):
        ending.sink(state)
        assert (ship.sinking, ship.sunk, state.ending) == (left, 0, r.RUNNING)
    ending.sink(state)
    assert ship.sunk == 1 and state.ending == r.SUNK


def test_below_0_points_count_down_to_the_full_number():
    """BE-SINK-4, BE-REPAIR-3: from -2 three points are wanted."""
    state = at_sea()
    ship = state.ship[0]
    for lost, left in ((4, 2), (2, 0), (3, -3), (2, -5), (9, -6), (1, -6)):
        s.lose_hull(ship, lost)
        assert ship.hull == left
    ending.sink(state)
    assert ship.hull == -6


# --- boarding -----------------------------------------------------------------------------------------------


def alongside(first="frigate", second="frigate", **scenario):
    """The end of a turn at Short."""
    state = at_sea(first, second, range="short", **scenario)
    state.turn, state.phase = 1, r.BOARD
    return state


@pytest.mark.parametrize(
    ("ship", "score"),
    [
        ("excise_cutter", 7 + 3),
        ("frigate", 7 + 7),
        ("ship_of_the_line", 7 + 8),
        ({"ship": "frigate", "captain": 5, "officers": 4}, 5 + 7 + 4),
        ({"ship": "frigate", "hands": 100}, 7 + 6),
    ],
)
def test_boarding_score(ship, score):
    """BE-BOARD-3: Command, doublings of the hands, officers."""
    assert s.boarding_score(built(ship).ship[0]) == score


def test_what_damage_takes_from_it():
    """BE-BOARD-4: smoke 2, fire 3 more, rigging, listing and flooding 5 each."""
    ship = built().ship[0]
    for field, value, score in (
        ("weapons", [2, 1, 2, 2, 0], 12),
        ("weapons", [2, 0, 2, 2, 0], 9),
        ("rigging", r.DESTROYED, 4),
        ("hull", 2, -1),
        ("hull", 0, -6),
    ):
        ship[field] = value
        s.look(ship)
        assert s.boarding_score(ship) == score


def test_a_captain_who_is_down_leads_no_boarders():
    """BE-BOARD-3."""
    ship = built({"ship": "frigate", "officers": 1}).ship[0]
    ship.wounds[r.CAPTAIN] = 0
    assert s.boarding_score(ship) == 7 + 1


def test_at_short_either_side_may_bring_it_on():
    """BE-BOARD-1: neither does: the next turn begins."""
    assert legal(alongside(), 0) == legal(alongside(), 1) == ["stand_off", "board"]
    state = play(alongside(), "stand_off", "stand_off", rolls=[12])
    assert state.turn == 2 and state.range == r.SHORT
    assert play(alongside(), "stand_off", "board", rolls=[20]).ending == r.TAKEN


@pytest.mark.parametrize(
    ("first", "second", "face", "taken"),
    [
        ("frigate", "frigate", 20, (0, 1)),
        ("frigate", "frigate", 19, None),
        ("frigate", "frigate", 1, None),
        ("frigate", "excise_cutter", 16, (0, 1)),
        ("frigate", "excise_cutter", 15, None),
        ("excise_cutter", "ship_of_the_line", 5, (1, 0)),
        ("excise_cutter", "ship_of_the_line", 6, None),
    ],
)
def test_10_ahead_takes_a_ship(first, second, face, taken):
    """BE-BOARD-2: d20 and the score against 10 and the other's, whoever sent the boarders."""
    for boarder in (("board", "stand_off"), ("stand_off", "board"), ("board", "board")):
        state = alongside(first, second)
        if taken:
            play(state, *boarder, rolls=[face])
            assert state.ending == r.TAKEN and tuple(ship.taken for ship in state.ship) == taken
        else:
            play(state, *boarder, rolls=[face, 12])
            assert state.ending == r.RUNNING and state.turn == 2


def test_opposed_both_throw():
    """BE-BOARD-2, BE-TURN-4."""
    assert play(alongside(opposed=True), "board", "stand_off", rolls=[15, 5]).ship[1].taken
    assert play(alongside(opposed=True), "board", "stand_off", rolls=[5, 15]).ship[0].taken


@pytest.mark.parametrize(("face", "wounds"), [(9, (4, 6)), (10, (6, 6)), (11, (6, 4))])
def test_boarders_thrown_back(face, wounds):
    """BE-BOARD-5: the worse side is swept, the ships drift to Medium."""
    officers = {"ship": "frigate", "officers": 1}
    state = alongside(officers, officers)
    for ship in state.ship:
        turn.forget_turn(ship)
    saves = [] if face == 10 else [5]
    throw(state, [face, *saves], ending.board, state)
    assert state.range == r.MEDIUM and tuple(ship.wounds[r.CAPTAIN] for ship in state.ship) == wounds


# --- missions -----------------------------------------------------------------------------------------------


def ended(missions, how, sunk=(), taken=()):
    """The payoffs of an encounter that ended so."""
    state = built(missions=missions)
    state.ending = how
    for seat in range(2):
        state.ship[seat].sunk, state.ship[seat].taken = seat in sunk, seat in taken
    return tuple(ending.payoff(state, seat) for seat in range(2))


def test_duel():
    """BE-MISSION-1."""
    duel = ["duel", "duel"]
    assert ended(duel, r.RUNNING) == ended(duel, r.NIGHTFALL) == ended(duel, r.ESCAPED) == (0, 0)
    assert ended(duel, r.SUNK, sunk=[1]) == ended(duel, r.TAKEN, taken=[1]) == (1, -1)
    assert ended(duel, r.SUNK, sunk=[0, 1]) == (0, 0)


@pytest.mark.parametrize(
    ("how", "lost", "runner"),
    [(r.ESCAPED, [], 1), (r.NIGHTFALL, [], 1), (r.SUNK, [0], -1), (r.SUNK, [1], 1), (r.SUNK, [0, 1], -1)],
)
def test_hunt_and_run(how, lost, runner):
    """BE-MISSION-2: the negative for the hunter, in either seat."""
    assert ended(["run", "hunt"], how, lost) == (runner, -runner)
    assert ended(["hunt", "run"], how, [1 - seat for seat in lost]) == (-runner, runner)


def test_night_falls():
    """BE-MISSION-3: after 30 turns by default."""
    assert built().nightfall == 30
    state = battle(rolls=[20], places=["open_sea"], nightfall=2)
    play(state, "keep_range", rolls=[20])
    assert state.turn == 2 and state.ending == r.RUNNING
    play(state, "keep_range")
    assert state.ending == r.NIGHTFALL
