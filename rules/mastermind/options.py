"""What a table may choose before it plays Mastermind, and the house rules that follow from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from rules.choices import check_options, number
from rules.game import BadNotation, Option
from rules.mastermind.codes import Blank, Kind
from rules.sources import ADDED, OPEN, OURS, PUBLISHER, READING, SHEET, VARIANT, both, noted
from rules.text import Text

TITLE = Text("Mastermind", "Mastermind")
OPTIONS: tuple[Option, ...] = (
    Option("code", ("private", "known"),
           Text("Who knows the code during the round: only its maker, or the referee too (made on the maker's phone)",
                "Qui connaît le code pendant la manche : son auteur seul, ou aussi l'arbitre (composé au téléphone)"),
           both(SHEET, ADDED), usual=True),
    Option("rows", ("9", "8", "10", "12"),
           Text("Rows to guess in: count them on your board", "Lignes pour deviner : comptez-les sur votre plateau"),
           noted(OPEN, Text("8: the classic board", "8 : le plateau classique")), usual=True, free=True),
    Option("fail_points", ("9",),
           Text("The code-maker's points when the code is not found", "Points de l'auteur si le code n'est pas trouvé"),
           SHEET, free=True),
    Option("fail_counts", ("in all", "on top"),
           Text("Those points count in all, or on top of one a row",
                "Ces points valent en tout, ou en plus d'un par ligne"), both(READING, OURS)),
    Option("winning_row", ("counts", "free"),
           Text("Whether the row that finds the code gives a point too",
                "La ligne qui trouve le code donne-t-elle aussi un point"), both(READING, OURS)),
    Option("length", ("rounds", "target"),
           Text("Play a number of rounds, or up to a score", "Jouer un nombre de manches, ou jusqu'à un score"),
           SHEET, usual=True),
    Option("rounds", ("2", "4", "6", "8"),
           Text("Number of rounds; an even number is fair", "Nombre de manches ; un nombre pair est équitable"),
           noted(SHEET, Text("an even number: the publisher's leaflet", "un nombre pair : la notice de l'éditeur")),
           usual=True, when=("length", "rounds"), free=True),
    Option("target", ("30", "20", "50"), Text("Score that ends the game", "Score qui termine la partie"),
           noted(SHEET, Text("which gives no number", "qui ne donne pas de nombre")),
           usual=True, when=("length", "target"), free=True),
    Option("target_end", ("at once", "pair"),
           Text("At that score the game ends at once, or after each has made as many codes",
                "À ce score la partie finit aussitôt, ou après autant de codes pour chacun"),
           both(SHEET, OURS), when=("length", "target")),
    Option("wrong_feedback", ("-3/+3", "0/+3"),
           Text("Wrong marks: the code-maker loses 3 points and the decoder gains 3, or only the latter",
                "Mauvaises indications : l'auteur perd 3 points et l'autre en gagne 3, ou seulement ce gain"),
           both(SHEET, PUBLISHER)),
    Option("on_error", ("apply", "warn"),
           Text("Marks that can't be right: the round is replayed, or the code-maker may correct them first",
                "Indications impossibles : la manche est rejouée, ou l'auteur peut d'abord les corriger"),
           both(SHEET, ADDED)),
    Option("repeats", ("no", "yes"),
           Text("Whether a colour may occur twice in code and guesses",
                "Une couleur peut-elle être répétée dans le code et les essais"), both(SHEET, VARIANT), usual=True),
    Option("holes", ("4", "3", "2", "1"), Text("Pegs of a code", "Pions d'un code"), both(SHEET, VARIANT)),
    Option("blank", ("no", "colour", "ignored"),
           Text("Whether a hole may stay empty, and whether it then counts like a colour",
                "Un trou peut-il rester vide, et compte-t-il alors comme une couleur"),
           both(SHEET, PUBLISHER)),
    Option("colours", ("8", "7", "6", "5", "4"), Text("Number of colours", "Nombre de couleurs"),
           noted(OPEN, Text("8: an earlier edition", "8 : une édition antérieure"))),
    Option("supply", ("check", "ignore"),
           Text("Whether the pegs of a colour can run out", "Les pions d'une couleur peuvent-ils s'épuiser"),
           OURS),
    Option("each", ("10",), Text("Pegs of each colour", "Pions de chaque couleur"),
           READING, when=("supply", "check"), free=True),
)
PRESETS: Mapping[str, Mapping[str, str]] = {"seed": {}, "official": {"wrong_feedback": "0/+3"}}
"""Sets of options by name: the rule sheet's game (all defaults) and the publisher's."""

TOO_FEW = Text("{each} {each|peg|pegs} of each colour {each|does|do} not fill one row and the code; have more pegs, "
               "or set supply to ignore",
               "{each} {each|pion|pions} par couleur ne {each|suffit|suffisent} pas pour une ligne et le code ; "
               "prenez plus de pions, ou mettez supply à ignore")


@dataclass(frozen=True)
class House:
    """The rules of one table."""

    kind: Kind = field(default_factory=Kind)
    known: bool = False
    """The engine knows the code from the round's start."""
    rows: int = 9
    fail_points: int = 9
    fail_on_top: bool = False
    winning_row: bool = True
    rounds: int | None = 2
    """The number of rounds; None when a score is the goal."""
    target: int = 30
    whole_pairs: bool = False
    maker_pays: bool = True
    warn: bool = False
    each: int | None = 10
    """How many pegs there are of each colour; None when they never run out."""
    values: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The options as texts."""


def read_options(options: Mapping[str, str]) -> House:
    """Return the table's rules; raise BadNotation for an unknown option or value.

    >>> read_options({"rows": "8", "repeats": "yes"}).kind.repeats
    True
    """
    values = check_options(TITLE, OPTIONS, options)
    kind = Kind(int(values["holes"]), int(values["colours"]), values["repeats"] == "yes", cast(Blank, values["blank"]))
    rounds, each = number(values, "rounds", 1, 99), number(values, "each", 1, 999)
    house = House(
        kind=kind,
        known=values["code"] == "known",
        rows=number(values, "rows", 1, 20),
        fail_points=number(values, "fail_points", 0, 99),
        fail_on_top=values["fail_counts"] == "on top",
        winning_row=values["winning_row"] == "counts",
        rounds=rounds if values["length"] == "rounds" else None,
        target=number(values, "target", 1, 999),
        whole_pairs=values["target_end"] == "pair",
        maker_pays=values["wrong_feedback"] == "-3/+3",
        warn=values["on_error"] == "warn",
        each=each if values["supply"] == "check" else None,
        values=values)
    # one colour of which all pegs are in the code must never leave the first row without any
    if house.each is not None and (each < 2 or each * kind.colours < 2 * kind.holes):
        raise BadNotation(TOO_FEW.fill(each=each))
    return house
