"""`arbitrio race`: races at the buttons, for any game."""

import argparse
import contextlib
import dataclasses
import queue
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from device.commands.options import add_settings, settings_of
from device.commands.play import add_language
from device.commands.run import port
from device.errors import SettingsError
from device.settings import RaceSettings, Settings

if TYPE_CHECKING:
    from device.panel import Button
    from device.panel.panel import Panel
    from device.terminal.race import Heard
    from device.terminal.race_page import RacePage
    from device.terminal.screen import Screen
    from rules.text import Text


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("race", help="race at the buttons: who presses first when the light goes green")
    parser.add_argument("--names", type=_names, default=(), metavar="NAME,NAME,...", help="who races, by seat")
    parser.add_argument("--players", type=int, choices=range(2, 6), metavar="N", help="how many, when without names")
    parser.add_argument("--best-of", type=int, default=1, metavar="N", help="races; more than half must be won")
    parser.add_argument("--false-start", choices=("out", "again"), help="who starts falsely is out, or all race again")
    parser.add_argument("--dead-heat", type=float, metavar="MS", help="presses no further apart share a place")
    parser.add_argument("--phones", type=port, nargs="?", const=8080, metavar="PORT",
                        help="have phones press too, at an address that is printed")
    parser.add_argument("--by-itself", action="store_true", help="begin each race without being told to")
    parser.add_argument("--history", type=int, nargs="?", const=10, metavar="N",
                        help="only show the last N races (10) and everybody's statistics")
    add_settings(parser)
    add_language(parser)
    parser.set_defaults(func=run)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def run(args: argparse.Namespace) -> int:
    """Race until somebody has won; 1 when it is ended before."""
    from device.races.history import History
    from device.terminal.race import show_history
    from device.terminal.screen import Screen

    settings, screen = settings_of(args), Screen(args.language)
    history = History(settings.games_folder())
    if args.history is not None:
        show_history(screen, history.runs(), max(1, args.history))
        return 0
    _check(args, screen)
    return 0 if _match(args, settings, screen, history) else 1


def _check(args: argparse.Namespace, screen: "Screen") -> None:
    from device.terminal import race_words as words

    if args.best_of < 1 or args.best_of % 2 == 0:
        raise SettingsError(screen.words(words.EVEN.fill(n=args.best_of)))
    wrong = _wrong_names(args.names) if args.names else None
    if wrong is not None:
        raise SettingsError(screen.words(wrong))


def _wrong_names(names: Sequence[str]) -> "Text | None":
    from device.terminal import race_words as words

    if not all(names):
        return words.NO_NAME
    folded = [name.casefold() for name in names]
    twice = next((name for name, key in zip(names, folded, strict=True) if folded.count(key) > 1), None)
    if twice is not None:
        return words.SAME_NAME.fill(name=twice)
    return None if 2 <= len(names) <= 5 else words.HOW_MANY_NAMES.fill(n=len(names))


def _match(args: argparse.Namespace, settings: Settings, screen: "Screen", history: Any) -> bool:
    from device.panel.attendant import Attendant
    from device.panel.panel import Panel
    from device.panel.race_run import rules_of
    from device.terminal.keys import Keys
    from device.terminal.race import Match, MatchRun
    from device.terminal.race_page import RacePage

    heard: Heard = queue.Queue()
    with Panel(settings.pins) as panel, Attendant(panel) as attendant:
        names = _who(args, panel, screen)
        race = _race_settings(args, settings.race)
        match = Match(rules_of(race, tuple(names), attendant.timing), names, args.best_of,
                      (race.shortest_wait_seconds, race.longest_wait_seconds), args.by_itself,
                      _phones_needed(args, panel, names))
        attendant.on_press(heard.put)
        for fault in attendant.faults:
            screen.say(fault)
        _introduce(panel, match, screen)
        others = args.phones is not None or not panel.simulated
        page = RacePage(names, panel.press, lambda: heard.put("\n"))
        with _phones(args, settings, page, screen), Keys(
                lambda key: _typed(panel, names, heard, key, others=others)):
            return MatchRun(match, attendant, screen, heard, history, page).run()


@contextlib.contextmanager
def _phones(args: argparse.Namespace, settings: Settings, page: "RacePage", screen: "Screen") -> Iterator[None]:
    """Serve the page for phones, when it is asked for."""
    if args.phones is None:
        yield
        return
    from device.addresses import table_address
    from device.terminal import race_words as words
    from web.race import create_race_app
    from web.server import Server

    with Server(create_race_app(page, settings.web.names), settings.web.host, args.phones) as server:
        screen.say(words.PHONES.fill(address=table_address(settings.web.host, server.port)))
        yield


def _who(args: argparse.Namespace, panel: "Panel", screen: "Screen") -> "dict[Button, str]":
    """Return who races: those that are named, so many as are told, or those whose buttons work."""
    from device.panel import player, seat_of
    from device.terminal import race_words as words

    if args.names:
        return {player(seat): name for seat, name in enumerate(args.names)}
    wired = [seat for button in panel.buttons if (seat := seat_of(button)) is not None and not panel.simulated]
    seats = range(args.players) if args.players else wired if len(wired) > 1 else range(2)
    return {player(seat): screen.words(words.PLAYER.fill(n=seat + 1)) for seat in seats}


def _phones_needed(args: argparse.Namespace, panel: "Panel", names: "dict[Button, str]") -> int:
    """Return how many phones must be there before a race begins by itself: one for each who has no wired button."""
    if args.phones is None:
        return 0
    return len(names) if panel.simulated else len(names.keys() - set(panel.buttons))


def _race_settings(args: argparse.Namespace, race: RaceSettings) -> RaceSettings:
    if args.false_start is not None:
        race = dataclasses.replace(race, false_start=args.false_start)
    if args.dead_heat is not None:
        if not 0 <= args.dead_heat <= 1000:
            raise SettingsError(f"--dead-heat is {args.dead_heat:g}; write milliseconds from 0 to 1000")
        race = dataclasses.replace(race, dead_heat_ms=args.dead_heat)
    return race


def _introduce(panel: "Panel", match: Any, screen: "Screen") -> None:
    from device.panel import seat_of
    from device.terminal import race_words as words

    best_of = words.BEST_OF.fill(n=match.best_of, wins=match.best_of // 2 + 1)
    screen.say(best_of if match.best_of > 1 else words.SINGLE)
    for button, name in match.names.items():
        how = words.BY_BUTTON if button in panel.buttons and not panel.simulated else words.BY_KEY
        screen.say(words.WHO.fill(name=name, how=how.fill(n=(seat_of(button) or 0) + 1)), indent=2)


def _typed(panel: "Panel", names: "dict[Button, str]", heard: "Heard", key: str, *, others: bool) -> None:
    """Take a key; without a keyboard the match goes on where phones or wired buttons are there to press."""
    from device.panel import KEYS, STOP
    from device.terminal.keys import ENDED

    if key == ENDED and others:
        return
    if key in KEYS and (KEYS[key] in names or KEYS[key] == STOP):
        panel.press(KEYS[key], source="key")
    else:
        heard.put(key)
