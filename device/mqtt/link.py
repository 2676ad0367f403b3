"""A connection to a broker that is there whenever the broker is, and says in a sentence why when it isn't."""

import logging
import socket
import ssl
import sys
import time
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
NOT_YET, EXPIRED = 9, 10
"""What OpenSSL calls certificates that are good later, or were: X509_V_ERR_CERT_NOT_YET_VALID and its like."""
HANG_UPS = 3
"""So many connections in a row that end before the broker has said a word: it wants to be spoken to otherwise."""


@dataclass(frozen=True)
class LinkState:
    """How the connection is."""

    kind: Literal["connecting", "up", "away", "down"]
    """Away is what may end by itself, as when the broker is switched off; down is what somebody must mend."""
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
            self._client.tls_set_context(_context(settings))

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
        self._turn(_explained(sys.exc_info()[1], self._settings))

    def _gone(self, client: Client, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        self._hung_up += 1
        if self.state.kind == "up":
            self._turn(LinkState("connecting", sentences.CONNECTING.fill(where=self._where)))
        elif self._hung_up >= HANG_UPS and not self._met:
            why = sentences.WANTS_CERTIFICATE if self._settings.tls else sentences.WANTS_TLS
            self._down(why.fill(where=self._where))

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


def _context(settings: MqttSettings) -> ssl.SSLContext:
    """Return whom to trust and what to show; raise _NotUsable."""
    try:
        context = ssl.create_default_context(cafile=settings.ca_file or None)
    except OSError as error:  # ssl.SSLError is one, for a file that holds no certificate
        raise _NotUsable(sentences.BAD_CA.fill(file=settings.ca_file, why=_reason(error))) from error
    if settings.cert_file:
        _show(context, settings.cert_file, settings.key_file)
    return context


def _show(context: ssl.SSLContext, certificate: str, key: str) -> None:
    """Let the context show a certificate; raise _NotUsable, naming the file that is to blame."""
    file, setting = key or certificate, "key_file" if key else "cert_file"
    try:
        ssl.create_default_context(cafile=certificate)  # of the two that the next call reads it names neither
    except OSError as error:
        raise _NotUsable(sentences.BAD_CERTIFICATE.fill(
            file=certificate, setting="cert_file", why=_reason(error), what=sentences.A_CERTIFICATE)) from error
    try:
        Path(file).open("rb").close()
        context.load_cert_chain(certificate, file, password=lambda: "")  # "": a key under a passphrase asks nobody
    except OSError as error:
        if isinstance(error, ssl.SSLError) and error.reason == "KEY_VALUES_MISMATCH":
            raise _NotUsable(sentences.NOT_A_PAIR.fill(file=certificate, key=file)) from error
        raise _NotUsable(sentences.BAD_CERTIFICATE.fill(
            file=file, setting=setting, what=sentences.A_KEY,
            why="it holds no usable key" if isinstance(error, ssl.SSLError) else _reason(error))) from error


def _explained(error: BaseException | None, settings: MqttSettings) -> LinkState:
    """Return why no connection came about, with what to do."""
    where = f"{settings.host}:{settings.port}"
    why = _reason(error) if isinstance(error, OSError) else "no reason given"
    if isinstance(error, ssl.SSLCertVerificationError):
        said = sentences.OUT_OF_TIME if error.verify_code in (NOT_YET, EXPIRED) else sentences.CERTIFICATE
        return LinkState("down", said.fill(where=where, why=error.verify_message.lower().rstrip(".")))
    if isinstance(error, ssl.SSLError) and "ALERT" in (error.reason or ""):  # it speaks TLS, and says no
        return LinkState("down", sentences.WANTS_CERTIFICATE.fill(where=where))
    if isinstance(error, ssl.SSLError) or (settings.tls and isinstance(error, ConnectionResetError)):
        return LinkState("down", sentences.NO_TLS.fill(where=where))
    if isinstance(error, socket.gaierror):
        return LinkState("away" if error.errno == socket.EAI_AGAIN else "down",
                         sentences.NOT_FOUND.fill(host=settings.host, why=why))
    return LinkState("away", sentences.NO_ANSWER.fill(where=where, why=why))


def asked(settings: MqttSettings, name: str, seconds: float) -> LinkState:
    """Try to connect, and return how that went by then."""
    with Link(settings, name) as link:
        end = time.monotonic() + seconds
        while link.state.kind == "connecting" and time.monotonic() < end:
            time.sleep(0.05)
        return link.state


def _reason(error: OSError) -> str:
    if isinstance(error, ssl.SSLError):
        return "it holds no certificate"
    return (error.strerror or str(error) or "it took too long").lower()
