"""The state of a game of Mito, and how cards move in it.

In table mode the engine knows what lies open and how many cards there are, not which: the hands are empty and the pile
holds None. In both modes `known` is what everybody may know of the hands' sizes: a cheated card counts there as held.
In calls mode nobody tells any card: a round is on from the start, without turns, and the sizes are anything.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypeVar

from rules.game import Seat
from rules.mito.cards import LIMITS, Card
from rules.mito.options import Rules

Phase: TypeAlias = Literal["deal", "play", "score", "over"]
PendingKind: TypeAlias = Literal["spider", "mosquito", "forfeit", "cockroach", "throw"]
HAND_SIZE = 8
ALL_CARDS = sum(LIMITS)
T = TypeVar("T")


@dataclass(frozen=True)
class Known:
    """How many cards a hand can have, as far as everybody may know."""

    least: int
    most: int
    counted: bool = False
    """Whether somebody counted it in this round, so that a cheated card may be missing from `most`."""

    def moved(self, number: int) -> "Known":
        """Return what is known after this many cards came (or went, below 0)."""
        return replace(self, least=max(0, self.least + number), most=max(0, self.most + number))


@dataclass(frozen=True)
class Pending:
    """A power that waits for people: who was last, whose card was first, who gives what."""

    kind: PendingKind
    seat: Seat | None
    """Who laid the card; None where nobody told."""
    card: Card | None
    to: Seat | None = None
    """Who receives the forfeits."""
    owing: tuple[Seat, ...] = ()
    """Who has yet to give one; with a cockroach, who may throw a card, the fastest first."""
    raced: bool = False
    """Whether the buttons have told all they can."""


@dataclass(frozen=True)
class Cheated:
    """A card that was got rid of, and when."""

    seat: Seat
    card: Card
    guard_turns: int
    late: bool = False
    """Whether another player has laid a card since."""


@dataclass(frozen=True)
class Accusation:
    """An accusation: open until the accused has answered and, if guilty, the guard has given his card."""

    guard: Seat
    accused: Seat | None
    """None until the guard has named somebody."""
    guilty: bool = False


@dataclass(frozen=True)
class State:
    """A game of Mito; what is listed by seat has one entry a seat."""

    rules: Rules
    totals: tuple[int, ...]
    """The points of the rounds that are over."""
    guard: Seat
    turn: Seat
    known: tuple[Known, ...]
    hands: tuple[tuple[Card, ...], ...]
    tallies: tuple[tuple[int, int, int] | None, ...]
    phase: Phase = "deal"
    round: int = 1
    top: Card | None = None
    discards: tuple[Card, ...] = ()
    """The cards under the top one."""
    pile: tuple[Card | None, ...] = ()
    """The draw pile, the top card first."""
    cheated: tuple[Cheated, ...] = ()
    pending: Pending | None = None
    accusation: Accusation | None = None
    draws: tuple[Seat, ...] = ()
    """Who has still to draw a card, while the pile waits to be shuffled."""
    layer: Seat | None = None
    """Who laid the top card."""
    out: Seat | None = None
    """Whose hand is empty."""
    guard_turns: int = 0
    """How often the turn came to the guard in this round."""

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def frozen(self) -> bool:
        """Whether an accusation is open."""
        return self.accusation is not None

    def after(self, seat: Seat) -> Seat:
        """Return the seat to the left."""
        return (seat + 1) % self.players

    def others(self, *seats: Seat | None) -> tuple[Seat, ...]:
        """Return all seats but these, in the order of play."""
        return tuple(seat for seat in range(self.players) if seat not in seats)


def put(entries: tuple[T, ...], seat: Seat, entry: T) -> tuple[T, ...]:
    """Return the entries with one seat's replaced."""
    return (*entries[:seat], entry, *entries[seat + 1:])


def start(rules: Rules) -> State:
    """Return the state before the first deal."""
    count = rules.players
    state = State(rules, (0,) * count, rules.first_guard, rules.first_guard, (Known(0, 0),) * count, ((),) * count,
                  (None,) * count)
    return state if rules.told else replace(state, phase="play", known=(Known(1, ALL_CARDS),) * count)


def start_round(state: State, number: int) -> State:
    """Return the state before a round's deal: the guard is the next after the one chosen for the last round [seed]."""
    guard = (state.rules.first_guard + number - 1) % state.players
    return replace(start(state.rules), round=number, totals=state.totals, guard=guard, turn=guard)


def take(state: State, seat: Seat, cards: Iterable[Card | None]) -> State:
    """Return the state after cards came into a hand."""
    cards = tuple(cards)
    hand = sorted([*state.hands[seat], *(card for card in cards if card is not None)])
    return replace(state, hands=put(state.hands, seat, tuple(hand)),
                   known=put(state.known, seat, state.known[seat].moved(len(cards))))


def drop(state: State, seat: Seat, card: Card | None) -> State:
    """Return the state after a card left a hand for all to see that one did."""
    return replace(state, hands=put(state.hands, seat, without(state.hands[seat], card)),
                   known=put(state.known, seat, state.known[seat].moved(-1)))


def without(hand: tuple[Card, ...], card: Card | None) -> tuple[Card, ...]:
    """Return a hand without one such card, when it has one."""
    if card not in hand:
        return hand
    where = hand.index(card)
    return (*hand[:where], *hand[where + 1:])


def size(state: State, seat: Seat) -> int:
    """Return how many cards a hand holds, in table mode how many at most."""
    return len(state.hands[seat]) if state.rules.digital else state.known[seat].most


def doubt(state: State) -> State:
    """Return the state in which everybody but the guard may have cheated down to one card."""
    known = tuple(k if seat == state.guard else replace(k, least=min(k.least, 1)) for seat, k in enumerate(state.known))
    return replace(state, known=known)
