"""Careless and hostile phones at a live table: a clear answer, and nothing changed."""

import socket
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from flask.testing import FlaskClient

from device.service import LiveTable
from tests.web.conftest import SECRET
from web.app import create_app
from web.guard import LARGEST_BODY
from web.limit import Rate, Rates
from web.server import Server
from web.setup import SetupService
from web.table import HOST, Answer, Who

HERE = {"Origin": "http://localhost", "Accept": "application/json"}


class Panel:
    """A panel that notes what is pressed."""

    sounds: Mapping[str, Any] = {}

    def __init__(self) -> None:
        self.pressed: list[str] = []

    def press(self, who: Who, presses: Sequence[tuple[str, float]]) -> Answer:
        self.pressed += [button for button, _ in presses]
        return Answer(True)


class Machine:
    """A set-up page's machine that notes what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def sound(self) -> Answer:
        self.asked.append("sound")
        return Answer(True)


class Table:
    """A live game of Otrio with all that can be served beside it."""

    def __init__(self, table: LiveTable) -> None:
        self.live, self.panel, self.machine = table, Panel(), Machine()
        self.app = create_app(table, host_secret=SECRET, panel=self.panel,
                              setup=cast(SetupService, self.machine), rates=Rates(commands=Rate(8, 0.001)))

    def phone(self, name: str | None = None, seat: int | None = None, host: bool = False) -> FlaskClient:
        client = self.app.test_client()
        if host:
            client.get("/", query_string={"host": SECRET})
        if name is not None:
            assert client.post("/command/join", json={"name": name, "seat": seat}, headers=HERE).status_code == 200
        return client

    @property
    def actions(self) -> tuple[str, ...]:
        ledger = self.live.referee.ledger
        assert ledger is not None
        return ledger.actions


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with LiveTable(tmp_path / "games.sqlite") as live:
        assert live.command(HOST, "new", {"game": "otrio", "options": {"players": "4"}}).ok
        yield Table(live)


def play(client: FlaskClient, action: str, **more: Any) -> Any:
    answer = client.post("/command/play", json={"action": action, **more}, headers=HERE)
    return answer.status_code, answer.json


def test_out_of_turn_for_another_and_as_a_spectator(table: Table) -> None:
    table.phone("Ann", 0)
    ben, eve = table.phone("Ben", 1), table.phone("Eve")
    status, told = play(ben, "red large 0")
    assert status == 409 and not told["ok"] and "purple" in told["text"]["en"].lower()
    status, told = play(ben, "purple large 4")
    assert status == 409 and "Ann" in told["text"]["en"] and "Ann" in told["text"]["fr"]
    status, told = play(eve, "purple large 4")
    assert status == 403 and told["text"]["en"] and not told["ok"]
    assert table.actions == ()


def test_a_command_that_comes_twice_or_from_an_old_state(table: Table) -> None:
    ann, ben = table.phone("Ann", 0), table.phone("Ben", 1)
    old = ben.get("/state.json").json["stamp"]
    assert [play(ann, "purple large 4", once="a")[0] for _ in range(2)] == [200, 200]
    assert table.actions == ("purple large 4",)
    status, told = play(ben, "red large 0", stamp=old)
    assert (status, told["code"]) == (409, "changed")
    status, told = play(ben, "red large 0", stamp=ben.get("/state.json").json["stamp"])
    assert status == 200 and table.actions == ("purple large 4", "red large 0")


def test_a_name_from_right_to_left_turns_no_line_of_the_log(table: Table) -> None:
    ann = table.phone("שרה", 0)
    assert play(ann, "purple large 4")[0] == 200
    line = ann.get("/state.json").json["log"][-1]
    assert line["by"] == "\u2068שרה\u2069"  # isolated: what follows the name stays where it was


@pytest.mark.parametrize("path", ["/command/undo", "/command/join", "/panel/press", "/setup/sound"])
def test_no_address_takes_a_big_body_or_a_file(table: Table, path: str) -> None:
    host = table.phone(host=True)
    body = b'{"name": "' + b"x" * LARGEST_BODY + b'"}'
    assert host.post(path, data=body, content_type="application/json", headers=HERE).status_code == 413
    answer = host.post(path, data=b"--x\r\nContent-Disp", content_type="multipart/form-data; boundary=x", headers=HERE)
    assert answer.status_code in (400, 415) and answer.json["text"]["en"]
    assert (table.panel.pressed, table.machine.asked, table.live.referee.people.persons[1:]) == ([], [], ())


def test_setting_up_without_end_is_stopped(table: Table) -> None:
    host = table.phone(host=True)
    answers = [host.post("/setup/sound", json={}, headers=HERE) for _ in range(12)]
    assert [answer.status_code for answer in answers] == [200] * 8 + [429] * 4
    assert len(table.machine.asked) == 8 and "Retry-After" in answers[-1].headers
    assert answers[-1].json["text"]["fr"]


@pytest.mark.parametrize("sent", [
    b"Content-Length: 500\r\n\r\n{\"name\": \"E", b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
    b"Content-Length: -3\r\n\r\n{}", b"Content-Length: 99999999999\r\n\r\n{}"])
def test_an_upload_that_breaks_off_changes_nothing(table: Table, sent: bytes) -> None:
    with Server(table.app, "127.0.0.1", 0) as server:
        head = (f"POST /command/join HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                f"Origin: http://127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n").encode()
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as phone:
            phone.sendall(head + sent)
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as phone:
            phone.sendall(f"GET /state.json HTTP/1.0\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            assert phone.recv(15) == b"HTTP/1.0 200 OK"
    assert table.live.referee.people.persons == ()
