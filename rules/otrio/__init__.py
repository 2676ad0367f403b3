"""Otrio: three of one colour, in a line of one size, in a line of rising sizes, or in one cell.

>>> state = OTRIO.new({"players": "2"})
>>> state = OTRIO.apply(state, OTRIO.parse("purple large 4"))
>>> OTRIO.view(state, "spectator")["due"]
['red', 'blue']
>>> OTRIO.apply(state, OTRIO.parse("red large 4"))
Traceback (most recent call last):
rules.game.Refused: A large ring can only go into an empty cell: the centre cell already holds a large ring
"""

from rules.otrio.game import OTRIO, Otrio

__all__ = ["OTRIO", "Otrio"]
