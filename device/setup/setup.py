"""The machine as the set-up page sees and changes it; see `web.setup.SetupService`."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from device.camera.open import NONE
from device.camera.sentences import NONE_WANTED
from device.errors import SettingsError
from device.eye import Eye, Look
from device.picture import frame_of, small_view
from device.settings import Settings
from device.setup import checks, sentences
from device.setup.buttons import Buttons
from device.setup.colours import colours
from device.setup.corners import Corners, checked, keep, kept, with_corners
from device.setup.taught import Hues, keep_taught, kept_taught, with_taught
from device.setup.unwatched import is_unwatched, keep_unwatched, with_choice
from device.watching import table_settings
from vision.faults import NotFound
from vision.palette import on_screen
from vision.reading import Reading
from vision.survey import Survey, survey
from web.setup import Point, Step
from web.table import Answer

PERIOD = 0.8
"""Seconds between two pictures."""


class Table(Protocol):
    """What knows which pictures may be shown."""

    def may_show(self, reading: Reading) -> bool: ...


class Machine(Protocol):
    """The running appliance."""

    @property
    def settings(self) -> Settings: ...

    @property
    def eye(self) -> Eye | None: ...

    @property
    def table(self) -> Table: ...

    def use(self, settings: Settings) -> None: ...


@dataclass(frozen=True)
class _View:
    """A picture, and what was read in it."""

    number: int
    jpeg: bytes
    reading: Reading


@dataclass(frozen=True)
class _Seen:
    """What was found in a view."""

    number: int
    survey: Survey
    colours: tuple[tuple[str, str], ...]


class SetUp:
    """Asks the eye for pictures while the page is open, and judges them; may be used from any thread."""

    def __init__(self, machine: Callable[[], Machine], buttons: Buttons, folder: Path, chosen: Settings) -> None:
        """`machine` is asked for once the page is opened; `chosen` are the settings without what the page keeps in
        `folder`."""
        self._machine, self.buttons, self._folder, self._chosen = machine, buttons, folder, chosen
        self._corners = kept(folder)
        self._unwatched = is_unwatched(folder)
        self._taught = kept_taught(folder)
        self._view: _View | None = None
        self._seen: _Seen | None = None
        self._rested: Reading | None = None
        """The last reading of a table at rest."""
        self._asked_at = 0.0
        self._count = 0
        self._judging = threading.Lock()
        self._changing = threading.Lock()

    def looked(self, look: Look) -> None:
        """Take a look of the eye; called in its thread."""
        if look.reading.status in ("still", "lost"):
            self._rested = look.reading
        if look.view is not None:
            self._count += 1
            self._view = _View(self._count, look.view, look.reading)

    def state(self) -> dict[str, Any]:
        """Return what the page shows now."""
        machine = self._machine()
        eye, view = machine.eye, self._view if machine.eye is not None else None
        self._ask(eye)
        seen = self._judged(view, machine.settings)
        found = None if seen is None else seen.survey
        shown = view is not None and machine.table.may_show(view.reading)
        asked = machine.settings.camera.frames_per_second
        wanted = machine.settings.camera.source != NONE
        eyes = checks.Eyes(False, wanted=wanted) if eye is None else checks.Eyes(
            True, eye.state, eye.frames_per_second, asked)
        by_settings = self._chosen.camera.source == NONE
        of_camera = checks.Check("ok", NONE_WANTED) if by_settings else checks.camera(eyes, found)
        judged = {"camera": of_camera, "mat": checks.mat(found, self._corners),
                  "board": checks.board(found, self._rested), "light": checks.light(found, self._rested)}
        mat = machine.settings.mat
        return {"checks": {name: check.json() for name, check in judged.items()},
                "picture": view.number if shown and view is not None else 0,
                "hidden": None if shown or view is None else sentences.HIDDEN.json(),
                "size": None if found is None else found.size,
                "markers": [] if found is None else [
                    {"id": number, "corners": square}
                    for number, square in zip(found.markers, found.squares, strict=False)],
                "mat": [] if found is None else found.outline,
                "tapped": bool(mat.corners_px), "mat_mm": [mat.width_mm, mat.height_mm],
                "colours": [{"name": name, "seen": seen} for name, seen in (seen.colours if shown and seen else ())],
                "learned": self._learned() if shown else None,
                "panel": self.buttons.state(), "camera": self.camera()}

    def camera(self) -> Mapping[str, bool]:
        """Return whether a camera is used, and whether that can be chosen here."""
        return {"used": not self._unwatched and self._chosen.camera.source != NONE,
                "choice": self._chosen.camera.source != NONE}

    def use_camera(self, used: bool) -> Answer:
        """Look at the table, or play without a camera, from now on and after a restart."""
        with self._changing:
            if self._chosen.camera.source == NONE:
                return Answer(not used, NONE_WANTED if used else None, "no camera")
            if used != self._unwatched:
                return Answer(True)
            try:
                keep_unwatched(self._folder, not used)
            except OSError as error:
                return Answer(False, sentences.CHOICE_NOT_KEPT.fill(why=str(error.strerror).lower()), "disk")
            self._unwatched = not used
            self._use(self._corners)
            return Answer(True)

    def _learned(self) -> dict[str, Any] | None:
        """Return what is known of the pieces' colours; None for a game whose reader learns none."""
        known = None if self._rested is None else self._rested.evidence.get("colours")
        if known is None:
            return None
        return {"taught": bool(self._taught), "pieces": [
            {"name": name, "hue": on_screen(at), "here": name in known["own"]} for name, at in known["pieces"].items()]}

    def learn(self, on: bool) -> Answer:
        """Take the colours that lie on the four sides for the pieces' own from now on; or the usual ones again."""
        with self._changing:
            rested = self._rested
            known = {} if rested is None or rested.status != "still" else rested.evidence.get("colours", {})
            laid = known.get("laid")
            if on and laid is None:
                return Answer(False, sentences.NOT_LAID, "not laid")
            hues: Hues = tuple((float(x), float(y)) for x, y in laid) if on and laid else ()
            try:
                keep_taught(self._folder, hues)
            except OSError as error:
                return Answer(False, sentences.CHOICE_NOT_KEPT.fill(why=str(error.strerror).lower()), "disk")
            self._taught = hues
            self._use(self._corners)
            return Answer(True)

    def _use(self, corners: Corners | None) -> None:
        """Look by what was chosen, and judge nothing by what was seen before."""
        self._corners, self._view, self._seen, self._rested = corners, None, None, None
        chosen = with_taught(with_corners(self._chosen, corners), self._taught)
        self._machine().use(with_choice(chosen, self._unwatched))

    def picture(self) -> bytes | None:
        """Return the newest picture, when it may be shown."""
        view, machine = self._view, self._machine()
        if view is None or machine.eye is None or not machine.table.may_show(view.reading):
            return None
        return small_view(view.jpeg)

    def use_corners(self, corners: Sequence[Point]) -> Answer:
        """Keep these corners, then look by them; none: look by the markers again."""
        with self._changing:
            seen = self._seen
            if corners and seen is None:
                return Answer(False, sentences.NO_PICTURE, "no picture")
            try:
                chosen = checked(corners, seen.survey.size, self._chosen) if corners and seen else Corners()
                with_corners(self._chosen, chosen)  # raises what the settings say against it
                keep(self._folder, chosen)
            except NotFound as wrong:
                return Answer(False, wrong.fault.text, wrong.fault.code)
            except SettingsError:
                return Answer(False, sentences.NO_ROOM_FOR_MARKERS, "bad mat")
            except OSError as error:
                return Answer(False, sentences.NOT_KEPT.fill(why=str(error.strerror).lower()), "disk")
            self._use(chosen)
            return Answer(True)

    def light(self, lamp: str) -> Answer:
        """Let a lamp burn for a moment."""
        return Answer(True) if self.buttons.light(lamp) else Answer(False, sentences.NO_SUCH_LAMP, "no lamp")

    def sound(self) -> Answer:
        """Let the buzzer sound."""
        self.buttons.sound()
        return Answer(True)

    def check_buttons(self, step: Step) -> Answer:
        """Take a step of the check of the buttons' wires."""
        if step == "begin" and not self.buttons.begin():
            return Answer(False, sentences.NO_BUTTONS, "no buttons")
        if step == "absent":
            self.buttons.absent()
        if step == "end":
            self.buttons.end()
        return Answer(True)

    def _ask(self, eye: Eye | None) -> None:
        """Have the eye send a picture, but not too often: encoding one costs it time."""
        now = time.monotonic()
        if eye is not None and now - self._asked_at >= PERIOD:
            self._asked_at = now
            eye.ask_view()

    def _judged(self, view: _View | None, settings: Settings) -> _Seen | None:
        """Return what is found in a view; each is looked at once, however many pages ask."""
        if view is None:
            return None
        with self._judging:
            seen = self._seen
            if seen is None or seen.number != view.number:
                frame = frame_of(view.jpeg)
                seen = _Seen(view.number, survey(frame, table_settings(settings)), colours(frame, view.reading))
                self._seen = seen
            return seen
