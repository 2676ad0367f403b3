"""The GPIO pins: which factory drives them, and what is wired to which."""

import contextlib
import getpass
import logging
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.errors import ArbitrioError
from device.panel import STOP, Button, player, sentences
from device.settings import PinSettings
from rules.text import Text

Lamp: TypeAlias = str
"""A lamp by name: "green", "amber", "red", "player 1" to "player 5"."""
Factory: TypeAlias = Any
"""A gpiozero pin factory."""
T = TypeVar("T")
_log = logging.getLogger(__name__)
_BOARD_FILES = (Path("/proc/device-tree/model"), Path("/proc/cpuinfo"))
TRIES = 5
"""How often a pin that is busy is tried again."""
_CHIPS = (Path("/dev/gpiochip4"), Path("/dev/gpiochip0"))


class PinsError(ArbitrioError, OSError):
    """The pins can't be used; the sentence ends with the remedy."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


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
    return MockFactory(pin_class=SimulatedPin) if name == "mock" else _open_lgpio()


class SimulatedPin(MockPWMPin):  # type: ignore[misc]
    """A pin that is not there: gpiozero's own, but it forgets its past, which an evening of lights makes long."""

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        del self.states[:-1]
        return changed


def _open_lgpio() -> Factory:
    try:
        with _elsewhere():
            from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin
    except ImportError as error:
        raise PinsError(sentences.NO_LGPIO) from error
    try:
        factory = LGPIOFactory()
        factory.pin_class = guarded(LGPIOPin)
        return factory
    except Exception as error:  # lgpio raises an `error` of its own; a machine that is no Pi a GPIOZeroError
        raise PinsError(_why_not(error)) from error


def guarded(pin_class: type[Any]) -> type[Any]:
    """Return lgpio's pin, but one that can't silence the two threads in which lgpio watches and calls all of them.

    As it is, a closed pin stays called: an edge that comes then raises there, and no button is ever heard again. And
    lgpio closes a pin's file after two milliseconds though the watching thread may be about to read it: on a busy
    machine that then reads, for ever, whatever got the same file number next, and the pin stays busy, held by us. Both
    can go when lgpio waits for its thread, and gpiozero's pin cancels its call when it is closed.
    """
    class Guarded(pin_class):  # type: ignore[misc]
        _callback: Any = None
        _watched = False

        def _call_when_changed(self, *edge: Any) -> None:
            try:
                super()._call_when_changed(*edge)
            except Exception:  # closed meanwhile
                _log.debug("an edge of %r came to nothing", self, exc_info=True)

        def _enable_event_detect(self) -> None:
            super()._enable_event_detect()
            self._watched = True

        def _disable_event_detect(self) -> None:
            file = _file_of_line(self._number)
            if file is None:
                super()._disable_event_detect()
                return
            self._callback.cancel()
            self._callback = None
            silence = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
            os.dup2(silence, file, inheritable=False)  # frees the line, and leaves the number to lgpio until it ends
            os.close(silence)

        def close(self) -> None:
            self.when_changed = None
            if not self._watched:
                super().close()

    return Guarded


def _file_of_line(number: int) -> int | None:
    """Return the number of the open file by which this process holds a pin; None when the kernel does not tell."""
    for info in Path("/proc/self/fdinfo").iterdir():
        with contextlib.suppress(OSError):
            if f"gpio-line:\t{number}\n" in info.read_text():
                return int(info.name)
    return None


def _why_not(error: Exception) -> Text:
    chips = [chip for chip in _CHIPS if chip.exists()]
    if not chips:
        return sentences.NO_CHIP.fill(chip=str(_CHIPS[-1]))
    if not os.access(chips[0], os.R_OK | os.W_OK):
        return sentences.NO_RIGHT.fill(chip=str(chips[0]), user=_user())
    return sentences.NO_PINS.fill(why=str(error))


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a service's user may have no name
        return str(os.getuid())


@contextlib.contextmanager
def _elsewhere() -> Iterator[None]:
    """Be in a folder that goes away: importing lgpio puts a FIFO where one is, or goes to where LG_WD says."""
    here, lg_wd = os.getcwd(), os.environ.pop("LG_WD", None)
    with tempfile.TemporaryDirectory(prefix="arbitrio-", dir=_writable()) as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(here)
            if lg_wd is not None:
                os.environ["LG_WD"] = lg_wd


def _writable() -> str:
    """Return where a folder can be made; in a service that may write nothing, /dev/shm remains."""
    try:
        return tempfile.gettempdir()
    except FileNotFoundError:
        return "/dev/shm"


@dataclass(frozen=True)
class Wiring:
    """The BCM number of each part that is there."""

    buttons: Mapping[Button, int]
    lamps: Mapping[Lamp, int]
    buzzer: int | None
    faults: tuple[Text, ...] = ()
    """Pins given twice: what shares one is left out, since a button's pin that is driven as a lamp's may burn."""


def wiring(settings: PinSettings) -> Wiring:
    """Return what is wired to which pin."""
    buttons = {player(seat): pin for seat, pin in enumerate(settings.buttons)} | {STOP: settings.stop}
    lamps = {"green": settings.green, "amber": settings.amber, "red": settings.red}
    lamps |= {player(seat): pin for seat, pin in enumerate(settings.lights)}
    users: dict[int, list[Text]] = {}
    for names, pins in ((sentences.BUTTON_NAMES, buttons), (sentences.LAMP_NAMES, lamps)):
        for name, pin in pins.items():
            users.setdefault(pin, []).append(names[name])
    users.setdefault(settings.buzzer, []).append(sentences.BUZZER)
    twice = {pin: parts for pin, parts in users.items() if pin and len(parts) > 1}

    def there(pin: int) -> bool:
        return pin != 0 and pin not in twice

    return Wiring({name: pin for name, pin in buttons.items() if there(pin)},
                  {name: pin for name, pin in lamps.items() if there(pin)},
                  settings.buzzer if there(settings.buzzer) else None,
                  tuple(sentences.PIN_TWICE.fill(pin=pin, parts=_listed(parts)) for pin, parts in twice.items()))


def _listed(parts: list[Text]) -> Text:
    return Text(*(getattr(sentences.AND, lang).join(getattr(part, lang) for part in parts) for lang in ("en", "fr")))


def open_part(make: Callable[[int], T], pin: int, part: Text, faults: list[Text]) -> T | None:
    """Return what `make` opens on the pin; None when it can't, with the reason added to the faults."""
    try:
        return _patiently(make, pin)
    except Exception as error:  # lgpio's own `error` has no base class of gpiozero's; a part is never worth the game
        _log.debug("pin %s", pin, exc_info=True)
        sentence = sentences.PIN_TAKEN if _is_taken(error) else sentences.PIN_BROKEN
        faults.append(sentence.fill(part=part, pin=pin, why=str(error)))
        return None


def _patiently(make: Callable[[int], T], pin: int) -> T:
    """Open a part on a pin that may be busy for another moment, when a program has only just ended."""
    for _ in range(TRIES):
        try:
            return make(pin)
        except Exception as error:
            if not _is_taken(error):
                raise
        time.sleep(0.02)
    return make(pin)


def _is_taken(error: Exception) -> bool:
    return any(word in str(error).lower() for word in ("busy", "in use"))


def all_taken(wired: Wiring, faults: list[Text]) -> bool:
    """Tell whether every part that is wired is held by another program."""
    parts = [(sentences.BUTTON_NAMES[button], pin) for button, pin in wired.buttons.items()]
    parts += [(sentences.LAMP_NAMES[lamp], pin) for lamp, pin in wired.lamps.items()]
    parts += [(sentences.BUZZER, wired.buzzer)] if wired.buzzer else []
    return len(parts) > 1 and all(sentences.PIN_TAKEN.fill(part=part, pin=pin) in faults for part, pin in parts)
