"""Mito's rules: the vectors of the specification, every refusal and every option, with real cards and digital ones."""

from collections import Counter
from dataclasses import replace

import pytest

from rules.french import spaced
from rules.game import BadNotation, GameError, Refused
from rules.mito import Mito
from rules.mito.cards import GROUPS, PLACEHOLDER, deck_text, fits, neighbours, parse_card, parse_deck, points
from rules.mito.options import OPTIONS
from rules.mito.state import Known, State

GAME = Mito()


def play(state: State, *actions: str) -> State:
    for action in actions:
        state = GAME.apply(state, GAME.parse(action))
    return state


def refusal(state: State, action: str) -> Refused:
    with pytest.raises(Refused) as caught:
        GAME.apply(state, GAME.parse(action))
    assert caught.value.text.en and caught.value.text.fr and "{" not in caught.value.text.en + caught.value.text.fr
    return caught.value


def code(state: State, action: str) -> str:
    return refusal(state, action).code


def table(top: str = "n4", **options: str) -> State:
    """A round with real cards, dealt."""
    return play(GAME.new({"players": "3", **options}), f"deal {top}")


def digital(*hands: str, top: str = "n4", **options: str) -> State:
    """A digital round in which the players hold these cards, the rest of the deck in the pile."""
    state = GAME.new({"players": str(len(hands)), "mode": "digital", **options})
    held = [tuple(sorted(map(parse_card, hand.split()))) for hand in hands]
    rest = Counter(PLACEHOLDER) - Counter([card for hand in held for card in hand] + [parse_card(top)])
    return replace(state, phase="play", hands=tuple(held), top=parse_card(top), pile=tuple(sorted(rest.elements())),
                   known=tuple(Known(1, len(hand)) for hand in held), guard_turns=1)


def hands(state: State) -> list[str]:
    return [" ".join(map(str, hand)) for hand in state.hands]


def known(state: State) -> list[int]:
    return [k.most for k in state.known]


def test_values_go_round() -> None:
    assert [neighbours(value) for value in range(1, 6)] == [(5, 2), (1, 3), (2, 4), (3, 5), (4, 1)]
    for top, good in (("n4", "35"), ("n5", "41"), ("n1", "52")):  # V-MI-1
        assert {v for v in "12345" if fits(parse_card(f"n{v}"), parse_card(top))} == set(good)
        for value in "12345":
            if value in good:
                assert play(table(top), f"play p1 n{value}").top == parse_card(f"n{value}")
            else:
                assert code(table(top), f"play p1 n{value}") == "E-MI-VALUE"
    assert refusal(table("n5"), "play p1 n5").text.fr.startswith("sur un 5, seul un 4 ou un 1")


def test_the_deck_has_71_cards_beside_the_guard() -> None:
    assert len(PLACEHOLDER) == 71 and Counter(c.kind for c in PLACEHOLDER) == GROUPS  # V-MI-2
    assert sum(GROUPS.values()) + 1 == 72 and parse_deck(deck_text(PLACEHOLDER)) == PLACEHOLDER
    for players, left in (("3", 46), ("4", 38), ("5", 30)):
        assert len(play(GAME.new({"players": players}), "deal n1").pile) == left
        deal = "deal " + " ".join(map(str, PLACEHOLDER))
        state = play(GAME.new({"players": players, "mode": "digital", "first_guard": "p2"}), deal)
        assert len(state.pile) == left and {len(hand) for hand in state.hands} == {8} and GAME.to_play(state) == 1
        assert PLACEHOLDER[0] in state.hands[2] and state.top == PLACEHOLDER[8 * int(players)]


def test_points_count_by_group() -> None:
    assert points((2, 1, 1)) == 17 and points((0, 0, 0)) == 0 and points((43, 20, 8)) == 223  # V-MI-3


def test_every_player_guards_first_once() -> None:
    state, guards = GAME.new({"players": "4", "rounds": "one a player", "first_guard": "p2"}), []  # V-MI-4
    while state.phase != "over":
        guards.append(state.guard + 1)
        first, after = f"p{state.guard + 1}", f"p{state.after(state.guard) + 1}"
        state = play(state, "deal n4", f"stop {first} {after}", f"guilty {after}", f"keep {first}",
                     f"play {first} n3", f"out {first}")
        for seat in (s for s in range(4) if s != guards[-1] - 1):
            state = play(state, f"tally p{seat + 1} 1,0,0")
    assert guards == [2, 3, 4, 1] and GAME.scores(state) == [3, 3, 3, 3]
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.winners == (0, 1, 2, 3) and "share" in outcome.text.en


def test_a_right_accusation_moves_the_role_and_two_cards() -> None:
    state = play(digital("n3 n5 x1", "n1 n2 s4", "n2 n2 n2"), "cheat p2 n1", "stop p1 p2", "guilty p2")  # V-MI-5
    assert hands(state)[1] == "n1 n2 s4" and state.guard == 1
    assert code(state, "give p1 p2 x1") == "E-MI-MITO-GIVE" and code(state, "keep p1") == "E-MI-OWES"
    assert code(state, "give p1 p3 n3") == "E-MI-NOTHING" and code(state, "give p3 p2 n2") == "E-MI-TURN"
    state = play(state, "give p1 p2 n3")
    assert hands(state) == ["n5 x1", "n1 n2 n3 s4", "n2 n2 n2"] and GAME.to_play(state) == 0
    at_table = play(table(), "stop p1 p2", "guilty p2", "give p1 p2")
    assert known(at_table) == [7, 9, 8] and at_table.guard == 1


def test_a_wrong_accusation_costs_the_guard_a_card() -> None:
    state = play(digital("n3 n5", "n1 n2", "n2 n2"), "stop p1 p2", "innocent p2")
    assert len(state.hands[0]) == 3 and state.guard == 0
    assert known(play(table(), "stop p1 p3", "innocent p3")) == [9, 8, 8]


def test_the_last_card_is_laid_not_cheated() -> None:
    state = digital("n3 n5", "n4", "n2 n2")  # V-MI-6
    assert code(state, "cheat p2 n4") == "E-MI-LAST-CHEAT"
    state = play(state, "play p1 n5", "play p2 n4")
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.winners == (1,) and code(state, "draw p3") == "E-MI-OVER"


def test_turns_and_hands_are_checked() -> None:
    state = digital("n3 n5", "n4 x5", "n2 n2", top="n4")
    assert code(state, "play p2 n4") == "E-MI-TURN" and code(state, "draw p2") == "E-MI-TURN"
    assert code(state, "play p1 n1") == "E-MI-HAND" and code(state, "play p4 n3") == "E-MI-SEAT"
    assert code(state, "draw p1") == "E-MI-MUST"
    assert len(play(digital("n3 n5", "n4", "n2", must_play="no"), "draw p1").hands[0]) == 3
    assert code(GAME.new({}), "play p1 n3") == "E-MI-PHASE" and code(state, "deal n1") == "E-MI-PHASE"
    drawn = play(digital("n1 n2", "n4 x5", "n2 n2"), "draw p1")
    assert len(drawn.hands[0]) == 3 and GAME.to_play(drawn) == 1


def test_only_the_guard_lays_a_mito() -> None:
    assert play(digital("x3 n5", "n4 x5", "n2 n2"), "play p1 x3").top == parse_card("x3")
    assert code(play(table(), "play p1 n5"), "play p2 x4") == "E-MI-MITO-PLAY"
    only = digital("n3 n5", "x4", "n2 n2", top="n4")
    assert code(play(only, "play p1 n5"), "cheat p2 x4") == "E-MI-LAST-CHEAT"
    assert len(play(only, "play p1 n5", "draw p2").hands[1]) == 2


def test_an_ant_makes_all_others_draw() -> None:
    state = play(digital("a3 n5", "n4 x5", "n2 n2"), "play p1 a3")
    assert [len(hand) for hand in state.hands] == [1, 3, 3] and GAME.to_play(state) == 1
    assert known(play(table(), "play p1 a5")) == [7, 9, 9]


def test_a_spider_may_give_a_card() -> None:
    state = play(digital("s3 n5 x1", "n4 x5", "n2 n2"), "play p1 s3")
    assert GAME.to_play(state) is None and code(state, "play p2 n4") == "E-MI-OPEN"
    assert code(state, "give p1 p2 x1") == "E-MI-MITO-GIVE" and code(state, "give p1 p1 n5") == "E-MI-SELF"
    assert code(state, "give p2 p1 n4") == "E-MI-TURN" and code(state, "give p1 p2 n4") == "E-MI-HAND"
    assert hands(play(state, "give p1 p3 n5")) == ["x1", "n4 x5", "n2 n2 n5"]
    assert hands(play(state, "keep p1")) == ["n5 x1", "n4 x5", "n2 n2"]
    assert known(play(table(), "play p1 s3", "give p1 p2")) == [6, 9, 8]
    assert code(table(), "give p1 p2") == "E-MI-NOTHING" and code(table(), "keep p1") == "E-MI-NOTHING"


@pytest.mark.parametrize("option", [{"spider_may_give_last": "yes"}, {"gift_may_empty": "yes"}])
def test_the_last_card_is_given_only_by_option(option: dict[str, str]) -> None:
    cards = ("s3 n5", "n4 x5", "n2 n2")
    assert code(play(digital(*cards), "play p1 s3"), "give p1 p2 n5") == "E-MI-LAST-GIFT"
    outcome = GAME.outcome(play(digital(*cards, **option), "play p1 s3", "give p1 p2 n5"))
    assert outcome is not None and outcome.winners == (0,)


def test_the_slowest_at_the_mosquito_gets_a_card_from_everybody() -> None:
    state = play(digital("m3 n5 n1", "n4 x5", "x2 x2", "n3"), "play p1 m3")
    asked = GAME.question(state)
    assert asked is not None and asked.race == "last" and asked.seats == (0, 1, 2, 3)
    assert code(state, "throw p2 n4") == "E-MI-OPEN"
    state = play(state, "slap p2")
    assert code(state, "give p2 p1 n4") == "E-MI-TURN" and code(state, "give p1 p3 n5") == "E-MI-NOTHING"
    assert code(state, "keep p1") == "E-MI-OWES" and code(state, "give p4 p2 n3") == "E-MI-LAST-GIFT"
    state = play(state, "keep p4", "give p1 p2 n5", "keep p3")
    assert hands(state) == ["n1", "n4 n5 x5", "x2 x2", "n3"] and GAME.to_play(state) == 1
    at_table = play(table(), "play p1 m3", "slap p1", "give p2 p1", "keep p3")
    assert known(at_table) == [8, 7, 8]
    assert known(play(table(), "play p1 m3", "slap nobody")) == [7, 8, 8]


def test_who_laid_the_mosquito_may_be_spared_by_option() -> None:
    state = play(table(mosquito_slappers="all but active"), "play p1 m3")
    asked = GAME.question(state)
    assert asked is not None and asked.seats == (1, 2) and code(state, "slap p1") == "E-MI-SLAP"
    assert code(table(), "slap p1") == "E-MI-NOTHING"


def test_the_first_card_on_a_cockroach_stays() -> None:
    state = play(digital("c3 n5 n1", "n4 x3", "s3 n3"), "play p1 c3")
    asked = GAME.question(state)
    assert asked is not None and asked.race == "first"
    assert code(state, "throw p2 n4") == "E-MI-ROACH-VALUE" and code(state, "throw p2 x3") == "E-MI-MITO-PLAY"
    assert code(state, "throw p1 n3") == "E-MI-HAND"
    after = play(state, "throw p3 s3")
    assert after.top == parse_card("s3") and GAME.to_play(after) == 2 and after.pending is None
    assert GAME.to_play(play(state, "throw nobody")) == 1
    assert code(table(), "throw nobody") == "E-MI-NOTHING"


@pytest.mark.parametrize(("following", "seat"), [
    ("fastest player plays next", 2), ("left of fastest", 0), ("normal order", 1)])
def test_who_plays_after_a_cockroach_goes_by_the_option(following: str, seat: int) -> None:
    assert GAME.to_play(play(table(cockroach_next=following), "play p1 c3", "throw p3 n3")) == seat


def test_cockroach_options_limit_the_cards() -> None:
    assert code(play(table(cockroach_cards="number only"), "play p1 c3"), "throw p2 s3") == "E-MI-ROACH-KIND"
    cards = ("c3 n5 n1", "n3", "s3 n3")
    no = play(digital(*cards, cockroach_last_card="no"), "play p1 c3")
    assert code(no, "throw p2 n3") == "E-MI-LAST-THROW"
    outcome = GAME.outcome(play(digital(*cards), "play p1 c3", "throw p2 n3"))
    assert outcome is not None and outcome.winners == (1,)


def test_the_guard_alone_accuses_and_never_cheats() -> None:
    state = digital("n3 n5", "n4 x5", "n2 n2")
    assert code(state, "cheat p1 n3") == "E-MI-GUARD-CHEATS" and code(state, "cheat p2 n4 x5") == "E-MI-MULTI"
    assert code(state, "cheat p2 n1") == "E-MI-HAND"
    assert code(state, "stop p2 p3") == "E-MI-ACCUSER" and code(state, "stop p1 p1") == "E-MI-SELF"
    assert code(state, "innocent p2") == "E-MI-NOTHING"
    state = play(state, "cheat p2 x5", "stop p1 p2")
    for action in ("play p1 n3", "draw p1", "cheat p3 n2", "stop p1 p3", "give p1 p2 n3", "keep p1"):
        assert code(state, action) == "E-MI-FROZEN"
    assert code(state, "innocent p2") == "E-MI-LIE" and code(state, "guilty p3") == "E-MI-TURN"
    assert code(play(table(), "count p2 1", "stop p1 p2"), "guilty p2") == "E-MI-LAST-CHEAT"


def test_a_guard_with_nothing_to_give_passes_the_role_alone() -> None:
    state = play(digital("x3", "n4 x5", "n2 n2"), "cheat p2 x5", "stop p1 p2", "guilty p2")
    assert code(state, "give p1 p2 x3") == "E-MI-MITO-GIVE"
    state = play(state, "keep p1")
    assert hands(state) == ["x3", "n4 x5", "n2 n2"] and state.guard == 1 and not state.frozen


def test_the_interrupted_question_goes_on() -> None:
    state = play(table(), "play p1 m3", "stop p1 p2", "innocent p2")
    asked = GAME.question(state)
    assert asked is not None and asked.kind == "mosquito" and GAME.to_play(play(state, "slap nobody")) == 1


@pytest.mark.parametrize(("window", "early", "late"), [
    ("until the next card is laid", False, False), ("until the guard's own next turn", True, False),
    ("whole round", True, True)])
def test_a_cheat_can_be_called_out_for_a_while(window: str, early: bool, late: bool) -> None:
    state = digital("n3 n5 n2 n4", "n4 n4 x1", "n3 n2 n1", accuse_window=window, must_play="no")
    state = play(state, "cheat p2 x1", "play p1 n3")
    for asked, caught in ((state, early), (play(state, "play p2 n4", "play p3 n3"), late)):
        after = play(asked, "stop p1 p2", "guilty p2" if caught else "innocent p2")
        assert (after.guard == 1) is caught


def test_two_cards_laid_as_one_can_be_called_out() -> None:
    state = play(digital("n3 n5", "n4 n4 x1", "n3 n2"), "play p1 n5", "cheat p2 x1", "play p2 n4")
    assert play(state, "stop p1 p2", "guilty p2").guard == 1
    assert code(play(state, "play p3 n3", "stop p1 p2"), "guilty p2") == "E-MI-LIE"


def test_the_hidden_card_stays_away_by_option() -> None:
    cards = ("n3 n5", "n4 n4 x1", "n3 n2")
    state = play(digital(*cards, take_back="no"), "cheat p2 x1", "stop p1 p2", "guilty p2", "give p1 p2 n3")
    assert hands(state)[1] == "n3 n4 n4" and known(state)[1] == 3 and not state.cheated
    assert known(play(table(take_back="no"), "stop p1 p2", "guilty p2", "give p1 p2"))[1] == 8
    assert known(play(table(), "count p2 5", "stop p1 p2", "guilty p2", "give p1 p2"))[1] == 7


def test_hand_counts_are_known_as_far_as_the_table_shows() -> None:
    state = play(table(), "play p1 n3", "draw p2")
    assert [(k.least, k.most) for k in state.known] == [(7, 7), (1, 9), (1, 8)]
    state = play(state, "count p3 4")
    assert (state.known[2].least, state.known[2].most) == (1, 4)
    assert code(state, "count p3 0") == "E-MI-NUMBER" and code(state, "cheat p3 n1") == "E-MI-MODE"
    assert code(state, "shuffle n1") == "E-MI-MODE"
    assert code(digital("n1 n2", "n1 n2", "n1 n2"), "count p1 2") == "E-MI-KNOWN"


def test_an_empty_pile_is_made_of_the_discards() -> None:
    state = replace(digital("n1 n2", "n4 x5", "n2 n2"), pile=(), discards=(parse_card("n1"), parse_card("n5")))
    state = play(state, "draw p1")
    asked = GAME.question(state)
    assert asked is not None and asked.kind == "shuffle"
    assert code(state, "shuffle n1") == "E-MI-DECK" and code(state, "play p2 n3") == "E-MI-OPEN"
    state = play(state, "shuffle n5 n1")
    assert hands(state)[0] == "n1 n2 n5" and state.pile == (parse_card("n1"),) and state.discards == ()
    assert code(state, "shuffle n1") == "E-MI-NOTHING"
    nothing = play(replace(digital("n1 n2", "n4 x5", "n2 n2"), pile=()), "draw p1")
    assert hands(nothing)[0] == "n1 n2" and GAME.to_play(nothing) == 1
    at_table = replace(table(), pile=(), discards=(parse_card("n1"), parse_card("n5")))
    assert len(play(at_table, "draw p1").pile) == 1


def test_a_player_says_that_he_is_out() -> None:
    state = play(table(), "play p1 a3")
    assert code(state, "out p2") == "E-MI-OUT"
    outcome = GAME.outcome(play(state, "out p1"))
    assert outcome is not None and outcome.winners == (0,)
    assert outcome.text.fr == spaced("joueur 1 gagne : plus de carte")
    assert GAME.outcome(play(table(), "count p1 1", "play p1 n3")) is not None


def test_leftover_cards_are_counted() -> None:
    state = play(table(rounds="one a player"), "play p1 n3", "out p1")
    assert state.phase == "score" and state.tallies[0] == (0, 0, 0)
    assert code(state, "tally p1 1,0,0") == "E-MI-COUNTED"
    for wrong in ("44,0,0", "0,21,0", "0,0,9", "-1,0,0"):
        assert code(state, f"tally p2 {wrong}") == "E-MI-COUNT"
    state = play(state, "tally p2 0,0,5")
    assert code(state, "tally p3 0,0,4") == "E-MI-COUNT"
    state = play(state, "tally p3 2,1,1")
    assert GAME.scores(state) == [0, 50, 17] and state.round == 2 and state.guard == 1 and state.phase == "deal"


def test_the_power_of_a_last_card_goes_by_the_option() -> None:
    cards, option = ("a3", "n1 n1", "n2 n2"), {"rounds": "one a player"}
    assert GAME.scores(play(digital(*cards, **option), "play p1 a3")) == [0, 2, 2]
    applied = digital(*cards, last_effect="apply before scoring", **option)
    drawn = [5 if card and card.kind != "n" else 1 for card in applied.pile[:2]]
    assert GAME.scores(play(applied, "play p1 a3")) == [0, 2 + drawn[0], 2 + drawn[1]]
    mosquito = play(digital("m3", "n1 n1", "n2 n2", last_effect="apply before scoring", **option), "play p1 m3")
    asked = GAME.question(mosquito)
    assert asked is not None and asked.seats == (1, 2) and code(mosquito, "slap p1") == "E-MI-SLAP"
    assert code(mosquito, "stop p1 p2") == "E-MI-PHASE"
    assert GAME.scores(play(mosquito, "slap p2", "give p3 p2 n2")) == [0, 3, 1]
    empty = play(table(gift_may_empty="yes", last_effect="apply before scoring", rounds="one a player"),
                         "count p1 1", "count p2 1", "play p1 m3", "slap p3", "give p2 p3")
    assert empty.phase == "score" and empty.tallies[0] == (0, 0, 0)
    assert GAME.parse("tally p2 0,0,0") in list(GAME.legal_actions(empty))
    late = play(table(last_effect="apply before scoring", rounds="one a player"), "play p1 m3", "slap p1", "out p1")
    assert late.phase == "score"


@pytest.mark.parametrize(("options", "word"), [
    ({"speed": "fast"}, "speed"), ({"rounds": "1"}, "2 to 20"), ({"rounds": "many"}, "2 to 20"),
    ({"mode": "paper"}, "digital"), ({"players": "3", "first_guard": "p4"}, "p4"),
    ({"deck": "n1"}, "n1"), ({"deck": "n1:9"}, "43"), ({"deck": "q1:9"}, "q1"), ({"first_guard": "me"}, "p1")])
def test_bad_options_are_refused_with_the_remedy(options: dict[str, str], word: str) -> None:
    with pytest.raises(BadNotation, match=word) as caught:
        GAME.new(options)
    assert caught.value.text.fr


@pytest.mark.parametrize("players", ["2", "6", "many"])
def test_the_number_of_players_is_checked(players: str) -> None:
    with pytest.raises(GameError, match="3 to 5") as caught:
        GAME.new({"players": players})
    assert isinstance(caught.value, Refused) and caught.value.code == "E-MI-PLAYERS"
    assert isinstance(caught.value, BadNotation)


@pytest.mark.parametrize("text", [
    "", "play", "play p1", "play p1 z4", "play p1 n6", "play x1 n4", "play p0 n4", "draw", "draw p1 n4",
    "throw nobody n4", "throw p1", "slap", "tally p1 1,2", "tally p1 a,b,c", "count p1 x", "give p1", "stop",
    "race spider", "first", "first p1 p1",
    "win p1"])
def test_bad_notation_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(text)


def test_a_digital_deal_is_the_whole_deck() -> None:
    state = GAME.new({"mode": "digital"})
    assert code(state, "deal n4") == "E-MI-DECK" and code(GAME.new({}), "deal n4 n3") == "E-MI-DECK"
    custom = deck_text(PLACEHOLDER).replace("n1:9 n2:8", "n1:8 n2:9")
    assert GAME.chosen(GAME.new({"deck": custom}))["deck"] == custom


def test_every_option_explains_itself() -> None:
    for option in OPTIONS:
        assert option.text.en and option.text.fr and option.source and GAME.chosen(GAME.new({}))[option.name]
