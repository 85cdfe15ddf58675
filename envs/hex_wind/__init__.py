"""Two ships under sail on a map of hexes: wind, ballistae and catapults, rams and fire."""

from .game import HEX_WIND_DUEL, RULES

__all__ = ["HEX_WIND_DUEL", "RULES"]
