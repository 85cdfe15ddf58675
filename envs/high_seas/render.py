"""A battle as text, as a picture, and as a story."""

from typing import Any

import numpy as np


def describe(state: Any, names: tuple[str, ...]) -> str:
    return ""


def narrate(before: Any, orders: Any, after: Any, rolls: Any, names: tuple[str, ...]) -> list[str]:
    return []


def picture(state: Any, names: tuple[str, ...]) -> np.ndarray:
    return np.zeros((1, 1, 3), np.uint8)
