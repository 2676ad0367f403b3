"""All that is wrong with a Mystrio board that came from a camera or a person, whatever led to it."""

from collections import Counter
from collections.abc import Iterator

from rules.game import Problem, Table
from rules.mystrio.refusals import TOO_MANY
from rules.mystrio.state import State
from rules.mystrio.words import DOWN, FACE_NAMES, FACES, NAMED
from rules.text import Text

STRANGE = Text('"{piece}" is no token of Mystrio', "« {piece} » n'est pas un pion de Mystrio")
MORE = Text("There {there|is|are} {there} {there|token|tokens} on the board, but only {most} can be left",
            "Il y a {there} {there|pion|pions} sur le plateau, mais il ne peut en rester que {most}")
FEWER = Text("There {there|is|are} {there} {there|token|tokens} on the board, but {least} must be there",
             "Il y a {there} {there|pion|pions} sur le plateau, mais il doit y en avoir {least}")


def problems(state: State, table: Table) -> list[Problem]:
    """Return every problem of the board: strange pieces, too many or too few tokens, too many of one face."""
    return [*_strange(table), *_count(state, table), *_faces(state, table)]


def _strange(table: Table) -> Iterator[Problem]:
    for slot, piece in table.items():
        if piece is not None and piece != DOWN and piece not in NAMED:
            yield Problem("E-MY-PIECE", STRANGE.fill(piece=piece[:20]), (slot,))


def _count(state: State, table: Table) -> Iterator[Problem]:
    there = sum(piece is not None for piece in table.values())
    most = sum(state.left) + (3 if state.shown and state.good else 0)
    if there > most:
        yield Problem("E-MY-COUNT", MORE.fill(there=there, most=most))
    elif state.phase in ("turn", "tidy") and there < sum(state.left):
        yield Problem("E-MY-COUNT", FEWER.fill(there=there, least=sum(state.left)))


def _faces(state: State, table: Table) -> Iterator[Problem]:
    shown = Counter(piece for piece in table.values() if piece is not None)
    for face, count in zip(FACES, state.house.tokens, strict=True):
        if shown[face] > count:
            slots = tuple(slot for slot, piece in table.items() if piece == face)
            yield Problem("E-MY-FACES", TOO_MANY.fill(count=count, face=FACE_NAMES[face]), slots)
