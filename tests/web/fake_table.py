"""A table in memory, refereed by the real rules: what fits `web.table.TableService`, without a camera or disk."""

import contextlib
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, cast

from device.chance import due
from device.content import people_view, person_view
from device.people import People, Told, carry_out, folded
from device.views import stamp
from rules.game import GameError, Piece, Refused, Slot, Viewer
from rules.registry import GAMES
from rules.text import Text
from tests.patience import PATIENCE
from web.offers import offered
from web.table import PEOPLE_COMMANDS, Answer, Snapshot, Who

# The smallest JPEG that browsers draw: one grey pixel.
PIXEL = bytes.fromhex(
    "ffd8ffdb004300" + "03" * 64 + "ffc0000b080001000101011100ffc400140001000000000000000000000000000000"
    "09ffc40014100100000000000000000000000000000000ffda0008010100003f0054ffd9")
TEXTS = {
    "ready": Text("Ready for the next move", "Prêt pour le prochain coup"),
    "hand": Text("A hand is over the table", "Une main est au-dessus de la table"),
    "lost": Text("I can't see the table", "Je ne vois pas la table"),
    "mismatch": Text("The table differs from the game; put it right",
                     "La table diffère de la partie ; remettez-la en ordre"),
    "question": Text("I can't tell for sure. What happened?", "Je n'en suis pas sûr. Que s'est-il passé ?"),
    "idle": Text("Choose a game to begin", "Choisissez un jeu pour commencer"),
    "settling": Text("Waiting for the table to come to rest", "J'attends que la table soit immobile"),
}
NO = Text("That can't be done now", "Ce n'est pas possible maintenant")
KEPT = Text("The picture is kept: {note}", "L'image est gardée : {note}")
UNDONE = Text("the last move is taken back", "le dernier coup est annulé")


class FakeTable:
    """Plays one game; `tell`, `see`, `ask` and `say` do what camera and referee would."""

    def __init__(self, game: str | None = "otrio", **options: str) -> None:
        self.join, self.following, self.commands = "http://192.0.2.7:8080/", 0, list[tuple[Who, str, Any]]()
        self._changed = threading.Condition(threading.RLock())
        self.people = People()
        self.camera = "watching"
        self.turn_seconds = 75
        self.watched, self.asking, self._asker = True, cast(str | None, None), cast(str | None, None)
        self.moves: list[Mapping[str, Any]] = []
        self._version, self._jpeg, self._pictures, self._questions = 0, b"", 0, 0
        self._states: list[Any] = []
        self._done: list[Text] = []
        self._log: list[Mapping[str, Any]] = []
        self._phase, self._slots, self._fault = "idle", tuple[Slot, ...](), None
        self._refusal: Any = None
        self._question: Any = None
        self._seen: dict[Slot, Piece | None] = {}
        self.game: Any = None
        if game is not None:
            self._new({"game": game, "options": options})

    # What happens at the table

    def tell(self, *actions: str) -> None:
        """Let players do these actions; one that the rules forbid is refused."""
        with self._change():
            for notation in actions:
                self._act(notation, None)

    def say(self, phase: str, fault: Text | None = None) -> None:
        """Let the referee be in this phase."""
        with self._change():
            self._phase, self._fault = phase, fault

    def see(self, seen: Mapping[Slot, Piece | None]) -> None:
        """Let the camera see these slots otherwise than the game has them."""
        with self._change():
            table = self.game.table(self._states[-1])
            self._seen = {**table, **seen}
            self._slots = tuple(slot for slot in table if self._seen[slot] != table[slot])
            self._phase = "mismatch" if self._slots else "ready"

    def ask(self, *actions: str) -> None:
        """Let the referee ask which of these happened."""
        with self._change():
            self._questions += 1
            state = self._states[-1]
            self._phase, self._question = "question", (self._questions, actions)
            asked = [self.game.parse(action) for action in actions]
            self._slots = tuple(slot for action in asked for slot in self._touched(self.game.apply(state, action)))
            self._asked = [self.game.describe(state, action).json() for action in asked]

    def photograph(self, jpeg: bytes = PIXEL) -> None:
        """Let the camera show a new picture."""
        with self._change():
            self._jpeg, self._pictures = jpeg, self._pictures + 1

    # What the web asks

    def who(self, person: str | None) -> Who:
        return self.people.who(person)

    def snapshot(self, who: Who) -> Snapshot:
        with self._changed:
            who = who if who.person is None else self.who(who.person)
            you, game = self.people.find(who.person), self._game_view(who.viewer)
            return {
                "version": self._version, "game": game, "stamp": stamp(game), "referee": self._referee_view(),
                "refusal": self._refusal, "log": self._log[-30:], "host": who.host, "join": self.join,
                "undo": self._done[-1].json() if self._done and who.host else None, "picture": self._pictures,
                "number": None if self.game is None else 1, "club": False, "call": None, "camera": self.camera,
                "takeback": self._takeback_view(), "kept": list(self.moves),
                "clock": self._clock(game),
                "people": people_view(self.people, {person.id for person in self.people.persons}),
                "you": you and person_view(you),
            }

    @contextlib.contextmanager
    def subscribe(self, who: Who) -> Iterator["_Place"]:
        with self._changed:
            self.following += 1
        try:
            yield _Place(self, who)
        finally:
            with self._changed:
                self.following -= 1
                self._changed.notify_all()

    def command(self, who: Who, name: str, args: Mapping[str, Any]) -> Answer:
        try:
            with self._change():
                if name in PEOPLE_COMMANDS:
                    return self._people(who, name, args)
                told = {key: value for key, value in args.items() if key not in ("stamp", "once")}
                self._asker = who.person
                self.commands.append((replace(who, person=None), name, told))
                return getattr(self, f"_{name}")(args) or Answer(True)
        except Refused as refused:
            return Answer(False, refused.text, refused.code)
        except GameError as error:
            return Answer(False, error.text if name in PEOPLE_COMMANDS else NO, "bad")
        except KeyError:
            return Answer(False, NO, "bad")

    def _people(self, who: Who, name: str, args: Mapping[str, Any]) -> Answer:
        now = who if name == "join" or who.person is None else self.people.who(who.person)
        seats = len(self.game.seats(self._states[-1])) if self.game else 0
        self.people = folded(self.people, carry_out(name, Told(self.people, now, args, seats, False)))
        return Answer(True)

    def seat(self, name: str, seat: int) -> str:
        """Let somebody join and sit there; gives the person's id."""
        id = f"id of {name}"
        assert self.command(Who(id, None, False), "join", {"name": name, "seat": seat}).ok
        return id

    def picture(self) -> bytes | None:
        return self._jpeg or None

    def kept(self, number: int) -> bytes | None:
        return self._jpeg if any(number in (move["before"], move["after"]) for move in self.moves) else None

    def games(self) -> list[Mapping[str, Any]]:
        return offered({})

    def wait_for_followers(self, count: int, seconds: float = PATIENCE) -> bool:
        """Wait until exactly so many follow; False when it took too long."""
        with self._changed:
            return self._changed.wait_for(lambda: self.following == count, seconds)

    # Commands

    def _new(self, args: Mapping[str, Any]) -> None:
        game = GAMES[args["game"]]
        self._states = [game.new(args.get("options", {}))]
        self.game, self._log, self._phase, self._done = game, [], "ready", []
        self._refusal = self._question = None
        self._seen, self._slots = dict(game.table(self._states[0])), ()

    def _undo(self, args: Mapping[str, Any]) -> Answer | None:
        if len(self._states) < 2:
            return Answer(False, NO, "nothing")
        self._states.pop()
        self._done.pop()
        self._note("undo", UNDONE, "")
        self._settle()
        return None

    def _correct(self, args: Mapping[str, Any]) -> Answer | None:
        """Believe one more piece on the table when it is a legal action, else refuse."""
        wanted = {**self.game.table(self._states[-1]), **args["table"]}
        for future in self.game.futures(self._states[-1]):
            if future.refusal is None and dict(future.table) == wanted:
                self._act(self.game.notation(future.action), "")
                return None
        return Answer(False, NO, "no way")

    def _answer(self, args: Mapping[str, Any]) -> Answer | None:
        if self._question is None or self._question[0] != args["question"]:
            return Answer(False, NO, "answered")
        self._act(self._question[1][int(args["answer"])], "")
        return None

    def _takeback(self, args: Mapping[str, Any]) -> None:
        self.asking = self._asker

    def _agree(self, args: Mapping[str, Any]) -> None:
        self.asking = None
        if args["yes"]:
            self._undo({})

    def _clock(self, game: Mapping[str, Any] | None) -> Mapping[str, int] | None:
        counts = game is not None and game["to_play"] is not None
        return {"turn": len(self._states), "seconds": self.turn_seconds} if counts else None

    def _takeback_view(self) -> Mapping[str, Any] | None:
        asker = self.people.find(self.asking)
        return asker and {"id": 1, "by": asker.id, "name": asker.shown, "action": self._done[-1].json()}

    def _deal(self, args: Mapping[str, Any]) -> None:
        self._act(due(self.game, self._states[-1], Random(1)) or "", "")

    def _again(self, args: Mapping[str, Any]) -> None:
        self._settle()

    def _report(self, args: Mapping[str, Any]) -> Answer:
        return Answer(True, KEPT.fill(note=args["note"]))

    def _play(self, args: Mapping[str, Any]) -> None:
        self.game.apply(self._states[-1], self.game.parse(args["action"]))
        self._act(args["action"], "")

    # Inside

    @contextlib.contextmanager
    def _change(self) -> Iterator[None]:
        with self._changed:
            yield
            self._version += 1
            self._changed.notify_all()

    def _act(self, notation: str, by: str | None) -> None:
        state, action = self._states[-1], self.game.parse(notation)
        words = self.game.describe(state, action)
        try:
            self._states.append(self.game.apply(state, action))
        except Refused as refused:
            self._refusal = {"code": refused.code, "text": refused.text.json(), "action": words.json()}
            self._phase, self._slots = "mismatch", self._wrong(action)
            self._note("illegal", refused.text, by)
            return
        self._done.append(words)
        self._note("action", words, by)
        self._settle()

    def _touched(self, after: Any) -> tuple[Slot, ...]:
        before, table = self.game.table(self._states[-1]), self.game.table(after)
        return tuple(slot for slot in table if table[slot] != before[slot])

    def _wrong(self, action: Any) -> tuple[Slot, ...]:
        state = self._states[-1]
        before = self.game.table(state)
        tables = [future.table for future in self.game.futures(state) if future.action == action]
        return tuple(slot for table in tables for slot in table if table[slot] != before[slot])

    def _settle(self) -> None:
        self._refusal = self._question = None
        self._phase, self._slots = "over" if self.game.outcome(self._states[-1]) else "ready", ()
        self._seen = dict(self.game.table(self._states[-1]))

    def _note(self, kind: str, text: Text, by: str | None) -> None:
        self._log.append({"n": len(self._log), "kind": kind, "text": text.json(), "by": by})

    def _game_view(self, viewer: Viewer) -> Mapping[str, Any] | None:
        if self.game is None:
            return None
        game, state = self.game, self._states[-1]
        outcome = game.outcome(state)
        return {
            "name": game.name, "title": game.title.json(), "options": dict(game.chosen(state)),
            "view": game.view(state, viewer),
            "seats": [{"title": title.json(), "name": self._name(n)} for n, title in enumerate(game.seats(state))],
            "to_play": game.to_play(state), "scores": list(game.scores(state)),
            "outcome": outcome and {"reason": outcome.reason, "winners": list(outcome.winners),
                                    "text": outcome.text.json(), "slots": list(outcome.slots)},
        }

    def _name(self, seat: int) -> str | None:
        person = self.people.at(seat)
        return None if person is None else person.shown

    def _referee_view(self) -> Mapping[str, Any]:
        question = self._question and {
            "id": self._question[0], "text": TEXTS["question"].json(),
            "answers": [{"id": str(n), "text": text} for n, text in enumerate(self._asked)]}
        text = TEXTS.get(self._phase, NO)
        return {"state": self._phase, "text": text.json(), "slots": list(self._slots), "seen": dict(self._seen),
                "watched": self.watched,
                "question": question, "fault": self._fault and self._fault.json()}


class _Place:
    """A follower's place: it remembers only which version it has handed out."""

    def __init__(self, table: FakeTable, who: Who) -> None:
        self._table, self._who, self._had = table, who, -1

    def wait(self, seconds: float) -> Snapshot | None:
        table = self._table
        with table._changed:
            if not table._changed.wait_for(lambda: table._version != self._had, seconds):
                return None
            self._had = table._version
            return table.snapshot(self._who)
