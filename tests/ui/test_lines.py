"""Every Chinese text that is shown, in the strings and in each lesson, broken into lines."""

import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from itertools import pairwise
from typing import Any

from ui_kiosk.text import texts
from ui_kiosk.widgets.lines import CLOSING, HAN, OPENING, broken


def width(text: str) -> float:
    """A character of Chinese is twice as wide as one of English."""
    return sum(2 if each >= HAN else 1 for each in text)


def told(item: Any) -> Iterator[str]:
    """The Chinese texts of a lesson."""
    for key, each in item.items() if isinstance(item, dict) else enumerate(item):
        if key == "zh" and isinstance(each, str):
            yield each
        elif isinstance(each, dict | list):
            yield from told(each)


def all_texts() -> list[str]:
    folder = resources.files("ui_kiosk") / "lessons"
    games = [each for each in folder.iterdir() if each.is_dir()]
    files = [each for place in (folder, *games) for each in place.iterdir() if each.is_file()]
    lessons = [tomllib.loads(each.read_text("utf-8")) for each in files]
    return [*texts("zh").values(), *(text for each in lessons for text in told(each))]


def test_a_number_is_not_parted_from_what_it_counts_and_no_sign_from_its_word() -> None:
    for text in all_texts():
        for wide in (14, 20, 27, 40):
            for paragraph in text.split("\n"):
                for line, following in pairwise(broken(paragraph, wide, width).split("\n")):
                    assert not following.startswith(tuple(CLOSING)), text
                    assert not line.endswith(tuple(OPENING)), text
                    parted = re.search("[0-9]$", line) and re.match("[\u4e00-\u9fff]", following)
                    assert not parted, (text, line, following)


def test_what_is_counted_goes_to_the_next_line_with_its_number() -> None:
    assert broken("两副牌每人 27 张坐在", 14, width) == "两副牌每人\n27 张坐在"
    assert broken("每人27张。", 8, width) == "每人\n27张。"
