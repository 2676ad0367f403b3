"""The test vectors of rules.md 4.11, and what each must trap."""

import pytest

from rules.otrio import OTRIO
from tests.rules.otrio_moves import play, refused

FOUR, THREE = {"players": "4"}, {"players": "3"}
V3 = "P:L11 R:L00 G:L22 B:L02 P:M11 R:M00 G:S20 B:S21 P:S11"
V4 = "P:S11 R:S00 G:S22 B:S02 P:M11 R:M00 G:M22 B:M02 P:L11"
V5 = "P:M01 R:S00 G:S02 P:M11 R:S10 G:S12 P:M21"
V6 = "P:L02 R:L00 G:L01 B:L10 P:M11 R:M00 G:M01 B:M10 P:S20"
V7 = "P:L00 R:L22 G:L20 B:L21 P:S00 R:M22 G:M20 B:M21 P:M01 R:S12 G:S10 B:S11 P:S02"
V9 = "P:L11 R:L00 G:L22 B:S02 P:L01 R:M00 G:M22 B:S20 P:L10 R:L12 G:L21 B:S12 P:M11 R:M21 G:S10 B:M01 P:S11"
V10 = "P:L10 R:S22 G:M10 B:L21 P:M01 R:M20 G:S01 B:L00 P:M11 R:M12 G:S00 B:L02 P:S12"
V11 = "P:M21 R:M22 G:L02 B:L00 P:L01 R:L10 G:M00 B:M20 P:M11 R:S02 G:S12 B:M01 P:S21"
GREEN, BLUE = 2, 3


@pytest.mark.parametrize(("inside", "fitting"), [
    ("", "LMS"), ("M", "S"), ("L", "MS"), ("S", ""), ("LS", ""), ("LM", "S")])
def test_nested_space_takes_only_what_is_smaller_than_all_in_it(inside: str, fitting: str) -> None:
    state = play(" ".join(f"{colour}:{size}11" for colour, size in zip("PRG", inside, strict=False)), **FOUR)
    due = "PRGB"[len(inside)]
    allowed = [size for size in "LMS" if refused(state, f"{due}:{size}11")[0] == "allowed"]
    assert "".join(allowed) == fitting
    assert {refused(state, f"{due}:{size}11")[0] for size in "LMS" if size not in fitting} <= {"E-OT-NEST"}


def test_free_space_takes_larger_pieces_after_a_small_one() -> None:
    state = play("P:S11", players="4", placement="free")
    assert [refused(state, f"R:{size}11")[0] for size in "LMS"] == ["allowed", "allowed", "E-OT-SLOT"]


@pytest.mark.parametrize(("moves", "placements", "reason", "slots"), [
    (V3, ("nested", "free"), "concentric", {"4.large", "4.medium", "4.small"}),
    (V4, ("free",), "concentric", {"4.large", "4.medium", "4.small"}),
    (V5, ("nested", "free"), "same size", {"1.medium", "4.medium", "7.medium"}),
    (V6, ("nested", "free"), "ascending", {"2.large", "4.medium", "6.small"}),
    (V7, ("nested", "free"), "ascending", {"0.large", "1.medium", "2.small"}),
])
def test_otrio_is_seen_with_its_last_piece(moves: str, placements: tuple[str], reason: str, slots: set[str]) -> None:
    players = "3" if moves is V5 else "4"
    for placement in placements:
        before = play(moves.rsplit(" ", 1)[0], players=players, placement=placement)
        assert OTRIO.outcome(before) is None
        outcome = OTRIO.outcome(play(moves.rsplit(" ", 1)[1], before))
        assert outcome is not None
        assert (outcome.reason, outcome.winners, set(outcome.slots)) == (reason, (0,), slots)


def test_free_vector_is_refused_under_nested_at_its_fifth_move() -> None:
    state = play("P:S11 R:S00 G:S22 B:S02", **FOUR)
    assert refused(state, "P:M11") == (
        "E-OT-NEST", "A medium ring can only go into an empty cell or inside a larger ring: the centre cell already "
                     "holds a small peg")


@pytest.mark.parametrize("moves", [
    "P:M00 R:L22 G:L21 B:M22 P:S01 R:L20 G:M21 B:M20 P:L02",  # not rising: medium, small, large
    "P:L11 R:M11 G:S11",  # three sizes in one space, of mixed colours
    "P:L00 R:L10 G:L01 B:L11 P:M02",  # a line of mixed colours and sizes
])
def test_no_otrio_where_sizes_do_not_rise_or_colours_mix(moves: str) -> None:
    assert OTRIO.outcome(play(moves, **FOUR)) is None


def test_two_colours_of_one_player_do_not_combine() -> None:
    state = play("P:L00 R:S10 G:L01 B:S12 P:L02", players="2")
    assert OTRIO.outcome(state) is None


def test_two_players_alternate_their_colours_and_start_with_either() -> None:
    start = OTRIO.new({"players": "2"})
    assert OTRIO.view(start, 0)["due"] == ["purple", "green"]
    state = play("P:L00 R:L01", start)
    assert refused(state, "P:L22") == (
        "E-OT-COLOUR", "With two players each plays the two colours in turns: now green is due, not purple")
    state = play("G:L22 B:L20", state)
    assert refused(state, "G:M22")[0] == "E-OT-COLOUR"
    assert refused(play("G:L22 R:L01", start), "G:L00")[0] == "E-OT-COLOUR"


@pytest.mark.parametrize(("moves", "victory", "slot", "previous"), [
    (V3, BLUE, BLUE, BLUE), (V9, GREEN, GREEN, BLUE), (V10, None, BLUE, BLUE), (V11, GREEN, BLUE, BLUE)])
def test_penalty_goes_to_the_last_who_could_have_blocked(
        moves: str, victory: int | None, slot: int, previous: int) -> None:
    losers = {"victory": victory, "slot": slot, "previous": previous, "manual": None, "off": None}
    for penalty, loser in losers.items():
        state = play(moves, players="4", match="extreme", penalty=penalty)
        assert state.ending is not None
        assert state.ending.penalty == loser
        assert OTRIO.scores(state) == tuple((seat == 0) - (seat == loser) for seat in range(4))


def test_penalty_of_the_concentric_win_is_the_same_in_free_placement() -> None:
    state = play(V3, players="4", match="extreme", placement="free")
    assert OTRIO.scores(state) == (1, 0, 0, -1)


def test_penalty_falls_on_a_player_who_could_have_won_himself() -> None:
    # purple threatens two cells at once, which nobody can block, but green had a win of his own
    moves = "P:S00 R:M22 G:M00 P:L20 R:L21 G:M01 P:M11 R:S21 G:L10 P:L22"
    state = play(moves, players="3", match="extreme", placement="free")
    assert OTRIO.scores(state) == (1, 0, -1)
    blocked = play(moves.replace("G:M00", "G:M10"), players="3", match="extreme", placement="free")
    assert OTRIO.scores(blocked) == (1, 0, 0)
