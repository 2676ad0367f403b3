"""What an action does in Mystrio: laying, turns, announcements, errors and the end."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from rules.game import Seat
from rules.mystrio.actions import Action, Announce, Consult, Lay, Look, Move, Shuffle, Stop, Swap, Tidy
from rules.mystrio.refusals import is_line, refusal
from rules.mystrio.state import TO_WIN, Phase, State, Token, is_dead_end, next_seat
from rules.mystrio.words import FACES, Cell, Face, are_neighbours, is_trio


def apply(state: State, action: Action) -> State:
    """Return the state after the action; raise Refused when a rule forbids it."""
    refused = refusal(state, action)
    if refused is not None:
        raise refused
    match action:
        case Shuffle(pile):
            return replace(state, phase="lay", faces=pile)
        case Look():
            return replace(_see(state, state.laid, state.turn), looking=state.laid)
        case Lay(cell):
            return _lay(state, cell)
        case Consult(cell):
            return _consult(state, cell)
        case Move(a, b) | Swap(a, b):
            return replace(_exchange(state, a, b), moved=True)
        case Announce():
            return _announce(state, action)
        case Stop():
            return _next_turn(state)
        case Tidy():
            return _tidy(state)


def _see(state: State, token: Token, *seats: Seat) -> State:
    seen = list(state.seen)
    seen[token] = seen[token] | set(seats)
    return replace(state, seen=tuple(seen))


def _lay(state: State, cell: Cell) -> State:
    """Put the drawn token down; with real tokens nobody says whether it was looked at, so an allowed look is taken."""
    token = state.laid
    if not state.house.known and state.house.may_look(token):
        state = _see(state, token, state.turn)
    laid = token + 1
    phase: Phase = "turn" if laid == state.house.size else "lay"
    return replace(state, board=_with(state.board, {cell: token}), laid=laid, phase=phase, looking=None,
                   turn=laid % state.house.players)


def _with(board: tuple[Token | None, ...], changes: dict[Cell, Token | None]) -> tuple[Token | None, ...]:
    return tuple(changes.get(cell, token) for cell, token in enumerate(board))


def _consult(state: State, cell: Cell | None) -> State:
    token = None if cell is None else state.token(cell)
    if token is not None:
        state = _see(state, token, state.turn)
    return replace(state, consulted=True, looking=token)


def _exchange(state: State, a: Cell, b: Cell) -> State:
    return replace(state, board=_with(state.board, {a: state.board[b], b: state.board[a]}))


def _next_turn(state: State) -> State:
    return replace(state, turn=next_seat(state), consulted=False, moved=False, looking=None)


# Announcements


def _announce(state: State, action: Announce) -> State:
    if not is_line(state, action.cells):
        return _end_or_go_on(_error(state))
    state = _turn_over(state, action)
    a, b, c = sorted(action.cells)
    faces = tuple(face for face in state.faces_at((a, b, c)) if face is not None)
    good = is_trio(state.house.level, faces)
    state = replace(state, phase="tidy", shown=(a, b, c), good=good)
    return _end_or_go_on(_win(state, faces) if good else _error(state))


def _turn_over(state: State, action: Announce) -> State:
    """Learn the faces, and let everybody see them [seed]."""
    faces = list(state.faces)
    for place, cell in enumerate(action.cells):
        token = state.token(cell)
        assert token is not None
        if action.faces is not None:
            faces[token] = action.faces[place]
        state = _see(state, token, *range(state.house.players))
    return replace(state, faces=tuple(faces))


def _win(state: State, faces: tuple[Face, ...]) -> State:
    trios = list(state.trios)
    trios[state.turn] = (*trios[state.turn], faces)
    return replace(state, trios=tuple(trios))


def _error(state: State) -> State:
    errors = list(state.errors)
    errors[state.turn] += 1
    return replace(state, errors=tuple(errors))


def _end_or_go_on(state: State) -> State:
    """End the game with two Mystrios [seed], with one player left, or at a dead end [ours]; else end the turn."""
    if len(state.trios[state.turn]) >= TO_WIN:
        return replace(state, phase="over", reason="two mystrios")
    if len(state.in_play) == 1:
        return replace(state, phase="over", reason="last player")
    if is_dead_end(state):
        return replace(state, phase="over", reason="dead end")
    return _next_turn(state)


def _tidy(state: State) -> State:
    cells: dict[Cell, Token | None] = {cell: None for cell in state.shown or ()} if state.good else {}
    return replace(state, board=_with(state.board, cells), phase="turn", shown=None, good=False)


def winners(state: State) -> tuple[Seat, ...]:
    """Return who won a game that is over; nobody at a dead end where that is a draw."""
    if state.reason == "two mystrios":
        return (state.turn,)
    if state.reason == "last player":
        return state.in_play
    if not state.house.most_trios:
        return ()
    best = max((len(state.trios[seat]), -state.errors[seat]) for seat in state.in_play)
    return tuple(seat for seat in state.in_play if (len(state.trios[seat]), -state.errors[seat]) == best)


# What may be done


def legal_actions(state: State) -> Iterator[Action]:
    """Yield every action that `apply` takes now.

    With real tokens an announcement comes once for every three faces that it may show. Shuffles come in all orders,
    hundreds of thousands, so do not wait for the last. Announcements that are errors by their cells are left out.
    """
    for action in _candidates(state):
        if refusal(state, action) is None:
            yield action


def _candidates(state: State) -> Iterator[Action]:
    cells = range(state.house.cells)
    match state.phase:
        case "shuffle":
            yield from map(Shuffle, _piles(dict(zip(FACES, state.house.tokens, strict=True))))
        case "lay":
            yield Look()
            yield from map(Lay, cells)
        case "tidy":
            yield Tidy()
        case "turn":
            yield from (Consult(cell) for cell in [*cells, None])
            yield from (Move(a, b) for a, b in product(cells, cells) if are_neighbours(a, b, state.house.columns))
            yield from (Swap(a, b) for a, b in product(cells, cells) if a < b)
            yield from _announcements(state)
            yield Stop()


def _announcements(state: State) -> Iterator[Announce]:
    for line in state.house.lines:
        if not is_line(state, line):
            continue
        if state.house.known:
            yield Announce(line)
        else:
            known = state.faces_at(line)
            yield from (Announce(line, faces) for faces in product(*([face] if face else FACES for face in known)))


def _piles(left: dict[Face, int]) -> Iterator[tuple[Face, ...]]:
    """Yield every order of some tokens once."""
    if not any(left.values()):
        yield ()
    for face in left:
        if left[face]:
            yield from ((face, *rest) for rest in _piles({**left, face: left[face] - 1}))
