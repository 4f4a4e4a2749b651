"""What the demo says to people who look on, in Chinese and English: each line fits a terminal."""

from collections.abc import Iterator
from typing import Final

from table_firmware.ledger.report import Ranking
from table_firmware.rules.match import Standing

STAGES: Final = {
    "lobby": "大厅",
    "digits": "输入数字",
    "cut": "切牌",
    "draw": "抽签",
    "move": "换位",
    "round": "对局",
    "hand_result": "本局结果",
    "match_result": "本轮结果",
    "fault": "故障",
    "service": "维护",
    "refused": "未被接受",
    "farewell": "牌桌告别",
}
PHASES: Final = {
    "opening": "亮张",
    "turn": "翻牌",
    "exchange": "换牌",
    "show": "亮牌",
    "play": "出牌",
    "claim": "等候应牌",
    "discard": "打牌",
    "over": "结束",
}
BEGAN: Final = {
    "A": ("东", "East"),
    "B": ("南", "South"),
    "C": ("西", "West"),
    "D": ("北", "North"),
    "A+C": ("东西", "East-West"),
    "B+D": ("南北", "North-South"),
}
"""Where who is called so in the records sat when the match began (000 §28.3)."""
GONE: Final = "no controller"


def waiting(seconds: float) -> tuple[str, str]:
    """What to do at once, and when house players come."""
    return (
        f"想打牌，现在就点「坐下」：{seconds:g} 秒后空位由电脑打",
        f"to play, touch 坐下 now: after {seconds:g} s computers play free seats",
    )


def ended(ranking: Ranking, number: int) -> Iterator[str]:
    """How a match ended. number: of several, 0 for the only one."""
    which = f" {number}" if number else ""
    zh, en = ("名次", "ranking") if ranking.ranked else ("结果", "result")
    yield f"{zh}{which} / {en}{which}:"
    for line in ranking.standings:
        yield _standing(line)
    if any(len(line.who) == 1 for line in ranking.standings):
        yield "  座位是这一轮开始时的 / seats as the match began"
    if not ranking.ranked:
        yield "  练习或单局，不计排名 / practice or a single hand: not ranked"


def _standing(line: Standing) -> str:
    who, points = "+".join(line.who), line.tenths / 10
    zh, en = BEGAN.get(who, ("", ""))
    named = f"{zh} / {en} ({who})" if zh else who
    return f"  {line.rank}. {named}  胜局 / hands won {line.wins}  得分 / points {points:.1f}"


def counted(entries: int, hands: int, matches: int) -> str:
    """What the verdict, whose numbers are said in English, has counted."""
    return f"验证通过：记录 {entries} 条，{hands} 局，打完 {matches} 轮"


class Relayed:
    """The lines of one seat, one after another."""

    def __init__(self) -> None:
        self._left = False

    def told(self, line: str) -> str:
        """A line as people read it; empty where it says nothing: after the table has said
        farewell it is no news that it is gone."""
        seat, _, what = line.partition(" ")
        if what == GONE:
            return "" if self._left else f"座位 {seat} 没有控制器 / seat {line}"
        self._left = what.startswith("farewell")
        stage, *more = what.split(" ")
        chinese = " ".join((STAGES.get(stage, stage), *(PHASES.get(word, word) for word in more)))
        english = " ".join((stage.replace("_", " "), *more))
        return f"座位 {seat} {chinese} / seat {seat} {english}"
