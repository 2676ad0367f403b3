"""Every report in `tests/reports` is a case: what is read there again may be unknown, but never wrong."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.cli import main
from device.matching import UNKNOWN, seen
from tests.films import DEMO_FILM
from vision.registry import READERS
from vision.settings import TableSettings

REPORTS = Path(__file__).parents[1] / "reports"
CASES = sorted(path.parent for path in REPORTS.glob("*/report.json"))


def wrong_slots(report: Path) -> dict[str, Any]:
    """Return the slots that are read otherwise than a report says is right."""
    facts = json.loads((report / "report.json").read_text(encoding="utf-8"))
    frame = cv2.imread(str(report / "frame.png"))
    assert frame is not None, f"{report} has no picture"
    decided = seen(READERS[facts["game"]](TableSettings()).read(np.asarray(frame, np.uint8)).slots)
    return {slot: piece for slot, piece in decided.items()
            if slot in facts["right"] and piece not in (UNKNOWN, facts["right"][slot])}


@pytest.mark.parametrize("report", CASES, ids=lambda path: path.name)
def test_a_reported_read_is_not_wrong_any_more(report: Path) -> None:
    assert wrong_slots(report) == {}


def test_a_report_from_the_command_line_is_a_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capture = cv2.VideoCapture(str(DEMO_FILM))
    got, frame = capture.read()
    capture.release()
    assert got and cv2.imwrite(str(tmp_path / "photo.png"), frame)
    call = ["read", "otrio", str(tmp_path / "photo.png"), "--report", str(tmp_path / "reports")]
    assert main(call) == 0
    assert main([*call, "--right", "4.large=red", "--note", "there was a ring"]) == 0
    capsys.readouterr()
    good, bad = sorted((tmp_path / "reports").iterdir())
    assert wrong_slots(good) == {}
    assert wrong_slots(bad) == {"4.large": None}
    assert json.loads((bad / "report.json").read_text())["note"] == "there was a ring"


@pytest.mark.parametrize(("right", "words"), [("4.large", "write SLOT=PIECE"), ("9.huge=red", "choose from 0.large")])
def test_a_wrong_word_about_a_slot_is_one_sentence(
        right: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = Path(__file__).parents[1] / "photos" / "otrio" / "otrio-001.jpg"
    assert main(["read", "otrio", str(photo), "--report", str(tmp_path), "--right", right]) == 2
    assert words in capsys.readouterr().err
