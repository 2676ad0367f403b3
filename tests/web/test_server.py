"""The real server: streams over real sockets, their cap, and what is given back."""

import http.client
import json
import socket
import threading
import time
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.server import SPARE_THREADS, CannotListen, PortInUse, Server
from web.stream import Streams, follow
from web.table import SPECTATOR, Who


class Follower:
    """A phone that follows the table over a real socket."""

    def __init__(self, server: Server, cookie: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.connection.request("GET", "/events", headers={"Accept": "text/event-stream", "Cookie": cookie})
        self.answer = self.connection.getresponse()

    def __enter__(self) -> "Follower":
        return self

    def __exit__(self, *_: object) -> None:
        self.answer.close()
        self.connection.close()

    def block(self) -> dict[str, str]:
        """Return the next event's fields."""
        fields: dict[str, str] = {}
        while line := self.answer.readline().decode().rstrip("\n"):
            name, _, value = line.partition(": ")
            fields[name] = value
        return fields

    def state(self) -> Any:
        """Return the next state, whatever beats come before it."""
        while (block := self.block()).get("event") != "state":
            assert block, "the stream ended"
        assert json.loads(block["data"])["version"] == int(block["id"])
        return json.loads(block["data"])


def fetch(server: Server, path: str, method: str = "GET") -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request(method, path)
    answer = connection.getresponse()
    answer.body = answer.read()  # type: ignore[attr-defined]
    connection.close()
    return answer


def wait_until_free(server: Server, table: FakeTable) -> None:
    assert table.wait_for_followers(0)
    end = time.monotonic() + PATIENCE
    while json.loads(fetch(server, "/healthz").body)["streams"]:  # type: ignore[attr-defined]
        assert time.monotonic() < end, "a place was not given back"


def test_every_connection_begins_with_the_whole_state(server: Server, table: FakeTable) -> None:
    with Follower(server) as phone:
        assert phone.answer.headers["Content-Type"].startswith("text/event-stream")
        assert phone.state()["game"]["view"]["plies"] == 0
        table.tell("purple large 4")
        assert phone.state()["game"]["view"]["last"]["slot"] == "4.large"
    table.tell("red large 0")  # while nobody looks
    with Follower(server) as phone:
        state = phone.state()
        assert state["game"]["view"]["cells"][4]["large"] == "purple"
        assert state["game"]["view"]["cells"][0]["large"] == "red"
        assert len(state["log"]) == 2


def test_a_quiet_stream_beats(server: Server) -> None:
    with Follower(server) as phone:
        phone.state()
        assert phone.block() == {"event": "beat", "data": "1"}
        assert phone.block() == {"event": "beat", "data": "1"}


def test_each_follower_gets_what_it_may_know(server: Server) -> None:
    cookie = fetch(server, f"/?host={SECRET}").headers["Set-Cookie"].split(";")[0]
    with Follower(server) as spectator, Follower(server, cookie) as host:
        assert (spectator.state()["host"], host.state()["host"]) == (False, True)


def test_a_slow_follower_gets_the_newest_alone(table: FakeTable) -> None:
    stream = follow(table, SPECTATOR, beat=60, over=lambda: False)
    next(stream)
    table.tell("purple large 4")
    table.tell("red large 0")
    table.tell("green large 8")
    newest = json.loads(next(stream).split("data: ")[1])
    assert newest["game"]["view"]["plies"] == 3
    stream.close()
    assert table.following == 0


def test_too_many_followers_are_told_when_to_come_back(server: Server, table: FakeTable) -> None:
    phones = [Follower(server) for _ in range(4)]
    try:
        for phone in phones:
            phone.state()
        refused = fetch(server, "/events")
        assert (refused.status, refused.headers["Retry-After"]) == (503, "5")
        assert "Too many phones are following" in refused.body.decode()  # type: ignore[attr-defined]
        assert fetch(server, "/").status == 200
        phones.pop().__exit__()
        assert table.wait_for_followers(3)
        with Follower(server) as phone:
            assert phone.answer.status == 200
    finally:
        for phone in phones:
            phone.__exit__()


def test_pages_are_answered_beside_all_streams(server: Server) -> None:
    phones = [Follower(server) for _ in range(4)]
    answers: list[int] = []
    askers = [threading.Thread(target=lambda: answers.append(fetch(server, "/state.json").status)) for _ in range(20)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    for phone in phones:
        phone.__exit__()
    assert answers == [200] * 20


def test_nothing_is_left_of_a_hundred_followers(server: Server, table: FakeTable) -> None:
    before = set(threading.enumerate())
    for _ in range(25):
        phones = [Follower(server) for _ in range(4)]
        assert [phone.answer.status for phone in phones] == [200] * 4
        for phone in phones:
            phone.__exit__()
        wait_until_free(server, table)
    assert set(threading.enumerate()) == before
    assert len(before) <= 4 + SPARE_THREADS + 3


def test_a_head_request_takes_no_place(server: Server, table: FakeTable) -> None:
    for _ in range(8):
        assert fetch(server, "/events", "HEAD").status == 200
    wait_until_free(server, table)


def test_a_stop_ends_streams_and_threads(table: FakeTable) -> None:
    before = set(threading.enumerate())
    server = Server(create_app(table, host_secret=SECRET, streams=4), "127.0.0.1", 0)
    with server:
        phones = [Follower(server) for _ in range(4)]
        for phone in phones:
            phone.state()
        server.close()
    assert table.wait_for_followers(0)
    for phone in phones:
        assert phone.answer.read() == b""
        phone.__exit__()
    assert not server.alive
    assert repr(server) == f"<web.server.Server at 127.0.0.1:{server.port}, closed>"
    server.close()
    end = time.monotonic() + PATIENCE
    while set(threading.enumerate()) - before and time.monotonic() < end:
        time.sleep(0.01)
    assert set(threading.enumerate()) - before == set()


def test_a_port_in_use_is_said_with_the_remedy(server: Server, table: FakeTable) -> None:
    before = threading.active_count()
    with pytest.raises(PortInUse) as error:
        Server(create_app(table, host_secret=SECRET), "127.0.0.1", server.port)
    assert error.value.strerror == (f"port {server.port} is in use by another program; stop that one, or choose "
                                    "another port in the settings under [web] port")
    assert isinstance(error.value, OSError) and threading.active_count() == before


def test_a_foreign_address_is_said_with_the_remedy(table: FakeTable) -> None:
    with pytest.raises(CannotListen, match=r"this machine has no address 192\.0\.2\.77; choose one of its own, or"):
        Server(create_app(table, host_secret=SECRET), "192.0.2.77", 8080)


def test_a_server_starts_again_on_its_own_port(table: FakeTable) -> None:
    with Server(create_app(table, host_secret=SECRET), "127.0.0.1", 0) as first, Follower(first) as phone:
        phone.state()
        port = first.port
    with Server(create_app(table, host_secret=SECRET), "127.0.0.1", port) as second:
        assert fetch(second, "/healthz").status == 200


def test_rubbish_on_the_socket_harms_nobody(server: Server) -> None:
    for rubbish in (b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/1.1\r\nHost: [\r\n\r\n", b"GET " + b"a" * 300_000):
        with socket.create_connection(("127.0.0.1", server.port)) as other:
            other.sendall(rubbish)
    assert fetch(server, "/healthz").status == 200


def test_streams_are_counted_and_closed() -> None:
    streams = Streams(2)
    assert [streams.take(), streams.take(), streams.take()] == [True, True, False]
    streams.give_back()
    assert streams.open == 1
    streams.close()
    assert not streams.take()
    with pytest.raises(ValueError, match="0 streams can't be served; allow at least 1"):
        Streams(0)


def test_the_stream_asks_for_the_viewers_own_state(table: FakeTable) -> None:
    asked: list[Who] = []
    snapshot = table.snapshot
    table.snapshot = lambda who: (asked.append(who), snapshot(who))[1]  # type: ignore[method-assign]
    stream = follow(table, Who("ann", 2, False), beat=1, over=lambda: True)
    assert len(list(stream)) == 1
    assert set(asked) == {Who("ann", 2, False)}
