"""A club: follows its tables over the broker, keeps its tournament, and hands both to the pages."""

import json
import re
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from device.archive.sheets import as_csv
from device.club.book import Book
from device.club.tables import Tables, card, heard
from device.club.tournament import (
    Meeting,
    Origin,
    Tournament,
    TournamentError,
    begin,
    next_round,
    standings,
    with_player,
    with_result,
    with_table,
)
from device.errors import StoreError
from device.mqtt.link import Link
from device.settings import MqttSettings
from rules.text import Text
from web.table import Answer

TICK = 1.0
"""Seconds between looks at the clock: a table that waits for long begins to call."""
BAD = Text("That can't be done; look at the page as it is now, then try again",
           "Ce n'est pas possible ; regardez la page telle qu'elle est, puis réessayez")
NONE = Text("There is no tournament; begin one first", "Il n'y a pas de tournoi ; commencez-en un d'abord")
GOES_ON = Text("A tournament goes on; end it before you begin another",
               "Un tournoi est en cours ; terminez-le avant d'en commencer un autre")
NO_TABLE = Text("No such table is in the room; choose one of those shown",
                "Il n'y a pas cette table dans la salle ; choisissez-en une de celles affichées")
NOT_KEPT = Text("{why}", "Le tournoi n'a pas pu être enregistré ; libérez de la place ou donnez les droits sur son "
                         "dossier ; le dernier changement n'a pas été pris")


class Club:
    """Fits `web.club.service.ClubService`. A context manager: inside it the broker is followed."""

    def __init__(self, settings: MqttSettings, folder: Path, name: str) -> None:
        """Read the tournament in `folder`; `name` tells this page from others at the broker. Raise StoreError."""
        self._prefix = settings.prefix
        self._book = Book(folder)
        self._tournament = self._book.read()
        self._tables: Tables = {}
        self._cards: dict[str, tuple[int, str]] = {}
        self._moment = 0
        self._changed = threading.Condition(threading.RLock())
        self._said: tuple[str, str] = ("", "")
        self._link = Link(settings, name, heard=self._heard,
                          follow=tuple(f"{settings.prefix}/+/{what}" for what in ("availability", "state", "event")))
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)

    def __enter__(self) -> Self:
        self._link.__enter__()
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._over.set()
        self._thread.join(2)
        self._link.close()

    # What comes

    def _heard(self, topic: str, payload: bytes) -> None:
        with self._changed:
            before = self._tables
            self._tables = heard(before, self._prefix, topic, payload, time.monotonic())
            if self._tables is not before:
                self._refresh(topic.split("/")[-2])
                self._take_results()

    def _run(self) -> None:
        while not self._over.wait(TICK):
            with self._changed:
                for id, table in self._tables.items():
                    if table.waiting_since is not None:  # time alone changes no other
                        self._refresh(id)
                state = self._link.state
                if self._said != (state.kind, state.text.en):
                    self._said = (state.kind, state.text.en)
                    self._bump()

    def _refresh(self, id: str) -> None:
        made = card(self._tables[id], time.monotonic())
        if made is None:
            return
        text = json.dumps(made)
        if self._cards.get(id, (0, ""))[1] != text:
            self._bump()
            self._cards[id] = (self._moment, text)

    def _bump(self) -> None:
        self._moment += 1
        self._changed.notify_all()

    # The tournament

    def _take_results(self) -> None:
        """Take in what the referees of the tables have decided, then seat who waits at the tables that are free."""
        now = self._tournament
        if now is None:
            return
        for number, meeting in enumerate(now.current):
            winners = _decided(meeting, self._tables)
            if winners is not None:
                now = with_result(now, number, winners, "table")
        now = _seated(now, self._tables)
        if now != self._tournament:
            try:
                self._keep(now)
            except StoreError:  # said as soon as somebody tells a result by hand; the next message tries again
                return

    def _keep(self, tournament: Tournament | None) -> None:
        self._book.write(tournament)
        self._tournament = tournament
        self._bump()

    def command(self, name: str, args: Mapping[str, Any]) -> Answer:
        """Carry out what the organiser wants; see `web.club.service.ClubService`."""
        with self._changed:
            try:
                self._keep(self._after(name, args))
            except TournamentError as error:
                return Answer(False, error.text, "refused")
            except StoreError as error:
                return Answer(False, NOT_KEPT.fill(why=str(error)), "disk")
            except (KeyError, TypeError, ValueError):
                return Answer(False, BAD, "bad")
            return Answer(True)

    def _after(self, name: str, args: Mapping[str, Any]) -> Tournament | None:
        now = self._tournament
        if name == "begin":
            if now is not None:
                raise TournamentError(GOES_ON)
            return begin([str(player) for player in args["players"]], args["system"], int(args["rounds"]),
                         int(args["size"]))
        if now is None:
            raise TournamentError(NONE)
        if name == "draw":
            return _seated(next_round(now), self._tables)
        if name == "table":
            id = args["table"]
            if id is not None and id not in self._tables:
                raise TournamentError(NO_TABLE)
            return with_table(now, int(args["meeting"]), id, None if id is None else _origin(self._tables, id))
        if name == "result":
            return _seated(with_result(now, int(args["meeting"]), [str(w) for w in args["winners"]], "hand"),
                           self._tables)
        if name == "player":
            return with_player(now, str(args["player"]), here=bool(args["here"]))
        if name == "end":
            return None
        raise ValueError(name)

    # What is shown

    def changes(self, since: int, seconds: float) -> tuple[int, Mapping[str, Any]]:
        """Return the moment now, and what has changed since an earlier one, after waiting for a change."""
        with self._changed:
            self._changed.wait_for(lambda: self._moment != since, timeout=seconds)
            if self._moment == since:
                return since, {}
            cards = [json.loads(text) for moment, text in self._cards.values() if moment > since]
            state = self._link.state
            return self._moment, {
                "tables": cards, "tournament": _tournament_view(self._tournament, self._tables),
                "broker": {"kind": state.kind, "text": state.text.json()}}

    def sheet(self) -> str:
        """Return the standings as CSV."""
        with self._changed:
            found = [] if self._tournament is None else standings(self._tournament)
        return as_csv(("place", "player", "points", "wins", "opponents' points"),
                      [(s.place, s.player, round(s.points, 2), s.wins, round(s.buchholz, 2)) for s in found])


def _decided(meeting: Meeting, tables: Tables) -> list[str] | None:
    """Return who won by the word of the table's referee; None when it has not decided this very meeting."""
    state = _after_the_draw(meeting, tables)
    if state is None or not state["outcome"] or not _is_theirs(meeting, state):
        return None
    won = {_plain(player["name"]) for player in state["players"] if player["won"]}
    return [player for player in meeting.players if _plain(player) in won] or list(meeting.players)


def _after_the_draw(meeting: Meeting, tables: Tables) -> Mapping[str, Any] | None:
    """Return the state of the meeting's table when its game is younger than the draw."""
    table = None if meeting.table is None or meeting.winners is not None else tables.get(meeting.table)
    if table is None or table.state is None or table.state["game"] is None:
        return None
    origin, state = meeting.origin, table.state
    old = origin is not None and state["table"]["store"] == origin.store and state["game"]["number"] <= origin.game
    return None if old else state


def _is_theirs(meeting: Meeting, state: Mapping[str, Any]) -> bool:
    return sorted(_plain(player["name"]) for player in state["players"]) == sorted(map(_plain, meeting.players))


def _plain(name: str | None) -> str:
    return " ".join((name or "").split()).casefold()


def _origin(tables: Tables, id: str) -> Origin | None:
    """Return which game on a table is no meeting's: one that goes on may just have been begun for it."""
    state = tables[id].state
    if state is None or state["game"] is None:
        return None
    number = int(state["game"]["number"])
    return Origin(str(state["table"]["store"]), number if state["outcome"] else number - 1)


def _seated(tournament: Tournament, tables: Tables) -> Tournament:
    """Send who waits for a table to those that are there and free, in the order of the tables' names."""
    taken = {meeting.table for meeting in tournament.current if meeting.winners is None}
    free = [id for id in sorted(tables, key=_natural) if tables[id].online and id not in taken]
    for number, meeting in enumerate(tournament.current):
        if meeting.table is None and meeting.winners is None and free:
            id = free.pop(0)
            tournament = with_table(tournament, number, id, _origin(tables, id))
    return tournament


def _natural(id: str) -> list[tuple[int, str]]:
    """Sort table-10 after table-9."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", id)]


def _tournament_view(tournament: Tournament | None, tables: Tables) -> Mapping[str, Any] | None:
    if tournament is None:
        return None
    return {
        "system": tournament.system, "size": tournament.size, "rounds": tournament.rounds,
        "round": len(tournament.played), "round_over": tournament.is_round_over, "over": tournament.is_over,
        "meetings": [_meeting_view(meeting, tables) for meeting in tournament.current],
        "standings": [{"player": s.player, "place": s.place, "points": round(s.points, 2), "wins": s.wins,
                       "buchholz": round(s.buchholz, 2), "here": s.player not in tournament.left}
                      for s in standings(tournament)],
    }


def _meeting_view(meeting: Meeting, tables: Tables) -> Mapping[str, Any]:
    state = _after_the_draw(meeting, tables)
    doubt = state is not None and bool(state["outcome"]) and not _is_theirs(meeting, state)
    return {"players": list(meeting.players), "table": meeting.table, "told": meeting.told,
            "winners": None if meeting.winners is None else list(meeting.winners), "doubt": doubt}
