"""The chase, the range, and the Speed that goes into it."""

import pytest

from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas import ship as s
from quarterdeck.envs.high_seas import turn
from tests.envs.high_seas.battle import CHASE, battle, hold, legal, orders, play, shows, to_fire


def after_chase(margin, start="long", **scenario):
    """The range after a chase that the hunter (seat 1) wins by `margin`."""
    state = battle(range=start, **scenario)
    return orders(state, "evade", "bear_down", [margin])


@pytest.mark.parametrize(
    ("margin", "range_"),
    [(1, r.MEDIUM), (9, r.MEDIUM), (10, r.SHORT), (19, r.SHORT), (20, r.CLOSE), (29, r.CLOSE), (80, r.CLOSE)],
)
def test_hunter_wins(margin, range_):
    """HS-CHASE-1, HS-CHASE-4, HS-CHASE-5, HS-RANGE-2, HS-RANGE-7: a step, one more a full ten, never past
    Close.
    """
    assert shows(after_chase(margin)) == range_


@pytest.mark.parametrize(("margin", "range_"), [(-1, r.MEDIUM), (-9, r.MEDIUM), (-10, r.LONG), (-29, r.FAR)])
def test_pursued_wins(margin, range_):
    """HS-CHASE-3, HS-CHASE-5: the same the other way."""
    assert shows(after_chase(margin, "short")) == range_


def test_tie():
    """HS-CHASE-6: the range stays, and one die picks a mishap."""
    state = battle(range="long")
    orders(state, "evade", "bear_down", [0, 1])
    assert shows(state) == r.LONG
    assert state.ship[1].fouled == 1


def asked(state, first="steady", second="steady", answers=()):
    """The dice that the next ask wants: of the asker, of the other, and the bonus."""
    state.dice.laid_down, state.dice.answers = 1, len(answers)
    state.dice.tape[: len(answers)] = answers
    turn.apply(state, (r.ACTIONS.index(first), r.ACTIONS.index(second)))
    want = state.dice.want
    return r.ROLLS[want[1]], int(want[2]), int(want[4]), int(want[6]), int(want[8])


def test_dice_are_speed():
    """HS-CHASE-2: a corsair flees with 4 dice, a galleon hunts with 1."""
    state = play(battle("corsair", "galleon"), "evade", "bear_down")
    assert asked(state) == ("chase", 1, 1, 4, 0)


def test_all_chase_dice_are_summed():
    """HS-CHASE-2, HS-DICE-5: every die is kept."""
    state = play(battle("corsair", "galleon"), "evade", "bear_down")
    asked(state)
    assert (state.dice.want[5], state.dice.want[7]) == (1, 4)


def test_half_the_rigging_halves_the_dice_once():
    """HS-CHASE-8, HS-SPEED-2, HS-DAMAGE-9: 8 of 15 gone, so 2 dice and not 1."""
    state = battle()
    state.ship[0].rigging = 7
    play(state, "evade", "bear_down")
    assert asked(state) == ("chase", 1, 4, 2, 0)


def test_both_evade():
    """HS-RANGE-1: the encounter is over at once, without fire."""
    state = play(battle(range="close"), "evade", "evade")
    assert state.ending == r.ESCAPED
    assert legal(state, 0) == legal(state, 1) == ["pass"]


@pytest.mark.parametrize(
    ("pair", "rolls", "steps"),
    [
        (("evade", "circle"), [], 1),  # HS-RANGE-3
        (("circle", "evade"), [], 1),
        (("bear_down", "bear_down"), [], -2),  # HS-RANGE-4
        (("bear_down", "circle"), [0], -1),  # HS-RANGE-5
        (("circle", "bear_down"), [0], -1),
        (("circle", "circle"), [0], 0),  # HS-RANGE-6
    ],
)
def test_range_of_each_pair(pair, rolls, steps):
    """HS-RANGE-3, HS-RANGE-4, HS-RANGE-5, HS-RANGE-6, HS-RANGE-9: the new range is that of the gunfire."""
    state = to_fire(battle(range="long"), *pair, rolls)
    assert shows(state) == r.LONG + steps


def test_never_under_close():
    """HS-RANGE-7: the second step of two bearing down from Short is lost."""
    assert shows(orders(battle(range="short"), "bear_down", "bear_down")) == r.CLOSE


@pytest.mark.parametrize(
    ("weather", "limit"), [("clear", "extreme"), ("rough", "long"), ("storm", "medium"), ("fog", "medium")]
)
def test_sight(weather, limit):
    """HS-RANGE-8, HS-TURN-5, HS-TURN-8: beyond the weather's sight she is away, and nobody fires."""
    state = battle(range=limit, weather=weather)
    play(state, "evade", "circle")
    play(state, "steady", "steady")
    assert state.ending == r.ESCAPED


def test_at_the_limit_of_sight():
    """HS-RANGE-8: Extreme is still in sight."""
    state = to_fire(battle(range="far"), "evade", "circle", [])
    assert (shows(state), state.ending) == (r.EXTREME, r.RUNNING)


def test_many_steps_at_once_escape():
    """HS-RANGE-8: from Medium four steps lead out of sight."""
    assert after_chase(-30, "medium").ending == r.ESCAPED
    assert after_chase(-29, "medium").ending == r.RUNNING


def ship_with(**fields):
    spec = {"hull": "corsair", "modifications": ["oars"] if fields.pop("oars", 0) else []}
    state = battle(spec)
    state.calm = fields.pop("calm", 0)
    for name, value in fields.items():
        state.ship[0][name] = value
    return state


@pytest.mark.parametrize(
    ("fields", "speed"),
    [
        ({}, 4),  # HS-SPEED-1
        ({"rigging": 8}, 4),  # HS-SPEED-2: 7 of 15 is not more than half
        ({"rigging": 7}, 2),
        ({"rigging": 7, "speed": 3}, 2),  # HS-DICE-9: rounded up
        ({"rigging": 7, "speed": 1}, 1),  # HS-DICE-9: at least 1
        ({"torn": 1}, 2),  # HS-SPEED-3, HS-STRAT-4
        ({"torn": 1, "rigging": 7}, 1),
        ({"wet": 2}, 6),  # HS-SPEED-4, HS-STRAT-1
        ({"wet": 1, "rigging": 7}, 4),  # HS-SPEED-1: halved first, then two more
        ({"calm": 1, "oars": 1}, 2),  # HS-SPEED-5, HS-MISHAP-7, HS-MOD-9
        ({"calm": 1, "oars": 1, "speed": 2}, 1),
        ({"calm": 1, "oars": 1, "speed": 1}, 1),
        ({"calm": 0, "oars": 1}, 4),
        ({"anchor": 1}, 3),  # HS-SPEED-6
        ({"anchor": 1, "speed": 1}, 1),
        ({"anchor": 1, "calm": 1, "oars": 1, "speed": 2}, 1),
        ({"fouled": 1, "wet": 2}, 1),  # HS-SPEED-7
        ({"slowed": 1, "wet": 2}, 1),  # HS-SPEED-8
        ({"slowed": 2}, 4),  # only from the next turn
    ],
)
def test_speed(fields, speed):
    """HS-SPEED-1, HS-SPEED-2, HS-SPEED-3, HS-SPEED-4, HS-SPEED-5, HS-SPEED-6, HS-SPEED-7, HS-SPEED-8, HS-
    DICE-9.
    """
    state = ship_with(**fields)
    assert s.speed(state, state.ship[0]) == speed


def test_exactly_half_the_rigging():
    """HS-DAMAGE-9: of 20, ten lost is not more than half."""
    state = battle("small_warship")
    state.ship[0].rigging = 10
    assert s.speed(state, state.ship[0]) == 3
    state.ship[0].rigging = 9
    assert s.speed(state, state.ship[0]) == 2


# the chase alone


def hunt(**scenario):
    return battle(game=CHASE, missions=["run", "hunt"], **scenario)


def test_orders_of_the_chase_alone():
    """HS-MISSION-5: Evade and Bear Down, each bare or with wet sails."""
    assert legal(hunt(), 0) == ["evade", "evade+wet_sails", "bear_down", "bear_down+wet_sails"]


def test_caught():
    """HS-MISSION-5: Close after movement pays as taken."""
    state = play(hunt(range="short"), "evade", "bear_down", [1])
    assert (state.ending, state.ship[0].taken, state.ship[1].taken) == (r.TAKEN, 1, 0)
    assert (turn.payoff(state, 0), turn.payoff(state, 1)) == (-1, 1)


def test_away():
    """HS-MISSION-2, HS-MISSION-3: out of sight is won by the runner."""
    state = play(hunt(range="extreme"), "evade", "bear_down", [-1])
    assert state.ending == r.ESCAPED
    assert (turn.payoff(state, 0), turn.payoff(state, 1)) == (1, -1)


def test_close_at_the_start_is_not_yet_caught():
    """HS-MISSION-5: only after movement."""
    state = play(hunt(range="close"), "evade", "bear_down", [-1])
    assert (shows(state), state.ending) == (r.SHORT, r.RUNNING)


def test_duellists_in_a_chase():
    """HS-MISSION-5: she who flees is caught; if neither flees they sail on."""
    state = play(battle(game=CHASE, range="short"), "bear_down", "evade", [1])
    assert (turn.payoff(state, 0), turn.payoff(state, 1)) == (1, -1)
    state = play(battle(game=CHASE, range="short"), "bear_down", "bear_down")
    assert (state.ending, shows(state)) == (r.RUNNING, r.CLOSE)
    play(state, "evade", "bear_down", [1])
    assert (state.ending, turn.payoff(state, 0)) == (r.TAKEN, -1)


def test_becalmed_hunter_has_no_choice():
    """HS-TACTIC-7, HS-MISSION-5: she lies where she is while the runner sails off; nobody rolls."""
    state = hunt()
    state.ship[0].oars = 1
    state.calm = 3
    assert legal(state, 1) == ["pass"]
    play(state, "evade", "pass")
    assert shows(state) == r.FAR


def test_both_becalmed():
    """HS-MISHAP-6: the calm passes without a roll and without a step."""
    state = hunt()
    play(state, "evade", "bear_down", [0, 5, 20])
    assert (state.turn, state.calm, shows(state)) == (22, 0, r.LONG)
    assert len(legal(state, 0)) == 4


def test_becalmed_until_nightfall():
    """HS-TURN-11, HS-MISSION-2: night saves the runner."""
    state = hunt(nightfall=10)
    play(state, "evade", "bear_down", [0, 6, 25])
    assert (state.ending, state.turn) == (r.NIGHTFALL, 10)
    assert turn.payoff(state, 0) == 1


def test_wet_sails_in_the_chase_alone():
    """HS-STRAT-9: the strain dice fall at the end of the turn though no gun is fired."""
    state = play(hunt(), "evade+wet_sails", "bear_down", [-1, 9, 3])
    assert (state.ship[0].rigging, state.ship[0].torn, shows(state)) == (12, 1, r.FAR)


def test_crippled_runner_and_hunter():
    """HS-TACTIC-6: two ships that cannot move lie there until night, without a roll."""
    dead = {"hull": "corsair", "rigging_points": 0}
    state = battle(dead, dead, game=CHASE, missions=["run", "hunt"])
    assert (state.ending, state.turn, state.dice.position) == (r.NIGHTFALL, 60, 0)


def test_hold_helper_ends_turn():
    """HS-TURN-2: the gunfire is the last choice of a turn."""
    assert hold(to_fire(battle())).turn == 2


def test_a_ship_that_cannot_flee_is_caught():
    """HS-MISSION-5: crippled, she circles; who bears down on her to Close takes her."""
    state = battle({"hull": "corsair", "rigging_points": 0}, "corsair", game=CHASE, range="short")
    play(state, "pass", "bear_down")
    assert state.ending == r.TAKEN and state.ship[0].taken and not state.ship[1].taken
