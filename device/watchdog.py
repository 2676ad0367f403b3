"""The watchdog is fed by work done: only when eye, referee, web and panel have each done some since it was last."""

import http.client
from collections.abc import Callable, Mapping
from typing import TypeAlias

from device.systemd import notify, watchdog_seconds

Beats: TypeAlias = Callable[[], int | None]
"""Counts a part's work; None while there is nothing for it to do, as for the eye of a game without a board."""
LONGEST = 5.0
"""Seconds between two pulses, at most."""
ANSWER = 1.0
"""Seconds that the web has for an answer; a stop may have to wait for it."""


class Watchdog:
    """Tells systemd how the service is, and feeds its watchdog.

    Call `pulse` every `period` seconds, the first time when the service is ready.
    """

    def __init__(self, parts: Mapping[str, Beats]) -> None:
        self._parts = parts
        self._fed: dict[str, int | None] = {}
        self._status: str | None = None
        seconds = watchdog_seconds()
        self._wanted = seconds is not None
        self.period = LONGEST if seconds is None else min(LONGEST, seconds / 4)

    def pulse(self, status: str) -> bool:
        """Tell the status when it is a new one, and feed the watchdog if it may be; return whether it was fed."""
        if status != self._status:
            notify(**({} if self._status is not None else {"READY": "1"}), STATUS=status)
            self._status = status
        if not self._wanted:
            return False
        now = {name: beats() for name, beats in self._parts.items()}
        if any(count is not None and count == self._fed.get(name) for name, count in now.items()):
            return False
        self._fed = now
        return notify(WATCHDOG="1")


class WebBeats:
    """Counts the pages that the web server has really answered, one for each call."""

    def __init__(self, host: str, port: int) -> None:
        """Ask at this address; where the server listens on all, at this machine's own."""
        self._host = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)
        self._port = port
        self._count = 0

    def __call__(self) -> int:
        connection = http.client.HTTPConnection(self._host, self._port, timeout=ANSWER)
        try:
            connection.request("GET", "/healthz")
            connection.getresponse().read()  # a fault that is said is an answer too
            self._count += 1
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()
        return self._count
