"""What holds in every large battle, whoever commands."""

import numpy as np
import pytest

from quarterdeck.envs.game import observe, payoff
from quarterdeck.envs.high_seas.fleet import record as f
from tests.envs.high_seas.fleet.battle import FLEET, begun, steps

SCENARIOS = ("default", "skirmish", "convoy", "treasure_fleet", "three_sides")
LOW, HIGH = (np.array([feature[i] for feature in FLEET.features], np.float32) for i in (1, 2))


def check(state):
    """The ranges are those of pairs, and every ship is one that may be."""
    ranges, slots = state.ranges, int(state.slots)
    assert (ranges == ranges.T).all()
    assert (np.diag(ranges) == f.OUT).all()
    assert ((ranges <= state.sight) | (ranges == f.OUT)).all()
    assert (state.present[slots:] == 0).all()
    for seat in range(f.SHIPS):
        if not state.present[seat]:
            assert (ranges[seat] == f.OUT).all() and not state.locked[seat] and not state.arcs[seat].any()
        if state.locked[seat]:
            other = int(state.locked[seat]) - 1
            assert state.locked[other] == seat + 1 and ranges[seat, other] == 0
            assert state.side[other] != state.side[seat]
    for ship in state.ship[:slots]:
        assert 0 <= ship.hull <= ship.hull_max and 0 <= ship.rigging <= ship.rigging_max
        assert ship.crew >= ship.sail_crew + ship.gun_crew and min(ship.sail_crew, ship.gun_crew) >= 0
        assert (ship.guns >= 0).all() and ship.powder >= 0 and set(ship.loaded.tolist()) <= {-1, 0, 1}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_battles(scenario):
    """They end, nothing is out of its bounds, who is out stays out, and every step asks somebody."""
    out = np.zeros((f.SHIPS, len(FLEET.features)), np.float32)
    for seed in range(6):
        before_turn = 0
        for before, _, after in steps(scenario, seed):
            check(after)
            assert before.asked and after.turn >= before_turn
            assert (after.present <= before.present).all()
            assert (after.ship["hull"] <= before.ship["hull"]).all()
            assert (after.ship["rigging"] <= before.ship["rigging"]).all()
            assert 0 <= after.dice.position <= f.TAPE
            observe(after, out)
            assert (out >= LOW).all() and (out <= HIGH).all()
            before_turn = int(after.turn)
        assert before_turn <= after.nightfall
        pays = [payoff(after, seat) for seat in range(f.SHIPS)]
        assert min(pays) >= -1 and max(pays) <= 1
        for side in set(after.side.tolist()) - {-1}:
            assert len({pays[seat] for seat in range(f.SHIPS) if after.side[seat] == side}) == 1


def test_the_same_seed_is_the_same_battle():
    first, second, other = ([after.tobytes() for *_, after in steps("skirmish", seed)] for seed in (3, 3, 9))
    assert first == second != other


def test_batteries_reload_and_no_two_fire_at_one_ship():
    """HS-FIRE-1, HS-FIRE-2, HS-FIRE-3"""
    fired: dict[tuple[int, int], int] = {}
    volleys = 0
    for before, orders, _ in steps("default", 4):
        targets: dict[int, set[int]] = {}
        for seat in range(f.SHIPS):
            targets[seat] = {(int(shot) - 1) // 3 for shot in before.shots[seat] if shot}
            if orders[seat] >= f.FIRST_SHOT:
                shot = int(orders[seat]) - f.FIRST_SHOT
                battery, target = shot // (3 * f.SHIPS), shot % f.SHIPS
                assert target not in targets[seat]
                assert int(before.turn) - fired.get((seat, battery), -9) >= 2
                fired[seat, battery] = int(before.turn)
                volleys += 1
    assert volleys > 20


def test_the_own_slot_is_empty_and_friends_are_known():
    """HS-TURN-6: of who is beyond recognition nothing is told but that she is there."""
    state = begun("treasure_fleet", 0)
    out = np.ones((f.SHIPS, len(FLEET.features)), np.float32)
    observe(state, out)
    named = dict(zip(FLEET.feature_names, out[0], strict=True))
    assert not any(value for name, value in named.items() if name.startswith("ship_0_"))
    assert named["ship_1_hull_left"] == 1 and named["ship_1_enemy"] == 0 and named["ship_1_there"] == 1
    assert named["ship_7_there"] == named["ship_7_enemy"] == named["ship_7_range"] == 1
    assert named["ship_7_hull"] == named["ship_7_size"] == 0
    assert named["own_hull"] > 0 and named["mission_run"] == 1


def test_a_seat_without_a_ship_sees_nothing():
    state = begun("convoy", 0)
    out = np.ones((f.SHIPS, len(FLEET.features)), np.float32)
    observe(state, out)
    assert not out[7:].any() and out[:7].any(axis=1).all()
