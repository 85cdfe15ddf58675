"""Tactic, chase, broadside and boarding on the high seas: the main rule set."""

from .game import HIGH_SEAS_BOARDING, HIGH_SEAS_BROADSIDE, HIGH_SEAS_CHASE, HIGH_SEAS_DUEL, RULES

__all__ = ["HIGH_SEAS_BOARDING", "HIGH_SEAS_BROADSIDE", "HIGH_SEAS_CHASE", "HIGH_SEAS_DUEL", "RULES"]
