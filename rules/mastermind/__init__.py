"""Mastermind: the rules of `docs/rules/mastermind.md`."""

from rules.mastermind.game import MASTERMIND as MASTERMIND
