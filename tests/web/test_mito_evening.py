"""Mito at the table from the first deal to the sheet of points, with phones and buttons; and a cheat nobody notices."""

import re
from dataclasses import replace
from pathlib import Path

from device.archive.archive import Archive
from device.store import Store
from rules.record import parse, replay
from rules.registry import game
from tests.device.test_panel_play import QUICK, STOP_PIN
from tests.patience import PATIENCE
from tests.web.conftest import SECRET
from tests.web.mito_phones import Phone, served
from web.table import HOST, SPECTATOR

NAMES = ("Anna", "Ben", "Cleo", "Dora")
SPECIAL = {"s", "m", "c", "a", "x"}


def test_four_play_three_rounds_with_phones_and_buttons(tmp_path: Path) -> None:
    with served(tmp_path, replace(QUICK, delay_s=(0.6, 0.6))) as (table, address):
        host = Phone(address)
        host.get(f"?host={SECRET}")
        assert host.post("command/new", {"game": "mito", "options": {"players": "4", "rounds": "3"}})["ok"]
        anna, ben, cleo, dora = phones = [Phone(address) for _ in NAMES]
        for seat, phone in enumerate(phones):
            phone.sit(NAMES[seat], seat)

        # the first round: a spider, an ant, a right stop by the buttons, a false start at the mosquito
        anna.play("deal n4")
        anna.play("play p1 s3")
        table.wait_for(lambda: table.panel["lamps"]["player 1"] == "blink")
        table.press(2)  # the spider's card goes to Cleo
        table.wait_for(lambda: table.actions[-1] == "give p1 p3")
        assert not ben.post("command/play", {"action": "play p3 n4"})["ok"]  # that is Cleo's to tell
        refused = ben.post("command/play", {"action": "play p2 n5"})
        assert refused["code"] == "E-MI-VALUE"
        ben.play("play p2 a4")
        table.pin(STOP_PIN)
        table.wait_for(lambda: table.actions[-1] == "stop p1")
        assert cleo.post("command/play", {"action": "play p3 n5"})["code"] == "E-MI-FROZEN"
        anna.play("stop p1 p4")  # chosen on the guard's phone
        table.wait_for(lambda: table.panel["lamps"]["player 4"] == "blink")
        table.press(3)  # she admits it
        table.wait_for(lambda: table.actions[-1] == "guilty p4")
        table.press(0)  # the guard's card is handed over
        table.wait_for(lambda: table.actions[-1] == "give p1 p4")
        assert dora.state()["game"]["view"]["guard"] == 3
        cleo.play("play p3 m5")
        table.race(0, 3, 2, early=1)
        table.wait_for(lambda: table.actions[-1] == "slap p2")
        assert "too early: player 2" in host.state()["log"][-1]["text"]["en"]
        table.press(0)
        table.wait_for(lambda: table.actions[-1] == "give p1 p2")
        cleo.play("give p3 p2")
        dora.play("keep p4")
        dora.play("play p4 x1")  # only the guard may
        anna.play("draw p1")
        ben.play("play p2 n2")
        ben.play("out p2")
        assert ben.state()["game"]["view"]["phase"] == "score"
        anna.play("tally p1 2,1,0")
        cleo.play("tally p3 0,0,1")
        dora.play("tally p4 3,0,0")

        # the second: a dead heat at the cockroach, a wrong stop by the browser's buttons
        assert (host.state()["game"]["scores"], host.state()["game"]["view"]["guard"]) == ([7, 0, 10, 3], 1)
        ben.play("deal n1")
        ben.play("play p2 c2")
        table.race((0, 2), 1, 3)
        table.wait_for(lambda: table.table.referee.question is not None)
        question = host.state()["referee"]["question"]
        assert [answer["text"]["en"] for answer in question["answers"]] == [
            "player 1 was first", "player 3 was first", "nobody throws a card", "Race again"]
        assert dora.post("command/answer", {"question": question["id"], "answer": "1"})["ok"]
        cleo.play("throw p3 n2")
        assert cleo.state()["game"]["to_play"] == 2
        ben.press("stop")
        table.wait_for(lambda: table.actions[-1] == "stop p2")
        host.press("player 1")
        table.wait_for(lambda: table.actions[-1] == "stop p2 p1")
        anna.post("panel/press", {"presses": [{"button": "stop", "ms_ago": 0}]})  # the answer "no"
        table.wait_for(lambda: table.actions[-1] == "innocent p1")
        assert ben.state()["game"]["view"]["guard"] == 1
        cleo.play("play p3 n3")
        cleo.play("out p3")
        for phone, seat in ((anna, 1), (ben, 2), (dora, 4)):
            phone.play(f"tally p{seat} 1,0,0")

        # the third, in which the guard takes a stop back
        cleo.play("deal n5")
        cleo.press("stop")
        table.wait_for(lambda: table.actions[-1] == "stop p3")
        table.press(2)
        table.wait_for(lambda: table.actions[-1] == "withdraw p3")
        cleo.play("play p3 n1")
        cleo.play("out p3")
        for phone, seat in ((anna, 1), (ben, 2), (dora, 4)):
            phone.play(f"tally p{seat} 0,1,0")
        outcome = dora.state()["game"]["outcome"]
        assert (outcome["winners"], dora.state()["game"]["scores"]) == ([1], [13, 6, 10, 9])
        table.wait_for(lambda: table.panel["lamps"]["player 2"] == "blink")
        record, played = Archive(tmp_path).record(number_of(tmp_path)), table.actions
    laid = {card[0] for action in played for card in re.findall(r"^play p\d (\w\d)$", action)}
    assert laid >= SPECIAL
    states = replay(parse(record))
    assert game("mito").scores(states[-1]) == [13, 6, 10, 9] and parse(record).actions == played
    with Store(tmp_path / "games.sqlite", read_only=True) as store:
        races = [event.body["race"] for event in store.events() if "race" in event.body]
    assert [len(race["places"]) for race in races] == [3, 4] and races[0]["early"] == [1]


def number_of(folder: Path) -> int:
    with Store(folder / "games.sqlite", read_only=True) as store:
        assert store.game is not None
        return store.game


def watched(phone: Phone, number: int) -> list[bytes]:
    """Return all that a phone can be told, page by page."""
    return [phone.get(path) for path in (
        "state.json", "healthz", "panel/", "tv/state.json", "history/", f"history/{number}",
        f"history/{number}/steps.json", f"history/{number}/record.txt", f"history/{number}/game.csv",
        "history/statistics", "")]


def test_nothing_about_a_cheat_reaches_anybody_else(tmp_path: Path) -> None:
    with served(tmp_path) as (table, address):
        host = Phone(address)
        host.get(f"?host={SECRET}")
        assert host.post("command/new", {"game": "mito", "options": {"players": "4", "mode": "digital"}})["ok"]
        host.sit("Eve", 0)  # the host plays, and is the guard
        ben, cleo, nobody = Phone(address), Phone(address), Phone(address)
        ben.sit("Ben", 1)
        cleo.sit("Cleo", 2)
        assert host.post("command/deal", {})["ok"]
        table.wait_for(lambda: len(table.actions) == 1)
        hand = ben.state()["game"]["view"]["players"][1]["hand"]
        number = number_of(tmp_path)
        before = {name: watched(phone, number) for name, phone in (("host", host), ("cleo", cleo), ("nobody", nobody))}
        followers = [table.table.subscribe(who) for who in (SPECTATOR, HOST)]
        with followers[0] as one, followers[1] as other:
            assert one.wait(PATIENCE) is not None and other.wait(PATIENCE) is not None
            ben.play(f"cheat p2 {hand[0]}")
            assert one.wait(0.2) is None and other.wait(0.2) is None
        after = {name: watched(phone, number) for name, phone in (("host", host), ("cleo", cleo), ("nobody", nobody))}
        assert [_without_time(page) for page in after["host"]] == [_without_time(page) for page in before["host"]]
        assert [_without_time(page) for page in after["cleo"]] == [_without_time(page) for page in before["cleo"]]
        assert [_without_time(page) for page in after["nobody"]] == [_without_time(page) for page in before["nobody"]]
        assert len(ben.state()["game"]["view"]["players"][1]["hand"]) == 7
        assert ben.state()["log"][-1]["text"]["en"] == "player 2 hides a card"
        refused = host.post("command/play", {"action": f"cheat p2 {hand[1]}"})
        assert refused["code"] == "bad" and "player 2" not in refused["text"]["en"].replace("Ben", "")


def _without_time(page: bytes) -> str:
    """Return a page without its clocks, which go on by themselves."""
    return re.sub(r'"(elapsed|seconds|frames|frames_per_second|at|since)": ?[\d.]+', "", page.decode())


def test_the_decks_order_is_told_to_nobody(tmp_path: Path) -> None:
    with served(tmp_path) as (table, address):
        host = Phone(address)
        host.get(f"?host={SECRET}")
        host.post("command/new", {"game": "mito", "options": {"players": "4", "mode": "digital"}})
        stacked = "deal " + " ".join(map(str, game("mito").new({}).rules.deck))
        assert not host.post("command/play", {"action": stacked})["ok"]
        assert host.post("command/deal", {"action": stacked})["ok"]
        deal = table.actions[0]
        assert deal != stacked and sorted(deal.split()) == sorted(stacked.split())
        told = b"".join(watched(host, number_of(tmp_path))).decode()
        assert not re.search(r"(?:\b[nsmcax][1-5]\b\W+){4}", told)
