"""The catalogue of fault codes: what each means and what to do, in Chinese and English."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Fault:
    """One entry. `word` is the name that a part of the program uses for it, or empty."""

    code: str
    zh: str
    en: str
    remedy_zh: str
    remedy_en: str
    word: str = ""


@cache
def catalogue() -> Mapping[str, Fault]:
    """Every fault by its code, in order of the codes."""
    text = files("table_firmware.service").joinpath("faults.toml").read_text("utf-8")
    return {code: Fault(code=code, **fields) for code, fields in tomllib.loads(text).items()}


def fault(name: str) -> Fault:
    """The fault of this code or word. Raises KeyError if the catalogue lacks it."""
    by_word = {entry.word: entry for entry in catalogue().values() if entry.word}
    return catalogue().get(name) or by_word[name]


def manual() -> str:
    """The catalogue as the page `docs/faults.md`."""
    lines = [
        "# 故障代码 / Fault codes",
        "",
        "由 `python -m table_firmware.service.faults` 生成 / made by that command.",
        "",
        "| 代码 / code | 现象 / what happened | 处理 / what to do |",
        "| --- | --- | --- |",
    ]
    for entry in catalogue().values():
        name = f"{entry.code} `{entry.word}`" if entry.word else entry.code
        remedy = f"{entry.remedy_zh}<br>{entry.remedy_en}"
        lines.append(f"| {name} | {entry.zh}<br>{entry.en} | {remedy} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(manual(), end="")
