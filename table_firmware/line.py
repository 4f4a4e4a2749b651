"""Command lines: what a person types is refused in Chinese and English, and numbers are written
with the digits 0 to 9 of ASCII, here as everywhere else (a PIN, the digits of a player, a number
of a member): full-width digits and those of other scripts are refused, never half understood."""

import re
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from typing import Final, NoReturn, TypeVar

_N = TypeVar("_N", int, float)

WHOLE: Final = re.compile(r"-?[0-9]{1,15}")
NUMBER: Final = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")
CHINESE: Final = (
    (r"argument (.+?): (.+ / .+)", r"\1：\2"),
    (r"argument (.+?): expected one argument", r"\1：缺少一个值"),
    (r"argument (.+?): expected at (?:least|most) one argument", r"\1：值的个数不对"),
    (r"argument (.+?): expected [0-9]+ arguments", r"\1：值的个数不对"),
    (r"argument (.+?): invalid choice: (.+?) \(choose from (.+)\)", r"\1：没有 \2，可选 \3"),
    (r"argument (.+?): invalid .+? value: (.+)", r"\1：\2 不能用"),
    (r"argument (.+?): ignored explicit argument (.+)", r"\1：不带值，多了 \2"),
    (r"argument (.+?): not allowed with argument (.+)", r"\1：不能与 \2 同用"),
    (r"the following arguments are required: (.+)", r"缺少 \1"),
    (r"unrecognized arguments: (.+)", r"不认识 \1"),
    (r"ambiguous option: (.+?) could match (.+)", r"\1 不明确：\2"),
)
"""What argparse says, and how that is said in Chinese; our own refusals, the first, have both."""


def bilingual(message: str) -> str:
    """A refusal of argparse with its Chinese in front."""
    for english, chinese in CHINESE:
        if found := re.fullmatch(english, message, re.DOTALL):
            told = found.expand(chinese)
            return told if " / " in told else f"{told} / {message}"
    return message


class Line(ArgumentParser):
    """Reads a command line. status: the exit status of a refusal."""

    status = 2

    @staticmethod
    def tell(detail: str) -> str:
        """A refusal in full: with its code and what to do, where the catalogue is at hand."""
        return detail

    def error(self, message: str) -> NoReturn:
        """Refuse the line: how it is written, and what was wrong."""
        self.print_usage(sys.stderr)
        self.exit(self.status, f"{self.tell(bilingual(message))}\n")


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number within these bounds."""
    return _within(WHOLE, int, least, most, ("整数", "whole number"))


def number(least: float, most: float) -> Callable[[str], float]:
    """Reads a number within these bounds."""
    return _within(NUMBER, float, least, most, ("数", "number"))


def _within(
    form: re.Pattern[str], kind: type[_N], least: _N, most: _N, named: tuple[str, str]
) -> Callable[[str], _N]:
    def read(text: str) -> _N:
        if not form.fullmatch(text) or not least <= kind(text) <= most:
            raise ArgumentTypeError(
                f"{text!r} 应为 {_plain(least)} 至 {_plain(most)} 的{named[0]}，用半角数字"
                f" / expected a {named[1]} of {_plain(least)} to {_plain(most)}, in ASCII digits"
            )
        return kind(text)

    return read


def _plain(bound: float) -> str:
    return str(bound) if isinstance(bound, int) else f"{bound:g}"
