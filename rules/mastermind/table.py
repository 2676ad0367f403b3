"""What the camera should see of a Mastermind board, and which actions explain what it does see.

Slots: "{row}.{hole}", "{row}.red", "{row}.white" and "code.{hole}"; row 0 is the first, holes count from the left. What
lies in a mark's slot is a digit.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from rules.game import Future, Piece, Possible, Slot, Table
from rules.mastermind.actions import Action, Clear, Guess, Hide, Mark, Reveal
from rules.mastermind.codes import Kind, possible_marks
from rules.mastermind.play import apply, legal_actions
from rules.mastermind.refusals import refusal
from rules.mastermind.state import Row, State
from rules.mastermind.words import COLOURS, NAMED, Marks, Peg, Pegs

ROWS_AT_ONCE = 4
"""How many actions in a row are thought to have happened between two looks."""
FILLINGS = 300
"""In how many ways an uncertain row is read at most."""
REFUSED = 0.3
"""How often people do what is refused, against 1 for what is allowed."""


def row_slots(kind: Kind, row: int) -> tuple[Slot, ...]:
    """Return the slots of a row's pegs."""
    return tuple(f"{row}.{hole}" for hole in range(kind.holes))


def mark_slots(row: int) -> tuple[Slot, Slot]:
    """Return the slots of a row's red and white marks."""
    return f"{row}.red", f"{row}.white"


def code_slots(kind: Kind) -> tuple[Slot, ...]:
    """Return the slots of the code's pegs."""
    return tuple(f"code.{hole}" for hole in range(kind.holes))


def slots(state: State) -> list[Slot]:
    """Return all slots, row by row from the first, the code's last."""
    kind = state.house.kind
    rows = [slot for row in range(state.house.rows) for slot in (*row_slots(kind, row), *mark_slots(row))]
    return [*rows, *code_slots(kind)]


def table(state: State) -> dict[Slot, Piece | None]:
    """Return what should lie in each slot; a covered code shows nothing."""
    kind, empty = state.house.kind, (None,) * state.house.kind.holes
    seen: dict[Slot, Piece | None] = {}
    for number in range(state.house.rows):
        row = state.rows[number] if number < len(state.rows) else Row(empty)
        seen.update(_filled(kind, number, row.pegs), **_marked(number, row.answer or (0, 0)))
    code = state.code if state.open and state.code is not None else empty
    return {**seen, **dict(zip(code_slots(kind), code, strict=True))}


def covered(state: State) -> Collection[Slot]:
    """Return the code's slots while no one but its maker may see them: always, except when it has been shown."""
    return () if state.open else code_slots(state.house.kind)


def _filled(kind: Kind, row: int, pegs: Pegs) -> dict[Slot, Piece | None]:
    return dict(zip(row_slots(kind, row), pegs, strict=False))


def _marked(row: int, answer: Marks) -> dict[Slot, Piece | None]:
    return dict(zip(mark_slots(row), map(str, answer), strict=True))


def _left(state: State, before: Table, action: Action) -> dict[Slot, Piece | None]:
    """Return the table that an action would leave, allowed or not."""
    kind = state.house.kind
    match action:
        case Guess(row, pegs):
            return {**before, **_filled(kind, row, pegs)}
        case Mark(row, red, white):
            return {**before, **_marked(row, (red, white))}
        case Reveal(code):
            return {**before, **dict(zip(code_slots(kind), code, strict=False))}
        case Hide():
            return dict(before)
        case Clear():
            return {slot: "0" if slot.endswith(("red", "white")) else None for slot in before}


def _future(state: State, before: Table, action: Action, partial: bool = False) -> Future:
    refused = None if partial else refusal(state, action)
    return Future(action, _left(state, before, action), refused, REFUSED if refused else 1.0, partial)


def futures(state: State) -> Iterator[Future]:
    """Yield every legal action, then guesses that repeat a colour, rows out of order and answers that can't be.

    With many codes these are thousands; `explain` finds the few that a seen table allows.
    """
    before = table(state)
    for action in legal_actions(state):
        yield Future(action, _left(state, before, action))
    for action in _refusable(state):
        refused = refusal(state, action)
        if refused is not None:
            yield Future(action, _left(state, before, action), refused, REFUSED)


def _refusable(state: State) -> Iterator[Action]:
    kind, row = state.house.kind, len(state.rows)
    pegs: list[Peg] = list(COLOURS[: kind.colours])
    if row < state.house.rows:
        yield from (Guess(row, fill) for fill in product(pegs, repeat=kind.holes))
    yield from (Mark(r, red, white) for r in range(max(0, row - 1), min(row + 1, state.house.rows))
                for red in range(kind.holes + 1) for white in range(kind.holes + 1))
    if state.phase != "reveal":
        yield Clear()


# Which actions lead to what is seen


@dataclass(frozen=True)
class _Look:
    """What the camera saw, beside what the game expected."""

    seen: Possible
    expected: Table

    def may(self, slot: Slot) -> tuple[Piece | None, ...]:
        return tuple(self.seen.get(slot, (self.expected[slot],)))

    def fits(self, seen: Table) -> bool:
        return all(seen[slot] in pieces for slot, pieces in self.seen.items() if slot in seen)

    def sure(self, before: Table, after: Table) -> bool:
        """Return whether all that differs was read beyond doubt: only then something may follow unseen."""
        return all(self.may(slot) == (after[slot],) for slot in after if after[slot] != before[slot])

    def fillings(self, names: tuple[Slot, ...]) -> list[tuple[Piece | None, ...]]:
        """Return the ways to read some slots together, without the least likely where there are too many."""
        choices = [self.may(slot) for slot in names]
        while prod(map(len, choices)) > FILLINGS:
            longest = max(range(len(choices)), key=lambda place: len(choices[place]))
            choices[longest] = choices[longest][:-1]
        return list(product(*choices))


def explain(state: State, seen: Possible, evidence: Mapping[str, Any]) -> Iterator[tuple[Future, ...]]:
    """Yield each sequence of actions that leads to a table which `seen` allows; see `rules.game.Explains`.

    A row is a guess once its last hole is filled. Marks of 0 and 0 leave nothing to see: they are taken as given when
    the next row is begun, unless they would be wrong for certain.
    """
    before = table(state)
    look = _Look(seen, before)
    yield from _paths(state, before, look, ROWS_AT_ONCE)


def _paths(state: State, before: Table, look: _Look, left: int) -> Iterator[tuple[Future, ...]]:
    for future in _steps(state, before, look):
        silent = future.table == before
        if look.fits(future.table) and not silent:
            yield (future,)
        elif left > 1 and future.refusal is None and not future.partial and (silent or look.sure(before, future.table)):
            after = apply(state, future.action)
            yield from ((future, *rest) for rest in _paths(after, future.table, look, left - 1)
                        if not (isinstance(future.action, Mark) and isinstance(rest[0].action, Mark)))


def _steps(state: State, before: Table, look: _Look) -> Iterator[Future]:
    match state.phase:
        case "guess":
            yield from _row_steps(state, before, look, len(state.rows))
            yield from _changed_marks(state, before, look)
            yield from _code_steps(state, before, look)
        case "marks":
            yield from _mark_steps(state, before, look)
            yield from _code_steps(state, before, look)
        case "reveal":
            yield from _code_steps(state, before, look)
            yield from _changed_marks(state, before, look)
        case "clear":
            yield _clear_step(state, before, look)
            yield from _code_steps(state, before, look)
        case "hide":
            yield from _code_steps(state, before, look)
            yield from _row_steps(state, before, look, 0)


def _row_steps(state: State, before: Table, look: _Look, row: int) -> Iterator[Future]:
    """Yield the readings of the row that comes next, and of a row above it that is filled too early."""
    kind = state.house.kind
    for number in range(row, min(row + 2, state.house.rows)):
        for fill in look.fillings(row_slots(kind, number)):
            pegs = _as_pegs(fill)
            if pegs is not None and any(pegs):
                yield _future(state, before, Guess(number, pegs), partial=_unfinished(state, look, number, pegs))


def _as_pegs(fill: tuple[Piece | None, ...]) -> Pegs | None:
    if any(piece is not None and piece not in NAMED for piece in fill):
        return None
    return tuple(None if piece is None else NAMED[piece] for piece in fill)


def _unfinished(state: State, look: _Look, row: int, pegs: Pegs) -> bool:
    """Return whether pegs may still come: some holes are empty, and nobody has answered the row."""
    if None not in pegs:
        return False
    answered = any("0" not in look.may(slot) for slot in mark_slots(row))
    return state.house.kind.blank == "no" or not answered


def _marks_seen(look: _Look, row: int) -> Iterator[Marks]:
    for red, white in look.fillings(mark_slots(row)):
        if red is not None and white is not None and red.isdigit() and white.isdigit():
            yield int(red), int(white)


def _mark_steps(state: State, before: Table, look: _Look) -> Iterator[Future]:
    row = len(state.rows) - 1
    for answer in _marks_seen(look, row):
        if answer != (0, 0):
            yield _future(state, before, Mark(row, *answer), partial=_half_answered(state, row, answer))
    if _holds(state, Mark(row, 0, 0)):
        yield _future(state, before, Mark(row, 0, 0))
    elif row + 1 < state.house.rows:
        yield from _row_steps(state, before, look, row + 1)


def _holds(state: State, action: Mark) -> bool:
    """Return whether an answer is allowed and does not void the round."""
    return refusal(state, action) is None and apply(state, action).phase in ("guess", "reveal")


def _half_answered(state: State, row: int, answer: Marks) -> bool:
    """Return whether an answer that can't be right would be with one slider pulled further: then wait for it."""
    if _holds(state, Mark(row, *answer)):
        return False
    return any(_holds(state, Mark(row, *more)) for more in possible_marks(state.house.kind.holes)
               if more != answer and more[0] >= answer[0] and more[1] >= answer[1])


def _changed_marks(state: State, before: Table, look: _Look) -> Iterator[Future]:
    """Yield other marks for rows that have some, and marks for the row that is not filled yet."""
    for row in range(min(len(state.rows) + 1, state.house.rows)):
        there = tuple(before[slot] for slot in mark_slots(row))
        for answer in _marks_seen(look, row):
            if tuple(map(str, answer)) != there:
                partial = row == len(state.rows) - 1 and _half_answered(state, row, answer)
                yield _future(state, before, Mark(row, *answer), partial)


def _code_steps(state: State, before: Table, look: _Look) -> Iterator[Future]:
    """Yield the readings of the code's place: the code being made, shown too early, or revealed."""
    kind = state.house.kind
    for fill in look.fillings(code_slots(kind)):
        pegs = _as_pegs(fill)
        if pegs is None or not any(pegs):
            continue
        if state.phase == "hide" or not state.rows:  # its maker is at work: nobody has guessed yet
            yield Future(Hide(()), {**before, **dict(zip(code_slots(kind), fill, strict=True))}, partial=True)
        else:
            yield _future(state, before, Reveal(pegs), partial=kind.blank == "no" and None in pegs)


def _clear_step(state: State, before: Table, look: _Look) -> Future:
    """Return the cleared board, or one that is being cleared: whatever is gone is gone, the rest still lies."""
    cleared = _left(state, before, Clear())
    if all(cleared[slot] in look.may(slot) for slot in before):
        return _future(state, before, Clear())
    rest = {slot: before[slot] if before[slot] in look.may(slot) else cleared[slot] for slot in before}
    if rest == before:
        return Future(Clear(), rest, partial=True)
    # once it has begun, the cover is open: there is the old code, none, or the next one being made
    code = {slot: look.may(slot)[0] for slot in code_slots(state.house.kind)}
    return Future(Clear(), {**rest, **code}, partial=True)


