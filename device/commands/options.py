"""What several commands take: the settings file."""

import argparse
import os
from pathlib import Path

from device.settings import Settings, load

SETTINGS = "ARBITRIO_SETTINGS"
"""The environment's name of the settings file of an installed table."""


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Let the command take a settings file."""
    parser.add_argument("--settings", type=Path, metavar="FILE", help=f"default: ${SETTINGS}, else none")


def settings_of(args: argparse.Namespace) -> Settings:
    """Return what the file says that was named, by argument or environment; all defaults without one."""
    file = args.settings or os.environ.get(SETTINGS)
    return load(file) if file else Settings()
