"""The tournament on the disk: one small file, whole or as it was, whenever the power goes."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from device.club.tournament import Meeting, Origin, Tournament
from device.errors import StoreError
from device.files import write_whole

BOOK_NAME = "tournament.json"
FORMAT = 1


class Book:
    """Where a club keeps its tournament."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / BOOK_NAME

    def read(self) -> Tournament | None:
        """Return the tournament; None when there is none. Raise StoreError."""
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            return None if kept["tournament"] is None else _tournament(kept["tournament"])
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoreError(f"the tournament {self.path} can't be read ({str(error.strerror).lower()}); "
                             "give this user the right to it") from error
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError(f"{self.path} is no tournament of this version; move it away to begin anew") from error

    def write(self, tournament: Tournament | None) -> None:
        """Keep the tournament; raise StoreError, and what was there stays."""
        kept = {"format": FORMAT, "tournament": tournament and {**asdict(tournament), "left": sorted(tournament.left)}}
        try:
            write_whole(self.path, json.dumps(kept, ensure_ascii=False, indent=1).encode())
        except OSError as error:
            raise StoreError(f"the tournament {self.path} can't be written ({str(error.strerror).lower()}); free some "
                             "space, or make its folder writable; the last change was not taken") from error


def _tournament(kept: dict[str, Any]) -> Tournament:
    return Tournament(**{**kept, "players": tuple(kept["players"]), "left": frozenset(kept["left"]),
                         "played": tuple(tuple(map(_meeting, round)) for round in kept["played"])})


def _meeting(kept: dict[str, Any]) -> Meeting:
    winners = kept["winners"]
    return Meeting(**{**kept, "players": tuple(kept["players"]), "winners": None if winners is None else tuple(winners),
                      "origin": None if kept["origin"] is None else Origin(**kept["origin"])})
