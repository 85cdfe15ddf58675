"""The captains of a raid: how each goes about a fort and the town behind it, and how each defends them.

A captain may have either seat. At sea she first decides what she is about: to batter the walls from afar, to storm
them, to sweep them with grapeshot before she storms, or to leave; the habits follow from that. Ashore she only chooses
what the guns are laid on.
"""

from quarterdeck.envs.captain import lowest_legal
from quarterdeck.envs.compiler import compiled, inner
from quarterdeck.envs.high_seas import boarding, gunnery
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas import ship as s
from quarterdeck.envs.high_seas.fort import record as f
from quarterdeck.envs.high_seas.fort import turn, works

from .high_seas import POINTS_A_GUN, RUDDER, hit_chance

NAMES = ("bombarder", "stormer", "sweeper", "cautious")
BOMBARDER, STORMER, SWEEPER, CAUTIOUS = range(1, len(NAMES) + 1)

# what she is about
BATTER, STORM, SWEEP, LEAVE = range(4)

LOST_CAUSE = 0.7  # she leaves when she would level the fort in more turns than these times what she has left


# --- what she reckons with ----------------------------------------------------------------------------------


@inner
def best_battery(ship, distance):
    """The battery that takes most from the walls; its mean damage at a distance."""
    most = 0.0
    for battery in range(2):
        number = works.number_against_fort(ship, battery, distance)
        most = max(most, hit_chance(ship, number) * POINTS_A_GUN * gunnery.guns_firing(ship, battery))
    return most


@inner
def shore_hits(state, distance, handling):
    """The mean damage that the fort does to a ship of this Handling at a distance, in a turn."""
    fort = state.shore[f.FORT]
    number = 5 * handling + 5 * distance - works.RAISE - 5 * fort.gunnery
    return hit_chance(fort, number) * min(POINTS_A_GUN * fort.guns, float(state.ship[0].hull))


@inner
def race(state, distance):
    """How the fight of the guns stands at a distance: her turns afloat by day over the turns that the walls stand."""
    ship, fort = state.ship[0], state.shore[f.FORT]
    afloat = ship.hull / max(0.01, shore_hits(state, distance, s.handling(ship)))
    turns = min(afloat, float(state.nightfall + 1 - state.turn))
    return turns * best_battery(ship, distance) / max(1, int(fort.structure))


@inner
def best_range(state):
    """Where that stands best for her, out of reach of a storm."""
    best, most = r.MEDIUM, -1.0
    for distance in range(r.MEDIUM, min(r.FAR, int(state.sight)) + 1):
        stand = race(state, distance)
        if stand > most * 1.05:
            best, most = distance, stand
    return best


@inner
def storm_odds(state):
    """The weight of her squads in a melee over that of the garrison; 0 where she cannot come close. HS-FORT-5"""
    ship, fort = state.ship[0], state.shore[f.FORT]
    if not ship.shallow or turn.circles_only(ship):
        return 0.0
    mine, theirs = works.squads_to_storm(ship), works.garrison_squads(fort)
    pont = boarding.pont_dice(ship) if ship.squads < 0 else 0
    if theirs == 0:
        return 100.0 if mine else 0.0
    strength = mine * (mine + 0.5 * pont) * (11 - boarding.kill_number(ship))
    return strength / (theirs * theirs * (11 - boarding.kill_number(fort)))


@inner
def hard_turns_pay(state):
    """When they spare her more Hull than the rudder is worth. HS-STRAT-6, HS-STRAT-7"""
    if state.facing == f.TOWN:
        return False
    handling = s.handling(state.ship[0])
    spared = shore_hits(state, state.range, handling) - shore_hits(state, state.range, handling + 2)
    return spared > RUDDER


# --- habits at sea ------------------------------------------------------------------------------------------


@inner
def tactic(state, about):
    """Leave, close in to storm, or keep where the guns do best."""
    if about == LEAVE:
        return r.EVADE
    if state.facing == f.TOWN:
        return r.CIRCLE
    if about in (STORM, SWEEP):
        return r.BEAR_DOWN if state.range > r.CLOSE else r.CIRCLE
    wanted = best_range(state)
    if state.range > wanted:
        return r.BEAR_DOWN
    return r.EVADE if state.range < wanted else r.CIRCLE


@inner
def give_orders(state, about):
    """The order for the turn, with hard turns where they pay."""
    return f.FIRST_ORDER + 2 * (tactic(state, about) - 1) + hard_turns_pay(state)


@inner
def goes_up(state, about):
    """Stormers always; who sweeps, once few are left on the walls; others only against odds that cannot fail."""
    least = 0.0 if about == STORM else 2.0 if about == SWEEP else 4.0
    return f.STORM if about != LEAVE and storm_odds(state) > least else f.STAND_OFF


@inner
def fires(state, about, mask):
    """The battery that does most; at Close grapeshot before a storm, else the walls; then the town."""
    ship = state.ship[0]
    best, most = f.HOLD, 0.0
    for battery in range(4):
        for mark in range(3):
            action = f.FIRST_SHOT + 3 * battery + mark
            if mask[action]:
                worth = float(gunnery.guns_firing(ship, battery))
                if (mark == f.GRAPE) != (about in (STORM, SWEEP)) and state.range == r.CLOSE:
                    worth *= 0.5
                if worth > most:
                    best, most = action, worth
    return best


# --- habits ashore ------------------------------------------------------------------------------------------


@inner
def lays_guns(state, which, mask):
    """At the hull, by default.

    The stormer fires grapeshot at all who come close; the sweeper takes the rigging of one who comes on with better
    squads, so that she can only circle; the cautious one thins out such squads at Close, unless a hit would sink her.
    """
    grape, rigging = f.FIRST_ANSWER + r.GRAPE, f.FIRST_ANSWER + r.RIGGING
    danger = storm_odds(state) > 1.0
    sinks = POINTS_A_GUN * state.shore[f.FORT].guns >= state.ship[0].hull
    if mask[grape] and (which == STORMER or (which == CAUTIOUS and danger and not sinks)):
        return grape
    if which == SWEEPER and danger and state.facing == f.FORT and r.CLOSE < state.range <= r.MEDIUM:
        return rigging
    return f.FIRST_ANSWER + r.HULL


# --- the captains -------------------------------------------------------------------------------------------


@inner
def cautious(state):
    """Storms what she can carry, batters what she can outlast, and leaves the rest, or when her hull is failing."""
    ship = state.ship[0]
    failing = s.more_than_half_lost(ship.hull, ship.hull_max)
    if state.facing == f.TOWN:
        return LEAVE if failing and ship.hull * 4 < ship.hull_max else BATTER
    if storm_odds(state) > 1.5:
        return STORM
    return LEAVE if race(state, best_range(state)) < LOST_CAUSE else BATTER


@inner
def is_about(state, which):
    """What captain number `which` is about at sea."""
    if which == CAUTIOUS:
        return cautious(state)
    if which == STORMER and storm_odds(state) > 0.0:
        return STORM
    if which == SWEEPER and storm_odds(state) > 0.0:
        return SWEEP
    return BATTER


@compiled
def choose(state, seat, which, mask):
    """The action of captain number `which` (1 is the first of `NAMES`), always a legal one."""
    if seat == f.SHORE:
        action = lays_guns(state, which, mask)
    else:
        about = is_about(state, which)
        if state.phase == r.ORDERS:
            action = give_orders(state, about)
        elif state.phase == r.GRAPPLE:
            action = goes_up(state, about)
        else:
            action = fires(state, about, mask)
    if mask[action]:
        return action
    return lowest_legal(mask)
