"""Grapple and board: quick combat between squads of six."""

from .. import chance
from ..compiler import compiled
from . import record as r
from . import ship as s

EXCHANGES = 2  # a Ship Turn is two turns of melee (HS-BOARD-19)


@compiled
def grapple_number(ship, target):
    """What one die must show: smaller 8, same size 6, larger 4. HS-GRAPPLE-2, HS-GRAPPLE-3, HS-GRAPPLE-4"""
    # by key: a record of NumPy has a `size` of its own
    if ship["size"] < target["size"]:
        return 8
    return 6 if ship["size"] == target["size"] else 4


@compiled
def throw_grapples(state, seat):
    """One ship's try; the grapples hold or not, whatever the captains' wits. HS-GRAPPLE-5"""
    number = grapple_number(state.ship[seat], state.ship[1 - seat])
    return chance.at_least(state.dice, r.ROLL_GRAPPLE, seat, number, 10)


@compiled
def fighters(ship):
    """Trained fighters aboard: the crew's share, rounded down, and all officers and marines.

    HS-BOARD-1, HS-BOARD-2, HS-BOARD-3, HS-BOARD-4, HS-BOARD-5, HS-BOARD-6
    """
    besides = min(int(ship.fighters_besides), int(ship.crew))
    return (ship.crew - besides) * ship.fighter_share // 12 + besides


@compiled
def squads(ship):
    """Squads of six; fewer than six fighters are still one squad. HS-BOARD-8"""
    men = fighters(ship)
    return max(1, men // 6) if men > 0 else 0


@compiled
def muster(ship):
    """Fighters are counted once, at the grapple; those who fell in a first boarding do not come back.

    HS-BOARD-7
    """
    counted = squads(ship)
    ship.squads = counted if ship.squads < 0 else min(counted, ship.squads)


@compiled
def kill_number(ship):
    """What a squad's die must show to kill: Threat 1 10, Threat 2 9, Threat 3 8; Over the Side one less.

    HS-BOARD-10, HS-BOARD-15
    """
    return max(7, 11 - ship.boarding_threat - ship.over_the_side)


@compiled
def kills(state, seat, dice, purpose):
    """Enemy squads killed by so many dice."""
    ship, target = state.ship[seat], state.ship[1 - seat]
    if dice == 0 or target.squads == 0:
        return 0
    return chance.count(state.dice, purpose, seat, dice, kill_number(ship), target.squads)


@compiled
def silence_guns(ship):
    """Every three gunners lost leave a gun of the largest battery without a crew. HS-BOARD-21, HS-CREW-2"""
    while s.gun_count(ship) > 0 and 3 * s.gun_count(ship) - ship.gun_crew >= 3:
        ship.guns[s.largest_battery(ship)] -= 1


@compiled
def lose_squads(ship, killed):
    """Six hands a squad: spare sail crew first, then gun crew, then the rest. HS-BOARD-20"""
    killed = min(killed, int(ship.squads))
    ship.squads -= killed
    hands = min(6 * killed, int(ship.crew))
    ship.crew -= hands
    from_sails = min(hands, max(0, ship.sail_crew - ship.sail_minimum))
    ship.sail_crew -= from_sails
    from_guns = min(hands - from_sails, int(ship.gun_crew))
    ship.gun_crew -= from_guns
    # what is left of the crew bounds what is left of its parts
    ship.sail_crew = min(int(ship.sail_crew), int(ship.crew) - int(ship.gun_crew))
    silence_guns(ship)


@compiled
def volley_of_firearms(state):
    """Before the first exchange: one die for every five squads. HS-BOARD-17"""
    first = kills(state, 0, state.ship[0].squads // 5, r.ROLL_FIREARMS)
    second = kills(state, 1, state.ship[1].squads // 5, r.ROLL_FIREARMS)
    lose_squads(state.ship[1], first)
    lose_squads(state.ship[0], second)


@compiled
def pont_dice(ship):
    """The pont guns of one side, each manned by one hand; they need no powder. HS-BOARD-16, HS-FIRE-27"""
    return min(int(ship.pont_guns), int(ship.crew))


@compiled
def melee_exchange(state, with_pont_guns):
    """One die a squad, and one a pont gun in the first exchange; both sides at once.

    HS-BOARD-9, HS-BOARD-16, HS-BOARD-18
    """
    first_dice, second_dice = int(state.ship[0].squads), int(state.ship[1].squads)
    if with_pont_guns:
        first_dice += pont_dice(state.ship[0])
        second_dice += pont_dice(state.ship[1])
    first = kills(state, 0, first_dice, r.ROLL_MELEE)
    second = kills(state, 1, second_dice, r.ROLL_MELEE)
    lose_squads(state.ship[1], first)
    lose_squads(state.ship[0], second)


@compiled
def yields(ship, enemy):
    """A side without a squad yields, and one outnumbered three to one or worse. HS-BOARD-22, HS-BOARD-23"""
    return enemy.squads > 0 and 3 * ship.squads <= enemy.squads


@compiled
def melee(state, first_turn):
    """The melee of one turn: two exchanges, unless a side yields after the first.

    HS-BOARD-19, HS-GRAPPLE-8
    """
    one, other = state.ship[0], state.ship[1]
    if first_turn:
        muster(one)
        muster(other)
        volley_of_firearms(state)
    for exchange in range(EXCHANGES):
        melee_exchange(state, first_turn and exchange == 0)
        one.taken = yields(one, other)
        other.taken = yields(other, one)
        if one.taken or other.taken or (one.squads == 0 and other.squads == 0):
            break
