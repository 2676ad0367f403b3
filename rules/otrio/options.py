"""What a table may choose before it plays Otrio, and the house rules that follow from it."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.game import BadNotation, Option, Seat
from rules.otrio.words import CENTRE, COLOURS, Colour, Place, number
from rules.sources import OURS, PUBLISHER, READING, SHEET, both
from rules.text import Text

OPTIONS: tuple[Option, ...] = (
    Option("players", ("4", "3", "2"), Text("Number of players", "Nombre de joueurs"), SHEET, usual=True),
    Option("turns",
           ("purple,red,green,blue", "red,green,blue,purple", "green,blue,purple,red", "blue,purple,red,green"),
           Text("Colours in the order of play, clockwise around the board; with two players the first has the first "
                "and the third",
                "Couleurs dans l'ordre du jeu, dans le sens des aiguilles d'une montre ; à deux, le premier joueur a "
                "la première et la troisième"), SHEET, usual=True, free=True),
    Option("placement", ("nested", "free"),
           Text("Placement: only inside larger pieces, or in any free slot of its size",
                "Placement : seulement à l'intérieur de pièces plus grandes, ou dans tout emplacement libre de sa "
                "taille"),
           both(SHEET, PUBLISHER), usual=True),
    Option("centre_ban", ("none", "small", "medium"),
           Text("Slot of the centre cell that nobody may use", "Emplacement interdit de la case centrale"),
           both(SHEET, PUBLISHER)),
    Option("stuck", ("skip", "other"),
           Text("Two players, the colour due can't be placed: the turn is skipped, or the other colour is played",
                "À deux, la couleur attendue ne peut être placée : on passe son tour, ou on joue l'autre couleur"),
           OURS, when=("players", "2")),
    Option("must_call", ("no", "yes"),
           Text('An Otrio counts only when its player calls "Otrio!" before the next piece is placed',
                "Un Otrio ne compte que si son joueur crie « Otrio ! » avant que la pièce suivante soit placée"),
           both(OURS, SHEET)),
    Option("match", ("single", "extreme"),
           Text("Single games, or Otrio Extreme: the first with five points wins",
                "Parties simples, ou Otrio Extreme : le premier à cinq points gagne"), SHEET, usual=True),
    Option("penalty", ("victory", "slot", "previous", "manual", "off"),
           Text("Otrio Extreme: who loses a point for not blocking: the last who could have prevented every win, the "
                "last who could have spoilt the winning placement, the seat before the winner, whom the table names, "
                "nobody",
                "Otrio Extreme : qui perd un point pour ne pas avoir bloqué : le dernier qui pouvait empêcher toute "
                "victoire, le dernier qui pouvait gêner le coup gagnant, le joueur avant le gagnant, celui que la "
                "table désigne, personne"), both(READING, OURS), when=("match", "extreme")),
)
_BY_NAME = {option.name: option for option in OPTIONS}
PRESETS: Mapping[str, Mapping[str, str]] = {"seed": {}, "official": {"placement": "free"}}
"""Sets of options by name: the rule sheet's game (all defaults) and the publisher's."""

UNKNOWN_OPTION = Text('Otrio has no option "{name}"; choose from {names}',
                      "Otrio n'a pas d'option « {name} » ; choisissez parmi {names}")
BAD_VALUE = Text('{name} can\'t be "{value}"; choose from {choices}',
                 "{name} ne peut pas être « {value} » ; choisissez parmi {choices}")
BAD_TURNS = Text('turns can\'t be "{value}"; name {count} different colours out of {colours}, with commas between them',
                 "turns ne peut pas être « {value} » ; donnez {count} couleurs différentes parmi {colours}, "
                 "séparées par des virgules")
BANS: Mapping[str, Place | None] = {
    "none": None, "small": number(CENTRE, "small"), "medium": number(CENTRE, "medium")}
EXTREME_POINTS = 5
"""The points that win Otrio Extreme [seed]."""


@dataclass(frozen=True)
class House:
    """The rules of one table."""

    seats: tuple[tuple[Colour, ...], ...]
    """Each seat's colours, in the order of play."""
    nested: bool = True
    banned: Place | None = None
    other_when_stuck: bool = False
    must_call: bool = False
    extreme: bool = False
    penalty: str = "victory"

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours in play, in the order of `turns`."""
        return tuple(seat[i] for i in range(len(self.seats[0])) for seat in self.seats)

    def seat_of(self, colour: Colour) -> Seat | None:
        """Return who plays a colour; None when nobody does."""
        return next((seat for seat, colours in enumerate(self.seats) if colour in colours), None)


def read_options(options: Mapping[str, str]) -> House:
    """Return the table's rules; raise BadNotation for an unknown option or value.

    With `turns` alone, there are as many players as it names colours. With three players and four colours named, the
    fourth is not played.

    >>> read_options({"players": "2"}).seats
    (('purple', 'green'), ('red', 'blue'))
    """
    for name, value in options.items():
        _check(name, value)
    chosen = {option.name: options.get(option.name, option.default) for option in OPTIONS}
    turns = _colours(chosen["turns"])
    players = int(chosen["players"] if "players" in options else len(turns))
    return House(
        seats=_seats(turns, players, chosen["turns"]),
        nested=chosen["placement"] == "nested",
        banned=BANS[chosen["centre_ban"]],
        other_when_stuck=chosen["stuck"] == "other",
        must_call=chosen["must_call"] == "yes",
        extreme=chosen["match"] == "extreme",
        penalty=chosen["penalty"])


def _check(name: str, value: str) -> None:
    if name not in _BY_NAME:
        raise BadNotation(UNKNOWN_OPTION.fill(name=name[:40], names=", ".join(_BY_NAME)))
    option = _BY_NAME[name]
    if not option.free and value not in option.choices:
        raise BadNotation(BAD_VALUE.fill(name=name, value=value[:40], choices=", ".join(option.choices)))


def _colours(value: str) -> tuple[Colour, ...]:
    words = [word.strip() for word in value.split(",")]
    colours = tuple(colour for word in words for colour in COLOURS if colour == word)
    if len(colours) != len(words) or len(set(words)) != len(words) or len(words) not in (3, 4):
        raise _bad_turns(value, "3-4")
    return colours


def _seats(turns: tuple[Colour, ...], players: int, value: str) -> tuple[tuple[Colour, ...], ...]:
    if players == 3:
        return tuple((colour,) for colour in turns[:3])
    if len(turns) != 4:
        raise _bad_turns(value, "4")
    if players == 2:
        return (turns[0], turns[2]), (turns[1], turns[3])
    return tuple((colour,) for colour in turns)


def _bad_turns(value: str, count: str) -> BadNotation:
    return BadNotation(BAD_TURNS.fill(value=value[:60], count=count, colours=", ".join(COLOURS)))


def chosen_options(house: House) -> dict[str, str]:
    """Return every option's value; `read_options` of it gives the same house."""
    return {
        "players": str(len(house.seats)),
        "turns": ",".join((*house.colours, *(colour for colour in COLOURS if colour not in house.colours))),
        "placement": "nested" if house.nested else "free",
        "centre_ban": next(name for name, place in BANS.items() if place == house.banned),
        "stuck": "other" if house.other_when_stuck else "skip",
        "must_call": "yes" if house.must_call else "no",
        "match": "extreme" if house.extreme else "single",
        "penalty": house.penalty,
    }
