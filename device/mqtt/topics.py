"""Where at the broker a table's words are: `arbitrio/TABLE/state`, `.../event` and `.../availability`."""

import re
import unicodedata
from dataclasses import dataclass

ONLINE, OFFLINE = "online", "offline"


def table_id(name: str) -> str:
    """Return a name as a part of topics and Home Assistant's ids: small letters, digits and dashes.

    >>> table_id("Café, table 3")
    'cafe-table-3'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "table"


@dataclass(frozen=True)
class Topics:
    """A table's topics."""

    prefix: str
    table: str
    """Its id."""

    @property
    def state(self) -> str:
        """The whole public state, as JSON; kept by the broker. See `device.mqtt.state`."""
        return f"{self.prefix}/{self.table}/state"

    @property
    def event(self) -> str:
        """Each event in words, as JSON, once."""
        return f"{self.prefix}/{self.table}/event"

    @property
    def availability(self) -> str:
        """`online` or `offline`, kept by the broker, which says the latter by itself when the table is gone."""
        return f"{self.prefix}/{self.table}/availability"
