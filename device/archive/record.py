"""A game that was played as a record that replays to the same game."""

from device.archive.timeline import Timeline
from rules.game import Record
from rules.record import write


def record_of(found: Timeline) -> str:
    """Return the record of what was played; what was taken back is not in it."""
    ledger = found.ledger
    titles = ledger.game.seats(ledger.state)
    names = {title.en: person["name"] for title, person in zip(titles, found.people, strict=True) if person}
    return write(Record(ledger.game.name, dict(ledger.options), ledger.actions, tags=names))
