"""The rules of Mondrian that a table may set, and how they are read."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.choices import check_options
from rules.game import BadNotation, Option
from rules.mondrian.deck import Card, CardId, Colour, blanks, deck_text, parse_deck
from rules.sources import OTHERS, OURS, SHEET, both, noted
from rules.text import Text

DICE_COLOURS: dict[Colour, Text] = {
    "black": Text("black", "noir"), "red": Text("red", "rouge"), "yellow": Text("yellow", "jaune"),
    "blue": Text("blue", "bleu"), "white": Text("white", "blanc"), "green": Text("green", "vert")}
GRID_SIZES = {2: 25, 3: 30, 4: 36}
"""How many cards are laid for each number of players [out: D2, D3, D5, D7]."""
TITLE = Text("Mondrian: The Dice Game", "Mondrian, le jeu de dés")

OPTIONS = (
    Option("players", ("black,red", "black,red,yellow", "black,red,yellow,blue"),
           Text("the dice colours of the players, in the order of the throws",
                "les couleurs de dés des joueurs, dans l'ordre des lancers"), SHEET, usual=True, free=True),
    Option("deck", ("practice",),
           Text("the canvas cards: name:value:blue,yellow,red,black, one after the other, or the text of a deck.json",
                "les cartes Toile : nom:valeur:bleu,jaune,rouge,noir, l'une après l'autre, ou le texte d'un deck.json"),
           noted(OURS, Text("no source lists the cards", "aucune source ne donne la liste des cartes")),
           usual=True, free=True),
    Option("laid", ("grid",),
           Text("the cards on the table at the start: the deck's first 25, 30 or 36, or those named",
                "les cartes sur la table au départ : les 25, 30 ou 36 premières du paquet, ou celles que l'on nomme"),
           OTHERS, free=True),
    Option("palette", ("hidden", "open", "trusted"),
           Text("whether the plans are hidden until everybody's is made, open from the start, or told to nobody",
                "si les programmes restent cachés jusqu'au dernier, sont ouverts, ou ne sont annoncés à personne"),
           OURS, usual=True),
    Option("rethrow", ("1 unless it touched a die", "1 always", "0"),
           Text("how often a die that leaves the zone is thrown again",
                "combien de fois on relance un dé sorti de la zone"), OTHERS),
    Option("pay_with", ("any hand card", "blank only"),
           Text("which cards may be given in payment", "quelles cartes peuvent servir de paiement"),
           both(SHEET, OTHERS)),
    Option("pay_cards", ("one", "several"),
           Text("how many cards a payment may have", "combien de cartes un paiement peut avoir"), both(SHEET, OURS)),
    Option("paid_card", ("grid", "discard"),
           Text("where the card given goes", "où va la carte donnée"), both(SHEET, OTHERS)),
    Option("conflict", ("dice only", "sealed card"),
           Text("what counts when several players are on one card: the dice, or the dice and a card set face down",
                "ce qui compte à plusieurs sur une carte : les dés, ou les dés et une carte posée face cachée"),
           OURS),
    Option("tie", ("shared", "more bonuses", "higher card sum"),
           Text("who wins among equal totals", "qui gagne à total égal"), OURS),
    Option("hands", ("hidden", "open"),
           Text("whether hands are hidden", "si les mains sont cachées"), OURS, usual=True),
)
PRESETS: dict[str, dict[str, str]] = {"seed": {}, "official": {"pay_with": "blank only"},
                                     "camera": {"palette": "trusted"}}
"""Named sets of options: the rule sheet's, what the other sources say where it differs, and for no phone at hand."""


@dataclass(frozen=True)
class Rules:
    """A game's options, read."""

    colours: tuple[Colour, ...]
    deck: tuple[Card, ...]
    laid: tuple[CardId, ...]
    values: tuple[tuple[str, str], ...]
    """Every option's text, as `chosen` gives it."""

    def __getitem__(self, option: str) -> str:
        return self.chosen[option]

    @cached_property
    def chosen(self) -> dict[str, str]:
        """Every option's text by its name."""
        return dict(self.values)

    @cached_property
    def cards(self) -> dict[CardId, Card]:
        """All cards of the game by their names: the deck's and the blank ones."""
        return {card.id: card for card in (*self.deck, *self.blanks)}

    @cached_property
    def blanks(self) -> tuple[Card, ...]:
        """The blank canvas cards that the players began with."""
        return tuple(card for colour in self.colours for card in blanks(colour))

    def is_blank(self, card: CardId) -> bool:
        """Tell a blank canvas card from one of the deck.

        >>> read_options({}).is_blank("blank1.red")
        True
        """
        return any(card == blank.id for blank in self.blanks)


def read_options(options: Mapping[str, str]) -> Rules:
    """Return the rules that these options set; raise BadNotation for an unknown name or a value that won't do."""
    values = check_options(TITLE, OPTIONS, options)
    colours, deck = _colours(values["players"]), parse_deck(values["deck"])
    laid = _laid(values["laid"], deck, len(colours))
    values["players"] = ",".join(colours)
    if values["deck"] != "practice":
        values["deck"] = deck_text(deck)
    return Rules(colours, deck, laid, tuple(values.items()))


def _colours(text: str) -> tuple[Colour, ...]:
    colours = tuple(text.replace(",", " ").split())
    wrong = next((colour for colour in colours if colour not in DICE_COLOURS), None)
    if wrong is not None:
        raise BadNotation(Text(f"there are no {wrong!r} dice; choose from {', '.join(DICE_COLOURS)}",
                               f"il n'y a pas de dés {wrong!r} ; choisissez parmi {', '.join(DICE_COLOURS)}"))
    if len(colours) not in GRID_SIZES or len(set(colours)) < len(colours):
        raise BadNotation(Text(f"Mondrian is for 2 to 4 players with a dice colour each, not {text!r}; "
                               "name them in the order of play: black,red,blue",
                               f"Mondrian se joue de 2 à 4, chacun sa couleur de dés, pas {text!r} ; "
                               "nommez-les dans l'ordre du jeu : black,red,blue"))
    return colours


def _laid(text: str, deck: tuple[Card, ...], players: int) -> tuple[CardId, ...]:
    if text == "grid":
        return tuple(card.id for card in deck[:GRID_SIZES[players]])
    laid, known = tuple(text.replace(",", " ").split()), {card.id for card in deck}
    wrong = next((card for n, card in enumerate(laid) if card not in known or card in laid[:n]), None)
    if wrong is not None:
        raise BadNotation(Text(f"card {wrong!r} can't be laid: it is not in the deck, or laid already; correct `laid`",
                               f"la carte {wrong!r} ne peut être posée : absente du paquet, ou déjà posée ; "
                               "corrigez `laid`"))
    if not laid:
        raise BadNotation(Text("no card is on the table; name the cards in `laid`, or grid",
                               "aucune carte sur la table ; nommez-les dans `laid`, ou grid"))
    return laid


