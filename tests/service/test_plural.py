"""One of a thing is not called by the plural."""

import re

import pytest

from table_firmware.ledger.report import Report
from table_firmware.plural import singular
from table_firmware.service.checks import Check, texts

COUNTED = re.compile(r"(?<![\w.,])\{\w+\} (\w+(?:s|es))\b")
NOT_COUNTED = {"ms", "is", "has", "does", "damaged"}


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("1 entries, 11 hands, 1 matches", "1 entry, 11 hands, 1 match"),
        ("without its log 1 hands were not dealt", "without its log 1 hand was not dealt"),
        ("2.1 seconds, 1 starts", "2.1 seconds, 1 start"),
        ("1,001 files and table-1 files", "1,001 files and table-1 files"),
    ],
)
def test_what_is_counted_once_stands_in_the_singular(plural: str, one: str) -> None:
    assert singular(plural) == one


def test_the_verdict_counts_one() -> None:
    assert "1 entry, 1 hand, 1 match (" in Report("table", 1, 1, 1, (), (), (), None).verdict


@pytest.mark.parametrize("key", sorted(texts()))
def test_each_sentence_of_a_check_can_count_one(key: str) -> None:
    english = texts()[key][1]
    for noun in set(COUNTED.findall(english)) - NOT_COUNTED:
        assert singular(f"1 {noun}") != f"1 {noun}", (key, noun)


def test_a_check_that_has_counted_one_says_so() -> None:
    check = Check("board.presence", "ok", "there", values={"board": "x", "roles": 1, "lamps": 1})
    assert check.found("en") == "x: 1 contact, 1 lamp"
