"""What is open in a game of Mito, and which gifts answer it."""

from rules.game import Question, Seat
from rules.mito.actions import Give
from rules.mito.cards import MITO
from rules.mito.state import Pending, State, size
from rules.mito.words import called, refused
from rules.text import Text


def question(state: State) -> Question | None:
    """Return what the game waits for beside a turn; None when play goes on."""
    if state.phase != "play":
        return None
    if state.accusation is not None:
        return _accusation(state)
    if state.draws:
        return Question("shuffle", Text("shuffle the discards into a new pile",
                                        "mélangez la défausse pour refaire la pioche"), ())
    return _pending(state)


def _accusation(state: State) -> Question:
    accusation = state.accusation
    assert accusation is not None, "an accusation is open"
    if accusation.accused is None:
        return Question("stop", Text("{guard} says stop: who is accused?", "{guard} dit stop : qui est accusé ?").fill(
            guard=called(accusation.guard)), (accusation.guard,))
    guard, accused = called(accusation.guard), called(accusation.accused)
    if accusation.guilty:
        return Question("gift", Text("{guard} gives {accused} a card and the guard",
                                     "{guard} offre une carte et la gardienne à {accused}").fill(
                                         guard=guard, accused=accused), (accusation.guard,))
    return Question("accusation", Text("did {accused} cheat?", "{accused} a-t-il triché ?").fill(accused=accused),
                    (accusation.accused,))


def _pending(state: State) -> Question | None:
    pending = state.pending
    if pending is None:
        return None
    if pending.kind == "spider" and pending.seat is not None:
        return Question("spider", Text("{who} may give somebody a card", "{who} peut offrir une carte").fill(
            who=called(pending.seat)), (pending.seat,))
    if pending.kind == "mosquito":
        free = pending.seat if state.rules["mosquito_slappers"] == "all but active" else None
        return Question("mosquito", Text("slap the mosquito: who is last?",
                                         "frappez le moustique : qui est le dernier ?"),
                        state.others(free, state.out), race="last")
    value = _value(pending)
    if pending.kind == "cockroach":
        return Question("cockroach", Text("throw {value} on the cockroach: who is first?",
                                          "jetez {value} sur le cafard : qui est le premier ?").fill(value=value),
                        state.others(state.out), race=None if pending.raced else "first")
    if pending.kind == "throw":
        return Question("throw", Text("{who} was first and may throw {value}",
                                      "{who} était le premier et peut jeter {value}").fill(
                                          who=called(pending.owing[0]), value=value), pending.owing[:1])
    assert pending.to is not None, "forfeits go to somebody"
    return Question("forfeit", Text("everybody gives {to} a card", "tous donnent une carte à {to}").fill(
        to=called(pending.to)), pending.owing)


def _value(pending: Pending) -> Text:
    if pending.card is None:
        return Text("a card", "une carte")
    return Text("a {value}", "un {value}").fill(value=pending.card.value)


def may_empty(state: State) -> bool:
    """Tell whether the gift that is open may be a hand's last card."""
    spider = state.accusation is None and state.pending is not None and state.pending.kind == "spider"
    return state.rules["gift_may_empty"] == "yes" or (spider and state.rules["spider_may_give_last"] == "yes")


def can_give(state: State, seat: Seat) -> bool:
    """Tell whether a player has a card to give; False when only he can know."""
    hand = state.hands[seat]
    return any(card.kind != MITO for card in hand) and (len(hand) > 1 or may_empty(state))


def check_gift(state: State, gift: Give) -> None:
    """Raise Refused unless this card may be given."""
    if gift.to == gift.seat:
        raise refused("E-MI-SELF")
    if gift.card is not None and gift.card.kind == MITO:
        raise refused("E-MI-MITO-GIVE")
    if size(state, gift.seat) == 0 or (state.rules.digital and gift.card not in state.hands[gift.seat]):
        raise refused("E-MI-HAND", who=called(gift.seat))
    if size(state, gift.seat) <= 1 and not may_empty(state):
        raise refused("E-MI-LAST-GIFT")
