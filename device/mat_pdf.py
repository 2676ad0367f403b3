"""The printable mat: exact to the millimetre, on one A3 sheet or on two A4 sheets laid side by side."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from device.errors import SettingsError
from device.settings import MatSettings

DICTIONARY = cv2.aruco.DICT_4X4_50
BITS = 6
"""A marker's side in black or white squares, its border included."""
SHEETS = {"a3": (420.0, 297.0), "a4": (210.0, 297.0)}
"""Millimetres across and down. An A3 mat is exactly two upright A4 sheets: nothing has to be cut."""
RULER_MM = 100


def write_mat(path: Path, paper: str, mat: MatSettings) -> int:
    """Write the mat as a PDF and return its number of pages; raise SettingsError for a mat that the paper can't hold.

    A printer leaves a margin white: nothing is printed within 8 mm of an edge.
    """
    across, down = SHEETS[paper]
    if mat.height_mm > down or mat.width_mm > SHEETS["a3"][0]:
        raise SettingsError(f"a mat of {mat.width_mm:g} x {mat.height_mm:g} mm does not fit {paper.upper()} paper; "
                            "make [mat] 420 x 297 mm or smaller, or stick four markers on the table")
    pages = int(np.ceil(mat.width_mm / across))
    _refuse_cut_markers(mat, across, pages)
    canvas = Canvas(str(path), pagesize=(across * mm, down * mm))
    canvas.setTitle("Arbitrio mat")
    canvas.setViewerPreference("PrintScaling", "None")
    for page in range(pages):
        _draw_page(canvas, mat, page * across, across, down, last=page == pages - 1)
    canvas.save()
    return pages


def marker_corners_mm(mat: MatSettings) -> list[tuple[float, float]]:
    """Return each marker's top-left corner on the mat, ids 0 to 3: top left, top right, bottom right, bottom left."""
    near, right, bottom = mat.inset_mm, mat.width_mm - mat.inset_mm, mat.height_mm - mat.inset_mm
    return [(near, near), (right - mat.marker_mm, near),
            (right - mat.marker_mm, bottom - mat.marker_mm), (near, bottom - mat.marker_mm)]


def _refuse_cut_markers(mat: MatSettings, across: float, pages: int) -> None:
    for x, _ in marker_corners_mm(mat):
        for edge in range(1, pages):
            if x < edge * across < x + mat.marker_mm:
                raise SettingsError("on A4 a marker would lie across two sheets; "
                                    "print on A3, or set [mat] width_mm to 420")


def _draw_page(canvas: Canvas, mat: MatSettings, left: float, across: float, down: float, *, last: bool) -> None:
    for number, (x, y) in enumerate(marker_corners_mm(mat)):
        if left <= x < left + across:
            _draw_marker(canvas, number, x - left, down - y, mat.marker_mm)
    middle = (across if left or across < mat.width_mm else mat.width_mm) / 2
    _draw_ruler(canvas, middle - RULER_MM / 2, down - mat.height_mm + 10)
    if left:
        _draw_join(canvas, 8, down)
    if not last:
        _draw_join(canvas, across - 28, down)
    canvas.showPage()


def _draw_marker(canvas: Canvas, number: int, x: float, top: float, side: float) -> None:
    bits: NDArray[np.uint8] = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(DICTIONARY), number, BITS).astype(np.uint8)
    step = side / BITS
    canvas.setFillGray(0)
    canvas.rect(x * mm, (top - side) * mm, side * mm, side * mm, stroke=0, fill=1)
    canvas.setFillGray(1)
    for row, column in np.argwhere(bits > 127):
        canvas.rect((x + column * step) * mm, (top - (row + 1) * step) * mm, step * mm, step * mm, stroke=0, fill=1)


def _draw_ruler(canvas: Canvas, x: float, y: float) -> None:
    """Draw a ruler, since a printer that scales to fit spoils every measure."""
    canvas.setStrokeGray(0.4)
    canvas.setFillGray(0.3)
    canvas.setLineWidth(0.2 * mm)
    canvas.setFont("Helvetica", 6)
    canvas.line(x * mm, y * mm, (x + RULER_MM) * mm, y * mm)
    for step in range(RULER_MM + 1):
        height = 4 if step % 10 == 0 else 2.5 if step % 5 == 0 else 1.5
        canvas.line((x + step) * mm, y * mm, (x + step) * mm, (y + height) * mm)
    canvas.drawCentredString((x + RULER_MM / 2) * mm, (y + 4.6) * mm,
                             "100 mm: check with a ruler; print at 100 %, never \"fit to page\"")


def _draw_join(canvas: Canvas, x: float, down: float) -> None:
    """Draw lines that run on over the join when the two sheets lie edge to edge."""
    canvas.setStrokeGray(0.75)
    canvas.setLineWidth(0.2 * mm)
    for share in (0.25, 0.5, 0.75):
        canvas.line(x * mm, down * share * mm, (x + 20) * mm, down * share * mm)
