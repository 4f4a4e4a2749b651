"""The results of an event as text, JSON and a page to print, and names for its players."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final
from unicodedata import normalize

from table_firmware import printed
from table_firmware.ledger.merging import Merged, Player, Sat
from table_firmware.rules.cards import Seat
from table_firmware.rules.duplicate import Line, Score, points, ranking

VERSION: Final = 1
PRELIMINARY: Final = "暂定成绩：赛事尚未结束，未重新裁定 / preliminary: not closed, not ruled again"
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
    """events: their origins; verdicts: what the verification of each export said. preliminary: an
    event is not closed, so its deals were not dealt and ruled again."""

    events: Sequence[str]
    verdicts: Sequence[str]
    merged: Merged
    preliminary: bool = False

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
    yield from remarks(results.merged)
    yield ""
    if results.preliminary:
        yield PRELIMINARY
    yield " · ".join(_HEADS)
    for line in results.lines:
        yield " · ".join(_cells(line))


def remarks(found: Merged) -> Iterator[str]:
    """Which tables count, and what does not."""
    yield f"牌桌与场次 / tables and sittings: {', '.join(map(_sat, found.sat))}"
    for table, sitting in found.sat:
        if sitting.house:
            who = f"{_sat((table, sitting))}, {sitting.origin}: {' '.join(sitting.house)}"
            yield f"不是人，由电脑代打 / not people but house players: {who}"
    for left in found.left_out:
        yield f"未打完，不计 / not finished, left out: {_sat(left)}, {left[1].origin}"
    for table in found.absent:
        yield f"没有打过 / has played none of this: {table}"
    for player in found.unused:
        yield f"姓名未用 / name not used: {player}"


def _sat(sat: Sat) -> str:
    table, sitting = sat
    return f"{table} #{sitting.number}"


def _cells(line: Line) -> tuple[str, ...]:
    rates = _percent(line.rate), _percent(line.opponents)
    rank = "—" if line.rank is None else str(line.rank)
    return rank, line.player, *rates, f"{line.raw / 10:g}", f"{line.millis / 1000:.1f} s"


def _percent(rate: Fraction | None) -> str:
    return "-" if rate is None else f"{float(rate) * 100:.2f} %"


def plain(results: Results) -> Mapping[str, Any]:
    """The results for programs. Rates are exact: numerator and denominator."""
    return {
        "version": VERSION,
        "events": list(results.events),
        "preliminary": results.preliminary,
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
    """A page to print."""
    origin = ", ".join(results.events)
    parts = [printed.paragraph(" · ".join((origin, date, release[:16])))]
    if results.preliminary:
        parts.append(f"<p><strong>{PRELIMINARY}</strong></p>")
    parts.append(printed.table(_HEADS, map(_cells, results.lines)))
    checked = [*results.verdicts, *remarks(results.merged)]
    return printed.page(origin, "赛事成绩 / Results of an event", parts, checked)


# ------------------------------------------------------------------ names and the next round


def read_names(text: str) -> dict[Player, str]:
    """Names by player, a line each: event, table, sitting, letter, and the name, in which there
    may be spaces, one at a place; `#` begins a comment. A `/` by itself stands between the two of
    a pair and in no name. ValueError names the line."""
    names: dict[Player, str] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        words = line.split(maxsplit=4)
        if not words or words[0].startswith("#") or len(words) == 4:
            continue  # a line of the form that nobody has filled in
        fits = len(words) == 5 and re.fullmatch("[0-9]{1,5}", words[2])
        if not fits or not all(map(str.isprintable, words)) or len(words[4]) > MOST_NAME:
            raise ValueError(f"第 {number} 行 / line {number}")
        name = words[4].split()
        if "/" in name:
            raise ValueError(f"第 {number} 行 / line {number}: /")
        player = Player(words[0], words[1], int(words[2]), words[3])
        if player in names:
            raise ValueError(f"第 {number} 行重复 / line {number} stands there twice")
        names[player] = normalize("NFC", " ".join(name))
    return names


def names_form(players: Iterable[Player]) -> str:
    """A file for `read_names` to fill in."""
    about = "# 赛事 牌桌 第几次 字母 姓名 / event table sitting letter name\n"
    return about + "".join(f"{player} \n" for player in players)


def read_ranking(raw: bytes) -> tuple[list[str], int, bool]:
    """The players, best first, how many play at a table, and whether that is preliminary, from
    what `encode` wrote. ValueError, KeyError or TypeError for anything else."""
    try:
        found = json.loads(raw)
    except RecursionError:
        raise ValueError("ranking") from None
    players, seats = [line["player"] for line in found["ranking"]], found["seats"]
    preliminary = found.get("preliminary", False)
    named = all(isinstance(name, str) and name and name.isprintable() for name in players)
    if not named or len(set(players)) < len(players):
        raise ValueError("ranking: player")
    if type(seats) is not int or not 1 < seats <= len(Seat):
        raise ValueError("seats")
    if type(preliminary) is not bool:
        raise ValueError("preliminary")
    return players, seats, preliminary
