"""Which values may stand in the record of a battle on squares."""

from ...compiler import compiled
from ...game import Bound
from . import helm
from . import record as r
from . import squares as q

MOST_SQUARES = 100  # of the map, either way
MOST_ROUNDS = 100
LONGEST, WIDEST, FASTEST = 60, 12, 12

# a field of the record without a row here fails a test
BOUNDS = (
    Bound("width", 20, MOST_SQUARES),
    Bound("height", 20, MOST_SQUARES),
    Bound("rounds", 1, MOST_ROUNDS),
    Bound("turn", 0, "rounds"),
    Bound("phase", 0, 1),
    Bound("first", 0, 1),
    Bound("helm", 0, 1),
    Bound("hold", 1, 100),
    Bound("alongside", 0, "hold"),
    Bound("ending", 0, len(r.ENDINGS) - 1),
    Bound("rocks", 0, r.ROCKS),
    Bound("rock", 0, MOST_SQUARES - 1),
    Bound("ship.kind", 0, len(r.KINDS) - 1),
    Bound("ship.mission", r.BOARD, r.RUN),
    Bound("ship.x", 0, MOST_SQUARES),
    Bound("ship.y", 0, MOST_SQUARES),
    Bound("ship.heading", r.NORTH, r.WEST),
    Bound("ship.length", 1, LONGEST),
    Bound("ship.beam", 1, WIDEST),
    Bound("ship.speed", 1, FASTEST),
    Bound("ship.turn_after", 1, LONGEST),
    Bound("ship.command", -20, 60),
    Bound("ship.gear", r.FORWARD, r.BACKWARD),
    Bound("ship.way", 0, FASTEST),
    Bound("ship.moved", 0, FASTEST),
    Bound("ship.turned", 0, 1),
    Bound("ship.run", 0, r.FAR_RUN),
    Bound("ship.still", 0, 2),
    Bound("ship.lost", 0, 1),
    Bound("ship.pilot_crew", 0, 1000),
    Bound("ship.full_crew", "pilot_crew", 1000),
    Bound("ship.crew", 0, 1000),
    Bound("ship.no_captain", 0, MOST_ROUNDS),
    Bound("ship.few_hands", 0, MOST_ROUNDS),
    Bound("ship.hull", -20, "hull_max"),
    Bound("ship.hull_max", 1, 20),
    Bound("ship.failed", 0, r.SAVES),
    Bound("ship.steady", 0, 1),
    Bound("ship.down", 0, "freeboard"),
    Bound("ship.freeboard", 1, 20),
    Bound("ship.wake", -1, MOST_SQUARES),
)

LAWS = (
    "ship: the two lie on the same squares",
    "ship: one lies off the map",
    "ship: one lies on a rock",
    "ship: they are not one to board and one to run",
    "helm: a ship obeys without a captain or hands, or when she goes down",
    "ship: one is going down that has not failed her saves",
)


@compiled
def stray(state, seat):
    """Whether a ship lies off the map; one that has just left it by the far edge does not count."""
    where = q.place(state.ship[seat])
    gone = state.ending == r.ESCAPED and state.ship[seat].mission == r.RUN
    return not helm.on_map(state, seat, where) or (where[2] >= state.width and not gone)


@compiled
def broken(state):
    """0, or 1 + the number of one of `LAWS`."""
    if helm.apart(state) < 0:
        return 1
    if stray(state, 0) or stray(state, 1):
        return 2
    if helm.on_rock(state, q.place(state.ship[0])) or helm.on_rock(state, q.place(state.ship[1])):
        return 3
    if state.ship[0].mission == state.ship[1].mission:
        return 4
    if state.helm and not helm.steered(state.ship[state.first ^ state.phase], state.turn):
        return 5
    for seat in range(r.SEATS):
        if state.ship[seat].down > 0 and state.ship[seat].failed < r.SAVES:
            return 6
    return 0
