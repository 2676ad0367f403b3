"""`arbitrio deck enrol FOLDER` and `arbitrio deck check FOLDER`: a Mondrian deck, from one photograph of each card."""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from device.arguments import Parser
from device.commands.options import add_settings, settings_of
from device.commands.play import add_language
from device.errors import SettingsError
from device.mondrian_deck import load_deck
from device.settings import Settings
from rules.text import counted

PICTURES = (".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp")
"""Endings of the files that are taken from a folder."""


class _Parser(Parser):
    """Takes photographs after options too, where argparse alone takes none any more."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Return what was given and what is unknown."""
        given, unknown = super().parse_known_args(args, namespace)
        if hasattr(given, "photos"):
            given.photos = [*given.photos, *(word for word in unknown if not word.startswith("-"))]
            unknown = [word for word in unknown if word.startswith("-")]
        return given, unknown


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("deck", help="enrol a Mondrian deck, or check one")
    parts = parser.add_subparsers(dest="part", required=True, metavar="enrol|check", parser_class=_Parser)
    enrol = parts.add_parser("enrol", help="make a deck, or add to one, from a photograph of each card on the mat")
    enrol.add_argument("folder", type=Path, metavar="FOLDER", help="the deck's folder; what it holds is kept")
    enrol.add_argument("photos", nargs="*", metavar="PHOTO", help="a photograph of one card on the mat, or a folder of "
                       "such; without any the camera looks at one card after the other")
    enrol.add_argument("--size", metavar="WxH", help="a card's width and height in mm, such as 60x84")
    enrol.add_argument("--yes", action="store_true", help="ask nothing; leave out what is not clear")
    enrol.add_argument("--replace", action="store_true",
                       help="with --yes: take the new picture of a card that the deck has")
    enrol.add_argument("--source", help="the camera, instead of the settings' [camera] source")
    add_settings(enrol)
    add_language(enrol)
    enrol.set_defaults(func=run_enrol)
    check = parts.add_parser("check", help="find what is wrong with a deck, and cards that are too alike")
    check.add_argument("folder", type=Path, metavar="FOLDER")
    check.set_defaults(func=run_check)


def run_check(args: argparse.Namespace) -> int:
    """Print what is wrong with a deck; 1 when something is. Raises SettingsError for a deck that can't be loaded."""
    from device.mondrian_enrol import faults, summary

    deck = load_deck(args.folder)
    found = faults(deck)
    counts = ", ".join(f"{n} of value {value}" for value, n in summary(deck.cards).items())
    cards = counted(len(deck.cards), "card", "cards")
    print(f"{args.folder}: {cards} of {deck.size_mm[0]:g} x {deck.size_mm[1]:g} mm ({counts})")
    for fault in found:
        print(fault)
    if not found:
        print("every card can be told from every other")
    return 1 if found else 0


def run_enrol(args: argparse.Namespace) -> int:
    """Enrol cards until the photographs end or the person stops; 1 when a photograph was left out."""
    from device.mondrian_enrol import Folder
    from device.mondrian_session import Session
    from device.mondrian_talk import Talk, parse_size
    from device.terminal.screen import Ended, Screen
    from device.watching import table_settings

    settings = settings_of(args)
    size = parse_size(args.size) if args.size else None
    if args.size and size is None:
        raise SettingsError(f"--size {args.size} can't be read; write a card's width and height in mm, such as 60x84")
    if args.yes and not args.photos:
        raise SettingsError("--yes needs photographs; name them, or leave --yes out to enrol from the camera")
    talk = Talk(Screen(args.language))
    session = Session(Folder(args.folder, size), table_settings(settings), talk, args.yes, args.replace)
    try:
        if args.photos:
            for path in photos(args.photos):
                session.photograph(path)
        else:
            for frame in looks(args.source or settings.camera.source, settings, talk):
                session.look(frame)
    except Ended:
        pass
    count = len(session.folder.cards)
    print(f"{args.folder}: {counted(session.added, 'card', 'cards')} enrolled now, {count} in all" + (
        f"; look for cards too alike with `arbitrio deck check {args.folder}`" if count else ""))
    if session.left_out:
        print(f"{counted(len(session.left_out), 'photograph was', 'photographs were')} left out: "
              f"{', '.join(session.left_out)}", file=sys.stderr)
    return 1 if session.left_out else 0


def photos(names: list[str]) -> list[Path]:
    """Return the files that names of files and folders mean, in order; raise SettingsError for what is not there."""
    found: list[Path] = []
    for path in map(Path, names):
        if path.is_dir():
            inside = sorted(file for file in path.iterdir() if file.suffix.lower() in PICTURES)
            if not inside:
                raise SettingsError(f"the folder {path} holds no pictures; name the one with the cards' photographs")
            found += inside
        elif path.exists():
            found.append(path)
        else:
            raise SettingsError(f"there is no photograph {path}; check its name")
    return found


def looks(source: str, settings: Settings, talk: Any) -> Iterator[Any]:
    """Yield a fresh frame each time the person asks for one."""
    from device.appliance import capture_of
    from device.camera.open import open_camera
    from device.mondrian_talk import NEXT

    with open_camera(source, capture_of(settings, pace=1.0)) as camera:
        shots = camera.shots()
        while talk.ask(NEXT) != "stop":
            asked = time.monotonic()
            shot = next((s for s in shots if not camera.live or s.seconds >= asked), None)
            if shot is None:
                return
            yield shot.frame
