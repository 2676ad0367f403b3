"""What the reader is told about the table: sizes in millimetres and the lens; the defaults are the kit's."""

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True)
class TableSettings:
    """The mat, its markers, the camera's lens and the boards, as a family may set them.

    The mat's frame: origin at its top left corner, x to the right, y down, z up from the mat; millimetres.
    """

    mat_mm: tuple[float, float] = (420.0, 297.0)
    """Width and height of the rectangle that the markers span."""
    marker_mm: float = 30.0
    """A marker's side, black border to black border."""
    inset_mm: float = 10.0
    """From a marker's outer edges to the mat's edges."""
    hfov_deg: float = 66.0
    """The camera's horizontal angle of view."""
    corners_px: tuple[Point, Point, Point, Point] | None = None
    """The mat's corners in the frame for a table without markers: top left, top right, bottom right, bottom left."""
    otrio_mm: float = 262.0
    """The side of the Otrio board."""
    otrio_pitch_mm: float = 48.0
    """From one Otrio cell's centre to the next."""
    otrio_height_mm: float = 12.0
    """How high an Otrio board's top lies, as a first guess; it is measured in every picture."""

    def __post_init__(self) -> None:
        for name in ("marker_mm", "inset_mm", "otrio_mm", "otrio_pitch_mm"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be above 0; give it in millimetres")
        if not 20.0 <= self.hfov_deg <= 140.0:
            raise ValueError("hfov_deg must lie between 20 and 140; look it up in the camera's data sheet")
        if min(self.mat_mm) < 2 * (self.marker_mm + self.inset_mm):
            raise ValueError("mat_mm is too small for its markers; give the printed sheet's size in millimetres")
