"""The events of the log, and the ledger: the state of a game that its events add up to."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from rules.game import Game, GameError, Hushes, Refused, Seat, Table
from rules.registry import game as find_game
from rules.text import Text, decimal, listed

Kind: TypeAlias = Literal["new", "action", "illegal", "put right", "undo", "correct", "seated", "person", "gone",
                          "erased"]
AT_THE_TABLE = "table"
"""Who did it, when it was seen by the camera."""
BY_PHONE = "phone:"
"""What goes before the name of the person who told it by phone; nothing follows when that one has no name."""


@dataclass(frozen=True)
class Event:
    """One fact about a game, as the store holds it.

    The bodies: `new` {"game", "options"}, "people", "evening": True where an evening begins with it, and "adopted":
    True where the table decided the options; `action` {"action": notation}, and after a race its "race", see
    `story_words`; `illegal` {"action", "code"}; `put right` {}; `undo` {}, and "over": how many hushed actions lie over
    the one undone; `correct` {"undo": how many actions are taken back, "actions": [notation, ...]}; `seated` {"seat",
    "person"}; `erased` {} (all that is left of a game). Those of the people are in `device.people`.
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
    people: tuple[Mapping[str, str] | None, ...] = ()
    """Who plays at each seat: {"id", "name", "colour"}."""

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


PEOPLES = frozenset({"person", "gone"})
"""The kinds of events that belong to no game."""
TAKES_SEAT = Text('{name} takes the seat "{seat}"', "{name} prend la place « {seat} »")
SEAT_FREE = Text('The seat "{seat}" is free again', "La place « {seat} » est de nouveau libre")
NEW_GAME = Text("A new game of {game} begins", "Une nouvelle partie commence : {game}")
PUT_RIGHT = Text("The table is put right", "La table est remise en ordre")
UNDONE = Text("Taken back: {action}", "Annulé : {action}")
CORRECTED = Text("Corrected: {action}", "Corrigé : {action}")
REFUSED = Text("Refused: {action}. {why}", "Refusé : {action}. {why}")
NOTHING = Text("nothing", "rien")
RACE_LINE = Text("{what} ({story})", "{what} ({story})")
MS = Text("{ms} ms", "{ms} ms")
LATER = Text("+{ms} ms", "+{ms} ms")
PLACE = Text("{who} {ms}", "{who} {ms}")
PLACE_BY_PHONE = Text("{who} {ms} (phone)", "{who} {ms} (téléphone)")
TOO_EARLY = Text("too early: {who}", "trop tôt : {who}")
ABSENT = Text("not pressed: {who}", "sans appui : {who}")
NOT_CERTAIN = Text("buttons raced phones: too close to tell",
                   "des boutons contre des téléphones : trop serré pour trancher")


def fold(ledger: Ledger | None, event: Event) -> Ledger | None:
    """Return the ledger after one more event; raise GameError when the event does not fit the game."""
    if event.kind == "new":
        return _begin(event)
    if ledger is None or event.kind in PEOPLES:
        return ledger
    return _FOLDS[event.kind](ledger, event)


def _begin(event: Event) -> Ledger:
    game = find_game(event.body["game"])
    state = game.new(event.body["options"])
    line = LogLine("new", NEW_GAME.fill(game=game.title), event.by)
    seats = len(game.seats(state))
    people = (*event.body.get("people", ()), *(None for _ in range(seats)))[:seats]
    return Ledger(game, game.chosen(state), (state,), log=(line,), people=people)


def _seated(ledger: Ledger, event: Event) -> Ledger:
    """Say who plays at a seat from now on; somebody's new name or colour is no news."""
    seat, person = event.body["seat"], event.body["person"]
    if not seat < len(ledger.people):
        return ledger
    before = ledger.people[seat]
    people = (*ledger.people[:seat], person, *ledger.people[seat + 1:])
    title = ledger.game.seats(ledger.state)[seat]
    if person is not None and before is not None and person["id"] == before["id"]:
        return replace(ledger, people=people)
    words = SEAT_FREE.fill(seat=title) if person is None else TAKES_SEAT.fill(name=person["name"], seat=title)
    return _logged(ledger, event, words, people=people)


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
    acted, words = _act(ledger, event.body["action"])
    if audience is not None:  # what nobody may notice puts nothing right
        acted = replace(acted, refusal=ledger.refusal)
    if "race" in event.body:
        words = RACE_LINE.fill(what=words, story=story_words(ledger.game.seats(ledger.state), event.body["race"]))
    return _logged(acted, event, words, audience)


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


def story_words(seats: Sequence[Text], story: Mapping[str, Any]) -> Text:
    """Say how a race went: "player 2 312 ms, player 1 +8.4 ms (phone); too early: player 3".

    A story is {"places": [{"seat", "ms", "phone", "place", "sure"}], "early": [seat], "absent": [seat], "mixed": bool},
    the places in their order, `ms` since the light, `place` the same in a dead heat; not `sure` where buttons raced
    phones and nobody can tell. Older records have neither `sure` nor `mixed`.
    """
    parts = []
    for index, place in enumerate(story["places"]):
        after = place["ms"] - story["places"][0]["ms"]
        ms = (LATER if index else MS).fill(ms=decimal(after, 1) if index else decimal(place["ms"], 0))
        parts.append((PLACE_BY_PHONE if place["phone"] else PLACE).fill(who=seats[place["seat"]], ms=ms))
    found = [listed(parts)] if parts else []
    for key, sentence in (("early", TOO_EARLY), ("absent", ABSENT)):
        if story[key]:
            found.append(sentence.fill(who=listed([seats[seat] for seat in story[key]])))
    if not all(place.get("sure", True) for place in story["places"]):
        found.append(NOT_CERTAIN)
    return listed(found, Text("; ", " ; "))


def audience_of(ledger: Ledger, notation: str) -> tuple[Seat, ...] | None:
    """Return the seats that may learn that this action is done now; None for everybody."""
    if not isinstance(ledger.game, Hushes):
        return None
    seats = ledger.game.audience(ledger.state, ledger.game.parse(notation))
    return None if seats is None else tuple(seats)


def hushed_since(ledger: Ledger) -> int:
    """Return how many of the newest actions are not for everybody: an undo passes over them unnoticed."""
    count = 0
    for state, notation in zip(reversed(ledger.states[:-1]), reversed(ledger.actions), strict=True):
        if audience_of(replace(ledger, states=(state,)), notation) is None:
            break
        count += 1
    return count


def _undo(ledger: Ledger, event: Event) -> Ledger:
    """Take back the newest action that was not hushed; those that were are done again, where they still can be."""
    hushed = event.body.get("over", 0)
    if len(ledger.actions) <= hushed:
        return _logged(ledger, event, UNDONE.fill(action=NOTHING))
    undone, *later = ledger.actions[-1 - hushed:]
    earlier = ledger.before(1 + hushed)
    words = ledger.game.describe(earlier.state, ledger.game.parse(undone))
    audience = audience_of(earlier, undone)
    for notation in later:
        with suppress(GameError):
            earlier, _ = _act(earlier, notation)
    return _logged(earlier, event, UNDONE.fill(action=words), audience)


def _correct(ledger: Ledger, event: Event) -> Ledger:
    ledger = ledger.before(event.body["undo"])
    words: Text = NOTHING
    for notation in event.body["actions"]:
        ledger, words = _act(ledger, notation)
    return _logged(ledger, event, CORRECTED.fill(action=words), refusal=None)


_FOLDS = {"action": _action, "illegal": _illegal, "put right": _put_right, "undo": _undo, "correct": _correct,
          "seated": _seated}
