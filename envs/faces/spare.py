"""Arrays that are handed out for keeps, and taken again once nobody holds them."""

import sys
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..engine import scatter

MOST = 8  # arrays kept; whoever holds on to more of them gets fresh memory
FREE = 2  # references to an array that nobody else holds: ours, and that of the call which counts them


@dataclass(slots=True)
class _Kept:
    array: np.ndarray
    rows: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))  # where it is not zero


class Spare:
    """Arrays of one shape. Fresh memory comes from the system page by page, which would take as long as a step.

    Args:
        shape: of each array.
        dtype: of each array.
        shared: hand out the same array every time, whoever holds it.
    """

    def __init__(self, shape: tuple[int, ...], dtype: Any, shared: bool = False) -> None:
        self._shape, self._dtype, self._shared = shape, dtype, shared
        self._kept: list[_Kept] = []

    def take(self) -> np.ndarray:
        """An array with anything in it."""
        return self._free().array

    def filled(self, rows: np.ndarray, source: np.ndarray) -> np.ndarray:
        """An array of zeros with the rows of `source` at `rows` (int64), of two dimensions."""
        kept = self._free()
        scatter(kept.rows, rows, source, kept.array)
        kept.rows = rows
        return kept.array

    def _free(self) -> _Kept:
        for kept in self._kept:
            if self._shared or sys.getrefcount(kept.array) == FREE:
                return kept
        new = _Kept(np.zeros(self._shape, self._dtype))
        if len(self._kept) < MOST:
            self._kept.append(new)
        return new
