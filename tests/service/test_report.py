"""A report is read by people in two languages, by programs, and handed over on paper."""

import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

from table_firmware.service import acknowledged
from table_firmware.service.checks import Check, Values, coded
from table_firmware.service.report import Report, encode, page, text

WELL = Check("board.lamp", "ok", "there", part="lamp_E", values={"line": "<GPIO12>"})
HOT = coded("machine.temperature", "warning", "measured", "hot", {"degrees": 76.0})
FULL = coded(
    "storage.space", "fault", "measured", "space-gone", {"free": 3, "total": 9, "files": 5}
)
ALL = (WELL, HOT, FULL)


def made(checks: Sequence[Check] = ALL, known: frozenset[str] = frozenset()) -> Report:
    return Report("club.table-7", "ab" * 32, "2026-01-31 12:00:00Z", checks, known)


def test_the_text_has_every_finding_with_its_remedy_in_both_languages() -> None:
    said = "\n".join(text(made()))
    for check in ALL:
        for language in ("zh", "en"):
            assert check.found(language) in said
            assert check.remedy(language) in said
    assert "TBL-701" in said
    assert said.index("Lamp lamp_E") < said.index("Free space") < said.index("Temperature")


def test_the_json_has_every_finding() -> None:
    plain = json.loads(encode(made()))
    assert (plain["version"], plain["origin"], plain["level"]) == (1, "club.table-7", "fault")
    assert [each["code"] for each in plain["checks"]] == ["", "TBL-701", "TBL-713"]
    assert plain["checks"][1]["values"] == {"degrees": 76.0}
    assert plain["checks"][1]["remedy_en"] == HOT.remedy("en")


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [f"{tag} {name}" for name, _ in attrs if name in ("src", "href")]
        assert tag != "script"

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_stands_alone_and_shows_what_was_found() -> None:
    whole = page(made())
    seen = Page()
    seen.feed(whole)
    words = "".join(seen.words)
    assert seen.links == []
    assert "url(" not in whole
    assert "@media print" in whole
    assert "line <GPIO12>" in words
    for language in ("zh", "en"):
        assert FULL.remedy(language) in words
    assert not re.search(r"\$[a-z]", whole)


def test_the_status_is_for_scripts() -> None:
    assert [made(checks).status for checks in ((), (WELL,), (WELL, HOT), ALL)] == [0, 0, 1, 2]


# ------------------------------------------------------------------ acknowledged


def test_a_warning_that_was_acknowledged_is_quiet_until_it_changes(tmp_path: Path) -> None:
    assert acknowledged.acknowledge(tmp_path, ALL, ["TBL-701"]) == [HOT]
    known = acknowledged.read(tmp_path)
    quiet = made((WELL, HOT), known)
    assert (quiet.status, quiet.loud) == (0, [WELL])
    assert "acknowledged 1" in quiet.summary("en")
    assert "（已确认/acknowledged）" in "\n".join(text(quiet))
    assert json.loads(encode(quiet))["checks"][1]["acknowledged"] is True
    assert 'class="warning quiet"' in page(quiet)
    hotter = coded("machine.temperature", "warning", "measured", "hot", {"degrees": 80.0})
    assert made((hotter,), known).status == 0
    worse = coded("machine.temperature", "fault", "measured", "too-hot", {"degrees": 90.0})
    assert made((worse,), known).status == 2


def test_another_part_or_other_words_are_news(tmp_path: Path) -> None:
    def sick(role: str, line: str) -> Check:
        values: Values = {"line": line, "level": 1, "presses": 0, "longest": 0, "histogram": line}
        return coded("board.contact", "warning", "seen", "chatters", values, role)

    acknowledged.acknowledge(tmp_path, [sick("seat_E", "GPIO5")], ["TBL-207"])
    known = acknowledged.read(tmp_path)
    assert acknowledged.is_quiet(sick("seat_E", "GPIO5"), known)
    assert not acknowledged.is_quiet(sick("seat_N", "GPIO5"), known)
    assert not acknowledged.is_quiet(sick("seat_E", "GPIO6"), known)


def test_a_fault_cannot_be_acknowledged(tmp_path: Path) -> None:
    assert acknowledged.acknowledge(tmp_path, ALL, ["TBL-713"]) == []
    assert made(ALL, acknowledged.read(tmp_path)).status == 2


def test_what_has_gone_is_forgotten_and_is_news_when_it_comes_back(tmp_path: Path) -> None:
    acknowledged.acknowledge(tmp_path, [HOT], ["TBL-701"])
    acknowledged.forget(tmp_path, [HOT, WELL])
    acknowledged.forget(tmp_path, [WELL])  # its area was not looked at
    assert made((HOT,), acknowledged.read(tmp_path)).status == 0
    acknowledged.forget(
        tmp_path, [Check("machine.temperature", "ok", "measured", values={"degrees": 40.0})]
    )
    assert made((HOT,), acknowledged.read(tmp_path)).status == 1


def test_a_file_that_is_gone_or_spoiled_acknowledges_nothing(tmp_path: Path) -> None:
    assert acknowledged.read(tmp_path) == frozenset()
    for spoiled in ("?", "[]", "7", '[["a"]]', "[1]", '[""]'):
        (tmp_path / acknowledged.FILE).write_text(spoiled)
        assert acknowledged.read(tmp_path) == frozenset()
