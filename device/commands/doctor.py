"""`arbitrio doctor`: one page of checks, each with its remedy."""

import argparse
import json
import logging
from typing import TYPE_CHECKING, Any

from device.commands.options import add_settings, settings_of
from device.errors import SettingsError
from rules.text import counted

if TYPE_CHECKING:
    from device.doctor.patient import Finding
    from device.settings import Settings


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("doctor", help="check this machine, and say how to mend what is wrong",
                                   description="Check this machine; a table that runs is asked and not disturbed. "
                                               "The status is 1 when there is a fault.")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_settings(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print what was found, line by line as it is found; return 1 when there is a fault."""
    from device.doctor.checks import examine
    from device.doctor.patient import Patient, running_service

    logging.getLogger("device").addHandler(logging.NullHandler())  # what is wrong is told below, and once
    settings, first = _settings(args)
    found = {"settings": first}
    if not args.json:
        _print("settings", first)
    patient = Patient(settings, settings.games_folder(), running_service(settings))
    for name, finding in examine(patient):
        found[name] = finding
        if not args.json:
            _print(name, finding)
    faults = sum(one.level == "fault" for one in found.values())
    if args.json:
        print(json.dumps({"ok": not faults, "running": patient.running is not None, "checks": {
            name: {"level": one.level, "text": one.text} for name, one in found.items()}}, ensure_ascii=False))
    else:
        warnings = sum(one.level == "warning" for one in found.values())
        print(f"\n{counted(faults, 'fault', 'faults')}, {counted(warnings, 'warning', 'warnings')}")
    return 1 if faults else 0


def _settings(args: argparse.Namespace) -> "tuple[Settings, Finding]":
    """Return the settings, or the defaults and what is wrong with them."""
    from device.doctor.patient import fault, ok
    from device.settings import Settings

    try:
        return settings_of(args), ok("the settings can be used")
    except SettingsError as error:
        return Settings(), fault(f"{error} (all else is checked by the defaults)")


def _print(name: str, finding: "Finding") -> None:
    mark = {"ok": "ok", "warning": "WARNING", "fault": "FAULT"}[finding.level]
    print(f"{mark:<8} {name:<10} {finding.text}", flush=True)
