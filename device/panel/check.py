"""Finds swapped wires: it asks for one button after the other, and sees which one answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from device.panel import STOP, Button, player
from device.panel import sentences as words
from rules.text import Text


@dataclass(frozen=True)
class WireCheck:
    """What was asked for, and what came: a new one after every answer."""

    pins: Mapping[Button, int]
    """The wired buttons with their pins, in the order in which they are asked for."""
    came: tuple[Button | None, ...] = ()
    """What answered; None: nothing did."""

    @property
    def asked(self) -> Button | None:
        """The button to press now; None when all were asked for."""
        buttons = tuple(self.pins)
        return buttons[len(self.came)] if len(self.came) < len(buttons) else None

    def answer(self, button: Button | None) -> "WireCheck":
        """Return the check after this button answered; None: after a while nothing has."""
        return WireCheck(self.pins, (*self.came, button))

    @property
    def found(self) -> Mapping[Button, Button | None]:
        """By button that was asked for, the one that answered."""
        return dict(zip(self.pins, self.came, strict=False))

    def report(self) -> Sequence[Text]:
        """Return what is wrong, each with its remedy; empty when every wire is right."""
        silent = [words.SILENT.fill(part=words.BUTTON_NAMES[asked], pin=self.pins[asked])
                  for asked, came in self.found.items() if came is None]
        wrong = [words.CROSSED.fill(part=words.BUTTON_NAMES[asked], pin=self.pins[asked], other=self.pins[came])
                 for asked, came in self.found.items() if came not in (None, asked) and came in self.pins]
        if wrong and self.asked is None and not silent and len(set(self.came)) == len(self.came):
            wrong.append(words.OR_WRITE.fill(lines=self._settings()))
        return [*silent, *wrong]

    def _settings(self) -> str:
        """Return the settings that fit the wires as they are."""
        pin = {asked: self.pins[came] for asked, came in self.found.items() if came is not None}
        last = max((int(button.removeprefix("player ")) for button in pin if button != STOP), default=0)
        lines = [f"buttons = [{', '.join(str(pin.get(player(seat), 0)) for seat in range(last))}]"]
        return "\n".join([*lines, *([f"stop = {pin[STOP]}"] if STOP in pin else [])])
