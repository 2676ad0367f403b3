"""A whole game as a text that people can read and that replays to the same game, whichever game it is.

    arbitrio record 1
    game otrio
    option players = 2
    tag purple = Anna
    actions 2
    purple small 4
    red medium 0
    check 8d3e01a95f3c

The number of actions shows where a record was cut, and the check that something in it was changed. Everything that is
rejected is a BadNotation whose sentence begins with the line.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from json import dumps, loads
from typing import Any

from rules.game import BadNotation, Game, GameError, Record
from rules.registry import game as find_game
from rules.text import Text

VERSION = 1
HEAD = "arbitrio record"
CHECK_LENGTH = 12

AT_LINE = Text("line {line}: {why}", "ligne {line} : {why}")
NOT_A_RECORD = Text('this is no record of Arbitrio, which begins with "arbitrio record 1"; give a file that '
                    "`arbitrio play` or `arbitrio export` wrote",
                    "ceci n'est pas un enregistrement d'Arbitrio, qui commence par « arbitrio record 1 » ; donnez un "
                    "fichier écrit par `arbitrio play` ou `arbitrio export`")
OTHER_VERSION = Text("the record is of version {found}, and this program reads version {known}; update Arbitrio",
                     "l'enregistrement est de version {found}, et ce programme lit la version {known} ; "
                     "mettez Arbitrio à jour")
WANTED = Text('here should be "{wanted}"; take the record as it was written',
              "ici devrait se trouver « {wanted} » ; prenez l'enregistrement tel qu'il a été écrit")
TWICE = Text('"{name}" is given twice; keep one of them', "« {name} » est donné deux fois ; n'en gardez qu'un")
CUT = Text("the record is cut: it announces {wanted} {wanted|action|actions} and has {found}; take the whole record",
           "l'enregistrement est coupé : il annonce {wanted} {wanted|action|actions} et en a {found} ; prenez-le en "
           "entier")
TOO_LONG = Text("something follows the end of the record; remove it", "il y a quelque chose après la fin ; enlevez-le")
CHANGED = Text("the record was changed after it was written; take it as it was written",
               "l'enregistrement a été modifié après coup ; prenez-le tel qu'il a été écrit")
UNFIT = Text('a record can\'t hold "{text}" as a name or an action; leave out line breaks, =, and blanks at its ends',
             "un enregistrement ne peut contenir « {text} » comme nom ou action ; enlevez les sauts de ligne, les = et "
             "les blancs aux extrémités")


def write(record: Record) -> str:
    """Return the record as a text; raise BadNotation when a name or an action does not fit into its line.

    >>> print(write(Record("otrio", {"players": "2"}, ("purple large 4",), tags={"purple": "Anna"})), end="")
    arbitrio record 1
    game otrio
    option players = 2
    tag purple = Anna
    actions 1
    purple large 4
    check 7d5f13ba0aea
    """
    body = _body(list(_lines(record)))
    return f"{body}check {_check(body)}\n"


def parse(text: str) -> Record:
    """Return the record that a text holds; raise BadNotation, which names the line and the reason.

    The actions are replayed, so that a changed one is named by its line where the rules forbid it.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    record, first = _read(lines)
    end = first + len(record.actions)
    replay(record)
    _expect_end(lines, end)
    if lines[end].strip() != f"check {_check(_body(lines[:end]))}":
        raise _bad(end, CHANGED)
    return record


def replay(record: Record) -> tuple[Any, ...]:
    """Return the state before the first action and after each; raise BadNotation with the line and the reason."""
    _known(record)
    try:
        game = find_game(record.game)
    except GameError as error:
        raise _bad(1, error.text) from error
    first = 3 + len(record.options) + len(record.tags)
    states = [_new(game, record)]
    for line, notation in enumerate(record.actions, first):
        try:
            states.append(game.apply(states[-1], game.parse(notation)))
        except GameError as error:
            raise _bad(line, error.text) from error
    return tuple(states)


def _known(record: Record) -> None:
    if record.version != VERSION:
        raise _bad(0, OTHER_VERSION.fill(found=record.version, known=VERSION))


def _new(game: Game[Any, Any], record: Record) -> Any:
    """Begin the game; a fault is put to the first option that is at fault by itself, or else to the first of them."""
    try:
        return game.new(record.options)
    except GameError as error:
        fault = error
    for line, (name, value) in enumerate(record.options.items(), 2):
        try:
            game.new({name: value})
        except GameError as error:
            raise _bad(line, error.text) from error
    raise _bad(2, fault.text) from fault


# Writing


def _lines(record: Record) -> Iterator[str]:
    _known(record)
    yield f"{HEAD} {record.version}"
    yield f"game {_fitting(record.game)}"
    yield from (f"option {_fitting(name)} = {_quoted(value)}" for name, value in record.options.items())
    yield from (f"tag {_fitting(name)} = {_quoted(value)}" for name, value in record.tags.items())
    yield f"actions {len(record.actions)}"
    yield from (_fitting(action) for action in record.actions)


def _fitting(word: str) -> str:
    if not word or word != word.strip() or len(word.splitlines()) != 1 or "=" in word or word.startswith("check "):
        raise BadNotation(UNFIT.fill(text=" ".join(word.split())[:60]))
    return word


def _quoted(value: str) -> str:
    """Return the value, in JSON's quotes where it would not come back from its line as it is."""
    plain = value == value.strip() and len(value.splitlines()) == 1 and not value.startswith('"')
    return value if plain else dumps(value)


def _check(body: str) -> str:
    return sha256(body.encode()).hexdigest()[:CHECK_LENGTH]


# Reading


def _bad(index: int, why: Text) -> BadNotation:
    return BadNotation(AT_LINE.fill(line=index + 1, why=why))


def _body(lines: list[str]) -> str:
    """Return what the check is made of, whatever line ends and blanks an editor or a mail put there."""
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _read(lines: list[str]) -> tuple[Record, int]:
    """Return the record, and the index of its first action's line."""
    _read_version(lines)
    name = _word(lines, 1, "game")
    options, index = _pairs(lines, 2, "option")
    tags, index = _pairs(lines, index, "tag")
    count = _word(lines, index, "actions")
    if not (count.isascii() and count.isdigit() and len(count) < 7):
        raise _bad(index, WANTED.fill(wanted=f"actions {max(0, len(lines) - index - 2)}"))
    actions = tuple(line.strip() for line in lines[index + 1:index + 1 + int(count)])
    cut = next((i for i, action in enumerate(actions) if action.startswith("check ")), len(actions))
    if cut < int(count):
        raise _bad(index + 1 + cut, CUT.fill(wanted=count, found=cut))
    return Record(name, options, actions, VERSION, tags), index + 1


def _read_version(lines: list[str]) -> None:
    head, _, version = (lines[0].strip() if lines else "").rpartition(" ")
    if head != HEAD:
        raise _bad(0, NOT_A_RECORD)
    if version != str(VERSION):
        raise _bad(0, OTHER_VERSION.fill(found=version[:20], known=VERSION))


def _word(lines: list[str], index: int, keyword: str) -> str:
    found, _, word = (lines[index].strip() if index < len(lines) else "").partition(" ")
    if found != keyword or not word:
        raise _bad(index, WANTED.fill(wanted=f"{keyword} ..."))
    return word


def _pairs(lines: list[str], index: int, keyword: str) -> tuple[Mapping[str, str], int]:
    pairs: dict[str, str] = {}
    while index < len(lines) and lines[index].startswith(f"{keyword} "):
        name, equals, value = (part.strip() for part in lines[index].removeprefix(f"{keyword} ").partition("="))
        if not equals or not name:
            raise _bad(index, WANTED.fill(wanted=f"{keyword} NAME = VALUE"))
        if name in pairs:
            raise _bad(index, TWICE.fill(name=name))
        pairs[name] = _unquoted(index, value)
        index += 1
    return pairs, index


def _unquoted(index: int, value: str) -> str:
    if not value.startswith('"'):
        return value
    try:
        return str(loads(value))
    except ValueError as error:
        raise _bad(index, WANTED.fill(wanted='NAME = "VALUE"')) from error


def _expect_end(lines: list[str], end: int) -> None:
    if end >= len(lines) or not lines[end].startswith("check "):
        raise _bad(end, WANTED.fill(wanted="check ..."))
    if any(line.strip() for line in lines[end + 1:]):
        raise _bad(end + 1, TOO_LONG)
