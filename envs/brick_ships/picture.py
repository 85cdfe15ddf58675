"""The table from above as a picture of steady size: hulls to scale, headings, cones, water and crews."""

from typing import Any

import numpy as np

from ..drawing import pixels, sheet, text, title
from . import crew as c
from . import gunnery, sinking
from . import record as r
from . import table as t
from .story import NAMES, result

SCALE = 10  # pixels an inch
LEFT, TOP = 20, 44
WIDTH, HEIGHT = 72 * SCALE + 2 * LEFT, 48 * SCALE + TOP + 126
PAPER, SEA, INK, FAINT = (250, 247, 240), (196, 218, 232), (40, 40, 48), (120, 122, 130)
COATS = ((178, 60, 48), (36, 84, 148))
DECK, WATER, HOLE = (214, 180, 132), (70, 120, 170), (60, 44, 36)
CONE_REACH = 8 * r.INCH


def picture(state: Any, names: tuple[str, ...] = NAMES) -> np.ndarray:
    """The battle as a picture.

    Args:
        state: one battle.
        names: what the ships are called.

    Returns:
        uint8, shape (650, 760, 3), red, green and blue.
    """
    image, draw = sheet(WIDTH, HEIGHT, PAPER)
    draw.rectangle((LEFT, TOP, LEFT + 72 * SCALE, TOP + 48 * SCALE), fill=SEA, outline=FAINT)
    over = state.ending != r.RUNNING
    text(draw, (LEFT, 12), f"Round {state.turn}", 20, INK)
    words = result(state, names) if over else r.PHASES[state.phase].capitalize()
    text(draw, (WIDTH - LEFT, 16), words, 14, INK if over else FAINT, "ra")
    for seat in range(2):
        _draw_cones(draw, state.ship[seat], COATS[seat])
    for seat in range(2):
        _draw_ship(draw, state, seat)
    for seat in range(2):
        _draw_card(draw, state, seat, names[seat])
    return pixels(image)


def _pixel(ship: Any, ahead: float, right: float) -> tuple[float, float]:
    """Where a point of a ship lies in the picture."""
    x, y = t.point_of(ship, round(ahead), round(right))
    return LEFT + x * SCALE / r.INCH, TOP + (r.HEIGHT - y) * SCALE / r.INCH


def _draw_cones(draw: Any, ship: Any, coat: Any) -> None:
    """The cone of each battery, its border thick where it bears on the enemy with a loaded gun."""
    aside = CONE_REACH * gunnery.CONE // t.ONE
    for battery in range(3):
        if not ship.guns[battery]:
            continue
        if battery == r.FORE:
            start = int(ship.length) // 2
            corners = [(start, 0), (start + CONE_REACH, -aside), (start + CONE_REACH, aside)]
        else:
            side = 1 if battery == r.STARBOARD else -1
            start = int(ship.beam) // 2
            corners = [(0, side * start), (-aside, side * (start + CONE_REACH)), (aside, side * (start + CONE_REACH))]
        points = [_pixel(ship, *corner) for corner in corners]
        hot = ship.band[battery] >= 0 and gunnery.loaded(ship, battery) > 0
        draw.line([points[1], points[0], points[2]], fill=coat if hot else FAINT, width=2 if hot else 1)


def _draw_ship(draw: Any, state: Any, seat: int) -> None:
    """Her outline with a bow, what is under water, holes, the men, and her ram."""
    ship = state.ship[seat]
    half, beam = int(ship.length) / 2, int(ship.beam) / 2
    outline = [(-half, -beam), (half * 0.5, -beam), (half, 0), (half * 0.5, beam), (-half, beam)]
    draw.polygon([_pixel(ship, *corner) for corner in outline], fill=DECK, outline=COATS[seat])
    under = min(2 * half, sinking.top_under(ship))
    if ship.sinking:
        wet = max(under, half * 0.2)
        drowned = [(-half, -beam), (-half + wet, -beam), (-half + wet, beam), (-half, beam)]
        draw.polygon([_pixel(ship, *corner) for corner in drowned], fill=WATER)
    if ship.ram:
        draw.line([_pixel(ship, half, 0), _pixel(ship, half + 60, 0)], fill=INK, width=4)
    for hole in ship.holes:
        if hole != r.NO_HOLE:
            x, y = _pixel(ship, int(hole), 0)
            draw.ellipse((x - 5, y - 5, x + 5, y + 5), fill=HOLE)
    x, y = _pixel(ship, 0, 0)
    text(draw, (x, y), str(c.crew(ship)), 12, INK, "mm")
    if ship.boarders:
        x, y = _pixel(state.ship[1 - seat], -int(state.ship[1 - seat].length) / 4, 0)
        text(draw, (x, y), str(ship.boarders), 12, COATS[seat], "mm")
    if state.tied and seat == 1:
        draw.line([_pixel(state.ship[0], 0, 0), _pixel(ship, 0, 0)], fill=INK, width=1)


def _draw_card(draw: Any, state: Any, seat: int, name: str) -> None:
    """Name, water, guns and crew of a ship."""
    ship = state.ship[seat]
    left, top = LEFT + seat * (WIDTH - 2 * LEFT) // 2, TOP + 48 * SCALE + 10
    title(draw, left, top, f"{name}, {r.KINDS[ship.kind]}", 17, COATS[seat], INK)
    guns = "  ".join(
        f"{battery} {gunnery.loaded(ship, place)}/{ship.guns[place]}"
        for place, battery in enumerate(r.BATTERIES)
        if ship.guns[place]
    )
    hands = "  ".join(f"{station} {men}" for station, men in zip(r.STATIONS, ship.hands.tolist()) if men)
    water = f"glugs {c.leaks(ship)}, not bailed {c.unbailed(ship)}" + (", sinking" if ship.sinking else "")
    rows = (f"Resistance {ship.resistance}  speed {ship.speed}  {water}", f"Guns loaded: {guns or 'none'}", hands)
    for row, words in enumerate(rows):
        text(draw, (left, top + 28 + 20 * row), words, 13, INK)
    if ship.boarders or ship.on_rope:
        text(draw, (left, top + 88), f"{ship.boarders} aboard the enemy, {ship.on_rope} on ropes", 13, COATS[seat])
