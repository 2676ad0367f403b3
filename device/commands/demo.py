"""`arbitrio demo`: referee the built-in film, with simulated pins and the pages in the browser."""

import argparse
import dataclasses
import tempfile
import webbrowser
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from device.commands.run import pace, port
from device.settings import GameSettings, PinSettings, Settings, WebSettings

FILM = "otrio.mp4"
FOLDER = "arbitrio-demo-"
"""How the name of a demonstration's folder begins; it goes with the demonstration."""
ADDRESS = "address"
"""The file there that says where it is served."""
GAME = GameSettings("otrio", {"players": "2", "turns": "purple,red,green,blue"})
"""What the film shows: two players with two colours each."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("demo", help="referee a filmed game, without camera or pins")
    parser.add_argument("--port", type=port, default=8080)
    parser.add_argument("--pace", type=pace, default=1.0, help="how fast the film plays")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Play the film to the referee and show the game, until Ctrl-C."""
    from device.appliance import running
    from device.commands.run import welcome
    from device.signals import wait_for_the_end

    with as_file(files("device") / "data" / FILM) as film, tempfile.TemporaryDirectory(prefix=FOLDER) as folder:
        settings = dataclasses.replace(
            Settings(), game=GAME, pins=PinSettings("mock"), web=WebSettings(port=args.port),
            camera=dataclasses.replace(Settings().camera, source=str(film)))
        with running(settings, Path(folder), pace=args.pace, show=True) as appliance:
            (Path(folder) / ADDRESS).write_text(appliance.address, encoding="utf-8")
            welcome(appliance)
            print("the film lasts half a minute and begins when a phone or browser opens one of these addresses; the "
                  "button \"Show the film again\" on the host's page plays it once more, when your phone is there too; "
                  "`arbitrio link --demo` shows these addresses again; Ctrl-C ends the demonstration", flush=True)
            if not args.no_browser:
                webbrowser.open(appliance.host_link)
            wait_for_the_end()
    return 0
