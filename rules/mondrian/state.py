"""The state of a game of Mondrian."""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypeVar

from rules.game import Seat
from rules.mondrian.actions import Landing, Method
from rules.mondrian.deck import CardId, blanks
from rules.mondrian.options import Rules

Phase: TypeAlias = Literal["plan", "throw", "choose", "seal", "claim", "paint", "over"]
ROUNDS = 4
T = TypeVar("T")


@dataclass(frozen=True)
class Die:
    """A die that was thrown in this round."""

    landing: Landing | None
    """Where it lies; None when it is lost for this round."""
    method: Method | None = None
    choice: CardId | None = None
    """The card that its owner chose among several."""

    @property
    def touches(self) -> tuple[CardId, ...]:
        """The cards that its base touches; none when it is lost."""
        return self.landing.cards if self.landing else ()

    @property
    def card(self) -> CardId | None:
        """The card that it counts for; None when there is none, or its owner has yet to choose."""
        return self.touches[0] if len(self.touches) == 1 else self.choice


@dataclass(frozen=True)
class State:
    """A game of Mondrian; what is listed by seat has one entry a seat."""

    rules: Rules
    hands: tuple[tuple[CardId, ...], ...]
    grid: tuple[CardId, ...]
    """The cards on the table."""
    plans: tuple[tuple[Method, ...] | None, ...]
    dice: tuple[tuple[Die, ...], ...]
    """Each seat's dice of this round, in the order of its throws."""
    sealed: tuple[tuple[tuple[CardId, CardId], ...] | None, ...]
    paintings: tuple[tuple[CardId, ...] | None, ...]
    phase: Phase = "plan"
    round: int = 1
    first: Seat = 0
    again: Method | bool = False
    """Whether the last thrower must throw his die again; the method, when it was told."""
    rethrown: bool = False
    """Whether the die to be thrown again has left the zone before."""
    spoiled: Seat | None = None
    """Who lost a die with the last throw."""
    waived: frozenset[tuple[Seat, CardId]] = frozenset()
    """Who has left which card to the others in this round."""
    taken: frozenset[CardId] = frozenset()
    """The cards taken in this round, which can't pay in it."""
    fresh: frozenset[CardId] = frozenset()
    """The cards given in payment in this round, which can't be claimed in it."""

    @property
    def players(self) -> int:
        return len(self.rules.colours)

    @property
    def dice_each(self) -> int:
        """How many dice each player throws in this round: 2, 3, 4, 5 [seed]."""
        return self.round + 1

    def order(self) -> tuple[Seat, ...]:
        """Return the seats from the first player on."""
        return tuple((self.first + n) % self.players for n in range(self.players))

    def value(self, card: CardId) -> int:
        """Return what a card costs and is worth."""
        return self.rules.cards[card].value

    def with_dice(self, seat: Seat, dice: tuple[Die, ...]) -> "State":
        """Return the state with this seat's dice replaced."""
        return replace(self, dice=put(self.dice, seat, dice))


def put(entries: tuple[T, ...], seat: Seat, entry: T) -> tuple[T, ...]:
    """Return the entries with one seat's replaced."""
    return (*entries[:seat], entry, *entries[seat + 1:])


def start(rules: Rules) -> State:
    """Return the state before the first plan: a 1, a 2 and a 3 in every hand [seed]."""
    count = len(rules.colours)
    hands = tuple(tuple(card.id for card in blanks(colour)) for colour in rules.colours)
    nobody = (None,) * count
    return begin_round(State(rules, hands, rules.laid, nobody, ((),) * count, nobody, nobody), 1)


def begin_round(state: State, number: int) -> State:
    """Return the state at the beginning of a round: dice back in hand, the first player moved on [seed]."""
    count = state.players
    return replace(
        state, round=number, first=(number - 1) % count,
        phase="throw" if state.rules["palette"] == "trusted" else "plan",
        plans=(None,) * count, dice=((),) * count, sealed=(None,) * count, again=False, rethrown=False, spoiled=None,
        waived=frozenset(), taken=frozenset(), fresh=frozenset())
