"""Findings say what they found in both languages, whatever module made them."""

import re
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.service.checks import (
    AREAS,
    LEVELS,
    Check,
    area_title,
    coded,
    exit_status,
    level_title,
    texts,
    worst,
)
from table_firmware.service.faults import catalogue

CHECKOUT = Path(__file__).parents[2]
SERVICE = CHECKOUT / "table_firmware" / "service"
HAN = re.compile(r"[\u4e00-\u9fff]")


def names_in_the_source() -> set[str]:
    """Every literal of the form `area.check`."""
    sources = "\n".join(path.read_text("utf-8") for path in (SERVICE / "areas").glob("*.py"))
    sources += (SERVICE / "diagnose.py").read_text("utf-8")
    return set(re.findall(rf'"((?:{"|".join(AREAS)})\.[a-z]+)"', sources))


def test_every_name_in_the_source_is_a_section_with_a_title() -> None:
    sections = {key.removesuffix(".title") for key in texts() if key.count(".") == 2}
    assert "storage.sync" in sections
    assert names_in_the_source() == {key for key in sections if f"{key}.title" in texts()}


def test_every_area_and_level_has_a_name() -> None:
    for language in ("zh", "en"):
        assert all(area_title(area, language) for area in AREAS)
        assert all(level_title(level, language) for level in LEVELS)


def test_both_languages_say_the_same_values() -> None:
    for key, (zh, en) in texts().items():
        places = [{name for _, name, _, _ in Formatter().parse(each) if name} for each in (zh, en)]
        assert places[0] == places[1], key
        assert HAN.search(zh) or places[0], key
        assert not HAN.search(en), key


def test_every_sentence_is_said_by_somebody() -> None:
    sources = "\n".join(path.read_text("utf-8") for path in (SERVICE / "areas").glob("*.py"))
    sources += (SERVICE / "diagnose.py").read_text("utf-8")
    said = {key.rpartition(".")[2] for key in texts() if key.count(".") == 2}
    assert [word for word in said - {"title"} if f'"{word}"' not in sources] == []


def test_a_check_with_a_code_says_what_that_means_and_what_to_do() -> None:
    values = {"free": 3, "total": 100, "files": 50}
    check = coded("storage.space", "fault", "measured", "space-gone", values)
    entry = catalogue()["TBL-713"]
    assert check.code == "TBL-713"
    assert check.area == "storage"
    assert check.title("zh") == "剩余空间"
    assert check.found("en") == "3 MiB of 100 MiB; 50 % of the file numbers"
    assert (check.sentence("zh"), check.remedy("zh")) == (entry.zh, entry.remedy_zh)
    assert (check.sentence("en"), check.remedy("en")) == (entry.en, entry.remedy_en)


def test_a_check_without_a_code_says_what_it_found() -> None:
    check = Check("board.lamp", "ok", "there", part="lamp_E", values={"line": "GPIO12"})
    assert check.title("en") == "Lamp lamp_E"
    assert check.sentence("en") == check.found("en") == "line GPIO12"
    assert check.remedy("en") == ""


@given(st.lists(st.sampled_from(LEVELS)))
def test_the_exit_status_is_that_of_the_worst(levels: list[str]) -> None:
    checks = [Check("board.lamp", level, "there") for level in LEVELS if level in levels]
    assert worst(checks) == max(levels, key=LEVELS.index, default="ok")
    assert exit_status(checks) == {"warning": 1, "fault": 2}.get(worst(checks), 0)


def test_a_code_that_is_not_in_the_catalogue_is_a_defect() -> None:
    with pytest.raises(KeyError):
        coded("board.lamp", "fault", "there", "nonsense", {})
