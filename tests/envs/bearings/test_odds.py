"""Exact odds of attacks, checks and turns, held against numbers worked out by hand and against the dice."""

import numpy as np
import pytest

from quarterdeck.envs import values
from quarterdeck.envs.bearings import BEARINGS_DUEL as DUEL
from quarterdeck.envs.bearings import bounds
from quarterdeck.envs.bearings import record as r
from quarterdeck.envs.chance import mix
from quarterdeck.envs.forecast import forecast
from quarterdeck.envs.odds import outcomes_of_step, walk_turn
from tests.envs.bearings.battle import at_sea, battle, to_fire

NAMES = ("Otter", "Grey Widow")
HOLD = r.ACTIONS.index("hold")


def silent(state, seat):
    """Take all weapons from a ship."""
    state.ship[seat].fitted = 0
    state.ship[seat].weapons[:] = 0
    return state


def chances_of(state, orders, read):
    """How likely each value is that `read` finds at the ends of a step."""
    ends, chances = outcomes_of_step(DUEL, state, [r.ACTIONS.index(order) for order in orders])
    found = {}
    for end, chance in zip(ends, chances, strict=True):
        found[read(end)] = found.get(read(end), 0.0) + chance
    assert sum(found.values()) == pytest.approx(1)
    return found


def test_the_odds_of_a_broadside():
    """BE-ATTACK-2, BE-HIT-1: damaged guns that need 9, at Short: 8 of 20 miss, 5 hit once, 5 twice, 2 three times.

    Each hit strikes the hull in 1 of 5, and the second on the stores of a turn costs hull too.
    """
    state = silent(to_fire(at_sea()), 1)
    state.ship[0].weapons[r.PORT] = r.DAMAGED
    found = chances_of(state, ("fire", "pass"), lambda end: int(end.ship[1].hull))
    # a hit goes to the hull directly (0.2), or to the guns, which are not there (0.2)
    once, twice, thrice = 5 / 20, 5 / 20, 2 / 20
    stores_twice = 0.04
    assert found[6] == pytest.approx(8 / 20 + once * 0.6 + twice * (0.36 - stores_twice) + thrice * unharmed(3))


def unharmed(hits):
    """How likely so many hits at a whole frigate without guns cost no hull, by every outcome of the d10."""
    safe = 0
    for number in range(5**hits):
        places = [number // 5**hit % 5 for hit in range(hits)]
        safe += 3 not in places and 4 not in places and places.count(2) < 2 and places.count(0) < 3
    return safe / 5**hits


def test_the_odds_of_a_boarding():
    """BE-BOARD-2: equal frigates: 1 of 20 takes the enemy, none is lost."""
    state = at_sea(range="short")
    state.turn, state.phase = 1, r.BOARD
    found = chances_of(state, ("board", "stand_off"), lambda end: int(end.ship[1].taken - end.ship[0].taken))
    assert found == pytest.approx({1: 0.05, 0: 0.95})


def test_the_odds_of_a_check():
    """BE-BEAR-2: 1, under, tie, over, 20."""
    state = battle(rolls=[20], places=["open_sea"], range="medium")
    found = chances_of(state, ("keep_range", "pass"), lambda end: int(end.outcome))
    expected = {r.BAD_FAILURE: 0.05, r.FAILURE: 0.4, r.TIE: 0.05, r.SUCCESS: 0.45, r.TRIUMPH: 0.05}
    assert found == pytest.approx(expected)


def test_dice_agree_with_the_odds():
    """The seeded dice come to the ends that the walk finds, as often as it says."""
    state = to_fire(at_sea({"ship": "frigate", "officers": 1}, "sloop"))
    state.ship[0].free = state.ship[0].officers = state.ship[0].wounds[1] = 0
    state.ship[0].weapons[r.PORT] = r.DAMAGED
    exact = chances_of(state, ("fire", "pass"), lambda end: int(end.ship[1].hull))
    counted = dict.fromkeys(exact, 0)
    tries = 4000
    for seed in range(tries):
        copy = state.copy()
        copy.dice.generator = mix(seed)
        DUEL.rules.apply(copy, np.array([r.ACTIONS.index("fire"), 0], np.int16))
        counted[int(copy.ship[1].hull)] += 1
    for hull, chance in exact.items():
        assert counted[hull] / tries == pytest.approx(chance, abs=0.035)


def test_the_odds_of_a_turn():
    """Two sloops at Medium: told in the words of the game; the turn ends with the next one's first check."""
    state = battle("sloop", "sloop", [10], places=["open_sea"], range="medium")
    found = forecast(DUEL, state, ["closer", "pass"], [], NAMES, least=1e-7)
    tables = {table.title: table.rows for table in found.tables}
    assert found.walked.total == pytest.approx(1, abs=1e-3)
    assert tables["range"]["after the turn"]["Short"] == pytest.approx(1, abs=1e-3)
    assert set(tables["damage"]["Otter"]) == {"hull", "rigging", "stores", "guns"}
    # all that differs between the two is who picks the bearing
    assert 0 < tables["damage"]["Otter"]["hull"] < 2 and 0 < tables["damage"]["Grey Widow"]["hull"] < 2
    assert tables["the encounter is"]["after the turn"]["running"] == pytest.approx(1, abs=1e-3)


def test_a_turn_of_officers_can_be_walked():
    state = battle({"ship": "sloop", "officers": 2}, "sloop", [10], places=["open_sea"], range="medium")
    walked = walk_turn(DUEL, state, [["keep_range", *DUEL.habits], list(DUEL.habits)], 1e-6, DUEL.counted)
    assert walked.total == pytest.approx(1, abs=0.02) and walked.played[0][r.GUNNER] > 0.4


@pytest.mark.parametrize(
    ("field", "value", "law"),
    [
        ("fitted", 0, "a weapon stands where none was fitted"),
        ("officers", 2, "the officers are not as many"),
        ("named", 0, "a captain without a name has officers"),
        ("mended", 9, "more hull is mended"),
        ("fires", 1 << r.BRAND, "fires a weapon that she has not"),
        ("smoke", 1, "smoke, fire or hands are not"),
        ("sunk", 1, "a ship is lost, and the encounter runs"),
    ],
)
def test_an_encounter_that_cannot_be(field, value, law):
    state = battle({"ship": "frigate", "officers": 1}, "frigate", [12])
    assert bounds.broken(state) == 0
    values.check_values(DUEL.rules, state)
    state.ship[0][field] = value
    assert law in bounds.LAWS[bounds.broken(state) - 1]


def test_places_that_cannot_be():
    state = battle(rolls=[12])
    state.location, state.places = r.SHOALS, 1
    assert bounds.LAWS[bounds.broken(state) - 1].startswith("location")
    state.location, state.places = r.FOG, 63
    assert bounds.LAWS[bounds.broken(state) - 1].startswith("range")
