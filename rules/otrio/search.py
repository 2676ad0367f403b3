"""A search that proves short wins in Otrio: what the seat to move can force, whatever all the others do.

It knows no clock: it is bounded by the placements to look ahead and by the positions it may look at. A proof holds.
That none was found proves nothing: where the attacker would not win even if the others left out a turn, it gives up,
though a player who must place may have to spoil his own defence. Otrios count without a call.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from rules.game import Seat
from rules.otrio.actions import Put
from rules.otrio.options import House
from rules.otrio.state import State, first_state
from rules.otrio.trios import THROUGH
from rules.otrio.words import EACH, RANK, SIZES, Place

Mask: TypeAlias = int
"""A set of slots: bit 3 * cell + rank."""
Masks: TypeAlias = tuple[Mask, ...]
"""For each colour in play, where it lies."""
Due: TypeAlias = int | None
"""A colour's index in `House.colours`; None where the seat is free to choose."""
Move: TypeAlias = tuple[int, Place]
"""A colour's index and a slot."""

ALL: Mask = (1 << 27) - 1
BY_SIZE: tuple[Mask, ...] = tuple(sum(1 << place for place in range(rank, 27, 3)) for rank in RANK.values())
PAIRS: tuple[tuple[Mask, ...], ...] = tuple(
    tuple(sum(1 << other for other in trio if other != place) for _, trio in THROUGH[place]) for place in range(27))
"""For each slot, the two others of each Otrio that needs it."""
GRID_TURNS: tuple[tuple[int, ...], ...] = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8), (6, 3, 0, 7, 4, 1, 8, 5, 2), (8, 7, 6, 5, 4, 3, 2, 1, 0), (2, 5, 8, 1, 4, 7, 0, 3, 6),
    (2, 1, 0, 5, 4, 3, 8, 7, 6), (6, 7, 8, 3, 4, 5, 0, 1, 2), (0, 3, 6, 1, 4, 7, 2, 5, 8), (8, 5, 2, 7, 4, 1, 6, 3, 0))
"""The eight ways to turn and mirror the board: for each cell, the one it goes to."""
DEEP = 4
"""With so many placements left, positions are remembered, and compared as if the board could be turned."""


@dataclass(frozen=True)
class Proof:
    """A forced win of the seat to move."""

    put: Put
    """The placement that begins it."""
    plies: int
    """With how many placements of all seats together it is over at the latest."""
    nodes: int
    """How many positions were looked at."""


def duel(nested: bool) -> State:
    """Return a game of two players with one colour each: for the search alone, the game is not sold that way."""
    return first_state(House((("purple",), ("red",)), nested))


class OutOfNodes(Exception):
    """The search has looked at as many positions as it may."""


def prove(state: State, plies: int, nodes: int = 1_000_000) -> Proof | None:
    """Return a forced win of the seat to move within so many placements, a short one first; None when none was found.

    >>> from rules.otrio import OTRIO
    >>> state = OTRIO.new({"players": "3"})
    >>> for text in "purple large 0,red small 1,green small 2,purple medium 0,red small 3,green small 5".split(","):
    ...     state = OTRIO.apply(state, OTRIO.parse(text))
    >>> proof = prove(state, 1)
    >>> proof.put, proof.plies
    (Put(colour='purple', size='small', cell=0), 1)
    """
    if state.turn is None:
        return None
    search = _Search(state, nodes)
    try:
        for depth in range(1, plies + 1):
            move = search.win(depth)
            if move is not None:
                colour, place = move
                return Proof(Put(state.house.colours[colour], SIZES[place % 3], place // 3), depth, search.nodes)
    except OutOfNodes:
        pass
    return None


def _turned(turn: tuple[int, ...]) -> tuple[tuple[Mask, ...], ...]:
    """Return for each row of the board what its nine slots become, as a table over all of its fillings."""
    to = [1 << 3 * turn[place // 3] + place % 3 for place in range(27)]
    return tuple(tuple(sum(to[9 * row + bit] for bit in range(9) if filling >> bit & 1) for filling in range(512))
                 for row in range(3))


TURNED = tuple(_turned(turn) for turn in GRID_TURNS)


def _bits(mask: Mask) -> Iterator[Place]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class _Search:
    """One search from one position, for the seat that is to move there."""

    def __init__(self, state: State, limit: int) -> None:
        assert state.turn is not None
        house = state.house
        colours = house.colours
        self.nodes, self.limit = 0, limit
        self.me: Seat = state.turn
        self.seats = tuple(tuple(colours.index(colour) for colour in seat) for seat in house.seats)
        self.nested, self.other_when_stuck = house.nested, house.other_when_stuck
        self.banned: Mask = 0 if house.banned is None else 1 << house.banned
        self.masks: Masks = tuple(
            sum(1 << place for place, piece in enumerate(state.board) if piece == colour) for colour in colours)
        self.due: tuple[Due, ...] = tuple(None if due is None else colours.index(due) for due in state.due)
        self.spoils = tuple(_spoilers(place) if house.nested else 1 << place for place in range(27))
        self.completing: dict[Mask, Mask] = {}
        self.won: dict[tuple[object, ...], int] = {}
        self.failed: dict[tuple[object, ...], int] = {}
        self.good: dict[Move, int] = {}

    def win(self, plies: int) -> Move | None:
        """Return a move that wins within so many placements; None when none was found."""
        return self._attack(self.masks, self.due, plies)

    # The two sides

    def _attack(self, masks: Masks, due: tuple[Due, ...], left: int) -> Move | None:
        """Return a move with which the attacker, whose turn it is, wins; None when none was found."""
        self._count()
        options = self._options(masks, self.me, due[self.me])
        for colour, legal in options:
            wins = self._completing(masks[colour]) & legal
            if wins:
                return colour, wins.bit_length() - 1
        if left < 2:
            return None
        for move in self._ordered(masks, self._unlost(masks, due, options)):
            after, seat, following = self._after(masks, due, self.me, move)
            if self._defend(after, following, seat, left - 1):
                self.good[move] = self.good.get(move, 0) + (1 << left)
                return move
        return None

    def _defend(self, masks: Masks, due: tuple[Due, ...], seat: Seat | None, left: int) -> bool:
        """Say whether the attacker wins whatever this seat does."""
        if seat is None or left < 1:
            return False
        if left < DEEP:
            return self._defend_now(masks, due, seat, left)
        key = (self._canonical(masks), due, seat)
        if left >= self.won.get(key, 99):
            return True
        if left <= self.failed.get(key, 0):
            return False
        wins = self._defend_now(masks, due, seat, left)
        (self.won if wins else self.failed)[key] = left
        return wins

    def _defend_now(self, masks: Masks, due: tuple[Due, ...], seat: Seat, left: int) -> bool:
        if seat == self.me:
            return self._attack(masks, due, left) is not None
        if left < 2:
            return False
        self._count()
        options = self._options(masks, seat, due[seat])
        if any(self._completing(masks[colour]) & legal for colour, legal in options):
            return False
        if (seat + 1) % len(self.seats) == self.me:
            threats = self._threats(masks, self.me, due)
            if threats:  # only a placement that spoils every one of them is a defence
                options = [(colour, legal & self._spoiling(threats)) for colour, legal in options]
            elif not self._may_win(masks, due, left):
                return False
        return all(self._defend(after, following, after_seat, left - 1)
                   for colour, legal in options for place in _bits(legal)
                   for after, after_seat, following in (self._after(masks, due, seat, (colour, place)),))

    def _may_win(self, masks: Masks, due: tuple[Due, ...], left: int) -> bool:
        """Say whether the attacker, who threatens nothing, would win if this seat left out its turn."""
        if left > 2:
            return self._attack(masks, due, left - 1) is not None
        # his other colour may come to its turn when the one that is due can't be placed any more
        return any(self._completing(masks[colour]) & self._legal(masks, colour) for colour in self.seats[self.me])

    def _unlost(self, masks: Masks, due: tuple[Due, ...], options: list[tuple[int, Mask]]) -> list[tuple[int, Mask]]:
        """Return the attacker's options without those after which the next seat wins at once."""
        threats = self._threats(masks, (self.me + 1) % len(self.seats), due)
        if not threats:
            return options
        spoiling = self._spoiling(threats)
        return [(colour, legal & spoiling) for colour, legal in options]

    def _ordered(self, masks: Masks, options: list[tuple[int, Mask]]) -> list[Move]:
        """Return the moves that won elsewhere first, then those that threaten most."""
        def rank(move: Move) -> tuple[int, int]:
            colour, place = move
            with_it = masks[colour] | 1 << place
            return -self.good.get(move, 0), -(self._completing(with_it) & ~with_it).bit_count()
        return sorted(((colour, place) for colour, legal in options for place in _bits(legal)), key=rank)

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > self.limit:
            raise OutOfNodes

    # The rules on masks

    def _legal(self, masks: Masks, colour: int) -> Mask:
        """Return the slots into which a colour may go. [rules.md 4.3]"""
        taken = 0
        for mask in masks:
            taken |= mask
        if self.nested:  # a piece closes the places of its own size and of all larger ones in its cell
            taken |= taken >> 1 & ~BY_SIZE[2] | taken >> 2 & BY_SIZE[0]
        taken |= self.banned
        for size in BY_SIZE:
            if (masks[colour] & size).bit_count() >= EACH:
                taken |= size
        return ALL & ~taken

    def _options(self, masks: Masks, seat: Seat, due: Due) -> list[tuple[int, Mask]]:
        """Return the colours that a seat may play now, each with its legal slots."""
        wanted = self.seats[seat] if due is None else (due,)
        found = [(colour, legal) for colour in wanted if (legal := self._legal(masks, colour))]
        if found or due is None or not self.other_when_stuck:
            return found
        return [(colour, legal) for colour in self.seats[seat] if (legal := self._legal(masks, colour))]

    def _after(self, masks: Masks, due: tuple[Due, ...], seat: Seat,
               move: Move) -> tuple[Masks, Seat | None, tuple[Due, ...]]:
        """Return the position after a move, whose turn it is then (None: nobody can place), and what is due."""
        colour, place = move
        masks = (*masks[:colour], masks[colour] | 1 << place, *masks[colour + 1:])
        due = self._alternated(due, seat, colour)
        count = len(self.seats)
        for step in range(1, 2 * count + 1):
            following = (seat + step) % count
            if self._options(masks, following, due[following]):
                return masks, following, due
            skipped = due[following]
            if skipped is not None:
                due = self._alternated(due, following, skipped)
        return masks, None, due

    def _alternated(self, due: tuple[Due, ...], seat: Seat, colour: int) -> tuple[Due, ...]:
        own = self.seats[seat]
        return (*due[:seat], own[(own.index(colour) + 1) % len(own)], *due[seat + 1:])

    def _threats(self, masks: Masks, seat: Seat, due: tuple[Due, ...]) -> Mask:
        """Return the slots with which a seat would complete an Otrio if it were its turn."""
        found = 0
        for colour, legal in self._options(masks, seat, due[seat]):
            found |= self._completing(masks[colour]) & legal
        return found

    def _spoiling(self, threats: Mask) -> Mask:
        """Return the slots that, once filled, close every one of these."""
        spoiling = ALL
        for place in _bits(threats):
            spoiling &= self.spoils[place]
        return spoiling

    def _completing(self, mask: Mask) -> Mask:
        """Return the slots, free or not, that would complete an Otrio of these pieces."""
        found = self.completing.get(mask)
        if found is None:
            found = sum(1 << place for place in range(27) if any(mask & pair == pair for pair in PAIRS[place]))
            self.completing[mask] = found
        return found

    def _canonical(self, masks: Masks) -> Masks:
        """Return the position as it looks from the side from which its numbers are least."""
        return min(tuple(a[mask & 511] | b[mask >> 9 & 511] | c[mask >> 18] for mask in masks) for a, b, c in TURNED)


def _spoilers(place: Place) -> Mask:
    """Return the slots of a cell that close this one under nested placement: its own, and those of smaller pieces."""
    return sum(1 << other for other in range(place, 3 * (place // 3) + 3))
