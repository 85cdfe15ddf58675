"""The town behind the fort, and how a raid ends."""

import numpy as np
import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.fort import booty, turn, works
from quarterdeck.envs.high_seas.fort import record as f
from tests.envs.high_seas.fort.raid import BURST, at_close, before_town, hold, legal, play, raid, to_fire, to_storm


def payoffs(state):
    return turn.payoff(state, 0), turn.payoff(state, 1)


def test_the_fort_must_fall_first():
    """HS-TOWN-2: no shot at the town while it stands."""
    for state in (raid(), at_close()):
        assert not any("town" in name for name in legal(to_fire(state), 0))


def test_a_shot_at_a_town_always_hits():
    """HS-TOWN-1, HS-TOWN-3: no roll to hit, and so no mishap; only the damage is thrown."""
    state = before_town()
    play(to_fire(state), "port@town", "hold", [9])
    assert state.shore[f.TOWN].structure == 200 - 9
    play(to_fire(state, "evade"), "stern@town", "hold", [3])
    assert state.shore[f.TOWN].structure == 200 - 12


def test_a_town_yields_after_200_points():
    """HS-TOWN-4, HS-MISSION-8: at the end of the turn, and the raider has won."""
    state = before_town()
    state.shore[f.TOWN].structure = 2
    play(to_fire(state), "port@town", "guns@hull", [1, 25, 3])
    assert state.ending == r.RUNNING and payoffs(state) == (0, 0)
    play(to_fire(state), "starboard@town", "guns@hull", [1, 25, 3])
    assert (f.ENDINGS[state.ending], payoffs(state)) == ("yielded", (1, -1))
    assert state.ship[0].hull == 25 - 6


@pytest.mark.parametrize("distance", ["close", "medium", "extreme"])
def test_a_town_answers_as_if_at_medium(distance):
    """HS-TOWN-5: wherever she lies; the average gunner takes 5 off, there is no Raise, and no grapeshot."""
    state = raid("corsair", None, 2, range=distance)
    to_fire(state)
    assert works.number_ashore(state, state.shore[f.TOWN], r.HULL) == 20 + 10 - 5
    assert works.number_ashore(state, state.shore[f.TOWN], r.RIGGING) == 20 + 10 - 5 + 10
    assert legal(state, 1) == ["hold", "guns@hull", "guns@rigging"]
    # two guns: 0.2 times 2k2 of 12
    play(state, "hold", "guns@hull", [25, 3])
    assert state.ship[0].hull == 22


def test_a_town_fires_every_turn_and_may_lose_its_guns():
    """HS-TOWN-5: one battery without reload; each mishap bursts a gun, and then it is silent."""
    state = before_town(guns=2)
    for _ in range(2):
        assert legal(to_fire(state), 1)[0] == "hold"
        play(state, "hold", "guns@hull", [BURST])
    assert state.shore[f.TOWN].guns == 0
    assert legal(to_fire(state), 1) == ["pass"]


@pytest.mark.parametrize("guns", [0, 1, 2])
def test_how_many_guns_a_town_has(guns):
    """HS-TOWN-5"""
    assert before_town(guns=guns).shore[f.TOWN].guns == guns


def test_before_a_town_she_circles_or_leaves():
    """HS-TOWN-6"""
    state = before_town()
    assert legal(state, 0) == ["circle", "circle+hard_turns", "evade", "evade+hard_turns"]


def test_a_fort_shot_down_opens_the_town_in_the_next_turn():
    """HS-TOWN-6, HS-FORT-2"""
    state = raid(range="medium")
    state.shore[f.FORT].structure = 5
    play(to_fire(state), "port@walls", "hold", [30, 5])
    assert (state.facing, state.turn, state.phase) == (f.TOWN, 2, r.ORDERS)


# --- how it ends --------------------------------------------------------------------------------------------


def test_sunk_or_taken_is_lost():
    """HS-MISSION-8"""
    state = raid(range="medium")
    play(to_fire(state), "hold", "guns@hull", [40, 25])
    assert (f.ENDINGS[state.ending], payoffs(state)) == ("sunk", (-1, 1))
    state = to_storm(at_close({"hull": "corsair", "crew": {"hands": 18}, "pont_guns": 0}))
    play(state, "storm", "pass", [0, 0, 3])
    assert (f.ENDINGS[state.ending], payoffs(state)) == ("taken", (-1, 1))


def test_driven_off_or_out_of_time_is_nothing():
    """HS-MISSION-8: even over a fort in ruins, if the town still stands."""
    state = raid(weather="fog", range="medium")
    state.shore[f.FORT].fallen, state.facing = f.DESTROYED, f.TOWN
    play(state, "evade")
    assert (f.ENDINGS[state.ending], payoffs(state)) == ("escaped", (0, 0))
    state = raid(nightfall=1)
    hold(to_fire(state))
    assert (f.ENDINGS[state.ending], payoffs(state)) == ("nightfall", (0, 0))


def test_both_at_once_is_nothing():
    """HS-MISSION-8, HS-TURN-10: she sinks as the fort that was all there was falls."""
    state = raid(range="medium", town=None)
    state.shore[f.FORT].structure = 4
    play(to_fire(state), "port@walls", "guns@hull", [30, 4, 40, 25])
    assert state.shore[f.FORT].fallen == f.DESTROYED
    assert (f.ENDINGS[state.ending], payoffs(state)) == ("sunk", (0, 0))


def test_the_fall_of_a_fort_without_a_town_is_won():
    """HS-MISSION-8"""
    state = raid(range="medium", town=None)
    state.shore[f.FORT].structure = 4
    play(to_fire(state), "port@walls", "hold", [30, 4])
    assert (f.ENDINGS[state.ending], payoffs(state)) == ("fallen", (1, -1))


# --- what it pays -------------------------------------------------------------------------------------------


def won(kind="small", **scenario):
    """The last turn of a raid on a town whose fort has been taken."""
    state = raid("corsair", kind, range="medium", **scenario)
    if kind is not None:
        state.shore[f.FORT].fallen, state.facing = f.STORMED, f.TOWN
    state.shore[f.TOWN].structure = 1
    return play(to_fire(state), "port@town", "hold", [1])


def laid(state, answer):
    state.dice.laid_down, state.dice.answers, state.dice.tape[0] = 1, 1, answer
    return state


@pytest.mark.parametrize(
    ("kind", "more"), [(None, 0), ("log", 0), ("earthworks", 0), ("small", 1500), ("medium", 3000), ("large", 5000)]
)
def test_ransom(kind, more):
    """HS-BOOTY-12: 1k1 thousands, and more for the fort that defended the town."""
    state = laid(won(kind), 7)
    assert booty.ransom(state) == 7000 + more
    assert state.dice.position == 1


@pytest.mark.parametrize(("kind", "guns"), [("small", 12), ("medium", 18), ("large", 24)])
def test_plunder(kind, guns):
    """HS-BOOTY-13: half the guns and 1k1 tons of powder and shot."""
    assert booty.plunder(laid(won(kind), 13)) == booty.Plunder(guns, 13)


def test_a_burst_gun_cannot_be_carried_off():
    """HS-BOOTY-13: half of the guns that are left, rounded down."""
    state = laid(won("small"), 1)
    state.shore[f.FORT].guns = 23
    assert booty.plunder(state).guns == 11


def test_a_lost_ship_carries_nothing_off():
    """HS-BOOTY-12, HS-BOOTY-13: nor does one who has taken nothing; and no die is thrown for it."""
    for state in (laid(won(), 5), raid(nightfall=1)):
        if state.ending == r.RUNNING:
            hold(to_fire(state))
        else:
            state.ship[0].sunk = 1
        state.dice.position = 0
        assert (booty.plunder(state), booty.ransom(state)) == (booty.Plunder(0, 0), 0)
        assert state.dice.position == 0


def test_there_is_no_booty_before_the_end():
    for pays in (booty.ransom, booty.plunder):
        with pytest.raises(BadInput, match="not over"):
            pays(raid())


def test_seeded_booty_is_the_same_again():
    """HS-BOOTY-12: the dice are the raid's own, and roll on."""
    state = won()
    state.dice.laid_down, state.dice.generator = 0, 77
    twin = np.array([state], f.STATE)[0]
    first = booty.ransom(state)
    assert first == booty.ransom(twin) and (first - 1500) % 1000 == 0 and first > 1500
    assert len({booty.ransom(state) for _ in range(30)}) > 5
