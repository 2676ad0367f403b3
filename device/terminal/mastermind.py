"""Mastermind in a terminal: the rows, and the code for its maker."""

from collections.abc import Mapping
from random import Random

from device.terminal.face import Face
from rules.game import Json, Seat
from rules.mastermind.words import COLOUR_NAMES, EMPTY_PEG, Peg
from rules.text import Language, Text

DO: Mapping[str, Text] = {
    "hide": Text("Make a code: hide PEGS ({colours})", "Composez un code : cacher PIONS ({colours})"),
    "guess": Text("Guess: guess PEGS ({colours})", "Devinez : deviner PIONS ({colours})"),
    "marks": Text("Answer the last row: marks RED WHITE", "Répondez à la dernière ligne : marques ROUGE BLANC"),
    "reveal": Text("Show the code: reveal PEGS", "Montrez le code : montrer PIONS"),
    "clear": Text("Clear the board for the next round: clear", "Videz le plateau pour la manche suivante : vider"),
}
ROUND = Text("round {round}, player {maker} makes the code, player {decoder} guesses; points {a} to {b}",
             "manche {round}, le joueur {maker} fait le code, le joueur {decoder} devine ; points {a} à {b}")
MARKS = Text("{red} red {white} white", "{red} rouge {white} blanc")
CODE = Text("code {pegs}", "code {pegs}")
WORDS = {"rouge": "red", "bleu": "blue", "vert": "green", "jaune": "yellow", "blanc": "white", "noir": "black",
         "violet": "purple", "cacher": "hide", "deviner": "guess", "marques": "marks", "montrer": "reveal",
         "vider": "clear"}
PEG_WIDTH = 7


def lines(view: Json, language: Language) -> list[str]:
    """Return the round, the rows with their marks, the code where this viewer may know it, and what comes next."""
    head = ROUND.fill(round=view["round"] + 1, maker="AB"[view["maker"]], decoder="AB"[view["decoder"]],
                      a=view["scores"][0], b=view["scores"][1])
    found = [getattr(head, language)]
    for number, row in enumerate(view["rows"], 1):
        red, white = ("?" if row[mark] is None else row[mark] for mark in ("red", "white"))
        pegs = _pegs(row["pegs"], language).ljust((PEG_WIDTH + 1) * len(row["pegs"]) - 1)
        found.append(f"{number:>2}  {pegs}  " + getattr(MARKS.fill(red=red, white=white), language))
    if view["code"] is not None:
        found.append("    " + getattr(CODE.fill(pegs=_pegs(view["code"], language)), language))
    if view["wrong"] is not None:
        found.append(view["wrong"]["text"][language])
    todo, colours = DO.get(view["phase"]), ", ".join(_peg(colour, language) for colour in view["colours"])
    return found + ([] if todo is None else [getattr(todo.fill(colours=colours), language)])


def _pegs(pegs: list[Peg], language: Language) -> str:
    return " ".join(_peg(peg, language).ljust(PEG_WIDTH) for peg in pegs).rstrip()


def _peg(peg: Peg, language: Language) -> str:
    return EMPTY_PEG if peg is None else str(getattr(COLOUR_NAMES[peg], language))


def meant(view: Json, seat: Seat | None, text: str, random: Random) -> str:
    """Return an action with who does it, and a guess or marks with their row, where these are left out.

    >>> meant({"rows": [{}]}, 0, "marks 2 1", Random())
    'marks 0 2 1 by 0'
    """
    verb, *rest = text.split() or [""]
    if verb == "guess" and rest and not rest[0].isdigit():
        rest = [str(len(view["rows"])), *rest]
    if verb == "marks" and len(rest) == 2:
        rest = [str(len(view["rows"]) - 1), *rest]
    return " ".join([verb, *rest, *(["by", str(seat)] if seat is not None and verb in DO and "by" not in rest else [])])


FACE = Face(lines, defaults={"code": "known"}, words=WORDS, meant=meant)
