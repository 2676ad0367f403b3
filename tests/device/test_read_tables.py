"""`arbitrio read mastermind` and `mystrio`: kit.md's lines, and rows for people."""

import json

import pytest

from device.cli import main
from tests.vision.table_photos import MASTERMIND, MYSTRIO


def test_a_mastermind_table_gives_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    paths = [str(MASTERMIND.folder / f"mastermind-{n}.jpg") for n in ("004", "005")]
    assert main(["read", "mastermind", "--json", *paths]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for line, name in zip(lines, ("mastermind-004", "mastermind-005"), strict=True):
        known = MASTERMIND.truth(name)
        assert (line["status"], line["reason"]) == ("ok", None)
        assert line["state"] == {"rows": known["rows"], "code": known["code"]}


def test_a_mystrio_table_gives_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "mystrio", "--json", str(MYSTRIO.folder / "mystrio-005.jpg")]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["status"], line["state"]) == ("ok", {"cells": MYSTRIO.truth("mystrio-005")["cells"]})


def test_people_see_the_first_guess_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "mastermind", str(MASTERMIND.folder / "mastermind-004.jpg")]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[1] == ["code", "red", "purple", "yellow", "red"]
    assert rows[-1] == ["0", "blue", "green", "purple", "blue", "red", "0", "white", "1"]


def test_under_a_hand_marks_and_pegs_are_question_marks_or_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "mastermind", "--json", str(MASTERMIND.folder / "mastermind-009.jpg")]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line["status"] == "hand"
    for got, want in zip(line["state"]["rows"], MASTERMIND.truth("mastermind-009")["rows"], strict=True):
        pairs = [*zip(got["pegs"], want["pegs"], strict=True), (got["red"], want["red"]), (got["white"], want["white"])]
        assert all(g in ("?", w) for g, w in pairs)
