"""The order of play: who moves when, what a captain may choose, and what the end of a ship's turn brings.

A step of the environment is one choice for the ship whose turn it is. BE-ORDER-1, BE-ORDER-2
"""

from ... import chance
from ...compiler import compiled
from . import helm
from . import record as r

STAYS, STEADY = 11, 20  # on a d20: from the first on she stays afloat, on the second she is steady


# --- what may be chosen ---


@compiled
def on_turn(state):
    """The seat whose ship moves. BE-ORDER-2"""
    return state.first ^ state.phase


@compiled
def has_choice(state):
    """Whether the ship whose turn it is can do anything but stop."""
    if state.ending != r.RUNNING or state.helm == 0:
        return False
    seat = on_turn(state)
    for action in range(r.AHEAD, r.TURN_PORT):
        if helm.may_step(state, seat, action):
            return True
    if helm.may_step(state, seat, r.ASTERN):
        return True
    return helm.axis(state, seat, -1) >= 0 or helm.axis(state, seat, 1) >= 0


@compiled
def legal(state, seat, mask):
    """Write 1 for each legal action into the int8 `mask`; `pass` is legal when nothing else is."""
    for action in range(len(mask)):
        mask[action] = 0
    any_move = False
    if state.ending == r.RUNNING and state.helm and seat == on_turn(state):
        for action in range(r.AHEAD, r.TURN_PORT):
            mask[action] = helm.may_step(state, seat, action)
            any_move |= mask[action] == 1
        mask[r.ASTERN] = helm.may_step(state, seat, r.ASTERN)
        mask[r.TURN_PORT] = helm.axis(state, seat, -1) >= 0
        mask[r.TURN_STARBOARD] = helm.axis(state, seat, 1) >= 0
        any_move |= mask[r.ASTERN] + mask[r.TURN_PORT] + mask[r.TURN_STARBOARD] > 0
        mask[r.STOP] = any_move
    mask[r.PASS] = not any_move


# --- a ship's turn ---


@compiled
def start_ship(state):
    """A ship's turn begins: she loses it, drifts, or obeys her captain. BE-MEET-2, BE-DRIFT-1, BE-FLOOD-5"""
    seat = on_turn(state)
    ship = state.ship[seat]
    ship.moved = ship.turned = 0
    state.helm = 0
    if ship.lost:
        ship.lost = 0
    elif helm.steered(ship, state.turn):
        state.helm = 1
    elif ship.down == 0:
        helm.drift(state, seat)


@compiled
def leave_wake(ship):
    """Remember where her stern was, for the pictures."""
    for turn in range(r.WAKE - 1, 0, -1):
        ship.wake[turn, 0] = ship.wake[turn - 1, 0]
        ship.wake[turn, 1] = ship.wake[turn - 1, 1]
    ship.wake[0, 0], ship.wake[0, 1] = middle_of_stern(ship)


@compiled
def middle_of_stern(ship):
    """Column and row of the square in the middle of her aft line."""
    x, y, half, far = int(ship.x), int(ship.y), int(ship.beam) // 2, int(ship.length) - 1
    if ship.heading == r.NORTH:
        return x + half, y + far
    if ship.heading == r.SOUTH:
        return x + half, y
    return x + (far if ship.heading == r.WEST else 0), y + half


@compiled
def must_save(ship):
    """Whether she is flooding and has to be saved from sinking this turn. BE-FLOOD-1, BE-FLOOD-4"""
    return ship.hull <= 0 and ship.steady == 0 and ship.failed < r.SAVES


@compiled
def flood(state, seat):
    """The end of a flooding ship's turn: a d20, 1 to 10 fails, 20 makes her steady; after three failures she goes down.

    BE-FLOOD-1, BE-FLOOD-2, BE-FLOOD-3, BE-FLOOD-4, BE-FLOOD-5
    """
    ship = state.ship[seat]
    if must_save(ship):
        face = chance.table(state.dice, r.ROLL_AFLOAT, seat, 1, 20)
        if face == STEADY:
            ship.steady = 1
        elif face < STAYS:
            ship.failed += 1
    elif ship.failed >= r.SAVES:
        ship.down += 1
        if ship.down >= ship.freeboard:
            state.ending = r.SUNK


@compiled
def lie_alongside(state):
    """Ships that lie together at the end of a ship's turn are boarded, if it lasts. BE-BOARDERS-1, BE-BOARDERS-4"""
    state.alongside = state.alongside + 1 if helm.apart(state) == 0 else 0
    if state.alongside >= state.hold:
        state.ending = r.BOARDED


@compiled
def next_ship(state):
    """The other ship's turn, or the next round; the last is over, and the runner has held out.

    BE-ORDER-1, BE-ORDER-2, BE-BOARDERS-3
    """
    if state.phase == 0:
        state.phase = 1
    elif state.turn >= state.rounds:
        state.ending = r.OUTLASTED
    else:
        state.phase = 0
        state.turn += 1
    if state.ending == r.RUNNING:
        start_ship(state)


@compiled
def finish_ship(state):
    """A ship's turn ends, and the next begins. BE-ASTERN-1, BE-DRIFT-1"""
    seat = on_turn(state)
    ship = state.ship[seat]
    state.helm = 0
    ship.way = ship.moved
    lies_still = ship.moved == 0 and ship.turned == 0 and helm.fully_crewed(ship, state.turn)
    ship.still = min(2, ship.still + 1) if lies_still else 0
    leave_wake(ship)
    lie_alongside(state)
    if state.ending == r.RUNNING:
        flood(state, seat)
    if state.ending == r.RUNNING:
        next_ship(state)


# --- the steps ---


@compiled
def play_choice(state, action):
    """The ship whose turn it is goes a square, turns or stops."""
    seat = on_turn(state)
    if action == r.TURN_PORT:
        helm.turn(state, seat, -1)
    elif action == r.TURN_STARBOARD:
        helm.turn(state, seat, 1)
    elif action == r.STOP:
        state.helm = 0
    else:
        helm.sail(state, seat, action)


@compiled
def play(state, action):
    """What one captain chose; or, where nobody has a choice, the end of a ship's turn."""
    if has_choice(state):
        play_choice(state, action)
    elif state.ending == r.RUNNING:
        finish_ship(state)


@compiled
def idle(state, rolls):
    """Whether nobody has a choice and what follows asks for no more than so many rolls in this step."""
    if state.ending != r.RUNNING or has_choice(state):
        return False
    return state.dice.position < rolls or not must_save(state.ship[on_turn(state)])


@compiled
def setup(state):
    """Begin the battle that lies in the record: its first turn, up to the first choice or the first roll."""
    chance.begin(state.dice)
    state.turn = 1
    start_ship(state)
    while idle(state, 0):
        finish_ship(state)


@compiled
def apply(state, orders):
    """Play the choice of the captain whose ship moves, and on to the next choice."""
    chance.begin(state.dice)
    play(state, int(orders[on_turn(state)]))
    while idle(state, r.TAPE):
        finish_ship(state)


@compiled
def is_over(state):
    """Whether the battle has ended."""
    return state.ending != r.RUNNING


@compiled
def payoff(state, seat):
    """+1 to who runs if she is away, holds out, or her enemy sinks; to who boards if she boards or the runner sinks.

    BE-BOARDERS-1, BE-BOARDERS-2, BE-BOARDERS-3, BE-BOARDERS-5
    """
    if state.ending == r.RUNNING:
        return 0.0
    won_by = r.BOARD if state.ending == r.BOARDED else r.RUN
    if state.ending == r.SUNK:
        sunk = 0 if state.ship[0].down >= state.ship[0].freeboard else 1
        won_by = int(state.ship[1 - sunk].mission)
    return 1.0 if state.ship[seat].mission == won_by else -1.0
