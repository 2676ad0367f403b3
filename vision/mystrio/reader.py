"""Mystrio's board: markers, camera, light, lines, tokens; one frame in, one reading out."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from rules.game import Slot
from vision import lines, which
from vision.board_reader import BoardReader
from vision.camera import Camera, Points
from vision.mat import Laps, locate
from vision.mystrio import board as mystrio_board
from vision.mystrio import outlines
from vision.mystrio import tokens as mystrio_tokens
from vision.mystrio.outlines import ROUND_MM, SQUARE_MM, Outlines
from vision.mystrio.poses import Pose, poses_of
from vision.mystrio.tokens import PIECES, TOP_MM, Tokens
from vision.reading import Distribution, Frame, Mark, Reading, told
from vision.rings import Place
from vision.settings import TableSettings

_COVERED, _COVERED_BLURRED, _CLEAN = 0.82, 0.7, 0.92
"""Shares of a usual cell's lines: below the first (or second) something lies over them, beside that below the last."""
_SHARP = 0.88
"""How well a usual cell's lines are seen in a picture that is in focus."""
_DOUBT = 0.05
_UNKNOWN: Distribution = {piece: 1 / len(PIECES) for piece in PIECES}


class MystrioReader(BoardReader):
    """Reads a Mystrio table: what lies in every cell.

    Slots: "0" and so on, row by row. Evidence: `kind` "round" or "square", `poses` by slot (see
    `vision.mystrio.poses`).
    """

    def __init__(self, settings: TableSettings | None = None) -> None:
        super().__init__(settings)
        self.board = mystrio_board.board(self.settings)

    def _read(self, frame: Frame, laps: Laps) -> Reading:
        camera, light = locate(frame, self.settings, self._memory, laps)
        board = mystrio_board.find(frame, camera, self.settings)
        if board.fit < mystrio_board.FIT:
            raise which.not_found("Mystrio", frame, camera, self.settings)
        laps.end("board")
        found = outlines.find(frame, camera, board.place, self.board, TOP_MM)
        laps.end("outlines")
        tokens = mystrio_tokens.judge(frame, camera, light, board.place, self.board, found)
        covered = _covered(board.cells, tokens)
        slots = {str(cell): _UNKNOWN if covered[cell] else likely for cell, likely in enumerate(tokens.likely)}
        laps.end("slots")
        poses = poses_of(frame, camera, board.place, self.board, found, tokens, slots)
        laps.end("poses")
        sketch = self._outline(camera, board.place, found, slots)
        laps.end("sketch")
        return Reading("hand" if covered.any() else "still", slots, sketch=sketch, ms=laps.ms,
                       evidence=_evidence(found, poses, board, camera))

    def _outline(
        self, camera: Camera, place: Place, found: Outlines, slots: Mapping[Slot, Distribution]
    ) -> tuple[Mark, ...]:
        """Return what to draw: the ruled square, and each token's outline with a letter for its face."""
        across, along = self.board.upright[-1], self.board.level[-1]
        frame = np.array([(-across, -along, 0.0), (across, -along, 0.0), (across, along, 0.0), (-across, along, 0.0)])
        marks = [_mark(camera, place, frame, "", "")]
        for (x, y), pose, likely in zip(self.board.centres, found.poses, slots.values(), strict=True):
            piece = told(likely)
            if piece is not None:
                shape = _shape(found.kind, np.array([x + pose[0], y + pose[1], pose[2]]))
                label = {"?": "?", "down": ""}.get(piece, piece.split(" ")[-1][:1])
                marks.append(_mark(camera, place, shape, label, "red" if piece.startswith("red") else ""))
        return tuple(marks)


def _covered(fits: Points, tokens: Tokens) -> NDArray[np.bool_]:
    """Return which cells a hand covers or may cover: their lines don't show."""
    usual = float(np.median(fits))
    share = fits / usual
    hidden = share < (_COVERED if usual > _SHARP else _COVERED_BLURRED)
    if hidden.any() or ((share < _CLEAN) & (tokens.doubt > _DOUBT)).any():
        hidden = (share < _CLEAN) | (tokens.doubt > _DOUBT)
    return np.asarray(hidden)


def _evidence(
    found: Outlines, poses: Mapping[Slot, Pose], board: lines.FoundLines, camera: Camera
) -> dict[str, object]:
    p = board.place
    return {"kind": found.kind, "poses": poses, "fit": board.fit,
            "board": {"x": p.x, "y": p.y, "turn": p.turn, "height": p.height},
            "camera": {"error_px": camera.error, "k1": camera.k1}}


def _shape(kind: outlines.Kind, pose: Points) -> Points:
    """Return a token's outline on its top, n x 3 of the board's frame."""
    count, radius = (16, ROUND_MM) if kind == "round" else (4, SQUARE_MM * np.sqrt(2))
    angle = pose[2] + np.pi / 4 + np.linspace(0, 2 * np.pi, count, endpoint=False)
    x, y = pose[0] + radius * np.cos(angle), pose[1] + radius * np.sin(angle)
    return np.stack([x, y, np.full(count, TOP_MM)], axis=1)


def _mark(camera: Camera, place: Place, outline: Points, label: str, colour: str) -> Mark:
    at = np.round(camera.project(place.to_mat(outline)), 1).tolist()
    return Mark(tuple(map(tuple, at)), label, colour)
