"""A match of races at the panel, as `arbitrio race` runs it."""

import dataclasses
import queue
import time
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from device.clock import date_of, now
from device.panel import BUTTONS, STOP, Button, Press
from device.panel.attendant import Attendant
from device.races import FalseStart, Place, Race, RaceRules, Result
from device.races.history import History, Run
from device.races.match import Tally, champion, tallies, winner
from device.terminal import race_words as words
from device.terminal.race_page import RacePage
from device.terminal.screen import Screen
from rules.text import Text, decimal, listed

Heard: TypeAlias = "queue.Queue[Race | Press | str]"
"""What the attendant and the keyboard say, in the order in which they say it."""
PAUSE = 3.0
LOOK = 0.5
"""Seconds after which the phones that are there are counted again."""
"""Seconds between two races that begin by themselves."""


@dataclasses.dataclass(frozen=True)
class Match:
    """What is played."""

    rules: RaceRules
    names: Mapping[Button, str]
    best_of: int
    delay_s: tuple[float, float]
    by_itself: bool = False
    """Races begin without being called for."""
    phones: int = 0
    """How many must be there before the first race begins by itself."""


class MatchRun:
    """Runs a match: `run` returns when somebody has won it, or it is left."""

    def __init__(self, match: Match, attendant: Attendant, screen: Screen, heard: Heard, history: History,
                 page: RacePage) -> None:
        self._page = page
        self._match, self._attendant, self._screen, self._heard = match, attendant, screen, heard
        self._history = history
        self._began = now().wall
        self._results: list[Result] = []

    def run(self) -> bool:
        """Return whether somebody has won."""
        while (best := champion(self._results, self._match.best_of)) is None:
            self._show("waiting")
            if not self._called():
                self._screen.say(words.LEFT)
                break
            result = self._race()
            if result is None:
                self._screen.say(words.LEFT)
                break
            self._conclude(result)
        won = None if best is None else self._champion(best)
        self._show("over", won=won)
        if won is not None and self._match.best_of > 1:
            self._screen.say(won)
        if self._results:
            show_tallies(self._screen, tallies(self._by_name()))
            self._screen.say(words.KEPT.fill(file=str(self._history.path)))
        return best is not None

    def _by_name(self) -> list[Result]:
        return [named(result, self._match.names) for result in self._results]

    def _champion(self, best: Button) -> Text:
        if self._match.best_of == 1:
            return words.WON.fill(name=self._match.names[best])
        wins = sum(winner(result) == best for result in self._results)
        return words.CHAMPION.fill(name=self._match.names[best], wins=wins, races=len(self._results))

    def _show(self, phase: str, pressed: Sequence[Button] = (), missing: int = 0, won: Text | None = None) -> None:
        """Show the phones where the match is, with the last race's order; at the end how everybody fared, too."""
        wins = {button: sum(winner(r) == button for r in self._results) for button in self._match.names}
        lines = told(self._results[-1], self._match.names) if self._results else ()
        tallied = fared(tallies(self._by_name())) if phase == "over" else ()
        self._page.show(phase, pressed, wins, lines, missing, won, tallied)

    def _called(self) -> bool:
        """Wait for the next race to be called; False when the match is left."""
        if self._match.by_itself:
            if not self._results and not self._gathered():
                return False
            end = time.monotonic() + (PAUSE if self._results else 0.0)
            while (left := end - time.monotonic()) > 0:
                if self._next(left) in ("", "q"):
                    return False
            return True
        self._screen.say(words.BEGIN.fill(n=len(self._results) + 1))
        while True:
            what = self._next()
            if what in ("", "q"):
                return False
            if _begins(what):
                return True

    def _gathered(self) -> bool:
        """Wait until enough phones are there, or somebody begins without the others; False when the match is left."""
        said = None
        while (here := self._page.phones()) < self._match.phones:
            if here != said:
                self._screen.say(words.GATHERING.fill(here=here, n=self._match.phones))
                self._show("waiting", missing=self._match.phones - here)
                said = here
            what = self._next(LOOK)
            if what in ("", "q"):
                return False
            if _begins(what):
                break
        return True

    def _next(self, timeout: float | None = None) -> Race | Press | str | None:
        try:
            return self._heard.get(timeout=timeout)
        except queue.Empty:
            return None

    def _race(self) -> Result | None:
        """Run a race; None when it is left."""
        shown = ""
        self._attendant.race(self._match.rules, self._heard.put, self._match.delay_s)
        while True:
            what = self._next()
            if what in ("", "q"):
                self._attendant.cancel_race()
                return None
            if isinstance(what, Race):
                if what.phase == "over":
                    return what.result
                self._show(what.phase, [place.button for place in what.result.places])
                if what.phase != shown and (what.phase != "arming" or what.unreleased):
                    self._screen.say({"arming": words.LET_GO, "armed": words.WAIT}.get(what.phase, words.GO))
                    shown = what.phase

    def _conclude(self, result: Result) -> None:
        for line in told(result, self._match.names):
            self._screen.say(line, indent=2)
        self._results.append(result)
        self._history.add(Run(now().wall, self._began, self._match.best_of, self._match.names, result))
        won = winner(result)
        if won is not None:
            self._screen.say(words.WON.fill(name=self._match.names[won]))
        else:
            self._screen.say(words.AGAIN if result.false_starts and not result.places else words.NOBODY)
        if self._match.best_of > 1:
            wins = ", ".join(f"{name} {sum(winner(r) == button for r in self._results)}"
                             for button, name in self._match.names.items())
            self._screen.say(words.STANDING.fill(wins=wins))


def _begins(what: Race | Press | str | None) -> bool:
    return what in ("\n", "\r", " ") or (isinstance(what, Press) and what.button == STOP)


def told(result: Result, names: Mapping[Button, str]) -> Sequence[Text]:
    """Return the result in sentences: the whole order, then who is not in it, then what makes it unsure."""
    places = [place.place for place in result.places]
    lines = [words.PLACE.fill(place=p.place, name=names[p.button], ms=decimal(p.reaction_ms, 1),
                              behind=_behind(p, places.count(p.place) > 1, result.mixed)) for p in result.places]
    lines += [_early(start, names[start.button]) for start in result.false_starts]
    lines += [words.ABSENT.fill(name=names[button]) for button in result.absent]
    lines += [words.STUCK.fill(name=names[button]) for button in result.stuck]
    if result.mixed:
        lines.append(words.MIXED if all(place.sure for place in result.places) else words.TOO_CLOSE)
    return [*lines, *([words.UNSURE] if result.unsure else [])]


def _behind(place: Place, shared: bool, mixed: bool) -> Text:
    parts = [words.BEHIND.fill(ms=_fine(place.behind_ms))] if place.behind_ms > 0 else []
    parts += [words.DEAD_HEAT] if shared else []
    parts += [words.SOURCES[place.source]] if mixed else []
    parts += [] if place.sure else [words.NOT_SURE]
    return listed(parts, "")


def _fine(ms: float) -> Text:
    """Return a difference with as many digits as it needs to be seen."""
    return decimal(ms, 1 if ms >= 1 else 3)


def _early(start: FalseStart, name: str) -> Text:
    if start.early_ms is None:
        return words.EARLY_UNLIT.fill(name=name)
    sentence = words.EARLY if start.early_ms > 0 else words.TOO_QUICK
    return sentence.fill(name=name, ms=decimal(abs(start.early_ms), 1))


def named(result: Result, names: Mapping[Button, str]) -> Result:
    """Return the result with the players' names for their buttons, to count a player wherever he sat."""
    def who(button: Button) -> str:
        return names.get(button, button)

    return dataclasses.replace(
        result, places=tuple(dataclasses.replace(p, button=who(p.button)) for p in result.places),
        false_starts=tuple(dataclasses.replace(s, button=who(s.button)) for s in result.false_starts),
        absent=tuple(map(who, result.absent)), stuck=tuple(map(who, result.stuck)))


def fared(counted: Sequence[Tally]) -> Sequence[Text]:
    """Return a sentence for each player's statistics."""
    return [words.FARED.fill(name=t.button, wins=t.wins, races=t.races, best=_time(t.best_ms),
                             median=_time(t.median_ms)) for t in counted]


def _time(ms: float | None) -> Text:
    return words.NONE if ms is None else words.TIME.fill(ms=decimal(ms, 1))


def show_tallies(screen: Screen, counted: Sequence[Tally]) -> None:
    """Write the statistics as a table."""
    rows = [[screen.words(head) for head in words.HEAD]]
    rows += [[t.button, *map(str, (t.races, t.wins, t.dead_heats, t.lasts, t.false_starts, t.absent)), _ms(t.best_ms),
              _ms(t.median_ms)] for t in counted]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        screen.write("  " + "  ".join(cell.ljust(width) if column == 0 else cell.rjust(width)
                                      for column, (cell, width) in enumerate(zip(row, widths, strict=True))))


def _ms(ms: float | None) -> str:
    return "-" if ms is None else f"{ms:.1f} ms"


def _in_one_line(run: Run) -> Text:
    """Return a race's whole order, who was not in it, and whether it counts."""
    names = {button: run.names.get(button, button) for button in BUTTONS}
    parts = [words.ONE_PLACE.fill(place=p.place, name=names[p.button], ms=decimal(p.reaction_ms, 1))
             for p in run.result.places]
    parts += [words.ONE_EARLY.fill(name=names[start.button]) for start in run.result.false_starts]
    parts += [words.ONE_ABSENT.fill(name=names[button]) for button in run.result.absent]
    parts += [words.ONE_FOR_NOBODY] if winner(run.result) is None else []
    return listed(parts)


def show_history(screen: Screen, runs: Sequence[Run], count: int) -> None:
    """Write the last races, and each player's statistics over all of them."""
    if not runs:
        screen.say(words.NO_RACES)
        return
    for run in runs[-count:]:
        order = screen.words(_in_one_line(run))
        day = date_of(run.at)
        at = f"{day:%Y-%m-%d %H:%M}" if day is not None else screen.words(words.NO_DATE)
        screen.say(words.ONE_RACE.fill(at=at, order=order))
    show_tallies(screen, tallies([named(run.result, run.names) for run in runs]))
