"""The captains on squares: how each goes for a ship she is to board, and how each gets away from one.

A captain thinks of a few courses, each as far as she may still sail in this turn: on, to either bow, after a turn to
either side, or no farther. She weighs where each leaves her, takes the first square of the best one, and thinks again.
"""

from quarterdeck.envs.bearings.tactical import helm
from quarterdeck.envs.bearings.tactical import record as r
from quarterdeck.envs.bearings.tactical import squares as q
from quarterdeck.envs.captain import lowest_legal
from quarterdeck.envs.compiler import compiled, inner

NAMES = ("chaser", "boarder", "prudent")
CHASER, BOARDER, PRUDENT = range(1, len(NAMES) + 1)

NEVER = 99  # squares to what cannot be reached without a turn
TRAP = 25  # what it costs to head for an edge with no room left to turn
ROOM = 4  # squares that a prudent captain keeps clear of the edges

# every captain's courses: the first square or turn, and how the squares after it go
COURSES = (r.AHEAD, r.PORT_BOW, r.STARBOARD_BOW, r.TURN_PORT, r.TURN_STARBOARD, r.STOP, r.ASTERN)


# --- where a course leads -----------------------------------------------------------------------------------


@inner
def heading_after(ship, action):
    """How she heads after the first part of a course."""
    return (ship.heading + int(action == r.TURN_STARBOARD) - int(action == r.TURN_PORT)) & 3


@inner
def place_after(state, seat, action, squares):
    """Where she lies after so many squares of a course; what lies in the way is not looked at."""
    ship = state.ship[seat]
    where = q.place(ship)
    if action == r.STOP:
        return where
    if action in (r.TURN_PORT, r.TURN_STARBOARD):
        side = 1 if action == r.TURN_STARBOARD else -1
        where = q.turned(ship, side, helm.axis(state, seat, side))
        action = r.AHEAD
        heading = (ship.heading + side) & 3
    else:
        heading = int(ship.heading)
    return q.moved(where, squares * helm.step_x(heading, action), squares * helm.step_y(heading, action))


@inner
def squares_before_turn(ship, action, squares):
    """The squares that she must still go before she may turn, after a course."""
    turns = action in (r.TURN_PORT, r.TURN_STARBOARD)
    return max(0, int(ship.turn_after) - squares - (0 if turns else int(ship.run)))


@inner
def room_ahead(state, heading, where):
    """The squares from her bow to the edge that she heads for; who runs may leave the map in the east."""
    if heading == r.EAST:
        return int(state.width) - 1 - where[2]
    if heading == r.WEST:
        return where[0]
    return where[1] if heading == r.NORTH else int(state.height) - 1 - where[3]


@inner
def trapped(state, heading, where, before_turn, runs):
    """What it costs to head for an edge that she cannot turn from in time."""
    if runs and heading == r.EAST:
        return 0
    return TRAP if room_ahead(state, heading, where) < before_turn + 2 else 0


@inner
def crowding(state, where):
    """How far she is within the water that a prudent captain keeps clear of, north and south."""
    return max(0, ROOM - where[1]) + max(0, ROOM - (int(state.height) - 1 - where[3]))


# --- out to board -------------------------------------------------------------------------------------------


@inner
def foreseen(state, seat, share):
    """Where the enemy will be when she could be reached, if she goes straight on, or astern, as in her last turn.

    `share` of that way is believed.
    """
    ship, enemy = state.ship[seat], state.ship[1 - seat]
    now = q.place(enemy)
    rounds = min(10.0, max(0, q.clear(q.place(ship), now)) / ship.speed)
    squares = int(share * rounds * enemy.way)
    course = (int(enemy.heading) + 2 * int(enemy.gear == r.BACKWARD)) & 3
    squares = min(squares, max(0, room_ahead(state, course, now)))
    return q.moved(now, squares * q.ahead_x(course), squares * q.ahead_y(course))


@inner
def way_to(heading, where, target, before_turn):
    """The squares to a target: straight on or on a bow; abeam after a turn; astern after two."""
    need = q.squares_to_reach(heading, where, target)
    if need < NEVER:
        return need
    f1, f2, t1, t2 = q.seen(heading, where)
    g1, g2, u1, u2 = q.seen(heading, target)
    beside = max(0, u1 - t2 - 1, t1 - u2 - 1)
    behind = f1 - g2
    if behind > beside:
        return 30 + behind + beside + before_turn
    return 8 + max(beside, g1 - f2) + before_turn


@inner
def hunt(state, seat, which, action, squares, target):
    """What a course is worth to who boards: less is better."""
    ship = state.ship[seat]
    heading, where = heading_after(ship, action), place_after(state, seat, action, squares)
    before_turn = squares_before_turn(ship, action, squares)
    worth = 2.0 * way_to(heading, where, target, before_turn) + trapped(state, heading, where, before_turn, False)
    if which == PRUDENT:
        worth += 0.5 * crowding(state, where)
        worth += 0.25 * max(0, q.place(state.ship[1 - seat])[2] - where[2])  # she stays between her and the far edge
    return worth


# --- out to get away ----------------------------------------------------------------------------------------


@inner
def way_out(state, heading, where, before_turn):
    """The squares to the far edge, with what turning towards it takes."""
    far = int(state.width) - 1 - where[2]
    if heading == r.EAST:
        return far
    if heading == r.WEST:
        return far + 30 + 2 * before_turn
    return far if room_ahead(state, heading, where) > far else far + 10 + before_turn


@inner
def danger(state, seat, where):
    """How deep she is within reach of the enemy's next turn, and less so of the one after it."""
    enemy = state.ship[1 - seat]
    moves = int(state.turn) + int(state.phase)  # the round of her next turn: who moved first moves again in the next
    if not helm.steered(enemy, moves) or enemy.lost:
        return 0
    need, speed = q.squares_to_reach(enemy.heading, q.place(enemy), where), int(enemy.speed)
    return max(0, speed + 1 - need) * 2 + max(0, 2 * speed + 1 - need)


@inner
def flee(state, seat, which, action, squares):
    """What a course is worth to who runs: less is better. The chaser goes straight for the far edge."""
    ship = state.ship[seat]
    heading, where = heading_after(ship, action), place_after(state, seat, action, squares)
    before_turn = squares_before_turn(ship, action, squares)
    worth = 2.0 * way_out(state, heading, where, before_turn) + trapped(state, heading, where, before_turn, True)
    if where[2] >= state.width:
        return worth - 100
    if which == BOARDER:
        worth += 3 * danger(state, seat, where)
    if which == PRUDENT:
        worth += 8 * danger(state, seat, where) + 2 * crowding(state, where)
    return worth


# --- the choice ---------------------------------------------------------------------------------------------


@inner
def squares_left(ship, action):
    """The squares of a course in what is left of the turn."""
    left = helm.allowance(ship, helm.gear_of(action)) - ship.moved
    return 0 if action == r.STOP else int(left)


@inner
def worth_of(state, seat, which, action, squares, target):
    """What a course is worth, by what she is out for."""
    if state.ship[seat].mission == r.BOARD:
        return hunt(state, seat, which, action, squares, target)
    return flee(state, seat, which, action, squares)


@compiled
def choose(state, seat, which, mask):
    """The action of captain number `which` (1 is the first of `NAMES`), always a legal one."""
    ship = state.ship[seat]
    share = 0.0 if which == CHASER else 1.0
    target = foreseen(state, seat, share)
    best, least = lowest_legal(mask), 1e9
    for action in COURSES:
        if mask[action]:
            whole = squares_left(ship, action)
            for squares in (whole, min(1, whole)):
                worth = worth_of(state, seat, which, action, squares, target)
                if worth < least:
                    best, least = action, worth
    return best
