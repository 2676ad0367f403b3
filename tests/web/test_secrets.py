"""No secret is in anything that anybody is sent who may not know it: every address, walked as everybody.

Two tables are played alike but for a secret. What each role is answered must then be the same, byte for byte, at every
address that the application has: a new one is walked by itself, and only has to say what to put into its blanks. The
broker is told no difference either.
"""

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from device import picture, service, store
from device.archive.archive import Archive
from device.camera.scene import View
from device.camera.simulated import Layout
from device.clock import MADE, Stamp
from device.eye import Eye
from device.eye import Look as EyeLook
from device.mqtt.publisher import Publisher
from device.mqtt.state import state_of
from device.panel.attendant import Attendant
from device.panel.panel import Panel
from device.presence import Presence
from device.referee import Look
from device.service import LiveTable
from device.settings import MqttSettings, PinSettings, Settings
from device.setup.buttons import Buttons
from device.setup.setup import SetUp
from device.watching import make_watcher
from rules.mito.cards import PLACEHOLDER
from rules.registry import game
from tests.web.conftest import SECRET
from vision.reading import Reading
from web import roles
from web.app import create_app
from web.limit import Rate, Rates
from web.table import HOST, SPECTATOR, Answer, Who

HERE = {"Origin": "http://localhost", "Accept": "application/json"}
BLANKS = {"name": ("en", "fr"), "number": (1, 2, 3, 4), "filename": (), "token": ("x",)}
"""What to put into the blanks of addresses; nothing for files, which are the same for all."""
QUERIES = {"evening.steps": ({"eyes": "0"}, {"eyes": "1"}, {"eyes": "spectator", "first": "0"})}
"""Further questions that an address takes, by endpoint."""
STREAMS = "/events"
TOLD = {"pages.command", "people.join", "panel.press", "setup.command"}
"""The addresses that take something; what they answer is walked by `try_all`."""
VIEW = picture.view(Layout().draw(View(640, 360)))
SETTINGS = Settings(pins=PinSettings(factory="mock"))


@dataclass(frozen=True)
class Secret:
    """A game played in two ways, and the seats that may know which."""

    game: str
    options: dict[str, str]
    one: tuple[str, ...]
    other: tuple[str, ...]
    owners: frozenset[int] = frozenset()
    bared: tuple[str, str] | None = None
    """What a camera reads, in one and the other, where by accident something covered is seen."""


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
                   ("hide purple white black orange", "guess 0 red blue green yellow", "marks 0 0 0"), frozenset({0}),
                   bared=("white", "purple")),
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


class NoPanel:
    """A panel whose buttons do nothing."""

    sounds: Mapping[str, Any] = {}

    def press(self, who: Who, presses: Sequence[tuple[str, float]]) -> Answer:
        return Answer(True)


@dataclass
class Machine:
    """A machine whose eye is shown what it sees by the test."""

    table: LiveTable
    eye: Eye
    settings: Settings = field(default=SETTINGS)

    def use(self, settings: Settings) -> None:
        self.settings = settings


class World:
    """A live table with its pages, its archive and a phone for everybody."""

    def __init__(self, folder: Path, secret: Secret, actions: tuple[str, ...], stack: ExitStack) -> None:
        folder.mkdir()
        self.table = LiveTable(folder / store.STORE_NAME)
        self.table._chance = lambda referee: actions[0]  # type: ignore[method-assign]
        stack.enter_context(self.table)
        free = Rate(10**6, 10**6)
        machine = Machine(self.table, Eye("simulated", partial(make_watcher, "otrio", SETTINGS), None, print, print))
        stack.callback(machine.eye.stop)
        buttons = Buttons(Attendant(stack.enter_context(Panel(SETTINGS.pins))), SETTINGS.pins)
        self.setup = SetUp(lambda: machine, buttons, folder, SETTINGS)
        self.app = create_app(self.table, host_secret=SECRET, archive=Archive(folder), panel=NoPanel(),
                              setup=self.setup, rates=Rates(commands=free, joins=free, links=free))
        self.publisher = Publisher(MqttSettings(host="192.0.2.1"), "table", "store", dict, "http://192.0.2.1/")
        self.table.watch = lambda referee, events: self.publisher.changed(self.table.number, referee.ledger)
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
        self.photograph(secret, secret.one is not actions)

    def photograph(self, secret: Secret, other: bool) -> None:
        """Let a camera see the table, a move there, and then by accident what is covered."""
        ledger = self.table.referee.ledger
        assert ledger is not None
        lies: dict[str, Mapping[str | None, float]] = {
            slot: {piece: 1.0} for slot, piece in ledger.game.table(ledger.state).items()}
        self.look(lies, b"covered")
        if secret.bared is None:
            return
        row = {f"1.{hole}": {colour: 1.0} for hole, colour in enumerate(("red", "blue", "green", "yellow"))}
        self.look({**lies, **row}, b"a move")
        bare = {**lies, **row, "code.0": {secret.bared[other]: 1.0}}
        self.look(bare, b"one secret" if other else b"another secret")

    def look(self, slots: Mapping[str, Mapping[str | None, float]], jpeg: bytes) -> None:
        reading = Reading("still", slots)
        self.table.show(Look(reading))
        self.table.show_picture(jpeg)
        self.setup.looked(EyeLook(0, 0.0, reading, view=VIEW))
        self.say(HOST, "again")

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
    for path in ("/panel/press", "/setup/corners", "/setup/camera", "/setup/colours", "/setup/nothing"):
        answer = client.post(path, json={"presses": [{"button": "stop", "ms_ago": 0}]}, headers=HERE)
        found[path] = (answer.status_code, answer.data)
    return found


def broadcast(world: World) -> str:
    """Return all that a broker is told."""
    state = state_of(world.table.snapshot(SPECTATOR), {"id": "1", "name": "table", "store": "store"}, [])
    return json.dumps([state, list(world.publisher._events)])


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    assert one.keys() == other.keys() and len(one) > 25
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
        assert broadcast(both[0]) == broadcast(both[1])
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


def test_the_walk_comes_everywhere(tmp_path: Path) -> None:
    with worlds(tmp_path, SECRETS["code"]) as (world, other):
        taking = {rule.endpoint for rule in world.app.url_map.iter_rules() if "POST" in (rule.methods or ())}
        assert taking == TOLD, "say in try_all what a new address that takes something is to be told"
        found = {key.removesuffix(" {}"): answer for key, answer in walk(world, "host").items()}
        for path in ("/", "/state.json", "/events", "/tv/", "/tv/events", "/new", "/print", "/panel/", "/setup/",
                     "/setup/state.json", "/history/", "/history/2/steps.json", "/history/games.csv",
                     "/history/statistics", "/kept/1.jpg", "/kept/2.jpg", "/healthz", "/join.svg"):
            assert found[path][0] in (200, 403), path  # 403: a running game with secrets is closed
        assert [found[f"/kept/{number}.jpg"][1] for number in (1, 2)] == [b"covered", b"a move"]
        assert found["/kept/3.jpg"][0] == 404 and found["/picture.jpg"][0] == 404  # they would show the code
        assert found["/setup/picture.jpg"][0] == 404
        events = json.loads(broadcast(other))[1]
        assert [event["kind"] for event in events][:2] == ["new", "new"] and len(events) > 3
