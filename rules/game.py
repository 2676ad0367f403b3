"""The one shape that all games have: what the referee, the camera and the phones may ask of a game.

A state is frozen; `apply` gives a new one or raises `Refused` before anything has changed. A *slot* is a place on the
real table that can hold one piece, named by the game ("4.large"); a *piece* is what may lie there ("purple"), and None
means that the slot is empty. A *seat* is a place at the table, counted from 0 in the order of play.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

from rules.sources import OPEN
from rules.text import Text

Slot: TypeAlias = str
Piece: TypeAlias = str
Seat: TypeAlias = int
Table: TypeAlias = Mapping[Slot, Piece | None]
Possible: TypeAlias = Mapping[Slot, Sequence[Piece | None]]
"""For each slot what it may hold, the likeliest first; a slot that is missing was not seen: taken as unchanged."""
Viewer: TypeAlias = Seat | Literal["host", "spectator"]
"""Who looks: a player by seat, the host (who referees and holds no seat's secrets) or a spectator."""
Json: TypeAlias = Any
"""What `json.dumps` takes: the state as phones and logs get it."""


class GameError(ValueError):
    """Whatever a game rejects; `text` says it in every language."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class Refused(GameError):
    """An action that the rules forbid; the state is as it was. `code` is a rule's code, such as E-OT-NEST."""

    def __init__(self, code: str, text: Text) -> None:
        super().__init__(text)
        self.code = code


class BadNotation(GameError):
    """A text that is no action, option or record of the game."""


@dataclass(frozen=True)
class Option:
    """A rule that the table may set before the game."""

    name: str
    choices: tuple[str, ...]
    """The allowed values, the default first."""
    text: Text
    source: Text = OPEN
    """Where the choices come from; see `rules.sources`."""
    free: bool = False
    """Whether other texts than `choices` are allowed too (a number, a deck of cards), which the game itself checks."""
    usual: bool = False
    """Whether most tables want to choose; the others may be folded away."""
    when: tuple[str, str] | None = None
    """The option and its choice without which this one means nothing."""

    @property
    def default(self) -> str:
        return self.choices[0]


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    reason: str
    """The way it ended, in the words of the rules: "same size", "draw"."""
    winners: tuple[Seat, ...]
    text: Text
    slots: tuple[Slot, ...] = ()
    """The slots that decided it."""


@dataclass(frozen=True)
class Problem:
    """Something about a table that no legal play can have led to."""

    code: str
    text: Text
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True)
class Future:
    """One thing that a person at the table may have done, legal or not, and the table it would leave."""

    action: Any
    table: Table
    refusal: Refused | None = None
    """Why the rules forbid it; None when it is legal."""
    weight: float = 1.0
    """How often people do it, against 1 for a legal action."""
    partial: bool = False
    """The table is only on its way to the action (a half-filled row): wait, nothing is done yet or wrong."""


S = TypeVar("S")
A = TypeVar("A")
S_in = TypeVar("S_in", contravariant=True)
A_in = TypeVar("A_in", contravariant=True)
A_out = TypeVar("A_out", covariant=True)


class Game(Protocol[S, A]):
    """What every game offers. Options are texts, so that records, settings and phones share one form."""

    name: str
    """The name by which commands, records and registries know the game: "otrio"."""
    title: Text
    options: Sequence[Option]
    players: Sequence[int]
    """The numbers of players that the game allows."""

    def new(self, options: Mapping[str, str]) -> S:
        """Return the state before the first action; raise BadNotation for an unknown option or value."""

    def chosen(self, state: S) -> Mapping[str, str]:
        """Return every option's value in this game."""

    def seats(self, state: S) -> Sequence[Text]:
        """Return what each seat is called when nobody gave a name, in the order of play: "purple and green"."""

    def to_play(self, state: S) -> Seat | None:
        """Return the seat whose turn it is; None when nobody's or everybody's."""

    def legal_actions(self, state: S) -> Iterator[A]:
        """Yield every action that `apply` takes now, in a fixed order."""

    def apply(self, state: S, action: A) -> S:
        """Return the state after the action; raise Refused when a rule forbids it."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended; None while it goes on."""

    def scores(self, state: S) -> Sequence[int]:
        """Return each seat's points so far."""

    def slots(self, state: S) -> Sequence[Slot]:
        """Return the names of all slots on this game's table."""

    def table(self, state: S) -> Table:
        """Return what a camera should see: every slot and what lies in it."""

    def futures(self, state: S) -> Iterable[Future]:
        """Yield what one person may do to the table next: legal actions first, then each single one that is refused."""

    def problems(self, state: S, table: Table) -> list[Problem]:
        """Return all that is wrong with a table that came from a camera or a person, whatever led to it."""

    def view(self, state: S, viewer: Viewer) -> Json:
        """Return what this viewer may know of the state, for the phones' pages; never another's secret."""

    def line(self, before: S, action: A, after: S) -> Json:
        """Return the fields with which `arbitrio referee --json` reports an accepted action, `kind` among them."""

    def refused_line(self, before: S, action: A, refusal: Refused) -> Json:
        """Return the fields with which it reports a refused one."""

    def describe(self, state: S, action: A) -> Text:
        """Say in words what the action is, as the log shows it: "red puts a medium ring in cell 1"."""

    def notation(self, action: A) -> str:
        """Return the action as a text; `parse(notation(a)) == a`."""

    def parse(self, text: str) -> A:
        """Return the action that a text names; raise BadNotation."""


T = TypeVar("T", contravariant=True)


@runtime_checkable
class Explains(Protocol[T]):
    """What a game offers besides `Game` whose actions are too many to list, leave nothing to see, or take a while."""

    def explain(self, state: T, seen: Possible, evidence: Mapping[str, Any]) -> Iterable[tuple[Future, ...]]:
        """Yield each sequence of actions that leads to a table which `seen` allows, its futures in their order.

        All but the last are legal, among them those that leave nothing to see (marks of 0 and 0); the last may be
        refused, or `partial`. `evidence` is what else was seen, by the game's own names. The unchanged table is not
        among them.
        """

    def covered(self, state: T) -> Collection[Slot]:
        """Return the slots that hide a secret now: no screen may show more of them than `table` says."""


@runtime_checkable
class Adopts(Protocol[S_in]):
    """What a game offers beside `Game` when the table, as it is laid out, decides some of its options."""

    def adopt(self, state: S_in, seen: Table) -> Mapping[str, str] | None:
        """Return all options with those that the table decides before the first action; None when they are so."""


@dataclass(frozen=True)
class Question:
    """What the game waits for that no single seat's turn answers: a race, a forfeit, the truth."""

    kind: str
    """The game's own name for it: "mosquito", "accusation"."""
    text: Text
    seats: tuple[Seat, ...]
    """Who takes part, or who must answer; nobody: it is answered by chance, see `Deals`."""
    race: Literal["first", "last"] | None = None
    """For a race, which place counts; the buttons may be read for it."""


@runtime_checkable
class Asks(Protocol[S_in]):
    """What a game offers beside `Game` when it has open questions."""

    def question(self, state: S_in) -> Question | None:
        """Return what is open now; None when play goes on in turn. Its answers are among the legal actions."""


@runtime_checkable
class Hushes(Protocol[S_in, A_in]):
    """What a game offers beside `Game` when some actions must not even be noticed."""

    def audience(self, state: S_in, action: A_in) -> Sequence[Seat] | None:
        """Return the seats that may learn of the action; None for everybody."""


@runtime_checkable
class Owns(Protocol[S_in, A_in]):
    """What a game offers beside `Game` so that players may tell what they do by their own phones."""

    def owners(self, state: S_in, action: A_in) -> Collection[Seat] | None:
        """Return the seats that may tell this action by phone now, besides the host, who may tell any.

        A player's own action is his alone to tell, and what all can see is everybody's: None. An action that nobody
        but the host may tell has no owner. Whether the rules allow the action does not matter here.
        """


@runtime_checkable
class Advises(Protocol[S_in]):
    """What a game offers beside `Game` when it can help a player."""

    def advice(self, state: S_in, seat: Seat) -> Sequence[Text]:
        """Return sentences that help this seat now, the best first, from nothing but what it may know."""


Button: TypeAlias = Seat | Literal["stop"]
"""A button of the panel: a seat's own, or the one that stops the game."""


@dataclass(frozen=True)
class Finish:
    """How a race at the buttons ended; each seat that took part is in one of its fields, once."""

    places: tuple[tuple[Seat, ...], ...]
    """Who pressed, the first place first; several seats share a place where nobody can tell them apart."""
    absent: tuple[Seat, ...] = ()
    """Who did not press in time."""
    false_starts: tuple[Seat, ...] = ()
    """Who pressed before the start."""


@runtime_checkable
class Presses(Protocol[S_in, A_out]):
    """What a game offers beside `Game` when it is played at the panel's buttons too."""

    def pressed(self, state: S_in, button: Button, by: Seat | None = None) -> A_out | None:
        """Return what a press means now; None when it means nothing.

        `by` is the seat whose own phone pressed; None when nobody knows whose hand it was. What it returns may still be
        refused. A racer's own button is not asked about while its race is on.
        """

    def finished(self, state: S_in, finish: Finish) -> Sequence[A_out]:
        """Return what the end of the race that is open now may mean: one action when it is clear.

        Several, the likeliest first, when people must say which; none when it tells nothing and is run again.
        """


class Chance(Protocol):
    """What brings things into an order of chance; `random.Random` fits it."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put the things into another order, each as likely as any."""


@runtime_checkable
class Deals(Protocol[S_in, A_out]):
    """What a game offers beside `Game` when the referee deals or shuffles for it."""

    def deal(self, state: S_in, chance: Chance) -> A_out | None:
        """Return the deal or shuffle that the game waits for now; None when it waits for none.

        A `Question` that no seat must answer is answered by it at once; else it is done when people ask for it.
        """


@dataclass(frozen=True)
class Record:
    """A whole game as text: its name, options and actions; see `rules.record`."""

    game: str
    options: Mapping[str, str]
    actions: tuple[str, ...]
    version: int = 1
    tags: Mapping[str, str] = field(default_factory=dict)
    """Players' names and the like, which no rule depends on."""
