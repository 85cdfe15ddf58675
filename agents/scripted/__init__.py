"""Scripted captains, one module a rule set: the game masters' habits as short functions."""
