"""What heroes do in the middle of a boarding melee.

A hero has four Actions a Ship Turn, which is one try at one deed. Whoever has several heroes aboard sends them one
after the other.
"""

from typing import Any

from .. import chance
from ..compiler import compiled, inlined, inner
from . import boarding
from . import record as r
from . import ship as s

ROPES = 3  # grappling ropes that hold two ships together
SAIL = 10  # what Panache must roll to bring a sail down where it should fall
SHORT, LONG = 2, 3  # turns that a fuse burns, the one of its lighting among them


@inner
def in_melee(state):
    """Whether the ships are locked and the melee goes on."""
    return (state.grappled != 0) & (state.parting == 0)


@inner
def begin(state):
    """After this turn's exchanges heroes act, if there are any who may."""
    for seat in range(r.SEATS):
        state.ship[seat].deeds_left = state.ship[seat].heroes
    if (state.phases >> r.DEED) & 1 and state.ending == r.RUNNING and (may_act(state, 0) or may_act(state, 1)):
        state.phase = r.DEED


@inner
def may_act(state, seat):
    """Whether a hero of this side has something to do: in a melee, or with a fuse burning below.

    HS-HERO-2
    """
    ship = state.ship[seat]
    return ship.deeds_left > 0 and (in_melee(state) or ship.fuse > 0)


@inner
def legal_deeds(state, seat, mask):
    """Sails to cut down, a magazine to light, a fuse to douse, ropes to cut; or nothing."""
    mine, theirs = state.ship[seat], state.ship[1 - seat]
    if in_melee(state):
        mask[r.CUT_SAIL] = mine.rigging + theirs.rigging > 0
        mask[r.SHORT_FUSE] = mask[r.LONG_FUSE] = theirs.powder > 0 and theirs.fuse == 0
        mask[r.CUT_ROPE] = 1
    mask[r.DOUSE_FUSE] = mine.fuse > 0
    mask[r.NO_DEED] = 1


@inlined
def passing_number(enemy):
    """What a hero must roll to get past a squad: 10 for Threat 1, 15 for Threat 2, 20 for Threat 3. HS-HERO-1"""
    return 5 + 5 * enemy.boarding_threat


@inlined
def gets_past(state, seat, squads):
    """Whether a hero gets past so many squads, one after the other; each is a roll. HS-HERO-1"""
    ship = state.ship[seat]
    number = passing_number(state.ship[1 - seat])
    for _ in range(squads):
        dice, keep = ship.panache + ship.fencing, ship.panache
        if chance.check(state.dice, r.ROLL_PASS, seat, dice, keep, 0, number) != chance.HIT:
            return False
    return True


@inlined
def cut_sail(state, seat):
    """A sail falls on two enemy squads, or by bad luck on one of each side. HS-HERO-3, HS-HERO-4"""
    ship = state.ship[seat]
    if chance.check(state.dice, r.ROLL_SAIL, seat, ship.panache, ship.panache, 0, SAIL) == chance.HIT:
        boarding.lose_squads(state.ship[1 - seat], 2)
        ship.deeds += 1
    else:
        boarding.lose_squads(ship, 1)
        boarding.lose_squads(state.ship[1 - seat], 1)


@inlined
def cut_rope(state, seat):
    """With the third rope the ships drift apart; boarders stay where they are.

    HS-HERO-8, HS-HERO-9, HS-BOARD-28
    """
    state.ropes = min(ROPES, state.ropes + 1)
    if state.ropes == ROPES and state.parting == 0:
        state.ship[seat].deeds += 1
        state.parting = 2
        boarding.strand(state.ship[0], state.ship[1])


@inner
def attempt(state, seat, deed, squads):
    """One hero tries one deed; `squads` of the enemy may be in his way.

    One squad stands before the rigging, two before a magazine or a rope. HS-HERO-3, HS-HERO-5, HS-HERO-6, HS-HERO-8
    """
    ship = state.ship[seat]
    if deed == r.PASS:
        return
    if deed == r.NO_DEED:
        ship.deeds_left = 0
        return
    ship.deeds_left -= 1
    if not gets_past(state, seat, min(squads, 1 if deed == r.CUT_SAIL else 2)):
        return
    if deed == r.CUT_SAIL:
        cut_sail(state, seat)
    elif deed == r.CUT_ROPE:
        cut_rope(state, seat)
    else:
        if deed == r.DOUSE_FUSE:
            ship.fuse = 0
        else:
            state.ship[1 - seat].fuse = SHORT if deed == r.SHORT_FUSE else LONG
        ship.deeds += 1


@inlined
def in_the_way(state, seat):
    """Enemy squads where a hero of this side goes: all that fight, or those left aboard when the ships were parted."""
    enemy = state.ship[1 - seat]
    return int(enemy.squads) if in_melee(state) else int(enemy.boarders)


@compiled
def tons_of_powder(ship):
    """A part of a ton counts as a whole one. HS-SHIP-14"""
    return (ship.powder + 119) // 120


@inlined
def blow_up(state, seat):
    """A magazine on fire: 2K2 Hull for each ton to her ship, 1K1 to one grappled to her. HS-SHIP-14, HS-HERO-7"""
    ship, other = state.ship[seat], state.ship[1 - seat]
    tons = tons_of_powder(ship)
    ship.powder = 0
    if tons > 0:
        s.damage_hull(ship, chance.pool(state.dice, r.ROLL_MAGAZINE, seat, 2 * tons, 2 * tons, ship.hull))
        if state.grappled:
            s.damage_hull(other, chance.pool(state.dice, r.ROLL_BLAST, seat, tons, tons, other.hull))


@compiled
def burn_fuses(state):
    """The end of a turn: four Actions of every burning fuse are gone. HS-HERO-6"""
    for seat in range(r.SEATS):
        ship = state.ship[seat]
        if ship.fuse > 0:
            ship.fuse -= 1
            if ship.fuse == 0:
                blow_up(state, seat)


def reward(ship: Any, won: bool) -> tuple[int, int]:
    """What the deeds done aboard a ship earn.

    Args:
        ship: her record at the end.
        won: whether her side has won.

    Returns:
        Extra shares of the booty, and how often 1K1 x 20 Guilders are rolled. HS-HERO-10
    """
    deeds = int(ship.deeds) if won else 0
    return (deeds, 0) if ship.by_shares else (0, deeds)
