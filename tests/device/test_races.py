"""The judge of races: the true order, whatever bounces, comes late or is pressed too early."""

import random
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.panel import Button, Edge, Press, Source, player
from device.races import FalseStart, Margins, Race, RaceRules
from device.races.orders import orders
from device.races.presses import MS
from tests.device.bounce import arriving, pressing

ALL = tuple(map(player, range(5)))
ONE, TWO, THREE, FOUR, FIVE = ALL
CALLED = 5_000 * MS
ARMED = CALLED + 20 * MS
"""No earlier: a button that was let go when the race was called may bounce so long."""
LIGHT = CALLED + 2_000 * MS


def _race(rules: RaceRules, held: Iterable[Button] = ()) -> Race:
    return Race(rules, CALLED, frozenset(held))


def _lit(rules: RaceRules) -> Race:
    return _race(rules).wait(ARMED).light(LIGHT)


def _down(button: Button, ms: float, source: Source = "pin") -> Edge:
    """Return an edge so long after the light."""
    return Edge(button, True, LIGHT + round(ms * MS), source)


def _after(race: Race, ms: float, *edges: Edge) -> Race:
    """Return the race after these edges, so long after the light."""
    for edge in edges:
        race = race.hear(edge)
    return race.wait(LIGHT + round(ms * MS))


def _order(race: Race) -> list[tuple[Button, int]]:
    return [(place.button, place.place) for place in race.result.places]


def test_a_thousand_races_of_five_bouncing_presses_a_tenth_of_a_millisecond_apart() -> None:
    rng = random.Random(5)
    wrong = 0
    for _ in range(1000):
        order = rng.sample(ALL, 5)
        start = LIGHT + rng.randrange(150 * MS, 900 * MS)
        edges = [edge for n, button in enumerate(order)
                 for edge in pressing(rng, button, start + n * MS // 10, rng.uniform(15, 150))]
        race = _lit(RaceRules(ALL))
        for edge in arriving(rng, edges, 400):
            race = race.hear(edge)
        race = race.wait(start + 4 * MS // 10 + 500 * MS)
        wrong += [place.button for place in race.result.places] != order or race.phase != "over"
    assert wrong == 0


@settings(max_examples=60, deadline=None)
@given(st.integers(), st.lists(st.integers(0, 2_000_000), min_size=2, max_size=5, unique=True), st.booleans())
def test_the_result_is_the_same_for_every_order_of_arrival_and_every_moment_of_waiting(
        seed: int, offsets: list[int], waits: bool) -> None:
    rng = random.Random(seed)
    buttons = ALL[:len(offsets)]
    presses = {button: LIGHT + 200 * MS + offset for button, offset in zip(buttons, offsets, strict=True)}
    edges = [edge for button, tick in presses.items() for edge in pressing(rng, button, tick)]
    race = _lit(RaceRules(buttons, margins=Margins(0)))
    for edge in arriving(rng, edges, 400):
        race = race.hear(edge)
        race = race.wait(edge.tick_ns + rng.randrange(400 * MS)) if waits else race
    race = race.wait(max(presses.values()) + 500 * MS)
    assert race.phase == "over"
    assert [p.button for p in race.result.places] == sorted(presses, key=lambda button: presses[button])
    assert {p.button: p.tick_ns for p in race.result.places} == presses


def test_first_last_and_all_differences_are_told() -> None:
    race = _after(_lit(RaceRules(ALL[:3])), 2000, _down(TWO, 250.5), _down(THREE, 200), _down(ONE, 260))
    assert race.phase == "over"
    assert [(p.button, p.place, p.reaction_ms, p.behind_ms, p.gap_ms) for p in race.result.places] == [
        (THREE, 1, 200.0, 0.0, 0.0), (TWO, 2, 250.5, 50.5, 50.5), (ONE, 3, 260.0, 60.0, 9.5)]
    assert race.result.first == (THREE,) and race.result.last == (ONE,)
    assert race.result.light_ns == LIGHT and not race.result.mixed and not race.result.unsure


def test_an_edge_that_comes_late_with_an_earlier_tick_still_wins() -> None:
    race = _after(_lit(RaceRules(ALL[:2])), 500, _down(ONE, 300))
    assert race.result.first == (ONE,) and race.phase == "running"
    race = _after(race, 790, _down(TWO, 299.9))
    assert race.phase == "running" and race.result.first == (TWO,)
    race = race.wait(LIGHT + 800 * MS)
    assert race.phase == "over" and _order(race) == [(TWO, 1), (ONE, 2)]
    assert _after(race, 900, _down(ONE, 1)).result == race.result, "a race that is over stays as it is"


def test_a_late_edge_is_waited_for_even_when_all_have_pressed() -> None:
    edges = [_down(ONE, 300), _down(TWO, 300.2)]
    race = _after(_lit(RaceRules(ALL[:2])), 700, *edges)
    assert race.phase == "running" and race.result.first == (ONE,)
    assert race.due_ns == LIGHT + round(800.2 * MS)
    race = _after(race, 801, _down(TWO, 295))  # the first touch of the same press
    assert race.phase == "over" and race.result.first == (TWO,)


@pytest.mark.parametrize(("window", "places"), [
    (0.0, [1, 2, 3]), (0.05, [1, 2, 3]), (0.1, [1, 1, 3]), (0.2, [1, 1, 1])])
def test_a_dead_heat_is_counted_from_its_first_press(window: float, places: list[int]) -> None:
    edges = [_down(ONE, 300), _down(TWO, 300.1), _down(THREE, 300.2)]
    race = _after(_lit(RaceRules(ALL[:3], margins=Margins(window))), 2000, *edges)
    assert [place.place for place in race.result.places] == places
    assert race.result.first == ALL[:places.count(1)]


def test_several_may_share_the_last_place() -> None:
    edges = [_down(ONE, 300), _down(TWO, 350), _down(THREE, 350.01)]
    assert _after(_lit(RaceRules(ALL[:3])), 2000, *edges).result.last == (TWO, THREE)


def test_who_does_not_press_in_time_is_absent_and_last() -> None:
    race = _after(_lit(RaceRules(ALL[:3], timeout_ms=3000)), 3499, _down(TWO, 300))
    assert race.phase == "running" and race.result.absent == (ONE, THREE)
    race = _after(race, 3500, _down(THREE, 3000.1))
    assert race.phase == "over"
    assert _order(race) == [(TWO, 1)] and race.result.absent == race.result.last == (ONE, THREE)


def test_nobody_presses() -> None:
    race = _after(_lit(RaceRules(ALL[:2], timeout_ms=1000)), 1500)
    assert race.phase == "over" and race.result.first == () and race.result.last == ALL[:2]


def test_a_press_counts_once_a_race() -> None:
    edges = [_down(ONE, 300), Edge(ONE, False, LIGHT + 340 * MS), _down(ONE, 380), _down(TWO, 360)]
    race = _after(_lit(RaceRules(ALL[:2])), 2000, *edges)
    assert [(p.button, p.reaction_ms) for p in race.result.places] == [(ONE, 300.0), (TWO, 360.0)]


def test_a_glitch_is_no_press() -> None:
    race = _after(_lit(RaceRules(ALL[:2], timeout_ms=1000)), 1500, _down(ONE, 300),
                  Edge(ONE, False, LIGHT + round(300.2 * MS)), _down(TWO, 400))
    assert _order(race) == [(TWO, 1)] and race.result.absent == (ONE,)


# Arming


def test_a_race_is_armed_only_when_all_have_let_go() -> None:
    race = _race(RaceRules(ALL[:2]), held=(TWO,)).wait(CALLED + 100 * MS)
    assert race.phase == "arming" and race.due_ns == CALLED + 5000 * MS
    with pytest.raises(ValueError, match="the light of a race that is arming can't go on; wait until it is armed"):
        race.light(LIGHT)
    race = race.hear(Edge(TWO, False, CALLED + 200 * MS)).wait(CALLED + 219 * MS)
    assert race.phase == "arming" and race.due_ns == CALLED + 220 * MS
    race = race.wait(CALLED + 220 * MS)
    assert race.phase == "armed" and race.due_ns is None
    race = _after(race.light(LIGHT), 2000, _down(ONE, 200), _down(TWO, 201))
    assert _order(race) == [(ONE, 1), (TWO, 2)] and race.result.false_starts == ()


def test_a_press_that_has_just_begun_keeps_the_race_from_arming() -> None:
    race = _race(RaceRules(ALL[:2])).hear(Edge(ONE, True, CALLED + MS)).wait(CALLED + 2 * MS)
    assert race.phase == "arming"
    race = race.hear(Edge(ONE, False, CALLED + 2 * MS)).wait(CALLED + 21 * MS)
    assert race.phase == "arming" and race.due_ns == CALLED + 22 * MS
    assert race.wait(CALLED + 22 * MS).phase == "armed", "it was a glitch"


def test_a_button_let_go_just_before_the_call_may_bounce_and_its_edges_come_late() -> None:
    race = _race(RaceRules(ALL[:2]))
    assert race.wait(CALLED + 19 * MS).phase == "arming" and race.due_ns == ARMED
    race = race.wait(ARMED).light(ARMED)
    for edge in (Edge(ONE, False, CALLED - MS), Edge(TWO, False, CALLED + MS), Edge(TWO, True, ARMED + 8 * MS),
                 Edge(ONE, True, ARMED + 9 * MS)):
        race = race.hear(edge)
    race = race.wait(ARMED + 1000 * MS)
    assert race.result.false_starts == () and _order(race) == [(TWO, 1), (ONE, 2)]
    assert race.result.places[0].tick_ns == ARMED + 8 * MS


def test_a_touch_too_short_to_read_is_a_press_once_the_race_is_armed() -> None:
    race = _after(_lit(RaceRules(ALL[:2])), 2000, Edge(ONE, False, LIGHT + 200 * MS), _down(ONE, 200.04),
                  _down(TWO, 200.01))
    assert [(p.button, p.reaction_ms) for p in race.result.places] == [(ONE, 200.0), (TWO, 200.01)]


def test_other_buttons_held_do_not_matter() -> None:
    assert _race(RaceRules(ALL[:2]), held=("stop", FIVE)).wait(ARMED).phase == "armed"


def test_a_button_that_is_never_let_go_is_left_out() -> None:
    race = _race(RaceRules(ALL[:3]), held=(TWO,)).wait(CALLED + 5000 * MS)
    assert race.phase == "armed" and race.stuck == {TWO}
    light = CALLED + 6000 * MS
    race = race.light(light).hear(Edge(ONE, True, light + 200 * MS)).hear(Edge(THREE, True, light + 201 * MS))
    race = race.hear(Edge(TWO, False, light + 1 * MS)).hear(Edge(TWO, True, light + 100 * MS)).wait(light + 800 * MS)
    assert race.phase == "over" and race.result.stuck == (TWO,)
    assert _order(race) == [(ONE, 1), (THREE, 2)] and race.result.absent == ()


def test_a_race_of_stuck_buttons_is_over_at_once() -> None:
    race = _race(RaceRules(ALL[:2]), held=ALL).wait(CALLED + 5000 * MS)
    assert race.wait(CALLED + 5000 * MS).phase == "over" and race.result.stuck == ALL[:2]


# False starts


def test_who_presses_before_the_light_is_out() -> None:
    race = _after(_lit(RaceRules(ALL[:3])), 2000, _down(TWO, -12.5), Edge(TWO, False, LIGHT + 30 * MS),
                  _down(TWO, 60), _down(ONE, 200), _down(THREE, 210))
    assert race.phase == "over"
    assert race.result.false_starts == (FalseStart(TWO, LIGHT - round(12.5 * MS), 12.5),)
    assert _order(race) == [(ONE, 1), (THREE, 2)] and race.result.absent == ()


def test_a_false_start_is_known_before_the_light() -> None:
    race = _race(RaceRules(ALL[:2])).wait(ARMED).hear(Edge(TWO, True, CALLED + 50 * MS)).wait(CALLED + 53 * MS)
    assert race.phase == "armed" and race.result.false_starts == (FalseStart(TWO, CALLED + 50 * MS, None),)


def test_a_false_start_that_comes_to_be_known_after_the_light_is_one() -> None:
    race = _after(_lit(RaceRules(ALL[:2])), 100, _down(ONE, 90))
    assert race.result.first == (ONE,)
    race = _after(race, 350, _down(ONE, -0.1))  # the first touch of the same press
    assert race.result.false_starts == (FalseStart(ONE, LIGHT - 100_000, 0.1),) and race.result.first == ()


def test_a_glitch_before_the_light_is_no_false_start() -> None:
    race = _after(_lit(RaceRules(ALL[:2])), 2000, _down(ONE, -40), Edge(ONE, False, LIGHT - 39 * MS),
                  _down(ONE, 200), _down(TWO, 210))
    assert race.result.false_starts == () and _order(race) == [(ONE, 1), (TWO, 2)]


def test_all_start_falsely() -> None:
    race = _after(_lit(RaceRules(ALL[:2])), 500, _down(ONE, -20), _down(TWO, -30))
    assert race.phase == "over" and [start.button for start in race.result.false_starts] == [TWO, ONE]
    assert race.result.first == race.result.last == ()


def test_a_race_may_be_over_at_a_false_start() -> None:
    race = _race(RaceRules(ALL[:2], false_start="again")).wait(ARMED).hear(Edge(TWO, True, CALLED + 50 * MS))
    assert race.wait(CALLED + 549 * MS).phase == "armed"
    assert race.wait(CALLED + 550 * MS).phase == "over"


def test_nobody_reacts_faster_than_the_earliest() -> None:
    race = _after(_lit(RaceRules(ALL[:2], earliest_ms=100)), 2000, _down(ONE, 99.9), _down(TWO, 100))
    assert race.result.false_starts == (FalseStart(ONE, LIGHT + round(99.9 * MS), -99.9),)
    assert _order(race) == [(TWO, 1)]


# Kinds of presses


def test_pins_and_phones_do_not_race_each_other_unnoticed() -> None:
    race = _after(_lit(RaceRules(ALL[:2])), 2000, _down(ONE, 300), _down(TWO, 310, "phone"))
    assert race.result.mixed and [(p.source, p.sure) for p in race.result.places] == [("pin", False), ("phone", False)]
    both = _after(_lit(RaceRules(ALL[:2])), 2000, _down(ONE, 300, "phone"), _down(TWO, 350, "phone"))
    assert not both.result.mixed and _order(both) == [(ONE, 1), (TWO, 2)]
    assert all(p.sure for p in both.result.places)


@pytest.mark.parametrize(("phone_ms", "order"), [(299.9, [TWO, ONE]), (300.0, [TWO, ONE]), (800.1, [ONE, TWO])])
def test_a_phone_that_came_before_a_pin_or_far_too_late_is_certain(phone_ms: float, order: list[str]) -> None:
    race = _after(_lit(RaceRules(ALL[:2])), 2000, _down(ONE, 300), _down(TWO, phone_ms, "phone"))
    assert race.result.mixed and [(p.button, p.sure) for p in race.result.places] == [(who, True) for who in order]


def test_only_the_places_that_a_phone_may_have_had_are_uncertain() -> None:
    race = _after(_lit(RaceRules(ALL)), 3000, _down(ONE, 200), _down(TWO, 900, "phone"), _down(THREE, 850),
                  _down(FOUR, 880), _down(FIVE, 1500))
    assert [(p.button, p.sure) for p in race.result.places] == [
        (ONE, True), (THREE, False), (FOUR, False), (TWO, False), (FIVE, True)]


def test_phones_share_a_place_in_a_window_of_their_own() -> None:
    edges = [_down(ONE, 300, "phone"), _down(TWO, 340, "phone"), _down(THREE, 340.01, "phone")]
    assert _order(_after(_lit(RaceRules(ALL[:3])), 2000, *edges)) == [(ONE, 1), (TWO, 1), (THREE, 3)]
    assert _order(_after(_lit(RaceRules(ALL[:3], margins=Margins(0.05, 0.0))), 2000, *edges)) == [
        (ONE, 1), (TWO, 2), (THREE, 3)]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 1200)), min_size=2, max_size=5))
def test_the_true_order_is_always_among_the_possible_ones(made: list[tuple[bool, int]]) -> None:
    """Each press was made at `true` ms; a phone's arrives later by up to the longest way, phones in their order."""
    rng, margins, arrived = random.Random(repr(made)), Margins(0.0, 0.0), 0.0
    presses = []
    for seat, (phone, true) in enumerate(sorted(made, key=lambda each: each[1])):
        arrived = max(arrived, true + rng.uniform(0, 500)) if phone else arrived
        if phone and arrived > true + 500:
            return
        tick = round((arrived if phone else true) * MS)
        presses.append(Press(f"player {seat + 1}", tick, "phone" if phone else "pin"))
    found = orders(sorted(presses, key=lambda press: (press.tick_ns, press.source == "pin", press.button)), margins)
    assert tuple(presses) in found or len({true for _, true in made}) < len(made)


def test_the_likeliest_order_is_that_of_usual_ways_through_the_air() -> None:
    presses = [Press(ONE, 300 * MS), Press(TWO, 340 * MS, "phone"), Press(THREE, 390 * MS),
               Press(FOUR, 500 * MS, "phone")]
    assert [[press.button for press in order] for order in orders(presses, Margins())][:2] == [
        [TWO, ONE, THREE, FOUR], [ONE, TWO, THREE, FOUR]]


def test_a_seats_pin_and_phone_count_as_one() -> None:
    race = _after(_lit(RaceRules(ALL[:2])), 2000, _down(ONE, 300, "phone"), _down(ONE, 290), _down(TWO, 310))
    assert [(p.button, p.source) for p in race.result.places] == [(ONE, "pin"), (TWO, "pin")]


def test_a_press_whose_edge_was_lost_makes_the_result_unsure() -> None:
    found = Edge(TWO, True, LIGHT + 900 * MS, found=True)
    race = _after(_lit(RaceRules(ALL[:2])), 2000, _down(ONE, 300), found)
    assert race.result.unsure and [p.found for p in race.result.places] == [False, True]


def test_other_buttons_are_not_heard() -> None:
    race = _lit(RaceRules(ALL[:2]))
    assert race.hear(_down(THREE, 1)) is race and race.hear(_down("stop", 1)) is race
