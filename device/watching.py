"""Makes what reads a game's table, frame after frame."""

from pathlib import Path

from device.errors import SettingsError
from device.eye_process import Sees
from device.mondrian_deck import load_deck
from device.settings import Settings
from rules.registry import GAMES
from vision.registry import READERS, WITH_DECK, Reader
from vision.settings import TableSettings
from vision.watcher import Watcher


def make_watcher(game: str, settings: Settings) -> Sees:
    """Return a watcher of the game's table; called in the eye's process too, so everything here can be pickled."""
    watcher: Sees = Watcher(make_reader(game, table_settings(settings), settings.game.deck))
    return watcher


def make_reader(game: str, table: TableSettings, deck: str = "") -> Reader:
    """Return the game's reader, with the deck of that folder when one is named; raise SettingsError."""
    if game not in READERS:
        raise SettingsError(f"no camera reads {game}; choose one of {', '.join(sorted(set(READERS) & set(GAMES)))}, "
                            f"or play it with `arbitrio play {game}`")
    return READERS[game](table, load_deck(Path(deck))) if deck and game in WITH_DECK else READERS[game](table)


def table_settings(settings: Settings) -> TableSettings:
    """Return what the reader is told about the table."""
    mat, corners = settings.mat, settings.mat.corners_px or None
    return TableSettings(mat_mm=(mat.width_mm, mat.height_mm), marker_mm=mat.marker_mm, inset_mm=mat.inset_mm,
                         hfov_deg=settings.camera.hfov_deg, otrio_hues=settings.colours.otrio,
                         corners_px=corners)  # type: ignore[arg-type]
