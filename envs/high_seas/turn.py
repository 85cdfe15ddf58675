"""The turn: its phases, what a captain may choose in each, and how they follow one another.

HS-TURN-1, HS-TURN-2
"""

from .. import chance
from ..compiler import compiled, inlined
from . import boarding, deeds, gunnery, melee, movement, sight
from . import record as r
from . import ship as s

# asks of one phase: strain of two ships, then two tries each at sail and anchor and two of the lookouts, or four
# exchanges of a last stand; a burning fuse may bring two more
MOST_ROLLS = 14

# --- what may be chosen ---


@compiled
def plays(state, phase):
    """Whether this game has the phase at all."""
    return (state.phases >> phase) & 1 != 0


@compiled
def may_choose_tactic(state, ship, tactic):
    """Grappled ships have no tactics; some can only Circle; each game offers its own.

    HS-TACTIC-6, HS-TACTIC-7, HS-TACTIC-8, HS-TACTIC-9, HS-MISSION-5, HS-MISSION-6
    """
    if state.grappled or state.parting:
        return False
    if not plays(state, r.GRAPPLE):
        # the smaller games: gunnery alone is Circle, the chase alone is Evade and Bear Down
        if plays(state, r.FIRE):
            return tactic == r.CIRCLE
        return tactic != r.CIRCLE and not s.circles_only(state, ship)
    return tactic == r.CIRCLE or not s.circles_only(state, ship)


@compiled
def may_choose_strategy(state, ship, strategy):
    """Wet sails need wind and canvas to draw; each game offers its own.

    HS-STRAT-10, HS-MISSION-5, HS-MISSION-6
    """
    if strategy == r.WET_SAILS:
        if plays(state, r.FIRE) and not plays(state, r.GRAPPLE):
            return False
        return not s.circles_only(state, ship)
    if strategy == r.HARD_TURNS:
        return plays(state, r.FIRE)
    return True


@compiled
def legal_orders(state, ship, mask):
    """The nine orders: one tactic, and at most one desperate strategy. HS-TACTIC-5"""
    for tactic in range(r.CIRCLE, r.BEAR_DOWN + 1):
        if may_choose_tactic(state, ship, tactic):
            for strategy in range(3):
                mask[r.FIRST_ORDER + 3 * (tactic - 1) + strategy] = may_choose_strategy(state, ship, strategy)


@compiled
def legal_fire(state, ship, mask):
    """Hold, or one battery at hull, rigging or hands; returns whether any battery may fire. HS-FIRE-1, HS-FIRE-5"""
    any_battery = False
    for battery in range(4):
        may_fire = gunnery.may_fire(ship, battery)
        any_battery |= may_fire
        for aim in range(3):
            mask[r.FIRST_SHOT + 3 * battery + aim] = may_fire & gunnery.may_aim(state.grappled, state.range, aim)
    mask[r.HOLD] = any_battery
    return any_battery


@inlined
def chooses(state, phase, seat):
    """Whether this captain has anything to decide in a phase.

    HS-GRAPPLE-1, HS-MANEUVER-8, HS-TACTIC-9, HS-FLAW-14
    """
    ship = state.ship[seat]
    if state.ending != r.RUNNING:
        return False
    if phase == r.ORDERS:
        if state.grappled or state.parting or not plays(state, r.ORDERS) or s.nobody_steers(ship):
            return False
        if not plays(state, r.GRAPPLE) and not plays(state, r.FIRE):
            return not s.circles_only(state, ship)
        return True
    if phase == r.MANEUVER:
        return plays(state, r.MANEUVER) and ship.order != 0
    if phase == r.MISHAP:
        return ship.adrift != 0
    if phase == r.GRAPPLE:
        return plays(state, r.GRAPPLE) and state.range == r.CLOSE and (not state.grappled or state.parting)
    if phase == r.DEED:
        return deeds.may_act(state, seat)
    if not plays(state, r.FIRE):
        return False
    any_battery = False
    for battery in range(4):
        any_battery |= gunnery.may_fire(ship, battery)
    return any_battery


@compiled
def has_choice(state, seat):
    """Whether this captain has anything to decide in the present phase."""
    return chooses(state, int(state.phase), seat)


@compiled
def legal(state, seat, mask):
    """Write 1 for each legal action into the int8 `mask`; `pass` is legal when nothing else is."""
    for action in range(len(mask)):
        mask[action] = 0
    ship = state.ship[seat]
    phase = state.phase
    if phase == r.FIRE:
        choice = (state.ending == r.RUNNING) & plays(state, r.FIRE) and legal_fire(state, ship, mask)
    else:
        choice = has_choice(state, seat)
        if choice:
            if phase == r.ORDERS:
                legal_orders(state, ship, mask)
            elif phase == r.MANEUVER:
                mask[r.STEADY] = mask[r.ATTEMPT] = 1
            elif phase == r.MISHAP:
                mask[r.LEAVE] = mask[r.TURN_BACK] = 1
            elif phase == r.DEED:
                deeds.legal_deeds(state, seat, mask)
            else:
                mask[r.STAND_OFF] = mask[r.THROW] = 1
    mask[r.PASS] = not choice


# --- the phases ---


@compiled
def start_turn(state):
    """Last turn's orders are forgotten; a fouled sail or a loose anchor is seen to; lookouts watch.

    HS-MISHAP-3, HS-MISHAP-11
    """
    for seat in range(r.SEATS):
        ship = state.ship[seat]
        ship.order = ship.desperate = ship.bonus = ship.arcs = ship.adrift = ship.fired = ship.aim = 0
        movement.clear_the_sail(state.dice, ship, seat)
        movement.secure_the_anchor(state.dice, ship, seat)
    for seat in range(r.SEATS):
        if not state.ship[seat].known or not state.ship[seat].shown:
            sight.watch(state, seat)
    state.phase = r.ORDERS


@compiled
def reveal_order(state, ship, action):
    """Sealed orders are opened together; nothing to choose from is a bare Circle. HS-TACTIC-1, HS-STRAT-2

    In the boarding game, which asks for no orders, she bears down if she can (HS-BOARD-30).
    """
    number = action - r.FIRST_ORDER if action != r.PASS else 0
    ship.order = number // 3 + 1
    ship.desperate = number % 3
    if not plays(state, r.ORDERS) and not s.circles_only(state, ship):
        ship.order = r.BEAR_DOWN
    if ship.desperate == r.WET_SAILS:
        ship.wet = 2


@compiled
def play_orders(state, orders):
    """Orders are revealed; if both Evade, the encounter is over. HS-RANGE-1"""
    if not state.grappled and not state.parting:
        reveal_order(state, state.ship[0], orders[0])
        reveal_order(state, state.ship[1], orders[1])
        if state.ship[0].order == r.EVADE and state.ship[1].order == r.EVADE:
            state.ending = r.ESCAPED
    state.phase = r.MANEUVER


@compiled
def play_maneuver(state, orders):
    """A Brilliant Maneuver if either captain tries one, then the ships move.

    HS-MANEUVER-3, HS-RANGE-9, HS-GRAPPLE-7
    """
    if orders[0] == r.ATTEMPT or orders[1] == r.ATTEMPT:
        movement.brilliant_maneuver(state)
    if state.ship[0].order != 0:
        movement.move(state)
    state.phase = r.MISHAP


@compiled
def caught(ship, other):
    """Who is taken when the chase alone ends at Close: she who runs; in a duel she who did not bear down on the other.

    HS-MISSION-5
    """
    if ship.mission == r.DUEL:
        return ship.order != r.BEAR_DOWN and other.order == r.BEAR_DOWN
    return ship.mission == r.RUN


@compiled
def play_mishap(state, orders):
    """Hands in the water are picked up or left; then a ship out of sight is away.

    HS-MISHAP-4, HS-MISHAP-8, HS-TURN-8, HS-MISSION-5
    """
    for seat in range(r.SEATS):
        if orders[seat] == r.TURN_BACK:
            movement.turn_back(state.ship[seat])
        elif orders[seat] == r.LEAVE:
            movement.leave_behind(state.ship[seat])
    if movement.out_of_sight(state):
        state.ending = r.ESCAPED
    elif not plays(state, r.GRAPPLE) and not plays(state, r.FIRE) and state.range == r.CLOSE:
        for seat in range(r.SEATS):
            if caught(state.ship[seat], state.ship[1 - seat]):
                state.ship[seat].taken = 1
                state.ending = r.TAKEN
    state.phase = r.GRAPPLE


@compiled
def aim_guns(ship, action):
    """The battery and the mark that the captain chose, or none."""
    if action >= r.FIRST_SHOT:
        ship.fired = 1 + (action - r.FIRST_SHOT) // 3
        ship.aim = (action - r.FIRST_SHOT) % 3
        sight.open_gunports(ship)


@compiled
def strain_sails(dice, ship, who):
    """Wet sails: on 9 or 10 they tear, lose 1k1 that does not explode, and halve the next turn's Speed.

    HS-STRAT-3, HS-STRAT-4
    """
    ship.torn = 0
    if ship.wet > 0:
        ship.wet -= 1
        if chance.at_least(dice, r.ROLL_WET, who, 9, 10):
            ship.torn = 1
            ship.wet = 0
            s.damage_rigging(ship, chance.table(dice, r.ROLL_TEAR, who, 1, 10))


@compiled
def strain_rudder(dice, ship, who):
    """Hard turns: on 9 or 10 a point of Hull, and a point of Handling until she is in port.

    HS-STRAT-7, HS-STRAT-8
    """
    if ship.desperate == r.HARD_TURNS and chance.at_least(dice, r.ROLL_RUDDER, who, 9, 10):
        s.damage_hull(ship, 1)
        ship.handling -= 1


@inlined
def goes_down_fighting(state):
    """Whether one ship of two has sunk in the middle of a melee. HS-DAMAGE-7"""
    one, other = state.ship[0], state.ship[1]
    return deeds.in_melee(state) and one.sunk != other.sunk and one.squads > 0 and other.squads > 0


@compiled
def end_turn(state):
    """Fuses burn down, strain dice fall, ships sink, night comes; then the next turn starts.

    HS-STRAT-9, HS-DAMAGE-6, HS-DAMAGE-7, HS-TURN-10, HS-TURN-11
    """
    if state.ship[0].fuse or state.ship[1].fuse:
        deeds.burn_fuses(state)
    for seat in range(r.SEATS):
        ship = state.ship[seat]
        strain_sails(state.dice, ship, seat)
        strain_rudder(state.dice, ship, seat)
        gunnery.reload(ship)
        ship.slowed = max(0, ship.slowed - 1)
        if ship.hull == 0:
            ship.sunk = 1
            state.ending = r.SUNK
    if state.ending == r.SUNK and goes_down_fighting(state):
        boarding.last_stand(state.dice, state.ship[0], state.ship[1], 0, 1)
    state.calm = max(0, state.calm - 1)
    state.parting = max(0, state.parting - 1)
    if state.ending == r.RUNNING and state.turn >= state.nightfall:
        state.ending = r.NIGHTFALL
    if state.ending == r.RUNNING:
        state.turn += 1
        start_turn(state)


@compiled
def play_fire(state, orders):
    """Guns fire together, and the turn ends. HS-FIRE-4"""
    aim_guns(state.ship[0], orders[0])
    aim_guns(state.ship[1], orders[1])
    if plays(state, r.FIRE):
        gunnery.exchange_fire(state)
    end_turn(state)


@inlined
def play(state, phase, orders):
    """Play a phase with these orders, one a seat. HS-TURN-2"""
    if phase == r.ORDERS:
        play_orders(state, orders)
    elif phase == r.MANEUVER:
        play_maneuver(state, orders)
    elif phase == r.MISHAP:
        play_mishap(state, orders)
    elif phase == r.GRAPPLE:
        melee.play_grapple(state, orders)
    elif phase == r.DEED:
        melee.play_deed(state, orders)
    else:
        play_fire(state, orders)


@compiled
def play_phase(state, orders):
    """Play the present phase with these orders, one a seat."""
    play(state, int(state.phase), orders)


@inlined
def idle(state, phase):
    """Whether nobody has anything to decide in a phase, so that it is played at once and is no step.

    A long row of them (two ships without powder, locked in a melee) pauses before the tape of rolls is full.
    """
    fuses = (state.ship[0].fuse > 0) + (state.ship[1].fuse > 0)
    if state.ending != r.RUNNING or state.dice.position + MOST_ROLLS + 2 * fuses > chance.TAPE:
        return False
    return not chooses(state, phase, 0) and not chooses(state, phase, 1)


@compiled
def nobody_has_a_choice(state):
    """Such a phase is played at once and is no step."""
    return idle(state, int(state.phase))


@compiled
def run_on(state):
    """Play the phases in which nobody has a choice."""
    phase = int(state.phase)
    while idle(state, phase):
        play(state, phase, (r.PASS, r.PASS))
        phase = int(state.phase)


@compiled
def setup(state):
    """Begin the battle that lies in the record: its first turn, up to the first choice. HS-TURN-12"""
    chance.begin(state.dice)
    state.turn = 1
    start_turn(state)
    run_on(state)


@compiled
def apply(state, orders):
    """Play the present phase with legal `orders` (one a seat), and on to the next choice."""
    chance.begin(state.dice)
    play_phase(state, (int(orders[0]), int(orders[1])))
    run_on(state)


@compiled
def is_over(state):
    """Whether the battle has ended."""
    return state.ending != r.RUNNING


@compiled
def payoff(state, seat):
    """What the end is worth to this seat's mission: -1, 0 or +1; 0 while the battle runs.

    HS-MISSION-1, HS-MISSION-2, HS-MISSION-3, HS-MISSION-4
    """
    if state.ending == r.RUNNING:
        return 0.0
    mine, theirs = state.ship[seat], state.ship[1 - seat]
    lost = mine.sunk or mine.taken
    won = theirs.sunk or theirs.taken
    if mine.mission == r.RUN:
        return -1.0 if lost else 1.0
    if mine.mission == r.HUNT:
        return 1.0 if won else -1.0
    if won and not lost:
        return 1.0
    return -1.0 if lost and not won else 0.0
