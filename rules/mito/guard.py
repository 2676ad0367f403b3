"""Cheating, and the guard who calls it out [seed; rules.md 2.5]."""

from dataclasses import replace

from rules.game import Seat
from rules.mito.actions import Answer, Cheat, Give, Keep, Stop, Withdraw
from rules.mito.questions import can_give, check_gift
from rules.mito.state import Accusation, Cheated, State, drop, put, size, take, without
from rules.mito.words import called, refused


def cheat(state: State, action: Cheat) -> State:
    """Get rid of a card unseen; what everybody knows of the hand's size stays."""
    if action.seat == state.guard:
        raise refused("E-MI-GUARD-CHEATS")
    if len(action.cards) != 1:
        raise refused("E-MI-MULTI")
    card, hand = action.cards[0], state.hands[action.seat]
    if card not in hand:
        raise refused("E-MI-HAND", who=called(action.seat))
    if len(hand) == 1:
        raise refused("E-MI-LAST-CHEAT")
    return replace(state, hands=put(state.hands, action.seat, without(hand, card)),
                   cheated=(*state.cheated, Cheated(action.seat, card, state.guard_turns)))


def caught(state: State, seat: Seat) -> Cheated | None:
    """Return the newest card that a player cheated away and can still be called out for; None when there is none."""
    window = state.rules["accuse_window"]
    for cheated in reversed(state.cheated):
        late = {"until the next card is laid": cheated.late,
                "until the guard's own next turn": cheated.guard_turns != state.guard_turns}
        if cheated.seat == seat and not late.get(window, False):
            return cheated
    return None


def stop(state: State, action: Stop) -> State:
    """Open an accusation: everything stops; or name the accused, once it has stopped."""
    if action.seat != state.guard:
        raise refused("E-MI-ACCUSER", guard=called(state.guard))
    if state.out is not None:
        raise refused("E-MI-PHASE")
    if action.accused == action.seat:
        raise refused("E-MI-SELF")
    if action.accused is None and state.accusation is not None:
        raise refused("E-MI-FROZEN")
    return replace(state, accusation=Accusation(action.seat, action.accused))


def withdraw(state: State, action: Withdraw) -> State:
    """Let play go on: the guard names nobody [ours]."""
    if state.accusation is None or state.accusation.accused is not None:
        raise refused("E-MI-NOTHING")
    if action.seat != state.accusation.guard:
        raise refused("E-MI-ACCUSER", guard=called(state.guard))
    return replace(state, accusation=None)


def answer(state: State, action: Answer) -> State:
    """Settle an accusation: the guilty one becomes the guard, for an innocent one the guard draws."""
    accusation = state.accusation
    if accusation is None or accusation.guilty or accusation.accused is None:
        raise refused("E-MI-NOTHING")
    if action.seat != accusation.accused:
        raise refused("E-MI-TURN", who=called(action.seat))
    if state.rules.digital and action.guilty != (caught(state, action.seat) is not None):
        raise refused("E-MI-LIE")
    if not action.guilty:
        return replace(state, accusation=None, draws=(*state.draws, *((accusation.guard,) if state.rules.told else ())))
    if not state.rules.told:  # the card changes hands without being told
        return replace(state, guard=action.seat, accusation=None)
    if not state.rules.digital and state.known[action.seat].most == 1:
        raise refused("E-MI-LAST-CHEAT")
    return replace(_taken_back(state, action.seat), guard=action.seat, accusation=replace(accusation, guilty=True))


def _taken_back(state: State, seat: Seat) -> State:
    """Return the state once everybody knows of the cheat: the card is back in the hand, or gone from what is known."""
    found, known = caught(state, seat), state.known[seat]
    back = state.rules["take_back"] == "yes"
    if found is not None:
        where = len(state.cheated) - 1 - state.cheated[::-1].index(found)
        state = replace(state, cheated=(*state.cheated[:where], *state.cheated[where + 1:]))
        if back:
            state = replace(state, hands=put(state.hands, seat, tuple(sorted([*state.hands[seat], found.card]))))
    # A hand that was counted after the cheat did not count the card.
    change = (1 if back else 0) if known.counted else (0 if back else -1)
    return replace(state, known=put(state.known, seat, known.moved(change)))


def guard_gift(state: State, action: Give | Keep) -> State:
    """Let the guard who was right give his card, or nothing when he can't [seed; ours A-9]."""
    accusation = state.accusation
    assert accusation is not None, "an accusation is open"
    if action.seat != accusation.guard:
        raise refused("E-MI-TURN", who=called(action.seat))
    if isinstance(action, Keep):
        if can_give(state, action.seat):
            raise refused("E-MI-OWES", who=called(action.seat))
        return replace(state, accusation=None)
    if action.to != accusation.accused:
        raise refused("E-MI-NOTHING")
    check_gift(state, action)
    state = replace(take(drop(state, action.seat, action.card), action.to, (action.card,)), accusation=None)
    return replace(state, out=action.seat) if size(state, action.seat) == 0 and state.out is None else state
