"""Large battles: two or more sides, up to twelve ships, a range between each two of them."""

from .game import HIGH_SEAS_FLEET

__all__ = ["HIGH_SEAS_FLEET"]
