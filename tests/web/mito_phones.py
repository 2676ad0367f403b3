"""A table of Mito with real phones over HTTP and buttons on mock pins, for the tests of whole games."""

import contextlib
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from device.archive.archive import Archive
from device.panel.play import Conduct
from tests.device.test_panel_play import QUICK, Evening, evening
from tests.patience import PATIENCE
from tests.web.conftest import SECRET
from web.app import create_app
from web.limit import Rate, Rates
from web.server import Server

UNLIMITED = Rates(*[Rate(10_000, 1000)] * 4)


class Phone:
    """A phone's browser: it keeps its cookie, and says where its requests come from."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> bytes:
        """Return what lies there, be it an error's page."""
        try:
            with self._opener.open(self.address + path, timeout=PATIENCE) as answer:
                return bytes(answer.read())
        except urllib.error.HTTPError as error:
            return error.read()

    def post(self, path: str, body: Any) -> Any:
        """Return the answer to a command."""
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), {
            "Content-Type": "application/json", "Accept": "application/json", "Origin": self.address.rstrip("/")})
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)

    def sit(self, name: str, seat: int) -> None:
        """Join the table at this seat."""
        answer = self.post("command/join", {"name": name, "seat": seat})
        assert answer["ok"], answer

    def play(self, action: str) -> None:
        """Tell what was done; it must be accepted."""
        answer = self.post("command/play", {"action": action})
        assert answer["ok"], (action, answer)

    def press(self, *buttons: str) -> None:
        """Press buttons of the panel in the browser."""
        answer = self.post("panel/press", {"presses": [{"button": button, "ms_ago": 0} for button in buttons]})
        assert answer["ok"], answer

    def state(self) -> Any:
        """Return the whole state as this phone may know it."""
        return json.loads(self.get("state.json"))


@contextlib.contextmanager
def served(folder: Path, conduct: Conduct = QUICK) -> Iterator[tuple[Evening, str]]:
    """Run a table with its panel and archive on a free port; gives both and the address."""
    with evening(folder / "games.sqlite", conduct) as table:
        app = create_app(table.table, host_secret=SECRET, panel=table.play, archive=Archive(folder), beat=0.2,
                         rates=UNLIMITED)
        with Server(app, "127.0.0.1", 0) as server:
            yield table, f"http://127.0.0.1:{server.port}/"
