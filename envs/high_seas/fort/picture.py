"""A raid as a picture of steady size, for videos and pages."""

from functools import cache
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .. import record as r
from .. import ship as s
from ..picture import COATS, FAINT, HEIGHT, INK, MARGIN, PAPER, SEA, SHADE, STEP, WATER, WIDTH
from . import record as f
from .story import NAMES, order_words, result, work_words

LAND, STONE = (196, 178, 128), (140, 134, 124)


@cache
def _font(size: int) -> Any:
    return ImageFont.load_default(size)


def _text(draw: Any, place: tuple[float, float], words: str, size: int, colour: Any = INK, anchor: str = "la") -> None:
    draw.text(place, words, fill=colour, font=_font(size), anchor=anchor)


def picture(state: Any, names: tuple[str, ...] = NAMES) -> np.ndarray:
    """The raid as a picture: the ship, the shore as far off as the range says, and the bars of both.

    Args:
        state: one raid.
        names: what ship and shore are called.

    Returns:
        uint8, shape (400, 640, 3), red, green and blue.
    """
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    _draw_sea(draw, state, names)
    if state.range <= state.sight:
        _draw_shore(draw, state)
    _draw_ship(draw, state.ship[0])
    _draw_ship_card(draw, state, names[0])
    _draw_shore_card(draw, state, names[1])
    return np.asarray(image, np.uint8).copy()


def _draw_sea(draw: Any, state: Any, names: tuple[str, ...]) -> None:
    """The heading, the water, and the names of the ranges under it."""
    over = state.ending != r.RUNNING
    _text(draw, (16, 12), f"Turn {state.turn}", 20)
    phase = "storm" if state.phase == r.GRAPPLE else r.PHASES[state.phase]
    words = result(state, names) if over else phase.capitalize()
    _text(draw, (WIDTH - 16, 16), words, 13 if over else 15, INK if over else FAINT, "ra")
    draw.rectangle((0, WATER, WIDTH, WATER + 12), fill=SEA)
    for number, name in enumerate(r.RANGES):
        here = number == state.range
        colour = INK if here else FAINT if number <= state.sight else SHADE
        place = MARGIN + 48 + STEP * number
        draw.line((place, WATER + 12, place, WATER + 18), fill=colour, width=2 if here else 1)
        _text(draw, (place, WATER + 22), name, 14 if here else 12, colour, "ma")


def _draw_shore(draw: Any, state: Any) -> None:
    """Land with the fort that stands on it or what is left of it, and the roofs of the town."""
    x = MARGIN + 48 + STEP * min(int(state.range), r.EXTREME)
    draw.rectangle((x - 30, WATER - 8, WIDTH, WATER), fill=LAND)
    fort = state.shore[f.FORT]
    if fort.kind != f.NONE:
        height = 6 if fort.fallen == f.DESTROYED else 36
        draw.rectangle((x - 24, WATER - 8 - height, x + 20, WATER - 8), fill=STONE)
        if fort.fallen != f.DESTROYED:
            for tooth in range(4):
                left = x - 24 + 12 * tooth
                draw.rectangle((left, WATER - 52, left + 7, WATER - 44), fill=STONE)
            flag = COATS[0] if fort.fallen == f.STORMED else COATS[1]
            draw.line((x, WATER - 44, x, WATER - 78), fill=INK, width=2)
            draw.rectangle((x, WATER - 78, x + 20, WATER - 66), fill=flag)
    if state.shore[f.TOWN].kind != f.NONE:
        for house in range(2):
            left = x + 26 + 18 * house
            draw.rectangle((left, WATER - 24, left + 13, WATER - 8), fill=SHADE)
            draw.polygon([(left - 2, WATER - 24), (left + 6, WATER - 36), (left + 15, WATER - 24)], fill=COATS[1])


def _draw_ship(draw: Any, ship: Any) -> None:
    """A hull with a sail for the rigging that is left."""
    x, deck = MARGIN, WATER + 2 if ship.sunk else WATER - 14
    draw.polygon([(x - 20, deck), (x + 20, deck), (x + 13, WATER + 4), (x - 13, WATER + 4)], fill=COATS[0])
    mast = round(58 * (0.25 + 0.75 * ship.rigging / ship.rigging_max))
    draw.line((x, deck, x, deck - mast), fill=INK, width=2)
    if ship.rigging:
        draw.polygon([(x, deck - mast), (x, deck - 6), (x + 20, deck - 6)], fill=SHADE, outline=INK)


def _bar(draw: Any, left: int, top: int, name: str, now: int, most: int, colour: Any) -> None:
    _text(draw, (left, top), name, 14)
    draw.rectangle((left + 62, top + 1, left + 222, top + 15), fill=SHADE)
    if now:
        draw.rectangle((left + 62, top + 1, left + 62 + 160 * now // most, top + 15), fill=colour)
    _text(draw, (left + 230, top), f"{now}/{most}", 14)


def _title(draw: Any, left: int, top: int, words: str, colour: Any) -> None:
    draw.rectangle((left, top + 2, left + 8, top + 18), fill=colour)
    _text(draw, (left + 16, top), words, 17)


def _draw_ship_card(draw: Any, state: Any, name: str) -> None:
    """Name, bars, guns and last orders of the ship."""
    ship, left, top = state.ship[0], 16, 206
    _title(draw, left, top, f"{name}, {r.HULLS[ship.kind].replace('_', ' ')}", COATS[0])
    for row, field in enumerate(("hull", "rigging")):
        _bar(draw, left, top + 30 + 24 * row, field.capitalize(), int(ship[field]), int(ship[f"{field}_max"]), COATS[0])
    guns = "  ".join(
        f"{battery} {ship.guns[place]}{'' if ship.loaded[place] == 1 else ' (reloading)'}"
        for place, battery in enumerate(r.BATTERIES)
    )
    _text(draw, (left, top + 82), guns, 12)
    _text(draw, (left, top + 102), f"Handling {s.handling(ship)}  Crew {ship.crew}", 12)
    for row, words in enumerate(order_words(ship).split("; ")):
        _text(draw, (left, top + 128 + 20 * row), words, 14, COATS[0])


def _draw_shore_card(draw: Any, state: Any, name: str) -> None:
    """Name, bars, guns and garrison of fort and town."""
    fort, town = state.shore[f.FORT], state.shore[f.TOWN]
    left, top = 16 + WIDTH // 2, 206
    _title(draw, left, top, name if fort.kind == f.NONE else f"{name}, {work_words(fort)}", COATS[1])
    if fort.kind != f.NONE:
        _bar(draw, left, top + 30, "Walls", int(fort.structure), int(fort.structure_max), COATS[1])
        _text(draw, (left, top + 82), f"{fort.guns} guns  Garrison {fort.garrison}", 12)
    if town.kind != f.NONE:
        _bar(draw, left, top + 54, "Town", int(town.structure), int(town.structure_max), COATS[1])
        _text(draw, (left, top + 102), f"{town.guns} in the town", 12)
