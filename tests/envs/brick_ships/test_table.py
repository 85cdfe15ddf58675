"""Directions, outlines and distances on the table."""

import math

import numpy as np
import pytest

from quarterdeck.envs.brick_ships import record as r
from quarterdeck.envs.brick_ships import table as t
from tests.envs.brick_ships.fight import fight, put


def corners(ship):
    """The corners of a ship's outline by plain trigonometry."""
    angle = math.radians(int(ship.heading) / 2)
    bow = np.array([math.sin(angle), math.cos(angle)]) * int(ship.length) / 2
    side = np.array([math.cos(angle), -math.sin(angle)]) * int(ship.beam) / 2
    centre = np.array([int(ship.x), int(ship.y)])
    return [centre + bow + side, centre + bow - side, centre - bow - side, centre - bow + side]


def edges(ship):
    points = corners(ship)
    return list(zip(points, points[1:] + points[:1]))


def to_edge(point, edge):
    """From a point to a line between two others."""
    start, end = edge
    along = np.clip(np.dot(point - start, end - start) / np.dot(end - start, end - start), 0, 1)
    return float(np.linalg.norm(point - start - along * (end - start)))


def distance(one, other):
    """Between two outlines that do not overlap."""
    return min(
        to_edge(point, edge)
        for first, second in ((one, other), (other, one))
        for point in corners(first)
        for edge in edges(second)
    )


def test_sines_are_those_of_half_degrees():
    exact = [math.sin(math.radians(half / 2)) for half in range(720)]
    assert np.abs(t.SINES / t.ONE - exact).max() < 4e-5
    assert (t.sine(60), t.cosine(0), t.sine(180), t.cosine(360)) == (t.HALF, t.ONE, t.ONE, -t.ONE)


@pytest.mark.parametrize(("heading", "ahead", "right"), [(0, 5, 2), (90, 2, -5), (180, -5, -2), (270, -2, 5)])
def test_a_point_as_a_ship_sees_it(heading, ahead, right):
    state = fight()
    put(state, 0, 30, 20, heading)
    assert t.seen_from(state.ship[0], 3200, 2500) == (100 * ahead, 100 * right)
    assert t.point_of(state.ship[0], 100 * ahead, 100 * right) == (3200, 2500)


def test_the_gap_is_that_of_the_outlines():
    rng = np.random.default_rng(3)
    state = fight("galleon", "cutter")
    seen = 0
    for _ in range(300):
        put(state, 0, *rng.uniform(20, 50, 2), rng.integers(720) / 2)
        put(state, 1, *rng.uniform(20, 50, 2), rng.integers(720) / 2)
        one, other = state.ship
        if t.overlap(one, other):
            assert t.gap_between(one, other) == 0
            continue
        assert t.gap_between(one, other) == pytest.approx(distance(one, other), abs=3)
        seen += 1
    assert 200 < seen < 300


@pytest.mark.parametrize(
    ("x", "y", "heading", "low", "high"),
    [
        (4, 0, 0, -4.5, 4.5),  # side by side
        (4, 4, 0, -0.5, 4.5),
        (4, -4, 180, -4.5, 0.5),
        (7, 2, 270, 0.6, 3.4),  # her beam alone
        (0, 9.5, 0, 4.5, 4.5),  # ahead
        (7, 5, 45, 2.83, 2.83),  # the corner of her stern
        (7, 5, 315, 4.5, 4.5),  # my bow at her side
    ],
)
def test_where_outlines_are_nearest(x, y, heading, low, high):
    """BR-BOARD-2: the stretch of a frigate's keel beside which another frigate is nearest."""
    state = fight()
    put(state, 0, 36, 24, 0)
    put(state, 1, 36 + x, 24 + y, heading)
    assert t.nearest_along(*state.ship) == pytest.approx((100 * low, 100 * high), abs=3)


def test_outlines_that_cross_like_a_cross_overlap():
    """None of their corners lies in the other."""
    state = fight("galleon", "galleon")
    put(state, 0, 30, 20, 0)
    put(state, 1, 30, 20, 90)
    assert t.overlap(*state.ship) and t.gap_between(*state.ship) == 0


def test_she_stops_where_she_meets_the_other():
    """BR-MOVE-12: a tenth of an inch off, on whatever course."""
    rng = np.random.default_rng(5)
    state = fight("frigate", "galleon")
    met = 0
    for _ in range(400):
        put(state, 0, *rng.uniform(15, 55, 2), rng.integers(720) / 2)
        put(state, 1, 36, 24, rng.integers(720) / 2)
        ship, other = state.ship
        if t.gap_between(ship, other) < 30:
            continue
        free = t.free_way(ship, other, 2000)
        x, y = int(ship.x), int(ship.y)
        for way in range(0, free, 50):  # nowhere on the way do they overlap
            t.advance_along(ship, way)
            assert not t.overlap(ship, other)
            ship.x, ship.y = x, y
        if free < 2000:
            t.advance_along(ship, free)
            assert t.gap_between(ship, other) <= 2 * t.SNUG
            ship.x, ship.y = x, y
            t.advance_along(ship, free + 60)
            assert t.overlap(ship, other)
            met += 1
    assert met > 30


def test_snug_ships_slide_past_each_other_and_part():
    """BR-MOVE-12"""
    state = fight()
    put(state, 0, 30, 20, 0)
    put(state, 1, 32.88, 22, 0)
    ship, other = state.ship
    assert t.gap_between(ship, other) == 8
    assert t.free_way(ship, other, 1500) == 1500
    put(state, 0, 30, 20, 90)  # into her side
    put(state, 1, 30 + 4.5 + 1.4, 20, 0)
    assert t.free_way(ship, other, 700) == 0
    put(state, 0, 30, 20, 270)  # and away from it
    assert t.free_way(ship, other, 700) == 700


def test_off_the_table():
    """BR-END-4: it is the centre that counts."""
    state = fight()
    for x, y, off in ((0, 0, False), (72, 48, False), (-0.01, 20, True), (72.01, 20, True), (20, 48.01, True)):
        put(state, 0, x, y, 0)
        assert t.off_table(state.ship[0]) == off
    assert (r.WIDTH, r.HEIGHT) == (7200, 4800)
