"""What the tests of the web share: a table in memory, its application, a client, and a real server."""

import contextlib
from collections.abc import Callable, Iterator

import pytest
from flask.testing import FlaskClient

from tests.web.fake_table import FakeTable
from web.app import create_app
from web.server import Server

SECRET = "a-secret-for-tests-alone"


@pytest.fixture
def table() -> FakeTable:
    """An Otrio game for four, nobody's move made yet."""
    return FakeTable(players="4")


@pytest.fixture
def client(table: FakeTable) -> FlaskClient:
    """A spectator's browser without JavaScript."""
    return create_app(table, host_secret=SECRET).test_client()


@pytest.fixture
def host(table: FakeTable) -> FlaskClient:
    """The host's browser, after its link was opened."""
    client = create_app(table, host_secret=SECRET).test_client()
    client.get("/", query_string={"host": SECRET})
    return client


@pytest.fixture
def server(table: FakeTable) -> Iterator[Server]:
    """The real server on a free port of this machine."""
    with Server(create_app(table, host_secret=SECRET, streams=4, beat=0.2), "127.0.0.1", 0) as server:
        yield server


@pytest.fixture
def serve() -> Iterator[Callable[[FakeTable], str]]:
    """Serve a table on a free port; gives its address."""
    with contextlib.ExitStack() as servers:
        def start(table: FakeTable) -> str:
            app = create_app(table, host_secret=SECRET, beat=0.2)
            return f"http://127.0.0.1:{servers.enter_context(Server(app, '127.0.0.1', 0)).port}/"
        yield start
