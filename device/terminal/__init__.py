"""A game at one keyboard: `arbitrio play` and `arbitrio replay`."""
