"""Wind and speed, cutting, floundering and oars."""

import numpy as np
import pytest

from quarterdeck.envs.hex_wind import HEX_WIND_DUEL as DUEL
from quarterdeck.envs.hex_wind import helm, sails, turn
from quarterdeck.envs.hex_wind import record as r
from tests.envs.hex_wind.fight import (
    EAST,
    FIRST,
    NORTH_EAST,
    NORTH_WEST,
    SECOND,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
    fight,
    legal,
    play,
    sail,
    where,
)


@pytest.mark.parametrize(
    ("roll", "wind"),
    [(1, "calm"), (2, "poor"), (3, "poor"), (4, "fair"), (5, "fair"), (6, "good"), (8, "good"), (9, "excellent")],
)
def test_the_strength_of_the_wind(roll, wind):
    """HW-WIND-1: one die."""
    assert r.WINDS[turn.wind_of(roll)] == wind


def test_the_wind_is_rolled_once_a_fight():
    """HW-WIND-1, HW-WIND-6, HW-MAP-6: strength, direction, bearing and headings, each as likely as its dice say."""
    template = DUEL.build({"ships": [{"kind": "caravel"}, {"kind": "caravel"}]})[0]
    winds, toward = np.zeros(5), np.zeros(6)
    for seed in range(3000):
        state = template.copy()
        state.dice.generator = seed * 7919
        turn.setup(state)
        winds[state.wind] += 1
        toward[state.toward] += 1
    assert winds / 3000 == pytest.approx([0.1, 0.2, 0.2, 0.3, 0.2], abs=0.03)
    assert toward / 3000 == pytest.approx([1 / 6] * 6, abs=0.03)


def test_how_headings_stand_to_the_wind():
    """HW-WIND-4, HW-WIND-5: it blows along a spine, so that two facings are into it, two across and two with it."""
    state = fight(toward=SOUTH_WEST)
    headings = [r.HEADINGS[sails.heading(state, facing)] for facing in range(6)]
    assert headings == ["across", "into", "into", "across", "with", "with"]


@pytest.mark.parametrize(
    ("wind", "speeds"),
    [("calm", (0, 0, 0)), ("poor", (0, 2, 3)), ("fair", (1, 3, 4)), ("good", (2, 4, 5)), ("excellent", (3, 5, 6))],
)
def test_top_speed(wind, speeds):
    """HW-WIND-2, HW-WIND-3, HW-SPEED-1, HW-SPEED-2: a trading ship of 4 into, across and with the wind."""
    state = fight(wind=wind)
    assert tuple(sails.top_speed(state, state.ship[0], facing) for facing in (NORTH_EAST, EAST, SOUTH_EAST)) == speeds


def test_speed_changes_by_one_a_quint():
    """HW-SPEED-3, HW-SPEED-4: within the maximum; who is faster than the wind allows must slow down."""
    assert legal(fight(speed=(0, 2)), 0) == ["steady", "faster", "oars"]
    assert legal(fight(speed=(0, 2)), 1) == ["slower", "steady", "faster"]
    assert legal(fight(speed=(4, 0)), 0) == ["slower", "steady"]
    into = fight(speed=(4, 0), at=((10, 20, NORTH_EAST), (30, 20, EAST)))
    assert legal(into, 0) == ["slower"]
    play(into, "slower", "steady")
    assert into.ship[0].speed == 3 and into.ship[0].left == 3


def test_all_of_the_speed_is_sailed():
    """HW-SPEED-6: as many hexes as her speed."""
    state = sail(fight(speed=(3, 0)), rolls=())
    for _ in range(2):
        play(state, "ahead")
    play(state, "ahead", rolls=[FIRST])
    assert where(state.ship[0]) == (13, 20, EAST) and state.turn == 2


# --- cutting ------------------------------------------------------------------------------------------------


def turns(state, steps, rolls=(FIRST,)):
    """Sail a quint by these steps; the steps that were legal before each."""
    seen = []
    sail(state, rolls=())
    for place, step in enumerate(steps):
        seen.append(legal(state, 0))
        play(state, step, rolls=rolls if place == len(steps) - 1 else ())
    return seen


BOTH, STRAIGHT = ["ahead", "port", "starboard"], ["pass"]


def test_the_cut_rating_is_a_quints():
    """HW-CUT-1: 120 degrees are two hexsides, 60 one; then straight on, which is no choice."""
    state = sail(fight("trading_ship", speed=(4, 0)), rolls=())
    play(state, "port")
    play(state, "starboard", rolls=[FIRST])
    assert where(state.ship[0]) == (13, 19, EAST) and state.turn == 2
    state = sail(fight("trell", speed=(4, 0)), rolls=())
    play(state, "starboard", rolls=[FIRST])
    assert where(state.ship[0])[2] == SOUTH_EAST and state.turn == 2


@pytest.mark.parametrize(("kind", "slow"), [("trading_ship", 3), ("merchant_ship", 2), ("trell", 2), ("galleon", 1)])
def test_slow_cutting(kind, slow):
    """HW-CUT-2: up to this speed one hexside a hex."""
    state = fight(kind, speed=(slow, 0))
    assert turns(state, ["port", "starboard", "port"][:slow]) == [BOTH] * slow
    assert not helm.may_turn(*_turned_once(fight(kind, speed=(slow + 1, 0)), 2 if kind == "trading_ship" else 1))


def _turned_once(state, times):
    state.ship[0].turned = times
    return state, state.ship[0]


def test_a_caravel_cuts_at_any_speed():
    """HW-CUT-2: a small ship turns a hexside a hex anyway."""
    state = fight("caravel", speed=(5, 0))
    assert turns(state, ["port", "starboard"] * 2 + ["ahead"]) == [BOTH] * 5


def test_a_steering_hit_halves_the_cut_rating():
    """HW-CUT-3, HW-SPECIAL-5: 60 degrees become a hexside every second quint, twice hit every fourth."""
    for hits, wait in ((1, 2), (2, 4)):
        state = fight("trell", speed=(3, 0))
        ship = state.ship[0]
        ship.steering = hits
        allowed = []
        for quint in range(10, 10 + wait + 1):
            state.turn, ship.last_turn = quint, 10
            allowed.append(bool(helm.may_turn(state, ship)))
        assert allowed == [False] * wait + [True]
    small = fight("trading_ship", speed=(4, 0))
    small.ship[0].steering = 1
    assert helm.may_turn(small, small.ship[0])
    small.ship[0].turned = 1
    assert not helm.may_turn(small, small.ship[0])


def test_a_steering_hit_leaves_slow_cutting_alone():
    """HW-CUT-4: only the Cut Rating is halved."""
    state = fight("trell", speed=(2, 0))
    state.ship[0].steering = 3
    assert turns(state, ["port", "starboard"]) == [BOTH] * 2


def test_without_steering_nobody_turns():
    """HW-SPECIAL-6: not even slowly, nor under oars."""
    state = fight("trading_ship", speed=(1, 0))
    state.ship[0].adrift = 1
    sail(state)
    assert where(state.ship[0]) == (11, 20, EAST)
    state = fight("trading_ship", wind="calm")
    state.ship[0].adrift = 1
    sail(state, "oars")
    assert where(state.ship[0]) == (11, 20, EAST)


def test_two_hexes_cut_in_vain_cost_a_point_of_speed():
    """HW-CUT-5: turns to facings that are no faster, two hexes in a row, paid for after the move."""
    state = fight("caravel", speed=(4, 0), at=((10, 20, EAST), (30, 20, EAST)))
    # north-east is slower than east, north-west no faster than that, then west is faster
    turns(state, ["port", "port", "port", "ahead"])
    assert where(state.ship[0])[2] == WEST
    assert state.ship[0].speed == 3 and state.ship[0].cutting == 0


def test_a_turn_that_pays_costs_nothing():
    """HW-CUT-5: from across to with the wind."""
    state = fight("caravel", speed=(2, 0))
    turns(state, ["starboard", "ahead"])
    assert state.ship[0].speed == 2 and state.ship[0].cutting == 0


def test_a_hex_straight_on_breaks_the_run():
    """HW-CUT-5: two hexes in a row are what is paid for."""
    state = fight("caravel", speed=(3, 0))
    turns(state, ["port", "ahead", "port"])
    assert state.ship[0].speed == 3 and state.ship[0].cutting == 1


def test_a_cutting_run_may_span_two_quints():
    """HW-CUT-6: the last hex of one quint and the first of the next."""
    state = fight("caravel", speed=(2, 0))
    turns(state, ["ahead", "port"])
    assert state.ship[0].cutting == 1 and state.ship[0].speed == 2
    turns(state, ["port", "ahead"])
    assert state.ship[0].speed == 1


# --- floundering --------------------------------------------------------------------------------------------


def test_who_loses_all_way_into_the_wind_flounders():
    """HW-FLOUNDER-1, HW-FLOUNDER-2: 1d6 quints still, then one turn of the bow at a speed of 1."""
    state = fight(speed=(1, 0), at=((10, 20, NORTH_EAST), (30, 20, EAST)))
    sail(state, "slower", rolls=[2, FIRST])
    assert state.ship[0].speed == 0
    for _ in range(2):
        assert legal(state, 0) == ["steady"]
        sail(state)
        assert where(state.ship[0]) == (10, 20, NORTH_EAST)
    assert state.turn == 4 and state.ship[0].speed == 1 and legal(state, 0) == ["steady"]
    sail(state, rolls=())
    assert legal(state, 0) == ["port", "starboard"]
    play(state, "starboard", rolls=[FIRST])
    assert where(state.ship[0]) == (11, 20, EAST) and state.ship[0].speed == 1
    assert legal(state, 0) == ["slower", "steady", "faster"]


def test_no_floundering_across_the_wind_or_in_a_calm():
    """HW-FLOUNDER-1, HW-FLOUNDER-3: only into the wind, and there must be one."""
    across = sail(fight(speed=(1, 0)), "slower")
    assert across.ship[0].flounders == 0 and "faster" in legal(across, 0)
    calm = fight(wind="calm", speed=(1, 0), at=((10, 20, NORTH_EAST), (30, 20, EAST)))
    assert sail(calm, "slower").ship[0].flounders == 0


def test_the_lull_of_a_cut_may_end_in_irons():
    """HW-FLOUNDER-1, HW-CUT-5: speed lost by cutting counts too."""
    state = fight("caravel", speed=(2, 0), at=((10, 20, EAST), (30, 20, EAST)))
    state.ship[0].speed = 1
    state.ship[0].cutting = 1
    sail(state, rolls=())
    play(state, "port", rolls=[3, FIRST])
    assert where(state.ship[0])[2] == NORTH_EAST
    assert state.ship[0].speed == 0 and state.ship[0].flounders == 3


def test_without_steering_she_goes_on_as_she_lies():
    """HW-FLOUNDER-2, HW-SPECIAL-6: ahead if the wind lets her, else not at all."""
    for wind, speed in (("good", 1), ("poor", 0)):
        state = fight(wind=wind, at=((10, 20, NORTH_EAST), (30, 20, EAST)))
        state.ship[0].adrift, state.ship[0].flounders = 1, 2
        sail(state)
        assert state.ship[0].flounders == 1
        sail(state)
        assert (state.ship[0].flounders, state.ship[0].speed) == (0, speed)
        assert legal(state, 0) == (["steady"] if speed else ["steady", "oars"])


# --- oars ---------------------------------------------------------------------------------------------------


def test_oars_move_one_hex():
    """HW-OAR-1, HW-OAR-3: without way on, wind or no wind; never beside the sails."""
    state = fight(wind="calm")
    assert legal(state, 0) == ["steady", "oars"]
    sail(state, "oars", rolls=())
    play(state, "ahead", rolls=[FIRST])
    assert where(state.ship[0]) == (11, 20, EAST) and state.ship[0].speed == 0
    assert "oars" not in legal(fight(speed=(1, 0)), 0)
    assert "oars" not in legal(fight("trell", wind="calm"), 0)


def test_oars_make_no_way_into_an_excellent_wind():
    """HW-OAR-2: she may turn out of it; other winds do not stop her."""
    state = fight(wind="excellent", at=((10, 20, NORTH_EAST), (30, 20, EAST)))
    sail(state, "oars")
    assert where(state.ship[0]) == (11, 20, EAST)  # the only step left: to starboard, across the wind
    state = sail(fight(wind="poor", at=((10, 20, NORTH_EAST), (30, 20, EAST))), "oars", rolls=())
    assert legal(state, 0) == BOTH


def test_without_a_mast_there_are_only_oars():
    """HW-OAR-1, HW-SPECIAL-3: the last mast is gone."""
    state = fight()
    state.ship[0].masts = 0
    assert legal(state, 0) == ["steady", "oars"]


def test_half_of_the_oars_of_a_side():
    """HW-OAR-4: with half of them gone on the worse side nobody rows."""
    state = fight("merchant_ship", wind="calm")
    state.ship[0].oars = (10, 6)
    assert "oars" in legal(state, 0)
    state.ship[0].oars = (10, 5)
    assert "oars" not in legal(state, 0)


def test_an_oar_needs_a_hand():
    """HW-CREW-1, HW-CREW-2: a merchant ship rows with 20 of 35 hands, and has 15 left for weapons."""
    state = fight("merchant_ship", wind="calm")
    sail(state, "oars", rolls=())
    assert sails.spare_hands(state.ship[0]) == 15
    few = fight({"kind": "merchant_ship", "crew": {"hands": 19}}, wind="calm")
    assert "oars" not in legal(few, 0)


def test_initiative_orders_the_moves():
    """HW-TURN-2, HW-TURN-3, HW-TURN-4: who loses it moves first; it is rolled anew every quint, ties again."""
    state = fight(speed=(1, 1))
    sail(state, rolls=())
    assert legal(state, 0) == ["pass"] and "ahead" in legal(state, 1)
    play(state, second="ahead")
    assert "ahead" in legal(state, 0)
    play(state, "ahead", rolls=[SECOND])
    assert state.first == 1 and state.turn == 2
    sail(state, rolls=())
    assert "ahead" in legal(state, 0) and legal(state, 1) == ["pass"]


def test_reaction_helps_the_initiative():
    """HW-TURN-2: with the same Reaction evenly, three more win about four of five."""
    for reaction, share in ((5, 0.5), (8, 72 / 93)):
        state = fight({"kind": "caravel", "captain": {"reaction": reaction}}, "caravel")
        wins = 0
        state.dice.generator = 5
        state.dice.laid_down = 0
        for _ in range(4000):
            turn.roll_initiative(state)
            wins += int(state.first == 0)
        assert wins / 4000 == pytest.approx(share, abs=0.03)


@pytest.mark.parametrize("facing", [SOUTH_WEST, SOUTH_EAST])
def test_with_the_wind_she_is_fastest(facing):
    """HW-WIND-3: one more than across it."""
    state = fight(at=((10, 20, facing), (30, 20, EAST)))
    top = sails.top_speed(state, state.ship[0], facing)
    assert top == sails.top_speed(state, state.ship[0], WEST) + 1 > sails.top_speed(state, state.ship[0], NORTH_WEST)
