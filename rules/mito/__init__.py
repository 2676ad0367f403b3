"""Mito, the game of cheating [rules.md 2]."""

from rules.mito.game import Mito

__all__ = ["Mito"]
