"""The pictures of the table from before and after the last moves, kept for when the players disagree.

A dispute is about what has just happened: a few moves are enough. `device.keeper` has them on the disk.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from rules.text import Text

MOVES = 8
"""How many moves keep their pictures: at most twice as many pictures, of some 100 kB each."""
BYTES = 4_000_000
"""And of how many bytes; where a camera's pictures are larger, the oldest go first."""


@dataclass(frozen=True)
class Move:
    """A move with the numbers of the pictures before and after it; None where there is none that may be shown."""

    text: Text
    before: int | None
    after: int | None = None


@dataclass(frozen=True)
class Kept:
    """The last moves and their pictures; a new one after every change, so that any thread may read it."""

    moves: tuple[Move, ...] = ()
    newest: int | None = None
    """The picture that shows the table as it lies; None while there is none, or it shows a secret."""
    awaited: bool = False
    """The last move's picture is still to come."""
    count: int = 0
    pictures: tuple[tuple[int, bytes], ...] = ()

    def moved(self, text: Text) -> "Kept":
        """Return what is kept once a move was accepted; its picture comes next."""
        return self._with((*self.moves, Move(text, self.newest))[-MOVES:], self.newest, awaited=True)

    def begun(self) -> "Kept":
        """Return what is kept once a new game begins: the table as it lies, and no moves."""
        return self._with((), self.newest, awaited=False)

    def seen(self, jpeg: bytes | None) -> "Kept":
        """Return what is kept once there is a new picture of the table; None: it must not be shown to anybody."""
        number = self.count + 1
        shown = replace(self, count=number, newest=None if jpeg is None else number,
                        pictures=self.pictures if jpeg is None else (*self.pictures, (number, jpeg)))
        moves = shown.moves
        if self.awaited and moves:
            moves = (*moves[:-1], replace(moves[-1], after=shown.newest))
        return shown._with(moves, shown.newest, awaited=False)

    def with_moves(self, moves: tuple[Move, ...]) -> "Kept":
        """Return what is kept with these moves alone; what the table shows now is not known."""
        return self._with(moves[-MOVES:], None, awaited=False)

    @property
    def used(self) -> frozenset[int]:
        """The numbers of the pictures that moves have."""
        return frozenset(number for move in self.moves for number in (move.before, move.after) if number is not None)

    def picture(self, number: int) -> bytes | None:
        """Return a picture as JPEG; None when it is not kept (any more)."""
        return dict(self.pictures).get(number)

    def _with(self, moves: tuple[Move, ...], newest: int | None, *, awaited: bool) -> "Kept":
        used = {newest, *(move.before for move in moves), *(move.after for move in moves)}
        pictures = _within(_only(self.pictures, used))
        left = {number for number, _ in pictures}
        if left != used - {None}:
            moves = tuple(replace(move, before=_if(move.before, left), after=_if(move.after, left)) for move in moves)
        return replace(self, moves=moves, newest=_if(newest, left), awaited=awaited, pictures=pictures)


def _only(pictures: tuple[tuple[int, bytes], ...], used: Collection[int | None]) -> tuple[tuple[int, bytes], ...]:
    return tuple((number, jpeg) for number, jpeg in pictures if number in used)


def _within(pictures: tuple[tuple[int, bytes], ...]) -> tuple[tuple[int, bytes], ...]:
    """Return the newest pictures that are no more than BYTES together."""
    room, first = BYTES, len(pictures)
    while first and (room := room - len(pictures[first - 1][1])) >= 0:
        first -= 1
    return pictures[first:]


def _if(number: int | None, kept: Collection[int]) -> int | None:
    return number if number in kept else None
