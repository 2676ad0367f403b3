"""The archive: what was played is listed, counted, replayed and exported, and a secret of a running game is not."""

import csv
import io
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from device.archive.archive import Archive
from device.archive.notes import NOTES_NAME
from device.cli import main
from device.errors import StoreError
from device.events import Event
from device.store import STORE_NAME, Store
from rules.record import parse, replay
from web.archive import Hidden

OTRIO = {"players": "2"}
OTRIO_WON = ("purple large 0", "red large 8", "green large 1", "blue large 7", "purple medium 0", "red medium 8",
             "green medium 1", "blue medium 7", "purple small 0")
KNOWN_CODE = {"code": "known", "rows": "2", "rounds": "1"}
CODE = "red blue green yellow"


def game(name: str, options: dict[str, str], *actions: str, **more: object) -> list[Event]:
    return [Event("new", {"game": name, "options": options, **more}, "phone:Anna"),
            *(Event("action", {"action": action}) for action in actions)]


def mastermind(*actions: str) -> list[Event]:
    return game("mastermind", KNOWN_CODE, f"hide {CODE}", *actions)


def folder_of(path: Path, *games: Sequence[Event]) -> Path:
    with Store(path / STORE_NAME) as store:
        for events in games:
            store.append(events)
    return path


def test_the_list_has_the_newest_first_page_by_page(tmp_path: Path) -> None:
    archive = Archive(folder_of(tmp_path, *[game("otrio", OTRIO, *OTRIO_WON)] * 5, game("mastermind", {})))
    first = archive.games(None, 2, None)
    assert [(card["name"], card["state"]) for card in first["games"]] == [("mastermind", "running"), ("otrio", "over")]
    assert (first["count"], first["names"]) == (6, ["otrio", "mastermind"])
    numbers = [card["number"] for card in first["games"]]
    older = first["older"]
    while older is not None:
        page = archive.games(older, 2, None)
        numbers += [card["number"] for card in page["games"]]
        older = page["older"]
    assert numbers == [51, 41, 31, 21, 11, 1]
    assert archive.games(None, 9, "mastermind")["count"] == 1


def test_a_card_tells_who_won_and_how_it_went(tmp_path: Path) -> None:
    events = game("otrio", OTRIO, *OTRIO_WON)
    events[3:3] = [Event("illegal", {"action": "green small 9", "code": "E-OT-OUT"}), Event("put right"),
                   Event("undo", {}, "phone:Ben"), Event("action", {"action": "red large 8"})]
    card, = Archive(folder_of(tmp_path, events)).games(None, 9, None)["games"]
    assert (card["moves"], card["refused"], card["disputes"], card["minutes"]) == (9, 1, 1, 0)
    assert [(result["winners"], result["reason"]) for result in card["results"]] == [((0,), "concentric")]
    assert card["scores"] == [1, 0]
    assert card["on_table"] and card["known"] and card["date"] is not None


def test_a_game_in_which_nothing_happened_is_not_listed(tmp_path: Path) -> None:
    archive = Archive(folder_of(tmp_path, game("otrio", OTRIO), game("mystrio", {}), game("otrio", OTRIO)))
    assert [card["number"] for card in archive.games(None, 9, None)["games"]] == [3]


def test_each_game_of_a_match_counts_and_the_wins_run_on(tmp_path: Path) -> None:
    archive = Archive(folder_of(tmp_path, game("otrio", OTRIO, *OTRIO_WON, "again"), game("otrio", OTRIO, *OTRIO_WON)))
    found = archive.statistics(None)
    first, second = found["players"]
    assert (first["won"], first["played"], second["won"], found["todo"]) == (2, 2, 0, 0)
    assert first["curve"] == [(1, 1), (2, 2)]
    of_otrio, = found["by_game"]
    assert of_otrio["reasons"] == [{"reason": "concentric", "count": 2}]
    assert of_otrio["order"] == [{"place": 1, "played": 2, "won": 2}, {"place": 2, "played": 2, "won": 0}]


ANNA, BEN = {"id": "a", "name": "Anna", "colour": "blue"}, {"id": "b", "name": "Ben", "colour": "red"}
NEW_NAME = {**ANNA, "name": "Annabel"}


def seated(seat: int, person: dict[str, str] | None) -> Event:
    return Event("seated", {"seat": seat, "person": person})


def test_people_keep_their_wins_whatever_they_are_called_and_wherever_they_sit(tmp_path: Path) -> None:
    first = [*game("otrio", OTRIO, *OTRIO_WON, people=[ANNA, BEN]), seated(0, None)]  # she gets up after her win
    second = game("otrio", OTRIO, *OTRIO_WON, people=[BEN, NEW_NAME])
    found = Archive(folder_of(tmp_path, first, second))
    ben, anna = sorted(found.statistics(None)["players"], key=lambda player: str(player["name"]), reverse=True)
    assert (anna["name"], anna["won"], anna["played"], anna["person"]) == ("Annabel", 1, 2, "a")
    assert (ben["name"], ben["won"], ben["played"]) == ("Ben", 1, 2)
    older = found.games(None, 9, None)["games"][1]
    assert [seat["name"] for seat in older["seats"]] == ["Anna", "Ben"]
    assert parse(found.record(1)).tags == {"purple and green": "Anna", "red and blue": "Ben"}
    assert [row["winners"] for row in csv.DictReader(io.StringIO(found.sheet_of_all()))] == ["Anna", "Ben"]


def test_who_sat_there_when_a_game_of_a_match_ended_has_won_it(tmp_path: Path) -> None:
    again = [Event("action", {"action": action}) for action in (
        "again", "red large 0", "purple large 8", "blue large 1", "green large 7", "red medium 0", "purple medium 8",
        "blue medium 1", "green medium 7", "red small 0")]
    events = [*game("otrio", OTRIO, *OTRIO_WON, people=[ANNA, None]), seated(1, BEN), *again]
    players = Archive(folder_of(tmp_path, events)).statistics(None)["players"]
    won = {str(player["name"]): player["won"] for player in players}
    assert (won["Anna"], won["Ben"]) == (1, 1)


def test_an_evening_begins_where_the_host_says_so(tmp_path: Path) -> None:
    over = game("otrio", OTRIO, *OTRIO_WON)
    archive = Archive(folder_of(tmp_path, over, game("otrio", OTRIO, *OTRIO_WON, evening=True), over))
    evening = archive.evening()
    assert evening is not None
    assert [card["number"] for card in evening["games"]] == [11, 21]
    assert evening["players"][0]["won"] == 2


def test_a_replay_shows_the_table_after_every_event(tmp_path: Path) -> None:
    events = [*game("otrio", OTRIO, "purple large 4"), Event("undo", {}, "phone:Ben"),
              Event("action", {"action": "purple small 4"}), *[Event("new", {"game": "otrio", "options": {}})]]
    archive = Archive(folder_of(tmp_path, events[:4], events[4:]))
    found = archive.game(1)
    assert found is not None
    assert [line["kind"] for line in found["lines"]] == ["new", "action", "undo", "action"]
    assert [line["by"] for line in found["lines"]] == ["Anna", None, "Ben", None]
    cells = [step["game"]["view"]["cells"][4] for step in archive.steps(1, "spectator", 0, 99)]
    assert [(cell["large"], cell["small"]) for cell in cells] == [
        (None, None), ("purple", None), (None, None), (None, "purple")]
    assert [step["n"] for step in archive.steps(1, "spectator", 1, 2)] == [1, 2]


def test_a_game_that_goes_on_keeps_its_secrets(tmp_path: Path) -> None:
    archive = Archive(folder_of(tmp_path, mastermind()))
    found = archive.game(1)
    assert found is not None
    assert (found["state"], found["open"], found["lines"]) == ("running", False, [])
    assert "moves" not in found and "scores" not in found
    for read in (archive.record, archive.sheet, lambda number: archive.steps(number, "spectator", 0, 9),
                 lambda number: archive.steps(number, 0, 0, 9)):
        with pytest.raises(Hidden):
            read(1)
    assert CODE not in archive.sheet_of_all()


def test_a_game_that_goes_on_and_hides_nothing_may_be_looked_through_but_with_no_seats_eyes(tmp_path: Path) -> None:
    archive = Archive(folder_of(tmp_path, game("otrio", OTRIO, "purple large 4")))
    found = archive.game(1)
    assert found is not None and found["open"] and not found["by_seat"]
    assert len(archive.steps(1, "spectator", 0, 9)) == 2
    with pytest.raises(Hidden):
        archive.steps(1, 0, 0, 9)


def test_after_the_game_each_may_see_with_anybodys_eyes(tmp_path: Path) -> None:
    over = mastermind("guess 0 red blue green yellow", "marks 0 4 0", f"reveal {CODE}")
    archive = Archive(folder_of(tmp_path, over))
    maker, spectator = (archive.steps(1, eyes, 1, 1)[0]["game"]["view"]["code"] for eyes in (0, "spectator"))
    assert (maker, spectator) == (CODE.split(), None)
    with pytest.raises(Hidden):
        archive.steps(1, 7, 0, 9)
    assert len(replay(parse(archive.record(1)))) == 5
    for missing in (archive.record, archive.sheet):
        with pytest.raises(LookupError):
            missing(99)


def test_a_sheet_holds_no_formula_and_all_accents(tmp_path: Path) -> None:
    events = game("otrio", OTRIO, *OTRIO_WON)
    events[1] = Event("action", {"action": OTRIO_WON[0]}, "phone:=HYPERLINK(1)")
    text = Archive(folder_of(tmp_path, events)).sheet(1)
    assert text.startswith("\ufeffn,date,kind,by,seat,action,english,french,scores\r\n")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert (rows[1]["by"], rows[1]["action"], rows[1]["seat"]) == ("'=HYPERLINK(1)", "purple large 0", "1")
    assert rows[-1]["scores"] == "1 0" and rows[1]["french"].endswith("à gauche")


def test_an_erased_game_leaves_the_archive_and_its_notes(tmp_path: Path) -> None:
    archive = Archive(folder_of(tmp_path, game("otrio", OTRIO, *OTRIO_WON), game("otrio", OTRIO, *OTRIO_WON)))
    assert archive.statistics(None)["by_game"][0]["played"] == 2
    with Store(tmp_path / STORE_NAME) as store:
        assert store.erase(1, "phone:Anna")
    archive.tidy()
    assert archive.game(1) is None
    with sqlite3.connect(tmp_path / NOTES_NAME) as notes:
        assert notes.execute("SELECT number FROM summaries").fetchall() == [(11,)]
    notes.close()
    assert archive.statistics(None)["by_game"][0]["played"] == 1


def test_what_was_gone_through_once_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder_of(tmp_path, game("otrio", OTRIO, *OTRIO_WON), game("mystrio", {}))
    before = Archive(tmp_path).statistics(None)

    def never(*args: object) -> None:
        raise AssertionError("a game was gone through again")

    monkeypatch.setattr("device.archive.archive.timeline", never)
    with sqlite3.connect(tmp_path / STORE_NAME) as db:
        assert db.execute("SELECT count(*) FROM events").fetchone() == (11,)
    db.close()
    assert Archive(tmp_path).statistics(None) == before


def test_broken_notes_are_made_anew(tmp_path: Path) -> None:
    folder_of(tmp_path, game("otrio", OTRIO, *OTRIO_WON))
    (tmp_path / NOTES_NAME).write_bytes(b"nonsense" * 200)
    assert Archive(tmp_path).statistics(None)["by_game"][0]["played"] == 1
    assert Archive(tmp_path).statistics(None)["by_game"][0]["played"] == 1


def test_a_game_of_other_rules_is_listed_and_said_to_be_so(tmp_path: Path) -> None:
    odd = [Event("new", {"game": "chess", "options": {}}), Event("action", {"action": "e4"})]
    changed = game("otrio", OTRIO, "purple large 4", "purple large 4", "red large 0")
    archive = Archive(folder_of(tmp_path, odd, changed, game("otrio", OTRIO, "purple large 4")))
    cards = {card["number"]: card for card in archive.games(None, 9, None)["games"]}
    assert cards[1]["state"] == "left" and "rules that this version does not know" in cards[1]["fault"]["en"]
    assert cards[3]["fault"]["en"].startswith("Only one piece is placed in a turn")
    assert archive.statistics(None)["todo"] == 0
    assert len(archive.steps(3, "spectator", 0, 9)) == 2
    with pytest.raises(LookupError):
        archive.record(1)


def test_a_clock_that_was_not_set_gives_no_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1000.0)
    archive = Archive(folder_of(tmp_path, game("otrio", OTRIO, *OTRIO_WON)))
    assert archive.games(None, 1, None)["games"][0]["date"] is None


def test_no_store_is_one_sentence_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no store at .*; play a game first"):
        Archive(tmp_path).games(None, 9, None)


def test_the_options_last_chosen_are_peoples(tmp_path: Path) -> None:
    adopted = [Event("new", {"game": "otrio", "options": {"players": "4"}, "adopted": True})]
    archive = Archive(folder_of(tmp_path, game("otrio", {"players": "3"}), game("otrio", OTRIO), adopted))
    assert archive.last_options() == {"otrio": OTRIO}


# The command line


@pytest.fixture
def settings(tmp_path: Path) -> str:
    """A settings file whose store holds a finished game and one that goes on, with a secret."""
    folder_of(tmp_path, game("otrio", OTRIO, *OTRIO_WON), mastermind())
    file = tmp_path / "settings.toml"
    file.write_text(f'[store]\nfolder = "{tmp_path}"\n')
    return str(file)


def test_games_are_listed_in_short(settings: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--settings", settings]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "otrio       Otrio, 2 to 4 players"
    assert said[-2].endswith("mastermind  being played") and said[-1].split()[0] == "1"
    assert len(said) < 12
    assert not (Path(settings).parent / NOTES_NAME).exists()  # another user's file would stop the service's own


def test_a_games_options_are_told_with_their_sources(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "otrio"]) == 0
    said = capsys.readouterr().out
    assert "placement = nested | free" in said
    assert "    source: the usual choice: rule sheet; otherwise: the publisher's rules" in said
    assert "penalty = victory | slot | previous | manual | off (with match = extreme)" in said


def test_export_writes_a_finished_game_and_keeps_a_running_ones_secrets(
        settings: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "1", "--settings", settings]) == 0
    assert parse(capsys.readouterr().out).actions == OTRIO_WON
    for more in ([], ["--csv"]):
        assert main(["export", "--settings", settings, *more]) != 0
        said = capsys.readouterr()
        assert "is still being played and has secrets; wait until it is over, or add --secrets" in said.err
        assert CODE not in said.out + said.err
    assert main(["export", "--secrets", "--settings", settings]) == 0
    assert CODE in capsys.readouterr().out
    file = tmp_path / "games.csv"
    assert main(["export", "--csv", "--all", "--settings", settings, "--output", str(file)]) == 0
    assert [row["game"] for row in csv.DictReader(io.StringIO(file.read_text("utf-8-sig")))] == ["otrio", "mastermind"]
    for bad in (["99"], ["--all"]):
        assert main(["export", "--settings", settings, *bad]) != 0
        assert "Traceback" not in capsys.readouterr().err
