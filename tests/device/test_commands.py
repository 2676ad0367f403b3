"""What a newcomer types wrong: each is one sentence with its remedy, and the status says that it went wrong."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cli import COMMANDS, STATUSES, main
from tests.films import DEMO_FILM
from tests.vision.otrio_photos import FOLDER

README = Path(__file__).parents[2] / "README.md"
PHOTO = str(FOLDER / "otrio-004.jpg")
TURNS = ("--players", "2", "--turns", "purple,red,green,blue")


def said(capsys: pytest.CaptureFixture[str], status: int, *call: str) -> str:
    try:
        got = main(call)
    except SystemExit as end:
        got = int(str(end.code))
    assert got == status, call
    out, err = capsys.readouterr()
    return err if status else out


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert re.fullmatch(r"arbitrio \d+\.\d+\.\d+\n", said(capsys, 0, "--version"))


@pytest.mark.parametrize(("call", "sentence"), [
    ((), "no command is named; see: arbitrio --help"),
    (("fly",), f"there is no command fly; choose from {', '.join(COMMANDS)}"),
    (("read",), "not given: game, PHOTO; see: arbitrio read --help"),
    (("read", "chess", PHOTO), "game can't be chess; choose from dice, mastermind, mondrian, mystrio, otrio"),
    (("read", "otrio", PHOTO, "--corners", "1,2"), "--corners needs 4 values; see: arbitrio read --help"),
    (("race", "--foo", "3"), "arbitrio race takes no --foo 3; see: arbitrio race --help"),
    (("race", "--best-of", "x"), "--best-of can't be 'x', it takes a whole number; see: arbitrio race --help"),
    (("run", "--port"), "--port has no value; see: arbitrio run --help"),
    (("run", "--port", "x"), "--port: x is no port; write a number from 1 to 65535"),
    (("run", "--p", "1"), "--p may mean --port, --pace; see: arbitrio run --help"),
])
def test_what_is_typed_wrong_is_one_sentence_with_its_remedy(call: tuple[str, ...], sentence: str,
                                                             capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, 2, *call) == f"arbitrio: {sentence}\n"


def test_the_statuses_are_told_in_the_help_and_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    assert " ".join(STATUSES.split()) in " ".join(said(capsys, 0, "--help").split())
    assert STATUSES in README.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [("run", "--port", "0"), ("referee", "otrio")])
@pytest.mark.parametrize("source", ["nosuch", "picamera2:x", "nosuch/film.mp4"])
def test_a_source_that_is_none_is_the_persons_mistake(source: str, command: tuple[str, ...],
                                                      capsys: pytest.CaptureFixture[str], tmp_path: Path,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    sentence = said(capsys, 2, *command, "--source", source)
    assert sentence.startswith("arbitrio: ") and source in sentence and ";" in sentence
    assert not list(tmp_path.iterdir())


def test_a_mat_for_no_known_paper_or_with_overlapping_markers(capsys: pytest.CaptureFixture[str],
                                                              tmp_path: Path) -> None:
    out = str(tmp_path / "mat.pdf")
    assert "letter is no paper that the mat is made for; write a3" in said(capsys, 2, "mat", out, "--paper", "letter")
    settings = tmp_path / "settings.toml"
    settings.write_text("[mat]\nmarker_mm = 140\n")
    sentence = said(capsys, 2, "mat", out, "--settings", str(settings))
    assert sentence.startswith("arbitrio: [mat] markers of 140 mm, 10 mm from the edges, overlap on a mat of 420 x "
                               "297 mm; make marker_mm 128.5 or less\n")
    assert said(capsys, 0, "mat", out, "--paper", "A4").endswith("check the 100 mm ruler\n")


def test_a_settings_file_that_is_none(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sentence = said(capsys, 2, "games", "--settings", str(tmp_path))
    assert sentence == (f"arbitrio: the settings file {tmp_path} can't be read (is a directory); name a text file, "
                        "and one that this user may read\n")


def test_read_says_when_nothing_could_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    small = tmp_path / "small.png"
    cv2.imwrite(str(small), np.full((80, 100, 3), 90, np.uint8))
    assert main(["read", "otrio", str(small), str(tmp_path / "none.jpg")]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith("not read: the picture is too small, or not in colour; give one in colour of at least 160 x "
                          "120 pixels")
    assert second.endswith(
        "not read: the file can't be opened (no such file or directory); check its name and your rights to it")
    assert main(["read", "otrio", str(small), PHOTO]) == 0
    assert main(["read", "otrio", str(tmp_path / "none.jpg")]) == 2


@pytest.mark.parametrize("corners", ["10,10 10,10 10,10 10,10", "0,0 100,0 200,0 300,0", "0,0 900,700 900,0 0,700"])
def test_corners_that_are_none_are_called_so(corners: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "otrio", PHOTO, "--corners", *corners.split()]) == 1
    assert "the four corners do not go round a mat; give them clockwise" in capsys.readouterr().out
    assert "give four of them" in said(capsys, 2, "read", "otrio", PHOTO, "--corners", "nan,0", "9,0", "9,9", "0,9")


def test_what_is_right_must_be_a_slot_and_a_piece_of_a_report(capsys: pytest.CaptureFixture[str],
                                                             tmp_path: Path) -> None:
    report = ("read", "otrio", PHOTO, "--report", str(tmp_path))
    assert "no pink can lie in slot 4.large; choose from purple, red, green, blue" in said(
        capsys, 2, *report, "--right", "4.large=pink")
    assert "there is no slot 99.large" in said(capsys, 2, *report, "--right", "99.large=red")
    assert not list(tmp_path.iterdir())
    for alone in (("--right", "4.large=red"), ("--note", "wrong")):
        assert "belong to a report; name its folder too" in said(capsys, 2, "read", "otrio", PHOTO, *alone)
    assert main([*report, "--right", "4.large=red"]) == 0


def test_referee_says_who_won_and_when_it_saw_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ending, rules = said(capsys, 0, "referee", "otrio", "--source", str(DEMO_FILM), *TURNS).splitlines()[-2:]
    assert "Purple and green win" in ending and "same size" in ending
    assert rules.startswith("Played with players = 2, turns = purple,red,green,blue, ")
    assert said(capsys, 0, "referee", "otrio", "--source", str(DEMO_FILM), "--frames", "30", *TURNS).splitlines()[-2:] \
        == ["The game is not over", rules]
    for number in range(12):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((480, 640, 3), 90, np.uint8))
    assert said(capsys, 1, "referee", "otrio", "--source", str(tmp_path)) == (
        f"arbitrio: the table was never read in {tmp_path}: the picture shows nothing but one plain colour; "
        "check that the camera looks at the table\n")


def test_a_record_that_is_none(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    file.write_text("nonsense\n")
    assert said(capsys, 1, "replay", str(file), "--check").endswith(
        "give a file that `arbitrio play` or `arbitrio export` wrote\n")
