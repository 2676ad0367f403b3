"""What the camera should see of a Mystrio board, and which actions explain what it does see.

Slots are the cells' numbers. A camera sees neither who acts nor, as a rule, what is consulted; what it can tell is
which tokens were touched: `evidence["stirred"]` is the slots whose token lies otherwise than before, and
`evidence["seat"]` who announced, if a button or phone says so.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from rules.game import Future, Piece, Possible, Seat, Slot, Table
from rules.mystrio.actions import Action, Announce, Consult, Lay, Move, Stop, Swap, Tidy
from rules.mystrio.play import apply, legal_actions
from rules.mystrio.refusals import refusal
from rules.mystrio.state import State
from rules.mystrio.words import DOWN, NAMED, Cell, are_neighbours

ACTIONS_AT_ONCE = 4
"""How many actions that change the table are thought to have happened between two looks."""
REFUSED = 0.3
"""How often people do what is refused, against 1 for what is allowed."""
TOUCHED = 100.0
"""How much more a touched token speaks for an action that leaves the table as it was than for nothing."""
FACES_UP = 6
"""Of more tokens than this that may lie face up, only the likeliest are thought of."""


def slots(state: State) -> list[Slot]:
    """Return the slots, cell by cell."""
    return [str(cell) for cell in range(state.house.cells)]


def table(state: State) -> dict[Slot, Piece | None]:
    """Return what should lie in each cell: face-down tokens, and the faces of the three that were announced."""
    faces = state.faces_at(range(state.house.cells))
    return {str(cell): None if token is None else faces[cell] if cell in (state.shown or ()) else DOWN
            for cell, token in enumerate(state.board)}


def covered(state: State) -> Collection[Slot]:
    """Return the cells whose token's face is a secret: all but those of an announcement."""
    return tuple(str(cell) for cell in range(state.house.cells) if cell not in (state.shown or ()))


def _left(before: Table, action: Action) -> dict[Slot, Piece | None]:
    """Return the table that an action would leave, allowed or not."""
    match action:
        case Lay(cell):
            return {**before, str(cell): DOWN}
        case Move(a, b):
            return {**before, str(a): None, str(b): before[str(a)]}
        case Announce(cells, faces) if faces is not None:
            return {**before, **{str(cell): face for cell, face in zip(cells, faces, strict=True)}}
    return dict(before)


def _future(state: State, before: Table, action: Action, weight: float = 1.0) -> Future:
    refused = refusal(state, action)
    after = table(apply(state, action)) if refused is None else _left(before, action)
    return Future(action, after, refused, weight if refused is None else REFUSED)


def futures(state: State) -> Iterator[Future]:
    """Yield every legal action, then single acts that are refused: laying or moving too soon, too far, or too often."""
    if state.phase in ("shuffle", "over"):
        return
    before = table(state)
    for action in legal_actions(state):
        yield Future(action, table(apply(state, action)))
    for action in _refusable(state):
        refused = refusal(state, action)
        if refused is not None:
            yield Future(action, _left(before, action), refused, REFUSED)


def _refusable(state: State) -> Iterator[Action]:
    cells = range(state.house.cells)
    taken = [cell for cell in cells if state.board[cell] is not None]
    free = [cell for cell in cells if state.board[cell] is None]
    yield from (Consult(cell) for cell in taken)
    yield from (Move(a, b) for a in taken for b in free)
    yield from (Swap(a, b) for a, b in combinations(taken, 2))


# Which actions lead to what is seen


@dataclass(frozen=True)
class _Look:
    """What the camera saw, beside what the game expected."""

    seen: Possible
    expected: Table
    stirred: frozenset[Cell]
    seat: Seat | None

    def may(self, cell: Cell) -> tuple[Piece | None, ...]:
        slot = str(cell)
        return tuple(self.seen.get(slot, (self.expected[slot],)))

    def fits(self, there: Table) -> bool:
        return all(there[slot] in pieces for slot, pieces in self.seen.items() if slot in there)

    def sure(self, before: Table, after: Table) -> bool:
        return all(self.may(int(slot)) == (after[slot],) for slot in after if after[slot] != before[slot])


def explain(state: State, seen: Possible, evidence: Mapping[str, Any]) -> Iterator[tuple[Future, ...]]:
    """Yield each sequence of actions that leads to a table which `seen` allows; see `rules.game.Explains`.

    A consultation that nobody saw and the end of a turn leave nothing to see: they are taken as given where a move or
    an announcement needs them, and only then.
    """
    if state.phase in ("shuffle", "over"):
        return
    before = table(state)
    stirred = frozenset(int(slot) for slot in evidence.get("stirred", ()) if slot in before)
    look = _Look(seen, before, stirred, evidence.get("seat"))
    yield from _paths(state, before, look, ACTIONS_AT_ONCE)
    if stirred and look.fits(before):
        yield from _touched(state, before, look)


def _paths(state: State, before: Table, look: _Look, left: int) -> Iterator[tuple[Future, ...]]:
    for path in _steps(state, before, look):
        last = path[-1]
        if look.fits(last.table) and last.table != before:
            yield path
        elif left > 1 and last.refusal is None and not last.partial and look.sure(before, last.table):
            after = state
            for future in path:
                after = apply(after, future.action)
            yield from ((*path, *rest) for rest in _paths(after, last.table, look, left - 1))


def _steps(state: State, before: Table, look: _Look) -> Iterator[tuple[Future, ...]]:
    """Yield what can happen next and changes the table, with the unseen actions that must have come before it."""
    if state.phase == "tidy":
        yield (_tidying(state, before, look),)
        return
    cells = range(state.house.cells)
    came = [cell for cell in cells if before[str(cell)] is None and DOWN in look.may(cell)]
    gone = [cell for cell in cells if before[str(cell)] == DOWN and None in look.may(cell)]
    if state.phase == "lay":
        yield from ((_future(state, before, Lay(cell)),) for cell in came)
    for a, b in product(gone, came):
        yield _with_unseen(state, before, Move(a, b))
    yield from _faces_up(state, before, look)


def _with_unseen(state: State, before: Table, action: Action) -> tuple[Future, ...]:
    """Put before an action the fewest unseen ones that make it legal; without any, when none do."""
    consult, stop = Consult(None), Stop()
    for unseen in ((), (consult,), (stop,), (stop, consult)):
        path, now = [], state
        for step in (*unseen, action):
            future = _future(now, before, step)
            path.append(future)
            if future.refusal is not None:
                break
            now = apply(now, step)
        else:
            return tuple(path)
    return (_future(state, before, action),)


def _faces_up(state: State, before: Table, look: _Look) -> Iterator[tuple[Future, ...]]:
    """Yield what tokens face up mean: an announcement with three, something under way with one or two."""
    up = [cell for cell in range(state.house.cells) if before[str(cell)] is not None
          and any(piece in NAMED for piece in look.may(cell))]
    must = {cell for cell in up if before[str(cell)] not in look.may(cell)}
    if len(up) > FACES_UP:
        up = [cell for cell in up if cell in must or look.may(cell)[0] in NAMED][:FACES_UP]
    if 0 < len(must) < 3 and state.phase == "turn":
        shown = {str(cell): next(piece for piece in look.may(cell) if piece in NAMED) for cell in must}
        yield (Future(Consult(None), {**before, **shown}, partial=True),)
    for cells in combinations(up, 3):
        if must <= set(cells):
            for faces in product(*([NAMED[piece] for piece in look.may(cell) if piece in NAMED] for cell in cells)):
                yield _with_unseen(state, before, Announce(cells, faces, by=look.seat))


def _tidying(state: State, before: Table, look: _Look) -> Future:
    """Return the tidied board, or one on which some of the three tokens are still to be taken or turned."""
    goal = _future(state, before, Tidy())
    if look.fits(goal.table):
        return goal
    now = {slot: before[slot] if before[slot] in look.may(int(slot)) else goal.table[slot] for slot in before}
    return Future(Tidy(), now, partial=now != goal.table)


def _touched(state: State, before: Table, look: _Look) -> Iterator[tuple[Future, ...]]:
    """Yield what touched tokens mean where the table looks as before: one was consulted, two neighbours swapped."""
    if state.phase != "turn":
        return
    stirred = sorted(look.stirred)
    if len(stirred) == 1:
        yield from _weighed(_consulted(state, before, stirred[0]))
    if len(stirred) == 2 and are_neighbours(stirred[0], stirred[1], state.house.columns):
        yield from _weighed(_with_unseen(state, before, Swap(stirred[0], stirred[1])))
    if len(stirred) == 3:
        for cell in stirred:
            a, b = (other for other in stirred if other != cell)
            looked = _consulted(state, before, cell)
            if are_neighbours(a, b, state.house.columns) and looked[-1].refusal is None:
                after = state
                for future in looked:
                    after = apply(after, future.action)
                yield from _weighed((*looked, _future(after, before, Swap(a, b))))


def _consulted(state: State, before: Table, cell: Cell) -> tuple[Future, ...]:
    """Return a consultation; after a move, or a consultation that was seen, it is the next player's."""
    if state.consulted or state.moved:
        stop = _future(state, before, Stop())
        if stop.refusal is None:
            return stop, _future(apply(state, Stop()), before, Consult(cell))
    return (_future(state, before, Consult(cell)),)


def _weighed(path: tuple[Future, ...]) -> Iterator[tuple[Future, ...]]:
    *first, last = path
    yield *first, Future(last.action, last.table, last.refusal, TOUCHED, last.partial)
