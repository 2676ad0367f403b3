"""The address by which another phone joins, and its QR code."""

import io
import socket
from collections.abc import Callable

import segno
from flask import Request

from web.guard import address, split_host

_DISCARD = 9
"""A port for asking which way a packet would go; none is sent."""


def address_towards(phone: str) -> str | None:
    """Return the numeric address of this machine's interface that faces a phone; None when no way leads there."""
    family = socket.AF_INET6 if ":" in phone else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((phone, _DISCARD))
            return str(way.getsockname()[0])
    except OSError:
        return None


def join_url(request: Request, chosen: str, towards: Callable[[str], str | None] = address_towards) -> str:
    """Return the URL for other phones: always numeric when it can be, since many phones know no `.local` names.

    The first of these that other machines can reach: the address that this page was asked by, that of the interface
    on which it was asked, the server's own choice.
    """
    name, port = split_host(request.host) or (request.host, None)
    for candidate in (name, towards(request.remote_addr or "")):
        found = address(candidate or "")
        if found is not None and not found.is_loopback:
            literal = f"[{found}]" if found.version == 6 else str(found)
            return f"{request.scheme}://{literal}{'' if port is None else f':{port}'}/"
    return chosen or request.host_url


def qr_svg(url: str) -> bytes:
    """Return the URL's QR code as SVG, black on white whatever the page's colours, with its quiet zone."""
    out = io.BytesIO()
    segno.make(url, error="m", micro=False).save(out, kind="svg", border=4, scale=8, dark="#000", light="#fff")
    return out.getvalue()
