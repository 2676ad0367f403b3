"""`arbitrio referee`: referee a film (or a camera) and print what happened."""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from device.commands.options import add_settings, settings_of
from device.errors import SettingsError
from device.settings import Settings

if TYPE_CHECKING:
    from device.events import Ledger
    from device.referee import Referee


LONG = 60
"""Letters of an option that nobody reads, such as a whole deck of cards."""


@dataclass
class Watched:
    """What came of watching a source."""

    referee: "Referee | None" = None
    still: bool = False
    """The table was read at least once."""
    why_not: str = "the table never came to rest; take a longer film"
    """Why it could not be read, as far as is known."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("referee", help="referee a game from a film, a folder of pictures or a camera")
    parser.add_argument("game", help="the game's name; `arbitrio games` lists them")
    parser.add_argument("--source", required=True, help="a film, a folder of pictures, picamera2[:n] or webcam[:n]")
    parser.add_argument("--json", action="store_true", help="one JSON object an event")
    parser.add_argument("--players", help="the game's option `players`")
    parser.add_argument("--turns", help="the game's option `turns`, such as purple,red,green,blue")
    parser.add_argument("--deck", help="the folder of an enrolled deck")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="another option")
    parser.add_argument("--frames", type=int, help="stop after so many frames")
    add_settings(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print one line an event as it is decided, and how the game ended; return 1 when the table was never seen."""
    settings = settings_of(args)
    if args.deck is not None:
        settings = replace(settings, game=replace(settings.game, deck=args.deck))
    watched = Watched()
    for line in lines(args.game, _options(args), args.source, settings, args.frames, watched):
        if args.json:
            line.pop("text")
            print(json.dumps(line, ensure_ascii=False), flush=True)
        else:
            print(f"{line['frame']:6d}  {line['text']}", flush=True)
    if not watched.still:
        print(f"arbitrio: the table was never read in {args.source}: {watched.why_not}", file=sys.stderr)
        return 1
    ledger = None if watched.referee is None else watched.referee.ledger
    if not args.json and ledger is not None:
        outcome = ledger.game.outcome(ledger.state)
        print(f"\n{'The game is not over' if outcome is None else outcome.text.en}")
        print(_how_it_was_played(ledger))
    return 0


def _how_it_was_played(ledger: "Ledger") -> str:
    """Return the options that tables differ in: who else referees this film may have chosen others."""
    chosen = ledger.game.chosen(ledger.state)
    usual = ", ".join(f"{option.name} = {value}" for option in ledger.game.options
                      if option.usual and len(value := chosen[option.name]) < LONG)
    return f"Played with {usual}; --players, --turns and --option change that"


def _options(args: argparse.Namespace) -> dict[str, str]:
    options = {name: value for name in ("players", "turns") if (value := getattr(args, name)) is not None}
    for pair in args.option:
        name, equals, value = pair.partition("=")
        if not equals:
            raise SettingsError(f"--option {pair} has no value; write it as NAME=VALUE")
        options[name] = value
    return options


def lines(game: str, options: dict[str, str], source: str, settings: Settings,
          frames: int | None = None, watched: Watched | None = None) -> Iterator[dict[str, Any]]:
    """Yield each event's fields, its `text` in words, and `frame`: the index of the frame that decided it.

    `watched` is told what came of it.
    """
    from device.appliance import capture_of
    from device.camera.open import open_camera
    from device.commands.run import check_source, with_arguments
    from device.mondrian_deck import deck_options
    from device.referee import Command, Look, Referee, step
    from device.watching import make_watcher
    from rules.registry import game as find_game

    # no phone is asked: what only people could tell is left to their trust, where the game allows it
    options = {**getattr(find_game(game), "presets", {}).get("camera", {}), **deck_options(game, settings.game.deck),
               **options}
    referee = step(Referee(), Command("new", {"game": game, "options": options}, "command line"))
    if not referee.answer.ok:
        raise SettingsError(str(referee.answer.text))
    now, watched = referee.referee, watched or Watched()
    watcher = make_watcher(game, settings)
    check_source(with_arguments(settings, source, None))
    with open_camera(source, capture_of(settings, 0)) as camera:
        for shot in camera.shots():
            if frames is not None and shot.index >= frames:
                break
            reading = watcher.see(shot.frame, shot.seconds)
            if reading.fault is not None:
                watched.why_not = reading.fault.text.en
            watched.still = watched.still or (reading.status == "still" and reading.fault is None)
            made = step(now, Look(reading))
            yield from _lines(now, made.events, shot.index)
            now = watched.referee = made.referee


def _lines(referee: Any, events: tuple[Any, ...], frame: int) -> Iterator[dict[str, Any]]:
    from device.events import fold

    ledger = referee.ledger
    for event in events:
        if event.kind == "new":
            ledger = fold(ledger, event)
            continue
        before, ledger = ledger, fold(ledger, event)
        yield {"frame": frame, **_fields(before, event, ledger), "text": ledger.log[-1].text.en if ledger else ""}


def _fields(before: Any, event: Any, after: Any) -> dict[str, Any]:
    """Return the event's own fields, by the game that it belongs to."""
    game = before.game
    if event.kind == "action":
        return dict(game.line(before.state, game.parse(event.body["action"]), after.state))
    if event.kind == "illegal":
        return dict(game.refused_line(before.state, after.refusal.action, after.refusal.refused))
    return {"kind": event.kind}


