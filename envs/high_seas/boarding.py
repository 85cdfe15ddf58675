"""Grapple and board: quick combat between squads of six."""

from .. import chance
from ..compiler import compiled, inner
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
def throw_grapples(dice, ship, target, seat):
    """One ship's try; the grapples hold or not, whatever the captains' wits. HS-GRAPPLE-5"""
    return chance.at_least(dice, r.ROLL_GRAPPLE, seat, grapple_number(ship, target), 10)


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


@inner
def sulk(dice, ship, seat):
    """A disgruntled crew when boarding begins: on a 1, 1K1 of her squads will not fight. HS-FLAW-12"""
    if ship.squads > 0 and not chance.at_least(dice, r.ROLL_SURLY, seat, 2, 10):
        ship.squads = max(0, ship.squads - chance.pool(dice, r.ROLL_YIELD, seat, 1, 1, ship.squads))


@compiled
def kill_number(ship):
    """What a squad's die must show to kill: Threat 1 10, Threat 2 9, Threat 3 8; Over the Side one less.

    HS-BOARD-10, HS-BOARD-15
    """
    return max(7, 11 - ship.boarding_threat - ship.over_the_side)


@compiled
def kills(dice, ship, target, seat, number, purpose):
    """Squads of the target killed by so many dice of a ship; `seat` is hers."""
    if number == 0 or target.squads == 0:
        return 0
    return chance.count(dice, purpose, seat, number, kill_number(ship), target.squads)


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
def volley_of_firearms(dice, one, other, seat, other_seat):
    """Before the first exchange: one die for every five squads. HS-BOARD-17"""
    killed = kills(dice, one, other, seat, one.squads // 5, r.ROLL_FIREARMS)
    lost = kills(dice, other, one, other_seat, other.squads // 5, r.ROLL_FIREARMS)
    lose_squads(other, killed)
    lose_squads(one, lost)


@compiled
def pont_dice(ship):
    """The pont guns of one side, each manned by one hand; they need no powder. HS-BOARD-16, HS-FIRE-27"""
    return min(int(ship.pont_guns), int(ship.crew))


@compiled
def melee_exchange(dice, one, other, seat, other_seat, with_pont_guns):
    """One die a squad, and one a pont gun in the first exchange; both sides at once.

    HS-BOARD-9, HS-BOARD-16, HS-BOARD-18
    """
    my_dice, their_dice = int(one.squads), int(other.squads)
    if with_pont_guns:
        my_dice += pont_dice(one)
        their_dice += pont_dice(other)
    killed = kills(dice, one, other, seat, my_dice, r.ROLL_MELEE)
    lost = kills(dice, other, one, other_seat, their_dice, r.ROLL_MELEE)
    lose_squads(other, killed)
    lose_squads(one, lost)


@compiled
def yields(ship, enemy):
    """A side without a squad yields, and one outnumbered three to one or worse. HS-BOARD-22, HS-BOARD-23"""
    return enemy.squads > 0 and 3 * ship.squads <= enemy.squads


@inner
def surrender(one, other):
    """Whether either side yields now. HS-BOARD-22"""
    one.taken = yields(one, other)
    other.taken = yields(other, one)


@compiled
def melee(dice, one, other, seat, other_seat, first_turn):
    """The melee of one turn between two ships of these seats: two exchanges, unless a side yields after the first.

    HS-BOARD-19, HS-GRAPPLE-8
    """
    if first_turn:
        muster(one)
        muster(other)
        if one.disgruntled:
            sulk(dice, one, seat)
        if other.disgruntled:
            sulk(dice, other, other_seat)
        volley_of_firearms(dice, one, other, seat, other_seat)
    for exchange in range(EXCHANGES):
        melee_exchange(dice, one, other, seat, other_seat, first_turn and exchange == 0)
        surrender(one, other)
        if one.taken or other.taken or (one.squads == 0 and other.squads == 0):
            break


@inner
def last_stand(dice, one, other, seat, other_seat):
    """The melee aboard a ship that has sunk goes on for the two turns that her crew has left.

    They win the other ship or lose everything; theirs is no longer to be taken. HS-DAMAGE-7
    """
    for _ in range(2):
        melee(dice, one, other, seat, other_seat, False)
        if one.taken or other.taken or (one.squads == 0 and other.squads == 0):
            break
    if one.sunk:
        one.taken = 0
    else:
        other.taken = 0


@compiled
def strand(one, other):
    """Parted in the middle of a melee: half the squads of the stronger side, rounded up, are aboard the other ship.

    HS-BOARD-28
    """
    if one.squads > other.squads:
        one.boarders = (one.squads + 1) // 2
        one.squads -= one.boarders
    elif other.squads > one.squads:
        other.boarders = (other.squads + 1) // 2
        other.squads -= other.boarders


@compiled
def come_home(ship):
    """Grappled again, her boarders are hers again. HS-BOARD-28"""
    ship.squads += ship.boarders
    ship.boarders = 0


@inner
def fight_on(dice, ship, host, seat, host_seat):
    """Boarders who were left aboard another ship fight on there, alone; if they yield, their own ship is not taken.

    HS-BOARD-28
    """
    at_home = int(ship.squads)
    ship.squads = ship.boarders
    melee(dice, ship, host, seat, host_seat, False)
    if ship.taken:
        lose_squads(ship, ship.squads)
        ship.taken = 0
    ship.boarders = ship.squads
    ship.squads = at_home
