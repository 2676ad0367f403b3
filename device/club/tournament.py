"""A tournament: who meets whom in which round, at which table, how it ended, and who leads.

Pure: the same facts give the same rounds. A win is worth one point, shared by all who won together; a bye counts as a
win.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Literal, TypeAlias

import networkx

from rules.text import Text

Player: TypeAlias = str
"""A player's name, as it was entered."""
System: TypeAlias = Literal["swiss", "round robin"]
MOST_PLAYERS, MOST_NAME, LARGEST_TABLE = 400, 40, 5
MET = 10_000.0
"""What it costs to let two meet again: more than any difference of points that can be between two players."""
NEAR = 24
"""So far down the standings an opponent is looked for at first."""


class TournamentError(ValueError):
    """What a tournament can't do; `text` says it and ends with the remedy."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


@dataclass(frozen=True)
class Origin:
    """Which game lay on the table when a meeting was sent there: a later one is the meeting's."""

    store: str
    game: int


@dataclass(frozen=True)
class Meeting:
    """Some players at one table in one round; alone: a bye."""

    players: tuple[Player, ...]
    table: str | None = None
    """The id of the table; None for a bye, and while none is free."""
    winners: tuple[Player, ...] | None = None
    """Who won, all of them for a draw; None until it is told."""
    origin: Origin | None = None
    told: Literal["table", "hand"] | None = None
    """Who told the result: the table's referee, or a person."""

    @property
    def bye(self) -> bool:
        return len(self.players) == 1


@dataclass(frozen=True)
class Tournament:
    """A tournament as far as it has been played."""

    players: tuple[Player, ...]
    system: System = "swiss"
    rounds: int = 3
    size: int = 2
    """The players at a table; where they don't divide, some tables have fewer."""
    played: tuple[tuple[Meeting, ...], ...] = ()
    """The rounds so far; the last one may go on."""
    left: frozenset[Player] = field(default_factory=frozenset)
    """Who has gone home: they meet nobody any more, and keep their points."""

    @property
    def current(self) -> tuple[Meeting, ...]:
        """The meetings of the round that goes on, or that was the last."""
        return self.played[-1] if self.played else ()

    @property
    def is_round_over(self) -> bool:
        """Whether every meeting of the round has its result."""
        return all(meeting.winners is not None for meeting in self.current)

    @property
    def is_over(self) -> bool:
        """Whether all rounds are played."""
        return len(self.played) >= self.rounds and self.is_round_over


@dataclass(frozen=True)
class Standing:
    """A player's place."""

    player: Player
    place: int
    """Shared by who is level in everything."""
    points: float
    wins: int
    buchholz: float
    """The points of all opponents, which tell how hard the way was."""


def begin(names: Sequence[str], system: System, rounds: int, size: int) -> Tournament:
    """Return a tournament in which nobody has met yet; raise TournamentError."""
    players = tuple(name for name in (" ".join(name.split()) for name in names) if name)
    folded = Counter(name.casefold() for name in players)
    twice = next((name for name in players if folded[name.casefold()] > 1), None)
    if twice is not None:
        raise TournamentError(Text("{name} is there twice; give each player a name of their own",
                                   "{name} y est deux fois ; donnez à chacun un nom à lui").fill(name=twice))
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise TournamentError(Text("A tournament has from 2 to {most} players, and here {n|is|are} {n}; write a "
                                   "name a line",
                                   "Un tournoi compte de 2 à {most} joueurs, et il y en a {n} ; un nom par ligne"
                                   ).fill(most=MOST_PLAYERS, n=len(players)))
    long = next((name for name in players if len(name) > MOST_NAME), None)
    if long is not None:
        raise TournamentError(Text("The name {name}… is too long; use {most} characters or fewer",
                                   "Le nom {name}… est trop long ; prenez {most} caractères au plus"
                                   ).fill(name=long[:MOST_NAME], most=MOST_NAME))
    if not 2 <= size <= LARGEST_TABLE or not 1 <= rounds <= 50:
        raise TournamentError(Text("Choose from 2 to {most} players a table and from 1 to 50 rounds",
                                   "Choisissez de 2 à {most} joueurs par table et de 1 à 50 rondes"
                                   ).fill(most=LARGEST_TABLE))
    if system == "round robin":
        if size != 2:
            raise TournamentError(Text("In a round robin two meet at a table; choose 2 players a table, or Swiss",
                                       "Au toutes rondes, deux se rencontrent par table ; choisissez 2 joueurs par "
                                       "table, ou le système suisse"))
        rounds = len(players) - 1 + len(players) % 2
    return Tournament(players, system, rounds, size)


def next_round(tournament: Tournament) -> Tournament:
    """Return the tournament with its next round drawn, no tables assigned; raise TournamentError."""
    if not tournament.is_round_over:
        raise TournamentError(Text("This round is not over; tell the results that are missing, then draw the next",
                                   "Cette ronde n'est pas finie ; indiquez les résultats qui manquent, puis tirez la "
                                   "suivante"))
    if tournament.is_over:
        raise TournamentError(Text("All rounds are played; begin another tournament to go on",
                                   "Toutes les rondes sont jouées ; commencez un autre tournoi pour continuer"))
    here = [standing.player for standing in standings(tournament) if standing.player not in tournament.left]
    if len(here) < 2:
        raise TournamentError(Text("Fewer than two players are left; bring somebody back, or end the tournament",
                                   "Il reste moins de deux joueurs ; faites revenir quelqu'un, ou terminez le tournoi"))
    if tournament.system == "round robin":
        groups = _everybody_with_everybody(tournament)
    elif tournament.size == 2:
        groups = _swiss_pairs(tournament, here)
    else:
        groups = _swiss_groups(tournament, here)
    meetings = tuple(Meeting(group, winners=group if len(group) == 1 else None) for group in groups)
    return replace(tournament, played=(*tournament.played, meetings))


def _everybody_with_everybody(tournament: Tournament) -> list[tuple[Player, ...]]:
    """Seat the players on a ring that turns by one each round, the first one fixed: each faces each other once."""
    seats: list[Player | None] = [*tournament.players, *([None] if len(tournament.players) % 2 else [])]
    turn, half = len(tournament.played), len(seats) // 2
    ring = seats[1:]
    ring = ring[-turn % len(ring):] + ring[:-turn % len(ring)]
    seats = [seats[0], *ring]
    pairs = [(a, b) if (turn + i) % 2 else (b, a)
             for i, (a, b) in enumerate(zip(seats[:half], reversed(seats[half:]), strict=True))]
    groups = [tuple(p for p in pair if p is not None and p not in tournament.left) for pair in pairs]
    return [group for group in groups if group]


def _swiss_pairs(tournament: Tournament, here: list[Player]) -> list[tuple[Player, ...]]:
    """Pair players of like points who have not met, all at once: the pairing whose sum of differences is least."""
    points, met, byes = _points(tournament), _met(tournament), _byes(tournament)
    groups: list[tuple[Player, ...]] = []
    if len(here) % 2:
        fewest = min(byes[player] for player in here)
        alone = next(player for player in reversed(here) if byes[player] == fewest)
        here = [player for player in here if player != alone]
        groups = [(alone,)]
    place = {player: number for number, player in enumerate(here)}

    def cost(a: Player, b: Player) -> float:
        # the square keeps a player from floating down far, and the place keeps equals in their order
        return MET * met[frozenset((a, b))] + (points[a] - points[b]) ** 2 + abs(place[a] - place[b]) / MET

    pairs = _cheapest_pairs(here, cost)
    ordered = sorted((tuple(sorted(pair, key=place.__getitem__)) for pair in pairs), key=lambda pair: place[pair[0]])
    return [*ordered, *groups]


def _cheapest_pairs(here: Sequence[Player], cost: Callable[[Player, Player], float]) -> list[tuple[Player, Player]]:
    """Pair all, as cheaply as can be; whoever is far away in the standings is looked at only where it must be."""
    span = NEAR
    while True:
        graph = networkx.Graph()
        for i, a in enumerate(here):
            for b in here[i + 1:i + 1 + span]:
                graph.add_edge(a, b, weight=cost(a, b))
        pairs: list[tuple[Player, Player]] = list(networkx.min_weight_matching(graph))
        if span >= len(here) or (2 * len(pairs) == len(here) and all(cost(*pair) < MET for pair in pairs)):
            return pairs
        span *= 2


def _swiss_groups(tournament: Tournament, here: list[Player]) -> list[tuple[Player, ...]]:
    """Fill the tables from the top, each time with who has met the fewest of those who sit there, the nearest first."""
    met, groups, free = _met(tournament), [], list(here)
    for seats in table_sizes(len(here), tournament.size):
        group = [free.pop(0)]
        while len(group) < seats:
            best = min(range(len(free)),
                       key=lambda i: (sum(met[frozenset((free[i], other))] for other in group), i))
            group.append(free.pop(best))
        groups.append(tuple(group))
    return groups


def table_sizes(players: int, size: int) -> list[int]:
    """Return how many sit at each table: as few tables as can be, as equal as can be, nobody alone where it can be."""
    tables = math.ceil(players / size)
    least, more = divmod(players, tables)
    return [least + 1] * more + [least] * (tables - more)


def with_table(tournament: Tournament, meeting: int, table: str | None, origin: Origin | None) -> Tournament:
    """Return the tournament with a meeting of the current round sent to a table; raise TournamentError."""
    found = _open_meeting(tournament, meeting)
    taken = next((m for m in tournament.current if m.table == table and m.winners is None and m is not found), None)
    if table is not None and taken is not None:
        raise TournamentError(Text("{names} play at that table; choose another",
                                   "{names} jouent à cette table ; choisissez-en une autre"
                                   ).fill(names=", ".join(taken.players)))
    return _changed(tournament, meeting, replace(found, table=table, origin=origin))


def with_result(tournament: Tournament, meeting: int, winners: Sequence[Player],
                told: Literal["table", "hand"]) -> Tournament:
    """Return the tournament with a result of the current round, which may be corrected; raise TournamentError."""
    found = _meeting(tournament, meeting)
    if found.bye or not winners or len(set(winners)) != len(winners) or not set(winners) <= set(found.players):
        raise TournamentError(Text("That is no result of this meeting; choose who won among those who played",
                                   "Ce n'est pas un résultat de cette rencontre ; choisissez qui a gagné parmi ceux "
                                   "qui ont joué"))
    ordered = tuple(player for player in found.players if player in winners)
    return _changed(tournament, meeting, replace(found, winners=ordered, told=told))


def with_player(tournament: Tournament, player: Player, *, here: bool) -> Tournament:
    """Return the tournament without a player who goes home, or with him again; raise TournamentError."""
    if player not in tournament.players:
        raise TournamentError(Text("No such player; choose one of those shown",
                                   "Il n'y a pas ce joueur ; choisissez-en un de ceux affichés"))
    return replace(tournament, left=tournament.left - {player} if here else tournament.left | {player})


def _meeting(tournament: Tournament, meeting: int) -> Meeting:
    if not 0 <= meeting < len(tournament.current):
        raise TournamentError(Text("This round has no such meeting; look at the page as it is now",
                                   "Cette ronde n'a pas cette rencontre ; regardez la page telle qu'elle est"))
    return tournament.current[meeting]


def _open_meeting(tournament: Tournament, meeting: int) -> Meeting:
    found = _meeting(tournament, meeting)
    if found.winners is not None:
        raise TournamentError(Text("That meeting is over and needs no table; choose one that goes on",
                                   "Cette rencontre est finie et n'a pas besoin de table ; choisissez-en une en cours"))
    return found


def _changed(tournament: Tournament, meeting: int, now: Meeting) -> Tournament:
    current = (*tournament.current[:meeting], now, *tournament.current[meeting + 1:])
    return replace(tournament, played=(*tournament.played[:-1], current))


def standings(tournament: Tournament) -> list[Standing]:
    """Return everybody's standing, the best first: by points, then by the opponents' points, then by wins."""
    points, wins = _points(tournament), Counter[Player]()
    opponents: dict[Player, list[Player]] = {player: [] for player in tournament.players}
    for meeting in _all(tournament):
        if meeting.winners is not None:
            if not meeting.bye and len(meeting.winners) == 1:
                wins[meeting.winners[0]] += 1
            for player in meeting.players:
                opponents[player] += [other for other in meeting.players if other != player]
    entered = {player: number for number, player in enumerate(tournament.players)}
    worth = {player: (points[player], sum(points[o] for o in opponents[player]), wins[player])
             for player in tournament.players}
    order = sorted(tournament.players, key=lambda player: (*(-part for part in worth[player]), entered[player]))
    places: dict[tuple[float, float, int], int] = {}
    for number, player in enumerate(order):
        places.setdefault(worth[player], number + 1)
    return [Standing(player, places[worth[player]], worth[player][0], worth[player][2], worth[player][1])
            for player in order]


def _all(tournament: Tournament) -> list[Meeting]:
    return [meeting for round in tournament.played for meeting in round]


def _points(tournament: Tournament) -> Mapping[Player, float]:
    points = dict.fromkeys(tournament.players, 0.0)
    for meeting in _all(tournament):
        for winner in meeting.winners or ():
            points[winner] += 1 / len(meeting.winners or ())
    return points


def _met(tournament: Tournament) -> Counter[frozenset[Player]]:
    return Counter(frozenset(pair) for meeting in _all(tournament) for pair in combinations(meeting.players, 2))


def _byes(tournament: Tournament) -> Counter[Player]:
    return Counter(meeting.players[0] for meeting in _all(tournament) if meeting.bye)
