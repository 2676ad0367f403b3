"""Who is at the table: a pure fold of what the store holds, and the commands that change it.

A person is told from others by the id in his phone's signed cookie. Each event holds one person whole, so that what the
store holds last is what is true; nothing here knows of clocks, streams or phones.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from device import sentences
from device.events import Event
from device.names import clean, distinct, shown
from rules.game import GameError, Seat
from web.table import COLOURS, PEOPLE_COMMANDS, SPECTATOR, Who

MOST_PEOPLE = 200
"""How many are remembered; of those without a seat the first comer is forgotten first."""


@dataclass(frozen=True)
class Person:
    """Somebody who has joined."""

    id: str
    name: str = ""
    """Empty for a host who opened the host link and has not said his name yet."""
    colour: str = COLOURS[0]
    seat: Seat | None = None
    host: bool = False
    sat: tuple[Seat, ...] = ()
    """The seats whose secrets this person may have seen since the game began."""

    @property
    def shown(self) -> str:
        """The name as it may stand among other words."""
        return shown(self.name)

    def body(self) -> Mapping[str, Any]:
        """Return what the store holds of the person."""
        return {**vars(self), "sat": list(self.sat)}

    def seated(self) -> Mapping[str, str]:
        """Return what a game remembers of who sat at it."""
        return {"id": self.id, "name": self.shown, "colour": self.colour}


@dataclass(frozen=True)
class People:
    """Everybody who has joined, the first comer first."""

    persons: tuple[Person, ...] = ()

    def find(self, id: str | None) -> Person | None:
        """Return the person with this id."""
        return next((person for person in self.persons if person.id == id), None)

    def at(self, seat: Seat) -> Person | None:
        """Return who sits there."""
        return next((person for person in self.persons if person.seat == seat), None)

    @property
    def host(self) -> Person | None:
        """Who hosts."""
        return next((person for person in self.persons if person.host), None)

    def who(self, id: str | None) -> Who:
        """Return what the person with this id may do now."""
        person = self.find(id)
        return SPECTATOR if person is None else Who(person.id, person.seat, person.host)

    def seats(self, count: int) -> list[Mapping[str, str] | None]:
        """Return who sits at each seat of a game."""
        return [None if person is None else person.seated() for person in map(self.at, range(count))]


def fold(people: People, event: Event) -> People:
    """Return the people after one more event; those of games change nobody."""
    if event.kind == "gone":
        return People(tuple(person for person in people.persons if person.id != event.body["id"]))
    if event.kind != "person":
        return people
    now = Person(**{**event.body, "sat": tuple(event.body["sat"])})
    if people.find(now.id) is None:
        return People((*people.persons, now))
    return People(tuple(now if person.id == now.id else person for person in people.persons))


def folded(people: People, events: Sequence[Event]) -> People:
    """Return the people after these events."""
    for event in events:
        people = fold(people, event)
    return people


# What happens to them


@dataclass(frozen=True)
class Told:
    """A command of a person's phone, with what it may depend on."""

    people: People
    who: Who
    args: Mapping[str, Any]
    seats: int
    """How many the game on the table has."""
    secret: bool
    """Whether seats see what others must not, so that nobody may see through two of them."""

    @property
    def whom(self) -> Person:
        """Whom the command is about: the host may name anybody, others are themselves."""
        id = self.args.get("person", self.who.person)
        person = self.people.find(id if isinstance(id, str) else None)
        if person is None:
            raise GameError(sentences.NO_SUCH_PERSON if "person" in self.args else sentences.NOT_JOINED)
        if person.id != self.who.person and not self.who.host:
            raise GameError(sentences.NOT_HOST)
        return person


def carry_out(name: str, told: Told) -> list[Event]:
    """Return the events of one of `PEOPLE_COMMANDS`; raise GameError, with the reason, when it can't be."""
    return _COMMANDS[name](told)


def begin(people: People, seats: int, places: Sequence[Seat] | None = None) -> list[Event]:
    """Return the events that seat everybody at a new game, as far as it has seats.

    `places` says, for each of its seats, which seat the same player had before.
    """
    moved = {old: new for new, old in enumerate(range(seats) if places is None else places) if new < seats}
    found = []
    for person in people.persons:
        seat = None if person.seat is None else moved.get(person.seat)
        now = replace(person, seat=seat, sat=() if seat is None else (seat,))
        if now != person:
            found.append(_set(now))
    return found


def successor(people: People, here: set[str]) -> Person | None:
    """Return who hosts when the host is gone: of those who are here the first comer, who sits before who watches."""
    able = [person for person in people.persons if person.id in here and not person.host]
    return min(able, key=lambda person: person.seat is None, default=None)


def _set(person: Person) -> Event:
    return Event("person", person.body())


def _named(told: Told, own: str | None) -> dict[str, str]:
    """Return the name and the colour that were told, as far as they were."""
    found: dict[str, str] = {}
    if "name" in told.args:
        others = [person.name for person in told.people.persons if person.id != own]
        found["name"] = distinct(clean(told.args["name"]), others)
    if "colour" in told.args:
        if told.args["colour"] not in COLOURS:
            raise GameError(sentences.BAD_COMMAND)
        found["colour"] = told.args["colour"]
    return found


def _join(told: Told) -> list[Event]:
    """Make a person of a phone; where nobody hosts, the first to join does. A seat that is taken joins nobody."""
    if told.who.person is None:
        raise GameError(sentences.BAD_COMMAND)
    known = told.people.find(told.who.person)
    person = known or Person(told.who.person, host=told.people.host is None)
    forgotten = _forgotten(told.people) if known is None else []
    named = _named(told, person.id)
    if not named.get("name", person.name):
        raise GameError(sentences.NO_NAME)
    person = replace(person, **named)  # type: ignore[arg-type]
    if told.args.get("seat") is not None:
        person = _seat_at(told, person, told.args["seat"])
    return [*forgotten, _set(person)]


def _forgotten(people: People) -> list[Event]:
    idle = [person for person in people.persons if person.seat is None and not person.host]
    return [Event("gone", {"id": idle[0].id})] if len(people.persons) >= MOST_PEOPLE else []


def _me(told: Told) -> list[Event]:
    person = replace(told.whom, **_named(told, told.whom.id))  # type: ignore[arg-type]
    return [_set(person)] if person != told.whom else []


def _sit(told: Told) -> list[Event]:
    """Take a seat, or stand up; the host may seat anybody, and whoever sat there has the other's place."""
    person, seat = told.whom, told.args.get("seat")
    if seat is None:
        return [] if person.seat is None else [_set(replace(person, seat=None))]
    there = told.people.at(seat) if type(seat) is int else None
    if there is None or there.id == person.id or person.id == told.who.person:
        return [_set(_seat_at(told, person, seat))]
    return [_set(_at(told, there, person.seat)), _set(_at(told, person, seat))]


def _seat_at(told: Told, person: Person, seat: object) -> Person:
    if type(seat) is not int or not 0 <= seat < told.seats:
        raise GameError(sentences.NO_SUCH_SEAT)
    there = told.people.at(seat)
    if there is not None and there.id != person.id:
        raise GameError(sentences.SEAT_TAKEN.fill(name=there.shown or sentences.THE_HOST))
    own = person.id == told.who.person
    if own and told.secret and set(person.sat) - {seat}:
        raise GameError(sentences.KNOWS_SECRETS)
    return _at(told, person, seat)


def _at(told: Told, person: Person, seat: Seat | None) -> Person:
    sat = person.sat if told.secret else ()
    return replace(person, seat=seat, sat=sat if seat is None or seat in sat else (*sat, seat))


def _leave(told: Told) -> list[Event]:
    """Forget a person; a host who leaves hands on first, to whoever came first."""
    leaving = told.whom
    rest = People(tuple(person for person in told.people.persons if person.id != leaving.id))
    heir = successor(rest, {person.id for person in rest.persons}) if leaving.host else None
    return [*([_set(replace(heir, host=True))] if heir else []), Event("gone", {"id": leaving.id})]


def _host(told: Told) -> list[Event]:
    """Hand hosting to somebody; one who is not known yet, and comes by the host link, is remembered without a name."""
    id = told.args.get("person")
    if not told.who.host or not isinstance(id, str):
        raise GameError(sentences.NOT_HOST)
    heir = told.people.find(id)
    if heir is None and told.who.person is not None:
        raise GameError(sentences.NO_SUCH_PERSON)
    before = [person for person in told.people.persons if person.host and person.id != id]
    return [*(_set(replace(person, host=False)) for person in before),
            *([] if heir and heir.host else [_set(replace(heir or Person(id), host=True))])]


_COMMANDS: Mapping[str, Callable[[Told], list[Event]]] = {
    "join": _join, "me": _me, "sit": _sit, "leave": _leave, "host": _host}
assert _COMMANDS.keys() == PEOPLE_COMMANDS
