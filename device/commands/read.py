"""`arbitrio read GAME PHOTO...`: what lies on the table in each photograph."""

import argparse
import json
import math
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device.commands.lines import LINES, unsure
from device.errors import SettingsError
from device.matching import seen
from device.picture import png
from device.reports import Report, write_report
from device.watching import make_reader
from vision.reading import Frame, Reading
from vision.registry import Reader
from vision.settings import Point, TableSettings
from vision.sketch import draw


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line's parser."""
    parser = subparsers.add_parser("read", help="read the table in photographs",
                                   description="Read what lies on the table in each photograph.")
    parser.add_argument("game", choices=sorted(LINES), help="the game that lies on the table")
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help="a picture file")
    parser.add_argument("--json", action="store_true", help="print one JSON object a photograph")
    parser.add_argument("--show", metavar="FOLDER", help="write each photograph with what was seen drawn on it")
    parser.add_argument("--corners", nargs=4, metavar="X,Y",
                        help="for a table without markers: the mat's corners in the photograph, in pixels, "
                             "clockwise from its top left")
    parser.add_argument("--deck", default="", metavar="FOLDER", help="Mondrian: the folder of the enrolled deck")
    parser.add_argument("--report", metavar="FOLDER",
                        help="write each photograph with what was read into a report there")
    parser.add_argument("--right", action="append", default=[], metavar="SLOT=PIECE",
                        help="for a report: what really lies in a slot (4.large=red; nothing: 4.large=)")
    parser.add_argument("--note", default="", help="for a report: what went wrong, in words")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Read all photographs; each that can't be read says why. Return 1 when none can, 2 when none is a picture."""
    if args.report is None and (args.right or args.note):
        raise SettingsError("--right and --note belong to a report; name its folder too, by --report FOLDER")
    right = parse_right(args.right)
    settings = TableSettings(corners_px=parse_corners(args.corners) if args.corners else None)
    folder = _show_folder(args.show)
    reader = make_reader(args.game, settings, args.deck)
    read_some = opened_some = False
    for path in args.photos:
        reader.forget()  # what one photograph teaches is no help for another table
        read = read_one(args.game, Path(path), reader)
        read_some = read_some or read.line["state"] is not None
        opened_some = opened_some or read.frame is not None
        print(json.dumps(read.line, ensure_ascii=False) if args.json else as_table(args.game, read.line), flush=True)
        if folder is not None and read.frame is not None:
            _write_sketch(folder / (Path(path).stem + ".jpg"), draw(read.frame, read.reading))
        if args.report is not None and read.frame is not None:
            _report(args, read, right)
    return 0 if read_some else 1 if opened_some else 2


@dataclass(frozen=True)
class Read:
    """One photograph read."""

    line: dict[str, Any]
    """As kit.md has it."""
    frame: Frame | None = None
    reading: Reading = Reading("lost")


def _report(args: argparse.Namespace, read: Read, right: dict[str, str | None]) -> None:
    """Write a folder that the tests take as a case, and say where."""
    decided = seen(read.reading.slots)
    for slot, piece in right.items() if decided else ():
        if slot not in decided:
            raise SettingsError(f"there is no slot {slot} on this table; choose from {', '.join(decided)}")
        pieces = [str(known) for known in read.reading.slots[slot] if known is not None]
        if piece is not None and piece not in pieces:
            raise SettingsError(f"no {piece} can lie in slot {slot}; choose from {', '.join(pieces)}, or nothing")
    assert read.frame is not None
    place = write_report(Path(args.report), Report(args.game, {}, read.reading, decided, right, args.note),
                         png(read.frame))
    print(f"reported in {place}", file=sys.stderr)


def parse_right(texts: list[str]) -> dict[str, str | None]:
    """Return what lies in slots, from texts such as "4.large=red"; raise SettingsError."""
    right: dict[str, str | None] = {}
    for text in texts:
        slot, equals, piece = text.partition("=")
        if not equals:
            raise SettingsError(f"--right {text} names no piece; write SLOT=PIECE, such as 4.large=red")
        right[slot] = piece or None
    return right


def parse_corners(texts: list[str]) -> tuple[Point, Point, Point, Point]:
    """Return four points from texts such as "251.5,134"."""
    try:
        a, b, c, d = ((float(x), float(y)) for x, y in (text.split(",") for text in texts))
        if not all(map(math.isfinite, (*a, *b, *c, *d))):
            raise ValueError
    except ValueError:
        raise SettingsError(
            f"the corners {' '.join(texts)} can't be read; give four of them as x,y in pixels, such as "
            "--corners 251,135 981,100 1055,627 240,680") from None
    return a, b, c, d


def _show_folder(name: str | None) -> Path | None:
    if name is None:
        return None
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(
            f"the folder {name} can't be made ({error.strerror}); give another one to --show") from error
    return Path(name)


def read_one(game: str, path: Path, reader: Reader) -> Read:
    """Return what was read in one picture file."""
    frame, reason = load(path)
    if frame is None:
        return Read(_line(path, "unreadable", reason, None, None))
    began = time.perf_counter()
    reading = reader.read(frame)
    ms = (time.perf_counter() - began) * 1000
    state = LINES[game].state(reading) if reading.slots or reading.evidence else None
    return Read(_line(path, _status(reading, state), _reason(reading, state), round(ms, 1), state), frame, reading)


def load(path: Path) -> tuple[Frame | None, str]:
    """Return a picture file's frame (BGR), or None and the reason in words."""
    try:
        data = path.read_bytes()
    except OSError as error:
        return None, f"the file can't be opened ({str(error.strerror).lower()}); check its name and your rights to it"
    try:
        frame = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        frame = None
    if frame is None:
        return None, "the file is not a picture, or a broken one; give a JPEG or PNG file"
    return np.asarray(frame, np.uint8), ""


def _line(path: Path, status: str, reason: str | None, ms: float | None, state: Any) -> dict[str, Any]:
    return {"image": str(path), "status": status, "reason": reason, "ms": ms, "state": state}


def _status(reading: Reading, state: Any) -> str:
    """Return kit.md's word for a reading."""
    if reading.status == "lost":
        return "no mat" if reading.fault is not None and reading.fault.code != "bad frame" else "unreadable"
    if reading.status == "hand":
        return "hand"
    return "unsure" if unsure(state) else "ok"


def _reason(reading: Reading, state: Any) -> str | None:
    """Return why a reading is not "ok"."""
    if reading.fault is not None:
        return reading.fault.text.en
    if reading.status == "hand":
        return "something covers part of the board; take the hands off it"
    if _status(reading, state) == "unsure":
        return "some slots can't be told; see that nothing covers or dazzles them"
    return None


def as_table(game: str, line: dict[str, Any]) -> str:
    """Return a photograph's line for people, a row a row of the table."""
    if line["state"] is None:
        return f"{line['image']}: not read: {line['reason']}"
    head = f"{line['image']}: {line['status']}" + (f" ({line['reason']})" if line["reason"] else "")
    rows = LINES[game].rows(line["state"])
    width = max(len(cell) for row in rows for cell in row) + 2
    return "\n".join([head, *("".join(f"  {cell:<{width}}" for cell in row).rstrip() for row in rows)])


def _write_sketch(path: Path, sketch: Frame) -> None:
    try:
        ok = cv2.imwrite(str(path), sketch)
    except cv2.error:
        ok = False
    if not ok:
        print(f"arbitrio: {path} can't be written; check the folder's rights and the disk's space", file=sys.stderr)
