"""The live table: one inbox, one thread that writes the game, and any number of viewers.

Looks and commands only enqueue. The referee's thread takes them one by one, writes what follows from them to the store,
and shows it only then.
"""

import contextlib
import logging
import queue
import random
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from device import sentences
from device.chance import due, is_due
from device.content import content, covered, people_view, person_view, shows_a_secret
from device.errors import StoreError
from device.events import AT_THE_TABLE, BY_PHONE, Event, Ledger
from device.journal import Journal
from device.keeper import Keeper
from device.kept import Kept
from device.people import successor
from device.presence import Presence
from device.referee import Command, Look, Message, Referee, Step, resume, step
from device.store import Store
from device.turn import Turn
from device.views import Views
from rules.game import Asks, GameError, Viewer
from rules.text import Text
from vision.reading import Reading
from web.offers import offered
from web.table import Answer, Snapshot, Who

_log = logging.getLogger(__name__)
PATIENCE = 5.0
"""Seconds that a phone waits for its command's answer."""
RETRY = 1.0
"""Seconds after which what the disk did not take is tried again."""
REMEMBERED, REMEMBERED_LETTERS = 500, 40
"""Commands whose answer is kept, so that one that is sent twice is done once; and the letters of their marks."""
PICTURED = ("action", "illegal")
"""The kinds of events whose pictures are kept."""
Watch = Callable[[Referee, tuple[Event, ...]], None]
Camera: TypeAlias = Literal["awaited", "watching", "none", "absent"]
"""Whether a camera looks at the table; none: it is to be none, or the game needs none; absent: none is connected."""


class _Pending:
    """A phone's command on its way through the inbox."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.answer = Answer(False, sentences.TOO_SLOW, "busy")

    def settle(self, answer: Answer) -> None:
        """Hand the answer to whoever waits."""
        self.answer = answer
        self.done.set()


class _Told(_Pending):
    """A message whose sender is told the answer, in the referee's thread."""

    def __init__(self, tell: Callable[[Answer], None]) -> None:
        super().__init__()
        self._tell = tell

    def settle(self, answer: Answer) -> None:
        """Tell the sender."""
        try:
            self._tell(answer)
        except Exception:  # whoever asked must not stop the game
            _log.exception("who asked the table could not be told")


@dataclass(frozen=True)
class _Erase:
    """Remove a game that was played before; it goes through the inbox, since only the referee's thread writes."""

    game: int
    by: str


@dataclass(frozen=True)
class _Look:
    """See who is here: a phone has come or gone."""


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
        self.followed: Callable[[], None] | None = None
        """Called whenever a phone begins to follow, in its thread."""
        self.show_again: Callable[[], None] | None = None
        """Shows the film once more that the table looks at; called in the phone's thread."""
        self._film_over = False
        self._camera: Camera = "awaited"
        self.has_club = False
        """Whether somebody beyond this table hears its calls for help."""
        self._call: Mapping[str, Any] | None = None
        self._number: int | None = None
        self.erased: Callable[[], None] | None = None
        """Called, in the phone's thread, after a game was erased from the store."""
        self._store_path = store_path
        self.host_away = 120.0
        """Seconds after which a host who is gone hands on hosting; 0: never."""
        self._inbox: queue.Queue[tuple[Message | bytes | _Erase | _Look, _Pending | None] | None] = queue.Queue()
        self._changed = threading.Condition()
        self._shown: tuple[int, Referee, Text | None, int | None] = (0, Referee(), None, None)
        self._notice: Text | None = None
        """What was mended by itself, until a person begins a new game."""
        self._over = False
        self._picture: tuple[int, bytes | None] = (0, None)
        self._kept = Kept()
        self._keeper = Keeper(Path(store_path).parent)
        self._turn = Turn()
        self._panel: Mapping[str, Any] | None = None
        self._random = random.SystemRandom()
        self._presence = Presence()
        self._here: frozenset[str] = frozenset()
        self._views = Views(self._shared, self._own)
        self._answered: OrderedDict[tuple[str | None, str], Answer] = OrderedDict()
        self._opened: queue.Queue[Exception | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)
        self._beats = 0

    # The way in

    def put(self, message: Message, told: Callable[[Answer], None] | None = None) -> None:
        """Hand the referee a message of the eye or the panel; `told` gets its answer later. Never blocks."""
        self._inbox.put((message, None if told is None else _Told(told)))

    def show_panel(self, view: Mapping[str, Any]) -> None:
        """Show viewers what the panel shows; see `web.table.Snapshot`. Never blocks for long."""
        with self._changed:
            self._panel = view
            self._bump(self._shown[1], self._shown[2])

    def show(self, look: Look) -> None:
        """Hand the referee a look, and return once it is judged: looks are never queued, the eye sends newer ones."""
        self._wait_for(look)

    def show_picture(self, jpeg: bytes) -> None:
        """Show viewers a new picture of the table, once the looks before it are judged; never blocks."""
        self._inbox.put((jpeg, None))

    def command(self, who: Who, name: str, args: Mapping[str, Any]) -> Answer:
        """Carry out a phone's command; see `web.table.TableService`."""
        who = self._now(who)
        if name in ("report", "erase") and not who.host:
            return Answer(False, sentences.NOT_HOST, "bad")
        if name == "report" and self.report is not None:
            return self.report(args)
        if name == "film":
            return self._show_again(who)
        if name == "call":
            return self._call_for_help(who, args.get("on"))
        if name == "new":
            args = {**args, "options": self._with_defaults(args)}
        if name == "erase":
            return self._erase(who, args.get("game"))
        if name == "deal":
            args = {**args, "action": self._chance(self.referee) or ""}
        return self._wait_for(Command(name, args, AT_THE_TABLE if who.person is None else BY_PHONE, who))

    def show_film(self, *, over: bool) -> None:
        """Show viewers whether the film that the table looks at is over."""
        with self._changed:
            self._film_over = over
            self._bump(self._shown[1], self._shown[2])

    def show_camera(self, camera: Camera) -> None:
        """Show viewers whether a camera looks at the table."""
        with self._changed:
            self._camera = camera
            self._bump(self._shown[1], self._shown[2])

    def _show_again(self, who: Who) -> Answer:
        if not who.host:
            return Answer(False, sentences.NOT_HOST, "bad")
        if self.show_again is None:
            return Answer(False, sentences.BAD_COMMAND, "bad")
        self.show_again()
        return Answer(True)

    def _call_for_help(self, who: Who, on: Any) -> Answer:
        """Show beyond this table that somebody is needed here, or no more."""
        if not self.has_club or type(on) is not bool:
            return Answer(False, sentences.BAD_COMMAND, "bad")
        person = self._shown[1].people.find(who.person)
        with self._changed:
            self._call = {"by": None if person is None else person.shown} if on else None
            self._bump(self._shown[1], self._shown[2])
        return Answer(True, sentences.CALLED if on else sentences.CALLED_OFF)

    def _erase(self, who: Who, game: Any) -> Answer:
        person = self._shown[1].people.find(who.person)
        by = BY_PHONE + (person.shown if person is not None else "")
        answer = self._wait_for(_Erase(game, by)) if type(game) is int else Answer(False, sentences.BAD_COMMAND, "bad")
        if answer.ok and self.erased is not None:
            self.erased()
        return answer

    def _wait_for(self, message: Message | _Erase) -> Answer:
        pending = _Pending()
        if not self._over:
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
    def number(self) -> int | None:
        """The number of the game that was last shown, as the store counts; None when there was none."""
        return self._shown[3]

    @property
    def beats(self) -> int:
        """How many turns the referee's loop has made: what a watchdog may watch."""
        return self._beats

    def who(self, person: str | None) -> Who:
        """Return what the person with this id may do now."""
        return self._shown[1].people.who(person)

    def _now(self, who: Who) -> Who:
        return who if who.person is None else replace(self.who(who.person), person=who.person)

    def snapshot(self, who: Who) -> Snapshot:
        """Return the whole state that this viewer may know; see `web.table.Snapshot`."""
        now = self._now(who)
        found = self._views.snapshot(self._shown[0], who.person or now, now)
        return {**found, "clock": self._turn.view(time.monotonic())}

    def _shared(self, viewer: Viewer, host: bool) -> Mapping[str, Any]:
        _, referee, fault, number = self._shown
        return {**content(referee, fault, viewer, host), "number": number, "club": self.has_club, "call": self._call,
                "people": people_view(referee.people, self._here),
                "notice": self._notice and self._notice.json(),
                "join": self.join, "picture": self._picture[0], "panel": self._panel, "film_over": self._film_over,
                "camera": self._camera,
                "kept": [{"text": move.text.json(), "before": move.before, "after": move.after}
                         for move in self._kept.moves]}

    def _own(self, who: Who) -> Mapping[str, Any]:
        you = self._shown[1].people.find(who.person)
        return {"you": you and person_view(you)}

    def picture(self) -> bytes | None:
        """Return the newest picture of the table, as JPEG; None when there is none."""
        return self._picture[1]

    def may_show(self, reading: Reading) -> bool:
        """Tell whether the picture that was read so may be shown: where something is covered, only a table at rest."""
        ledger = self.referee.ledger
        if ledger is None or not covered(ledger):
            return True
        return reading.status == "still" and not shows_a_secret(ledger, reading)

    def kept(self, number: int) -> bytes | None:
        """Return a picture that is kept from before or after one of the last moves; None when it is not kept."""
        return self._kept.picture(number)

    def games(self) -> list[Mapping[str, Any]]:
        """Return the games to choose from."""
        return offered(self.defaults)

    @contextlib.contextmanager
    def subscribe(self, who: Who) -> Iterator["_Subscription"]:
        """Follow the state; the first `wait` returns it as it is. Who follows is here."""
        if self.followed is not None:
            self.followed()
        if who.person is None:
            yield _Subscription(self, who)
            return
        self._presence.enter(who.person)
        self._inbox.put((_Look(), None))
        try:
            yield _Subscription(self, who)
        finally:
            self._presence.leave(who.person)

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
        self._keeper.close()

    def _run(self) -> None:
        try:
            journal = Journal(self._store_path)
            referee, unresumed = _resumed(journal)
        except Exception as error:  # handed to the thread that opens the table
            self._opened.put(error)
            return
        with journal:
            self._notice, journal.notice = unresumed or journal.notice, None
            self._number = journal.store.game
            self._kept = self._keeper.load(self._number)
            self._keeper.start()
            self._publish(referee, _not_written(journal.fault()))
            self._tell(referee, ())
            self._opened.put(None)
            try:
                self._serve(journal, referee)
            finally:
                self._end()

    def _end(self) -> None:
        """Let nobody wait for an answer that does not come any more."""
        self._over = True
        with contextlib.suppress(queue.Empty):
            while True:
                item = self._inbox.get_nowait()
                if item is not None and item[1] is not None:
                    item[1].done.set()

    def _serve(self, journal: Journal, referee: Referee) -> None:
        unwritten: Message | None = None
        while True:
            self._beats += 1
            referee = self._attend(journal, referee)
            if self._shown[2] is not None and unwritten is None and journal.rested:
                self._publish(referee, _not_written(journal.fault()))
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
            if isinstance(message, _Look):
                continue
            if isinstance(message, _Erase):
                _answer(pending, self._remove(journal.store, message))
                continue
            referee, written = self._take(journal, referee, message, pending)
            again = pending is None or isinstance(message, Look)
            unwritten = message if again and not written else None

    def _take(self, journal: Journal, referee: Referee, message: Message,
              pending: _Pending | None) -> tuple[Referee, bool]:
        """Return the referee after the message, and whether its events are on the disk."""
        known = self._known(message)
        if known is not None:
            _answer(pending, known)
            return referee, True
        made = step(referee, message)
        answer, fault, written = made.answer, self._shown[2], True
        try:
            if made.events:
                journal.append(made.events)
                self._number = journal.store.game
                self._note(journal, message, made.events)
                fault = None
        except StoreError as error:
            fault, written = _not_written(error), False
            made, answer = Step(referee), Answer(False, fault, "disk")
        self._keep(referee.ledger, made)
        if made.referee is not referee or fault != self._shown[2]:
            self._publish(made.referee, fault)
        self._tell(made.referee, made.events)
        if written and _is_chances(made.referee):
            self.put(Command("deal", {"action": self._chance(made.referee) or ""}, AT_THE_TABLE))
        self._remember(message, answer)
        _answer(pending, answer)
        return made.referee, written

    def _keep(self, before: Ledger | None, made: Step) -> None:
        """Keep the pictures of the moves that were just accepted, or refused; those that are hidden have none."""
        if any(event.kind == "new" for event in made.events):
            self._kept, before = self._kept.begun(), None
        ledger = made.referee.ledger
        for line in () if ledger is None or not made.events else ledger.log[0 if before is None else len(before.log):]:
            if line.kind in PICTURED and line.audience is None:
                self._kept = self._kept.moved(line.text)
        if made.events:
            self._keep_on_disk()

    def _keep_on_disk(self) -> None:
        if self._number is not None:
            self._keeper.put(self._number, self._kept)

    def _remove(self, store: Store, wanted: _Erase) -> Answer:
        """Erase a game, and first the pictures of its moves that may still be there."""
        try:
            if wanted.game != store.game:
                self._keeper.forget(wanted.game)
        except OSError as error:
            return Answer(False, sentences.NOT_ERASED.fill(why=str(error.strerror)), "disk")
        return _erase(store, wanted)

    def _note(self, journal: Journal, message: Message, events: tuple[Event, ...]) -> None:
        """Show what was done to the store, until a person begins a new game."""
        if journal.notice is not None:
            self._notice, journal.notice = journal.notice, None
        elif isinstance(message, Command) and message.who.person and any(event.kind == "new" for event in events):
            self._notice = None

    def _chance(self, referee: Referee) -> str | None:
        """Return the deal or shuffle that is due, in an order that nobody can know before."""
        return None if referee.ledger is None else due(referee.ledger.game, referee.ledger.state, self._random)

    def _known(self, message: Message) -> Answer | None:
        """Answer a command that was carried out already, or that was given for a table that has changed since."""
        if not isinstance(message, Command):
            return None
        answered = self._answered.get(_mark(message))
        if answered is not None:
            return answered
        seen = message.args.get("stamp")
        if seen is not None and seen != self.snapshot(message.who)["stamp"]:
            return Answer(False, sentences.CHANGED, "changed")
        return None

    def _remember(self, message: Message, answer: Answer) -> None:
        if isinstance(message, Command) and message.args.get("once") is not None and answer.code != "disk":
            self._answered[_mark(message)] = answer
            if len(self._answered) > REMEMBERED:
                self._answered.popitem(last=False)

    def _attend(self, journal: Journal, referee: Referee) -> Referee:
        """See who is here, and hand on hosting when the host has been gone for long."""
        here = self._presence.here() & {person.id for person in referee.people.persons}
        if here != self._here:
            self._here = here
            self._publish(referee, self._shown[2])
        host = referee.people.host
        if host is None or not self.host_away or self._presence.gone_for(host.id) < self.host_away:
            return referee
        heir = successor(referee.people, set(here))
        if heir is None:
            return referee
        return self._take(journal, referee, Command("host", {"person": heir.id}, AT_THE_TABLE), None)[0]

    def _tell(self, referee: Referee, events: tuple[Event, ...]) -> None:
        try:
            if self.watch is not None:
                self.watch(referee, events)
        except Exception:  # a lamp that fails must not stop the game
            _log.exception("a listener of the table failed")

    def _publish_picture(self, jpeg: bytes) -> None:
        with self._changed:
            # a picture that shows a secret is not kept, and the one before it goes too
            shown = None if shows_a_secret(self._shown[1].ledger, self._shown[1].reading) else jpeg
            self._picture, self._kept = (self._picture[0] + 1, shown), self._kept.seen(shown)
            self._bump(self._shown[1], self._shown[2])
        self._keep_on_disk()

    def _publish(self, referee: Referee, fault: Text | None) -> None:
        with self._changed:
            self._bump(referee, fault)

    def _bump(self, referee: Referee, fault: Text | None) -> None:
        self._turn = self._turn.after(referee.ledger, time.monotonic())
        self._shown = (self._shown[0] + 1, referee, fault, self._number)
        self._changed.notify_all()


def _mark(command: Command) -> tuple[str | None, str]:
    """Return what tells a command, sent twice or not, from all others of the same person; see `web.table`."""
    return command.who.person, str(command.args.get("once", ""))[:REMEMBERED_LETTERS]


def _not_written(error: StoreError | None) -> Text | None:
    return None if error is None else sentences.NOT_WRITTEN.fill(why=str(error))


def _resumed(journal: Journal) -> tuple[Referee, Text | None]:
    """Return the referee of the game that goes on; without one, and why, when its events do not fit these rules."""
    try:
        return resume(journal.events, journal.of_people), None
    except (GameError, LookupError, TypeError, ValueError) as error:
        _log.exception("the last game can't be played back")
        why = error.text if isinstance(error, GameError) else str(error)
        return resume([], journal.of_people), sentences.NOT_RESUMED.fill(number=str(journal.store.game), why=why)


def _answer(pending: _Pending | None, answer: Answer) -> None:
    if pending is not None:
        pending.settle(answer)


def _is_chances(referee: Referee) -> bool:
    """Tell whether the game asks what nobody but chance can answer; a deal that opens a round waits for people."""
    ledger = referee.ledger
    if ledger is None or not isinstance(ledger.game, Asks):
        return False
    question = ledger.game.question(ledger.state)
    return question is not None and not question.seats and is_due(ledger.game, ledger.state)


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
