"""What an action does in Mastermind: rows, answers, rounds and points."""

from collections.abc import Iterator
from dataclasses import replace

from rules.game import Seat
from rules.mastermind.actions import Action, Clear, Guess, Hide, Mark, Reveal
from rules.mastermind.codes import all_codes, marks, possible_marks, to_pegs
from rules.mastermind.refusals import refusal
from rules.mastermind.state import Past, Phase, Row, State, Wrong, answered, first_phase, has_room, rows_fit
from rules.mastermind.words import Pegs

PENALTY = 3
"""What wrong marks cost the code-maker and bring the decoder [seed]."""


def apply(state: State, action: Action) -> State:
    """Return the state after the action; raise Refused when a rule forbids it."""
    refused = refusal(state, action)
    if refused is not None:
        raise refused
    match action:
        case Hide(code):
            return replace(state, phase="guess", code=code)
        case Guess(_, pegs):
            return replace(state, phase="marks", rows=(*state.rows, Row(pegs)))
        case Mark():
            return _mark(state, action)
        case Reveal(code):
            return _reveal(replace(state, code=code)) if state.phase == "reveal" else _reveal_void(state, code)
        case Clear():
            number = state.number if state.wrong else state.number + 1
            return State(state.house, first_phase(state.house), number, scores=state.scores, past=state.past)


def _mark(state: State, action: Mark) -> State:
    after = answered(state, action.red, action.white)
    wrong = wrong_at_once(after)
    if wrong is not None:
        return _void(after, wrong)
    more = not after.found and len(after.rows) < after.house.rows and has_room(after, 1)
    return replace(after, phase="guess" if more else "reveal")


def wrong_at_once(state: State) -> Wrong | None:
    """Return the wrong marks that are certain now: the code is known, or no code fits all answers [rules.md 3.8]."""
    if state.code is not None:
        return first_wrong(state)
    return None if rows_fit(state) else Wrong(None)


def first_wrong(state: State) -> Wrong | None:
    """Return the first row whose marks differ from what the code deserves."""
    assert state.code is not None
    for number, row in enumerate(state.rows):
        true = marks(state.code, row.pegs, state.house.kind.blank)
        if row.answer is not None and row.answer != true:
            return Wrong(number, row.answer, true)
    return None


def _void(state: State, wrong: Wrong) -> State:
    """End a round that has to be replayed, with the penalty of 3 points [seed]."""
    maker = -PENALTY if state.house.maker_pays else 0
    shown = state.code if state.phase == "reveal" else None
    return _finish(state, _seated(state.maker, maker, PENALTY), shown, wrong)


def _reveal(state: State) -> State:
    wrong = first_wrong(state)
    if wrong is not None:
        return _void(state, wrong)
    return _finish(state, _seated(state.maker, round_points(state), 0), state.code, None)


def _reveal_void(state: State, code: Pegs) -> State:
    """Show the code of a round that is void already: now it is known which row was wrong."""
    after = replace(state, code=code)
    past = replace(state.past[-1], code=code, wrong=first_wrong(after))
    return replace(after, past=(*state.past[:-1], past))


def round_points(state: State) -> int:
    """Return what the code-maker earns: one point a row composed, or the points of a code not found [seed]."""
    house, rows = state.house, len(state.rows)
    if state.found:
        return rows if house.winning_row else rows - 1
    return house.fail_points + (rows if house.fail_on_top else 0)


def _seated(maker: Seat, made: int, decoded: int) -> tuple[int, int]:
    return (made, decoded) if maker == 0 else (decoded, made)


def _finish(state: State, points: tuple[int, int], shown: Pegs | None, wrong: Wrong | None) -> State:
    scores = state.scores[0] + points[0], state.scores[1] + points[1]
    past = Past(state.maker, state.rows, shown, points, wrong)
    after = replace(state, scores=scores, past=(*state.past, past))
    phase: Phase = "over" if _is_over(after, wrong) else "clear"
    return replace(after, phase=phase)


def _is_over(state: State, wrong: Wrong | None) -> bool:
    house = state.house
    if house.rounds is not None:
        return wrong is None and state.number + 1 >= house.rounds
    whole = wrong is None and state.number % 2 == 1
    return max(state.scores) >= house.target and (whole or not house.whole_pairs)


# What may be done


def legal_actions(state: State) -> Iterator[Action]:
    """Yield every action that `apply` takes now: the phase's own first, then changes of the last answer."""
    for action in _candidates(state):
        if refusal(state, action) is None:
            yield action


def _candidates(state: State) -> Iterator[Action]:
    match state.phase:
        case "hide":
            yield from (Hide(code) for code in codes(state))
        case "guess":
            yield from (Guess(len(state.rows), pegs) for pegs in codes(state))
        case "clear":
            yield Clear()
    if state.phase in ("reveal", "clear"):
        yield from map(Reveal, [state.code] if state.code is not None else codes(state))
    if state.rows:
        yield from (Mark(len(state.rows) - 1, *answer) for answer in possible_marks(state.house.kind.holes))


def codes(state: State) -> Iterator[Pegs]:
    """Yield every code of the table's rules in a fixed order."""
    return map(to_pegs, all_codes(state.house.kind))
