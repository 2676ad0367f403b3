"""The one interface of all cameras."""

from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from device.errors import ArbitrioError
from rules.text import Text
from vision.reading import Frame


class CameraError(ArbitrioError, OSError):
    """The camera can't give a frame; `text` says why in every language and ends with the remedy."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class NoCamera(CameraError):
    """None is connected."""


@dataclass(frozen=True)
class Capture:
    """How frames are taken; the defaults suit a Camera Module 3 over an A3 mat."""

    width: int = 1280
    """Pixels; a film's own size counts instead."""
    height: int = 720
    frames_per_second: float = 10.0
    """Of live cameras, and of a folder of pictures; a film file states its own."""
    settle_seconds: float = 2.0
    """How long exposure, gain, white balance and focus may look for themselves before they are locked."""
    patience_seconds: float = 5.0
    """The limit of every wait for the camera."""
    pace: float = 0.0
    """How fast a film plays: 1 as it was taken, 2 twice as fast, 0 as fast as it can be read."""
    first_frame: int = 0
    """The film frame to begin with."""

    def __post_init__(self) -> None:
        assert min(self.width, self.height, self.frames_per_second, self.patience_seconds) > 0, self
        assert min(self.settle_seconds, self.pace, self.first_frame) >= 0, self


@dataclass(frozen=True)
class Shot:
    """One frame, blue-green-red, and when it was taken."""

    index: int
    """Counted from 0 since the source was opened; a film's own frame number."""
    frame: Frame
    seconds: float
    """Seconds on a steady clock: a live camera's `time.monotonic()`; a film's index / frame rate."""


class Camera(Protocol):
    """A source of frames. A context manager; `close` may be called twice. Opened by `__enter__`, never at import."""

    live: bool
    """True when frames come by themselves and old ones are worth nothing (the newest wins); False for a film."""
    notes: tuple[Text, ...]
    """What the camera does otherwise than asked, once it is open: an exposure that it would not lock."""

    def shots(self) -> Iterator[Shot]:
        """Yield frames until the source ends; raise CameraError when it stops without having ended.

        Every wait has a limit.
        """

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None: ...
