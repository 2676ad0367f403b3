"""What `arbitrio read` prints of each game's table: kit.md's states, and rows for people; one entry a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.game import Slot
from vision.mastermind.board import HOLES
from vision.otrio.slots import CELLS, SIZES
from vision.reading import UNSURE, Reading, told

State = Mapping[str, Any]


@dataclass(frozen=True)
class Lines:
    """How one game's reading is written."""

    state: Callable[[Reading], State]
    """The slots as kit.md has them, "?" where none is sure."""
    rows: Callable[[State], list[list[str]]]
    """The state as people take it in: rows of cells."""


def unsure(state: Any) -> bool:
    """Return whether any slot of a state can't be told."""
    if isinstance(state, Mapping):
        return any(unsure(part) for part in state.values())
    if isinstance(state, list):
        return any(unsure(part) for part in state)
    return bool(state == UNSURE)


def _otrio(reading: Reading) -> State:
    return {"cells": [{size: told(reading.slots[f"{cell}.{size}"]) for size in SIZES} for cell in range(CELLS)]}


def _otrio_rows(state: State) -> list[list[str]]:
    cells = ["/".join((cell[size] or "-") for size in SIZES) for cell in state["cells"]]
    return [cells[r:r + 3] for r in (0, 3, 6)]


def _mastermind(reading: Reading) -> State:
    count = sum(slot.endswith(".red") for slot in reading.slots)
    code = _pegs(reading, "code") if "code.0" in reading.slots else []
    return {"rows": [{"pegs": _pegs(reading, str(row)), "red": _mark(reading, f"{row}.red"),
                      "white": _mark(reading, f"{row}.white")} for row in range(count)],
            "code": code if any(code) else None}


def _pegs(reading: Reading, row: str) -> list[str | None]:
    return [told(reading.slots[f"{row}.{hole}"]) for hole in range(HOLES)]


def _mark(reading: Reading, slot: Slot) -> int | str:
    piece = told(reading.slots[slot])
    return UNSURE if piece is None or piece == UNSURE else int(piece)


def _mastermind_rows(state: State) -> list[list[str]]:
    """Return the code, then the rows as they are seen, the first guess the nearest, below."""
    code = [peg or "-" for peg in state["code"]] if state["code"] else ["(covered or empty)"]
    rows = [[str(n), *(peg or "-" for peg in row["pegs"]), f"red {row['red']}", f"white {row['white']}"]
            for n, row in enumerate(state["rows"])]
    return [["code", *code], *reversed(rows)]


def _mystrio(reading: Reading) -> State:
    return {"cells": [told(likely) for likely in reading.slots.values()]}


def _mystrio_rows(state: State) -> list[list[str]]:
    cells = [cell or "-" for cell in state["cells"]]
    width = round(len(cells) ** 0.5)
    return [cells[r:r + width] for r in range(0, len(cells), width)]


def _mondrian(reading: Reading) -> State:
    return {"cards": reading.evidence["cards"], "dice": reading.evidence["dice"]}


def _mondrian_rows(state: State) -> list[list[str]]:
    cards = [["card", str(card["id"]), *(f"{mm:.0f} mm" for mm in card["centre_mm"])] for card in state["cards"]]
    dice = [["die", f"{die['colour']} {die['value']}", *(f"{mm:.0f} mm" for mm in die["centre_mm"]),
             ", ".join(f"{card} {share:.0%}" for card, share in die["cards"]) or "beside the cards"]
            for die in state["dice"]]
    return [*cards, *dice] or [["nothing lies on the mat"]]


def _dice(reading: Reading) -> State:
    return {"values": reading.evidence["values"]}


def _dice_rows(state: State) -> list[list[str]]:
    return [["dice", *map(str, state["values"])]] if state["values"] else [["no die is seen"]]


LINES: Mapping[str, Lines] = {
    "dice": Lines(_dice, _dice_rows),
    "mastermind": Lines(_mastermind, _mastermind_rows),
    "mondrian": Lines(_mondrian, _mondrian_rows),
    "mystrio": Lines(_mystrio, _mystrio_rows),
    "otrio": Lines(_otrio, _otrio_rows),
}
