"""The table that the pages serve, as `web` needs it; `device` has what fits it."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from rules.game import Seat, Viewer
from rules.text import Text

Snapshot: TypeAlias = Mapping[str, Any]
"""The whole state as one viewer may know it, ready for `json.dumps`. Texts are {"en": ..., "fr": ...}.

    version    int, grows with every change; a page that sees a smaller one than it has ignores it
    game       {"name", "title": text, "options": {name: value},
                "view": what rules' `view` returned for this viewer,
                "seats": [{"title": text, "name": the seated person's name or None}],
                "to_play": seat or None, "scores": [int],
                "outcome": {"reason", "winners": [seat], "text": text, "slots": [slot]} or None}, or None: no game yet
    referee    {"state": "hand" | "settling" | "ready" | "question" | "mismatch" | "over" | "lost" | "idle",
                "text": text (what it is doing and what the players should do),
                "slots": [slot] (the slots that differ, or that the question is about),
                "seen": {slot: piece or None or "?"} (the table as last seen still),
                "watched": bool (a camera sees the table),
                "question": {"id": int, "text": text, "answers": [{"id": str, "text": text}]} or None,
                "fault": text or None (the machine can't go on accepting, and why: a full disk)}
    refusal    {"code", "text": text, "action": text, "remedy": text} or None: what was refused last and is not put
               right yet, and how it is
    takeback   {"id": int, "by": the asker's id, "name", "action": text} or None: what a player asks to take back
    clock      {"turn": int (another for another turn), "seconds": int (how long it has lasted)} or None: nobody's turn
    kept       [{"text": text, "before": int or None, "after": int or None}], the last moves, newest last, with the
               numbers of the pictures from before and after them
    log        [{"n": int, "kind": str, "text": text, "by": str or None}] newest last, at most 30; `by` names the
               person who told it by phone, "" when it has no name; None: seen at the table
    undo       text or None: the action that an undo would take back now; the host's only
    host       bool: this viewer may undo and correct
    stamp      str, another whenever `game` is another but for its people; a command that carries an old one is refused
    people     [{"id", "name", "colour", "seat": seat or None, "host": bool, "here": bool}], the first comer first
    you        {"id", "name", "colour", "seat", "host"} or None: who this viewer is; None when he has not joined
    join       URL for the QR code
    panel      {"buttons": [those that are wired], "lamps": {lamp: "on" | "off" | "blink"}, "faults": [text],
                "race": {"phase": "arming" | "armed" | "running" | "over", "seats": [seat], "idle": bool (nobody
                pressed), "held": [seat] (whose buttons must be let go)} or None,
                "stop": [seat] (whose phones may press the stop button now),
                "note": text (why the last press was refused) or None,
                "sound": {"n": int, "name": str}, the last that was begun, of `web.panel.PanelService.sounds`, or None,
                "story": the last race, see `device.events.story_words`, or None}, or None: no panel
    camera     "awaited" | "watching" | "none" (there is to be none, or the game needs none) | "absent" (none is
               connected, and one that comes is found); in the last two all is told by phone
    film_over  bool: the film that the table looks at, as a demonstration, is over
    number     int: the game's own, as the history counts; None when there is none
    club       bool: somebody beyond this table hears a call for help
    call       {"by": name or None} when somebody has called for help, else None
    picture    int: grows when there is a new picture of the table; 0 when there is none
"""


@dataclass(frozen=True)
class Who:
    """Who asks: a person who has joined, or a phone that has not; hosting is a power beside a seat."""

    person: str | None
    """The person's id."""
    seat: Seat | None
    host: bool

    @property
    def viewer(self) -> Viewer:
        """Whose eyes the rules show the game to: a host who plays sees no more than any player."""
        if self.seat is not None:
            return self.seat
        return "host" if self.host else "spectator"


COLOURS = ("blue", "orange", "green", "pink", "sky", "yellow", "red", "black")
"""The colours that people choose from, each with a sign of its own: they are told apart by no colour alone."""
PEOPLE_COMMANDS = frozenset({"join", "me", "sit", "leave", "host"})
"""The commands about who is at the table."""
HOST = Who(None, None, True)
"""The table's own word, and that of a host who has not joined."""
SPECTATOR = Who(None, None, False)
"""Who has not joined."""


@dataclass(frozen=True)
class Answer:
    """What became of a command: `ok`, or the reason with its remedy."""

    ok: bool
    text: Text | None = None
    code: str = ""


class Subscription(Protocol):
    """A viewer's place in the stream of changes; it holds at most one waiting change, the newest."""

    def wait(self, seconds: float) -> Snapshot | None:
        """Return the newest snapshot when there is one that was not handed out yet; None after `seconds`."""


class TableService(Protocol):
    """The referee's table as the web sees it. Every method may be called from any thread."""

    def who(self, person: str | None) -> Who:
        """Return what the person with this id may do now; SPECTATOR for one who is not known."""

    def snapshot(self, who: Who) -> Snapshot:
        """Return the whole state that this viewer may know."""

    def subscribe(self, who: Who) -> AbstractContextManager[Subscription]:
        """Follow the state; leaving the context gives the place back."""

    def command(self, who: Who, name: str, args: Mapping[str, Any]) -> Answer:
        """Carry out a command, and return once it is on the disk or refused.

        Names: `answer` {"question": id, "answer": id}; `undo` {}; `correct` {"table": {slot: piece or None}} (what
        really lies there); `play` {"action": notation} (a move told by phone); `new` {"game": name, "options": {}};
        `again` {} (look at the table again); `deal` {} (let the referee shuffle or deal); `report` {"note": text,
        "table": {slot: piece or None}} (the last read was wrong: keep its frame, what was decided, and this, which is
        right); `film` {} (show the film again that the table looks at, with a new game); `takeback` {} (ask to take
        the newest action back) and `agree` {"request": id, "yes": bool} (to that).
        `call` {"on": bool} (call the club for help, or no more).
        `answer`, `again`, `deal`, `takeback`, `agree`, `call`, and `play` of his own and of what all can see, are for
        whoever sits at the table; all else is the host's.

        About people: `join` {"name", "colour", "seat"}, the last two if wanted; `me` {"name", "colour"}, either;
        `sit` {"seat": seat or None}; `leave` {}; `host` {"person": id}, which hands on hosting. The host may add
        "person": id to `me`, `sit` and `leave`, to do so with somebody else.

        Any command may carry "stamp", the snapshot's as the person saw it: it is refused when the game is another by
        now; and "once", a mark of its own: a command that comes twice is carried out once and answered twice.
        """

    def picture(self) -> bytes | None:
        """Return the newest picture of the table with what was seen drawn on it, as JPEG; None when there is none."""

    def kept(self, number: int) -> bytes | None:
        """Return a picture from before or after one of the last moves, as JPEG; None when it is not kept."""

    def games(self) -> list[Mapping[str, Any]]:
        """Return the games to choose from: name, title, players and options with their choices, texts and `free`."""
