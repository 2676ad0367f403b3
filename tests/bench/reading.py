"""How long a read takes, by stage, and as a ratio to the floor measured in the same run.

The floor is what no reader of markers can do without: grey picture, marker search and one perspective warp of the same
frame. Medians, since the machine is noisy.
"""

import time
from functools import lru_cache
from pathlib import Path
from statistics import median

import cv2
import numpy as np
import psutil

from device.mondrian_deck import load_deck
from tests.vision.scenes import Scene, laid, photograph
from vision.mondrian.deck import Deck
from vision.pips import PATTERNS
from vision.reading import Frame
from vision.registry import READERS, WITH_DECK, Reader
from vision.settings import TableSettings
from vision.watcher import Watcher

DECKS = Path(__file__).parents[1] / "decks"
PHOTOS = Path(__file__).parents[1] / "photos"
FILM = Path(__file__).parents[2] / "device" / "data" / "otrio.mp4"
LOOKS = 200
FRAMES = 5000


FOLDERS = {"dice": ["dice-real"], "mondrian": ["mondrian", "mondrian-grid"]}
"""The photographs of a game are in the folder of its name, except these."""
FEW = 12
CARDS, DICE = 36, 20


def table() -> list[tuple[str, ...]]:
    """Return a row a game and stage."""
    rows: list[tuple[str, ...]] = [("game", "what", "ms (median)", "ratio to the floor")]
    for game in READERS:
        for folder in FOLDERS.get(game, [game]):
            frames = [_picture(path) for path in sorted((PHOTOS / folder).glob("*.jpg"))[:FEW]]
            if frames:
                rows += _game(folder, game, frames)
    return [*rows, *_game(f"mondrian, {CARDS} cards and {DICE} dice", "mondrian", [_full()]), *_memory()]


def _reader(name: str, game: str) -> Reader:
    """Return a fresh reader, with the deck where cards lie on the table."""
    if game not in WITH_DECK:
        return READERS[game](TableSettings())
    return READERS[game](TableSettings(), _deck("mondrian" if name == "mondrian" else "mondrian-square"))


@lru_cache(maxsize=2)
def _deck(name: str) -> Deck:
    return load_deck(DECKS / name)


def _full() -> Frame:
    """Return a table as full as it gets: all cards edge to edge, each of the first ones under a die."""
    deck, scene = _deck("mondrian-square"), Scene(sheet=(150, 150, 148))
    pitch = deck.size_mm[0] + 0.5
    centres = [(210 + (n % 6 - 2.5) * pitch, 148.5 + (n // 6 - 2.5) * pitch) for n in range(CARDS)]
    cards = [(picture, laid(deck.size_mm, at, 0.7)) for picture, at in zip(deck.pictures, centres, strict=True)]
    dice = [(_die(n % 6), laid((16.0, 16.0), (at[0] + 8, at[1] - 7), 11.0 * n)) for n, at in enumerate(centres[:DICE])]
    return photograph(scene, [*cards, *dice])


def _die(value: int) -> Frame:
    """Return a die's face from above, 160 pixels across; `value` counts from 0."""
    face = np.full((160, 160, 3), ((170, 60, 30), (40, 40, 190))[value % 2], np.uint8)
    for x, y in next(places for pips, places in PATTERNS if pips == value + 1):
        cv2.circle(face, (80 + 40 * x, 80 + 40 * y), 15, (245, 245, 245), -1, cv2.LINE_AA)
    return face


def _picture(path: Path) -> Frame:
    picture = cv2.imread(str(path))
    assert picture is not None, path
    return np.asarray(picture, np.uint8)


def _game(name: str, game: str, frames: list[Frame]) -> list[tuple[str, ...]]:
    floors, firsts, stages = [], [], {}  # type: ignore[var-annotated]
    reader = _reader(name, game)
    for _ in range(3):
        for frame in frames:
            floors.append(_timed(lambda f=frame: _floor(f)))  # type: ignore[misc]
            reader.forget()
            start = time.perf_counter()
            reading = reader.read(frame, time.perf_counter)
            firsts.append((time.perf_counter() - start) * 1000)
            for stage, ms in reading.ms.items():
                stages.setdefault(stage, []).append(ms)
    floor = median(floors)
    rows = [(name, "floor", f"{floor:.1f}", "1.00"),
            (name, "first look", f"{median(firsts):.1f}", f"{median(firsts) / floor:.2f}")]
    rows += [(name, f"  {stage}", f"{median(ms):.2f}", f"{median(ms) / floor:.2f}") for stage, ms in stages.items()]
    still = median(_still(reader, frames[0]))
    return [*rows, (name, "camera and board still", f"{still:.2f}", f"{still / floor:.2f}")]


def _floor(frame: Frame) -> None:
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)).detectMarkers(grey)
    cv2.warpPerspective(frame, np.eye(3), (frame.shape[1], frame.shape[0]))


def _still(reader: Reader, frame: Frame) -> list[float]:
    """Time looks at a table where nothing happens but the sensor's noise."""
    watcher = Watcher(reader)
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
