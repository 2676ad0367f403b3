"""A club hears its tables: everything once, nothing broken taken in, results only of the very meetings."""

import json
from pathlib import Path
from typing import Any

import pytest

from device.club.club import Club
from device.club.tables import PATIENCE, Tables, call_of, card, heard
from device.settings import MqttSettings


def event(n: int, game: int = 1, store: str = "s") -> dict[str, Any]:
    return {"format": 1, "store": store, "game": game, "n": n, "name": "otrio", "kind": "action", "by": None,
            "text": {"en": f"event {n}", "fr": f"fait {n}"}}


def state(table: str, *names: str, game: int = 1, phase: str = "ready", won: tuple[str, ...] = (), over: bool = False,
          store: str = "s", events: tuple[dict[str, Any], ...] = (), **more: Any) -> bytes:
    text = {"en": phase, "fr": phase}
    return json.dumps({
        "format": 1, "table": {"id": table, "name": table, "store": store, "address": "http://192.0.2.1/"},
        "game": {"number": game, "name": "otrio", "title": {"en": "Otrio", "fr": "Otrio"}}, "phase": phase,
        "text": text,
        "players": [{"name": name, "title": text, "score": 0, "to_play": False, "won": name in won} for name in names],
        "outcome": {"text": text} if over or won else None, "refusal": None, "call": None, "events": list(events),
        **more}).encode()


def hear(*messages: tuple[str, bytes], now: float = 0.0) -> Tables:
    tables: Tables = {}
    for topic, payload in messages:
        tables = heard(tables, "arbitrio", topic, payload, now)
    return tables


def test_events_are_taken_in_once_and_in_order() -> None:
    tables = hear(("arbitrio/a/event", json.dumps(event(1)).encode()),
                  ("arbitrio/a/event", json.dumps(event(0)).encode()),
                  ("arbitrio/a/state", state("a", events=(event(0), event(1), event(2)))),
                  ("arbitrio/a/event", json.dumps(event(2)).encode()))
    assert [found["n"] for found in tables["a"].events.values()] == [0, 1, 2]
    shown = card(tables["a"], 0)
    assert shown is not None and [found["text"]["en"] for found in shown["events"]] == ["event 0", "event 1", "event 2"]


def test_another_store_begins_anew() -> None:
    tables = hear(("arbitrio/a/event", json.dumps(event(5, game=900)).encode()),
                  ("arbitrio/a/state", state("a", store="new", events=(event(0, game=1, store="new"),))))
    assert list(tables["a"].events)[-1] == ("new", 1, 0)


@pytest.mark.parametrize("topic, payload", [
    ("arbitrio/a/state", b"{"), ("arbitrio/a/state", b"[]"), ("arbitrio/a/state", b'{"table": {"name": 7}}'),
    ("arbitrio/a/event", b'"text"'), ("arbitrio/a/event", b"\xff"), ("arbitrio/a/other", b"{}"),
    ("arbitrio/a/b/state", b"{}"), ("elsewhere/a/state", state("a")), ("arbitrio/a/availability", b"\xff")])
def test_what_is_no_tables_word_changes_nothing(topic: str, payload: bytes) -> None:
    before = hear(("arbitrio/a/state", state("a", "Ada")))
    assert heard(before, "arbitrio", topic, payload, 1.0) == before


def test_who_needs_help() -> None:
    online = ("arbitrio/a/availability", b"online")
    waiting = hear(online, ("arbitrio/a/state", state("a", phase="question")), now=10)["a"]
    assert [call_of(waiting, 10 + seconds) for seconds in (0.0, PATIENCE - 1, PATIENCE)] == [None, None, "waiting"]
    again = heard({"a": waiting}, "arbitrio", "arbitrio/a/state", state("a", phase="mismatch"), 40)["a"]
    assert call_of(again, 10 + PATIENCE) == "waiting"
    assert call_of(heard({"a": again}, "arbitrio", "arbitrio/a/state", state("a"), 50)["a"], 500) is None
    assert call_of(hear(online, ("arbitrio/a/state", state("a", call={"by": "Ada"})))["a"], 0) == "call"
    offline = ("arbitrio/a/availability", b"offline")
    assert call_of(hear(("arbitrio/a/state", state("a")), offline)["a"], 0) == "offline"
    assert call_of(hear(("arbitrio/a/state", state("a", over=True)), offline)["a"], 0) is None


class Hall:
    """A club whose broker is the test."""

    def __init__(self, folder: Path) -> None:
        self.club = Club(MqttSettings(host="192.0.2.1"), folder, "club")

    def hear(self, table: str, payload: bytes) -> None:
        self.club._heard(f"arbitrio/{table}/availability", b"online")
        self.club._heard(f"arbitrio/{table}/state", payload)

    def do(self, name: str, **args: Any) -> None:
        answer = self.club.command(name, args)
        assert answer.ok, answer.text

    @property
    def meetings(self) -> list[dict[str, Any]]:
        return list(self.club.changes(-1, 0)[1]["tournament"]["meetings"])


def test_results_come_from_the_tables(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.hear("table-2", state("table-2", "Ada", "Ben", game=4, won=("Ada",)))  # an old game of the same two
    hall.hear("table-10", state("table-10"))
    hall.do("begin", players=["Ada", "Ben", "Cleo", "Dan"], system="swiss", rounds=2, size=2)
    hall.do("draw")
    assert [(m["players"], m["table"], m["winners"]) for m in hall.meetings] == [
        (["Ada", "Ben"], "table-2", None), (["Cleo", "Dan"], "table-10", None)]
    hall.hear("table-2", state("table-2", "ben", "ADA", game=5))
    assert hall.meetings[0]["winners"] is None
    hall.hear("table-2", state("table-2", "ben", "ADA", game=5, won=("ben",)))
    hall.hear("table-10", state("table-10", "Cleo", "Somebody", game=2, won=("Cleo",)))
    assert [(m["winners"], m["told"], m["doubt"]) for m in hall.meetings] == [(["Ben"], "table", False),
                                                                             (None, None, True)]
    hall.do("result", meeting=1, winners=["Cleo", "Dan"])
    again = Hall(tmp_path)  # after a power cut
    assert [(m["winners"], m["told"]) for m in again.meetings] == [(["Ben"], "table"), (["Cleo", "Dan"], "hand")]


def test_a_draw_at_the_table_is_shared(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.hear("a", state("a"))
    hall.do("begin", players=["Ada", "Ben"], system="round robin", rounds=1, size=2)
    hall.do("draw")
    hall.hear("a", state("a", "Ada", "Ben", game=2, over=True))
    assert sorted(hall.meetings[0]["winners"]) == ["Ada", "Ben"]


def test_who_waits_gets_the_next_free_table(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.hear("a", state("a"))
    hall.do("begin", players=["Ada", "Ben", "Cleo", "Dan"], system="swiss", rounds=1, size=2)
    hall.do("draw")
    assert [m["table"] for m in hall.meetings] == ["a", None]
    hall.hear("a", state("a", "Ada", "Ben", game=2, won=("Ada",)))
    assert [(m["table"], m["winners"]) for m in hall.meetings] == [("a", ["Ada"]), ("a", None)]
    hall.hear("a", state("a", "Ada", "Ben", game=2, won=("Ada",)))  # the same game again is not the next meeting's
    assert hall.meetings[1]["winners"] is None and not hall.meetings[1]["doubt"]


@pytest.mark.parametrize("name, args, words", [
    ("draw", {}, "begin one first"), ("begin", {"players": []}, "try again"), ("begin", {"players": 3}, "try again"),
    ("fly", {}, "begin one first")])
def test_what_a_club_refuses(tmp_path: Path, name: str, args: dict[str, Any], words: str) -> None:
    answer = Hall(tmp_path).club.command(name, args)
    assert not answer.ok and answer.text is not None and words in answer.text.en


def test_a_full_disk_takes_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(tmp_path)
    hall.do("begin", players=["Ada", "Ben"], system="swiss", rounds=1, size=2)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("device.club.book.write_whole", full)
    answer = hall.club.command("draw", {})
    assert not answer.ok and answer.text is not None and "no space left" in answer.text.en
    assert hall.meetings == []


def test_the_sheet_holds_no_formula(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.do("begin", players=["=1+1", "Ben"], system="swiss", rounds=1, size=2)
    assert "'=1+1" in hall.club.sheet() and hall.club.sheet().count("\r\n") == 3
