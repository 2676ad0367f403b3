"""Films of Mastermind and Mystrio: what the watcher read at each still moment, and what truly happened."""

import json
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from rules.game import Piece, Slot
from tests.films import FILMS
from vision.reading import Reading, told
from vision.registry import READERS
from vision.settings import TableSettings
from vision.watcher import Watcher

Still = tuple[int, dict[Slot, Piece | None], Reading]
"""A frame's number, what was told of each slot, and the whole reading."""


@lru_cache(maxsize=2)
def still_tables(game: str) -> list[Still]:
    """Return the film's still moments, as a watcher saw them frame by frame."""
    watcher = Watcher(READERS[game](TableSettings()))
    capture = cv2.VideoCapture(str(FILMS / f"{game}.mp4"))
    rate, number, tables = capture.get(cv2.CAP_PROP_FPS), 0, []
    while (got := capture.read())[0]:
        reading = watcher.see(np.asarray(got[1], np.uint8), number / rate)
        if reading.status == "still":
            tables.append((number, {slot: told(likely) for slot, likely in reading.slots.items()}, reading))
        number += 1
    capture.release()
    return tables


def truth(game: str) -> list[tuple[dict[str, Any], int]]:
    """Return what happens in a film, each event with the frame of the next one's."""
    film = json.loads((FILMS / f"{game}.json").read_text())
    events = [event for event in film["events"] if event["kind"] != "ready"]
    return list(zip(events, [*(event["frame"] for event in events[1:]), film["frames"] + 5], strict=True))
