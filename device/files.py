"""Files that are whole or as they were, whenever the power goes."""

import contextlib
import os
from pathlib import Path


def write_whole(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a small file so that a power cut leaves either the old or the new content; raise OSError, of this path."""
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        with open(handle, "wb") as file:
            file.write(content)
        settle(part, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        error.filename = str(path)  # nobody asked for the file beside it
        raise


def settle(part: Path, target: Path) -> None:
    """Give a written file its final name, for good: what the name held before is replaced at once or not at all."""
    with open(part, "rb") as file:
        os.fsync(file.fileno())
    os.replace(part, target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
