"""Mito, the game of cheating [rules.md 2].

>>> state = MITO.apply(MITO.new({"players": "3"}), MITO.parse("deal n4"))
>>> MITO.apply(state, MITO.parse("play p1 n5")).top
Card(kind='n', value=5)
>>> MITO.apply(state, MITO.parse("play p1 n1"))
Traceback (most recent call last):
rules.game.Refused: on a 4 only a 3 or a 5 may be laid: one below or one above, round from 5 to 1
"""

from rules.mito.game import MITO, Mito

__all__ = ["MITO", "Mito"]
