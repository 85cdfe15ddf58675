"""The geometry of ships on squares: where they lie, how far apart, and what a turning ship sweeps.

A place is the tuple (west, north, east, south) of the squares that it covers. Seen from a ship, a place is (nearest and
farthest along her heading, leftmost and rightmost across it), as (f1, f2, t1, t2): `f` grows ahead, `t` to starboard.
"""

from math import sqrt

from ...compiler import compiled
from . import record as r


@compiled
def ahead_x(heading):
    """The column that one square ahead is off: -1, 0 or 1."""
    return int(heading == r.EAST) - int(heading == r.WEST)


@compiled
def ahead_y(heading):
    """The row that one square ahead is off: -1, 0 or 1."""
    return int(heading == r.SOUTH) - int(heading == r.NORTH)


@compiled
def place(ship):
    """The squares that a ship covers. BE-SQUARE-2"""
    x, y, length, beam = int(ship.x), int(ship.y), int(ship.length), int(ship.beam)
    if ship.heading & 1:
        return x, y, x + length - 1, y + beam - 1
    return x, y, x + beam - 1, y + length - 1


@compiled
def moved(where, dx, dy):
    """A place, so many squares east and south."""
    return where[0] + dx, where[1] + dy, where[2] + dx, where[3] + dy


@compiled
def clear(one, other):
    """The clear squares between two places: 0 if they touch, also by a corner; less than 0 if they overlap.

    BE-SQUARE-3
    """
    across = max(one[0] - other[2], other[0] - one[2]) - 1
    down = max(one[1] - other[3], other[1] - one[3]) - 1
    return max(across, down)


@compiled
def seen(heading, where):
    """A place as seen along a heading: (f1, f2, t1, t2), counted from the corner of the map."""
    if heading == r.EAST:
        return where[0], where[2], where[1], where[3]
    if heading == r.WEST:
        return -where[2], -where[0], -where[3], -where[1]
    if heading == r.SOUTH:
        return where[1], where[3], -where[2], -where[0]
    return -where[3], -where[1], where[0], where[2]


@compiled
def from_axis(heading, side, axis_x, axis_y, where):
    """A place as seen from an axis: (f1, f2, t1, t2), where `t` grows to the side (1 starboard, -1 port) of a turn."""
    f1, f2, t1, t2 = seen(heading, moved(where, -axis_x, -axis_y))
    if side > 0:
        return f1, f2, t1, t2
    return f1, f2, -t2, -t1


@compiled
def axis_x(ship, side, number):
    """The column of an axis: square `number` of the aft line, counted from the side to which she turns."""
    west, _, east, _ = place(ship)
    if ship.heading & 1:
        return west if ship.heading == r.EAST else east
    return east - number if (ship.heading == r.NORTH) == (side > 0) else west + number


@compiled
def axis_y(ship, side, number):
    """The row of the same axis."""
    _, north, _, south = place(ship)
    if not ship.heading & 1:
        return south if ship.heading == r.NORTH else north
    return south - number if (ship.heading == r.EAST) == (side > 0) else north + number


@compiled
def sweeps(length, inner, outer, f1, f2, t1, t2):
    """Whether a ship that turns by 90 degrees passes over some square of a place.

    She covers the squares 0 to `length` - 1 ahead of the axis, `inner` to the side of the turn and `outer` to the
    other; the place is seen from the axis. Exact for the centres of squares. BE-HELM-4
    """
    f1, t1 = max(f1, -inner), max(t1, -outer)
    if f1 > f2 or t1 > t2 or (f2 < 0 and t2 < 0):
        return False
    f = f1 if f1 > 0 else min(0, f2)
    t = t1 if t1 > 0 else min(0, t2)
    nearest = f * f + t * t
    reach = (length - 1) * (length - 1)
    if nearest <= reach + min(inner, outer) * min(inner, outer):
        return True
    # farther off only one corner of the bow comes: the outer one ends level with it, the inner one begins so
    if outer > inner:
        return nearest <= reach + outer * outer and t <= length - 1
    return nearest <= reach + inner * inner and f <= length - 1


@compiled
def turned(ship, side, number):
    """The place of a ship that has turned about an axis. BE-HELM-2, BE-HELM-3"""
    ax, ay = axis_x(ship, side, number), axis_y(ship, side, number)
    fx, fy = ahead_x(ship.heading), ahead_y(ship.heading)
    tx, ty = -side * fy, side * fx  # to the side of the turn
    outer, length = int(ship.beam) - 1 - number, int(ship.length)
    # her corners: from `number` behind the axis to `outer` before it, and from the axis to her length
    x1, y1 = ax - number * fx, ay - number * fy
    x2, y2 = ax + outer * fx + (length - 1) * tx, ay + outer * fy + (length - 1) * ty
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


@compiled
def swept_place(ship, side, number):
    """The smallest place that holds all squares over which she passes in a turn, her own aside."""
    ax, ay = axis_x(ship, side, number), axis_y(ship, side, number)
    fx, fy = ahead_x(ship.heading), ahead_y(ship.heading)
    tx, ty = -side * fy, side * fx
    outer, ahead = int(ship.beam) - 1 - number, int(ship.length) - 1
    reach = ahead * ahead
    far = int(sqrt(reach + outer * outer))
    wide = int(sqrt(reach + number * number))
    x1, y1 = ax - number * fx - outer * tx, ay - number * fy - outer * ty
    x2, y2 = ax + far * fx + wide * tx, ay + far * fy + wide * ty
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


@compiled
def squares_to_reach(heading, mine, theirs):
    """The squares that a ship sails, ahead or on a bow, until she touches a place; 99 if she cannot without turning."""
    f1, f2, t1, t2 = seen(heading, mine)
    g1, g2, u1, u2 = seen(heading, theirs)
    need = max(0, g1 - f2 - 1, u1 - t2 - 1, t1 - u2 - 1)
    return need if need <= g2 - f1 + 1 else 99
