"""Bounces are counted by their length while somebody watches."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hal.bounce import QUIET, STEPS, Bounces, ended, watch_all, watched

READINGS = st.lists(st.booleans(), max_size=80)
TICK = 0.001


def after(levels: list[bool], tick: float = TICK) -> Bounces:
    """The count after these levels, one a tick, and then a long peace."""
    bounces = Bounces()
    for at, raw in enumerate(levels):
        bounces = watched(bounces, raw, at * tick)
    last = levels[-1] if levels else False
    end = len(levels) * tick
    return watched(watched(bounces, last, end), last, end + 2 * QUIET)


def test_a_clean_press_and_release_are_two_bounces_of_no_length() -> None:
    still = [True] * 100
    bounces = after([False, *still, *[False] * 100])
    assert bounces.counts == (2, 0, 0, 0, 0, 0, 0)
    assert (bounces.settled, bounces.longest, bounces.text()) == (2, 0, "0 ms: 2")


def test_flips_close_together_are_one_bounce_from_the_first_to_the_last() -> None:
    bounces = after([False, True, False, True, True, False, True])
    assert bounces.counts == (0, 0, 0, 1, 0, 0, 0)
    assert (bounces.longest, bounces.text()) == (5, "5 ms: 1")


def test_a_bounce_that_goes_on_is_not_counted_yet() -> None:
    bounces = watched(watched(Bounces(), False, 0.0), True, 1.0)
    assert bounces.settled == 0
    assert watched(bounces, True, 1.0 + QUIET + TICK).settled == 1


def test_nothing_changes_while_nothing_moves() -> None:
    bounces = watched(Bounces(), False, 0.0)
    assert watched(bounces, False, 9.0) is bounces


@given(READINGS)
def test_no_more_is_counted_than_flipped_and_nothing_is_longer_than_it_took(
    levels: list[bool],
) -> None:
    flips = sum(one != two for one, two in pairwise(levels))
    bounces = after(levels)
    assert bounces.began is None
    assert bounces.settled <= flips
    assert bool(flips) == bool(bounces.settled)
    assert bounces.longest <= 1000 * TICK * max(1, len(levels))
    top = max((step for step, n in zip(STEPS, bounces.counts, strict=True) if n), default=0)
    assert top <= bounces.longest


def test_all_roles_are_watched_apart() -> None:
    seen = watch_all({}, {"button_E": False, "button_N": False}, 0.0)
    seen = watch_all(seen, {"button_E": True}, 0.1)
    seen = watch_all(seen, {"button_E": True, "button_N": False}, 1.0)
    assert {role: bounces.settled for role, bounces in seen.items()} == {
        "button_E": 1,
        "button_N": 0,
    }


def test_a_bounce_is_told_once_when_the_contact_stands_still() -> None:
    before = watch_all({}, {"button_E": False, "button_N": False}, 0.0)
    assert ended({}, before) == {}
    told = []
    for now, level in ((0.1, True), (0.103, False), (0.107, True), (0.2, True), (0.3, True)):
        after = watch_all(before, {"button_E": level, "button_N": False}, now)
        told.append(ended(before, after))
        before = after
    assert told == [{}, {}, {}, {"button_E": 7}, {}]
