"""Mondrian: The Dice Game in the shape that all games share."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.evening import Next, turned
from rules.game import Future, Json, Option, Outcome, Possible, Problem, Refused, Seat, Slot, Table, Viewer
from rules.mondrian import advice, legal, play
from rules.mondrian import table as camera
from rules.mondrian.actions import Action, Knock, Landing, Throw, parse
from rules.mondrian.describe import describe, outcome
from rules.mondrian.explain import explain
from rules.mondrian.options import DICE_COLOURS, OPTIONS, PRESETS, TITLE, read_options
from rules.mondrian.owners import owners
from rules.mondrian.state import State, start
from rules.mondrian.view import view
from rules.text import Text


class Mondrian:
    """Dice thrown at canvas cards: four rounds, then the best painting [rules.md 5]."""

    name = "mondrian"
    title = TITLE
    options: Sequence[Option] = OPTIONS
    presets = PRESETS
    players: Sequence[int] = (2, 3, 4)

    def new(self, options: Mapping[str, str]) -> State:
        """Return the state before the first plan; raise BadNotation for an unknown option or value."""
        return start(read_options(options))

    def chosen(self, state: State) -> Mapping[str, str]:
        """Return every option's value; the deck in its short form."""
        return dict(state.rules.chosen)

    def seats(self, state: State) -> Sequence[Text]:
        """Return the players' dice colours in the order of play."""
        return [DICE_COLOURS[colour] for colour in state.rules.colours]

    def to_play(self, state: State) -> Seat | None:
        """Return whose turn it is; None while all plan, seal or paint at once."""
        return play.to_play(state)

    def owners(self, state: State, action: Action) -> Collection[Seat] | None:
        """Return who may tell an action by phone; see `rules.mondrian.owners`."""
        return owners(state, action)

    def legal_actions(self, state: State) -> Iterator[Action]:
        """Yield every legal action; a landing on several cards is legal too, but not listed."""
        return legal.legal_actions(state)

    def apply(self, state: State, action: Action) -> State:
        """Return the state after an action; raise Refused when a rule forbids it."""
        return play.apply(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """Return who won, with every painting's points; None until the paintings are revealed."""
        return outcome(state)

    def scores(self, state: State) -> Sequence[int]:
        """Return the totals; 0 until the paintings are revealed, as nothing scores before."""
        return [score.total for score in play.scored(state)] if state.phase == "over" else [0] * state.players

    def slots(self, state: State) -> Sequence[Slot]:
        """Return a slot for each die and each card; see `rules.mondrian.table`."""
        return camera.slots(state)

    def table(self, state: State) -> Table:
        """Return which dice and cards should lie, and how."""
        return camera.table(state)

    def futures(self, state: State) -> Iterable[Future]:
        """Yield the throws, knocks and takings that may come next, legal ones first."""
        return camera.futures(state)

    def explain(self, state: State, seen: Possible, evidence: Mapping[str, Any]) -> Iterable[tuple[Future, ...]]:
        """Yield the sequence of actions that led to the dice and cards seen; see `rules.mondrian.explain`."""
        return explain(state, seen, evidence)

    def covered(self, state: State) -> Collection[Slot]:
        """Return nothing: what lies on the table is open."""
        return ()

    def adopt(self, state: State, seen: Table) -> Mapping[str, str] | None:
        """Return the options with the cards that lie on the table, before the first throw; None when they are so."""
        return camera.adopt(state, seen)

    def advice(self, state: State, seat: Seat) -> Sequence[Text]:
        """Return what each card of the grid would add to the seat's painting, or the painting to compose."""
        return advice.advice(state, seat)

    def problems(self, state: State, table: Table) -> list[Problem]:
        """Return all that no legal play can have led to."""
        return camera.problems(state, table)

    def view(self, state: State, viewer: Viewer) -> Json:
        """Return what this viewer may know; see `rules.mondrian.view`."""
        return view(state, viewer)

    def rematch(self, state: State) -> Next:
        """Return the next game: the next player is the first, and the cards are laid anew."""
        options = {**state.rules.chosen, "players": ",".join(turned(state.rules.colours)), "laid": "grid"}
        return Next(options, turned(range(state.players)))

    def line(self, before: State, action: Action, after: State) -> Json:
        """Return the line of an accepted action; a throw and a knock as the kit's line format has them."""
        if isinstance(action, Throw | Knock):
            kind = "throw" if isinstance(action, Throw) else "knocked"
            landing = action.landing if isinstance(action.landing, Landing) else Landing(0)
            lost = {} if isinstance(action.landing, Landing) else {"lost": action.landing}
            return {"kind": kind, "colour": action.colour, "value": landing.value or None,
                    "card": next(iter(landing.cards), None), **lost}
        return {"kind": type(action).__name__.lower(), "colour": action.colour, "text": describe(before, action).en}

    def refused_line(self, before: State, action: Action, refusal: Refused) -> Json:
        """Return the line of a refused action: `why` is the rule's code."""
        return {"kind": "illegal", "why": refusal.code, "colour": action.colour}

    def describe(self, state: State, action: Action) -> Text:
        """Say what the action is, without what it keeps secret."""
        return describe(state, action)

    def notation(self, action: Action) -> str:
        """Return the action as a text."""
        return str(action)

    def parse(self, text: str) -> Action:
        """Return the action that a text names; raise BadNotation."""
        return parse(text)


MONDRIAN = Mondrian()
