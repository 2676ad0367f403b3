"""The store: what was accepted is there, whatever happens to the process or the disk."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from device.errors import StoreError
from device.events import Event
from device.store import Store

NEW = Event("new", {"game": "otrio", "options": {}}, "phone:host")


def act(n: int) -> Event:
    return Event("action", {"action": f"a{n}"})


def test_events_come_back_in_order_with_who_did_them(tmp_path: Path) -> None:
    with Store(tmp_path / "games") as store:
        store.append([NEW])
        store.append([act(1), act(2)])
        store.append([Event("undo", {}, "phone:host")])
    with Store(tmp_path / "games") as store:
        assert list(store.events()) == [NEW, act(1), act(2), Event("undo", {}, "phone:host")]


def test_a_new_game_starts_its_own_log_and_the_old_one_stays(tmp_path: Path) -> None:
    with Store(tmp_path / "games") as store:
        store.append([NEW, act(1)])
        store.append([NEW, act(2)])
        assert list(store.events()) == [NEW, act(2)]
        (first, _, _), (second, name, wall) = store.games()
        assert (first, second, name) == (1, 3, "otrio")
        assert wall > 0
        assert list(store.events(first)) == [NEW, act(1)]


def test_only_one_program_writes_and_others_may_look(tmp_path: Path) -> None:
    with Store(tmp_path / "games") as store:
        store.append([NEW])
        with pytest.raises(StoreError, match="another arbitrio uses the store .*; stop that one"):
            Store(tmp_path / "games")
        with Store(tmp_path / "games", read_only=True) as looker:
            assert list(looker.events()) == [NEW]
    Store(tmp_path / "games").close()


def test_accepted_events_cannot_be_changed(tmp_path: Path) -> None:
    with Store(tmp_path / "games") as store:
        store.append([NEW])
    with sqlite3.connect(tmp_path / "games") as db, pytest.raises(sqlite3.IntegrityError, match="append only"):
        db.execute("UPDATE events SET kind = 'undo'")
    db.close()


def test_a_batch_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    with Store(tmp_path / "games") as store:
        store.append([NEW])
        with pytest.raises(TypeError):
            store.append([act(1), Event("action", {"action": {1, 2}})])
        store.append([act(2)])
        assert list(store.events()) == [NEW, act(2)]


@pytest.mark.parametrize(("content", "words"), [(b"no database at all, just words" * 99, "is no store of ours")])
def test_a_file_that_is_no_store_is_one_sentence_with_a_remedy(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "games").write_bytes(content)
    with pytest.raises(StoreError, match=words):
        Store(tmp_path / "games")
    assert (tmp_path / "games").read_bytes() == content


def test_a_store_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with Store(tmp_path / "games"):
        pass
    with sqlite3.connect(tmp_path / "games") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StoreError, match="written by a newer Arbitrio .*; install that version again"):
        Store(tmp_path / "games")


def test_a_folder_that_is_not_there_is_one_sentence_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="make the folder, or name another"):
        Store(tmp_path / "no" / "games")
    with pytest.raises(StoreError, match="there is no store at .*; play a game first"):
        Store(tmp_path / "games", read_only=True)


SMALL_DISK = """
    import ctypes, os, sys
    libc = ctypes.CDLL(None, use_errno=True)
    folder = sys.argv[1].encode()

    def mount(*args):
        assert libc.mount(*args) == 0, os.strerror(ctypes.get_errno())

    assert libc.unshare(0x00020000) == 0                       # mounts of our own
    mount(b"none", b"/", None, 0x44000, None)                  # private, whatever lies below
    mount(b"tmpfs", folder, b"tmpfs", 0, b"size=900000")
    from device.errors import StoreError
    from device.events import Event
    from device.store import Store
    path = sys.argv[1] + "/games"
"""
FULL = SMALL_DISK + """
    ballast = sys.argv[1] + "/ballast"
    open(ballast, "wb").write(b"0" * 200000)
    store = Store(path)
    done = 0
    try:
        while True:
            kind = "action" if done else "new"
            store.append([Event(kind, {"game": "otrio", "options": {}, "pad": "x" * 5000})])
            done += 1
    except StoreError as error:
        print(error)
    print(done, len(list(store.events())))
    os.unlink(ballast)
    store.append([Event("action", {"action": "after"})])
    print(len(list(store.events())))
"""
READ_ONLY = SMALL_DISK + """
    with Store(path) as store:
        store.append([Event("new", {"game": "otrio", "options": {}})])
    mount(b"none", folder, None, 0x21, None)
    try:
        Store(path)
    except StoreError as error:
        print(error)
    with Store(path, read_only=True) as store:
        print(len(list(store.events())))
"""


def on_a_small_disk(code: str, folder: Path) -> list[str]:
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(code), str(folder)], capture_output=True, text=True,
                         timeout=60)
    assert run.stderr == ""
    return run.stdout.strip().splitlines()


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small disk needs root")
def test_a_full_disk_says_so_loses_nothing_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    said, counts, after = on_a_small_disk(FULL, tmp_path)
    assert "the disk is full: free some space" in said
    done, kept = map(int, counts.split())
    assert done == kept > 5
    assert int(after) == kept + 1


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small disk needs root")
def test_a_read_only_disk_says_so_and_can_still_be_looked_at(tmp_path: Path) -> None:
    said, kept = on_a_small_disk(READ_ONLY, tmp_path)
    assert "is read-only: make it writable" in said
    assert kept == "1"


WRITER = """
    import sys
    from device.events import Event
    from device.store import Store
    store = Store(sys.argv[1])
    if store.game is None:
        store.append([Event("new", {"game": "otrio", "options": {}})])
    n = len(list(store.events())) - 1
    while True:
        n += 1
        store.append([Event("action", {"action": str(n)})])
        print(n, flush=True)
"""


def test_every_acknowledged_event_survives_sigkill(tmp_path: Path) -> None:
    path = tmp_path / "games"
    for round_ in range(8):
        writer = subprocess.Popen([sys.executable, "-c", textwrap.dedent(WRITER), str(path)],
                                  stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        acknowledged = [int(writer.stdout.readline()) for _ in range(5 + 7 * round_)]
        writer.send_signal(signal.SIGKILL)
        acknowledged += [int(n) for n in writer.stdout.read().split()]
        writer.wait()
        writer.stdout.close()
        with Store(path) as store:
            kept = [event.body.get("action") for event in store.events()][1:]
        assert kept == [str(n + 1) for n in range(len(kept))]
        assert len(kept) in (acknowledged[-1], acknowledged[-1] + 1)


def test_an_erased_game_is_gone_from_the_disk_and_leaves_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with Store(path) as store:
        store.append([NEW, Event("action", {"action": "the-secret-move"}, "phone:Nobody-Else")])
        store.append([NEW, act(2)])
        assert store.erase(1, "phone:host")
        left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert b"the-secret-move" not in left and b"Nobody-Else" not in left
        assert [number for number, _, _ in store.games()] == [3]
        assert list(store.events(1)) == [Event("erased", {}, "phone:host")]
        assert not store.erase(1, "phone:host")
        store.append([act(3)])
        assert list(store.events()) == [NEW, act(2), act(3)]
    with Store(path) as store:
        assert store.game == 3


def test_an_erased_game_leaves_the_backup_of_an_older_version_too(tmp_path: Path) -> None:
    with Store(tmp_path / "games") as store:
        store.append([NEW, Event("action", {"action": "the-secret-move"})])
        store.append([NEW, act(2)])
        older = tmp_path / "games.before-version-2"
        with contextlib.closing(sqlite3.connect(older)) as old, old:
            old.execute("CREATE TABLE events (number INTEGER PRIMARY KEY, game INTEGER, body TEXT)")
            old.execute("INSERT INTO events VALUES (1, 1, 'the-secret-move'), (3, 3, 'kept')")
        assert store.erase(1, "phone:host")
    assert b"the-secret-move" not in older.read_bytes()
    assert b"kept" in older.read_bytes()


def test_what_a_reader_still_holds_is_wiped_once_it_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with Store(path) as store:
        store.append([NEW, Event("action", {"action": "the-secret-move"})])
        store.append([NEW])
        reader = sqlite3.connect(path)
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM events").fetchone() == (3,)
        assert store.erase(1, "phone:host")
        reader.close()
        store.append([act(1)])
        assert b"the-secret-move" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


def test_the_game_on_the_table_and_unknown_games_stay(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with Store(path) as store:
        store.append([NEW, act(1)])
        store.append([NEW, act(2)])
        assert not store.erase(3, "phone:host") and not store.erase(2, "phone:host") and not store.erase(99, "x")
        assert list(store.events()) == [NEW, act(2)]
    with sqlite3.connect(path) as db:
        for game in (1, 3):  # no slip of the program's gets past the store either
            with pytest.raises(sqlite3.IntegrityError, match="append only"):
                db.execute("DELETE FROM events WHERE game = ?", (game,))
        db.execute("INSERT INTO events (number, game, kind, body, by, wall) VALUES (9, 3, 'erased', '{}', 'x', 0)")
        with pytest.raises(sqlite3.IntegrityError, match="append only"):
            db.execute("DELETE FROM events WHERE game = 3")
    db.close()
