"""The referee: one state machine, pure and deterministic. What comes in are messages, what goes out are events.

`step` never touches a clock, a disk or a pin: the same messages give the same game, whoever replays them.
"""

from collections.abc import Sequence
from dataclasses import replace

from device import people
from device.events import Event, Ledger, fold
from device.people import People
from device.presses import Pressed, Raced
from device.referee.buttons import pressed, raced
from device.referee.commands import carry_out
from device.referee.judging import look, remedy, settle, unwatched
from device.referee.state import Command, Look, Lost, Message, Phase, Question, Referee, Step, Unwatched
from rules.game import GameError, Refused
from web.table import Answer

__all__ = ["Command", "Look", "Lost", "Message", "Phase", "Question", "Referee", "Step", "Unwatched", "remedy",
           "resume", "step"]


def resume(events: Sequence[Event], of_people: Sequence[Event] = ()) -> Referee:
    """Return the referee of the game that these events add up to, with the people that the others do."""
    ledger: Ledger | None = None
    for event in events:
        ledger = fold(ledger, event)
    return settle(Referee(ledger, people.folded(People(), of_people)))


def step(referee: Referee, message: Message) -> Step:
    """Return what the referee is after the message, and the events to write down before anybody is shown anything."""
    if isinstance(message, Lost):
        return Step(replace(referee, phase="lost", text=message.text))
    if isinstance(message, Look):
        return look(referee, message.reading)
    if isinstance(message, Unwatched):
        return unwatched(referee)
    try:
        if isinstance(message, Pressed):
            return pressed(referee, message)
        if isinstance(message, Raced):
            return raced(referee, message)
        return carry_out(referee, message)
    except GameError as error:
        code = error.code if isinstance(error, Refused) else "bad"
        return Step(referee, answer=Answer(False, error.text, code))
