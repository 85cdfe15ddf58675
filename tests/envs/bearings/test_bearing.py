"""Which bearings may be picked, what each ship shows and fires, and which side."""

import pytest

from quarterdeck.envs.bearings import check, choices, gunnery
from quarterdeck.envs.bearings import record as r
from tests.envs.bearings.battle import at_sea, battle, legal, lie, play, throw

ALL = list(r.BEARINGS)


def at_bearing(face, **more):
    """An encounter at Medium after the Range check, and then this face for the Bearing."""
    state = battle(rolls=[20], places=["open_sea"], range="medium", **more)
    return play(state, "keep_range", rolls=[face])


@pytest.mark.parametrize(
    ("face", "seat", "bearings"),
    [(20, 0, ALL), (11, 0, ALL[1:]), (10, 0, ALL[3:]), (9, 1, ALL[1:]), (2, 1, ALL[1:]), (1, 1, ALL)],
)
def test_who_may_pick_what(face, seat, bearings):
    """BE-BEAR-2, BE-BEAR-3, BE-BEAR-4: 20, over, tie, under, 1."""
    state = at_bearing(face)
    assert legal(state, seat) == bearings and legal(state, 1 - seat) == ["pass"]


def test_against_a_flooded_ship_any_bearing():
    """BE-SINK-2: with an ordinary success too; against one that only lists the last four."""
    state = at_sea(range="medium")
    for hull, bearings in ((0, 5), (2, 4)):
        state.ship[1].hull = hull
        throw(state, [5], check.contest, state, r.FOR_BEARING, 0)
        assert sum(choices.may_pick(state, bearing) for bearing in range(5)) == bearings


@pytest.mark.parametrize(
    ("bearing", "mine", "theirs"),
    [
        (r.SIDE_TO_TAIL, r.PORT, r.AFT),
        (r.SIDE_TO_POINT, r.PORT, r.FORE),
        (r.POINT_TO_TAIL, r.FORE, r.AFT),
        (r.POINT_TO_POINT, r.FORE, r.FORE),
        (r.SIDE_TO_SIDE, r.PORT, r.PORT),
    ],
)
@pytest.mark.parametrize("picker", [0, 1])
def test_what_bears(bearing, mine, theirs, picker):
    """BE-BEAR-5, BE-BEAR-6, BE-BEAR-7, BE-BEAR-8, BE-BEAR-9, BE-SHIP-3."""
    state = lie(at_sea(), bearing, picker)
    assert state.ship[picker].facing == mine and state.ship[1 - picker].facing == theirs


def test_the_ships_meet_point_to_point():
    """BE-BEAR-10."""
    state = at_sea()
    assert state.bearing == r.POINT_TO_POINT and all(ship.facing == r.FORE for ship in state.ship)


def test_which_side_is_shown_where_they_differ():
    """BE-ATTACK-7: only then there is a choice, and only for who shows a side."""
    state = at_bearing(11)
    state.ship[0].weapons[r.PORT] = r.DAMAGED
    play(state, "side_to_point")
    assert legal(state, 0) == ["port", "starboard"] and legal(state, 1) == ["pass"]
    play(state, "starboard", rolls=[2, 2, 12])
    assert state.ship[0].fired == 1 << r.STARBOARD and state.ship[1].fired == 1 << r.FORE


def test_the_side_stays_what_it_was():
    """BE-ATTACK-7: whose sides are alike goes on with the one she showed."""
    state = lie(at_sea(), r.SIDE_TO_SIDE)
    state.ship[0].facing = r.STARBOARD
    lie(state, r.SIDE_TO_TAIL)
    assert state.ship[0].facing == r.STARBOARD
    assert gunnery.alike(state.ship[0], r.PORT, r.STARBOARD)
