"""Boarding: fighters, squads, and quick combat between them."""

import pytest

from quarterdeck.envs.high_seas import boarding, turn
from quarterdeck.envs.high_seas import record as r
from tests.envs.high_seas.battle import BOARDING, DUEL, battle, grappled, hold, legal, orders, play, waiting


def ship(hull="corsair", **spec):
    return waiting({"hull": hull, **spec}).ship[0]


@pytest.mark.parametrize(
    ("kind", "fighters"),
    [
        ("merchant", 20),  # HS-BOARD-1
        ("naval", 27),  # HS-BOARD-2
        ("privateer", 27),
        ("avalon", 41),  # HS-BOARD-3
        ("pirate", 82),  # HS-BOARD-4
        ("vesten", 82),
        (["avalon", "pirate"], 82),  # HS-BOARD-6
        (["merchant", "avalon"], 41),
    ],
)
def test_trained_fighters(kind, fighters):
    """HS-BOARD-1, HS-BOARD-2, HS-BOARD-3, HS-BOARD-4, HS-BOARD-6: the largest share that fits, rounded
    down.
    """
    assert boarding.fighters(ship(crew={"kind": kind, "hands": 82})) == fighters


def test_marines_and_officers():
    """HS-BOARD-5: to a man; of the 65 others a quarter."""
    crew = {"kind": "merchant", "hands": 80, "officers": 4, "marines": 11}
    assert boarding.fighters(ship(crew=crew)) == 16 + 15


def test_no_more_marines_than_hands():
    """HS-BOARD-5, HS-CREW-6: they are among the hands, and fall with the last of them."""
    fighting = ship(crew={"kind": "merchant", "hands": 80, "officers": 4, "marines": 11})
    fighting.crew = 9
    assert boarding.fighters(fighting) == 9


@pytest.mark.parametrize(("fighters", "squads"), [(0, 0), (1, 1), (5, 1), (6, 1), (11, 1), (12, 2), (100, 16)])
def test_squads(fighters, squads):
    """HS-BOARD-8: six fighters a squad, rounded down, but one if there is any fighter."""
    assert boarding.squads(ship(crew={"hands": fighters})) == squads


def test_counted_at_the_grapple():
    """HS-BOARD-7, HS-FIRE-23: from the hands then aboard; hands killed before fight no more, those after
    are counted.
    """
    state = orders(battle(range="close"), "circle", "circle", [0])
    assert state.ship[0].squads == -1
    state.ship[1].crew = 40
    state.ship[1].gun_crew = 0
    play(state, "grapple", "stand_off", [6, 0, 0, 0, 0, 0, 0])
    assert (state.ship[0].squads, state.ship[1].squads) == (16, 6)
    state.ship[0].crew = 30
    hold(state, [0, 0, 0, 0])
    assert state.ship[0].squads == 16


@pytest.mark.parametrize(
    ("spec", "number"),
    [
        ({}, 9),  # HS-BOARD-10, HS-BOARD-11
        ({"flaws": ["poorly_trained_crew"]}, 10),  # HS-BOARD-12
        ({"modifications": ["well_trained_crew"]}, 8),  # HS-BOARD-13
        ({"modifications": ["boarding_party"]}, 8),  # HS-BOARD-14
        ({"captain": {"over_the_side": True}}, 8),  # HS-BOARD-15
        ({"captain": {"over_the_side": True}, "flaws": ["poorly_trained_crew"]}, 9),
        ({"captain": {"over_the_side": True}, "modifications": ["boarding_party"]}, 7),
    ],
)
def test_kill_number(spec, number):
    """HS-BOARD-10, HS-BOARD-11, HS-BOARD-12, HS-BOARD-13, HS-BOARD-14, HS-BOARD-15: what a die must show."""
    assert boarding.kill_number(ship(**spec)) == number


def asks(answers, first=None, second=None):
    """The last ask of a boarding that begins with these answers: its name, who, dice, number."""
    state = orders(battle(first or "corsair", second or "corsair", range="close"), "circle", "circle", [0])
    state.dice.laid_down, state.dice.answers = 1, len(answers)
    state.dice.tape[: len(answers)] = answers
    turn.apply(state, (r.THROW, r.STAND_OFF))
    want = state.dice.want
    return r.ROLLS[want[1]], int(want[2]), int(want[4]), int(want[9])


def test_firearms():
    """HS-BOARD-17: sixteen squads have three dice before the first exchange, at the squads' number."""
    assert asks([6]) == ("firearms", 0, 3, 9)
    assert asks([6, 0]) == ("firearms", 1, 3, 9)


def test_four_squads_have_no_firearms():
    """HS-BOARD-17: one die for every five squads, rounded down."""
    few, more = {"hull": "corsair", "crew": {"hands": 29}}, {"hull": "corsair", "crew": {"hands": 30}}
    assert asks([6], few, few) == ("boarding melee", 0, 4 + 1, 9)
    assert asks([6], more, more) == ("firearms", 0, 1, 9)


def test_dice_of_the_first_exchange():
    """HS-BOARD-9, HS-BOARD-16: a die a squad, and one for each pont gun of one side."""
    assert asks([6, 0, 0], {"hull": "galleon", "crew": {"kind": "pirate", "hands": 60}}) == (
        "boarding melee",
        0,
        10 + 4,
        9,
    )


def test_pont_guns_must_be_manned():
    """HS-BOARD-16: one hand each; three hands fire three of four guns, and are one squad."""
    crew = {"kind": "pirate", "hands": 3}
    assert asks([6, 0], {"hull": "galleon", "crew": crew})[2] == 1 + 3


def test_pont_guns_fire_once():
    """HS-BOARD-16: the second exchange is for squads alone."""
    assert asks([6, 0, 0, 0, 0]) == ("boarding melee", 0, 16, 9)


def test_both_kill_at_once():
    """HS-BOARD-18: squads that fall in an exchange have rolled in it."""
    state = grappled(rolls=[0, 0, 3, 4, 2, 1])
    assert (state.ship[0].squads, state.ship[1].squads) == (16 - 5, 16 - 5)
    # the losses of the first exchange are missing from the second
    assert asks([6, 0, 0, 3, 4]) == ("boarding melee", 0, 16 - 4, 9)
    assert asks([6, 0, 0, 3, 4, 2]) == ("boarding melee", 1, 16 - 3, 9)


def test_two_exchanges_a_turn():
    """HS-BOARD-19: two in the turn of the grapple, two in each later one."""
    state = grappled(rolls=[0, 0, 1, 0, 1, 0])
    assert state.ship[1].squads == 14
    hold(state, [1, 0, 1, 0])
    assert state.ship[1].squads == 12


def test_hands_of_a_lost_squad():
    """HS-BOARD-20, HS-CREW-9: 22 spare hands at the sails of a corsair fall first, then gunners."""
    state = grappled(rolls=[0, 0, 4, 0, 0, 0])
    lost = state.ship[1]
    assert (lost.crew, lost.sail_crew, lost.gun_crew) == (100 - 24, 6, 58)


def test_the_rest_falls_last():
    """HS-BOARD-20: mates and gunners after the gun crews, and the last hands at the sails after them."""
    state = battle()
    lost = state.ship[0]
    lost.squads = 16
    boarding.lose_squads(lost, 14)
    assert (lost.crew, lost.sail_crew, lost.gun_crew) == (16, 6, 0)
    boarding.lose_squads(lost, 2)
    assert (lost.crew, lost.sail_crew, lost.squads) == (4, 4, 0)


@pytest.mark.parametrize(("squads", "gun_crew", "guns"), [(4, 58, 20), (5, 52, 18), (6, 46, 16)])
def test_silenced_guns(squads, gun_crew, guns):
    """HS-BOARD-21: a gun of the largest battery for every three gunners lost, not for two."""
    lost = battle().ship[0]
    lost.squads = 16
    boarding.lose_squads(lost, squads)
    assert (lost.gun_crew, sum(lost.guns)) == (gun_crew, guns)
    assert list(lost.guns[2:]) == [2, 2]
    assert abs(int(lost.guns[0]) - int(lost.guns[1])) <= 1


@pytest.mark.parametrize(("mine", "theirs", "yields"), [(4, 11, 0), (4, 12, 1), (4, 13, 1), (0, 1, 1), (0, 0, 0)])
def test_three_to_one(mine, theirs, yields):
    """HS-BOARD-22, HS-BOARD-23: three to one is enough; a side without squads yields, but not to nobody."""
    state = battle()
    state.ship[0].squads, state.ship[1].squads = mine, theirs
    assert boarding.yields(state.ship[0], state.ship[1]) == yields
    assert not boarding.yields(state.ship[1], state.ship[0])


def test_surrender_after_the_first_exchange():
    """HS-BOARD-22, HS-BOARD-24, HS-TURN-9: she is taken before the second exchange and before any gun is
    fired.
    """
    state = grappled(rolls=[0, 0, 11, 0])
    assert (state.ending, state.phase, state.ship[1].taken, state.ship[0].taken) == (r.TAKEN, r.FIRE, 1, 0)
    assert state.ship[1].squads == 5
    assert (turn.payoff(state, 0), turn.payoff(state, 1)) == (1, -1)


def test_firearms_alone_take_nobody():
    """HS-BOARD-22: the test comes after an exchange, so five squads shot down to one still fight it."""
    five, many = {"hull": "corsair", "crew": {"hands": 30}}, "corsair"
    state = grappled(many, five, rolls=[3, 0, 0, 0])
    assert (state.ending, state.ship[1].squads) == (r.TAKEN, 2)


def test_outnumbered_from_the_start():
    """HS-BOARD-22, HS-BOARD-23: a ship without fighters yields after the first exchange, at which only
    pont guns roll.
    """
    empty = {"hull": "corsair", "crew": {"hands": 0}}
    state = grappled("corsair", empty)
    assert (state.ending, state.ship[1].taken) == (r.TAKEN, 1)


def test_both_without_squads():
    """HS-BOARD-23: nobody is taken; the ships are cut apart in the next turn."""
    one = {"hull": "corsair", "crew": {"hands": 6}, "pont_guns": 0}
    state = grappled(one, one, rolls=[1, 1])
    assert (state.ending, state.ship[0].taken, state.ship[1].taken) == (r.RUNNING, 0, 0)
    assert (state.turn, state.phase, state.parting) == (2, r.GRAPPLE, 1)


def test_the_fallen_do_not_come_back():
    """HS-BOARD-7: at a second boarding there are no more squads than the first has left."""
    one = {"hull": "corsair", "crew": {"hands": 11}, "pont_guns": 0}
    state = grappled(one, one, rolls=[1, 1])
    assert state.ship[0].crew == 5
    play(state, "grapple", "stand_off", [10])
    assert (state.ship[0].squads, state.ship[1].squads) == (0, 0)


def test_long_melee_without_guns():
    """HS-GRAPPLE-7, HS-BOARD-19: two ships without powder fight on with no order to give, and every roll
    is told.
    """
    dry = {"hull": "corsair", "powder": 0, "crew": {"hands": 12}, "flaws": ["poorly_trained_crew"]}
    state = orders(battle(dry, dry, range="close"), "circle", "circle", [0])
    state.dice.laid_down, state.dice.answers = 1, len(state.dice.tape)
    state.dice.tape[:] = 0
    state.dice.tape[0] = 10
    turn.apply(state, (r.THROW, r.STAND_OFF))
    assert (state.ending, state.grappled) == (r.RUNNING, 1)
    assert not state.dice.short
    assert 14 < state.dice.position <= len(state.dice.tape)


# --- a crew that will not fight -----------------------------------------------------------------------------

SULKY = {"hull": "corsair", "flaws": ["disgruntled_crew"]}


@pytest.mark.parametrize(("face", "surly", "squads"), [(2, [], 16), (10, [], 16), (1, [1], 15), (1, [7], 9)])
def test_disgruntled_crew(face, surly, squads):
    """HS-FLAW-12: on a 1, 1K1 squads lay down their arms before the first shot; nobody is killed."""
    state = grappled("corsair", SULKY, [face, *surly, 0, 0, 0, 0, 0, 0])
    assert (state.ship[1].squads, state.ship[1].crew) == (squads, 100)


def test_a_whole_crew_that_will_not_fight():
    """HS-FLAW-12, HS-BOARD-23: no more squads than she has; then the ship is taken."""
    state = grappled("corsair", SULKY, [1, 23, 0])
    assert (state.ending, state.ship[1].taken, state.ship[1].squads) == (r.TAKEN, 1, 0)


def test_both_crews_disgruntled():
    """HS-FLAW-12: each has a die of its own, the first ship first."""
    state = grappled(SULKY, SULKY, [1, 2, 1, 3, *[0] * 6])
    assert (state.ship[0].squads, state.ship[1].squads) == (14, 13)


def test_no_fighters_no_surly_die():
    """HS-FLAW-12: without a squad there is nobody to refuse."""
    assert grappled("corsair", {**SULKY, "crew": {"hands": 0}}).ship[1].squads == 0


# --- grapeshot ----------------------------------------------------------------------------------------------


def test_grapeshot_after_a_failed_grapple():
    """HS-GRAPPLE-6: who throws and misses may be swept by grapeshot, and may fire it herself."""
    state = orders(battle(range="close"), "circle", "circle", [0])
    play(state, "grapple", "stand_off", [5])
    assert "port@grape" in legal(state, 0) and "port@grape" in legal(state, 1)
    play(state, "hold", "port@grape", [40, 9])
    assert state.ship[0].sail_crew == 28 - 9


def test_no_grapeshot_after_one_that_holds():
    """HS-GRAPPLE-6, HS-FIRE-28: locked together they fire into the hull."""
    state = grappled(rolls=[0] * 6)
    assert not [name for name in legal(state, 0) if "grape" in name]


# --- a ship that sinks in a melee ---------------------------------------------------------------------------


def sinking(squads=(16, 16), hull=(25, 0), rolls=()):
    """The turn ends, and the second corsair has no Hull left, locked in a melee."""
    state = grappled(rolls=[0] * 6)
    for ship, left, points in zip(state.ship, squads, hull, strict=True):
        ship.squads, ship.hull = left, points
    return hold(state, rolls)


def test_two_turns_to_win_the_other_ship():
    """HS-DAMAGE-7: four exchanges after she has sunk, if nobody yields before."""
    state = sinking(rolls=[1, 0, 0, 1, 1, 0, 0, 1])
    assert (state.ending, state.ship[1].sunk, state.ship[0].taken) == (r.SUNK, 1, 0)
    assert [int(ship.squads) for ship in state.ship] == [14, 14]
    assert turn.payoff(state, 0) == 1


def test_the_sunken_crew_takes_the_other_ship():
    """HS-DAMAGE-7, HS-BOARD-22: both ships are lost, and neither captain has won."""
    state = sinking(squads=(9, 9), rolls=[0, 6])
    assert (state.ending, state.ship[1].sunk, state.ship[0].taken) == (r.SUNK, 1, 1)
    assert (turn.payoff(state, 0), turn.payoff(state, 1)) == (0, 0)


def test_a_sunken_ship_is_not_taken():
    """HS-DAMAGE-7: her crew yields, and there is nothing left to take."""
    state = sinking(squads=(9, 9), rolls=[6, 0])
    assert (state.ship[1].sunk, state.ship[1].taken) == (1, 0)


@pytest.mark.parametrize(("squads", "hull"), [((16, 16), (0, 0)), ((0, 16), (25, 0)), ((16, 0), (25, 0))])
def test_nobody_left_to_fight_for(squads, hull):
    """HS-DAMAGE-7: if both sink, or a side has no squad, there are no more exchanges."""
    assert sinking(squads, hull).ending == r.SUNK


def test_boats_when_not_grappled():
    """HS-DAMAGE-7: without a melee her crew is out of the fight, and the battle ends as it is."""
    state = orders(battle(range="close"), "circle", "circle", [0])
    play(state, "stand_off", "stand_off")
    state.ship[1].hull = 0
    hold(state)
    assert (state.ending, state.ship[1].squads) == (r.SUNK, -1)


# --- the boarding game --------------------------------------------------------------------------------------


def alongside(first="corsair", second="corsair", **scenario):
    """A battle of the boarding game at its first choice."""
    return battle(first, second, game=BOARDING, **{"range": "close", **scenario})


def test_boarding_game_begins_with_grapples():
    """HS-BOARD-30: no orders, both bear down; both may throw."""
    state = alongside()
    assert (state.phase, legal(state, 0), legal(state, 1)) == (
        r.GRAPPLE,
        ["stand_off", "grapple"],
        ["stand_off", "grapple"],
    )
    assert [int(ship.order) for ship in state.ship] == [r.BEAR_DOWN] * 2


def test_boarding_game_fires():
    """HS-BOARD-30, HS-ARC-5: broadside or chasers, with grapeshot, while the grapples do not hold."""
    state = play(alongside(), "stand_off", "stand_off")
    batteries = {name.split("@")[0] for name in legal(state, 0)}
    assert batteries == {"hold", "port", "starboard", "chasers"}
    assert "port@grape" in legal(state, 0)
    hold(state)
    assert (state.turn, state.phase, state.range) == (2, r.GRAPPLE, r.CLOSE)


def test_boarding_game_plays_the_melee():
    """HS-BOARD-30, HS-BOARD-24: as in the whole duel."""
    state = play(alongside(), "grapple", "grapple", [6, 6, 0, 0, 0, 0, 0, 0])
    assert (state.grappled, state.phase) == (1, r.FIRE)
    assert legal(state, 0) == ["hold", "port@hull", "starboard@hull", "chasers@hull"]
    hold(state, [0, 11])
    assert (state.ending, state.ship[0].taken) == (r.TAKEN, 1)


def test_boarding_game_closes_again():
    """HS-BOARD-30: cut apart to Short, both bear down on each other, and are at Close next turn."""
    one = {"hull": "corsair", "crew": {"hands": 6}, "pont_guns": 0}
    state = play(alongside(one, one), "grapple", "stand_off", [6, 1, 1])
    assert (state.phase, state.parting) == (r.GRAPPLE, 1)
    state.ship["sail_crew"] = 6
    play(state, "stand_off", "stand_off")
    assert (state.range, state.grappled, state.phase) == (r.CLOSE, 0, r.GRAPPLE)


def test_boarding_game_crippled():
    """HS-BOARD-30, HS-TACTIC-6: she who can only Circle does, and the Handling dice are rolled."""
    crippled = {"hull": "corsair", "rigging_points": 0}
    state = battle(crippled, "corsair", game=BOARDING, range="close")
    assert [int(ship.order) for ship in state.ship] == [r.CIRCLE, r.BEAR_DOWN]


def test_boarding_game_has_the_actions_and_features_of_the_duel():
    """HS-BOARD-30: one captain plays them all."""
    assert BOARDING.interface == DUEL.interface
    assert len(BOARDING.build("boarding")) == 100 and (BOARDING.build("default")["range"] == r.CLOSE).all()
