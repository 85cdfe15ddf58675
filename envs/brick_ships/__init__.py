"""Ships of bricks on a table, in inches and degrees: resistance, glugs, ropes."""

from .game import BRICK_SHIPS_DUEL, RULES

__all__ = ["BRICK_SHIPS_DUEL", "RULES"]
