"""Canvas cards and decks of them: plain data, as a text that an option can hold."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.game import BadNotation
from rules.text import Text

CardId: TypeAlias = str
Colour: TypeAlias = str

BLOCK_COLOURS: tuple[Colour, ...] = ("blue", "yellow", "red", "black")
"""The colours that score, in the order in which a card lists its blocks."""
TOP_VALUE = 7
BLANK_VALUES = (1, 2, 3)
"""The blank canvas cards with which every player begins [seed]."""


@dataclass(frozen=True)
class Card:
    """A canvas card."""

    id: CardId
    value: int
    """What it costs and what it is worth, 1 to 7."""
    blocks: tuple[int, ...] = (0, 0, 0, 0)
    """How many blocks of each of `BLOCK_COLOURS` it shows."""

    def json(self) -> dict[str, Any]:
        """Return the card in the form that a deck folder's deck.json uses."""
        return {"id": self.id, "value": self.value, "blocks": dict(zip(BLOCK_COLOURS, self.blocks, strict=True))}


def blank_id(value: int, colour: Colour) -> CardId:
    """Return the name of the blank card of this value that began in a player's hand.

    >>> blank_id(2, "red")
    'blank2.red'
    """
    return f"blank{value}.{colour}"


def blanks(colour: Colour) -> tuple[Card, ...]:
    """Return a player's three blank cards."""
    return tuple(Card(blank_id(value, colour), value) for value in BLANK_VALUES)


def deck_text(cards: Iterable[Card]) -> str:
    """Return a deck as an option's text; `parse_deck(deck_text(d)) == d`.

    >>> deck_text([Card("v7-1", 7, (0, 1, 0, 1))])
    'v7-1:7:0,1,0,1'
    """
    return " ".join(f"{c.id}:{c.value}:{','.join(map(str, c.blocks))}" for c in cards)


def parse_deck(text: str) -> tuple[Card, ...]:
    """Return the deck that a text names: "practice", cards as "v7-1:7:0,1,0,1 ...", or the text of a deck.json.

    Blocks are in the order of `BLOCK_COLOURS`. Raises BadNotation, with the card that is wrong.
    """
    text = text.strip()
    if text == "practice":
        return PRACTICE
    cards = tuple(_cards_of_json(text) if text[:1] in ("{", "[") else map(_typed, text.split()))
    _check(cards)
    return cards


def deck_of(data: Mapping[str, Any] | Sequence[Any]) -> tuple[Card, ...]:
    """Return the deck that a loaded deck.json, or its list of cards, holds; raise BadNotation."""
    cards = tuple(map(_card_of_json, data["cards"] if isinstance(data, Mapping) and "cards" in data else data))
    _check(cards)
    return cards


def _cards_of_json(text: str) -> tuple[Card, ...]:
    try:
        data = json.loads(text)
    except (RecursionError, ValueError) as error:
        raise BadNotation(Text(f"the deck is no JSON: {error}; give the text of its deck.json",
                               f"le paquet n'est pas du JSON : {error} ; donnez le texte de son deck.json")) from None
    return deck_of(data)


def _card_of_json(data: Any) -> Card:
    if not isinstance(data, Mapping) or not isinstance(data.get("id"), str | int):
        raise BadNotation(Text(f"{str(data)[:60]!r} is no card with an id; give each card its id, value and blocks",
                               f"{str(data)[:60]!r} n'est pas une carte avec un id ; donnez id, value et blocks"))
    name, value, blocks = str(data["id"]), data.get("value"), data.get("blocks")
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadNotation(Text(f"card {name} has no value, a whole number from 1 to {TOP_VALUE}; write its value",
                               f"la carte {name} n'a pas de valeur entière de 1 à {TOP_VALUE} ; écrivez sa valeur"))
    if not isinstance(blocks, Mapping) or not all(type(count) is int for count in blocks.values()):
        raise BadNotation(Text(f"card {name} does not say how many blocks it has; write blocks as blue, yellow, red "
                               "and black, each with a whole number",
                               f"la carte {name} ne dit pas combien de blocs elle a ; écrivez blocks avec blue, "
                               "yellow, red et black, chacun avec un nombre entier"))
    strange = [colour for colour in blocks if colour not in BLOCK_COLOURS]
    if strange:
        raise BadNotation(Text(
            f"card {name} has blocks of {strange[0]}; canvas cards score blue, yellow, red and black; write one of"
            " them",
            f"la carte {name} a des blocs {strange[0]} ; seuls comptent blue, yellow, red et black ; écrivez l'un "
            "d'eux"))
    return Card(name, value, tuple(blocks.get(colour, 0) for colour in BLOCK_COLOURS))


def _typed(text: str) -> Card:
    match = re.fullmatch(r"([^:]+):(\d{1,2}):(\d{1,2}),(\d{1,2}),(\d{1,2}),(\d{1,2})", text)
    if match is None:
        raise _bad_card(text)
    return Card(match[1], int(match[2]), tuple(int(match[n]) for n in range(3, 7)))


def _bad_card(text: str) -> BadNotation:
    text = text[:60]
    return BadNotation(Text(
        f"{text!r} is no canvas card; write name:value:blue,yellow,red,black, such as v7-1:7:0,1,0,1",
        f"{text!r} n'est pas une carte Toile ; écrivez nom:valeur:bleu,jaune,rouge,noir, par exemple v7-1:7:0,1,0,1"))


def _check(cards: tuple[Card, ...]) -> None:
    for card in cards:
        if not re.fullmatch(r"(?!blank)[A-Za-z0-9_.-]+", card.id):
            raise BadNotation(Text(
                f"{card.id!r} is no name for a card; use letters, digits, '-', '_' and '.', not beginning with blank",
                f"{card.id!r} n'est pas un nom de carte ; lettres, chiffres, « - _ . », sans « blank » devant"))
        if not 1 <= card.value <= TOP_VALUE or min(card.blocks) < 0:
            raise BadNotation(Text(f"card {card.id} has the value {card.value}; a canvas card has 1 to 7",
                                   f"la carte {card.id} a la valeur {card.value} ; une Toile vaut de 1 à 7"))
    if len({card.id for card in cards}) < len(cards):
        twice = next(card.id for n, card in enumerate(cards) if card.id in {c.id for c in cards[:n]})
        raise BadNotation(Text(f"card {twice} is in the deck twice; give each card its own name",
                               f"la carte {twice} figure deux fois dans le paquet ; donnez un nom à chaque carte"))
    if not cards:
        raise BadNotation(Text("the deck is empty; name at least one card", "le paquet est vide ; nommez une carte"))


def _practice() -> tuple[Card, ...]:
    """Make 36 cards, fewer blocks on dearer ones; no source lists the published cards [rules.md 5.8 A-1]."""
    cards = []
    for value, count in zip(range(1, TOP_VALUE + 1), (6, 6, 6, 5, 5, 4, 4), strict=True):
        for n in range(count):
            blocks = [0, 0, 0, 0]
            for block in range(8 - value):
                blocks[(n + block * (1 + n // 4)) % 4] += 1
            cards.append(Card(f"p{value}-{n + 1}", value, tuple(blocks)))
    return tuple(cards)


PRACTICE = _practice()
"""A deck for trying the game without cards; ours, not the publisher's."""
