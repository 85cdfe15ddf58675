"""Location, range, bearing, attack: two ships whose captains contest each step with Command checks."""

from .game import BEARINGS_DUEL, RULES

__all__ = ["BEARINGS_DUEL", "RULES"]
