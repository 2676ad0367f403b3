"""The wiring as a drawing: the Pi's header with what goes to each of its pins, by the settings."""

from collections.abc import Mapping
from html import escape

from device.settings import PinSettings

HEADER: tuple[int | str, ...] = (
    "3.3 V", "5 V", 2, "5 V", 3, "ground", 4, 14, "ground", 15, 17, 18, 27, "ground", 22, 23, "3.3 V", 24, 10, "ground",
    9, 25, 11, 8, "ground", 7, 0, 1, 5, "ground", 6, 12, 13, "ground", 19, 16, 26, 20, "ground", 21)
"""The 40 pins in their order, from the corner of the board: BCM numbers, or what else they are."""
STEP, LEFT, TOP, WIDTH = 24, 330, 90, 760
COLOURS = {"button": "#1a5fc0", "light": "#8a5a00", "buzzer": "#7a1fa2", "ground": "#1c1a17"}
NOTES = ("Buttons: from their pin to ground. No resistor: the Pi has its own.",
         "Lights: from their pin through a resistor (330 ohms) to the long leg of the LED; the short one to ground.",
         "Buzzer: a passive one, from its pin to ground. Any ground will do; pins that are not named stay free.")


def parts(pins: PinSettings) -> Mapping[int, tuple[str, str]]:
    """Return, by BCM number, the kind and the name of what is wired to it; pin 0 means that it is not there."""
    wired = [("button", f"button of player {n}", pin) for n, pin in enumerate(pins.buttons, 1)]
    wired += [("light", f"light of player {n}", pin) for n, pin in enumerate(pins.lights, 1)]
    wired += [("button", "stop button", pins.stop), ("light", "green light", pins.green),
              ("light", "amber light", pins.amber), ("light", "red light", pins.red), ("buzzer", "buzzer", pins.buzzer)]
    return {pin: (kind, name) for kind, name, pin in wired if pin}


def drawing(pins: PinSettings) -> str:
    """Return the drawing as SVG."""
    wired, rows = parts(pins), [
        f'<rect x="{LEFT - 16}" y="{TOP - 20}" width="92" height="{20 * STEP + 16}" rx="8" fill="#2b2b2b"/>',
        f'<text x="{LEFT - 18}" y="{TOP - 52}" class="head">The 40 pins of a Raspberry Pi</text>',
        f'<text x="{LEFT - 18}" y="{TOP - 32}" class="quiet">pin 1 is at the corner of the board</text>']
    for index, pin in enumerate(HEADER):
        rows += _pin(index, pin, wired.get(pin) if isinstance(pin, int) else None)
    height = TOP + 20 * STEP + 30
    rows += [f'<text x="20" y="{height + 22 * line}">{escape(note)}</text>' for line, note in enumerate(NOTES)]
    height += 22 * len(NOTES)
    style = ("text{font:14px system-ui,sans-serif;fill:#1c1a17}.head{font-weight:700}"
             ".quiet{fill:#5d564b;font-size:12px}.number{fill:#fff;font-size:10px;text-anchor:middle}.left{text-anchor:end}")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            f'aria-label="Wiring of the panel"><style>{style}</style><rect width="{WIDTH}" height="{height}" '
            f'fill="#fffdf8"/>{"".join(rows)}</svg>\n')


def _pin(index: int, pin: int | str, part: tuple[str, str] | None) -> list[str]:
    right, y = index % 2, TOP + index // 2 * STEP
    x = LEFT + right * 60
    ground = pin == "ground"
    colour = COLOURS[part[0]] if part else COLOURS["ground"] if ground else "#8b8b8b"
    drawn = [f'<circle cx="{x}" cy="{y}" r="9" fill="{colour}" stroke="#fff"/>',
             f'<text x="{x}" y="{y + 4}" class="number">{index + 1}</text>']
    if part is None and not ground:
        return drawn
    words = "ground" if ground or part is None else f"{part[1]} (GPIO {pin})"
    end, side = (x + 40, "right") if right else (x - 40, "left")
    return [*drawn, f'<path d="M{x + (9 if right else -9)} {y}H{end}" stroke="{colour}" stroke-width="2"/>',
            f'<text x="{end + (6 if right else -6)}" y="{y + 5}" class="{side}">{escape(words)}</text>']
