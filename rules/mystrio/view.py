"""How phones, logs and the command line see Mystrio; a face goes only to those who are looking at it."""

from rules.game import Json, Outcome, Refused, Seat, Viewer
from rules.mystrio.actions import Action, Announce, Consult, Lay, Look, Move, Shuffle, Stop, Swap, Tidy
from rules.mystrio.options import concerns
from rules.mystrio.play import winners
from rules.mystrio.refusals import in_order, is_line, refusal
from rules.mystrio.state import State, Token
from rules.mystrio.words import LEVEL_NAMES, Cell, Face, cell_name, is_trio, seat_name
from rules.text import AND, Text, listed

WON = Text("{seat} wins with a second Mystrio", "{seat} gagne avec un deuxième Mystrio")
LAST = Text("{seat} wins: all others are eliminated", "{seat} gagne : tous les autres sont éliminés")
DRAWN = Text("A draw: the tokens left hold no Mystrio any more",
             "Match nul : les pions restants ne contiennent plus de Mystrio")
DEAD_END = Text("The tokens left hold no Mystrio any more: {seats} did best",
                "Les pions restants ne contiennent plus de Mystrio : {seats} {many|a|ont} fait le mieux")
SHUFFLE = Text("The tokens are shuffled", "Les pions sont mélangés")
LOOK = Text("{seat} looks at the token drawn", "{seat} regarde le pion pioché")
LAY = Text("{seat} lays a token in {cell}", "{seat} pose un pion en {cell}")
CONSULT = Text("{seat} consults the token in {cell}", "{seat} consulte le pion en {cell}")
CONSULT_SOME = Text("{seat} consults a token", "{seat} consulte un pion")
MOVE = Text("{seat} moves the token in {a} to {b}", "{seat} déplace le pion de {a} vers {b}")
SWAP = Text("{seat} swaps the tokens in {a} and {b}", "{seat} permute les pions de {a} et {b}")
GOOD = Text("{seat} announces a Mystrio, and it is one: {level}", "{seat} annonce un Mystrio, et c'en est un : {level}")
BAD = Text("{seat} announces a Mystrio, but it is none: error {count}",
           "{seat} annonce un Mystrio, mais ce n'en est pas un : erreur {count}")
ANNOUNCE = Text("{seat} announces a Mystrio", "{seat} annonce un Mystrio")
MALFORMED = Text("{seat} announces a Mystrio in cells that are no line of tokens: error {count}",
                 "{seat} annonce un Mystrio dans des cases qui ne sont pas une ligne de pions : erreur {count}")
STOP = Text("{seat} ends the turn", "{seat} termine son tour")
TAKEN = Text("The three tokens leave the board", "Les trois pions quittent le plateau")
TURNED = Text("The three tokens lie face down again", "Les trois pions sont de nouveau face cachée")


def outcome(state: State) -> Outcome | None:
    """Return how the game ended: by `two mystrios`, as `last player`, or at a `dead end`."""
    if state.reason is None:
        return None
    won = winners(state)
    slots = tuple(str(cell) for cell in state.shown or ())
    if state.reason == "dead end":
        text = DEAD_END.fill(seats=listed(map(seat_name, won), AND), many=len(won))
        return Outcome(state.reason, won, text if won else DRAWN, slots)
    text = WON if state.reason == "two mystrios" else LAST
    return Outcome(state.reason, won, text.fill(seat=seat_name(won[0])), slots)


def describe(state: State, action: Action) -> Text:
    """Say in words what the action is; no face that only some have seen is told."""
    seat = seat_name(state.turn)
    match action:
        case Shuffle():
            return SHUFFLE
        case Look():
            return LOOK.fill(seat=seat)
        case Lay(cell):
            return LAY.fill(seat=seat, cell=_cell(state, cell))
        case Consult(cell):
            return CONSULT_SOME.fill(seat=seat) if cell is None else CONSULT.fill(seat=seat, cell=_cell(state, cell))
        case Move(a, b):
            return MOVE.fill(seat=seat, a=_cell(state, a), b=_cell(state, b))
        case Swap(a, b):
            return SWAP.fill(seat=seat, a=_cell(state, a), b=_cell(state, b))
        case Announce():
            return _announcement(state, action)
        case Stop():
            return STOP.fill(seat=seat)
        case Tidy():
            return TAKEN if state.good else TURNED


def _cell(state: State, cell: Cell) -> Text:
    return cell_name(cell, state.house.columns)


def _announcement(state: State, action: Announce) -> Text:
    seat, count = seat_name(state.turn), state.errors[state.turn] + 1
    if refusal(state, action) is not None:  # then nothing is turned over, and nobody learns what it would have been
        return ANNOUNCE.fill(seat=seat)
    if not is_line(state, action.cells):
        return MALFORMED.fill(seat=seat, count=count)
    told = action.faces if action.faces is not None else state.faces_at(action.cells)
    faces = tuple(face for face in told if face is not None)
    if is_trio(state.house.level, faces):
        return GOOD.fill(seat=seat, level=LEVEL_NAMES[state.house.level])
    return BAD.fill(seat=seat, count=count)


# What each viewer may know


def view(state: State, viewer: Viewer) -> Json:
    """Return all that a page needs.

    Shapes: `cells` one {"token", "face", "seen_by"} or None a cell, the face None where this viewer may not see it;
    `drawn` {"may_look", "looked", "face"} while tokens are laid, else None; `seats` one {"mystrios", "errors", "out"} a
    seat; `may` the kinds of action that this turn still has; `shown` the cells that lie face up;
    `concerns` what the table should know about its options.
    """
    house = state.house
    return {
        "phase": state.phase,
        "rows": house.rows,
        "columns": house.columns,
        "level": house.level,
        "turn": state.turn,
        "consulted": state.consulted,
        "moved": state.moved,
        "may": in_order(state),
        "cells": [_seen_cell(state, viewer, cell) for cell in range(house.cells)],
        "drawn": _drawn(state, viewer),
        "seats": [{"mystrios": [list(trio) for trio in state.trios[seat]], "errors": state.errors[seat],
                   "out": seat not in state.in_play} for seat in range(house.players)],
        "shown": list(state.shown or ()),
        "good": state.good,
        "left": list(state.left),
        "concerns": [problem.text.json() for problem in concerns(house)],
        "options": dict(house.values),
    }


def _seen_cell(state: State, viewer: Viewer, cell: Cell) -> Json:
    token = state.board[cell]
    if token is None:
        return None
    up = cell in (state.shown or ())
    return {"token": token, "face": state.faces[token] if up or may_see(state, viewer, token) else None,
            "seen_by": sorted(state.seen[token])}


def may_see(state: State, viewer: Viewer, token: Token) -> bool:
    """Return whether a phone shows this viewer a token's face: the one looked at now, or with memory shown all seen."""
    if viewer == "host" or viewer == "spectator":
        return state.house.memory_shown and len(state.seen[token]) == state.house.players > 0
    if viewer not in state.seen[token]:
        return False
    return state.house.memory_shown or (token == state.looking and viewer == state.turn)


def _drawn(state: State, viewer: Viewer) -> Json:
    if state.phase != "lay":
        return None
    shown = viewer == state.turn and state.looking == state.laid
    return {"may_look": state.house.may_look(state.laid), "looked": state.looking is not None,
            "face": state.faces[state.laid] if shown else None}


def known_faces(state: State, seat: Seat) -> dict[Token, Face]:
    """Return the faces that a player has seen and the engine knows, by token, whether or not a phone shows them."""
    return {token: face for token, face in enumerate(state.faces) if face is not None and seat in state.seen[token]}


# The lines of `arbitrio referee --json`


def line(before: State, action: Action, after: State) -> Json:
    """Return the fields that report an accepted action; a consultation's never tell a face.

    `mystrio` has its cells in rising order, and `good`; one that counted as an error by its cells has no faces.
    """
    if isinstance(action, Announce) and after.shown is not None:
        faces = list(after.faces_at(after.shown))
        return {"kind": "mystrio", "cells": list(after.shown), "faces": faces, **_alike(faces),
                "good": after.good, "seat": before.turn}
    return _fields(action)


def _alike(faces: list[Face | None]) -> dict[str, bool]:
    """Return whether the faces are all of one colour, and of one symbol."""
    words = [face.split() for face in faces if face is not None]
    return {name: len({word[n] for word in words}) == 1 for n, name in enumerate(("colour", "symbol"))}


def _fields(action: Action) -> dict[str, Json]:
    match action:
        case Lay(cell) | Consult(cell):
            return {"kind": "lay" if isinstance(action, Lay) else "look", "cell": cell}
        case Move(a, b) | Swap(a, b):
            return {"kind": "move" if isinstance(action, Move) else "swap", "a": a, "b": b}
        case Announce(cells, faces):
            return {"kind": "mystrio", "cells": list(cells), "faces": list(faces or ())}
        case Look():
            return {"kind": "look", "cell": None}
    return {"kind": str(action).split()[0]}


def refused_line(before: State, action: Action, refusal: Refused) -> Json:
    """Return the fields that report a refused action; `why` is the rule's code in lower case, `what` the kind."""
    fields = _fields(action)
    return {**fields, "kind": "illegal", "what": fields["kind"], "why": refusal.code.removeprefix("E-MY-").lower()}
