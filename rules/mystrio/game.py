"""Mystrio in the shape that all games have."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.game import Chance, Future, Json, Option, Outcome, Possible, Problem, Refused, Seat, Slot, Table, Viewer
from rules.mystrio import actions, advice, play, problems, table, view
from rules.mystrio.actions import Action, Shuffle
from rules.mystrio.options import OPTIONS, TITLE, read_options
from rules.mystrio.owners import owners
from rules.mystrio.state import State, first_state
from rules.mystrio.words import FACES, seat_name
from rules.text import Text


class Mystrio:
    """The game of Mystrio; see `rules.game.Game`, `Explains` and `Advises` for what each method does."""

    name: str = "mystrio"
    title: Text = TITLE
    options: Sequence[Option] = OPTIONS
    players: Sequence[int] = (2, 3, 4)

    def new(self, options: Mapping[str, str]) -> State:
        """Return the state before the first draw; raise BadNotation for an unknown option or value."""
        return first_state(read_options(options))

    def chosen(self, state: State) -> Mapping[str, str]:
        """Return every option's value in this game."""
        return state.house.values

    def seats(self, state: State) -> Sequence[Text]:
        """Return what each seat is called; seat 0 draws first."""
        return [seat_name(seat) for seat in range(state.house.players)]

    def to_play(self, state: State) -> Seat | None:
        """Return whose turn it is; None for the shuffle, while announced tokens lie face up, and at the end."""
        return state.turn if state.phase in ("lay", "turn") else None

    def owners(self, state: State, action: Action) -> Collection[Seat] | None:
        """Return who may tell an action by phone; see `rules.mystrio.owners`."""
        return owners(state, action)

    def legal_actions(self, state: State) -> Iterator[Action]:
        """Yield every action that `apply` takes now."""
        return play.legal_actions(state)

    def apply(self, state: State, action: Action) -> State:
        """Return the state after the action; a wrong announcement is no refusal but an error."""
        return play.apply(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        return view.outcome(state)

    def scores(self, state: State) -> Sequence[int]:
        """Return each seat's Mystrios so far."""
        return [len(trios) for trios in state.trios]

    def slots(self, state: State) -> Sequence[Slot]:
        """Return the slots, cell by cell."""
        return table.slots(state)

    def table(self, state: State) -> Table:
        """Return what a camera should see: tokens face down, but for an announcement."""
        return table.table(state)

    def futures(self, state: State) -> Iterable[Future]:
        """Yield what one person may do next; see `explain` for the few that fit a seen table."""
        return table.futures(state)

    def explain(self, state: State, seen: Possible, evidence: Mapping[str, Any]) -> Iterable[tuple[Future, ...]]:
        """Yield each sequence of actions that leads to a table which `seen` allows."""
        return table.explain(state, seen, evidence)

    def covered(self, state: State) -> Collection[Slot]:
        """Return the cells whose token's face is a secret."""
        return table.covered(state)

    def deal(self, state: State, chance: Chance) -> Action | None:
        """Return the shuffle that opens a game whose faces the referee knows; None at all other times."""
        if state.phase != "shuffle":
            return None
        pile = [face for face, count in zip(FACES, state.house.tokens, strict=True) for _ in range(count)]
        chance.shuffle(pile)
        return Shuffle(tuple(pile))

    def advice(self, state: State, seat: Seat) -> Sequence[Text]:
        """Return the lines that are likeliest a Mystrio, from what this seat has seen."""
        return advice.advice(state, seat)

    def problems(self, state: State, table: Table) -> list[Problem]:
        """Return all that is wrong with a board that came from a camera or a person."""
        return problems.problems(state, table)

    def view(self, state: State, viewer: Viewer) -> Json:
        """Return what this viewer may know: a face goes only to those who may see it."""
        return view.view(state, viewer)

    def line(self, before: State, action: Action, after: State) -> Json:
        """Return the fields that report an accepted action."""
        return view.line(before, action, after)

    def refused_line(self, before: State, action: Action, refusal: Refused) -> Json:
        """Return the fields that report a refused action."""
        return view.refused_line(before, action, refusal)

    def describe(self, state: State, action: Action) -> Text:
        """Say in words what the action is; no hidden face is told."""
        return view.describe(state, action)

    def notation(self, action: Action) -> str:
        """Return the action as a text."""
        return str(action)

    def parse(self, text: str) -> Action:
        """Return the action that a text names; raise BadNotation."""
        return actions.parse(text)


MYSTRIO = Mystrio()
