"""`arbitrio replay RECORD`: show a record move by move, or check it."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.commands.play import add_language
from device.errors import SettingsError

if TYPE_CHECKING:
    from device.terminal.screen import Screen
    from rules.game import Game, Record


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("replay", help="show a record move by move, or check it")
    parser.add_argument("record", type=Path, metavar="RECORD", help="a file that `play --record` or `export` wrote")
    parser.add_argument("--check", action="store_true", help="only say whether it is whole and by the rules")
    parser.add_argument("--step", action="store_true", help="wait for Enter after every action")
    parser.add_argument("--seat", type=int, metavar="N", help="show what seat N could see, from 1; else a spectator")
    add_language(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Show the record, or say what is wrong with it in one sentence; see `device.cli.STATUSES`."""
    from device.terminal.screen import Screen
    from device.terminal.session import read_record
    from rules.record import replay
    from rules.registry import game as find_game

    screen = Screen(args.language)
    record = read_record(args.record, args.language)
    game, states = find_game(record.game), replay(record)
    if args.check:
        _praise(screen, args.record, game, states)
    else:
        _show(screen, args, game, record, states)
    return 0


def _praise(screen: "Screen", file: Path, game: "Game[Any, Any]", states: tuple[Any, ...]) -> None:
    from device.terminal import sentences

    outcome = game.outcome(states[-1])
    ending = sentences.UNFINISHED if outcome is None else outcome.text
    screen.say(sentences.GOOD.fill(file=str(file), game=game.title, count=len(states) - 1, ending=ending))


def _show(screen: "Screen", args: argparse.Namespace, game: "Game[Any, Any]", record: "Record",
          states: tuple[Any, ...]) -> None:
    """Write the options, then every action in words with the table after it."""
    from device.terminal import sentences
    from device.terminal.face import face_of
    from device.terminal.screen import Ended
    from device.terminal.session import audience_of

    seats = len(game.seats(states[0]))
    if args.seat is not None and not 1 <= args.seat <= seats:
        raise SettingsError(screen.words(sentences.NO_SEAT.fill(seat=args.seat, last=seats)))
    viewer: Any = "spectator" if args.seat is None else args.seat - 1
    lines = face_of(game.name).lines
    screen.say(game.title)
    screen.write(", ".join(f"{name} = {value}" for name, value in record.options.items()))
    for number, (notation, before, after) in enumerate(zip(record.actions, states, states[1:], strict=False), 1):
        action = game.parse(notation)
        audience = audience_of(game, before, action)
        if audience is not None and viewer not in audience:
            continue
        screen.write(f"\n{number}. {screen.words(game.describe(before, action))}")
        for line in lines(game.view(after, viewer), screen.language):
            screen.write(line)
        try:
            if args.step and number < len(record.actions):
                screen.ask(f"{screen.words(sentences.NEXT)} ")
        except Ended:
            return
    outcome = game.outcome(states[-1])
    screen.say(sentences.UNFINISHED if outcome is None else outcome.text)
