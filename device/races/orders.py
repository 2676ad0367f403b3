"""In which orders presses may really have been made: a phone's is stamped only when it arrives, a moment after it was.

Among pins the kernel's stamps decide, among phones or keys the arrivals. Between the kinds, a phone that arrived before
a pin's press was surely first, and one that came after it by more than the longest way through the air surely was not.
Between lies what nobody can tell: then there are several orders, and who asks which it was begins with the likeliest.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from device.panel import Source
from device.races.presses import MS


class Stamped(Protocol):
    """A press or a place: when it was, and by whose clock."""

    @property
    def tick_ns(self) -> int:
        """The first edge, or the arrival."""

    @property
    def source(self) -> Source:
        """What made it."""


@dataclass(frozen=True)
class Margins:
    """What is too close to call. All in milliseconds."""

    dead_heat_ms: float = 0.05
    """Pins' presses no further apart than this from the first of them share a place; the kernel's stamp is no finer."""
    phones_dead_heat_ms: float = 40.0
    """The same when phones press, whose ways through the air take longer or shorter."""
    phone_longest_ms: float = 500.0
    """No phone's press takes longer to arrive."""
    phone_usual_ms: float = 60.0
    """So long it usually takes, from the finger on."""


    key_longest_ms: float = 50.0
    """The same of a key of this machine's keyboard."""
    key_usual_ms: float = 15.0

    @property
    def longest(self) -> Mapping[Source, float]:
        """By its kind, how long a press may take to be stamped."""
        return {"pin": 0.0, "key": self.key_longest_ms, "phone": self.phone_longest_ms}

    @property
    def usual(self) -> Mapping[Source, float]:
        """By its kind, how long it usually takes."""
        return {"pin": 0.0, "key": self.key_usual_ms, "phone": self.phone_usual_ms}


S = TypeVar("S", bound=Stamped)


def orders(presses: Sequence[S], margins: Margins) -> list[tuple[S, ...]]:
    """Return every order that these presses, sorted by their ticks, may have been made in, the likeliest first."""
    kinds = {press.source: [each for each in presses if each.source == press.source] for press in presses}
    return sorted(_merged(list(kinds.values()), margins), key=lambda order: _strain(order, margins))


def _merged(kinds: Sequence[Sequence[S]], margins: Margins) -> Iterator[tuple[S, ...]]:
    """Yield every way to put the kinds into one order that the stamps allow."""
    if not kinds:
        yield ()
    for kind in kinds:
        first, *left = kind
        others = [other for other in kinds if other is not kind]
        earliest = first.tick_ns - margins.longest[first.source] * MS
        if all(earliest < other[0].tick_ns or (earliest == other[0].tick_ns and first.source != "pin")
               for other in others):
            yield from ((first, *rest) for rest in _merged([*others, left] if left else others, margins))


def _strain(order: Sequence[Stamped], margins: Margins) -> float:
    """Return how far the order is from the one that usual ways through the air make, in nanoseconds; 0 is that one."""
    ticks = [press.tick_ns - margins.usual[press.source] * MS for press in order]
    return sum(max(0.0, before - after) for index, after in enumerate(ticks) for before in ticks[:index])


def groups(order: Sequence[S], margins: Margins) -> list[list[S]]:
    """Return who shares each place of an order: no kind shares one with the other."""
    found: list[list[S]] = []
    for press in order:
        if found and _together(found[-1][0], press, margins):
            found[-1].append(press)
        else:
            found.append([press])
    return found


def _together(first: Stamped, other: Stamped, margins: Margins) -> bool:
    if first.source != other.source:
        return False
    window = margins.phones_dead_heat_ms if first.source == "phone" else margins.dead_heat_ms
    return other.tick_ns - first.tick_ns <= round(window * MS)
