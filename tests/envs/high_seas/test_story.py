"""The story of a battle: it says what the rules did."""

import numpy as np
import pytest

from quarterdeck.envs import chance
from quarterdeck.envs.game import find_game, setup
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.story import narrate
from quarterdeck.envs.replay import copied
from quarterdeck.envs.typed_dice import retell
from tests.envs import playing

DUEL = find_game("HighSeasDuel")
NAMES = ("Sea Hawk", "Grey Gull")


def battle(**fields):
    """A corsair against a merchantman at Long, begun, with some fields of the battle changed."""
    state = DUEL.build("corsair_merchantman")[0]
    setup(state)
    for name, value in fields.items():
        state[name] = value
    return state


def laid(state, orders, answers):
    """The battle after a step whose rolls are laid down; every answer must be used."""
    return playing.play(DUEL, copied(state), orders, answers)


def actions(names):
    return np.array([DUEL.actions.index(name) for name in names], np.int16)


def rolls_of(before, orders, after):
    return retell(DUEL, before, orders, after, NAMES)


def told(state, orders, answers):
    """The story of a step whose rolls are laid down."""
    return playing.told(DUEL, copied(state), orders, NAMES, answers)


def in_fire(**fields):
    """Both ships have circled at Short and may fire their broadsides."""
    state = battle(phase=r.FIRE, range=r.SHORT, **fields)
    for ship in state.ship:
        ship.order, ship.arcs = r.CIRCLE, r.ARC_BROADSIDE
    return state


def test_orders_are_told():
    assert told(battle(), ("bear_down+wet_sails", "circle"), []) == [
        "Sea Hawk: Bear Down with wet sails.",
        "Grey Gull: Circle.",
    ]


def test_both_evading_ends_the_story():
    """HS-RANGE-2"""
    assert told(battle(), ("evade", "evade+hard_turns"), [])[-1] == "Both ships evade and lose each other."


def chasing(**fields):
    """The corsair bears down on the evading merchantman; the orders are open."""
    state = battle(phase=r.MANEUVER, **fields)
    state.ship[0].order, state.ship[1].order = r.BEAR_DOWN, r.EVADE
    return state


def test_a_chase_is_told_with_its_margin_and_its_steps():
    """HS-CHASE-1: 13 is one step and another for the full ten."""
    assert told(chasing(), ("maneuver", "steady"), [4, 13]) == [
        "Brilliant Maneuver (Sea Hawk tries): Sea Hawk wins by 4, +5 in chase, Handling and to hit.",
        "Chase: Sea Hawk wins by 13; the range shrinks from Long to Short.",
        "May fire: Sea Hawk chasers; Grey Gull stern.",
    ]
    assert told(chasing(), ("maneuver", "maneuver"), [0, -2])[:2] == [
        "Brilliant Maneuver (both try): a tie, nobody gains it.",
        "Chase: Grey Gull wins by 2; the range grows from Long to Far.",
    ]


def test_a_step_that_runs_on_tells_every_phase():
    """A chase lost out of sight: maneuver and mishap phase are one step."""
    assert told(chasing(range=r.EXTREME), ("steady", "steady"), [-1]) == [
        "Chase: Grey Gull wins by 1; the range grows from Extreme to out of sight.",
        "Grey Gull is out of sight: Sea Hawk has lost her.",
    ]


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ([0, 1], "Mishap (1): a sail of Sea Hawk comes loose, her Speed is 1 until it is set again."),
        ([0, 4], "Mishap (4): a heavy sea sweeps Grey Gull, a hand is in the water."),
        ([0, 5, 3], "Mishap (5): the wind dies for 3 turns after this one."),
        ([0, 8], "Mishap (8): an officer of Sea Hawk goes overboard."),
        ([0, 9], "Mishap (9): an anchor of Grey Gull works loose and drags."),
    ],
)
def test_each_mishap_is_told(answers, words):
    """HS-MISHAP-1 to HS-MISHAP-10"""
    lines = told(chasing(), ("steady", "steady"), answers)
    assert lines[:2] == ["Chase: a tie; the range stays Long, and a mishap.", words]


def test_what_a_captain_does_about_a_mishap_is_told():
    state = battle(phase=r.MISHAP)
    state.ship[0].adrift, state.ship[1].adrift = r.OVERBOARD, r.SWELL
    lines = told(state, ("leave", "turn_back"), [])
    assert lines == [
        "Sea Hawk sails on: her captain loses a rank of Tactics and of Strategy.",
        "Grey Gull turns back for them: Speed 1 in the next turn.",
    ]


def test_a_broadside_and_what_it_cost_is_told():
    """8 guns: a roll of 15 is 12 points of Hull, and the tenth takes a gun."""
    lines = told(in_fire(), ("port@hull", "starboard@rigging"), [18, 12, 20])
    number = 5 * 4 + 5 - 5 - 5 + 10
    assert lines == [
        "Sea Hawk fires 8 port guns at the hull: 18 against 15, a hit for 12.",
        f"Grey Gull fires 12 starboard guns at the rigging: 20 against {number}, a miss.",
        "Grey Gull: Hull 40 to 28, loses 1 starboard gun.",
    ]


def test_a_burst_gun_is_told_once():
    """HS-FIRE-11: the gun that burst is not counted again among the enemy's hits."""
    lines = told(in_fire(), ("port@hull", "starboard@hull"), [chance.MISHAP_TOTAL, 30, 12])
    assert lines == [
        "Sea Hawk fires 8 port guns at the hull: all ones, a miss; a gun bursts and is lost with its crew.",
        "Grey Gull fires 12 starboard guns at the hull: 30 against 15, a hit for 12.",
        "Sea Hawk: Hull 25 to 13, loses 1 port gun.",
    ]


def test_strain_dice_and_repairs_are_told():
    """HS-STRAT-2, HS-STRAT-5, HS-MISHAP-3"""
    state = in_fire()
    hawk, gull = state.ship
    hawk.wet, hawk.desperate, gull.desperate, gull.fouled = 2, r.WET_SAILS, r.HARD_TURNS, 1
    assert told(state, ("hold", "hold"), [9, 6, 10, 16]) == [
        "Sea Hawk's wet sails: 9, they tear, half Speed in the next turn.",
        "Sea Hawk: Rigging 15 to 9, 1 hand at the sails killed.",
        "Grey Gull's hard turns: 10, her rudder is strained, Handling one less.",
        "Grey Gull: Hull 40 to 39.",
        "Grey Gull's fouled sail: 16 against 15, it is set again.",
    ]
    assert told(state, ("hold", "hold"), [8, 3, chance.MISHAP_TOTAL]) == [
        "Sea Hawk's wet sails: 8, they hold.",
        "Grey Gull's hard turns: 3, her rudder holds.",
        "Grey Gull's fouled sail: all ones, it is still loose.",
    ]


def test_sinking_and_nightfall_are_told():
    state = in_fire()
    state.ship[1].hull = 4
    assert told(state, ("port@hull", "hold"), [40, 9])[-2:] == [
        "Grey Gull: Hull 4 to 0, loses 1 port gun.",
        "Grey Gull has sunk; Sea Hawk holds the sea.",
    ]
    assert told(in_fire(turn=60), ("hold", "hold"), []) == ["Night falls and parts the ships."]


def test_a_boarding_is_told_squad_by_squad():
    """HS-GRAPPLE-1, HS-BOARD-2 to HS-BOARD-6"""
    state = battle(phase=r.GRAPPLE, range=r.CLOSE)
    for ship, squads in zip(state.ship, (6, 5), strict=True):
        ship.order, ship.arcs, ship.squads, ship.pont_guns = r.CIRCLE, r.ARC_BROADSIDE, squads, 0
        ship.fighter_share = 12
    lines = told(state, ("grapple", "grapple"), [2, 5, 1, 0, 2, 1, 2, 0])
    assert lines == [
        "Sea Hawk throws grapples: 2 against 8, they slip.",
        "Grey Gull throws grapples: 5 against 4, they hold.",
        "Boarding: Sea Hawk musters 6 squads, Grey Gull 5.",
        "Firearms: Sea Hawk kills 1 squad, Grey Gull 0; left are 6 and 4.",
        "Melee, exchange 1: Sea Hawk kills 2 squads, Grey Gull 1; left are 5 and 2.",
        "Melee, exchange 2: Sea Hawk kills 2 squads, Grey Gull 0; left are 5 and 0.",
        "Grey Gull is taken by Sea Hawk.",
    ]


def at_deeds(heroes=(1, 1), **fields):
    """A melee of ten squads a side, and heroes aboard both."""
    state = battle(phase=r.DEED, range=r.CLOSE, grappled=1, **fields)
    for ship, number in zip(state.ship, heroes, strict=True):
        ship.squads, ship.heroes, ship.deeds_left, ship.panache, ship.fencing = 10, number, number, 2, 2
        ship.arcs = r.ARC_BROADSIDE
    return state


def test_deeds_are_told():
    """HS-HERO-4, HS-HERO-5"""
    assert told(at_deeds(), ("cut_sail", "long_fuse"), [15, 12, 17, 18]) == [
        "A hero of Sea Hawk cuts down a sail, 12 against 10: it falls on two squads of Grey Gull (15 against 15).",
        "A hero of Grey Gull lights a fuse in the magazine of Sea Hawk: it burns to the end of the turn after next "
        "(17 against 15, 18 against 15).",
        "Left are 10 squads and 8.",
    ]
    state = at_deeds()
    state.ship[1].fuse = 1
    assert told(state, ("cut_sail", "douse_fuse"), [-1000, 20, 3]) == [
        "A hero of Sea Hawk makes for the rigging, but a squad stands in the way (all ones).",
        "A hero of Grey Gull makes for the magazine, but a squad stands in the way (20 against 15, 3 against 15).",
    ]


def test_cut_ropes_and_boarders_left_behind_are_told():
    """HS-HERO-8, HS-BOARD-28"""
    state = at_deeds(ropes=2)
    state.ship[1].squads = 7
    assert told(state, ("cut_rope", "no_deed"), [15, 15]) == [
        "A hero of Sea Hawk cuts a grappling rope, the third (15 against 15, 15 against 15).",
        "The last rope is cut: the ships drift apart.",
        "5 squads of Sea Hawk stay aboard Grey Gull.",
    ]
    apart = battle(phase=r.GRAPPLE, range=r.CLOSE, grappled=1, parting=1)
    apart.ship[0].boarders, apart.ship[0].squads, apart.ship[1].squads = 5, 5, 6
    assert told(apart, ("stand_off", "stand_off"), [1, 2, 0, 3]) == [
        "The ships are cut apart; the range is Short.",
        "Sea Hawk's 5 squads fight on aboard Grey Gull.",
        "Melee, exchange 1: Sea Hawk kills 1 squad, Grey Gull 2; left are 3 and 5.",
        "Melee, exchange 2: Sea Hawk kills 0 squads, Grey Gull 3; left are 0 and 5.",
        "Sea Hawk has no boarders left there.",
    ]


def test_a_magazine_is_told():
    """HS-HERO-7, HS-HERO-10: and a win with what the deed earns."""
    state = in_fire()
    state.ship[1].fuse, state.ship[0].deeds = 1, 1
    assert told(state, ("hold", "hold"), [44]) == [
        "The magazine of Grey Gull blows up: 44 points of Hull.",
        "Grey Gull: Hull 40 to 0, loses 2 port guns and 2 starboard guns.",
        "Grey Gull has sunk; Sea Hawk holds the sea.",
        "Sea Hawk's heroes have earned 1 extra share of the booty.",
    ]


def test_a_last_stand_is_told():
    """HS-DAMAGE-7"""
    state = battle(phase=r.FIRE, range=r.CLOSE, grappled=1)
    for ship in state.ship:
        ship.squads = 9
        ship.arcs = r.ARC_BROADSIDE
    state.ship[0].hull = 0
    assert told(state, ("hold", "hold"), [6, 0]) == [
        "Sea Hawk goes down, and her crew has two turns left.",
        "Melee, exchange 1: Sea Hawk kills 6 squads, Grey Gull 0; left are 9 and 3.",
        "Sea Hawk has sunk, but her crew has taken Grey Gull.",
    ]


def test_lookouts_are_told():
    """HS-TURN-7, HS-MOD-11"""
    state = in_fire(turn=2)
    state.range = r.CLOSE
    state.ship["known"], state.ship["shown"] = 0, [1, 0]
    assert told(state, ("hold", "hold"), [10, 9, 20]) == [
        "Grey Gull's lookouts: 10 against 10, she is the corsair Sea Hawk.",
        "Sea Hawk's lookouts: 9 against 10, they cannot tell what ship she is.",
        "Sea Hawk's lookouts: 20 against 20, Grey Gull has hidden gunports.",
    ]


def test_a_surly_crew_is_told():
    """HS-FLAW-12"""
    state = battle(phase=r.GRAPPLE, range=r.CLOSE)
    for ship in state.ship:
        ship.order, ship.squads, ship.pont_guns, ship.fighter_share, ship.disgruntled = r.CIRCLE, 4, 0, 12, 1
    assert told(state, ("grapple", "stand_off"), [8, 2, 1, 9])[1:] == [
        "Boarding: Sea Hawk musters 4 squads, Grey Gull 4.",
        "Sea Hawk's disgruntled crew: 2, they fight.",
        "Grey Gull's disgruntled crew: 1, 4 squads will not fight.",
        "Grey Gull is taken by Sea Hawk.",
    ]


def test_a_story_that_does_not_fit_is_refused():
    state = in_fire()
    orders = actions(("port@hull", "hold"))
    after = laid(state, ("port@hull", "hold"), [18, 12])
    rolls = rolls_of(state, orders, after)
    rolls[1] = (rolls[1][0], rolls[1][1] - 1)
    with pytest.raises(ValueError, match="do not lead"):
        narrate(state, orders, after, rolls, NAMES)
