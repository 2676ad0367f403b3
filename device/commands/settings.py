"""`arbitrio settings`: all settings with their defaults, or those that a file gives."""

import argparse
from pathlib import Path
from typing import Any

from device.commands.options import add_settings, settings_of
from device.errors import SettingsError
from device.settings import Settings


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("settings", help="explain all settings; with --check, only read a file of them")
    add_settings(parser)
    parser.add_argument("--check", action="store_true", help="say whether the settings file can be used")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the settings file to check")
    parser.set_defaults(func=run)


def _check_game(settings: Settings) -> None:
    """Raise SettingsError when the first game could not be begun."""
    from device.mondrian_deck import deck_options
    from rules.game import GameError
    from rules.registry import game

    chosen = settings.game
    try:
        game(chosen.name).new({**deck_options(chosen.name, chosen.deck), **chosen.options})
    except GameError as error:
        raise SettingsError(f"[game] in the settings: {error.text}") from error


def run(args: argparse.Namespace) -> int:
    """Print the page, or check the file."""
    from device.settings_page import page

    if args.file and args.settings and args.file != args.settings:
        raise SettingsError(f"two settings files are named, {args.settings} and {args.file}; name one")
    if args.check or args.file:
        args.settings = args.file or args.settings
        _check_game(settings_of(args))
        print("the settings can be used")
    else:
        print(page(), end="")
    return 0
