"""`tablectl`: one short function a verb.

The names of boards and of the seat's program stand here and in `__main__` only. Verbs import
what they need when they run, so that a question to the rules does not wait for a screen.
"""

import argparse
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from table_firmware.config import MODES, USUAL_GAME
from table_firmware.event_line import add as add_events
from table_firmware.event_line import add_event
from table_firmware.event_verbs import open_events
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import HOUSE_PLAYERS
from table_firmware.service.checks import AREAS
from table_firmware.service.faults import told
from table_firmware.service_verbs import (
    acceptance,
    bundle,
    burn_in,
    diagnose,
    service_mute,
    service_pin,
)
from table_firmware.trust_verbs import (
    audit_key,
    audit_open,
    fail,
    fairness_collect,
    key_rotate,
    log_enrol,
    log_export,
    log_prove,
    log_prune,
    operator_key,
    operator_order,
    say,
)
from table_firmware.upload_verb import place, upload

LONGEST_SPAN: Final = 8760.0
"""Of a wait or a burn-in, in its unit: a year of hours."""

Verb = Callable[[Namespace], int]
MUTABLE: Final = tuple(f"{kind}_{seat}" for kind in ("seat", "button") for seat in "ENWS")
RUN_DIRECTORY: Final = Path("table-run")


def main(argv: Sequence[str] | None = None) -> int:
    """Obey one command line; the exit status."""
    given = list(sys.argv[1:] if argv is None else argv)
    if given[:1] == ["seat"]:
        return seat(given[1:])
    arguments = parser().parse_args(given)
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
    return table.run(config, arguments.matches)


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


def log_verify(arguments: Namespace) -> int:
    """Check an export by its numbered checks; 1 if it does not hold."""
    from table_firmware.ledger.audit import audit
    from table_firmware.ledger.enrolment import parse_enrolment
    from table_firmware.ledger.notes import parse_vkey

    epoch0 = ""
    try:
        policy = arguments.policy.read_text("utf-8") if arguments.policy else None
        if arguments.enrolment:
            note = parse_enrolment(arguments.enrolment.read_bytes(), parse_vkey(arguments.club))
            policy, epoch0 = policy or note.policy, note.epoch0.vkey
    except (OSError, ValueError) as error:
        file = arguments.policy or arguments.enrolment
        return fail(told("file-refused", f"{file}: {error}"), 2)
    if not arguments.directory.is_dir():
        return fail(told("no-such-folder", str(arguments.directory)), 1)
    events, lines = open_events(arguments.event, policy)
    if events is None:
        return fail("\n".join(lines), 1)
    report = audit(arguments.directory, policy, arguments.receipt, epoch0=epoch0, events=events)
    say([*lines, *report.lines()])
    return 0 if report.ok else 1


def board(arguments: Namespace) -> int:
    """Play the people at the simulated board, or be a seat board on a serial line."""
    if arguments.words[0] == "simulate":
        from hal.serial.simulate import main as simulate

        return simulate(arguments.words[1:])
    from hal.boards.sim_socket import NOBODY, board_command

    status, text = board_command(arguments.run / "board.sock", arguments.words)
    if status == NOBODY:
        return fail(told("board-not-running", text), status)
    if text:
        print(text, file=sys.stderr if status else sys.stdout)
    return status


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


def parser() -> ArgumentParser:
    """All verbs and their help, in Chinese and English."""
    top = ArgumentParser(prog="tablectl", description="电子牌桌 / The electronic card table.")
    verbs = top.add_subparsers(metavar="VERB", required=True)
    _add_demo(verbs)
    _add_run(verbs)
    _verb(verbs, "seat", "座位屏幕（--help 见其选项） / the screen of a seat", _never)
    rules = _group(verbs, "rules", "规则核心 / the rules core")
    _verb(rules, "batch", "逐行问答 / questions line by line", rules_batch)
    fairness = _group(verbs, "fairness", "可验证发牌 / the verifiable deal")
    _verb(fairness, "batch", "逐行重新发牌 / deal again line by line", fairness_batch)
    _add_collect(fairness, "raw", 1_000_000, "收集原始噪声 / collect raw noise")
    _add_collect(fairness, "final", 20_000, "收集发出的牌序 / collect dealt decks")
    _add_operator(_group(verbs, "operator", "操作员 / the operator"))
    _add_keys(_group(verbs, "key", "牌桌的密钥 / the keys of the table"))
    _add_audit(_group(verbs, "audit", "审计 / the audit"))
    _add_log(_group(verbs, "log", "牌局记录 / the records"))
    add_events(_group(verbs, "event", "赛事：各桌同牌 / events: the same deals at several tables"))
    _add_upload(verbs)
    _add_board(verbs)
    _add_diagnose(verbs)
    _add_service(_group(verbs, "service", "维护 / service"))
    _add_burn_in(verbs)
    _add_acceptance(verbs)
    packed = _verb(verbs, "bundle", "打包诊断资料 / pack what support needs", bundle)
    packed.add_argument("out", type=Path, help="文件 / file: bundle.zip")
    _add_subject(packed)
    return top


def _verb(
    verbs: "argparse._SubParsersAction[ArgumentParser]", name: str, words: str, verb: Verb
) -> ArgumentParser:
    added = verbs.add_parser(name, help=words, description=words)
    added.set_defaults(verb=verb)
    return added


def _group(
    verbs: "argparse._SubParsersAction[ArgumentParser]", name: str, words: str
) -> "argparse._SubParsersAction[ArgumentParser]":
    added = verbs.add_parser(name, help=words, description=words)
    return added.add_subparsers(metavar="VERB", required=True)


def _never(_: Namespace) -> int:
    raise AssertionError("`seat` is read by its own program")


def _add_run(verbs: "argparse._SubParsersAction[ArgumentParser]") -> None:
    added = _verb(verbs, "run", "运行牌桌 / run the table", run)
    added.add_argument("--config", type=Path, help="配置文件 / configuration file")
    added.add_argument(
        "--matches", type=int, default=0, help="若干轮后结束 / end after so many matches"
    )


def _add_collect(
    verbs: "argparse._SubParsersAction[ArgumentParser]", what: str, count: int, words: str
) -> None:
    added = _verb(verbs, f"collect-{what}", words, fairness_collect)
    added.add_argument("out", type=Path, help="输出文件 / file to write")
    unit = "字节数 / bytes" if what == "raw" else "副数 / decks"
    added.add_argument("--count", type=int, default=count, help=f"{unit} ({count})")
    added.add_argument("--config", type=Path, help="配置文件 / configuration file")
    added.set_defaults(what=what)


def _add_operator(verbs: "argparse._SubParsersAction[ArgumentParser]") -> None:
    key = _verb(verbs, "key", "生成操作员密钥 / make an operator's key", operator_key)
    key.add_argument("out", type=Path, help="密钥文件 / file of the key")
    key.add_argument("--name", default="1", help="名称 / name")
    for name, kind, words in (
        ("void", "void", "宣布本局作废 / declare the hand void"),
        ("clear-noise", "config", "随机源已修复 / the random source is repaired"),
    ):
        added = _verb(verbs, name, words, operator_order)
        added.set_defaults(kind=kind)
        added.add_argument("--key", type=Path, help="操作员密钥 / the operator's key")
        state = Path("table-state")
        added.add_argument("--state", type=Path, default=state, help="状态文件夹 / state folder")
        if kind == "void":
            added.add_argument("--reason", required=True, help="原因 / reason")
            added.add_argument(
                "--all", action="store_true", help="其后各局也作废 / all that follow"
            )


def _add_keys(verbs: "argparse._SubParsersAction[ArgumentParser]") -> None:
    words = "更换身份密钥（牌桌须停止） / change the identity key (table stopped)"
    rotate = _verb(verbs, "rotate", words, key_rotate)
    rotate.add_argument("--config", type=Path, help="配置文件 / configuration file")
    rotate.add_argument("--key", type=Path, help="操作员密钥 / the operator's key")


def _add_audit(verbs: "argparse._SubParsersAction[ArgumentParser]") -> None:
    key = _verb(verbs, "key", "生成审计密钥 / make the audit's key", audit_key)
    key.add_argument("out", type=Path, help="密钥文件 / file of the key")
    open_ = _verb(verbs, "open", "解封密封文件 / open sealed files", audit_open)
    open_.add_argument("--key", type=Path, required=True, help="审计密钥 / the audit's key")
    open_.add_argument("files", type=Path, nargs="+", help="密封文件 / sealed files")


def _add_demo(verbs: "argparse._SubParsersAction[ArgumentParser]") -> None:
    added = _verb(verbs, "demo", "在这台电脑上试一桌 / try a table on this desk", demo)
    added.add_argument("--out", type=Path, default=Path("out/demo"), help="文件夹 / folder")
    added.add_argument("--game", default=USUAL_GAME, choices=tuple(GAMES), help="游戏 / game")
    added.add_argument("--mode", default="", choices=MODES, help="模式 / mode")
    added.add_argument("--headless", action="store_true", help="不开窗口 / open no window")
    added.add_argument(
        "--house-after", type=float, help="空座几秒后由系统代打 / seconds until house players come"
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


def _add_log(verbs: "argparse._SubParsersAction[ArgumentParser]") -> None:
    verify = _verb(verbs, "verify", "验证导出的记录 / verify an export", log_verify)
    verify.add_argument("directory", type=Path, help="导出的文件夹 / the exported folder")
    verify.add_argument("--policy", type=Path, help="信任策略文件 / whom to trust (tlog-policy)")
    verify.add_argument(
        "--receipt", action="append", default=[], help="凭证数字 / digits of a receipt you hold"
    )
    verify.add_argument("--enrolment", type=Path, help="俱乐部登记 / enrolment by a club")
    add_event(verify)
    verify.add_argument("--club", default="", help="俱乐部公钥 / the club's key")
    prove = _verb(verbs, "prove", "单条记录的证明 / one entry with its proof", log_prove)
    prove.add_argument("directory", type=Path, help="导出的文件夹 / the exported folder")
    prove.add_argument("--entry", type=int, help="条目序号 / index (the last ranking)")
    enrol = _verb(verbs, "enrol", "俱乐部登记牌桌 / a club enrols a table", log_enrol)
    enrol.add_argument("directory", type=Path, help="导出的文件夹 / the exported folder")
    enrol.add_argument("--key", type=Path, required=True, help="俱乐部密钥 / the club's key")
    enrol.add_argument("--hw", required=True, help="主板序列号 / serial number of the computer")
    words = "清理旧记录（牌桌须停止） / let go of old records (table stopped)"
    prune = _verb(verbs, "prune", words, log_prune)
    prune.add_argument("--config", type=Path, help="配置文件 / configuration file")
    out = _verb(verbs, "export", "导出记录（牌桌须停止） / export (table stopped)", log_export)
    out.add_argument("destination", type=Path, help="目标文件夹 / where to")
    out.add_argument("--config", type=Path, help="配置文件 / configuration file")


def _add_upload(verbs: "argparse._SubParsersAction[ArgumentParser]") -> None:
    words = "复制到U盘、网络文件夹或服务器 / copy to a stick, a share or a server"
    added = _verb(verbs, "upload", words, upload)
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


def _add_board(verbs: "argparse._SubParsersAction[ArgumentParser]") -> None:
    added = _verb(verbs, "board", "操作模拟硬件 / drive the simulated board", board)
    added.add_argument("--run", type=Path, default=RUN_DIRECTORY, help="运行目录 / run directory")
    added.add_argument(
        "words", nargs="+", help="sit E, leave E, press E, status, help; simulate PATH …"
    )


def _add_service(verbs: "argparse._SubParsersAction[ArgumentParser]") -> None:
    pin = _verb(verbs, "pin", "设置维护密码（6 到 12 位） / set the service PIN", service_pin)
    mute = _verb(verbs, "mute", "停用传感器，牌局照常 / mute a sensor, play goes on", service_mute)
    unmute = _verb(verbs, "unmute", "启用传感器 / hear a sensor again", service_mute)
    for added, on in ((mute, True), (unmute, False)):
        added.set_defaults(mute=on)
        added.add_argument("role", choices=MUTABLE, help="触点 / contact")
    for added in (pin, mute, unmute):
        added.add_argument("--config", type=Path, help="配置文件 / configuration file")


def _add_diagnose(verbs: "argparse._SubParsersAction[ArgumentParser]") -> None:
    added = _verb(verbs, "diagnose", "检查牌桌各部分 / look at every part of the table", diagnose)
    _add_subject(added)
    add = added.add_argument
    add("--json", action="store_true", help="输出 JSON / print JSON")
    add("--html", type=Path, help="另存为可打印的网页 / also write a page to print")
    add("--only", action="append", choices=AREAS, help="只查这一部分 / this area only")
    add("--raw", type=Path, help="随机源样本存为文件 / file for the sample of the random source")
    add("--ack", action="append", metavar="CODE", help="确认警告 / acknowledge warnings: TBL-721")


def _span(text: str) -> float:
    """A length of time; argparse says so if it is none."""
    span = float(text)
    if not 0 <= span <= LONGEST_SPAN:
        raise ValueError(text)
    return span


def _add_subject(added: ArgumentParser) -> None:
    add = added.add_argument
    add("--config", type=Path, help="配置文件 / configuration file")
    add("--watch", type=_span, default=5.0, help="观察触点的秒数 / seconds to watch contacts (5)")
    records = Path("/media/table-records")
    words = "上传位置或 https://… / where records are copied to"
    add("--destination", type=place, default=records, help=words)


def _add_burn_in(verbs: "argparse._SubParsersAction[ArgumentParser]") -> None:
    added = _verb(verbs, "burn-in", "长时间试运行，签署报告 / hours of everything, signed", burn_in)
    _add_subject(added)
    add = added.add_argument
    add("--hours", type=_span, default=0.0, help="小时 / hours")
    add("--minutes", type=_span, default=0.0, help="分钟 / minutes")
    add("--mode", default="2", choices=MODES, help="各轮的模式 / mode of the matches")
    add("--out", type=Path, default=Path("burn-in"), help="文件夹 / folder (burn-in)")
    _add_verify(added)


def _add_verify(added: ArgumentParser) -> None:
    add = added.add_argument
    add("--verify", type=Path, metavar="REPORT", help="验证报告 / verify a report")
    add("--policy", type=Path, help="该桌的信任策略 / the policy file of its table")


def _add_acceptance(verbs: "argparse._SubParsersAction[ArgumentParser]") -> None:
    words = "新桌验收，逐步进行 / accept a new table step by step"
    added = _verb(verbs, "acceptance", words, acceptance)
    _add_subject(added)
    add = added.add_argument
    out = Path("acceptance.txt")
    add("--out", type=Path, default=out, help="报告 / report (acceptance.txt)")
    add("--restart", action="store_true", help="从头开始 / begin anew")
    _add_verify(added)
