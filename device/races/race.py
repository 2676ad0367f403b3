"""The judge of a race: who pressed first, who last, and by how much, whatever the order in which the edges arrive.

    race = Race(RaceRules(("player 1", "player 2")), called_ns=now)    # arming: until all buttons are released
    race = race.hear(edge)            # for every edge of the panel, early, late or bouncing
    race = race.wait(now)             # whenever time has passed: at the latest at race.due_ns
    race = race.light(tick)           # once race.phase is "armed": the start light went on at this tick
    race.result                       # what is known so far; final once race.phase is "over"

Nothing here has a clock or a thread: ticks are handed in, all from the panel's clock. The result is a function of the
set of edges, so neither delay nor order of arrival can change it while the collecting window is open.
"""

import dataclasses
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from device.panel import Button, Edge, Press, Source
from device.races.orders import Margins, groups, orders
from device.races.presses import MS, Contact, Span, Timing, contact

Phase: TypeAlias = Literal["arming", "armed", "running", "over"]


@dataclass(frozen=True)
class RaceRules:
    """How a race is judged."""

    buttons: tuple[Button, ...]
    """Who takes part."""
    margins: Margins = Margins()
    """What is too close to call."""
    timeout_ms: float = 10_000.0
    """Who has not pressed so long after the light is absent."""
    collect_ms: float = 500.0
    """How long a late edge is waited for before the result is final."""
    arming_ms: float = 5_000.0
    """Buttons that are held so long after the race was called are stuck: the race goes on without them."""
    earliest_ms: float = 0.0
    """A press sooner after the light than this is a false start too: nobody reacts so fast."""
    false_start: Literal["out", "again"] = "out"
    """After a false start: its player is out of this race, or the race is over at once, to be run again."""
    timing: Timing = Timing()


@dataclass(frozen=True)
class Place:
    """One who pressed in time."""

    button: Button
    place: int
    """1 is the first; those in a dead heat share one, and the next counts on behind them all: 1, 1, 3."""
    tick_ns: int
    reaction_ms: float
    """Since the light."""
    behind_ms: float
    """Behind the first."""
    gap_ms: float
    """Behind the one before."""
    source: Source
    found: bool
    """The edge was lost, the press found later: it was earlier than its tick says."""
    sure: bool = True
    """Nobody else can have had this place: not so where pins raced phones and the stamps can't tell."""


@dataclass(frozen=True)
class FalseStart:
    """One who pressed before the light, or sooner after it than anybody can."""

    button: Button
    tick_ns: int
    early_ms: float | None
    """Before the light (negative: after it); None while it is not on."""


@dataclass(frozen=True)
class Result:
    """How a race went, the whole order."""

    light_ns: int | None = None
    places: tuple[Place, ...] = ()
    """From the first to the last."""
    false_starts: tuple[FalseStart, ...] = ()
    absent: tuple[Button, ...] = ()
    """Those who have not pressed (yet, while the race runs)."""
    stuck: tuple[Button, ...] = ()
    """Those whose buttons were held down when all others had let go."""
    mixed: bool = False
    """Pins raced phones or keys, whose ticks are those of their arrival: see `device.races.orders`."""

    @property
    def first(self) -> tuple[Button, ...]:
        """Who won: several in a dead heat, nobody when nobody pressed."""
        return tuple(p.button for p in self.places if p.place == 1)

    @property
    def last(self) -> tuple[Button, ...]:
        """Who was last: those who have not pressed at all, else those in the last place."""
        return self.absent or tuple(p.button for p in self.places if p.place == self.places[-1].place)

    @property
    def unsure(self) -> bool:
        """A press was found after its edge was lost, so the order is not certain."""
        return any(p.found for p in self.places)


@dataclass(frozen=True)
class Race:
    """A race as far as it is known. `held`: buttons that were down when it was called."""

    rules: RaceRules
    called_ns: int
    held: frozenset[Button] = frozenset()
    edges: frozenset[Edge] = frozenset()
    now_ns: int = 0
    armed_ns: int | None = None
    light_ns: int | None = None
    stuck: frozenset[Button] = frozenset()
    over: bool = False

    def hear(self, edge: Edge) -> "Race":
        """Return the race with one more edge; those of other buttons, and of a race that is over, change nothing."""
        if edge.button not in self.rules.buttons or self.over:
            return self
        return dataclasses.replace(self, edges=self.edges | {edge}, now_ns=max(self.now_ns, edge.tick_ns))

    def wait(self, now_ns: int) -> "Race":
        """Return the race at this tick: it arms when all have been released for long enough, and is over when the
        result is final.
        """
        race = dataclasses.replace(self, now_ns=max(self.now_ns, now_ns))
        if race.armed_ns is not None:
            end = race._end_ns()
            return dataclasses.replace(race, over=True) if end is not None and race.now_ns >= end else race
        down = race.unreleased
        restless = down or race.now_ns < race._rest_ns()
        if restless and race.now_ns < race.called_ns + round(race.rules.arming_ms * MS):
            return race
        return dataclasses.replace(race, armed_ns=race.now_ns, stuck=down)

    def light(self, tick_ns: int) -> "Race":
        """Return the race whose light went on at this tick; only an armed race has one."""
        if self.phase != "armed":
            raise ValueError(f"the light of a race that is {self.phase} can't go on; wait until it is armed")
        return dataclasses.replace(self, light_ns=tick_ns, now_ns=max(self.now_ns, tick_ns))

    @cached_property
    def phase(self) -> Phase:
        """Where the race is."""
        if self.armed_ns is None:
            return "arming"
        if self.over:
            return "over"
        return "armed" if self.light_ns is None else "running"

    @cached_property
    def due_ns(self) -> int | None:
        """When waiting alone changes what is known; None: it waits for an edge or the light."""
        dues = [c.due_ns for c in self._contacts.values() if c.due_ns is not None]
        if self.armed_ns is None:
            dues += [self._rest_ns(), self.called_ns + round(self.rules.arming_ms * MS)]
        end = self._end_ns()
        if end is not None and not self.over:
            dues.append(end)
        return min((due for due in dues if due > self.now_ns), default=None)

    @cached_property
    def unreleased(self) -> frozenset[Button]:
        """Whose buttons are not surely released."""
        return frozenset(button for (button, _), c in self._contacts.items()
                         if button in self.rules.buttons and (c.held or c.closing is not None))

    @cached_property
    def result(self) -> Result:
        """How the race stands."""
        early = self._false_starts
        pressed = sorted((press for button in self._running() for press in self._first_press(button)),
                         key=lambda press: (press.tick_ns, press.source == "pin", press.button))
        there = {press.button for press in pressed}
        return Result(self.light_ns, tuple(self._placed(pressed)), early,
                      tuple(b for b in self._running() if b not in there),
                      tuple(b for b in self.rules.buttons if b in self.stuck), len({p.source for p in pressed}) > 1)

    # How it is found out

    @cached_property
    def _contacts(self) -> dict[tuple[Button, Source], Contact]:
        ordered = sorted(self.edges, key=_contact_of)
        quiet = self.now_ns + 1 if self.armed_ns is None else self.armed_ns
        found = {key: contact(group, self.now_ns, self._was_held(*key), self.rules.timing, quiet)
                 for key, group in itertools.groupby(ordered, key=_contact_of)}
        for button in self.held:
            found.setdefault((button, "pin"), Contact(held=True))
        return found

    def _was_held(self, button: Button, source: Source) -> bool:
        return source == "pin" and button in self.held

    def _spans(self, button: Button) -> Iterator[Span]:
        for (whose, _), found in self._contacts.items():
            if whose == button:
                yield from found.spans

    def _rest_ns(self) -> int:
        """Return when no contact can bounce any more, from before the race was called or from what was heard since."""
        ticks = [edge.tick_ns for edge in self.edges if edge.source == "pin"]
        return max([self.called_ns, *ticks]) + round(self.rules.timing.release_ms * MS)

    def _first_ns(self) -> int | None:
        return None if self.light_ns is None else self.light_ns + round(self.rules.earliest_ms * MS)

    @cached_property
    def _false_starts(self) -> tuple[FalseStart, ...]:
        if self.armed_ns is None:
            return ()
        found = []
        for button in self.rules.buttons:
            early = [span.press.tick_ns for span in self._spans(button) if self._is_early(span)]
            if early and button not in self.stuck:
                before = None if self.light_ns is None else (self.light_ns - min(early)) / MS
                found.append(FalseStart(button, min(early), before))
        return tuple(sorted(found, key=lambda start: start.tick_ns))

    def _is_early(self, span: Span) -> bool:
        first = self._first_ns()
        return ((first is None or span.press.tick_ns < first)
                and (span.until_ns is None or span.until_ns >= (self.armed_ns or 0)))

    def _running(self) -> tuple[Button, ...]:
        """Return who is in the race: neither out by a false start nor stuck."""
        out = {start.button for start in self._false_starts} | self.stuck
        return tuple(button for button in self.rules.buttons if button not in out)

    def _first_press(self, button: Button) -> list[Press]:
        """Return the button's press that counts, if there is one: later ones are locked out."""
        first = self._first_ns()
        if first is None or self.light_ns is None:
            return []
        last = self.light_ns + round(self.rules.timeout_ms * MS)
        found = [span.press for span in self._spans(button) if first <= span.press.tick_ns <= last]
        return sorted(found, key=lambda press: press.tick_ns)[:1]

    def _placed(self, pressed: list[Press]) -> Iterator[Place]:
        ranks = [_ranks(order, self.rules.margins) for order in orders(pressed, self.rules.margins)]
        place = _ranks(pressed, self.rules.margins)
        for index, press in enumerate(pressed):
            before = pressed[max(0, index - 1)].tick_ns
            yield Place(press.button, place[press.button], press.tick_ns, (press.tick_ns - (self.light_ns or 0)) / MS,
                        (press.tick_ns - pressed[0].tick_ns) / MS, (press.tick_ns - before) / MS, press.source,
                        press.found, len({rank[press.button] for rank in ranks}) == 1)

    def _end_ns(self) -> int | None:
        """Return when the result is final, as far as is known; None: not before the light."""
        collect = round(self.rules.collect_ms * MS)
        if self.rules.false_start == "again" and self._false_starts:
            return self._false_starts[0].tick_ns + collect
        running = self._running()
        if self.light_ns is None:
            return None if running or self.armed_ns is None else self.armed_ns
        ticks = [press.tick_ns for button in running for press in self._first_press(button)]
        if len(ticks) == len(running):
            return max(ticks, default=self.light_ns) + collect
        return self.light_ns + round((self.rules.timeout_ms + self.rules.collect_ms) * MS)


def _contact_of(edge: Edge) -> tuple[Button, Source]:
    return edge.button, edge.source


def _ranks(order: Sequence[Press], margins: Margins) -> dict[Button, int]:
    """Return everybody's place, when they pressed in this order."""
    ranks: dict[Button, int] = {}
    for group in groups(order, margins):
        ranks |= dict.fromkeys((press.button for press in group), len(ranks) + 1)
    return ranks
