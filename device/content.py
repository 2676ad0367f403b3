"""What a viewer may know of the table, made from what the referee knows: the parts of `web.table.Snapshot`. Pure."""

from collections.abc import Collection, Mapping
from typing import Any

from device.events import BY_PHONE, Ledger, hushed_since
from device.matching import UNKNOWN, likeliest, seen
from device.people import People, Person
from device.referee import Question, Referee, remedy
from device.views import stamp
from rules.game import Explains, Slot, Table, Viewer
from rules.text import Text
from vision.reading import Reading

LOG_LENGTH = 30
"""How many events the phones are shown."""


def content(referee: Referee, fault: Text | None, viewer: Viewer, host: bool) -> Mapping[str, Any]:
    """Return the parts of a snapshot that follow from the referee alone."""
    ledger = referee.ledger
    game = None if ledger is None else game_view(ledger, viewer)
    return {
        "game": game, "stamp": stamp(game),
        "referee": _referee_view(referee, fault),
        "refusal": _refusal_view(referee), "takeback": _takeback_view(referee),
        "log": [] if ledger is None else _log_view(ledger, viewer),
        "undo": _undo_view(ledger) if ledger is not None and host else None, "host": host,
    }


def person_view(person: Person) -> dict[str, Any]:
    """Return `you` of a snapshot."""
    return {"id": person.id, "name": person.shown, "colour": person.colour, "seat": person.seat, "host": person.host}


def people_view(people: People, here: Collection[str]) -> list[dict[str, Any]]:
    """Return `people` of a snapshot: who sits or hosts, and who else is here."""
    return [{**person_view(person), "here": person.id in here} for person in people.persons
            if person.seat is not None or person.host or person.id in here]


def _undo_view(ledger: Ledger) -> Mapping[str, str] | None:
    """Say which action an undo would take back; it passes over hushed ones, which not even the host must notice."""
    hushed = hushed_since(ledger)
    if len(ledger.actions) <= hushed:
        return None
    before = ledger.before(1 + hushed)
    return before.game.describe(before.state, before.game.parse(ledger.actions[-1 - hushed])).json()


def _log_view(ledger: Ledger, viewer: Viewer) -> list[dict[str, Any]]:
    """Return the log's end without the lines that are not for this viewer, and numbered without them."""
    lines = [line for line in ledger.log if line.audience is None or viewer in line.audience]
    return [{"n": n, "kind": line.kind, "text": line.text.json(), "by": name_of(line.by)}
            for n, line in enumerate(lines)][-LOG_LENGTH:]


def name_of(by: str) -> str | None:
    """Return the name of who told it by phone, "" when that one has none; None when it was seen at the table."""
    return by.removeprefix(BY_PHONE) if by.startswith(BY_PHONE) else None


def game_view(ledger: Ledger, viewer: Viewer) -> Mapping[str, Any]:
    """Return the part `game` of a snapshot."""
    game, state = ledger.game, ledger.state
    outcome = game.outcome(state)
    return {
        "name": game.name, "title": game.title.json(), "options": dict(ledger.options),
        "view": game.view(state, viewer),
        "seats": [{"title": title.json(), "name": None if person is None else person["name"]}
                  for title, person in zip(game.seats(state), ledger.people, strict=True)],
        "to_play": game.to_play(state), "scores": list(game.scores(state)),
        "outcome": outcome and {"reason": outcome.reason, "winners": list(outcome.winners),
                                "text": outcome.text.json(), "slots": list(outcome.slots)},
    }


def _referee_view(referee: Referee, fault: Text | None) -> Mapping[str, Any]:
    return {
        "state": referee.phase, "text": referee.text.json(), "slots": list(referee.slots),
        "seen": _seen_view(referee), "watched": referee.reading is not None and referee.phase != "lost",
        "question": referee.question and _question_view(referee.question),
        "fault": fault and fault.json(),
    }


def _seen_view(referee: Referee) -> Table:
    """Return the table as last seen, without what a secret slot shows by accident."""
    if referee.reading is None or referee.ledger is None:
        return {}
    return {**seen(referee.reading.slots), **{slot: referee.ledger.table[slot] for slot in covered(referee.ledger)}}


def covered(ledger: Ledger) -> Collection[Slot]:
    """Return the slots whose pieces nobody may see now."""
    return ledger.game.covered(ledger.state) if isinstance(ledger.game, Explains) else ()


def shows_a_secret(ledger: Ledger | None, reading: Reading | None) -> bool:
    """Tell whether a still picture shows more of a covered slot than the game does."""
    if reading is None or ledger is None:
        return False
    return any(slot in reading.slots and likeliest(reading.slots[slot]) not in (ledger.table[slot], None, UNKNOWN)
               for slot in covered(ledger))


def _question_view(question: Question) -> Mapping[str, Any]:
    return {"id": question.number, "text": question.text.json(),
            "answers": [{"id": name, "text": text.json()} for name, text, _ in question.answers]}


def _refusal_view(referee: Referee) -> Mapping[str, Any] | None:
    ledger = referee.ledger
    if ledger is None or ledger.refusal is None:
        return None
    return {"code": ledger.refusal.refused.code, "text": ledger.refusal.refused.text.json(),
            "action": ledger.game.describe(ledger.state, ledger.refusal.action).json(),
            "remedy": remedy(referee).json()}


def _takeback_view(referee: Referee) -> Mapping[str, Any] | None:
    asked, ledger = referee.takeback, referee.ledger
    if asked is None or ledger is None:
        return None
    asker = referee.people.find(asked.by)
    return {"id": asked.number, "by": asked.by, "name": "" if asker is None else asker.shown,
            "action": _undo_view(ledger)}
