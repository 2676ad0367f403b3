"""`arbitrio club`: one page that follows all tables of a room over the broker, and runs a tournament."""

import argparse
import dataclasses
import logging
import sys
from typing import Any

from device.commands.options import add_settings, settings_of
from device.commands.run import port
from device.errors import SettingsError
from device.settings import Settings


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("club", help="follow all tables of a club on one page, and run a tournament")
    add_settings(parser)
    parser.add_argument("--broker", metavar="HOST[:PORT]", help="instead of the settings' [mqtt] host and port")
    parser.add_argument("--port", type=port, help="of the page, instead of the settings' [club] port")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Serve the page until SIGTERM or Ctrl-C."""
    from device.addresses import table_address
    from device.club.club import Club
    from device.secret import kept_secret
    from device.signals import wait_for_the_end
    from web.club.app import create_club_app
    from web.server import Server

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    settings = _with_arguments(settings_of(args), args.broker, args.port)
    folder = settings.games_folder()
    secret = kept_secret(folder / "organiser-secret", "the organiser's secret")
    with Club(settings.mqtt, folder, "arbitrio-club") as club:
        app = create_club_app(club, secret=secret, names=settings.web.names, streams=settings.club.pages)
        with Server(app, settings.club.host, settings.club.port) as server:
            address = table_address(settings.club.host, server.port)
            print(f"everybody:      {address}\nthe organiser:  {address}?organiser={secret}", flush=True)
            wait_for_the_end()
    return 0


def _with_arguments(settings: Settings, broker: str | None, page_port: int | None) -> Settings:
    mqtt, club = settings.mqtt, settings.club
    if broker is not None:
        host, _, number = broker.rpartition(":") if ":" in broker else (broker, "", "")
        if not host or (number and not (number.isdecimal() and 0 < int(number) < 65536)):
            raise SettingsError(f"{broker} is no broker; write its name, and its port after a colon: hall.local:1883")
        mqtt = dataclasses.replace(mqtt, host=host, port=int(number) if number else mqtt.port)
    if not mqtt.host:
        raise SettingsError("a club needs the broker that its tables tell what happens; name it by --broker HOST, "
                            "or as host under [mqtt] in the settings")
    if page_port is not None:
        club = dataclasses.replace(club, port=page_port)
    return dataclasses.replace(settings, mqtt=mqtt, club=club)
