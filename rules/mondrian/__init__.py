"""Mondrian: The Dice Game [rules.md 5].

>>> state = MONDRIAN.new({"players": "black,red", "palette": "trusted"})
>>> state = MONDRIAN.apply(state, MONDRIAN.parse("throw black 4 p3-1"))
>>> MONDRIAN.table(state)["die.black.1"]
'4@p3-1'
>>> MONDRIAN.apply(state, MONDRIAN.parse("throw black 2 p1-1"))
Traceback (most recent call last):
rules.game.Refused: it is not black's turn: players act in turn from the first player on
"""

from rules.mondrian.game import MONDRIAN, Mondrian

__all__ = ["MONDRIAN", "Mondrian"]
