"""The referee: one state machine, pure and deterministic. What comes in are messages, what goes out are events.

`step` never touches a clock, a disk or a pin: the same messages give the same game, whoever replays them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias, TypeVar

from device import people, sentences
from device.chance import by_chance
from device.correction import find_correction
from device.events import AT_THE_TABLE, BY_PHONE, Event, Ledger, audience_of, fold, hushed_since
from device.matching import Explained, Same, Underway, Unsure, Verdict, differing, likeliest, match, seen
from device.people import People, Told
from device.presses import Pressed, Raced, open_race, press_action, race_futures
from device.way_back import then_go_on, way_back
from rules.evening import hides_nothing, rematch
from rules.game import Adopts, Future, GameError, Hushes, Owns, Piece, Refused, Seat, Slot, Table
from rules.text import Text
from vision.reading import Distribution, Reading
from vision.registry import TOUCHED
from web.table import HOST, PEOPLE_COMMANDS, Answer, Who

Phase: TypeAlias = Literal["lost", "hand", "settling", "ready", "question", "mismatch", "over", "idle"]
AT_REST = ("ready", "question", "mismatch", "over")
T = TypeVar("T")
CHAIN = 6
"""The most verdicts that one look may lead to, one after the other."""


@dataclass(frozen=True)
class Look:
    """A message of the eye: what it sees now."""

    reading: Reading


@dataclass(frozen=True)
class Lost:
    """A message of the eye: there is no picture, and why."""

    text: Text


@dataclass(frozen=True)
class Unwatched:
    """A message of the machine: no camera looks at the table, and none is awaited; all is told by phone."""


@dataclass(frozen=True)
class Command:
    """A message of a phone; `by` names the person for the log."""

    name: str
    args: Mapping[str, Any]
    by: str
    who: Who = HOST


Message: TypeAlias = Look | Lost | Unwatched | Command | Pressed | Raced


@dataclass(frozen=True)
class Question:
    """What the referee can't tell, with the explanations to choose from, the likeliest first."""

    number: int
    text: Text
    answers: tuple[tuple[str, Text, tuple[Future, ...]], ...]
    slots: tuple[Slot, ...]


@dataclass(frozen=True)
class Takeback:
    """A player asks to take back the newest action; the host alone, or all the others, agree."""

    number: int
    by: str
    """The id of the person who asks."""
    agreed: frozenset[str]
    """The ids of those who agree, the asker among them."""


@dataclass(frozen=True)
class Referee:
    """All that the referee knows; a new one after every message."""

    ledger: Ledger | None = None
    people: People = People()
    phase: Phase = "idle"
    text: Text = sentences.IDLE
    slots: tuple[Slot, ...] = ()
    """The slots that differ from the game, or that the question is about."""
    question: Question | None = None
    questions: int = 0
    reading: Reading | None = None
    """The last still look; None while there was none."""
    overrides: Mapping[Slot, tuple[Piece | None, Piece | None]] = field(default_factory=dict)
    """Where people said that the camera is wrong: what it reads, and what really lies there."""
    stale: Table | None = None
    """The table as it lay when the game was changed by phone: no evidence until somebody touches it."""
    contest: tuple[Raced, Question] | None = None
    """A race whose end people must tell, and what they are asked; asked for as long as the game waits for it."""
    takeback: Takeback | None = None
    """What a player asks to take back; gone as soon as the game goes on."""
    takebacks: int = 0


@dataclass(frozen=True)
class Step:
    """What a message led to."""

    referee: Referee
    events: tuple[Event, ...] = ()
    answer: Answer = field(default=Answer(True))


def resume(events: Sequence[Event], of_people: Sequence[Event] = ()) -> Referee:
    """Return the referee of the game that these events add up to, with the people that the others do."""
    ledger: Ledger | None = None
    for event in events:
        ledger = fold(ledger, event)
    return _settle(Referee(ledger, people.folded(People(), of_people)))


def step(referee: Referee, message: Message) -> Step:
    """Return what the referee is after the message, and the events to write down before anybody is shown anything."""
    if isinstance(message, Lost):
        return Step(replace(referee, phase="lost", text=message.text))
    if isinstance(message, Look):
        return _look(referee, message.reading)
    if isinstance(message, Unwatched):
        return _unwatched(referee)
    try:
        if isinstance(message, Pressed):
            return _pressed(referee, message)
        if isinstance(message, Raced):
            return _raced(referee, message)
        return _command(referee, message)
    except GameError as error:
        code = error.code if isinstance(error, Refused) else "bad"
        return Step(referee, answer=Answer(False, error.text, code))


def _command(referee: Referee, command: Command) -> Step:
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


# What the eye says


def _look(referee: Referee, reading: Reading) -> Step:
    if reading.status == "lost" or (reading.status == "still" and reading.fault is not None):
        fault = reading.fault.text if reading.fault else sentences.LOST
        return Step(replace(referee, phase="lost", text=fault))
    if reading.status != "still":
        phase: Phase = "hand" if reading.status == "hand" else "settling"
        if referee.phase == phase:
            return Step(referee)
        return Step(replace(referee, phase=phase, text=sentences.PHASES[phase]))
    if referee.reading is not None and reading.slots == referee.reading.slots and referee.phase in AT_REST:
        return Step(referee)  # nothing has changed since it was judged
    touched = _touched(referee, reading)
    return _judge(replace(referee, reading=reading, overrides=_still_wrong(referee, reading)), touched)


def _unwatched(referee: Referee) -> Step:
    """Go on without a camera: what it saw last is no evidence any more, and nothing refused still lies there."""
    blind = replace(referee, reading=None, overrides={}, stale=None)
    right = [Event("put right")] if blind.ledger is not None and blind.ledger.refusal is not None else []
    return Step(_settle(_recorded(blind, right)), tuple(right))


def _touched(referee: Referee, reading: Reading) -> list[Slot]:
    """Return the slots whose piece was touched since the last look that was judged, in games where that matters."""
    if referee.ledger is None or referee.reading is None or referee.ledger.game.name not in TOUCHED:
        return []
    return TOUCHED[referee.ledger.game.name](referee.reading, reading)


def _still_wrong(referee: Referee, reading: Reading) -> Mapping[Slot, tuple[Piece | None, Piece | None]]:
    """Keep a person's word about a slot only while the camera goes on reading the same wrong thing there."""
    return {slot: pair for slot, pair in referee.overrides.items()
            if slot in reading.slots and likeliest(reading.slots[slot]) == pair[0]}


def _believed(referee: Referee) -> Mapping[Slot, Distribution]:
    """Return the last still look with people's word put over it."""
    assert referee.reading is not None
    return {**referee.reading.slots, **{slot: {pair[1]: 1.0} for slot, pair in referee.overrides.items()}}


# What it means


def _judge(referee: Referee, touched: Sequence[Slot] = ()) -> Step:
    """Match the last still look to the game, as often as it leads to an event; what was touched explains one only."""
    events: list[Event] = []
    for _ in range(CHAIN):
        ledger, reading = referee.ledger, referee.reading
        if ledger is None or reading is None or not reading.slots:
            return Step(_settle(referee), tuple(events))
        slots = _believed(referee)
        if referee.stale is not None and seen(slots) == referee.stale and differing(slots, ledger.table):
            return Step(_mismatch(referee, differing(slots, ledger.table)), tuple(events))
        laid = _laid_out(ledger, slots)
        if laid is not None:
            events.append(laid)
            referee = _recorded(replace(referee, question=None), [laid])
            continue
        verdict = match(ledger.game, ledger.state, slots, {**reading.evidence, "stirred": () if events else touched})
        referee, new = _conclude(replace(referee, stale=None), ledger, verdict)
        events += new
        if not new:
            break
        referee = _recorded(referee, new)
        if new[-1].kind == "illegal" and referee.ledger is not None:
            return Step(_mismatch(referee, differing(slots, referee.ledger.table)), tuple(events))
    return Step(referee, tuple(events))


def _laid_out(ledger: Ledger, slots: Mapping[Slot, Distribution]) -> Event | None:
    """Begin anew with the options that the table decides, as long as nothing was played."""
    if ledger.actions or not isinstance(ledger.game, Adopts):
        return None
    options = ledger.game.adopt(ledger.state, seen(slots))
    if options is None:
        return None
    return Event("new", {"game": ledger.game.name, "options": dict(options), "people": list(ledger.people),
                         "adopted": True})


def _recorded(referee: Referee, events: Sequence[Event]) -> Referee:
    ledger = referee.ledger
    for event in events:
        ledger = fold(ledger, event)
    if ledger is not None and (referee.ledger is None or ledger.states is not referee.ledger.states):
        referee = replace(referee, takeback=None)
    return replace(referee, ledger=ledger, people=people.folded(referee.people, events))


def _conclude(referee: Referee, ledger: Ledger, verdict: Verdict) -> tuple[Referee, list[Event]]:
    """Return the referee with its new phase, and the events that the verdict means."""
    over = ledger.game.outcome(ledger.state) is not None
    if isinstance(verdict, Same):
        if ledger.refusal is not None:
            return referee, [Event("put right")]
        return _settle(referee), []
    if isinstance(verdict, Underway):
        return replace(_settle(referee), text=sentences.UNDERWAY), []
    if isinstance(verdict, Explained):
        return _explained(referee, ledger, verdict.futures, over)
    if over:  # people clear the board: nothing to judge until it is laid anew
        return _settle(referee), []
    if isinstance(verdict, Unsure):
        return _ask(referee, ledger, verdict), []
    return _mismatch(referee, verdict.slots), []


def _explained(referee: Referee, ledger: Ledger, futures: tuple[Future, ...],
               over: bool) -> tuple[Referee, list[Event]]:
    refused = futures[-1].refusal is not None
    if over and refused:
        return _settle(referee), []
    if refused and ledger.refusal is not None and ledger.refusal.action == futures[-1].action:  # play pauses until then
        return _mismatch(referee, differing(_believed(referee), ledger.table)), []
    return replace(referee, question=None), _events(ledger, futures, AT_THE_TABLE)


def _events(ledger: Ledger, futures: tuple[Future, ...], by: str) -> list[Event]:
    notation = ledger.game.notation
    return [Event("action", {"action": notation(f.action)}, by) if f.refusal is None
            else Event("illegal", {"action": notation(f.action), "code": f.refusal.code}, by) for f in futures]


def _settle(referee: Referee) -> Referee:
    """Return the referee at rest: ready, over, or waiting for a first game."""
    ledger = referee.ledger
    if ledger is None:
        return replace(referee, phase="idle", text=sentences.IDLE, question=None, slots=())
    outcome = ledger.game.outcome(ledger.state)
    phase: Phase = "over" if outcome else "ready"
    text = outcome.text if outcome else sentences.PHASES["ready"]
    if referee.contest is not None and open_race(ledger) == referee.contest[0].question:
        asked = referee.contest[1]
        return replace(referee, phase="question", text=asked.text, question=asked, slots=(), questions=asked.number)
    return replace(referee, phase=phase, text=text, question=None, contest=None,
                   slots=outcome.slots if outcome else ())


def _mismatch(referee: Referee, slots: tuple[Slot, ...]) -> Referee:
    ledger = referee.ledger
    text = sentences.MISMATCH
    if ledger is not None and ledger.refusal is not None:
        text = sentences.PUT_RIGHT.fill(why=ledger.refusal.refused.text, way=way_back(ledger.table, _lies(referee)))
    return replace(referee, phase="mismatch", text=text, slots=slots, question=None)


def _lies(referee: Referee) -> Table:
    return {} if referee.reading is None else seen(_believed(referee))


def remedy(referee: Referee) -> Text:
    """Say what must be done with the piece of an action that was refused, so that play goes on."""
    assert referee.ledger is not None, "what is refused is refused in a game"
    return then_go_on(way_back(referee.ledger.table, _lies(referee)))


def _ask(referee: Referee, ledger: Ledger, verdict: Unsure) -> Referee:
    answers = tuple((str(i), _in_words(ledger, path), path) for i, (path, _) in enumerate(verdict.explanations))
    if all(path for _, _, path in answers):
        answers = (*answers, ("nothing", sentences.NOTHING_HAPPENED, ()))
    asked = referee.question
    if asked is not None and [a[:2] for a in asked.answers] == [a[:2] for a in answers]:
        question = asked  # the same doubt as before keeps its number: an answer may be on its way
    else:
        question = Question(referee.questions + 1, sentences.WHAT_HAPPENED, answers, verdict.slots)
    return replace(referee, phase="question", text=question.text, question=question, slots=verdict.slots,
                   questions=question.number)


def _in_words(ledger: Ledger, path: tuple[Future, ...]) -> Text:
    if not path:
        return sentences.NOTHING_HAPPENED
    words, state = [], ledger.state
    for future in path[:-1]:  # the last one may be refused, or only on its way
        words.append(ledger.game.describe(state, future.action))
        state = ledger.game.apply(state, future.action)
    words.append(ledger.game.describe(state, path[-1].action))
    return Text("; ".join(w.en for w in words), " ; ".join(w.fr for w in words))


# What the buttons say


def _pressed(referee: Referee, press: Pressed) -> Step:
    """Do what a press means; what the rules forbid is said, and nothing has to be put right."""
    ledger = _game(referee)
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
    return _by_phone(_stale(referee), [Event("action", {"action": ledger.game.notation(action)}, by)])


def _raced(referee: Referee, raced: Raced) -> Step:
    """Do what the race's end means, or ask; with the answer "again" it told nothing."""
    ledger = _game(referee)
    if open_race(ledger) != raced.question or referee.contest is not None:
        return Step(referee, answer=Answer(False, sentences.RACE_GONE, "gone"))
    futures = race_futures(ledger, raced)
    if not futures:
        return Step(referee, answer=Answer(True, None, "again"))
    if len(futures) == 1 and raced.doubt is None:
        return _by_phone(_stale(referee), _told_by_race(ledger, (futures[0],), raced, raced.by))
    answers = tuple((str(i), ledger.game.describe(ledger.state, future.action), (future,))
                    for i, future in enumerate(futures))
    doubt = raced.doubt or (sentences.MIXED_RACE if raced.others else sentences.TOO_CLOSE)
    asked = Question(referee.questions + 1, doubt, (*answers, ("again", sentences.RACE_AGAIN, ())), ())
    return Step(_settle(replace(referee, contest=(raced, asked))))


def _told_by_race(ledger: Ledger, path: tuple[Future, ...], raced: Raced, by: str) -> list[Event]:
    return [replace(event, body={**event.body, "race": raced.story}) for event in _events(ledger, path, by)]


# What the phones say


def _by_phone(referee: Referee, events: list[Event]) -> Step:
    """Take the events in, then look at the table again with them in mind."""
    judged = _judge(_settle(_recorded(referee, events)))
    return Step(judged.referee, (*events, *judged.events))


def _stale(referee: Referee) -> Referee:
    return replace(referee, stale=None if referee.reading is None else seen(_believed(referee)))


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
    return _by_phone(fresh, [event, *moves])


def _begun(body: Mapping[str, Any]) -> Ledger:
    """Return the game that would begin; raise GameError for a game or an option that there is not."""
    ledger = fold(None, Event("new", body))
    assert ledger is not None
    return ledger


def _next(referee: Referee, command: Command) -> Step:
    """Begin the next game among the same players, as the rules hand on the first turn."""
    ledger = _game(referee)
    if ledger.game.outcome(ledger.state) is None:
        return Step(referee, answer=Answer(False, sentences.STILL_ON, "still on"))
    following = rematch(ledger.game, ledger.state)
    if following.action is not None:
        return _play(referee, replace(command, args={"action": following.action}))
    return _new(referee, replace(command, args={"game": ledger.game.name, "options": following.options}),
                following.seats)


def _play(referee: Referee, command: Command) -> Step:
    ledger = _game(referee)
    action = ledger.game.parse(_arg(command, "action", str))
    if by_chance(ledger.game, ledger.state, ledger.game.notation(action)):
        raise GameError(sentences.REFEREE_DEALS)
    return _do(referee, ledger, action, command)


def _deal(referee: Referee, command: Command) -> Step:
    """Deal or shuffle as the table's chance has it, which no phone gets to choose."""
    ledger = _game(referee)
    notation = _arg(command, "action", str)
    if not by_chance(ledger.game, ledger.state, notation):
        return Step(referee, answer=Answer(False, sentences.NOTHING_TO_DEAL, "nothing"))
    return _do(referee, ledger, ledger.game.parse(notation), replace(command, who=HOST))


def _do(referee: Referee, ledger: Ledger, action: Any, command: Command) -> Step:
    _check_owner(ledger, action, command.who)
    ledger.game.apply(ledger.state, action)  # refuses before anything changes
    event = Event("action", {"action": ledger.game.notation(action)}, command.by)
    if audience_of(ledger, event.body["action"]) is not None:
        return Step(_recorded(referee, [event]), (event,))  # nothing else may change: nobody must notice
    return _by_phone(_stale(referee), [event])


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
    return Step(_recorded(referee, events), tuple(events))


def _undo(referee: Referee, command: Command) -> Step:
    ledger = _game(referee)
    hushed = hushed_since(ledger)
    if len(ledger.actions) <= hushed:
        return Step(referee, answer=Answer(False, sentences.NOTHING_TO_UNDO, "nothing"))
    return _by_phone(_stale(referee), [Event("undo", {"over": hushed} if hushed else {}, command.by)])


def _ask_takeback(referee: Referee, command: Command) -> Step:
    """Ask the others to take the newest action back; where some are hidden, only the host may undo."""
    ledger, asker = _game(referee), command.who.person
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
    ledger = _game(referee)
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
    corrected = replace(corrected, stale=None) if referee.stale is None else _stale(corrected)
    return _by_phone(corrected, [correct] if undone or actions else right)


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
    ledger = _game(referee)
    table = path[-1].table if path else ledger.table
    changed = {slot for slot, piece in table.items() if ledger.table[slot] != piece}
    referee = _overridden(referee, {slot: table[slot] for slot in changed | set(question.slots)})
    if referee.contest is not None:
        raced, _ = referee.contest
        return _by_phone(replace(referee, contest=None), _told_by_race(ledger, path, raced, command.by))
    return _by_phone(referee, _events(ledger, path, command.by))


def _again(referee: Referee, command: Command) -> Step:
    """Judge the last look anew; only the host may take back what people said about the table."""
    if command.who.host:
        referee = replace(referee, overrides={}, stale=None)
    return _judge(replace(referee, question=None))


def _unknown(referee: Referee, command: Command) -> Step:
    raise GameError(sentences.BAD_COMMAND)


def _game(referee: Referee) -> Ledger:
    if referee.ledger is None:
        raise GameError(sentences.NO_GAME)
    return referee.ledger


PLAYERS = frozenset({"play", "deal", "answer", "again", "takeback", "agree"})
"""What whoever sits at the table may tell; all else is the host's."""
_COMMANDS = {"new": _new, "next": _next, "play": _play, "deal": _deal, "undo": _undo, "correct": _correct,
             "answer": _answer, "again": _again, "takeback": _ask_takeback, "agree": _agree}
