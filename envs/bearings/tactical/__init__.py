"""Ships as moving terrain on a map of squares: one is out to board, the other to get away."""

from .game import BEARINGS_TACTICAL, RULES

__all__ = ["BEARINGS_TACTICAL", "RULES"]
