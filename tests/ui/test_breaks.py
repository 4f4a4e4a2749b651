"""How a text is broken into lines."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from itertools import pairwise
from typing import Any

import pytest

from ui_kiosk.breaks import CLOSING, OPENING, broken, pieces
from ui_kiosk.text import texts


def width(text: str) -> float:
    """A character of Chinese is twice as wide as one of English."""
    return sum(1 if char.isascii() else 2 for char in text)


def told(item: Any, language: str) -> Iterator[str]:
    match item:
        case str():
            yield item
        case Mapping() if isinstance(item.get(language), str):
            yield item[language]
            yield from (text for each in item.values() for text in told_in(each, language))
        case _:
            yield from told_in(item, language)


def told_in(item: Any, language: str) -> Iterator[str]:
    match item:
        case Mapping():
            yield from (text for each in item.values() for text in told(each, language))
        case list():
            yield from (text for each in item for text in told(each, language))


def all_texts(language: str) -> list[str]:
    """Of the strings and of every lesson."""
    folder = resources.files("ui_kiosk") / "lessons"
    files = [each for each in folder.iterdir() if each.is_file()]
    files += [file for each in folder.iterdir() if each.is_dir() for file in each.iterdir()]
    lessons = [tomllib.loads(file.read_text("utf-8")) for file in files]
    return [
        *texts(language).values(),
        *(text for each in lessons for text in told_in(each, language)),
    ]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_line_of_any_text_begins_or_ends_where_it_may_not(language: str) -> None:
    for text in all_texts(language):
        for wide in (12, 19, 30):
            lines = broken(text, wide, width).split("\n")
            for line, following in pairwise(lines):
                assert not following.startswith(tuple(CLOSING)), (text, lines)
                assert not line.endswith(tuple(OPENING)), (text, lines)
                counted = re.search(r"[0-9]$", line) and re.match(r"[\u4e00-\u9fff]", following)
                assert not counted or "\n" in text, (text, lines)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_nothing_of_a_text_is_lost_and_no_line_is_wider_than_its_widest_piece(
    language: str,
) -> None:
    for text in all_texts(language):
        for wide in (12, 30):
            set_so = broken(text, wide, width)
            assert re.sub(r"\s", "", set_so) == re.sub(r"\s", "", text)
            widest = max(
                (width(piece) for line in text.split("\n") for _, piece in pieces(line)), default=0
            )
            assert max(map(width, set_so.split("\n"))) <= max(wide, widest)


@pytest.mark.parametrize(
    ("text", "wide", "lines"),
    [
        ("每人 27 张。坐在", 10, ["每人", "27 张。坐", "在"]),
        ("每人27张。", 7, ["每人", "27张。"]),
        ("跟牌，请出 Q。", 11, ["跟牌，请出", "Q。"]),
        ("点「出牌」。", 8, ["点「出", "牌」。"]),
        ("再点「出牌」。", 6, ["再点", "「出", "牌」。"]),
        ("one two\nthree", 7, ["one two", "three"]),
        ("a verylongword b", 4, ["a", "verylongword", "b"]),
        ("", 4, [""]),
        ("两行\n\n以后", 9, ["两行", "", "以后"]),
    ],
)
def test_a_text_is_broken_as_a_reader_would(text: str, wide: int, lines: list[str]) -> None:
    assert broken(text, wide, width).split("\n") == lines
