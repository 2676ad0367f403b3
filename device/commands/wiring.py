"""`arbitrio wiring`: draw which wire goes where."""

import argparse
from pathlib import Path
from typing import Any

from device.commands.options import add_settings, settings_of


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("wiring", help="draw the wiring of buttons, lights and buzzer, by the settings")
    parser.add_argument("file", type=Path, help="the drawing, an SVG picture for any browser")
    add_settings(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Write the drawing."""
    from device.files import write_whole
    from device.wiring import drawing

    write_whole(args.file, drawing(settings_of(args).pins).encode())
    print(f"{args.file}: open it in a browser")
    return 0
