"""How well and how fast Mastermind's advice plays: every code of a kind is found once."""

from time import perf_counter

import numpy as np

from rules.mastermind.advice import best_index
from rules.mastermind.codes import Indices, Kind, all_codes, marks_between

KINDS = {"6 colours, repeats": Kind(colours=6, repeats=True), "8 colours, no repeats": Kind()}


def whole_games(kind: Kind) -> tuple[float, int, float]:
    """Return the mean and the largest number of guesses over all codes, and the slowest advice in seconds."""
    total, worst, slowest = 0, 0, 0.0
    waiting: list[tuple[Indices, int]] = [(np.arange(len(all_codes(kind))), 1)]
    while waiting:
        left, guesses = waiting.pop()
        start = perf_counter()
        guess = best_index(kind, left)
        slowest = max(slowest, perf_counter() - start)
        answers = marks_between(kind, np.array([guess]), left)[0]
        for answer in np.unique(answers):
            if answer == kind.holes * (kind.holes + 1):
                total, worst = total + guesses, max(worst, guesses)
            else:
                waiting.append((left[answers == answer], guesses + 1))
    return total / len(all_codes(kind)), worst, slowest


def table() -> list[list[str]]:
    """Return one row a kind of code: the mean, the most guesses, and the slowest hint."""
    rows = [["codes", "mean guesses", "most", "slowest hint"]]
    for name, kind in KINDS.items():
        mean, most, slowest = whole_games(kind)
        rows.append([name, f"{mean:.4f}", str(most), f"{slowest * 1000:.0f} ms"])
    return rows
