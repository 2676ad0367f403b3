"""Why an action of Mastermind is refused; the sentences come from the page docs/rules/mastermind.

Sentences about a hidden code never say what is in it.
"""

from collections import Counter
from dataclasses import replace

from rules.game import Refused
from rules.mastermind.actions import Action, Clear, Guess, Hide, Mark, Reveal
from rules.mastermind.codes import marks, possible_marks
from rules.mastermind.state import Row, State, answered, has_room, rows_fit, supply
from rules.mastermind.words import COLOUR_NAMES, COLOURS, SEATS, Colour, Pegs
from rules.text import Text, listed

OVER = Text("The game is over; start a new one", "La partie est finie ; commencez-en une nouvelle")
ROLE_MAKER = Text("{seat} made this code: only {seat} makes, answers and shows it",
                  "{seat} a composé ce code : lui seul le compose, répond et le montre")
ROLE_DECODER = Text("{seat} guesses in this round: only {seat} fills the rows",
                    "{seat} devine dans cette manche : lui seul remplit les lignes")
NO_CODE = Text("The code comes first: {maker} makes it out of {decoder}'s sight",
               "D'abord le code : {maker} le compose à l'abri du regard de {decoder}")
HAS_CODE = Text("The code stands until the round is over", "Le code reste le même jusqu'à la fin de la manche")
PRIVATE = Text("At this table only its maker knows the code; cover it and let the first row be filled",
               "À cette table, seul son auteur connaît le code ; cachez-le et laissez remplir la première ligne")
UNANSWERED = Text("Row {row} has no marks yet; {maker} answers before the next row is filled",
                  "La ligne {row} n'a pas encore de réponse ; {maker} répond avant la ligne suivante")
NEXT_ROW = Text("Rows are filled in order, from the bottom; the next one is row {row}",
                "Les lignes se remplissent dans l'ordre, à partir du bas ; la suivante est la ligne {row}")
ROUND_OVER = Text("The round is over: the code is shown before anything else",
                  "La manche est finie : on montre d'abord le code")
NOT_CLEARED = Text("The round is counted; clear the board for the next one",
                   "La manche est comptée ; videz le plateau pour la suivante")
NOT_FILLED = Text("There are no marks before a row is filled; the next one is row {row}",
                  "Pas de réponse avant qu'une ligne soit remplie ; la suivante est la ligne {row}")
TOO_LATE = Text("Only the last row's marks can still be changed, and only before the next row is filled",
                "Seule la réponse à la dernière ligne peut encore changer, et seulement avant la ligne suivante")
SAME_MARKS = Text("Row {row} has these marks already", "La ligne {row} a déjà cette réponse")
COVERED = Text("The code stays covered until it is found or every row is used",
               "Le code reste caché tant qu'il n'est pas trouvé ou qu'il reste une ligne")
NOT_OVER = Text("The board is cleared only after a round", "Le plateau n'est vidé qu'après une manche")
PEGS = Text("A row has {holes} {holes|peg|pegs} here, and so has the code",
            "Une ligne compte {holes} {holes|pion|pions} ici, comme le code")
NO_BLANK = Text("Every hole takes a peg: at this table no hole stays empty",
                "Chaque trou reçoit un pion : à cette table, aucun trou ne reste vide")
REPEAT = Text("A row has {colour} twice; at this table every peg has another colour",
              "Une ligne a deux fois {colour} ; à cette table, chaque pion a une autre couleur")
REPEAT_CODE = Text("The code has a colour twice; at this table every peg has another colour",
                   "Le code a deux fois une couleur ; à cette table, chaque pion a une autre couleur")
COLOUR = Text("At this table {colour} is not played; the colours are {colours}",
              "À cette table {colour} n'est pas en jeu ; les couleurs sont {colours}")
COLOUR_CODE = Text("The code has a colour that is not played at this table; the colours are {colours}",
                   "Le code a une couleur qui n'est pas en jeu à cette table ; les couleurs sont {colours}")
SUPPLY = Text("There {each|is|are} only {each} {each|peg|pegs} of {colour}, and {each|it is|all are} in use",
              "Il n'y a que {each} {each|pion|pions} de couleur {colour}, et {each|il est utilisé|tous sont utilisés}")
SUPPLY_ALL = Text("This row takes pegs that the hidden code must have taken: there are not enough for both",
                  "Cette ligne prend des pions que le code caché a pris : il n'y en a pas assez pour les deux")
SUPPLY_CODE = Text("The code needs more pegs of a colour than there are: {each} of each",
                   "Le code demande plus de pions d'une couleur qu'il n'y en a : {each} de chaque")
SLIDER = Text("No answer reads {red} red and {white} white: together at most {holes}, and never {near} red and 1 white",
              "Aucune réponse ne vaut {red} rouge et {white} blanc : {holes} au plus ensemble, "
              "et jamais {near} rouge et 1 blanc")
WRONG = Text("These marks do not fit the code; look again and correct row {row}",
             "Cette réponse ne correspond pas au code ; regardez encore et corrigez la ligne {row}")
NO_FIT = Text("No code fits all the answers any more; look again and correct row {row}, or take back an earlier one",
              "Plus aucun code ne correspond à toutes les réponses ; regardez encore et corrigez la ligne {row}, "
              "ou annulez une réponse plus ancienne")
OTHER_CODE = Text("This is not the code that was made for this round", "Ce n'est pas le code composé pour cette manche")


def refusal(state: State, action: Action) -> Refused | None:
    """Return why the rules forbid an action; None when they allow it."""
    if state.phase == "over":
        return Refused("E-MM-OVER", OVER)
    return _role(state, action) or _PHASES[type(action)](state) or _content(state, action)


def _role(state: State, action: Action) -> Refused | None:
    guesses = isinstance(action, Guess)
    seat = state.decoder if guesses else state.maker
    if action.by in (None, seat) or isinstance(action, Clear):
        return None
    return Refused("E-MM-ROLE", (ROLE_DECODER if guesses else ROLE_MAKER).fill(seat=SEATS[seat]))


def _order(text: Text, **parts: Text | str | int) -> Refused:
    return Refused("E-MM-ORDER", text.fill(**parts))


def _waiting(state: State) -> Refused | None:
    """Return what must come first when the phase allows neither a guess nor an answer."""
    match state.phase:
        case "hide":
            return _order(NO_CODE, maker=SEATS[state.maker], decoder=SEATS[state.decoder])
        case "clear":
            return _order(NOT_CLEARED)
    return None


def _hide_now(state: State) -> Refused | None:
    if not state.house.known:
        return _order(PRIVATE)
    return None if state.phase == "hide" else _order(NOT_CLEARED if state.phase == "clear" else HAS_CODE)


def _guess_now(state: State) -> Refused | None:
    match state.phase:
        case "marks":
            return _order(UNANSWERED, row=len(state.rows), maker=SEATS[state.maker])
        case "reveal":
            return _order(ROUND_OVER)
    return _waiting(state)


def _marks_now(state: State) -> Refused | None:
    if state.phase in ("guess", "marks") and not state.rows:
        return _order(NOT_FILLED, row=1)
    return _waiting(state)


def _reveal_now(state: State) -> Refused | None:
    if state.phase == "reveal" or (state.phase == "clear" and not state.open):
        return None
    return _waiting(state) or _order(COVERED)


def _clear_now(state: State) -> Refused | None:
    return None if state.phase == "clear" else _order(NOT_OVER)


_PHASES = {Hide: _hide_now, Guess: _guess_now, Mark: _marks_now, Reveal: _reveal_now, Clear: _clear_now}


def _content(state: State, action: Action) -> Refused | None:
    match action:
        case Hide(code):
            return _code(state, code)
        case Guess(row, pegs):
            return _order(NEXT_ROW, row=len(state.rows) + 1) if row != len(state.rows) else _pegs(state, pegs)
        case Mark():
            return _marks(state, action)
        case Reveal(code):
            if state.house.known:
                return None if code == state.code else Refused("E-MM-CODE", OTHER_CODE)
            return _code(state, code)
        case Clear():
            return None


def _shape(state: State, pegs: Pegs) -> Refused | None:
    kind = state.house.kind
    if len(pegs) != kind.holes:
        return Refused("E-MM-PEGS", PEGS.fill(holes=kind.holes))
    return Refused("E-MM-PEGS", NO_BLANK) if kind.blank == "no" and None in pegs else None


def _unknown(state: State, pegs: Pegs) -> Colour | None:
    return next((peg for peg in pegs if peg is not None and peg not in _colours(state)), None)


def _colours(state: State) -> tuple[Colour, ...]:
    return COLOURS[: state.house.kind.colours]


def _colours_text(state: State) -> Text:
    return listed(COLOUR_NAMES[colour] for colour in _colours(state))


def _repeated(state: State, pegs: Pegs) -> Colour | None:
    counts = Counter(peg for peg in pegs if peg is not None)
    return None if state.house.kind.repeats else next((peg for peg, count in counts.items() if count > 1), None)


def _short(state: State, pegs: Pegs) -> Colour | None:
    left, counts = supply(state), Counter(peg for peg in pegs if peg is not None)
    return next((peg for peg, count in counts.items() if count > left[peg]), None)


def _pegs(state: State, pegs: Pegs) -> Refused | None:
    if shape := _shape(state, pegs):
        return shape
    if colour := _unknown(state, pegs):
        return Refused("E-MM-COLOUR", COLOUR.fill(colour=COLOUR_NAMES[colour], colours=_colours_text(state)))
    if colour := _repeated(state, pegs):
        return Refused("E-MM-REPEAT", REPEAT.fill(colour=COLOUR_NAMES[colour]))
    if colour := _short(state, pegs):
        return Refused("E-MM-SUPPLY", SUPPLY.fill(each=state.house.each or 0, colour=COLOUR_NAMES[colour]))
    return None if has_room(replace(state, rows=(*state.rows, Row(pegs))), 0) else Refused("E-MM-SUPPLY", SUPPLY_ALL)


def _code(state: State, code: Pegs) -> Refused | None:
    if shape := _shape(state, code):
        return shape
    if _unknown(state, code):
        return Refused("E-MM-COLOUR", COLOUR_CODE.fill(colours=_colours_text(state)))
    if _repeated(state, code):
        return Refused("E-MM-REPEAT", REPEAT_CODE)
    return Refused("E-MM-SUPPLY", SUPPLY_CODE.fill(each=state.house.each or 0)) if _short(state, code) else None


def _marks(state: State, action: Mark) -> Refused | None:
    last, holes = len(state.rows) - 1, state.house.kind.holes
    answer = action.red, action.white
    if action.row > last:
        return _order(NOT_FILLED, row=last + 2) if state.phase != "marks" else _order(UNANSWERED, row=last + 1,
                                                                                  maker=SEATS[state.maker])
    if action.row < last:
        return _order(TOO_LATE)
    if answer not in possible_marks(holes):
        return Refused("E-MM-SLIDER", SLIDER.fill(red=action.red, white=action.white, holes=holes, near=holes - 1))
    if state.rows[last].answer == answer:
        return _order(SAME_MARKS, row=last + 1)
    return _warning(state, action) if state.house.warn else None


def _warning(state: State, action: Mark) -> Refused | None:
    after = answered(state, action.red, action.white)
    if state.code is not None:
        right = marks(state.code, state.rows[-1].pegs, state.house.kind.blank) == (action.red, action.white)
        return None if right else Refused("E-MM-WRONG", WRONG.fill(row=action.row + 1))
    return None if rows_fit(after) else Refused("E-MM-WRONG", NO_FIT.fill(row=action.row + 1))
