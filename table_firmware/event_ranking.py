"""`tablectl event merge` and `movement`, which run anywhere: who did best, and who sits where next.
They import what they need when they run.
"""

from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from table_firmware.event_verbs import MOST_BYTES
from table_firmware.ledger.files import read_strange
from table_firmware.service.faults import told
from table_firmware.trust_verbs import fail, say

if TYPE_CHECKING:
    from table_firmware.event_report import Results
    from table_firmware.ledger.events import Event, Sitting
    from table_firmware.ledger.merging import Player


class NotMerged(Exception):
    """The tables cannot be ranked together; the text says why."""


def merge(arguments: Namespace) -> int:
    """Verify the exports of all tables against the event's log, and rank the players."""
    from table_firmware.event_report import Results, text
    from table_firmware.ledger.merging import NamesRefused, merged

    try:
        policy = arguments.policy.read_text("utf-8") if arguments.policy else None
        names = _names(arguments.names)
    except (OSError, ValueError) as error:
        given = " ".join(str(path) for path in (arguments.policy, arguments.names) if path)
        return fail(told("file-refused", f"{given}: {error}"), 2)
    events, lines = open_events(arguments.event, policy)
    if events is None:
        return fail("\n".join(lines), 1)
    origins = [each.origin for each in events]
    unclosed = [each.origin for each in events if each.secrets is None]
    try:
        _check_events(events)
        _check_closed(unclosed, arguments.preliminary)
        tables = _verified(arguments.directories, policy, events, lines)
        results = Results(origins, lines, merged(events, tables, names), bool(unclosed))
        _check_played(results)
    except NotMerged as error:
        return fail(str(error), 1)
    except NamesRefused as error:
        return fail(told("event-names", str(error)), 1)
    say(text(results))
    return _write(arguments.out, _files(results, bool(names))) if arguments.out else 0


def _check_events(events: "Sequence[Event]") -> None:
    """Rounds of one game, in which either persons are ranked or pairs."""
    from table_firmware.rules.match import MODES

    if twice := _twice(each.origin for each in events):
        raise NotMerged(told("event-not-merged", f"{twice}: 两份 / given twice"))
    if len({(each.game.VERSION, MODES[each.mode].individual) for each in events}) > 1:
        each_is = ", ".join(f"{e.origin} ({e.game.VERSION}, {e.mode})" for e in events)
        unlike = "不是同一种比赛 / not one kind of contest"
        raise NotMerged(told("event-not-merged", f"{each_is}: {unlike}"))


def _check_closed(unclosed: "Sequence[str]", preliminary: bool) -> None:
    if unclosed and not preliminary:
        raise NotMerged(told("event-not-closed", ", ".join(unclosed)))


def _check_played(results: "Results") -> None:
    from table_firmware.event_report import remarks

    if not results.merged.scores:
        nobody = "无人打完 / nobody has played it to the end"
        said = [*results.verdicts, *remarks(results.merged)]
        about = f"{', '.join(results.events)}: {nobody}"
        raise NotMerged("\n".join([*said, told("event-not-merged", about)]))


def _names(path: Path | None) -> "Mapping[Player, str]":
    from table_firmware.event_report import read_names

    return read_names(read_strange(path, MOST_BYTES).decode("utf-8")) if path else {}


def _verified(
    directories: Iterable[Path], policy: str | None, events: "Sequence[Event]", lines: list[str]
) -> "Sequence[tuple[str, Sequence[Sitting]]]":
    """Origin and sittings of each table; what was found is added to the lines. NotMerged."""
    from table_firmware.ledger.audit import audit

    tables = []
    for directory in directories:
        if not directory.is_dir():
            raise NotMerged(told("no-such-folder", str(directory)))
        report = audit(directory, policy, events=events)
        lines += [report.verdict, *(f"  {line}" for line in report.told)]
        if not report.ok:
            raise NotMerged("\n".join([*lines, told("event-not-merged", str(directory))]))
        tables.append((report.origin, report.sittings))
    if twice := _twice(origin for origin, _ in tables):
        raise NotMerged(told("event-not-merged", f"{twice}: 两份 / two exports"))
    return tables


def _files(results: "Results", named: bool) -> dict[str, str]:
    from table_firmware.__main__ import release_hash
    from table_firmware.controller import clock
    from table_firmware.event_report import encode, names_form, page, text

    written = {
        "results.txt": "\n".join(text(results)) + "\n",
        "results.json": encode(results),
        "results.html": page(results, release_hash(), clock.date(clock.unix())),
    }
    return written if named else {**written, "names.txt": names_form(results.merged.players)}


def movement(arguments: Namespace) -> int:
    """Who sits where in the next round of Swiss movement."""
    from table_firmware.event_report import PRELIMINARY, read_ranking
    from table_firmware.rules.duplicate import movement as moved

    try:
        found = read_strange(arguments.results, MOST_BYTES)
        players, seats, preliminary = read_ranking(found)
    except (OSError, ValueError, KeyError, TypeError) as error:
        return fail(told("file-refused", f"{arguments.results}: {error}"), 1)
    if preliminary:
        say([PRELIMINARY])
    tables = moved(players, seats)
    for number, table in enumerate(tables, start=1):
        say([f"第 {number} 桌 / table {number}: {', '.join(table)}"])
    if resting := players[len(tables) * seats :]:
        say([f"轮空 / rest: {', '.join(resting)}"])
    return 0


def open_events(
    directories: Iterable[Path], policy: str | None
) -> "tuple[list[Event] | None, list[str]]":
    """The events whose exports these are, and what to say of them; None if one does not hold."""
    from table_firmware.ledger.organised import event_of

    events: list[Event] = []
    lines: list[str] = []
    for directory in directories:
        if not directory.is_dir():
            return None, [*lines, told("no-such-folder", str(directory))]
        report, event = event_of(directory, policy)
        lines += [report.verdict, *(f"  {line}" for line in report.told)]
        if event is None:
            return None, [*lines, told("not-an-event", str(directory))]
        events.append(event)
    return events, lines


def _write(folder: Path, files: Mapping[str, str]) -> int:
    """New files; what is there already stays."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            with (folder / name).open("x", encoding="utf-8") as file:
                file.write(content)
    except OSError as error:
        return fail(told("file-refused", f"{error.filename}: {error.strerror}"), 1)
    say([f"已写入 / written: {folder}"])
    return 0


def _twice(names: Iterable[str]) -> str:
    seen = Counter(names)
    return next((name for name, count in seen.items() if count > 1), "")
