"""The table: directions, outlines and how far they are apart, all in whole 1/100 inches and half degrees.

Sines come from a table of whole numbers, so that a battle is the same on every machine.
"""

import math

import numpy as np

from ..compiler import compiled
from . import record as r

BITS = 14
ONE = 1 << BITS
HALF = ONE >> 1
SINES = np.array([round(math.sin(math.radians(half / 2)) * ONE) for half in range(r.ROUND_ABOUT)], np.int64)

SNUG = 10  # ships that meet stop so far apart


@compiled
def sine(heading):
    """Of a heading from 0 to 719, in 1/16384."""
    return int(SINES[heading])


@compiled
def cosine(heading):
    """Of a heading from 0 to 719, in 1/16384."""
    return int(SINES[(heading + 180) % r.ROUND_ABOUT])


@compiled
def part(length, sine_of):
    """So much of a length, to the nearest 1/100 inch."""
    return (length * sine_of + HALF) >> BITS


@compiled
def seen_from(ship, x, y):
    """How far (ahead, right) of a ship's centre a point of the table lies."""
    heading = int(ship.heading)
    s, c = sine(heading), cosine(heading)
    east, north = x - int(ship.x), y - int(ship.y)
    return (east * s + north * c + HALF) >> BITS, (east * c - north * s + HALF) >> BITS


@compiled
def point_of(ship, ahead, right):
    """Where on the table a point of a ship lies."""
    heading = int(ship.heading)
    s, c = sine(heading), cosine(heading)
    east = (ahead * s + right * c + HALF) >> BITS
    north = (ahead * c - right * s + HALF) >> BITS
    return int(ship.x) + east, int(ship.y) + north


@compiled
def off_table(ship):
    """Whether her centre has left the table. BR-END-4"""
    return ship.x < 0 or ship.x > r.WIDTH or ship.y < 0 or ship.y > r.HEIGHT


@compiled
def to_edge(x, y, heading):
    """How far from a point of the table its edge is on a heading."""
    s, c = sine(heading), cosine(heading)
    far = r.WIDTH + r.HEIGHT
    if s > 0:
        far = min(far, (r.WIDTH - x) * ONE // s)
    elif s < 0:
        far = min(far, x * ONE // -s)
    if c > 0:
        far = min(far, (r.HEIGHT - y) * ONE // c)
    elif c < 0:
        far = min(far, y * ONE // -c)
    return far


@compiled
def reach_of(ship, other):
    """Half of another ship's outline as this one sees it: how far it spreads ahead and to the right."""
    turn = (int(other.heading) - int(ship.heading)) % r.ROUND_ABOUT
    s, c = abs(sine(turn)), abs(cosine(turn))
    length, beam = int(other.length) >> 1, int(other.beam) >> 1
    return part(length, c) + part(beam, s), part(length, s) + part(beam, c)


@compiled
def apart_along(ship, other):
    """How far the outlines are apart along this ship's own two directions; negative where they overlap in both."""
    ahead, right = seen_from(ship, int(other.x), int(other.y))
    long, wide = reach_of(ship, other)
    return max(abs(ahead) - long - (int(ship.length) >> 1), abs(right) - wide - (int(ship.beam) >> 1))


@compiled
def overlap(one, other):
    """Whether two outlines share more than a border."""
    return apart_along(one, other) < 0 and apart_along(other, one) < 0


@compiled
def corner_distance(one, other):
    """The square of the distance from one ship's outline to the nearest corner of the other's."""
    ahead, right = seen_from(one, int(other.x), int(other.y))
    turn = (int(other.heading) - int(one.heading)) % r.ROUND_ABOUT
    s, c = sine(turn), cosine(turn)
    length, beam = int(other.length) >> 1, int(other.beam) >> 1
    bow_ahead, bow_right = part(length, c), part(length, s)
    side_ahead, side_right = -part(beam, s), part(beam, c)
    half_length, half_beam = int(one.length) >> 1, int(one.beam) >> 1
    least = 1 << 40
    for bow in range(-1, 2, 2):
        for side in range(-1, 2, 2):
            along = max(0, abs(ahead + bow * bow_ahead + side * side_ahead) - half_length)
            across = max(0, abs(right + bow * bow_right + side * side_right) - half_beam)
            least = min(least, along * along + across * across)
    return least


@compiled
def gap_between(one, other):
    """How far two outlines are apart; 0 where they touch."""
    if overlap(one, other):
        return 0
    return int(math.sqrt(min(corner_distance(one, other), corner_distance(other, one))))


@compiled
def distance_to(ship, x, y):
    """From a point of the table to a ship's outline; 0 within it."""
    ahead, right = seen_from(ship, x, y)
    along = max(0, abs(ahead) - (int(ship.length) >> 1))
    across = max(0, abs(right) - (int(ship.beam) >> 1))
    return int(math.sqrt(along * along + across * across))


@compiled
def nearest_along(ship, other):
    """The stretch (from, to) of her keel beside which two outlines are nearest, a tenth of an inch more counted in."""
    half, beam = int(ship.length) >> 1, int(ship.beam) >> 1
    near = gap_between(ship, other) + SNUG
    low, high = half, -half
    for bow in range(-1, 2, 2):
        for side in range(-1, 2, 2):
            x, y = point_of(other, bow * (int(other.length) >> 1), side * (int(other.beam) >> 1))
            if distance_to(ship, x, y) <= near:
                place, _ = seen_from(ship, x, y)
                place = max(-half, min(half, place))
                low, high = min(low, place), max(high, place)
            x, y = point_of(ship, bow * half, side * beam)
            if distance_to(other, x, y) <= near:
                low, high = min(low, bow * half), max(high, bow * half)
    return min(low, high), max(low, high)


@compiled
def narrowed(enter, leave, start, pace, limit):
    """The part of a way on which |start + way * pace / 16384| stays under a limit, within (enter, leave)."""
    if pace == 0:
        return (enter, leave) if abs(start) < limit else (1, 0)
    one, two = (-limit - start) * ONE // pace, (limit - start) * ONE // pace
    return max(enter, min(one, two)), min(leave, max(one, two))


@compiled
def way_into(ship, other, spare):
    """The part (enter, leave) of her way straight ahead on which a ship overlaps the other, `spare` around counted in.

    If enter > leave she never does.
    """
    turn = (int(ship.heading) - int(other.heading)) % r.ROUND_ABOUT
    s, c = sine(turn), cosine(turn)
    ahead, right = seen_from(ship, int(other.x), int(other.y))
    long, wide = reach_of(ship, other)
    enter, leave = narrowed(-(1 << 20), 1 << 20, -ahead, ONE, long + (int(ship.length) >> 1) + spare)
    enter, leave = narrowed(enter, leave, -right, 0, wide + (int(ship.beam) >> 1) + spare)
    her_ahead, her_right = seen_from(other, int(ship.x), int(ship.y))
    long, wide = reach_of(other, ship)
    enter, leave = narrowed(enter, leave, her_ahead, c, long + (int(other.length) >> 1) + spare)
    return narrowed(enter, leave, her_right, s, wide + (int(other.beam) >> 1) + spare)


@compiled
def free_way(ship, other, way):
    """How far she can sail straight ahead, `way` at most, before she meets the other. BR-MOVE-12"""
    enter, leave = way_into(ship, other, SNUG)
    if enter < 0 < leave:
        # they lie snug already: only what would truly overlap stops her
        enter, leave = way_into(ship, other, 0)
    if enter > leave or leave <= 0 or enter >= way:
        return way
    if enter < 0:
        ahead, _ = seen_from(ship, int(other.x), int(other.y))
        return way if ahead <= 0 else 0
    return enter


@compiled
def advance_along(ship, way):
    """Move her straight ahead."""
    heading = int(ship.heading)
    ship.x += part(way, sine(heading))
    ship.y += part(way, cosine(heading))
