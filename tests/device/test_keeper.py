"""The kept pictures on the disk: there again after a restart, few, whole, and gone with their game."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device import keeper as module
from device.keeper import FOLDER_NAME, INDEX_NAME, Keeper
from device.kept import Kept
from device.service import LiveTable
from device.store import STORE_NAME
from rules.text import Text
from tests.device.test_service import still
from web.table import HOST

ONE, TWO = Text("one", "un"), Text("two", "deux")
TWO_MOVES = Kept().seen(b"bare").moved(ONE).seen(b"first").moved(TWO).seen(b"second")


def kept_by(folder: Path, *puts: tuple[int, Kept]) -> None:
    keeper = Keeper(folder)
    keeper.start()
    for put in puts:
        keeper.put(*put)
    keeper.close()


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / FOLDER_NAME).iterdir())


def test_what_was_kept_is_there_after_a_restart(tmp_path: Path) -> None:
    kept_by(tmp_path, (7, TWO_MOVES))
    again = Keeper(tmp_path).load(7)
    assert again.moves == TWO_MOVES.moves
    assert [again.picture(number) for number in (1, 2, 3)] == [b"bare", b"first", b"second"]
    assert again.newest is None and again.count == 3  # what lies there now is not known, and no number comes twice
    assert again.seen(b"now").moved(ONE).moves[-1].before == 4
    assert (tmp_path / FOLDER_NAME).stat().st_mode & 0o777 == 0o700


def test_only_the_newest_moves_have_files(tmp_path: Path) -> None:
    later = TWO_MOVES
    for number in range(40):
        later = later.moved(ONE).seen(str(number).encode())
    kept_by(tmp_path, (7, TWO_MOVES))
    kept_by(tmp_path, (7, later))
    assert len(files(tmp_path)) == 9 + 1
    kept_by(tmp_path, (8, later.begun()))
    assert files(tmp_path) == [INDEX_NAME]


def test_another_games_pictures_are_removed_at_the_start(tmp_path: Path) -> None:
    kept_by(tmp_path, (7, TWO_MOVES))
    assert Keeper(tmp_path).load(8) == Kept()
    assert files(tmp_path) == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"game": 7}', '{"game": 7, "count": 1, "moves": [{"text": 3}]}'])
def test_a_broken_index_loses_the_pictures_and_nothing_else(tmp_path: Path, text: str,
                                                            caplog: pytest.LogCaptureFixture) -> None:
    kept_by(tmp_path, (7, TWO_MOVES))
    (tmp_path / FOLDER_NAME / INDEX_NAME).write_text(text)
    assert Keeper(tmp_path).load(7) == Kept()
    assert "can't be read" in caplog.text and files(tmp_path) == []


def test_a_picture_that_is_missing_is_shown_as_none(tmp_path: Path) -> None:
    kept_by(tmp_path, (7, TWO_MOVES))
    (tmp_path / FOLDER_NAME / "7-2.jpg").unlink()
    assert [(move.before, move.after) for move in Keeper(tmp_path).load(7).moves] == [(1, None), (None, 3)]


def test_a_disk_that_takes_nothing_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FOLDER_NAME).write_text("a file where the folder should be")
    kept_by(tmp_path, (7, TWO_MOVES))
    assert caplog.text.count("are not kept beyond a restart") == 1
    assert Keeper(tmp_path).load(7) == Kept()


def test_an_erased_games_pictures_go_at_once(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    kept_by(tmp_path, (7, TWO_MOVES))
    keeper.forget(6)
    assert len(files(tmp_path)) == 4
    keeper.put(7, TWO_MOVES)
    keeper.forget(7)
    assert files(tmp_path) == []
    keeper.start()
    keeper.close()
    assert files(tmp_path) == []  # what was still to be written was forgotten too


def test_pictures_that_are_too_large_are_the_oldest_to_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.kept.BYTES", 12)
    kept = Kept().seen(b"bare").moved(ONE).seen(b"first").moved(TWO).seen(b"second")
    assert [(move.before, move.after) for move in kept.moves] == [(None, 2), (2, 3)]
    assert kept.picture(1) is None and kept.picture(3) == b"second"


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A disk that takes pictures only once the event is set."""
    free, write = threading.Event(), module.write_whole

    def held(*args: Any) -> None:
        free.wait(20)
        write(*args)

    monkeypatch.setattr(module, "write_whole", held)
    yield free
    free.set()


def play(table: LiveTable) -> dict[str, Any]:
    """Play a move that a camera sees, with a picture before and after it; return what the phones are told."""
    table.command(HOST, "new", {"game": "otrio", "options": {}})
    table.show(still({}))
    table.show_picture(b"before")
    table.show(still({"4.large": "purple"}))
    table.show_picture(b"after")
    table.command(HOST, "again", {})
    return dict(table.snapshot(HOST))


def test_no_move_waits_for_its_picture(tmp_path: Path, slow: threading.Event) -> None:
    with LiveTable(tmp_path / STORE_NAME) as table:
        told = play(table)
        assert told["game"]["view"]["cells"][4]["large"] == "purple" and len(told["kept"]) == 1
        assert not (tmp_path / FOLDER_NAME / INDEX_NAME).exists()
        slow.set()


def test_a_dispute_goes_on_after_a_restart_and_ends_with_the_game(tmp_path: Path) -> None:
    with LiveTable(tmp_path / STORE_NAME) as table:
        before = play(table)["kept"]
    with LiveTable(tmp_path / STORE_NAME) as table:
        assert table.snapshot(HOST)["kept"] == before
        assert [table.kept(before[0][when]) for when in ("before", "after")] == [b"before", b"after"]
        number = table.number
        table.command(HOST, "new", {"game": "otrio", "options": {}})
        assert table.snapshot(HOST)["kept"] == []
        assert table.command(HOST, "erase", {"game": number}).ok
        assert not [name for name in files(tmp_path) if name.startswith(f"{number}-")]
    index = tmp_path / FOLDER_NAME / INDEX_NAME
    assert not index.exists() or json.loads(index.read_text())["moves"] == []
