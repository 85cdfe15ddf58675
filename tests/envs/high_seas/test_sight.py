"""Sight: from how far a ship is recognised, and what is not seen of her until then."""

import numpy as np
import pytest

from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas import sight, turn
from quarterdeck.envs.high_seas.observe import FEATURES, observe
from tests.envs.high_seas.battle import DUEL, battle, hold, orders, play, to_fire, waiting

PLACES = {name: place for place, (name, _, _) in enumerate(FEATURES)}
# what a ship does shows from afar; all else takes eyes that have recognised her
SHOWN = {"wet_sails", "evades", "bears_down", "turns_hard", "bonus", "broadside_bears"}
# of one that has been recognised; boarders and a fuse in her magazine are known to whoever is in the fight
KINDS = [
    name
    for name, _, _ in FEATURES
    if name.startswith("enemy_")
    and name.removeprefix("enemy_") not in SHOWN
    and name not in ("enemy_fuse", "enemy_boarders")
]


def seen(state, seat=0):
    """What one captain sees, by the names of the features."""
    out = np.full((2, len(FEATURES)), np.nan, np.float32)
    observe(state, out)
    return {name: float(out[seat, place]) for name, place in PLACES.items()}


def unknown(first="corsair", second="corsair", **scenario):
    """Two ships at Long in rough weather, who are recognised at Medium only."""
    return battle(first, second, **{"weather": "rough", "range": "long", **scenario})


def near(state, rolls):
    """The start of the next turn at the same range, at which lookouts roll."""
    return hold(to_fire(state), rolls)


@pytest.mark.parametrize(
    ("weather", "farthest"), [("clear", r.FAR), ("rough", r.MEDIUM), ("storm", r.SHORT), ("fog", r.SHORT)]
)
def test_recognition_range(weather, farthest):
    """HS-TURN-6: Far, Medium or Short by the weather; a battle that opens within it knows both ships."""
    for distance in range(min(r.LONG, waiting(weather=weather).sight) + 1):
        state = waiting(weather=weather, range=r.RANGES[distance].lower())
        assert state.recognition == farthest
        assert [int(ship.known) for ship in state.ship] == [int(distance <= farthest)] * 2


@pytest.mark.parametrize(("distance", "number"), list(enumerate([10, 15, 20, 25, 30, 35])))
def test_spotting_number(distance, number):
    """HS-MEET-17: 10 at Close, 5 more for each range."""
    assert sight.spotting_number(distance) == number


def test_default_battle_knows_both_ships():
    """HS-TURN-6: Long in clear weather is near enough."""
    assert (DUEL.build("default")["ship"]["known"] == 1).all()
    assert (DUEL.build("default")["ship"]["shown"] == 1).all()


def test_lookouts_check_once_a_turn():
    """HS-TURN-7, HS-MEET-17: within recognition range the captain's Wits against 20 at Medium; known for good."""
    state = unknown({"hull": "corsair", "captain": {"wits": 4}}, range="long")
    state.range = r.MEDIUM
    to_fire(state)
    state.dice.laid_down = 1
    state.dice.answers = 0
    turn.apply(state, (r.HOLD, r.HOLD))
    want = [int(number) for number in state.dice.want]
    # the first ask: the lookouts of the second ship, two dice; those of the first have four
    assert (r.ROLLS[want[1]], want[2], want[4], want[5], want[9]) == ("lookout", 1, 2, 2, 20)
    state = unknown()
    state.range = r.MEDIUM
    near(state, [19, 20])
    assert [int(ship.known) for ship in state.ship] == [0, 1]
    near(state, [21])
    assert [int(ship.known) for ship in state.ship] == [1, 1]
    near(state, [])


def test_all_ones_tell_nothing():
    """HS-TURN-7: a mishap of the lookouts is a miss."""
    state = unknown()
    state.range = r.CLOSE
    orders(state, "circle", "circle", [0])
    play(state, "stand_off", "stand_off")
    hold(state, [-1000, -1000])
    assert [int(ship.known) for ship in state.ship] == [0, 0]


def test_beyond_recognition_nobody_looks():
    """HS-TURN-6: at Long in rough weather she stays unknown, and no die is rolled."""
    state = unknown()
    near(state, [])
    assert [int(ship.known) for ship in state.ship] == [0, 0]


def test_once_known_she_stays_known():
    """HS-TURN-6: who has been recognised does not become a stranger by sailing off."""
    state = battle(weather="rough", range="medium")
    orders(state, "circle", "evade")
    assert state.range == r.LONG
    assert [int(ship.known) for ship in state.ship] == [1, 1]


@pytest.mark.parametrize("hull", r.HULLS)
def test_unknown_reads_the_same_whatever_she_is(hull):
    """HS-TURN-6: kind, fit, guns, crew and captain of a stranger are not in what is seen of her."""
    heavy = {"hull": hull, "heroes": 2, "captain": {"wits": 5}, "hull_points": 20}
    mine = seen(unknown("corsair", heavy))
    assert mine == seen(unknown("corsair", "corsair"))
    assert {name: mine[name] for name in KINDS} == dict.fromkeys(KINDS, 0.0)
    # she herself knows what she is
    assert seen(unknown("corsair", heavy), 1)["own_size"] == (1 + r.HULLS.index(hull) if hull != "galleon" else 4) / 4


def test_what_a_stranger_does_is_seen():
    """HS-TURN-6: tactics, wet sails and what bears."""
    state = play(unknown(), "circle", "bear_down+wet_sails")
    mine = seen(state)
    assert (mine["enemy_bears_down"], mine["enemy_wet_sails"], mine["enemy_evades"]) == (1, 1, 0)
    state = play(state, "steady", "steady", [0])
    assert seen(state)["enemy_broadside_bears"] == 1
    assert seen(state)["range"] == pytest.approx(2 / 5)


def test_recognised_she_is_seen_whole():
    """HS-TURN-6, HS-TURN-7: one captain may know what the other does not."""
    state = unknown("corsair", "galleon")
    state.ship[1].known = 1
    mine, theirs = seen(state, 0), seen(state, 1)
    assert (mine["enemy_known"], theirs["enemy_known"]) == (1, 0)
    assert (mine["enemy_size"], theirs["enemy_size"]) == (1, 0)
    assert mine["enemy_hull_left"] == 1


def test_lookouts_may_be_turned_off():
    """HS-TURN-7, HS-MOD-10: then every ship is known, and no port is hidden."""
    hidden = {"hull": "corsair", "modifications": ["concealed_gunports"]}
    state = unknown(hidden, hidden, lookouts=False)
    assert [(int(ship.known), int(ship.shown)) for ship in state.ship] == [(1, 1)] * 2
    near(state, [])


# --- hidden gunports ----------------------------------------------------------------------------------------


def disguised(**scenario):
    """A corsair against one with hidden gunports."""
    return battle("corsair", {"hull": "corsair", "modifications": ["concealed_gunports"]}, **scenario)


def guns(state, seat=0):
    mine = seen(state, seat)
    return [mine[f"enemy_{name}_guns"] for name in ("port", "starboard")]


def test_hidden_gunports():
    """HS-MOD-10: her broadsides read 0; chasers, stern guns and her own view of her guns do not."""
    state = disguised()
    assert guns(state) == [0, 0]
    assert seen(state)["enemy_chaser_guns"] == pytest.approx(2 / 6)
    assert seen(state, 1)["own_port_guns"] == pytest.approx(8 / 24)
    assert guns(state, 1) == [pytest.approx(8 / 24)] * 2


@pytest.mark.parametrize(("shot", "shown"), [("port@hull", 1), ("starboard@rigging", 1), ("hold", 0)])
def test_a_broadside_shows_them(shot, shown):
    """HS-MOD-10: secret until they fire."""
    state = to_fire(disguised(range="short"))
    play(state, "hold", shot, [1] if shown else [])
    assert state.ship[1].shown == shown
    assert (guns(state)[0] > 0) == shown


def test_chasers_show_nothing():
    """HS-MOD-10: only the ports of the broadsides are hidden."""
    state = orders(disguised(), "bear_down", "bear_down")
    play(state, "stand_off", "stand_off") if state.phase == r.GRAPPLE else None
    play(state, "hold", "chasers@hull", [1])
    assert state.ship[1].shown == 0


@pytest.mark.parametrize(("total", "shown"), [(19, 0), (20, 1)])
def test_wits_at_close_show_them(total, shown):
    """HS-MOD-11: a check of 20, at Close only."""
    state = disguised(range="close")
    orders(state, "circle", "circle", [0])
    play(state, "stand_off", "stand_off")
    hold(state, [total])
    assert state.ship[1].shown == shown
    assert near(disguised(range="short"), []).ship[1].shown == 0
