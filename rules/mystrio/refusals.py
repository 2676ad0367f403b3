"""Why an action of Mystrio is refused; the sentences come from the page docs/rules/mystrio.

No sentence depends on a face that is still hidden from the one who acts.
"""

from collections import Counter
from collections.abc import Sequence

from rules.game import Refused
from rules.mystrio.actions import Action, Announce, Consult, Lay, Look, Move, Shuffle, Stop, Swap, Tidy
from rules.mystrio.state import State
from rules.mystrio.words import FACE_NAMES, FACES, Cell, Face, are_neighbours, cell_name, seat_name
from rules.text import Text

OVER = Text("The game is over; start a new one", "La partie est finie ; commencez-en une nouvelle")
OUT = Text("{seat} is eliminated after a second error and plays no more",
           "{seat} est éliminé après une deuxième erreur et ne joue plus")
TURN = Text("It is {turn}'s turn", "C'est au tour de {turn}")
SHUFFLE_FIRST = Text("The tokens are shuffled first", "On mélange d'abord les pions")
SHUFFLED = Text("The tokens are shuffled once, before the game", "Les pions sont mélangés une fois, avant la partie")
NO_SHUFFLE = Text("At this table the tokens are shuffled by hand", "À cette table, les pions sont mélangés à la main")
BAD_PILE = Text("The pile must hold the tokens chosen for this game: {tokens} (red squares, black squares, red "
                "triangles, black triangles)",
                "La pile doit contenir les pions choisis pour cette partie : {tokens} (carrés rouges, carrés noirs, "
                "triangles rouges, triangles noirs)")
NOT_LAID = Text("All {tokens} tokens are laid before anyone consults, moves or announces",
                "On pose d'abord les {tokens} pions ; on consulte, déplace ou annonce ensuite")
ALL_LAID = Text("All tokens are laid already", "Tous les pions sont déjà posés")
UNTIDY = Text("First take the three tokens off the board", "Retirez d'abord les trois pions du plateau")
UNTURNED = Text("First turn the three tokens face down again", "Remettez d'abord les trois pions face cachée")
NOTHING_SHOWN = Text("No tokens lie face up", "Aucun pion n'est retourné face visible")
BLIND = Text("This token is laid unseen: a player looks at only every other token",
             "Ce pion se pose sans être regardé : on ne regarde qu'un pion sur deux")
LOOKED = Text("This token was looked at already", "Ce pion a déjà été regardé")
NO_CELL = Text("The board has the cells 0 to {last}; {cell} is none of them",
               "Le plateau a les cases 0 à {last} ; {cell} n'en fait pas partie")
WHICH = Text("Say which token is consulted", "Dites quel pion est consulté")
OCCUPIED = Text("There is a token in {cell} already", "Il y a déjà un pion en {cell}")
EMPTY = Text("There is no token in {cell}", "Il n'y a pas de pion en {cell}")
TWICE = Text("One turn has one consultation, one move or swap, and one announcement",
             "Un tour a une seule consultation, un seul déplacement ou échange, et une seule annonce")
ORDER = Text("First consult, then move or swap, then announce: after a move nothing is consulted",
             "D'abord consulter, puis déplacer ou permuter, puis annoncer : on ne consulte plus après un déplacement")
MOVE_FIRST = Text("Consult a token before you move or swap", "Consultez un pion avant de déplacer ou de permuter")
PREFIX = Text("At this table a Mystrio is announced only after a consultation and a move",
              "À cette table, on n'annonce un Mystrio qu'après une consultation et un déplacement")
FAR = Text("A token moves one step only, corners included: {a} and {b} do not touch",
           "Un pion ne se déplace que d'un pas, diagonale comprise : {a} et {b} ne se touchent pas")
SWAP_EMPTY = Text("Only two tokens can be swapped: there is none in {cell}",
                  "On ne permute que deux pions : il n'y en a pas en {cell}")
SWAP_FAR = Text("Only neighbours can be swapped: {a} and {b} do not touch",
                "On ne permute que des voisins : {a} et {b} ne se touchent pas")
LINE = Text("A Mystrio is three tokens in neighbouring cells of one line; nothing is turned over",
            "Un Mystrio, c'est trois pions dans des cases voisines d'une même ligne ; rien n'est retourné")
NO_FACES = Text("Say what the three tokens show", "Dites ce que montrent les trois pions")
CELLS_ONLY = Text("Announce the cells alone: the referee turns the tokens over",
                  "Annoncez seulement les cases : l'arbitre retourne les pions")
SHOWED = Text("The token in {cell} showed {face} before; look again, or say what was moved unseen",
              "Le pion en {cell} montrait {face} auparavant ; regardez encore, ou dites ce qui a bougé sans être vu")
TOO_MANY = Text("The game has only {count} {count|token|tokens} like {face}; look again",
                "Le jeu n'a que {count} {count|pion|pions} comme {face} ; regardez encore")
NO_ACTION = Text("A turn has at least one action: consult a token", "Un tour a au moins une action : consultez un pion")


def refusal(state: State, action: Action) -> Refused | None:
    """Return why the rules forbid an action; None when they allow it."""
    if state.phase == "over":
        return Refused("E-MY-OUT", OVER)
    return _seat(state, action) or _phase(state, action) or _content(state, action)


def in_order(state: State) -> list[str]:
    """Return the kinds of action that this turn still has, as a record writes them; "move" stands for swaps too."""
    allowed = {"consult": not (state.consulted or state.moved), "move": _may_move(state) is None,
               "mystrio": _may_announce(state) is None, "stop": _may_stop(state) is None}
    return [kind for kind, now in allowed.items() if now and state.phase == "turn"]


def _seat(state: State, action: Action) -> Refused | None:
    if isinstance(action, Shuffle | Tidy) or action.by is None or action.by == state.turn:
        return None
    if action.by not in state.in_play:
        return Refused("E-MY-OUT", OUT.fill(seat=seat_name(action.by)))
    return Refused("E-MY-TURN", TURN.fill(turn=seat_name(state.turn)))


def _phase(state: State, action: Action) -> Refused | None:
    text: Text | None = None
    if isinstance(action, Shuffle):
        text = None if state.phase == "shuffle" else SHUFFLED if state.house.known else NO_SHUFFLE
    elif state.phase == "shuffle":
        text = SHUFFLE_FIRST
    elif isinstance(action, Tidy):
        text = None if state.phase == "tidy" else NOTHING_SHOWN
    elif state.phase == "tidy":
        text = UNTIDY if state.good else UNTURNED
    elif isinstance(action, Look | Lay):
        text = None if state.phase == "lay" else ALL_LAID
    elif state.phase == "lay":
        text = NOT_LAID.fill(tokens=state.house.size)
    return None if text is None else Refused("E-MY-PHASE", text)


def _content(state: State, action: Action) -> Refused | None:
    match action:
        case Shuffle(pile):
            wanted = dict(zip(FACES, state.house.tokens, strict=True))
            right = Counter(pile) == Counter(wanted)
            return None if right else Refused("E-MY-TOKENS", BAD_PILE.fill(tokens="/".join(map(str, wanted.values()))))
        case Look():
            return _look(state)
        case Lay(cell):
            return _off_board(state, cell) or _taken(state, cell)
        case Consult(cell):
            return _consult(state, cell)
        case Move(a, b):
            return _may_move(state) or _move(state, a, b)
        case Swap(a, b):
            return _may_move(state) or _swap(state, a, b)
        case Announce():
            return _announce(state, action)
        case Stop():
            return _may_stop(state)
        case Tidy():
            return None


def _may_stop(state: State) -> Refused | None:
    done = state.consulted or state.moved or state.house.may_pass
    return None if done else Refused("E-MY-PASS", NO_ACTION)


def _look(state: State) -> Refused | None:
    if not state.house.may_look(state.laid):
        return Refused("E-MY-LOOK", BLIND)
    return None if state.looking is None else Refused("E-MY-TWICE", LOOKED)


def _off_board(state: State, *cells: Cell) -> Refused | None:
    last = state.house.cells - 1
    wrong = next((cell for cell in cells if not 0 <= cell <= last), None)
    return None if wrong is None else Refused("E-MY-CELL", NO_CELL.fill(cell=wrong, last=last))


def _taken(state: State, cell: Cell) -> Refused | None:
    if state.board[cell] is None:
        return None
    return Refused("E-MY-OCCUPIED", OCCUPIED.fill(cell=cell_name(cell, state.house.columns)))


def _consult(state: State, cell: Cell | None) -> Refused | None:
    if state.moved:
        return Refused("E-MY-ORDER", ORDER)
    if state.consulted:
        return Refused("E-MY-TWICE", TWICE)
    if cell is None:
        return Refused("E-MY-CELL", WHICH) if state.house.known else None
    return _off_board(state, cell) or _absent(state, cell)


def _absent(state: State, cell: Cell) -> Refused | None:
    if state.board[cell] is not None:
        return None
    return Refused("E-MY-EMPTY", EMPTY.fill(cell=cell_name(cell, state.house.columns)))


def _may_move(state: State) -> Refused | None:
    if state.moved:
        return Refused("E-MY-TWICE", TWICE)
    if not state.consulted and state.house.turns != "free":
        return Refused("E-MY-MOVE-FIRST", MOVE_FIRST)
    return None


def _move(state: State, a: Cell, b: Cell) -> Refused | None:
    if wrong := _off_board(state, a, b) or _absent(state, a) or _taken(state, b):
        return wrong
    return None if are_neighbours(a, b, state.house.columns) else _far(state, FAR, a, b)


def _far(state: State, text: Text, a: Cell, b: Cell) -> Refused:
    return Refused("E-MY-FAR", text.fill(a=cell_name(a, state.house.columns), b=cell_name(b, state.house.columns)))


def _swap(state: State, a: Cell, b: Cell) -> Refused | None:
    if wrong := _off_board(state, a, b):
        return wrong
    for cell in (a, b):
        if state.board[cell] is None:
            return Refused("E-MY-FAR", SWAP_EMPTY.fill(cell=cell_name(cell, state.house.columns)))
    return None if are_neighbours(a, b, state.house.columns) else _far(state, SWAP_FAR, a, b)


# Announcements


def is_line(state: State, cells: Sequence[Cell]) -> bool:
    """Return whether the cells are three in a line, with a token in each."""
    return tuple(sorted(cells)) in state.house.lines and all(state.token(cell) is not None for cell in cells)


def _may_announce(state: State) -> Refused | None:
    waits = state.house.turns == "prefix" and not (state.consulted and state.moved)
    return Refused("E-MY-ORDER", PREFIX) if waits else None


def _announce(state: State, action: Announce) -> Refused | None:
    if wrong := _may_announce(state):
        return wrong
    if not is_line(state, action.cells):
        return None if state.house.count_malformed else Refused("E-MY-LINE", LINE)
    if state.house.known:  # faces that were compared could be tried until they are right
        return None if action.faces is None else Refused("E-MY-FACES", CELLS_ONLY)
    if action.faces is None:
        return Refused("E-MY-FACES", NO_FACES)
    return _known_faces(state, action.cells, action.faces) or _enough(state, action.cells, action.faces)


def _known_faces(state: State, cells: Sequence[Cell], faces: Sequence[Face]) -> Refused | None:
    for cell, known, told in zip(cells, state.faces_at(cells), faces, strict=True):
        if known is not None and known != told:
            text = SHOWED.fill(cell=cell_name(cell, state.house.columns), face=FACE_NAMES[known])
            return Refused("E-MY-FACES", text)
    return None


def _enough(state: State, cells: Sequence[Cell], faces: Sequence[Face]) -> Refused | None:
    tokens = {state.token(cell) for cell in cells}
    there = Counter(face for token, face in enumerate(state.faces) if face is not None and token not in tokens)
    there.update(faces)
    for face, count in zip(FACES, state.house.tokens, strict=True):
        if there[face] > count:
            return Refused("E-MY-FACES", TOO_MANY.fill(count=count, face=FACE_NAMES[face]))
    return None
