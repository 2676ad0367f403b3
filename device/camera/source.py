"""The one interface of all cameras."""

from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from vision.reading import Frame


class CameraError(OSError):
    """The camera can't give a frame; the sentence says why and ends with the remedy."""


@dataclass(frozen=True)
class Shot:
    """One frame, blue-green-red, and when it was taken."""

    index: int
    """Counted from 0 since the source was opened; a film's own frame number."""
    frame: Frame
    seconds: float
    """Seconds on the camera's own steady clock (a film: index / frame rate)."""


class Camera(Protocol):
    """A source of frames. A context manager; `close` may be called twice. Opened by `__enter__`, never at import."""

    live: bool
    """True when frames come by themselves and old ones are worth nothing (the newest wins); False for a film."""

    def shots(self) -> Iterator[Shot]:
        """Yield frames until the source ends; raise CameraError when it stops without having ended.

        Every wait has a limit.
        """

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None: ...
