"""The live table: one inbox, one thread that writes the game, and any number of viewers.

Looks and commands only enqueue. The referee's thread takes them one by one, writes what follows from them to the store,
and shows it only then.
"""

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device import sentences
from device.errors import StoreError
from device.events import BY_PHONE, Event, Ledger, audience_of
from device.matching import UNKNOWN, likeliest, seen
from device.referee import Command, Message, Question, Referee, Step, resume, step
from device.store import Store
from rules.game import Explains, Slot, Table, Viewer
from rules.text import Text
from web.offers import offered
from web.table import Answer, Snapshot, Who

_log = logging.getLogger(__name__)
PATIENCE = 5.0
"""Seconds that a phone waits for its command's answer."""
RETRY = 1.0
"""Seconds after which what the disk did not take is tried again."""
LOG_LENGTH = 30
"""How many events the phones are shown."""
Watch = Callable[[Referee, tuple[Event, ...]], None]


class _Pending:
    """A phone's command on its way through the inbox."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.answer = Answer(False, sentences.TOO_SLOW, "busy")


@dataclass(frozen=True)
class _Erase:
    """Remove a game that was played before; it goes through the inbox, since only the referee's thread writes."""

    game: int
    by: str


@dataclass(frozen=True)
class _View:
    """What a viewer was shown last. Versions count a viewer's own changes: what is hushed must not even be counted."""

    shown: int
    version: int
    content: Mapping[str, Any]


class LiveTable:
    """The table that phones, lights and the eye share; fits `web.table.TableService`.

    A context manager: inside it the referee's thread runs. `watch` is called in that thread after each change, with the
    referee and the events that were just accepted; it must not block.
    """

    def __init__(self, store_path: Path | str, watch: Watch | None = None, join: str = "") -> None:
        """Prepare the table; the store is opened, and its last game resumed, when the context is entered."""
        self.join = join
        """The address that other phones are to open."""
        self.watch = watch
        self.report: Callable[[Mapping[str, Any]], Answer] | None = None
        """Writes down a read that was wrong; called in the thread of the phone that reports it."""
        self.defaults: Mapping[str, Mapping[str, str]] = {}
        """By game, options that hold unless a phone says otherwise: the family's own deck."""
        self.erased: Callable[[], None] | None = None
        """Called, in the phone's thread, after a game was erased from the store."""
        self._store_path = store_path
        self._inbox: queue.Queue[tuple[Message | bytes | _Erase, _Pending | None] | None] = queue.Queue()
        self._changed = threading.Condition()
        self._shown: tuple[int, Referee, Text | None] = (0, Referee(), None)
        self._picture: tuple[int, bytes | None] = (0, None)
        self._views: dict[Who, _View] = {}
        self._viewing = threading.Lock()
        self._opened: queue.Queue[Exception | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)
        self._beats = 0

    # The way in

    def put(self, message: Message) -> None:
        """Hand the referee a message of the eye; never blocks."""
        self._inbox.put((message, None))

    def show_picture(self, jpeg: bytes) -> None:
        """Show viewers a new picture of the table, once the looks before it are judged; never blocks."""
        self._inbox.put((jpeg, None))

    def command(self, who: Who, name: str, args: Mapping[str, Any]) -> Answer:
        """Carry out a phone's command; see `web.table.TableService`."""
        if name == "report" and self.report is not None:
            return self.report(args)
        if name == "new":
            args = {**args, "options": self._with_defaults(args)}
        if name == "erase":
            return self._erase(args.get("game"))
        return self._wait_for(Command(name, args, BY_PHONE, who.host))

    def _erase(self, game: Any) -> Answer:
        answer = self._wait_for(_Erase(game, BY_PHONE)) if type(game) is int else Answer(
            False, sentences.BAD_COMMAND, "bad")
        if answer.ok and self.erased is not None:
            self.erased()
        return answer

    def _wait_for(self, message: Message | _Erase) -> Answer:
        pending = _Pending()
        self._inbox.put((message, pending))
        pending.done.wait(PATIENCE)
        return pending.answer

    def _with_defaults(self, args: Mapping[str, Any]) -> Any:
        options = args.get("options", {})
        return {**self.defaults.get(str(args.get("game")), {}), **options} if isinstance(options, dict) else options

    # The way out

    @property
    def referee(self) -> Referee:
        """The referee as it was last shown."""
        return self._shown[1]

    @property
    def beats(self) -> int:
        """How many turns the referee's loop has made: what a watchdog may watch."""
        return self._beats

    def snapshot(self, who: Who) -> Snapshot:
        """Return the whole state that this viewer may know; see `web.table.Snapshot`."""
        shown = self._shown
        with self._viewing:
            seen = self._views.get(who)
            if seen is None or seen.shown != shown[0]:
                content = _content(shown[1], shown[2], who, self.join, self._picture[0])
                version = 0 if seen is None else seen.version + (seen.content != content)
                self._views[who] = seen = _View(shown[0], version, content)
        return {**seen.content, "version": seen.version}

    def picture(self) -> bytes | None:
        """Return the newest picture of the table, as JPEG; None when there is none."""
        return self._picture[1]

    def games(self) -> list[Mapping[str, Any]]:
        """Return the games to choose from."""
        return offered(self.defaults)

    @contextlib.contextmanager
    def subscribe(self, who: Who) -> Iterator["_Subscription"]:
        """Follow the state; the first `wait` returns it as it is."""
        yield _Subscription(self, who)

    # The referee's thread

    def __enter__(self) -> "LiveTable":
        self._thread.start()
        error = self._opened.get()
        if error is not None:
            raise error
        return self

    def __exit__(self, *_: object) -> None:
        self._inbox.put(None)
        self._thread.join(timeout=2)

    def _run(self) -> None:
        try:
            store = Store(self._store_path)
            referee = resume(list(store.events()))
        except Exception as error:  # handed to the thread that opens the table
            self._opened.put(error)
            return
        with store:
            self._publish(referee, None)
            self._tell(referee, ())
            self._opened.put(None)
            self._serve(store, referee)

    def _serve(self, store: Store, referee: Referee) -> None:
        unwritten: Message | None = None
        while True:
            self._beats += 1
            try:
                item = self._inbox.get(timeout=RETRY)
            except queue.Empty:
                if unwritten is None:
                    continue
                item = (unwritten, None)
            if item is None:
                return
            message, pending = item
            if isinstance(message, bytes):
                self._publish_picture(message)
                continue
            if isinstance(message, _Erase):
                _answer(pending, _erase(store, message))
                continue
            referee, written = self._take(store, referee, message, pending)
            unwritten = None if written or pending is not None else message

    def _take(self, store: Store, referee: Referee, message: Message,
              pending: _Pending | None) -> tuple[Referee, bool]:
        """Return the referee after the message, and whether its events are on the disk."""
        made = step(referee, message)
        answer, fault = made.answer, None
        try:
            if made.events:
                store.append(made.events)
        except StoreError as error:
            fault = sentences.NOT_WRITTEN.fill(why=str(error))
            made, answer = Step(referee), Answer(False, fault, "disk")
        if made.referee is not referee or fault != self._shown[2]:
            self._publish(made.referee, fault)
        self._tell(made.referee, made.events)
        _answer(pending, answer)
        return made.referee, fault is None

    def _tell(self, referee: Referee, events: tuple[Event, ...]) -> None:
        try:
            if self.watch is not None:
                self.watch(referee, events)
        except Exception:  # a lamp that fails must not stop the game
            _log.exception("a listener of the table failed")

    def _publish_picture(self, jpeg: bytes) -> None:
        with self._changed:
            # a picture that shows a secret is not kept, and the one before it goes too
            self._picture = (self._picture[0] + 1, None if _shows_a_secret(self._shown[1]) else jpeg)
            self._bump(self._shown[1], self._shown[2])

    def _publish(self, referee: Referee, fault: Text | None) -> None:
        with self._changed:
            self._bump(referee, fault)

    def _bump(self, referee: Referee, fault: Text | None) -> None:
        self._shown = (self._shown[0] + 1, referee, fault)
        self._changed.notify_all()


def _answer(pending: _Pending | None, answer: Answer) -> None:
    if pending is not None:
        pending.answer = answer
        pending.done.set()


def _erase(store: Store, wanted: _Erase) -> Answer:
    if wanted.game == store.game:
        return Answer(False, sentences.ON_THE_TABLE, "on the table")
    try:
        erased = store.erase(wanted.game, wanted.by)
    except StoreError as error:
        return Answer(False, sentences.NOT_ERASED.fill(why=str(error)), "disk")
    return Answer(True) if erased else Answer(False, sentences.NO_SUCH_GAME, "no game")


class _Subscription:
    """A viewer's place in the stream: it holds no queue, since only the newest state is worth showing."""

    def __init__(self, table: LiveTable, who: Who) -> None:
        self._table, self._who, self._had, self._version = table, who, -1, -1

    def wait(self, seconds: float) -> Snapshot | None:
        """Return the newest snapshot when it was not handed out yet; None after `seconds`."""
        table = self._table
        end = time.monotonic() + seconds
        while True:
            with table._changed:
                left = max(0.0, end - time.monotonic())
                if not table._changed.wait_for(lambda: table._shown[0] != self._had, timeout=left):
                    return None
                self._had = table._shown[0]
            now = table.snapshot(self._who)
            if now["version"] != self._version:
                self._version = int(now["version"])
                return now


def _content(referee: Referee, fault: Text | None, who: Who, join: str, picture: int) -> Mapping[str, Any]:
    ledger = referee.ledger
    return {
        "game": None if ledger is None else game_view(ledger, who.viewer),
        "referee": _referee_view(referee, fault),
        "refusal": None if ledger is None else _refusal_view(ledger),
        "log": [] if ledger is None else _log_view(ledger, who.viewer),
        "undo": _undo_view(ledger) if ledger is not None and who.host else None,
        "people": [], "you": None, "host": who.host, "join": join, "picture": picture,
    }


def _undo_view(ledger: Ledger) -> Mapping[str, str] | None:
    """Say which action an undo would take back; a hushed one is not named, not even to the host."""
    if not ledger.actions:
        return None
    before = ledger.before(1)
    if audience_of(before, ledger.actions[-1]) is not None:
        return sentences.HUSHED.json()
    return before.game.describe(before.state, before.game.parse(ledger.actions[-1])).json()


def _log_view(ledger: Ledger, viewer: Viewer) -> list[dict[str, Any]]:
    """Return the log's end without the lines that are not for this viewer, and numbered without them."""
    lines = [line for line in ledger.log if line.audience is None or viewer in line.audience]
    return [{"n": n, "kind": line.kind, "text": line.text.json(), "by": name_of(line.by)}
            for n, line in enumerate(lines)][-LOG_LENGTH:]


def name_of(by: str) -> str | None:
    """Return the name of who told it by phone, "" when that one has none; None when it was seen at the table."""
    return by.removeprefix(BY_PHONE) if by.startswith(BY_PHONE) else None


def game_view(ledger: Ledger, viewer: Viewer) -> Mapping[str, Any]:
    """Return the part `game` of a snapshot."""
    game, state = ledger.game, ledger.state
    outcome = game.outcome(state)
    return {
        "name": game.name, "title": game.title.json(), "options": dict(ledger.options),
        "view": game.view(state, viewer),
        "seats": [{"title": title.json(), "name": None} for title in game.seats(state)],
        "to_play": game.to_play(state), "scores": list(game.scores(state)),
        "outcome": outcome and {"reason": outcome.reason, "winners": list(outcome.winners),
                                "text": outcome.text.json(), "slots": list(outcome.slots)},
    }


def _referee_view(referee: Referee, fault: Text | None) -> Mapping[str, Any]:
    return {
        "state": referee.phase, "text": referee.text.json(), "slots": list(referee.slots),
        "seen": _seen_view(referee),
        "question": referee.question and _question_view(referee.question),
        "fault": fault and fault.json(),
    }


def _seen_view(referee: Referee) -> Table:
    """Return the table as last seen, without what a secret slot shows by accident."""
    if referee.reading is None or referee.ledger is None:
        return {}
    return {**seen(referee.reading.slots), **{slot: referee.ledger.table[slot] for slot in _covered(referee.ledger)}}


def _covered(ledger: Ledger) -> Collection[Slot]:
    return ledger.game.covered(ledger.state) if isinstance(ledger.game, Explains) else ()


def _shows_a_secret(referee: Referee) -> bool:
    """Tell whether the last still picture shows more of a covered slot than the game does."""
    if referee.reading is None or referee.ledger is None:
        return False
    slots, table = referee.reading.slots, referee.ledger.table
    return any(slot in slots and likeliest(slots[slot]) not in (table[slot], None, UNKNOWN)
               for slot in _covered(referee.ledger))


def _question_view(question: Question) -> Mapping[str, Any]:
    return {"id": question.number, "text": question.text.json(),
            "answers": [{"id": name, "text": text.json()} for name, text, _ in question.answers]}


def _refusal_view(ledger: Ledger) -> Mapping[str, Any] | None:
    if ledger.refusal is None:
        return None
    return {"code": ledger.refusal.refused.code, "text": ledger.refusal.refused.text.json(),
            "action": ledger.game.describe(ledger.state, ledger.refusal.action).json()}
