"""The turn of a raid: orders, storm, fire. First against the fort, and once it has fallen against the town.

HS-FORT-1, HS-TOWN-2
"""

from ... import chance
from ...compiler import compiled
from .. import gunnery
from .. import record as r
from .. import ship as s
from ..turn import strain_rudder
from . import record as f
from . import works

# --- what may be chosen ---


@compiled
def circles_only(ship):
    """Whether the only tactic left to her is to Circle. HS-TACTIC-6, HS-TACTIC-7"""
    return s.crippled(ship) or s.under_manned(ship)


@compiled
def legal_orders(state, mask):
    """A tactic, bare or with hard turns; before a town there is nothing left to bear down on.

    With nobody at the helm there are no hard turns. HS-FORT-11, HS-TOWN-6, HS-FLAW-14
    """
    for hard in range(1 if s.nobody_steers(state.ship[0]) else 2):
        mask[f.FIRST_ORDER + hard] = 1
        if not circles_only(state.ship[0]):
            mask[f.FIRST_ORDER + 2 * (r.EVADE - 1) + hard] = 1
            mask[f.FIRST_ORDER + 2 * (r.BEAR_DOWN - 1) + hard] = state.facing == f.FORT


@compiled
def legal_shots(state, mask):
    """Hold, or one battery at the walls, at Close at the garrison, or at the town. HS-FORT-10, HS-FORT-12, HS-TOWN-1"""
    ship = state.ship[0]
    for battery in range(4):
        shot = f.FIRST_SHOT + 3 * battery
        may_fire = gunnery.may_fire(ship, battery)
        mask[shot + f.WALLS] = may_fire & (state.facing == f.FORT)
        mask[shot + f.GRAPE] = may_fire & (state.facing == f.FORT) & (state.range == r.CLOSE)
        mask[shot + f.HOUSES] = may_fire & (state.facing == f.TOWN)
    mask[f.HOLD] = 1


@compiled
def legal_answers(state, mask):
    """Hold, or all guns ashore at the ship's hull, rigging or hands. HS-FIRE-5, HS-FIRE-22"""
    for aim in range(3):
        mask[f.FIRST_ANSWER + aim] = gunnery.may_aim(0, works.distance_ashore(state), aim)
    mask[f.HOLD] = 1


@compiled
def has_choice(state, seat):
    """Whether this captain has anything to decide in the present phase."""
    if state.ending != r.RUNNING:
        return False
    if state.phase == r.ORDERS:
        return seat == f.RAIDER
    if state.phase == r.GRAPPLE:
        return seat == f.RAIDER and works.may_storm(state)
    if seat == f.SHORE:
        return works.manned(state.shore[state.facing])
    any_battery = False
    for battery in range(4):
        any_battery |= gunnery.may_fire(state.ship[0], battery)
    return any_battery


@compiled
def legal(state, seat, mask):
    """Write 1 for each legal action into the int8 `mask`; `pass` is legal when nothing else is."""
    for action in range(len(mask)):
        mask[action] = 0
    choice = has_choice(state, seat)
    if choice:
        if state.phase == r.ORDERS:
            legal_orders(state, mask)
        elif state.phase == r.GRAPPLE:
            mask[f.STAND_OFF] = mask[f.STORM] = 1
        elif seat == f.RAIDER:
            legal_shots(state, mask)
        else:
            legal_answers(state, mask)
    mask[f.PASS] = not choice


# --- the phases ---


@compiled
def start_turn(state):
    """Last turn's orders are forgotten."""
    ship = state.ship[0]
    ship.order = ship.desperate = ship.arcs = ship.fired = ship.aim = 0
    for which in range(2):
        state.shore[which].fired = state.shore[which].aim = 0
    state.phase = r.ORDERS


@compiled
def nearest_range(ship):
    """Only a shallow draft comes nearer to the shore than Medium. HS-FORT-5, HS-HULL-10, HS-HULL-12"""
    return r.CLOSE if ship.shallow else r.MEDIUM


@compiled
def move(state):
    """The shore always circles: Evade +1, Circle 0, Bear Down -1, and what that lets bear. HS-FORT-9, HS-FORT-10"""
    ship = state.ship[0]
    if ship.order == r.EVADE:
        state.range += 1
        ship.arcs = r.ARC_STERN
    elif ship.order == r.BEAR_DOWN:
        state.range = max(nearest_range(ship), state.range - 1)
        ship.arcs = r.ARC_CHASERS | r.ARC_BROADSIDE
    else:
        ship.arcs = r.ARC_BROADSIDE


@compiled
def play_orders(state, orders):
    """The ship moves; out of sight of the shore she is away. HS-RANGE-8"""
    ship = state.ship[0]
    number = orders[f.RAIDER] - f.FIRST_ORDER
    ship.order = number // 2 + 1
    ship.desperate = r.HARD_TURNS if number % 2 else 0
    move(state)
    if state.range > state.sight:
        state.ending = r.ESCAPED
    state.phase = r.GRAPPLE


@compiled
def pass_the_fort(state):
    """A fort has fallen: the ship turns to the town, if there is one. HS-TOWN-2"""
    if state.shore[f.FORT].fallen:
        if works.stands(state.shore[f.TOWN]):
            state.facing = f.TOWN
        elif state.ending == r.RUNNING:
            state.ending = f.FORT_FELL


@compiled
def play_storm(state, orders):
    """Squads go up the walls; what is taken is taken before the fire. HS-FORT-6, HS-BOARD-24, HS-TURN-9"""
    if orders[f.RAIDER] == f.STORM:
        works.storm(state)
        if state.ship[0].taken:
            state.ending = r.TAKEN
        pass_the_fort(state)
    state.phase = r.FIRE


@compiled
def aim_guns(state, orders):
    """Battery and mark that the captains chose, or none."""
    shot, answer = orders[f.RAIDER] - f.FIRST_SHOT, orders[f.SHORE] - f.FIRST_ANSWER
    if shot >= 0:
        state.ship[0].fired = 1 + shot // 3
        state.ship[0].aim = shot % 3
    if answer >= 0:
        state.shore[state.facing].fired = 1
        state.shore[state.facing].aim = answer


@compiled
def end_turn(state):
    """The strain die falls, ship and works sink and fall, night comes; then the next turn starts.

    HS-FORT-2, HS-TOWN-4, HS-STRAT-7, HS-TURN-10, HS-TURN-11
    """
    ship, work = state.ship[0], state.shore[state.facing]
    strain_rudder(state.dice, ship, f.RAIDER)
    gunnery.reload(ship)
    if ship.hull == 0:
        ship.sunk = 1
        state.ending = r.SUNK
    if work.structure == 0:
        work.fallen = f.YIELDED if state.facing == f.TOWN else f.DESTROYED
        if state.facing == f.FORT:
            pass_the_fort(state)
        elif state.ending == r.RUNNING:
            state.ending = f.TOWN_YIELDED
    if state.ending == r.RUNNING and state.turn >= state.nightfall:
        state.ending = r.NIGHTFALL
    if state.ending == r.RUNNING:
        state.turn += 1
        start_turn(state)


@compiled
def play_fire(state, orders):
    """Ship and shore fire together, and the turn ends. HS-FIRE-4"""
    aim_guns(state, orders)
    works.exchange_fire(state)
    end_turn(state)


@compiled
def play_phase(state, orders):
    """Play the present phase with these orders, one a seat. HS-TURN-2"""
    if state.phase == r.ORDERS:
        play_orders(state, orders)
    elif state.phase == r.GRAPPLE:
        play_storm(state, orders)
    else:
        play_fire(state, orders)


@compiled
def nobody_has_a_choice(state):
    """Such a phase is played at once and is no step."""
    return state.ending == r.RUNNING and not has_choice(state, f.RAIDER) and not has_choice(state, f.SHORE)


@compiled
def run_on(state):
    """Play the phases in which nobody has a choice; a turn begins with one, so this ends."""
    while nobody_has_a_choice(state):
        play_phase(state, (f.PASS, f.PASS))


@compiled
def setup(state):
    """Begin the raid that lies in the record: its first turn, up to the first choice. HS-TURN-12"""
    chance.begin(state.dice)
    state.turn = 1
    start_turn(state)


@compiled
def apply(state, orders):
    """Play the present phase with legal `orders` (one a seat), and on to the next choice."""
    chance.begin(state.dice)
    play_phase(state, (int(orders[0]), int(orders[1])))
    run_on(state)


@compiled
def is_over(state):
    """Whether the raid has ended."""
    return state.ending != r.RUNNING


@compiled
def payoff(state, seat):
    """+1 to the raider if the town yields (or, without a town, the fort falls), -1 if she is sunk or taken.

    Driven off, out of time, or both at once are 0; to the shore it is the negative. HS-MISSION-8
    """
    if state.ending == r.RUNNING:
        return 0.0
    ship = state.ship[0]
    goal = f.FORT if state.shore[f.TOWN].kind == f.NONE else f.TOWN
    worth = 0.0
    if state.shore[goal].fallen != f.STANDS:
        worth += 1.0
    if ship.sunk or ship.taken:
        worth -= 1.0
    return worth if seat == f.RAIDER else 0.0 - worth
