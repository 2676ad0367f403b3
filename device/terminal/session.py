"""A game that is played at a keyboard: its states, its record on the disk, and what a written line means."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from device.chance import by_chance, due
from device.errors import RecordError, SettingsError
from device.terminal import sentences
from device.terminal.face import Face, face_of
from rules.game import Advises, BadNotation, Game, GameError, Hushes, Record, Seat
from rules.record import parse, replay, write
from rules.registry import game as find_game
from rules.text import Language, Text

MOST_LISTED = 20_000
"""How many legal actions are searched for the meaning of a line."""


class Ambiguous(Exception):
    """A short form that means several actions; `notations` are they."""

    def __init__(self, notations: list[str]) -> None:
        super().__init__(", ".join(notations))
        self.notations = notations


class Session:
    """One game, from its first state or from a record, with every state since.

    With a file, the record there is replaced after every action, so that it is whole whenever the program ends.
    """

    def __init__(self, game: Game[Any, Any], states: tuple[Any, ...], file: Path | None, seed: int | None) -> None:
        self.game = game
        self.face: Face = face_of(game.name)
        self.states = list(states)
        self.actions: list[str] = []
        self.by_chance: list[bool] = []
        """For each action, whether chance did it: it is taken back with the one before."""
        self.file = file
        self.random = Random(seed)

    @property
    def state(self) -> Any:
        """The state now."""
        return self.states[-1]

    def turn(self) -> Seat | None:
        """Return who should have the keyboard; None for everybody, such as in a race."""
        if self.game.outcome(self.state) is not None:
            return None
        seat = self.game.to_play(self.state)
        return self.face.turn(self.game.view(self.state, "host")) if seat is None else seat

    def view(self, seat: Seat | None) -> Any:
        """Return what the seat may know; what a spectator may know where it is None."""
        return self.game.view(self.state, "spectator" if seat is None else seat)

    def sees_secrets(self, seat: Seat | None) -> bool:
        """Say whether this seat's view shows more than what everybody may see."""
        return seat is not None and self.view(seat) != self.view(None)

    def audience(self, state: Any, action: Any) -> Sequence[Seat] | None:
        """Return who may learn of an action; None for everybody."""
        return audience_of(self.game, state, action)

    def advice(self, seat: Seat | None) -> Sequence[Text]:
        """Return what helps the seat; nothing where the game has no advice for it now."""
        if seat is None or not isinstance(self.game, Advises):
            return ()
        return self.game.advice(self.state, seat)

    # Doing and taking back

    def do(self, notation: str, by_chance: bool = False) -> None:
        """Apply an action and save the record; raise GameError and change nothing when it can't be."""
        after = self.game.apply(self.state, self.game.parse(notation))
        self.states.append(after)
        self.actions.append(notation)
        self.by_chance.append(by_chance)
        self.save()

    def deal(self) -> Iterator[str]:
        """Do whatever is up to chance now, with this session's seed, and yield each such action."""
        while (notation := due(self.game, self.state, self.random)) is not None:
            self.do(notation, by_chance=True)
            yield notation

    def undo(self) -> str | None:
        """Take the last action back, with what chance did after it; return it, None when there is none."""
        last = next((i for i in reversed(range(len(self.actions))) if not self.by_chance[i]), None)
        if last is None:
            return None
        undone = self.actions[last]
        del self.states[last + 1:], self.actions[last:], self.by_chance[last:]
        self.save()
        return undone

    def save(self) -> None:
        """Replace the record on the disk by the one now, whole or not at all; nothing without a file."""
        if self.file is not None:
            draft = self.file.with_name(f".{self.file.name}.new")
            options = self.game.chosen(self.states[0])
            draft.write_text(write(Record(self.game.name, options, tuple(self.actions))), encoding="utf-8")
            draft.replace(self.file)

    # What a line means

    def own_actions(self, seat: Seat | None) -> list[str]:
        """Return the legal actions of a seat, in notation; none of a seat whose turn nobody knows."""
        host = self.game.view(self.state, "host")
        whose = self.game.to_play(self.state) if self.game.outcome(self.state) is None else seat
        found = []
        for action in islice(self.game.legal_actions(self.state), MOST_LISTED):
            notation = self.game.notation(action)
            owner = self.face.owner(host, notation)
            if seat == (whose if owner is None else owner):
                found.append(notation)
        return found

    def owner(self, notation: str) -> Seat | None:
        """Return the seat whose action this is for sure."""
        return self.face.owner(self.game.view(self.state, "host"), notation)

    def meaning(self, seat: Seat | None, text: str) -> str:
        """Return the notation that a line means; raise BadNotation, or Ambiguous for several that are legal."""
        words = [",".join(self.face.words.get(part.lower(), part) for part in word.split(",")) for word in text.split()]
        try:
            meant = self.face.meant(self.view(seat), seat, " ".join(words), self.random)
            return self.game.notation(self.game.parse(meant))
        except BadNotation:
            found = _fitting([word.lower() for word in words], self.own_actions(seat))
            if len(found) > 1:
                raise Ambiguous(found) from None
            if not found:
                raise
            return found[0]


def _fitting(words: list[str], notations: list[str]) -> list[str]:
    """Return the actions that the words may be short for: those that end in them first of all.

    >>> _fitting(["m", "4"], ["red large 4", "red medium 4"])
    ['red medium 4']
    """
    if not words:
        return []
    at_end = [n for n in notations if _match(words, n.split()[-len(words):])]
    return at_end or [n for n in notations if _in_order(words, n.split())]


def _match(words: list[str], parts: list[str]) -> bool:
    return len(words) == len(parts) and all(map(str.startswith, parts, words))


def _in_order(words: list[str], parts: list[str]) -> bool:
    rest = iter(parts)
    return all(any(part.startswith(word) for part in rest) for word in words)


def audience_of(game: Game[Any, Any], state: Any, action: Any) -> Sequence[Seat] | None:
    """Return who may learn of an action; None for everybody."""
    return game.audience(state, action) if isinstance(game, Hushes) else None


def open_session(name: str, options: Mapping[str, str], file: Path | None, seed: int | None,
                 language: Language) -> Session:
    """Begin a game, or go on with the one whose record the file holds; raise SettingsError."""
    try:
        game = find_game(name)
        if file is not None and file.exists():
            return _resumed(game, options, file, seed, language)
        session = Session(game, (game.new({**face_of(name).defaults, **options}),), file, seed)
    except GameError as error:
        raise SettingsError(getattr(error.text, language)) from error
    session.save()
    return session


def _resumed(game: Game[Any, Any], options: Mapping[str, str], file: Path, seed: int | None,
             language: Language) -> Session:
    try:
        record = read_record(file, language)
    except RecordError as error:  # it is no file to keep this game in
        raise SettingsError(str(error)) from error
    why = sentences.OTHER_GAME.fill(other=record.game, game=game.name) if record.game != game.name else (
        sentences.OPTIONS_FIXED if options else None)
    if why is not None:
        raise SettingsError(getattr(sentences.FILE_THERE.fill(file=str(file), why=why), language))
    session = Session(game, replay(record), file, seed)
    session.actions = list(record.actions)
    session.by_chance = [by_chance(game, state, action)
                         for state, action in zip(session.states, record.actions, strict=False)]
    return session


def read_record(file: Path, language: Language) -> Record:
    """Return the record in a file; raise RecordError with the file, the line and the reason, or SettingsError when
    there is no such text."""
    try:
        return parse(file.read_text(encoding="utf-8"))
    except BadNotation as error:
        broken = sentences.IN_FILE.fill(file=str(file), why=error.text)
        raise RecordError(getattr(broken, language)) from error
    except UnicodeDecodeError:
        why = sentences.IN_FILE.fill(file=str(file), why=sentences.NO_TEXT)
    except OSError as error:
        why = sentences.NO_FILE.fill(file=str(file), why=error.strerror or str(error))
    raise SettingsError(getattr(why, language))
