"""Captains: the interface, scripted, searching, learned and solved."""
