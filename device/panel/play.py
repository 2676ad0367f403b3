"""The panel in a game: what is pressed goes to the referee, and a race that the game asks for is run."""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from device import sentences
from device.events import BY_PHONE, Event
from device.panel import STOP, Button, Edge, Press, player, seat_of
from device.panel.attendant import Attendant
from device.panel.buzzer import SOUNDS, Note
from device.panel.race_run import margins_of
from device.panel.shows import REFUSED, Sound
from device.presses import AT_THE_BUTTONS, Pressed, Raced, does_something, open_race
from device.races import Margins, Race, RaceRules, Result
from device.races.orders import groups, orders
from device.races.presses import MS
from device.referee import Referee
from device.settings import RaceSettings
from rules.game import Asks, Finish, Presses, Question, Seat
from rules.text import Text
from web.table import Answer, Who

_log = logging.getLogger(__name__)
Done: TypeAlias = Callable[[Answer], None]
Send: TypeAlias = Callable[[Pressed | Raced, Done], None]
"""Hands the referee a message; its answer comes later, in the referee's thread."""
Json: TypeAlias = Mapping[str, Any]
LONGEST_AGO_MS = 1000.0
"""So long a press may have waited on its own device for the one before to be sent."""


@dataclass(frozen=True)
class Conduct:
    """How presses and races are taken in a game."""

    delay_s: tuple[float, float] = (1.5, 4.0)
    """Between these the start light comes after all have let go: a wait of chance, so that nobody can count it."""
    timeout_ms: float = 8_000.0
    """Who has not pressed so long after the light is absent."""
    margins: Margins = Margins()
    """What is too close to call."""
    collect_ms: float = 500.0
    """How long a late edge is waited for."""
    arming_ms: float = 5_000.0
    """Who holds a button so long after the race was called is not in it."""
    earliest_ms: float = 0.0
    """A press sooner after the light than this is a false start too."""
    settle_s: float = 0.5
    """So long after something else is asked, a press still belongs to what was asked before, and does nothing."""


def conduct_of(race: RaceSettings) -> Conduct:
    """Return how races are taken by these settings."""
    return Conduct((race.shortest_wait_seconds, race.longest_wait_seconds), race.timeout_seconds * 1000,
                   margins_of(race), race.collect_ms, race.arming_seconds * 1000, race.earliest_ms, race.settle_seconds)


class PanelPlay:
    """Listens to the panel's attendant and to the table; `show` gets what the phones are to see of the panel."""

    def __init__(self, attendant: Attendant, send: Send, show: Callable[[Json], None],
                 conduct: Conduct = Conduct()) -> None:
        self.attendant, self._send, self._show, self._conduct = attendant, send, show, conduct
        self._lock = threading.RLock()
        self._showing = threading.Lock()
        """Held while something is found and shown, so that what is shown last is what was found last."""
        self._referee = Referee()
        self._asked: tuple[str, Question | None] | None = None
        self._asked_ns = 0
        self._open: Question | None = None
        """The race that the game waits for, as long as it does."""
        self._run = 0
        """Counts the races: what is told of an earlier one is late."""
        self._idle = False
        """Nobody took part in the last race: the next press calls it again."""
        self._race: Race | None = None
        self._seats: dict[int, tuple[str | None, Seat | None]] = {}
        """Who pressed by phone, by the tick."""
        self._shown: Json | None = None
        self._story: Json | None = None
        """How the last race went; it stays to be read until the next one has begun."""
        self._note: Text | None = None
        """Why the last press was refused; gone as soon as something else is asked."""
        self.aside: Callable[[], bool] = lambda: False
        """Tells whether presses of real buttons are not the game's now, since somebody tries the wires."""
        attendant.on_press(self._pressed)
        self._sound: Json | None = None
        """The sound that was begun last, and how many were before it."""
        attendant.panel.buzzer.on_play = lambda sound: attendant.later(partial(self._sounded, sound))
        attendant.panel.lights.on_change = lambda: attendant.later(self._refresh)

    def press(self, who: Who, presses: Sequence[tuple[str, float]]) -> Answer:
        """Take presses of a phone that have just arrived; see `web.panel.PanelService`."""
        now = self.attendant.panel.now_ns()
        if who.seat is None and not who.host:
            return Answer(False, sentences.NOT_SEATED, "not seated")
        own = None if who.seat is None else player(who.seat)
        if not who.host and any(button not in (own, STOP) for button, _ in presses):
            return Answer(False, sentences.NOT_YOUR_BUTTON, "not yours")
        with self._lock:
            for button, ago_ms in presses:
                self._press(button, now, ago_ms, who, button == own or (button == STOP and own is not None))
        return Answer(True)

    def _press(self, button: Button, now: int, ago_ms: float, who: Who, own: bool) -> None:
        """Hand on one press; with the lock held.

        A phone that is one player's button counts from its arrival. One that is all buttons may say by how much its own
        presses lie apart, since nobody gains by it who does not hold them all.
        """
        tick = now - round(min(ago_ms, LONGEST_AGO_MS) * MS) if who.host else now
        while tick in self._seats:  # each press is known by its tick
            tick -= 1
        self._seats[tick] = (who.person, who.seat if own else None)
        self.attendant.panel.edges.put(Edge(button, True, tick, "phone"))

    def shown(self, referee: Referee, events: Sequence[Event]) -> None:
        """Follow the game; called by the referee's thread after each change."""
        with self._lock:
            self._referee = referee
            asked = _asked(referee)
            if asked != self._asked:
                self._asked, self._asked_ns, self._note = asked, self.attendant.panel.now_ns(), None
            race = open_race(referee.ledger) if referee.question is None else None
            if race != self._open:
                self._open = race
                self.attendant.cancel_race()
                self._race = None
                if race is not None:
                    self._begin(race)
        self._refresh()

    # Presses

    def _pressed(self, press: Press) -> None:
        if press.source == "pin" and self.aside():
            return
        seat = seat_of(press.button)
        with self._lock:
            person, whose = self._seats.pop(press.tick_ns, (None, None))
            if self._open is not None and seat in self._open.seats:
                if self._idle:
                    self._begin(self._open)
                return
            early = press.tick_ns < self._asked_ns + round(self._conduct.settle_s * 1000 * MS)
            ledger = self._referee.ledger
        if early or ledger is None or not isinstance(ledger.game, Presses):
            return
        by = BY_PHONE if press.source == "phone" else AT_THE_BUTTONS
        self._send(Pressed("stop" if seat is None else seat, by, whose, person), self._answered)

    def _answered(self, answer: Answer) -> None:
        if not answer.ok:
            self.attendant.panel.play(REFUSED)
        with self._lock:
            self._note = None if answer.ok else answer.text
        self._refresh()

    # Races

    def _begin(self, question: Question) -> None:
        """Call the race; with the lock held."""
        self._idle, self._run = False, self._run + 1
        run, conduct = self._run, self._conduct
        rules = RaceRules(tuple(map(player, question.seats)), conduct.margins, conduct.timeout_ms, conduct.collect_ms,
                          conduct.arming_ms, conduct.earliest_ms, timing=self.attendant.timing)
        self.attendant.race(rules, lambda race: self._told(run, question, race), conduct.delay_s)

    def _told(self, run: int, question: Question, race: Race) -> None:
        with self._lock:
            if run != self._run or self._open != question:
                return
            self._race = race
            if race.phase == "over" or race.result.places or race.result.false_starts:
                self._story = story_of(race.result)
        self._refresh()
        if race.phase == "over":
            self._send(self._raced(question, race.result), lambda answer: self._ended(run, race.result, answer))

    def _raced(self, question: Question, result: Result) -> Raced:
        phones = bool(result.places) and all(place.source != "pin" for place in result.places)
        finish, *others = finishes_of(result, self._conduct.margins)
        return Raced(question, finish, BY_PHONE if phones else AT_THE_BUTTONS, self._doubt(result), story_of(result),
                     tuple(others))

    def _doubt(self, result: Result) -> Text | None:
        """Return why the table must say whether the result is right."""
        if result.stuck and self._referee.ledger is not None:
            titles = self._referee.ledger.game.seats(self._referee.ledger.state)
            return sentences.STUCK_RACE.fill(who=titles[_seats(result.stuck)[0]])
        return sentences.UNSURE_RACE if result.unsure else None

    def _ended(self, run: int, result: Result, answer: Answer) -> None:
        """Run the race again when it told nothing, and anybody was there."""
        if answer.ok and answer.code != "again":
            return
        with self._lock:
            if run != self._run or self._open is None:
                return
            if result.places or result.false_starts:
                self._begin(self._open)
            else:
                self._idle = True
        self._refresh()

    # What the phones see and hear

    @property
    def sounds(self) -> Mapping[str, Sequence[Note]]:
        """The tones of each sound; see `web.panel.PanelService`."""
        return {str(name): notes for name, notes in SOUNDS.items()}

    def _sounded(self, sound: Sound) -> None:
        self._sound = {"n": self._sound["n"] + 1 if self._sound else 1, "name": sound}
        self._refresh()

    def _refresh(self) -> None:
        """Show the panel as it is now; never called with the lock held."""
        with self._showing:
            view = self._view()
            if view != self._shown:
                self._shown = view
                self._show(view)

    def _view(self) -> Json:
        panel = self.attendant.panel
        with self._lock:
            return {"buttons": list(panel.buttons), "lamps": dict(panel.lights.modes),
                    "faults": [fault.json() for fault in self.attendant.faults],
                    "race": self._race_view(), "story": self._story, "stop": self._who_may_stop(),
                    "note": self._note and self._note.json(), "sound": self._sound}

    def _who_may_stop(self) -> list[Seat]:
        """Return the seats whose phones' stop button does something now."""
        ledger = self._referee.ledger
        if ledger is None:
            return []
        return [seat for seat in range(len(ledger.game.seats(ledger.state))) if does_something(ledger, "stop", seat)]

    def _race_view(self) -> Json | None:
        if self._open is None:
            return None
        race = self._race
        seats = list(self._open.seats)
        down = [] if race is None or race.phase != "arming" else _seats(sorted(self.attendant.panel.held()))
        return {"phase": "arming" if race is None else race.phase, "seats": seats, "idle": self._idle, "held": down}


def _asked(referee: Referee) -> tuple[str, Question | None] | None:
    """Return what a press answers now."""
    ledger = referee.ledger
    if ledger is None:
        return None
    return ledger.game.name, ledger.game.question(ledger.state) if isinstance(ledger.game, Asks) else None


def _seats(buttons: Sequence[str]) -> list[Seat]:
    return [seat for button in buttons if (seat := seat_of(button)) is not None]


def finishes_of(result: Result, margins: Margins) -> list[Finish]:
    """Return the race's end as the rules take it; several, the likeliest first, when pins raced phones too closely."""
    absent = tuple(_seats(result.absent))
    early = tuple(_seats([start.button for start in result.false_starts]))
    ends = [tuple(tuple(_seats([place.button for place in group])) for group in groups(order, margins))
            for order in orders(result.places, margins)]
    return [Finish(end, absent, early) for end in dict.fromkeys(ends)]


def story_of(result: Result) -> Json:
    """Return the whole order; see `device.events.story_words`."""
    return {"places": [{"seat": seat_of(place.button), "ms": round(place.reaction_ms, 2),
                        "phone": place.source != "pin", "place": place.place, "sure": place.sure}
                       for place in result.places],
            "early": _seats([start.button for start in result.false_starts]), "absent": _seats(result.absent),
            "mixed": result.mixed}
