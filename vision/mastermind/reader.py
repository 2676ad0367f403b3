"""Mastermind's board, both editions: markers, camera, light, board, pegs, marks; one frame in, one reading out."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from rules.game import Slot
from vision import rings, which
from vision.board_reader import BoardReader
from vision.camera import Camera, Points
from vision.mastermind import board as mastermind_board
from vision.mastermind import marks as mastermind_marks
from vision.mastermind import pegs as mastermind_pegs
from vision.mastermind.board import HOLES, Layout
from vision.mastermind.marks import Marks
from vision.mastermind.pegs import PEGS, Pegs
from vision.mat import Laps, locate
from vision.reading import Distribution, Frame, Mark, Reading, told
from vision.settings import TableSettings

_BARE, _COVERED = 0.3, 0.6
"""Shares of a usual hole's fit below which something lies over it: for certain, and when it is in doubt besides."""
_STRANGE, _FOREIGN = 0.6, 0.95
"""How far what lies around a hole is from the board's usual colour: perhaps not the board in a shadow, surely not."""
_DOUBT = 0.05
_UNKNOWN: Distribution = {piece: 1 / (len(PEGS) + 1) for piece in (None, *PEGS)}


class MastermindReader(BoardReader):
    """Reads a Mastermind table: what stands in every hole and how each row is marked.

    Slots: "0.3" a row's hole, "0.red" and "0.white" its marks as "0" to "4"; "code.3" only when no cover is on.
    Evidence: `edition` "sliders", "pins" or None; `cover` True, False or None when it can't be told.
    """

    def __init__(self, settings: TableSettings | None = None) -> None:
        super().__init__(settings)
        self.layout = Layout.of(self.settings)

    def _read(self, frame: Frame, laps: Laps) -> Reading:
        camera, light = locate(frame, self.settings, self._memory, laps)
        found = mastermind_board.find(frame, camera, self.settings)
        if found.fit < mastermind_board.FIT:
            raise which.not_found("Mastermind", frame, camera, self.settings)
        laps.end("board")
        looks = mastermind_board.look(frame, camera, light, found.place, self.layout)
        laps.end("look")
        pegs, marks = mastermind_pegs.judge(looks), mastermind_marks.judge(looks)
        covered = _covered(found.cells, pegs, marks)
        hand = bool(covered.any() or marks.hidden.any() or pegs.cover is None)
        slots = {**_hole_slots(pegs, covered), **_mark_slots(marks, covered, hand), **_code_slots(pegs)}
        laps.end("slots")
        sketch = self._outline(camera, found.place, slots)
        laps.end("sketch")
        return Reading("hand" if hand else "still", slots, sketch=sketch, ms=laps.ms,
                       evidence=_evidence(pegs, marks, found, camera))

    def _outline(self, camera: Camera, place: rings.Place, slots: Mapping[Slot, Distribution]) -> tuple[Mark, ...]:
        """Return what to draw: the body's edge, each peg in its colour, and a row's marks beside it."""
        layout = self.layout
        across, along = layout.width / 2, layout.length / 2
        outlines = [np.array([(-across, -along), (across, -along), (across, along), (-across, along)])]
        words: list[tuple[str, str]] = [("", "")]
        for slot, likely in slots.items():
            piece = told(likely)
            row, part = slot.split(".")
            y = layout.code_y if row == "code" else layout.row_y[int(row)]
            if part in ("red", "white") and piece != "0":
                outlines.append(_circle(-across - 12 if part == "red" else across + 12, y, 3.0))
                words.append((piece or "", "red" if part == "red" else ""))
            elif part not in ("red", "white") and piece is not None:
                outlines.append(_circle(layout.hole_x[int(part)], y, mastermind_board.PEG_MM))
                words.append(("?", "") if piece == "?" else ("", piece))
        return _marks_of(camera, place, outlines, words)


def _covered(fits: Points, pegs: Pegs, marks: Marks) -> NDArray[np.bool_]:
    """Return which holes of the rows (rows x 4) a hand covers or may cover.

    Around it there is something else than the board, or neither a hole nor a peg can be told and no edge of one shows.
    """
    share, doubt, strange = fits / float(np.median(fits)), pegs.doubt[:-HOLES], pegs.strange[:-HOLES]
    odd = (share < _COVERED) | (strange > _STRANGE)
    hidden = (strange > _FOREIGN) | (share < _BARE) | ((doubt > _DOUBT) & odd)
    if hidden.any() or marks.hidden.any():
        hidden |= odd | (doubt > _DOUBT)
    return np.asarray(hidden).reshape(-1, HOLES)


def _hole_slots(pegs: Pegs, covered: NDArray[np.bool_]) -> dict[Slot, Distribution]:
    return {f"{row}.{hole}": _UNKNOWN if covered[row, hole] else pegs.likely[row * HOLES + hole]
            for row in range(len(covered)) for hole in range(HOLES)}


def _mark_slots(marks: Marks, covered: NDArray[np.bool_], hand: bool) -> dict[Slot, Distribution]:
    """Return the marks; where a hand is about, those that it may lie over in part are unknown."""
    near = np.convolve(covered.any(axis=1) | marks.hidden, [1, 1, 1], "same") > 0
    if hand:
        near |= marks.beset
    return {slot: mastermind_marks.UNKNOWN if near[int(slot.split(".")[0])] else likely
            for slot, likely in mastermind_marks.as_counts(marks).items()}


def _code_slots(pegs: Pegs) -> dict[Slot, Distribution]:
    """Return the code's slots when it is open, unknown ones when something is seen there that is no cover either."""
    if pegs.cover:
        return {}
    return {f"code.{hole}": _UNKNOWN if pegs.cover is None else likely
            for hole, likely in enumerate(pegs.likely[-HOLES:])}


def _evidence(pegs: Pegs, marks: Marks, found: rings.Found, camera: Camera) -> dict[str, object]:
    p = found.place
    return {"edition": marks.edition, "cover": pegs.cover, "fit": found.fit,
            "board": {"x": p.x, "y": p.y, "turn": p.turn, "height": p.height},
            "camera": {"error_px": camera.error, "k1": camera.k1}}


def _circle(x: float, y: float, radius: float) -> Points:
    angle = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], axis=1)


def _marks_of(
    camera: Camera, place: rings.Place, outlines: list[Points], words: list[tuple[str, str]]
) -> tuple[Mark, ...]:
    """Return outlines on the board's top (n x 2, millimetres) as marks in frame pixels."""
    flat = np.concatenate(outlines)
    at = np.round(camera.project(place.to_mat(np.column_stack([flat, np.zeros(len(flat))]))), 1)
    ends = np.cumsum([len(o) for o in outlines])
    return tuple(Mark(tuple(map(tuple, at[end - len(o):end].tolist())), label, colour)
                 for o, end, (label, colour) in zip(outlines, ends, words, strict=True))
