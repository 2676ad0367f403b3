"""`arbitrio race` and `arbitrio panel` as a user starts them, at the keyboard of a machine without pins."""

import json
import re
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from device.cli import main
from device.panel import Edge, player
from device.panel.buzzer import SOUNDS
from device.panel.check import WireCheck
from device.races import Race, RaceRules, Result
from device.races.history import History
from device.races.match import winner
from device.races.presses import MS
from device.terminal.race import named, told
from rules.french import spaced
from tests.patience import PATIENCE
from tests.program import ARBITRIO

SETTINGS = """
[pins]
factory = "mock"
[race]
shortest_wait_seconds = 0.3
longest_wait_seconds = 0.5
timeout_seconds = 2.0
[store]
folder = "{folder}"
"""
NAMES = {player(0): "Emma", player(1): "Léo", player(2): "Zoé"}
FIVE = {"player 1": 5, "player 2": 6, "player 3": 13, "stop": 4}


class Terminal:
    """A program at a keyboard: what it writes is read line by line."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process, self.lines = process, list[str]()

    def until(self, text: str) -> str:
        """Read until a line that holds this text, and return it."""
        patience = threading.Timer(60, self.process.kill)
        patience.start()
        try:
            return self._find(text)
        finally:
            patience.cancel()

    def _find(self, text: str) -> str:
        for line in self.process.stdout or ():
            self.lines.append(line.rstrip("\n"))
            if text in line:
                return self.lines[-1]
        raise AssertionError(f"{text!r} never came: {self.lines}")

    def type(self, keys: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(keys)
        self.process.stdin.flush()

    def end(self, keys: str = "") -> int:
        """Type the last keys, close the input, and return the status."""
        self.type(keys)
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.lines += self.process.stdout.read().splitlines()
        return self.process.wait(timeout=PATIENCE)


@contextmanager
def _started(tmp_path: Path, *call: str) -> Iterator[Terminal]:
    settings = tmp_path / "settings.toml"
    settings.write_text(SETTINGS.format(folder=tmp_path))
    process = subprocess.Popen([*ARBITRIO, *call, "--settings", str(settings), "--language", "en"], text=True,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        yield Terminal(process)
    finally:
        process.kill()
        for stream in (process.stdin, process.stdout, process.stderr):
            assert stream is not None
            stream.close()
        process.wait()


def test_a_match_at_the_keyboard_is_judged_counted_and_kept(tmp_path: Path,
                                                           capsys: pytest.CaptureFixture[str]) -> None:
    with _started(tmp_path, "race", "--names", "Emma,Léo", "--best-of", "3", "--dead-heat", "0") as terminal:
        terminal.until("Race 1: press Enter, or the stop button, to begin; q ends.")
        terminal.type("\n")
        terminal.until(">>> GO! <<<")
        terminal.type("2")
        terminal.type("1")
        terminal.until("Léo wins the race.")
        terminal.until("Race 2")
        terminal.type("s")
        terminal.until("Wait for the green light")
        terminal.type("1")  # too early
        terminal.until(">>> GO! <<<")
        terminal.type("2")
        assert re.fullmatch(r"  -  Emma  false start, \d+\.\d ms before the light", terminal.until("Emma  false start"))
        terminal.until("Léo wins the match: 2 of 2 races.")
        assert terminal.end() == 0
    assert re.fullmatch(r"  Emma +2 +0 +0 +1 +1 +0 +\d+\.\d ms +\d+\.\d ms", terminal.lines[-3]), terminal.lines
    assert re.fullmatch(r"  Léo +2 +2 +0 +0 +0 +0 +\d+\.\d ms +\d+\.\d ms", terminal.lines[-2])
    runs = History(tmp_path).runs()
    assert [(run.best_of, run.result.first, dict(run.names)) for run in runs] == [
        (3, (player(1),), {player(0): "Emma", player(1): "Léo"})] * 2
    assert runs[0].match == runs[1].match < runs[0].at <= runs[1].at
    assert main(["race", "--history", "1", "--settings", str(tmp_path / "settings.toml"), "--language", "en"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d  1\. Léo \d+\.\d ms, Emma too early", shown[0]) and len(shown) == 4


def test_a_match_may_be_left_and_what_was_raced_stays(tmp_path: Path) -> None:
    with _started(tmp_path, "race", "--players", "3", "--best-of", "5", "--by-itself") as terminal:
        terminal.until(">>> GO! <<<")
        terminal.type("3")
        terminal.until("player 2  did not press")
        assert terminal.end("q") == 1
    assert "Ended before anybody had won." in terminal.lines
    assert [run.result.absent for run in History(tmp_path).runs()] == [(player(0), player(1))]


def test_without_a_keyboard_phones_race_by_themselves_once_they_are_there(tmp_path: Path) -> None:
    with _started(tmp_path, "race", "--names", "Emma,Léo", "--phones", "0", "--by-itself") as terminal:
        assert terminal.process.stdin is not None
        terminal.process.stdin.close()
        address = terminal.until("phones press at").split()[-1]
        assert terminal.until("Waiting for phones") == (
            "Waiting for phones: 0 of 2 here; Enter, or the button on a phone, begins without the others.")
        following = threading.Event()
        phones = [threading.Thread(target=_follow, args=(address, name, following)) for name in ("a", "b")]
        phones[0].start()
        terminal.until("Waiting for phones: 1 of 2 here")
        assert _ask(address, "state.json")["missing"] == 1
        phones[1].start()
        terminal.until(">>> GO! <<<")
        _ask(address, "press", button="player 2")
        terminal.until("Emma  did not press")
        terminal.until("Léo wins the race.")
        following.set()
        for phone in phones:
            phone.join()
        assert terminal.process.wait(timeout=PATIENCE) == 0


def test_a_phone_may_begin_without_the_others_and_no_input_is_no_end(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(SETTINGS.format(folder=tmp_path))
    call = [*ARBITRIO, "race", "--phones", "0", "--by-itself", "--settings", str(settings), "--language", "en"]
    process = subprocess.Popen(["sh", "-c", 'exec "$@" <&-', "sh", *call], text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    terminal = Terminal(process)
    try:
        address = terminal.until("phones press at").split()[-1]
        terminal.until("Waiting for phones: 0 of 2 here")
        _ask(address, "begin", now=True)
        terminal.until(">>> GO! <<<")
        _ask(address, "press", button="player 1")
        terminal.until("player 1 wins the race.")
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
    finally:
        process.kill()
        process.communicate()


def test_without_phones_or_buttons_the_end_of_the_input_is_the_end(tmp_path: Path) -> None:
    with _started(tmp_path, "race", "--by-itself") as terminal:
        assert terminal.end() == 1
    assert terminal.lines[-1] == "Ended before anybody had won."


def _ask(address: str, path: str, **told: object) -> dict[str, Any]:
    """Ask the race's page, or tell it something."""
    sent = json.dumps(told).encode() if told else None
    call = urllib.request.Request(address + path, sent, {"Content-Type": "application/json", "Origin": address[:-1]})
    with urllib.request.urlopen(call, timeout=PATIENCE) as answer:
        return dict(json.load(answer))


def _follow(address: str, name: str, done: threading.Event) -> None:
    """Be a phone that looks at the page."""
    shown = -1
    while not done.is_set():
        try:
            shown = _ask(address, f"state.json?after={shown}&phone={name}")["n"]
        except OSError:
            return  # the race is over


@pytest.mark.parametrize(("call", "sentence"), [
    (("--best-of", "4"), "--best-of is 4: with an even number there may be no winner; write an odd one"),
    (("--names", "Emma"), "--names has 1 name; write two to five, with commas between, such as --names Emma,Léo"),
    (("--names", "Emma,emma"),
     "--names has Emma twice, and nobody could tell who won; call one of them otherwise, such as Emma 2"),
    (("--names", "Emma,,Léo"), "--names has nothing between two commas; write a name there, or leave one comma out"),
    (("--dead-heat", "-1"), "--dead-heat is -1; write milliseconds from 0 to 1000"),
])
def test_a_wrong_call_is_answered_with_what_to_write(call: tuple[str, ...], sentence: str, tmp_path: Path,
                                                     capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(SETTINGS.format(folder=tmp_path))
    assert main(["race", *call, "--settings", str(settings), "--language", "en"]) == 2
    assert capsys.readouterr().err == f"arbitrio: {sentence}\n"


def test_no_history_says_how_to_begin_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(SETTINGS.format(folder=tmp_path))
    assert main(["race", "--history", "--settings", str(settings), "--language", "fr"]) == 0
    assert capsys.readouterr().out == spaced("Aucune course n'a encore eu lieu ici ; commencez par `arbitrio race`.\n")


def _result(**found: bool) -> Result:
    race = Race(RaceRules(tuple(NAMES), earliest_ms=80), 0).wait(20 * MS).light(1000 * MS)
    for button, ms in zip(NAMES, (200.0, 200.04, 40.0), strict=True):
        race = race.hear(Edge(button, True, round((1000 + ms) * MS), **found))  # type: ignore[arg-type]
    return race.wait(20_000 * MS).result


def test_a_result_is_told_with_all_that_makes_it_unsure() -> None:
    assert [line.en for line in told(_result(), NAMES)] == [
        "1. Emma  200.0 ms  dead heat", "1. Léo  200.0 ms  +0.040 ms  dead heat",
        "-  Zoé  false start, 40.0 ms after the light: nobody reacts so fast"]
    assert told(_result(found=True), NAMES)[-1].en.startswith("The signal of a button was lost")
    mixed = Result(0, _result().places, (), (), (player(2),), mixed=True)
    assert [line.fr for line in told(mixed, NAMES)][2:] == [spaced(line) for line in (
        "-  Zoé  n'a pas participé : le bouton était enfoncé ; relâchez-le, ou vérifiez son fil",
        "Des boutons de sortes différentes ont couru ensemble ; les écarts suffisent pour que l'ordre soit certain.")]
    close = Race(RaceRules(tuple(NAMES)), 0).wait(20 * MS).light(1000 * MS)
    for edge in (Edge(player(0), True, 1200 * MS), Edge(player(1), True, 1230 * MS, "phone")):
        close = close.hear(edge)
    assert [line.en for line in told(close.wait(20_000 * MS).result, NAMES)] == [
        "1. Emma  200.0 ms  button  not certain", "2. Léo  230.0 ms  +30.0 ms  phone  not certain",
        "-  Zoé  did not press", "Buttons of different kinds raced each other, and a phone's press takes a moment to "
        "arrive: some places are not certain; use the same kind."]
    assert winner(close.wait(20_000 * MS).result) is None
    assert named(mixed, NAMES).first == ("Emma", "Léo") and named(mixed, NAMES).stuck == ("Zoé",)


# The panel


def test_the_panel_is_tried_part_by_part(tmp_path: Path) -> None:
    with _started(tmp_path, "panel") as terminal:
        terminal.until("nothing is wired on this machine")
        assert terminal.until("working") == "working: 6 buttons, 8 lights, the buzzer"
        for n in range(1, 6):
            terminal.until(f"the light of player {n} burns (pin {(12, 16, 20, 21, 25)[n - 1]})")
            terminal.type(" ")
        for sound in SOUNDS:
            terminal.until(f"sound: {sound}")
            terminal.type(" ")
        for key, part in zip("2134\ns", ("player 1", "player 2", "player 3", "player 4", "player 5", "stop"),
                             strict=True):
            terminal.until(f"press the {part} button" if part == "stop" else f"press the button of {part}")
            terminal.type(key)
        terminal.until("the button of player 5 did not answer; check that its wires go to pin 26 and to ground")
        terminal.until("the button of player 1 is wired to pin 6 instead of pin 5; put its wire on pin 5")
        terminal.until("every edge is shown now")
        terminal.type("3")
        assert re.fullmatch(r"\d+ ns  \+0\.000 ms  the button of player 3: down \(key\)", terminal.until(" ns "))
        assert terminal.end("q") == 1


def test_right_wires_are_said_to_be_right(tmp_path: Path) -> None:
    with _started(tmp_path, "panel", "wires") as terminal:
        for key in "12345s":
            terminal.until("press the")
            terminal.type(key)
        terminal.until("all buttons that were pressed are wired right")
        assert terminal.end() == 0


def test_swapped_wires_are_found_with_the_settings_that_fit_them() -> None:
    check = WireCheck(FIVE)
    for button in ("player 1", "player 3", "player 2", "stop"):
        check = check.answer(button)
    assert check.asked is None
    assert [text.en for text in check.report()] == [
        "the button of player 2 is wired to pin 13 instead of pin 6; put its wire on pin 6",
        "the button of player 3 is wired to pin 6 instead of pin 13; put its wire on pin 13",
        "or leave the wires as they are, and write under [pins] in the settings:\nbuttons = [5, 13, 6]\nstop = 4"]


def test_no_settings_are_offered_while_something_is_unknown() -> None:
    check = WireCheck(FIVE).answer("player 2").answer("player 2").answer("player 3").answer("stop")
    assert [text.en for text in check.report()] == [
        "the button of player 1 is wired to pin 6 instead of pin 5; put its wire on pin 5"]
    assert WireCheck(FIVE).answer(None).asked == "player 2"
