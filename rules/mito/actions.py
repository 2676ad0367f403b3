"""What is done in Mito, and how it is written: "play p2 n4"."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from rules.game import BadNotation, Seat
from rules.mito.cards import COCKROACH, MOSQUITO, Card, Kind, parse_card
from rules.mito.words import player
from rules.text import Text


@dataclass(frozen=True)
class Deal:
    """The guard deals: in table mode the card turned over, in digital mode all 71 cards as shuffled, top card first."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(["deal", *map(str, self.cards)])


@dataclass(frozen=True)
class Play:
    """A player lays a card in turn."""

    seat: Seat
    card: Card

    def __str__(self) -> str:
        return f"play {player(self.seat)} {self.card}"


@dataclass(frozen=True)
class Draw:
    """A player without a fitting card draws one."""

    seat: Seat

    def __str__(self) -> str:
        return f"draw {player(self.seat)}"


@dataclass(frozen=True)
class Give:
    """A player gives a card: by a spider, as a forfeit, or as the guard."""

    seat: Seat
    to: Seat
    card: Card | None = None
    """None in table mode, where nobody else sees it."""

    def __str__(self) -> str:
        return f"give {player(self.seat)} {player(self.to)}" + (f" {self.card}" if self.card else "")


@dataclass(frozen=True)
class Keep:
    """A player gives nothing: a spider's choice, or because he can't."""

    seat: Seat

    def __str__(self) -> str:
        return f"keep {player(self.seat)}"


@dataclass(frozen=True)
class Slap:
    """The mosquito's race is decided."""

    slowest: Seat | None
    """Who was last; None when nobody can tell."""

    def __str__(self) -> str:
        return f"slap {_somebody(self.slowest)}"


@dataclass(frozen=True)
class Throw:
    """The cockroach's race is decided."""

    seat: Seat | None
    """Whose card was first; None when nobody threw one."""
    card: Card | None = None

    def __str__(self) -> str:
        return f"throw {_somebody(self.seat)}" + (f" {self.card}" if self.card else "")


@dataclass(frozen=True)
class First:
    """The cockroach's race is decided at the buttons: these may throw a card, the fastest before the others."""

    seats: tuple[Seat, ...]

    def __str__(self) -> str:
        return " ".join(["first", *map(player, self.seats)])


@dataclass(frozen=True)
class Race:
    """Somebody laid a mosquito or a cockroach; told by itself only where no cards are told."""

    kind: Kind

    def __str__(self) -> str:
        return f"race {RACES[self.kind]}"


@dataclass(frozen=True)
class Cheat:
    """A player gets rid of cards unseen; known in digital mode only."""

    seat: Seat
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(["cheat", player(self.seat), *map(str, self.cards)])


@dataclass(frozen=True)
class Stop:
    """Somebody stops the game to accuse a player of cheating."""

    seat: Seat
    accused: Seat | None = None
    """None while nobody is named yet."""

    def __str__(self) -> str:
        return f"stop {player(self.seat)}" + ("" if self.accused is None else f" {player(self.accused)}")


@dataclass(frozen=True)
class Withdraw:
    """Who stopped the game accuses nobody after all."""

    seat: Seat

    def __str__(self) -> str:
        return f"withdraw {player(self.seat)}"


@dataclass(frozen=True)
class Answer:
    """The accused says whether he cheated."""

    seat: Seat
    guilty: bool

    def __str__(self) -> str:
        return f"{'guilty' if self.guilty else 'innocent'} {player(self.seat)}"


@dataclass(frozen=True)
class Out:
    """A player's hand is empty; told in table mode only."""

    seat: Seat

    def __str__(self) -> str:
        return f"out {player(self.seat)}"


@dataclass(frozen=True)
class Count:
    """Somebody has counted a hand at the table; told in table mode only."""

    seat: Seat
    cards: int

    def __str__(self) -> str:
        return f"count {player(self.seat)} {self.cards}"


@dataclass(frozen=True)
class Tally:
    """What a player holds at the end of a round; told in table mode only."""

    seat: Seat
    cards: tuple[int, int, int]
    """Grey cards, action cards, mitos."""

    def __str__(self) -> str:
        return f"tally {player(self.seat)} {','.join(map(str, self.cards))}"


@dataclass(frozen=True)
class Shuffle:
    """The discards under the top card become the draw pile; in digital mode as shuffled, the top one first."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(["shuffle", *map(str, self.cards)])


Action: TypeAlias = (Deal | Play | Draw | Give | Keep | Slap | Throw | First | Race | Cheat | Stop | Withdraw | Answer
                     | Out | Count | Tally | Shuffle)
RACES: dict[Kind, str] = {MOSQUITO: "mosquito", COCKROACH: "cockroach"}


def _somebody(seat: Seat | None) -> str:
    return "nobody" if seat is None else player(seat)


def parse(text: str) -> Action:
    """Return the action that a text names; raise BadNotation.

    >>> parse("give p1 p2 n4")
    Give(seat=0, to=1, card=Card(kind='n', value=4))
    """
    words = text.split()
    try:
        return _PARSERS[words[0]](*words[1:])
    except (IndexError, KeyError, TypeError, ValueError):
        raise BadNotation(Text(
            f"{text[:60]!r} is no Mito action; write, say: play p2 n4, draw p1, slap p3, stop p1 p2, guilty p2",
            f"{text[:60]!r} n'est pas une action de Mito ; écrivez par exemple : play p2 n4, draw p1, slap p3, "
            "stop p1 p2, guilty p2")) from None


def _seat(word: str) -> Seat:
    if not re.fullmatch(r"p[1-9]", word):
        raise ValueError(word)
    return int(word[1:]) - 1


def _maybe(word: str) -> Seat | None:
    return None if word == "nobody" else _seat(word)


def _cards(*words: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, words))


def _give(seat: str, to: str, card: str = "") -> Give:
    return Give(_seat(seat), _seat(to), parse_card(card) if card else None)


def _throw(seat: str, card: str = "") -> Throw:
    if (seat == "nobody") == bool(card):
        raise ValueError(card)
    return Throw(_maybe(seat), parse_card(card) if card else None)


def _first(*seats: str) -> First:
    if not seats or len(set(seats)) < len(seats):
        raise ValueError(seats)
    return First(tuple(map(_seat, seats)))


def _race(word: str) -> Race:
    return Race({name: kind for kind, name in RACES.items()}[word])


def _stop(seat: str, accused: str = "") -> Stop:
    return Stop(_seat(seat), _seat(accused) if accused else None)


def _tally(seat: str, numbers: str) -> Tally:
    grey, action, mito = map(int, numbers.split(","))
    return Tally(_seat(seat), (grey, action, mito))


_PARSERS: dict[str, Callable[..., Action]] = {
    "deal": lambda *cards: Deal(_cards(*cards)),
    "play": lambda seat, card: Play(_seat(seat), parse_card(card)),
    "draw": lambda seat: Draw(_seat(seat)),
    "give": _give,
    "keep": lambda seat: Keep(_seat(seat)),
    "slap": lambda seat: Slap(_maybe(seat)),
    "throw": _throw,
    "cheat": lambda seat, *cards: Cheat(_seat(seat), _cards(*cards)),
    "first": _first,
    "race": _race,
    "stop": _stop,
    "withdraw": lambda seat: Withdraw(_seat(seat)),
    "guilty": lambda seat: Answer(_seat(seat), True),
    "innocent": lambda seat: Answer(_seat(seat), False),
    "out": lambda seat: Out(_seat(seat)),
    "count": lambda seat, cards: Count(_seat(seat), int(cards)),
    "tally": _tally,
    "shuffle": lambda *cards: Shuffle(_cards(*cards))}
