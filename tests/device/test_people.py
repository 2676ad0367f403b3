"""Who is at the table: names, seats, hosting; what lasts over a power cut, and what is turned away."""

import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device import people, presence
from device.appliance import host_secret
from device.cli import main
from device.events import Event
from device.names import MOST_LETTERS, clean, distinct, shown
from device.people import MOST_PEOPLE, People, Person, Told, begin, carry_out, folded, successor
from device.presence import GRACE, Presence
from device.service import LiveTable
from device.store import NO_GAME, Store
from rules.game import GameError
from tests.patience import PATIENCE
from web.invites import invites_of
from web.table import HOST, SPECTATOR, Answer, Who

# Names


@pytest.mark.parametrize("told, name", [
    ("Anna", "Anna"), ("  Anna \n Maria ", "Anna Maria"), ("Zoe\u0308", "Zoë"), ("7", "7"),
    ("\U0001f98a", "\U0001f98a"),
    ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
    ("نورا", "نورا"), ("\u202eevil\u202c", "evil"), ("a\x00b\x1b[31mc\u200bd", "ab[31mcd"), ("<b>x</b>", "<b>x</b>"),
    ("Z" + "\u0301" * 50 + "o", "Ź\u0301\u0301o"), ("x" * MOST_LETTERS, "x" * MOST_LETTERS),
])
def test_a_name_is_one_clean_line(told: str, name: str) -> None:
    assert clean(told) == name


@pytest.mark.parametrize("told, why", [
    ("", "at least one letter"), ("   ", "at least one letter"), ("\u200b\u202e\u2066", "at least one letter"),
    ("...", "at least one letter"), ("x" * 25, "has 25 characters; use 24 or fewer"),
    ("x" * 10_000, "has 10000 characters; use 24 or fewer"), (7, "don't understand"), (None, "don't understand"),
])
def test_what_is_no_name_is_refused_with_the_remedy(told: object, why: str) -> None:
    with pytest.raises(GameError, match=why) as error:
        clean(told)
    assert error.value.text.fr


def test_two_of_one_name_are_told_apart() -> None:
    assert distinct("Anna", ["ANNA"]) == "Anna 2"
    assert distinct("Ａnna", ["anna", "Anna 2"]) == "Ａnna 3"
    assert len(distinct("x" * MOST_LETTERS, ["x" * MOST_LETTERS])) <= MOST_LETTERS


def test_a_name_keeps_its_direction_to_itself() -> None:
    assert shown("نورا") == "\u2068نورا\u2069" and shown("Anna") == "Anna"
    assert clean(shown("نورا")) == "نورا"


# Seats and hosting


def joined(*names: str, seats: int = 4) -> People:
    found = People()
    for number, name in enumerate(names):
        found = done(found, name, "join", seats=seats, name=name, seat=number)
    return found


def done(before: People, who: str, command: str, /, seats: int = 4, secret: bool = False, **args: Any) -> People:
    """Return the people after a command of the person with this id."""
    known = before.who(who)
    asker = known if known != SPECTATOR else Who(who, None, False)
    return folded(before, carry_out(command, Told(before, asker, args, seats, secret)))


def where(found: People) -> dict[str, int | None]:
    return {person.name: person.seat for person in found.persons}


def test_the_first_to_join_hosts_and_hands_it_on_by_one_word() -> None:
    found = joined("Ann", "Ben")
    assert found.host is not None and found.host.id == "Ann"
    found = done(found, "Ann", "host", person="Ben")
    assert found.host is not None and found.host.id == "Ben" and found.who("Ann") == Who("Ann", 0, False)


def test_a_host_by_the_link_has_no_name_yet_and_is_one_among_all() -> None:
    found = folded(joined("Ann"), carry_out("host", Told(joined("Ann"), HOST, {"person": "new"}, 4, False)))
    assert found.host == Person("new", host=True)
    found = done(found, "new", "join", name="Cleo", colour="red", seat=2)
    assert found.who("new") == Who("new", 2, True)


@pytest.mark.parametrize("act, why", [
    (lambda p: done(p, "Ben", "sit", seat=0), "Ann sits there; take another seat"),
    (lambda p: done(p, "Ben", "sit", seat=4), "no such seat"),
    (lambda p: done(p, "Ben", "sit", seat=-1), "no such seat"),
    (lambda p: done(p, "Ben", "sit", seat="1"), "no such seat"),
    (lambda p: done(p, "Ben", "sit", seat=True), "no such seat"),
    (lambda p: done(p, "Ben", "sit", seat=None, person="Ann"), "Only the host"),
    (lambda p: done(p, "Ben", "me", name="x", person="Ann"), "Only the host"),
    (lambda p: done(p, "Ben", "leave", person="Ann"), "Only the host"),
    (lambda p: done(p, "Ben", "host", person="Ben"), "Only the host"),
    (lambda p: done(p, "Ann", "host", person="Zed"), "has left the table"),
    (lambda p: done(p, "Ann", "sit", seat=1, person=["Ben"]), "has left the table"),
    (lambda p: done(p, "Zed", "sit", seat=2), "has not joined"),
    (lambda p: done(p, "Zed", "join", seat=2), "at least one letter"),
    (lambda p: done(p, "Zed", "join", name="Zed", seat=1), "Ben sits there"),
    (lambda p: done(p, "Ben", "me", colour="mauve"), "don't understand"),
])
def test_what_must_not_be_is_refused(act: Callable[[People], People], why: str) -> None:
    found = joined("Ann", "Ben")
    with pytest.raises(GameError, match=why):
        act(found)


def test_the_host_arranges_the_table() -> None:
    found = joined("Ann", "Ben", "Cleo")
    found = done(found, "Ann", "sit", person="Cleo", seat=1)  # Ben is there: they change places
    assert where(found) == {"Ann": 0, "Ben": 2, "Cleo": 1}
    found = done(found, "Ann", "sit", person="Ben", seat=None)
    found = done(found, "Ann", "me", person="Ben", name="Benno")
    found = done(found, "Ann", "leave", person="Cleo")
    assert where(found) == {"Ann": 0, "Benno": None}


def test_who_has_seen_a_seats_secrets_keeps_it_until_the_game_is_over() -> None:
    found = joined("Ann", "Ben")
    found = done(found, "Ben", "sit", secret=True, seat=None)
    with pytest.raises(GameError, match="may know its secrets"):
        done(found, "Ben", "sit", secret=True, seat=2)
    assert where(done(found, "Ben", "sit", secret=True, seat=1))["Ben"] == 1
    assert where(done(found, "Ben", "sit", secret=False, seat=2))["Ben"] == 2
    assert where(done(found, "Ann", "sit", secret=True, person="Ben", seat=2))["Ben"] == 2


def test_seats_survive_a_new_game_as_far_as_it_has_any() -> None:
    found = joined("Ann", "Ben", "Cleo", "Dan")
    fewer = folded(found, begin(found, 2))
    assert where(fewer) == {"Ann": 0, "Ben": 1, "Cleo": None, "Dan": None}
    turned = folded(found, begin(found, 4, (1, 2, 3, 0)))
    assert where(turned) == {"Ann": 3, "Ben": 0, "Cleo": 1, "Dan": 2}
    assert begin(turned, 4) == []


def test_hosting_passes_to_who_is_here_and_plays() -> None:
    found = done(done(joined("Ann"), "Eve", "join", name="Eve"), "Ben", "join", name="Ben", seat=2)
    heir = successor(found, {"Eve", "Ben"})
    assert heir is not None and heir.id == "Ben"
    assert successor(found, {"Ann"}) is None
    left = done(found, "Ann", "leave")
    assert left.host is not None and left.host.id == "Ben"


def test_many_people_make_the_table_forget_idle_ones_alone() -> None:
    found = joined("Ann", "Ben")
    for number in range(MOST_PEOPLE + 20):
        found = done(found, f"id{number}", "join", name=f"Watcher {number}")
    assert len(found.persons) == MOST_PEOPLE
    assert where(found)["Ann"] == 0 and where(found)["Ben"] == 1


def test_presence_forgives_a_short_absence() -> None:
    now = [0.0]
    here = Presence(lambda: now[0])
    here.enter("ann")
    here.enter("ann")
    here.leave("ann")
    assert here.here() == {"ann"} and here.gone_for("ann") == 0
    here.leave("ann")
    now[0] = GRACE - 0.1
    assert here.here() == {"ann"}
    now[0] = GRACE + 0.1
    assert here.here() == frozenset() and here.gone_for("ann") == now[0]
    assert here.gone_for("never came") == now[0]


# The live table


def join(table: LiveTable, name: str, seat: int | None = None, **more: Any) -> Answer:
    return table.command(Who(name, None, False), "join", {"name": name, "seat": seat, **more})


def say(table: LiveTable, who: str, command: str, /, **args: Any) -> Answer:
    return table.command(Who(who, None, False), command, args)


@pytest.fixture
def table(tmp_path: Path):  # type: ignore[no-untyped-def]
    with LiveTable(tmp_path / "games") as table:
        assert table.command(HOST, "new", {"game": "otrio", "options": {"players": "3"}}).ok
        yield table


def test_everybody_sees_who_sits_where_and_a_phone_knows_itself(table: LiveTable) -> None:
    join(table, "Ann", 0, colour="red")
    join(table, "نورا", 1)
    shown = table.snapshot(SPECTATOR)
    assert [seat["name"] for seat in shown["game"]["seats"]] == ["Ann", "\u2068نورا\u2069", None]
    assert shown["people"][0] == {"id": "Ann", "name": "Ann", "colour": "red", "seat": 0, "host": True, "here": False}
    assert (shown["you"], shown["host"]) == (None, False)
    mine = table.snapshot(table.who("Ann"))
    assert mine["you"] == {"id": "Ann", "name": "Ann", "colour": "red", "seat": 0, "host": True} and mine["host"]


def test_a_player_tells_his_own_actions_and_the_log_says_who(table: LiveTable) -> None:
    join(table, "Ann", 0)
    join(table, "Ben", 1)
    join(table, "Eve")
    refused = say(table, "Ben", "play", action="purple large 4")
    assert refused.text is not None and refused.text.en == "That is for Ann to tell; let them, or ask the host"
    assert not say(table, "Eve", "play", action="purple large 4").ok
    assert table.snapshot(SPECTATOR)["game"]["view"]["plies"] == 0
    assert say(table, "Ann", "play", action="purple large 4").ok
    assert say(table, "Ben", "play", action="red large 0").ok
    early = say(table, "Ben", "play", action="red large 1")
    assert (early.ok, early.code) == (False, "E-OT-TWO")
    assert say(table, "Ann", "play", action="green large 8").ok  # the host may tell any
    assert [line["by"] for line in table.snapshot(SPECTATOR)["log"]][-3:] == ["Ann", "Ben", "Ann"]
    for command, args in (("undo", {}), ("new", {"game": "otrio"}), ("correct", {"table": {}}), ("erase", {"game": 1}),
                          ("report", {}), ("next", {})):
        answer = say(table, "Ben", command, **args)
        assert not answer.ok and answer.text is not None and answer.text.en == "Only the host can do that; ask the host"


def test_a_command_that_comes_twice_or_too_late_is_done_once(table: LiveTable) -> None:
    join(table, "Ann", 0)
    stamp = table.snapshot(table.who("Ann"))["stamp"]
    for _ in range(2):
        assert say(table, "Ann", "play", action="purple large 4", once="a1", stamp=stamp).ok
    assert table.snapshot(SPECTATOR)["game"]["view"]["plies"] == 1
    late = say(table, "Ann", "undo", stamp=stamp)
    assert (late.ok, late.code) == (False, "changed")
    assert table.snapshot(SPECTATOR)["game"]["view"]["plies"] == 1
    say(table, "Ann", "me", name="Anna")  # a new name is no other game
    assert say(table, "Ann", "undo", stamp=table.snapshot(table.who("Ann"))["stamp"], once="a2").ok
    assert table.snapshot(SPECTATOR)["stamp"] == stamp


def test_a_seat_is_taken_once_however_many_reach_for_it(table: LiveTable) -> None:
    answers = [join(table, f"P{n}", 2) for n in range(4)]
    assert [answer.ok for answer in answers] == [True, False, False, False]
    assert len(table.referee.people.persons) == 1


def test_a_game_remembers_who_played_it(table: LiveTable) -> None:
    join(table, "Ann", 0, colour="red")
    join(table, "Ben", 1)
    table.command(HOST, "new", {"game": "otrio", "options": {"players": "3"}})
    ledger = table.referee.ledger
    assert ledger is not None
    assert ledger.people == ({"id": "Ann", "name": "Ann", "colour": "red"},
                             {"id": "Ben", "name": "Ben", "colour": "blue"}, None)
    say(table, "Ben", "sit", seat=None)
    say(table, "Ann", "me", name="Anna")
    ledger = table.referee.ledger
    assert ledger is not None and [person and person["name"] for person in ledger.people] == ["Anna", None, None]
    assert ledger.log[-1].text.en == 'The seat "red" is free again'


def test_hosting_passes_on_when_the_host_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.0)
    monkeypatch.setattr("device.service.RETRY", 0.02)
    table = LiveTable(tmp_path / "games")
    table.host_away = 0.1
    with table:
        join(table, "Ann")
        with table.subscribe(table.who("Ann")):
            join(table, "Ben")
            with table.subscribe(table.who("Ben")) as ben:
                pass
        with table.subscribe(table.who("Ben")) as ben:
            while (shown := ben.wait(PATIENCE)) is not None and not shown["host"]:
                pass
            assert shown is not None and [person["host"] for person in shown["people"]] == [True]
            table.host_away = 0  # nobody else hosts from now on by himself
            assert table.command(HOST, "host", {"person": "Ann"}).ok  # the host link gets it back
            assert table.who("Ann").host and not table.who("Ben").host


def test_a_kicked_phone_goes_on_seeing_the_table_as_a_spectator(table: LiveTable) -> None:
    join(table, "Ann", 0)
    join(table, "Ben", 1)
    with table.subscribe(table.who("Ben")) as ben:
        first = ben.wait(PATIENCE)
        say(table, "Ann", "leave", person="Ben")
        now = ben.wait(PATIENCE)
        assert first is not None and now is not None and now["version"] > first["version"] and now["you"] is None


SITTERS = """
    import sys
    from device.service import LiveTable
    from web.table import HOST, Who
    with LiveTable(sys.argv[1]) as table:
        table.command(HOST, "new", {"game": "otrio", "options": {}})
        for number, name in enumerate(["Ann", "Ben", "Cleo"]):
            assert table.command(Who(name, None, False), "join", {"name": name, "seat": number}).ok
        print("seated", flush=True)
        sys.stdin.read()
"""


def test_a_power_cut_loses_no_seat(tmp_path: Path) -> None:
    sitters = subprocess.Popen([sys.executable, "-c", textwrap.dedent(SITTERS), str(tmp_path / "games")],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert sitters.stdout is not None and sitters.stdin is not None
    assert sitters.stdout.readline() == "seated\n"
    sitters.send_signal(signal.SIGKILL)
    sitters.wait()
    sitters.stdin.close()
    sitters.stdout.close()
    with LiveTable(tmp_path / "games") as table:
        assert where(table.referee.people) == {"Ann": 0, "Ben": 1, "Cleo": 2}
        assert table.who("Ann") == Who("Ann", 0, True)
        assert [seat["name"] for seat in table.snapshot(SPECTATOR)["game"]["seats"]] == ["Ann", "Ben", "Cleo", None]


def test_people_outlast_games_in_the_store(tmp_path: Path) -> None:
    with Store(tmp_path / "games") as store:
        store.append([Event("person", Person("a", "Ann").body())])
        assert store.game is None
        store.append([Event("new", {"game": "otrio", "options": {}}), Event("person", Person("b", "Ben").body())])
        store.append([Event("action", {"action": "purple large 4"})])
        assert [event.kind for event in store.events()] == ["new", "action"]
        assert people.folded(People(), list(store.events(NO_GAME))).persons == (Person("a", "Ann"), Person("b", "Ben"))


@pytest.mark.parametrize("joining, lines", [("open", 2), ("invited", 3)])
def test_the_command_line_gives_a_fresh_invitation_where_one_is_needed(
        joining: str, lines: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[web]\nhost = "192.0.2.7"\njoining = "{joining}"\n[store]\nfolder = "{tmp_path}"\n')
    assert main(["link", "--settings", str(settings)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == lines
    if joining == "invited":
        address, token = printed[-1].split()[-1].split("invite/")
        assert address == "http://192.0.2.7:8080/"
        invites_of(host_secret(tmp_path), True, 12).check(token)
