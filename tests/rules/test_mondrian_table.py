"""Mondrian as a camera sees it: slots, futures, problems, the lines of the referee."""



from rules.game import Explains
from rules.mondrian import Mondrian
from rules.mondrian.actions import Knock, Landing, Throw
from rules.mondrian.seen import SeenDie, changes
from rules.mondrian.state import State
from rules.mondrian.table import landing_of, piece, slots, table

GAME = Mondrian()
DECK = "v7-2:7:0,0,0,1 v6-1:6:1,0,0,1 v1-5:1:3,3,0,0 v7-1:7:0,1,0,0 v7-4:7:1,0,0,0 v6-2:6:0,1,1,0 v2-4:2:1,1,0,3"
FILM = [("black", 1, "v6-1"), ("red", 3, None), ("blue", 6, "v7-2"), ("black", 3, "v7-4"), ("red", 1, None),
        ("blue", 1, "v6-2")]
"""The throws of a filmed round; then the last die pushes the blue 6 onto v6-2."""


def new(players: str = "black,red,blue") -> State:
    return GAME.new({"players": players, "deck": DECK, "palette": "trusted"})


def landing(value: int, card: str | None) -> Landing:
    return Landing(value, (card,) if card else ())


def test_a_filmed_round_is_followed_from_the_dice_seen() -> None:
    state, seen, lines = new(), [], []
    looks = []
    for colour, value, card in FILM:
        seen.append(SeenDie(colour, landing(value, card)))
        looks.append(list(seen))
    looks.append([*seen[:2], SeenDie("blue", landing(6, "v6-2")), *seen[3:]])
    for look in looks:
        actions = changes(state, look)
        assert actions is not None and len(actions) == 1
        after = GAME.apply(state, actions[0])
        lines.append(GAME.line(state, actions[0], after))
        state = after
    assert lines == [{"kind": "throw", "colour": c, "value": v, "card": card} for c, v, card in FILM] + [
        {"kind": "knocked", "colour": "blue", "value": 6, "card": "v6-2"}]
    assert state.phase == "claim" and GAME.to_play(state) == 0


def test_a_throw_that_knocks_is_told_apart_by_the_faces() -> None:
    state = GAME.apply(GAME.apply(new("black,red"), Throw("black", Landing(6, ("v7-2",)))), Throw("red", Landing(1)))
    assert changes(state, [SeenDie("black", Landing(6, ("v6-1",))), SeenDie("black", Landing(2)),
                           SeenDie("red", Landing(1))]) == (Knock("black", 1, Landing(6, ("v6-1",))),
                                                            Throw("black", Landing(2)))
    two = [SeenDie("black", Landing(5)), SeenDie("black", Landing(2))]
    assert changes(state, [*two, SeenDie("red", Landing(1))]) is None
    assert changes(state, [SeenDie("red", Landing(1))]) == (Knock("black", 1, "off"),)
    assert changes(state, [SeenDie("green", Landing(1))]) is None
    assert changes(state, []) == (Knock("black", 1, "off"), Knock("red", 1, "off"))


def test_missed_throws_come_in_the_order_of_the_turns() -> None:
    seen = [SeenDie("red", Landing(2)), SeenDie("black", Landing(1))]
    assert changes(new(), seen) == (Throw("black", Landing(1)), Throw("red", Landing(2)))
    assert changes(new(), seen[:1]) == (Throw("red", Landing(2)),)


def test_every_die_and_card_has_a_slot() -> None:
    state = new()
    assert len(slots(state)) == 3 * 5 + 7 + 3 * 3 == len(GAME.slots(state))
    state = GAME.apply(state, Throw("black", Landing(4, ("v6-1", "v7-2"))))
    seen = table(state)
    assert seen["die.black.1"] == "4@v6-1+v7-2" and seen["die.black.2"] is None and seen["card.v6-1"] == "card"
    assert seen["card.blank1.red"] is None and set(seen) == set(slots(state))
    assert landing_of("4@v6-1+v7-2") == Landing(4, ("v6-1", "v7-2")) and landing_of(piece(Landing(2))) == Landing(2)


def test_a_taken_card_leaves_with_its_dice() -> None:
    state = new("black,red")
    for action in ("throw black 6 v6-1", "throw red 2 v6-1+v2-4", "throw black 1 -", "throw red 1 -",
                   "choose red.1 v2-4", "claim black v6-1"):
        state = GAME.apply(state, GAME.parse(action))
    seen = table(state)
    assert (seen["die.black.1"], seen["die.black.2"]) == ("1@", None)
    assert seen["die.red.2"] == "2@v2-4" and seen["card.v6-1"] is None


def test_futures_name_the_legal_and_the_wrong() -> None:
    state = GAME.apply(new("black,red"), Throw("black", Landing(6, ("v6-1",))))
    futures = list(GAME.futures(state))
    legal = [f for f in futures if f.refusal is None]
    assert all(dict(table(GAME.apply(state, f.action))) == dict(f.table) for f in legal)
    assert {f.table["die.red.1"] for f in legal if isinstance(f.action, Throw)} == {
        f"{n}@{c}" for n in range(1, 7) for c in ("", *state.grid)}
    wrong = [f for f in futures if f.refusal is not None]
    assert {f.refusal.code for f in wrong if f.refusal} == {"E-MO-TURN"} and wrong[0].table["die.black.1"] == "1@"


def test_futures_name_a_card_taken_against_the_rules() -> None:
    state = new("black,red")
    for action in ("throw black 6 v6-1", "throw red 3 v6-1", "throw black 1 -", "throw red 2 v2-4"):
        state = GAME.apply(state, GAME.parse(action))
    codes = {f.action.card: f.refusal.code for f in GAME.futures(state) if f.refusal and hasattr(f.action, "card")}
    assert codes["v2-4"] == "E-MO-ONDIE" and "v6-1" not in codes


def test_problems_list_all_that_is_wrong() -> None:
    state = new("black,red")
    good = table(state)
    assert GAME.problems(state, good) == []
    bad = {**good, "die.black.1": "7@", "die.black.2": "3@v9", "die.black.3": "1@", "card.v6-1": "die",
           "card.blank1.red": "card", "nowhere": "card"}
    assert [p.code for p in GAME.problems(state, bad)] == [
        "P-MO-SLOT", "P-MO-PIECE", "P-MO-UNDER", "P-MO-PIECE", "P-MO-HELD", "P-MO-DICE"]


def test_the_dice_seen_are_explained() -> None:
    state = GAME.apply(new("black,red"), Throw("black", Landing(6, ("v6-1",))))
    line = {"colour": "black", "value": 6, "cards": [["v6-1", 1.0]]}
    two = [line, {"colour": "red", "value": 2, "cards": [["v1-5", 0.3], ["v2-4", 0.7]]}]
    (story,) = GAME.explain(state, {}, {"dice": two})
    assert [(f.action, f.refusal) for f in story] == [(Throw("red", Landing(2, ("v2-4", "v1-5"))), None)]
    assert story[0].table["die.red.1"] == "2@v1-5+v2-4"
    assert list(GAME.explain(state, {}, {"dice": [line]})) == [] == list(GAME.explain(state, {}, {}))
    assert list(GAME.explain(state, {}, {"dice": [{**line, "value": "?"}]})) == []
    (wrong,) = GAME.explain(state, {"die.black.1": ["3@"], "die.black.2": ["6@v6-1"]}, {})
    assert wrong[0].refusal is not None and wrong[0].refusal.code == "E-MO-TURN"
    assert wrong[0].table["die.black.1"] == "3@"
    both = [{**line, "cards": [["v7-2", 0.9]]}, *two[1:]]
    (knocked,) = GAME.explain(state, {}, {"dice": both})
    assert [type(f.action) for f in knocked] == [Knock, Throw] and knocked[1].table["die.black.1"] == "6@v7-2"


def test_a_card_gone_is_explained_with_its_payment() -> None:
    state = new("black,red")
    for action in ("throw black 6 v7-2", "throw red 3 v6-1", "throw black 1 -", "throw red 2 v2-4"):
        state = GAME.apply(state, GAME.parse(action))
    gone: dict[str, list[str | None]] = {
        "card.v7-2": [None], "card.blank1.black": ["card"], "die.black.1": ["1@"], "die.black.2": [None]}
    (story,) = GAME.explain(state, gone, {})
    assert str(story[0].action) == "claim black v7-2 pay blank1.black" and story[0].refusal is None
    (short,) = GAME.explain(state, {"card.v7-2": [None]}, {})
    assert short[0].refusal is not None and short[0].refusal.code == "E-MO-SHORT"
    assert short[0].table["card.v7-2"] is None and short[0].table["die.black.2"] is None
    assert isinstance(GAME, Explains)
