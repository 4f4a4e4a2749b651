"""What was found about one part of a table, and how it is said: the same for `tablectl diagnose`
and for the service screen.

A check is a value. The functions that make them stand in `areas`, one module an area; each takes
what it looks at, so that a test hands it a folder instead of a machine.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from table_firmware.plural import singular
from table_firmware.service.faults import fault

Level = Literal["ok", "info", "warning", "fault"]
Value = str | int | float | bool
Values = Mapping[str, Value]
LEVELS: Final[Sequence[Level]] = ("ok", "info", "warning", "fault")
"""From well to bad."""
AREAS: Final = (
    "configuration",
    "panels",
    "board",
    "link",
    "noise",
    "storage",
    "clock",
    "machine",
    "records",
    "upload",
)
"""In the order of a report."""
LANGUAGES: Final = ("zh", "en")


@dataclass(frozen=True, slots=True)
class Check:
    """One finding.

    name: `area.check`, a section of `checks.toml`. said: which sentence of that section.
    code: the entry of the catalogue, for every warning and fault, empty otherwise.
    part: which one of several (`E`, `HDMI-A-1`, `/dev/table/seat-E`), empty if there is one.
    values: what was measured; the sentence names them.
    """

    name: str
    level: Level
    said: str
    code: str = ""
    part: str = ""
    values: Values = field(default_factory=dict)

    @property
    def area(self) -> str:
        """The area it belongs to."""
        return self.name.partition(".")[0]

    def title(self, language: str) -> str:
        """What was looked at, with the part."""
        return " ".join((_text(f"{self.name}.title", language), self.part)).strip()

    def found(self, language: str) -> str:
        """What was found, with the measured values."""
        found = _text(f"{self.name}.{self.said}", language).format(**self.values)
        return found if language == "zh" else singular(found)

    def sentence(self, language: str) -> str:
        """What that means: of the catalogue if there is a code, else what was found."""
        return fault(self.code).sentence(language) if self.code else self.found(language)

    def remedy(self, language: str) -> str:
        """What to do, empty if there is nothing."""
        return fault(self.code).remedy(language) if self.code else ""


def coded(name: str, level: Level, said: str, code: str, values: Values, part: str = "") -> Check:
    """A check with a fault, by the code or the word of the catalogue."""
    return Check(name, level, said, fault(code).code, part, values)


def worst(checks: Iterable[Check]) -> Level:
    """The worst level among them; `ok` if there are none."""
    return max((check.level for check in checks), key=LEVELS.index, default="ok")


def exit_status(checks: Iterable[Check]) -> int:
    """For scripts: 0 nothing to do, 1 a warning, 2 a fault."""
    return {"ok": 0, "info": 0, "warning": 1, "fault": 2}[worst(checks)]


def area_title(area: str, language: str) -> str:
    """The name of an area."""
    return _text(f"{area}.title", language)


def level_title(level: Level, language: str) -> str:
    """The name of a level."""
    return _text(f"level.{level}", language)


@cache
def texts() -> Mapping[str, tuple[str, str]]:
    """Every text of `checks.toml` by its dotted key: Chinese and English."""
    plain = tomllib.loads(
        files("table_firmware.service").joinpath("checks.toml").read_text("utf-8")
    )
    return dict(_flat("", plain))


def _text(key: str, language: str) -> str:
    return texts()[key][LANGUAGES.index(language)]


def _flat(prefix: str, table: Mapping[str, object]) -> Iterable[tuple[str, tuple[str, str]]]:
    for key, item in table.items():
        match item:
            case dict():
                yield from _flat(f"{prefix}{key}.", item)
            case [str(zh), str(en)]:
                yield prefix + key, (zh, en)
            case _:
                raise ValueError(f"{prefix}{key} must have a Chinese and an English text")
