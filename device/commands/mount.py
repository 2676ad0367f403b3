"""`arbitrio mount`: draw how high the camera hangs."""

import argparse
from pathlib import Path
from typing import Any

from device.commands.options import add_settings, settings_of


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("mount", help="draw how high the camera hangs over the mat, by the settings")
    parser.add_argument("file", type=Path, help="the drawing, an SVG picture for any browser")
    add_settings(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Write the drawing."""
    from device.files import write_whole
    from device.mount import drawing

    write_whole(args.file, drawing(settings_of(args)).encode())
    print(f"{args.file}: open it in a browser")
    return 0
