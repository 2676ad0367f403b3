"""`arbitrio export`: write a game as a record that replays to the same game, or as a table."""

import argparse
import sys
from pathlib import Path
from typing import Any

from device.commands.options import add_settings, settings_of
from device.errors import SettingsError


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("export", help="write a game that was played as a text record or a table")
    parser.add_argument("number", type=int, nargs="?", help="the game's number (see `arbitrio games`); the last one")
    parser.add_argument("--csv", action="store_true", help="a line for each event, for a spreadsheet, not a record")
    parser.add_argument("--all", action="store_true", help="with --csv: a line for each game that was played here")
    parser.add_argument("--secrets", action="store_true", help="write a game that is still played too, with its codes "
                                                               "and hands")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where to write it; the terminal, if left out")
    add_settings(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Write one game, or the list of all."""
    if args.all and not args.csv:
        raise SettingsError("--all writes a table: add --csv")
    text = _text(args)
    if args.output is None:
        sys.stdout.write(text)
        return 0
    try:
        args.output.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise SettingsError(f"{args.output} can't be written ({error.strerror}); name another file") from error
    return 0


def _text(args: argparse.Namespace) -> str:
    from device.archive.archive import Archive
    from web.archive import Hidden

    archive = Archive(settings_of(args).games_folder(), notes=False)
    if args.all:
        return archive.sheet_of_all()
    number = archive.latest() if args.number is None else args.number
    try:
        if number is None:
            raise LookupError
        write = archive.sheet if args.csv else archive.record
        return write(number, secrets=args.secrets)
    except LookupError as error:
        which = "" if number is None else f" {number}"
        raise SettingsError(f"there is no game{which}; `arbitrio games` lists those that were played") from error
    except Hidden as error:
        raise SettingsError(f"game {number} is still being played and has secrets; wait until it is over, or add "
                            "--secrets to write its codes and hands all the same") from error
