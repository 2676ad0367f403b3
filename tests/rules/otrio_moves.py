"""Otrio games in the short notation of the test vectors: `P:L11` is purple's large ring in row 1, column 1."""

from rules.otrio import OTRIO
from rules.otrio.actions import Put
from rules.otrio.state import State
from rules.otrio.words import Colour, Size

COLOURS: dict[str, Colour] = {"P": "purple", "R": "red", "G": "green", "B": "blue"}
SIZES: dict[str, Size] = {"L": "large", "M": "medium", "S": "small"}


def put(short: str) -> Put:
    """Return the placement that a vector's word names."""
    colour, (size, row, column) = short.split(":")
    return Put(COLOURS[colour], SIZES[size], 3 * int(row) + int(column))


def play(moves: str, state: State | None = None, **options: str) -> State:
    """Return the state after these placements; with notations in lines of their own for all other actions."""
    state = state or OTRIO.new(options)
    for move in moves.split():
        state = OTRIO.apply(state, put(move) if ":" in move else OTRIO.parse(move.replace("_", " ")))
    return state


def refused(state: State, notation: str) -> tuple[str, str]:
    """Return the code and the English sentence with which an action is refused."""
    from rules.game import Refused

    try:
        OTRIO.apply(state, put(notation) if ":" in notation else OTRIO.parse(notation))
    except Refused as refusal:
        return refusal.code, refusal.text.en
    return "allowed", ""
