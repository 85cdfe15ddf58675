"""A large battle as a picture of steady size: the ships of each side with their bars, and who is near whom."""

from typing import Any

import numpy as np

from ...drawing import COATS, FAINT, INK, PAPER, SHADE, bar, pixels, sheet, text
from .. import record as r
from . import record as f
from .story import NAMES, order_words, result

WIDTH, HEIGHT = 900, 560
ROW, TOP = 40, 50  # pixels: of one ship, and of the first

SIDES = (*COATS, (58, 120, 72), (140, 96, 30))  # one a side, then again
NEAR = ((60, 96, 120), (96, 132, 154), (130, 164, 184), (164, 192, 206), (192, 212, 220), (216, 226, 226))
CELL = 26
TABLE = 540  # the left edge of the table of ranges


def picture(state: Any, names: tuple[str, ...] = NAMES) -> np.ndarray:
    """The battle as a picture: a row a ship, and the table of ranges, dark where ships are close.

    Args:
        state: one battle.
        names: what the ships are called, one a seat.

    Returns:
        uint8, shape (560, 900, 3), red, green and blue.
    """
    image, draw = sheet(WIDTH, HEIGHT)
    over = state.ending != f.RUNNING
    text(draw, (16, 12), f"Turn {state.turn}", 20)
    words = result(state, names) if over else f.PHASES[state.phase].capitalize()
    text(draw, (WIDTH - 16, 16), words, 13, INK if over else FAINT, "ra")
    for seat in range(int(state.slots)):
        _draw_ship(draw, state, seat, names)
        _draw_ranges(draw, state, seat)
    return pixels(image)


def _draw_ship(draw: Any, state: Any, seat: int, names: tuple[str, ...]) -> None:
    """Name, bars and order of one ship; one that is out of the battle is faint."""
    ship, top = state.ship[seat], TOP + ROW * seat
    coat = SIDES[int(state.side[seat]) % len(SIDES)] if state.present[seat] else SHADE
    draw.rectangle((16, top + 2, 24, top + 30), fill=coat)
    ink = INK if state.present[seat] else FAINT
    text(draw, (32, top), f"{seat}  {names[seat]}, {r.HULLS[ship.kind].replace('_', ' ')}", 14, ink)
    words = "sunk" if ship.sunk else "taken" if ship.taken else "" if state.present[seat] else "away"
    text(draw, (32, top + 18), words or order_words(state, seat, names), 12, ink)
    for row, field in enumerate(("hull", "rigging")):
        now, most = int(ship[field]), int(ship[f"{field}_max"])
        left, y = 330, top + 3 + 15 * row
        bar(draw, (left, y, left + 120, y + 10), now, most, coat)
        text(draw, (left + 128, y - 2), f"{now}/{most}", 12, ink)


def _draw_ranges(draw: Any, state: Any, seat: int) -> None:
    """Her row of the table of ranges."""
    y = TOP + 30 + CELL * seat
    text(draw, (TABLE - 6, y + 5), str(seat), 12, INK, "ra")
    text(draw, (TABLE + CELL * seat + CELL // 2, TOP + 12), str(seat), 12, INK, "ma")
    for other in range(int(state.slots)):
        distance = int(state.ranges[seat, other])
        if distance <= state.sight:
            x = TABLE + CELL * other
            draw.rectangle((x, y, x + CELL - 2, y + CELL - 2), fill=NEAR[distance])
            locked = state.locked[seat] == other + 1
            text(draw, (x + 8, y + 5), "#" if locked else r.RANGES[distance][0], 12, PAPER if distance < 3 else INK)
