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

    otrio_hues: tuple[Point, ...] = ()
    """Where the board's wood and the pieces, in the order of their sides from the top clockwise, lie in the opponent
    plane, as they were taught; empty: as sold."""

    mastermind_rows: int = 8
    """Guess rows of the Mastermind board."""
    mastermind_mm: tuple[float, float] = (140.0, 236.0)
    """Width and length of its body."""
    mastermind_pitch_mm: tuple[float, float] = (22.0, 18.0)
    """From one of its rows to the next, and from one hole to the next."""
    mastermind_height_mm: float = 16.0
    """How high its top lies, as a first guess."""
    mystrio_grid: tuple[int, int] = (4, 4)
    """Rows and columns of the Mystrio board."""
    mystrio_pitch_mm: float = 48.0
    """From one of its cells' centres to the next."""
    mystrio_height_mm: float = 10.0
    """How high its top lies, as a first guess."""

    def __post_init__(self) -> None:
        for name in ("marker_mm", "inset_mm", "otrio_mm", "otrio_pitch_mm", "mystrio_pitch_mm"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be above 0; give it in millimetres")
        if min(*self.mastermind_mm, *self.mastermind_pitch_mm) <= 0:
            raise ValueError("mastermind_mm and mastermind_pitch_mm must be above 0; give them in millimetres")
        if not 1 <= self.mastermind_rows <= 12:
            raise ValueError("mastermind_rows must lie between 1 and 12; count the board's guess rows")
        if not all(2 <= n <= 8 for n in self.mystrio_grid):
            raise ValueError("mystrio_grid must be rows and columns between 2 and 8; count the board's cells")
        if not 20.0 <= self.hfov_deg <= 140.0:
            raise ValueError("hfov_deg must lie between 20 and 140; look it up in the camera's data sheet")
        if min(self.mat_mm) < 2 * (self.marker_mm + self.inset_mm):
            raise ValueError("mat_mm is too small for its markers; give the printed sheet's size in millimetres")
