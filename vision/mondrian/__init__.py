"""Mondrian's mat: cards known from an enrolled deck, and the dice on and beside them."""
