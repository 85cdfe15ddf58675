"""Exact odds of a whole turn, held against seeded play, and the forecast made of them."""

import numpy as np
import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs import chance, odds, outcomes
from quarterdeck.envs.forecast import forecast
from quarterdeck.envs.game import apply, is_over, legal
from quarterdeck.envs.high_seas import HIGH_SEAS_DUEL
from quarterdeck.envs.high_seas import record as r
from tests.envs.asks import want
from tests.envs.test_odds import ACTION, battle, played
from tests.toy_game import TOY

LATER = ("steady", "leave", "stand_off", "port@hull", "starboard@hull", "chasers@hull", "stern@hull")
TIMES = 3_000


def seeded_turns(game, state, plans, times):
    """Many seeded turns from the same battle, played by the plans: their ends, and how often each action was legal."""
    ends = np.zeros(times, state.dtype)
    ends[:] = state
    may = np.zeros((game.seats, len(game.actions)))
    mask = np.zeros(len(game.actions), np.int8)
    numbers = [[game.actions.index(name) for name in plan] for plan in plans]
    for i in range(times):
        end = ends[i]
        end.dice.generator = chance.mix(77 + i)
        while end.turn == state.turn and not is_over(end):
            orders = np.zeros(game.seats, np.int16)
            for seat in range(game.seats):
                legal(end, seat, mask)
                may[seat] += mask
                fitting = [action for action in numbers[seat] if mask[action]]
                orders[seat] = fitting[0] if fitting else np.flatnonzero(mask)[0]
            apply(end, orders)
    return ends, may / times


TURNS = {
    "broadsides": ("circle+hard_turns", "circle", "short", ("corsair", "small_warship")),
    "bear down on a broadside": ("bear_down", "circle", "medium", ("corsair", "merchantman")),
    "a chase": ("bear_down", "evade", "medium", ("corsair", "merchantman")),
    "away": ("evade", "circle", "extreme", ("corsair", "corsair")),
    "both away": ("evade", "evade", "long", ("corsair", "corsair")),
}


@pytest.mark.parametrize("name", TURNS)
def test_a_turn_against_seeded_play(name):
    """3,000 seeded turns. The tolerance is six standard errors of what was counted, and three of 3,000 for what is
    rare: with some 50 numbers a turn, chance alone breaks that less than once in a million runs.
    """
    first, second, range_, ships = TURNS[name]
    state = battle(ships=ships, range_=range_)
    plans = [(first, *LATER), (second, "maneuver", *LATER)]
    untouched = state.tobytes()
    found = odds.walk_turn(HIGH_SEAS_DUEL, state, plans, least=1e-14)
    assert state.tobytes() == untouched
    assert found.chances.sum() == pytest.approx(1, abs=1e-9)
    assert len({end.tobytes() for end in found.ends}) == len(found.ends)
    drawn, may = seeded_turns(HIGH_SEAS_DUEL, state, plans, TIMES)

    def agree(exact, seen):
        assert abs(exact @ found.chances - seen.mean()) <= 6 * seen.std() / np.sqrt(TIMES) + 3 / TIMES

    for number in range(r.EXTREME + 1):
        agree(found.ends["range"] == number, drawn["range"] == number)
    for number in range(len(r.ENDINGS)):
        agree(found.ends["ending"] == number, drawn["ending"] == number)
    for field in ("hull", "rigging", "crew", "handling", "torn", "powder"):
        for seat in range(2):
            agree(found.ends["ship"][field][:, seat].astype(float), drawn["ship"][field][:, seat].astype(float))
    assert np.abs(found.may - may).max() <= 6 * 0.5 / np.sqrt(TIMES)
    assert found.played.sum(axis=1) == pytest.approx((found.may > 0).any(axis=1) * found.played.sum(axis=1))


def test_a_turn_ends_where_the_next_begins_or_the_battle_does():
    found = odds.walk_turn(HIGH_SEAS_DUEL, battle(range_="extreme"), [("evade", *LATER), ("bear_down", *LATER)], 1e-13)
    assert set(found.ends["turn"][found.ends["ending"] == r.RUNNING]) == {2}
    assert set(found.ends["turn"][found.ends["ending"] != r.RUNNING]) == {1}
    assert {r.ENDINGS[ending] for ending in found.ends["ending"]} == {"running", "escaped", "sunk"}


def test_a_turn_goes_on_from_its_middle():
    """What is left of a turn, walked from each battle that its first half may lead to, is the whole turn."""
    state = battle(ships=("corsair", "merchantman"))
    plans = [("bear_down", *LATER), ("circle", *LATER)]
    whole = odds.walk_turn(HIGH_SEAS_DUEL, state, plans)
    played(state, ("bear_down", "circle"))
    middle, shares = odds.outcomes_of_step(HIGH_SEAS_DUEL, state, [ACTION("steady"), ACTION("steady")])
    hull = 0.0
    for end, share in zip(middle, shares):
        rest = odds.walk_turn(HIGH_SEAS_DUEL, end, [LATER, LATER])
        hull += share * (rest.chances @ rest.ends["ship"]["hull"][:, 1])
    assert hull == pytest.approx(whole.chances @ whole.ends["ship"]["hull"][:, 1], abs=1e-9)


def test_ends_that_are_counted_are_those_that_are_kept():
    state = battle(ships=("corsair", "corsair"), range_="long")
    plans = [("bear_down", *LATER), ("evade", "chasers@rigging", *LATER)]
    kept = odds.walk_turn(HIGH_SEAS_DUEL, state, plans, least=1e-9)
    counted = odds.walk_turn(HIGH_SEAS_DUEL, state, plans, 1e-9, ("range", "calm", "ship.hull", "ship.loaded"))
    assert len(kept.ends) > 100 and counted.counted >= len(kept.ends) and not len(counted.ends)
    assert counted.total == pytest.approx(kept.total, abs=1e-12) and kept.total == pytest.approx(kept.chances.sum())
    assert (counted.may == pytest.approx(kept.may)) and (counted.played == pytest.approx(kept.played))
    columns = {"range": kept.ends["range"], "calm": kept.ends["calm"]}
    for seat in range(2):
        columns[f"ship[{seat}].hull"] = kept.ends["ship"]["hull"][:, seat]
        columns |= {f"ship[{seat}].loaded[{i}]": kept.ends["ship"]["loaded"][:, seat, i] for i in range(4)}
    assert set(columns) == set(counted.means) == set(counted.shares)
    for name, column in columns.items():
        assert counted.means[name] == pytest.approx(kept.chances @ column.astype(float), abs=1e-9)
        clipped = np.clip(column, 0, odds.CLASSES - 1)
        assert counted.shares[name] == pytest.approx(np.bincount(clipped, kept.chances, odds.CLASSES), abs=1e-12)


def test_what_is_counted_together_is_told():
    found = odds.walk_turn(HIGH_SEAS_DUEL, battle(), [("bear_down", *LATER), ("circle", *LATER)])
    assert 0 < found.lumped < 1e-15
    asks = {chance.WANT[0]: set(found.asks[:, 0].tolist())}
    assert asks == {"kind": {chance.CONTEST, chance.CHECK, chance.DAMAGE}}


def test_a_game_without_turns_is_walked_a_step():
    state = TOY.build("any")[0]
    found = odds.walk_turn(TOY, state, [["sprint"], ["row"]])
    assert sorted(found.chances.tolist()) == pytest.approx([0.3, 0.7])
    assert found.may[0].tolist() == [0, 1, 1]


@pytest.mark.parametrize(
    ("plans", "said"),
    [
        ([["circle"], ["cirle"]], "orders: 'cirle' is no action of HighSeasDuel; did you mean 'circle'"),
        ([["circle"]], "orders: 1 do not fit; HighSeasDuel has 2 captains"),
    ],
)
def test_plans_that_cannot_be_are_refused(plans, said):
    with pytest.raises(BadInput, match=said):
        odds.walk_turn(HIGH_SEAS_DUEL, battle(), plans)


def test_a_battle_that_is_over_has_no_next_turn():
    state = played(battle(range_="long"), ("evade", "evade"))
    with pytest.raises(BadInput, match=r"the battle is over \(escaped\)"):
        odds.walk_turn(HIGH_SEAS_DUEL, state, [["evade"], ["evade"]])


def test_a_forecast_says_it_in_the_words_of_the_game():
    state = battle(ships=("corsair", "merchantman"), range_="medium")
    found = forecast(HIGH_SEAS_DUEL, state, ["circle", "bear_down"], [["hold"]], ("Rose", "Lily"))
    tables = {table.title: table.rows for table in found.tables}
    assert tables["range"]["after the turn"]["Short"] == pytest.approx(1)
    assert tables["may fire"]["Rose"] == pytest.approx({"port": 1, "starboard": 1, "chasers": 0, "stern": 0})
    beaten = outcomes.outcomes(want(chance.CONTEST, 4, 4, 2, 2, limit=1))
    assert tables["may fire"]["Lily"]["port"] == pytest.approx(beaten[1][beaten[0] <= 0].sum())
    # one of a hundred shots of Lily bursts a gun, which kills its three hands
    assert tables["damage"]["Lily"] == pytest.approx({"hull": 0, "rigging": 0, "crew": 0.03}, abs=1e-9)
    assert tables["damage"]["Rose"]["hull"] > 0.1
    # Lily holds no fire, and a chaser may do more damage than a corsair has Hull
    ways = tables["the battle is"]["after the turn"]
    assert ways["sunk"] == pytest.approx(tables["lost"]["Rose"]["sunk"]) and 0 < ways["sunk"] < 0.01
    assert ways["running"] + ways["sunk"] == pytest.approx(1)
    assert found.played[0] == pytest.approx({"circle": 1, "steady": 1, "hold": 1})
    assert found.walked.total == pytest.approx(1, abs=1e-12)
    with pytest.raises(BadInput, match="'steady' of seat 1 is not legal now"):
        forecast(HIGH_SEAS_DUEL, state, ["circle", "steady"])
