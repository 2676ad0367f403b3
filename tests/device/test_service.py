"""The live table: what is accepted is on the disk first, what is shown is what was accepted."""

import json
import threading
from pathlib import Path

import pytest

from device import service
from device.errors import StoreError
from device.events import Event
from device.referee import Look, Referee
from device.service import LiveTable
from device.store import Store
from rules.game import Piece, Slot
from rules.registry import game
from tests import kills
from tests.patience import PATIENCE
from vision.reading import Reading
from web.table import HOST, SPECTATOR, Who

OTRIO = game("otrio")


def still(change: dict[Slot, Piece]) -> Look:
    table = {**OTRIO.table(OTRIO.new({})), **change}
    return Look(Reading("still", {slot: {piece: 1.0} for slot, piece in table.items()}))


def test_a_phone_sees_what_the_camera_saw(tmp_path: Path) -> None:
    with LiveTable(tmp_path / "games", join="http://192.0.2.7:8080/") as table:
        assert table.command(HOST, "new", {"game": "otrio", "options": {}}).ok
        with table.subscribe(SPECTATOR) as phone:
            first = phone.wait(PATIENCE)
            assert first is not None and first["game"]["to_play"] == 0
            assert phone.wait(0) is None
            table.put(still({"4.large": "purple"}))
            after = phone.wait(PATIENCE)
            assert after is not None and after["version"] > first["version"]
            assert after["game"]["to_play"] == 1
            assert after["log"][-1]["text"] == {"en": "purple puts a large ring into the centre cell",
                                                "fr": "violet place un grand anneau dans la case centrale"}
            assert (after["host"], after["join"]) == (False, "http://192.0.2.7:8080/")
            assert json.loads(json.dumps(after)) == after


def test_the_host_is_told_what_an_undo_would_take_back(tmp_path: Path) -> None:
    with LiveTable(tmp_path / "games") as table:
        table.command(HOST, "new", {"game": "otrio", "options": {}})
        assert table.snapshot(HOST)["undo"] is None
        for action in ("purple large 4", "red large 0"):
            assert table.command(HOST, "play", {"action": action}).ok
        told = []
        while (undo := table.snapshot(HOST)["undo"]) is not None:
            told.append(undo["en"])
            assert table.command(HOST, "undo", {}).ok
        assert told == ["red puts a large ring into the top left cell", "purple puts a large ring into the centre cell"]
        assert table.snapshot(SPECTATOR)["undo"] is None


def test_four_may_play_after_three_by_the_options_shown(tmp_path: Path) -> None:
    with LiveTable(tmp_path / "games") as table:
        assert table.command(HOST, "new", {"game": "otrio", "options": {"players": "3"}}).ok
        options = table.snapshot(HOST)["game"]["options"]
        assert table.command(HOST, "new", {"game": "otrio", "options": {**options, "players": "4"}}).ok
        assert len(table.snapshot(HOST)["game"]["seats"]) == 4


def test_what_is_shown_was_on_the_disk_before(tmp_path: Path) -> None:
    path = tmp_path / "games"
    kept: list[list[Event]] = []

    def look_at_the_disk(referee: Referee, events: tuple[Event, ...]) -> None:
        if events:
            with Store(path, read_only=True) as store:
                kept.append(list(store.events()))

    with LiveTable(path, watch=look_at_the_disk) as table:
        table.command(HOST, "new", {"game": "otrio", "options": {}})
        table.command(HOST, "play", {"action": "purple large 4"})
    assert [len(events) for events in kept] == [1, 2]
    assert kept[-1][-1] == Event("action", {"action": "purple large 4"}, "table")


def test_a_restart_resumes_the_game(tmp_path: Path) -> None:
    with LiveTable(tmp_path / "games") as table:
        table.command(HOST, "new", {"game": "otrio", "options": {"players": "3"}})
        table.put(still({"0.small": "blue"}))
        assert table.command(HOST, "again", {}).ok
        before = table.snapshot(HOST)
    with LiveTable(tmp_path / "games") as table:
        after = table.snapshot(HOST)
    assert after["game"] == before["game"]
    assert after["refusal"] == before["refusal"] is not None
    assert after["log"] == before["log"]


def test_a_listener_that_fails_does_not_stop_the_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def fail(referee: Referee, events: tuple[Event, ...]) -> None:
        raise RuntimeError("a lamp burnt out")

    with LiveTable(tmp_path / "games", watch=fail) as table:
        assert table.command(HOST, "new", {"game": "otrio", "options": {}}).ok
        assert table.command(HOST, "play", {"action": "purple large 4"}).ok
    assert "a lamp burnt out" in caplog.text


class _Fills:
    """A disk that fills up, and is cleared again."""

    def __init__(self) -> None:
        self.full = False


def test_a_full_disk_is_said_loses_nothing_and_what_was_seen_is_accepted_later(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = _Fills()
    append = Store.append

    def fill(self: Store, events: tuple[Event, ...]) -> None:
        if disk.full:
            raise StoreError("the store does not work (database or disk is full); the disk is full: free some space")
        append(self, events)

    monkeypatch.setattr(Store, "append", fill)
    monkeypatch.setattr(service, "RETRY", 0.05)
    with LiveTable(tmp_path / "games") as table:
        table.command(HOST, "new", {"game": "otrio", "options": {}})
        disk.full = True
        answer = table.command(HOST, "play", {"action": "purple large 4"})
        assert not answer.ok and answer.text is not None and answer.text.en.endswith("free some space")
        assert table.snapshot(HOST)["game"]["to_play"] == 0
        table.put(still({"4.large": "purple"}))
        with table.subscribe(HOST) as phone:
            while (shown := phone.wait(PATIENCE)) is not None and shown["referee"]["fault"] is None:
                pass
            assert shown is not None and shown["game"]["to_play"] == 0
            disk.full = False
            while (shown := phone.wait(PATIENCE)) is not None and shown["referee"]["fault"] is not None:
                pass
        assert shown is not None and shown["game"]["to_play"] == 1
    with Store(tmp_path / "games") as store:
        assert list(store.events())[1:] == [Event("action", {"action": "purple large 4"})]


def test_many_phones_at_once_get_one_true_order(tmp_path: Path) -> None:
    with LiveTable(tmp_path / "games") as table:
        table.command(HOST, "new", {"game": "otrio", "options": {"players": "4"}})
        oks: list[bool] = []

        def press(cell: int) -> None:
            oks.append(table.command(HOST, "play", {"action": f"purple large {cell}"}).ok)

        phones = [threading.Thread(target=press, args=(cell,)) for cell in range(9)]
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join()
        assert oks.count(True) == 1  # after the first it is red's turn
        assert table.snapshot(HOST)["game"]["to_play"] == 1


def test_a_store_that_cannot_be_opened_is_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="make the folder"), LiveTable(tmp_path / "no" / "games"):
        raise AssertionError("it must not open")


def test_a_game_killed_at_any_moment_goes_on_with_every_accepted_event(tmp_path: Path) -> None:
    assert kills.kill(tmp_path / "games.sqlite", 10, 5) == []


def test_the_next_game_begins_only_after_this_one_and_by_its_own_rules(tmp_path: Path) -> None:
    with LiveTable(tmp_path / "games") as table:
        table.command(HOST, "new", {"game": "otrio", "options": {"players": "3", "turns": "purple,red,green"}})
        refused = table.command(HOST, "next", {})
        assert refused.text is not None and refused.text.en.startswith("The game is still on; play it to its end")
        for action in ("purple large 0", "red large 8", "green large 1", "purple medium 0", "red medium 8",
                       "green medium 1", "purple small 0"):
            assert table.command(HOST, "play", {"action": action}).ok
        assert table.command(HOST, "next", {}).ok  # the match goes on: the next seat begins, the score stays
        view = table.snapshot(SPECTATOR)["game"]
        assert (view["to_play"], view["scores"]) == (1, [1, 0, 0])
        assert not table.command(HOST, "next", {}).ok  # a second tap ends no game


def test_a_game_that_was_played_is_erased_and_the_one_on_the_table_is_not(tmp_path: Path) -> None:
    tidied: list[str] = []
    with LiveTable(tmp_path / "games") as table:
        table.erased = lambda: tidied.append("tidied")
        for _ in range(2):
            table.command(HOST, "new", {"game": "otrio", "options": {}})
            table.command(HOST, "play", {"action": "purple large 4"})
        refused = table.command(HOST, "erase", {"game": 3})
        assert refused.text is not None and refused.text.en.startswith("This game is on the table; begin another one")
        assert table.command(HOST, "erase", {"game": 1}).ok
        missing = table.command(HOST, "erase", {"game": 1})
        assert (missing.ok, missing.code) == (False, "no game")
        assert table.command(HOST, "erase", {"game": True}).code == "bad"
        assert table.snapshot(SPECTATOR)["game"]["view"]["plies"] == 1
    assert tidied == ["tidied"]
    with Store(tmp_path / "games", read_only=True) as store:
        assert [number for number, _, _ in store.games()] == [3]


def test_a_damaged_store_is_said_on_every_page_until_a_person_begins_a_new_game(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_bytes(b"broken" * 999)
    with LiveTable(path) as table:
        notice = table.snapshot(SPECTATOR)["notice"]
        assert notice["en"].startswith("The store of the games was damaged: 0 events") and notice["fr"] != notice["en"]
        assert table.command(HOST, "new", {"game": "otrio", "options": {}}).ok  # as the program does at its start
        assert table.snapshot(SPECTATOR)["notice"] == notice
        assert table.command(Who("ada", None, True), "join", {"name": "Ada"}).ok
        assert table.command(Who("ada", None, True), "new", {"game": "otrio", "options": {}}).ok
        assert table.snapshot(SPECTATOR)["notice"] is None


def test_a_game_that_these_rules_cannot_play_back_is_kept_and_said(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    old = [Event("new", {"game": "otrio", "options": {}}), Event("action", {"action": "a move of another version"})]
    with Store(path) as store:
        store.append(old)
    with LiveTable(path) as table:
        assert table.referee.ledger is None
        assert "it is kept as game 1; begin a new one" in table.snapshot(HOST)["notice"]["en"]
        assert table.command(HOST, "new", {"game": "otrio", "options": {}}).ok
    with Store(path, read_only=True) as store:
        assert list(store.events(1)) == old


def test_a_look_is_handed_over_only_when_it_is_judged(tmp_path: Path) -> None:
    with LiveTable(tmp_path / "games") as table:
        table.command(HOST, "new", {"game": "otrio", "options": {}})
        table.show(still({"4.large": "purple"}))
        assert table.snapshot(HOST)["game"]["to_play"] == 1
    table.show(still({"0.large": "red"}))  # the table is gone: nobody waits for it
