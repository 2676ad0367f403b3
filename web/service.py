"""What all requests share: the table, the host's secret and the streams' places."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from flask import current_app

from web.archive import Archive
from web.invites import Invites
from web.limit import Limits
from web.stream import Streams
from web.table import TableService

if TYPE_CHECKING:
    from web.panel import PanelService  # which imports this module
    from web.setup import SetupService

EXTENSION = "arbitrio"


@dataclass(frozen=True)
class Web:
    """One table on the web."""

    table: TableService
    host_secret: str
    streams: Streams
    beat: float
    """Seconds between signs of life."""
    invites: Invites
    limits: Limits
    archive: Archive | None = None
    """The games that were played; None where none are kept."""
    health: Callable[[], Mapping[str, Any]] = dict
    """What the machine says of itself, for `/healthz`."""
    panel: "PanelService | None" = None
    """Takes presses of phones; None where there is no panel."""
    setup: "SetupService | None" = None
    """The machine, for the set-up page; None where there is nothing to set up."""


def current() -> Web:
    """Return what the running request belongs to."""
    return cast(Web, current_app.extensions[EXTENSION])
