"""A battle as a picture of steady size, for videos and pages."""

from functools import cache
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from . import record as r
from . import ship as s
from .story import NAMES, order_words, result

WIDTH, HEIGHT = 640, 400
MARGIN, STEP, WATER = 56, 96, 150  # pixels: the first place of a ship, between two ranges, the waterline

PAPER, INK, FAINT = (246, 240, 226), (38, 42, 54), (150, 150, 146)
SEA, SHADE = (120, 160, 184), (214, 206, 188)
COATS = ((166, 54, 44), (40, 84, 130))  # one a seat


@cache
def _font(size: int) -> Any:
    return ImageFont.load_default(size)


def picture(state: Any, names: tuple[str, ...] = NAMES) -> np.ndarray:
    """The battle as a picture: the line of ranges with both ships, their bars and their last orders.

    Args:
        state: one battle.
        names: what the ships are called, one a seat.

    Returns:
        uint8, shape (400, 640, 3), red, green and blue.
    """
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    _draw_sea(draw, state, names)
    for seat in range(r.SEATS):
        _draw_ship(draw, state, seat)
        _draw_card(draw, state, seat, names[seat])
    return np.asarray(image, np.uint8).copy()


def _text(draw: Any, place: tuple[float, float], words: str, size: int, colour: Any = INK, anchor: str = "la") -> None:
    draw.text(place, words, fill=colour, font=_font(size), anchor=anchor)


def _draw_sea(draw: Any, state: Any, names: tuple[str, ...]) -> None:
    """The heading, the water, and the names of the ranges under it."""
    over = state.ending != r.RUNNING
    _text(draw, (16, 12), f"Turn {state.turn}", 20)
    words = result(state, names) if over else r.PHASES[state.phase].capitalize()
    words += ", calm" if state.calm and not over else ""
    _text(draw, (WIDTH - 16, 16), words, 15, INK if over else FAINT, "ra")
    draw.rectangle((0, WATER, WIDTH, WATER + 12), fill=SEA)
    for number, name in enumerate(r.RANGES):
        here = number == state.range
        colour = INK if here else FAINT if number <= state.sight else SHADE
        place = MARGIN + 48 + STEP * number
        draw.line((place, WATER + 12, place, WATER + 18), fill=colour, width=2 if here else 1)
        _text(draw, (place, WATER + 22), name, 14 if here else 12, colour, "ma")


def _draw_ship(draw: Any, state: Any, seat: int) -> None:
    """A hull with a sail for the rigging that is left; out of sight she is not drawn."""
    ship = state.ship[seat]
    if seat == 1 and state.range > state.sight:
        return
    away = 48 + STEP * min(int(state.range), r.EXTREME)
    x = MARGIN if seat == 0 else MARGIN + (32 if state.grappled else away)
    toward = 1 if seat == 0 else -1
    deck = WATER - 14 if not ship.sunk else WATER + 2
    draw.polygon([(x - 20, deck), (x + 20, deck), (x + 13, WATER + 4), (x - 13, WATER + 4)], fill=COATS[seat])
    mast = round(58 * (0.25 + 0.75 * ship.rigging / ship.rigging_max))
    draw.line((x, deck, x, deck - mast), fill=INK, width=2)
    if ship.rigging:
        draw.polygon([(x, deck - mast), (x, deck - 6), (x + 20 * toward, deck - 6)], fill=SHADE, outline=INK)


def _draw_card(draw: Any, state: Any, seat: int, name: str) -> None:
    """Name, bars, guns and last orders of one ship, below the water on her side."""
    ship = state.ship[seat]
    left, top = 16 + seat * (WIDTH // 2), 206
    draw.rectangle((left, top + 2, left + 8, top + 18), fill=COATS[seat])
    _text(draw, (left + 16, top), f"{name}, {r.HULLS[ship.kind].replace('_', ' ')}", 17)
    for row, field in enumerate(("hull", "rigging")):
        y = top + 30 + 24 * row
        now, most = int(ship[field]), int(ship[f"{field}_max"])
        _text(draw, (left, y), field.capitalize(), 14)
        draw.rectangle((left + 62, y + 1, left + 222, y + 15), fill=SHADE)
        if now:
            draw.rectangle((left + 62, y + 1, left + 62 + 160 * now // most, y + 15), fill=COATS[seat])
        _text(draw, (left + 230, y), f"{now}/{most}", 14)
    guns = "  ".join(
        f"{battery} {ship.guns[place]}{'' if ship.loaded[place] == 1 else ' (reloading)'}"
        for place, battery in enumerate(r.BATTERIES)
    )
    _text(draw, (left, top + 82), guns, 12)
    rates = f"Speed {s.speed(state, ship)}  Handling {s.handling(ship)}  Crew {ship.crew}"
    _text(draw, (left, top + 102), rates, 12)
    for row, words in enumerate(order_words(ship).split("; ")):
        _text(draw, (left, top + 128 + 20 * row), words, 14, COATS[seat])
