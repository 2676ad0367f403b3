"""The pins: who drives them, whether this user may, and whether any is given twice."""

import grp
import os
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from device.doctor.patient import Finding, Patient, fault, ok, warning
from device.panel.pins import wiring

OLDEST_GPIOZERO = (2, 0, 1)
GROUPS = {"gpio": "the pins", "video": "the camera", "render": "the camera's image processor"}


def pins(patient: Patient) -> Finding:
    """Look at the pin factory, and at the chip that it drives."""
    twice = wiring(patient.settings.pins).faults
    if twice:
        return fault(twice[0].en)
    factory = patient.settings.pins.factory
    if factory == "mock":
        return ok("pins are simulated, as the settings say ([pins] factory)")
    if factory == "auto" and not patient.is_a_pi:
        return ok("pins are simulated: this machine is no Raspberry Pi")
    return _real_pins(patient)


def _real_pins(patient: Patient) -> Finding:
    if find_spec("lgpio") is None:
        return fault("lgpio is not installed, so no pin works; type `sudo apt install python3-lgpio`, "
                     'or set factory = "mock" under [pins] to go without buttons and lights')
    try:
        numbers = tuple(int(part) for part in version("gpiozero").split(".")[:3] if part.isdecimal())
    except PackageNotFoundError:
        return fault("gpiozero is not installed; install Arbitrio again")
    if numbers < OLDEST_GPIOZERO:
        return fault(f"gpiozero {version('gpiozero')} is too old; install 2.0.1 or newer")
    chips = sorted((patient.root / "dev").glob("gpiochip*"))
    if not chips:
        return fault("there is no chip of pins (/dev/gpiochip0); update the system by `sudo apt full-upgrade` and "
                     'start it again, or set factory = "mock" under [pins]')
    closed = [chip for chip in chips if not os.access(chip, os.R_OK | os.W_OK)]
    if len(closed) == len(chips):
        return fault(f"this user may not use the pins ({chips[0]}); type `sudo usermod -aG gpio $USER`, "
                     "then log in anew")
    return ok(f"pins are driven by lgpio on {', '.join(chip.name for chip in chips if chip not in closed)}")


def groups(patient: Patient, mine: set[str] | None = None) -> Finding:
    """Look whether this user is in the groups that the pins and the camera belong to."""
    if mine is None:
        if os.geteuid() == 0:
            return ok("root may use everything (the service does not need it)")
        mine = {_group(number) for number in os.getgroups()}
    there = [name for name in GROUPS if any(line.startswith(f"{name}:")
                                            for line in (patient.read("etc/group") or "").splitlines())]
    missing = [name for name in there if name not in mine]
    if not missing:
        return ok(f"this user is in the groups {', '.join(there)}" if there else "this system has no such groups")
    text = (f"this user is not in the group {missing[0]}, which may use {GROUPS[missing[0]]}; type "
            f"`sudo usermod -aG {','.join(missing)} $USER`, then log in anew")
    return fault(text) if patient.is_a_pi else warning(text)


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)
