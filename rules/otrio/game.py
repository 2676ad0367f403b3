"""Otrio in the shape that all games have."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rules.evening import Next, turned
from rules.game import Future, Json, Option, Outcome, Problem, Refused, Seat, Slot, Table, Viewer
from rules.otrio import actions, advice, futures, play, problems, view
from rules.otrio.actions import Action, Again
from rules.otrio.options import OPTIONS, chosen_options, read_options
from rules.otrio.owners import owners
from rules.otrio.refusals import refusal, seat_name
from rules.otrio.state import State, first_state
from rules.otrio.words import SLOTS
from rules.text import Text


class Otrio:
    """The game of Otrio; see `rules.game.Game` for what each method does."""

    name: str = "otrio"
    title: Text = Text("Otrio", "Otrio")
    options: Sequence[Option] = OPTIONS
    players: Sequence[int] = (2, 3, 4)

    def new(self, options: Mapping[str, str]) -> State:
        """Return the state before the first placement; raise BadNotation for an unknown option or value."""
        return first_state(read_options(options))

    def chosen(self, state: State) -> Mapping[str, str]:
        """Return every option's value in this game."""
        return chosen_options(state.house)

    def seats(self, state: State) -> Sequence[Text]:
        """Return what each seat is called: by its colours."""
        return [seat_name(state, seat) for seat in range(len(state.house.seats))]

    def to_play(self, state: State) -> Seat | None:
        """Return the seat whose turn it is; None when the game is over, or when only a call can still come."""
        return state.turn

    def owners(self, state: State, action: Action) -> Collection[Seat] | None:
        """Return who may tell an action by phone; see `rules.otrio.owners`."""
        return owners(state, action)

    def legal_actions(self, state: State) -> Iterator[Action]:
        """Yield every action that `apply` takes now, placements first."""
        return play.legal_actions(state)

    def apply(self, state: State, action: Action) -> State:
        """Return the state after the action; raise Refused when a rule forbids it."""
        return play.apply(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended; the match may go on with `again`."""
        return view.outcome(state)

    def scores(self, state: State) -> Sequence[int]:
        """Return each seat's points: games won, less Otrio Extreme's penalties."""
        return state.scores

    def slots(self, state: State) -> Sequence[Slot]:
        """Return the 27 slots, cell by cell, from large to small."""
        return SLOTS

    def table(self, state: State) -> Table:
        """Return which colour should lie in each slot."""
        return futures.table(state.board)

    def futures(self, state: State) -> Iterable[Future]:
        """Yield what one person may do next: the legal actions, then each single act that is refused."""
        return futures.futures(state)

    def advice(self, state: State, seat: Seat) -> Sequence[Text]:
        """Return what helps a seat: its own wins, the dangers, and a win that it can force."""
        return advice.advice(state, seat)

    def problems(self, state: State, table: Table) -> list[Problem]:
        """Return all that is wrong with a table that came from a camera or a person."""
        return problems.problems(state, table)

    def view(self, state: State, viewer: Viewer) -> Json:
        """Return all that a page needs; Otrio has no secrets."""
        return view.view(state)

    def hides_nothing(self, state: State) -> bool:
        """Return that all pieces lie open."""
        return True

    def rematch(self, state: State) -> Next:
        """Return the next game of the match, or a new match in which the next seat begins."""
        seats = tuple(range(len(state.house.seats)))
        if refusal(state, Again()) is None:
            return Next(self.chosen(state), seats, str(Again()))
        colours = self.chosen(state)["turns"].split(",")
        used = len(state.house.colours)
        turns = ",".join((*turned(colours[:used]), *colours[used:]))
        return Next({**self.chosen(state), "turns": turns}, turned(seats))

    def line(self, before: State, action: Action, after: State) -> Json:
        """Return the fields that report an accepted action."""
        return view.line(before, action, after)

    def refused_line(self, before: State, action: Action, refusal: Refused) -> Json:
        """Return the fields that report a refused action."""
        return view.refused_line(before, action, refusal)

    def describe(self, state: State, action: Action) -> Text:
        """Say in words what the action is."""
        return view.describe(state, action)

    def notation(self, action: Action) -> str:
        """Return the action as a text."""
        return str(action)

    def parse(self, text: str) -> Action:
        """Return the action that a text names; raise BadNotation."""
        return actions.parse(text)


OTRIO = Otrio()
