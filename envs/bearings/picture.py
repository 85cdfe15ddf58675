"""An encounter as a picture of steady size, for videos and pages."""

import math
from typing import Any

import numpy as np

from ..drawing import COATS, INK, gauge, pixels, sheet, text, title
from . import gunnery
from . import record as r
from . import ship as s
from .words import NAMES, STATES, WEAPONS, engine_or_rigging, kind, result

WIDTH, HEIGHT = 640, 400
CENTRE = 110  # the height of the ships on the water
APART = (70, 190, 400)  # pixels between them, by range

FAINT = (120, 120, 116)
WATERS = ((150, 186, 204), (170, 196, 190), (136, 160, 170), (110, 150, 180), (206, 212, 212), (190, 200, 170))
SIDE_ANGLE, TAIL_ANGLE = math.pi / 2, math.pi


def picture(state: Any, names: tuple[str, ...] = NAMES) -> np.ndarray:
    """The encounter as a picture: both ships from above, as they lie to each other, and a card of each.

    Args:
        state: one encounter.
        names: what the ships are called, one a seat.

    Returns:
        uint8, shape (400, 640, 3), red, green and blue.
    """
    image, draw = sheet(WIDTH, HEIGHT)
    over = state.ending != r.RUNNING
    text(draw, (16, 12), f"Turn {state.turn}", 20)
    place = f"{r.LOCATIONS[state.location].replace('_', ' ')}, {r.RANGES[state.range]}"
    text(draw, (110, 16), place, 15, FAINT)
    words = result(state, names) if over else r.PHASES[state.phase].capitalize()
    text(draw, (WIDTH - 16, 16), words, 14, INK if over else FAINT, "ra")
    draw.rectangle((0, 44, WIDTH, 180), fill=WATERS[state.location])
    for seat in range(2):
        _draw_ship(draw, state, seat)
        _draw_card(draw, state, seat, names[seat])
    return pixels(image)


def _draw_ship(draw: Any, state: Any, seat: int) -> None:
    """A hull seen from above, her bow as the bearing turns it, with a line along each arc that fires."""
    ship = state.ship[seat]
    toward = 1 if seat == 0 else -1
    x = WIDTH / 2 - toward * APART[state.range] / 2
    turned = 0.0
    if gunnery.in_range(state):
        turned = (SIDE_ANGLE, 0.0, TAIL_ANGLE)[gunnery.shows(state, seat)]
    angle = turned if seat == 0 else math.pi + turned
    length, beam = 16 + 5 * int(ship["size"]), 5 + 2 * int(ship["size"])
    outline = [(length, 0), (length * 0.5, beam), (-length, beam * 0.8), (-length, -beam * 0.8), (length * 0.5, -beam)]
    cos, sin = math.cos(angle), math.sin(angle)
    points = [(x + cos * a - sin * b, CENTRE + sin * a + cos * b) for a, b in outline]
    draw.polygon(points, fill=WATERS[state.location] if ship.sunk else COATS[seat], outline=INK)
    if ship.fire:
        draw.ellipse((x - 6, CENTRE - 6, x + 6, CENTRE + 6), fill=(230, 150, 40))
    if ship.fires and not ship.sunk:
        draw.line((x + toward * 12, CENTRE, x + toward * 30, CENTRE), fill=INK, width=3)


def _draw_card(draw: Any, state: Any, seat: int, name: str) -> None:
    """Name, hull, weapons and what is the matter with one ship."""
    ship = state.ship[seat]
    left, top = 16 + seat * (WIDTH // 2), 196
    title(draw, left, top, f"{name}, {kind(ship)}", 16, COATS[seat])
    gauge(draw, left, top + 30, "Hull", int(ship.hull), int(ship.hull_max), COATS[seat])
    rows = [f"{engine_or_rigging(ship).capitalize()} {STATES[ship.rigging]}   Stores {ship.stores}/{ship.stores_max}"]
    fitted = [weapon for weapon in range(5) if (ship.fitted >> weapon) & 1]
    rows += [f"{WEAPONS[weapon]} {ship.attack[weapon]:+d} {STATES[ship.weapons[weapon]]}" for weapon in fitted]
    rows.append(f"Command {s.command(ship, r.FOR_RANGE):+d}   {ship.hands} hands   {ship.officers} officers")
    for row, words in enumerate(rows):
        text(draw, (left, top + 54 + 20 * row), words, 13)
