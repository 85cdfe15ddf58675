"""Location, range, bearing and attack, and what follows them: the ships on squares."""

from .game import BEARINGS_DUEL, RULES

__all__ = ["BEARINGS_DUEL", "RULES"]
