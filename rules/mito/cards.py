"""The cards of Mito: a kind and a value, written "n4"; equal cards can't be told apart."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from rules.game import BadNotation
from rules.text import Text

Kind: TypeAlias = Literal["n", "s", "m", "c", "a", "x"]
"""Number (grey), spider, mosquito, cockroach, ant, mito."""
KINDS: tuple[Kind, ...] = get_args(Kind)
VALUES = (1, 2, 3, 4, 5)
NUMBER, SPIDER, MOSQUITO, COCKROACH, ANT, MITO = KINDS
GROUPS = {"n": 43, "s": 5, "m": 5, "c": 5, "a": 5, "x": 8}
"""How many cards of each kind there are, without the guard's [out: M1]: 71 in all."""
POINTS = (1, 5, 10)
"""What a grey card, an action card and a mito left in hand count [seed]."""
LIMITS = (43, 20, 8)
"""How many grey cards, action cards and mitos there are."""
KIND_WORDS: dict[Kind, Text] = {
    "n": Text("a grey {value}", "un {value} gris"), "s": Text("a spider {value}", "une araignée {value}"),
    "m": Text("a mosquito {value}", "un moustique {value}"), "c": Text("a cockroach {value}", "un cafard {value}"),
    "a": Text("an ant {value}", "une fourmi {value}"), "x": Text("a mito {value}", "un mito {value}")}


@dataclass(frozen=True, order=True)
class Card:
    """A card that can be in a hand."""

    kind: Kind
    value: int

    def __str__(self) -> str:
        return f"{self.kind}{self.value}"

    @property
    def words(self) -> Text:
        """The card in words: "a spider 3"."""
        return KIND_WORDS[self.kind].fill(value=self.value)


def parse_card(text: str) -> Card:
    """Return the card that a text names; `parse_card(str(c)) == c`; raise BadNotation.

    >>> parse_card("s3")
    Card(kind='s', value=3)
    """
    if not re.fullmatch(r"[nsmcax][1-5]", text):
        raise BadNotation(Text(f"{text!r} is no card; write n, s, m, c, a or x and a value from 1 to 5, such as n4",
                               f"{text!r} n'est pas une carte ; écrivez n, s, m, c, a ou x et une valeur de 1 à 5, "
                               "par exemple n4"))
    return Card(KINDS[KINDS.index(text[0])], int(text[1]))


def neighbours(value: int) -> tuple[int, int]:
    """Return the values one below and one above, round from 5 to 1 [seed].

    >>> [neighbours(value) for value in VALUES]
    [(5, 2), (1, 3), (2, 4), (3, 5), (4, 1)]
    """
    return VALUES[value - 2], VALUES[value % 5]


def fits(card: Card, top: Card) -> bool:
    """Tell whether a card's value may be laid on another's."""
    return card.value in neighbours(top.value)


def groups(cards: Iterable[Card]) -> tuple[int, int, int]:
    """Return how many grey cards, action cards and mitos these are."""
    count = Counter({"n": 0, "x": 1}.get(card.kind, 2) for card in cards)
    return count[0], count[2], count[1]


def points(tally: tuple[int, int, int]) -> int:
    """Return what these numbers of grey cards, action cards and mitos count against their holder [seed].

    >>> points((2, 1, 1))
    17
    """
    return sum(number * each for number, each in zip(tally, POINTS, strict=True))


def parse_deck(text: str) -> tuple[Card, ...]:
    """Return the 71 cards that a composition names ("n1:9 n2:8 ..."), in order; raise BadNotation."""
    if text == "placeholder":
        return PLACEHOLDER
    cards: list[Card] = []
    for part in text.split():
        match = re.fullmatch(r"([a-z]\d):(\d{1,2})", part)
        if match is None:
            raise BadNotation(Text(f"{part!r} is no part of a deck; write card:number, such as n1:9",
                                   f"{part!r} n'est pas une part de paquet ; écrivez carte:nombre, par exemple n1:9"))
        cards += [parse_card(match[1])] * int(match[2])
    count = Counter(card.kind for card in cards)
    if any(count[kind] != GROUPS[kind] for kind in KINDS):
        raise BadNotation(Text("a deck has 43 grey cards, 5 spiders, mosquitoes, cockroaches and ants, and 8 mitos; "
                               "correct the numbers",
                               "un paquet a 43 cartes grises, 5 araignées, moustiques, cafards et fourmis, et 8 "
                               "mitos ; corrigez les nombres"))
    return tuple(sorted(cards, key=_order))


def deck_text(cards: Iterable[Card]) -> str:
    """Return the composition of these cards as a text; `parse_deck(deck_text(d)) == d`."""
    return " ".join(f"{card}:{number}" for card, number in Counter(sorted(cards, key=_order)).items())


def _order(card: Card) -> tuple[int, int]:
    return KINDS.index(card.kind), card.value


def _placeholder() -> tuple[Card, ...]:
    numbers = [Card("n", value) for value, count in zip(VALUES, (9, 8, 9, 8, 9), strict=True) for _ in range(count)]
    actions = [Card(kind, value) for kind in (SPIDER, MOSQUITO, COCKROACH, ANT) for value in VALUES]
    mitos = [Card("x", value) for value, count in zip(VALUES, (2, 1, 2, 1, 2), strict=True) for _ in range(count)]
    return (*numbers, *actions, *mitos)


PLACEHOLDER = _placeholder()
"""A deck with likely values, since no source gives them [rules.md 2.8 A-1]."""
