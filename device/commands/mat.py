"""`arbitrio mat`: write the printable mat."""

import argparse
from pathlib import Path
from typing import Any

from device.commands.options import add_settings, settings_of
from rules.text import counted


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("mat", help="write the printable mat as a PDF")
    parser.add_argument("output", type=Path, metavar="OUT.pdf")
    parser.add_argument("--paper", type=paper, default="a3", metavar="{a3,a4}",
                        help="a4 gives two sheets to lay side by side")
    add_settings(parser)
    parser.set_defaults(func=run)


def paper(text: str) -> str:
    """Return a paper typed on the command line."""
    if text.lower() not in ("a3", "a4"):
        raise argparse.ArgumentTypeError(f"{text} is no paper that the mat is made for; write a3, or a4 for two sheets")
    return text.lower()


def run(args: argparse.Namespace) -> int:
    """Write the mat and say how to print it."""
    from device.mat_pdf import write_mat

    settings = settings_of(args)
    pages = write_mat(args.output, args.paper, settings.mat)
    print(f"{args.output}: {counted(pages, 'page', 'pages')}; print at 100 %, then check the 100 mm ruler")
    return 0
