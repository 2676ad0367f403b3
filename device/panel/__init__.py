"""The panel: buttons, lamps and the buzzer, and the same as seen by phones.

Every change of a contact is an `Edge`; all edges, of pins, phones and keys, go into one queue. `device.panel.panel`
opens the parts on their pins; `device.panel.attendant` takes the edges from the queue, makes presses of them, runs
races and tells listeners. This module imports no pins, so that what judges edges needs none.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Button: TypeAlias = str
"""A button by name: "player 1" to "player 5", or "stop"."""
Source: TypeAlias = Literal["pin", "phone", "key"]
"""What made an edge. A pin's tick is the kernel's stamp of the edge; a phone's or key's is that of its arrival."""
PLAYERS = 5
STOP: Button = "stop"


def player(seat: int) -> Button:
    """Return the name of the seat's button, which is its lamp's too; seats count from 0."""
    return f"player {seat + 1}"


def seat_of(button: Button) -> int | None:
    """Return whose button it is, counted from 0; None for the stop button."""
    return None if button == STOP else int(button.removeprefix("player ")) - 1


BUTTONS: tuple[Button, ...] = (*map(player, range(PLAYERS)), STOP)
KEYS: Mapping[str, Button] = {key: player(seat) for seat, keys in enumerate(("1&", "2é", "3\"", "4'", "5("))
                              for key in keys} | {"s": STOP}
"""The keys of a keyboard that press: 1 to 5 of two layouts, and s."""


@dataclass(frozen=True)
class Edge:
    """A contact that closed or opened, bounce included."""

    button: Button
    down: bool
    tick_ns: int
    """When, in nanoseconds of the panel's clock (`Panel.now_ns`: CLOCK_MONOTONIC)."""
    source: Source = "pin"
    found: bool = False
    """The edge itself was lost: the level was found changed at this tick, some time after it did."""


@dataclass(frozen=True)
class Press:
    """A press of a button: a contact that closed and stayed closed, stamped at its first edge."""

    button: Button
    tick_ns: int
    source: Source = "pin"
    found: bool = False
