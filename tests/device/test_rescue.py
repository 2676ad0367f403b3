"""Damaged stores: set aside, what can be saved is saved, and said; whatever moment the power goes."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from device import rescue
from device.errors import StoreError
from device.events import Event
from device.rescue import open_store
from device.store import Store

NEW = Event("new", {"game": "otrio", "options": {}}, "phone:host")
GAMES = 30
LENGTH = 40


def game_of(number: int) -> list[Event]:
    return [NEW, *(Event("action", {"action": f"game {number} action {n}"}) for n in range(LENGTH))]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a store with many games."""
    path = tmp_path_factory.mktemp("sound") / "games.sqlite"
    with Store(path) as store:
        for number in range(GAMES):
            store.append(game_of(number))
    return path.read_bytes()


def laid(folder: Path, content: bytes) -> Path:
    path = folder / "games.sqlite"
    path.write_bytes(content)
    return path


def kept_games(store: Store) -> list[list[Event]]:
    return [list(store.events(number)) for number, _, _ in store.games()]


def test_a_sound_store_is_opened_without_a_word_and_a_copy_of_it_is_kept(tmp_path: Path, sound: bytes) -> None:
    path = laid(tmp_path, sound)
    store, notice = open_store(path)
    with store:
        assert notice is None and len(kept_games(store)) == GAMES
    with Store(tmp_path / "games.sqlite.backup", read_only=True) as copy:
        assert kept_games(copy) == [game_of(n) for n in range(GAMES)]
    assert not list(tmp_path.glob("*.damaged*"))


@pytest.mark.parametrize("seed", range(6))
def test_a_broken_page_costs_no_more_than_what_stood_there(tmp_path: Path, sound: bytes, seed: int) -> None:
    page = Random(seed).randrange(3, len(sound) // 4096)
    broken = bytearray(sound)
    broken[page * 4096:(page + 1) * 4096] = Random(seed).randbytes(4096)
    path = laid(tmp_path, bytes(broken))
    store, notice = open_store(path)
    with store:
        games = kept_games(store)
        assert all(game == game_of(n)[:len(game)] for n, game in _named(games))
        assert sum(map(len, games)) >= GAMES * (LENGTH + 1) - 4 * (LENGTH + 1)
        store.append([Event("undo", {})])
    assert notice is not None and "games.sqlite.damaged-1" in notice.en and notice.en != notice.fr
    assert notice.en.endswith("replace the card")
    assert (tmp_path / "games.sqlite.damaged-1").read_bytes() == bytes(broken)
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "games.sqlite", "games.sqlite.backup", "games.sqlite.damaged-1", "games.sqlite.lock"]


def _named(games: list[list[Event]]) -> list[tuple[int, list[Event]]]:
    """Return each game with its number by the words of its first action."""
    return [(int(game[1].body["action"].split()[1]), game) for game in games if len(game) > 1]


def test_the_backup_fills_what_is_broken(tmp_path: Path, sound: bytes) -> None:
    path = laid(tmp_path, sound)
    open_store(path)[0].close()
    with Store(path) as store:
        store.append(game_of(99))
    broken = bytearray(path.read_bytes())
    broken[5 * 4096:12 * 4096] = bytes(7 * 4096)
    path.write_bytes(broken)
    store, notice = open_store(path)
    with store:
        assert kept_games(store) == [game_of(n) for n in [*range(GAMES), 99]]
    assert notice is not None and f"{(GAMES + 1) * (LENGTH + 1)} events" in notice.en


@pytest.mark.parametrize("content", [b"no database at all, just words" * 99, bytes(40960)])
def test_a_file_that_is_no_store_at_all_is_set_aside_too(tmp_path: Path, content: bytes) -> None:
    path = laid(tmp_path, content)
    store, notice = open_store(path)
    with store:
        assert store.game is None or content == bytes(40960)
        store.append([NEW])
        assert list(store.events()) == [NEW]
    if notice is not None:
        assert "0 events" in notice.en
        assert (tmp_path / "games.sqlite.damaged-1").read_bytes() == content


def test_a_lost_table_of_contents_costs_only_what_came_after_the_backup(tmp_path: Path, sound: bytes) -> None:
    path = laid(tmp_path, sound)
    open_store(path)[0].close()
    with Store(path) as store:
        store.append(game_of(99))
    path.write_bytes(path.read_bytes()[:100] + bytes(3996) + path.read_bytes()[4096:])
    store, notice = open_store(path)
    with store:
        assert notice is not None
        assert kept_games(store) == [game_of(n) for n in range(GAMES)]


def test_an_erased_game_does_not_come_back_from_the_backup(tmp_path: Path, sound: bytes) -> None:
    path = laid(tmp_path, sound)
    store, _ = open_store(path)
    with store:
        first = store.games()[0][0]
        assert store.erase(first, "phone:host")
    path.write_bytes(path.read_bytes()[:-4096] + bytes(4096))
    store, _ = open_store(path)
    with store:
        assert first not in [number for number, _, _ in store.games()]
        assert not any("game 0 " in str(event.body) for game in kept_games(store) for event in game)


def test_erasing_a_game_takes_it_out_of_every_copy(tmp_path: Path, sound: bytes) -> None:
    broken = sound[:5 * 4096] + bytes(4096) + sound[6 * 4096:]
    store, notice = open_store(laid(tmp_path, broken))
    assert notice is not None
    with store:
        names = dict(_named(kept_games(store)))
        gone = next(n for n, game in sorted(names.items()) if len(game) > 1)
        assert store.erase([number for number, _, _ in store.games()][list(names).index(gone)], "phone:host")
    left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert f"game {gone} action 0".encode() not in left


def test_a_torn_end_of_the_journal_costs_only_what_was_not_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    store = Store(path)
    for event in game_of(0):
        store.append([event])
    torn = tmp_path / "torn"
    torn.mkdir()
    journal = (tmp_path / "games.sqlite-wal").read_bytes()
    shutil.copy(path, torn / path.name)
    (torn / "games.sqlite-wal").write_bytes(journal[:-2000])
    store.close()
    opened, notice = open_store(torn / path.name)
    with opened:
        assert notice is None
        assert list(opened.events()) == game_of(0)[:-1]
        opened.append([game_of(0)[-1]])


@pytest.mark.parametrize("cut", ["before", "journal moved", "all moved"])
def test_the_power_may_go_while_the_rescued_store_takes_its_place(tmp_path: Path, sound: bytes, cut: str) -> None:
    path = laid(tmp_path, b"broken" * 1000)
    (tmp_path / "games.sqlite-wal").write_bytes(b"its journal")
    (tmp_path / "games.sqlite.rescued").write_bytes(sound)
    if cut != "before":
        (tmp_path / "games.sqlite-wal").rename(tmp_path / "games.sqlite.damaged-1-wal")
    if cut == "all moved":
        path.rename(tmp_path / "games.sqlite.damaged-1")
    store, _ = open_store(path)
    with store:
        assert kept_games(store) == [game_of(n) for n in range(GAMES)]
    assert (tmp_path / "games.sqlite.damaged-1").read_bytes() == b"broken" * 1000
    assert (tmp_path / "games.sqlite.damaged-1-wal").read_bytes() == b"its journal"


def test_no_room_for_the_rescue_throws_nothing_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = laid(tmp_path, b"broken" * 1000)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(rescue, "settle", full)
    with pytest.raises(StoreError, match="free some space or replace the card, nothing has been thrown away"):
        open_store(path)
    assert path.read_bytes() == b"broken" * 1000


def test_only_some_damaged_files_are_kept(tmp_path: Path) -> None:
    for _ in range(rescue.KEPT + 2):
        open_store(laid(tmp_path, b"broken" * 1000))[0].close()
    left = sorted(int(file.name.rpartition("-")[2]) for file in tmp_path.glob("*.damaged-*"))
    assert left == list(range(3, rescue.KEPT + 3))


def test_a_damaged_index_hides_nothing(tmp_path: Path, sound: bytes) -> None:
    path = laid(tmp_path, sound)
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events_by_game'").fetchone()
    broken = bytearray(path.read_bytes())
    broken[(root - 1) * 4096:root * 4096] = bytes(4096)
    path.write_bytes(broken)
    store, notice = open_store(path)
    with store:
        assert notice is not None
        assert kept_games(store) == [game_of(n) for n in range(GAMES)]
