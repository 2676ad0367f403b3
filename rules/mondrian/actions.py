"""What a player does in Mondrian, and how it is written: "throw black 4 v6-1+v7-2 left"."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from rules.game import BadNotation
from rules.mondrian.deck import CardId, Colour
from rules.text import Text

Method: TypeAlias = Literal["left", "right", "blind", "drop", "flick"]
METHODS: tuple[Method, ...] = get_args(Method)
"""The ways of throwing, in the order in which plans list them: left hand, right hand, blind, vertical drop, flick."""
Miss: TypeAlias = Literal["off", "touched", "leaning"]
MISSES: tuple[Miss, ...] = get_args(Miss)
"""`off`: it left the zone; `touched`: so did it, after it hit a die; `leaning`: it shows no face."""


@dataclass(frozen=True)
class Landing:
    """Where and how a die came to rest in the zone."""

    value: int
    """The top face, 1 to 6."""
    cards: tuple[CardId, ...] = ()
    """The cards that its base touches, the largest share first; none when it lies in a gap."""

    def __str__(self) -> str:
        return f"{self.value} {'+'.join(self.cards) or '-'}"


@dataclass(frozen=True)
class Plan:
    """A player puts his dice on his palette."""

    colour: Colour
    methods: tuple[Method, ...]

    def __str__(self) -> str:
        return f"plan {self.colour} {','.join(self.methods) or '-'}"


@dataclass(frozen=True)
class Throw:
    """A player throws one die."""

    colour: Colour
    landing: Landing | Miss
    method: Method | None = None
    """The way it was thrown; None when nobody said so."""

    def __str__(self) -> str:
        return f"throw {self.colour} {self.landing}" + (f" {self.method}" if self.method else "")


@dataclass(frozen=True)
class Knock:
    """A die that lay is moved or turned by another, or by a hand."""

    colour: Colour
    number: int
    """Which of the colour's dice, counted from 1 in the order of this round's throws."""
    landing: Landing | Literal["off"]

    def __str__(self) -> str:
        return f"knock {self.colour}.{self.number} {self.landing}"


@dataclass(frozen=True)
class Choose:
    """The owner of a die on several cards says for which one it counts."""

    colour: Colour
    number: int
    card: CardId

    def __str__(self) -> str:
        return f"choose {self.colour}.{self.number} {self.card}"


@dataclass(frozen=True)
class Seal:
    """A player sets hand cards face down against contested cards (option `conflict`, "sealed card")."""

    colour: Colour
    cards: tuple[tuple[CardId, CardId], ...] = ()
    """Pairs of a card in the grid and the hand card set against it."""

    def __str__(self) -> str:
        return " ".join([f"seal {self.colour}", *(f"{card}:{hand}" for card, hand in self.cards)])


@dataclass(frozen=True)
class Claim:
    """A player takes a card from the grid."""

    colour: Colour
    card: CardId
    pay: tuple[CardId, ...] = ()
    """The hand cards given for it."""

    def __str__(self) -> str:
        return f"claim {self.colour} {self.card}" + (f" pay {' '.join(self.pay)}" if self.pay else "")


@dataclass(frozen=True)
class Done:
    """A player leaves the cards that he could claim now."""

    colour: Colour

    def __str__(self) -> str:
        return f"done {self.colour}"


@dataclass(frozen=True)
class Paint:
    """A player lays his painting face down."""

    colour: Colour
    cards: tuple[CardId, ...]

    def __str__(self) -> str:
        return " ".join([f"paint {self.colour}", *self.cards])


Action: TypeAlias = Plan | Throw | Knock | Choose | Seal | Claim | Done | Paint


def parse(text: str) -> Action:
    """Return the action that a text names; raise BadNotation.

    >>> parse("throw black 4 v6-1+v7-2 left")
    Throw(colour='black', landing=Landing(value=4, cards=('v6-1', 'v7-2')), method='left')
    """
    words = text.split()
    try:
        return _PARSERS[words[0]](words[1:])
    except (IndexError, KeyError, ValueError):
        raise BadNotation(Text(
            f"{text[:60]!r} is no Mondrian action; write, say: throw black 4 v6-1 left, claim red v3-2 pay blank1.red",
            f"{text[:60]!r} n'est pas une action de Mondrian ; écrivez par exemple : throw black 4 v6-1 left, "
            "claim red v3-2 pay blank1.red")) from None


def _method(word: str) -> Method:
    return METHODS[METHODS.index(word)]


def _landing(words: list[str]) -> Landing:
    value, cards = words
    return Landing(int(value), () if cards == "-" else tuple(map(_name, cards.split("+"))))


def _name(word: str) -> CardId:
    if not re.fullmatch(r"[\w.-]+", word):
        raise ValueError(word)
    return word


def _die(word: str) -> tuple[Colour, int]:
    colour, number = word.split(".")
    return colour, int(number)


def _plan(words: list[str]) -> Plan:
    colour, methods = words
    return Plan(colour, () if methods == "-" else tuple(map(_method, methods.split(","))))


def _throw(words: list[str]) -> Throw:
    colour, first, *rest = words
    if first in MISSES:
        return Throw(colour, MISSES[MISSES.index(first)], *map(_method, _at_most_one(rest)))
    return Throw(colour, _landing([first, rest[0]]), *map(_method, _at_most_one(rest[1:])))


def _at_most_one(words: list[str]) -> list[str]:
    if len(words) > 1:
        raise ValueError(words)
    return words


def _knock(words: list[str]) -> Knock:
    die, *rest = words
    return Knock(*_die(die), "off" if rest == ["off"] else _landing(rest))


def _choose(words: list[str]) -> Choose:
    die, card = words
    return Choose(*_die(die), _name(card))


def _seal(words: list[str]) -> Seal:
    pairs = [word.split(":") for word in words[1:]]
    return Seal(words[0], tuple((_name(card), _name(hand)) for card, hand in pairs))


def _claim(words: list[str]) -> Claim:
    colour, card, *rest = words
    if rest and (rest[0] != "pay" or len(rest) == 1):
        raise ValueError(words)
    return Claim(colour, _name(card), tuple(map(_name, rest[1:])))


def _done(words: list[str]) -> Done:
    colour, = words
    return Done(colour)


def _paint(words: list[str]) -> Paint:
    return Paint(words[0], tuple(map(_name, words[1:])))


_PARSERS: dict[str, Callable[[list[str]], Action]] = {
    "plan": _plan, "throw": _throw, "knock": _knock, "choose": _choose,
    "seal": _seal, "claim": _claim, "done": _done, "paint": _paint}
