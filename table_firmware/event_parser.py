"""What the verbs of `tablectl event` take."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

from table_firmware.config.play import MODES
from table_firmware.event_ranking import merge, movement
from table_firmware.event_verbs import DIGITS, close, create, drop, load, seal
from table_firmware.rules.games import GAMES
from table_firmware.verbs import Verbs, add_group, add_verb


def digits_of(text: str) -> tuple[str, str]:
    """`E=314159` as seat and digits; argparse says so if it is nothing of the kind."""
    found = DIGITS.fullmatch(text)
    if found is None:
        raise ArgumentTypeError(
            f"{text!r} 应为座位和 6 至 20 位半角数字 / expected a seat and 6 to 20 ASCII digits"
        )
    return found[1], found[2]


def add_event_verbs(top: Verbs) -> None:
    """The organiser's verbs, and those of a table that plays his deals."""
    verbs = add_group(top, "event", "赛事：各桌同牌 / events: the same deals at several tables")
    added = add_verb(
        verbs, "create", "生成赛事的牌并公布承诺 / make the deals, publish the commitment", create
    )
    added.add_argument("folder", type=Path, help="赛事文件夹 / folder of the event")
    added.add_argument("--origin", required=True, help="赛事名称 / name: club/2026-spring")
    added.add_argument("--game", default="", choices=tuple(GAMES), help="游戏 / game")
    added.add_argument("--mode", default="", choices=("", *MODES), help="模式 / mode")
    added.add_argument(
        "--digits",
        action="append",
        type=digits_of,
        metavar="E=314159",
        help="某座位的数字（不再询问） / digits of a seat (nobody is asked)",
    )
    added.add_argument("--no-digits", action="store_true", help="不收数字 / nobody contributes")
    _add_config(added)
    added = add_verb(verbs, "seal", "把牌密封给各牌桌 / seal the deals to each table", seal)
    added.add_argument("folder", type=Path, help="赛事文件夹 / folder of the event")
    added.add_argument("enrolments", type=Path, nargs="+", help="登记文件 / enrolment notes")
    added.add_argument("--club", required=True, help="俱乐部公钥 / the club's key")
    added.add_argument("--out", type=Path, required=True, help="目标文件夹 / where to")
    added = add_verb(verbs, "load", "载入赛事（牌桌须停止） / load an event (table stopped)", load)
    added.add_argument("file", type=Path, help="密封文件 / the sealed file")
    _add_config(added)
    added = add_verb(verbs, "drop", "取消已载入的赛事 / forget a loaded event", drop)
    _add_config(added)
    added = add_verb(verbs, "close", "赛事结束，公开牌 / end the event, reveal its deals", close)
    added.add_argument("folder", type=Path, help="赛事文件夹 / folder of the event")
    added = add_verb(verbs, "merge", "验证各桌并排名 / verify all tables, rank players", merge)
    added.add_argument("directories", type=Path, nargs="+", help="各桌导出 / exports of the tables")
    add_event(added, required=True)
    added.add_argument("--policy", type=Path, help="信任策略文件 / whom to trust (tlog-policy)")
    added.add_argument("--names", type=Path, help="姓名文件 / file of names (names.txt)")
    added.add_argument("--out", type=Path, help="成绩写入的文件夹 / folder for the results")
    added.add_argument(
        "--preliminary",
        action="store_true",
        help="赛事结束前的暂定成绩 / before the event is closed; the results say so",
    )
    added = add_verb(verbs, "movement", "下轮座次（瑞士移位） / seats of the next round", movement)
    added.add_argument("results", type=Path, help="results.json")


def add_event(added: ArgumentParser, required: bool = False) -> None:
    """The option that names the public parts of events."""
    words = "赛事公开部分 / public part of an event"
    added.add_argument(
        "--event", type=Path, action="append", default=[], required=required, help=words
    )


def _add_config(added: ArgumentParser) -> None:
    added.add_argument("--config", type=Path, help="配置文件 / configuration file")
