"""A raid as a picture of steady size, for videos and pages."""

from typing import Any

import numpy as np

from ...drawing import COATS, FAINT, INK, SHADE, gauge, pixels, sheet, text, title
from .. import record as r
from .. import ship as s
from ..picture import CARD, HEIGHT, MARGIN, STEP, WATER, WIDTH, draw_card, draw_hull, draw_ranges
from . import record as f
from .story import NAMES, order_words, result, work_words

LAND, STONE = (196, 178, 128), (140, 134, 124)


def picture(state: Any, names: tuple[str, ...] = NAMES) -> np.ndarray:
    """The raid as a picture: the ship, the shore as far off as the range says, and the bars of both.

    Args:
        state: one raid.
        names: what ship and shore are called.

    Returns:
        uint8, shape (400, 640, 3), red, green and blue.
    """
    image, draw = sheet(WIDTH, HEIGHT)
    _draw_sea(draw, state, names)
    if state.range <= state.sight:
        _draw_shore(draw, state)
    draw_hull(draw, state.ship[0], MARGIN, 1, COATS[0])
    _draw_ship_card(draw, state, names[0])
    _draw_shore_card(draw, state, names[1])
    return pixels(image)


def _draw_sea(draw: Any, state: Any, names: tuple[str, ...]) -> None:
    """The heading and the water."""
    over = state.ending != r.RUNNING
    text(draw, (16, 12), f"Turn {state.turn}", 20)
    phase = "storm" if state.phase == r.GRAPPLE else r.PHASES[state.phase]
    words = result(state, names) if over else phase.capitalize()
    text(draw, (WIDTH - 16, 16), words, 13 if over else 15, INK if over else FAINT, "ra")
    draw_ranges(draw, state)


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


def _draw_ship_card(draw: Any, state: Any, name: str) -> None:
    """Name, bars, guns and last orders of the ship."""
    ship = state.ship[0]
    rates = f"Handling {s.handling(ship)}  Crew {ship.crew}"
    draw_card(draw, 0, ship, name, rates, order_words(ship))


def _draw_shore_card(draw: Any, state: Any, name: str) -> None:
    """Name, bars, guns and garrison of fort and town."""
    fort, town = state.shore[f.FORT], state.shore[f.TOWN]
    left, top = 16 + WIDTH // 2, CARD
    title(draw, left, top, name if fort.kind == f.NONE else f"{name}, {work_words(fort)}", 17, COATS[1])
    if fort.kind != f.NONE:
        gauge(draw, left, top + 30, "Walls", int(fort.structure), int(fort.structure_max), COATS[1])
        text(draw, (left, top + 82), f"{fort.guns} guns  Garrison {fort.garrison}", 12)
    if town.kind != f.NONE:
        gauge(draw, left, top + 54, "Town", int(town.structure), int(town.structure_max), COATS[1])
        text(draw, (left, top + 102), f"{town.guns} in the town", 12)
