"""The match sheet: what an operator prints of the matches in an export, in both languages."""

import html
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from table_firmware import printed
from table_firmware.ledger.sheets import Ended, Incident, Sheet
from table_firmware.rules.match import HOUSE_PLAYERS, Standing, seating
from table_firmware.service.acceptance import NAMES
from ui_kiosk.speech import game_text
from ui_kiosk.text import LANGUAGES, coded

WHO: Final = {"guest": "来宾 guest", "house": "电脑代打 house player", "planner": "陪练 coach"}
TITLE: Final = "比赛记录单 / Match sheet"
LEGEND: Final = (
    "字母后为开局座位；各局为积分，括号内为游次。 / After a letter stands the seat where that "
    "player began; points of each hand, with the place in parentheses."
)
INCIDENTS: Final = {
    ("call", "call"): "呼叫工作人员 / called the staff",
    ("call", "withdraw"): "撤回呼叫 / withdrew the call",
    ("call", "agree"): "同意 / agreed",
    ("call", "begin"): "各家同意，暂停 / paused by consent of the table",
    ("call", "end"): "暂停结束 / the pause ended",
    ("service", "begin"): "维护开始 / service began",
    ("service", "end"): "维护结束 / service ended",
    ("seat", "lost"): "断线 / lost connection",
    ("seat", "linked"): "重新连接 / connected again",
    ("seat", "managed"): "托管 / managed by the table",
    ("seat", "returned"): "取消托管 / plays again",
}
COUNTS: Final = {True: ("计入排名", "ranked"), False: ("不计排名", "not ranked")}
VOID: Final = "本局作废 / the hand is void"
UNFINISHED: Final = "未打完 / not finished"
_RANKING: Final = ("名次 Rank", "牌手 Player", "胜局 Wins", "积分 Points")


def text(sheets: Sequence[Sheet], date: Callable[[float], str]) -> Iterator[str]:
    """To read. date: how a time in seconds since 1970 is written."""
    for sheet in sheets:
        yield ""
        yield _title(sheet, date)
        yield _people(sheet)
        for hand in sheet.hands:
            cells = (f"{letter} {_cell(hand, letter)}" for letter in sorted(sheet.who))
            yield f"第 {hand.number} 局 / hand {hand.number}: {' · '.join(cells)}"
        yield from map(told, sheet.incidents)
        if sheet.ranking:
            yield " · ".join(_RANKING)
        for line in sheet.ranking:
            yield " · ".join(_line(line))
        if not sheet.over:
            yield UNFINISHED


def page(
    sheets: Sequence[Sheet],
    origin: str,
    verdicts: Sequence[str],
    made: str,
    date: Callable[[float], str],
) -> str:
    """A page to print. verdicts: what the verification said; made: when the page was made."""
    parts = [printed.paragraph(f"{origin} · {made}"), printed.paragraph(LEGEND)]
    parts += (_section(sheet, date) for sheet in sheets)
    return printed.page(f"{TITLE}: {origin}", TITLE, parts, verdicts)


def told(incident: Incident) -> str:
    """What interrupted play, in one line."""
    what = VOID if incident.kind == "void" else INCIDENTS[incident.kind, incident.what]
    who = f"{incident.player} " if incident.player else ""
    return f"第 {incident.hand} 局 / hand {incident.hand}: {who}{what}"


def _section(sheet: Sheet, date: Callable[[float], str]) -> str:
    letters = sorted(sheet.who)
    hands = (
        (str(hand.number), *(_cell(hand, letter) for letter in letters)) for hand in sheet.hands
    )
    parts = [f"<h2>{html.escape(_title(sheet, date))}</h2>", printed.paragraph(_people(sheet))]
    parts.append(printed.table(("局 Hand", *letters), hands))
    if sheet.over:
        parts.append(printed.table(_RANKING, map(_line, sheet.ranking)))
    else:
        parts.append(f"<p><strong>{UNFINISHED}</strong></p>")
    if sheet.incidents:
        items = "".join(f"<li>{html.escape(told(each))}</li>" for each in sheet.incidents)
        parts.append(f"<ul>{items}</ul>")
    if people := [letter for letter in letters if sheet.who[letter] not in HOUSE_PLAYERS]:
        signed = " ".join(f"{letter} ____________" for letter in people)
        parts.append(printed.paragraph(f"牌手签字 / signed by the players: {signed}"))
    return "\n".join(parts)


def _title(sheet: Sheet, date: Callable[[float], str]) -> str:
    when = (date(sheet.unix),) if sheet.unix is not None else ()
    zh, en = (
        " · ".join((game_text(say, sheet.game), coded(say, "mode", sheet.mode), counts))
        for say, counts in zip(LANGUAGES, COUNTS[sheet.ranked], strict=True)
    )
    return " · ".join((sheet.id, *when, f"{zh} / {en}"))


def _people(sheet: Sheet) -> str:
    began = {letter: NAMES[seat.name] for seat, letter in seating(sheet.mode, 1).items()}
    return " · ".join(
        f"{letter}（{' '.join(began[letter])}）{WHO.get(who, f'会员 member {who}')}"
        for letter, who in sorted(sheet.who.items())
    )


def _cell(hand: Ended, letter: str) -> str:
    points = _points(hand.tenths[letter])
    return f"{points}（{hand.place[letter]}）" if hand.place[letter] else points


def _line(line: Standing) -> tuple[str, ...]:
    rank = str(line.rank) if line.rank else "—"
    return rank, " ".join(line.who), str(line.wins), _points(line.tenths)


def _points(tenths: int) -> str:
    return f"{tenths / 10:.1f}"
