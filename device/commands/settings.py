"""`arbitrio settings`: all settings with their defaults, or those that a file gives."""

import argparse
from typing import Any

from device.commands.options import add_settings, settings_of


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("settings", help="explain all settings; with --check, only read a file of them")
    add_settings(parser)
    parser.add_argument("--check", action="store_true", help="say whether the settings file can be used")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print the page, or check the file."""
    from device.settings_page import page

    if args.check:
        settings_of(args)
        print("the settings can be used")
    else:
        print(page(), end="")
    return 0
