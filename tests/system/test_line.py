"""What is typed wrongly is refused in both languages, with a code and a status of its own."""

import argparse
import re
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.cli import main, parser
from table_firmware.line import Line, bilingual, number, whole
from table_firmware.service.faults import fault
from ui_kiosk.launch import _parser as seat_parser

HAN = re.compile(r"[\u4e00-\u9fff]")
FOREIGN = ("８０", "٨٠", "८०", "8０", "²", "八十")
"""Full-width, Arabic-Indic, Devanagari and mixed digits, and what is no digit at all."""


def verbs(top: ArgumentParser, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ArgumentParser]]:
    yield " ".join(words), top
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield from verbs(below, (*words, name))


PARSERS = {**dict(verbs(parser())), "seat": seat_parser()}
NUMBERS = {
    f"{name} {action.metavar or action.dest}": action.type
    for name, each in PARSERS.items()
    for action in each._actions
    if callable(action.type) and action.type.__module__ == "table_firmware.line"
}


def test_every_number_of_every_verb_is_read_by_one_rule() -> None:
    types = {action.type for each in PARSERS.values() for action in each._actions}
    assert not types & {int, float}
    assert {"service brightness percent", "diagnose watch", "seat idle"} <= NUMBERS.keys()
    assert all(isinstance(each, Line) for each in PARSERS.values())


@pytest.mark.parametrize("read", NUMBERS.values(), ids=NUMBERS)
def test_digits_that_are_not_ascii_are_refused_in_both_languages(
    read: Callable[[str], object],
) -> None:
    for text in (*FOREIGN, "abc", "", " 8", "8 ", "1_0", "nan", "inf", "1e1", "+8", "-1"):
        with pytest.raises(ArgumentTypeError) as refused:
            read(text)
        zh, _, en = str(refused.value).partition(" / ")
        assert "半角数字" in zh
        assert "ASCII digits" in en
        assert not HAN.search(en)


@given(st.integers(-(10**6), 10**6), st.integers(0, 99))
def test_a_number_is_read_as_it_is_written(n: int, hundredths: int) -> None:
    assert whole(-(10**6), 10**6)(str(n)) == n
    text = f"{abs(n)}.{hundredths:02}"
    assert number(0, 10**6 + 1)(text) == float(text)
    with pytest.raises(ArgumentTypeError):
        whole(n + 1, n + 2)(str(n))


WRONG = {
    "shuffle": 2,
    "": 2,
    "service": 2,
    "service mute": 2,
    "service mute seat_Q": 2,
    "service brightness E 8０": 2,
    "service brightness E 9": 2,
    "service brightness E 101": 2,
    "service brightness E 80 80": 2,
    "run --matches ５": 2,
    "event create x --origin y --digits E=３１４１５９": 2,
    "seat --seats Q": 2,
    "seat --seats E --size ８００x600": 2,
    "seat --seats E --idle soon": 2,
    "diagnose --only cards": 3,
    "diagnose --watch": 3,
    "diagnose --watch ５": 3,
    "diagnose --json=yes": 3,
    "diagnose --jsn": 3,
    "diagnose now": 3,
    "burn-in --hours -1": 3,
    "burn-in --h 1": 3,
    "acceptance --mode 2": 3,
    "bundle": 3,
}


@pytest.mark.parametrize(("words", "status"), WRONG.items(), ids=WRONG)
def test_a_line_that_is_not_right_is_refused(
    words: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """3 where 1 and 2 would tell of the table."""
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    assert ended.value.code == status
    told = capsys.readouterr()
    usage, found, refusal = told.err.partition("TBL-827 line-refused: ")
    assert found
    assert usage.startswith("usage: tablectl")
    assert HAN.search(refusal.splitlines()[0])
    assert re.search("[a-z]{3,} .*[a-z]{3,}", refusal.splitlines()[0])
    for language in ("zh", "en"):
        assert fault("line-refused").sentence(language) in refusal
        assert fault("line-refused").remedy(language) in refusal
    assert told.out == ""


def test_what_argparse_says_in_other_words_is_told_as_it_is() -> None:
    assert bilingual("something new") == "something new"
    assert bilingual("argument -x: not allowed with argument -y").startswith("-x：不能与 -y 同用")


def test_a_line_without_a_catalogue_is_refused_too(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        Line(prog="x").parse_args(["y"])
    assert "不认识 y / unrecognized arguments: y" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["baud=９６００"], ["lose=０.1"], ["kind=chair"], ["colour=red"]]
)
def test_a_simulated_board_is_described_in_the_same_digits(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["board", "simulate", str(tmp_path / "seat"), *words]) == 1
    told = capsys.readouterr().err
    assert "TBL-827 line-refused: " in told
    assert HAN.search(told)
    assert list(tmp_path.iterdir()) == []
