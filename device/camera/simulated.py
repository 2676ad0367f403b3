"""A table that is drawn: a camera for tests and for trying things out without one."""

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Self, TypeAlias

import numpy as np

from device.camera import sentences
from device.camera.drawn_otrio import draw_otrio
from device.camera.scene import Scene, View
from device.camera.source import CameraError, Capture, Shot
from rules.game import Piece, Slot, Table
from rules.text import Text
from vision.reading import Frame

DRAWINGS: Mapping[str, Callable[[Scene, Table], None]] = {"otrio": draw_otrio}
"""How each game's table is drawn."""
NOISE = 2.0
"""The standard deviation of a pixel's value from frame to frame."""
Noise: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.int16]]


@dataclass(frozen=True)
class Layout:
    """What lies on a simulated table."""

    game: str = "otrio"
    table: Table = field(default_factory=dict)
    """Slots and pieces; a slot that is left out is empty."""
    hand: bool = False
    """A hand is over the table."""
    covered: bool = False
    """Something is over the lens."""

    def draw(self, view: View) -> Frame:
        """Return the table as a noiseless frame."""
        if self.covered:
            return np.full((view.height, view.width, 3), 4, np.uint8)
        scene = Scene(view)
        DRAWINGS[self.game](scene, self.table)
        if self.hand:
            scene.hand()
        return scene.lit()


class SimulatedTable:
    """A table on which a test lays pieces; a `SimulatedCamera` shows it, in another process too.

    It lives in the file `path`, so that neither a killed camera nor a killed referee clears the table.

    >>> import tempfile
    >>> table = SimulatedTable(tempfile.mkdtemp() + "/table.json")
    >>> table.put("4.small", "purple")
    >>> table.layout.table
    {'4.small': 'purple'}
    """

    def __init__(self, path: Path | str, game: str = "otrio") -> None:
        """Take the table in `path` over, or set a bare one up there."""
        self.path = Path(path)
        if not self.path.exists():
            self._write(Layout(game))

    @property
    def source(self) -> str:
        """The name by which `open_camera` opens a camera over this table."""
        return f"simulated:{self.path}"

    @property
    def layout(self) -> Layout:
        """What lies there now."""
        return _read(self.path)

    def put(self, slot: Slot, piece: Piece | None) -> None:
        """Lay a piece into a slot, or take away what lies there."""
        layout = self.layout
        self._write(replace(layout, table={**layout.table, slot: piece}))

    def lay(self, table: Table) -> None:
        """Lay the whole table anew."""
        self._write(replace(self.layout, table=dict(table)))

    def hand(self, over: bool) -> None:
        """Hold a hand over the table, or take it away."""
        self._write(replace(self.layout, hand=over))

    def cover(self, over: bool) -> None:
        """Put something over the camera's lens, or take it away."""
        self._write(replace(self.layout, covered=over))

    def _write(self, layout: Layout) -> None:
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps({"game": layout.game, "table": dict(layout.table), "hand": layout.hand,
                                   "covered": layout.covered}))
        os.replace(new, self.path)


class SimulatedCamera:
    """A live camera over a simulated table; without a file it shows a game's bare board for ever."""

    live = True

    def __init__(self, path: Path | str | None = None, settings: Capture | None = None) -> None:
        self.path = Path(path) if path else None
        self.settings = settings or Capture()
        self.notes: tuple[Text, ...] = ()
        self._open = False

    def __enter__(self) -> Self:
        if self.path:
            _read(self.path)
        self._open = True
        return self

    def shots(self) -> Iterator[Shot]:
        """Yield frames at the settings' rate while the camera is open; raise CameraError when the table is gone."""
        view = View(self.settings.width, self.settings.height)
        noise = _noise(view)
        drawn: tuple[Layout, list[Frame]] | None = None
        index, due = 0, time.monotonic()
        while self._open:
            layout = _read(self.path) if self.path else Layout()
            if drawn is None or drawn[0] != layout:
                drawn = layout, _grainy(layout.draw(view), noise)
            yield Shot(index, drawn[1][index % len(noise)].copy(), time.monotonic())
            index += 1
            due = max(due + 1 / self.settings.frames_per_second, time.monotonic())
            time.sleep(max(0.0, due - time.monotonic()))

    def close(self) -> None:
        """Close the camera; may be called twice."""
        self._open = False

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<SimulatedCamera {self.path or 'bare'} {'open' if self._open else 'closed'}>"


def _read(path: Path) -> Layout:
    try:
        said = json.loads(path.read_text())
        layout = Layout(said["game"], said["table"], said["hand"], said.get("covered", False))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CameraError(sentences.NO_TABLE.fill(path=str(path), why=str(error))) from error
    if layout.game not in DRAWINGS:
        raise CameraError(sentences.NO_DRAWING.fill(game=str(layout.game), games=", ".join(DRAWINGS)))
    return layout


def _grainy(frame: Frame, noise: list[Noise]) -> list[Frame]:
    """Return the frame with each of the noises: they are the same again and again, and cost more than the drawing."""
    return [np.clip(frame + grain, 0, 255).astype(np.uint8) for grain in noise]


def _noise(view: View) -> list[Noise]:
    source = np.random.default_rng(7)
    size = (view.height, view.width, 3)
    return [np.round(source.normal(0, NOISE, size)).astype(np.int16) for _ in range(3)]
