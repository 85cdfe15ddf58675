"""A fight as a picture of steady size, for videos and pages: the map, the wind, the ships and their arcs of fire."""

import math
from functools import cache
from typing import Any

import numpy as np

from ..drawing import COATS, FAINT, INK, bar, pixels, sheet, text
from . import gunnery, sails, sea
from . import record as r
from .story import FROM, NAMES, count, place_words, result

WIDTH, HEIGHT = 720, 420
HEX = 6.4  # pixels from the middle of a hex to its points
LEFT, TOP = 14, 18
CARD = 478  # where the cards begin

CLEAR = (0, 0, 0, 0)
SEA, GRID = (196, 216, 224), (178, 202, 212)
SPREAD = (60, 60, 120, 120)  # degrees of each arc
OFF = (0, 180, 90, 270)  # its middle, counting to port


def centre(q: int, row: int) -> tuple[float, float]:
    """The pixels of the middle of a hex."""
    x = LEFT + HEX * math.sqrt(3) * (0.5 + sea.column(q, row) + (row & 1) / 2)
    return x, TOP + HEX * (1 + 1.5 * row)


@cache
def _chart() -> Any:
    """The empty map."""
    image, draw = sheet(WIDTH, HEIGHT)
    corners = [(HEX * math.sin(k * math.pi / 3), HEX * math.cos(k * math.pi / 3)) for k in range(6)]
    for row in range(r.SIDE):
        for col in range(r.SIDE):
            x, y = centre(col - (row >> 1), row)
            draw.polygon([(x + dx, y + dy) for dx, dy in corners], fill=SEA, outline=GRID)
    return image


def picture(state: Any, names: tuple[str, ...] = NAMES) -> np.ndarray:
    """The fight as a picture.

    Args:
        state: one fight.
        names: what the ships are called, one a seat.

    Returns:
        uint8, shape (420, 720, 3), red, green and blue.
    """
    image, draw = sheet(WIDTH, HEIGHT)
    image.paste(_chart())
    for seat in range(r.SEATS):
        image.paste(_arcs(image, state, seat))
    for seat in range(r.SEATS):
        _ship(draw, state.ship[seat], COATS[seat])
        _card(draw, state, seat, names[seat])
    _wind(draw, state)
    words = result(state, names) if state.ending != r.RUNNING else r.PHASES[state.phase].capitalize()
    text(draw, (CARD, 12), f"Quint {state.turn}", 18)
    text(draw, (CARD, 34), f"{words}   range {state.range}", 12, FAINT)
    return pixels(image)


def _arcs(image: Any, state: Any, seat: int) -> Any:
    """A wedge for each arc with weapons, as far as they reach; fainter where nothing is loaded."""
    ship = state.ship[seat]
    layer, draw = sheet(WIDTH, HEIGHT, CLEAR)
    for arc in range(4):
        reach = max(
            (r.FARTHEST[gunnery.weapon_of(mount)] for mount in ship.mount if mount and gunnery.arc_of(mount) == arc),
            default=0,
        )
        if not reach:
            continue
        back = int(ship.hexes) - 1 if arc == r.AFT else 0
        x, y = centre(int(ship.q) - back * sea.DQ[ship.facing], int(ship.r) - back * sea.DR[ship.facing])
        radius = HEX * math.sqrt(3) * (reach + 0.5)
        # the picture counts degrees with the clock, the ship against it
        middle = -(60 * int(ship.facing) + OFF[arc])
        box = (x - radius, y - radius, x + radius, y + radius)
        colour = (*COATS[seat], 60 if ship.loaded[arc] else 22)
        draw.pieslice(box, middle - SPREAD[arc] / 2, middle + SPREAD[arc] / 2, fill=colour)
    chart = (LEFT, TOP, round(centre(r.SIDE - 1, 0)[0] + 2 * HEX), TOP + round(1.5 * HEX * r.SIDE + HEX))
    under = image.convert("RGBA")
    under.alpha_composite(layer, chart[:2], chart)
    return under.convert("RGB")


def _ship(draw: Any, ship: Any, coat: Any) -> None:
    """A hull from stern to bow, pointed; sunk ones are only an outline."""
    back = int(ship.hexes) - 1
    bow = centre(int(ship.q), int(ship.r))
    stern = centre(int(ship.q) - back * sea.DQ[ship.facing], int(ship.r) - back * sea.DR[ship.facing])
    angle = math.radians(60 * int(ship.facing))
    along, side = (math.cos(angle), -math.sin(angle)), (math.sin(angle), math.cos(angle))

    def point(base: tuple[float, float], ahead: float, across: float) -> tuple[float, float]:
        return base[0] + ahead * along[0] + across * side[0], base[1] + ahead * along[1] + across * side[1]

    outline = [
        point(bow, HEX, 0), point(bow, 0, HEX * 0.6), point(stern, -HEX * 0.7, HEX * 0.5),
        point(stern, -HEX * 0.7, -HEX * 0.5), point(bow, 0, -HEX * 0.6),
    ]  # fmt: skip
    draw.polygon(outline, fill=SEA if ship.sunk else coat, outline=INK)
    if ship.fires:
        x, y = stern
        draw.polygon([(x - 3, y + 2), (x, y - 7), (x + 3, y + 2)], fill=(232, 140, 40))


def _wind(draw: Any, state: Any) -> None:
    """An arrow the way the wind blows, with its strength."""
    x, y = CARD + 24, 76
    words = "calm" if state.wind == r.CALM else f"{r.WINDS[state.wind]}, from {FROM[state.toward]}"
    text(draw, (x + 30, y - 7), words, 12)
    if state.wind == r.CALM:
        draw.ellipse((x - 5, y - 5, x + 5, y + 5), outline=INK, width=2)
        return
    angle = math.radians(60 * int(state.toward) + 30)
    dx, dy = math.cos(angle), -math.sin(angle)
    tip = (x + 18 * dx, y + 18 * dy)
    draw.line((x - 18 * dx, y - 18 * dy, *tip), fill=INK, width=3)
    wings = [(tip[0] - 9 * dx + 6 * sign * dy, tip[1] - 9 * dy - 6 * sign * dx) for sign in (1, -1)]
    draw.polygon([(tip[0] + 3 * dx, tip[1] + 3 * dy), *wings], fill=INK)


def _card(draw: Any, state: Any, seat: int, name: str) -> None:
    """Name, damage points, speed, crew and weapons of one ship."""
    ship, left, top = state.ship[seat], CARD, 110 + 150 * seat
    draw.rectangle((left, top + 2, left + 8, top + 16), fill=COATS[seat])
    text(draw, (left + 14, top), name, 16)
    text(draw, (left, top + 24), f"{r.CLASSES[ship.kind].replace('_', ' ')}, {place_words(ship)}", 11)
    now, most = int(ship.hull), int(ship.hull_max)
    bar(draw, (left, top + 44, left + 150, top + 56), now, most, COATS[seat])
    text(draw, (left + 158, top + 43), f"{now}/{most}", 12)
    speed = f"Speed {ship.speed} of {sails.top_speed(state, ship, ship.facing)}   masts {ship.masts}/{ship.masts_max}"
    text(draw, (left, top + 64), speed, 12)
    loaded = "  ".join(
        f"{arc} {ship.loaded[place]}/{ship.power[place]}"
        for place, arc in enumerate(("fore", "aft", "port", "stbd"))
        if ship.power[place]
    )
    text(draw, (left, top + 82), f"dice loaded  {loaded or 'none'}", 11)
    marks = [
        words
        for is_so, words in (
            (ship.ram, "ram"),
            (ship.fires, count(int(ship.fires), "fire")),
            (ship.leaks, "leaks"),
            (ship.flounders, "flounders"),
            (sails.crippled(ship), "sinking"),
            (ship.adrift, "no steering"),
            (ship.rowing, "rows"),
        )
        if is_so
    ]
    text(draw, (left, top + 100), ", ".join(marks), 12, COATS[seat])
