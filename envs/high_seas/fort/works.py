"""A fort or a town and the ship before it: what they must roll, what a hit does, and the storm on the walls."""

from ... import chance
from ...compiler import compiled
from .. import boarding, gunnery
from .. import record as r
from .. import ship as s
from . import record as f

RAISE = 5
BASE = 10  # a fort stands still: as a ship of Handling 2
TOWN_RANGE = r.MEDIUM  # at which a town's guns answer, wherever the ship is


@compiled
def stands(work):
    """Whether there is such a work and it has not fallen."""
    return work.kind != f.NONE and work.fallen == f.STANDS


@compiled
def manned(work):
    """Whether its guns can fire: a town's always, a fort's while one of the garrison lives. HS-FORT-13"""
    return work.guns > 0 and (work.kind == f.A_TOWN or work.garrison > 0)


# --- gunfire ---


@compiled
def number_against_fort(ship, battery, distance):
    """What a ship must roll against a fort: two Raises off, no step for the sizes. HS-FORT-7"""
    return BASE - 2 * RAISE + 5 * distance - 5 * ship.gunnery[battery]


@compiled
def number_ashore(state, work, aim):
    """What the guns ashore must roll against the ship; a fort has a Raise, a town is always as if at Medium.

    HS-FORT-8, HS-TOWN-5
    """
    ship = state.ship[0]
    number = 5 * s.handling(ship) - 5 * work.gunnery
    if aim == r.RIGGING:
        number += 10
    if state.facing == f.TOWN:
        return number + 5 * TOWN_RANGE
    return number + 5 * state.range - RAISE


@compiled
def distance_ashore(state):
    """The range at which the guns ashore fire. HS-TOWN-5"""
    return TOWN_RANGE if state.facing == f.TOWN else state.range


@compiled
def lose_garrison(fort, men):
    """Men of the garrison are killed; there are only as many as there are."""
    fort.garrison = max(0, fort.garrison - men)


@compiled
def burst_gun(work):
    """One gun of a work bursts and kills its three hands. HS-FIRE-16, HS-FIRE-17, HS-FORT-13"""
    work.guns -= 1
    lose_garrison(work, 3)


@compiled
def ship_fires(state):
    """The ship's volley: points of damage to the walls or the town, or men of the garrison hit.

    A town cannot be missed (HS-TOWN-3); grapeshot sweeps the walls of a fort (HS-FORT-12).
    """
    ship, work = state.ship[0], state.shore[state.facing]
    if not ship.fired:
        return 0
    battery = ship.fired - 1
    if state.facing == f.TOWN:
        guns = gunnery.spend(ship, battery)
        return chance.damage(state.dice, r.ROLL_DAMAGE, f.RAIDER, 2, 2, guns, work.structure)
    number = number_against_fort(ship, battery, state.range)
    most = work.garrison if ship.aim == f.GRAPE else work.structure
    return gunnery.discharge(state.dice, ship, battery, number, 0, most, f.RAIDER)


@compiled
def shore_fires(state):
    """The volley of all guns of the work, which need no time to load. HS-FORT-1, HS-TOWN-5"""
    ship, work = state.ship[0], state.shore[state.facing]
    if not work.fired:
        return 0
    number = number_ashore(state, work, work.aim)
    guns = int(work.guns)
    result = chance.check(state.dice, r.ROLL_CANNON, f.SHORE, work.threat, work.threat, 0, number)
    if result == chance.MISHAP:
        burst_gun(work)
        return 0
    if result == chance.MISS:
        return 0
    return chance.damage(state.dice, r.ROLL_DAMAGE, f.SHORE, 2, 2, guns, gunnery.left_of(ship, work.aim))


@compiled
def exchange_fire(state):
    """Ship and shore fire at once: what falls in this turn still fires in it. HS-TURN-3"""
    ship, work = state.ship[0], state.shore[state.facing]
    points = ship_fires(state)
    answer = shore_fires(state)
    if ship.aim == f.GRAPE:
        lose_garrison(work, points)
    else:
        work.structure = max(0, work.structure - points)
    gunnery.strike(ship, work.aim, answer)


# --- the storm ---


@compiled
def garrison_squads(fort):
    """Squads of six among the garrison, every man a fighter; fewer than six are still one. HS-FORT-4"""
    return max(1, fort.garrison // 6) if fort.garrison > 0 else 0


@compiled
def squads_to_storm(ship):
    """The squads that the ship can send up the walls: those that fell in an earlier storm do not come back."""
    counted = boarding.squads(ship)
    return counted if ship.squads < 0 else min(counted, int(ship.squads))


@compiled
def may_storm(state):
    """At Close, with a squad to send, while the fort stands; no grapple is thrown. HS-FORT-6"""
    return state.facing == f.FORT and state.range == r.CLOSE and squads_to_storm(state.ship[0]) > 0


@compiled
def lose_defenders(fort, killed):
    """Six men a squad."""
    killed = min(killed, int(fort.squads))
    fort.squads -= killed
    lose_garrison(fort, 6 * killed)


@compiled
def exchange(state, stormers, defenders, purpose):
    """So many dice of either side; both kill at once. HS-BOARD-18"""
    ship, fort = state.ship[0], state.shore[f.FORT]
    killed = boarding.kills(state.dice, ship, fort, f.RAIDER, stormers, purpose)
    lost = boarding.kills(state.dice, fort, ship, f.SHORE, defenders, purpose)
    lose_defenders(fort, killed)
    boarding.lose_squads(ship, lost)


@compiled
def storm(state):
    """The storm of one turn: firearms and pont guns the first time, then two exchanges, unless a side yields.

    The first time a disgruntled crew may sulk (HS-FLAW-12). HS-FORT-4, HS-FORT-6, HS-FORT-14
    """
    ship, fort = state.ship[0], state.shore[f.FORT]
    first = ship.squads < 0
    boarding.muster(ship)
    defenders = garrison_squads(fort)
    fort.squads = defenders if fort.squads < 0 else min(defenders, fort.squads)
    if first and ship.disgruntled:
        boarding.sulk(state.dice, ship, f.RAIDER)
    if first:
        exchange(state, ship.squads // 5, fort.squads // 5, r.ROLL_FIREARMS)
    for number in range(boarding.EXCHANGES):
        pont = boarding.pont_dice(ship) if first and number == 0 else 0
        exchange(state, ship.squads + pont, fort.squads, r.ROLL_MELEE)
        if boarding.yields(fort, ship):
            fort.fallen = f.STORMED
        elif boarding.yields(ship, fort):
            ship.taken = 1
        if fort.fallen or ship.taken or ship.squads == 0:
            break
