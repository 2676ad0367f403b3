"""By which address phones find this machine."""

import socket

from device.settings import WebSettings
from web.invites import invites_of


def own_address(host: str) -> str:
    """Return the numeric address to put into links: `host` itself, or this machine's own when it listens on all.

    No packet is sent: a UDP socket only asks the routing table.
    """
    if host not in ("0.0.0.0", "::", ""):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def table_address(host: str, port: int) -> str:
    """Return the page's address for a browser on another machine.

    >>> table_address("192.0.2.7", 80), table_address("fd00::7", 8080)
    ('http://192.0.2.7/', 'http://[fd00::7]:8080/')
    """
    own = own_address(host)
    own = f"[{own}]" if ":" in own else own
    return f"http://{own}/" if port == 80 else f"http://{own}:{port}/"


def invitation_link(web: WebSettings, address: str, secret: str) -> str | None:
    """Return a fresh invitation, where one is needed to join."""
    if web.joining == "open":
        return None
    return f"{address}invite/{invites_of(secret, True, web.invite_hours).token()}"
