"""The kept pictures on the disk, so that a dispute can be settled after a restart too.

They are written by a thread of their own, a moment after the move: no move ever waits for its picture.
"""

import contextlib
import json
import logging
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from device.files import sync_folder, write_whole
from device.kept import Kept, Move
from rules.text import Text

_log = logging.getLogger(__name__)
FOLDER_NAME, INDEX_NAME = "pictures", "moves.json"
PAUSE = 2.0
"""Seconds between two writes: moves that follow each other quickly are one write, and wear the card less."""
LAST_CHANCE = 1.0
"""Seconds that the last write may take when the program stops."""
_PICTURE = re.compile(r"[0-9]+-[0-9]+\.jpg(\.part)?")


class Keeper:
    """Keeps the newest of what is put, and gives it back after a restart; `put` may be called from any thread."""

    def __init__(self, folder: Path) -> None:
        """Keep in a part of this folder, which is made once there is something to keep."""
        self._folder = folder / FOLDER_NAME
        self._newest: tuple[int, Kept] | None = None
        self._written: tuple[int, Kept] | None = None
        self._faulty = False
        self._closed = False
        self._waker = threading.Condition()
        self._writing = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="pictures", daemon=True)

    def start(self) -> None:
        """Begin to write what is put."""
        self._thread.start()

    def put(self, game: int, kept: Kept) -> None:
        """Have these moves and pictures of a game kept soon, instead of those before; never waits for the disk."""
        with self._waker:
            self._newest = (game, kept)
            self._waker.notify()

    def load(self, game: int | None) -> Kept:
        """Return what was kept of this game; nothing, and it is removed, when it is another one's or can't be read."""
        kept = Kept()
        if not self._folder.is_dir():
            return kept
        try:
            kept = self._read(game)
        except FileNotFoundError:
            pass
        except (OSError, ValueError, KeyError, TypeError) as error:
            _log.warning("the pictures in %s can't be read (%s) and are removed; new moves are kept again",
                         self._folder, error)
        with contextlib.suppress(OSError):
            self._prune(game or 0, kept)
            if not kept.moves:
                (self._folder / INDEX_NAME).unlink(missing_ok=True)
        return kept

    def forget(self, game: int) -> None:
        """Remove what there is of a game at once; raise OSError."""
        with self._writing:
            with self._waker:
                if self._newest is not None and self._newest[0] == game:
                    self._newest = None
            for picture in self._pictures():
                if picture.name.startswith(f"{game}-"):
                    picture.unlink(missing_ok=True)
            if self._indexed() == game:
                (self._folder / INDEX_NAME).unlink(missing_ok=True)
            if self._folder.is_dir():
                sync_folder(self._folder)

    def close(self) -> None:
        """Write what is left, and stop."""
        with self._waker:
            self._closed = True
            self._waker.notify()
        if self._thread.is_alive():
            self._thread.join(LAST_CHANCE)

    def _run(self) -> None:
        while True:
            with self._waker:
                self._waker.wait_for(lambda: self._closed or self._newest != self._written)
                closed, wanted = self._closed, self._newest
            with self._writing:
                if wanted is not None and wanted != self._written and wanted == self._newest:
                    self._write(*wanted)
                self._written = wanted
            if closed:
                return
            self._rest()

    def _rest(self) -> None:
        end = time.monotonic() + PAUSE
        with self._waker:
            while not self._closed and (left := end - time.monotonic()) > 0:
                self._waker.wait(left)

    def _write(self, game: int, kept: Kept) -> None:
        """Write pictures first, then what they belong to, then remove what is not needed: a power cut leaves no gap."""
        try:
            if kept.moves or self._folder.is_dir():
                self._folder.mkdir(mode=0o700, exist_ok=True)
                for number in sorted(kept.used):
                    jpeg, path = kept.picture(number), self._path(game, number)
                    if jpeg is not None and not path.exists():
                        write_whole(path, jpeg, 0o600)
                write_whole(self._folder / INDEX_NAME, _index(game, kept), 0o600)
                self._prune(game, kept)
            self._faulty = False
        except OSError as error:
            if not self._faulty:
                _log.warning("the pictures of the last moves are not kept beyond a restart (%s); make room on the disk",
                             error.strerror)
            self._faulty = True

    def _read(self, game: int | None) -> Kept:
        told = json.loads((self._folder / INDEX_NAME).read_text(encoding="utf-8"))
        if told["game"] != game:
            return Kept()
        pictures = {int(path.stem.split("-")[1]): path.read_bytes() for path in self._pictures()
                    if path.suffix == ".jpg" and path.stem.startswith(f"{game}-")}
        moves = tuple(_move(each, pictures) for each in told["moves"])
        count = max([int(told["count"]), *pictures])
        return Kept(count=count, pictures=tuple(sorted(pictures.items()))).with_moves(moves)

    def _indexed(self) -> Any:
        """Return the game whose moves are kept; None when there is none."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            return json.loads((self._folder / INDEX_NAME).read_text(encoding="utf-8"))["game"]
        return None

    def _prune(self, game: int, kept: Kept) -> None:
        """Remove the pictures that these moves don't have."""
        needed = {self._path(game, number) for number in kept.used}
        for picture in self._pictures():
            if picture not in needed:
                picture.unlink(missing_ok=True)

    def _pictures(self) -> Iterator[Path]:
        if self._folder.is_dir():
            yield from (path for path in sorted(self._folder.iterdir()) if _PICTURE.fullmatch(path.name))

    def _path(self, game: int, number: int) -> Path:
        return self._folder / f"{game}-{number}.jpg"


def _index(game: int, kept: Kept) -> bytes:
    return json.dumps({"game": game, "count": kept.count, "moves": [
        {"text": move.text.json(), "before": move.before, "after": move.after} for move in kept.moves]}).encode()


def _move(told: Any, pictures: dict[int, bytes]) -> Move:
    def there(number: Any) -> int | None:
        return number if number in pictures else None

    return Move(Text(str(told["text"]["en"]), str(told["text"]["fr"])), there(told["before"]), there(told["after"]))
