"""What a camera should see of a game of Mito: one slot, "top", with the card that lies open: "n4"."""

from collections.abc import Iterator

from rules.game import BadNotation, Future, Piece, Problem, Refused, Slot, Table
from rules.mito.actions import Action, Deal, Play, Throw
from rules.mito.cards import parse_card
from rules.mito.legal import every_card, legal_actions
from rules.mito.play import apply
from rules.mito.state import State
from rules.text import Text

SLOTS: tuple[Slot, ...] = ("top",)


def table(state: State) -> dict[Slot, Piece | None]:
    """Return the card that lies open; None before the deal."""
    return {"top": str(state.top) if state.top else None}


def futures(state: State) -> Iterator[Future]:
    """Yield the cards that may be laid next, then those that may not, with the reason."""
    legal: list[Action] = [a for a in legal_actions(state) if isinstance(a, Deal | Play | Throw)]
    for action in legal:
        after = table(apply(state, action))
        if after != table(state):
            yield Future(action, after)
    power = state.pending is not None and state.pending.kind != "cockroach"
    if state.phase != "play" or not state.rules.told or power:
        return
    for card in every_card():
        action = Play(state.turn, card)
        try:
            apply(state, action)
        except Refused as refusal:
            if str(card) != str(state.top):
                yield Future(action, {"top": str(card)}, refusal)


def problems(state: State, seen: Table) -> list[Problem]:
    """Return all that no legal play can have led to: places and cards that there are not."""
    found = [Problem("P-MI-SLOT", Text(f"{slot} is no place on this table; correct its name",
                                       f"{slot} n'est pas une place de cette table ; corrigez son nom"), (slot,))
             for slot in seen if slot not in SLOTS]
    lying = seen.get("top")
    if lying is not None:
        try:
            parse_card(lying)
        except BadNotation as error:
            found.append(Problem("P-MI-PIECE", error.text, SLOTS))
    if lying is None and state.phase == "play" and state.rules.told:
        found.append(Problem("P-MI-EMPTY", Text("no card lies open; put the top card back",
                                                "aucune carte n'est retournée ; remettez celle du dessus"), SLOTS))
    return found
