"""Which actions led from a state of Mondrian to the dice and cards that are seen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.game import Future, Possible, Refused, Table
from rules.mondrian.actions import Action, Claim, Knock, Landing, Throw
from rules.mondrian.claims import claimant
from rules.mondrian.play import apply
from rules.mondrian.seen import SeenDie, changes
from rules.mondrian.state import Die, State, put
from rules.mondrian.table import CARD, landing_of, table, with_die


def explain(state: State, seen: Possible, evidence: Mapping[str, Any]) -> Iterator[tuple[Future, ...]]:
    """Yield the sequence of actions that leads to what is seen, if there is only one story; the last may be refused.

    `evidence["dice"]` are the dice as the reading's line has them: `{"colour", "value", "cards": [[id, share], ...]}`.
    Without it the dice are taken from their slots, and which card has a die's largest share is not known.
    """
    likeliest = {slot: pieces[0] for slot, pieces in seen.items() if pieces}
    claim = _claim(state, likeliest)
    if claim is not None:
        yield from _story(state, [claim])
        return
    dice = _dice_of_lines(evidence["dice"]) if "dice" in evidence else _dice_of_slots(state, likeliest)
    actions = changes(state, dice) if dice is not None else None
    if actions:
        yield from _story(state, actions)


def _claim(state: State, seen: Table) -> Claim | None:
    """Return the taking that the cards show: one is gone, and at most one lies there anew."""
    seat = claimant(state) if state.phase == "claim" else None
    now = table(state)
    gone = [card for card in state.grid if seen.get(f"card.{card}", CARD) is None]
    came = [slot.removeprefix("card.") for slot, lying in seen.items() if lying == CARD and now.get(slot, CARD) is None]
    if seat is None or len(gone) != 1 or len(came) > 1:
        return None
    return Claim(state.rules.colours[seat], gone[0], tuple(came))


def _dice_of_lines(lines: Sequence[Mapping[str, Any]]) -> list[SeenDie] | None:
    dice = []
    for line in lines:
        if line["value"] not in range(1, 7):
            return None  # a face that can't be told
        cards = sorted(line["cards"], key=lambda card: -float(card[1]))
        dice.append(SeenDie(line["colour"], Landing(line["value"], tuple(str(card[0]) for card in cards))))
    return dice


def _dice_of_slots(state: State, seen: Table) -> list[SeenDie] | None:
    dice = []
    for slot, expected in table(state).items():
        lying = seen.get(slot, expected)
        if lying is None or slot.startswith("card."):
            continue
        landing = landing_of(lying)
        if landing is None:
            return None
        dice.append(SeenDie(slot.split(".")[1], landing))
    return dice


def _story(state: State, actions: Sequence[Action]) -> Iterator[tuple[Future, ...]]:
    futures: list[Future] = []
    for action in actions:
        try:
            after = apply(state, action)
        except Refused as refusal:
            futures.append(Future(action, _as_seen(state, action), refusal))
            break
        futures.append(Future(action, table(after)))
        state = after
    yield tuple(futures)


def _as_seen(state: State, action: Action) -> Table:
    """Return the table that a refused action leaves."""
    seat = state.rules.colours.index(action.colour)
    landing = action.landing if isinstance(action, Throw | Knock) and isinstance(action.landing, Landing) else None
    if isinstance(action, Knock):
        return table(state.with_dice(seat, put(state.dice[seat], action.number - 1, Die(landing))))
    if landing is not None:
        return with_die(state, seat, landing)
    if isinstance(action, Claim):
        left = (*(card for card in state.grid if card != action.card), *action.pay)
        return table(replace(state, taken=state.taken | {action.card}, grid=left))
    return table(state)
