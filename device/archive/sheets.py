"""Games as CSV, for spreadsheets: with a byte-order mark, without which some read no accents, and no formulas."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from device.archive.timeline import Moment, Timeline
from device.clock import date_of
from device.content import name_of

BOM = "\ufeff"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBERS = re.compile(r"-?\d+( -?\d+)*")
GAME_COLUMNS = ("n", "date", "kind", "by", "seat", "action", "english", "french", "scores")
LIST_COLUMNS = ("number", "date", "game", "state", "players", "winners", "scores", "moves", "refused", "disputes",
                "minutes")


def of_game(found: Timeline) -> str:
    """Return a line for each event of a game.

    `seat` is whose turn it was before, from 1; `scores` are the points after, with a blank between.
    """
    rows, before = list[Sequence[object]](), None
    for n, moment in enumerate(found.moments):
        rows.append(_row(n, moment, before))
        before = moment
    return as_csv(GAME_COLUMNS, rows)


def _row(n: int, moment: Moment, before: Moment | None) -> Sequence[object]:
    game, line = moment.ledger.game, moment.line
    turn = None if before is None else game.to_play(before.ledger.state)
    date = date_of(moment.stamp.wall)
    return (n, date and date.isoformat(" ", "seconds"), line.kind, _who(moment.event.by),
            None if turn is None else turn + 1, _notation(moment.event.body), line.text.en, line.text.fr,
            " ".join(str(points) for points in game.scores(moment.ledger.state)))


def _who(by: str) -> str:
    name = name_of(by)
    return "table" if name is None else name or "phone"


def _notation(body: Mapping[str, Any]) -> str:
    return str(body["action"]) if "action" in body else "; ".join(body.get("actions", ()))


def of_games(games: Iterable[Mapping[str, Any]]) -> str:
    """Return a line for each game of the list, as `web.archive.Archive.games` has them."""
    return as_csv(LIST_COLUMNS, [(
        game["number"], game["date"], game["name"], game["state"], "; ".join(map(_name, game["seats"])),
        "; ".join(" + ".join(_name(game["seats"][seat]) for seat in result["winners"]) or "draw"
                  for result in game.get("results", ())),
        " ".join(map(str, game.get("scores", ()))),
        *(game.get(column) for column in ("moves", "refused", "disputes", "minutes"))) for game in games])


def _name(seat: Mapping[str, Any]) -> str:
    return str(seat.get("name") or seat["title"]["en"])


def as_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a sheet for people's spreadsheets; what somebody wrote is no formula in it."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return BOM + out.getvalue()


def _harmless(cell: object) -> object:
    """Return a text that no spreadsheet takes for a formula: a player may call himself anything."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) and not _NUMBERS.fullmatch(cell) else cell
