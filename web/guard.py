"""What keeps other sites, and names that lie about where they lead, away from the table."""

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from flask import Request, Response

LARGEST_BODY = 16 * 1024
"""Bytes that a command may have; a whole table told by hand takes under two thousand."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                               "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
                               "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def split_host(header: str) -> tuple[str, int | None] | None:
    """Return a Host header's name, without brackets, and port; None when it is not well formed."""
    try:
        parts = urlsplit(f"//{header}")
        name, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not name or parts.netloc != header or parts.username is not None or parts.path:
        return None
    return name, port


def address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the numeric address that a host name is; None for a name in words."""
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def is_ours(header: str, names: Collection[str]) -> bool:
    """Tell whether a Host header names this machine: an outside name that resolves to it must not pass."""
    found = split_host(header)
    if found is None:
        return False
    name = found[0].rstrip(".")
    return address(name) is not None or name == "localhost" or name.endswith(".local") or name in names


def is_same_origin(request: Request) -> bool:
    """Tell whether a page of this very site sent the request.

    One of the two headers that only a browser can set must say so, and neither may say otherwise.
    """
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    if origin is None and site is None:
        return False
    return origin in (None, f"{request.scheme}://{request.host}") and site in (None, "same-origin")


def harden(response: Response) -> Response:
    """Put on what tells the browser to trust nothing from elsewhere, and to keep nothing that changes."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
