"""The rules as games, and their faces to the ecosystem."""

from . import high_seas
