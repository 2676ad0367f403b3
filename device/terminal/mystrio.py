"""Mystrio in a terminal: the program shuffles the tokens, as there are none on a table."""

from random import Random

from device.terminal.face import Face
from rules.game import Json, Seat
from rules.text import Language, Text

VERBS = ("look", "lay", "consult", "move", "swap", "mystrio", "stop", "tidy")
WORDS = {"regarde": "look", "pose": "lay", "consulte": "consult", "déplace": "move", "échange": "swap",
         "annonce": "mystrio", "fin": "stop", "range": "tidy"}
KEY = Text("each cell by its number: . empty, ## face down; R red, B black; s square, t triangle",
           "chaque case par son numéro : . vide, ## face cachée ; R rouge, B noir ; s carré, t triangle")
DRAWN = Text("the token drawn: {face}", "le pion pioché : {face}")
MAY_LOOK = Text("not looked at yet; you may: look", "pas encore regardé ; vous pouvez : look")
BLIND = Text("to be laid blind", "à poser à l'aveugle")
NOW = Text("this turn: {done}", "ce tour : {done}")
DONE = {"consulted": Text("a token consulted", "un pion consulté"),
        "moved": Text("a token moved or swapped", "un pion déplacé ou échangé"),
        "nothing": Text("nothing done yet", "rien de fait encore")}
SEAT = Text("Player {n}: {won} MYSTRIO, {errors} errors{out}", "Joueur {n} : {won} MYSTRIO, {errors} erreurs{out}")
OUT = Text(", out of the game", ", éliminé")
LETTERS = {"red square": "Rs", "red triangle": "Rt", "black square": "Bs", "black triangle": "Bt"}


def lines(view: Json, language: Language) -> list[str]:
    """Return the grid, what its signs mean, what this turn has had, and each player's trios and errors."""
    columns = view["columns"]
    cells = [f"{n:>2} {_cell(cell)}" for n, cell in enumerate(view["cells"])]
    grid = ["   ".join(cells[start:start + columns]) for start in range(0, len(cells), columns)]
    texts = [KEY, *_turn(view), *(_seat(n, seat) for n, seat in enumerate(view["seats"], 1))]
    return [*grid, *(getattr(text, language) for text in texts)]


def _cell(cell: Json) -> str:
    if cell is None:
        return "."
    return "##" if cell["face"] is None else LETTERS[cell["face"]]


def _turn(view: Json) -> list[Text]:
    drawn = view["drawn"]
    if drawn is not None:
        face = LETTERS.get(drawn["face"]) or (MAY_LOOK if drawn["may_look"] and not drawn["looked"] else BLIND)
        return [DRAWN.fill(face=face)]
    done = [DONE[name] for name in ("consulted", "moved") if view[name]] or [DONE["nothing"]]
    words = Text(", ".join(text.en for text in done), ", ".join(text.fr for text in done))
    return [NOW.fill(done=words)] if view["phase"] == "turn" else []


def _seat(number: int, seat: Json) -> Text:
    return SEAT.fill(n=number, won=len(seat["mystrios"]), errors=seat["errors"], out=OUT if seat["out"] else "")


def chance(notation: str, random: Random) -> str | None:
    """Return the draw pile in an order of chance."""
    verb, *tokens = notation.split()
    if verb != "shuffle":
        return None
    random.shuffle(tokens)
    return " ".join([verb, *tokens])


def meant(view: Json, seat: Seat | None, text: str, random: Random) -> str:
    """Return an action with who does it, where that is left out."""
    words = text.split()
    return f"{text} by {seat}" if seat is not None and words and words[0] in VERBS and "by" not in words else text


FACE = Face(lines, defaults={"faces": "known"}, words=WORDS, chance=chance, meant=meant)
