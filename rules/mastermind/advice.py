"""Advice for Mastermind: the codes that are left, the guess that tells them apart best, and a hint in words.

A set of codes is worth what it costs to find all of them: the total of guesses over its codes. A guess is first
judged by an estimate of that total for each set that its answers would leave; the best few are then played out to the
end with a simple player.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rules.game import GameError, Seat
from rules.mastermind.actions import Guess
from rules.mastermind.codes import Indices, Kind, all_codes, fitting, marks, marks_between, to_pegs
from rules.mastermind.play import legal_actions
from rules.mastermind.refusals import refusal
from rules.mastermind.state import State, supply
from rules.mastermind.words import Pegs, pegs_name
from rules.text import Text

GROWTH = 0.5
"""How the guesses for one code grow with the natural logarithm of the number of codes; measured on whole games."""
PLAYED_OUT = 8
"""How many guesses are played out before the best is chosen."""
PLAYED_OUT_OF_MANY = 4
"""The same where more than `MANY` codes are left, which takes longer."""
MANY = 120
TOO_MANY = 500
"""With more codes left than this nothing is played out."""
CELLS = 3_000_000
"""How many pairs of guess and code are compared for one choice at most; of more guesses only a part is tried."""
CELLS_IN_PLAY = 100_000
"""The same for each guess of the simple player."""

NO_ADVICE = Text("There is no row to fill now", "Il n'y a pas de ligne à remplir maintenant")
NONE_LEFT = Text("No code fits all the answers: one of them is wrong",
                 "Aucun code ne correspond à toutes les réponses : l'une d'elles est fausse")
ONE_LEFT = Text("Only one code is left: {pegs}", "Il ne reste qu'un code : {pegs}")
MANY_LEFT = Text("{count} {count|code is|codes are} left; {pegs} tells them apart best",
                 "Il reste {count} {count|code|codes} ; {pegs} les distingue le mieux")
TRUE_MARKS = Text("Your code answers row {row} with {red} red and {white} white",
                  "Votre code répond à la ligne {row} par {red} rouge et {white} blanc")


def remaining(state: State) -> Indices:
    """Return the codes that fit this round's answers, as places in `all_codes`."""
    return fitting(state.house.kind, state.answers)


def remaining_codes(state: State) -> list[Pegs]:
    """Return the codes that fit this round's answers."""
    return [to_pegs(code) for code in all_codes(state.house.kind)[remaining(state)]]


def contradicted(state: State, pegs: Pegs) -> list[int]:
    """Return the rows whose answers a guess contradicts: with any of them, it can't be the code."""
    return [row for row, (earlier, answer) in enumerate(state.answers)
            if marks(pegs, earlier, state.house.kind.blank) != answer]


def best_guess(state: State) -> Pegs:
    """Return the guess that finds the code soonest on average, which need not be a code that is left.

    The hidden code has no part in it, not even by the pegs that it has taken: where pegs are short, the guess may still
    be refused. Raises GameError when no row may be filled now, or no code fits the answers.
    """
    state = replace(state, code=None)
    left = remaining(state)
    if state.phase != "guess":
        raise GameError(NO_ADVICE)
    if not left.size:
        raise GameError(NONE_LEFT)
    kind = state.house.kind
    pegs = to_pegs(all_codes(kind)[best_index(kind, left, _in_supply(state))])
    if refusal(state, Guess(len(state.rows), pegs)) is None:
        return pegs
    return next(action.pegs for action in legal_actions(state) if isinstance(action, Guess))


def hint(state: State) -> Text:
    """Say how many codes are left and what to guess; raise GameError when there is nothing to guess."""
    pegs, count = pegs_name(best_guess(state)), len(remaining(state))
    return ONE_LEFT.fill(pegs=pegs) if count == 1 else MANY_LEFT.fill(count=count, pegs=pegs)


def advice(state: State, seat: Seat) -> tuple[Text, ...]:
    """Return the decoder's hint, from the rows alone, or the marks that the maker's own code asks for."""
    if state.phase == "guess" and seat == state.decoder:
        return (hint(state),)
    if state.phase == "marks" and seat == state.maker and state.code is not None:
        red, white = marks(state.code, state.rows[-1].pegs, state.house.kind.blank)
        return (TRUE_MARKS.fill(row=len(state.rows), red=red, white=white),)
    return ()


def _in_supply(state: State) -> Indices | None:
    """Return the codes for which there are pegs; None when there are enough for any."""
    left = list(supply(state).values())
    if min(left) >= state.house.kind.holes:
        return None
    codes = all_codes(state.house.kind)
    short = [(codes == number).sum(axis=1) > count for number, count in enumerate(left, 1)]
    return np.flatnonzero(~np.any(short, axis=0))


# Choosing a guess


def best_index(kind: Kind, left: Indices, allowed: Indices | None = None) -> int:
    """Return the best guess against the codes that are left, as a place in `all_codes`."""
    if allowed is None:
        return _best(kind, _key(left))
    return _choose(kind, left, allowed)


def _key(left: Indices) -> bytes:
    """Return codes as a cache remembers them: in half the bytes, since an evening meets thousands of such sets."""
    return left.astype(np.uint32).tobytes()


def _indices(key: bytes) -> Indices:
    return np.frombuffer(key, dtype=np.uint32).astype(np.intp)


@lru_cache(maxsize=256)
def _best(kind: Kind, key: bytes) -> int:
    left, every = _indices(key), np.arange(len(all_codes(kind)))
    return _choose(kind, left, _openings(kind) if len(left) == len(every) else every)


def _choose(kind: Kind, left: Indices, guesses: Indices) -> int:
    if len(left) <= 2 and left[0] in guesses:
        return int(left[0])
    guesses = _thinned(guesses, left, CELLS)
    counts = _counts(kind, guesses, left)
    order = _ranking(kind, counts, np.isin(guesses, left))
    first = [int(guesses[place]) for place in _different(counts, order, PLAYED_OUT if len(left) <= MANY
                                                         else PLAYED_OUT_OF_MANY)]
    if len(left) > TOO_MANY:
        return first[0]
    return min(first, key=lambda guess: sum(_total(kind, _key(part)) for part in _parts(kind, guess, left)))


@lru_cache(maxsize=16)
def _openings(kind: Kind) -> Indices:
    """Return one code of each pattern: before the first answer, colours and holes are all alike."""
    patterns: dict[tuple[int, ...], int] = {}
    for place, code in enumerate(all_codes(kind)):
        _, counts = np.unique(code[code > 0], return_counts=True)
        patterns.setdefault((int((code == 0).sum()), *sorted(map(int, counts))), place)
    # with four pegs of up to six colours two alike and two others are best on average (Koyama and Lai, 1993), by less
    # than the estimates can tell
    best = patterns.get((0, 1, 1, 2)) if kind.colours <= 6 else None
    return np.array(list(patterns.values()) if best is None else [best])


def _thinned(guesses: Indices, left: Indices, cells: int) -> Indices:
    """Return the guesses, or where they are too many to compare with all codes that are left, every so many of them."""
    step = -(-len(guesses) * len(left) // cells)
    return guesses if step <= 1 else np.union1d(guesses[::step], np.intersect1d(guesses, left[::step]))


@lru_cache(maxsize=16)
def _estimates(kind: Kind) -> NDArray[np.float64]:
    """Return, for each number of codes, about how many guesses it takes to find all of them, one after another."""
    sizes = np.arange(len(all_codes(kind)) + 1)
    totals = sizes * (1 + GROWTH * np.log(np.maximum(sizes, 1)))
    if len(totals) > 2:
        totals[2] = 3  # two codes: one is guessed at once, the other after it
    return totals


def _counts(kind: Kind, guesses: Indices, left: Indices) -> NDArray[np.intp]:
    """Return how many codes each answer to each guess would leave, shape (guesses, answers); the last is "found"."""
    answers = kind.holes * (kind.holes + 1) + 1
    found = marks_between(kind, guesses, left)
    numbered = found + np.arange(len(found))[:, None] * answers
    return np.bincount(numbered.ravel(), minlength=len(found) * answers).reshape(len(found), answers)


def _ranking(kind: Kind, counts: NDArray[np.intp], member: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the guesses in the order of their estimated totals; among equals, those that may be the code."""
    totals = _estimates(kind)[counts].sum(axis=1) - counts[:, -1]
    return np.lexsort((~member, np.round(totals, 6)))


def _different(counts: NDArray[np.intp], order: NDArray[np.intp], wanted: int) -> list[int]:
    """Return the first guesses that divide the codes in different ways."""
    chosen: dict[tuple[bytes, int], int] = {}
    for place in order[: 40 * wanted]:
        sizes = np.sort(counts[place])
        chosen.setdefault((sizes.tobytes(), int(counts[place, -1])), int(place))
        if len(chosen) == wanted:
            break
    return list(chosen.values())


def _parts(kind: Kind, guess: int, left: Indices) -> list[Indices]:
    """Return the codes that each answer but "found" would leave."""
    answers = marks_between(kind, np.array([guess]), left)[0]
    return [left[answers == answer] for answer in np.unique(answers) if answer != kind.holes * (kind.holes + 1)]


@lru_cache(maxsize=20_000)
def _total(kind: Kind, key: bytes) -> int:
    """Return how many guesses the simple player, who looks one answer ahead, needs for all of some codes together."""
    left = _indices(key)
    if len(left) <= 2:
        return 2 * len(left) - 1
    guess, solved = _simple(kind, left)
    if solved:
        return 2 * len(left) - 1
    return len(left) + sum(_total(kind, _key(part)) for part in _parts(kind, guess, left))


def _simple(kind: Kind, left: Indices) -> tuple[int, bool]:
    """Return the simple player's guess, and whether it is a code that tells all others apart."""
    own = _counts(kind, left, left)
    best = int(_ranking(kind, own, np.ones(len(left), dtype=bool))[0])
    if (own[best] <= 1).all():
        return int(left[best]), True
    guesses = _thinned(np.arange(len(all_codes(kind))), left, CELLS_IN_PLAY)
    return int(guesses[_ranking(kind, _counts(kind, guesses, left), np.isin(guesses, left))[0]]), False


