"""What helps a player of Otrio: who could complete an Otrio where, and how the seat to move can force one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rules.game import Seat
from rules.otrio.actions import Put
from rules.otrio.refusals import seat_name
from rules.otrio.search import prove
from rules.otrio.state import State, choices, colours_now, placements, with_piece
from rules.otrio.trios import Way, completed
from rules.otrio.view import WAYS, describe
from rules.otrio.words import CELL_NAMES, PIECE_NAMES, SLOTS, joined, number
from rules.text import Text

PLIES = 7
"""How far ahead advice looks for a forced win."""
NODES = 20_000
"""How many positions it looks at, so that it answers in seconds on a small computer."""
WIN = Text("You can complete an Otrio: {put} ({way})", "Vous pouvez compléter un Otrio : {put} ({way})")
DANGER = Text("Beware of {seat}: a {piece} in {cell} would be an Otrio ({way})",
              "Attention à {seat} : un {piece} dans {cell} ferait un Otrio ({way})")
FORCED = Text("You can force an Otrio within {plies} {plies|placement|placements}; begin so: {put}",
              "Vous pouvez forcer un Otrio en {plies} {plies|placement|placements} au plus ; commencez ainsi : {put}")
BLOCK = Text("This stops every Otrio that {seat} could complete: {puts}",
             "Ceci empêche tout Otrio que {seat} {many|pourrait|pourraient} compléter : {puts}")
NO_BLOCK = Text("No placement stops every Otrio that {seat} could complete",
                "Aucun placement n'empêche tous les Otrios que {seat} {many|pourrait|pourraient} compléter")
QUIET = Text("Nobody can complete an Otrio with the next piece, and no forced win within {plies} placements was found",
             "Personne ne peut compléter un Otrio avec sa prochaine pièce, et l'arbitre ne voit aucune victoire forcée "
             "en {plies} placements")
SHOWN_BLOCKS = 4


@dataclass(frozen=True)
class Threat:
    """A placement with which a seat would complete an Otrio if it were its turn now."""

    put: Put
    way: Way

    @property
    def slot(self) -> str:
        """The slot that it needs."""
        return SLOTS[number(self.put.cell, self.put.size)]


def threats(state: State) -> Mapping[Seat, tuple[Threat, ...]]:
    """Return for every seat the placements that would complete an Otrio with the next piece it may place.

    >>> from rules.otrio import OTRIO
    >>> state = OTRIO.new({"players": "3"})
    >>> for text in ("purple large 0", "red small 1", "green small 2", "purple medium 0", "red small 4"):
    ...     state = OTRIO.apply(state, OTRIO.parse(text))
    >>> {seat: [str(threat.put) for threat in found] for seat, found in threats(state).items()}
    {0: ['purple small 0'], 1: ['red small 7'], 2: []}
    """
    return {seat: () if state.ending else tuple(_of_seat(state, seat)) for seat in range(len(state.house.seats))}


def _of_seat(state: State, seat: Seat) -> Iterator[Threat]:
    for colour in choices(state.house, state.board, seat, state.due[seat]):
        for put in placements(state.house, state.board, colour):
            trios = completed(with_piece(state.board, put), number(put.cell, put.size))
            if trios:
                yield Threat(put, trios[0][0])


def blocks(state: State, seat: Seat) -> tuple[Put, ...]:
    """Return the placements of the seat to move after which another seat could complete no Otrio any more."""
    return tuple(put for colour in colours_now(state) for put in placements(state.house, state.board, colour)
                 if not any(_of_seat(replace(state, board=with_piece(state.board, put)), seat)))


def advice(state: State, seat: Seat) -> tuple[Text, ...]:
    """Say what a seat should know before it places: its own wins, or the dangers and a win that it can force."""
    open_now = threats(state)
    if open_now[seat]:
        return tuple(WIN.fill(put=describe(state, threat.put), way=WAYS[threat.way]) for threat in open_now[seat])
    warnings = [text for step in range(1, len(open_now))
                for text in _warnings(state, seat, (seat + step) % len(open_now), open_now)]
    proof = prove(state, PLIES, NODES) if state.turn == seat else None
    if proof is not None:
        return FORCED.fill(plies=proof.plies, put=describe(state, proof.put)), *warnings
    return tuple(warnings) or (QUIET.fill(plies=PLIES),)


def _warnings(state: State, seat: Seat, other: Seat, open_now: Mapping[Seat, tuple[Threat, ...]]) -> Iterator[Text]:
    """Yield what another seat could do, and what stops it where it is the next to place."""
    name = seat_name(state, other)
    for threat in open_now[other]:
        yield DANGER.fill(seat=name, piece=PIECE_NAMES[threat.put.size], cell=CELL_NAMES[threat.put.cell],
                          way=WAYS[threat.way])
    if open_now[other] and state.turn == seat and other == (seat + 1) % len(open_now):
        stopping = blocks(state, other)
        puts = joined([describe(state, put) for put in stopping[:SHOWN_BLOCKS]]) if stopping else Text("", "")
        yield (BLOCK if stopping else NO_BLOCK).fill(
            seat=name, puts=puts, many=len(state.house.seats[other]))
