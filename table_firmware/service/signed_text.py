"""A signed report in plain lines, Chinese and English."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from table_firmware.service.acceptance import SAID, steps
from table_firmware.service.checks import texts
from table_firmware.service.signed import Signed

NAMES: Final = {
    "burn-in": ("试运行", "burn-in"),
    "acceptance": ("验收", "acceptance"),
    "level": ("结果", "level"),
    "date": ("日期", "date"),
    "release": ("版本", "release"),
    "rounds": ("循环次数", "rounds"),
    "matches": ("打完并验证的轮数", "matches"),
    "failed": ("失败的轮数", "failed"),
    "seconds": ("用时（秒）", "seconds"),
    "stopped": ("提前结束", "stopped early"),
}
MISSING: Final = "未做 / not done"


def lines(report: Signed) -> list[str]:
    """What the report says."""
    return [f"{_both(report.kind)}: {report.origin}", *(f"  {each}" for each in _body(report.body))]


def _both(word: str) -> str:
    """The name of a word; one that a later program uses stays as it is."""
    return " / ".join(NAMES[word]) if word in NAMES else word


def _body(body: Mapping[str, Any]) -> Iterator[str]:
    for word in sorted(body, key=[*NAMES, *body].index):
        match word, body[word]:
            case "level", str(level):
                yield f"{_both(word)}: {_level(level)}"
            case "steps", dict(done):
                yield from _steps(done)
            case "checks", dict(seen):
                yield from (_check(name, each) for name, each in sorted(seen.items()))
            case _, bool(yes):
                yield f"{_both(word)}: {'是 / yes' if yes else '否 / no'}"
            case _, str() | int() | float() as plain:
                yield f"{_both(word)}: {plain}"


def _level(level: str) -> str:
    return " / ".join(texts().get(f"level.{level}", (level,)))


def _steps(done: Mapping[str, Any]) -> Iterator[str]:
    titles = {step.id: f"{step.zh[0]} / {step.en[0]}" for step in steps()}
    for id in sorted(done, key=[*titles, *done].index):
        match done[id]:
            case {"state": str(state), **more}:
                told = [f"{titles.get(id, id)}: {SAID.get(state, MISSING)}"]
                told += [*_several(more.get("date")), *_several(more.get("notes"))]
                yield "; ".join(told)


def _several(plain: Any) -> list[str]:
    """The words of a list, or the one word that it is."""
    match plain:
        case list():
            return [str(each) for each in plain]
        case None | "":
            return []
    return [str(plain)]


def _check(name: str, seen: Any) -> str:
    check, _, part = name.partition(" ")
    title = " ".join((" / ".join(texts().get(f"{check}.title", (check,))), part)).strip()
    match seen:
        case {"levels": dict(levels), "codes": list(codes), "ranges": dict(ranges)}:
            counts = [f"{_level(level)} {count}" for level, count in levels.items()]
            spans = [
                f"{key} {'–'.join(dict.fromkeys(_several(each)))}" for key, each in ranges.items()
            ]
            return f"{title}: {'; '.join((*counts, *_several(codes), *spans))}"
    return title
