"""What is wrong with an Otrio table that came from a camera or a person.

A slot that could not be read (`UNREAD`) is no problem, and silences the checks that need the whole table.
"""

from collections.abc import Iterator

from rules.game import Piece, Problem, Slot, Table
from rules.otrio.order import can_come_about
from rules.otrio.state import State, in_reserve
from rules.otrio.trios import completed_anywhere
from rules.otrio.words import (
    CELL_NAMES,
    COLOUR_NAMES,
    COLOURS,
    NUMBER,
    PLURAL_NAMES,
    SIZES,
    SLOTS,
    Board,
    Colour,
    Place,
    colours_name,
    piece_name,
    the_piece,
)
from rules.text import Text, listed

UNREAD: Piece = "?"
"""What a reading says of a slot that it can't tell."""

NO_SLOT = Text('Otrio has no place named "{slot}"', "Otrio n'a pas d'emplacement « {slot} »")
NO_PIECE = Text('There is no Otrio piece "{piece}"; the colours are {colours}',
                "Il n'y a pas de pièce d'Otrio « {piece} » ; les couleurs sont {colours}")
UNUSED = Text("Nobody plays {colour} in this game, and yet a {piece} lies in {cell}",
              "Personne ne joue {colour} dans cette partie, et pourtant un {piece} se trouve dans {cell}")
STOCK = Text("{count} {pieces} of {colour} are on the board, and a colour has three",
             "La couleur {colour} a {count} {pieces} sur le plateau, et elle n'en a que trois")
BAN = Text("A {piece} lies in the centre cell, where this table bans it",
           "Un {piece} se trouve dans la case centrale, où cette table l'interdit")
MISSING = Text("Missing in {cell}: {piece}", "Il manque dans {cell} : {piece}")
CHANGED = Text("In {cell}, {piece} has become a {other}", "Dans {cell}, {piece} est devenu un {other}")
NEST = Text("In {cell}, {piece} came after {other}; only a smaller piece may follow",
            "Dans {cell}, {piece} est venu après {other} ; seule une pièce plus petite peut suivre")
OTRIOS = Text("There are several Otrios ({colours}) that no single piece completes together: the first one had ended "
              "the game",
              "Il y a plusieurs Otrios ({colours}) qu'aucune pièce ne complète à la fois : le premier avait terminé "
              "la partie")
COUNTS = Text("The numbers of pieces do not fit the turns: {counts}",
              "Les nombres de pièces ne correspondent pas aux tours : {counts}")
COUNT = Text("{colour} {count}", "{colour} {count}")
ORDER = Text("No order of turns leads to these pieces: somebody placed a piece that was not allowed, or out of turn",
             "Aucun ordre des tours ne mène à ces pièces : quelqu'un a placé une pièce interdite, ou hors de son tour")
_BY_NAME: dict[str, Colour] = {colour: colour for colour in COLOURS}


def problems(state: State, table: Table) -> list[Problem]:
    """Return all that is wrong with a table, what concerns single slots first.

    Codes: P-OT-SLOT, P-OT-PIECE (unknown names), P-OT-COLOUR (not in play), P-OT-BAN, P-OT-MISSING, P-OT-CHANGED,
    P-OT-NEST (against the game as it stands), P-OT-STOCK, P-OT-OTRIOS, P-OT-COUNTS and P-OT-ORDER (no legal play from
    an empty board gives this table).
    """
    board: Board = tuple(_BY_NAME.get(table.get(slot) or "") for slot in SLOTS)
    known = all(table.get(slot) in (None, *COLOURS) for slot in SLOTS)
    found = [*_unknown(table), *_slots(state, board), *_against(state, table, board), *_stock(board)]
    otrios = list(_otrios(state, board))
    whole = [] if otrios or found or not known else list(_turns(state, board))
    return found + otrios + whole


def _unknown(table: Table) -> Iterator[Problem]:
    for slot, piece in table.items():
        if slot not in NUMBER:
            yield Problem("P-OT-SLOT", NO_SLOT.fill(slot=slot[:40]), (slot,))
        elif piece is not None and piece not in (UNREAD, *COLOURS):
            yield Problem("P-OT-PIECE", NO_PIECE.fill(piece=piece[:40], colours=colours_name(COLOURS)), (slot,))


def _slots(state: State, board: Board) -> Iterator[Problem]:
    for place, colour in enumerate(board):
        if colour is not None and colour not in state.house.colours:
            yield Problem("P-OT-COLOUR", UNUSED.fill(
                colour=COLOUR_NAMES[colour], piece=_piece(colour, place), cell=_cell(place)), (SLOTS[place],))
        if colour is not None and place == state.house.banned:
            yield Problem("P-OT-BAN", BAN.fill(piece=_piece(colour, place)), (SLOTS[place],))


def _against(state: State, table: Table, board: Board) -> Iterator[Problem]:
    """Yield where placed pieces are gone, or pieces were added that no longer fitted."""
    for place, (was, colour) in enumerate(zip(state.board, board, strict=True)):
        slot, cell = SLOTS[place], _cell(place)
        if was is not None and table.get(slot) is None:
            yield Problem("P-OT-MISSING", MISSING.fill(piece=_the_piece(was, place), cell=cell), (slot,))
        elif was is not None and colour is not None and colour != was:
            text = CHANGED.fill(piece=_the_piece(was, place), cell=cell, other=_piece(colour, place))
            yield Problem("P-OT-CHANGED", text, (slot,))
        elif was is None and colour is not None and state.house.nested:
            yield from _nesting(state, colour, place)


def _nesting(state: State, colour: Colour, place: Place) -> Iterator[Problem]:
    for inside in range(place + 1, place - place % 3 + 3):
        other = state.board[inside]
        if other is not None:
            text = NEST.fill(piece=_the_piece(colour, place), cell=_cell(place), other=_the_piece(other, inside))
            yield Problem("P-OT-NEST", text, (SLOTS[place], SLOTS[inside]))
            return


def _stock(board: Board) -> Iterator[Problem]:
    for colour in COLOURS:
        for rank, size in enumerate(SIZES):
            if in_reserve(board, colour, size) < 0:
                slots = tuple(SLOTS[p] for p in range(rank, 27, 3) if board[p] == colour)
                text = STOCK.fill(count=len(slots), pieces=PLURAL_NAMES[size], colour=COLOUR_NAMES[colour])
                yield Problem("P-OT-STOCK", text, slots)


def _otrios(state: State, board: Board) -> Iterator[Problem]:
    """Yield a problem when no single last piece is part of every Otrio; one that nobody called does not count."""
    trios = [trio for _, trio in completed_anywhere(board)]
    if not state.house.must_call and trios and not set.intersection(*(set(trio) for trio in trios)):
        places = sorted({place for trio in trios for place in trio})
        colours = tuple(c for c in COLOURS if any(board[place] == c for place in places))
        yield Problem("P-OT-OTRIOS", OTRIOS.fill(colours=colours_name(colours)), tuple(SLOTS[p] for p in places))


def _turns(state: State, board: Board) -> Iterator[Problem]:
    fault = can_come_about(state.house, state.starter, board)
    placed: tuple[Slot, ...] = tuple(slot for slot, colour in zip(SLOTS, board, strict=True) if colour is not None)
    if fault == "counts":
        counts = [COUNT.fill(colour=COLOUR_NAMES[c], count=board.count(c)) for c in state.house.colours]
        yield Problem("P-OT-COUNTS", COUNTS.fill(counts=listed(counts)), placed)
    elif fault == "order":
        yield Problem("P-OT-ORDER", ORDER, placed)


def _cell(place: Place) -> Text:
    return CELL_NAMES[place // 3]


def _piece(colour: Colour, place: Place) -> Text:
    return piece_name(colour, SIZES[place % 3])


def _the_piece(colour: Colour, place: Place) -> Text:
    return the_piece(colour, SIZES[place % 3])
