"""Mondrian: The Dice Game [rules.md 5]."""

from rules.mondrian.game import Mondrian

__all__ = ["Mondrian"]
