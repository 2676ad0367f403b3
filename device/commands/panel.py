"""`arbitrio panel`: try the buttons, the lights and the buzzer."""

import argparse
import queue
import time
from typing import TYPE_CHECKING, Any

from device.commands.options import add_settings, settings_of
from device.commands.play import add_language

if TYPE_CHECKING:
    from device.panel import Edge, Press
    from device.panel.panel import Panel
    from device.settings import PinSettings
    from device.terminal.screen import Screen

PARTS = ("lamps", "sounds", "wires", "edges")
EACH = 0.7
"""Seconds that each lamp burns."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("panel", help="try buttons, lights and the buzzer, and find swapped wires")
    parser.add_argument("part", nargs="?", choices=PARTS, help="only this: each lamp in turn, each sound, "
                        "which wire is which button, or every edge with its tick; without it all of them in turn")
    add_settings(parser)
    add_language(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Try the parts, until q, Ctrl-C or the end of the input; 1 when something does not work."""
    from device.panel.attendant import Attendant
    from device.panel.panel import Panel
    from device.terminal.keys import Keys
    from device.terminal.screen import Screen

    settings, screen = settings_of(args).pins, Screen(args.language)
    heard: queue.Queue[Edge | Press | str] = queue.Queue()
    with Panel(settings) as panel, Attendant(panel) as attendant:
        attendant.on_edge(heard.put)
        attendant.on_press(heard.put)
        with Keys(lambda key: _typed(panel, heard, key)):
            right = _introduce(panel, attendant.faults, screen)
            trial = Trial(panel, settings, screen, heard)
            for part in PARTS if args.part is None else (args.part,):
                right = getattr(trial, part)() and right
                trial.forget()
    return 0 if right else 1


def _typed(panel: "Panel", heard: "queue.Queue[Edge | Press | str]", key: str) -> None:
    from device.panel import KEYS

    if key in KEYS:
        panel.press(KEYS[key], source="key")
    else:
        heard.put(key)


def _introduce(panel: "Panel", faults: Any, screen: "Screen") -> bool:
    from device.panel import sentences

    if panel.simulated:
        screen.say(sentences.NOTHING_WIRED)
    screen.say(sentences.WORKING.fill(count=len(panel.buttons), lamps=len(panel.lamps),
                                      buzzer=sentences.AND_BUZZER if panel.buzzer.wired else ""))
    for fault in faults:
        screen.say(fault)
    return not faults


class Trial:
    """Tries one part after the other; each method returns whether all is right with it."""

    def __init__(self, panel: "Panel", settings: "PinSettings", screen: "Screen",
                 heard: "queue.Queue[Edge | Press | str]") -> None:
        from device.panel.pins import wiring

        self._panel, self._screen, self._heard = panel, screen, heard
        self._wiring = wiring(settings)
        self._last: dict[str, list[Edge]] = {}

    def lamps(self) -> bool:
        """Light each lamp in turn."""
        from device.panel import sentences

        for lamp in self._panel.lamps:
            self._screen.say(sentences.LIGHTING.fill(part=sentences.LAMP_NAMES[lamp], pin=self._wiring.lamps[lamp]))
            self._panel.lights.stage({lamp: "on"})
            self._pause(EACH)
        self._panel.lights.stage({})
        return True

    def sounds(self) -> bool:
        """Play each sound."""
        from device.panel import sentences
        from device.panel.buzzer import SOUNDS

        for sound, notes in SOUNDS.items() if self._panel.buzzer.wired else ():
            self._screen.say(sentences.SOUNDING.fill(sound=sound))
            self._panel.buzzer.play(sound)
            self._pause(sum(seconds for _, seconds in notes) + 0.3)
        return True

    def _pause(self, seconds: float) -> None:
        """Wait so long, or until a key is typed."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                what = self._heard.get(timeout=left)
            except queue.Empty:
                return
            if isinstance(what, str):
                if what in ("", "q"):
                    self._heard.put("")
                return

    def forget(self) -> None:
        """Leave out what was pressed meanwhile."""
        ended = False
        while not self._heard.empty():
            ended = self._heard.get() in ("", "q") or ended
        if ended:
            self._heard.put("")

    def wires(self) -> bool:
        """Ask for each button, and say which wires are swapped."""
        from device.panel import Press, sentences
        from device.panel.check import WireCheck

        check = WireCheck({button: self._wiring.buttons[button] for button in self._panel.buttons})
        while check.asked is not None:
            self._screen.say(sentences.PRESS_IT.fill(part=sentences.BUTTON_NAMES[check.asked],
                                                     pin=check.pins[check.asked]))
            answer = self._next(Press)
            if answer is None:
                break
            button = answer.button if isinstance(answer, Press) else None
            if button is not None:
                self._screen.say(sentences.CAME.fill(part=sentences.BUTTON_NAMES[button]))
            check = check.answer(button)
        wrong = check.report()
        for text in wrong or [sentences.WIRES_RIGHT]:
            self._screen.say(text)
        return not wrong

    def _next(self, kind: type) -> "Edge | Press | str | None":
        """Wait for one of this kind, or a key; None when there is no more to come."""
        while True:
            what = self._heard.get()
            if what in ("", "q"):
                self._heard.put("")  # so says whoever asks next, too
                return None
            if isinstance(what, kind) or what in ("\n", "\r"):
                return what

    def edges(self) -> bool:
        """Show every edge with its tick."""
        from device.panel import Edge, sentences

        self._screen.say(sentences.WATCHING)
        while (what := self._next(object)) is not None:
            if isinstance(what, Edge):
                self._show(what)
            elif not isinstance(what, str):
                self._count(what)
        return True

    def _show(self, edge: "Edge") -> None:
        from device.panel import sentences

        edges = self._last.setdefault(edge.button, [])
        gap = (edge.tick_ns - edges[-1].tick_ns) / 1e6 if edges else 0.0
        edges.append(edge)
        mark = self._screen.words(sentences.SOURCES[edge.source])
        self._screen.say(sentences.EDGE.fill(
            tick=edge.tick_ns, gap=f"{gap:.3f}", part=sentences.BUTTON_NAMES[edge.button],
            level=sentences.DOWN if edge.down else sentences.UP,
            mark=mark + (f", {self._screen.words(sentences.LATER)}" if edge.found else "")))

    def _count(self, press: "Press") -> None:
        """Say how much the contact of a press has bounced."""
        from device.panel import sentences

        after = [edge.tick_ns for edge in self._last.get(press.button, []) if edge.tick_ns >= press.tick_ns]
        self._last[press.button] = self._last.get(press.button, [])[-1:]
        ms = (max(after, default=press.tick_ns) - press.tick_ns) / 1e6
        self._screen.say(sentences.PRESSED.fill(count=len(after) // 2, ms=f"{ms:.3f}"))
