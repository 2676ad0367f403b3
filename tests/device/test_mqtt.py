"""A table tells a real broker what everybody may know: once, in order, whatever happens to either."""

import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trustme

from device.club.tables import Tables, heard
from device.events import Ledger
from device.mqtt.home_assistant import ENTITIES
from device.mqtt.link import Link
from device.mqtt.publisher import Publisher
from device.mqtt.topics import table_id
from device.referee import Referee
from device.service import LiveTable
from device.settings import MqttSettings, SettingsError, parse
from tests.broker import Broker, Listener, broker  # noqa: F401
from tests.patience import PATIENCE
from web.table import HOST, SPECTATOR

STATE, EVENT, AVAILABILITY = (f"arbitrio/hall-3/{what}" for what in ("state", "event", "availability"))
UNFIT = "under [mqtt] can't be used ({}); name a readable file in PEM form that holds"
OWN, KEY = "this table's certificate", "its private key without a passphrase"
# paho leaves a socket whose TLS handshake failed to the garbage collector
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(autouse=True)
def no_sockets_left_to_others() -> Iterator[None]:
    """Let what paho leaves be collected here, and not during another module's tests."""
    yield
    gc.collect()


def wait_until(true: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Return what `true` returns once it is something; fail when it stays nothing."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
    return found


class Telling:
    """A live table with its publisher, as the appliance puts them together."""

    def __init__(self, folder: Path, port: int, stack: ExitStack, store: str = "a store") -> None:
        self.table = LiveTable(folder / "games.sqlite")
        self.table.has_club = True
        settings = MqttSettings(host="127.0.0.1", port=port)
        self.publisher = Publisher(settings, "Hall 3", store, lambda: self.table.snapshot(SPECTATOR), "http://x/")

        def watch(referee: Referee, events: object) -> None:
            self.publisher.changed(self.table.number, referee.ledger)

        self.table.watch = watch
        stack.enter_context(self.table)
        stack.enter_context(self.publisher)

    def play(self, *actions: str) -> None:
        """Let players do these actions."""
        for action in actions:
            answer = self.table.command(HOST, "play", {"action": action})
            assert answer.ok, answer.text


@pytest.fixture
def start(tmp_path: Path, broker: Broker) -> Iterator[Callable[..., Telling]]:  # noqa: F811
    """Start a table that tells the broker."""
    with ExitStack() as stack:
        yield lambda **more: Telling(tmp_path, broker.port, stack, **more)


@pytest.fixture
def listener(broker: Broker) -> Iterator[Listener]:  # noqa: F811
    """Somebody who listens to everything."""
    found = Listener(broker.port)
    yield found
    found.close()


def legal(table: LiveTable) -> str:
    """Return the first action that the rules allow now."""
    ledger = table.referee.ledger
    assert ledger is not None
    return str(ledger.game.notation(next(iter(ledger.game.legal_actions(ledger.state)))))


def state_of(listener: Listener) -> Any:
    payload = listener.newest(STATE)
    return payload and json.loads(payload)


def told(listener: Listener) -> list[tuple[int, int]]:
    return [(event["game"], event["n"]) for event in map(json.loads, listener.all(EVENT))]


def test_state_and_events_reach_the_broker(start: Callable[..., Telling], listener: Listener) -> None:
    telling = start()
    telling.table.command(HOST, "new", {"game": "otrio", "options": {"players": "2"}})
    telling.play(legal(telling.table))
    number = telling.table.number
    state = wait_until(lambda: (s := state_of(listener)) and s["game"] and len(s["events"]) == 2 and s)
    assert state["table"] == {"id": "hall-3", "name": "Hall 3", "store": "a store", "address": ""}
    assert state["game"] == {"number": number, "name": "otrio", "title": {"en": "Otrio", "fr": "Otrio"}}
    assert [player["to_play"] for player in state["players"]] == [False, True]
    assert state["outcome"] is None and state["call"] is None
    assert listener.newest(AVAILABILITY) == b"online"
    assert told(listener) == [(number, 0), (number, 1)]
    assert json.loads(listener.all(EVENT)[1]) == {**state["events"][1]}


def test_no_secret_is_told(start: Callable[..., Telling], listener: Listener) -> None:
    telling = start()
    telling.table.command(HOST, "new", {"game": "mastermind", "options": {"code": "known"}})
    telling.play("hide red blue green yellow")
    wait_until(lambda: (s := state_of(listener)) and len(s["events"]) == 2)
    everything = b" ".join(payload for _, payload, _ in listener.heard).lower()
    assert b"yellow" not in everything and b"jaune" not in everything


def test_a_call_for_help_is_told_and_taken_back(start: Callable[..., Telling], listener: Listener) -> None:
    telling = start()
    telling.table.command(HOST, "new", {"game": "otrio", "options": {}})
    assert telling.table.command(HOST, "call", {"on": True}).ok
    wait_until(lambda: (s := state_of(listener)) and s["call"] == {"by": None})
    assert telling.table.command(HOST, "call", {"on": False}).ok
    wait_until(lambda: (s := state_of(listener)) and s["call"] is None)
    assert not telling.table.command(HOST, "call", {"on": "yes"}).ok


def test_a_killed_broker_loses_no_event_and_none_comes_twice(start: Callable[..., Telling], broker: Broker,  # noqa: F811
                                                             listener: Listener) -> None:
    telling = start()
    telling.table.command(HOST, "new", {"game": "otrio", "options": {"players": "2"}})
    telling.play(legal(telling.table))
    wait_until(lambda: len(told(listener)) == 2)
    broker.kill()
    for _ in range(5):
        telling.play(legal(telling.table))
    assert telling.publisher.state.kind != "up"
    broker.start()
    wait_until(lambda: len(state_of(listener)["events"]) == 7)
    number = telling.table.number
    telling.play(legal(telling.table))
    wait_until(lambda: (number, 7) in told(listener))
    wait_until(lambda: [event["n"] for event in state_of(listener)["events"]] == list(range(8)))
    assert told(listener) == sorted(set(told(listener)))
    # who comes back later than the table has missed some on the topic, and finds them in the state, as the club does
    tables: Tables = {}
    for topic, payload, _ in listener.heard:
        tables = heard(tables, "arbitrio", topic, payload, 0.0)
    assert list(tables["hall-3"].events) == [("a store", number, n) for n in range(8)]


def test_a_restarted_table_tells_only_what_it_had_not_told(tmp_path: Path, broker: Broker,  # noqa: F811
                                                           listener: Listener) -> None:
    with ExitStack() as first:
        telling = Telling(tmp_path, broker.port, first)
        telling.table.command(HOST, "new", {"game": "otrio", "options": {}})
        telling.play(legal(telling.table))
        wait_until(lambda: (s := state_of(listener)) and len(s["events"]) == 2)
    wait_until(lambda: listener.newest(AVAILABILITY) == b"offline")
    with ExitStack() as second:
        telling = Telling(tmp_path, broker.port, second)
        telling.play(legal(telling.table))
        wait_until(lambda: len(told(listener)) == 3)
        wait_until(lambda: len(state_of(listener)["events"]) == 3)
        assert [n for _, n in told(listener)] == [0, 1, 2]
    with ExitStack() as third:  # another card in the machine: its numbers begin anew, and all of it is news
        (tmp_path / "games.sqlite").unlink()
        telling = Telling(tmp_path, broker.port, third, store="another store")
        telling.table.command(HOST, "new", {"game": "otrio", "options": {}})
        wait_until(lambda: len(told(listener)) == 4)
        assert json.loads(listener.all(EVENT)[-1])["store"] == "another store"


def test_a_table_that_dies_is_offline_by_its_will(tmp_path: Path, broker: Broker, listener: Listener) -> None:  # noqa: F811
    script = ("import os, sys, time\nfrom device.mqtt.link import Link\nfrom device.settings import MqttSettings\n"
              "l = Link(MqttSettings(host='127.0.0.1', port=int(sys.argv[1])), 'dies',"
              " will=('arbitrio/hall-3/availability', 'offline')).__enter__()\n"
              "while not l.is_up: time.sleep(0.01)\n"
              "l.tell('arbitrio/hall-3/availability', 'online', retain=True)\ntime.sleep(0.5)\nos._exit(9)\n")
    subprocess.run([sys.executable, "-c", script, str(broker.port)], timeout=60)
    wait_until(lambda: listener.newest(AVAILABILITY) == b"offline")
    assert listener.all(AVAILABILITY) == [b"online", b"offline"]


def test_home_assistant_finds_the_table(start: Callable[..., Telling], listener: Listener) -> None:
    start()
    topic = "homeassistant/{}/arbitrio_hall-3_{}/config"
    for entity, (kind, _) in ENTITIES.items():
        config = json.loads(wait_until(partial(listener.newest, topic.format(kind, entity))))
        assert config["state_topic"] == STATE and config["availability_topic"] == AVAILABILITY
        assert config["unique_id"] == f"arbitrio_hall-3_{entity}"
        assert config["device"]["identifiers"] == ["arbitrio_hall-3"] and config["device"]["name"] == "Hall 3"
        assert config["value_template"].count("{{") >= 1


def test_home_assistants_templates_say_what_they_should() -> None:
    from jinja2 import Environment
    state = {"game": {"title": {"en": "Otrio"}}, "phase": "question", "call": None, "refusal": None, "players": [
        {"name": None, "title": {"en": "purple"}, "score": 1, "to_play": False},
        {"name": "Ada", "title": {"en": "red"}, "score": 0, "to_play": True}]}

    def said(entity: str, **changes: Any) -> str:
        return Environment().from_string(ENTITIES[entity][1]["value_template"]).render(value_json={**state, **changes})

    assert [said(entity) for entity in ENTITIES] == ["Otrio", "Ada", "purple 1, Ada 0", "question", "ON"]
    assert [said(entity, game=None, players=[], phase="idle") for entity in ENTITIES] == [
        "none", "nobody", "none", "idle", "OFF"]


@pytest.mark.parametrize("name, id", [("Café, table 3", "cafe-table-3"), ("卓", "table"), ("a/b+#", "a-b")])
def test_names_make_topics(name: str, id: str) -> None:
    assert table_id(name) == id


def down(settings: MqttSettings) -> str:
    """Return why a broker can't be used."""
    with Link(settings, "trying") as link:
        return str(wait_until(lambda: link.state.kind in ("away", "down") and link.state.text.en))


def test_what_is_wrong_with_a_broker_is_said(tmp_path: Path, broker: Broker) -> None:  # noqa: F811
    at = {"host": "127.0.0.1", "port": broker.port}
    where = f"The broker 127.0.0.1:{broker.port}"
    assert down(MqttSettings(**at, tls=True)).startswith(f"{where} does not speak TLS on this port; use its other port")
    assert down(MqttSettings(host="nowhere.invalid")).startswith("No machine called nowhere.invalid is found (")
    assert "named as ca_file under [mqtt] can't be used (no such file" in down(
        MqttSettings(**at, tls=True, ca_file=str(tmp_path / "none.pem")))
    assert "named as password_file" in down(MqttSettings(**at, user="a", password_file=str(tmp_path / "none")))
    broker.kill()
    assert down(MqttSettings(**at)) == (
        f"{where} does not answer (connection refused); start it, or mend host and port under [mqtt]; meanwhile "
        "everything else goes on, and nothing is lost")


def test_passwords(tmp_path: Path) -> None:
    passwords = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(passwords), "table", "right"], check=True)
    guarded = Broker(tmp_path, "allow_anonymous false", f"password_file {passwords}")
    guarded.start()
    try:
        at = {"host": "127.0.0.1", "port": guarded.port, "user": "table"}
        assert down(MqttSettings(**at, password="wrong")) == (
            f"The broker 127.0.0.1:{guarded.port} refuses this table (not authorized); mend user and password under "
            "[mqtt]")
        (tmp_path / "word").write_text("right\n")
        with Link(MqttSettings(**at, password_file=str(tmp_path / "word")), "knows") as link:
            wait_until(lambda: link.is_up)
    finally:
        guarded.kill()


def test_tls(tmp_path: Path) -> None:
    with safe_broker(tmp_path) as safe:
        at = {"host": "127.0.0.1", "port": safe.port}
        with Link(MqttSettings(**at, tls=True, ca_file=str(tmp_path / "ca")), "safe") as link:
            wait_until(lambda: link.is_up)
        assert f"certificate of the broker 127.0.0.1:{safe.port} does not fit" in down(
            MqttSettings(**at, tls=True, ca_file=str(tmp_path / "other")))
        assert "if it wants TLS, set tls = true" in down(MqttSettings(**at))


@pytest.mark.parametrize("version", ["TLSv1.2", "TLSv1.3"])  # the one refuses in the handshake, the other after it
def test_a_broker_that_wants_certificates_knows_a_table_by_its_own(tmp_path: Path, version: str,
                                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "openssl.cnf").write_text("openssl_conf = a\n[a]\nssl_conf = b\n[b]\nsystem_default = c\n[c]\n"
                                          f"MaxProtocol = {version}\n")
    monkeypatch.setenv("OPENSSL_CONF", str(tmp_path / "openssl.cnf"))
    with safe_broker(tmp_path, f"cafile {tmp_path}/ca", "require_certificate true",
                     "use_identity_as_username true") as safe:
        at = {"host": "127.0.0.1", "port": safe.port, "tls": True, "ca_file": str(tmp_path / "ca")}
        own = {"cert_file": str(tmp_path / "table"), "key_file": str(tmp_path / "table.key")}
        with Link(MqttSettings(**at, **own), "known") as link:
            wait_until(lambda: link.is_up)
        with Link(MqttSettings(**at, cert_file=str(tmp_path / "both")), "known by one file") as link:
            wait_until(lambda: link.is_up)
        strange = {"cert_file": str(tmp_path / "stranger"), "key_file": str(tmp_path / "stranger.key")}
        for unknown in ({}, strange):
            assert down(MqttSettings(**at, **unknown)) == (
                f"The broker 127.0.0.1:{safe.port} hangs up on this table once they have met by TLS; if it wants a "
                "certificate, name one that it trusts as cert_file and key_file under [mqtt]")


@pytest.mark.parametrize(("files", "sentence"), [
    ({"cert_file": "none"}, f"The file none named as cert_file {UNFIT.format('no such file or directory')} {OWN}"),
    ({"cert_file": "word"}, f"The file word named as cert_file {UNFIT.format('it holds no certificate')} {OWN}"),
    ({"cert_file": "table"}, f"The file table named as cert_file {UNFIT.format('it holds no usable key')} {KEY}"),
    ({"cert_file": "table", "key_file": "none"},
     f"The file none named as key_file {UNFIT.format('no such file or directory')} {KEY}"),
    ({"cert_file": "table", "key_file": "locked.key"},
     f"The file locked.key named as key_file {UNFIT.format('it holds no usable key')} {KEY}"),
    ({"cert_file": "table", "key_file": "stranger.key"},
     "The key in stranger.key does not go with the certificate in table; name the two that were made together as "
     "cert_file and key_file under [mqtt]"),
])
def test_certificates_that_do_not_fit_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str],
                                                sentence: str) -> None:
    certificates(tmp_path)
    (tmp_path / "word").write_text("no certificate")
    subprocess.run(["openssl", "pkey", "-aes128", "-passout", "pass:secret", "-in", "table.key", "-out", "locked.key"],
                   cwd=tmp_path, check=True, capture_output=True)
    monkeypatch.chdir(tmp_path)
    assert down(MqttSettings(host="127.0.0.1", tls=True, **files)) == sentence


@pytest.mark.parametrize(("mqtt", "sentence"), [
    ({"cert_file": "a"}, "[mqtt] cert_file is shown over TLS only; set tls = true, or leave cert_file out"),
    ({"tls": True, "key_file": "a"},
     "[mqtt] key_file is a key without its certificate; name that as cert_file, or leave key_file out"),
])
def test_certificates_that_would_not_be_shown_are_refused(mqtt: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SettingsError) as refused:
        parse({"mqtt": mqtt})
    assert str(refused.value) == sentence


@pytest.mark.parametrize(("good", "why"), [
    ({"not_before": "2001-01-01", "not_after": "2002-01-01"}, "certificate has expired"),
    ({"not_before": "2190-01-01", "not_after": "2191-01-01"}, "certificate is not yet valid")])
def test_a_certificate_of_another_time_leads_to_the_clock(tmp_path: Path, good: dict[str, str], why: str) -> None:
    with safe_broker(tmp_path, **{name: datetime.fromisoformat(day) for name, day in good.items()}) as safe:
        assert down(MqttSettings(host="127.0.0.1", port=safe.port, tls=True, ca_file=str(tmp_path / "ca"))) == (
            f"The certificate of the broker 127.0.0.1:{safe.port} is not good by this machine's clock ({why}); if "
            "`arbitrio doctor` finds the clock right, have the certificate renewed")


def certificates(folder: Path, **good: datetime) -> None:
    """Make an authority, a broker's and a table's certificates by it, and another authority with a stranger's."""
    authority, other = trustme.CA(), trustme.CA()
    authority.cert_pem.write_to_path(str(folder / "ca"))
    other.cert_pem.write_to_path(str(folder / "other"))
    for by, file in ((authority, "cert"), (authority, "table"), (other, "stranger")):
        issued = by.issue_cert("127.0.0.1", common_name=file, **good)
        issued.cert_chain_pems[0].write_to_path(str(folder / file))
        issued.private_key_pem.write_to_path(str(folder / f"{file}.key"))
    (folder / "both").write_text((folder / "table").read_text() + (folder / "table.key").read_text())


@contextmanager
def safe_broker(folder: Path, *lines: str, **good: datetime) -> Iterator[Broker]:
    """Run a broker that speaks TLS."""
    certificates(folder, **good)
    safe = Broker(folder, "allow_anonymous true", f"certfile {folder}/cert", f"keyfile {folder}/cert.key", *lines)
    safe.start()
    try:
        yield safe
    finally:
        safe.kill()


def test_settings_that_make_no_topic_are_refused() -> None:
    with pytest.raises(SettingsError, match="write them without [+] and #"):
        parse({"mqtt": {"prefix": "a/+"}})


def test_hushed_events_are_not_even_counted() -> None:
    from device.events import LogLine
    from rules.registry import game
    from rules.text import Text
    otrio = game("otrio")
    public, hushed = (LogLine("action", Text(word, word), "table", audience) for word, audience in
                      (("seen", None), ("cheat", (1,))))
    state = otrio.new({})
    settings = MqttSettings(host="127.0.0.1")
    publisher = Publisher(settings, "t", "s", dict, "")
    publisher.changed(5, Ledger(otrio, {}, (state,), log=(public, hushed, public)))
    assert [(event["n"], event["text"]["en"]) for event in publisher._events] == [(0, "seen"), (1, "seen")]
