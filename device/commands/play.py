"""`arbitrio play GAME`: play a game in the terminal, every player at one keyboard."""

import argparse
import os
from pathlib import Path
from typing import Any

from device.errors import SettingsError
from rules.text import LANGUAGES, Language


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("play", help="play a game in the terminal, every player at one keyboard")
    parser.add_argument("game", help="the game's name; `arbitrio games` lists them with their options")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--record", type=Path, metavar="FILE",
                        help="where the game is kept; a game that is kept there already goes on")
    parser.add_argument("--seed", type=int, metavar="N", help="for shuffles and dice, to have the same ones again")
    add_language(parser)
    parser.set_defaults(func=run)


def add_language(parser: Any) -> None:
    """Add `--language`, by default what the system speaks."""
    parser.add_argument("--language", choices=LANGUAGES, default=spoken(os.environ))


def spoken(environment: "os._Environ[str] | dict[str, str]") -> Language:
    """Return the language that the system is set to, English where we don't speak it.

    >>> spoken({"LANG": "fr_CH.UTF-8"})
    'fr'
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    tongue = next((value for name in names if (value := environment.get(name))), "en")
    return next((language for language in LANGUAGES if tongue.startswith(language)), "en")


def run(args: argparse.Namespace) -> int:
    """Play until the game is left, and say where its record is."""
    from device.terminal import sentences
    from device.terminal.play import Play
    from device.terminal.screen import Screen
    from device.terminal.session import open_session

    screen = Screen(args.language)
    session = open_session(args.game, options_of(args.option, args.language), args.record, args.seed, args.language)
    screen.say(sentences.WELCOME.fill(title=session.game.title))
    if session.actions:
        screen.say(sentences.GOES_ON.fill(file=str(args.record), count=len(session.actions)))
    defaults = [f"{name} = {session.game.chosen(session.state)[name]}" for name in session.face.defaults]
    if defaults:
        screen.say(sentences.CHOSEN.fill(options=", ".join(defaults)))
    Play(session, screen).run()
    screen.say(sentences.SAVED.fill(file=str(args.record)) if args.record else sentences.NOT_SAVED)
    return 0


def options_of(pairs: list[str], language: Language) -> dict[str, str]:
    """Return options from texts such as "players=2"; raise SettingsError for one without a value."""
    from device.terminal import sentences

    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise SettingsError(getattr(sentences.NO_VALUE.fill(pair=pair), language))
        options[name.strip()] = value.strip()
    return options
