"""Grapples: who may throw them, when they hold, how the ships part again."""

import pytest

from quarterdeck.envs.high_seas import boarding, turn
from quarterdeck.envs.high_seas import record as r
from tests.envs.high_seas.battle import batteries, battle, grappled, hold, legal, orders, play

TRY = ["stand_off", "grapple"]
NOBODY = {"hull": "corsair", "crew": {"hands": 0}, "pont_guns": 0}


def at_close(first="corsair", second="corsair", pair=("circle", "circle"), rolls=(0,)):
    return orders(battle(first, second, range="close"), *pair, rolls)


@pytest.mark.parametrize(
    ("pair", "rolls"),
    [(("circle", "circle"), [0]), (("bear_down", "circle"), [1]), (("evade", "bear_down"), [5])],
)
def test_anybody_may_try(pair, rolls):
    """HS-GRAPPLE-1: at Close, whatever her tactic."""
    state = at_close(pair=pair, rolls=rolls)
    assert (legal(state, 0), legal(state, 1)) == (TRY, TRY)


def test_crippled_ship_may_try():
    """HS-GRAPPLE-1: whatever her state."""
    state = at_close({"hull": "corsair", "rigging_points": 0, "crew": {"hands": 4}})
    assert legal(state, 0) == TRY


def test_only_at_close():
    """HS-GRAPPLE-1: from Short there is no try."""
    state = orders(battle(range="short"), "circle", "circle", [0])
    assert state.phase == r.FIRE


@pytest.mark.parametrize(
    ("first", "second", "needed"),
    [
        ("corsair", "galleon", 8),  # HS-GRAPPLE-2
        ("corsair", "corsair", 6),  # HS-GRAPPLE-3
        ("large_warship", "galleon", 6),
        ("galleon", "corsair", 4),  # HS-GRAPPLE-4
    ],
)
def test_number(first, second, needed):
    """HS-GRAPPLE-2, HS-GRAPPLE-3, HS-GRAPPLE-4: the smaller needs 8, the same size 6, the larger 4."""
    state = battle(first, second)
    assert boarding.grapple_number(state.ship[0], state.ship[1]) == needed
    missed = play(at_close(first, second), "grapple", "stand_off", [needed - 1])
    assert (missed.grappled, missed.phase) == (0, r.FIRE)
    held = at_close(first, second)
    held.dice.laid_down, held.dice.answers = 1, 1
    held.dice.tape[0] = needed
    turn.apply(held, (r.THROW, r.STAND_OFF))
    assert held.grappled == 1


def test_both_try():
    """HS-GRAPPLE-5: both roll; one success is enough."""
    state = play(at_close(), "grapple", "grapple", [5, 5])
    assert state.grappled == 0
    state = play(at_close(), "grapple", "grapple", [5, 6, 0, 0, 0, 0, 0, 0])
    assert state.grappled == 1


def test_no_maneuver_helps():
    """HS-GRAPPLE-5, HS-MANEUVER-6: 5 of one die stays 5 with a Raise."""
    state = play(battle(range="close"), "circle", "circle")
    play(state, "maneuver", "steady", [3, 0])
    assert state.ship[0].bonus == 5
    assert play(state, "grapple", "stand_off", [5]).grappled == 0


def test_locked_ships_stay():
    """HS-GRAPPLE-7, HS-TACTIC-9: at Close, turn after turn, with no order asked for."""
    state = grappled(rolls=[0] * 6)
    for _ in range(3):
        assert (state.phase, state.range) == (r.FIRE, r.CLOSE)
        hold(state, [0, 0, 0, 0])


def test_melee_starts_at_once():
    """HS-GRAPPLE-8: in the turn of the grapple."""
    state = grappled(rolls=[0, 0, 2, 0, 1, 0])
    assert (state.turn, state.ship[1].squads) == (1, 16 - 3)


def cleared():
    """Two ships without a fighter left, locked: nothing is rolled in their melee."""
    return grappled(NOBODY, NOBODY)


def test_cut_apart_next_turn():
    """HS-GRAPPLE-9, HS-BOARD-23: nobody is taken, and next turn each has one try to grapple again."""
    state = cleared()
    # no hands, no guns: the turn ends by itself, and the next begins with the try
    assert (state.ending, state.turn, state.phase) == (r.RUNNING, 2, r.GRAPPLE)
    assert (legal(state, 0), legal(state, 1)) == (TRY, TRY)


def test_apart():
    """HS-GRAPPLE-10: if nobody's grapples hold, the range is Short and tactics are free again."""
    state = play(cleared(), "grapple", "stand_off", [5])
    assert (state.grappled, state.range, state.turn, state.phase) == (0, r.SHORT, 3, r.ORDERS)


def test_grappled_again():
    """HS-GRAPPLE-10: if they hold, the ships are locked as before."""
    state = play(cleared(), "grapple", "stand_off", [6])
    assert (state.grappled, state.range, state.turn, state.phase) == (1, r.CLOSE, 3, r.GRAPPLE)


def test_guns_while_parting():
    """HS-ARC-16: in the turn of parting each side still has her broadsides, at Short and at any mark."""
    bare = {"hull": "corsair", "crew": {"hands": 66, "kind": "merchant"}, "pont_guns": 0}
    state = at_close(bare, bare)
    for ship in state.ship:
        ship.fighter_share = 0
    play(state, "grapple", "stand_off", [10])
    assert legal(state, 0) == ["hold", "port@hull", "starboard@hull"]
    hold(state)
    play(state, "stand_off", "stand_off")
    assert (state.range, batteries(state, 0)) == (r.SHORT, {"port", "starboard"})
    assert "port@rigging" in legal(state, 0)
    hold(state)
    assert len(legal(state, 0)) == 9
