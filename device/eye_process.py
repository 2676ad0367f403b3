"""The eye's own process: a camera, and what vision reads in its frames. It is started by `device.eye`.

The two talk over a pipe. A look is sent only when the parent has asked for the next one: from a live camera the newest
then wins, a film waits. The end of the pipe, or the parent's, is the end of this process.
"""

import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, Literal, Protocol, TypeAlias

from device.camera.open import open_camera
from device.camera.source import Camera, CameraError, Capture, NoCamera, Shot
from device.picture import jpeg, png, view
from rules.text import Text
from vision.reading import Frame, Reading

Request: TypeAlias = Literal["next", "picture", "frame", "view"]
"""What the parent says: `next`, the last look is dealt with; the others, send one with the next look."""
PR_SET_PDEATHSIG = 1
BEHIND = 5
"""How much this process stands back behind the main one, which answers buttons and phones."""


class Sees(Protocol):
    """What reads frame after frame, as vision's Watcher does."""

    def see(self, frame: Frame, seconds: float) -> Reading: ...


@dataclass(frozen=True)
class Plan:
    """What the process shall do."""

    source: str
    """The camera, as `open_camera` names it."""
    capture: Capture
    watcher: Callable[[], Sees]
    """Makes the reader, inside the process."""
    after: int = -1
    """A film's last frame that was dealt with already."""
    parent: int = field(default_factory=os.getpid)


@dataclass(frozen=True)
class Opened:
    """The camera is open."""

    live: bool
    notes: tuple[Text, ...]


@dataclass(frozen=True)
class Look:
    """What was seen in one frame."""

    index: int
    """The frame's number: of the film, or since the camera was opened."""
    seconds: float
    """A live camera: `time.monotonic()`; a film: index / frame rate."""
    reading: Reading
    jpeg: bytes | None = None
    """The frame with what was seen drawn on it: when the table came to rest, or was asked for."""
    png: bytes | None = None
    """The frame as it is, when it was asked for."""
    view: bytes | None = None
    """The same as a JPEG, when that was asked for: of a table in motion too."""


@dataclass(frozen=True)
class Failed:
    """The camera can't go on."""

    text: Text
    final: bool
    """Trying again can't help: the film is damaged, the source does not exist."""
    absent: bool = False
    """No camera is connected, and none was asked for by name."""


@dataclass(frozen=True)
class Ended:
    """The film is over."""


Message: TypeAlias = Opened | Look | Failed | Ended


def run(pipe: "Connection[Any, Any]", plan: Plan) -> None:
    """Be the eye, until the source or the parent ends; never returns."""
    for number in (signal.SIGINT, signal.SIGTERM):  # Ctrl-C and systemd end all processes; the parent stops this one
        signal.signal(number, signal.SIG_IGN)
    _die_with(plan.parent)
    with contextlib.suppress(OSError):  # a hardened service may not
        os.nice(BEHIND)
    try:
        _look_until_the_end(pipe, plan)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the parent is gone, or wants this
    except BaseException:
        sys.excepthook(*sys.exc_info())
        os._exit(1)
    finally:
        sys.stderr.flush()
    os._exit(0)  # without waiting for a thread that hangs in a camera's driver


def _die_with(parent: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before this took effect
        os._exit(0)


def _look_until_the_end(pipe: "Connection[Any, Any]", plan: Plan) -> None:
    live = plan.source == "auto"  # a camera may still be plugged in; a film that is not there stays away
    try:
        camera = open_camera(plan.source, plan.capture)
        live = camera.live
        with camera:
            pipe.send(Opened(live, camera.notes))
            _Looking(pipe, plan, camera).go_on()
        pipe.send(Ended())
    except CameraError as error:
        absent = plan.source == "auto" and isinstance(error, NoCamera)
        pipe.send(Failed(error.text, final=not live, absent=absent))


class _Looking:
    """The loop over the frames."""

    def __init__(self, pipe: "Connection[Any, Any]", plan: Plan, camera: Camera) -> None:
        self._pipe, self._plan, self._camera = pipe, plan, camera
        self._watcher = plan.watcher()
        self._free = True
        """The parent waits for a look."""
        self._asked: set[Request] = set()
        """What was asked for."""
        self._pictured = False
        """A picture was sent since the table came to rest."""

    def go_on(self) -> None:
        """Read every frame of the source, and send what the parent has time for."""
        for shot in self._camera.shots():
            reading = self._watcher.see(shot.frame, shot.seconds)
            if not self._camera.live and shot.index <= self._plan.after:
                continue  # read again only for what the watcher remembers
            self._listen(wait=not self._camera.live)
            self._pictured = self._pictured and reading.status == "still"
            if self._free:
                self._send(shot, reading)

    def _listen(self, wait: bool) -> None:
        while self._pipe.poll(None if wait and not self._free else 0):
            request: Request = self._pipe.recv()
            if request == "next":
                self._free = True
            else:
                self._asked.add(request)

    def _send(self, shot: Shot, reading: Reading) -> None:
        picture = None
        if "picture" in self._asked or (reading.status == "still" and not self._pictured):
            picture = jpeg(shot.frame, reading)
            self._pictured = reading.status == "still"
        # a report is about what was read, not about what still moves
        frame = png(shot.frame) if "frame" in self._asked and reading.status != "moving" else None
        live = view(shot.frame) if "view" in self._asked else None
        self._asked &= {"frame"} if frame is None else set()
        self._free = False
        self._pipe.send(Look(shot.index, shot.seconds, reading, picture, frame, live))
