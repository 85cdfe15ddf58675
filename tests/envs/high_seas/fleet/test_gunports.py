"""Hidden gunports in a large battle: what shows them, and to whom."""

import numpy as np
import pytest

from quarterdeck.envs.game import observe
from quarterdeck.envs.high_seas.fleet import record as f
from tests.envs.high_seas.fleet.battle import FLEET, all_choose, battle, play, to_fire, waiting

HIDDEN = {"hull": "corsair", "modifications": ["concealed_gunports"]}


def guns(state, seat, other):
    """The guns of the larger broadside of a ship, as a captain sees them."""
    out = np.zeros((f.SHIPS, len(FLEET.features)), np.float32)
    observe(state, out)
    return round(24 * float(out[seat, FLEET.feature_names.index(f"ship_{other}_broadside_guns")]))


def test_they_are_known_to_her_own_side_alone():
    """HS-MOD-10"""
    state = battle([HIDDEN, "corsair"], ["corsair"])
    assert (guns(state, 1, 0), guns(state, 2, 0), guns(state, 2, 1)) == (8, 0, 8)


@pytest.mark.parametrize(("shot", "shown"), [("port@hull:1", 8), ("starboard@rigging:1", 8), ("stern@hull:1", 0)])
def test_a_broadside_shows_them(shot, shown):
    """HS-MOD-10: secret until they fire; stern guns show nothing."""
    state = battle([HIDDEN], ["corsair", "corsair"], range="close")
    to_fire(state, "evade", "bear_down:0", "bear_down:0", rolls=[1, 1])
    play(state, [shot, "hold", "hold"])
    assert guns(state, 1, 0) == 0  # laid is not fired
    # a miss; where nothing was shown the lookouts of both roll
    play(state, ["hold"], [-9] if shown else [-9, 19, 19])
    assert (guns(state, 1, 0), guns(state, 2, 0)) == (shown, shown)


@pytest.mark.parametrize(("totals", "shown"), [([19, 19], 0), ([19, 20], 8), ([20], 8)])
def test_wits_at_close_show_them(totals, shown):
    """HS-MOD-11: each enemy at Close checks against 20, until one has seen them and told the others."""
    state = battle([HIDDEN], ["corsair"] * 3, range="close", ranges=[{"ships": [0, 3], "range": "short"}])
    to_fire(state, *["circle:1", "circle:0", "circle:0", "circle:0"], rolls=[0, 0, 0])
    all_choose(state, "hold", totals)
    assert state.turn == 2 and [guns(state, seat, 0) for seat in (1, 2, 3)] == [shown] * 3


def test_lookouts_may_be_turned_off():
    """HS-TURN-7, HS-MOD-10"""
    state = waiting([HIDDEN], ["corsair"], lookouts=False)
    assert state.ship[0].shown and not state.ship[2].shown
    assert waiting([HIDDEN], ["corsair"]).ship[0].shown == 0


def test_the_rest_of_her_is_seen():
    """HS-MOD-10: all else reads as of any corsair."""
    state = battle([HIDDEN], ["corsair"])
    plain = battle(["corsair"], ["corsair"])
    seen = np.zeros((2, f.SHIPS, len(FLEET.features)), np.float32)
    observe(state, seen[0])
    observe(plain, seen[1])
    differ = np.flatnonzero((seen[0] != seen[1]).any(axis=0))
    assert [FLEET.feature_names[place] for place in differ] == ["ship_0_broadside_guns"]
