"""64 phones at one table: how soon an event reaches all, how long a page takes meanwhile, and what is left of 500."""

import contextlib
import http.client
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from collections.abc import Iterator, Sequence
from statistics import median, quantiles

import psutil

PHONES, EVENTS, VISITS = 64, 100, 500
LIMIT_MS = 150
SECRET = "a-secret-for-the-bench-alone"
TABLE = """
    import sys
    from device.service import LiveTable
    from web.app import create_app
    from web.limit import Rate, Rates
    from web.server import Server
    from web.table import HOST, Who
    free = Rate(10**6, 10**6)
    with LiveTable(sys.argv[1]) as table:
        table.command(HOST, "new", {"game": sys.argv[2], "options": {}})
        app = create_app(table, host_secret=sys.argv[3], streams=int(sys.argv[4]),
                         rates=Rates(commands=free, joins=free, links=free))
        with Server(app, "127.0.0.1", 0) as server:
            print(server.port, flush=True)
            sys.stdin.read()
"""
GAMES = {"otrio": "purple large 4", "mondrian": "plan black left,right"}
"""A move of each game that is told and taken back."""
LINE = re.compile(rb'"n":(\d+),"kind"')


class Phone:
    """Somebody who has joined and follows the table; it only notes when which state came."""

    def __init__(self, port: int, name: str) -> None:
        _, self.cookie = ask(port, "POST", "/command/join", f'{{"name": "{name}"}}')
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.sendall(f"GET /events HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookie}\r\n\r\n".encode())
        self.rest = b""
        self.socket.setblocking(False)

    def read(self) -> bytes:
        """Return the last whole state that has come, or nothing."""
        self.rest += self.socket.recv(1 << 20)
        *blocks, self.rest = self.rest.split(b"\n\n")
        states = [block for block in blocks if b"event: state" in block]
        return states[-1] if states else b""


def ask(port: int, method: str, path: str, body: str = "", cookie: str = "") -> tuple[int, str]:
    """Return the status and the cookie of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json", "Cookie": cookie}
    connection.request(method, path, body or None, headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, (answer.headers["Set-Cookie"] or "").split(";")[0]


@contextlib.contextmanager
def table_of(game: str, streams: int) -> Iterator[tuple[int, psutil.Process]]:
    """Serve a table in a process of its own; give its port and the process."""
    with tempfile.TemporaryDirectory() as folder:
        call = [sys.executable, "-c", textwrap.dedent(TABLE), f"{folder}/games", game, SECRET, str(streams)]
        server = subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert server.stdin is not None and server.stdout is not None
        try:
            yield int(server.stdout.readline()), psutil.Process(server.pid)
        finally:
            server.stdin.close()
            server.wait(20)
            server.stdout.close()


def table() -> list[tuple[str, ...]]:
    """Return the rows."""
    rows: list[tuple[str, ...]] = [("what", "ms (median)", "95 %", "most", "limit")]
    for game, move in GAMES.items():
        reached, read, refused = _play(game, move)
        rows.append(_row(f"{game}: an event to all of {PHONES} phones", reached, str(LIMIT_MS)))
        rows.append(_row(f"{game}: the state asked for meanwhile", read, ""))
        rows.append((f"{game}: one phone more", f"status {refused}", "", "", "503"))
    before, after = _visit()
    return [*rows, (f"threads before and after {VISITS} connects", str(before), str(after), "", "the same")]


def _row(what: str, times: Sequence[float], limit: str) -> tuple[str, ...]:
    return what, f"{median(times):.1f}", f"{quantiles(times, n=20)[-1]:.1f}", f"{max(times):.1f}", limit


def _play(game: str, move: str) -> tuple[list[float], list[float], int]:
    """Return the milliseconds from each command to each phone, those of reads, and the status of one phone more."""
    with table_of(game, PHONES) as (port, _), contextlib.ExitStack() as stack:
        host = ask(port, "GET", f"/?host={SECRET}")[1]
        phones = [Phone(port, f"Phone {n}") for n in range(PHONES)]
        chosen = selectors.DefaultSelector()
        for phone in phones:
            stack.callback(phone.socket.close)
            chosen.register(phone.socket, selectors.EVENT_READ, phone)
        _collect(chosen, len(phones), 0)
        refused = ask(port, "GET", "/events")[0]
        reads: list[float] = []
        over = threading.Event()
        reader = threading.Thread(target=_read_on, args=(port, reads, over))
        reader.start()
        reached = []
        for number in range(EVENTS):
            told = ("/command/play", f'{{"action": "{move}"}}') if number % 2 == 0 else ("/command/undo", "{}")
            start = time.perf_counter()
            sender = threading.Thread(target=ask, args=(port, "POST", *told, host))
            sender.start()
            reached += _collect(chosen, len(phones), number + 1, start)
            sender.join()
            time.sleep(0.05)  # people do not play faster
        over.set()
        reader.join()
        return reached, reads, refused


def _collect(chosen: selectors.BaseSelector, count: int, line: int, start: float = 0.0) -> list[float]:
    """Return when, in milliseconds since `start`, each phone got a state whose log has come to this line."""
    found: dict[Phone, float] = {}
    while len(found) < count:
        for key, _ in chosen.select(30) or [(None, None)]:
            assert key is not None, f"{count - len(found)} phones never heard of it"
            lines = LINE.findall(key.data.read())
            if key.data not in found and lines and int(lines[-1]) >= line:
                found[key.data] = (time.perf_counter() - start) * 1000
    return list(found.values())


def _read_on(port: int, times: list[float], over: threading.Event) -> None:
    while not over.wait(0.02):
        start = time.perf_counter()
        assert ask(port, "GET", "/state.json")[0] == 200
        times.append((time.perf_counter() - start) * 1000)


def _visit() -> tuple[int, int]:
    """Return the server's threads before and after many phones came and went."""
    with table_of("otrio", PHONES) as (port, process):
        ask(port, "GET", "/state.json")
        before = process.num_threads()
        for number in range(VISITS):
            with socket.create_connection(("127.0.0.1", port)) as visitor:
                visitor.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                if number % 2:
                    visitor.recv(100)
        end = time.monotonic() + 60
        while time.monotonic() < end and _open(port):
            time.sleep(0.1)
        return before, process.num_threads()


def _open(port: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/healthz")
    found = re.search(rb'"streams":(\d+)', connection.getresponse().read().replace(b" ", b""))
    connection.close()
    return int(found.group(1)) if found else 0
