"""How a ship is sailed: who steers her, which squares and turns are open to her, and what comes of a meeting."""

from ...compiler import compiled
from . import record as r
from . import squares as q

# --- crew and captain ---


@compiled
def within(rounds, turn):
    """Whether a round lies between the first and the last of two rounds; 0 says that there are none."""
    return 0 < rounds[0] <= turn <= rounds[1]


@compiled
def commanded(ship, turn):
    """Whether somebody is in command. BE-HANDS-1, BE-HANDS-2"""
    return not within(ship.no_captain, turn)


@compiled
def piloted(ship, turn):
    """Whether enough hands work to pilot her. BE-HANDS-3, BE-HANDS-4"""
    return ship.crew >= ship.pilot_crew and not within(ship.few_hands, turn)


@compiled
def fully_crewed(ship, turn):
    """Whether all her hands are at work. BE-ASTERN-1"""
    return ship.crew >= ship.full_crew and not within(ship.few_hands, turn)


@compiled
def steered(ship, turn):
    """Whether she obeys a captain; else she drifts. One that goes down does not sail. BE-DRIFT-1, BE-FLOOD-5"""
    return commanded(ship, turn) and piloted(ship, turn) and ship.down == 0


@compiled
def allowance(ship, gear):
    """The squares that she may go in a turn: her speed, backward half of it. BE-SQUARE-4, BE-ASTERN-3"""
    return int(ship.speed) if gear == r.FORWARD else max(1, ship.speed // 2)


# --- where she may go ---


@compiled
def on_map(state, seat, where):
    """Whether no square is off the map; who runs may leave it by the far edge, in the east. BE-SQUARE-5, BE-SQUARE-6"""
    if where[0] < 0 or where[1] < 0 or where[3] >= state.height:
        return False
    return where[2] < state.width or state.ship[seat].mission == r.RUN


@compiled
def rock_place(state, number):
    """The squares of a rock. BE-SQUARE-7"""
    rock = state.rock[number]
    return int(rock[0]), int(rock[1]), int(rock[2]), int(rock[3])


@compiled
def on_rock(state, where):
    """Whether some square is one of a rock. BE-SQUARE-7"""
    for number in range(state.rocks):
        if q.clear(where, rock_place(state, number)) < 0:
            return True
    return False


@compiled
def free(state, seat, where):
    """Whether a ship may lie there: on the map, on free water, not on the other. BE-SQUARE-5, BE-SQUARE-7, BE-MEET-3"""
    if not on_map(state, seat, where) or q.clear(where, q.place(state.ship[1 - seat])) < 0:
        return False
    return not on_rock(state, where)


@compiled
def step_x(heading, action):
    """The columns that a step takes her: ahead, diagonally ahead, or straight astern. BE-SQUARE-4, BE-ASTERN-2"""
    fx, sx = q.ahead_x(heading), -q.ahead_y(heading)
    if action == r.ASTERN:
        return -fx
    return fx + sx * (int(action == r.STARBOARD_BOW) - int(action == r.PORT_BOW))


@compiled
def step_y(heading, action):
    """The rows that a step takes her."""
    fy, sy = q.ahead_y(heading), q.ahead_x(heading)
    if action == r.ASTERN:
        return -fy
    return fy + sy * (int(action == r.STARBOARD_BOW) - int(action == r.PORT_BOW))


@compiled
def stepped(ship, action):
    """Her place after a step."""
    return q.moved(q.place(ship), step_x(ship.heading, action), step_y(ship.heading, action))


@compiled
def gear_of(action):
    """Which way a step goes."""
    return r.BACKWARD if action == r.ASTERN else r.FORWARD


@compiled
def may_shift(ship):
    """Whether she may go the other way: she has lain still for two turns fully crewed. BE-ASTERN-1"""
    return ship.still >= 2 and ship.moved == 0


@compiled
def may_step(state, seat, action):
    """Whether a step is open: in her gear, with squares left, onto free water. BE-SQUARE-4, BE-ASTERN-1"""
    ship = state.ship[seat]
    gear = gear_of(action)
    if gear != ship.gear and not may_shift(ship):
        return False
    return ship.moved < allowance(ship, gear) and free(state, seat, stepped(ship, action))


@compiled
def ready_to_turn(ship):
    """Whether she has gone the squares that a turn needs. BE-HELM-1, BE-HELM-5"""
    return ship.run >= ship.turn_after


@compiled
def arc_is_free(state, seat, side, number):
    """Whether a turn about this axis hits nothing: neither edge, rock nor ship. BE-HELM-4, BE-HELM-6"""
    ship = state.ship[seat]
    swept = q.swept_place(ship, side, number)
    if swept[0] < 0 or swept[1] < 0 or swept[2] >= state.width or swept[3] >= state.height:
        return False
    ax, ay = q.axis_x(ship, side, number), q.axis_y(ship, side, number)
    length, outer = int(ship.length), int(ship.beam) - 1 - number
    other = q.place(state.ship[1 - seat])
    if q.clear(swept, other) < 0:
        f1, f2, t1, t2 = q.from_axis(ship.heading, side, ax, ay, other)
        if q.sweeps(length, number, outer, f1, f2, t1, t2):
            return False
    for rock in range(state.rocks):
        f1, f2, t1, t2 = q.from_axis(ship.heading, side, ax, ay, rock_place(state, rock))
        if q.sweeps(length, number, outer, f1, f2, t1, t2):
            return False
    return True


@compiled
def axis(state, seat, side):
    """The square of the aft line about which she turns: the first, from the inner side, whose arc is free; -1: none.

    BE-HELM-3
    """
    ship = state.ship[seat]
    if not ready_to_turn(ship):
        return -1
    for number in range(ship.beam):
        if arc_is_free(state, seat, side, number):
            return number
    return -1


# --- what she does ---


@compiled
def lie(ship, where):
    """Put her there, heading as she heads."""
    ship.x, ship.y = where[0], where[1]


@compiled
def apart(state):
    """The clear squares between the ships."""
    return q.clear(q.place(state.ship[0]), q.place(state.ship[1]))


@compiled
def meet(state):
    """Ships that come together both stop, and both lose their next turn. BE-MEET-1, BE-MEET-2, BE-QUICK-4"""
    state.ship[0].lost = state.ship[1].lost = 1
    state.helm = 0


@compiled
def look_around(state, seat, before):
    """After a ship has come to another place: has she met the other, or left the map by the far edge? BE-BOARDERS-2"""
    ship = state.ship[seat]
    if ship.mission == r.RUN and q.place(ship)[2] >= state.width:
        state.ending = r.ESCAPED
    elif before > 0 and apart(state) == 0:
        meet(state)


@compiled
def step(state, seat, action):
    """Go one square. BE-SQUARE-4, BE-QUICK-2"""
    ship = state.ship[seat]
    before = apart(state)
    lie(ship, stepped(ship, action))
    ship.gear = gear_of(action)
    ship.moved += 1
    look_around(state, seat, before)


@compiled
def sail(state, seat, action):
    """Go one square by the captain's order: it counts for the next turn. BE-HELM-1"""
    step(state, seat, action)
    ship = state.ship[seat]
    ship.run = min(r.FAR_RUN, ship.run + 1)


@compiled
def turn(state, seat, side):
    """Turn by 90 degrees, to starboard (1) or port (-1). BE-HELM-2"""
    ship = state.ship[seat]
    before = apart(state)
    lie(ship, q.turned(ship, side, axis(state, seat, side)))
    ship.heading = (ship.heading + side) & 3
    ship.run = 0
    ship.turned = 1
    look_around(state, seat, before)


@compiled
def drift(state, seat):
    """Go on as in her last turn: as many squares, straight ahead or astern, until something is in the way.

    It does not count for a turn. BE-DRIFT-1, BE-DRIFT-2, BE-DRIFT-3, BE-HELM-5
    """
    ship = state.ship[seat]
    action = r.AHEAD if ship.gear == r.FORWARD else r.ASTERN
    left = int(ship.way)
    while left > 0 and state.ending == r.RUNNING and ship.lost == 0 and free(state, seat, stepped(ship, action)):
        step(state, seat, action)
        left -= 1
