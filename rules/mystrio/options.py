"""What a table may choose before it plays Mystrio, and the house rules that follow from it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias, cast

from rules.choices import check_options
from rules.game import BadNotation, Option, Problem
from rules.mystrio.words import FACES, Face, Level, Line, lines
from rules.sources import ADDED, OPEN, OURS, READING, SHEET, both, noted
from rules.text import Text

Looks: TypeAlias = Literal["own odd", "alternate", "own even"]
Turns: TypeAlias = Literal["consult first", "prefix", "free"]
TITLE = Text("Mystrio", "Mystrio")
OPTIONS: tuple[Option, ...] = (
    Option("players", ("2", "3", "4"), Text("Number of players", "Nombre de joueurs"), SHEET, usual=True),
    Option("level", ("colour", "symbol", "both"),
           Text("A Mystrio is three of one colour, of one symbol (level 1), or of both (level 2)",
                "Un Mystrio : trois de la même couleur, du même symbole (niveau 1), ou des deux (niveau 2)"),
           SHEET, usual=True),
    Option("board", ("4x4", "3x4", "5x5"), Text("Rows and columns of the board", "Lignes et colonnes du plateau"),
           noted(OPEN, Text("4x4 leaves cells to move to", "4x4 laisse des cases où aller")), free=True),
    Option("tokens", ("4/4/2/2", "3/3/3/3", "4/4/3/3"),
           Text("Red squares, black squares, red triangles, black triangles: count your tokens",
                "Carrés rouges, carrés noirs, triangles rouges, triangles noirs : comptez vos pions"),
           noted(OPEN, Text("it says 12 tokens and lists 14: count yours",
                            "elle dit 12 pions et en énumère 14 : comptez les vôtres")),
           usual=True, free=True),
    Option("faces", ("table", "known"),
           Text("Real tokens whose faces the referee learns when they are turned over, or tokens shuffled by it",
                "De vrais pions que l'arbitre découvre quand on les retourne, ou des pions mélangés par lui"),
           both(SHEET, ADDED), usual=True),
    Option("look", ("own odd", "alternate", "own even"),
           Text("Who may look while laying: each at the own 1st, 3rd, ... draw, every other draw of all, or each at "
                "the own 2nd, 4th, ...",
                "Qui regarde pendant la pose : chacun à sa 1re, 3e, ... pioche, une pioche sur deux en tout, ou chacun "
                "à sa 2e, 4e, ..."), both(OURS, OPEN)),
    Option("turns", ("consult first", "prefix", "free"),
           Text("Which actions a turn may skip: none before a move, none at all, or any",
                "Ce qu'un tour peut sauter : rien avant un déplacement, rien du tout, ou n'importe quoi"),
           both(READING, OURS)),
    Option("pass", ("no", "yes"), Text("Whether a turn may have no action", "Un tour peut-il être sans action"),
           both(READING, OURS)),
    Option("deadlock", ("draw", "most trios"),
           Text("When no trio is left: a draw, or the most trios win, then the fewest errors",
                "Quand plus aucun trio n'est possible : match nul, ou le plus de trios gagne, puis le moins d'erreurs"),
           OURS),
    Option("malformed", ("refuse", "error"),
           Text("Announcing cells that are no line of tokens: refused, or counted as an error",
                "Annoncer des cases qui ne sont pas une ligne de pions : refusé, ou compté comme erreur"),
           OURS),
    Option("first", ("chosen by the table", "random", "youngest"),
           Text("How the first player is found; seat 1 is the first", "Comment on choisit le premier joueur"),
           OPEN),
    Option("memory", ("own", "shown"),
           Text("What a phone shows: only the token looked at now, or all that its player has seen and where it is now",
                "Ce qu'un téléphone montre : le seul pion regardé, ou tout ce que son joueur a vu, là où c'est"),
           ADDED),
)
PRESETS: Mapping[str, Mapping[str, str]] = {"seed": {}}
"""Sets of options by name: the rule sheet's game (all defaults)."""
LARGEST = 10

BAD_BOARD = Text('board can\'t be "{value}"; write rows x columns from 1 to 10, one of them at least 3, as in 4x4',
                 "board ne peut pas être « {value} » ; écrivez lignes x colonnes de 1 à 10, dont une d'au moins 3, "
                 "comme 4x4")
BAD_TOKENS = Text('tokens can\'t be "{value}"; write four numbers from 0 to 50, as in 4/4/3/3',
                  "tokens ne peut pas être « {value} » ; écrivez quatre nombres de 0 à 50, comme 4/4/3/3")
TOO_SMALL = Text("{tokens} {tokens|token does|tokens do} not fit on {cells} {cells|cell|cells}; choose a larger board "
                 "or fewer tokens",
                 "{tokens} {tokens|pion ne tient|pions ne tiennent} pas sur {cells} {cells|case|cases} ; prenez un "
                 "plateau plus grand ou moins de pions")
NO_TRIO = Text("These tokens hold no trio of the chosen level; choose other tokens or another level",
               "Ces pions ne contiennent aucun trio du niveau choisi ; prenez d'autres pions ou un autre niveau")
NOT_TWELVE = Text("{tokens} {tokens|token|tokens}, where the rules speak of 12: both occur, so check that you have "
                  "counted yours",
                  "{tokens} {tokens|pion|pions}, alors que la règle parle de 12 : les deux existent, vérifiez que "
                  "vous avez compté les vôtres")
TIGHT = Text("These tokens hold only {trios} {trios|trio|trios}: if each player takes one, nobody can win; 3/3/3/3 "
             "holds four",
             "Ces pions ne contiennent que {trios} {trios|trio|trios} : si chacun en prend un, personne ne peut "
             "gagner ; 3/3/3/3 en contient quatre")
NO_ROOM = Text("Every cell will hold a token: at first tokens can only be swapped",
               "Chaque case portera un pion : au début, on ne peut que permuter")


@dataclass(frozen=True)
class House:
    """The rules of one table."""

    players: int = 2
    level: Level = "colour"
    rows: int = 4
    columns: int = 4
    tokens: tuple[int, ...] = (4, 4, 2, 2)
    """How many tokens have each face, in the order of `FACES`."""
    known: bool = False
    look: Looks = "own odd"
    turns: Turns = "consult first"
    may_pass: bool = False
    most_trios: bool = False
    count_malformed: bool = False
    memory_shown: bool = False
    values: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The options as texts."""

    @property
    def size(self) -> int:
        """How many tokens there are."""
        return sum(self.tokens)

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.rows * self.columns

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All lines of three cells."""
        return lines(self.rows, self.columns)

    def may_look(self, draw: int) -> bool:
        """Return whether the token drawn at this turn, counted from 0, may be looked at."""
        if self.look == "alternate":
            return draw % 2 == 0
        return (draw // self.players) % 2 == (0 if self.look == "own odd" else 1)


def read_options(options: Mapping[str, str]) -> House:
    """Return the table's rules; raise BadNotation for an unknown option or value.

    >>> read_options({"board": "5x5", "tokens": "4/4/3/3"}).size
    14
    """
    values = check_options(TITLE, OPTIONS, options)
    rows, columns = _board(values["board"])
    house = House(
        players=int(values["players"]),
        level=cast(Level, values["level"]),
        rows=rows,
        columns=columns,
        tokens=_tokens(values["tokens"]),
        known=values["faces"] == "known",
        look=cast(Looks, values["look"]),
        turns=cast(Turns, values["turns"]),
        may_pass=values["pass"] == "yes",
        most_trios=values["deadlock"] == "most trios",
        count_malformed=values["malformed"] == "error",
        memory_shown=values["memory"] == "shown",
        values=values)
    if house.size > house.cells:
        raise BadNotation(TOO_SMALL.fill(tokens=house.size, cells=house.cells))
    if not most_trios(house.level, house.tokens):
        raise BadNotation(NO_TRIO)
    return house


def _board(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,2})x(\d{1,2})", text, re.ASCII)
    rows, columns = map(int, found.groups()) if found else (0, 0)
    if not (1 <= min(rows, columns) and 3 <= max(rows, columns) <= LARGEST):
        raise BadNotation(BAD_BOARD.fill(value=text[:40]))
    return rows, columns


def _tokens(text: str) -> tuple[int, ...]:
    found = re.fullmatch(r"(\d{1,2})/(\d{1,2})/(\d{1,2})/(\d{1,2})", text, re.ASCII)
    counts = tuple(map(int, found.groups())) if found else ()
    if not counts or max(counts) > 50:
        raise BadNotation(BAD_TOKENS.fill(value=text[:40]))
    return counts


def families(level: Level) -> tuple[tuple[Face, ...], ...]:
    """Return the sets of faces whose tokens are alike: two by colour or by symbol, four by both."""
    if level == "both":
        return tuple((face,) for face in FACES)
    words = {"colour": ("red", "black"), "symbol": ("square", "triangle")}[level]
    return tuple(tuple(face for face in FACES if word in face.split()) for word in words)


def most_trios(level: Level, tokens: tuple[int, ...]) -> int:
    """Return how many trios some tokens hold at most.

    >>> most_trios("both", (4, 4, 2, 2)), most_trios("symbol", (4, 4, 2, 2))
    (2, 3)
    """
    counts = dict(zip(FACES, tokens, strict=True))
    return sum(sum(counts[face] for face in family) // 3 for family in families(level))


def concerns(house: House) -> list[Problem]:
    """Return what a table should know before it plays: an odd number of tokens, too few trios, a full board."""
    found = []
    if house.size != 12:
        found.append(Problem("E-MY-TOKENS", NOT_TWELVE.fill(tokens=house.size)))
    trios = most_trios(house.level, house.tokens)
    if trios <= house.players:
        found.append(Problem("E-MY-TRIOS", TIGHT.fill(trios=trios)))
    if house.size == house.cells:
        found.append(Problem("E-MY-ROOM", NO_ROOM))
    return found
