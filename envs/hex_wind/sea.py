"""The map: hexes with their points up and down, ships that lie on one to three of them, arcs and distances.

A hex has axial coordinates: q grows to the right, r downwards, s = -q - r. The six facings count to port (against the
clock on the map) from 0, to the right. HW-MAP-3
"""

from ..compiler import compiled
from . import record as r

DQ = (1, 1, 0, -1, -1, 0)
DR = (0, -1, -1, 0, 1, 1)


@compiled
def distance(dq, dr):
    """Hexes from one to another that lies so far off."""
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


@compiled
def column(q, row):
    """The column of a hex on the map, whose every other row is moved half a hex to the right."""
    return int(q) + (int(row) >> 1)


@compiled
def on_map(q, row):
    """Whether there is such a hex on the map. HW-MAP-2"""
    col = column(q, row)
    return 0 <= col < r.SIDE and 0 <= row < r.SIDE


@compiled
def ahead_of(dq, dr, facing):
    """How far a hex lies along a ship's head and across it, as q and r of the map turned so that she faces right."""
    ds = -dq - dr
    if facing == 0:
        return dq, dr
    if facing == 1:
        return -dr, -ds
    if facing == 2:
        return ds, dq
    if facing == 3:
        return -dq, -dr
    if facing == 4:
        return dr, ds
    return -ds, -dq


@compiled
def arc(ship, q, row):
    """The arc in which a hex lies: fore from the bow, aft from the stern, 60 degrees each with their borders; else the
    side of the keel. HW-ARC-1, HW-ARC-2, HW-ARC-3
    """
    dq, dr, facing = int(q) - int(ship.q), int(row) - int(ship.r), int(ship.facing)
    a, b = ahead_of(dq, dr, facing)
    if a >= b >= -a - b:
        return r.FORE
    a += int(ship.hexes) - 1
    if a <= b <= -a - b:
        return r.AFT
    return r.PORT if b < 0 else r.STARBOARD


@compiled
def lies_on(ship, q, row):
    """Whether a ship lies on a hex. HW-MAP-4"""
    back_q, back_r = DQ[ship.facing], DR[ship.facing]
    for place in range(ship.hexes):
        if ship.q - place * back_q == q and ship.r - place * back_r == row:
            return True
    return False


@compiled
def take_bearings(state):
    """Note the distance between the ships, nearest hex to nearest hex, and in which arcs each has the other.

    HW-ARC-4, HW-HIT-4
    """
    one, other = state.ship[0], state.ship[1]
    one_q, one_r, one_dq, one_dr = int(one.q), int(one.r), DQ[one.facing], DR[one.facing]
    other_q, other_r, other_dq, other_dr = int(other.q), int(other.r), DQ[other.facing], DR[other.facing]
    nearest = 127
    one_bears = other_bears = 0
    for mine in range(one.hexes):
        q, row = one_q - mine * one_dq, one_r - mine * one_dr
        other_bears |= 1 << arc(other, q, row)
        for theirs in range(other.hexes):
            nearest = min(nearest, distance(other_q - theirs * other_dq - q, other_r - theirs * other_dr - row))
    for theirs in range(other.hexes):
        one_bears |= 1 << arc(one, other_q - theirs * other_dq, other_r - theirs * other_dr)
    state.range = nearest
    one.bears = one_bears
    other.bears = other_bears
