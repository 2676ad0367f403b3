"""Every game played at the keyboard by chance: nothing typed breaks it, and its record holds."""

import io
from pathlib import Path
from random import Random

import pytest

from device.terminal.play import Play
from device.terminal.screen import CLEAR, Screen
from device.terminal.session import Session, open_session
from rules.record import parse, replay
from rules.registry import GAMES

LINES = 120


class Fingers(io.StringIO):
    """Types legal actions, short forms, commands and nonsense by turns."""

    def __init__(self, session: Session, seed: int) -> None:
        super().__init__()
        self.session, self.random, self.left = session, Random(seed), LINES
        self.play: Play | None = None

    def readline(self, size: int = -1, /) -> str:
        """Return the next line; nothing once enough was typed."""
        self.left -= 1
        return f"{self._line()}\n" if self.left else ""

    def _line(self) -> str:
        assert self.play is not None
        own = self.session.own_actions(self.play.seat)
        chance = self.random.random()
        if chance < 0.25 or not own:
            seat = self.random.randint(1, 5)
            return self.random.choice(["undo", "hint", "help", "show", "actions", f"seat {seat}", "n", "claim", "é"])
        words = self.random.choice(own).split()
        return " ".join(words[1:] if chance < 0.4 else words)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_random_typing_leaves_a_whole_record(name: str, seed: int, tmp_path: Path) -> None:
    record, out = tmp_path / "game.txt", io.StringIO()
    session = open_session(name, {}, record, seed, "fr" if seed == 1 else "en")
    fingers = Fingers(session, seed)
    fingers.play = Play(session, Screen("fr" if seed == 1 else "en", fingers, out))
    fingers.play.run()
    kept = parse(record.read_text(encoding="utf-8"))
    assert list(kept.actions) == session.actions and len(session.actions) >= 5
    assert replay(kept)[-1] == session.state
    assert (CLEAR in out.getvalue()) == (name != "otrio")


@pytest.mark.parametrize("name", GAMES)
def test_undo_leads_back_to_what_chance_began_with(name: str) -> None:
    session = open_session(name, {}, None, 4, "en")
    list(session.deal())
    begun = session.state
    for _ in range(12):
        session.do(Random(len(session.actions)).choice(
            [session.game.notation(action) for action in session.game.legal_actions(session.state)]))
        list(session.deal())
    while session.undo() is not None:
        pass
    assert session.state == begun
