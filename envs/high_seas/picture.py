"""A battle as a picture of steady size, for videos and pages."""

from typing import Any

import numpy as np

from ..drawing import COATS, FAINT, INK, SHADE, gauge, pixels, sheet, text, title
from . import record as r
from . import ship as s
from .story import NAMES, order_words, result

WIDTH, HEIGHT = 640, 400
MARGIN, STEP, WATER = 56, 96, 150  # pixels: the first place of a ship, between two ranges, the waterline
CARD = 206  # where the cards begin

SEA = (120, 160, 184)


def picture(state: Any, names: tuple[str, ...] = NAMES) -> np.ndarray:
    """The battle as a picture: the line of ranges with both ships, their bars and their last orders.

    Args:
        state: one battle.
        names: what the ships are called, one a seat.

    Returns:
        uint8, shape (400, 640, 3), red, green and blue.
    """
    image, draw = sheet(WIDTH, HEIGHT)
    _draw_sea(draw, state, names)
    for seat in range(r.SEATS):
        _draw_ship(draw, state, seat)
        _draw_card(draw, state, seat, names[seat])
    return pixels(image)


def _draw_sea(draw: Any, state: Any, names: tuple[str, ...]) -> None:
    """The heading and the water."""
    over = state.ending != r.RUNNING
    text(draw, (16, 12), f"Turn {state.turn}", 20)
    words = result(state, names) if over else r.PHASES[state.phase].capitalize()
    words += ", calm" if state.calm and not over else ""
    text(draw, (WIDTH - 16, 16), words, 15, INK if over else FAINT, "ra")
    draw_ranges(draw, state)


def draw_ranges(draw: Any, state: Any) -> None:
    """The water, and the names of the ranges under it."""
    draw.rectangle((0, WATER, WIDTH, WATER + 12), fill=SEA)
    for number, name in enumerate(r.RANGES):
        here = number == state.range
        colour = INK if here else FAINT if number <= state.sight else SHADE
        place = MARGIN + 48 + STEP * number
        draw.line((place, WATER + 12, place, WATER + 18), fill=colour, width=2 if here else 1)
        text(draw, (place, WATER + 22), name, 14 if here else 12, colour, "ma")


def _draw_ship(draw: Any, state: Any, seat: int) -> None:
    """One of the two ships, at her end of the range; out of sight she is not drawn."""
    ship = state.ship[seat]
    if seat == 1 and state.range > state.sight:
        return
    away = 48 + STEP * min(int(state.range), r.EXTREME)
    x = MARGIN if seat == 0 else MARGIN + (32 if state.grappled else away)
    draw_hull(draw, ship, x, 1 if seat == 0 else -1, COATS[seat])


def draw_hull(draw: Any, ship: Any, x: int, toward: int, coat: Any) -> None:
    """A hull with a sail for the rigging that is left, her bow toward the right (1) or the left (-1)."""
    deck = WATER - 14 if not ship.sunk else WATER + 2
    draw.polygon([(x - 20, deck), (x + 20, deck), (x + 13, WATER + 4), (x - 13, WATER + 4)], fill=coat)
    mast = round(58 * (0.25 + 0.75 * ship.rigging / ship.rigging_max))
    draw.line((x, deck, x, deck - mast), fill=INK, width=2)
    if ship.rigging:
        draw.polygon([(x, deck - mast), (x, deck - 6), (x + 20 * toward, deck - 6)], fill=SHADE, outline=INK)


def _draw_card(draw: Any, state: Any, seat: int, name: str) -> None:
    """The card of one ship, below the water on her side."""
    ship = state.ship[seat]
    rates = f"Speed {s.speed(state, ship)}  Handling {s.handling(ship)}  Crew {ship.crew}"
    draw_card(draw, seat, ship, name, rates, order_words(ship))


def draw_card(draw: Any, seat: int, ship: Any, name: str, rates: str, orders: str) -> None:
    """Name, bars, guns, rates and last orders of one ship."""
    left, top, coat = 16 + seat * (WIDTH // 2), CARD, COATS[seat]
    title(draw, left, top, f"{name}, {r.HULLS[ship.kind].replace('_', ' ')}", 17, coat)
    for row, field in enumerate(("hull", "rigging")):
        gauge(draw, left, top + 30 + 24 * row, field.capitalize(), int(ship[field]), int(ship[f"{field}_max"]), coat)
    guns = "  ".join(
        f"{battery} {ship.guns[place]}{'' if ship.loaded[place] == 1 else ' (reloading)'}"
        for place, battery in enumerate(r.BATTERIES)
    )
    text(draw, (left, top + 82), guns, 12)
    text(draw, (left, top + 102), rates, 12)
    for row, words in enumerate(orders.split("; ")):
        text(draw, (left, top + 128 + 20 * row), words, 14, coat)
