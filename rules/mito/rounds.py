"""How the draw pile is used up, and how a round of Mito and the whole game end."""

from dataclasses import replace

from rules.mito.cards import groups, points
from rules.mito.state import State, put, start_round, take


def draw_due(state: State) -> State:
    """Let everybody draw who has to, until the pile must be shuffled; without discards the draws are skipped [ours]."""
    while state.draws and state.phase == "play":
        if not state.pile and not state.discards:
            return replace(state, draws=())
        if not state.pile and state.rules.digital:
            return state
        if not state.pile:
            state = replace(state, pile=(None,) * len(state.discards), discards=())
        seat, *later = state.draws
        state = replace(take(state, seat, state.pile[:1]), pile=state.pile[1:], draws=tuple(later))
    return state


def check_out(state: State) -> State:
    """End the round when a hand is empty and no power of its last card is left to settle [seed]."""
    if state.phase != "play" or state.out is None or state.draws or state.accusation is not None:
        return state
    if state.pending is not None and state.rules["last_effect"] != "skip":
        return state
    if state.rules["rounds"] == "single":
        return replace(state, phase="over", pending=None)
    tallies = (tuple(groups(hand) for hand in state.hands) if state.rules.digital
               else put((None,) * state.players, state.out, (0, 0, 0)))
    return finish(replace(state, phase="score", pending=None, tallies=tallies))


def finish(state: State) -> State:
    """Add a round's points once all hands are counted, and go on to the next round, by default one a player [seed]."""
    if any(tally is None for tally in state.tallies):
        return state
    totals = tuple(total + points(tally) for total, tally in zip(state.totals, state.tallies, strict=True)
                   if tally is not None)
    state = replace(state, totals=totals)
    return replace(state, phase="over") if state.round == state.rules.rounds else start_round(state, state.round + 1)
