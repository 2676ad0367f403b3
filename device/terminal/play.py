"""The play of one game at one keyboard: commands, actions, and the keyboard that goes from seat to seat."""

from collections.abc import Callable, Mapping

from device.terminal import sentences
from device.terminal.face import columns
from device.terminal.screen import Ended, Screen
from device.terminal.session import Ambiguous, Session
from rules.game import BadNotation, GameError, Refused, Seat
from rules.text import Text

SHOWN = 24
"""How many actions are listed at once."""
EXAMPLES = 6
FEW = 5


class Play:
    """Lets the seats of a session play until the input ends or somebody quits."""

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session, self.screen = session, screen
        self.seat: Seat | None = None
        """Who has the keyboard; None for everybody."""
        self.covered = True
        """Whether nothing is on the screen that only some may see."""
        self.news: list[Text] = []
        """What all may know of the actions since the screen was last cleared."""

    def run(self) -> None:
        """Play until the end of the input."""
        try:
            self._next()
            while True:
                line = self.screen.ask(f"{self._name(self.seat)}> ")
                if line and not self._do(line):
                    return
        except Ended:
            return

    # Whose turn

    def _next(self) -> None:
        """Do what chance does, and show the table to the seat whose turn it is then."""
        for notation in self.session.deal():
            before = self.session.states[-2]
            self._tell(self.session.game.describe(before, self.session.game.parse(notation)))
        self._hand_to(self.session.turn())
        self._show()

    def _hand_to(self, seat: Seat | None) -> None:
        """Give the keyboard to a seat; secrets on the screen are cleared before, and shown only once it is there."""
        if seat != self.seat and not (self.covered and not self.session.sees_secrets(seat)):
            self.screen.cover()
            hand_over = sentences.ALL_LOOK if seat is None else sentences.HAND_OVER.fill(who=self._title(seat))
            self.screen.ask(self.screen.words(hand_over) + " ")
            self.screen.cover()
            for text in self.news:
                self.screen.say(text)
            self.news = []
            self.covered = True
        self.seat = seat

    def _show(self) -> None:
        session = self.session
        self.covered = self.covered and not session.sees_secrets(self.seat)
        self.screen.write("")
        for line in session.face.lines(session.view(self.seat), self.screen.language):
            self.screen.write(line)
        outcome = session.game.outcome(session.state)
        if outcome is not None:
            self.screen.say(outcome.text)
            self._scores()

    def _scores(self) -> None:
        game = self.session.game
        pairs = zip(game.seats(self.session.state), game.scores(self.session.state), strict=True)
        scores = ", ".join(f"{self.screen.words(title)} {points}" for title, points in pairs)
        self.screen.say(sentences.SCORES.fill(scores=scores))

    def _title(self, seat: Seat | None) -> Text:
        return sentences.EVERYBODY if seat is None else self.session.game.seats(self.session.state)[seat]

    def _name(self, seat: Seat | None) -> str:
        return self.screen.words(self._title(seat)) if seat is not None else ""

    # What is written

    def _do(self, line: str) -> bool:
        """Do what a line says; False when it ends the game."""
        word, _, rest = line.partition(" ")
        command = COMMANDS.get(sentences.COMMAND_WORDS.get(word.lower(), word.lower()))
        if command is not None and (rest.isdigit() or not rest):
            return command(self, rest)
        self._act(line)
        return True

    def _act(self, line: str) -> None:
        game = self.session.game
        try:
            notation = self.session.meaning(self.seat, line)
            other = self.session.owner(notation)
            if None not in (other, self.seat) and other != self.seat:
                return self._wrong(sentences.NOT_YOURS.fill(who=self._title(other), seat=(other or 0) + 1))
            self.session.do(notation)
        except Ambiguous as several:
            self._list(several.notations, FEW, sentences.WHICH)
        except Refused as refused:
            self._wrong(sentences.REFUSED.fill(why=refused.text, code=refused.code))
        except BadNotation as error:
            self._wrong(sentences.UNREADABLE.fill(why=error.text))
        except GameError as error:
            self._wrong(error.text)
        else:
            before, action = self.session.states[-2], game.parse(notation)
            audience = self.session.audience(before, action)
            self.covered = self.covered and not self.session.sees_secrets(self.seat) and audience is None
            self._tell(game.describe(before, action), public=audience is None)
            self._next()

    def _wrong(self, text: Text) -> None:
        self.screen.say(text)
        # a slip may hold a secret as well: a code with a peg too many
        self.covered = self.covered and self.session.face.open

    def _tell(self, text: Text, public: bool = True) -> None:
        self.screen.say(text)
        if public:
            self.news.append(text)

    def _list(self, notations: list[str], most: int, sentence: Text | None = None) -> None:
        more = len(notations) - most
        if sentence is not None:
            shown = "; ".join(notations[:most]) + (" ..." if more > 0 else "")
            self.screen.say(sentence.fill(actions=shown))
            return
        for row in columns(notations[:most], 3):
            self.screen.write(f"  {row}")
        if more > 0:
            self.screen.say(sentences.MORE.fill(count=more), indent=2)

    # The commands

    def help(self, _: str) -> bool:
        """Say what can be written, with examples that are legal now."""
        self.screen.say(sentences.HELP)
        own = self.session.own_actions(self.seat)
        self._list(own[::max(1, len(own) // EXAMPLES)][:EXAMPLES], EXAMPLES)
        for word, text in sentences.COMMANDS:
            self.screen.write(f"{self.screen.words(word):10}{self.screen.words(text)}")
        return True

    def actions(self, _: str) -> bool:
        """List the legal actions of who has the keyboard."""
        own = self.session.own_actions(self.seat)
        if own:
            self._list(own, SHOWN)
        else:
            self.screen.say(sentences.NO_ACTIONS.fill(who=self._title(self.seat)))
        return True

    def hint(self, _: str) -> bool:
        """Give advice to who has the keyboard."""
        try:
            found = self.session.advice(self.seat)
        except GameError as error:
            found = (error.text,)
        for text in found or (sentences.NO_ADVICE,):
            self.screen.say(text)
        return True

    def show(self, _: str) -> bool:
        """Show the table again."""
        self._show()
        return True

    def hand(self, number: str) -> bool:
        """Hand the keyboard to another seat, out of turn."""
        seats = len(self.session.game.seats(self.session.state))
        if number and 1 <= int(number) <= seats:
            self._hand_to(int(number) - 1)
            self._show()
        else:
            self.screen.say(sentences.NO_SEAT.fill(seat=number or "?", last=seats))
        return True

    def undo(self, _: str) -> bool:
        """Take the last action back."""
        session = self.session
        notation = session.undo()
        if notation is None:
            self.screen.say(sentences.NOTHING_TO_UNDO)
            return True
        action = session.game.parse(notation)
        audience = session.audience(session.state, action)
        if audience is None or self.seat in audience:
            self._tell(sentences.UNDONE.fill(what=session.game.describe(session.state, action)), audience is None)
        self._next()
        return True

    def options(self, _: str) -> bool:
        """Say how this game is played."""
        chosen = self.session.game.chosen(self.session.states[0])
        for option in self.session.game.options:
            self.screen.write(f"{option.name} = {chosen[option.name]}")
            self.screen.say(option.text, indent=4)
        return True

    def quit(self, _: str) -> bool:
        """End the game here."""
        return False


COMMANDS: Mapping[str, Callable[[Play, str], bool]] = {
    "help": Play.help, "actions": Play.actions, "hint": Play.hint, "show": Play.show, "seat": Play.hand,
    "undo": Play.undo, "options": Play.options, "quit": Play.quit}
