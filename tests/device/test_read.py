"""`arbitrio read otrio`: its lines, its table, its sketches, and files that are no pictures."""

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

from device.cli import main
from tests.vision.harm import hidden_markers
from tests.vision.otrio_photos import FOLDER, photo, truth


def lines(capsys: pytest.CaptureFixture[str], *args: str, status: int = 0) -> list[dict[str, Any]]:
    assert main(["read", "otrio", "--json", *args]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_photograph_gives_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(FOLDER / "otrio-004.jpg")
    (line,) = lines(capsys, path)
    assert sorted(line) == ["image", "ms", "reason", "state", "status"]
    assert (line["image"], line["status"], line["reason"]) == (path, "ok", None)
    assert line["ms"] > 0
    assert line["state"] == {"cells": truth("otrio-004")["cells"]}


def test_under_a_hand_a_slot_is_a_question_mark_or_right(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = lines(capsys, str(FOLDER / "otrio-008.jpg"))
    assert line["status"] == "hand"
    got = [cell[size] for cell in line["state"]["cells"] for size in ("large", "medium", "small")]
    want = [cell[size] for cell in truth("otrio-008")["cells"] for size in ("large", "medium", "small")]
    assert "?" in got
    assert all(g in ("?", w) for g, w in zip(got, want, strict=True))


def test_what_is_no_picture_is_unreadable_and_the_next_goes_on(
        capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "text.jpg").write_text("not a picture")
    (tmp_path / "empty.jpg").write_bytes(b"")
    (tmp_path / "cut.jpg").write_bytes((FOLDER / "otrio-004.jpg").read_bytes()[:300])
    bad = [str(tmp_path / name) for name in ("text.jpg", "empty.jpg", "cut.jpg", "none.jpg")] + [str(tmp_path)]
    got = lines(capsys, *bad, str(FOLDER / "otrio-004.jpg"))
    assert [line["status"] for line in got] == ["unreadable"] * 5 + ["ok"]
    assert all(line["state"] is None and ";" in line["reason"] for line in got[:5])


def test_a_picture_without_a_mat_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "black.png"), photo("otrio-004") * 0)
    (line,) = lines(capsys, str(tmp_path / "black.png"), status=1)
    assert (line["status"], line["state"]) == ("no mat", None)
    assert "too dark" in line["reason"]


def test_corners_stand_in_for_the_markers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    known = truth("otrio-004")
    cv2.imwrite(str(tmp_path / "bare.png"), hidden_markers(photo("otrio-004"), known["markers_px"], (0, 1, 2, 3)))
    corners = [f"{x},{y}" for x, y in known["mat_corners_px"]]
    (line,) = lines(capsys, str(tmp_path / "bare.png"), "--corners", *corners)
    assert line["state"] == {"cells": known["cells"]}


def test_show_writes_each_photograph_with_what_was_seen(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines(capsys, str(FOLDER / "otrio-004.jpg"), str(FOLDER / "otrio-008.jpg"), "--show", str(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["otrio-004.jpg", "otrio-008.jpg"]
    shown = cv2.imread(str(tmp_path / "otrio-004.jpg"))
    assert shown is not None
    assert shown.shape == photo("otrio-004").shape
    assert abs(shown.astype(int) - photo("otrio-004")).max() > 60


def test_without_json_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "otrio", str(FOLDER / "otrio-004.jpg")]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.endswith("otrio-004.jpg: ok")
    known = truth("otrio-004")["cells"]
    cells = ["/".join(cell[size] or "-" for size in ("large", "medium", "small")) for cell in known]
    assert [row.split() for row in rows] == [cells[0:3], cells[3:6], cells[6:9]]


@pytest.mark.parametrize(("args", "words"), [
    (["--show", "/proc/no/folder"], "the folder /proc/no/folder can't be made"),
    (["--corners", "1,2", "3", "4,5", "6,7"], "give four of them as x,y in pixels"),
])
def test_wrong_arguments_are_one_sentence_and_status_2(
        args: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "otrio", str(FOLDER / "otrio-004.jpg"), *args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert len(err.splitlines()) == 1
