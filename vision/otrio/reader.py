"""Otrio's board: markers, camera, light, board, slots; one frame in, one reading out."""

from collections.abc import Mapping
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.game import Slot
from vision import rings, which
from vision.board_reader import BoardReader
from vision.camera import Camera, Points
from vision.faults import GLARE
from vision.light import Light
from vision.mat import Laps, locate
from vision.otrio import board as otrio_board
from vision.otrio import hand
from vision.otrio.slots import SIDES, SIZES, SURE, Pieces, judge, palette_of
from vision.reading import Distribution, Frame, Mark, Reading
from vision.settings import TableSettings

_GLARE = 0.27
"""Share of dazzled slots above which nothing is told; below it, in a light that dazzles everywhere, white is empty."""
_FEW = 6
"""Fewer pieces of a colour than this, of nine, and in full white light: they are there but have lost their colour."""


class OtrioReader(BoardReader):
    """Reads an Otrio table: what lies in the 27 slots."""

    def __init__(self, settings: TableSettings | None = None) -> None:
        super().__init__(settings)
        self.board = otrio_board.board(self.settings)
        self._usual = palette_of(self.settings.otrio_hues)

    def _read(self, frame: Frame, laps: Laps) -> Reading:
        camera, light_now = locate(frame, self.settings, self._memory, laps)
        found = otrio_board.find(frame, camera, self.settings)
        if found.fit < otrio_board.FIT:
            raise which.not_found("Otrio", frame, camera, self.settings)
        laps.end("board")
        tops, white = sample(frame, camera, light_now, found.place, self.board)
        dazzled = np.asarray(white > _DAZZLED)
        full_light = light_now.clipped >= 0.5
        glaring = bool(dazzled.mean() > _GLARE)
        pieces = judge(tops, dazzled & (glaring or not full_light), self._usual)
        signs = hand.Signs(found.cells, pieces.doubt, pieces.strange, pieces.full,
                           np.asarray(dazzled.any(axis=1) & full_light))
        covered = hand.covered_cells(signs, np.array(self.board.centres))
        faded = full_light and not covered.any() and pieces.fewest() < _FEW
        glare = faded or glaring
        slots = trusted(pieces.slots, covered | glare)
        laps.end("slots")
        sketch = outline(camera, found.place, self.board, self.settings.otrio_mm / 2, slots, covered)
        laps.end("sketch")
        return Reading("hand" if covered.any() else "still", slots, GLARE if glare else None,
                       _evidence(pieces, found, camera), sketch, laps.ms)


# what a slot looks like

_FULL_WHITE = 250
"""From here on all three values say nothing of colour."""
_DAZZLED = 0.3
"""A slot of which more than this share is full white can't be told; a peg's highlight is smaller."""
_ANGLES = 24
_RADII = {"large": (17.7, 18.5, 19.3), "medium": (10.7, 11.5, 12.3), "small": (1.2, 2.5, 3.8)}
_TOP_MM = 13.0
"""Height above the board at which a piece is looked at: its top, which nothing else can hide."""


def sample(frame: Frame, camera: Camera, now: Light, place: rings.Place,
           board: rings.RingBoard) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """Return every slot's top: reflectances, cells x sizes x angles x 3 (BGR), and the share that is full white."""
    on_mat = place.to_mat(_points(board.centres))
    at = camera.project(on_mat).astype(np.float32)
    pixels = np.asarray(
        cv2.remap(frame, at[:, 0], at[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    pixels = pixels.reshape(len(board.centres), len(SIZES), -1, 3)
    even = now.even_out(pixels.reshape(-1, 3), on_mat[:, :2]).reshape(*pixels.shape[:2], 3, _ANGLES, 3)
    return np.asarray(even.mean(axis=2)), (pixels.min(axis=3) >= _FULL_WHITE).mean(axis=2)


@lru_cache(maxsize=4)
def _points(centres: tuple[tuple[float, float], ...]) -> Points:
    """Return the points looked at in the board's frame: by cell, size, radius and angle."""
    angle = np.linspace(0, 2 * np.pi, _ANGLES, endpoint=False)
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    flat = np.concatenate([r * circle for size in SIZES for r in _RADII[size]])
    points = (np.array(centres)[:, None] + flat[None]).reshape(-1, 2)
    return np.column_stack([points, np.full(len(points), _TOP_MM)])


def trusted(slots: Mapping[Slot, Distribution], covered: NDArray[np.bool_]) -> Mapping[Slot, Distribution]:
    """Return the slots, those of the `covered` cells made unknown: empty or any piece, equally likely."""
    unknown = {piece: 1 / (1 + len(SIDES)) for piece in (None, *SIDES)}
    return {slot: unknown if covered[int(slot.split(".")[0])] else d for slot, d in slots.items()}


def _evidence(pieces: Pieces, found: rings.Found, camera: Camera) -> dict[str, object]:
    p = found.place
    return {"reserves": pieces.reserves, "board": {"x": p.x, "y": p.y, "turn": p.turn, "height": p.height},
            "fit": found.fit, "camera": {"error_px": camera.error, "k1": camera.k1},
            "colours": {"pieces": pieces.palette.pieces, "own": sorted(pieces.palette.own),
                        "laid": None if pieces.laid is None else [pieces.laid.wood, *pieces.laid.pieces.values()]}}


def outline(camera: Camera, place: rings.Place, board: rings.RingBoard, half: float,
            slots: Mapping[Slot, Distribution], covered: NDArray[np.bool_]) -> tuple[Mark, ...]:
    """Return what to draw: the board's edge, each piece's ring in its colour, and "?" where it can't be told."""
    drawn = [(k, 24.0, 0.0, "?", "") for k in range(len(covered)) if covered[k]]
    for slot, likely in slots.items():
        cell, size = slot.split(".")
        piece, share = max(likely.items(), key=lambda item: item[1])
        if share < SURE and not covered[int(cell)]:
            drawn.append((int(cell), _RADII[size][1], _TOP_MM, "?", ""))
        elif piece is not None and share >= SURE:
            drawn.append((int(cell), _RADII[size][1], _TOP_MM, "", piece))
    rings_mm = [_ring(board.centres[k], radius, above) for k, radius, above, _, _ in drawn]
    edge = np.array([(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0)])
    at = np.round(camera.project(place.to_mat(np.concatenate([edge, *rings_mm]))), 1).tolist()
    return (Mark(tuple(map(tuple, at[:4]))), *(
        Mark(tuple(map(tuple, at[4 + 16 * n:20 + 16 * n])), label, colour)
        for n, (_, _, _, label, colour) in enumerate(drawn)))


def _ring(centre: tuple[float, float], radius: float, above: float) -> Points:
    angle = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    x, y = centre[0] + radius * np.cos(angle), centre[1] + radius * np.sin(angle)
    return np.stack([x, y, np.full(16, above)], axis=1)
