"""Forts and bombardment: one ship against a fort and the town behind it, a rule set of its own."""

from .game import HIGH_SEAS_FORT, RULES

__all__ = ["HIGH_SEAS_FORT", "RULES"]
