"""What no battle can come to is refused by name, and the odds of a round are told in words of the battle."""

import numpy as np
import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs import values
from quarterdeck.envs.brick_ships import BRICK_SHIPS_DUEL as DUEL
from quarterdeck.envs.brick_ships import bounds
from quarterdeck.envs.brick_ships import record as r
from quarterdeck.envs.forecast import forecast
from tests.envs.brick_ships.fight import alongside, at_ropes, fight, man, put


@pytest.mark.parametrize("kind", r.KINDS)
def test_battles_hold_their_laws(kind):
    state = fight(kind, kind)
    assert bounds.broken(state) == 0
    values.check_values(DUEL.rules, state)


def test_every_field_has_its_bounds():
    known = {bound.field for bound in bounds.BOUNDS}
    free = {"captain"} | {leaf.field for leaf in values.leaves(r.STATE) if leaf.field.startswith("dice.")}
    assert {leaf.field for leaf in values.leaves(r.STATE)} == known | free


@pytest.mark.parametrize(
    ("change", "law"),
    [
        ({"on_rope": 1}, "more men on ropes than they bear"),
        ({"hands": [2, 0, 0, 0, 0]}, "more hands at a station than there is room for"),
        ({"hands": [0, 0, 7, 0, 0]}, "more hands at a station than there is room for"),
        ({"sinking": 1, "speed": 3}, "she sinks and has way"),
        ({"under": 300}, "she sinks and has way"),
        ({"work": [6, 6, 6, 6, 0, 0, 0, 0, 0, 0]}, "a gun is loaded that she does not have"),
        ({"x": -1}, "she is off the table, and the battle runs"),
        ({"hands": [0, 0, 0, 0, 0]}, "nobody stands, and a round begins"),
        ({"ready": 3, "away": 2}, "more ropes are out than a crew has"),
    ],
)
def test_a_battle_that_cannot_be(change, law):
    state = fight()
    for field, value in change.items():
        state.ship[0][field] = value
    with pytest.raises(BadInput, match=law):
        values.check_values(DUEL.rules, state)


def test_the_odds_of_a_broadside():
    """Three guns on 4 or more, each hit 1D less 1: what is told agrees with the rules' own numbers."""
    state = fight()
    put(state, 0, 20, 24, 0)
    put(state, 1, 40, 24, 0)
    man(state, 0, wheel=1, guns=9)
    state.phase = r.FIRE
    found = forecast(DUEL, state, ["fire@hull", "pass"], [], ["Sea Hawk", "Santa Lucia"])
    tables = {table.title: table.rows for table in found.tables}
    assert found.walked.total == pytest.approx(1)
    assert tables["damage"]["Santa Lucia"]["glugs"] == pytest.approx(3 * 0.5 * 2.5)
    assert tables["damage"]["Sea Hawk"] == pytest.approx({"glugs": 0, "sail hits": 0, "men": 0}, abs=1e-9)
    assert tables["may fire"]["Sea Hawk"] == {"hull": 1, "sails": 1, "ram": 0, "deck": 0}
    assert tables["the ships are apart"]["after the round"]["gap"] == pytest.approx(20 - 2.8)
    # glugs of g sink her at once on 2D of g or less, and over 5 also on g - 5 or less
    at_most = np.cumsum([0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]) / 36

    def afloat(glugs):
        over = max(0, glugs - 5)
        return (1 - at_most[min(glugs, 12)]) * (1 - at_most[over])

    one = np.array([1, 1, 1, 1, 1, 1]) / 6
    sums = {0: np.array([1.0]), 1: one, 2: np.convolve(one, one), 3: np.convolve(np.convolve(one, one), one)}
    shares = {0: 1 / 8, 1: 3 / 8, 2: 3 / 8, 3: 1 / 8}
    sinks = 1 - sum(shares[n] * sum(p * afloat(g) for g, p in enumerate(sums[n])) for n in range(4))
    assert tables["lost"]["Santa Lucia"]["sinking"] == pytest.approx(sinks)


def test_the_odds_of_a_melee():
    """Two men against one: he falls unless both miss; if he lives he kills one in two."""
    state = at_ropes(alongside(gap=2))
    man(state, 0, ropes=2)
    man(state, 1, ropes=1)
    state.high = 0
    found = forecast(DUEL, state, ["cross", "keep"], [], ["Sea Hawk", "Santa Lucia"])
    tables = {table.title: table.rows for table in found.tables}
    assert tables["lost"]["Santa Lucia"]["taken"] == pytest.approx(3 / 4)
    assert tables["damage"]["Sea Hawk"]["men"] == pytest.approx(1 / 4 * 1 / 2)
    assert tables["the battle is"]["after the round"]["running"] == pytest.approx(1 / 4)
