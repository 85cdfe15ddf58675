"""Orders in a large battle: whom they name, and who may give which."""

from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.fleet import record as f
from quarterdeck.envs.high_seas.fleet import turn
from tests.envs.high_seas.fleet.battle import battle, legal, play, two_on_one, waiting


def test_action_names():
    assert f.ACTIONS[f.FIRST_EVADE + r.WET_SAILS] == "evade+wet_sails"
    assert f.ACTIONS[f.FIRST_BEAR_DOWN + 3 * 4 + r.HARD_TURNS] == "bear_down:4+hard_turns"
    assert f.ACTIONS[f.FIRST_CIRCLE + 3 * 11] == "circle:11"
    assert f.ACTIONS[f.FIRST_CIRCLE_TWO + 3 * f.PAIR_PLACE[7, 2] + r.WET_SAILS] == "circle:2+7+wet_sails"
    assert f.ACTIONS[f.FIRST_GRAPPLE + 3] == "grapple:3"
    assert f.ACTIONS[f.FIRST_SHOT + f.SHIPS * (3 * r.STERN + r.RIGGING) + 5] == "stern@rigging:5"
    assert len(set(f.ACTIONS)) == len(f.ACTIONS)


def test_orders_of_a_ship_among_enemies():
    """HS-FLEET-3, HS-FLEET-4, HS-FLEET-5: evade from all, bear down on one, circle one or two; enemies alone."""
    state = battle(["corsair", "corsair"], ["corsair", "corsair"])
    bare = [name for name in legal(state, 0) if "sails" not in name and "turns" not in name]
    assert bare == ["evade", "bear_down:2", "bear_down:3", "circle:2", "circle:3", "circle:2+3"]
    assert len(legal(state, 0)) == 3 * len(bare)
    assert legal(state, 4) == ["pass"]


def test_whom_an_order_names():
    """HS-FLEET-3: who evades names all in sight, her own side too."""
    state = battle(["corsair", "corsair"], ["corsair", "corsair"])
    play(state, ["evade", "bear_down:3+wet_sails", "circle:0+1", "circle:1+hard_turns"])
    assert [int(bits) for bits in state.named[:4]] == [0b1110, 0b1000, 0b0011, 0b0010]
    assert [int(ship.order) for ship in state.ship[:4]] == [r.EVADE, r.BEAR_DOWN, r.CIRCLE, r.CIRCLE]
    assert [int(ship.desperate) for ship in state.ship[:4]] == [0, r.WET_SAILS, 0, r.HARD_TURNS]
    assert state.ship[1].wet == 2


def test_beyond_sight_is_no_mark():
    """HS-TURN-5: in a storm ships see each other up to Medium."""
    apart = [{"ships": [0, 3], "range": "medium"}]
    state = battle(["corsair", "corsair"], ["corsair", "corsair"], weather="storm", ranges=apart)
    assert "circle:2+3" in legal(state, 0)
    state.ranges[0, 3] = state.ranges[3, 0] = f.OUT
    assert "bear_down:3" not in legal(state, 0) and "circle:2+3" not in legal(state, 0)


def test_a_crippled_ship_only_circles():
    """HS-TACTIC-6, HS-STRAT-10: and wets no sails."""
    state = battle([{"hull": "corsair", "rigging_points": 0}, "corsair"], ["corsair", "corsair"])
    assert legal(state, 0) == [
        "circle:2",
        "circle:2+hard_turns",
        "circle:3",
        "circle:3+hard_turns",
        "circle:2+3",
        "circle:2+3+hard_turns",
    ]


def test_nobody_steers_a_warped_rudder():
    """HS-FLAW-14, HS-CREW-1: with too few hands she Circles without hard turns; without the flaw she may turn hard."""
    few = {"hull": "corsair", "crew": {"hands": 5}}
    state = battle([{**few, "flaws": ["warped_rudder"]}], ["corsair", "corsair"])
    assert legal(state, 0) == ["circle:1", "circle:2", "circle:1+2"]
    assert "circle:1+hard_turns" in legal(battle([few], ["corsair"]), 0)


def test_a_crippled_ship_without_an_enemy_in_sight_has_no_choice():
    state = waiting([{"hull": "corsair", "rigging_points": 0}, "corsair"], ["corsair"])
    state.ranges[0, 2] = state.ranges[2, 0] = f.OUT
    turn.setup(state)
    assert legal(state, 0) == ["pass"]
    play(state, ["pass", "circle:2", "evade"])
    assert state.ship[0].order == r.CIRCLE and state.named[0] == 0


def test_a_single_enemy_or_several_in_the_mask():
    state = two_on_one()
    assert "circle:2" in legal(state, 0) and not any(name.startswith("circle:2+3") for name in legal(state, 0))
    assert "circle:0+1" in legal(state, 2)
