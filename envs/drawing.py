"""What the pictures of all rule books share: a sheet of paper, its colours, and the words and bars on it.

Pillow is imported when the first sheet is laid out, so that training and searching do without it.
"""

from functools import cache
from typing import Any

import numpy as np

PAPER, INK, FAINT, SHADE = (246, 240, 226), (38, 42, 54), (150, 150, 146), (214, 206, 188)
COATS = ((166, 54, 44), (40, 84, 130))  # one a seat


def sheet(width: int, height: int, colour: Any = PAPER) -> tuple[Any, Any]:
    """An empty image, in pixels, and the pen that draws on it; a colour of four numbers makes a transparent one."""
    from PIL import Image, ImageDraw

    image = Image.new("RGBA" if len(colour) == 4 else "RGB", (width, height), colour)
    return image, ImageDraw.Draw(image)


def pixels(image: Any) -> np.ndarray:
    """An image as uint8, shape (height, width, 3), red, green and blue."""
    return np.asarray(image, np.uint8).copy()


@cache
def _font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)


def text(draw: Any, place: tuple[float, float], words: str, size: int, colour: Any = INK, anchor: str = "la") -> None:
    """Words at a place; the anchor is Pillow's, left and above unless said otherwise."""
    draw.text(place, words, fill=colour, font=_font(size), anchor=anchor)


def title(draw: Any, left: int, top: int, words: str, size: int, coat: Any, ink: Any = INK) -> None:
    """The first line of a card, behind a patch in the colour of its side."""
    draw.rectangle((left, top + 2, left + 8, top + 18), fill=coat)
    text(draw, (left + 16, top), words, size, ink)


def bar(draw: Any, box: tuple[int, int, int, int], now: int, most: int, colour: Any) -> None:
    """How much is left: a box (left, top, right, bottom), as far in colour as `now` is of `most`."""
    left, top, right, bottom = box
    draw.rectangle(box, fill=SHADE)
    if now > 0:
        draw.rectangle((left, top, left + (right - left) * now // most, bottom), fill=colour)


def gauge(draw: Any, left: int, top: int, name: str, now: int, most: int, colour: Any) -> None:
    """A line of a card: a name, its bar, and both numbers."""
    text(draw, (left, top), name, 14)
    bar(draw, (left + 62, top + 1, left + 222, top + 15), now, most, colour)
    text(draw, (left + 230, top), f"{now}/{most}", 14)
