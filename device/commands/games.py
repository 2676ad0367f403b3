"""`arbitrio games`: list the games that can be refereed, and those that were played here."""

import argparse
from collections.abc import Mapping
from typing import Any

from device.commands.options import add_settings, settings_of
from device.settings import Settings

NEWEST = 10
"""Played games that are listed unless all are asked for."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("games", help="list the games that can be refereed, and those played here")
    parser.add_argument("game", nargs="?", metavar="GAME", help="tell this game's options")
    parser.add_argument("--all", action="store_true", help=f"list all games played here, not only the last {NEWEST}")
    add_settings(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print the options of the game that is named; else what can be played, and what was played."""
    from rules.registry import GAMES

    if args.game is not None:
        _print_options(args.game)
        return 0
    for game in GAMES.values():
        print(f"{game.name:12}{game.title.en}, {_numbers(game.players)} players")
    print("`arbitrio games GAME` tells its options")
    _print_played(settings_of(args), None if args.all else NEWEST)
    return 0


def _numbers(players: Any) -> str:
    return str(players[0]) if len(players) == 1 else f"{min(players)} to {max(players)}"


def _print_options(name: str) -> None:
    from device.errors import SettingsError
    from rules.game import GameError
    from rules.registry import game as find_game

    try:
        game = find_game(name)
    except GameError as error:
        raise SettingsError(f"{error}; `arbitrio games` lists them") from error
    print(f"{game.title.en}, {_numbers(game.players)} players; the first choice of each option is the usual one")
    for option in sorted(game.options, key=lambda option: not option.usual):
        only = f" (with {option.when[0]} = {option.when[1]})" if option.when else ""
        print(f"\n{option.name} = {' | '.join(option.choices)}{' | ...' if option.free else ''}{only}")
        print(f"    {option.text.en}\n    source: {option.source.en}")


def _print_played(settings: Settings, most: int | None) -> None:
    from device.archive.archive import Archive
    from device.store import STORE_NAME

    folder = settings.games_folder()
    if not (folder / STORE_NAME).exists():
        return
    found = Archive(folder, notes=False).games(None, most or 1_000_000, None)
    if found["games"]:
        print(f"\nplayed here, {len(found['games'])} of {found['count']}, the newest first:")
    for game in found["games"]:
        date = (game["date"] or "clock not set").replace("T", " ")
        print(f"{game['number']:>6}  {date:16}  {game['name']:11} {_ending(game)}")


def _ending(game: Mapping[str, Any]) -> str:
    if game["state"] == "running":
        return "being played"
    if game["state"] == "left":
        return "not played to its end"
    results = game["results"]
    return str(results[0]["text"]["en"]) if len(results) == 1 else f"{len(results)} games"
