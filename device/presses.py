"""What the panel tells the referee: a press, or how a race ended; and what both mean in a game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from device.events import Ledger
from rules.game import Asks, Button, Finish, Future, Game, GameError, Presses, Question, Seat
from rules.text import Text

AT_THE_BUTTONS = "buttons"
"""Who did it, when it was pressed on the panel."""


@dataclass(frozen=True)
class Pressed:
    """A message of the panel: a button was pressed that no race is about."""

    button: Button
    by: str = AT_THE_BUTTONS
    seat: Seat | None = None
    """Whose own phone pressed; None when nobody knows."""
    person: str | None = None
    """Who pressed by phone, by id."""


@dataclass(frozen=True)
class Raced:
    """A message of the panel: a race is over."""

    question: Question
    """What the game asked for when the race began."""
    finish: Finish
    by: str = AT_THE_BUTTONS
    doubt: Text | None = None
    """Why people must say whether the result is right; None when the buttons are to be believed."""
    story: Mapping[str, Any] = field(default_factory=dict)
    """The whole order, for the log; see `device.events.story_words`."""
    others: tuple[Finish, ...] = ()
    """How it may have ended as well, the likelier first: buttons raced phones, and the stamps can't tell."""


def open_race(ledger: Ledger | None) -> Question | None:
    """Return the race that the game waits for; None when there is none."""
    if ledger is None or not isinstance(ledger.game, Asks) or not isinstance(ledger.game, Presses):
        return None
    question = ledger.game.question(ledger.state)
    return question if question is not None and question.race is not None else None


def press_action(ledger: Ledger, press: Pressed) -> Any | None:
    """Return what a press means now; None when it means nothing."""
    return ledger.game.pressed(ledger.state, press.button, press.seat) if isinstance(ledger.game, Presses) else None


def does_something(ledger: Ledger, button: Button, seat: Seat | None) -> bool:
    """Tell whether a press of this seat's phone means something now that the rules allow."""
    action = press_action(ledger, Pressed(button, seat=seat))
    return action is not None and _future(ledger.game, ledger.state, action) is not None


def race_futures(ledger: Ledger, raced: Raced) -> Sequence[Future]:
    """Return what the race's end may mean, as far as the rules allow it: one, when all possible ends mean the same."""
    game = ledger.game
    if not isinstance(game, Presses):
        return ()
    actions = {game.notation(action): action for finish in (raced.finish, *raced.others)
               for action in game.finished(ledger.state, finish)}
    return [future for action in actions.values() if (future := _future(game, ledger.state, action)) is not None]


def _future(game: Game[Any, Any], state: Any, action: Any) -> Future | None:
    try:
        return Future(action, game.table(game.apply(state, action)))
    except GameError:
        return None
