"""The appliance: eye, referee, store, lights and web, put together and taken down together."""

import contextlib
import dataclasses
import hashlib
import logging
import queue
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from device import sentences
from device.addresses import invitation_link, table_address
from device.archive.archive import Archive
from device.camera.open import NONE
from device.camera.source import Capture
from device.errors import SettingsError, StoreError
from device.events import Event
from device.eye import Eye, EyeState
from device.eye import Look as EyeLook
from device.mondrian_deck import deck_options
from device.panel.attendant import Attendant
from device.panel.panel import Panel
from device.panel.play import PanelPlay, conduct_of
from device.referee import Look, Lost, Referee, Unwatched
from device.reports import Report, write_report
from device.secret import kept_secret
from device.service import LiveTable
from device.settings import Settings
from device.setup.buttons import Buttons
from device.setup.corners import kept, with_corners
from device.setup.setup import SetUp
from device.setup.taught import kept_taught, with_taught
from device.setup.unwatched import is_unwatched, with_choice
from device.signals import wait_for_the_end
from device.store import STORE_NAME
from device.systemd import notify
from device.watchdog import Watchdog, WebBeats
from device.watching import make_watcher
from vision.registry import READERS, WITH_DECK
from web.app import create_app
from web.server import Server
from web.table import HOST, SPECTATOR, Answer

if TYPE_CHECKING:
    from device.mqtt.publisher import Publisher

_log = logging.getLogger(__name__)
SECRET_NAME = "host-secret"
PATIENCE = 5.0
"""Seconds that a report waits for its frame."""


class Appliance:
    """A running table. Use `running` to make one."""

    def __init__(self, table: LiveTable, server: Server, secret: str, settings: Settings, folder: Path,
                 pace: float, buttons: PanelPlay, *, show: bool = False) -> None:
        self.table, self.server, self.settings = table, server, settings
        self.buttons, self.attendant, self.panel = buttons, buttons.attendant, buttons.attendant.panel
        self._folder = folder
        self._reporting: queue.Queue[EyeLook] | None = None
        self.address = table_address(settings.web.host, server.port)
        self.host_link = f"{self.address}?host={secret}"
        self.invitation = invitation_link(settings.web, self.address, secret)
        self._pace = pace
        self._waits = show
        """A film that is shown to people waits until one of them looks."""
        self._eye: Eye | None = None
        self._game = ""
        self._turning = threading.Lock()
        self._looks = 0
        """Those of the eyes before this one."""
        self.on_look: Callable[[EyeLook], None] | None = None
        """Gets every look of the eye, in the eye's thread."""
        self.publisher: Publisher | None = None
        """Tells a broker what happens; None where none is named."""

    def watch(self, referee: Referee, events: tuple[Event, ...]) -> None:
        """Show the game on the panel, and follow the one that is chosen: each has a reader of its own."""
        self.panel.show(referee, events)
        self.buttons.shown(referee, events)
        if self.publisher is not None:
            self.publisher.changed(self.table.number, referee.ledger)
        if any(event.kind == "new" for event in events) and referee.ledger is not None:
            if referee.ledger.game.name != self._game:
                threading.Thread(target=self.look_at, args=(referee.ledger.game.name,), name="turn eye").start()

    def look_at(self, game: str) -> None:
        """Read the table of this game from now on."""
        with self._turning:
            self.close()
            self._looks += self._eye.looks if self._eye is not None else 0
            self._game, self._eye = game, None
            if game not in READERS or self.settings.camera.source == NONE:  # it is played by phones and buttons
                self._unwatched("none")
                return
            self.table.show_camera("awaited")
            self._eye = Eye(self.settings.camera.source, partial(make_watcher, game, self.settings),
                            capture_of(self.settings, self._pace), self._looked, self._turned)
            if not self._waits:
                self._eye.start()

    @property
    def eye(self) -> Eye | None:
        """What looks at the table; None when this game needs none."""
        return self._eye

    def use(self, settings: Settings) -> None:
        """Look at the table by these settings from now on."""
        self.settings = settings
        self.look_at(self._game)

    def followed(self) -> None:
        """Begin to show the film, when it waits for somebody to look."""
        with self._turning:
            if self._waits:
                self._waits = False
                if self._eye is not None:
                    self._eye.start()

    def show_again(self) -> None:
        """Begin a new game, and show the film from its start."""
        _first_game(self.table, self.settings)
        self.table.show_film(over=False)
        self.look_at(self._game)

    def report(self, args: Mapping[str, Any]) -> Answer:
        """Write down the frame, what was decided and what is right; see `device.reports`."""
        ledger, told = self.table.referee.ledger, args.get("table", {})
        if not isinstance(told, dict):
            return Answer(False, sentences.BAD_COMMAND, "bad")
        if self._eye is None or ledger is None or (self._eye.state is not None and self._eye.state.final):
            return Answer(False, sentences.NO_FRAME, "no frame")
        frames: queue.Queue[EyeLook] = queue.Queue()
        self._reporting = frames
        self._eye.ask_frame()
        try:
            look = frames.get(timeout=PATIENCE)
        except queue.Empty:
            return Answer(False, sentences.NO_FRAME, "no frame")
        right = {str(slot): None if piece is None else str(piece) for slot, piece in told.items()}
        report = Report(ledger.game.name, ledger.options, look.reading, ledger.table, right, str(args.get("note", "")))
        try:
            place = write_report(self._folder / "reports", report, look.png or b"")
        except StoreError as error:
            return Answer(False, sentences.NOT_WRITTEN.fill(why=str(error)), "disk")
        return Answer(True, sentences.REPORTED.fill(folder=str(place)))

    def health(self) -> Mapping[str, Any]:
        """Return how eye and panel are, for whoever asks the running table; the eye's `state` is None when this game
        needs none."""
        eye, panel = self._eye, self.attendant.health()
        state = eye.state if eye is not None else None
        rate = eye.frames_per_second if eye is not None else None
        return {"eye": {
            "source": self.settings.camera.source, "needed": eye is not None,
            "state": state.kind if state is not None else None,
            "text": state.text.json() if state is not None and state.text is not None else None,
            "notes": [note.json() for note in state.notes] if state is not None else [],
            "frames": self._looks + (eye.looks if eye is not None else 0),
            "frames_per_second": rate and round(rate, 1)},
            "panel": {**dataclasses.asdict(panel), "faults": [fault.json() for fault in panel.faults]},
            "broker": None if self.publisher is None else {
                "state": self.publisher.state.kind, "text": self.publisher.state.text.json()}}

    def _looked(self, look: EyeLook) -> None:
        # our own lamps' glow passes for a hand; what lies still in it is read like anything else
        if look.reading.status not in ("hand", "moving") or not self.panel.lights.glowed(look.seconds):
            self.table.show(Look(look.reading))
        if look.png is not None and self._reporting is not None:
            self._reporting.put(look)
            self._reporting = None
        if look.jpeg is not None:
            self.table.show_picture(look.jpeg)
        if self.on_look is not None:
            self.on_look(look)

    def _unwatched(self, camera: Literal["none", "absent"]) -> None:
        self.table.put(Unwatched())
        self.table.show_camera(camera)

    def _turned(self, state: EyeState) -> None:
        if state.kind == "absent":
            _log.info("%s", state.text)
            self._unwatched("absent")
        elif state.kind == "running":
            self.table.show_camera("watching")
        if state.kind == "ended" and self.table.show_again is not None:
            self.table.show_film(over=True)
        for note in state.notes:
            _log.warning("%s", note)
        if state.kind == "lost" and state.text is not None:
            _log.warning("%s", state.text)
            self.table.put(Lost(state.text))

    def eye_beats(self) -> int | None:
        """Return how often the eye has turned; None when there is nothing to look at, or not any more."""
        eye = self._eye
        return None if eye is None or (eye.state is not None and eye.state.final) else eye.beats

    def status(self) -> str:
        """Return in a line where the table is, what is played, and how the camera is."""
        referee, eye = self.table.referee, self._eye
        game = "no game" if referee.ledger is None else f"{referee.ledger.game.title.en}, {referee.phase}"
        state = None if eye is None else eye.state
        camera = "not needed" if eye is None else "starting" if state is None else state.kind
        why = f" ({state.text.en})" if state is not None and state.text is not None else ""
        return f"{self.address} {game}; camera {camera}{why}"

    def close(self) -> None:
        """Stop looking; may be called twice."""
        if self._eye is not None:
            self._eye.stop()


def capture_of(settings: Settings, pace: float) -> Capture:
    """Return how frames are taken by these settings."""
    camera = settings.camera
    return Capture(camera.width, camera.height, camera.frames_per_second, patience_seconds=camera.patience_seconds,
                   pace=pace)


@contextlib.contextmanager
def running(settings: Settings, folder: Path, *, pace: float = 1.0, show: bool = False) -> Iterator[Appliance]:
    """Run a table; `pace` is how fast a film plays (1: as it was taken). Raise an ArbitrioError or OSError.

    With `show` the film begins when the first phone looks, and the host may have it shown again.
    """
    secret = host_secret(folder)
    chosen = settings
    settings = with_taught(with_corners(chosen, kept(folder)), kept_taught(folder))
    settings = with_choice(settings, is_unwatched(folder))
    table = LiveTable(folder / STORE_NAME)
    table.host_away = settings.web.host_away_seconds
    table.defaults = {game: deck_options(game, settings.game.deck) for game in WITH_DECK}
    with contextlib.ExitStack() as stack:
        attendant = stack.enter_context(Attendant(stack.enter_context(Panel(settings.pins))))
        buttons = PanelPlay(attendant, table.put, table.show_panel, conduct_of(settings.race))
        archive = Archive(folder)
        setup = SetUp(lambda: appliance, Buttons(attendant, settings.pins), folder, chosen)
        buttons.aside = setup.buttons.checking
        table.erased = archive.tidy
        app = create_app(table, host_secret=secret, names=settings.web.names, streams=settings.web.phones,
                         health=lambda: appliance.health(), panel=buttons, archive=archive,
                         invited=settings.web.joining == "invited", invite_hours=settings.web.invite_hours, setup=setup)
        server = Server(app, settings.web.host, settings.web.port)
        stack.callback(server.close)
        appliance = Appliance(table, server, secret, settings, folder, pace, buttons, show=show)
        appliance.on_look = setup.looked
        table.join = appliance.address
        stack.callback(appliance.close)
        table.watch, table.report = appliance.watch, appliance.report
        if settings.mqtt.host:
            appliance.publisher = _publisher(settings, table, secret, appliance.address)
            table.has_club = True
            stack.enter_context(appliance.publisher)
        if show:
            table.followed, table.show_again = appliance.followed, appliance.show_again
        stack.enter_context(table)
        if table.referee.ledger is None:
            _first_game(table, settings)
        else:
            appliance.look_at(table.referee.ledger.game.name)
        stack.enter_context(server)
        yield appliance


def _publisher(settings: Settings, table: LiveTable, secret: str, address: str) -> "Publisher":
    from device.mqtt.publisher import Publisher  # a table without a broker needs nothing of it

    store = hashlib.sha256(b"arbitrio store " + secret.encode()).hexdigest()[:12]
    return Publisher(settings.mqtt, settings.mqtt.table or socket.gethostname(), store,
                     lambda: table.snapshot(SPECTATOR), address)


def _first_game(table: LiveTable, settings: Settings) -> None:
    answer = table.command(HOST, "new", {"game": settings.game.name, "options": settings.game.options})
    if not answer.ok and answer.code != "disk":  # a disk that takes nothing is said on the page
        raise SettingsError(f"[game] in the settings: {answer.text or sentences.BAD_COMMAND}")


def host_secret(folder: Path) -> str:
    """Return the token of the host's link, made at the first start and kept beside the games."""
    return kept_secret(folder / SECRET_NAME, "the host's secret")


def watch_over(appliance: Appliance) -> None:
    """Sleep until SIGTERM or SIGINT comes; as a service, tell systemd meanwhile how the table is, and that it lives."""
    web = WebBeats(appliance.settings.web.host, appliance.server.port)
    watchdog = Watchdog({"eye": appliance.eye_beats, "referee": lambda: appliance.table.beats, "web": web,
                         "panel": lambda: appliance.attendant.beats})
    wait_for_the_end(lambda: watchdog.pulse(appliance.status()), watchdog.period)
    notify(STOPPING="1")
