"""What the eye sees, matched to the game: what it means, what is wrong, what must be asked."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from device import people, sentences
from device.events import AT_THE_TABLE, Event, Ledger, fold
from device.matching import Explained, Same, Underway, Unsure, Verdict, differing, likeliest, match, seen
from device.presses import open_race
from device.referee.state import (
    AT_REST,
    Phase,
    Question,
    Referee,
    Step,
)
from device.way_back import then_go_on, way_back
from rules.game import Adopts, Future, Piece, Slot, Table
from rules.text import Text
from vision.reading import Distribution, Reading
from vision.registry import TOUCHED

CHAIN = 6
"""The most verdicts that one look may lead to, one after the other."""


def look(referee: Referee, reading: Reading) -> Step:
    """Take in what the eye sees: a hand or a moving table is shown, one at rest is judged when it has changed."""
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
    return judge(replace(referee, reading=reading, overrides=_still_wrong(referee, reading)), touched)


def unwatched(referee: Referee) -> Step:
    """Go on without a camera: what it saw last is no evidence any more, and nothing refused still lies there."""
    blind = replace(referee, reading=None, overrides={}, stale=None)
    right = [Event("put right")] if blind.ledger is not None and blind.ledger.refusal is not None else []
    return Step(settle(recorded(blind, right)), tuple(right))


def _touched(referee: Referee, reading: Reading) -> list[Slot]:
    """Return the slots whose piece was touched since the last look that was judged, in games where that matters."""
    if referee.ledger is None or referee.reading is None or referee.ledger.game.name not in TOUCHED:
        return []
    return TOUCHED[referee.ledger.game.name](referee.reading, reading)


def _still_wrong(referee: Referee, reading: Reading) -> Mapping[Slot, tuple[Piece | None, Piece | None]]:
    """Keep a person's word about a slot only while the camera goes on reading the same wrong thing there."""
    return {slot: pair for slot, pair in referee.overrides.items()
            if slot in reading.slots and likeliest(reading.slots[slot]) == pair[0]}


def believed(referee: Referee) -> Mapping[Slot, Distribution]:
    """Return the last still look with people's word put over it."""
    assert referee.reading is not None
    return {**referee.reading.slots, **{slot: {pair[1]: 1.0} for slot, pair in referee.overrides.items()}}


def judge(referee: Referee, touched: Sequence[Slot] = ()) -> Step:
    """Match the last still look to the game, as often as it leads to an event; what was touched explains one only."""
    events: list[Event] = []
    for _ in range(CHAIN):
        ledger, reading = referee.ledger, referee.reading
        if ledger is None or reading is None or not reading.slots:
            return Step(settle(referee), tuple(events))
        slots = believed(referee)
        if referee.stale is not None and seen(slots) == referee.stale and differing(slots, ledger.table):
            return Step(_mismatch(referee, differing(slots, ledger.table)), tuple(events))
        laid = _laid_out(ledger, slots)
        if laid is not None:
            events.append(laid)
            referee = recorded(replace(referee, question=None), [laid])
            continue
        verdict = match(ledger.game, ledger.state, slots, {**reading.evidence, "stirred": () if events else touched})
        referee, new = _conclude(replace(referee, stale=None), ledger, verdict)
        events += new
        if not new:
            break
        referee = recorded(referee, new)
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


def recorded(referee: Referee, events: Sequence[Event]) -> Referee:
    """Return the referee who knows of these events, too."""
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
        return settle(referee), []
    if isinstance(verdict, Underway):
        return replace(settle(referee), text=sentences.UNDERWAY), []
    if isinstance(verdict, Explained):
        return _explained(referee, ledger, verdict.futures, over)
    if over:  # people clear the board: nothing to judge until it is laid anew
        return settle(referee), []
    if isinstance(verdict, Unsure):
        return _ask(referee, ledger, verdict), []
    return _mismatch(referee, verdict.slots), []


def _explained(referee: Referee, ledger: Ledger, futures: tuple[Future, ...],
               over: bool) -> tuple[Referee, list[Event]]:
    refused = futures[-1].refusal is not None
    if over and refused:
        return settle(referee), []
    if refused and ledger.refusal is not None and ledger.refusal.action == futures[-1].action:  # play pauses until then
        return _mismatch(referee, differing(believed(referee), ledger.table)), []
    return replace(referee, question=None), events_of(ledger, futures, AT_THE_TABLE)


def events_of(ledger: Ledger, futures: tuple[Future, ...], by: str) -> list[Event]:
    """Return the events of what happened, one after the other, the refused among it."""
    notation = ledger.game.notation
    return [Event("action", {"action": notation(f.action)}, by) if f.refusal is None
            else Event("illegal", {"action": notation(f.action), "code": f.refusal.code}, by) for f in futures]


def settle(referee: Referee) -> Referee:
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
    return {} if referee.reading is None else seen(believed(referee))


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


def by_phone(referee: Referee, events: list[Event]) -> Step:
    """Take the events in, then look at the table again with them in mind."""
    judged = judge(settle(recorded(referee, events)))
    return Step(judged.referee, (*events, *judged.events))


def stale(referee: Referee) -> Referee:
    """Take the table as it lies for no evidence of what is now changed by phone."""
    return replace(referee, stale=None if referee.reading is None else seen(believed(referee)))
