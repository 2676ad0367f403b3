"""Mastermind in the shape that all games have."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.game import Future, Json, Option, Outcome, Possible, Problem, Refused, Seat, Slot, Table, Viewer
from rules.mastermind import actions, advice, play, problems, table, view
from rules.mastermind.actions import Action
from rules.mastermind.options import OPTIONS, TITLE, read_options
from rules.mastermind.owners import owners
from rules.mastermind.state import State, first_state
from rules.mastermind.words import SEATS
from rules.text import Text


class Mastermind:
    """The game of Mastermind; see `rules.game.Game`, `Explains` and `Advises` for what each method does."""

    name: str = "mastermind"
    title: Text = TITLE
    options: Sequence[Option] = OPTIONS
    players: Sequence[int] = (2,)

    def new(self, options: Mapping[str, str]) -> State:
        """Return the state before the first round; raise BadNotation for an unknown option or value."""
        return first_state(read_options(options))

    def chosen(self, state: State) -> Mapping[str, str]:
        """Return every option's value in this game."""
        return state.house.values

    def seats(self, state: State) -> Sequence[Text]:
        """Return what each seat is called; seat 0 makes the first code."""
        return SEATS

    def to_play(self, state: State) -> Seat | None:
        """Return the code-maker or the decoder; None while the board is to be cleared, and at the end."""
        if state.phase in ("clear", "over"):
            return None
        return state.decoder if state.phase == "guess" else state.maker

    def owners(self, state: State, action: Action) -> Collection[Seat] | None:
        """Return who may tell an action by phone; see `rules.mastermind.owners`."""
        return owners(state, action)

    def legal_actions(self, state: State) -> Iterator[Action]:
        """Yield every action that `apply` takes now: with a code still private, 1680 guesses or codes and more."""
        return play.legal_actions(state)

    def apply(self, state: State, action: Action) -> State:
        """Return the state after the action; wrong marks are no refusal but void the round [rules.md 6]."""
        return play.apply(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        return view.outcome(state)

    def scores(self, state: State) -> Sequence[int]:
        """Return each seat's points so far; penalties can make them negative."""
        return state.scores

    def slots(self, state: State) -> Sequence[Slot]:
        """Return the slots of every row, and the code's."""
        return table.slots(state)

    def table(self, state: State) -> Table:
        """Return what a camera should see; a covered code shows nothing."""
        return table.table(state)

    def futures(self, state: State) -> Iterable[Future]:
        """Yield what one person may do next; see `explain` for the few that fit a seen table."""
        return table.futures(state)

    def explain(self, state: State, seen: Possible, evidence: Mapping[str, Any]) -> Iterable[tuple[Future, ...]]:
        """Yield each sequence of actions that leads to a table which `seen` allows."""
        return table.explain(state, seen, evidence)

    def covered(self, state: State) -> Collection[Slot]:
        """Return the code's slots until the code is shown."""
        return table.covered(state)

    def advice(self, state: State, seat: Seat) -> Sequence[Text]:
        """Return the decoder's hint, which no hidden code changes, or the marks that the maker should give."""
        return advice.advice(state, seat)

    def problems(self, state: State, table: Table) -> list[Problem]:
        """Return all that is wrong with a board that came from a camera or a person."""
        return problems.problems(state, table)

    def view(self, state: State, viewer: Viewer) -> Json:
        """Return what this viewer may know: the code goes to its maker alone until it is shown."""
        return view.view(state, viewer)

    def hides_nothing(self, state: State) -> bool:
        """Return whether the code is nowhere but under its cover."""
        return not state.house.known

    def line(self, before: State, action: Action, after: State) -> Json:
        """Return the fields that report an accepted action."""
        return view.line(before, action, after)

    def refused_line(self, before: State, action: Action, refusal: Refused) -> Json:
        """Return the fields that report a refused action."""
        return view.refused_line(before, action, refusal)

    def describe(self, state: State, action: Action) -> Text:
        """Say in words what the action is; a hidden code is not told."""
        return view.describe(state, action)

    def notation(self, action: Action) -> str:
        """Return the action as a text."""
        return str(action)

    def parse(self, text: str) -> Action:
        """Return the action that a text names; raise BadNotation."""
        return actions.parse(text)


MASTERMIND = Mastermind()
