"""Matches, suites, ratings, exploitability and reports."""
