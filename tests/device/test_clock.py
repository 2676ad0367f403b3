"""Clocks that jump: no duration and no date is made of nonsense."""

from datetime import datetime

from device.clock import FAR, MADE, Stamp, date_of, now, seconds_between


def test_a_duration_comes_from_one_run_of_the_machine() -> None:
    assert seconds_between(Stamp(4e9, "a", 100.0), Stamp(0.0, "a", 160.5)) == 60.5
    assert seconds_between(Stamp(0.0, "a", 100.0), Stamp(60.0, "b", 160.0)) is None
    assert seconds_between(Stamp(0.0, "", 0.0), Stamp(60.0, "", 0.0)) is None
    assert seconds_between(Stamp(0.0, "a", 100.0), Stamp(60.0, "a", 99.0)) is None


def test_a_date_that_cannot_be_is_none() -> None:
    assert date_of(0) is None
    assert date_of(MADE - 1) is None
    assert date_of(MADE + FAR + 1) is None
    assert date_of(MADE + 86400) == datetime.fromtimestamp(MADE + 86400)


def test_now_is_of_this_run() -> None:
    first, then = now(), now()
    between = seconds_between(first, then)
    assert between is not None and between >= 0
