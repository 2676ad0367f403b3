"""Reports of a read that was wrong: a folder with the frame, what was decided and what is right.

The tests take such a folder as a case: put it into `tests/reports`.
"""

import contextlib
import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from device.errors import StoreError
from device.files import write_whole
from device.matching import seen
from rules.game import Table
from vision.reading import Reading

FRAME, FACTS = "frame.png", "report.json"


@dataclass(frozen=True)
class Report:
    """What a report holds besides the frame."""

    game: str
    options: Mapping[str, str]
    reading: Reading
    expected: Table
    """What the game had on the table."""
    right: Table
    """What really lay there, by the word of whoever reports; slots that are left out are as expected."""
    note: str = ""


def write_report(folder: Path, report: Report, frame_png: bytes) -> Path:
    """Write a report into a new folder below `folder` and return it; raise StoreError with the remedy."""
    try:
        place = _new_folder(folder, report.game)
        write_whole(place / FRAME, frame_png)
        write_whole(place / FACTS, json.dumps(_facts(report), ensure_ascii=False, indent=1).encode())
    except OSError as error:
        raise StoreError(f"the report can't be written to {folder} ({str(error.strerror).lower()}); free some space, "
                         "or make the folder writable") from error
    return place


def _new_folder(folder: Path, game: str) -> Path:
    """Make the next folder; counted, since a table's clock may say anything."""
    for number in itertools.count(1 + sum(1 for _ in folder.glob(f"{game}-*"))):
        place = folder / f"{game}-{number}"
        with contextlib.suppress(FileExistsError):
            place.mkdir(parents=True)
            return place
    raise AssertionError


def _facts(report: Report) -> Mapping[str, object]:
    reading = report.reading
    return {
        "game": report.game, "options": dict(report.options), "note": report.note, "status": reading.status,
        "fault": reading.fault and reading.fault.code, "decided": dict(seen(reading.slots)),
        "beliefs": {slot: {str(piece): round(belief, 4) for piece, belief in beliefs.items()}
                    for slot, beliefs in reading.slots.items()},
        "right": {**report.expected, **report.right},
    }
