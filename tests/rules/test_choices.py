"""The options of a game as data."""

import pytest

from table_firmware.rules.choices import check, in_force

CHOICES = {
    "final": ((False, True), "X-1"),
    "number": ((1, 2), "X-2"),
    "order": (tuple(range(100, 124)), "X-3"),
    "short": (tuple(range(100, 123)), "X-4"),
}


@pytest.mark.parametrize(
    ("key", "value"), [("final", False), ("final", True), ("number", 2), ("order", 123)]
)
def test_an_option_takes_the_values_that_are_built(key: str, value: object) -> None:
    check("whist", CHOICES, key, value)


@pytest.mark.parametrize(
    ("key", "value", "wrong"),
    [
        ("other", 1, "other = 1: whist has no such option"),
        ("final", 0, "final = 0: must be False, True (X-1)"),
        ("number", True, "number = True: must be 1, 2 (X-2)"),
        ("number", 3, "number = 3: must be 1, 2 (X-2)"),
        ("order", 7, "order = 7: must be 100 in any order (X-3)"),
        ("short", 7, f"short = 7: must be {', '.join(map(str, range(100, 123)))} (X-4)"),
    ],
)
def test_any_other_is_refused_with_what_it_takes(key: str, value: object, wrong: str) -> None:
    with pytest.raises(ValueError, match=key) as refused:
        check("whist", CHOICES, key, value)
    assert str(refused.value) == wrong


def test_what_is_not_given_has_its_default() -> None:
    assert in_force(CHOICES, {"number": 2}) == {
        "final": False,
        "number": 2,
        "order": 100,
        "short": 100,
    }
