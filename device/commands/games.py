"""`arbitrio games`: list the games, their options, and the games played."""

import argparse
from typing import Any

from device.commands.options import add_settings, settings_of
from device.settings import Settings


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("games", help="list the games that can be refereed, and those played here")
    add_settings(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print what can be played, with every option, and what was played."""
    from rules.registry import GAMES

    for game in GAMES.values():
        players = ", ".join(map(str, game.players))
        print(f"{game.name}: {game.title.en}, {players} players")
        for option in game.options:
            print(f"    {option.name} = {' | '.join(option.choices)}\n        {option.text.en}")
    _print_played(settings_of(args))
    return 0


def _print_played(settings: Settings) -> None:
    from datetime import datetime

    from device.store import STORE_NAME, Store

    path = settings.games_folder() / STORE_NAME
    if not path.exists():
        return
    with Store(path, read_only=True) as store:
        print("\nplayed here (number, game, start):")
        for number, name, wall in store.games():
            print(f"    {number}  {name}  {datetime.fromtimestamp(wall):%Y-%m-%d %H:%M}")
