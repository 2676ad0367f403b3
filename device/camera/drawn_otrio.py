"""Draws an Otrio board with its pieces, the unplaced ones in their owners' reserves."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from device.camera.scene import MAT_MM, Points, Scene, circle, rectangle
from rules.game import Table

COLOURS = {"purple": (145, 66, 124), "red": (60, 66, 200), "green": (80, 148, 70), "blue": (178, 112, 56)}
RINGS_MM = {"large": (20.5, 16.5), "medium": (13.5, 9.5), "small": (6.5, 0.0)}
"""Each size's outer and inner radius."""
HEIGHTS_MM = {"large": 4.5, "medium": 4.5, "small": 6.0}
BOARD_MM, PITCH_MM, TOP_MM = 262.0, 48.0, 14.0
_WOOD, _GROOVE = (128, 171, 208), (74, 101, 130)
_TOWARDS = {"purple": (0, -1), "red": (1, 0), "green": (0, 1), "blue": (-1, 0)}
"""On which side of the board a colour's reserve lies."""


def draw_otrio(scene: Scene, table: Table) -> None:
    """Paint the board and every piece; `table` maps slots ("4.large") to colours, what it leaves out is empty."""
    _board(scene)
    for cell in range(9):
        _cell(scene, *_cell_mm(cell))
    for colour in COLOURS:
        for place in _reserve_mm(colour):
            _cell(scene, *place)
    pieces = [(_cell_mm(int(slot.split(".")[0])), slot.split(".")[1], piece) for slot, piece in table.items() if piece]
    pieces += list(_unplaced(Counter((size, piece) for _, size, piece in pieces)))
    for (x, y), size, colour in sorted(pieces, key=lambda piece: piece[0][1]):
        outer, inner = RINGS_MM[size]
        shapes = [circle(x, y, radius, TOP_MM) for radius in (outer, inner) if radius]
        scene.raise_up(shapes, HEIGHTS_MM[size], COLOURS[colour])


def _unplaced(placed: Counter[tuple[str, str]]) -> Iterator[tuple[tuple[float, float], str, str]]:
    for colour in COLOURS:
        for number, place in enumerate(_reserve_mm(colour)):
            for size in RINGS_MM:
                if number < 3 - placed[size, colour]:
                    yield place, size, colour


def _cell_mm(cell: int) -> tuple[float, float]:
    row, column = divmod(cell, 3)
    return MAT_MM[0] / 2 + (column - 1) * PITCH_MM, MAT_MM[1] / 2 + (row - 1) * PITCH_MM


def _reserve_mm(colour: str) -> list[tuple[float, float]]:
    x, y = _TOWARDS[colour]
    return [(MAT_MM[0] / 2 + (2 * x + step * abs(y)) * PITCH_MM, MAT_MM[1] / 2 + (2 * y + step * abs(x)) * PITCH_MM)
            for step in (-1, 0, 1)]


def _board(scene: Scene) -> None:
    left, top = (MAT_MM[0] - BOARD_MM) / 2, (MAT_MM[1] - BOARD_MM) / 2
    scene.fill(rectangle(left - 2, top - 2, BOARD_MM + 6, BOARD_MM + 6), (150, 156, 158))
    scene.raise_up([rectangle(left, top, BOARD_MM, BOARD_MM)], TOP_MM, _WOOD)
    grain = np.random.default_rng(1)
    for y in np.arange(top, top + BOARD_MM - 3, 3):
        tone = int(grain.integers(-9, 10))
        colour = (_WOOD[0] + tone, _WOOD[1] + tone, _WOOD[2] + tone)
        scene.fill(rectangle(left, y, BOARD_MM, 3, TOP_MM), colour)


def _cell(scene: Scene, x: float, y: float) -> None:
    def ring(outer: float, inner: float) -> list[Points]:
        return [circle(x, y, radius, TOP_MM) for radius in (outer, inner) if radius]

    for outer, inner in ((21.0, 15.8), (14.2, 8.8), (7.2, 0.0)):
        shapes = ring(outer, inner)
        if len(shapes) == 2:
            scene.hole(shapes[0], shapes[1], _GROOVE)
        else:
            scene.fill(shapes[0], _GROOVE)
