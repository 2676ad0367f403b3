"""How phones, logs and the command line see Otrio. There are no secrets: everybody sees the same."""

from rules.game import Json, Outcome, Refused
from rules.otrio.actions import Action, Again, Call, Move, Pass, Penalty, Put, Take
from rules.otrio.options import EXTREME_POINTS, chosen_options
from rules.otrio.play import legal_actions
from rules.otrio.refusals import seat_name
from rules.otrio.state import Ending, Ply, State, colours_now, in_reserve
from rules.otrio.words import (
    CELL_NAMES,
    CELLS,
    COLOUR_NAMES,
    COLOURS,
    NUMBER,
    PIECE_NAMES,
    SIZES,
    SLOTS,
    Colour,
    colours_name,
    number,
    the_piece,
)
from rules.text import Text, capital

WAYS: dict[str, Text] = {
    "same size": Text("three of the same size in a line", "trois pièces de même taille alignées"),
    "ascending": Text("small, medium and large in a line", "petite, moyenne et grande pièce alignées dans l'ordre"),
    "concentric": Text("three sizes in one cell", "trois tailles dans une même case"),
}
WON = Text("Otrio! {Seat} wins: {way}", "Otrio ! {Seat} gagne : {way}")
WON_BY_TWO = Text("Otrio! {Seat} win: {way}", "Otrio ! {Seat} gagnent : {way}")
MATCH = Text("{won}; with {points} {points|point|points} the match is won",
             "{won} ; avec {points} {points|point|points}, le match est gagné")
DRAWN = Text("A draw: nobody can place a piece any more", "Match nul : plus personne ne peut placer de pièce")
PUT = Text("{colour} puts a {piece} into {cell}", "{colour} place un {piece} dans {cell}")
PUT_OUTSIDE = Text("{colour} puts a {piece} outside the nine cells", "{colour} place un {piece} hors des neuf cases")
MOVE = Text("{piece} is moved from {origin} to {target}", "{piece} passe de {origin} à {target}")
TAKE = Text("{piece} is taken out of {cell}", "{piece} est retiré de {cell}")
A_PIECE = Text("a {piece}", "un {piece}")
CALL = Text('"Otrio!" is called', "« Otrio ! » est annoncé")
PASS = Text("nobody places a piece", "personne ne place de pièce")
AGAIN = Text("the next game begins", "la partie suivante commence")
PENALTY = Text("{seat} loses a point for not blocking", "{seat} perd un point pour ne pas avoir bloqué")
PENALTY_OF_TWO = Text("{seat} lose a point for not blocking", "{seat} perdent un point pour ne pas avoir bloqué")
_WHY = {"E-OT-NEST": "size", "E-OT-SLOT": "size", "E-OT-BAN": "size", "E-OT-TURN": "turn", "E-OT-COLOUR": "turn",
        "E-OT-TWO": "turn"}


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, with the slots of the Otrio."""
    ending = state.ending
    if ending is None:
        return None
    if ending.winner is None:
        return Outcome("draw", (), DRAWN)
    sentence = WON if len(state.house.seats[ending.winner]) == 1 else WON_BY_TWO
    text = sentence.fill(Seat=capital(seat_name(state, ending.winner)), way=WAYS[ending.reason])
    if state.match_winner is not None:
        text = MATCH.fill(won=text, points=state.scores[ending.winner])
    return Outcome(ending.reason, (ending.winner,), text, tuple(SLOTS[place] for place in ending.slots))


def describe(state: State, action: Action) -> Text:
    """Say in words what the action is."""
    match action:
        case Put(colour, size, cell):
            sentence = PUT.fill(cell=CELL_NAMES[cell]) if cell in CELLS else PUT_OUTSIDE
            return sentence.fill(colour=COLOUR_NAMES[colour], piece=PIECE_NAMES[size])
        case Move(origin, target):
            return MOVE.fill(piece=_piece_in(state, origin), origin=_cell(origin), target=_cell(target))
        case Take(slot):
            return TAKE.fill(piece=_piece_in(state, slot), cell=_cell(slot))
        case Call():
            return CALL
        case Pass():
            return PASS
        case Again():
            return AGAIN
        case Penalty(colour):
            seat = state.house.seat_of(colour)
            sentence = PENALTY if seat is None or len(state.house.seats[seat]) == 1 else PENALTY_OF_TWO
            return sentence.fill(seat=COLOUR_NAMES[colour] if seat is None else seat_name(state, seat))


def _cell(slot: str) -> Text:
    return CELL_NAMES[NUMBER[slot] // 3]


def _piece_in(state: State, slot: str) -> Text:
    colour, size = state.board[NUMBER[slot]], SIZES[NUMBER[slot] % 3]
    return A_PIECE.fill(piece=PIECE_NAMES[size]) if colour is None else the_piece(colour, size)


def view(state: State) -> Json:
    """Return all that a page needs.

    Shapes: `cells` 9 times {size: colour or None}; `reserve` {colour: {size: count}}; `seats` one {"colours", "title"}
    a seat; `due` the colours that may be placed now; `legal` the notation of every legal action; `last` the last
    placement or None; `skipped` the seats passed over since; `wins` and `winning` the way and slots of a win;
    `match` the games' tally.
    """
    ending = state.ending
    return {
        "cells": [{size: state.board[number(cell, size)] for size in SIZES} for cell in CELLS],
        "reserve": {colour: {size: in_reserve(state.board, colour, size) for size in SIZES} for colour in COLOURS},
        "seats": [{"colours": list(colours), "title": colours_name(colours).json()} for colours in state.house.seats],
        "to_play": state.turn,
        "due": list(colours_now(state)),
        "legal": [str(action) for action in legal_actions(state) if not isinstance(action, Call)],
        "last": _ply(state.plies[-1]) if state.plies else None,
        "plies": len(state.plies),
        "skipped": list(state.skipped),
        "banned": None if state.house.banned is None else SLOTS[state.house.banned],
        "wins": ending.reason if ending and ending.winner is not None else None,
        "winning": [SLOTS[place] for place in ending.slots] if ending else [],
        "options": chosen_options(state.house),
        "match": _match(state),
    }


def _ply(ply: Ply) -> Json:
    put = ply.put
    return {"seat": ply.seat, "colour": put.colour, "size": put.size, "cell": put.cell,
            "slot": SLOTS[number(put.cell, put.size)]}


def _match(state: State) -> Json:
    return {
        "kind": "extreme" if state.house.extreme else "single",
        "target": EXTREME_POINTS if state.house.extreme else None,
        "game": state.number,
        "starter": state.starter,
        "wins": list(state.wins),
        "penalties": list(state.penalties),
        "scores": list(state.scores),
        "winner": state.match_winner,
        "ending": _ending(state.ending),
        "last_ending": _ending(state.last_ending),
    }


def _ending(ending: Ending | None) -> Json:
    return None if ending is None else {"reason": ending.reason, "winner": ending.winner, "penalty": ending.penalty}


# The lines of `arbitrio referee --json`


def line(before: State, action: Action, after: State) -> Json:
    """Return the fields that report an accepted action.

    A placement is `move`; where Otrios must be called, its `wins` stays None and the `call` names the way.
    """
    wins = after.ending.reason if after.ending and after.ending.winner is not None else None
    match action:
        case Put(colour, size, cell):
            return {"kind": "move", "colour": colour, "size": size, "cell": cell, "wins": wins}
        case Call():
            return {"kind": "call", "colour": before.plies[-1].put.colour, "wins": wins}
        case Again():
            return {"kind": "again", "game": after.number, "starter": after.starter}
    return {"kind": str(action).split()[0], **_colour_of(action)}


def _colour_of(action: Action) -> dict[str, Colour]:
    return {"colour": action.colour} if isinstance(action, Penalty) else {}


def refused_line(before: State, action: Action, refusal: Refused) -> Json:
    """Return the fields that report a refused action; `why` is `size`, `turn` or the rule's code in lower case."""
    why = _WHY.get(refusal.code, refusal.code.removeprefix("E-OT-").lower())
    head = {"kind": "illegal", "why": why}
    match action:
        case Put(colour, size, cell):
            return {**head, "colour": colour, "size": size, "cell": cell}
        case Move(origin) | Take(origin):
            where = NUMBER[origin]
            target = {"to": NUMBER[action.target] // 3} if isinstance(action, Move) else {"to": None}
            return {**head, "colour": before.board[where], "size": SIZES[where % 3], "cell": where // 3, **target}
    return {**head, "action": str(action), **_colour_of(action)}


