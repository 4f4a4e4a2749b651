"""What the verbs of `tablectl` on orders, keys and records take."""

from pathlib import Path

from table_firmware.event_parser import add_event
from table_firmware.line import whole
from table_firmware.trust_verbs import (
    audit_key,
    audit_open,
    key_rotate,
    log_enrol,
    log_export,
    log_prove,
    log_prune,
    log_sheet,
    log_verify,
    operator_key,
    operator_order,
)
from table_firmware.verbs import Verbs, add_group, add_verb


def add_trust_verbs(verbs: Verbs) -> None:
    """The operator's, the audit's, and all about the records."""
    _add_operator(add_group(verbs, "operator", "操作员 / the operator"))
    _add_keys(add_group(verbs, "key", "牌桌的密钥 / the keys of the table"))
    _add_audit(add_group(verbs, "audit", "审计 / the audit"))
    _add_log(add_group(verbs, "log", "牌局记录 / the records"))


def _add_operator(verbs: Verbs) -> None:
    key = add_verb(verbs, "key", "生成操作员密钥 / make an operator's key", operator_key)
    key.add_argument("out", type=Path, help="密钥文件 / file of the key")
    key.add_argument("--name", default="1", help="名称 / name")
    for name, kind, words in (
        ("void", "void", "宣布本局作废 / declare the hand void"),
        ("clear-noise", "config", "随机源已修复 / the random source is repaired"),
    ):
        added = add_verb(verbs, name, words, operator_order)
        added.set_defaults(kind=kind)
        added.add_argument("--key", type=Path, help="操作员密钥 / the operator's key")
        state = Path("table-state")
        added.add_argument("--state", type=Path, default=state, help="状态文件夹 / state folder")
        if kind == "void":
            added.add_argument("--reason", required=True, help="原因 / reason")
            added.add_argument(
                "--all", action="store_true", help="其后各局也作废 / all that follow"
            )


def _add_keys(verbs: Verbs) -> None:
    words = "更换身份密钥（牌桌须停止） / change the identity key (table stopped)"
    rotate = add_verb(verbs, "rotate", words, key_rotate)
    rotate.add_argument("--config", type=Path, help="配置文件 / configuration file")
    rotate.add_argument("--key", type=Path, help="操作员密钥 / the operator's key")


def _add_audit(verbs: Verbs) -> None:
    key = add_verb(verbs, "key", "生成审计密钥 / make the audit's key", audit_key)
    key.add_argument("out", type=Path, help="密钥文件 / file of the key")
    open_ = add_verb(verbs, "open", "解封密封文件 / open sealed files", audit_open)
    open_.add_argument("--key", type=Path, required=True, help="审计密钥 / the audit's key")
    open_.add_argument("files", type=Path, nargs="+", help="密封文件 / sealed files")


def _add_log(verbs: Verbs) -> None:
    verify = add_verb(verbs, "verify", "验证导出的记录 / verify an export", log_verify)
    verify.add_argument("directory", type=Path, help="导出的文件夹 / the exported folder")
    verify.add_argument("--policy", type=Path, help="信任策略文件 / whom to trust (tlog-policy)")
    verify.add_argument(
        "--receipt", action="append", default=[], help="凭证数字 / digits of a receipt you hold"
    )
    verify.add_argument("--enrolment", type=Path, help="俱乐部登记 / enrolment by a club")
    add_event(verify)
    verify.add_argument("--club", default="", help="俱乐部公钥 / the club's key")
    sheet = add_verb(verbs, "sheet", "打印比赛记录单 / the match sheet to print", log_sheet)
    sheet.add_argument("directory", type=Path, help="导出的文件夹 / the exported folder")
    sheet.add_argument("--policy", type=Path, help="信任策略文件 / whom to trust (tlog-policy)")
    sheet.add_argument("--html", type=Path, help="供打印的网页文件 / file of a page to print")
    prove = add_verb(verbs, "prove", "单条记录的证明 / one entry with its proof", log_prove)
    prove.add_argument("directory", type=Path, help="导出的文件夹 / the exported folder")
    prove.add_argument("--entry", type=whole(0, 2**53), help="条目序号 / index (the last ranking)")
    enrol = add_verb(verbs, "enrol", "俱乐部登记牌桌 / a club enrols a table", log_enrol)
    enrol.add_argument("directory", type=Path, help="导出的文件夹 / the exported folder")
    enrol.add_argument("--key", type=Path, required=True, help="俱乐部密钥 / the club's key")
    enrol.add_argument("--hw", required=True, help="主板序列号 / serial number of the computer")
    words = "清理旧记录（牌桌须停止） / let go of old records (table stopped)"
    prune = add_verb(verbs, "prune", words, log_prune)
    prune.add_argument("--config", type=Path, help="配置文件 / configuration file")
    out = add_verb(verbs, "export", "导出记录（牌桌须停止） / export (table stopped)", log_export)
    out.add_argument("destination", type=Path, help="目标文件夹 / where to")
    out.add_argument("--config", type=Path, help="配置文件 / configuration file")
