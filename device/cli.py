"""The command line: `arbitrio COMMAND`."""

import importlib
import sys
from collections.abc import Sequence
from importlib.metadata import version

from device.arguments import Parser
from device.errors import ArbitrioError, SettingsError
from rules.game import GameError

COMMANDS = ("run", "demo", "referee", "read", "mat", "deck", "games", "export", "play", "replay", "panel", "race",
            "link", "doctor", "club", "settings", "wiring", "mount")
"""Each is a module of `device.commands` with `add_parser(subparsers)`; the parser's `func` does the work."""


STATUSES = ("Every command ends with 0 when it is done, 1 when it could not be done, and 2 when what was typed or set "
            "is wrong.")


def parser() -> Parser:
    """Return the parser of all commands."""
    top = Parser(prog="arbitrio", description="A referee for board games on a real table.", epilog=STATUSES)
    top.add_argument("--version", action="version", version=f"arbitrio {version('arbitrio')}")
    subparsers = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in COMMANDS:
        importlib.import_module(f"device.commands.{name}").add_parser(subparsers)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its status, one of `STATUSES`; 130 when Ctrl-C ended it."""
    args, unknown = parser().parse_known_args(argv)
    try:
        if unknown:
            raise SettingsError(f"arbitrio {args.command} takes no {' '.join(unknown)}; "
                                f"see: arbitrio {args.command} --help")
        return int(args.func(args))
    except (ArbitrioError, GameError) as error:
        print(f"arbitrio: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    except BrokenPipeError:  # the reader of our output went away, as `head` does
        return 0
    except OSError as error:
        print(f"arbitrio: {_in_words(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _in_words(error: OSError) -> str:
    """Return the error without its number; one of a file's, which no remedy goes with yet, gets one."""
    if error.filename is not None:
        return (f"{error.filename} can't be used ({str(error.strerror).lower()}); "
                "check the name, that its folder is there, and your rights to it")
    return error.strerror or str(error)
