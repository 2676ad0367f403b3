"""The races that were run, one JSON line each in a file beside the games."""

import dataclasses
import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device.errors import StoreError
from device.panel import Button
from device.races.race import FalseStart, Place, Result

_log = logging.getLogger(__name__)
HISTORY_NAME = "races.jsonl"


@dataclass(frozen=True)
class Run:
    """One race of a match."""

    at: float
    """When it was over, in seconds of the wall clock; see `device.clock.date_of`."""
    match: float
    """When its match began: the same for all races of the match."""
    best_of: int
    names: Mapping[Button, str]
    """What the players of this match are called."""
    result: Result


class History:
    """The file; it is made with its first race."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / HISTORY_NAME

    def add(self, run: Run) -> None:
        """Have a race on the disk before returning; raise StoreError."""
        line = (json.dumps(dataclasses.asdict(run), ensure_ascii=False) + "\n").encode()
        try:
            with open(self.path, "ab+") as file:
                if file.tell() and not self._ends_a_line():
                    line = b"\n" + line  # the last one was torn by a power cut: it stays a line of its own
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StoreError(f"the race can't be written to {self.path} ({error.strerror}); make room on the disk, "
                             "or make the file writable") from error

    def runs(self) -> tuple[Run, ...]:
        """Return all races, the oldest first; a line that a power cut has torn is left out, and said so."""
        try:
            lines = self.path.read_bytes().splitlines()
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise StoreError(f"the races in {self.path} can't be read ({error.strerror}); "
                             "make the file readable") from error
        read = [run for number, line in enumerate(lines, 1) if line and (run := self._read(line, number)) is not None]
        return tuple(read)

    def _ends_a_line(self) -> bool:
        with open(self.path, "rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"

    def _read(self, line: bytes, number: int) -> Run | None:
        try:
            told = json.loads(line)
            return Run(float(told["at"]), float(told["match"]), int(told["best_of"]),
                       {str(k): str(v) for k, v in told["names"].items()}, _result(told["result"]))
        except (ValueError, TypeError, KeyError, AttributeError):
            _log.warning("line %s of %s can't be read and is left out; delete it, and this is not said any more",
                         number, self.path)
            return None


def _result(told: Mapping[str, Any]) -> Result:
    return Result(told["light_ns"], tuple(Place(**place) for place in told["places"]),
                  tuple(FalseStart(**start) for start in told["false_starts"]), tuple(told["absent"]),
                  tuple(told["stuck"]), bool(told["mixed"]))
