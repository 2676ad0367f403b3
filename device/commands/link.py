"""`arbitrio link`: show how phones join the table that runs here."""

import argparse
import http.client
import json
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from device.commands.options import add_settings, settings_of
from device.errors import SettingsError
from device.systemd import is_journal

PATIENCE = 2.0
"""Seconds that a table may take to answer."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("link", help="show the table's address, and the host's link with its code")
    parser.add_argument("--demo", action="store_true", help="of the demonstration that runs here (`make demo`)")
    add_settings(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print the links, and say when no table is there to open them at; refuse when another one is there."""
    from device.addresses import invitation_link, table_address
    from device.appliance import SECRET_NAME, host_secret
    from web.roles import mark_of

    if args.demo:
        show_links(*_of_demonstration())
        return 0
    settings = settings_of(args)
    folder, address = settings.games_folder(), table_address(settings.web.host, settings.web.port)
    running = _answering(address)
    if running is not None:
        if not (folder / SECRET_NAME).exists() or running != mark_of(host_secret(folder)):
            raise SettingsError(f"at {address} runs another table than the one kept in {folder}; for the demonstration "
                                "type `arbitrio link --demo`, else name that table's settings by --settings FILE")
    secret = host_secret(folder)
    show_links(address, f"{address}?host={secret}", invitation_link(settings.web, address, secret))
    if running is None:
        print("arbitrio: no table answers there now; start it with `arbitrio run`", file=sys.stderr)
    return 0


def _of_demonstration() -> tuple[str, str]:
    """Return the address and the host's link of the demonstration that runs here; raise SettingsError without one."""
    from device.appliance import host_secret
    from device.commands.demo import ADDRESS, FOLDER
    from web.roles import mark_of

    for file in Path(tempfile.gettempdir()).glob(f"{FOLDER}*/{ADDRESS}"):
        address, secret = file.read_text(encoding="utf-8"), host_secret(file.parent)
        if _answering(address) == mark_of(secret):  # one that was killed leaves its folder behind
            return address, f"{address}?host={secret}"
    raise SettingsError("no demonstration runs here; start one with `make demo`, which shows its links by itself")


def _answering(address: str) -> str | None:
    """Return the mark of the table that answers at an address; None when none does."""
    where = urlsplit(address)
    connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        found = json.load(connection.getresponse())  # a table in trouble tells it too, with another status
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        connection.close()
    mark = found.get("table") if isinstance(found, dict) else None
    return mark if isinstance(mark, str) else None


def show_links(address: str, host_link: str, invitation: str | None = None) -> None:
    """Print how phones join: the secret links never into the machine's log, the host's code on a terminal only."""
    import segno

    if sys.stdout.isatty():
        segno.make(host_link, error="m").terminal(compact=True)
    print(f"everybody:  {address}", flush=True)
    if not is_journal(sys.stdout):
        print(f"the host:   {host_link}", flush=True)
        if invitation is not None:
            print(f"to join:    {invitation}", flush=True)
