"""`arbitrio replay`: a record shown move by move, and what is said of a bad one."""

from collections.abc import Callable
from pathlib import Path

import pytest

from device.cli import main
from rules.game import Record
from rules.record import write
from tests.device.test_play import WIN, arbitrio

OTRIO = Record("otrio", {"players": "2"}, tuple(WIN), tags={"purple": "Anna"})
MASTERMIND = Record("mastermind", {"code": "known"},
                    ("hide orange black white purple", "guess 0 red blue green yellow"))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return the file of a whole game of Otrio."""
    file = tmp_path / "game.txt"
    file.write_text(write(OTRIO), encoding="utf-8")
    return file


def test_whole_record_is_called_whole(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--check", "--language", "en"]) == 0
    assert capsys.readouterr().out == (
        f"{record} is whole: Otrio, 9 actions; Otrio! Purple and green win: three sizes in one cell\n")


def test_record_is_shown_move_by_move(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert "\n1. purple puts a large ring into the centre cell\n" in said
    assert "\n9. purple puts a small peg into the centre cell\n" in said
    assert said.count("4 [ P  .  . ]") == 4 and said.count("4 [ P  P  . ]") == 4 and said.count("4 [*P**P**P*]") == 1
    assert said.endswith("Otrio! Purple and green win: three sizes in one cell\n")
    assert "players = 2" in said


def test_record_is_shown_in_french(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--language", "fr"]) == 0
    assert "1. violet place un grand anneau dans la case centrale" in capsys.readouterr().out


def test_steps_wait_for_enter_and_stop_with_the_input(record: Path) -> None:
    done = arbitrio("replay", str(record), "--step", "--language", "en", lines=["", ""])
    assert done.returncode == 0
    assert "\n3. " in done.stdout and "\n4. " not in done.stdout
    whole = arbitrio("replay", str(record), "--step", "--language", "en", lines=8 * [""])
    assert "\n9. " in whole.stdout and whole.stdout.count("Enter: next") == 8


def test_secrets_are_shown_to_the_seat_that_is_asked_for_alone(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text(write(MASTERMIND), encoding="utf-8")
    assert main(["replay", str(file)]) == main(["replay", str(file), "--seat", "2"]) == 0
    assert "orange" not in capsys.readouterr().out.replace("black, orange, purple)", "")
    assert main(["replay", str(file), "--seat", "1"]) == 0
    assert "code orange  black   white   purple" in capsys.readouterr().out
    assert main(["replay", str(file), "--seat", "3", "--language", "en"]) == 2
    assert capsys.readouterr().err == "arbitrio: There is no seat 3; choose from 1 to 2.\n"


def test_lone_seats_secrets_of_a_cheat_are_not_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = tmp_path / "game.txt"
    arbitrio("play", "mito", "--seed", "5", "--record", str(played), lines=["", "seat 2", "", "cheat x2"])
    assert main(["replay", str(played), "--language", "en"]) == 0
    assert "hides a card" not in capsys.readouterr().out
    assert main(["replay", str(played), "--seat", "2", "--language", "en"]) == 0
    assert "2. player 2 hides a card" in capsys.readouterr().out


def without_line(text: str, number: int) -> str:
    """Return a text without one of its lines, counted from 1."""
    lines = text.splitlines(keepends=True)
    return "".join(lines[:number - 1] + lines[number:])


BAD: tuple[tuple[str, Callable[[str], str], str], ...] = (
    ("cut after an action", lambda text: text[:text.index("blue medium 8")],
     "line 9: the record is cut: it announces 9"),
    ("cut before the check", lambda text: text[:text.index("check ")], 'line 15: here should be "check ..."'),
    ("cut in the head", lambda text: text[:30], 'line 3: here should be "actions ..."'),
    ("empty", lambda text: "", "line 1: this is no record of Arbitrio"),
    ("another version", lambda text: text.replace("record 1", "record 2"), "line 1: the record is of version 2"),
    ("an action changed to an illegal one", lambda text: text.replace("red large 0", "red large 4"),
     "line 7: A large ring can only go into an empty cell"),
    ("an action changed to nonsense", lambda text: text.replace("red large 0", "red huge 0"),
     'line 7: "red huge 0" is no action of Otrio'),
    ("an action changed to another legal one", lambda text: text.replace("red large 2", "red large 3"),
     "line 15: the record was changed after it was written"),
    ("an action too few", lambda text: without_line(text, 9), "line 14: the record is cut"),
    ("a name changed", lambda text: text.replace("Anna", "Otto"), "line 15: the record was changed"),
    ("an unknown game", lambda text: text.replace("game otrio", "game chess"), 'line 2: There is no game "chess"'),
    ("an unknown option", lambda text: text.replace("option players", "option pieces"),
     'line 3: Otrio has no option "pieces"'),
    ("something after the end", lambda text: text + "red large 1\n", "line 16: something follows the end"),
)


@pytest.mark.parametrize(("harm", "sentence"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
@pytest.mark.parametrize("check", [True, False])
def test_bad_record_is_one_sentence_with_its_line(
        record: Path, harm: Callable[[str], str], sentence: str, check: bool,
        capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text(harm(write(OTRIO)), encoding="utf-8")
    assert main(["replay", str(record), "--language", "en", *(["--check"] if check else [])]) == 1
    told = capsys.readouterr()
    assert told.out == ""  # nothing of it was shown
    assert told.err.startswith(f"arbitrio: {record}: {sentence}") and told.err.count("\n") == 1


def test_file_that_can_not_be_read_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "none.txt"), "--check", "--language", "en"]) == 2
    assert capsys.readouterr().err == (
        f"arbitrio: {tmp_path / 'none.txt'} can't be read (No such file or directory); give the file that "
        "`arbitrio play` or `arbitrio export` wrote\n")
    (tmp_path / "picture").write_bytes(b"\xff\xd8\xff\xe0")
    assert main(["replay", str(tmp_path / "picture"), "--check", "--language", "fr"]) == 2
    assert "ce n'est pas un texte" in capsys.readouterr().err
