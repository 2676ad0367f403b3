"""From edges to presses: bounce and glitches are judged here, and nowhere before."""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from device.panel import Edge, Press

MS = 1_000_000
"""Nanoseconds of a millisecond."""


@dataclass(frozen=True)
class Timing:
    """When edges make a press. All in milliseconds."""

    hold_ms: float = 3.0
    """A contact that stays closed so long at a stretch is pressed; shorter is a glitch, or the bounce of a press."""
    gap_ms: float = 10.0
    """Open so long, a contact that was not yet pressed has only glitched; no bounce opens a contact so long."""
    release_ms: float = 20.0
    """A pressed button counts again after it has been open so long at a stretch."""


@dataclass(frozen=True)
class Span:
    """A press from its first edge to its release."""

    press: Press
    until_ns: int | None
    """When the contact opened for good; None while it has not."""


@dataclass(frozen=True)
class Contact:
    """What the edges of one contact amount to, as far as is known."""

    spans: tuple[Span, ...] = ()
    held: bool = False
    """Pressed, and not yet open for long enough to be pressed again."""
    closing: Edge | None = None
    """The first edge of what may yet become a press, or prove a glitch."""
    due_ns: int | None = None
    """When waiting alone changes what is known; None: it never does."""


def contact(edges: Iterable[Edge], now_ns: int, held: bool = False, timing: Timing = Timing(),
            quiet_ns: int = 0) -> Contact:
    """Return what the edges of one contact, in any order, amount to at `now_ns`; `held`: it was pressed before them.

    Until `quiet_ns` it may still have been bouncing from what was before: an opening there is not the first touch of a
    press. Only a pin's edges bounce. Of phones and keys each closing is a press, since their opening may never be told.
    """
    ordered = sorted(edges, key=lambda edge: (edge.tick_ns, edge.down))
    if ordered and ordered[0].source != "pin":
        return Contact(tuple(Span(_press(edge), edge.tick_ns) for edge in ordered if edge.down))
    return _of_pin(ordered, now_ns, held, timing, quiet_ns)


def _of_pin(ordered: list[Edge], now_ns: int, held: bool, timing: Timing, quiet_ns: int) -> Contact:
    hold, gap, release = (round(ms * MS) for ms in (timing.hold_ms, timing.gap_ms, timing.release_ms))
    spans: list[Span] = []
    closing: Edge | None = None
    due: int | None = None
    down = held
    for edge, end in _stretches(ordered, now_ns):
        # the kernel reads the level a moment after the edge: an opening of what was open is a touch too short to read
        touched = edge.down or (not down and not edge.found and edge.tick_ns >= quiet_ns)
        down = edge.down
        if touched and not held and closing is None:
            closing = edge
        due = edge.tick_ns + (hold if down else release if held else gap)
        if end < due:
            continue
        if down and not held:
            spans.append(Span(_press(closing or edge), None))
        elif held and not down and spans:
            spans[-1] = Span(spans[-1].press, edge.tick_ns)
        held, closing = down, None
    undecided = closing is not None or held != down
    return Contact(tuple(spans), held, closing, due if undecided else None)


def _stretches(ordered: list[Edge], now_ns: int) -> Iterator[tuple[Edge, int]]:
    """Yield each edge, and the tick until which its level then held."""
    for edge, following in itertools.zip_longest(ordered, ordered[1:]):
        yield edge, following.tick_ns if following else max(now_ns, edge.tick_ns)


def _press(edge: Edge) -> Press:
    return Press(edge.button, edge.tick_ns, edge.source, edge.found)
