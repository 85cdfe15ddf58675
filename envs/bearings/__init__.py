"""Location, range, bearing and attack, and what follows them: the ships on squares."""

from .game import BEARINGS_DUEL, RULES
from .tactical import BEARINGS_TACTICAL

__all__ = ["BEARINGS_DUEL", "BEARINGS_TACTICAL", "RULES"]
