"""Mondrian's rules: the vectors of the specification, every refusal and every option."""

import pytest

from rules.french import spaced
from rules.game import BadNotation, Refused
from rules.mondrian import Mondrian
from rules.mondrian.advice import advise_painting, block_spread, card_values
from rules.mondrian.deck import PRACTICE, Card, deck_of, deck_text, parse_deck
from rules.mondrian.options import OPTIONS
from rules.mondrian.score import majority, painting_size, score_paintings
from rules.mondrian.state import State

GAME = Mondrian()
DECK = ("a1:1:1,1,1,1 a3:3:0,2,1,0 b3:3:2,0,0,1 c5:5:0,0,1,1 d5:5:1,0,1,0 e7:7:0,0,0,1 f7:7:1,0,0,0 g2:2:3,1,0,0 "
        "h4:4:0,0,2,0 i6:6:0,1,0,0")


def new(players: str = "black,red", **options: str) -> State:
    return GAME.new({"players": players, "deck": DECK, "palette": "trusted", **options})


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


def thrown(*landings: str, **options: str) -> State:
    """A first round of two players in which black and red threw these in turn."""
    state = new(**options)
    for n, landing in enumerate(landings):
        state = play(state, f"throw {('black', 'red')[n % 2]} {landing}")
    return state


def test_a_painting_is_worth_the_sum_of_its_values() -> None:
    values = (5, 3, 2, 5, 2, 2)  # V-MO-1
    mine = [Card(f"c{n}", value) for n, value in enumerate(values)]
    assert score_paintings([mine, mine])[0].total == 19
    assert painting_size([7, 9]) == 6


def test_paintings_have_the_smallest_hand_rounded_down_to_even() -> None:
    assert [painting_size([n, 20]) for n in (3, 4, 5, 6, 7, 8)] == [2, 4, 4, 6, 6, 8]  # V-MO-2


def test_a_die_takes_a_card_of_its_value_or_less() -> None:
    for value in (3, 4, 5, 6):  # V-MO-3
        state = play(thrown(f"{value} a3", "1 -", "1 -", "1 -"), "claim black a3")
        assert "a3" in state.hands[0] and "a3" not in state.grid
    assert code(thrown("2 a3", "1 -", "1 -", "1 -"), "claim black a3") == "E-MO-SHORT"


def test_dice_on_one_card_are_summed() -> None:
    state = thrown("3 c5", "1 -", "2 c5", "1 -")
    assert "c5" in play(state, "claim black c5").hands[0]
    assert code(thrown("3 i6", "1 -", "2 i6", "1 -"), "claim black i6") == "E-MO-SHORT"


def test_a_seven_takes_two_dice_or_a_payment() -> None:
    assert "e7" in play(thrown("6 e7", "1 -", "1 e7", "1 -"), "claim black e7").hands[0]
    state = thrown("6 e7", "1 -", "1 -", "1 -")
    assert code(state, "claim black e7") == "E-MO-SHORT"
    assert "e7" in play(state, "claim black e7 pay blank1.black").hands[0]


def test_the_payment_fills_the_gap_and_takes_the_place() -> None:
    state = thrown("4 e7", "1 a1", "1 -", "1 -")  # V-MO-4
    assert code(state, "claim black e7 pay blank2.black") == "E-MO-SHORT"
    assert code(state, "claim black e7 pay blank1.black blank2.black") == "E-MO-PAY2"
    after = play(state, "claim black e7 pay blank3.black")
    assert after.grid[state.grid.index("e7")] == "blank3.black"
    assert after.hands[0] == ("blank1.black", "blank2.black", "e7")


def test_the_strongest_takes_the_card() -> None:
    state = thrown("5 c5", "3 c5", "1 -", "3 c5")  # V-MO-5: black 5, red 3 + 3
    assert GAME.to_play(state) == 1
    assert "c5" in play(state, "claim red c5").hands[1]


def test_equals_go_to_the_one_nearest_to_the_first_player() -> None:
    first = thrown("5 c5", "5 c5", "1 -", "1 -")
    assert GAME.to_play(first) == 0
    second = play(first, "claim black c5", "throw red 5 d5", "throw black 5 d5",
                  *("throw red 1 -", "throw black 1 -") * 2)
    assert second.round == 2 and second.first == 1 and GAME.to_play(second) == 1
    assert code(play(new(), "throw black 5 c5", "throw red 5 c5", "throw black 5 d5", "throw red 1 d5"),
                "claim red c5") == "E-MO-TURN"


def test_majorities_need_one_player_ahead() -> None:
    assert majority([4, 4, 1]) is None and majority([5, 4, 0]) == 0  # V-MO-6
    paintings = [[Card("x", 1, (0, 0, 5, 4))], [Card("y", 1, (0, 0, 4, 4))], [Card("z", 1, (0, 0, 0, 1))]]
    assert [score.total for score in score_paintings(paintings)] == [13, 1, 1]
    alone = score_paintings([[Card("x", 1, (1, 1, 1, 1))], [Card("y", 1)]])
    assert alone[0].total == 1 + 44 and alone[1].total == 1


def test_a_player_throws_fourteen_dice_in_four_rounds() -> None:
    state, throws = new("black,red,blue,yellow"), {}  # V-MO-7
    while state.phase == "throw":
        seat = GAME.to_play(state)
        throws[seat] = throws.get(seat, 0) + 1
        state = play(state, f"throw {state.rules.colours[seat]} 1 -")
    assert throws == {0: 14, 1: 14, 2: 14, 3: 14} and state.phase == "paint"


def test_the_documented_example_of_claims() -> None:
    state = new("blue,black,red,yellow", palette="trusted")  # V-MO-8
    state = play(state, "throw blue 5 c5", "throw black 2 c5", "throw red 3 a3", "throw yellow 4 a3",
                 "throw blue 1 -", "throw black 1 -", "throw red 1 -", "throw yellow 1 -")
    assert code(state, "claim yellow a3") == "E-MO-TURN"
    state = play(state, "claim blue c5", "claim yellow a3")
    assert "c5" in state.hands[0] and "a3" in state.hands[3] and state.round == 2


def test_plans_come_first_and_bind_the_throws() -> None:
    state = GAME.new({"deck": DECK, "players": "black red"})
    assert code(state, "throw black 1 -") == "E-MO-PHASE"
    assert code(state, "plan black left,left") == "E-MO-DUP"
    assert code(state, "plan black left") == "E-MO-DICE"
    assert code(state, "plan blue left,right") == "E-MO-SEAT"
    state = play(state, "plan red flick,drop")
    assert code(state, "plan red left,right") == "E-MO-PLANNED"
    state = play(state, "plan black left,right")
    assert code(state, "throw black 1 - blind") == "E-MO-METHOD"
    state = play(state, "throw black 1 - left", "throw red 2 a1 flick")
    assert code(state, "throw black 1 - left") == "E-MO-METHOD"
    assert code(state, "throw red 1 - drop") == "E-MO-TURN"
    assert play(state, "throw black 1 -").dice[0][1].method is None


@pytest.mark.parametrize(("rethrow", "miss", "again"), [
    ("1 unless it touched a die", "off", True), ("1 unless it touched a die", "touched", False),
    ("1 always", "off", True), ("1 always", "touched", True), ("0", "off", False), ("0", "touched", False),
    ("0", "leaning", True)])
def test_a_die_that_misses_is_thrown_again_or_lost(rethrow: str, miss: str, again: bool) -> None:
    state = play(new(rethrow=rethrow), f"throw black {miss}")
    assert (GAME.to_play(state) == 0) is again
    if not again:
        assert code(state, "throw black 3 a3") == "E-MO-RETHROW"
    assert len(play(state, "throw black 3 a3" if again else "throw red 3 a3").dice[0]) == 1


def test_a_second_miss_loses_the_die_and_the_method_stays() -> None:
    state = play(GAME.new({"deck": DECK}), "plan black left,right", "plan red left,right", "throw black off left")
    assert code(state, "throw black 2 a1 right") == "E-MO-METHOD"
    state = play(state, "throw black leaning", "throw black off")
    assert state.dice[0][0].landing is None and state.dice[0][0].method == "left" and GAME.to_play(state) == 1
    assert code(state, "throw black 2 a1") == "E-MO-RETHROW"


def test_a_knocked_die_counts_where_it_ends_up() -> None:
    state = play(thrown("6 e7", "5 c5", "1 -"), "knock black.1 3 c5", "throw red 1 c5")
    assert code(state, "claim black c5") == "E-MO-TURN"
    assert "c5" in play(state, "claim red c5").hands[1]
    assert play(thrown("6 e7"), "knock black.1 off").dice[0][0].landing is None
    assert code(thrown("6 e7"), "knock black.2 1 -") == "E-MO-DIE"
    assert code(play(thrown("6 a1", "6 c5", "6 b3", "1 -"), "claim black a1"), "knock red.2 1 -") == "E-MO-SETTLED"


def test_the_owner_chooses_for_a_die_on_several_cards() -> None:
    state = thrown("3 a3+b3", "4 b3", "1 -", "1 -")
    assert state.phase == "choose" and code(state, "claim black a3") == "E-MO-PHASE"
    assert code(state, "choose black.1 c5") == "E-MO-CHOICE" and code(state, "choose black.2 a3") == "E-MO-DIE"
    assert code(state, "choose red.1 b3") == "E-MO-TURN"
    state = play(state, "choose black.1 a3", "claim black a3")
    assert code(state, "claim black b3") == "E-MO-TURN"
    assert "b3" in play(state, "claim red b3").hands[1]


def test_the_next_one_may_take_what_the_strongest_leaves() -> None:
    state = thrown("2 a3", "5 a3", "4 a1", "1 -")
    assert code(state, "claim black a3 pay blank1.black") == "E-MO-BEATEN"
    assert "rouge" in refusal(state, "claim black a3 pay blank1.black").text.fr
    state = play(state, "claim black a1", "done red")
    assert GAME.to_play(state) == 0
    state = play(state, "claim black a3 pay blank1.black")
    assert state.round == 2 and {"a1", "a3"} <= set(state.hands[0])


def test_what_was_left_is_left() -> None:
    state = play(thrown("2 a3", "5 a3", "4 a1", "6 d5"), "done black", "claim red d5")
    assert code(state, "claim red e7") == "E-MO-ONDIE"
    state = play(state, "done red")
    assert GAME.to_play(state) == 0
    assert code(state, "claim black a1") == "E-MO-WAIVED"


def test_cards_of_this_round_neither_pay_nor_are_claimed() -> None:
    state = play(thrown("6 b3", "1 a1", "5 e7", "6 d5"), "claim black b3")
    assert code(state, "claim black e7 pay b3") == "E-MO-OWN"
    assert code(state, "claim black e7 pay blank1.red") == "E-MO-OWN"
    state = play(state, "claim black e7 pay blank2.black")
    assert code(state, "claim red blank2.black") == "E-MO-FRESH"
    assert code(state, "claim red e7") == "E-MO-GRID"


def test_nothing_is_paid_when_the_dice_suffice() -> None:
    assert code(thrown("6 b3", "1 -", "1 -", "1 -"), "claim black b3 pay blank1.black") == "E-MO-NOPAY"


def test_faces_and_cards_are_checked() -> None:
    assert code(new(), "throw black 7 a1") == "E-MO-FACE"
    assert code(new(), "throw black 1 zz") == "E-MO-GRID"
    assert code(new(), "throw black 1 a1+a1") == "E-MO-CHOICE"


def paint_state(**options: str) -> State:
    state = new(**options)
    while state.phase != "paint":
        landing = "6 c5" if state.round == 1 and not state.dice[0] else "1 -"
        if state.phase == "claim":
            state = play(state, "claim black c5")
        else:
            state = play(state, f"throw {state.rules.colours[GAME.to_play(state) or 0]} {landing}")
    return state


def test_paintings_are_checked_and_scored() -> None:
    state = paint_state()
    assert code(state, "paint black c5") == "E-MO-SIZE"
    assert code(state, "paint black c5 c5") == "E-MO-CARD" and code(state, "paint red c5 blank1.red") == "E-MO-CARD"
    state = play(state, "paint black c5 blank3.black")
    assert code(state, "paint black c5 blank3.black") == "E-MO-PAINTED" and GAME.outcome(state) is None
    state = play(state, "paint red blank3.red blank2.red")
    assert GAME.scores(state) == [5 + 3 + 12 + 14, 5]
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.winners == (0,) and outcome.text.fr == "noir gagne avec 34 points"
    assert code(state, "done black") == "E-MO-OVER"


def test_payment_options_change_what_may_be_given() -> None:
    later = ("claim black b3", *("throw red 1 -", "throw black 5 e7", "throw red 1 -", "throw black 1 -"),
             "throw red 1 -", "throw black 1 -")
    free = play(thrown("6 b3", "1 -", "1 -", "1 -"), *later)
    blank = play(thrown("6 b3", "1 -", "1 -", "1 -", pay_with="blank only"), *later)
    assert "b3" in play(free, "claim black e7 pay b3").grid
    assert code(blank, "claim black e7 pay b3") == "E-MO-BLANK"
    assert "blank2.black" in play(blank, "claim black e7 pay blank2.black").grid


def test_payments_may_be_several_or_discarded_by_option() -> None:
    state = thrown("2 c5", "1 a1", "1 -", "1 -", pay_cards="several", paid_card="discard")
    state = play(state, "claim black c5 pay blank1.black blank2.black")
    assert state.hands[0] == ("blank3.black", "c5") and not any(card.startswith("blank") for card in state.grid)
    assert code(thrown("2 c5", "1 a1", "1 -", "1 -", pay_cards="several"),
                "claim black c5 pay blank1.black blank1.black") == "E-MO-OWN"


def test_sealed_cards_decide_a_conflict_by_option() -> None:
    state = thrown("4 c5", "3 c5", "1 -", "1 -", conflict="sealed card")
    assert state.phase == "seal" and GAME.to_play(state) is None
    assert code(state, "seal black c5:blank1.red") == "E-MO-OWN"
    assert code(state, "seal black a1:blank1.black") == "E-MO-ONDIE"
    assert code(state, "seal black c5:blank1.black c5:blank2.black") == "E-MO-PAY2"
    state = play(state, "seal black c5:blank1.black")
    assert code(state, "seal black") == "E-MO-TURN"
    state = play(state, "seal red c5:blank3.red")
    assert GAME.to_play(state) == 1
    assert code(state, "claim red c5 pay blank1.red") == "E-MO-SEALED"
    state = play(state, "claim red c5")
    assert "c5" in state.hands[1] and "blank3.red" in state.grid and "blank1.black" in state.hands[0]


@pytest.mark.parametrize(("tie", "won"), [("shared", (0, 1)), ("more bonuses", (0,)), ("higher card sum", (1,))])
def test_ties_go_by_the_option(tie: str, won: tuple[int, ...]) -> None:
    deck = "x1:1:3,0,0,0 y7:7:0,0,0,0 z3:3:0,0,0,0"
    state = play(new(deck=deck, tie=tie), "throw black 6 x1", "throw red 6 y7", "throw black 1 -", "throw red 3 z3",
                 "claim black x1", "claim red y7 pay blank1.red", "claim red z3")
    while state.phase == "throw":
        state = play(state, f"throw {state.rules.colours[GAME.to_play(state) or 0]} 1 -")
    state = play(state, *(" ".join(["paint", colour, *hand])
                          for colour, hand in zip(("black", "red"), state.hands, strict=True)))
    assert GAME.scores(state) == [6 + 1 + 8, 2 + 3 + 7 + 3]
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.winners == won


def test_a_deck_comes_as_text_or_as_json() -> None:
    deck = parse_deck(DECK)
    assert parse_deck(deck_text(deck)) == deck and len(PRACTICE) == 36
    assert deck_of({"cards": [card.json() for card in deck]}) == deck
    state = GAME.new({"deck": str([card.json() for card in deck]).replace("'", '"')})
    assert GAME.chosen(state)["deck"] == DECK and state.grid == tuple(card.id for card in deck)


@pytest.mark.parametrize(("options", "word"), [
    ({"colour": "red"}, "colour"), ({"tie": "dice"}, "shared"), ({"players": "black"}, "2 to 4"),
    ({"players": "black,pink"}, "pink"), ({"players": "red,red"}, "2 to 4"), ({"deck": "v1"}, "v1"),
    ({"deck": "a:9:0,0,0,0"}, "9"), ({"deck": "a:1:0,0,0,0 a:2:0,0,0,0"}, "twice"), ({"deck": "[{]"}, "JSON"),
    ({"deck": "[]"}, "empty"), ({"deck": "blank1.red:1:0,0,0,0"}, "blank1.red"), ({"deck": "[3]"}, "3"),
    ({"deck": "a:1:" + "9" * 5000}, "a:1:99"), ({"deck": "[" * 100000}, "JSON"),
    ({"deck": '[{"id": "a", "value": 1e999, "blocks": {}}]'}, "card a has no value"),
    ({"laid": "q9"}, "q9"), ({"laid": ""}, "laid")])
def test_bad_options_are_refused_with_the_remedy(options: dict[str, str], word: str) -> None:
    with pytest.raises(BadNotation, match=word) as caught:
        GAME.new(options)
    assert caught.value.text.fr


@pytest.mark.parametrize("text", [
    "", "throw", "throw black", "throw black 4", "throw black x a1", "throw black 4 a1 foot", "plan black",
    "plan black left,foot", "claim black", "claim black a1 for b1", "claim black a1 pay", "knock black 3 a1",
    "choose black.x a1", "seal black a1", "done", "throw black 1 a,b", "win black", "throw black 4 a1 left left"])
def test_bad_notation_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(text)


def test_every_option_explains_itself() -> None:
    for option in OPTIONS:
        assert option.text.en and option.text.fr and option.source and GAME.chosen(GAME.new({}))[option.name]


def test_advice_counts_values_and_the_chance_of_majorities() -> None:
    state = new()
    worth = card_values(state)
    assert worth["e7"] == (7 + 14, 7 + 14)  # nobody has a block yet: its black block would win the majority
    assert worth["f7"] == (7 + 8, 7 + 8)
    held = play(thrown("6 a3", "1 -", "1 -", "1 -"), "claim black a3")
    later = card_values(held)
    assert later["h4"][0] == 4 and later["h4"][1] == 4 + 12
    assert block_spread([1, 1, 0], 2) == {2: 1 / 3, 1: 2 / 3}


def test_advice_composes_the_best_painting() -> None:
    assert set(advise_painting(paint_state(), 0)) == {"c5", "blank3.black"}


def test_advice_says_the_cards_and_then_the_painting_in_words() -> None:
    cards = GAME.advice(new(), 0)
    assert [text.en for text in cards] == ["The cards that would add most to your painting: a1 (+45.0), c5 (+31.0), "
                                           "a3 (+25.0), b3 (+25.0), d5 (+25.0)"]
    (painting,) = GAME.advice(paint_state(), 0)
    assert painting.fr == spaced("Ce tableau devrait rapporter le plus : c5 blank3.black")


def test_advice_does_not_depend_on_what_others_hide() -> None:
    planning = new(palette="open")
    planned = play(planning, "plan red left,blind")
    assert GAME.advice(planned, 0) == GAME.advice(planning, 0)
    sealing = thrown("4 c5", "3 c5", "1 -", "1 -", conflict="sealed card")
    assert GAME.advice(play(sealing, "seal red c5:blank3.red"), 0) == GAME.advice(sealing, 0)
    painting = paint_state()
    assert GAME.advice(play(painting, "paint red blank2.red blank3.red"), 0) == GAME.advice(painting, 0)
