"""Location, range, bearing and attack, and what follows them: the ships on squares."""

from .tactical import BEARINGS_TACTICAL

__all__ = ["BEARINGS_TACTICAL"]
