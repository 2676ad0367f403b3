"""`arbitrio run`: be the referee of a table."""

import argparse
import contextlib
import ctypes
import dataclasses
import logging
import sys
from typing import TYPE_CHECKING, Any

from device.commands.link import show_links
from device.commands.options import add_settings, settings_of
from device.errors import SettingsError
from device.settings import Settings

if TYPE_CHECKING:
    from device.appliance import Appliance

M_ARENA_MAX = -8
"""The C library's name for how many pools of memory there may be."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("run", help="referee the table: camera, lights and phones, until it is stopped")
    add_settings(parser)
    parser.add_argument("--source", help="where the frames come from, instead of the settings' [camera] source")
    parser.add_argument("--port", type=port, help="instead of the settings' [web] port")
    parser.add_argument("--pace", type=pace, default=1.0, help="how fast a film plays; 0: as fast as it is read")
    parser.set_defaults(func=run)


def port(text: str) -> int:
    """Return a port typed on the command line; 0 takes any free one."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text} is no port; write a number from 1 to 65535")
    return int(text)


def pace(text: str) -> float:
    """Return how fast a film plays, as typed."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1000:  # turns nan away too
        raise argparse.ArgumentTypeError(f"{text} is no pace; write a number from 0 to 1000")
    return value


def run(args: argparse.Namespace) -> int:
    """Run until SIGTERM or Ctrl-C."""
    from device.appliance import running, watch_over

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    settings = with_arguments(settings_of(args), args.source, args.port)
    check_source(settings)
    share_memory()
    with running(settings, settings.games_folder(), pace=args.pace) as appliance:
        welcome(appliance)
        watch_over(appliance)
    return 0


def share_memory() -> None:
    """Have the many threads that serve phones share two pools of memory; with one for each, half of it lies fallow."""
    with contextlib.suppress(OSError, AttributeError):  # not every C library has this
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


def check_source(settings: Settings) -> None:
    """Raise SettingsError when there is no such film, folder or kind of camera.

    A camera that is not there is none of that: it may come, and phones play on until then.
    """
    from device.appliance import capture_of
    from device.camera.open import open_camera
    from device.camera.source import CameraError

    if settings.camera.source in ("auto", "none"):
        return
    try:
        open_camera(settings.camera.source, capture_of(settings, 0))
    except CameraError as error:
        raise SettingsError(str(error)) from error


def with_arguments(settings: Settings, source: str | None, port: int | None) -> Settings:
    """Return the settings with what the command line says put over them."""
    if source is not None:
        settings = dataclasses.replace(settings, camera=dataclasses.replace(settings.camera, source=source))
    if port is not None:
        settings = dataclasses.replace(settings, web=dataclasses.replace(settings.web, port=port))
    return settings


def welcome(appliance: "Appliance") -> None:
    """Print how phones join."""
    show_links(appliance.address, appliance.host_link, appliance.invitation)
