"""What a table's events are in the words of a film's truth."""

from collections.abc import Iterable
from typing import Any

from device.events import Event, Ledger, fold
from tests.films import truth

KEYS = ("kind", "why", "colour", "size", "cell", "wins")


def wanted(film: str) -> list[dict[str, Any]]:
    """Return the film's events, as `lines` gives them."""
    return [_told(event) for event in truth(film)]


def lines(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Return the events after the game's start as the film's truth names them."""
    lines, ledger = [], None
    for event in events:
        before, ledger = ledger, fold(ledger, event)
        if event.kind != "new":
            assert before is not None and ledger is not None
            lines.append(_told(_line(before, event, ledger)))
    return lines


def _told(line: dict[str, Any]) -> dict[str, Any]:
    return {key: line[key] for key in KEYS if key in line}


def _line(before: Ledger, event: Event, after: Ledger) -> dict[str, Any]:
    if event.kind == "action":
        return dict(before.game.line(before.state, before.game.parse(event.body["action"]), after.state))
    if event.kind == "illegal" and after.refusal is not None:
        return dict(before.game.refused_line(before.state, after.refusal.action, after.refusal.refused))
    return {"kind": event.kind}
