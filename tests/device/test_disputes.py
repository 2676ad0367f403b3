"""Disputes at the live table: kept pictures, takebacks that others agree to, the way back, the turn's time."""

from pathlib import Path
from typing import Any

import pytest

from device.events import Ledger
from device.referee import Look
from device.service import LiveTable
from device.turn import Turn
from device.way_back import way_back
from rules.game import Piece, Slot, Table
from rules.registry import game
from vision.reading import Reading
from web.table import HOST, SPECTATOR, Who

OTRIO = game("otrio")


def still(change: dict[Slot, Piece | None]) -> Look:
    table = {**OTRIO.table(OTRIO.new({})), **change}
    return Look(Reading("still", {slot: {piece: 1.0} for slot, piece in table.items()}))


def seen(table: LiveTable) -> Any:
    """Return the whole state after all that was handed in before."""
    table.command(HOST, "again", {})
    return table.snapshot(SPECTATOR)


def joined(table: LiveTable, name: str, seat: int) -> Who:
    who = Who(name, None, False)
    assert table.command(who, "join", {"name": name, "seat": seat}).ok
    return table.who(name)


def test_the_last_moves_keep_the_pictures_from_before_and_after(tmp_path: Path) -> None:
    with LiveTable(tmp_path / "games") as table:
        table.command(HOST, "new", {"game": "otrio", "options": {}})
        purple: dict[Slot, Piece | None] = {"4.large": "purple"}
        looks = (({}, b"bare"), (purple, b"purple"), ({**purple, "4.medium": "green"}, b"green"))
        for change, picture in looks:
            table.show(still(change))
            table.show_picture(picture)
        moves = seen(table)["kept"]
        assert [move["text"]["en"] for move in moves][0] == "purple puts a large ring into the centre cell"
        assert [[table.kept(move[when]) for when in ("before", "after")] for move in moves] == [
            [b"bare", b"purple"], [b"purple", b"green"]]
        assert moves[1]["text"]["en"].startswith("Refused: green puts a medium ring")
        assert table.kept(99) is None
        table.show(still({}))
        table.command(HOST, "new", {"game": "otrio", "options": {}})
        assert seen(table)["kept"] == []


def test_a_picture_that_shows_a_secret_is_kept_for_nobody(tmp_path: Path) -> None:
    mastermind = game("mastermind")
    bare = mastermind.table(mastermind.new({}))

    def shows(change: Table) -> Look:
        return Look(Reading("still", {slot: {piece: 1.0} for slot, piece in {**bare, **change}.items()}))

    row = {f"0.{hole}": colour for hole, colour in enumerate(("red", "blue", "green", "yellow"))}
    with LiveTable(tmp_path / "games") as table:
        table.command(HOST, "new", {"game": "mastermind", "options": {}})
        table.show(shows({}))
        table.show_picture(b"covered")
        table.show(shows({**row, "code.0": "red"}))  # somebody lifts the cover a little
        table.show_picture(b"secret")
        state = seen(table)
        assert b"secret" not in [table.kept(number) for number in range(20)]
        assert [(move["before"] and table.kept(move["before"]), move["after"]) for move in state["kept"]] == [
            (b"covered", None)] * len(state["kept"])
        assert table.picture() is None


def test_a_takeback_waits_until_all_others_agree(tmp_path: Path) -> None:
    with LiveTable(tmp_path / "games") as table:
        table.command(HOST, "new", {"game": "otrio", "options": {"players": "3"}})
        ada, ben, cho = (joined(table, name, seat) for seat, name in enumerate(("Ada", "Ben", "Cho")))
        assert ada.host and not ben.host  # who comes first hosts
        assert table.command(ben, "takeback", {}).code == "nothing"
        table.command(ada, "play", {"action": "purple large 4"})
        assert table.command(ben, "takeback", {}).ok
        asked = seen(table)["takeback"]
        assert (asked["name"], asked["by"], asked["action"]["en"]) == (
            "Ben", "Ben", "purple puts a large ring into the centre cell")
        assert table.command(cho, "agree", {"request": asked["id"], "yes": True}).ok
        assert seen(table)["game"]["view"]["plies"] == 1  # one is left
        assert table.command(ada, "agree", {"request": asked["id"], "yes": True}).ok
        after = seen(table)
        assert (after["game"]["view"]["plies"], after["takeback"]) == (0, None)
        assert (after["log"][-1]["kind"], after["log"][-1]["by"]) == ("undo", "Ada, Ben, Cho")
        assert table.command(cho, "agree", {"request": asked["id"], "yes": True}).code == "answered"


def test_one_who_refuses_ends_a_takeback_and_so_does_the_next_move(tmp_path: Path) -> None:
    with LiveTable(tmp_path / "games") as table:
        table.command(HOST, "new", {"game": "otrio", "options": {"players": "3"}})
        ada, ben, cho = (joined(table, name, seat) for seat, name in enumerate(("Ada", "Ben", "Cho")))
        table.command(ada, "play", {"action": "purple large 4"})
        table.command(ben, "takeback", {})
        assert table.command(cho, "agree", {"request": 1, "yes": False}).ok
        assert seen(table)["takeback"] is None
        table.command(cho, "takeback", {})
        assert seen(table)["takeback"]["id"] == 2
        assert table.command(ben, "play", {"action": "red large 0"}).ok
        assert (seen(table)["takeback"], seen(table)["game"]["view"]["plies"]) == (None, 2)
        assert not table.command(SPECTATOR, "takeback", {}).ok


@pytest.mark.parametrize("lies, words", [
    ({"4.large": "purple", "0.large": "red"}, "please take it back"), ({}, "please put it back"),
    ({"8.large": "purple"}, "please move it back to where it was"),
    ({"4.large": "red"}, "please put the table right again")])
def test_the_way_back_depends_on_what_was_done(lies: dict[Slot, Piece], words: str) -> None:
    bare = OTRIO.table(OTRIO.new({}))
    assert way_back({**bare, "4.large": "purple"}, {**bare, **lies}).en == words


def test_a_piece_taken_out_is_to_be_put_back(tmp_path: Path) -> None:
    with LiveTable(tmp_path / "games") as table:
        table.command(HOST, "new", {"game": "otrio", "options": {}})
        table.show(still({"4.large": "purple"}))
        table.show(still({}))
        state = seen(table)
        assert state["refusal"]["remedy"] == {"en": "Please put it back; then play goes on.",
                                              "fr": "Veuillez le remettre\u00a0; la partie continue ensuite."}
        assert state["referee"]["text"]["en"].endswith("; please put it back")
        assert state["referee"]["watched"]


def test_a_turn_lasts_until_it_is_anothers() -> None:
    start = OTRIO.new({})
    moved = OTRIO.apply(start, OTRIO.parse("purple large 4"))
    ledger = Ledger(OTRIO, OTRIO.chosen(start), (start,))
    turn = Turn().after(ledger, 100.0)
    assert turn.view(103.9) == {"turn": 1, "seconds": 3}
    assert turn.after(ledger, 110.0) is turn
    later = Ledger(OTRIO, ledger.options, (start, moved), ("purple large 4",))
    assert turn.after(later, 120.0).view(121.0) == {"turn": 2, "seconds": 1}
    assert Turn().after(None, 5.0).view(6.0) is None


def test_the_clock_is_told_without_making_a_change(tmp_path: Path) -> None:
    with LiveTable(tmp_path / "games") as table:
        assert table.snapshot(SPECTATOR)["clock"] is None
        table.command(HOST, "new", {"game": "otrio", "options": {}})
        state = table.snapshot(SPECTATOR)
        assert state["clock"] == {"turn": 1, "seconds": 0}
        table.command(HOST, "play", {"action": "purple large 4"})
        assert table.snapshot(SPECTATOR)["clock"]["turn"] == 2
