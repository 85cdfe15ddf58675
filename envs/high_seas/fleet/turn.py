"""The turn of a large battle: the phases of a duel, for every ship and every pair of ships.

HS-TURN-1, HS-TURN-2
"""

from ... import chance
from ...compiler import compiled, inner
from .. import gunnery, movement, turn
from .. import record as r
from . import fight, orders, sea
from . import record as f

MELEE_ROLLS = 5  # that one ship asks for in a turn of melee: surly hands and how many, firearms, two exchanges
LAST_ROLLS = 8  # that two ships ask for when one of them sinks in it: four exchanges


@inner
def enter(state, phase):
    """Begin a phase: who is asked?"""
    state.phase = phase
    orders.ask(state)


@inner
def start_turn(state):
    """Last turn's orders are forgotten; a fouled sail or a loose anchor is seen to; lookouts watch for hidden gunports.

    HS-MISHAP-3, HS-MISHAP-11, HS-MOD-11
    """
    state.silent = state.tried = 0
    for seat in range(state.slots):
        ship = state.ship[seat]
        ship.order = ship.desperate = ship.bonus = ship.arcs = ship.adrift = ship.fired = ship.aim = 0
        state.named[seat] = state.tied[seat] = 0
        state.maneuver[seat] = -1
        for battery in range(4):
            state.shots[seat, battery] = 0
        for other in range(state.slots):
            state.arcs[seat, other] = 0
        if state.present[seat]:
            movement.clear_the_sail(state.dice, ship, seat)
            movement.secure_the_anchor(state.dice, ship, seat)
            if not ship.shown and state.turn > 1:
                sea.find_gunports(state, seat)
    enter(state, f.ORDERS)


@inner
def all_evade(state):
    """Whether every ship in the battle evades. HS-RANGE-1"""
    for seat in range(state.slots):
        if state.present[seat] and state.ship[seat].order != r.EVADE:
            return False
    return True


@inner
def play_orders(state, given):
    """Orders are revealed; if all evade, the encounter is over. HS-TACTIC-1, HS-STRAT-2"""
    for seat in range(state.slots):
        if state.present[seat] and state.locked[seat] == 0:
            orders.reveal_order(state, seat, int(given[seat]) if orders.is_asked(state, seat) else f.PASS)
    if all_evade(state):
        state.ending = f.ESCAPED
    enter(state, f.MANEUVER)


@inner
def play_maneuver(state, given):
    """Brilliant Maneuvers, then the ships move. HS-RANGE-9"""
    sea.brilliant_maneuvers(state, given)
    sea.move(state)
    enter(state, f.MISHAP)


@inner
def play_mishap(state, given):
    """Hands in the water are picked up or left; then who is out of sight may be away.

    HS-MISHAP-4, HS-MISHAP-8, HS-TURN-8
    """
    for seat in range(state.slots):
        if orders.is_asked(state, seat):
            if given[seat] == f.TURN_BACK:
                movement.turn_back(state.ship[seat])
            else:
                movement.leave_behind(state.ship[seat])
    sea.lose_sight(state)
    sea.end_if_parted(state)
    enter(state, f.GRAPPLE)


@inner
def play_grapple(state, given):
    """Grapples and melees; a capture that leaves no enemy ends the battle before fire. HS-TURN-9"""
    fight.grapple_and_board(state, given)
    sea.end_if_parted(state)
    enter(state, f.FIRE)


@inner
def play_fire(state, given):
    """Each captain lays one battery; when nobody lays another, all fire together. HS-FIRE-4, HS-FIRE-3"""
    if state.asked:
        for seat in range(state.slots):
            if orders.is_asked(state, seat):
                fight.note_shot(state, seat, int(given[seat]))
        enter(state, f.FIRE)
    else:
        fight.fire_all(state)
        enter(state, f.NIGHT)


@inner
def end_turn(state):
    """Strain dice fall, guns load, ships sink, night comes; then the next turn starts.

    HS-STRAT-9, HS-DAMAGE-6, HS-DAMAGE-7, HS-TURN-10, HS-TURN-11
    """
    for seat in range(state.slots):
        if state.present[seat]:
            ship = state.ship[seat]
            turn.strain_sails(state.dice, ship, seat)
            turn.strain_rudder(state.dice, ship, seat)
            gunnery.reload(ship)
            ship.slowed = max(0, ship.slowed - 1)
            state.parting[seat] = max(0, state.parting[seat] - 1)
    for seat in range(state.slots):
        if state.present[seat] and state.ship[seat].hull == 0:
            state.ship[seat].sunk = 1
    fight.sinking_crews(state)
    for seat in range(state.slots):
        if state.present[seat] and (state.ship[seat].sunk or state.ship[seat].taken):
            sea.leave(state, seat)
    state.calm = max(0, state.calm - 1)
    sea.end_if_parted(state)
    if state.ending == f.RUNNING and state.turn >= state.nightfall:
        state.ending = f.NIGHTFALL
    if state.ending == f.RUNNING:
        state.turn += 1
        start_turn(state)


@compiled
def play_phase(state, given):
    """Play the present phase; only the orders of those who are asked are looked at."""
    if state.phase == f.ORDERS:
        play_orders(state, given)
    elif state.phase == f.MANEUVER:
        play_maneuver(state, given)
    elif state.phase == f.MISHAP:
        play_mishap(state, given)
    elif state.phase == f.GRAPPLE:
        play_grapple(state, given)
    elif state.phase == f.FIRE:
        play_fire(state, given)
    else:
        end_turn(state)


@inner
def rolls_ahead(state):
    """How many rolls a phase may ask for in which nobody has a choice."""
    rolls = 0
    for seat in range(state.slots):
        if state.phase == f.GRAPPLE and state.locked[seat]:
            rolls += MELEE_ROLLS
        elif state.phase == f.FIRE:
            for battery in range(4):
                rolls += 2 * (state.shots[seat, battery] != 0)
        elif state.phase == f.NIGHT:
            ship = state.ship[seat]
            rolls += 2 * (ship.wet > 0) + (ship.desperate == r.HARD_TURNS) + int(ship.fouled) + int(ship.anchor)
            if ship.hull == 0 and state.locked[seat]:
                rolls += LAST_ROLLS
            if not ship.shown and state.present[seat]:
                rolls += sea.watchers(state, seat)
    return rolls


@compiled
def nobody_has_a_choice(state):
    """Such a phase is played at once and is no step, unless the tape of rolls may become too short for it."""
    if state.ending != f.RUNNING or state.asked:
        return False
    return state.dice.position + rolls_ahead(state) <= f.TAPE


@compiled
def setup(state):
    """Begin the battle that lies in the record: its first orders, since there are enemies in sight. HS-TURN-12"""
    chance.begin(state.dice)
    state.turn = 1
    start_turn(state)


@compiled
def apply(state, orders):
    """Play the present phase with legal `orders` (one a seat), and on to the next choice."""
    chance.begin(state.dice)
    while True:
        play_phase(state, orders)
        if not nobody_has_a_choice(state):
            break


@compiled
def is_over(state):
    """Whether the battle has ended."""
    return state.ending != f.RUNNING


@compiled
def payoff(state, seat):
    """What the end is worth to this seat's side: from -1 to 1; 0 while the battle runs, and for an empty seat.

    A duel of sides pays the share of the enemies' ships that were sunk or taken less the share of her own; who runs
    gains by every ship of the side that is neither, from -1 to 1, and who hunts gets the negative of that.

    HS-MISSION-1, HS-MISSION-2, HS-MISSION-3, HS-MISSION-7
    """
    mine = state.ship[seat]
    if state.ending == f.RUNNING or mine.hull_max == 0:
        return 0.0
    own = own_lost = theirs = theirs_lost = 0
    for other in range(state.slots):
        ship = state.ship[other]
        lost = 1 if ship.sunk or ship.taken else 0
        if state.side[other] == state.side[seat]:
            own += 1
            own_lost += lost
        elif mine.mission != r.HUNT or ship.mission == r.RUN:
            theirs += 1
            theirs_lost += lost
    if mine.mission == r.RUN:
        return 1.0 - 2.0 * own_lost / own
    if mine.mission == r.HUNT:
        return 2.0 * theirs_lost / theirs - 1.0
    return theirs_lost / theirs - own_lost / own
