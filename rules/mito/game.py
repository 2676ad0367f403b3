"""Mito (Cheating Moth) in the shape that all games share."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rules.evening import Next
from rules.game import (
    Button,
    Chance,
    Finish,
    Future,
    Json,
    Option,
    Outcome,
    Problem,
    Question,
    Refused,
    Seat,
    Slot,
    Table,
    Viewer,
)
from rules.mito import legal, panel, play, questions
from rules.mito import table as camera
from rules.mito.actions import Action, Cheat, Deal, Play, Shuffle, Throw, parse
from rules.mito.describe import describe, outcome
from rules.mito.options import OPTIONS, PLAYERS, PRESETS, TITLE, read_options
from rules.mito.owners import owners
from rules.mito.state import State, start
from rules.mito.view import view
from rules.mito.words import called, player
from rules.text import Text


class Mito:
    """Get rid of all cards, honestly or not [rules.md 2]."""

    name = "mito"
    title = TITLE
    options: Sequence[Option] = OPTIONS
    presets = PRESETS
    players: Sequence[int] = PLAYERS

    def new(self, options: Mapping[str, str]) -> State:
        """Return the state before the first deal; raise BadNotation for an unknown option or value."""
        return start(read_options(options))

    def chosen(self, state: State) -> Mapping[str, str]:
        """Return every option's value."""
        return dict(state.rules.chosen)

    def seats(self, state: State) -> Sequence[Text]:
        """Return the players' numbers in the order of play."""
        return [called(seat) for seat in range(state.players)]

    def to_play(self, state: State) -> Seat | None:
        """Return whose turn it is; None while a question is open, and between rounds."""
        return play.to_play(state)

    def question(self, state: State) -> Question | None:
        """Return what is open: a race, a gift, forfeits, an accusation, a shuffle."""
        return questions.question(state)

    def pressed(self, state: State, button: Button, by: Seat | None = None) -> Action | None:
        """Return what a press of a button means; see `rules.mito.panel`."""
        return panel.pressed(state, button, by)

    def finished(self, state: State, finish: Finish) -> Sequence[Action]:
        """Return what the end of the race that is open may mean."""
        return panel.finished(state, finish)

    def deal(self, state: State, chance: Chance) -> Action | None:
        """Return a digital deck's deal or shuffle, when one is due."""
        asked = questions.question(state)
        shuffled = asked is not None and asked.kind == "shuffle"
        if not state.rules.digital or not (state.phase == "deal" or shuffled):
            return None
        cards = [*(state.discards if shuffled else state.rules.deck)]
        chance.shuffle(cards)
        return Shuffle(tuple(cards)) if shuffled else Deal(tuple(cards))

    def audience(self, state: State, action: Action) -> Sequence[Seat] | None:
        """Return who may learn of an action: of a cheat only the cheater; None for everybody."""
        return (action.seat,) if isinstance(action, Cheat) else None

    def owners(self, state: State, action: Action) -> Collection[Seat] | None:
        """Return who may tell an action by phone; see `rules.mito.owners`."""
        return owners(state, action)

    def legal_actions(self, state: State) -> Iterator[Action]:
        """Yield every legal action, of deals, shuffles, counts and tallies only some."""
        return legal.legal_actions(state)

    def apply(self, state: State, action: Action) -> State:
        """Return the state after an action; raise Refused when a rule forbids it."""
        return play.apply(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """Return who won; None while the game goes on."""
        return outcome(state)

    def scores(self, state: State) -> Sequence[int]:
        """Return each seat's points from the rounds that are over; they are penalties."""
        return list(state.totals)

    def slots(self, state: State) -> Sequence[Slot]:
        """Return the one slot, "top"."""
        return camera.SLOTS

    def table(self, state: State) -> Table:
        """Return the card that lies open."""
        return camera.table(state)

    def futures(self, state: State) -> Iterable[Future]:
        """Yield the cards that may be laid next, then those that may not."""
        return camera.futures(state)

    def problems(self, state: State, table: Table) -> list[Problem]:
        """Return all that no legal play can have led to."""
        return camera.problems(state, table)

    def view(self, state: State, viewer: Viewer) -> Json:
        """Return what this viewer may know; see `rules.mito.view`."""
        return view(state, viewer)

    def rematch(self, state: State) -> Next:
        """Return the next game: everybody keeps his seat and button, the next one guards first."""
        guard = (state.rules.first_guard + 1) % state.players
        return Next({**state.rules.chosen, "first_guard": f"p{guard + 1}"}, tuple(range(state.players)))

    def line(self, before: State, action: Action, after: State) -> Json:
        """Return the line of an accepted action; cards appear only where they lie open."""
        seat = getattr(action, "seat", getattr(action, "slowest", None))
        card = {"card": str(action.card)} if isinstance(action, Play | Throw) and action.card else {}
        return {"kind": type(action).__name__.lower(), "seat": seat, **card, "text": describe(before, action).en}

    def refused_line(self, before: State, action: Action, refusal: Refused) -> Json:
        """Return the line of a refused action: `why` is the rule's code."""
        seat = getattr(action, "seat", None)
        return {"kind": "illegal", "why": refusal.code, "player": None if seat is None else player(seat)}

    def describe(self, state: State, action: Action) -> Text:
        """Say what the action is, without what only some may know."""
        return describe(state, action)

    def notation(self, action: Action) -> str:
        """Return the action as a text."""
        return str(action)

    def parse(self, text: str) -> Action:
        """Return the action that a text names; raise BadNotation."""
        return parse(text)


MITO = Mito()
