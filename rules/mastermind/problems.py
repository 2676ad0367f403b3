"""All that is wrong with a Mastermind board that came from a camera or a person, whatever led to it."""

from collections import Counter
from collections.abc import Iterator

from rules.game import Problem, Slot, Table
from rules.mastermind.codes import fitting, possible_marks
from rules.mastermind.refusals import COLOUR, NO_BLANK, REPEAT, SLIDER, SUPPLY
from rules.mastermind.state import State
from rules.mastermind.table import code_slots, mark_slots, row_slots
from rules.mastermind.words import COLOUR_NAMES, COLOURS, NAMED, Marks, Pegs
from rules.text import Text

STRANGE = Text('"{piece}" is no piece of this place', "« {piece} » n'est pas une pièce de cet endroit")
GAP = Text("row {row} is empty, but a row above it is not", "la ligne {row} est vide, mais pas une ligne au-dessus")
EARLY = Text("row {row} has marks but is not filled", "la ligne {row} a une réponse mais n'est pas remplie")
NO_CODE_FITS = Text("no code fits all these answers: one of them is wrong",
                    "aucun code ne correspond à toutes ces réponses : l'une d'elles est fausse")


def problems(state: State, table: Table) -> list[Problem]:
    """Return every problem of the board: strange pieces, gaps, impossible marks, repeats, supply, contradictions."""
    strange = list(_strange(state, table))
    if strange:
        return strange
    rows = [_pegs(table, row_slots(state.house.kind, row)) for row in range(state.house.rows)]
    return [*_order(state, rows, table), *_contents(state, rows, table), *_marks(state, rows, table),
            *_supply(state, rows, table), *_contradiction(state, rows, table)]


def _pegs(table: Table, slots: tuple[Slot, ...]) -> Pegs:
    return tuple(None if (piece := table.get(slot)) is None else NAMED[piece] for slot in slots)


def _answer(table: Table, row: int) -> Marks:
    red, white = (int(table.get(slot) or 0) for slot in mark_slots(row))
    return red, white


def _strange(state: State, table: Table) -> Iterator[Problem]:
    digits = {str(level) for level in range(5)}
    marks = {slot for row in range(state.house.rows) for slot in mark_slots(row)}
    for slot, piece in table.items():
        if piece is not None and piece not in (digits if slot in marks else NAMED):
            yield Problem("E-MM-PIECE", STRANGE.fill(piece=piece[:20]), (slot,))


def _order(state: State, rows: list[Pegs], table: Table) -> Iterator[Problem]:
    last = max((number for number, pegs in enumerate(rows) if any(pegs)), default=-1)
    for number, pegs in enumerate(rows):
        if number < last and not any(pegs) and state.house.kind.blank == "no":
            yield Problem("E-MM-ORDER", GAP.fill(row=number + 1), row_slots(state.house.kind, number))
        if _answer(table, number) != (0, 0) and not any(pegs):
            yield Problem("E-MM-ORDER", EARLY.fill(row=number + 1), mark_slots(number))


def _contents(state: State, rows: list[Pegs], table: Table) -> Iterator[Problem]:
    kind = state.house.kind
    places = [row_slots(kind, number) for number in range(len(rows))]
    for pegs, slots in [*zip(rows, places, strict=True), (_pegs(table, code_slots(kind)), code_slots(kind))]:
        there = [peg for peg in pegs if peg is not None]
        for peg in there:
            if COLOURS.index(peg) >= kind.colours:
                names = ", ".join(COLOURS[: kind.colours])
                yield Problem("E-MM-COLOUR", COLOUR.fill(colour=COLOUR_NAMES[peg], colours=names), slots)
        twice = next((peg for peg, count in Counter(there).items() if count > 1), None)
        if twice is not None and not kind.repeats:
            yield Problem("E-MM-REPEAT", REPEAT.fill(colour=COLOUR_NAMES[twice]), slots)


def _marks(state: State, rows: list[Pegs], table: Table) -> Iterator[Problem]:
    holes = state.house.kind.holes
    for number, pegs in enumerate(rows):
        red, white = _answer(table, number)
        if (red, white) not in possible_marks(holes):
            text = SLIDER.fill(red=red, white=white, holes=holes, near=holes - 1)
            yield Problem("E-MM-SLIDER", text, mark_slots(number))
        if (red, white) != (0, 0) and any(pegs) and None in pegs and state.house.kind.blank == "no":
            yield Problem("E-MM-PEGS", NO_BLANK, row_slots(state.house.kind, number))


def _supply(state: State, rows: list[Pegs], table: Table) -> Iterator[Problem]:
    each = state.house.each
    if each is None:
        return
    code = _pegs(table, code_slots(state.house.kind))
    for peg, count in Counter(peg for pegs in [*rows, code] for peg in pegs if peg is not None).items():
        if count > each:
            yield Problem("E-MM-SUPPLY", SUPPLY.fill(each=each, colour=COLOUR_NAMES[peg]))


def _contradiction(state: State, rows: list[Pegs], table: Table) -> Iterator[Problem]:
    """Compare the answers of all full rows but the last, whose marks may still be on their way."""
    kind = state.house.kind
    last = max((number for number, pegs in enumerate(rows) if any(pegs)), default=0)
    full = [(pegs, _answer(table, number)) for number, pegs in enumerate(rows[:last]) if None not in pegs]
    legal = [(pegs, answer) for pegs, answer in full if answer in possible_marks(kind.holes)
             and (kind.repeats or len(set(pegs)) == len(pegs))
             and all(COLOURS.index(peg) < kind.colours for peg in pegs if peg is not None)]
    if legal and not fitting(kind, tuple(legal)).size:
        yield Problem("E-MM-WRONG", NO_CODE_FITS, tuple(slot for row in range(last) for slot in mark_slots(row)))
