"""The panel in a game: what is pressed goes to the referee, and a race that the game asks for is run."""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from device import sentences
from device.events import BY_PHONE, Event
from device.panel import Press, player, seat_of
from device.panel.attendant import Attendant
from device.panel.shows import REFUSED
from device.presses import AT_THE_BUTTONS, Pressed, Raced, open_race
from device.races import Place, Race, RaceRules, Result
from device.races.presses import MS
from device.referee import Referee
from rules.game import Asks, Finish, Presses, Question, Seat
from rules.text import Text
from web.table import Answer

_log = logging.getLogger(__name__)
Done: TypeAlias = Callable[[Answer], None]
Send: TypeAlias = Callable[[Pressed | Raced, Done], None]
"""Hands the referee a message; its answer comes later, in the referee's thread."""
Json: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Conduct:
    """How presses and races are taken in a game."""

    delay_s: tuple[float, float] = (1.5, 4.0)
    """Between these the start light comes after all have let go: a wait of chance, so that nobody can count it."""
    timeout_ms: float = 8_000.0
    """Who has not pressed so long after the light is absent."""
    dead_heat_ms: float = 0.05
    """Presses of buttons no further apart than this share a place."""
    phones_dead_heat_ms: float = 40.0
    """The same when one of them is a phone's: its way through the air takes longer or shorter."""
    collect_ms: float = 500.0
    """How long a late edge is waited for."""
    settle_s: float = 0.8
    """So long after something else is asked, a press still belongs to what was asked before, and does nothing."""


class PanelPlay:
    """Listens to the panel's attendant and to the table; `show` gets what the phones are to see of the panel."""

    def __init__(self, attendant: Attendant, send: Send, show: Callable[[Json], None],
                 conduct: Conduct = Conduct()) -> None:
        self._attendant, self._send, self._show, self._conduct = attendant, send, show, conduct
        self._lock = threading.RLock()
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
        attendant.on_press(self._pressed)
        attendant.panel.lights.on_change = self._refresh

    def press_by_phone(self, button: str, person: str | None, seat: Seat | None) -> None:
        """Take a press of a phone, stamped now; `seat` is None when nobody can know whose hand it was."""
        with self._lock:
            edge = self._attendant.panel.press(button, True, "phone")
            self._seats[edge.tick_ns] = (person, seat)

    def shown(self, referee: Referee, events: Sequence[Event]) -> None:
        """Follow the game; called by the referee's thread after each change."""
        with self._lock:
            self._referee = referee
            asked = _asked(referee)
            if asked != self._asked:
                self._asked, self._asked_ns = asked, self._attendant.panel.now_ns()
            race = open_race(referee.ledger) if referee.question is None else None
            if race != self._open:
                self._open = race
                self._attendant.cancel_race()
                self._race = None
                if race is not None:
                    self._begin(race)
        self._refresh()

    # Presses

    def _pressed(self, press: Press) -> None:
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
            self._attendant.panel.play(REFUSED)

    # Races

    def _begin(self, question: Question) -> None:
        """Call the race; with the lock held."""
        self._idle, self._run = False, self._run + 1
        run, conduct = self._run, self._conduct
        rules = RaceRules(tuple(map(player, question.seats)), conduct.dead_heat_ms, conduct.timeout_ms,
                          conduct.collect_ms)
        self._attendant.race(rules, lambda race: self._told(run, question, race), conduct.delay_s)

    def _told(self, run: int, question: Question, race: Race) -> None:
        with self._lock:
            if run != self._run or self._open != question:
                return
            self._race = race
        self._refresh()
        if race.phase == "over":
            self._send(self._raced(question, race.result), lambda answer: self._ended(run, race.result, answer))

    def _raced(self, question: Question, result: Result) -> Raced:
        phones = bool(result.places) and all(place.source != "pin" for place in result.places)
        return Raced(question, finish_of(result, self._conduct.phones_dead_heat_ms),
                     BY_PHONE if phones else AT_THE_BUTTONS, self._doubt(result), story_of(result))

    def _doubt(self, result: Result) -> Text | None:
        """Return why the table must say whether the result is right."""
        if result.stuck and self._referee.ledger is not None:
            titles = self._referee.ledger.game.seats(self._referee.ledger.state)
            return sentences.STUCK_RACE.fill(who=titles[_seats(result.stuck)[0]])
        if result.mixed:
            return sentences.MIXED_RACE
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

    # What the phones see

    def _refresh(self) -> None:
        panel = self._attendant.panel
        with self._lock:
            view = {"buttons": list(panel.buttons), "lamps": dict(panel.lights.modes),
                    "faults": [fault.json() for fault in self._attendant.faults],
                    "race": self._race_view()}
            if view == self._shown:
                return
            self._shown = view
        self._show(view)

    def _race_view(self) -> Json | None:
        if self._open is None:
            return None
        race = self._race
        seats = list(self._open.seats)
        if race is None:
            return {"phase": "arming", "seats": seats, "idle": self._idle, "held": [], "story": None}
        return {"phase": race.phase, "seats": seats, "idle": self._idle, "held": _seats(race.result.stuck),
                "story": story_of(race.result)}


def _asked(referee: Referee) -> tuple[str, Question | None] | None:
    """Return what a press answers now."""
    ledger = referee.ledger
    if ledger is None:
        return None
    return ledger.game.name, ledger.game.question(ledger.state) if isinstance(ledger.game, Asks) else None


def _seats(buttons: Sequence[str]) -> list[Seat]:
    return [seat for button in buttons if (seat := seat_of(button)) is not None]


def finish_of(result: Result, phones_dead_heat_ms: float) -> Finish:
    """Return the race's end as the rules take it: who shares a place, by the buttons' or the phones' window."""
    places: list[list[Place]] = []
    for place in result.places:
        if places and _together(places[-1][0], place, phones_dead_heat_ms):
            places[-1].append(place)
        else:
            places.append([place])
    return Finish(tuple(tuple(_seats([place.button for place in group])) for group in places),
                  tuple(_seats(result.absent)), tuple(_seats([start.button for start in result.false_starts])))


def _together(first: Place, other: Place, phones_dead_heat_ms: float) -> bool:
    """Tell whether nobody can say which of the two was first."""
    if first.place == other.place:
        return True
    by_phone = "pin" not in (first.source, other.source) or first.source != other.source
    return by_phone and other.tick_ns - first.tick_ns <= round(phones_dead_heat_ms * MS)


def story_of(result: Result) -> Json:
    """Return the whole order; see `device.events.story_words`."""
    return {"places": [{"seat": seat_of(place.button), "ms": round(place.reaction_ms, 2),
                        "phone": place.source != "pin"} for place in result.places],
            "early": _seats([start.button for start in result.false_starts]), "absent": _seats(result.absent)}
