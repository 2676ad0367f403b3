"""The GPIO pins: which factory drives them, and what is wired to which."""

import contextlib
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from gpiozero import LED, GPIOZeroError
from gpiozero.pins.mock import MockFactory

from device.errors import ArbitrioError, SettingsError
from device.settings import PinSettings

Lamp: TypeAlias = str
"""A lamp by name: "green", "amber", "red", "player 1" to "player 5"."""
Factory: TypeAlias = Any
"""A gpiozero pin factory."""
_BOARD_FILES = (Path("/proc/device-tree/model"), Path("/proc/cpuinfo"))


class PinsError(ArbitrioError, OSError):
    """The pins can't be used; the sentence ends with the remedy."""


def on_a_pi() -> bool:
    """Tell whether this machine calls itself a Raspberry Pi; many PCs have a GPIO chip too, of another kind."""
    for file in _BOARD_FILES:
        with contextlib.suppress(OSError):
            if "Raspberry Pi" in file.read_text(errors="replace"):
                return True
    return False


def open_factory(name: str) -> Factory:
    """Return the pin factory "lgpio" or "mock"; "auto" is lgpio on a Pi, else mock; raise PinsError.

    It is never another one than named: gpiozero's own choice falls back to one that fails later. While lgpio is
    imported the working directory is another: call this before threads start that use relative paths.
    """
    if name == "auto":
        name = "lgpio" if on_a_pi() else "mock"
    return MockFactory() if name == "mock" else _open_lgpio()


def _open_lgpio() -> Factory:
    try:
        with _elsewhere():
            from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:
        raise PinsError(f"the pins need lgpio, which is not installed ({error}); type "
                        '`sudo apt install python3-lgpio`, or set factory = "mock" under [pins] to go without lights'
                        ) from error
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio raises an `error` of its own; a machine that is no Pi a GPIOZeroError
        raise PinsError(f"the GPIO pins can't be opened ({error}); let this user into the group gpio, "
                        'or set factory = "mock" under [pins] to go without lights') from error


@contextlib.contextmanager
def _elsewhere() -> Iterator[None]:
    """Be in a folder that goes away: importing lgpio puts a FIFO where one is, or goes to where LG_WD says."""
    here, lg_wd = os.getcwd(), os.environ.pop("LG_WD", None)
    with tempfile.TemporaryDirectory(prefix="arbitrio-") as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(here)
            if lg_wd is not None:
                os.environ["LG_WD"] = lg_wd


def lamps(settings: PinSettings) -> Mapping[Lamp, int]:
    """Return the BCM number of each lamp that is wired; raise SettingsError when two share a pin."""
    wired = {"green": settings.green, "amber": settings.amber, "red": settings.red}
    wired |= {f"player {seat + 1}": pin for seat, pin in enumerate(settings.lights)}
    wired = {lamp: pin for lamp, pin in wired.items() if pin}
    users: dict[int, Lamp] = {}
    for lamp, pin in wired.items():
        if pin in users:
            raise SettingsError(f"[pins] pin {pin} is given to two lights, {users[pin]} and {lamp}; "
                                "give each its own pin, or 0 when it is not there")
        users[pin] = lamp
    return wired


def open_lamps(factory: Factory, wired: Mapping[Lamp, int]) -> Mapping[Lamp, LED]:
    """Return an LED for each lamp, all dark; raise PinsError, with nothing left open."""
    opened: dict[Lamp, LED] = {}
    try:
        for lamp, pin in wired.items():
            opened[lamp] = LED(pin, pin_factory=factory)
    except Exception as error:  # lgpio's own `error` has no base class of gpiozero's
        for led in opened.values():
            led.close()
        if not isinstance(error, GPIOZeroError) and type(error).__module__ != "lgpio":
            raise
        raise PinsError(f"pin {pin} of the {lamp} light can't be used ({error}); stop the program that holds it, "
                        "or give the light another pin under [pins]") from error
    return opened
