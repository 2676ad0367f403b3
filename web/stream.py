"""The stream of changes: the whole state, at once and after every change, as server-sent events."""

import json
import threading
import time
from collections.abc import Callable, Iterator

from flask import Response, request

from web.errors import Trouble
from web.table import Snapshot, TableService, Who

AGAIN_AFTER = 5
"""Seconds after which a phone that found no place may try again."""
RETRY = "retry: 2000\n"
BEAT = "event: beat\ndata: 1\n\n"
SLICE = 0.5
"""Seconds after which a waiting stream looks whether its phone is gone or the server stops."""


class Streams:
    """The places of those who follow the table: a bounded number, all given back when the server stops."""

    def __init__(self, most: int) -> None:
        if most < 1:
            raise ValueError(f"{most} streams can't be served; allow at least 1")
        self.most = most
        self._open = 0
        self._lock = threading.Lock()
        self._closing = threading.Event()

    @property
    def open(self) -> int:
        """How many places are taken."""
        return self._open

    @property
    def closing(self) -> bool:
        """Whether the server stops, so that every stream must end."""
        return self._closing.is_set()

    def take(self) -> bool:
        """Take a place; False when none is free."""
        with self._lock:
            if self._open >= self.most or self.closing:
                return False
            self._open += 1
            return True

    def give_back(self) -> None:
        """Give a place back."""
        with self._lock:
            self._open -= 1

    def close(self) -> None:
        """End every stream, within a slice of waiting."""
        self._closing.set()


def answer(streams: Streams, stream: Callable[[Callable[[], bool]], Iterator[str]]) -> Response:
    """Return the answer that goes on; raise Trouble when all places are taken.

    `stream` is given what tells whether it is over: the phone is gone, or the server stops.
    """
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    if not streams.take():
        raise Trouble(503, "error_full", AGAIN_AFTER)
    response = Response(stream(lambda: streams.closing or gone()), mimetype="text/event-stream")
    response.call_on_close(streams.give_back)
    return response


def follow(table: TableService, who: Who, beat: float, over: Callable[[], bool]) -> Iterator[str]:
    """Yield the state and its changes as server-sent events, and a beat in every `beat` seconds of silence.

    A beat is an event, not a comment: a page can't see comments, and must know that what it shows is still true.
    """
    with table.subscribe(who) as subscription:
        first = table.snapshot(who)
        sent, spoke = first["version"], time.monotonic()
        yield RETRY + event(first)
        while not over():
            change = subscription.wait(min(SLICE, beat))
            if change is not None and change["version"] != sent:
                sent, spoke = change["version"], time.monotonic()
                yield event(change)
            elif time.monotonic() - spoke >= beat:
                spoke = time.monotonic()
                yield BEAT


def event(snapshot: Snapshot) -> str:
    """Return what has a `version` as an event of a stream."""
    return f"id: {snapshot['version']}\nevent: state\ndata: {json.dumps(snapshot, separators=(',', ':'))}\n\n"
