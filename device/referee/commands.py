"""What the phones say: games, moves, answers, corrections, people."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from device import people, sentences
from device.chance import by_chance
from device.correction import find_correction
from device.events import AT_THE_TABLE, BY_PHONE, Event, Ledger, audience_of, fold, hushed_since
from device.matching import likeliest
from device.people import Told
from device.referee.buttons import told_by_race
from device.referee.judging import by_phone, events_of, judge, recorded, stale
from device.referee.state import (
    Command,
    Referee,
    Step,
    Takeback,
    game_of,
)
from rules.evening import hides_nothing, rematch
from rules.game import GameError, Hushes, Owns, Piece, Seat, Slot, Table
from web.table import HOST, PEOPLE_COMMANDS, Answer, Who

T = TypeVar("T")


def carry_out(referee: Referee, command: Command) -> Step:
    """Carry out a command of who may give it: hosting and sitting count as they are by now."""
    person = referee.people.find(command.who.person)
    if command.who.person is not None and command.name != "join":
        command = replace(command, who=referee.people.who(command.who.person))
    if person is not None:
        command = replace(command, by=BY_PHONE + person.shown)
    if command.name in PEOPLE_COMMANDS:
        return _people(referee, command)
    if not command.who.host and command.name not in PLAYERS:
        raise GameError(sentences.NOT_HOST)
    if not command.who.host and command.who.seat is None:
        raise GameError(sentences.NOT_SEATED)
    return _COMMANDS.get(command.name, _unknown)(referee, command)


def _arg(command: Command, name: str, kind: type[T]) -> T:
    value = command.args.get(name)
    if not isinstance(value, kind):
        raise GameError(sentences.BAD_COMMAND)
    return value


def _new(referee: Referee, command: Command, places: Sequence[Seat] | None = None) -> Step:
    """Begin a game; `places` says, for each of its seats, which seat the same player had before."""
    options = _arg(command, "options", dict) if "options" in command.args else {}
    body: dict[str, Any] = {"game": _arg(command, "game", str), "options": {str(k): str(v) for k, v in options.items()}}
    if command.args.get("evening") is True:
        body["evening"] = True
    seats = len(_begun(body).people)
    moves = people.begin(referee.people, seats, places)
    body["people"] = people.folded(referee.people, moves).seats(seats)
    event = Event("new", body, command.by)
    before = referee.ledger.game.name if referee.ledger else None
    fresh = replace(referee, overrides={}, stale=None)
    if before != event.body["game"]:
        fresh = replace(fresh, reading=None)  # the last look was at another game's slots
    return by_phone(fresh, [event, *moves])


def _begun(body: Mapping[str, Any]) -> Ledger:
    """Return the game that would begin; raise GameError for a game or an option that there is not."""
    ledger = fold(None, Event("new", body))
    assert ledger is not None
    return ledger


def _next(referee: Referee, command: Command) -> Step:
    """Begin the next game among the same players, as the rules hand on the first turn."""
    ledger = game_of(referee)
    if ledger.game.outcome(ledger.state) is None:
        return Step(referee, answer=Answer(False, sentences.STILL_ON, "still on"))
    following = rematch(ledger.game, ledger.state)
    if following.action is not None:
        return _play(referee, replace(command, args={"action": following.action}))
    return _new(referee, replace(command, args={"game": ledger.game.name, "options": following.options}),
                following.seats)


def _play(referee: Referee, command: Command) -> Step:
    ledger = game_of(referee)
    action = ledger.game.parse(_arg(command, "action", str))
    if by_chance(ledger.game, ledger.state, ledger.game.notation(action)):
        raise GameError(sentences.REFEREE_DEALS)
    return _do(referee, ledger, action, command)


def _deal(referee: Referee, command: Command) -> Step:
    """Deal or shuffle as the table's chance has it, which no phone gets to choose."""
    ledger = game_of(referee)
    notation = _arg(command, "action", str)
    if not by_chance(ledger.game, ledger.state, notation):
        return Step(referee, answer=Answer(False, sentences.NOTHING_TO_DEAL, "nothing"))
    return _do(referee, ledger, ledger.game.parse(notation), replace(command, who=HOST))


def _do(referee: Referee, ledger: Ledger, action: Any, command: Command) -> Step:
    _check_owner(ledger, action, command.who)
    ledger.game.apply(ledger.state, action)  # refuses before anything changes
    event = Event("action", {"action": ledger.game.notation(action)}, command.by)
    if audience_of(ledger, event.body["action"]) is not None:
        return Step(recorded(referee, [event]), (event,))  # nothing else may change: nobody must notice
    return by_phone(stale(referee), [event])


def _check_owner(ledger: Ledger, action: Any, who: Who) -> None:
    """Raise GameError unless this person may tell the action: the host any, a player his own and what all can see.

    What not everybody may learn of, not even the host may tell for another: the answer would tell too much.
    """
    hushed = audience_of(ledger, ledger.game.notation(action))
    if who.host and (hushed is None or who.seat is None):
        return
    owners = hushed if hushed is not None else (
        ledger.game.owners(ledger.state, action) if isinstance(ledger.game, Owns) else ())
    if owners is not None and who.seat not in owners:
        seats = ledger.game.seats(ledger.state)
        named = [(person := ledger.people[seat]) and person["name"] or seats[seat] for seat in owners]
        raise GameError(sentences.NOT_YOURS.fill(who=named[0] if named else sentences.HOSTS_TO_TELL))


def _people(referee: Referee, command: Command) -> Step:
    """Change who is at the table, and note in the game who plays at each seat from now on."""
    ledger = referee.ledger
    secret = ledger is not None and bool(ledger.actions) and ledger.game.outcome(ledger.state) is None \
        and not hides_nothing(ledger.game, ledger.state)
    told = Told(referee.people, command.who, command.args, 0 if ledger is None else len(ledger.people), secret)
    changes = people.carry_out(command.name, told)
    own = command.args.get("person", command.who.person) == command.who.person
    by = AT_THE_TABLE if own else command.by  # that somebody sat down himself needs no saying
    events = [replace(event, by=by) for event in changes]
    if ledger is not None:
        after = people.folded(referee.people, events).seats(len(ledger.people))
        events += [Event("seated", {"seat": seat, "person": person}, by)
                   for seat, person in enumerate(after) if person != ledger.people[seat]]
    return Step(recorded(referee, events), tuple(events))


def _undo(referee: Referee, command: Command) -> Step:
    ledger = game_of(referee)
    hushed = hushed_since(ledger)
    if len(ledger.actions) <= hushed:
        return Step(referee, answer=Answer(False, sentences.NOTHING_TO_UNDO, "nothing"))
    return by_phone(stale(referee), [Event("undo", {"over": hushed} if hushed else {}, command.by)])


def _ask_takeback(referee: Referee, command: Command) -> Step:
    """Ask the others to take the newest action back; where some are hidden, only the host may undo."""
    ledger, asker = game_of(referee), command.who.person
    if isinstance(ledger.game, Hushes) or asker is None:
        raise GameError(sentences.HOST_TAKES_BACK)
    if not ledger.actions:
        return Step(referee, answer=Answer(False, sentences.NOTHING_TO_UNDO, "nothing"))
    asked = Takeback(referee.takebacks + 1, asker, frozenset({asker}))
    return _agreed(replace(referee, takebacks=asked.number), asked, command)


def _agree(referee: Referee, command: Command) -> Step:
    """Hear what somebody says to a takeback that is asked for; one who refuses, or its asker, ends it."""
    asked, person = referee.takeback, command.who.person
    if asked is None or asked.number != _arg(command, "request", int):
        return Step(referee, answer=Answer(False, sentences.ANSWERED, "answered"))
    if not _arg(command, "yes", bool):
        return Step(replace(referee, takeback=None))
    return _agreed(referee, replace(asked, agreed=asked.agreed | {person or ""}), command)


def _agreed(referee: Referee, asked: Takeback, command: Command) -> Step:
    seated = {person.id for person in referee.people.persons if person.seat is not None}
    if not command.who.host and not seated <= asked.agreed:
        return Step(replace(referee, takeback=asked))
    names = [person.shown for person in referee.people.persons if person.id in asked.agreed]
    return _undo(referee, replace(command, by=BY_PHONE + ", ".join(names) if names else command.by))


def _correct(referee: Referee, command: Command) -> Step:
    """Take a person's word for the whole table, when the rules know a way that leads there."""
    ledger = game_of(referee)
    table = _told(ledger, _arg(command, "table", dict))
    found = find_correction(ledger, table)
    if found is None:
        problems = ledger.game.problems(ledger.state, table)
        why = problems[0].text if problems else sentences.NO_WAY
        return Step(referee, answer=Answer(False, sentences.NOT_CORRECTED.fill(why=why), "no way"))
    corrected = _overridden(referee, {slot: table[slot] for slot in _arg(command, "table", dict)})
    undone, actions = found
    correct = Event("correct", {"undo": undone, "actions": list(actions)}, command.by)
    # with a camera, the table is right only once it is seen so: a word about one cell settles no other
    right = [Event("put right", {}, command.by)] if ledger.refusal and referee.reading is None else []
    # a move that was taken back by phone and still lies there is no evidence either
    corrected = replace(corrected, stale=None) if referee.stale is None else stale(corrected)
    return by_phone(corrected, [correct] if undone or actions else right)


def _told(ledger: Ledger, told: Mapping[str, Any]) -> dict[Slot, Piece | None]:
    table = dict(ledger.table)
    for slot, piece in told.items():
        if slot not in table:
            raise GameError(sentences.NO_SUCH_SLOT.fill(slot=str(slot)[:40]))
        table[slot] = None if piece is None else str(piece)
    return table


def _overridden(referee: Referee, told: Table) -> Referee:
    """Remember where the camera sees something else than what people say; slots they did not name stay as they are."""
    if referee.reading is None:
        return referee
    read = {slot: likeliest(distribution) for slot, distribution in referee.reading.slots.items()}
    kept = {slot: pair for slot, pair in referee.overrides.items() if slot not in told}
    wrong = {slot: (read[slot], piece) for slot, piece in told.items() if slot in read and read[slot] != piece}
    return replace(referee, overrides={**kept, **wrong})


def _answer(referee: Referee, command: Command) -> Step:
    question = referee.question
    if question is None or question.number != _arg(command, "question", int):
        return Step(referee, answer=Answer(False, sentences.ANSWERED, "answered"))
    wanted = _arg(command, "answer", str)
    path = next((path for name, _, path in question.answers if name == wanted), None)
    if path is None:
        raise GameError(sentences.BAD_COMMAND)
    ledger = game_of(referee)
    table = path[-1].table if path else ledger.table
    changed = {slot for slot, piece in table.items() if ledger.table[slot] != piece}
    referee = _overridden(referee, {slot: table[slot] for slot in changed | set(question.slots)})
    if referee.contest is not None:
        raced, _ = referee.contest
        return by_phone(replace(referee, contest=None), told_by_race(ledger, path, raced, command.by))
    return by_phone(referee, events_of(ledger, path, command.by))


def _again(referee: Referee, command: Command) -> Step:
    """Judge the last look anew; only the host may take back what people said about the table."""
    if command.who.host:
        referee = replace(referee, overrides={}, stale=None)
    return judge(replace(referee, question=None))


def _unknown(referee: Referee, command: Command) -> Step:
    raise GameError(sentences.BAD_COMMAND)


PLAYERS = frozenset({"play", "deal", "answer", "again", "takeback", "agree"})
"""What whoever sits at the table may tell; all else is the host's."""
_COMMANDS = {"new": _new, "next": _next, "play": _play, "deal": _deal, "undo": _undo, "correct": _correct,
             "answer": _answer, "again": _again, "takeback": _ask_takeback, "agree": _agree}
