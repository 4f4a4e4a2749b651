"""A report of checks to read, to hand over, and for programs: text, one HTML file, JSON."""

import html
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from string import Template
from typing import Any

from table_firmware.service.acknowledged import is_quiet
from table_firmware.service.checks import (
    AREAS,
    LANGUAGES,
    LEVELS,
    Check,
    area_title,
    exit_status,
    level_title,
    worst,
)

VERSION = 1
"""Of the JSON form."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found at one table. date: as people write it. known: marks of warnings that were
    acknowledged."""

    origin: str
    release: str
    date: str
    checks: Sequence[Check]
    known: Collection[str] = ()

    @property
    def loud(self) -> list[Check]:
        """Without the acknowledged warnings."""
        return [check for check in self.checks if not is_quiet(check, self.known)]

    @property
    def status(self) -> int:
        """Exit status: 0 nothing to do, 1 a warning, 2 a fault."""
        return exit_status(self.loud)

    def summary(self, language: str) -> str:
        """How many of each level."""
        levels = [check.level for check in self.loud]
        counts = [f"{level_title(level, language)} {levels.count(level)}" for level in LEVELS]
        quiet = len(self.checks) - len(self.loud)
        if quiet:
            counts.append(f"{_QUIET[language]} {quiet}")
        return ("，" if language == "zh" else ", ").join(counts)


_QUIET = {"zh": "已确认", "en": "acknowledged"}


# ------------------------------------------------------------------ text


def text(report: Report) -> Iterator[str]:
    """Lines in both languages."""
    yield f"{report.origin} · {report.date} · {report.release[:16]}"
    for area in _areas(report.checks):
        yield ""
        yield f"== {area_title(area, 'zh')} / {area_title(area, 'en')}"
        for check in report.checks:
            if check.area == area:
                yield from _lines(check, is_quiet(check, report.known))
    yield ""
    yield f"{report.summary('zh')} / {report.summary('en')}"


def _lines(check: Check, quiet: bool) -> Iterator[str]:
    level = f"{level_title(check.level, 'zh')}/{level_title(check.level, 'en')}"
    seen = f"（{_QUIET['zh']}/{_QUIET['en']}）" if quiet else ""
    title = f"{check.title('zh')} / {check.title('en')}"
    yield f"[{level}] {title} {check.code}".rstrip() + seen
    yield f"    {check.found('zh')}"
    yield f"    {check.found('en')}"
    if check.code:
        for language in LANGUAGES:
            arrow = f"    → {check.sentence(language)}"
            yield f"{arrow}{'：' if language == 'zh' else ': '}{check.remedy(language)}"


def _areas(checks: Iterable[Check]) -> list[str]:
    found = {check.area for check in checks}
    return [area for area in AREAS if area in found]


# ------------------------------------------------------------------ JSON


def plain(report: Report) -> Mapping[str, Any]:
    """The report for programs."""
    return {
        "version": VERSION,
        "origin": report.origin,
        "release": report.release,
        "date": report.date,
        "level": worst(report.loud),
        "checks": [_plain(check, is_quiet(check, report.known)) for check in report.checks],
    }


def encode(report: Report) -> str:
    """The report as JSON."""
    return json.dumps(plain(report), ensure_ascii=False, indent=1)


def _plain(check: Check, quiet: bool) -> Mapping[str, Any]:
    return {
        "area": check.area,
        "name": check.name,
        "part": check.part,
        "level": check.level,
        "code": check.code,
        "acknowledged": quiet,
        "values": dict(check.values),
        **{
            f"{what}_{language}": getattr(check, what)(language)
            for what in ("title", "found", "sentence", "remedy")
            for language in LANGUAGES
        },
    }


# ------------------------------------------------------------------ HTML


def page(report: Report) -> str:
    """One page without anything outside it, to print and to hand over."""
    template = files("table_firmware.service").joinpath("report.html").read_text("utf-8")
    level = worst(report.loud)
    return Template(template).substitute(
        origin=html.escape(report.origin),
        date=html.escape(report.date),
        release=html.escape(report.release[:16]),
        level=level,
        verdict=f"{level_title(level, 'zh')} / {level_title(level, 'en')}",
        summary=html.escape(f"{report.summary('zh')} / {report.summary('en')}"),
        areas="\n".join(_section(report, area) for area in _areas(report.checks)),
    )


def _section(report: Report, area: str) -> str:
    rows = "\n".join(
        _row(check, is_quiet(check, report.known)) for check in report.checks if check.area == area
    )
    title = html.escape(f"{area_title(area, 'zh')} / {area_title(area, 'en')}")
    return f"<h2>{title}</h2>\n<table>\n{rows}\n</table>"


def _row(check: Check, quiet: bool) -> str:
    level = f"{level_title(check.level, 'zh')}<br>{level_title(check.level, 'en')}"
    seen = f"<br>{_QUIET['zh']} {_QUIET['en']}" if quiet else ""
    cells = "".join(f"<td>{_cell(check, language)}</td>" for language in LANGUAGES)
    kind = f"{check.level} quiet" if quiet else check.level
    return f'<tr class="{kind}"><th>{level}<br><b>{check.code}</b>{seen}</th>{cells}</tr>'


def _cell(check: Check, language: str) -> str:
    lines = [f"<b>{html.escape(check.title(language))}</b>", html.escape(check.found(language))]
    if check.code:
        lines.append(f"<i>{html.escape(check.sentence(language))}</i>")
        lines.append(f"→ {html.escape(check.remedy(language))}")
    return "<br>".join(lines)
