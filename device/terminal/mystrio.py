"""Mystrio in a terminal: the program shuffles the tokens, as there are none on a table."""

from collections.abc import Sequence
from random import Random

from device.terminal.face import Face, columns
from rules.game import Json, Seat
from rules.mystrio.words import CODES, FACE_NAMES, seat_name
from rules.text import Language, Text, listed

VERBS = ("look", "lay", "consult", "move", "swap", "mystrio", "stop", "tidy")
WORDS = {"regarde": "look", "pose": "lay", "consulte": "consult", "déplace": "move", "échange": "swap",
         "permute": "swap", "annonce": "mystrio", "fin": "stop",
         "range": "tidy", "retourne": "tidy"}
KEY = Text("each cell by its number: . empty, ## face down; R red, B black, S square, T triangle",
           "chaque case par son numéro : . vide, ## face cachée ; R rouge, B noir, S carré, T triangle")
PLACES = Text("(row 1 is at the top, column 1 on the left)", "(ligne 1 en haut, colonne 1 à gauche)")
LAYING = Text("{seat} lays the token drawn into an empty cell: lay CELL",
              "{seat} pose le pion pioché dans une case vide : pose CASE")
DRAWN = {"may": Text("it may be looked at before: look", "on peut le regarder avant : regarde"),
         "blind": Text("this one is laid unseen", "celui-ci se pose sans être regardé"),
         "looked": Text("it has been looked at", "il a été regardé"),
         "face": Text("it is {face}", "c'est {face}")}
TURN = Text("{seat} may: {kinds}", "{seat} peut : {kinds}")
KINDS = {"consult": Text("look at a token (consult CELL)", "regarder un pion (consulte CASE)"),
         "move": Text("move one to a neighbouring cell (move FROM TO) or swap two neighbours (swap CELL CELL)",
                      "en déplacer un vers une case voisine (déplace DE VERS) ou permuter deux voisins "
                      "(permute CASE CASE)"),
         "mystrio": Text("announce three in a line (mystrio CELL CELL CELL)",
                         "en annoncer trois en ligne (annonce CASE CASE CASE)"),
         "stop": Text("end the turn (stop)", "terminer le tour (fin)")}
TIDY = {True: Text("The three tokens leave the board: tidy", "Les trois pions quittent le plateau : range"),
        False: Text("The three tokens are turned face down again: tidy",
                    "On remet les trois pions face cachée : retourne")}
SEAT = Text("{seat}: MYSTRIO {won}, errors {errors}{out}", "{seat} : MYSTRIO {won}, erreurs {errors}{out}")
THEN = Text("; ", " ; ")
OUT = Text(", eliminated", ", éliminé")


def lines(view: Json, language: Language) -> list[str]:
    """Return the grid, what its signs mean, each player's trios and errors, and what may be done now."""
    count = view["columns"]
    cells = [f"{number:>2} {_cell(cell)}" for number, cell in enumerate(view["cells"])]
    texts = [KEY, PLACES, *(_seat(n, seat) for n, seat in enumerate(view["seats"])),
             *_now(view)]
    return [*columns(cells, count, gap="   "), *(getattr(text, language) for text in texts)]


def _cell(cell: Json) -> str:
    if cell is None:
        return "."
    return "##" if cell["face"] is None else CODES[cell["face"]]


def _seat(seat: Seat, state: Json) -> Text:
    won = [" ".join(CODES[face] for face in trio) for trio in state["mystrios"]]
    told = f"{len(won)} ({', '.join(won)})" if won else "0"
    return SEAT.fill(seat=seat_name(seat), won=told, errors=state["errors"], out=OUT if state["out"] else "")


def _now(view: Json) -> list[Text]:
    """Say what comes next: nothing more once the game is over."""
    seat = seat_name(view["turn"])
    match view["phase"]:
        case "lay":
            return [listed([LAYING.fill(seat=seat), _drawn(view["drawn"])], THEN)]
        case "turn":
            return [TURN.fill(seat=seat, kinds=listed([KINDS[kind] for kind in view["may"]], THEN))]
        case "tidy":
            return [TIDY[view["good"]]]
    return []


def _drawn(drawn: Json) -> Text:
    if drawn["face"] is not None:
        return DRAWN["face"].fill(face=FACE_NAMES[drawn["face"]])
    return DRAWN["looked" if drawn["looked"] else "may" if drawn["may_look"] else "blind"]


def meant(view: Json, seat: Seat | None, text: str, random: Random) -> str:
    """Return an action with who does it, where that is left out; cells alone are what their number can mean.

    >>> meant({"phase": "turn", "cells": [None, {}, {}]}, 0, "2 0", Random()), meant({"phase": "lay"}, 1, "5", Random())
    ('move 2 0 by 0', 'lay 5 by 1')
    """
    words = text.split()
    if words and all(word.isascii() and word.isdigit() for word in words):
        words = [_verb(view, [int(word) for word in words]), *words]
    by = seat is not None and words and words[0] in VERBS and words[0] != "tidy" and "by" not in words
    return " ".join([*words, *(["by", str(seat)] if by else [])])


def _verb(view: Json, cells: Sequence[int]) -> str:
    """Return what is done with so many cells; two are swapped when a token lies in the second too."""
    if len(cells) == 2:
        there = view["cells"]
        return "swap" if cells[1] < len(there) and there[cells[1]] is not None else "move"
    return {1: "lay" if view["phase"] == "lay" else "consult"}.get(len(cells), "mystrio")


FACE = Face(lines, defaults={"faces": "known"}, words=WORDS, meant=meant)
