"""How long a read takes, by stage, and as a ratio to the floor measured in the same run.

The floor is what no reader of markers can do without: grey picture, marker search and one perspective warp of the same
frame. Medians, since the machine is noisy.
"""

import time
from pathlib import Path
from statistics import median

import cv2
import numpy as np
import psutil

from vision.reading import Frame
from vision.registry import READERS
from vision.settings import TableSettings
from vision.watcher import Watcher

PHOTOS = Path(__file__).parents[1] / "photos"
FILM = Path(__file__).parents[2] / "device" / "data" / "otrio.mp4"
LOOKS = 200
FRAMES = 5000


def table() -> list[tuple[str, ...]]:
    """Return a row a game and stage."""
    rows: list[tuple[str, ...]] = [("game", "what", "ms (median)", "ratio to the floor")]
    for game in READERS:
        frames = [_picture(path) for path in sorted((PHOTOS / game).glob("*.jpg"))[:12]]
        if frames:
            rows += _game(game, frames)
    return rows + _memory()


def _picture(path: Path) -> Frame:
    picture = cv2.imread(str(path))
    assert picture is not None, path
    return np.asarray(picture, np.uint8)


def _game(game: str, frames: list[Frame]) -> list[tuple[str, ...]]:
    floors, firsts, stages = [], [], {}  # type: ignore[var-annotated]
    for _ in range(3):
        for frame in frames:
            floors.append(_timed(lambda f=frame: _floor(f)))  # type: ignore[misc]
            reader = READERS[game](TableSettings())
            start = time.perf_counter()
            reading = reader.read(frame, time.perf_counter)
            firsts.append((time.perf_counter() - start) * 1000)
            for stage, ms in reading.ms.items():
                stages.setdefault(stage, []).append(ms)
    floor = median(floors)
    rows = [(game, "floor", f"{floor:.1f}", "1.00"), (game, "first look", f"{median(firsts):.1f}",
                                                      f"{median(firsts) / floor:.2f}")]
    rows += [(game, f"  {stage}", f"{median(ms):.2f}", f"{median(ms) / floor:.2f}") for stage, ms in stages.items()]
    still = median(_still(game, frames[0]))
    return [*rows, (game, "camera and board still", f"{still:.2f}", f"{still / floor:.2f}")]


def _floor(frame: Frame) -> None:
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)).detectMarkers(grey)
    cv2.warpPerspective(frame, np.eye(3), (frame.shape[1], frame.shape[0]))


def _still(game: str, frame: Frame) -> list[float]:
    """Time looks at a table where nothing happens but the sensor's noise."""
    watcher = Watcher(READERS[game](TableSettings()))
    random = np.random.default_rng(1)
    noisy = [np.clip(frame + random.normal(0, 2, frame.shape), 0, 255).astype(np.uint8) for _ in range(8)]
    times = [_timed(lambda i=i: watcher.see(noisy[i % 8], i / 10)) for i in range(LOOKS)]  # type: ignore[misc]
    return times[20:]


def _timed(work: object) -> float:
    start = time.perf_counter()
    work()  # type: ignore[operator]
    return (time.perf_counter() - start) * 1000


def _memory() -> list[tuple[str, ...]]:
    """Watch memory over a long evening: the film over and over."""
    capture = cv2.VideoCapture(str(FILM))
    frames = []
    while (got := capture.read())[0]:
        frames.append(np.asarray(got[1], np.uint8))
    capture.release()
    watcher = Watcher(READERS["otrio"](TableSettings()))
    process, sizes = psutil.Process(), []
    for i in range(FRAMES):
        watcher.see(frames[i % len(frames)], i / 5)
        if i in (FRAMES // 10, FRAMES - 1):
            sizes.append(process.memory_info().rss / 2**20)
    what = f"memory after {FRAMES // 10} and {FRAMES} frames of film"
    return [("otrio", what, f"{sizes[0]:.0f} and {sizes[1]:.0f} MiB", "")]
