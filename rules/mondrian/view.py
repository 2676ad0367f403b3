"""What each viewer may know of a game of Mondrian: no hand, plan, sealed card or painting of another."""

from typing import Any

from rules.game import Seat, Viewer
from rules.mondrian.claims import open_cards, ranking, strength
from rules.mondrian.deck import CardId
from rules.mondrian.options import DICE_COLOURS
from rules.mondrian.play import phase_text, scored, size, to_play
from rules.mondrian.state import Die, State


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the state as this viewer may know it, ready for JSON."""
    seat = to_play(state)
    return {
        "phase": state.phase, "text": phase_text(state).json(), "round": state.round, "dice_each": state.dice_each,
        "first": state.first, "size": size(state),
        "grid": [{**_card(state, card), "fresh": card in state.fresh} for card in state.grid],
        "players": [_player(state, s, viewer == s) for s in range(state.players)],
        "claims": _claims(state), "open": list(open_cards(state, seat)) if state.phase == "claim" and seat is not None
        else [], "again": bool(state.again)}


def _card(state: State, card: CardId) -> dict[str, Any]:
    return {**state.rules.cards[card].json(), "blank": state.rules.is_blank(card)}


def _player(state: State, seat: Seat, own: bool) -> dict[str, Any]:
    colour = state.rules.colours[seat]
    plan, sealed, painting = state.plans[seat], state.sealed[seat], state.paintings[seat]
    plan_known = own or state.rules["palette"] == "open" or state.phase != "plan"
    hand_known = own or state.rules["hands"] == "open"
    score = scored(state)[seat] if state.phase == "over" else None
    return {
        "colour": colour, "title": DICE_COLOURS[colour].json(), "hand_count": len(state.hands[seat]),
        "hand": [_card(state, card) for card in state.hands[seat]] if hand_known else None,
        "planned": plan is not None, "plan": list(plan) if plan is not None and plan_known else None,
        "dice": [_die(number, die) for number, die in enumerate(state.dice[seat], 1)],
        "to_throw": state.dice_each - len(state.dice[seat]),
        "sealed": None if sealed is None or (state.phase == "seal" and not own) else dict(sealed),
        "has_sealed": sealed is not None, "painted": painting is not None,
        "painting": [_card(state, card) for card in painting]
        if painting is not None and (own or state.phase == "over") else None,
        "score": score and {"cards": score.cards, "bonuses": list(score.bonuses), "blocks": list(score.blocks),
                            "total": score.total}}


def _die(number: int, die: Die) -> dict[str, Any]:
    return {"number": number, "value": die.landing.value if die.landing else None, "cards": list(die.touches),
            "card": die.card, "method": die.method, "lost": die.landing is None}


def _claims(state: State) -> dict[CardId, list[dict[str, Any]]]:
    """For every card with dice on it, who may still take it: the first in line at the head."""
    lines = {card: ranking(state, card) for card in state.grid}
    return {card: [{"seat": s, "strength": strength(state, s, card)} for s in line] for card, line in lines.items()
            if line}
