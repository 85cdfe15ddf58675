"""Heroes in a boarding melee: sails and fuses, and what their deeds earn."""

import numpy as np
import pytest

from quarterdeck.envs.high_seas import boarding, deeds, turn
from quarterdeck.envs.high_seas import record as r
from tests.envs.high_seas.battle import BROADSIDE, battle, grappled, hold, legal, orders, play, waiting
from tests.refused import refused

MELEE = [0] * 6  # firearms and two exchanges of two corsairs, without a loss
DEEDS = ["cut_sail", "short_fuse", "long_fuse", "cut_rope", "no_deed"]


def with_heroes(number=1, hull="corsair", **more):
    return {"hull": hull, "heroes": {"number": number, **more.pop("knacks", {})}, **more}


def melee(first=1, second=0, rolls=MELEE, **scenario):
    """Two corsairs locked in a melee with so many heroes each, at their deeds; 16 squads a side."""
    return grappled(with_heroes(first), with_heroes(second), rolls, **scenario)


def ask(state, first, second="pass", answers=()):
    """The roll that a step asks for after these answers: what for, who, dice, keep, number."""
    state = np.array([state], r.STATE)[0]
    state.dice.laid_down, state.dice.answers = 1, len(answers)
    state.dice.tape[: len(answers)] = answers
    turn.apply(state, (r.ACTIONS.index(first), r.ACTIONS.index(second)))
    assert state.dice.short
    want = [int(number) for number in state.dice.want]
    return r.ROLLS[want[1]], want[2], want[4], want[5], want[9]


# --- aboard -------------------------------------------------------------------------------------------------


def test_heroes_come_on_top_of_the_crew():
    """HS-BOARD-25: they are no hands and count in no squad."""
    plain, heroic = waiting().ship[0], waiting(with_heroes(6)).ship[0]
    assert heroic.heroes == 6
    assert (heroic.crew, boarding.fighters(heroic)) == (plain.crew, boarding.fighters(plain))


def test_heroes_are_never_killed():
    """HS-BOARD-25, HS-HERO-1: not by melee, sails, grapeshot or a magazine."""
    state = melee(2, 2, [0, 0, 5, 5, 4, 4])
    play(state, "short_fuse", "cut_sail", [20, 20, 20, 3])
    play(state, "no_deed", "no_deed")
    hold(state, [4, 4, 4, 4])
    assert [int(ship.heroes) for ship in state.ship] == [2, 2]


def test_outnumbered_with_heroes():
    """HS-BOARD-25, HS-BOARD-22: they do not help in the three-to-one test."""
    state = melee(0, 6, [0, 0, 11, 0])
    assert (state.ending, state.ship[1].taken) == (r.TAKEN, 1)


def test_a_battle_without_heroes_asks_for_no_deed():
    """HS-HERO-2: the melee goes straight on to the guns."""
    assert melee(0, 0).phase == r.FIRE
    assert melee(0, 1).phase == r.DEED


@pytest.mark.parametrize("spec", [7, {"number": 1, "panache": 6}, {"number": 1, "fencing": -1}, {"numbers": 2}])
def test_bad_heroes(spec):
    """HS-HERO-1: at most six, Panache 1 to 5, Fencing 0 to 5."""
    assert "heroes" in refused(waiting, {"hull": "corsair", "heroes": spec})


# --- who may do what ----------------------------------------------------------------------------------------


def test_both_sides_may_act():
    """HS-HERO-2: heroes or villains; a side without any has only `pass`."""
    state = melee(1, 1)
    assert (legal(state, 0), legal(state, 1)) == (DEEDS, DEEDS)
    state = melee(1, 0)
    assert (legal(state, 0), legal(state, 1)) == (DEEDS, ["pass"])


def test_no_deed_before_the_grapple():
    """HS-HERO-2: only in the middle of a boarding melee."""
    state = battle(with_heroes(2), with_heroes(2), range="close")
    orders(state, "circle", "circle", [0])
    play(state, "stand_off", "stand_off")
    assert state.phase == r.FIRE


def test_broadside_has_no_heroes():
    """HS-HERO-2: nobody is boarded in the gunnery game."""
    state = battle(with_heroes(2), with_heroes(2), game=BROADSIDE, range="close")
    assert state.phase == r.ORDERS
    assert (int(state.phases) >> r.DEED) & 1 == 0


def test_one_after_the_other():
    """HS-HERO-3: every hero has one try a turn; `no_deed` is for all that are left."""
    state = play(melee(2, 1), "cut_rope", "cut_rope", [1, 1])
    assert (legal(state, 0), legal(state, 1)) == (DEEDS, ["pass"])
    assert play(state, "cut_rope", "pass", [1]).phase == r.FIRE
    assert play(melee(6, 0), "no_deed").phase == r.FIRE
    # the next turn gives each a new try
    state = hold(play(melee(2, 0), "no_deed"), [0] * 4)
    assert (state.turn, state.phase, state.ship[0].deeds_left) == (2, r.DEED, 2)


def test_nothing_to_light_or_to_cut():
    """HS-HERO-3, HS-HERO-5: sails need rigging on either ship, a fuse needs powder and no other fuse."""
    state = melee()
    state.ship[1].powder = 0
    assert legal(state, 0) == ["cut_sail", "cut_rope", "no_deed"]
    state.ship[1].powder, state.ship[1].fuse = 1, 2
    state.ship[0].rigging = 0
    assert "cut_sail" in legal(state, 0)
    state.ship[1].rigging = 0
    assert legal(state, 0) == ["cut_rope", "no_deed"]


# --- past a squad -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "number"),
    [({}, 15), ({"flaws": ["poorly_trained_crew"]}, 10), ({"modifications": ["well_trained_crew"]}, 20)],
)
def test_past_a_squad(spec, number):
    """HS-HERO-1: (Panache + Fencing)k(Panache) against 10, 15 or 20 by the squad's Threat."""
    hero = with_heroes(1, knacks={"panache": 3, "fencing": 4})
    state = grappled(hero, {"hull": "corsair", **spec}, MELEE)
    assert ask(state, "cut_sail") == ("past a squad", 0, 7, 3, number)


def test_squads_in_the_way():
    """HS-HERO-3, HS-HERO-5, HS-HERO-8: one before the rigging, two before the magazine and each rope."""
    assert ask(melee(), "cut_sail", answers=[15])[0] == "cut down a sail"
    for deed in ("short_fuse", "cut_rope"):
        assert ask(melee(), deed, answers=[15])[0] == "past a squad"
        play(melee(), deed, "pass", [15, 15])


def test_no_more_squads_than_there_are():
    """HS-HERO-5: a last squad is passed once."""
    state = melee()
    state.ship[0].squads = 2
    state.ship[1].squads = 1
    play(state, "short_fuse", "pass", [15])
    assert state.ship[1].fuse == deeds.SHORT


@pytest.mark.parametrize("deed", ["cut_sail", "long_fuse", "cut_rope"])
def test_stopped_by_a_squad(deed):
    """HS-HERO-1: one short of the number, or all ones, and nothing is done."""
    for total in (14, -1000):
        state = play(melee(), deed, "pass", [total])
        assert (state.ropes, state.ship[1].fuse, state.ship[0].deeds) == (0, 0, 0)
        assert [int(ship.squads) for ship in state.ship] == [16, 16]
        assert state.phase == r.FIRE


# --- sails --------------------------------------------------------------------------------------------------


def test_a_sail_is_a_panache_roll():
    """HS-HERO-3: Panache dice, all kept, against 10."""
    hero = with_heroes(1, knacks={"panache": 4})
    assert ask(grappled(hero, "corsair", MELEE), "cut_sail", answers=[15]) == ("cut down a sail", 0, 4, 4, 10)


@pytest.mark.parametrize(("total", "mine", "theirs", "done"), [(10, 16, 14, 1), (9, 15, 15, 0), (-1000, 15, 15, 0)])
def test_a_sail_falls(total, mine, theirs, done):
    """HS-HERO-4: on two enemy squads, or on one of each side; squads are six hands."""
    state = play(melee(), "cut_sail", "pass", [15, total])
    assert [int(ship.squads) for ship in state.ship] == [mine, theirs]
    assert state.ship[1].crew == 100 - 6 * (16 - theirs)
    assert state.ship[0].deeds == done


def test_a_sail_may_end_the_melee():
    """HS-HERO-4, HS-BOARD-22: fifteen to six is not three to one, fifteen to four is."""
    state = melee(rolls=[0, 0, 10, 1, 0, 0])
    assert [int(ship.squads) for ship in state.ship] == [15, 6]
    play(state, "cut_sail", "pass", [15, 10])
    assert (state.ending, state.ship[1].taken, state.ship[1].squads) == (r.TAKEN, 1, 4)
    assert turn.payoff(state, 0) == 1


def test_a_sail_on_the_last_squads():
    """HS-HERO-4, HS-BOARD-23: one of each side may be the last; then the ships are cut apart."""
    state = melee()
    state.ship[0].squads = state.ship[1].squads = 1
    play(state, "cut_sail", "pass", [15, 5])
    assert (state.ending, state.parting, [int(ship.squads) for ship in state.ship]) == (r.RUNNING, 2, [0, 0])


# --- the magazine -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("powder", "tons"), [(0, 0), (1, 1), (120, 1), (121, 2), (420, 4)])
def test_tons(powder, tons):
    """HS-SHIP-14: a part of a ton is a whole one."""
    ship = waiting().ship[0]
    ship.powder = powder
    assert deeds.tons_of_powder(ship) == tons


def burning(deed="short_fuse", **spec):
    """The first corsair's hero has lit the second's magazine, and the guns have their turn."""
    state = grappled(with_heroes(1), {"hull": "corsair", "powder": 2, **spec}, MELEE)
    return play(state, deed, "pass", [15, 15])


def turns(state, number):
    """So many turns of melee without a loss, a deed or a shot."""
    for _ in range(number):
        hold(state, MELEE[:4])
        if state.phase == r.DEED:
            play(state, *("no_deed" if "no_deed" in legal(state, seat) else "pass" for seat in (0, 1)))
    return state


@pytest.mark.parametrize(("deed", "later"), [("short_fuse", 1), ("long_fuse", 2)])
def test_a_fuse_burns(deed, later):
    """HS-HERO-5, HS-HERO-6: four Actions to the end of the next turn, eight to the end of the turn after."""
    state = burning(deed)
    assert (state.turn, state.ship[1].fuse, state.ship[0].deeds) == (1, later + 1, 1)
    turns(state, later)
    assert (state.turn, state.ship[1].fuse) == (1 + later, 1)
    hold(state, [12, 7, *MELEE[:4]])
    assert (state.turn, state.ship[1].fuse, state.ship[1].powder) == (2 + later, 0, 0)
    assert (state.ship[1].hull, state.ship[0].hull) == (25 - 12, 25 - 7)


def test_the_blast():
    """HS-SHIP-14, HS-HERO-7: 2K2 a ton to her, 1K1 a ton to the ship beside her."""
    state = turns(burning(powder=2.1), 1)
    state.dice.laid_down, state.dice.answers = 1, 0
    turn.apply(state, (r.HOLD, r.HOLD))
    want = [int(number) for number in state.dice.want]
    assert (r.ROLLS[want[1]], want[2], want[4], want[5]) == ("magazine", 1, 6, 6)
    state = turns(burning(powder=2.1), 1)
    state.dice.laid_down, state.dice.answers, state.dice.tape[0] = 1, 1, 10
    turn.apply(state, (r.HOLD, r.HOLD))
    want = [int(number) for number in state.dice.want]
    assert (r.ROLLS[want[1]], want[2], want[4], want[5]) == ("blast beside her", 1, 3, 3)


def test_blown_up_she_sinks():
    """HS-HERO-7, HS-DAMAGE-6: both ships together, if the blast is big enough."""
    state = hold(turns(burning(), 1), [40, 30])
    assert (state.ending, state.ship[0].sunk, state.ship[1].sunk) == (r.SUNK, 1, 1)
    assert turn.payoff(state, 0) == 0


def test_powder_fired_away():
    """HS-HERO-7: a fuse that ends in an empty magazine does nothing."""
    state = turns(burning(), 1)
    state.ship[1].powder = 0
    hold(state, MELEE[:4])
    assert (state.ship[1].fuse, state.ship[1].hull, state.ship[0].hull) == (0, 25, 25)


def test_dousing():
    """HS-HERO-5: two squads on the way down, and the fuse is out; a deed."""
    state = grappled(with_heroes(1), with_heroes(1), MELEE)
    play(state, "long_fuse", "no_deed", [15, 15])
    hold(state, MELEE[:4])
    assert "douse_fuse" in legal(state, 1) and "douse_fuse" not in legal(state, 0)
    play(state, "no_deed", "douse_fuse", [15, 15])
    assert (state.ship[1].fuse, state.ship[1].deeds) == (0, 1)


def test_dousing_may_fail():
    """HS-HERO-5: stopped by the second squad, the fuse burns on."""
    state = grappled(with_heroes(1), with_heroes(1), MELEE)
    play(state, "long_fuse", "no_deed", [15, 15])
    hold(state, MELEE[:4])
    play(state, "no_deed", "douse_fuse", [15, 14])
    assert (state.ship[1].fuse, state.ship[1].deeds) == (2, 0)


def test_a_fuse_burns_on_when_the_ships_part():
    """HS-HERO-6, HS-HERO-7: it hurts nobody but her, and her heroes may douse it with nobody in the way."""
    state = grappled(with_heroes(1), with_heroes(1), MELEE)
    play(state, "long_fuse", "no_deed", [15, 15])
    state.grappled, state.range, state.ropes = 0, r.SHORT, 0
    for ship in state.ship:
        ship.arcs = 0
    assert state.phase == r.FIRE
    play(state, "pass", "pass")
    orders(state, "circle", "circle", [0])
    assert (legal(state, 0), legal(state, 1)) == (["pass"], ["douse_fuse", "no_deed"])
    apart = np.array([state], r.STATE)[0]
    play(apart, "pass", "douse_fuse")
    assert apart.ship[1].fuse == 0
    play(state, "pass", "no_deed")
    hold(state)
    orders(state, "circle", "circle", [0])
    play(state, "pass", "no_deed")
    hold(state, [12])
    assert (state.ship[0].hull, state.ship[1].hull) == (25, 13)


# --- rewards ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "won", "reward"),
    [("pirate", True, (2, 0)), ("privateer", True, (2, 0)), ("naval", True, (0, 2)), ("merchant", False, (0, 0))],
)
def test_rewards(kind, won, reward):
    """HS-HERO-10: another share aboard pirates and privateers, 1K1 x 20 Guilders elsewhere; nothing for the beaten."""
    ship = waiting({"hull": "corsair", "crew": {"kind": kind}}).ship[0]
    ship.deeds = 2
    assert deeds.reward(ship, won) == reward
