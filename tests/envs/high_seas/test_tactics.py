"""Orders: tactics, desperate strategies, and the Brilliant Maneuver."""

import pytest

from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas import ship as s
from quarterdeck.envs.high_seas import turn
from tests.envs.high_seas.battle import battle, grappled, hold, legal, orders, play, shows, to_fire, waiting

CIRCLES = ["circle", "circle+hard_turns"]


def test_nine_orders():
    """HS-TACTIC-1, HS-TACTIC-5: a tactic, bare or with one of two desperate strategies, chosen before any
    is shown.
    """
    state = battle()
    expected = [
        f"{tactic}{strategy}"
        for tactic in ("circle", "evade", "bear_down")
        for strategy in ("", "+wet_sails", "+hard_turns")
    ]
    assert legal(state, 0) == legal(state, 1) == expected
    assert (state.ship[0].order, state.ship[1].order) == (0, 0)
    play(state, "evade+wet_sails", "bear_down+hard_turns")
    assert (state.ship[0].order, state.ship[0].desperate) == (r.EVADE, r.WET_SAILS)
    assert (state.ship[1].order, state.ship[1].desperate) == (r.BEAR_DOWN, r.HARD_TURNS)


def test_tactics_move_the_range():
    """HS-TACTIC-2, HS-TACTIC-3, HS-TACTIC-4: Evade opens the range, Bear Down closes it, Circle keeps it."""
    assert shows(to_fire(battle(), "evade", "circle", [])) == r.FAR
    assert shows(to_fire(battle(), "bear_down", "circle", [0])) == r.MEDIUM
    assert shows(to_fire(battle(), "circle", "circle", [0])) == r.LONG


def test_crippled_ship_only_circles():
    """HS-TACTIC-6, HS-STRAT-10: no rigging, no tactic but Circle, and no sail to wet."""
    state = battle({"hull": "corsair", "rigging_points": 0})
    assert legal(state, 0) == CIRCLES
    assert len(legal(state, 1)) == 9


def test_a_point_of_rigging_is_enough():
    """HS-TACTIC-6: only Rigging 0 cripples."""
    assert len(legal(battle({"hull": "corsair", "rigging_points": 1}), 0)) == 9


def test_becalmed_ship_only_circles():
    """HS-TACTIC-7, HS-STRAT-10: unless she has oars; her Handling does not suffer."""
    state = battle("corsair", {"hull": "corsair", "modifications": ["oars"]})
    state.calm = 1
    assert legal(state, 0) == CIRCLES
    assert len(legal(state, 1)) == 9
    assert s.handling(state.ship[0]) == 4


def test_under_manned_ship_only_circles():
    """HS-TACTIC-8, HS-CREW-1, HS-STRAT-10: with fewer hands at the sails than six; her Handling does not
    suffer.
    """
    state = battle({"hull": "corsair", "crew": {"hands": 5}}, {"hull": "corsair", "crew": {"hands": 6}})
    assert legal(state, 0) == CIRCLES
    assert s.handling(state.ship[0]) == 4
    assert len(legal(state, 1)) == 9


def test_grappled_ships_have_no_tactics():
    """HS-TACTIC-9, HS-MANEUVER-8: neither orders nor a Brilliant Maneuver; the next choice is the gunfire."""
    state = hold(grappled(rolls=[0, 0, 0, 0, 0, 0]), [0, 0, 0, 0])
    assert (state.turn, state.phase, shows(state)) == (2, r.FIRE, r.CLOSE)
    assert (state.ship[0].order, state.ship[0].desperate) == (0, 0)


def test_wet_sails_for_two_turns():
    """HS-STRAT-1, HS-STRAT-2, HS-STRAT-3: two more Speed this turn and the next, one die in each."""
    state = battle()
    to_fire(state, "circle+wet_sails", "circle")
    assert s.speed(state, state.ship[0]) == 6
    hold(state, [8])
    assert s.speed(state, state.ship[0]) == 6
    to_fire(state)
    hold(state, [8])
    assert s.speed(state, state.ship[0]) == 4
    to_fire(state)
    hold(state)


def test_wetting_again_starts_afresh():
    """HS-STRAT-2: two turns from the second order, and never four more Speed."""
    state = battle()
    hold(to_fire(state, "circle+wet_sails", "circle"), [1])
    to_fire(state, "circle+wet_sails", "circle")
    assert s.speed(state, state.ship[0]) == 6
    hold(state, [1])
    hold(to_fire(state), [1])
    hold(to_fire(state))


@pytest.mark.parametrize("roll", [9, 10])
def test_wet_sails_tear(roll):
    """HS-STRAT-3, HS-STRAT-4: on 9 or 10 the die's points of Rigging, half the unwetted Speed for a turn,
    and dry.
    """
    state = battle()
    hold(to_fire(state, "circle+wet_sails", "circle"), [roll, 4])
    ship = state.ship[0]
    assert ship.rigging == 11
    assert (ship.torn, ship.wet) == (1, 0)
    assert s.speed(state, ship) == 2
    hold(to_fire(state))
    assert s.speed(state, ship) == 4


def test_torn_sails_do_not_explode():
    """HS-STRAT-3, HS-DICE-4: a ten is ten, and no more is rolled."""
    losses = set()
    for seed in range(600):
        state = waiting({"hull": "merchantman"})
        state.dice.generator = seed
        state.ship[0].wet = 2
        turn.strain_sails(state.dice, state.ship[0], 0)
        losses.add(25 - int(state.ship[0].rigging))
    assert losses == set(range(11))


def test_hard_turns():
    """HS-STRAT-5, HS-STRAT-6: two more Handling this turn, in dice and in the number to hit her."""
    state = battle()
    play(state, "circle+hard_turns", "circle")
    assert s.handling(state.ship[0]) == 6
    play(state, "steady", "steady", [0])
    hold(state, [8])
    assert s.handling(state.ship[0]) == 4


@pytest.mark.parametrize("roll", [9, 10])
def test_strained_rudder(roll):
    """HS-STRAT-7, HS-STRAT-8, HS-STRAT-9: after the fire, a point of Hull and one of Handling, for good."""
    state = to_fire(battle(), "circle+hard_turns", "circle")
    assert (state.ship[0].hull, state.ship[0].handling) == (25, 4)
    hold(state, [roll])
    assert (state.ship[0].hull, state.ship[0].handling) == (24, 3)
    hold(to_fire(state, "circle+hard_turns", "circle"), [roll])
    assert s.handling(state.ship[0]) == 2


def test_eight_strains_nothing():
    """HS-STRAT-3, HS-STRAT-7: 8 is safe."""
    state = to_fire(battle(), "circle+wet_sails", "circle+hard_turns")
    hold(state, [8, 8])
    assert (state.ship[0].rigging, state.ship[1].hull) == (15, 25)


def test_strain_comes_after_fire():
    """HS-STRAT-9: the last rolls of the turn."""
    state = to_fire(battle(), "circle+hard_turns", "circle")
    play(state, "hold", "port@hull", [40, 5, 9])
    assert state.ship[0].hull == 25 - 5 - 1


def maneuver(first, second, margin, **ships):
    state = battle(**ships)
    play(state, "evade", "bear_down")
    return play(state, first, second, [margin, 1])


@pytest.mark.parametrize(("margin", "bonuses"), [(1, (5, 0)), (-1, (0, 5)), (0, (0, 0))])
def test_brilliant_maneuver(margin, bonuses):
    """HS-MANEUVER-1, HS-MANEUVER-5, HS-MANEUVER-7, HS-DICE-7: the better captain has 5 this turn, on a tie
    nobody.
    """
    state = maneuver("maneuver", "maneuver", margin)
    assert tuple(ship.bonus for ship in state.ship) == bonuses


def test_who_did_not_ask_may_win():
    """HS-MANEUVER-3: one try is enough, and both roll."""
    state = maneuver("maneuver", "steady", -3)
    assert tuple(ship.bonus for ship in state.ship) == (0, 5)


def test_no_maneuver_no_roll():
    """HS-MANEUVER-1: if nobody tries, nobody rolls."""
    play(play(battle(), "evade", "bear_down"), "steady", "steady", [1])


def asked(state, first, second):
    """What the first roll of a step is for, and its dice."""
    dice = state.dice
    dice.laid_down, dice.answers = 1, 0
    turn.apply(state, (r.ACTIONS.index(first), r.ACTIONS.index(second)))
    return r.ROLLS[dice.want[1]], tuple(dice.want[4:9])


def test_maneuver_dice():
    """HS-MANEUVER-4: Wits and Tactics in dice, as many kept as Wits."""
    state = battle({"hull": "corsair", "captain": {"wits": 4, "tactics": 3}})
    play(state, "evade", "bear_down")
    assert asked(state, "maneuver", "steady") == ("Brilliant Maneuver", (7, 4, 3, 2, 0))


def test_maneuver_helps_chase_and_handling():
    """HS-MANEUVER-5, HS-MANEUVER-6: 5 on the chase and on the Handling roll."""
    for pair, dice in ((("evade", "bear_down"), "chase"), (("circle", "circle"), "Handling")):
        state = battle()
        play(state, *pair)
        state.dice.laid_down, state.dice.answers = 1, 1
        state.dice.tape[0] = 1
        turn.apply(state, (r.ATTEMPT, r.STEADY))
        assert r.ROLLS[state.dice.want[1]] == dice
        # seat 0 won; in the chase seat 1 hunts, so seat 0's bonus counts against her
        assert state.dice.want[8] == (-5 if dice == "chase" else 5)


def test_bonus_is_gone_next_turn():
    """HS-MANEUVER-5: for that turn alone."""
    state = maneuver("maneuver", "steady", 1)
    hold(state)
    assert state.turn == 2
    assert tuple(ship.bonus for ship in state.ship) == (0, 0)


def test_circle_both_ways_keeps_orders_apart():
    """HS-TACTIC-1: one ship's order does not touch the other's."""
    state = orders(battle(), "evade", "circle")
    assert (state.ship[0].order, state.ship[1].order) == (r.EVADE, r.CIRCLE)
