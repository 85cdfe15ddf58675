"""Where the encounter is, the dangers of each place, and how far apart the ships are."""

import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs.bearings import check, gunnery, sea, turn
from quarterdeck.envs.bearings import record as r
from quarterdeck.envs.bearings import ship as s
from tests.envs.bearings.battle import at_sea, battle, built, legal, play, throw

# --- location -----------------------------------------------------------------------------------------------


def test_the_turn_begins_with_the_place_if_there_is_another():
    """BE-TURN-2, BE-LOC-1, BE-LOC-2: location, then range."""
    assert battle(rolls=[10]).phase == r.LOCATION
    assert battle(rolls=[10], places=["open_sea"]).phase == r.CLOSING


@pytest.mark.parametrize(("face", "seat"), [(10, 0), (9, 1), (20, 0), (1, 1)])
def test_who_wins_chooses_the_place(face, seat):
    """BE-LOC-2, BE-LOC-3: a tie is a success; all places but the present one."""
    state = battle(rolls=[face])
    places = [f"to_{name}" for name in r.LOCATIONS[1:]]
    assert legal(state, seat) == ["stay", *places] and legal(state, 1 - seat) == ["pass"]


def test_the_loser_follows():
    """BE-LOC-3, BE-LOC-4, BE-LOC-7: and both meet the danger at once."""
    state = battle(rolls=[15])
    play(state, "to_shoals")
    assert legal(state, 1) == ["follow", "refuse"] and legal(state, 0) == ["pass"]
    play(state, second="follow", rolls=[8, 7, 12])
    assert state.location == r.SHOALS
    assert [ship.hull for ship in state.ship] == [6, 5]


def test_the_loser_refuses_and_the_winner_sails_away():
    """BE-LOC-5, BE-MISSION-1: nobody has won a duel then."""
    state = play(play(battle(rolls=[15]), "to_shoals"), second="refuse")
    assert legal(state, 0) == ["sail_away", "fight_on"]
    play(state, "sail_away")
    assert (state.ending, state.away) == (r.ESCAPED, 0)


def test_or_fights_on_against_a_ship_at_minus_5():
    """BE-LOC-6: in Range and Bearing of this turn, where the ships were."""
    state = play(play(battle(rolls=[15]), "to_shoals"), second="refuse")
    play(state, "fight_on", rolls=[5])
    assert state.location == r.OPEN_SEA and state.outcome == r.SUCCESS
    assert s.command(state.ship[1], r.FOR_RANGE) == s.command(state.ship[1], r.FOR_BEARING) == 2
    assert s.command(state.ship[1], r.FOR_LOCATION) == s.command(state.ship[1], r.FOR_RAM) == 7
    turn.forget_turn(state.ship[1])
    assert s.command(state.ship[1], r.FOR_RANGE) == 7


def test_a_ship_that_lists_cannot_follow():
    """BE-LIST-2, BE-LOC-4: she is not even asked."""
    state = built()
    state.ship[1].hull = 2
    throw(state, [], turn.setup, state)
    play(state, "to_shoals")
    assert legal(state, 0) == ["sail_away", "fight_on"] and legal(state, 1) == ["pass"]


# --- dangers ------------------------------------------------------------------------------------------------


def endangered(place, *faces, first="frigate", second="frigate", distance="medium"):
    """What a first turn in a place does to both ships, with these rolls."""
    state = built(first, second, location=place, places=[place], range=distance)
    for ship in state.ship:
        turn.forget_turn(ship)
    state.turn = 1
    throw(state, [*faces, 12], turn.begin_dangers, state) if place == "open_sea" else None
    if place != "open_sea":
        throw(state, faces, _both, state)
    return state


def _both(state):
    sea.face_dangers(state, 0)
    sea.suffer(state)
    sea.face_dangers(state, 1)
    sea.suffer(state)


def test_open_water_is_safe():
    """BE-SEA-1, BE-LOC-7: the range check follows at once."""
    state = at_sea()
    throw(state, [12], turn.setup, state)
    assert state.stake == r.FOR_RANGE and state.phase == r.CLOSING


@pytest.mark.parametrize(("face", "hull"), [(8, 6), (7, 5), (2, 5), (1, 4)])
def test_shoals(face, hull):
    """BE-SEA-2, BE-SEA-3: 15 with a Command of 7; each ship rolls for herself; 2 on a natural 1."""
    state = endangered("shoals", face, 20)
    assert [ship.hull for ship in state.ship] == [hull, 6]


def test_a_ship_that_cannot_be_handled_runs_on_the_shoals():
    """BE-SEA-2, BE-TURN-5: without a roll, for 1."""
    state = built(location="shoals", places=["shoals"])
    state.ship[1].rigging = r.DESTROYED
    throw(state, [8], _both, state)
    assert [ship.hull for ship in state.ship] == [6, 5]


def test_a_graveyard_hits_at_a_rolled_place_and_hampers_fire_at_medium():
    """BE-SEA-4: 15, or one hit; another -5 at Medium only."""
    state = endangered("ship_graveyard", 7, 2, 8)
    assert state.ship[0].rigging == r.DAMAGED and state.ship[1].rigging == r.INTACT
    state.ship[0].facing = r.PORT
    here = gunnery.needed(state, 0, 0)
    state.location = r.OPEN_SEA
    assert here - gunnery.needed(state, 0, 0) == 5
    state.range = r.SHORT
    near = gunnery.needed(state, 0, 0)
    state.location = r.GRAVEYARD
    assert gunnery.needed(state, 0, 0) == near


def test_a_whirlpool():
    """BE-SEA-5: 20; Short range, -5 in the next turn, 1 Hull for each second failure."""
    state = endangered("whirlpool", 13, 12, distance="long")
    first, second = state.ship
    assert state.range == r.SHORT
    assert (first.spins, second.spins, second.hull) == (0, 1, 6)
    assert s.command(second, r.FOR_RANGE) == 7
    turn.forget_turn(second)
    assert s.command(second, r.FOR_RANGE) == s.command(second, r.FOR_SEA) == 2
    throw(state, [13, 13], _both, state)
    assert (first.hull, second.hull, second.drawn) == (6, 5, 0)
    turn.forget_turn(second)
    turn.forget_turn(second)
    assert s.command(second, r.FOR_RANGE) == 7


def test_fog():
    """BE-SEA-6, BE-SEA-7: Medium at most; 15 or -5 in Bearing."""
    state = battle(rolls=[15])
    play(state, "to_fog_bank")
    play(state, second="follow", rolls=[8, 7, 12])
    assert state.range == r.MEDIUM and legal(state, 0) == ["closer", "keep_range"]
    assert s.command(state.ship[1], r.FOR_BEARING) == 2 and s.command(state.ship[1], r.FOR_RANGE) == 7
    assert s.command(state.ship[0], r.FOR_BEARING) == 7


@pytest.mark.parametrize(
    ("kind", "face", "aground"), [("barquentine", 3, 0), ("barquentine", 2, 1), ("frigate", 12, 1), ("frigate", 13, 0)]
)
def test_shallows(kind, face, aground):
    """BE-SEA-8: 10, from size 4 on 20; aground she fails all checks."""
    state = endangered("coastal_shallows", face, 20, first=kind)
    assert state.ship[0].aground == aground == s.helpless(state.ship[0])


def test_aground_she_may_come_free_again():
    """BE-SEA-8: the ground alone does not keep her from rolling; nor does it when the encounter moves on."""
    state = endangered("coastal_shallows", 2, 20, first="barquentine")
    throw(state, [3, 20], _both, state)
    assert not state.ship[0].aground
    state.ship[0].aground = 1
    sea.enter(state, r.OPEN_SEA)
    assert not state.ship[0].aground


# --- range --------------------------------------------------------------------------------------------------


def test_encounters_start_at_long_unless_said_otherwise():
    """BE-RANGE-4."""
    assert at_sea().range == r.LONG and at_sea(range="short").range == r.SHORT
    with pytest.raises(BadInput, match="out of sight in a 'fog_bank'; the farthest is 'medium'"):
        built(location="fog_bank")


@pytest.mark.parametrize(
    ("distance", "choices"),
    [
        ("long", ["closer", "keep_range"]),
        ("medium", ["closer", "keep_range", "farther"]),
        ("short", ["keep_range", "farther"]),
    ],
)
def test_one_step_or_none(distance, choices):
    """BE-RANGE-1, BE-RANGE-2, BE-RANGE-3, BE-RANGE-5: three ranges, nothing beyond Long."""
    for face, seat in ((10, 0), (9, 1)):
        state = battle(rolls=[face], places=["open_sea"], range=distance)
        assert legal(state, seat) == choices and legal(state, 1 - seat) == ["pass"]
    state = battle(rolls=[20], places=["open_sea"], range="long")
    play(state, "closer", rolls=[10])
    assert state.range == r.MEDIUM and check.winner(state) == 0


def test_at_long_nothing_follows_but_the_next_turn():
    """BE-BEAR-1, BE-ATTACK-4, BE-TURN-2: no bearing, no fire; the next check is that of the next turn."""
    state = battle(rolls=[20], places=["open_sea"])
    play(state, "keep_range", rolls=[3])
    assert state.turn == 2 and state.phase == r.CLOSING and check.winner(state) == 1
