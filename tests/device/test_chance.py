"""What the referee deals and shuffles by itself, in an order that nobody chooses."""

import threading
from collections.abc import MutableSequence
from pathlib import Path
from typing import Any

from device import sentences
from device.chance import by_chance, due, is_due
from device.service import LiveTable
from rules.registry import GAMES, game
from tests.patience import PATIENCE
from web.table import HOST, Who

MITO, MYSTRIO = game("mito"), game("mystrio")


class InReverse:
    """A chance that can be foretold."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        x.reverse()


def test_a_deal_is_due_where_the_referee_knows_the_pieces() -> None:
    assert [name for name, each in GAMES.items() if is_due(each, each.new({}))] == []
    for each, options in ((MITO, {"mode": "digital"}), (MYSTRIO, {"faces": "known"})):
        state = each.new(options)
        notation = due(each, state, InReverse())
        assert is_due(each, state) and notation is not None and by_chance(each, state, notation)
        dealt = each.apply(state, each.parse(notation))
        assert not is_due(each, dealt) and not by_chance(each, dealt, notation)
    assert due(MYSTRIO, MYSTRIO.new({"faces": "known"}), InReverse()) == "shuffle BT BT RT RT BS BS BS BS RS RS RS RS"


def test_the_table_deals_when_it_is_asked_and_not_twice(tmp_path: Path) -> None:
    with LiveTable(tmp_path / "games") as table:
        table.command(HOST, "new", {"game": "mystrio", "options": {"faces": "known"}})
        assert table.command(Who(None, 1, False), "deal", {"action": "shuffle RS"}).ok
        assert table.command(HOST, "deal", {}).text == sentences.NOTHING_TO_DEAL
        ledger = table.referee.ledger
        assert ledger is not None and sorted(ledger.actions[0].split()) == sorted(
            ["shuffle", *4 * ["RS"], *4 * ["BS"], "RT", "RT", "BT", "BT"])
        assert ledger.log[-1].text.en == "The tokens are shuffled"


def test_an_empty_pile_is_shuffled_without_being_asked(tmp_path: Path) -> None:
    shuffled = threading.Event()
    with LiveTable(tmp_path / "games") as table:
        table.watch = lambda referee, events: shuffled.set() if any(
            str(event.body.get("action", "")).startswith("shuffle") for event in events) else None
        options = {"players": "5", "mode": "digital", "must_play": "no", "deck": "placeholder"}
        table.command(HOST, "new", {"game": "mito", "options": options})
        table.command(HOST, "deal", {})
        laid = 0
        for _ in range(60):
            ledger = table.referee.ledger
            assert ledger is not None
            seat = MITO.to_play(ledger.state)
            grey = [str(action) for action in MITO.legal_actions(ledger.state) if str(action).startswith("play")
                    and " n" in str(action)] if laid < 3 else []
            laid += bool(grey)
            assert table.command(HOST, "play", {"action": grey[0] if grey else f"draw p{(seat or 0) + 1}"}).ok
            if laid == 3 and not ledger.state.pile:
                break
        assert shuffled.wait(PATIENCE)
        ledger = table.referee.ledger
        assert ledger is not None and ledger.state.discards == () and ledger.state.draws == ()
