"""Why the rules forbid an action [rules.md 4.8], with the sentence that says so.

Where an action breaks several rules, the first of these is named: the game is over; outside the board; whose turn and
which colour it is (a player out of turn should not have placed at all); the reserve; the banned slot; the size.
"""

from rules.game import Refused, Seat
from rules.otrio.actions import Action, Again, Call, Move, Pass, Penalty, Put, Take
from rules.otrio.state import State, colours_now, fits, in_reserve
from rules.otrio.words import (
    CELL_NAMES,
    CELLS,
    COLOUR_NAMES,
    PIECE_NAMES,
    PLURAL_NAMES,
    SIZES,
    SLOTS,
    Place,
    colours_name,
    number,
    the_piece,
)
from rules.text import Text

OVER = Text("The game is over; clear the board to play again", "La partie est finie ; videz le plateau pour rejouer")
MATCH_OVER = Text("The match is over, with {points} {points|point|points} for {seat}; start a new game",
                  "Le match est fini, avec {points} {points|point|points} pour {seat} ; commencez une nouvelle partie")
AREA = Text("A piece goes into one of the nine cells in the middle; there is no cell {cell}",
            "Une pièce se place dans l'une des neuf cases du milieu ; il n'y a pas de case {cell}")
UNUSED = Text("Nobody plays {colour} in this game; the colours are {colours}",
              "Personne ne joue {colour} dans cette partie ; les couleurs sont {colours}")
TWO = Text("Only one piece is placed in a turn: the last one came from {seat}, and now it is the turn of {turn}",
           "On ne place qu'une pièce par tour : la dernière venait de {seat}, et c'est maintenant à {turn} de jouer")
TURN = Text("It is not the turn of {colour}: it is the turn of {turn}",
            "Ce n'est pas à {colour} de jouer : c'est à {turn}")
COLOUR = Text("With two players each plays the two colours in turns: now {due} is due, not {colour}",
              "À deux joueurs, chacun alterne ses deux couleurs : c'est le tour de {due}, pas de {colour}")
STOCK = Text("No {pieces} of {colour} are left: a colour has three of each size",
             "La couleur {colour} n'a plus de pièce de cette taille ({pieces}) : elle en a trois de chaque taille")
BAN = Text("At this table nobody may put a {piece} into the centre cell",
           "À cette table, personne ne peut placer un {piece} dans la case centrale")
NEST = Text("A {piece} can only go into an empty cell or inside a larger ring: {cell} already holds a {other}",
            "Un {piece} ne va que dans une case vide ou à l'intérieur d'un anneau plus grand : {cell} contient déjà "
            "un {other}")
NEST_LARGE = Text("A {piece} can only go into an empty cell: {cell} already holds a {other}",
                  "Un {piece} ne va que dans une case vide : {cell} contient déjà un {other}")
SLOT = Text("Each cell has one place for each size: {cell} already holds a {other}",
            "Chaque case n'a qu'un emplacement par taille : {cell} contient déjà un {other}")
MOVED = Text("A placed piece stays where it is: {piece} may not leave {cell}",
             "Une pièce placée ne bouge plus : {piece} ne peut pas quitter {cell}")
NOT_THERE = Text("There is no {piece} in {cell}, and a placed piece stays where it is",
                 "Il n'y a pas de {piece} dans {cell}, et une pièce placée ne bouge plus")
PASS = Text("Who can place a piece must: {seat} still can",
            "Qui peut placer une pièce doit le faire : {seat} le {many|peut|peuvent} encore")
NO_CALL_NEEDED = Text("Nobody has to call at this table: the referee sees every Otrio",
                      "À cette table, personne n'a besoin d'annoncer : l'arbitre voit chaque Otrio")
NOTHING_TO_CALL = Text("There is no Otrio to call: the last piece placed completes none",
                       "Il n'y a pas d'Otrio à annoncer : la dernière pièce placée n'en complète aucun")
GOES_ON = Text("This game is not over yet; finish it, or start a new game",
               "Cette partie n'est pas finie ; terminez-la, ou commencez une nouvelle partie")
NO_PENALTY = Text("The table names a penalty only in Otrio Extreme with penalty = manual",
                  "La table ne désigne une pénalité que dans Otrio Extreme avec penalty = manual")
NO_WIN = Text("A penalty is named after a game that somebody won, before the next one begins",
              "La pénalité se désigne après une partie gagnée, avant que la suivante commence")
NAMED = Text("The penalty of this game went to {seat}; take that back first",
             "La pénalité de cette partie est allée à {seat} ; annulez-la d'abord")
WINNER = Text("The winner can't have failed to block; name another colour than {seat}",
              "Le gagnant n'a pas pu oublier de bloquer ; désignez une autre couleur que {seat}")


def refusal(state: State, action: Action) -> Refused | None:
    """Return why the action is forbidden now; None when it is legal."""
    match action:
        case Put():
            return _over(state) or _turn(state, action) or _stock(state, action) or _place(state, action)
        case Move(origin) | Take(origin):
            return _over(state) or _moved(state, SLOTS.index(origin))
        case Pass():
            return _over(state) or _passed(state)
        case Call():
            return _over(state) or _called(state)
        case Again():
            return _again(state)
        case Penalty():
            return _penalty(state, action)


def seat_name(state: State, seat: Seat) -> Text:
    """Return what a seat is called: by its colours."""
    return colours_name(state.house.seats[seat])


def _over(state: State) -> Refused | None:
    if state.ending is None:
        return None
    winner = state.match_winner
    if winner is None:
        return Refused("E-OT-OVER", OVER)
    return Refused("E-OT-OVER", MATCH_OVER.fill(seat=seat_name(state, winner), points=state.scores[winner]))


def _turn(state: State, put: Put) -> Refused | None:
    if put.cell not in CELLS:
        return Refused("E-OT-AREA", AREA.fill(cell=put.cell))
    seat, colour = state.house.seat_of(put.colour), COLOUR_NAMES[put.colour]
    if seat is None:
        return Refused("E-OT-COLOUR", UNUSED.fill(colour=colour, colours=colours_name(state.house.colours)))
    if state.turn is None:  # nothing fits anywhere; only a call can still come
        return None
    turn = seat_name(state, state.turn)
    if seat != state.turn and state.plies and state.plies[-1].seat == seat:
        return Refused("E-OT-TWO", TWO.fill(seat=seat_name(state, seat), turn=turn))
    if seat != state.turn:
        return Refused("E-OT-TURN", TURN.fill(colour=colour, turn=turn))
    return _due(state, put)


def _due(state: State, put: Put) -> Refused | None:
    assert state.turn is not None
    due = state.due[state.turn]
    if due is None or due == put.colour or put.colour in colours_now(state):
        return None
    return Refused("E-OT-COLOUR", COLOUR.fill(due=COLOUR_NAMES[due], colour=COLOUR_NAMES[put.colour]))


def _stock(state: State, put: Put) -> Refused | None:
    if in_reserve(state.board, put.colour, put.size):
        return None
    return Refused("E-OT-STOCK", STOCK.fill(colour=COLOUR_NAMES[put.colour], pieces=PLURAL_NAMES[put.size]))


def _place(state: State, put: Put) -> Refused | None:
    if fits(state.house, state.board, put.cell, put.size):
        return None
    place, piece, cell = number(put.cell, put.size), PIECE_NAMES[put.size], CELL_NAMES[put.cell]
    if place == state.house.banned:
        return Refused("E-OT-BAN", BAN.fill(piece=piece))
    if not state.house.nested:
        return Refused("E-OT-SLOT", SLOT.fill(cell=cell, other=piece))
    other = next(PIECE_NAMES[SIZES[p % 3]] for p in range(place, 3 * put.cell + 3) if state.board[p])
    sentence = NEST_LARGE if put.size == "large" else NEST
    return Refused("E-OT-NEST", sentence.fill(piece=piece, cell=cell, other=other))


def _moved(state: State, origin: Place) -> Refused:
    colour, size, cell = state.board[origin], SIZES[origin % 3], CELL_NAMES[origin // 3]
    if colour is None:
        return Refused("E-OT-MOVE", NOT_THERE.fill(piece=PIECE_NAMES[size], cell=cell))
    return Refused("E-OT-MOVE", MOVED.fill(piece=the_piece(colour, size), cell=cell))


def _passed(state: State) -> Refused | None:
    return None if state.turn is None else Refused("E-OT-PASS", PASS.fill(
        seat=seat_name(state, state.turn), many=len(state.house.seats[state.turn])))


def _called(state: State) -> Refused | None:
    if not state.house.must_call:
        return Refused("E-OT-CALL", NO_CALL_NEEDED)
    return None if state.uncalled else Refused("E-OT-CALL", NOTHING_TO_CALL)


def _again(state: State) -> Refused | None:
    if state.ending is None:
        return Refused("E-OT-AGAIN", GOES_ON)
    return None if state.match_winner is None else _over(state)


def _penalty(state: State, action: Penalty) -> Refused | None:
    ending = state.ending or (None if state.plies else state.last_ending)
    seat = state.house.seat_of(action.colour)
    if not state.house.extreme or state.house.penalty != "manual":
        return Refused("E-OT-PENALTY", NO_PENALTY)
    if ending is None or ending.winner is None:
        return Refused("E-OT-PENALTY", NO_WIN)
    if seat is None:
        return Refused("E-OT-PENALTY", UNUSED.fill(colour=COLOUR_NAMES[action.colour],
                                                   colours=colours_name(state.house.colours)))
    if seat == ending.winner:
        return Refused("E-OT-PENALTY", WINNER.fill(seat=seat_name(state, seat)))
    if ending.penalty is not None:
        return Refused("E-OT-PENALTY", NAMED.fill(seat=seat_name(state, ending.penalty)))
    return None
