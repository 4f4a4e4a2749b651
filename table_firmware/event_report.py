"""The results of an event as text, JSON and a page to print, and names for its players."""

import html
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from string import Template
from typing import Any, Final

from table_firmware.ledger.merging import Merged, Player
from table_firmware.rules.duplicate import Line, Score, points, ranking

VERSION: Final = 1
MOST_BYTES: Final = 2**22
MOST_NAME: Final = 60
_HEADS: Final = (
    "名次 Rank",
    "牌手 Player",
    "得分率 Rate",
    "对手 Opp.",
    "积分 Points",
    "用时 Time",
)


@dataclass(frozen=True, slots=True)
class Results:
    """events: their origins; verdicts: what the verification of each export said."""

    events: Sequence[str]
    verdicts: Sequence[str]
    merged: Merged

    @property
    def lines(self) -> tuple[Line, ...]:
        """Best first."""
        return ranking(self.merged.scores)

    @property
    def seats(self) -> int:
        """How many play against each other at a table."""
        return len({score.seat for score in self.merged.scores})


def text(results: Results) -> Iterator[str]:
    """A table to read."""
    yield from results.verdicts
    for left in results.merged.left_out:
        yield f"未打完，不计 / not finished, left out: {left.origin}, {left.number}"
    yield ""
    yield " · ".join(_HEADS)
    for line in results.lines:
        yield " · ".join(_cells(line))


def _cells(line: Line) -> tuple[str, ...]:
    rates = _percent(line.rate), _percent(line.opponents)
    return str(line.rank), line.player, *rates, f"{line.raw / 10:g}", f"{line.millis / 1000:.1f} s"


def _percent(rate: Fraction | None) -> str:
    return "-" if rate is None else f"{float(rate) * 100:.2f} %"


def plain(results: Results) -> Mapping[str, Any]:
    """The results for programs. Rates are exact: numerator and denominator."""
    return {
        "version": VERSION,
        "events": list(results.events),
        "seats": results.seats,
        "ranking": [
            {
                "rank": line.rank,
                "player": line.player,
                "rate": _exact(line.rate),
                "opponents": _exact(line.opponents),
                "tenths": line.raw,
                "millis": line.millis,
            }
            for line in results.lines
        ],
        "deals": list(_deals(results.merged.scores)),
    }


def encode(results: Results) -> str:
    """The same as JSON."""
    return json.dumps(plain(results), ensure_ascii=False, indent=1) + "\n"


def _exact(rate: Fraction | None) -> list[int] | None:
    return None if rate is None else [rate.numerator, rate.denominator]


def _deals(scores: Iterable[Score]) -> Iterator[Mapping[str, Any]]:
    """Who held the same cards, and what each made of them."""
    same: dict[tuple[int, int], list[Score]] = {}
    for score in scores:
        same.setdefault((score.deal, score.seat), []).append(score)
    for (deal, seat), held in sorted(same.items()):
        made = points([score.raw for score in held])
        for score, mp in zip(held, made, strict=True):
            of = {"deal": deal + 1, "seat": seat, "player": score.player}
            yield {**of, "tenths": score.raw, "mp": mp, "most": 2 * (len(held) - 1)}


def page(results: Results, release: str, date: str) -> str:
    """A page without anything outside it."""
    template = files("table_firmware").joinpath("event.html").read_text("utf-8")
    heads = "".join(f"<th>{html.escape(head)}</th>" for head in _HEADS)
    rows = "\n".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in _cells(line)) + "</tr>"
        for line in results.lines
    )
    return Template(template).substitute(
        origin=html.escape(", ".join(results.events)),
        date=html.escape(date),
        release=html.escape(release[:16]),
        verdicts="<br>".join(map(html.escape, results.verdicts)),
        heads=heads,
        rows=rows,
    )


# ------------------------------------------------------------------ names and the next round


def read_names(text: str) -> dict[Player, str]:
    """Names by player, a line each: event, table, sitting, letter, and the name, in which there
    may be spaces; `#` begins a comment. ValueError names the line."""
    names: dict[Player, str] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        words = line.split(maxsplit=4)
        if not words or words[0].startswith("#") or len(words) == 4:
            continue  # a line of the form that nobody has filled in
        fits = len(words) == 5 and words[2].isdecimal() and len(words[2]) < 6
        if not fits or not words[4].isprintable() or len(words[4]) > MOST_NAME:
            raise ValueError(f"第 {number} 行 / line {number}")
        player = Player(words[0], words[1], int(words[2]), words[3])
        if player in names:
            raise ValueError(f"第 {number} 行重复 / line {number} stands there twice")
        names[player] = words[4].rstrip()
    return names


def names_form(players: Iterable[Player]) -> str:
    """A file for `read_names` to fill in."""
    about = "# 赛事 牌桌 第几次 字母 姓名 / event table sitting letter name\n"
    return about + "".join(f"{player} \n" for player in players)


def read_ranking(raw: bytes) -> tuple[list[str], int]:
    """The players, best first, and how many play at a table, from what `encode` wrote."""
    found = json.loads(raw)
    players, seats = [line["player"] for line in found["ranking"]], found["seats"]
    if not all(isinstance(name, str) for name in players) or not isinstance(seats, int):
        raise ValueError("ranking")
    return players, seats
