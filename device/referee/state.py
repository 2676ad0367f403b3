"""What the referee knows, the messages that it hears, and what each leads to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from device import sentences
from device.events import Event, Ledger
from device.people import People
from device.presses import Pressed, Raced
from rules.game import Future, GameError, Piece, Slot, Table
from rules.text import Text
from vision.reading import Reading
from web.table import HOST, Answer, Who

Phase: TypeAlias = Literal["lost", "hand", "settling", "ready", "question", "mismatch", "over", "idle"]
AT_REST = ("ready", "question", "mismatch", "over")


@dataclass(frozen=True)
class Look:
    """A message of the eye: what it sees now."""

    reading: Reading


@dataclass(frozen=True)
class Lost:
    """A message of the eye: there is no picture, and why."""

    text: Text


@dataclass(frozen=True)
class Unwatched:
    """A message of the machine: no camera looks at the table, and none is awaited; all is told by phone."""


@dataclass(frozen=True)
class Command:
    """A message of a phone; `by` names the person for the log."""

    name: str
    args: Mapping[str, Any]
    by: str
    who: Who = HOST


Message: TypeAlias = Look | Lost | Unwatched | Command | Pressed | Raced


@dataclass(frozen=True)
class Question:
    """What the referee can't tell, with the explanations to choose from, the likeliest first."""

    number: int
    text: Text
    answers: tuple[tuple[str, Text, tuple[Future, ...]], ...]
    slots: tuple[Slot, ...]


@dataclass(frozen=True)
class Takeback:
    """A player asks to take back the newest action; the host alone, or all the others, agree."""

    number: int
    by: str
    """The id of the person who asks."""
    agreed: frozenset[str]
    """The ids of those who agree, the asker among them."""


@dataclass(frozen=True)
class Referee:
    """All that the referee knows; a new one after every message."""

    ledger: Ledger | None = None
    people: People = People()
    phase: Phase = "idle"
    text: Text = sentences.IDLE
    slots: tuple[Slot, ...] = ()
    """The slots that differ from the game, or that the question is about."""
    question: Question | None = None
    questions: int = 0
    reading: Reading | None = None
    """The last still look; None while there was none."""
    overrides: Mapping[Slot, tuple[Piece | None, Piece | None]] = field(default_factory=dict)
    """Where people said that the camera is wrong: what it reads, and what really lies there."""
    stale: Table | None = None
    """The table as it lay when the game was changed by phone: no evidence until somebody touches it."""
    contest: tuple[Raced, Question] | None = None
    """A race whose end people must tell, and what they are asked; asked for as long as the game waits for it."""
    takeback: Takeback | None = None
    """What a player asks to take back; gone as soon as the game goes on."""
    takebacks: int = 0


@dataclass(frozen=True)
class Step:
    """What a message led to."""

    referee: Referee
    events: tuple[Event, ...] = ()
    answer: Answer = field(default=Answer(True))


def game_of(referee: Referee) -> Ledger:
    """Return the game on the table; raise GameError when there is none."""
    if referee.ledger is None:
        raise GameError(sentences.NO_GAME)
    return referee.ledger
