"""The catalogue of fault codes: what each means and what to do, in Chinese and English."""

import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final


@dataclass(frozen=True, slots=True)
class Fault:
    """One entry. `word` is the name that a part of the program uses for it, or empty."""

    code: str
    zh: str
    en: str
    remedy_zh: str
    remedy_en: str
    word: str = ""

    def sentence(self, language: str) -> str:
        """What happened, in `zh` or `en`, without a full stop."""
        return self.zh if language == "zh" else self.en

    def remedy(self, language: str) -> str:
        """What to do, likewise."""
        return self.remedy_zh if language == "zh" else self.remedy_en


@cache
def catalogue() -> Mapping[str, Fault]:
    """Every fault by its code, in order of the codes."""
    text = files("table_firmware.service").joinpath("faults.toml").read_text("utf-8")
    return {code: Fault(code=code, **fields) for code, fields in tomllib.loads(text).items()}


def fault(name: str) -> Fault:
    """The fault of this code or word. Raises KeyError if the catalogue lacks it."""
    by_word = {entry.word: entry for entry in catalogue().values() if entry.word}
    return catalogue().get(name) or by_word[name]


def told(name: str, detail: str) -> str:
    """A fault in full: code, what happened and what to do, in Chinese and English."""
    known = fault(name)
    name = f"{known.code} {known.word}".strip()
    return f"{name}: {detail}\n  {known.zh}。{known.remedy_zh}\n  {known.en}: {known.remedy_en}"


PAGES: Final = {
    "zh": (
        "# 故障代码",
        "[English](faults.md)",
        "屏幕、日志和诊断报告中的每个代码都在这里。座位屏幕上的二维码指向本页中的条目。",
        "处理：",
    ),
    "en": (
        "# Fault codes",
        "[中文](faults.zh-CN.md)",
        "Every code of a screen, a log or a report stands here. The QR code on the screen of a"
        " table that has stopped leads to the entry.",
        "What to do: ",
    ),
}
CHAPTERS: Final = {
    "1": ("配置", "Configuration"),
    "2": ("硬件板", "The board"),
    "3": ("记录与密钥", "Records and keys"),
    "4": ("随机源", "The random source"),
    "5": ("座位屏幕", "Screens of the seats"),
    "6": ("上传", "Upload"),
    "7": ("主板与存储", "Computer and storage"),
    "8": ("技术员的工具", "Tools of the technician"),
}
"""By the first digit of the code."""


def manual(language: str) -> str:
    """The catalogue as a page of the manual: `docs/faults.md` or `docs/faults.zh-CN.md`."""
    title, other, about, do = PAGES[language]
    made = f"<!-- python -m table_firmware.service.faults {language} -->"
    stop, chapter = "。" if language == "zh" else ".", ""
    lines = [made, title, "", other, "", about]
    for entry in catalogue().values():
        if chapter != (chapter := entry.code[4]):
            lines += ["", f"## {CHAPTERS[chapter][language == 'en']}"]
        sentence, remedy = (_upper(each(language)) for each in (entry.sentence, entry.remedy))
        lines += ["", f"### {entry.code}", "", f"{sentence}{stop}", "", f"{do}{remedy}{stop}"]
        if entry.word:
            lines += ["", f"`{entry.word}`"]
    return "\n".join(lines) + "\n"


def _upper(text: str) -> str:
    # A command or a path at the beginning stays as it is typed.
    return text[:1].upper() + text[1:] if text[:2].islower() else text


if __name__ == "__main__":
    print(manual(sys.argv[1]), end="")
