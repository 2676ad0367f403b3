"""No secret is in anything that anybody is sent who may not know it: every address, walked as everybody.

Two tables are played alike but for a secret. What each role is answered must then be the same, byte for byte, at every
address that the application has: a new one is walked by itself, and only has to say what to put into its blanks.
"""

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from device import service, store
from device.archive.archive import Archive
from device.clock import MADE, Stamp
from device.presence import Presence
from device.service import LiveTable
from rules.mito.cards import PLACEHOLDER
from rules.registry import game
from tests.web.conftest import SECRET
from web import roles
from web.app import create_app
from web.limit import Rate, Rates
from web.table import HOST, Who

HERE = {"Origin": "http://localhost", "Accept": "application/json"}
BLANKS = {"name": ("en", "fr"), "number": (1, 2), "filename": (), "token": ("x",)}
"""What to put into the blanks of addresses; nothing for files, which are the same for all."""
QUERIES = {"evening.steps": ({"eyes": "0"}, {"eyes": "1"}, {"eyes": "spectator", "first": "0"})}
"""Further questions that an address takes, by endpoint."""
STREAMS = "/events"


@dataclass(frozen=True)
class Secret:
    """A game played in two ways, and the seats that may know which."""

    game: str
    options: dict[str, str]
    one: tuple[str, ...]
    other: tuple[str, ...]
    owners: frozenset[int] = frozenset()


def dealt(*swap: int) -> str:
    cards = [PLACEHOLDER[n * 13 % 71] for n in range(71)]
    for one, other in zip(swap[::2], swap[1::2], strict=True):
        cards[one], cards[other] = cards[other], cards[one]
    return "deal " + " ".join(map(str, cards))


def cheating() -> str:
    """Return a cheat of the second player's that the rules allow after the deal."""
    mito = game("mito")
    state = mito.apply(mito.new({"mode": "digital"}), mito.parse(dealt()))
    return next(text for text in map(mito.notation, mito.legal_actions(state)) if text.startswith("cheat p2"))


LAID = tuple(f"lay {cell}" for cell in range(12))
KNOWN = {"faces": "known"}
SECRETS = {
    "code": Secret("mastermind", {"code": "known"},
                   ("hide white black orange purple", "guess 0 red blue green yellow", "marks 0 0 0"),
                   ("hide purple white black orange", "guess 0 red blue green yellow", "marks 0 0 0"), frozenset({0})),
    "hand": Secret("mito", {"mode": "digital"}, (dealt(), "stop p1 p2"), (dealt(0, 4), "stop p1 p2"),
                   frozenset({1, 2})),
    "pile": Secret("mito", {"mode": "digital"}, (dealt(),), (dealt(40, 43),)),
    "cheat": Secret("mito", {"mode": "digital"}, (dealt(),), (dealt(), cheating()), frozenset({1})),
    "plan": Secret("mondrian", {"palette": "hidden"}, ("plan black left,right",), ("plan black blind,flick",),
                   frozenset({0})),
    "sealed card": Secret("mondrian", {"palette": "trusted", "conflict": "sealed card"}, *(
        ("throw black 4 p3-1", "throw red 6 p3-1 left", "throw black 1 -", "throw red 1 -", f"seal black p3-1:{card}")
        for card in ("blank1.black", "blank3.black")), frozenset({0})),
    "faces": Secret("mystrio", KNOWN, *((f"shuffle {pile}", "look", *LAID) for pile in (
        "RS RS RS RS BS BS BS BS RT RT BT BT", "RS RS RS BS RS BS BS BS RT RT BT BT"))),
    "looked at": Secret("mystrio", KNOWN, *((f"shuffle {pile}", "look") for pile in (
        "RS RS RS RS BS BS BS BS RT RT BT BT", "BS RS RS RS RS BS BS BS RT RT BT BT")), frozenset({0})),
}


class World:
    """A live table with its pages, its archive and a phone for everybody."""

    def __init__(self, folder: Path, secret: Secret, actions: tuple[str, ...], stack: ExitStack) -> None:
        folder.mkdir()
        self.table = LiveTable(folder / store.STORE_NAME)
        self.table._chance = lambda referee: actions[0]  # type: ignore[method-assign]
        stack.enter_context(self.table)
        free = Rate(10**6, 10**6)
        self.app = create_app(self.table, host_secret=SECRET, archive=Archive(folder),
                              rates=Rates(commands=free, joins=free, links=free))
        self.say(HOST, "new", game="otrio", options={})
        self.say(HOST, "new", game=secret.game, options=secret.options)
        count = len(self.table.snapshot(HOST)["game"]["seats"])
        self.roles: dict[str, str | None] = {"nobody": None, "watcher": "watcher", "host": "host"}
        self.say(Who("host", None, False), "join", name="host")
        for seat in range(count):
            self.roles[f"seat {seat}"] = f"player {seat}"
            self.say(Who(f"player {seat}", None, False), "join", name=f"Player {seat}", seat=seat)
        self.say(Who("watcher", None, False), "join", name="watcher")
        for action in actions:
            if action.split()[0] in ("deal", "shuffle"):
                self.say(HOST, "deal")  # in the order that is given instead of chance's
            else:
                self.say(HOST, "play", action=action)

    def say(self, who: Who, command: str, **args: Any) -> None:
        answer = self.table.command(who, command, args)
        assert answer.ok, (command, args, answer.text)

    def phone(self, role: str) -> FlaskClient:
        client, person = self.app.test_client(), self.roles[role]
        if person is not None:
            with client.session_transaction() as session:
                session["person"] = person
        return client


@contextmanager
def worlds(folder: Path, secret: Secret) -> Iterator[tuple[World, World]]:
    with ExitStack() as stack:
        yield (World(folder / "one", secret, secret.one, stack), World(folder / "other", secret, secret.other, stack))


def addresses(world: World) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every address of the application that is only looked at, with each way to ask."""
    adapter = world.app.url_map.bind("localhost")
    for rule in world.app.url_map.iter_rules():
        if rule.methods is None or "GET" not in rule.methods:
            continue
        unknown = rule.arguments - BLANKS.keys()
        assert not unknown, f"say in BLANKS what to put into {unknown} of {rule.rule}"
        filled: list[dict[str, Any]] = [{}]
        for blank in sorted(rule.arguments):
            filled = [{**values, blank: value} for values in filled for value in BLANKS[blank]]
        for values in filled:
            for query in ({}, *QUERIES.get(rule.endpoint, ())):
                yield adapter.build(rule.endpoint, values), query


def look(client: FlaskClient, path: str, query: dict[str, str]) -> tuple[int, bytes, list[tuple[str, str]]]:
    """Return status, body and headers; of a stream its first event."""
    answer = client.get(path, query_string=query, headers={"Accept-Language": "en"}, buffered=False)
    part = next(iter(answer.response)) if path.endswith(STREAMS) else answer.data
    answer.close()
    body = part if isinstance(part, bytes) else part.encode()
    return answer.status_code, body, sorted((key, value) for key, value in answer.headers if key != "Set-Cookie")


def walk(world: World, role: str) -> dict[str, Any]:
    """Return all that this role is answered anywhere."""
    client = world.phone(role)
    return {f"{path} {query}": look(client, path, query) for path, query in addresses(world)}


def try_all(world: World, role: str) -> dict[str, Any]:
    """Return what this role is answered to every command, given as a strange or careless phone might."""
    client, found = world.phone(role), {}
    for command in sorted(roles.COMMANDS - {"leave", "undo", "new", "next", "host", "sit"}):
        for body in ({}, {"action": "look"}, {"action": "stop p3"}, {"table": {}}, {"name": "x", "seat": 0}):
            answer = client.post(f"/command/{command}", json=body, headers=HERE)
            found[f"{command} {body}"] = (answer.status_code, answer.data)
    return found


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    assert one.keys() == other.keys() and len(one) > 15
    return [key for key in one if one[key] != other[key]]


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "now", lambda: Stamp(MADE + 1000, "one run", 0.0))
    monkeypatch.setattr(service, "time", SimpleNamespace(monotonic=lambda: 0.0))
    monkeypatch.setattr(Presence, "here", lambda self: frozenset())


@pytest.mark.parametrize("name", SECRETS)
def test_nobody_is_sent_what_he_may_not_know(name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    secret, logs = SECRETS[name], list[list[str]]()
    with worlds(tmp_path, secret) as both, caplog.at_level(logging.DEBUG):
        for role in both[0].roles:
            seen, tried = [], []
            for world in both:
                caplog.clear()
                seen.append(walk(world, role))
                tried.append(try_all(world, role) if role in ("nobody", "watcher") else {})
                logs.append([record.getMessage() for record in caplog.records])
            owner = role in {f"seat {seat}" for seat in secret.owners}
            different = differences(*seen)
            assert bool(different) == owner, (role, different)
            assert not owner or "/state.json {}" in different
            assert tried[0] == tried[1]
            assert logs[-1] == logs[-2], role
        assert all(both[0].table.snapshot(Who(None, None, host))["version"]
                   == both[1].table.snapshot(Who(None, None, host))["version"] for host in (False, True))


def test_a_host_who_plays_sees_with_his_own_eyes_alone(tmp_path: Path) -> None:
    secret = SECRETS["code"]
    with worlds(tmp_path, secret) as both:
        for world in both:
            world.say(HOST, "host", person="player 1")  # the decoder
        assert differences(*(walk(world, "seat 1") for world in both)) == []
        for world in both:
            world.say(HOST, "host", person="player 0")
        assert both[0].phone("seat 0").get("/state.json").json["game"]["view"]["code"] is not None
