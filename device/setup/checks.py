"""What is well with camera, mat and light, and what is not: pure judgements of what was seen, each with its remedy."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from device.eye import EyeState
from device.setup import sentences
from device.setup.corners import Corners
from rules.text import Text, capital
from vision.faults import BLANK, BRIGHT, DARK, GLARE, NO_MAT
from vision.reading import Reading
from vision.survey import Survey

Level: TypeAlias = Literal["ok", "wait", "warning", "fault"]
SLOW = 0.6
"""Of the frame rate that was asked for; less is worth a word."""
NARROW = 960
"""Pixels across; in smaller pictures small pieces are mistaken."""
DIM = 0.08
"""Light on white paper, of the brightest that the camera can tell; below it colours are noise."""
DAZZLED = 0.5
"""Share of the markers' white that may be full white."""
UNEVEN = 2.5
"""From so many times brighter on one side than on the other, colours of the dark side are noise."""
FULL = 0.25
"""Share of a mat without markers that may be full white: more is no paper's edge."""
OF_LIGHT = (DARK, BRIGHT, BLANK)
"""Why no mat is found, when it is for the light that reaches the lens."""


@dataclass(frozen=True)
class Check:
    """How one thing is; where it is not ok, the sentence ends with what to do."""

    level: Level
    text: Text

    def json(self) -> dict[str, Any]:
        """Return what the page is told."""
        return {"level": self.level, "text": capital(self.text).json()}


@dataclass(frozen=True)
class Eyes:
    """What is known of the camera."""

    needed: bool = True
    state: EyeState | None = None
    rate: float | None = None
    asked: float = 0.0
    """Frames a second that the settings want."""
    wanted: bool = True
    """Whether the table is to be watched at all."""


def camera(eyes: Eyes, seen: Survey | None) -> Check:
    """Judge whether the camera gives pictures, fine and often enough."""
    if not eyes.wanted:
        return Check("ok", sentences.NO_CAMERA_WANTED)
    if not eyes.needed:
        return Check("wait", sentences.NO_CAMERA_NEEDED)
    state = eyes.state
    if state is not None and state.kind == "absent" and state.text is not None:
        return Check("warning", state.text)
    if state is not None and state.kind == "lost" and state.text is not None:
        return Check("fault", state.text)
    if state is not None and state.kind == "ended":
        return Check("wait", sentences.FILM_OVER)
    if state is None or seen is None or eyes.rate is None:
        return Check("wait", sentences.CAMERA_STARTS)
    width, height = seen.size
    if eyes.rate < SLOW * eyes.asked:
        return Check("warning", sentences.CAMERA_SLOW.fill(rate=f"{eyes.rate:.1f}", asked=f"{eyes.asked:g}"))
    if width < NARROW:
        return Check("warning", sentences.SMALL.fill(width=width))
    for note in state.notes:
        return Check("warning", note)
    return Check("ok", sentences.CAMERA_RUNS.fill(rate=f"{eyes.rate:.1f}", width=width, height=height))


def mat(seen: Survey | None, corners: Corners | None) -> Check:
    """Judge whether the mat is found, by its markers or by the corners that were tapped."""
    if seen is None:
        return Check("wait", sentences.PICTURE_FIRST)
    tapped = corners is not None and bool(corners.points)
    if corners is not None and tapped and corners.size != seen.size:
        return Check("fault", sentences.OTHER_SIZE)
    if seen.fault is not None:
        if seen.fault == NO_MAT and len(seen.markers) == 1:
            return Check("fault", sentences.ONE_MARKER.fill(places=_places(seen.markers)))
        return Check("fault", seen.fault.text)
    if tapped or not seen.markers:
        return Check("ok", sentences.TAPPED)
    hidden = tuple(number for number in range(4) if number not in seen.markers)
    return Check("warning", sentences.SOME_MARKERS.fill(places=_places(hidden))) if hidden else Check(
        "ok", sentences.ALL_MARKERS)


def board(seen: Survey | None, reading: Reading | None) -> Check:
    """Judge whether what the game is played on is seen; `reading` is the last one of a table at rest."""
    if seen is None or seen.fault is not None:
        return Check("wait", sentences.PICTURE_FIRST if seen is None else sentences.MAT_FIRST)
    if reading is None:
        return Check("wait", sentences.BOARD_MOVES)
    if reading.status == "lost" and reading.fault is not None:
        return Check("fault", reading.fault.text)
    return Check("ok", sentences.BOARD_SEEN)


def light(seen: Survey | None, reading: Reading | None) -> Check:
    """Judge whether the light lets colours be told."""
    if seen is None:
        return Check("wait", sentences.PICTURE_FIRST)
    if seen.fault is not None:
        by_light = any(seen.fault == fault for fault in OF_LIGHT)
        return Check("fault", seen.fault.text) if by_light else Check("wait", sentences.MAT_FIRST)
    if seen.brightness < DIM:
        return Check("fault", sentences.LIGHT_DIM)
    if seen.clipped > (DAZZLED if seen.markers else FULL):
        return Check("warning", sentences.LIGHT_CLIPPED)
    if reading is not None and reading.fault == GLARE:
        return Check("warning", GLARE.text)
    if seen.uneven > UNEVEN:
        return Check("warning", sentences.LIGHT_UNEVEN.fill(times=f"{seen.uneven:.1f}"))
    return Check("ok", sentences.LIGHT_GOOD.fill(share=f"{seen.brightness:.0%}"))


def _places(numbers: tuple[int, ...]) -> Text:
    places = [sentences.PLACES[number] for number in numbers]
    return Text(*(getattr(sentences.AND, lang).join(getattr(place, lang) for place in places) for lang in ("en", "fr")))
