"""The five mishaps of a tied chase. Seat 0 is pursued, seat 1 pursues."""

import pytest

from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas import ship as s
from quarterdeck.envs.high_seas import turn
from tests.envs.high_seas.battle import battle, hold, legal, orders, play, to_fire

MISSED, MADE = 14, 15


def mishap(die, *more, **ships):
    """The battle after a tied chase and this die."""
    return orders(battle(**ships), "evade", "bear_down", [0, die, *more])


def tell(state):
    pursued, pursuing = state.ship
    return pursuing.fouled, pursued.adrift, int(state.calm), pursuing.adrift, pursued.anchor


@pytest.mark.parametrize(
    ("die", "more", "what"),
    [
        (1, [], (1, 0, 0, 0, 0)),
        (2, [], (1, 0, 0, 0, 0)),
        (3, [], (0, r.SWELL, 0, 0, 0)),
        (4, [], (0, r.SWELL, 0, 0, 0)),
        (5, [7], (0, 0, 8, 0, 0)),
        (6, [7], (0, 0, 8, 0, 0)),
        (7, [], (0, 0, 0, r.OVERBOARD, 0)),
        (8, [], (0, 0, 0, r.OVERBOARD, 0)),
        (9, [], (0, 0, 0, 0, 1)),
        (10, [], (0, 0, 0, 0, 1)),
    ],
)
def test_table(die, more, what):
    """HS-MISHAP-1, HS-MISHAP-2, HS-MISHAP-4, HS-MISHAP-6, HS-MISHAP-8, HS-MISHAP-10: which die brings what
    to whom.
    """
    assert tell(mishap(die, *more)) == what


def test_fouled_sail():
    """HS-MISHAP-2, HS-MISHAP-3: Speed 1, and one try a turn from the next one on, before orders."""
    state = mishap(1)
    hold(state, [MISSED])
    assert s.speed(state, state.ship[1]) == 1
    assert state.phase == r.ORDERS
    to_fire(state)
    hold(state, [MADE])
    assert s.speed(state, state.ship[1]) == 4


def wanted(state):
    """The roll that the end of this turn asks for: its name, ship, dice, dice kept, number."""
    state.dice.laid_down, state.dice.answers = 1, 0
    turn.apply(state, (r.HOLD, r.PASS if "pass" in legal(state, 1) else r.HOLD))
    want = state.dice.want
    return r.ROLLS[want[1]], int(want[2]), int(want[4]), int(want[5]), int(want[9])


def test_the_tries():
    """HS-MISHAP-3, HS-MISHAP-11: 3k2 against 15, the sail for the pursuer, the anchor for the pursued."""
    assert wanted(mishap(1)) == ("clear the sail", 1, 3, 2, 15)
    assert wanted(mishap(9)) == ("secure the anchor", 0, 3, 2, 15)


def test_anchor():
    """HS-MISHAP-10, HS-MISHAP-11: Speed 1 less until it is secured."""
    state = mishap(10)
    hold(state, [MISSED])
    assert s.speed(state, state.ship[0]) == 3
    to_fire(state)
    hold(state, [MADE])
    assert s.speed(state, state.ship[0]) == 4


def test_all_ones_is_no_try_made():
    """HS-MISHAP-3: a roll of ones fails."""
    state = mishap(1)
    hold(state, [-1000])
    assert state.ship[1].fouled == 1


def test_swell_left():
    """HS-MISHAP-4: to sail on costs one hand at the sails."""
    state = mishap(3)
    assert legal(state, 0) == ["leave", "turn_back"]
    assert legal(state, 1) == ["pass"]
    before = state.ship[0].sail_crew, state.ship[0].crew
    play(state, "leave", "pass")
    assert (state.ship[0].sail_crew, state.ship[0].crew) == (before[0] - 1, before[1] - 1)
    assert s.speed(state, state.ship[0]) == 4


def test_swell_turned_back():
    """HS-MISHAP-4, HS-SPEED-8: to go back makes her Speed 1 in the next turn, and only then."""
    state = mishap(3)
    crew = int(state.ship[0].crew)
    play(state, "turn_back", "pass")
    assert state.ship[0].crew == crew
    assert s.speed(state, state.ship[0]) == 4
    hold(state)
    assert s.speed(state, state.ship[0]) == 1
    hold(to_fire(state))
    assert s.speed(state, state.ship[0]) == 4


def test_important_hand_left():
    """HS-MISHAP-8: it costs the pursuer's captain a rank of Tactics and one of Strategy, neither under 0."""
    state = mishap(7)
    assert legal(state, 1) == ["leave", "turn_back"]
    play(state, "pass", "leave")
    assert (state.ship[1].tactics, state.ship[1].strategy) == (0, 0)
    assert (state.ship[0].tactics, state.ship[0].strategy) == (1, 1)
    hold(state)
    orders(state, "evade", "bear_down", [0, 7])
    play(state, "pass", "leave")
    assert (state.ship[1].tactics, state.ship[1].strategy) == (0, 0)


def test_important_hand_fetched():
    """HS-MISHAP-8, HS-SPEED-8: Speed 1 in the next turn, and no rank lost."""
    state = mishap(8)
    play(state, "pass", "turn_back")
    hold(state)
    assert s.speed(state, state.ship[1]) == 1
    assert state.ship[1].tactics == 1


@pytest.mark.parametrize("turns", [1, 2])
def test_calm_is_whole_turns_after_this_one(turns):
    """HS-MISHAP-6, HS-TACTIC-7: after 1K1 whole turns both sail again."""
    state = mishap(5, turns)
    for _ in range(turns):
        hold(state)
        assert legal(state, 0) == legal(state, 1) == ["circle", "circle+hard_turns"]
        to_fire(state)
    hold(state)
    assert len(legal(state, 0)) == len(legal(state, 1)) == 9


def test_calm_and_oars():
    """HS-MISHAP-7: under oars she still moves, at two less."""
    state = mishap(5, 3, first={"hull": "corsair", "modifications": ["oars"]})
    hold(state)
    assert len(legal(state, 0)) == 9
    assert s.speed(state, state.ship[0]) == 2
    assert legal(state, 1) == ["circle", "circle+hard_turns"]


@pytest.mark.parametrize(("second", "calm"), [(2, 8), (12, 13)])
def test_a_second_calm(second, calm):
    """HS-MISHAP-6: two galleys may be becalmed twice; the longer calm counts."""
    oars = {"hull": "corsair", "modifications": ["oars"]}
    state = mishap(5, 8, first=oars, second=oars)
    hold(state)
    assert state.calm == 8
    orders(state, "evade", "bear_down", [0, 5, second])
    assert state.calm == calm


def test_a_mishap_is_not_yet_over_when_the_next_comes():
    """HS-MISHAP-2: a second loose sail is the same loose sail."""
    state = mishap(1)
    hold(state, [MISSED])
    orders(state, "evade", "bear_down", [0, 2])
    hold(state, [MADE])
    assert state.ship[1].fouled == 0
