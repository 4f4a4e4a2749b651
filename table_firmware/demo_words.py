"""What the demo says to people who look on, in Chinese and English: each line fits a terminal."""

from typing import Final

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
GONE: Final = "no controller"


def waiting(seconds: float) -> tuple[str, str]:
    """What to do at once, and when house players come."""
    return (
        f"想打牌，现在就点「坐下」：{seconds:g} 秒后空位由电脑打",
        f"to play, touch 坐下 now: after {seconds:g} s computers play free seats",
    )


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
