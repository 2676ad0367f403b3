"""Playing without a camera, as it was chosen on a phone: kept as a small file beside the games."""

from dataclasses import replace
from pathlib import Path

from device.camera.open import NONE
from device.files import sync_folder, write_whole
from device.settings import Settings

UNWATCHED_NAME = "no-camera"


def keep_unwatched(folder: Path, unwatched: bool) -> None:
    """Write the choice down for good; raise OSError."""
    if unwatched:
        write_whole(folder / UNWATCHED_NAME, b"")
    else:
        (folder / UNWATCHED_NAME).unlink(missing_ok=True)
        sync_folder(folder)


def is_unwatched(folder: Path) -> bool:
    """Tell whether it was chosen to play without a camera."""
    return (folder / UNWATCHED_NAME).exists()


def with_choice(settings: Settings, unwatched: bool) -> Settings:
    """Return the settings without a camera, when that was chosen."""
    return replace(settings, camera=replace(settings.camera, source=NONE)) if unwatched else settings
