"""All the checks, in the order in which they are told."""

import logging
from collections.abc import Callable, Iterator

from device.doctor import broker, camera, clock, disk, games, network, power, software, wires
from device.doctor.patient import Finding, Patient, fault

_log = logging.getLogger(__name__)


def examine(patient: Patient) -> Iterator[tuple[str, Finding]]:
    """Yield each check's name and what it found."""
    eyes = camera.Eyes(patient)
    checks: dict[str, Callable[[], Finding]] = {
        "service": lambda: software.service(patient),
        "camera": lambda: camera.camera(eyes),
        "markers": lambda: camera.markers(eyes),
        "light": lambda: camera.light(eyes),
        "pins": lambda: wires.pins(patient),
        "groups": lambda: wires.groups(patient),
        "libraries": lambda: software.copies(patient),
        "power": lambda: power.throttling(patient),
        "heat": lambda: power.heat(patient),
        "disk": lambda: disk.room(patient),
        "wear": lambda: disk.wear(patient),
        "store": lambda: games.store(patient),
        "clock": lambda: clock.clock(patient),
        "port": lambda: network.port(patient),
        "address": lambda: network.address(patient),
        "name": lambda: network.name(patient),
        "broker": lambda: broker.broker(patient),
    }
    for name, check in checks.items():
        yield name, _checked(check)


def _checked(check: Callable[[], Finding]) -> Finding:
    try:
        return check()
    except Exception as error:  # one check that fails must not hide what the others find
        _log.debug("a check failed", exc_info=True)
        return fault(f"this can't be checked here ({error}); report it with what `arbitrio doctor --json` says")
