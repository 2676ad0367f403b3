"""Dice alone, in any photograph."""
