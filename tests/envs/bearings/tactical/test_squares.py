"""Where ships lie on the squares, and what a turning ship sweeps: against slow pictures of the same."""

import math

import numpy as np
import pytest

from quarterdeck.envs.bearings.tactical import record as r
from quarterdeck.envs.bearings.tactical import squares as q

# per heading: one square ahead, one to starboard
AHEAD = {r.NORTH: (0, -1), r.EAST: (1, 0), r.SOUTH: (0, 1), r.WEST: (-1, 0)}
STARBOARD = {r.NORTH: (1, 0), r.EAST: (0, 1), r.SOUTH: (-1, 0), r.WEST: (0, -1)}


def ship(heading=r.EAST, length=7, beam=3, x=40, y=40):
    one = np.zeros(1, r.SHIP)[0]
    one.heading, one.length, one.beam, one.x, one.y = heading, length, beam, x, y
    return one


def squares(where):
    west, north, east, south = where
    return {(x, y) for x in range(west, east + 1) for y in range(north, south + 1)}


def swung(one, side, axis):
    """The squares whose centres the ship passes over as she swings about an axis in small steps, her place included.

    A square is passed when its centre lies among those of her squares, turned; on their outermost line it counts, so
    the angles at which a corner of hers comes to it are tried as well.
    """
    (fx, fy), (sx, sy) = AHEAD[int(one.heading)], STARBOARD[int(one.heading)]
    ax, ay = axis
    own = squares(q.place(one))
    ahead = [(x - ax) * fx + (y - ay) * fy for x, y in own]
    across = [side * ((x - ax) * sx + (y - ay) * sy) for x, y in own]
    corners = [math.atan2(t, f) for f in (min(ahead), max(ahead)) for t in (min(across), max(across))]
    xs, ys = np.meshgrid(np.arange(ax - 50, ax + 51), np.arange(ay - 50, ay + 51))
    f, t = (xs - ax) * fx + (ys - ay) * fy, side * ((xs - ax) * sx + (ys - ay) * sy)
    passed = np.zeros(f.shape, bool)
    angles = [*np.linspace(0, math.pi / 2, 181), *(np.arctan2(t, f) - corner for corner in corners)]
    for angle in angles:
        # the squares as seen from the ship once she has turned so far
        back_f, back_t = f * np.cos(angle) + t * np.sin(angle), t * np.cos(angle) - f * np.sin(angle)
        inside = (back_f > min(ahead) - 1e-6) & (back_f < max(ahead) + 1e-6)
        inside &= (back_t > min(across) - 1e-6) & (back_t < max(across) + 1e-6)
        passed |= inside & (angle > -1e-6) & (angle < math.pi / 2 + 1e-6)
    return {(int(x), int(y)) for x, y in zip(xs[passed], ys[passed], strict=True)}


@pytest.mark.parametrize("heading", list(AHEAD))
def test_a_ship_covers_her_length_along_her_heading(heading):
    """BE-SQUARE-2"""
    west, north, east, south = q.place(ship(heading))
    sizes = (east - west + 1, south - north + 1)
    assert (west, north, *sizes) == (40, 40, *((7, 3) if heading in (r.EAST, r.WEST) else (3, 7)))


def test_clear_squares():
    """BE-SQUARE-3: corners touch, and squares shared count as less than none."""
    here = (10, 10, 12, 12)
    assert q.clear(here, (13, 13, 14, 14)) == 0
    assert q.clear(here, (13, 10, 14, 12)) == 0
    assert q.clear(here, (14, 10, 15, 12)) == 1
    assert q.clear(here, (10, 20, 12, 22)) == 7
    assert q.clear((14, 10, 15, 12), here) == 1
    assert q.clear(here, (12, 12, 14, 14)) == -1


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("heading", list(AHEAD))
def test_axes_lie_on_the_aft_line_from_the_inner_side_on(heading, side):
    """BE-HELM-3"""
    one = ship(heading)
    found = [(q.axis_x(one, side, number), q.axis_y(one, side, number)) for number in range(3)]
    (fx, fy), (sx, sy) = AHEAD[heading], STARBOARD[heading]
    assert set(found) <= squares(q.place(one))
    for x, y in found:
        assert (x - fx, y - fy) not in squares(q.place(one))  # nothing of her is behind it
    x, y = found[0]
    assert (x + side * sx, y + side * sy) not in squares(q.place(one))  # nor to the side of the turn
    assert [(found[0][0] - side * number * sx, found[0][1] - side * number * sy) for number in range(3)] == found


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("heading", list(AHEAD))
@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_turn_keeps_the_axis_and_the_aft_line(heading, side, number):
    """BE-HELM-2, BE-HELM-3: every square goes round the axis by 90 degrees."""
    one = ship(heading, 9, 4)
    ax, ay = q.axis_x(one, side, number), q.axis_y(one, side, number)
    round_about = {(ax - side * (y - ay), ay + side * (x - ax)) for x, y in squares(q.place(one))}
    where = q.turned(one, side, number)
    assert squares(where) == round_about
    assert (ax, ay) in squares(where)


@pytest.mark.parametrize(("length", "beam"), [(2, 1), (7, 3), (12, 4), (15, 5), (9, 8), (28, 8)])
def test_what_a_turn_sweeps(length, beam):
    """BE-HELM-4: exactly the squares that a slow swing passes over, for every axis."""
    one = ship(r.EAST, length, beam)
    for number in {0, beam // 2, beam - 1}:
        ax, ay = q.axis_x(one, 1, number), q.axis_y(one, 1, number)
        slow = swung(one, 1, (ax, ay))
        quick = {
            (x, y)
            for x in range(ax - 50, ax + 51)
            for y in range(ay - 50, ay + 51)
            if q.sweeps(length, number, beam - 1 - number, *q.from_axis(r.EAST, 1, ax, ay, (x, y, x, y)))
        }
        assert quick == slow
        assert squares(q.turned(one, 1, number)) <= quick
        west, north, east, south = q.swept_place(one, 1, number)
        assert west <= min(x for x, _ in quick) and east >= max(x for x, _ in quick)
        assert north <= min(y for _, y in quick) and south >= max(y for _, y in quick)
        assert {west, east} <= {x for x, _ in quick | squares(q.place(one))} and south in {y for _, y in quick}


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("heading", list(AHEAD))
def test_the_sweep_turns_with_the_heading(heading, side):
    """BE-HELM-4: for a place of several squares it is hit when one of them is."""
    one = ship(heading, 7, 3)
    rng = np.random.default_rng(heading)
    for number in range(3):
        ax, ay = q.axis_x(one, side, number), q.axis_y(one, side, number)
        swept = swung(one, side, (ax, ay))
        for _ in range(200):
            x, y = (int(rng.integers(25, 60)) for _ in range(2))
            where = (x, y, x + int(rng.integers(6)), y + int(rng.integers(6)))
            hit = q.sweeps(7, number, 2 - number, *q.from_axis(heading, side, ax, ay, where))
            assert bool(hit) == bool(squares(where) & swept)


def test_squares_to_reach():
    """Ahead as far as the gap, on a bow as far as it is abeam, and never what lies behind."""
    mine = (10, 10, 16, 12)
    assert q.squares_to_reach(r.EAST, mine, (20, 10, 22, 12)) == 3
    assert q.squares_to_reach(r.EAST, mine, (20, 18, 22, 20)) == 5
    assert q.squares_to_reach(r.EAST, mine, (2, 10, 8, 12)) == 99
    assert q.squares_to_reach(r.WEST, mine, (2, 10, 8, 12)) == 1
    assert q.squares_to_reach(r.EAST, mine, (10, 30, 16, 32)) == 99  # she would be past
    assert q.squares_to_reach(r.EAST, mine, (17, 10, 18, 12)) == 0
