"""The eye, as the main process has it: it starts the process that looks, and again when that dies or hangs."""

import logging
import multiprocessing
import os
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Any, Literal, Self, TypeAlias

from device.camera.source import Capture
from device.eye_process import Ended, Failed, Look, Message, Opened, Plan, Sees, run
from rules.text import Text

__all__ = ["Eye", "EyeState", "Limits", "Look"]

_log = logging.getLogger(__name__)
WARM = 10
"""Film frames before the last one that are read again after a restart, for what the watcher remembers."""
TURN = 1.0
"""Seconds after which the eye's thread, when nothing comes, looks up."""
RECENT = 50
"""Looks from which the frame rate is told."""
TRIES = 3
"""How often a film may bring the eye down at the same place."""
HUNG = Text(
    "the camera has not been heard of for {seconds} s and is started again; if this goes on, check its cable",
    "la caméra ne répond plus depuis {seconds} s et est relancée ; si cela continue, vérifiez son câble")
DIED = Text(
    "the camera's process ended unexpectedly (status {status}) and is started again; if this goes on, check its cable",
    "le processus de la caméra s'est arrêté (code {status}) et est relancé ; si cela continue, vérifiez son câble")
FILM_KILLS = Text(
    "the film brings the reader down after frame {index}; take another film, and report this one",
    "le film fait échouer la lecture après l'image {index} ; prenez un autre film, et signalez celui-ci")


@dataclass(frozen=True)
class EyeState:
    """How the eye is."""

    kind: Literal["running", "lost", "ended", "absent"]
    """Absent: there has never been a camera; one that is connected now is found."""
    text: Text | None = None
    """Lost or absent: why, and the remedy."""
    notes: tuple[Text, ...] = ()
    """Running: what the camera does otherwise than asked."""
    final: bool = False
    """The eye does not try again."""


@dataclass(frozen=True)
class Limits:
    """How long the eye's process is waited for, in seconds."""

    start: float = 30.0
    """From its start to the first look: a camera opens and settles."""
    beat: float = 9.0
    """From look to look."""
    stop: float = 1.0
    """From the request to stop to SIGKILL."""
    pause: float = 0.5
    """Before the first restart; each further one waits twice as long."""
    longest_pause: float = 8.0
    absent: float = 20.0
    """Before a camera that was never there is looked for again: each look costs a small machine seconds."""

    @classmethod
    def of(cls, capture: Capture) -> Self:
        """Return limits that leave the camera its own patience, whose sentence says more."""
        patience = capture.patience_seconds
        return cls(start=15 + capture.settle_seconds + 4 * patience, beat=4 + patience)


_End: TypeAlias = Failed | Ended | None
"""Why a process is over: it said so, or None when the eye is being stopped."""


class Eye:
    """Looks at the table from a process of its own. A context manager that starts and stops it.

    `on_look` and `on_state` are called in the eye's thread. While `on_look` runs, a film waits, and a live camera's
    frames pass unseen: frames are never queued.
    """

    def __init__(self, source: str, watcher: Callable[[], Sees], capture: Capture | None,
                 on_look: Callable[[Look], None], on_state: Callable[[EyeState], None], *,
                 limits: Limits | None = None) -> None:
        """Prepare the eye; `watcher` makes what reads the frames, in the eye's process: it must be picklable."""
        self._plan = Plan(source, capture or Capture(), watcher)
        self._on_look, self._on_state = on_look, on_state
        self._limits = limits or Limits.of(self._plan.capture)
        self._state: EyeState | None = None
        self._thread = threading.Thread(target=self._supervise, name="eye", daemon=True)
        self._process: SpawnProcess | None = None
        self._pipe: Connection[Any, Any] | None = None
        self._sending = threading.Lock()
        self._stopping = threading.Event()
        self._waker, self._wake = os.pipe()
        self._film = False
        self._had = False
        """A camera was open once."""
        self._last = -1
        self._failures = 0
        self._recent: deque[tuple[int, float]] = deque(maxlen=RECENT)
        self.looks = 0
        """How many looks have come."""
        self.beats = 0
        """How often the eye's thread has looked after its process: what a watchdog may watch. It goes on while a
        camera is away or a process hangs, since the thread deals with those itself."""

    @property
    def state(self) -> EyeState | None:
        """How the eye is; None until the camera is open, or is found wanting."""
        return self._state

    @property
    def frames_per_second(self) -> float | None:
        """How fast frames have come lately, by the camera's own count; None before the second one."""
        recent = list(self._recent)
        if len(recent) < 2 or recent[-1][1] <= recent[0][1]:
            return None
        return (recent[-1][0] - recent[0][0]) / (recent[-1][1] - recent[0][1])

    @property
    def pid(self) -> int | None:
        """The number of the process that looks now."""
        return self._process.pid if self._process is not None else None

    def start(self) -> None:
        """Start looking."""
        self._thread.start()

    def stop(self) -> None:
        """Stop looking, within two seconds; may be called twice, and no process is left behind."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        os.write(self._wake, b"!")
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(self._limits.stop + 0.5)
            if self._thread.is_alive() and self._process is not None:  # it is inside a callback that does not return
                self._process.kill()
        if not self._thread.is_alive():
            os.close(self._wake)
            os.close(self._waker)

    def ask_picture(self) -> None:
        """Have a picture sent with the next look."""
        self._say("picture")

    def ask_frame(self) -> None:
        """Have the whole frame sent with the next look, for a report."""
        self._say("frame")

    def ask_view(self) -> None:
        """Have the frame as it is sent as a JPEG with the next look, whatever the table does."""
        self._say("view")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<Eye {self._plan.source} {self._state.kind if self._state else 'starting'}>"

    # The eye's thread

    def _supervise(self) -> None:
        while not self._stopping.is_set():
            end = self._one_process()
            if end is None:
                return
            if isinstance(end, Ended):
                return self._be(EyeState("ended", final=True))
            if isinstance(end, Failed) and end.absent and not self._had:
                self._be(EyeState("absent", end.text))
                self._rest(self._limits.absent)
                continue
            self._failures += 1
            if self._film and self._failures >= TRIES:
                end = Failed(FILM_KILLS.fill(index=self._last), final=True)
            self._be(EyeState("lost", end.text, final=end.final))
            if end.final:
                return
            pause = self._limits.pause * 2 ** min(self._failures - 1, 10)
            self._rest(min(pause, self._limits.longest_pause))

    def _rest(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not self._stopping.wait(min(left, TURN)):
            self.beats += 1

    def _one_process(self) -> _End:
        """Start a process, deal with all it says until it is over, and leave nothing of it."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        _limit_waits(ours, self._limits.beat)
        self._process = context.Process(target=run, args=(theirs, self._resumed()), name="eye", daemon=True)
        self._process.start()
        theirs.close()
        with self._sending:
            self._pipe = ours
        try:
            return self._converse(ours, self._process)
        finally:
            with self._sending:
                self._pipe = None
            ours.close()
            self._end(self._process)

    def _resumed(self) -> Plan:
        if not self._film:
            return self._plan
        first = max(self._plan.capture.first_frame, self._last + 1 - WARM)
        return replace(self._plan, after=self._last, capture=replace(self._plan.capture, first_frame=first))

    def _end(self, process: SpawnProcess) -> None:
        process.join(self._limits.stop if self._stopping.is_set() else 3 * self._limits.stop)
        if process.is_alive():
            process.kill()
            process.join()
        process.close()
        self._process = None

    def _converse(self, pipe: "Connection[Any, Any]", process: SpawnProcess) -> _End:
        patience, since = self._limits.start, time.monotonic()
        while not self._stopping.is_set():
            self.beats += 1
            left = patience - (time.monotonic() - since)
            try:
                ready = wait([pipe, self._waker], max(0.0, min(left, TURN)))
                message: Message | None = pipe.recv() if pipe in ready else None
            except BlockingIOError:  # it stopped in the middle of a message
                message, ready, left = None, [], 0.0
            except (EOFError, OSError):
                process.join(self._limits.stop)
                return Failed(DIED.fill(status=str(process.exitcode)), final=False)
            if not ready:
                if left > TURN:
                    continue
                process.kill()
                return Failed(HUNG.fill(seconds=f"{patience:g}"), final=False)
            if isinstance(message, Ended | Failed):
                return message
            if message is not None:
                patience, since = self._take(message), time.monotonic()
        return None

    def _take(self, message: Opened | Look) -> float:
        """Deal with what the process says, and return how long it may now be silent."""
        if isinstance(message, Opened):
            self._had = True
            self._film = not message.live
            self._recent.clear()
            self._be(EyeState("running", notes=message.notes))
            return self._limits.start
        self._failures = 0
        self._last = message.index
        self.looks += 1
        self._recent.append((message.index, message.seconds))
        self._call(self._on_look, message)
        self._say("next")
        return self._limits.beat

    def _say(self, request: str) -> None:
        with self._sending:
            if self._pipe is not None:
                try:
                    self._pipe.send(request)
                except OSError:
                    pass  # it is over; the thread finds out by itself

    def _be(self, state: EyeState) -> None:
        if state != self._state:
            self._state = state
            self._call(self._on_state, state)

    @staticmethod
    def _call(function: Callable[[Any], None], argument: object) -> None:
        try:
            function(argument)
        except Exception:  # the eye outlives its listeners
            _log.exception("the eye's listener failed")


def _limit_waits(pipe: "Connection[Any, Any]", seconds: float) -> None:
    """Let no read or write of a message's rest wait longer than this: then they raise BlockingIOError."""
    limit = struct.pack("ll", int(seconds), int(seconds % 1 * 1e6))
    with socket.socket(fileno=os.dup(pipe.fileno())) as end:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
