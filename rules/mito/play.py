"""The course of a game of Mito: who may act, and what each action does."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.game import Seat
from rules.mito.actions import (
    Action,
    Answer,
    Cheat,
    Count,
    Deal,
    Draw,
    First,
    Give,
    Keep,
    Out,
    Play,
    Race,
    Shuffle,
    Slap,
    Stop,
    Tally,
    Throw,
    Withdraw,
)
from rules.mito.cards import ANT, COCKROACH, LIMITS, MITO, MOSQUITO, NUMBER, SPIDER, Card, fits, neighbours
from rules.mito.guard import answer, cheat, guard_gift, stop, withdraw
from rules.mito.questions import can_give, check_gift, question
from rules.mito.rounds import check_out, draw_due, finish
from rules.mito.state import HAND_SIZE, Accusation, Known, Pending, State, doubt, drop, put, size, take
from rules.mito.words import called, refused

_PHASES: dict[type, str] = {Deal: "deal", Tally: "score"}
_WHEN_FROZEN = (Answer, Shuffle, Count)
_ANYTIME = (Cheat, Stop, Withdraw, Answer, Out, Count, Shuffle)
"""What may be done though a question is open."""
_TABLE_ONLY = (Out, Count, Tally)
_DIGITAL_ONLY = (Cheat, Shuffle)
_CALLS = (Race, Slap, First, Throw, Stop, Withdraw, Answer, Out, Tally)
"""All that is told where no cards are."""


def to_play(state: State) -> Seat | None:
    """Return whose turn it is; None while a question is open, between rounds, and where no cards are told."""
    return state.turn if state.phase == "play" and state.rules.told and question(state) is None else None


def apply(state: State, action: Action) -> State:
    """Return the state after an action; raise Refused when a rule forbids it."""
    _check(state, action)
    return doubt(check_out(draw_due(_APPLY[type(action)](state, action))))


def _check(state: State, action: Action) -> None:
    if state.phase == "over":
        raise refused("E-MI-OVER")
    seats = [getattr(action, name, None) for name in ("seat", "to", "accused", "slowest")]
    wrong = next((seat for seat in seats if seat is not None and not 0 <= seat < state.players), None)
    if wrong is not None:
        raise refused("E-MI-SEAT", who=called(wrong))
    if isinstance(action, _TABLE_ONLY) and state.rules.digital:
        raise refused("E-MI-KNOWN")
    if isinstance(action, _DIGITAL_ONLY) and not state.rules.digital:
        raise refused("E-MI-MODE")
    if not state.rules.told and not isinstance(action, _CALLS):
        raise refused("E-MI-CALLS")
    if state.rules.told and isinstance(action, Race):
        raise refused("E-MI-LAID")
    if _PHASES.get(type(action), "play") != state.phase:
        raise refused("E-MI-PHASE")
    if state.accusation is not None and not isinstance(action, (*_WHEN_FROZEN, *_settling(state.accusation))):
        raise refused("E-MI-FROZEN")
    _check_open(state, action)


def _settling(accusation: Accusation) -> tuple[type, ...]:
    """Return what an accusation waits for, beside its answer."""
    if accusation.accused is None:
        return Stop, Withdraw
    return (Give, Keep) if accusation.guilty else ()


def _check_open(state: State, action: Action) -> None:
    """Raise Refused when a question is open that this action does not answer."""
    asked = question(state)
    if asked is None or isinstance(action, _ANYTIME):
        return
    answers = {"shuffle": (), "accusation": (), "gift": (Give, Keep), "spider": (Give, Keep), "forfeit": (Give, Keep),
               "mosquito": (Slap,), "cockroach": (Throw, First), "throw": (Throw, Keep)}
    if asked.kind in answers and not isinstance(action, answers[asked.kind]):
        raise refused("E-MI-OPEN", question=asked.text)


# dealing and drawing

def _deal(state: State, action: Deal) -> State:
    if not state.rules.digital:
        if len(action.cards) != 1:
            raise refused("E-MI-DECK")
        hands: tuple[tuple[Card, ...], ...] = ((),) * state.players
        top = action.cards[0]
        pile: tuple[Card | None, ...] = (None,) * (len(state.rules.deck) - HAND_SIZE * state.players - 1)
    else:
        if Counter(action.cards) != Counter(state.rules.deck):
            raise refused("E-MI-DECK")
        dealt = HAND_SIZE * state.players
        first = state.after(state.guard)
        hands = tuple(tuple(sorted(action.cards[(seat - first) % state.players:dealt:state.players]))
                      for seat in range(state.players))
        top, pile = action.cards[dealt], (*action.cards[dealt + 1:],)
    return replace(state, phase="play", hands=hands, top=top, pile=pile,
                   known=(Known(HAND_SIZE, HAND_SIZE),) * state.players, guard_turns=1)


def _draw(state: State, action: Draw) -> State:
    _check_turn(state, action.seat)
    hand, top = state.hands[action.seat], state.top
    if state.rules["must_play"] == "yes" and top is not None and any(
            fits(card, top) and (card.kind != MITO or action.seat == state.guard) for card in hand):
        raise refused("E-MI-MUST")
    return _pass_turn(replace(state, draws=(*state.draws, action.seat)), state.after(action.seat))


def _shuffle(state: State, action: Shuffle) -> State:
    if not state.draws:
        raise refused("E-MI-NOTHING")
    if Counter(action.cards) != Counter(state.discards):
        raise refused("E-MI-DECK")
    return replace(state, pile=action.cards, discards=())


# laying cards

def _check_turn(state: State, seat: Seat) -> None:
    if seat != state.turn:
        raise refused("E-MI-TURN", who=called(seat))


def _check_held(state: State, seat: Seat, card: Card | None) -> None:
    if state.rules.digital and card not in state.hands[seat]:
        raise refused("E-MI-HAND", who=called(seat))


def _play(state: State, action: Play) -> State:
    _check_turn(state, action.seat)
    _check_held(state, action.seat, action.card)
    if action.card.kind == MITO and action.seat != state.guard:
        raise refused("E-MI-MITO-PLAY")
    top = state.top
    assert top is not None, "a card was turned over at the deal"
    if not fits(action.card, top):
        below, above = neighbours(top.value)
        raise refused("E-MI-VALUE", top=top.value, below=below, above=above)
    state = _pass_turn(_lay(state, action.seat, action.card), state.after(action.seat))
    if state.out is not None and state.rules["last_effect"] == "skip":
        return state
    return _power(state, action.seat, action.card)


def _lay(state: State, seat: Seat, card: Card) -> State:
    """Put a card on the discard pile; who has none left is out, and the others' cheats are out of reach."""
    assert state.top is not None, "a card was turned over at the deal"
    out = seat if size(state, seat) == 1 else state.out
    cheated = tuple(c if c.seat == seat else replace(c, late=True) for c in state.cheated)
    return replace(drop(state, seat, card), top=card, discards=(*state.discards, state.top), layer=seat, out=out,
                   cheated=cheated)


def _power(state: State, seat: Seat, card: Card) -> State:
    """Open what a card's power asks for; who is out takes no part in it."""
    if card.kind == ANT:
        return replace(state, draws=(*state.draws, *state.others(seat)))
    if card.kind == SPIDER and state.out is None:
        return replace(state, pending=Pending("spider", seat, card))
    if card.kind == MOSQUITO:
        return replace(state, pending=Pending("mosquito", seat, card))
    if card.kind == COCKROACH:
        return replace(state, pending=Pending("cockroach", seat, card))
    return state


def _pass_turn(state: State, seat: Seat) -> State:
    return replace(state, turn=seat, guard_turns=state.guard_turns + (seat == state.guard))


# powers

def _slap(state: State, action: Slap) -> State:
    pending = state.pending
    if pending is None or pending.kind != "mosquito":
        raise refused("E-MI-NOTHING")
    if action.slowest is None:
        return replace(state, pending=None)
    if action.slowest == state.out or (
            action.slowest == pending.seat and state.rules["mosquito_slappers"] == "all but active"):
        raise refused("E-MI-SLAP", who=called(action.slowest))
    if not state.rules.told:
        return replace(state, pending=None)
    owing = state.others(action.slowest, state.out)
    return replace(state, pending=replace(pending, kind="forfeit", to=action.slowest, owing=owing))


def _race(state: State, action: Race) -> State:
    return replace(state, pending=Pending("mosquito" if action.kind == MOSQUITO else "cockroach", None, None))


def _first(state: State, action: First) -> State:
    pending = state.pending
    if pending is None or pending.kind != "cockroach":
        raise refused("E-MI-NOTHING")
    for seat in action.seats:
        if seat == state.out or not 0 <= seat < state.players:
            raise refused("E-MI-SEAT", who=called(seat))
    if not state.rules.told:
        return replace(state, pending=None)
    return replace(state, pending=replace(pending, kind="throw", owing=action.seats))


def _throw(state: State, action: Throw) -> State:
    pending = state.pending
    if pending is None or pending.kind not in ("cockroach", "throw"):
        raise refused("E-MI-NOTHING")
    if action.seat is None or action.card is None:
        return replace(state, pending=None)
    if not state.rules.told or pending.card is None:
        raise refused("E-MI-CALLS")
    if pending.kind == "throw" and action.seat != pending.owing[0]:
        raise refused("E-MI-TURN", who=called(action.seat))
    _check_throw(state, action.seat, action.card, pending.card.value)
    state = _lay(replace(state, pending=None), action.seat, action.card)
    following = {"fastest player plays next": action.seat, "left of fastest": state.after(action.seat)}
    turn = following.get(state.rules["cockroach_next"], state.turn)
    return _pass_turn(state, turn) if turn != state.turn else state


def _check_throw(state: State, seat: Seat, card: Card, value: int) -> None:
    if seat == state.out or size(state, seat) == 0:
        raise refused("E-MI-HAND", who=called(seat))
    _check_held(state, seat, card)
    if card.kind == MITO:
        raise refused("E-MI-MITO-PLAY")
    if card.value != value:
        raise refused("E-MI-ROACH-VALUE", value=value)
    if card.kind != NUMBER and state.rules["cockroach_cards"] == "number only":
        raise refused("E-MI-ROACH-KIND")
    if size(state, seat) == 1 and state.rules["cockroach_last_card"] == "no":
        raise refused("E-MI-LAST-THROW")


def _give(state: State, action: Give) -> State:
    if state.accusation is not None:
        return guard_gift(state, action)
    pending = state.pending
    if pending is None or pending.kind not in ("spider", "forfeit"):
        raise refused("E-MI-NOTHING")
    if action.seat not in _givers(pending):
        raise refused("E-MI-TURN", who=called(action.seat))
    if pending.to is not None and action.to != pending.to:
        raise refused("E-MI-NOTHING")
    check_gift(state, action)
    return _given(take(drop(state, action.seat, action.card), action.to, (action.card,)), action.seat)


def _givers(pending: Pending) -> tuple[Seat | None, ...]:
    return pending.owing if pending.kind == "forfeit" else (pending.seat,)


def _given(state: State, seat: Seat) -> State:
    """Close a gift; the forfeits end when nobody owes one any more."""
    pending = state.pending
    assert pending is not None, "a gift was asked for"
    owing = tuple(other for other in pending.owing if other != seat)
    state = replace(state, pending=replace(pending, owing=owing) if owing else None)
    return replace(state, out=seat) if size(state, seat) == 0 and state.out is None else state


def _keep(state: State, action: Keep) -> State:
    if state.accusation is not None:
        return guard_gift(state, action)
    pending = state.pending
    if pending is None or pending.kind not in ("spider", "forfeit", "throw"):
        raise refused("E-MI-NOTHING")
    if pending.kind == "throw":
        return _no_throw(state, action, pending)
    if action.seat not in _givers(pending):
        raise refused("E-MI-TURN", who=called(action.seat))
    if pending.kind == "forfeit" and can_give(state, action.seat):
        raise refused("E-MI-OWES", who=called(action.seat))
    return _given(state, action.seat)


def _no_throw(state: State, action: Keep, pending: Pending) -> State:
    """Let the next fastest throw; when nobody is left of those that the buttons know, the table says who did."""
    if action.seat != pending.owing[0]:
        raise refused("E-MI-TURN", who=called(action.seat))
    later = pending.owing[1:]
    return replace(state, pending=replace(pending, owing=later) if later else
                   replace(pending, kind="cockroach", owing=(), raced=True))


# what people tell in table mode

def _out(state: State, action: Out) -> State:
    if state.rules.told and state.layer != action.seat:
        raise refused("E-MI-OUT")
    state = replace(state, out=action.seat, known=put(state.known, action.seat, Known(0, 0)))
    return replace(state, pending=None, draws=()) if state.rules["last_effect"] == "skip" else _without_out(state)


def _without_out(state: State) -> State:
    """Take who is out from the powers that are still open."""
    pending = state.pending
    if pending is None or pending.kind in ("mosquito", "cockroach"):
        return state
    owing = tuple(seat for seat in pending.owing if seat != state.out)
    gone = pending.kind == "spider" or pending.to == state.out or not owing
    return replace(state, pending=None if gone else replace(pending, owing=owing))


def _count(state: State, action: Count) -> State:
    if not 1 <= action.cards <= sum(LIMITS):
        raise refused("E-MI-NUMBER")
    return replace(state, known=put(state.known, action.seat, Known(action.cards, action.cards, True)))


def _tally(state: State, action: Tally) -> State:
    if state.tallies[action.seat] is not None:
        raise refused("E-MI-COUNTED", who=called(action.seat))
    tallies = put(state.tallies, action.seat, action.cards)
    sums = [sum(numbers) for numbers in zip(*(t for t in tallies if t is not None), strict=True)]
    if min(action.cards) < 0 or any(number > limit for number, limit in zip(sums, LIMITS, strict=True)):
        raise refused("E-MI-COUNT")
    return finish(replace(state, tallies=tallies))


_APPLY: dict[type, Callable[[State, Any], State]] = {
    Deal: _deal, Play: _play, Draw: _draw, Give: _give, Keep: _keep, Slap: _slap, Throw: _throw, First: _first,
    Race: _race, Cheat: cheat, Stop: stop, Withdraw: withdraw, Answer: answer, Out: _out, Count: _count,
    Tally: _tally, Shuffle: _shuffle}
