"""Mystrio: the rules of `docs/rules/mystrio.md`."""

from rules.mystrio.game import MYSTRIO as MYSTRIO
