"""The referee: what a look or a command leads to, by the rules of Otrio."""

from collections.abc import Mapping
from typing import Any

from device.events import Event, fold
from device.referee import Command, Look, Lost, Referee, Step, Unwatched, resume, step
from rules.game import Piece, Slot, Table
from rules.registry import game
from rules.text import Text
from vision.reading import Distribution, Reading
from web.table import Who

OTRIO = game("otrio")
SEATED = Who(None, 1, False)
PIECES = (None, "purple", "red", "green", "blue")


def sharp(piece: Piece | None, belief: float = 0.996) -> Distribution:
    return {p: belief if p == piece else (1 - belief) / 4 for p in PIECES}


def look(table: Table, doubt: Mapping[Slot, Distribution] | None = None) -> Look:
    return Look(Reading("still", {**{slot: sharp(piece) for slot, piece in table.items()}, **(doubt or {})}))


HAND = Look(Reading("hand"))


class Evening:
    """A referee with all that it said."""

    def __init__(self, **options: str) -> None:
        self.events: list[Event] = []
        self.referee = Referee()
        self.tell("new", game="otrio", options={"players": "4", **options})
        self.see({})

    def take(self, made: Step) -> Step:
        self.referee = made.referee
        self.events += made.events
        return made

    def tell(self, name: str, **args: Any) -> Step:
        return self.take(step(self.referee, Command(name, args, "phone:Ann")))

    @property
    def table(self) -> dict[Slot, Piece | None]:
        assert self.referee.ledger is not None
        return dict(self.referee.ledger.table)

    def see(self, change: Mapping[Slot, Piece | None], doubt: Mapping[Slot, Distribution] | None = None) -> list[Event]:
        self.take(step(self.referee, HAND))
        return list(self.take(step(self.referee, look({**self.table, **change}, doubt))).events)

    @property
    def actions(self) -> tuple[str, ...]:
        assert self.referee.ledger is not None
        return self.referee.ledger.actions


def test_a_new_game_is_ready_when_the_table_is() -> None:
    evening = Evening()
    assert [event.kind for event in evening.events] == ["new"]
    assert evening.referee.phase == "ready"


def test_a_legal_placement_is_one_action_and_the_same_look_again_is_none() -> None:
    evening = Evening()
    assert evening.see({"4.large": "purple"}) == [Event("action", {"action": "purple large 4"})]
    assert evening.see({}) == []
    assert evening.referee.phase == "ready"


def test_nothing_is_decided_under_a_hand_or_while_things_move() -> None:
    evening = Evening()
    for status, phase in (("hand", "hand"), ("moving", "settling")):
        reading = Reading(status, look({**evening.table, "4.large": "purple"}).reading.slots)  # type: ignore[arg-type]
        made = evening.take(step(evening.referee, Look(reading)))
        assert made.events == ()
        assert evening.referee.phase == phase


def test_a_refused_placement_names_the_rule_until_it_is_put_right() -> None:
    evening = Evening()
    evening.see({"4.small": "purple"})
    (event,) = evening.see({"4.medium": "red"})
    assert event == Event("illegal", {"action": "red medium 4", "code": "E-OT-NEST"})
    assert evening.referee.phase == "mismatch"
    assert evening.referee.slots == ("4.medium",)
    assert "small peg" in evening.referee.text.en and "petit pion" in evening.referee.text.fr
    assert evening.see({"4.medium": "red"}) == []
    assert evening.see({}) == [Event("put right")]
    assert evening.referee.phase == "ready"


def test_a_colour_out_of_turn_is_refused_and_a_legal_move_in_its_place_puts_it_right() -> None:
    evening = Evening()
    (event,) = evening.see({"0.large": "blue"})
    assert event.body["code"] in ("E-OT-TURN", "E-OT-COLOUR")
    (event,) = evening.see({"0.large": "purple"})
    assert event == Event("action", {"action": "purple large 0"})
    assert evening.referee.ledger is not None and evening.referee.ledger.refusal is None


def test_play_pauses_until_a_refused_piece_is_taken_back() -> None:
    evening = Evening()
    assert [event.kind for event in evening.see({"0.large": "blue"})] == ["illegal"]
    assert evening.see({"0.large": "blue", "4.large": "purple"}) == []
    assert evening.referee.phase == "mismatch" and "0.large" in evening.referee.slots
    assert evening.see({"4.large": "purple"}) == [Event("action", {"action": "purple large 4"})]
    assert evening.referee.phase == "ready"


def test_two_moves_between_two_looks_are_both_seen_in_order() -> None:
    evening = Evening()
    events = evening.see({"0.large": "purple", "1.large": "red"})
    assert [event.body["action"] for event in events] == ["purple large 0", "red large 1"]


def test_a_table_that_no_move_explains_is_a_mismatch_that_ends_by_itself() -> None:
    evening = Evening()
    assert evening.see({"0.large": "blue", "1.large": "green", "2.small": "green", "8.small": "blue"}) == []
    assert evening.referee.phase == "mismatch"
    assert evening.referee.slots == ("0.large", "1.large", "2.small", "8.small")
    assert evening.see({}) == []
    assert evening.referee.phase == "ready"


def test_what_is_not_sure_is_a_question_with_the_likely_answer_first() -> None:
    evening = Evening()
    evening.see({"0.large": "purple"})
    assert evening.see({}, {"3.medium": {None: 0.2, "red": 0.7, "purple": 0.1}}) == []
    question = evening.referee.question
    assert evening.referee.phase == "question" and question is not None
    assert question.slots == ("3.medium",)
    assert question.answers[0][1].en == "red puts a medium ring into the middle left cell"
    assert "Nothing happened" in [text.en for _, text, _ in question.answers]
    made = evening.tell("answer", question=question.number, answer="0")
    assert made.events == (Event("action", {"action": "red medium 3"}, "phone:Ann"),)
    assert evening.referee.phase == "ready"


def test_a_question_keeps_its_number_while_the_doubt_is_the_same_and_an_old_answer_is_refused() -> None:
    evening = Evening()
    doubt = {"3.medium": {None: 0.5, "purple": 0.5}}
    evening.see({}, doubt)
    first = evening.referee.question
    evening.see({}, {"3.medium": {None: 0.45, "purple": 0.55}})
    evening.see({}, doubt)
    assert first is not None and evening.referee.question is not None
    assert evening.referee.question.slots == first.slots
    made = evening.tell("answer", question=99, answer="0")
    assert not made.answer.ok and made.events == ()


def test_nothing_happened_holds_while_the_camera_reads_the_same_thing_there() -> None:
    evening = Evening()
    doubt = {"3.medium": {None: 0.4, "purple": 0.6}}
    evening.see({}, doubt)
    question = evening.referee.question
    assert question is not None
    nothing = next(name for name, text, _ in question.answers if text.en == "Nothing happened")
    assert evening.tell("answer", question=question.number, answer=nothing).events == ()
    assert evening.referee.phase == "ready"
    assert evening.see({"0.large": "purple"}, doubt) == [Event("action", {"action": "purple large 0"})]


def test_an_undone_move_is_not_seen_again_until_somebody_touches_the_table() -> None:
    evening = Evening()
    evening.see({"4.large": "purple"})
    assert evening.tell("undo").events == (Event("undo", {}, "phone:Ann"),)
    assert evening.actions == ()
    assert evening.referee.phase == "mismatch" and evening.referee.slots == ("4.large",)
    assert evening.see({"4.large": "purple"}) == []
    assert evening.see({}) == []
    assert evening.referee.phase == "ready"
    assert evening.see({"4.large": "purple"}) == [Event("action", {"action": "purple large 4"})]


def test_undo_with_nothing_played_is_refused() -> None:
    made = Evening().tell("undo")
    assert not made.answer.ok and made.answer.text is not None
    assert made.answer.text.en.startswith("There is nothing to take back")


def test_a_correction_finds_the_moves_and_people_are_believed_over_the_camera() -> None:
    evening = Evening()
    evening.see({"4.large": "purple"})
    evening.see({"0.large": "red"})
    wrong = {"0.medium": "red", "0.large": None}
    made = evening.tell("correct", table=wrong)
    assert made.answer.ok
    assert made.events[0] == Event("correct", {"undo": 1, "actions": ["red medium 0"]}, "phone:Ann")
    assert evening.actions == ("purple large 4", "red medium 0")
    assert evening.referee.phase == "ready"
    assert evening.see({"0.large": "red", "0.medium": None, "8.small": "green"}) == [
        Event("action", {"action": "green small 8"})]


def test_a_word_about_one_cell_settles_no_other() -> None:
    evening = Evening()
    evening.see({"4.small": "purple"})
    evening.see({"4.medium": "red"})
    made = evening.tell("correct", table={"8.large": None})
    assert made.answer.ok and made.events == ()
    assert evening.referee.phase == "mismatch" and evening.referee.slots == ("4.medium",)
    assert evening.referee.ledger is not None and evening.referee.ledger.refusal is not None
    assert [event.kind for event in evening.tell("correct", table={"4.medium": None}).events] == ["put right"]
    assert evening.referee.phase == "ready"


def test_a_visitor_who_looks_again_takes_nobodys_word_back() -> None:
    evening = Evening()
    evening.see({"4.small": "purple"})
    evening.see({"4.medium": "red"})
    evening.tell("correct", table={"4.medium": None})
    made = evening.take(step(evening.referee, Command("again", {}, "phone:Ben", SEATED)))
    assert made.events == () and evening.referee.phase == "ready"
    assert [event.kind for event in evening.tell("again").events] == ["illegal"]


def test_a_correction_that_no_rules_lead_to_is_refused_with_the_reason() -> None:
    evening = Evening()
    made = evening.tell("correct", table={str(c) + ".large": "red" for c in range(9)})
    assert not made.answer.ok and made.events == () and made.answer.text is not None
    assert made.answer.text.en.startswith("Not corrected: ")
    assert evening.actions == ()


def test_a_move_told_by_phone_waits_for_its_piece() -> None:
    evening = Evening()
    made = evening.tell("play", action="purple large 4")
    assert made.events == (Event("action", {"action": "purple large 4"}, "phone:Ann"),)
    assert evening.referee.phase == "mismatch" and evening.referee.slots == ("4.large",)
    assert evening.see({}) == []
    assert evening.referee.phase == "ready"


def test_a_strange_request_changes_nothing_and_says_so() -> None:
    evening = Evening()
    before = evening.referee
    for name, args in [("fly", {}), ("answer", {}), ("answer", {"question": 1}), ("play", {}), ("play", {"action": 7}),
                       ("correct", {"table": 7}), ("correct", {"table": {"9.huge": "red"}}), ("new", {}),
                       ("new", {"game": "chess"}), ("new", {"game": "otrio", "options": {"players": "9"}}),
                       ("new", {"game": "otrio", "options": 3}), ("play", {"action": "red large 0"})]:
        made = step(before, Command(name, args, "phone:Ben"))
        assert not made.answer.ok and made.answer.text is not None and made.answer.text.fr, name
        assert made.events == () and made.referee == before, name


def test_a_lost_table_says_why_and_is_found_again() -> None:
    evening = Evening()
    evening.take(step(evening.referee, Lost(Text("gone", "perdu"))))
    assert (evening.referee.phase, evening.referee.text.fr) == ("lost", "perdu")
    evening.see({})
    assert evening.referee.phase == "ready"


def test_the_end_is_called_and_clearing_the_board_is_no_move() -> None:
    evening = Evening()
    for change in ({"4.large": "purple"}, {"0.large": "red"}, {"8.large": "green"}, {"2.large": "blue"},
                   {"4.medium": "purple"}, {"0.medium": "red"}, {"8.medium": "green"}, {"2.medium": "blue"}):
        assert len(evening.see(change)) == 1
    assert evening.see({"4.small": "purple"}) == [Event("action", {"action": "purple small 4"})]
    assert evening.referee.phase == "over"
    assert set(evening.referee.slots) == {"4.large", "4.medium", "4.small"}
    assert evening.see({"4.small": None}) == []
    assert evening.see({"4.small": None, "4.large": None, "0.large": None}) == []
    assert evening.referee.phase == "over"


def test_the_events_add_up_to_the_same_referee() -> None:
    evening = Evening(players="3")
    evening.see({"4.large": "purple"})
    evening.see({"0.large": "blue"})
    evening.see({})
    evening.see({"0.large": "red"})
    evening.tell("undo")
    evening.tell("correct", table={"4.large": None, "5.large": "purple"})
    resumed = resume(evening.events)
    assert resumed.ledger is not None and evening.referee.ledger is not None
    assert resumed.ledger.state == evening.referee.ledger.state
    assert resumed.ledger.actions == ("purple large 5",)
    assert [line.text for line in resumed.ledger.log] == [line.text for line in evening.referee.ledger.log]


def test_an_event_before_any_game_is_no_game() -> None:
    assert fold(None, Event("undo")) is None


def test_a_camera_that_is_taken_away_leaves_no_alarm_behind() -> None:
    evening = Evening()
    evening.see({"4.large": "purple"})
    for alarm in (Lost(Text("no picture", "pas d'image")), look({**evening.table, "0.large": "green"})):
        evening.take(step(evening.referee, alarm))
        assert evening.referee.phase in ("lost", "mismatch")
        made = evening.take(step(evening.referee, Unwatched()))
        assert (evening.referee.phase, evening.referee.reading, evening.referee.slots) == ("ready", None, ())
    assert [event.kind for event in made.events] == ["put right"]  # the move that was not allowed lies there no more
    assert evening.referee.ledger is not None and evening.referee.ledger.refusal is None
    assert evening.actions == ("purple large 4",)
    evening.tell("play", action="red large 0")
    assert evening.actions == ("purple large 4", "red large 0") and evening.referee.phase == "ready"
    assert step(evening.referee, Unwatched()).events == ()
