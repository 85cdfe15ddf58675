"""A battle on squares as a picture: the map with its grid, the ships with their bows, and their wakes."""

from itertools import pairwise
from typing import Any

import numpy as np

from ...drawing import COATS, FAINT, INK, pixels, sheet, text, title
from . import helm
from . import record as r
from . import squares as q
from .story import NAMES, count, result

WIDTH, HEIGHT = 840, 520
LEFT, TOP = 20, 44
SEA, GRID, FOAM, ROCK, OPEN = (208, 222, 226), (194, 210, 216), (238, 244, 244), (140, 134, 124), (58, 120, 72)


def picture(state: Any, names: tuple[str, ...] = NAMES) -> np.ndarray:
    """The battle as a picture of steady size, north on top; the far edge, on the right, is green.

    Args:
        state: one battle.
        names: what the ships are called, by seat.

    Returns:
        uint8, shape (520, 840, 3), red, green and blue.
    """
    image, draw = sheet(WIDTH, HEIGHT)
    scale = min((WIDTH - 2 * LEFT) // int(state.width), 400 // int(state.height))
    _draw_heading(draw, state, names)
    _draw_map(draw, state, scale)
    for seat in range(r.SEATS):
        _draw_wake(draw, state.ship[seat], scale, COATS[seat])
    for seat in range(r.SEATS):
        _draw_ship(draw, state.ship[seat], scale, COATS[seat])
        _draw_card(draw, state, seat, names[seat])
    return pixels(image)


def _draw_heading(draw: Any, state: Any, names: tuple[str, ...]) -> None:
    """The round on the left, the distance or the result on the right."""
    over = state.ending != r.RUNNING
    text(draw, (LEFT, 12), f"Round {state.turn}", 20)
    distance = helm.apart(state)
    words = f"{count(distance, 'square')} apart" if distance else "side by side"
    text(draw, (WIDTH - LEFT, 16), result(state, names) if over else words, 14, INK if over else FAINT, "ra")


def _draw_map(draw: Any, state: Any, scale: int) -> None:
    """The water, its grid, the rocks and the far edge."""
    right, bottom = LEFT + scale * int(state.width), TOP + scale * int(state.height)
    draw.rectangle((LEFT, TOP, right, bottom), fill=SEA)
    for column in range(0, int(state.width) + 1):
        draw.line((LEFT + scale * column, TOP, LEFT + scale * column, bottom), fill=GRID)
    for row in range(0, int(state.height) + 1):
        draw.line((LEFT, TOP + scale * row, right, TOP + scale * row), fill=GRID)
    for number in range(int(state.rocks)):
        draw.rectangle(_box(helm.rock_place(state, number), scale), fill=ROCK)
    draw.rectangle((right, TOP, right + 4, bottom), fill=OPEN)


def _box(where: tuple[int, ...], scale: int) -> tuple[int, int, int, int]:
    """The pixels of a place."""
    west, north, east, south = where
    return LEFT + scale * west, TOP + scale * north, LEFT + scale * (east + 1), TOP + scale * (south + 1)


def _draw_wake(draw: Any, ship: Any, scale: int, coat: Any) -> None:
    """A line through the places where her stern was, older ones thinner."""
    points = [(LEFT + scale * (int(x) + 0.5), TOP + scale * (int(y) + 0.5)) for x, y in ship.wake if x >= 0 and y >= 0]
    for age, (one, other) in enumerate(pairwise(points)):
        draw.line((*one, *other), fill=FOAM, width=max(2, 6 - age))
    for x, y in points:
        draw.ellipse((x - 2, y - 2, x + 2, y + 2), fill=coat)


def _draw_ship(draw: Any, ship: Any, scale: int, coat: Any) -> None:
    """Her squares, with a bow that narrows; a ship that goes down is hollow."""
    west, north, east, south = _box(q.place(ship), scale)
    middle = (west + east) // 2, (north + south) // 2
    taper = min(scale * int(ship.length) // 3, scale * int(ship.beam))
    shapes = {
        r.NORTH: [(west, south), (west, north + taper), (middle[0], north), (east, north + taper), (east, south)],
        r.SOUTH: [(west, north), (west, south - taper), (middle[0], south), (east, south - taper), (east, north)],
        r.EAST: [(west, north), (east - taper, north), (east, middle[1]), (east - taper, south), (west, south)],
        r.WEST: [(east, north), (west + taper, north), (west, middle[1]), (west + taper, south), (east, south)],
    }
    draw.rectangle((west, north, east, south), outline=coat)
    draw.polygon(shapes[int(ship.heading)], fill=SEA if ship.down else coat, outline=INK)


def _draw_card(draw: Any, state: Any, seat: int, name: str) -> None:
    """Name, mission and condition of one ship."""
    ship, left, top = state.ship[seat], LEFT + seat * WIDTH // 2, 456
    kind = r.KINDS[ship.kind].replace("_", " ")
    title(draw, left, top, f"{name}, {kind}: {r.MISSIONS[ship.mission]}", 15, COATS[seat])
    need = max(0, int(ship.turn_after) - int(ship.run))
    words = f"Speed {ship.speed}  Way {ship.way}  " + (f"turns after {need}" if need else "may turn")
    text(draw, (left + 16, top + 22), f"{words}  Hull {ship.hull}/{ship.hull_max}", 12)
    troubles = [
        (not helm.steered(ship, state.turn) and ship.down == 0, "adrift"),
        (ship.lost, "loses a turn"),
        (ship.hull <= 0 and not ship.steady, f"flooding {ship.failed}/{r.SAVES}"),
        (ship.down, "going down"),
    ]
    text(draw, (left + 16, top + 40), "  ".join(said for is_so, said in troubles if is_so), 12, COATS[seat])
