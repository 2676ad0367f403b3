"""The web server: waitress, with threads to spare beside the streams, that stops within two seconds."""

import errno
import logging
import socket
import threading
from types import TracebackType
from typing import Any, Protocol

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from web.service import EXTENSION
from web.stream import Streams

SPARE_THREADS = 32
"""Threads that no stream can take, so that pages and commands are always answered."""
SILENCE = 30
"""Seconds after which a phone that went without a word, or sends nothing, loses its connection."""
UNSENT = 256 * 1024
"""Bytes that may wait for a slow phone before its own thread waits too."""
_STOP = 1.0


class CannotListen(OSError):
    """The address can't be served; the message ends with the remedy."""


class PortInUse(CannotListen):
    """Another program, or another Arbitrio, has the port."""


class Streaming(Protocol):
    """What an application keeps for its server, which ends the streams when it stops."""

    @property
    def streams(self) -> Streams:
        """The places of those who follow."""


class Server:
    """Serves an application of ours on one address: a context manager; inside it pages are answered."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Take the address; port 0 takes any free one. Raise PortInUse, or CannotListen, at once."""
        self._web: Streaming = app.extensions[EXTENSION]
        self._socket = listen(host, port)
        self.host, self.port = self._socket.getsockname()[:2]
        self._map: dict[int, Any] = {}
        self._server = create_server(
            app, map=self._map, sockets=[self._socket], threads=self._web.streams.most + SPARE_THREADS,
            connection_limit=2 * self._web.streams.most + 100, channel_timeout=SILENCE, cleanup_interval=5,
            channel_request_lookahead=1, outbuf_high_watermark=UNSENT, ident=None, expose_tracebacks=False,
            max_request_body_size=1 << 20)
        self._server.adj.socket_options = _socket_options()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)
        logging.getLogger("waitress").setLevel(logging.WARNING)  # a phone that leaves is no news
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)

    def __repr__(self) -> str:
        return f"<web.server.Server at {self.host}:{self.port}, {'closed' if self._stopping.is_set() else 'open'}>"

    @property
    def alive(self) -> bool:
        """Whether the thread that takes connections runs."""
        return self._thread.is_alive()

    def __enter__(self) -> "Server":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Stop within two seconds: streams end, answers under way are finished, all is given back; may be repeated."""
        self._web.streams.close()
        if self._stopping.is_set():
            return
        self._stopping.set()
        self._server.task_dispatcher.shutdown(timeout=_STOP)
        if self._thread.is_alive():
            self._server.pull_trigger()
            self._thread.join(timeout=_STOP)
        wasyncore.close_all(self._map, ignore_all=True)
        self._socket.close()

    def _run(self) -> None:
        while not self._stopping.is_set():
            wasyncore.loop(timeout=1, use_poll=True, map=self._map, count=1)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on the address; raise PortInUse or CannotListen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise _explained(error, host, port) from None
    return listener


def _explained(error: OSError, host: str, port: int) -> CannotListen:
    if error.errno == errno.EADDRINUSE:
        return PortInUse(errno.EADDRINUSE, f"port {port} is in use by another program; stop that one, "
                                           "or choose another port in the settings under [web] port")
    if error.errno == errno.EACCES:
        return CannotListen(error.errno, f"port {port} needs more rights than this program has; "
                                         "choose one of 1024 or more in the settings under [web] port")
    return CannotListen(error.errno, f"this machine has no address {host}; choose one of its own, or 0.0.0.0 for all, "
                                     "in the settings under [web] host")


def _socket_options() -> list[tuple[int, int, int]]:
    """Return what makes the kernel send at once, and drop a phone that walked out of the room."""
    options = [(socket.SOL_TCP, socket.TCP_NODELAY, 1)]
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        options.append((socket.SOL_TCP, socket.TCP_USER_TIMEOUT, SILENCE * 1000))
    return options
