"""A film file, or a folder of pictures, as a camera."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from device.camera import sentences
from device.camera.hush import hush
from device.camera.source import CameraError, Capture, Shot
from rules.text import Text
from vision.reading import Frame

PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".webp"}
FILMS = {".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".mpg", ".mpeg", ".ts", ".h264", ".mjpeg", ".mjpg"}
# Containers without an index state an estimate of their length, so a film may end a little early.
TOLERANCE = 0.02


class FilmSource:
    """The frames of a film file, or of a folder's pictures in the order of the numbers in their names.

    Each frame comes once, in order, in its own size; nothing is dropped.
    """

    live = False

    def __init__(self, path: Path | str, settings: Capture | None = None) -> None:
        self.path = Path(path)
        self.settings = settings or Capture()
        self.notes: tuple[Text, ...] = ()
        self._film: _File | _Folder | None = None

    def __enter__(self) -> Self:
        if self.path.is_dir():
            self._film = _Folder(self.path, self.settings.frames_per_second)
        else:
            self._film = _File(self.path)
        return self

    def shots(self) -> Iterator[Shot]:
        """Yield every frame from `settings.first_frame` on; raise CameraError where the film is damaged."""
        assert self._film is not None, "open the film first: with FilmSource(path) as film"
        first, began = self.settings.first_frame, time.monotonic()
        for index, frame in enumerate(self._film.frames(first), first):
            seconds = index / self._film.rate
            if self.settings.pace:
                due = began + (seconds - first / self._film.rate) / self.settings.pace
                time.sleep(max(0.0, due - time.monotonic()))
            yield Shot(index, frame, seconds)

    def close(self) -> None:
        """Close the film; may be called twice."""
        if self._film is not None:
            self._film.close()
            self._film = None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<FilmSource {self.path} {'open' if self._film else 'closed'}>"


class _File:
    """A film file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        _check_file(path)
        hush()
        self._film = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        self.rate = self._film.get(cv2.CAP_PROP_FPS)
        self.count = int(self._film.get(cv2.CAP_PROP_FRAME_COUNT))
        if not self._film.isOpened() or not 0 < self.rate < 1000:
            self._film.release()
            raise CameraError(sentences.NO_FILM.fill(path=str(path)))

    def frames(self, first: int) -> Iterator[Frame]:
        """Yield the frames from number `first` on; raise CameraError when the film breaks off."""
        index = 0
        while self._film.grab():
            if index >= first:
                good, frame = self._film.retrieve()
                if not good:
                    break
                yield frame.astype(np.uint8, copy=False)
            index += 1
        if index < self.count - max(1, self.count * TOLERANCE):
            raise CameraError(sentences.BREAKS_OFF.fill(path=str(self.path), index=index, count=self.count))

    def close(self) -> None:
        self._film.release()


class _Folder:
    """A folder of pictures."""

    def __init__(self, path: Path, rate: float) -> None:
        self.path, self.rate = path, rate
        try:
            self._files = sorted((f for f in path.iterdir() if f.suffix.lower() in PICTURES), key=_natural)
        except OSError as error:
            raise CameraError(sentences.UNREADABLE.fill(path=str(path), why=str(error.strerror))) from error
        if not self._files:
            raise CameraError(sentences.NO_PICTURES.fill(path=str(path), kinds=", ".join(sorted(PICTURES))))

    def frames(self, first: int) -> Iterator[Frame]:
        """Yield the pictures from number `first` on; raise CameraError at a file that is no picture."""
        for file in self._files[first:]:
            yield read_picture(file)

    def close(self) -> None:
        pass


def read_picture(path: Path) -> Frame:
    """Return a picture file as a frame: blue-green-red, uint8; raise CameraError when it is none."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CameraError(sentences.UNREADABLE.fill(path=str(path), why=str(error.strerror))) from error
    frame = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if frame is None:
        raise CameraError(sentences.NO_PICTURE.fill(path=str(path)))
    return frame.astype(np.uint8, copy=False)


def _check_file(path: Path) -> None:
    """Raise CameraError for what needs no decoder to see."""
    try:
        with path.open("rb") as file:
            empty = not file.read(1)
    except OSError as error:
        raise CameraError(sentences.UNREADABLE.fill(path=str(path), why=str(error.strerror))) from error
    if empty:
        raise CameraError(sentences.EMPTY.fill(path=str(path)))
    if path.suffix.lower() not in FILMS:  # FFmpeg plays even a text file, as a terminal's screen
        raise CameraError(sentences.UNKNOWN_KIND.fill(path=str(path), kinds=", ".join(sorted(FILMS))))


def _natural(path: Path) -> list[tuple[int, str]]:
    """Order 2.jpg before 10.jpg."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", path.name)]
