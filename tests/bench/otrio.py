"""How long the proofs take that the first player wins with one colour each, and how long advice takes in mid-game.

A proof is re-checked with the game's own rules: every reply of the other player is played, and ours to each.
"""

import time
from statistics import median

from rules.otrio import OTRIO
from rules.otrio.search import Proof, duel, prove
from rules.otrio.state import State

PROOFS = (("nested", 9), ("free", 7))
GAMES = 20
MIDDLE = 8


def table() -> list[tuple[str, ...]]:
    """Return the rows."""
    head = ("what", "result", "seconds", "positions")
    return [head, *(row for placement, plies in PROOFS for row in _proved(placement, plies)), _advice()]


def _proved(placement: str, plies: int) -> list[tuple[str, ...]]:
    state = duel(placement == "nested")
    start = time.perf_counter()
    proof = prove(state, plies)
    seconds = time.perf_counter() - start
    what = f"one colour each, {placement}"
    if proof is None:
        return [(what, f"NOT PROVED within {plies}", f"{seconds:.1f}", "")]
    start = time.perf_counter()
    lines = checked(state, proof)
    recheck = time.perf_counter() - start
    return [(what, f"the first player wins within {proof.plies}, by {proof.put}", f"{seconds:.1f}", str(proof.nodes)),
            ("  every reply played by the game's rules", "holds", f"{recheck:.1f}", str(lines))]


def checked(state: State, proof: Proof) -> int:
    """Play a proof against every reply and return how many games that were; AssertionError where one is not won."""
    winner = state.turn
    state = OTRIO.apply(state, proof.put)
    ending = OTRIO.outcome(state)
    if ending is not None:
        assert ending.winners == (winner,), state
        return 1
    games = 0
    for reply in OTRIO.legal_actions(state):
        after = OTRIO.apply(state, reply)
        following = prove(after, proof.plies - 2)
        assert following is not None and after.turn == winner, after
        games += checked(after, following)
    return games


def _advice() -> tuple[str, ...]:
    times = []
    for number in range(GAMES):
        state = OTRIO.new({"players": "2"})
        for ply in range(MIDDLE):
            actions = list(OTRIO.legal_actions(state))
            state = OTRIO.apply(state, actions[(7 * number + 5 * ply) % len(actions)])
        if state.turn is not None:
            start = time.perf_counter()
            OTRIO.advice(state, state.turn)
            times.append(time.perf_counter() - start)
    return f"advice after {MIDDLE} placements, median and longest", "", f"{median(times):.2f} {max(times):.2f}", ""
