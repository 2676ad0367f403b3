"""The course of a game of Mondrian: who acts, and what each action does."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.game import Seat
from rules.mondrian.actions import (
    METHODS,
    Action,
    Choose,
    Claim,
    Done,
    Knock,
    Landing,
    Method,
    Paint,
    Plan,
    Seal,
    Throw,
)
from rules.mondrian.claims import check_claim, check_seal, claimant, open_cards, payment, sealers
from rules.mondrian.options import DICE_COLOURS
from rules.mondrian.score import Score, painting_size, score_paintings
from rules.mondrian.state import ROUNDS, Die, Phase, State, begin_round, put
from rules.mondrian.words import RETHROWS, refused
from rules.text import Text

_PHASES: dict[type, tuple[Phase, ...]] = {
    Plan: ("plan",), Throw: ("throw",), Knock: ("throw", "choose", "seal", "claim"), Choose: ("choose",),
    Seal: ("seal",), Claim: ("claim",), Done: ("claim",), Paint: ("paint",)}
_IN_TURN = (Throw, Choose, Claim, Done)


def to_play(state: State) -> Seat | None:
    """Return whose turn it is; None when several act at once (plans, sealed cards, paintings) or the game is over."""
    if state.phase == "throw":
        thrown = sum(map(len, state.dice)) - (1 if state.again else 0)
        return state.order()[thrown % state.players]
    if state.phase == "choose":
        return next(seat for seat in state.order() if undecided(state, seat))
    return claimant(state) if state.phase == "claim" else None


def undecided(state: State, seat: Seat) -> tuple[int, ...]:
    """Return the numbers of a player's dice on several cards that he has yet to choose among."""
    return tuple(n for n, die in enumerate(state.dice[seat], 1) if die.touches and die.card is None)


def size(state: State) -> int:
    """Return how many cards each painting has."""
    return painting_size(map(len, state.hands))


def scored(state: State) -> tuple[Score, ...]:
    """Return each seat's points for its painting, once all paintings lie."""
    return score_paintings([[state.rules.cards[card] for card in painting or ()] for painting in state.paintings])


def begun(state: State) -> bool:
    """Whether cards have been taken, left or set face down in this round: the dice are settled."""
    return bool(state.taken or state.waived or any(s is not None for s in state.sealed))


def apply(state: State, action: Action) -> State:
    """Return the state after an action; raise Refused when a rule forbids it."""
    if state.phase == "over":
        raise refused("E-MO-OVER")
    if action.colour not in state.rules.colours:
        raise refused("E-MO-SEAT", colour=DICE_COLOURS.get(action.colour, action.colour))
    seat = state.rules.colours.index(action.colour)
    if isinstance(action, Throw):
        _check_rethrow(state, seat)
    if state.phase not in _PHASES[type(action)]:
        raise refused("E-MO-PHASE")
    if isinstance(action, _IN_TURN) and to_play(state) != seat:
        raise refused("E-MO-TURN", colour=DICE_COLOURS[action.colour])
    return _settle(_APPLY[type(action)](state, seat, action))


def _check_rethrow(state: State, seat: Seat) -> None:
    if state.spoiled == seat and to_play(state) != seat:
        raise refused("E-MO-RETHROW", colour=DICE_COLOURS[state.rules.colours[seat]],
                      rethrow=RETHROWS[state.rules["rethrow"]])


def _plan(state: State, seat: Seat, action: Plan) -> State:
    if state.plans[seat] is not None:
        raise refused("E-MO-PLANNED", colour=DICE_COLOURS[action.colour])
    if len(action.methods) != state.dice_each:
        raise refused("E-MO-DICE", round=state.round, dice=state.dice_each)
    if len(set(action.methods)) < len(action.methods):
        raise refused("E-MO-DUP")
    return replace(state, plans=put(state.plans, seat, tuple(m for m in METHODS if m in action.methods)))


def _throw(state: State, seat: Seat, action: Throw) -> State:
    if action.method is not None and action.method not in free_methods(state, seat):
        raise refused("E-MO-METHOD")
    if isinstance(action.landing, Landing):
        _check_landing(state, action.landing)
    dice = state.dice[seat][:-1] if state.again else state.dice[seat]
    told = action.method or (None if isinstance(state.again, bool) else state.again)
    again = _rethrown(state, action)
    die = Die(action.landing if isinstance(action.landing, Landing) else None, told)
    lost = die.landing is None and not again
    used = state.rethrown or (bool(again) and action.landing != "leaning")
    return replace(state.with_dice(seat, (*dice, die)), again=again and (told or True),
                   spoiled=seat if lost else None, rethrown=used if again else False)


def _rethrown(state: State, action: Throw) -> bool:
    """Tell whether the die must be thrown again: once when it left the zone, as often as it leans [ours]."""
    if action.landing == "leaning":
        return True
    allowed = {"0": (), "1 always": ("off", "touched")}.get(state.rules["rethrow"], ("off",))
    return action.landing in allowed and not state.rethrown


def free_methods(state: State, seat: Seat) -> tuple[Method, ...]:
    """Return the methods with which a player may throw his next die; a re-throw keeps its method."""
    if state.again and not isinstance(state.again, bool):
        return (state.again,)
    plan = state.plans[seat] or METHODS
    return tuple(m for m in plan if m not in [die.method for die in state.dice[seat]])


def _check_landing(state: State, landing: Landing) -> None:
    if not 1 <= landing.value <= 6:
        raise refused("E-MO-FACE", value=landing.value)
    if len(set(landing.cards)) < len(landing.cards):
        raise refused("E-MO-CHOICE")
    for card in landing.cards:
        if card not in state.grid:
            raise refused("E-MO-GRID", card=card)


def _knock(state: State, seat: Seat, action: Knock) -> State:
    dice = state.dice[seat]
    if not 1 <= action.number <= len(dice) or dice[action.number - 1].landing is None:
        raise refused("E-MO-DIE")
    if begun(state):
        raise refused("E-MO-SETTLED")
    landing = action.landing if isinstance(action.landing, Landing) else None
    if landing is not None:
        _check_landing(state, landing)
    return state.with_dice(seat, put(dice, action.number - 1, Die(landing, dice[action.number - 1].method)))


def _choose(state: State, seat: Seat, action: Choose) -> State:
    if action.number not in undecided(state, seat):
        raise refused("E-MO-DIE")
    dice = state.dice[seat]
    die = dice[action.number - 1]
    if action.card not in die.touches:
        raise refused("E-MO-CHOICE")
    return state.with_dice(seat, put(dice, action.number - 1, replace(die, choice=action.card)))


def _seal(state: State, seat: Seat, action: Seal) -> State:
    if seat not in sealers(state) or state.sealed[seat] is not None:
        raise refused("E-MO-TURN", colour=DICE_COLOURS[action.colour])
    check_seal(state, seat, action)
    return replace(state, sealed=put(state.sealed, seat, action.cards))


def _claim(state: State, seat: Seat, action: Claim) -> State:
    check_claim(state, seat, action.card)
    pay = payment(state, seat, action)
    hand = (*(card for card in state.hands[seat] if card not in pay), action.card)
    placed = pay if state.rules["paid_card"] == "grid" else ()
    where = state.grid.index(action.card)
    return replace(state, hands=put(state.hands, seat, hand), taken=state.taken | {action.card},
                   grid=(*state.grid[:where], *placed, *state.grid[where + 1:]), fresh=state.fresh | set(placed))


def _done(state: State, seat: Seat, action: Done) -> State:
    return replace(state, waived=state.waived | {(seat, card) for card in open_cards(state, seat)})


def _paint(state: State, seat: Seat, action: Paint) -> State:
    if state.paintings[seat] is not None:
        raise refused("E-MO-PAINTED", colour=DICE_COLOURS[action.colour])
    if len(action.cards) != size(state):
        raise refused("E-MO-SIZE", size=size(state))
    if len(set(action.cards)) < len(action.cards) or not set(action.cards) <= set(state.hands[seat]):
        raise refused("E-MO-CARD")
    return replace(state, paintings=put(state.paintings, seat, action.cards))


_APPLY: dict[type, Callable[[State, Seat, Any], State]] = {
    Plan: _plan, Throw: _throw, Knock: _knock, Choose: _choose,
    Seal: _seal, Claim: _claim, Done: _done, Paint: _paint}


def _settle(state: State) -> State:
    """Move on to the phase that what has been done leads to."""
    if state.phase == "plan":
        return state if None in state.plans else replace(state, phase="throw")
    if state.phase == "paint":
        return state if None in state.paintings else replace(state, phase="over")
    if state.again or sum(map(len, state.dice)) < state.players * state.dice_each:
        return state
    if any(undecided(state, seat) for seat in range(state.players)):
        return replace(state, phase="choose")
    if any(state.sealed[seat] is None for seat in sealers(state)) and not state.taken and not state.waived:
        return replace(state, phase="seal")
    if claimant(state) is not None:
        return replace(state, phase="claim")
    return replace(state, phase="paint") if state.round == ROUNDS else begin_round(state, state.round + 1)


def phase_text(state: State) -> Text:
    """Say what is being done: for the pages."""
    return {"plan": Text("plan the throws", "programmez les lancers"), "throw": Text("throw a die", "lancez un dé"),
            "choose": Text("say for which card a die counts", "dites pour quelle carte compte un dé"),
            "seal": Text("set a card face down", "posez une carte face cachée"),
            "claim": Text("take the cards", "prenez les cartes"),
            "paint": Text("compose the paintings", "composez les tableaux"),
            "over": Text("the game is over", "la partie est finie")}[state.phase]
