"""The documentation that ships with the wheel: docs/rules holds the rule ledgers."""
