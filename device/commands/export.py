"""`arbitrio export`: write a game as a record that replays to the same game."""

import argparse
import sys
from pathlib import Path
from typing import Any

from device.commands.options import add_settings, settings_of
from device.errors import SettingsError


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("export", help="write a game that was played as a text record")
    parser.add_argument("number", type=int, nargs="?", help="the game's number (see `arbitrio games`); the last one")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where to write it; the terminal, if left out")
    add_settings(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Write the record of one game."""
    from device.store import STORE_NAME, Store

    settings = settings_of(args)
    with Store(settings.games_folder() / STORE_NAME, read_only=True) as store:
        text = record_of(store, args.number)
    if args.output:
        args.output.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


def record_of(store: Any, number: int | None = None) -> str:
    """Return a game's record; raise SettingsError when there is no such game."""
    from device.events import Ledger, fold
    from rules.game import Record
    from rules.record import write

    ledger: Ledger | None = None
    for event in store.events(number):
        ledger = fold(ledger, event)
    if ledger is None:
        raise SettingsError(f"there is no game {number if number is not None else ''}; "
                            "`arbitrio games` lists those that were played")
    return write(Record(ledger.game.name, dict(ledger.options), ledger.actions))
