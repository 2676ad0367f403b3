"""What the doctor needs to know of frames; it looks at them in the eye's process, as the referee does."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from device.camera.source import Capture
from device.eye import Eye, EyeState, Limits
from device.eye import Look as EyeLook
from vision.reading import Fault, Frame, Reading
from vision.settings import TableSettings
from vision.survey import survey

LOOKS = 20
"""Frames that are looked at."""
LONGEST = 40.0
"""Seconds after which enough is enough: a camera opens, settles, and shows its frames."""


@dataclass(frozen=True)
class Sight:
    """What a look through the camera showed."""

    state: EyeState | None
    """How the camera is; None when it did not open in time."""
    frames_per_second: float | None = None
    size: tuple[int, int] = (0, 0)
    """Pixels across and down."""
    markers: tuple[int, ...] = ()
    fault: Fault | None = None
    """Why the mat was not found."""
    brightness: float = 1.0
    """Of the markers' white paper: 0 black to 1 as bright as the camera can tell."""
    clipped: float = 0.0
    """Share of the markers' white that is too bright."""


class Inspector:
    """Looks for markers and light in each frame; fits `device.eye_process.Sees`."""

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings

    def see(self, frame: Frame, seconds: float) -> Reading:
        """Return what is in the frame as the reading's evidence."""
        found = survey(frame, self._settings)
        return Reading("moving" if found.fault is None else "lost", fault=found.fault, evidence={
            "size": found.size, "markers": found.markers, "brightness": found.brightness, "clipped": found.clipped})


def look(source: str, capture: Capture, table: TableSettings) -> Sight:
    """Look through the camera for a few frames; every wait has a limit, whatever the camera does."""
    enough, last = threading.Event(), [Reading("lost")]

    def looked(one: EyeLook) -> None:
        last[0] = one.reading
        if eye.looks >= LOOKS:
            enough.set()

    def turned(state: EyeState) -> None:
        if state.kind != "running":
            enough.set()

    make: Callable[[], Inspector] = partial(Inspector, table)
    with Eye(source, make, capture, looked, turned, limits=Limits.of(capture)) as eye:
        enough.wait(LONGEST)
        state, rate = eye.state, eye.frames_per_second
    seen = last[0]
    if not seen.evidence:
        return Sight(state)
    return Sight(state, rate, fault=seen.fault, **seen.evidence)
