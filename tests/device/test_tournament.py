"""A tournament: rounds in which nobody meets twice, byes that go round, tables, results and standings."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.club.book import Book
from device.club.tournament import (
    Origin,
    Tournament,
    TournamentError,
    begin,
    next_round,
    standings,
    table_sizes,
    with_player,
    with_result,
    with_table,
)
from device.errors import StoreError


def names(count: int) -> list[str]:
    return [f"player {n}" for n in range(count)]


def play(tournament: Tournament, first_wins: bool = True) -> Tournament:
    """Draw a round and let the first, or the last, of every meeting win."""
    tournament = next_round(tournament)
    for number, meeting in enumerate(tournament.current):
        if not meeting.bye:
            tournament = with_result(tournament, number, [meeting.players[0 if first_wins else -1]], "hand")
    return tournament


def meetings(tournament: Tournament) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for drawn in tournament.played for meeting in drawn
                   for pair in combinations(meeting.players, 2))


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 11])
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    tournament = begin(names(count), "round robin", 1, 2)
    while not tournament.played or not tournament.is_over:
        tournament = play(tournament)
    assert len(tournament.played) == tournament.rounds == count - 1 + count % 2
    assert meetings(tournament) == Counter({frozenset(pair): 1 for pair in combinations(names(count), 2)})
    byes = Counter(meeting.players[0] for drawn in tournament.played for meeting in drawn if meeting.bye)
    assert byes == Counter(dict.fromkeys(names(count), 1) if count % 2 else {})


@settings(max_examples=25, deadline=None)
@given(st.integers(6, 21), st.lists(st.booleans(), min_size=4, max_size=4))
def test_in_a_swiss_nobody_meets_twice_or_has_two_byes(count: int, first_wins: list[bool]) -> None:
    tournament = begin(names(count), "swiss", 4, 2)
    for first in first_wins:
        tournament = play(tournament, first)
        seated = Counter(player for meeting in tournament.current for player in meeting.players)
        assert seated == Counter(names(count))
    assert max(meetings(tournament).values()) == 1
    byes = Counter(meeting.players[0] for drawn in tournament.played for meeting in drawn if meeting.bye)
    assert not byes or max(byes.values()) == 1


def test_like_meets_like() -> None:
    tournament = play(play(begin(names(8), "swiss", 3, 2)))
    tournament = next_round(tournament)
    points = {standing.player: standing.points for standing in standings(tournament)}
    assert sorted(points.values()) == [0, 0, 1, 1, 1, 1, 2, 2]
    assert [sorted(points[player] for player in meeting.players) for meeting in tournament.current] == [
        [2, 2], [1, 1], [1, 1], [0, 0]]


def test_large_fields_are_paired_whole() -> None:
    tournament = play(play(begin(names(200), "swiss", 5, 2), False))
    tournament = next_round(tournament)
    assert Counter(player for meeting in tournament.current for player in meeting.players) == Counter(names(200))
    assert max(meetings(tournament).values()) == 1


@pytest.mark.parametrize("players, size, sizes", [
    (8, 4, [4, 4]), (9, 4, [3, 3, 3]), (5, 4, [3, 2]), (7, 3, [3, 2, 2]), (3, 2, [2, 1]), (10, 4, [4, 3, 3])])
def test_tables_are_as_equal_as_can_be(players: int, size: int, sizes: list[int]) -> None:
    assert table_sizes(players, size) == sizes


def test_tables_of_four_meet_others_each_round() -> None:
    tournament = begin(names(16), "swiss", 3, 4)
    for _ in range(3):
        tournament = play(tournament)
        assert [len(meeting.players) for meeting in tournament.current] == [4, 4, 4, 4]
    assert max(meetings(tournament).values()) <= 2  # 16 players, three rounds of fours: almost all new
    assert sum(1 for times in meetings(tournament).values() if times > 1) <= 6


def test_points_are_shared_and_opponents_break_ties() -> None:
    tournament = next_round(begin(["Ada", "Ben", "Cleo", "Dan", "Eve"], "swiss", 2, 2))
    assert [meeting.players for meeting in tournament.current] == [("Ada", "Ben"), ("Cleo", "Dan"), ("Eve",)]
    tournament = with_result(tournament, 0, ["Ben"], "table")
    tournament = with_result(tournament, 1, ["Cleo", "Dan"], "hand")
    assert [(s.player, s.place, s.points, s.wins, s.buchholz) for s in standings(tournament)] == [
        ("Ben", 1, 1.0, 1, 0.0), ("Eve", 2, 1.0, 0, 0.0), ("Cleo", 3, 0.5, 0, 0.5), ("Dan", 3, 0.5, 0, 0.5),
        ("Ada", 5, 0.0, 0, 1.0)]
    corrected = with_result(tournament, 0, ["Ada"], "hand")
    assert standings(corrected)[0].player == "Ada" and corrected.current[0].told == "hand"


def test_who_goes_home_meets_nobody_and_keeps_the_points() -> None:
    tournament = with_player(play(begin(names(4), "swiss", 3, 2)), "player 0", here=False)
    tournament = next_round(tournament)
    assert Counter(len(meeting.players) for meeting in tournament.current) == {2: 1, 1: 1}
    assert all("player 0" not in meeting.players for meeting in tournament.current)
    assert next(s.points for s in standings(tournament) if s.player == "player 0") == 1
    assert "player 0" not in with_player(tournament, "player 0", here=True).left


@pytest.mark.parametrize("call, words", [
    (lambda: begin(["Ada", "ada ", "Ben"], "swiss", 3, 2), "is there twice; give each player a name of their own"),
    (lambda: begin(["Ada", " "], "swiss", 3, 2), "from 2 to 400 players, and here is 1; write a name a line"),
    (lambda: begin(["x" * 41, "Ben"], "swiss", 3, 2), "too long; use 40 characters or fewer"),
    (lambda: begin(names(4), "swiss", 0, 2), "from 1 to 50 rounds"),
    (lambda: begin(names(4), "round robin", 1, 3), "choose 2 players a table, or Swiss"),
    (lambda: next_round(next_round(begin(names(4), "swiss", 3, 2))), "tell the results that are missing"),
    (lambda: next_round(play(begin(names(4), "swiss", 1, 2))), "begin another tournament"),
    (lambda: with_result(next_round(begin(names(4), "swiss", 1, 2)), 0, ["player 3", "player 0"], "hand"),
     "choose who won among those who played"),
    (lambda: with_result(next_round(begin(names(4), "swiss", 1, 2)), 7, ["player 3"], "hand"), "no such meeting"),
    (lambda: with_player(begin(names(4), "swiss", 1, 2), "nobody", here=False), "choose one of those shown"),
])
def test_what_a_tournament_refuses(call: object, words: str) -> None:
    with pytest.raises(TournamentError, match=words):
        call()  # type: ignore[operator]


def test_no_two_meetings_at_one_table() -> None:
    tournament = with_table(next_round(begin(names(4), "swiss", 1, 2)), 0, "hall-1", Origin("store", 3))
    with pytest.raises(TournamentError, match="player 0, player 1 play at that table"):
        with_table(tournament, 1, "hall-1", None)
    done = with_result(tournament, 0, ["player 0"], "table")
    assert with_table(done, 1, "hall-1", None).current[1].table == "hall-1"


def test_the_book_keeps_it_whole(tmp_path: Path) -> None:
    book = Book(tmp_path)
    assert book.read() is None
    tournament = with_player(play(begin(names(5), "swiss", 3, 2)), "player 4", here=False)
    tournament = with_table(next_round(tournament), 0, "hall-1", Origin("store", 3))
    book.write(tournament)
    assert Book(tmp_path).read() == tournament
    book.write(None)
    assert Book(tmp_path).read() is None
    book.path.write_text('{"format": 1, "tour')
    with pytest.raises(StoreError, match="is no tournament of this version; move it away to begin anew"):
        book.read()
