"""The guns: which may fire, at what, what they must roll, and what a hit does."""

import pytest

from quarterdeck.envs.high_seas import gunnery, turn
from quarterdeck.envs.high_seas import record as r
from tests.envs.high_seas.battle import BROADSIDE, batteries, battle, grappled, hold, legal, play, to_fire

BURST = -1000


def number_in(state, battery=r.PORT, aim=r.HULL):
    return gunnery.target_number(state.ship[0], state.ship[1], battery, aim, state.range, state.size_reversed)


def number(first="corsair", second="corsair", battery=r.PORT, aim=r.HULL, **scenario):
    return number_in(battle(first, second, **scenario), battery, aim)


def test_base_number():
    """HS-FIRE-8: five times Handling 3 is 15; the average gunner takes 5 off."""
    assert number("small_warship", "small_warship", range="close") == 15 - 5


@pytest.mark.parametrize(
    ("range_", "more"),
    [("close", 0), ("short", 5), ("medium", 10), ("long", 15), ("far", 20), ("extreme", 25)],
)
def test_range_steps(range_, more):
    """HS-FIRE-10: five more for every step beyond Close."""
    assert number(range=range_) == 20 - 5 + more


def test_rigging_is_harder():
    """HS-FIRE-11: ten more."""
    assert number(range="close", aim=r.RIGGING) == number(range="close", aim=r.HULL) + 10


def test_grapeshot_is_aimed_like_shot_at_the_hull():
    """HS-FIRE-22: at the number for Hull."""
    assert number(range="close", aim=r.GRAPE) == number(range="close", aim=r.HULL)


def test_gunner_of_the_battery():
    """HS-FIRE-12: five off for each rank of the battery's own gunner; Gunnery 3 is 15."""
    ship = {"hull": "corsair", "gunnery": {"port": 3, "starboard": 0}}
    assert number(ship, range="close", battery=r.PORT) == 20 - 15
    assert number(ship, range="close", battery=r.STARBOARD) == 20


def test_sizes():
    """HS-FIRE-13, HS-FIRE-14: five more at a larger ship, five less at a smaller one, as the rules print
    it.
    """
    assert number("corsair", "large_warship", range="close") == 10 - 5 + 5
    assert number("large_warship", "corsair", range="close") == 20 - 5 - 5
    assert number("large_warship", "galleon", range="close") == 5 - 5


def test_sizes_by_house_rule():
    """HS-FIRE-13, HS-FIRE-14: a house rule turns them round."""
    house = {"size_step_reversed": True}
    assert number("corsair", "large_warship", range="close", house_rules=house) == 10 - 5 - 5
    assert number("large_warship", "corsair", range="close", house_rules=house) == 20 - 5 + 5
    assert number("galleon", "large_warship", range="close", house_rules=house) == 10 - 5


def test_negative_handling():
    """HS-FIRE-9, HS-DAMAGE-11: Handling -2 makes it 10 less."""
    wreck = {"hull": "small_warship", "rigging_points": 0}
    assert number("small_warship", wreck, range="close") == -10 - 5


def test_hard_turns_make_her_harder_to_hit():
    """HS-STRAT-6: two points of Handling are 10."""
    state = to_fire(battle(), "circle", "circle+hard_turns")
    assert number_in(state) == 30 + 15 - 5


def asked(state, shot, answers=()):
    """The first ask for which there is no answer: its name, dice, kept, bonus, number."""
    state.dice.laid_down, state.dice.answers = 1, len(answers)
    state.dice.tape[: len(answers)] = answers
    turn.apply(state, (r.ACTIONS.index(shot), r.HOLD))
    want = state.dice.want
    return r.ROLLS[want[1]], *(int(want[i]) for i in (4, 5, 8, 9))


def test_dice_to_hit():
    """HS-FIRE-5, HS-FIRE-6, HS-FIRE-7: Threat in dice, all added: two, or three for a Well Trained Crew."""
    assert asked(to_fire(battle()), "port@hull") == ("cannon", 2, 2, 0, 30)
    assert asked(to_fire(battle()), "port@rigging") == ("cannon", 2, 2, 0, 40)
    well = {"hull": "corsair", "modifications": ["well_trained_crew"]}
    assert asked(to_fire(battle(well)), "port@hull") == ("cannon", 3, 3, 0, 30)


def test_brilliant_maneuver_helps_the_guns():
    """HS-FIRE-15, HS-MANEUVER-6: 5 on the roll to hit, nothing on the damage."""
    state = battle()
    play(state, "circle", "circle")
    play(state, "maneuver", "steady", [1, 0])
    assert asked(state.copy(), "port@hull") == ("cannon", 2, 2, 5, 30)
    assert asked(state, "port@hull", [30]) == ("damage", 2, 2, 0, 8)


def fire(first="corsair", second="corsair", shot="port@hull", rolls=(), **scenario):
    state = to_fire(battle(first, second, **scenario), "circle", "circle")
    return play(state, shot, "hold", rolls)


def test_hit_reaches_the_number():
    """HS-FIRE-6, HS-DICE-6: 30 hits 30, 29 does not."""
    assert fire(rolls=[30, 7]).ship[1].hull == 25 - 7
    assert fire(rolls=[29]).ship[1].hull == 25


def test_firepower():
    """HS-FIRE-19, HS-FIRE-20: a tenth for each gun times 2k2: the tenths asked for are the guns."""
    state = to_fire(battle("merchantman"))
    assert asked(state, "port@hull", [99])[0::4] == ("damage", 12)


def test_damage_goes_where_it_was_aimed():
    """HS-FIRE-21: to Hull or to Rigging."""
    hull, rigging = fire(rolls=[99, 4]).ship[1], fire(shot="port@rigging", rolls=[99, 4]).ship[1]
    assert (hull.hull, hull.rigging) == (21, 15)
    assert (rigging.hull, rigging.rigging) == (25, 11)


@pytest.mark.parametrize("battery", ["port", "starboard"])
def test_burst_gun(battery):
    """HS-FIRE-16, HS-FIRE-17: all ones miss, and cost the firing battery a gun and its three hands."""
    state = fire(shot=f"{battery}@hull", rolls=[BURST])
    ship, index = state.ship[0], r.BATTERIES.index(battery)
    assert ship.guns[index] == 7
    assert sum(ship.guns) == 19
    assert (ship.gun_crew, ship.crew) == (57, 97)
    assert state.ship[1].hull == 25


def test_ones_miss_whatever_the_number():
    """HS-FIRE-17, HS-FIRE-18: a number of 0 or less is hit by anything but ones."""
    wreck = {"hull": "galleon", "rigging_points": 0}
    gunner = {"hull": "galleon", "gunnery": 5}
    assert number(gunner, wreck, range="close") < 0
    assert fire(gunner, wreck, rolls=[3, 5], range="close").ship[1].hull == 45
    assert fire(gunner, wreck, rolls=[BURST], range="close").ship[1].hull == 50


def test_either_broadside_but_one_battery():
    """HS-FIRE-1: a shot is one battery; both sides are open."""
    state = to_fire(battle())
    assert legal(state, 0) == ["hold", "port@hull", "port@rigging", "starboard@hull", "starboard@rigging"]


def test_reload():
    """HS-FIRE-2: fired in turn 1, the port battery fires again in turn 3."""
    state = fire(rolls=[1])
    assert list(state.ship[0].loaded) == [0, 1, 1, 1]
    assert batteries(to_fire(state), 0) == {"starboard"}
    hold(state)
    assert batteries(to_fire(state), 0) == {"port", "starboard"}


def test_all_batteries_loading():
    """HS-FIRE-2: port in one turn and starboard in the next; then port again."""
    state = fire(rolls=[1])
    play(to_fire(state), "starboard@hull", "hold", [1])
    assert batteries(to_fire(state), 0) == {"port"}


def test_grapeshot():
    """HS-FIRE-22, HS-FIRE-23: only at Close; hands at the sails die, the ship has no scratch."""
    assert "port@grape" not in legal(to_fire(battle(range="short")), 0)
    before = battle().ship[1]
    state = fire(shot="port@grape", rolls=[99, 9], range="close")
    ship = state.ship[1]
    assert (ship.sail_crew, ship.crew) == (before.sail_crew - 9, before.crew - 9)
    assert (ship.hull, ship.rigging, sum(ship.guns)) == (25, 15, 20)


def test_grapeshot_can_unman_her():
    """HS-FIRE-23, HS-DAMAGE-12, HS-TACTIC-8: no more hands die than there are; then she can only Circle."""
    state = fire(shot="port@grape", rolls=[99, 90], range="close")
    assert (state.ship[1].sail_crew, state.ship[1].crew) == (0, 72)
    assert legal(state, 1) == ["circle", "circle+hard_turns"]


def test_powder():
    """HS-FIRE-24: a volley of eight guns takes eight shots, hit or miss; 960 shots of a merchantman are 8
    tons.
    """
    assert fire(rolls=[1]).ship[0].powder == 420 - 8
    assert battle({"hull": "merchantman", "powder": 8}).ship[0].powder == 12 * 80


def test_short_of_powder():
    """HS-FIRE-25: with three shots three guns fire; with none nobody does."""
    state = to_fire(battle({"hull": "corsair", "powder": 0.025}))
    assert asked(state.copy(), "port@hull", [99])[4] == 3
    play(state, "port@hull", "hold", [1])
    assert state.ship[0].powder == 0
    assert legal(to_fire(state), 0) == ["pass"]


def test_pont_guns_need_no_powder():
    """HS-FIRE-27: with an empty magazine the pont gun of a corsair still adds a die to one squad's."""
    empty = {"hull": "corsair", "powder": 0, "crew": {"hands": 11}}
    state = play(battle(empty, empty, range="close"), "circle", "circle")
    play(state, "steady", "steady", [0])
    assert asked(state, "grapple", [10]) == ("boarding melee", 2, 2, 0, 9)


def test_grappled_ships_aim_at_the_hull():
    """HS-FIRE-28: neither Rigging nor grapeshot, at the normal number."""
    state = grappled(rolls=[0] * 6)
    assert legal(state, 0) == ["hold", "port@hull", "starboard@hull"]
    assert number_in(state) == 20 - 5


def test_guns_come_last():
    """HS-FIRE-4: after movement and grappling, at the new range."""
    state = play(battle(range="short"), "bear_down", "circle")
    play(state, "steady", "steady", [0])
    assert (state.phase, state.range) == (r.GRAPPLE, r.CLOSE)
    play(state, "stand_off", "stand_off")
    assert state.phase == r.FIRE


def test_broadside_alone():
    """HS-MISSION-6: Circle, bare or with hard turns, at the range of the scenario."""
    state = battle(game=BROADSIDE, range="medium")
    assert legal(state, 0) == ["circle", "circle+hard_turns"]
    play(state, "circle", "circle+hard_turns", [0])
    assert (state.phase, state.range) == (r.FIRE, r.MEDIUM)
    play(state, "port@hull", "hold", [35, 3, 1])
    assert (state.turn, state.range, state.ship[1].hull) == (2, r.MEDIUM, 22)


def test_broadside_alone_at_close():
    """HS-MISSION-6: nobody grapples in it, and grapeshot may fly."""
    state = battle(game=BROADSIDE, range="close")
    play(state, "circle", "circle", [0])
    assert state.phase == r.FIRE
    assert "port@grape" in legal(state, 0)
