"""What presses and the ends of races mean."""

from dataclasses import replace

from device import sentences
from device.events import BY_PHONE, Event, Ledger
from device.presses import Pressed, Raced, open_race, press_action, race_futures
from device.referee.judging import by_phone, events_of, settle, stale
from device.referee.state import Question, Referee, Step, game_of
from rules.game import Future, Refused
from web.table import Answer


def pressed(referee: Referee, press: Pressed) -> Step:
    """Do what a press means; what the rules forbid is said, and nothing has to be put right."""
    ledger = game_of(referee)
    action = press_action(ledger, press)
    if action is None:
        return Step(referee, answer=Answer(True, sentences.NOTHING_ASKED, "nothing"))
    try:
        ledger.game.apply(ledger.state, action)
    except Refused as refused:
        told = replace(referee, text=refused.text) if referee.phase == "ready" else referee
        return Step(told, answer=Answer(False, refused.text, refused.code))
    person = referee.people.find(press.person)
    by = press.by if person is None else BY_PHONE + person.shown
    return by_phone(stale(referee), [Event("action", {"action": ledger.game.notation(action)}, by)])


def raced(referee: Referee, raced: Raced) -> Step:
    """Do what the race's end means, or ask; with the answer "again" it told nothing."""
    ledger = game_of(referee)
    if open_race(ledger) != raced.question or referee.contest is not None:
        return Step(referee, answer=Answer(False, sentences.RACE_GONE, "gone"))
    futures = race_futures(ledger, raced)
    if not futures:
        return Step(referee, answer=Answer(True, None, "again"))
    if len(futures) == 1 and raced.doubt is None:
        return by_phone(stale(referee), told_by_race(ledger, (futures[0],), raced, raced.by))
    answers = tuple((str(i), ledger.game.describe(ledger.state, future.action), (future,))
                    for i, future in enumerate(futures))
    doubt = raced.doubt or (sentences.MIXED_RACE if raced.others else sentences.TOO_CLOSE)
    asked = Question(referee.questions + 1, doubt, (*answers, ("again", sentences.RACE_AGAIN, ())), ())
    return Step(settle(replace(referee, contest=(raced, asked))))


def told_by_race(ledger: Ledger, path: tuple[Future, ...], raced: Raced, by: str) -> list[Event]:
    """Return the events of what a race has decided, with the race's story."""
    return [replace(event, body={**event.body, "race": raced.story}) for event in events_of(ledger, path, by)]
