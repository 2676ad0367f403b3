"""The rules of Mito that a table may set, and how they are read."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.choices import check_options, number
from rules.game import BadNotation, Option, Seat
from rules.mito.cards import Card, deck_text, parse_deck
from rules.mito.words import BadPlayers
from rules.sources import ADDED, OTHERS, OURS, SHEET, both, noted
from rules.text import Text

PLAYERS = (3, 4, 5)
MOST_ROUNDS = 20
TITLE = Text("Mito (Cheating Moth)", "Mito")

OPTIONS = (
    Option("players", ("3", "4", "5"), Text("how many play", "le nombre de joueurs"), SHEET, usual=True),
    Option("mode", ("table", "calls", "digital"),
           Text("real cards, and the referee is told what lies open; or only races, stops and points are told; or it "
                "deals on the phones and knows every card",
                "de vraies cartes, et on dit à l'arbitre ce qui est posé ; ou seulement les courses, les stops et les "
                "points ; ou il distribue sur les téléphones et connaît chaque carte"), ADDED, usual=True),
    Option("deck", ("placeholder",),
           Text("which values the 71 cards have: card:number, such as n1:9 n2:8",
                "les valeurs des 71 cartes : carte:nombre, par exemple n1:9 n2:8"),
           noted(OURS, Text("no source gives the values", "aucune source ne donne les valeurs")), free=True),
    Option("rounds", ("single", "one a player"),
           Text("one round for the victory, or a round for each player with points; or a number of rounds",
                "une seule manche pour la victoire, ou une par joueur, aux points ; ou un nombre de manches"),
           SHEET, free=True, usual=True),
    Option("first_guard", ("p1", "p2", "p3", "p4", "p5"),
           Text("who guards first", "la première gardienne"), SHEET, usual=True),
    Option("guard_choice", ("chosen", "oldest", "random"),
           Text("how the table finds the first guard", "comment la table désigne la première gardienne"),
           both(SHEET, OTHERS)),
    Option("must_play", ("yes", "no"),
           Text("whether who can play must (the referee knows in digital mode only)",
                "si celui qui peut jouer le doit (l'arbitre ne le sait qu'en mode numérique)"), OURS),
    Option("mosquito_slappers", ("all", "all but active"),
           Text("who slaps the mosquito", "qui frappe le moustique"), both(SHEET, OTHERS)),
    Option("cockroach_cards", ("any non-mito", "number only"),
           Text("which cards may be thrown on a cockroach", "quelles cartes se jettent sur un cafard"),
           both(SHEET, OTHERS)),
    Option("false_start", ("loses", "race again"),
           Text("what becomes of who presses before a race's start: he loses it, or all race again",
                "ce qui arrive à celui qui appuie avant le départ : il perd la course, ou tous recommencent"), OURS),
    Option("cockroach_next", ("fastest player plays next", "left of fastest", "normal order"),
           Text("who plays after a cockroach", "qui joue après un cafard"), both(SHEET, OURS)),
    Option("cockroach_last_card", ("yes", "no"),
           Text("whether the last card may be thrown on a cockroach",
                "si la dernière carte peut être jetée sur un cafard"), OURS),
    Option("spider_may_give_last", ("no", "yes"),
           Text("whether a spider may give the last card away", "si l'araignée peut offrir la dernière carte"),
           OTHERS),
    Option("gift_may_empty", ("no", "yes"),
           Text("whether any gift may be a hand's last card", "si un cadeau peut être la dernière carte d'une main"),
           OURS),
    Option("take_back", ("yes", "no"),
           Text("whether who is caught takes the hidden card back", "si le tricheur pris reprend la carte cachée"),
           OTHERS),
    Option("accuse_window", ("until the next card is laid", "until the guard's own next turn", "whole round"),
           Text("how long a cheat can be called out (in table mode the answer decides)",
                "jusqu'à quand une triche se dénonce (en mode table, la réponse décide)"), OURS),
    Option("last_effect", ("skip", "apply before scoring"),
           Text("what becomes of the power of a last card", "ce que devient le pouvoir d'une dernière carte"),
           OURS),
)
PRESETS: dict[str, dict[str, str]] = {
    "seed": {}, "official": {"guard_choice": "oldest", "mosquito_slappers": "all but active",
                             "cockroach_cards": "number only"}}
"""Named sets of options: the rule sheet's, and what the other sources say where it differs."""


@dataclass(frozen=True)
class Rules:
    """A game's options, read."""

    players: int
    first_guard: Seat
    deck: tuple[Card, ...]
    values: tuple[tuple[str, str], ...]
    """Every option's text, as `chosen` gives it."""
    rounds: int
    """How many are played; in a single one nothing is counted."""

    def __getitem__(self, option: str) -> str:
        return self.chosen[option]

    @cached_property
    def chosen(self) -> dict[str, str]:
        """Every option's text by its name."""
        return dict(self.values)

    @property
    def digital(self) -> bool:
        """Whether the engine knows every card."""
        return self["mode"] == "digital"

    @property
    def told(self) -> bool:
        """Whether the engine knows, or is told, which cards are laid."""
        return self["mode"] != "calls"


def read_options(options: Mapping[str, str]) -> Rules:
    """Return the rules that these options set; raise BadNotation for an unknown name or a value that won't do."""
    if options.get("players", "3") not in OPTIONS[0].choices:
        raise BadPlayers(options["players"])
    values = check_options(TITLE, OPTIONS, options)
    players, guard, deck = int(values["players"]), int(values["first_guard"][1:]) - 1, parse_deck(values["deck"])
    if guard >= players:
        raise BadNotation(Text(f"{values['first_guard']} can't guard among {players} players; choose p1 to p{players}",
                               f"{values['first_guard']} ne peut pas être gardienne à {players} joueurs ; choisissez "
                               f"de p1 à p{players}"))
    if values["deck"] != "placeholder":
        values["deck"] = deck_text(deck)
    rounds = {"single": 1, "one a player": players}.get(values["rounds"]) or number(values, "rounds", 2, MOST_ROUNDS)
    return Rules(players, guard, deck, tuple(values.items()), rounds)
