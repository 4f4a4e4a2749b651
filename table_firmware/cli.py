"""`tablectl`: one short function a verb.

The names of boards and of the seat's program stand here and in `__main__` only. Verbs import
what they need when they run, so that a question to the rules does not wait for a screen.
"""

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from table_firmware.config.play import MODES, USUAL_GAME
from table_firmware.event_parser import add_event_verbs
from table_firmware.line import number, whole
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import HOUSE_PLAYERS
from table_firmware.service.faults import told
from table_firmware.service_parser import add_service_verbs
from table_firmware.trust_parser import add_trust_verbs
from table_firmware.trust_verbs import fail, fairness_collect
from table_firmware.upload_verb import place, upload
from table_firmware.verbs import Verb, Verbs, Words, add_group, add_verb

RUN_DIRECTORY: Final = Path("table-run")
MOST: Final = 10**12
"""Of whatever is counted."""
MODES_OF_GAMES: Final = (
    "模式，默认为第一个 / mode, the first if none is given ("
    "chinpok: 2, 1A, 1B, 3, 4, U; "
    "shuangkou-baibian: P4, P8, P12; shuangkou-qianbian: P4, P8, P12; "
    "sanchazi: P4, P8, P12; paohuzi: P4, P8, P12)"
)
"""Written here, so that no game is loaded for a question that is not about it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Obey one command line; the exit status."""
    given = list(sys.argv[1:] if argv is None else argv)
    if given[:1] == ["seat"]:
        return seat(given[1:])
    arguments, strange = parser().parse_known_args(given)
    if strange:  # whose verb it is says best how it is written
        arguments.words_of.error(f"unrecognized arguments: {' '.join(strange)}")
    verb: Verb = arguments.verb
    try:
        return verb(arguments)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us has gone; nobody is left to tell
        return 1


# ------------------------------------------------------------------ verbs


def run(arguments: Namespace) -> int:
    """Run the table."""
    from table_firmware import __main__ as table
    from table_firmware.config import Config, ConfigError, load

    try:
        config = load(arguments.config) if arguments.config else Config()
    except ConfigError as error:
        return fail(str(error), table.SETTINGS)
    return table.run(config, arguments.matches, arguments.config)


def seat(rest: Sequence[str]) -> int:
    """The screen of one seat or several; its own program reads the rest of the line."""
    from ui_kiosk.launch import main as launch

    launch(rest)
    return 0


def rules_batch(_: Namespace) -> int:
    """Answer questions to the rules, one JSON object a line."""
    from table_firmware.rules.batch import LINE_LIMIT, answer

    return _answer_lines(answer, LINE_LIMIT)


def fairness_batch(_: Namespace) -> int:
    """Deal hands again, one JSON object a line."""
    from table_firmware.fairness.batch import LONGEST_LINE, answer

    return _answer_lines(answer, LONGEST_LINE)


def demo(arguments: Namespace) -> int:
    """One table on this desk, to a verified log."""
    from table_firmware.demo import demo as play

    windowed = False if arguments.headless else None
    return play(
        arguments.out,
        arguments.mode,
        windowed,
        arguments.house_after,
        arguments.pace == "fast",
        arguments.house_players,
        arguments.game,
    )


def board(arguments: Namespace) -> int:
    """Play the people at the simulated board, or be a seat board on a serial line."""
    if arguments.words[0] == "simulate":
        from hal.serial.simulate import main as simulate

        return simulate(arguments.words[1:], told)
    from hal.boards.sim_socket import NOBODY, board_command

    status, text = board_command(arguments.run / "board.sock", arguments.words)
    if status:
        return fail(told("board-not-running" if status == NOBODY else "line-refused", text), status)
    if text:
        print(text)
    return 0


# ------------------------------------------------------------------ reading and saying


def _answer_lines(answer: Callable[[str], str], most: int) -> int:
    lines = sys.stdin.buffer
    # The end of a line, which is at most two bytes, does not count.
    while line := lines.readline(most + 2):
        too_long = len(line) == most + 2 and not line.endswith(b"\n")
        text = " " * (most + 1) if too_long else line.decode("utf-8", "replace")
        print(answer(text.removesuffix("\n")), flush=True)
        while too_long and line and not line.endswith(b"\n"):
            line = lines.readline(most)
    return 0


# ------------------------------------------------------------------ the command line


def parser() -> Words:
    """All verbs and their help, in Chinese and English."""
    top = Words(prog="tablectl", description="电子牌桌 / The electronic card table.")
    verbs = top.add_subparsers(metavar="VERB", required=True)
    _add_demo(verbs)
    _add_run(verbs)
    add_verb(verbs, "seat", "座位屏幕（--help 见其选项） / the screen of a seat", _never)
    rules = add_group(verbs, "rules", "规则核心 / the rules core")
    add_verb(rules, "batch", "逐行问答 / questions line by line", rules_batch)
    fairness = add_group(verbs, "fairness", "可验证发牌 / the verifiable deal")
    add_verb(fairness, "batch", "逐行重新发牌 / deal again line by line", fairness_batch)
    _add_collect(fairness, "raw", 1_000_000, "收集原始噪声 / collect raw noise")
    _add_collect(fairness, "final", 20_000, "收集发出的牌序 / collect dealt decks")
    add_trust_verbs(verbs)
    add_event_verbs(verbs)
    _add_upload(verbs)
    _add_board(verbs)
    add_service_verbs(verbs)
    return top


def _never(_: Namespace) -> int:
    raise AssertionError("`seat` is read by its own program")


def _add_run(verbs: Verbs) -> None:
    added = add_verb(verbs, "run", "运行牌桌 / run the table", run)
    added.add_argument("--config", type=Path, help="配置文件 / configuration file")
    added.add_argument(
        "--matches", type=whole(0, MOST), default=0, help="若干轮后结束 / end after so many matches"
    )


def _add_collect(verbs: Verbs, what: str, count: int, words: str) -> None:
    added = add_verb(verbs, f"collect-{what}", words, fairness_collect)
    added.add_argument("out", type=Path, help="输出文件 / file to write")
    unit = "字节数 / bytes" if what == "raw" else "副数 / decks"
    added.add_argument("--count", type=whole(1, MOST), default=count, help=f"{unit} ({count})")
    added.add_argument("--config", type=Path, help="配置文件 / configuration file")
    added.set_defaults(what=what)


def _add_demo(verbs: Verbs) -> None:
    added = add_verb(verbs, "demo", "在这台电脑上试一桌 / try a table on this desk", demo)
    added.add_argument("--out", type=Path, default=Path("out/demo"), help="文件夹 / folder")
    added.add_argument("--game", default=USUAL_GAME, choices=tuple(GAMES), help="游戏 / game")
    added.add_argument("--mode", default="", choices=MODES, help=MODES_OF_GAMES)
    added.add_argument("--headless", action="store_true", help="不开窗口 / open no window")
    added.add_argument(
        "--house-after",
        type=number(0, 86400),
        help="空座几秒后由电脑代打 / seconds until house players come",
    )
    added.add_argument(
        "--house-players",
        choices=HOUSE_PLAYERS,
        default=HOUSE_PLAYERS[0],
        help="电脑（规则代打）或陪练 / the house (rule 40), or players that plan",
    )
    added.add_argument(
        "--pace", choices=("calm", "fast"), default="calm", help="快慢 / how fast it plays"
    )


def _add_upload(verbs: Verbs) -> None:
    words = "复制到U盘、网络文件夹或服务器 / copy to a stick, a share or a server"
    added = add_verb(verbs, "upload", words, upload)
    add = added.add_argument
    add(
        "destination",
        type=place,
        nargs="?",
        help="文件夹或 https://… / folder or https://… (upload.address)",
    )
    add("--config", type=Path, help="配置文件 / configuration file")
    add("--ca", type=Path, help="服务器的证书文件 / certificates of the server (PEM)")
    add("--token-file", type=Path, help="令牌文件（仅所有者可读） / file of the token (mode 600)")
    add(
        "--from",
        dest="source",
        type=Path,
        default=Path("table-state/exports"),
        help="导出所在 / where the exports are",
    )


def _add_board(verbs: Verbs) -> None:
    added = add_verb(verbs, "board", "操作模拟硬件 / drive the simulated board", board)
    added.add_argument("--run", type=Path, default=RUN_DIRECTORY, help="运行目录 / run directory")
    added.add_argument(
        "words", nargs="+", help="sit E, leave E, press E, status, help; simulate PATH …"
    )
