"""A store that is found damaged in mid-game is mended on the spot, and nothing of the game is lost."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from device.errors import DamagedStore
from device.events import Event
from device.journal import Journal
from device.store import NO_GAME, Store

NEW = Event("new", {"game": "otrio", "options": {}}, "phone:host")
PERSON = Event("person", {"id": "p1", "name": "Ada"}, "phone:Ada")


def act(n: int) -> Event:
    return Event("action", {"action": f"a{n}"})


@pytest.mark.parametrize("lost", ["all", "the end", "nothing"])
def test_a_store_that_breaks_in_mid_game_is_mended_with_all_that_was_accepted(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str) -> None:
    path = tmp_path / "games.sqlite"
    with Journal(path) as journal:
        journal.append([PERSON, NEW, act(1)])
    early = path.read_bytes()
    append, close = Store.append, Store.close
    broken = [True]

    def breaks_once(self: Store, events: Sequence[Event]) -> None:
        if broken.pop():
            broken.append(False)
            raise DamagedStore("malformed")
        broken.append(False)
        append(self, events)

    def leaves_it_broken(self: Store) -> None:
        close(self)
        if self.path == path:
            path.write_bytes({"all": b"broken" * 999, "the end": early, "nothing": path.read_bytes()}[lost])

    with Journal(path) as journal:
        assert journal.notice is None and journal.events == [NEW, act(1)] and journal.of_people == [PERSON]
        journal.append([act(2), act(3)])
        (tmp_path / "games.sqlite.backup").unlink()
        with monkeypatch.context() as patch:
            patch.setattr(Store, "append", breaks_once)
            patch.setattr(Store, "close", leaves_it_broken)
            journal.append([act(4)])
        assert journal.notice is not None and "damaged" in journal.notice.en
        assert journal.events == [NEW, act(1), act(2), act(3), act(4)]
    with Store(path, read_only=True) as store:
        assert list(store.events()) == [NEW, act(1), act(2), act(3), act(4)]
        assert list(store.events(NO_GAME)) == [PERSON]


def test_a_new_game_is_all_that_is_remembered(tmp_path: Path) -> None:
    with Journal(tmp_path / "games.sqlite") as journal:
        journal.append([NEW, act(1)])
        journal.append([NEW, act(2)])
        assert journal.events == [NEW, act(2)]
    with Journal(tmp_path / "games.sqlite") as journal:
        assert journal.events == [NEW, act(2)]
