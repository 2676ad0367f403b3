"""A connection to a broker that is there whenever the broker is, and says in a sentence why when it isn't."""

import logging
import socket
import ssl
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from device.mqtt import sentences
from device.settings import MqttSettings
from rules.text import Text

_log = logging.getLogger(__name__)
KEEPALIVE = 30
"""Seconds of silence after which either side takes the other for gone."""
SOONEST, LATEST = 1, 8
"""Seconds between two tries to connect, the first and the longest."""
HANG_UPS = 3
"""So many connections in a row that end before the broker has said a word: it wants to be spoken to otherwise."""


@dataclass(frozen=True)
class LinkState:
    """How the connection is."""

    kind: Literal["connecting", "up", "down"]
    text: Text


class Link:
    """A connection. A context manager: inside it the link connects, and connects again, in a thread of its own.

    `up` is called on every connection, `heard` for every message of a topic that `follow` names; both in the link's
    thread.
    """

    def __init__(self, settings: MqttSettings, name: str, *, will: tuple[str, str] | None = None,
                 up: Callable[[], None] = lambda: None, heard: Callable[[str, bytes], None] = lambda *_: None,
                 follow: tuple[str, ...] = ()) -> None:
        """`name` tells this program from all others at the broker; `will` is what the broker says when it is gone."""
        self._settings, self._up, self._heard, self._follow = settings, up, heard, follow
        self._where = f"{settings.host}:{settings.port}"
        self._said: Text | None = None
        self.state = LinkState("connecting", sentences.CONNECTING.fill(where=self._where))
        self._met = False
        """Whether the broker has ever let this program in."""
        self._hung_up = 0
        self._client = Client(CallbackAPIVersion.VERSION2, client_id=name)
        self._client.reconnect_delay_set(SOONEST, LATEST)
        if will is not None:
            self._client.will_set(will[0], will[1], qos=1, retain=True)
        self._client.on_connect = self._connected
        self._client.on_connect_fail = self._failed
        self._client.on_disconnect = self._gone
        self._client.on_message = self._message

    @property
    def is_up(self) -> bool:
        """Whether the broker is there."""
        return self.state.kind == "up"

    def tell(self, topic: str, payload: str, *, retain: bool = False) -> bool:
        """Tell the broker; it is sent again until the broker has taken it. Return False when the broker is away."""
        return self.is_up and self._client.publish(topic, payload, qos=1, retain=retain).rc == 0

    def __enter__(self) -> Self:
        try:
            self._dress()
        except _NotUsable as error:
            self._down(error.text)
            return self
        self._client.connect_async(self._settings.host, self._settings.port, KEEPALIVE)
        self._client.loop_start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Leave the broker; may be called twice."""
        self._client.disconnect()
        self._client.loop_stop()

    def _dress(self) -> None:
        """Give the client its password and its certificates; raise _NotUsable."""
        settings = self._settings
        if settings.user:
            self._client.username_pw_set(settings.user, _password(settings))
        if settings.tls:
            try:
                context = ssl.create_default_context(cafile=settings.ca_file or None)
            except OSError as error:  # ssl.SSLError is one, for a file that holds no certificate
                raise _NotUsable(sentences.BAD_CA.fill(file=settings.ca_file, why=_reason(error))) from error
            self._client.tls_set_context(context)

    # In the link's thread

    def _connected(self, client: Client, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        self._hung_up = 0
        if reason.is_failure:
            self._down(sentences.REFUSED.fill(where=self._where, why=str(reason).lower()))
            return
        self._met = True
        self._turn(LinkState("up", sentences.CONNECTED.fill(where=self._where)))
        for topic in self._follow:
            client.subscribe(topic, qos=1)
        self._guard(self._up)

    def _failed(self, client: Client, data: Any) -> None:
        # the library calls this while it handles what went wrong, and tells it no other way
        self._down(_explained(sys.exc_info()[1], self._where, self._settings.tls))

    def _gone(self, client: Client, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        self._hung_up += 1
        if self.state.kind == "up":
            self._turn(LinkState("connecting", sentences.CONNECTING.fill(where=self._where)))
        elif self._hung_up >= HANG_UPS and not self._settings.tls and not self._met:
            self._down(sentences.WANTS_TLS.fill(where=self._where))

    def _message(self, client: Client, data: Any, message: MQTTMessage) -> None:
        self._guard(lambda: self._heard(message.topic, bytes(message.payload)))

    def _guard(self, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception:  # the library's thread must live on
            _log.exception("what the broker brought could not be handled")

    def _down(self, why: Text) -> None:
        self._turn(LinkState("down", why))

    def _turn(self, state: LinkState) -> None:
        self.state = state
        if state.text != self._said and state.kind != "connecting":
            _log.log(logging.INFO if state.kind == "up" else logging.WARNING, "%s", state.text)
            self._said = state.text


class _NotUsable(Exception):
    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


def _password(settings: MqttSettings) -> str | None:
    if not settings.password_file:
        return settings.password or None
    try:
        return (Path(settings.password_file).read_text(encoding="utf-8").splitlines() or [""])[0]
    except (OSError, UnicodeDecodeError) as error:
        raise _NotUsable(sentences.BAD_PASSWORD_FILE.fill(
            file=settings.password_file, why=_reason(error) if isinstance(error, OSError) else "no text")) from error


def _explained(error: BaseException | None, where: str, tls: bool) -> Text:
    """Return why no connection came about, with what to do."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return sentences.CERTIFICATE.fill(where=where, why=error.verify_message.lower().rstrip("."))
    if isinstance(error, ssl.SSLError) or (tls and isinstance(error, ConnectionResetError)):
        return sentences.NO_TLS.fill(where=where)
    if isinstance(error, socket.gaierror):
        return sentences.NOT_FOUND.fill(where=where)
    why = _reason(error) if isinstance(error, OSError) else "no reason given"
    return sentences.NO_ANSWER.fill(where=where, why=why)


def _reason(error: OSError) -> str:
    if isinstance(error, ssl.SSLError):
        return "it holds no certificate"
    return (error.strerror or str(error) or "it took too long").lower()
