"""`arbitrio link`: show how phones join the table that runs here."""

import argparse
import sys
from typing import Any

from device.commands.options import add_settings, settings_of
from device.systemd import is_journal


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("link", help="show the table's address, and the host's link with its code")
    add_settings(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print the links."""
    from device.addresses import invitation_link, table_address
    from device.appliance import host_secret

    settings = settings_of(args)
    address, secret = table_address(settings.web.host, settings.web.port), host_secret(settings.games_folder())
    show_links(address, f"{address}?host={secret}", invitation_link(settings.web, address, secret))
    return 0


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
