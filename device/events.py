"""The events of the log, and the ledger: the state of a game that its events add up to."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from rules.game import Game, Hushes, Refused, Seat, Table
from rules.registry import game as find_game
from rules.text import Text

Kind: TypeAlias = Literal["new", "action", "illegal", "put right", "undo", "correct", "erased"]
AT_THE_TABLE = "table"
"""Who did it, when it was seen by the camera."""
BY_PHONE = "phone:"
"""What goes before the name of the person who told it by phone; nothing follows when that one has no name."""


@dataclass(frozen=True)
class Event:
    """One fact about a game, as the store holds it.

    The bodies: `new` {"game", "options"}, and "evening": True where an evening begins with it; `action` {"action":
    notation}; `illegal` {"action", "code"}; `put right` {}; `undo` {}; `erased` {} (all that is left of a game); `correct` {"undo": how many actions are taken back, "actions": [notation, ...]}.
    """

    kind: Kind
    body: Mapping[str, Any] = field(default_factory=dict)
    by: str = AT_THE_TABLE


@dataclass(frozen=True)
class LogLine:
    """An event in words, for the phones."""

    kind: Kind
    text: Text
    by: str
    audience: tuple[Seat, ...] | None = None
    """The seats that may learn of it; None for everybody."""


@dataclass(frozen=True)
class Refusal:
    """An action that the rules forbid, still to be put right."""

    action: Any
    refused: Refused


@dataclass(frozen=True)
class Ledger:
    """A game with all its states since the start: what the events of one game fold to."""

    game: Game[Any, Any]
    options: Mapping[str, str]
    states: tuple[Any, ...]
    """The state before the first action, and after each."""
    actions: tuple[str, ...] = ()
    refusal: Refusal | None = None
    log: tuple[LogLine, ...] = ()

    @property
    def state(self) -> Any:
        """The state now."""
        return self.states[-1]

    @property
    def table(self) -> Table:
        """What should lie on the table now."""
        return self.game.table(self.state)

    def before(self, count: int) -> "Ledger":
        """Return the ledger as it was `count` actions ago, its log as it is."""
        left = max(len(self.actions) - count, 0)
        return replace(self, states=self.states[: left + 1], actions=self.actions[:left], refusal=None)


NEW_GAME = Text("A new game of {game} begins", "Une nouvelle partie de {game} commence")
PUT_RIGHT = Text("The table is put right", "La table est remise en ordre")
UNDONE = Text("Taken back: {action}", "Annulé : {action}")
CORRECTED = Text("Corrected: {action}", "Corrigé : {action}")
REFUSED = Text("Refused: {action}. {why}", "Refusé : {action}. {why}")
NOTHING = Text("nothing", "rien")


def fold(ledger: Ledger | None, event: Event) -> Ledger | None:
    """Return the ledger after one more event; raise GameError when the event does not fit the game."""
    if event.kind == "new":
        return _begin(event)
    if ledger is None:
        return None
    return _FOLDS[event.kind](ledger, event)


def _begin(event: Event) -> Ledger:
    game = find_game(event.body["game"])
    state = game.new(event.body["options"])
    line = LogLine("new", NEW_GAME.fill(game=game.title), event.by)
    return Ledger(game, game.chosen(state), (state,), log=(line,))


def _logged(ledger: Ledger, event: Event, text: Text, audience: tuple[Seat, ...] | None = None,
            **changes: Any) -> Ledger:
    line = LogLine(event.kind, text, event.by, audience)
    return replace(ledger, log=(*ledger.log, line), **changes)


def _act(ledger: Ledger, notation: str) -> tuple[Ledger, Text]:
    action = ledger.game.parse(notation)
    after = ledger.game.apply(ledger.state, action)
    words = ledger.game.describe(ledger.state, action)
    return replace(ledger, states=(*ledger.states, after), actions=(*ledger.actions, notation), refusal=None), words


def _action(ledger: Ledger, event: Event) -> Ledger:
    audience = audience_of(ledger, event.body["action"])
    ledger, words = _act(ledger, event.body["action"])
    return _logged(ledger, event, words, audience)


def _illegal(ledger: Ledger, event: Event) -> Ledger:
    action = ledger.game.parse(event.body["action"])
    words = ledger.game.describe(ledger.state, action)
    try:
        ledger.game.apply(ledger.state, action)
    except Refused as refused:
        return _logged(ledger, event, REFUSED.fill(action=words, why=refused.text), refusal=Refusal(action, refused))
    return ledger  # a later edition of the rules allows it: then there is nothing to put right


def _put_right(ledger: Ledger, event: Event) -> Ledger:
    return _logged(ledger, event, PUT_RIGHT, refusal=None)


def audience_of(ledger: Ledger, notation: str) -> tuple[Seat, ...] | None:
    """Return the seats that may learn that this action is done now; None for everybody."""
    if not isinstance(ledger.game, Hushes):
        return None
    seats = ledger.game.audience(ledger.state, ledger.game.parse(notation))
    return None if seats is None else tuple(seats)


def _undo(ledger: Ledger, event: Event) -> Ledger:
    if not ledger.actions:
        return _logged(ledger, event, UNDONE.fill(action=NOTHING))
    undone, earlier = ledger.actions[-1], ledger.before(1)
    words = ledger.game.describe(earlier.state, ledger.game.parse(undone))
    return _logged(earlier, event, UNDONE.fill(action=words), audience_of(earlier, undone))


def _correct(ledger: Ledger, event: Event) -> Ledger:
    ledger = ledger.before(event.body["undo"])
    words: Text = NOTHING
    for notation in event.body["actions"]:
        ledger, words = _act(ledger, notation)
    return _logged(ledger, event, CORRECTED.fill(action=words), refusal=None)


_FOLDS = {"action": _action, "illegal": _illegal, "put right": _put_right, "undo": _undo, "correct": _correct}
