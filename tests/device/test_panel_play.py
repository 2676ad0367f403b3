"""The panel in a game: presses and races on mock pins and phones, from the edge to the record."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.panel import Edge, player
from device.panel.attendant import Attendant
from device.panel.panel import Panel
from device.panel.play import Conduct, PanelPlay
from device.races import Margins
from device.races.presses import MS
from device.referee import Referee
from device.service import LiveTable
from device.settings import PinSettings
from web.table import HOST, SPECTATOR, Answer, Who

PINS = (5, 6, 13, 19, 26)
STOP_PIN, GREEN = 4, 17
QUICK = Conduct(delay_s=(0.0, 0.0), timeout_ms=5000, collect_ms=40, settle_s=0.0)


class Evening:
    """A table with a panel on mock pins, and what follows from pressing."""

    def __init__(self, table: LiveTable, play: PanelPlay, factory: MockFactory) -> None:
        self.table, self.play, self.factory = table, play, factory
        self._changed = threading.Condition()
        self._followed: Referee | None = None
        table.watch = self._watch

    def _watch(self, referee: Referee, events: Any) -> None:
        self.play.attendant.panel.show(referee, events)
        self.play.shown(referee, events)
        self._followed = referee
        with self._changed:
            self._changed.notify_all()

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Wait until it holds, and the panel has followed the game so far."""
        for _ in range(2000):
            if condition() and self._followed is self.table.referee:
                return
            with self._changed:
                self._changed.wait(0.025)
        raise AssertionError((self.actions, self.panel, self.table.referee.text))

    @property
    def actions(self) -> tuple[str, ...]:
        ledger = self.table.referee.ledger
        return () if ledger is None else ledger.actions

    @property
    def panel(self) -> Any:
        return self.table.snapshot(SPECTATOR)["panel"]

    def tell(self, *actions: str) -> None:
        for action in actions:
            answer = self.table.command(HOST, "play", {"action": action})
            assert answer.ok, answer

    def new(self, **options: str) -> None:
        assert self.table.command(HOST, "new", {"game": "mito", "options": {"players": "4", **options}}).ok

    def pin(self, number: int) -> None:
        """Press a button's pin until that is a press, and let go until the next one can be."""
        self.factory.pin(number).drive_low()
        self.pause(6)
        self.factory.pin(number).drive_high()
        self.pause(40)

    def pause(self, ms: int) -> None:
        """Let time pass on the panel's clock."""
        tick = self.play.attendant.panel.now_ns() + ms * MS
        while (left := tick - self.play.attendant.panel.now_ns()) > 0:
            with self._changed:
                self._changed.wait(left / 1e9)

    def press(self, seat: int) -> None:
        self.pin(PINS[seat])

    def phase(self, phase: str) -> None:
        self.wait_for(lambda: (self.panel["race"] or {}).get("phase") == phase)

    def race(self, *seats: int | tuple[int, ...], early: int | None = None) -> None:
        """Run the race that is open: `early` before the light, the others 5 ms apart, those together at one tick."""
        if early is not None:
            self.phase("armed")
            self._edges(early, self.play.attendant.panel.now_ns())
        self.phase("running")
        light = self.play.attendant.panel.now_ns()
        for index, together in enumerate(seats):
            for seat in together if isinstance(together, tuple) else (together,):
                self._edges(seat, light + index * 5 * MS)

    def _edges(self, seat: int, tick: int) -> None:
        edges = self.play.attendant.panel.edges
        edges.put(Edge(player(seat), True, tick))
        edges.put(Edge(player(seat), False, tick + 4 * MS))


@contextlib.contextmanager
def evening(path: Path | str, conduct: Conduct = QUICK) -> Iterator[Evening]:
    factory = MockFactory(pin_class=MockPWMPin)
    table = LiveTable(path)
    with Panel(PinSettings(factory="mock"), factory) as panel, Attendant(panel) as attendant:
        made = Evening(table, PanelPlay(attendant, table.put, table.show_panel, conduct), factory)
        with table:
            yield made
    factory.close()


@pytest.fixture
def mito(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path / "games") as made:
        made.new()
        made.tell("deal n4")
        yield made


def test_a_stop_is_pressed_named_and_answered(mito: Evening) -> None:
    mito.pin(STOP_PIN)
    mito.wait_for(lambda: mito.actions[-1] == "stop p1")
    mito.press(2)
    mito.wait_for(lambda: mito.actions[-1] == "stop p1 p3")
    mito.wait_for(lambda: mito.panel["lamps"]["player 3"] == "blink")
    mito.press(2)
    mito.wait_for(lambda: mito.actions[-1] == "guilty p3")
    mito.press(0)
    mito.wait_for(lambda: mito.actions[-1] == "give p1 p3")
    assert mito.table.snapshot(HOST)["game"]["view"]["guard"] == 2


def test_a_mosquito_is_raced_and_its_loser_found(mito: Evening) -> None:
    mito.tell("play p1 m3")
    mito.race(2, 0, 3, 1)
    mito.wait_for(lambda: mito.actions[-1] == "slap p2")
    mito.wait_for(lambda: mito.panel["race"] is None)
    story = mito.panel["story"]
    assert [place["seat"] for place in story["places"]] == [2, 0, 3, 1]
    assert [round(place["ms"] - story["places"][0]["ms"]) for place in story["places"]] == [0, 5, 10, 15]
    assert mito.table.snapshot(HOST)["log"][-1]["text"]["en"].startswith("player 2 was last (player 3 ")
    mito.press(0)
    mito.wait_for(lambda: mito.actions[-1] == "give p1 p2")


def test_a_dead_heat_is_asked(mito: Evening) -> None:
    mito.tell("play p1 m3")
    mito.race(2, 0, (3, 1))
    mito.wait_for(lambda: mito.table.referee.question is not None)
    question = mito.table.snapshot(SPECTATOR)["referee"]["question"]
    assert [answer["text"]["en"] for answer in question["answers"]] == [
        "player 2 was last", "player 4 was last", "nobody was seen to be last", "Race again"]
    mito.wait_for(lambda: mito.panel["race"] is None and mito.panel["lamps"]["amber"] == "blink")
    mito.table.command(HOST, "answer", {"question": question["id"], "answer": "again"})
    mito.race(2, 0, 3, 1)
    mito.wait_for(lambda: mito.actions[-1] == "slap p2")


def test_nobody_races_and_the_next_press_calls_the_race_again(tmp_path: Path) -> None:
    with evening(tmp_path / "games", replace(QUICK, timeout_ms=100)) as mito:
        mito.new()
        mito.tell("deal n4", "play p1 m3")
        mito.wait_for(lambda: bool(mito.panel["race"] and mito.panel["race"]["idle"]))
        assert mito.actions[-1] == "play p1 m3"
        mito.press(3)
        mito.wait_for(lambda: bool(mito.panel["race"] and not mito.panel["race"]["idle"]))


def test_a_race_goes_when_people_tell_its_end(mito: Evening) -> None:
    mito.tell("play p1 m3")
    mito.phase("running")
    mito.tell("slap nobody")
    mito.wait_for(lambda: mito.panel["race"] is None and mito.panel["lamps"]["player 2"] == "on")
    assert mito.panel["lamps"]["green"] == "on"


def test_a_stop_freezes_a_race_and_it_is_run_anew(mito: Evening) -> None:
    mito.tell("play p1 m3")
    mito.phase("running")
    mito.pin(STOP_PIN)
    mito.wait_for(lambda: mito.actions[-1] == "stop p1" and mito.panel["race"] is None)
    mito.press(0)
    mito.wait_for(lambda: mito.actions[-1] == "withdraw p1")
    mito.race(3, 2, 1, 0)
    mito.wait_for(lambda: mito.actions[-1] == "slap p1")


def test_false_starts_lose_or_race_again(tmp_path: Path) -> None:
    with evening(tmp_path / "games", replace(QUICK, delay_s=(0.6, 0.6))) as mito:
        mito.new()
        mito.tell("deal n4", "play p1 m3")
        mito.race(2, 0, 1, early=3)
        mito.wait_for(lambda: mito.actions[-1] == "slap p4")
        assert mito.panel["story"]["early"] == [3]
        mito.new(false_start="race again")
        mito.tell("deal n4", "play p1 m3")
        mito.race(2, 0, 1, early=3)
        mito.phase("armed")
        mito.race(3, 2, 0, 1)
        mito.wait_for(lambda: mito.actions[-1] == "slap p2")


def test_a_race_survives_a_restart(tmp_path: Path) -> None:
    with evening(tmp_path / "games") as mito:
        mito.new()
        mito.tell("deal n4", "play p1 c3")
        mito.phase("running")
    with evening(tmp_path / "games") as mito:
        mito.race(1, 3, 0, 2)
        mito.wait_for(lambda: mito.actions[-1] == "first p2 p4 p1 p3")


def phones(mito: Evening, *seats: int) -> None:
    for seat in seats:
        assert mito.play.press(Who(None, seat, False), [(player(seat), 0.0)]).ok


def test_phones_may_race_and_are_marked(tmp_path: Path) -> None:
    with evening(tmp_path / "games", replace(QUICK, margins=Margins(0.0, 0.0))) as mito:
        mito.new()
        mito.tell("deal n4", "play p1 m3")
        mito.phase("running")
        phones(mito, 2, 0, 3, 1)
        mito.wait_for(lambda: mito.actions[-1] == "slap p2")
        assert all(place["phone"] for place in mito.panel["story"]["places"])
        assert mito.table.snapshot(HOST)["log"][-1]["by"] == ""


def test_phones_that_press_almost_together_share_a_place(mito: Evening) -> None:
    mito.tell("play p1 m3")
    mito.phase("running")
    phones(mito, 2, 0, 3, 1)
    mito.wait_for(lambda: mito.table.referee.question is not None)
    assert [place["place"] for place in mito.panel["story"]["places"]] == [1, 1, 1, 1]


def test_buttons_and_phones_never_race_each_other_unnoticed(mito: Evening) -> None:
    mito.tell("play p1 m3")
    mito.race(2, 0, 3)
    mito.pause(30)
    phones(mito, 1)
    mito.wait_for(lambda: mito.table.referee.question is not None)
    assert mito.table.referee.text.en.startswith("Buttons raced phones") and mito.actions[-1] == "play p1 m3"
    question = mito.table.referee.question
    assert question is not None and [text.en for _, text, _ in question.answers][-1] == "Race again"
    assert [place["sure"] for place in mito.panel["story"]["places"]][-1] is False and mito.panel["story"]["mixed"]


def test_a_mixed_race_is_decided_where_every_possible_order_means_the_same(mito: Evening) -> None:
    mito.tell("play p1 m3")
    mito.phase("running")
    phones(mito, 1, 2)
    mito.pause(60)
    mito.race(3, 0)  # both surely after the phones
    mito.wait_for(lambda: mito.actions[-1] == "slap p1")
    assert mito.panel["story"]["mixed"] and all(place["sure"] for place in mito.panel["story"]["places"][2:])


def test_a_mixed_race_is_decided_when_a_phone_comes_too_late_for_any_way_through_the_air(tmp_path: Path) -> None:
    with evening(tmp_path / "games", replace(QUICK, margins=Margins(phone_longest_ms=50.0))) as mito:
        mito.new()
        mito.tell("deal n4", "play p1 m3")
        mito.race(2, 0, 3)
        mito.pause(70)
        phones(mito, 1)
        mito.wait_for(lambda: mito.actions[-1] == "slap p2")


def test_one_device_with_all_buttons_keeps_their_order(mito: Evening) -> None:
    mito.tell("play p1 m3")
    mito.phase("running")
    mito.pause(190)
    assert mito.play.press(HOST, [(player(1), 180.0), (player(0), 120.0), (player(3), 0.0), (player(2), 60.0)]).ok
    mito.wait_for(lambda: mito.actions[-1] == "slap p4")
    assert [place["seat"] for place in mito.panel["story"]["places"]] == [1, 0, 2, 3]


def test_only_the_guards_phone_stops_and_nobody_presses_anothers_button(mito: Evening) -> None:
    assert mito.play.press(SPECTATOR, [("stop", 0.0)]).code == "not seated"
    refused = mito.play.press(Who(None, 2, False), [(player(1), 0.0)])
    assert refused.code == "not yours" and refused.text is not None and "take that seat" in refused.text.en
    assert mito.play.press(Who(None, 2, False), [("stop", 0.0)]) == Answer(True)
    mito.wait_for(lambda: "only the guard may accuse" in mito.table.referee.text.en and bool(mito.panel["note"]))
    assert mito.panel["note"]["en"] == "only the guard may accuse, and the guard is player 1"
    assert mito.play.press(Who(None, 0, False), [("stop", 0.0)]).ok
    mito.wait_for(lambda: mito.actions[-1] == "stop p1" and mito.panel["note"] is None)


def test_a_press_for_what_was_asked_before_does_nothing(tmp_path: Path) -> None:
    with evening(tmp_path / "games", Conduct(settle_s=60.0)) as mito:
        mito.new()
        mito.tell("deal n4")
        mito.play.press(HOST, [("stop", 0.0)])
        mito.wait_for(lambda: mito.play.attendant.health().edges == 1)
        assert mito.actions == ("deal n4",)


def test_a_cheat_flashes_no_lamp(tmp_path: Path) -> None:
    with evening(tmp_path / "games") as mito:
        mito.new(mode="digital")
        assert mito.table.command(HOST, "deal", {}).ok
        ledger = mito.table.referee.ledger
        assert ledger is not None
        lights = mito.play.attendant.panel.lights
        lights.still()
        mito.tell(f"cheat p2 {ledger.state.hands[1][0]}")
        assert lights.playing == ()
        mito.tell("stop p1 p3")
        assert lights.playing != ()
