"""How phones, logs and the command line see Mastermind; the code goes to its maker alone until it is shown."""

from rules.game import Json, Outcome, Refused, Viewer
from rules.mastermind.actions import Action, Clear, Guess, Hide, Mark, Reveal
from rules.mastermind.state import Past, Row, State, Wrong
from rules.mastermind.words import COLOURS, SEATS, pegs_name
from rules.text import Text

WINS = Text("{seat} wins with {points} {points|point|points} to {other}",
            "{seat} gagne par {points} {points|point|points} à {other}")
DRAWN = Text("A draw: both have {points} {points|point|points}", "Match nul : chacun a {points} {points|point|points}")
HIDE = Text("{seat} has made a code", "{seat} a composé un code")
GUESS = Text("{seat} fills row {row}: {pegs}", "{seat} remplit la ligne {row} : {pegs}")
MARK = Text("{seat} answers row {row}: {red} red, {white} white",
            "{seat} répond à la ligne {row} : {red} rouge, {white} blanc")
CHANGE = Text("{seat} changes the answer to row {row}: {red} red, {white} white",
              "{seat} change sa réponse à la ligne {row} : {red} rouge, {white} blanc")
LIFTED = Text("{seat} uncovers the code", "{seat} découvre le code")
REVEAL = Text("{seat} shows the code: {pegs}", "{seat} montre le code : {pegs}")
CLEAR = Text("The board is cleared for the next round", "Le plateau est vidé pour la manche suivante")
REPLAY = Text("The board is cleared, and the round is replayed with a new code",
              "Le plateau est vidé, et la manche est rejouée avec un nouveau code")
WRONG_ROW = Text("Row {row} was answered {red} red, {white} white, but deserved {true_red} red, {true_white} white: "
                 "the round does not count and is replayed",
                 "La ligne {row} a reçu {red} rouge, {white} blanc, mais méritait {true_red} rouge, {true_white} "
                 "blanc : la manche ne compte pas et se rejoue")
WRONG_SOMEWHERE = Text("No code fits all the answers, so one is wrong: the round does not count and is replayed",
                       "Aucun code ne correspond à toutes les réponses, donc l'une est fausse : la manche ne compte "
                       "pas et se rejoue")


def outcome(state: State) -> Outcome | None:
    """Return how the game ended: by `rounds` or `target`, or as a `draw` when both have as many points."""
    if state.phase != "over":
        return None
    a, b = state.scores
    if a == b:
        return Outcome("draw", (), DRAWN.fill(points=a))
    winner = 0 if a > b else 1
    text = WINS.fill(seat=SEATS[winner], points=max(a, b), other=min(a, b))
    return Outcome("target" if state.house.rounds is None else "rounds", (winner,), text)


def describe(state: State, action: Action) -> Text:
    """Say in words what the action is; a hidden code is not told."""
    maker = SEATS[state.maker]
    match action:
        case Hide():
            return HIDE.fill(seat=maker)
        case Guess(row, pegs):
            return GUESS.fill(seat=SEATS[state.decoder], row=row + 1, pegs=pegs_name(pegs))
        case Mark(row, red, white):
            changed = row < len(state.rows) and state.rows[row].answer is not None
            return (CHANGE if changed else MARK).fill(seat=maker, row=row + 1, red=red, white=white)
        case Reveal(code):
            whole = state.house.kind.blank != "no" or None not in code
            shown = whole and state.phase in ("reveal", "clear")  # what a lifted cover lets a camera see stays secret
            return REVEAL.fill(seat=maker, pegs=pegs_name(code)) if shown else LIFTED.fill(seat=maker)
        case Clear():
            return REPLAY if state.wrong else CLEAR


def wrong_text(wrong: Wrong) -> Text:
    """Say which marks were wrong, and what follows."""
    if wrong.row is None or wrong.shown is None or wrong.true is None:
        return WRONG_SOMEWHERE
    return WRONG_ROW.fill(row=wrong.row + 1, red=wrong.shown[0], white=wrong.shown[1], true_red=wrong.true[0],
                          true_white=wrong.true[1])


def view(state: State, viewer: Viewer) -> Json:
    """Return all that a page needs.

    Shapes: `rows` one {"pegs": [colour or None], "red", "white"} a filled row, the marks None while they are awaited;
    `code` the pegs, or None for those who may not know it; `wrong` {"row", "shown", "true", "text"} of a round that
    was void, or None; `past` the rounds that are over.
    """
    house = state.house
    shown = state.open or viewer == state.maker
    return {
        "phase": state.phase,
        "round": state.number,
        "maker": state.maker,
        "decoder": state.decoder,
        "holes": house.kind.holes,
        "size": house.rows,
        "colours": list(COLOURS[: house.kind.colours]),
        "rows": [_row(row) for row in state.rows],
        "code": list(state.code) if shown and state.code is not None else None,
        "made": state.code is not None,
        "scores": list(state.scores),
        "wrong": _wrong(state.wrong),
        "past": [_past(past) for past in state.past],
        "options": dict(house.values),
    }


def _row(row: Row) -> Json:
    red, white = row.answer or (None, None)
    return {"pegs": list(row.pegs), "red": red, "white": white}


def _past(past: Past) -> Json:
    return {"maker": past.maker, "rows": [_row(row) for row in past.rows], "points": list(past.points),
            "code": None if past.code is None else list(past.code), "wrong": _wrong(past.wrong)}


def _wrong(wrong: Wrong | None) -> Json:
    if wrong is None:
        return None
    return {"row": wrong.row, "shown": wrong.shown and list(wrong.shown), "true": wrong.true and list(wrong.true),
            "text": wrong_text(wrong).json()}


# The lines of `arbitrio referee --json`


def line(before: State, action: Action, after: State) -> Json:
    """Return the fields that report an accepted action: `guess`, `marks`, `reveal`, `clear` or `code`.

    Marks or a code that show that a round is void add `wrong_marks`: the row, what was shown and what is true.
    """
    fields = _fields(action)
    if after.wrong is not None and after.wrong != before.wrong:
        fields["wrong_marks"] = {key: value for key, value in _wrong(after.wrong).items() if key != "text"}
    return fields


def _fields(action: Action) -> dict[str, Json]:
    match action:
        case Hide():
            return {"kind": "code"}
        case Guess(row, pegs):
            return {"kind": "guess", "row": row, "pegs": list(pegs)}
        case Mark(row, red, white):
            return {"kind": "marks", "row": row, "red": red, "white": white}
        case Reveal(code):
            return {"kind": "reveal", "code": list(code)}
        case Clear():
            return {"kind": "clear"}


def refused_line(before: State, action: Action, refusal: Refused) -> Json:
    """Return the fields that report a refused action; `why` is the rule's code in lower case, `what` the kind."""
    fields = _fields(action)
    return {**fields, "kind": "illegal", "what": fields["kind"], "why": refusal.code.removeprefix("E-MM-").lower()}
