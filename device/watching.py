"""Makes what reads a game's table, frame after frame."""

from device.eye_process import Sees
from device.settings import MatSettings


def make_watcher(game: str, mat: MatSettings, hfov_deg: float) -> Sees:
    """Return a watcher of the game's table; called in the eye's process too, so everything here can be pickled."""
    from vision.registry import READERS
    from vision.settings import TableSettings
    from vision.watcher import Watcher

    corners = mat.corners_px or None
    table = TableSettings(mat_mm=(mat.width_mm, mat.height_mm), marker_mm=mat.marker_mm, inset_mm=mat.inset_mm,
                          hfov_deg=hfov_deg, corners_px=corners)  # type: ignore[arg-type]
    watcher: Sees = Watcher(READERS[game](table))
    return watcher
