"""Presses and races in the referee: done, asked or refused; and what nobody must notice."""

from random import Random
from typing import Any

from device import sentences
from device.chance import due
from device.presses import Pressed, Raced, open_race
from device.referee import Command, Referee, Step, resume, step
from rules.game import Finish, Question
from rules.mito.cards import PLACEHOLDER
from rules.registry import game
from rules.text import Text
from web.table import Who

MITO = game("mito")
STORY = {"places": [{"seat": 2, "ms": 201.26, "phone": False}, {"seat": 0, "ms": 209.0, "phone": True}], "early": [1],
         "absent": [3]}


class Table:
    """A referee that is told one thing after another, and remembers all events."""

    def __init__(self, **options: str) -> None:
        self.referee, self.events = Referee(), list[Any]()
        self.do("new", game="mito", options={"players": "4", **options})

    def take(self, message: Any) -> Step:
        made = step(self.referee, message)
        self.referee, self.events = made.referee, [*self.events, *made.events]
        assert resume(self.events).ledger == self.referee.ledger
        return made

    def do(self, name: str, **args: Any) -> Step:
        return self.take(Command(name, args, "phone:"))

    def play(self, *actions: str) -> None:
        for action in actions:
            assert self.do("play", action=action).answer.ok

    def race(self, *places: tuple[int, ...], doubt: Text | None = None, **rest: tuple[int, ...]) -> Step:
        return self.take(Raced(self.asked, Finish(places, **rest), doubt=doubt, story=STORY))

    @property
    def asked(self) -> Question:
        question = open_race(self.referee.ledger)
        assert question is not None
        return question

    @property
    def actions(self) -> tuple[str, ...]:
        assert self.referee.ledger is not None
        return self.referee.ledger.actions

    def answers(self) -> dict[str, str]:
        assert self.referee.question is not None
        return {name: text.en for name, text, _ in self.referee.question.answers}

    def answer(self, name: str) -> Step:
        assert self.referee.question is not None
        return self.do("answer", question=self.referee.question.number, answer=name)


def test_a_press_is_done_and_logged() -> None:
    table = Table()
    table.play("deal n4")
    assert table.take(Pressed("stop")).answer.ok and table.take(Pressed(2)).answer.ok
    assert table.actions == ("deal n4", "stop p1", "stop p1 p3")
    assert [event.by for event in table.events] == ["phone:", "phone:", "buttons", "buttons"]
    assert table.take(Pressed(1)).answer.code == "nothing" and len(table.actions) == 3


def test_a_press_that_the_rules_forbid_is_said_and_needs_no_putting_right() -> None:
    table = Table()
    table.play("deal n4")
    refused = table.take(Pressed("stop", "phone:Eve", seat=2))
    assert (refused.answer.ok, refused.answer.code, refused.events) == (False, "E-MI-ACCUSER", ())
    assert (table.referee.text.en, table.referee.phase) == (
        "only the guard may accuse, and the guard is player 1", "ready")


def test_a_clear_race_is_applied_with_its_whole_order() -> None:
    table = Table()
    table.play("deal n4", "play p1 m3")
    assert table.race((2,), (0,), absent=(3,), false_starts=(1,)).answer.ok
    assert table.actions[-1] == "slap p2"
    ledger = table.referee.ledger
    assert ledger is not None and ledger.log[-1].text == Text(
        "player 2 was last (player 3 201 ms, player 1 +7.7 ms (phone); too early: player 2; not pressed: player 4)",
        "joueur 2 était le dernier (joueur 3 201 ms, joueur 1 +7,7 ms (téléphone) ; trop tôt : joueur 2 ; sans appui : "
        "joueur 4)")


def test_a_dead_heat_is_asked_and_never_guessed() -> None:
    table = Table()
    table.play("deal n4", "play p1 m3")
    made = table.race((2,), (0,), (1, 3))
    assert made.events == () and table.referee.phase == "question"
    assert table.answers() == {"0": "player 2 was last", "1": "player 4 was last", "2": "nobody was seen to be last",
                               "again": "Race again"}
    assert table.race((2,), (0,), (1,), (3,)).answer.code == "gone"
    assert table.answer("1").answer.ok and table.actions[-1] == "slap p4"
    assert table.referee.question is None and "race" in table.events[-1].body


def test_a_race_may_be_run_again_instead() -> None:
    table = Table()
    table.play("deal n4", "play p1 c3")
    question = table.asked
    table.race((2, 1), (0,))
    assert table.answer("again").events == () and table.referee.question is None and table.asked == question
    table.race((2,), (1, 0))
    assert table.actions[-1] == "first p3"


def test_a_doubtful_race_is_asked_though_its_end_seems_clear() -> None:
    table = Table()
    table.play("deal n4", "play p1 m3")
    table.race((2,), (0,), (3,), (1,), doubt=Text("not fair", "pas juste"))
    assert table.referee.text.en == "not fair" and list(table.answers().values()) == ["player 2 was last", "Race again"]


def test_a_race_that_tells_nothing_is_to_be_run_again() -> None:
    table = Table(false_start="race again")
    table.play("deal n4", "play p1 m3")
    assert table.race((2,), (0,), (3,), false_starts=(1,)).answer.code == "again"
    assert table.race(absent=(0, 1, 2, 3)).answer.code == "again" and table.actions[-1] == "play p1 m3"


def test_a_late_result_does_not_count() -> None:
    table = Table()
    table.play("deal n4", "play p1 m3")
    question = table.asked
    table.play("slap nobody")
    assert table.take(Raced(question, Finish(((0,), (1,), (2,), (3,))))).answer.code == "gone"


def test_a_question_of_a_race_goes_with_the_race() -> None:
    table = Table()
    table.play("deal n4", "play p1 m3")
    table.race((2,), (0,), (1, 3))
    table.take(Pressed("stop"))
    assert table.referee.question is None and table.referee.phase == "ready"


def dealt() -> Table:
    table = Table(mode="digital")
    assert table.referee.ledger is not None
    deal = due(MITO, table.referee.ledger.state, Random(3))
    assert deal is not None and table.do("deal", action=deal).answer.ok
    return table


def test_only_chance_deals_what_the_referee_deals() -> None:
    table = Table(mode="digital")
    cards = " ".join(map(str, PLACEHOLDER))
    assert table.do("play", action=f"deal {cards}").answer.text == sentences.REFEREE_DEALS
    assert dealt().do("deal", action=f"deal {cards}").answer.text == sentences.NOTHING_TO_DEAL
    assert Table().do("deal", action="deal n4").answer.code == "nothing"


def test_not_even_a_host_who_plays_tells_anothers_cheat() -> None:
    table = dealt()
    for action in (hidden(table, 1), hidden(table, 2)):
        made = step(table.referee, Command("play", {"action": action}, "phone:", Who(None, 0, True)))
        assert not made.answer.ok and made.events == ()
        assert made.answer.text is not None and made.answer.text.en.startswith("That is for player")


def hidden(table: Table, seat: int) -> str:
    assert table.referee.ledger is not None
    return f"cheat p{seat + 1} {table.referee.ledger.state.hands[seat][0]}"


def test_a_cheat_changes_nothing_but_the_game() -> None:
    table = dealt()
    table.take(Pressed("stop", "phone:Eve", seat=2))
    before = table.referee
    table.play(hidden(table, 1))
    assert table.referee.text == before.text and (table.referee.phase, table.referee.question) == ("ready", None)


def test_a_cheat_leaves_a_question_as_it_is() -> None:
    cards = [str(card) for card in PLACEHOLDER]
    for place, card in ((3, "m3"), (32, "n4")):  # the guard's first card, and the one turned over
        other = cards.index(card)
        cards[place], cards[other] = cards[other], cards[place]
    table = Table(mode="digital")
    assert table.do("deal", action=" ".join(["deal", *cards])).answer.ok
    table.play("play p1 m3")
    table.race((2,), (0,), (1, 3))
    before = table.referee.question
    table.play(hidden(table, 1))
    assert table.referee.question == before and table.referee.phase == "question"


def test_an_undo_passes_over_a_cheat_unnoticed() -> None:
    table = dealt()
    deal = table.actions[0]
    table.play("stop p1", "withdraw p1", hidden(table, 1))
    kept = table.actions[-1]
    assert table.do("undo").answer.ok
    assert table.actions == (deal, "stop p1")  # frozen again: nothing can be hidden now
    table = dealt()
    table.play(kept)
    assert table.do("undo").answer.ok and table.do("undo").answer.code == "nothing"
    assert table.actions == ()
    ledger = table.referee.ledger
    assert ledger is not None and ledger.log[-1].text.en.startswith("Taken back: the cards are dealt")


def test_an_undone_action_leaves_the_cheat_that_came_after_it() -> None:
    table = dealt()
    ledger = table.referee.ledger
    assert ledger is not None
    move = next(MITO.notation(a) for a in MITO.legal_actions(ledger.state) if MITO.notation(a).startswith("play"))
    table.play(move, hide := hidden(table, 2))
    table.do("undo")
    assert table.actions == (ledger.actions[0], hide)
