"""What each viewer may know of a game of Mito: his own cards, and of the others' only how many they can have."""

from typing import Any

from rules.game import Seat, Viewer
from rules.mito.cards import points
from rules.mito.play import to_play
from rules.mito.questions import question
from rules.mito.state import State
from rules.mito.words import player


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the state as this viewer may know it, ready for JSON."""
    asked = question(state)
    return {
        "phase": state.phase, "round": state.round, "rounds": state.rules.rounds,
        "mode": state.rules["mode"], "guard": state.guard, "turn": to_play(state), "next": state.turn,
        "top": str(state.top) if state.top else None, "pile": len(state.pile), "discards": len(state.discards),
        "frozen": state.frozen, "out": state.out,
        "accused": state.accusation.accused if state.accusation else None,
        "to": state.pending.to if state.pending else None,
        "question": asked and {"kind": asked.kind, "text": asked.text.json(), "seats": list(asked.seats),
                               "race": asked.race},
        "players": [_player(state, seat, viewer == seat) for seat in range(state.players)]}


def _player(state: State, seat: Seat, own: bool) -> dict[str, Any]:
    known, tally, digital = state.known[seat], state.tallies[seat], state.rules.digital
    return {
        "name": player(seat), "guard": seat == state.guard, "least": known.least, "most": known.most,
        "hand": [str(card) for card in state.hands[seat]] if own and digital else None,
        "cheated": [str(c.card) for c in state.cheated if c.seat == seat] if own and digital else None,
        "tally": list(tally) if tally is not None else None, "points": points(tally) if tally is not None else None,
        "total": state.totals[seat]}
